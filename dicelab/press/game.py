"""A game on paper: rules, board, pieces, blockers and dice, each at its true size."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from math import ceil, floor

from dicelab.dice import DiceSet
from dicelab.errors import DiceError
from dicelab.press.boards import CutOut, Labels, blocker_drawn, board_drawn, board_size, pieces_drawn
from dicelab.press.dice import CUBE, PaperDie, net, net_drawn, paper_dice, solid_for, spinner_drawn
from dicelab.press.fonts import Font
from dicelab.press.page import (
    MARGIN,
    SMALL,
    Drawing,
    Line,
    Page,
    Paper,
    Sheet,
    Words,
    finished,
    paper_named,
)
from dicelab.press.rules import rules_sheet, size_note
from dicelab.press.settings import CELL_RANGE, GameSettings
from dicelab.press.stickers import chosen_dice, face_stickers, sticker_sheets, without_stickers
from dicelab.render.packing import packed
from dicelab.render.svg import INK
from solver.polyform import Puzzle, Tiling
from solver.words import counted

OVERLAP = 10.0
"""By how much the pages of a large board overlap, to be glued."""

MOST_PAGES = 12
"""Pages of one board at most."""

HEAD = 19.0
"""Height of the heading of a page and the note below it."""


def game_pages(
    puzzle: Puzzle,
    dice_set: DiceSet | None,
    settings: GameSettings,
    title: str,
    regions: Sequence[str],
    example: Tiling | None,
    font: Font,
) -> tuple[Page, ...]:
    """Draw the pages of a game; without dice it has no stickers and nets.

    The rules show the names of the ``regions``, if these have any, and the ``example``. Raises :class:`DiceError` if
    the board takes too many pages, or a piece is larger than a page: with the size of cells that fits.
    """
    paper = paper_named(settings.paper)
    labels = Labels.of(puzzle.grid, font)
    dice = paper_dice(dice_set, labels) if dice_set else []
    parts = _present(settings.parts, puzzle, dice_set, settings.only_dice)
    chosen = chosen_dice(dice, dice_set, labels, settings.only_dice, settings.changed_from) if dice_set else []
    sheets: list[Sheet] = []
    backs: dict[int, Sheet] = {}
    if "rules" in parts:
        sheets.append(rules_sheet(paper, labels, title, puzzle, dice_set, dice, regions, example, settings, parts))
    if "board" in parts:
        sheets += _board_sheets(puzzle, settings.cell, paper, labels)
    if parts & {"pieces", "blockers"}:
        for front, back in _piece_sheets(puzzle, settings, paper, font, parts):
            backs[len(sheets)] = back
            sheets.append(front)
    if "stickers" in parts:
        sheets += sticker_sheets(chosen, settings.die, paper, labels, HEAD)
        shaped, note = face_stickers(chosen, settings.die, labels)
        sheets += [sheet for sheet, _ in _packed_sheets(shaped, paper, font, "Stickers", note)]
    if "nets" in parts:
        sheets += _net_sheets(chosen, settings.die, paper, labels)
    for sheet in sheets:
        sheet.ruler()
    if settings.backs:
        sides = ((sheet, backs.get(n) or Sheet.empty(sheet.paper, font)) for n, sheet in enumerate(sheets))
        sheets = [one for both in sides for one in both]
    return finished(sheets, title)


def _present(wanted: Collection[str], puzzle: Puzzle, dice_set: DiceSet | None, only: Sequence[int]) -> set[str]:
    """Leave out parts that the game has not."""
    absent = set()
    if not puzzle.blockers:
        absent.add("blockers")
    numbered = enumerate(dice_set.dice if dice_set else (), start=1)
    if not any(solid_for(len(die.faces)) for number, die in numbered if not only or number in only):
        absent.add("stickers")
    if dice_set is None:
        absent.add("nets")
    found = set(wanted) - absent
    if not found and dice_set is not None and set(wanted) == {"stickers"}:
        raise DiceError(f"there is nothing to print: {without_stickers(dice_set, only)}")
    if not found:
        raise DiceError(f"there is nothing to print: this game has no {' and no '.join(sorted(wanted))}")
    return found


def _board_sheets(puzzle: Puzzle, side: float, paper: Paper, labels: Labels) -> Iterator[Sheet]:
    """Draw the board on one page, or on as few as it takes, which overlap."""
    drawn = board_drawn(puzzle, 0, side, labels)
    papers = [(one, *_spread((drawn.width, drawn.height), one)) for one in (paper, paper.lying)]
    paper, across, down = min(papers, key=lambda found: found[1] * found[2])
    note = size_note(side, puzzle)
    if across * down == 1:
        sheet = Sheet(paper, labels.font, "The board", [note], "Board")
        left, top = (paper.width - drawn.width) / 2, sheet.top
        sheet.put(drawn, left, top)
        sheet.cut_marks((top, top + drawn.height), (left, left + drawn.width))
        yield sheet
        return
    if across * down > MOST_PAGES:
        raise DiceError(
            f"cells of {side:g} mm: the board takes {across * down} pages, and {MOST_PAGES} at most are printed; "
            f"choose --cell {_fitting_cell(puzzle, labels, paper):g} or less"
        )
    wide, high = paper.inner_width, paper.inner_height - HEAD
    # No word is larger than the part that two pages share: each is whole on one of them.
    words = [item for item in drawn.items if isinstance(item, Words)]
    most = min((one.size * OVERLAP / max(one.box(labels.font)) for one in words), default=OVERLAP)
    drawn.items = [
        replace(item, size=min(item.size, most)) if isinstance(item, Words) else item for item in drawn.items
    ]
    for row in range(down):
        for column in range(across):
            name = f"Board, part {row * across + column + 1} of {across * down}"
            text = f"Row {row + 1}, column {column + 1}. {note} Glue the parts where the broken lines meet."
            sheet = Sheet(paper, labels.font, name, [text], name)
            left, top = column * (wide - OVERLAP), row * (high - OVERLAP)
            size = min(wide, drawn.width - left), min(high, drawn.height - top)
            sheet.put(drawn.part(left, top, *size, labels.font), MARGIN, sheet.top)
            _seams(sheet, (row, column), (down, across), size)
            yield sheet


def _seams(sheet: Sheet, here: tuple[int, int], count: tuple[int, int], size: tuple[float, float]) -> None:
    """Draw where the neighbours of a part begin, through the middle of the overlap."""
    (row, column), (down, across), (wide, high) = here, count, size
    half, left, top = OVERLAP / 2, MARGIN, sheet.top
    line = Line(INK, 0.15, (4.0, 1.0, 1.0, 1.0))
    places = [left + half] * (column > 0) + [left + wide - half] * (column < across - 1)
    sheet.lines([((x, top), (x, top + high)) for x in places], line)
    heights = [top + half] * (row > 0) + [top + high - half] * (row < down - 1)
    sheet.lines([((left, y), (left + wide, y)) for y in heights], line)


def _spread(size: tuple[float, float], paper: Paper) -> tuple[int, int]:
    """Return how many pages a board takes across and down."""
    rooms = (paper.inner_width, paper.inner_height - HEAD)
    across, down = (
        max(1, ceil((long - OVERLAP - 1e-6) / (room - OVERLAP))) for long, room in zip(size, rooms, strict=True)
    )
    return across, down


def _fitting_cell(puzzle: Puzzle, labels: Labels, paper: Paper) -> float:
    """Return the largest cell, in half millimetres, with which a board takes no more pages than are printed."""
    side = CELL_RANGE[1]
    while side > CELL_RANGE[0]:
        size = board_size(puzzle.grid, side, labels)
        spread = [_spread(size, one) for one in (paper, paper.lying)]
        if min(across * down for across, down in spread) <= MOST_PAGES:
            break
        side -= 0.5
    return side


def _piece_sheets(
    puzzle: Puzzle, settings: GameSettings, paper: Paper, font: Font, parts: Collection[str]
) -> Iterator[tuple[Sheet, Sheet]]:
    """Draw the pages of pieces, each with its back, on which everything lies the other way round."""
    wide, high, side = paper.inner_width, paper.inner_height - HEAD, settings.cell
    drawn = pieces_drawn(puzzle, side, font, wide) if "pieces" in parts else []
    largest = max((max(one.width / wide, one.height / high) for one in drawn), default=0.0)
    if largest > 1:
        smaller = floor(2 * side / largest) / 2
        raise DiceError(f"cells of {side:g} mm: a piece is larger than a page; choose --cell {smaller:g} or less")
    if "blockers" in parts:
        drawn += [blocker_drawn(puzzle, side) for _ in range(puzzle.blockers)]
    heading = " and ".join(part for part in ("pieces", "blockers") if part in parts)
    note = "Glue the page on cardboard, and cut along the dark outlines."
    if settings.backs:
        note = (
            "Print on both sides of thin card, turned over the long edge, so that the crosses at the left and right "
            "edges lie on each other. Cut along the dark outlines."
        )
    if any(not piece.flips for piece in puzzle.kinds):
        note += " Pieces with rings may not be turned over."
    back_name = f"Backs of {heading}"
    for sheet, back in _packed_sheets(drawn, paper, font, heading.capitalize(), note, back_name):
        if settings.backs:
            sheet.registration_marks()
            back.registration_marks()
        yield sheet, back


def _packed_sheets(
    drawn: Sequence[Drawing], paper: Paper, font: Font, heading: str, note: str, back_name: str = ""
) -> Iterator[tuple[Sheet, Sheet]]:
    """Put drawings on as few pages as are found, each page with its back."""
    for page in packed(drawn, paper.inner_width, paper.inner_height - HEAD):
        sheet, back = Sheet(paper, font, heading, [note], heading), Sheet(paper, font, name=back_name)
        for one in page:
            sheet.put(one.part, MARGIN + one.x, sheet.top + one.y)
            if isinstance(one.part, CutOut) and one.part.back is not None:
                back.put(one.part.back, paper.width - MARGIN - one.x - one.part.width, sheet.top + one.y)
        yield sheet, back


def _net_sheets(dice: Sequence[PaperDie], size: float, paper: Paper, labels: Labels) -> Iterator[Sheet]:
    """Draw the nets of dice, and spinners for those that no solid shows."""
    wide, high = paper.inner_width, paper.inner_height - HEAD
    solids, spinners = [die for die in dice if die.solid], [die for die in dice if not die.solid]
    smaller = size
    while not all(_net_fits(die, smaller, wide, high) for die in solids):
        smaller = ceil(2 * smaller - 1) / 2
    if smaller < size:
        raise DiceError(f"dice of {size:g} mm: a net is larger than a page; choose --die {smaller:g} or less")
    drawn = [net_drawn(die, size, labels) for die in solids]
    drawn += [spinner_drawn(die, labels, min(wide, high)) for die in spinners]
    heading = "Dice to glue and spinners" if spinners and solids else "Spinners" if spinners else "Dice to glue"
    note = f"{size:g} mm from face to face. Cut whole lines, fold dashed ones; the flaps get the glue."
    if spinners:
        note = f"{note} " * bool(solids) + "A paper clip around the tip of a pencil is the hand of a spinner."
    for sheet, _ in _packed_sheets(drawn, paper, labels.font, heading, note):
        yield sheet


def _net_fits(die: PaperDie, size: float, width: float, height: float) -> bool:
    flat = net(die.solid or CUBE, size)
    return flat.width <= width and flat.height + 2 * SMALL <= height


def described(pages: Sequence[Page]) -> str:
    """Return the parts that the pages show, in their order.

    Examples
    --------
    >>> described([Page(210, 297, (), name) for name in ("Rules", "Pieces", "Pieces")])
    'rules, pieces (2 pages)'
    """
    counts: dict[str, int] = {}
    for page in pages:
        name = re.sub(r", part .*| [0-9]+( to [0-9]+)?$", "", page.name)
        counts[name] = counts.get(name, 0) + 1
    return ", ".join(
        name[0].lower() + name[1:] + (f" ({counted(n, 'page')})" if n > 1 else "") for name, n in counts.items()
    )
