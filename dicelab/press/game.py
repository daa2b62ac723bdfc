"""A game on paper: rules, board, pieces, blockers and dice, each at its true size."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil, floor

from dicelab.dice import DiceSet
from dicelab.errors import DiceError
from dicelab.press.boards import Labels, blocker_drawn, board_drawn, board_size, pieces_drawn
from dicelab.press.dice import (
    STICKER_FACES,
    PaperDie,
    is_ambiguous,
    net_drawn,
    paper_dice,
    spinner_drawn,
    sticker_drawn,
    sticker_rows,
)
from dicelab.press.fonts import Font
from dicelab.press.frame import (
    EDGE,
    MARGIN,
    SMALL,
    TEXT,
    Paper,
    Sheet,
    cut_marks,
    empty_sheet,
    finished,
    paper_named,
    registration_marks,
)
from dicelab.press.nets import net
from dicelab.press.page import HAIR, Drawing, Line, Page, Words, word_size
from dicelab.press.rules import rules_sheet, size_note
from dicelab.render.packing import packed
from dicelab.render.svg import INK
from solver.errors import quoted, suggestion
from solver.polyform import Puzzle, Tiling
from solver.words import counted

PARTS = ("rules", "board", "pieces", "blockers", "stickers", "nets")

CELL_RANGE = (5.0, 60.0)
DIE_RANGE = (8.0, 60.0)
"""Sizes in millimetres that can be handled and glued."""

OVERLAP = 10.0
"""By how much the pages of a large board overlap, to be glued."""

MOST_PAGES = 12
"""Pages of one board at most."""

HEAD = 19.0
"""Height of the heading of a page and the note below it."""


@dataclass(frozen=True)
class GameSettings:
    """What of a game is printed, and how large.

    Raises
    ------
    DiceError
        If there is no paper or part of a name, or a size can't be handled.
    """

    paper: str = "a4"
    cell: float = 20.0
    """Side of a square in millimetres; other cells have the same area."""
    die: float = 16.0
    """Between opposite faces of a die, in millimetres."""
    parts: tuple[str, ...] = PARTS
    backs: bool = False
    """Whether the backs of pieces are printed too: then every second page is the back of the one before."""

    def __post_init__(self) -> None:
        paper_named(self.paper)
        for name, value, (least, most) in (("cell", self.cell, CELL_RANGE), ("die", self.die, DIE_RANGE)):
            if not least <= value <= most:
                raise DiceError(f"{name} {value:g}: choose a size from {least:g} to {most:g} mm")
        wrong = next((part for part in self.parts if part not in PARTS), None)
        if wrong is not None or not self.parts:
            raise DiceError(f"part {quoted(wrong or '')}: {suggestion(wrong or '', PARTS)}")


def game_pages(
    puzzle: Puzzle,
    dice_set: DiceSet | None,
    settings: GameSettings,
    font: Font,
    title: str,
    *,
    regions: Sequence[str] = (),
    example: Tiling | None = None,
) -> tuple[Page, ...]:
    """Draw the pages of a game.

    Parameters
    ----------
    dice_set
        ``None`` for a puzzle without dice, which has no stickers and nets.
    regions
        What the regions of the puzzle are called, if anything.
    example
        Is shown with the rules.

    Raises
    ------
    DiceError
        If the board takes too many pages, or a piece is larger than a page: with the size of cells that fits.
    """
    paper = paper_named(settings.paper)
    labels = Labels.of(puzzle.grid, font)
    dice = paper_dice(dice_set, labels) if dice_set else []
    parts = _present(settings.parts, puzzle, dice)
    sheets: list[Sheet] = []
    backs: dict[int, Sheet] = {}
    if "rules" in parts:
        lengths = (settings.cell, settings.die)
        sheets.append(rules_sheet(paper, font, title, puzzle, dice_set, dice, regions, example, parts, lengths))
    if "board" in parts:
        sheets += _board_sheets(puzzle, settings.cell, paper, labels, font)
    if parts & {"pieces", "blockers"}:
        for front, back in _piece_sheets(puzzle, settings.cell, paper, font, parts, has_backs=settings.backs):
            backs[len(sheets)] = back
            sheets.append(front)
    if "stickers" in parts:
        sheets += _sticker_sheets(dice, settings.die, paper, labels, font)
    if "nets" in parts:
        sheets += _net_sheets(dice, settings.die, paper, labels, font)
    for sheet in sheets:
        sheet.ruler()
    if settings.backs:
        sides = ((sheet, backs.get(n) or empty_sheet(sheet.paper, font)) for n, sheet in enumerate(sheets))
        sheets = [one for both in sides for one in both]
    return finished(sheets, title)


def _present(wanted: Collection[str], puzzle: Puzzle, dice: Sequence[PaperDie]) -> set[str]:
    """Leave out parts that the game has not."""
    absent = set()
    if not puzzle.blockers:
        absent.add("blockers")
    if not any(die.solid == STICKER_FACES for die in dice):
        absent.add("stickers")
    if not dice:
        absent.add("nets")
    found = set(wanted) - absent
    if not found:
        raise DiceError(f"there is nothing to print: this game has no {' and no '.join(sorted(wanted))}")
    return found


def _board_sheets(puzzle: Puzzle, side: float, paper: Paper, labels: Labels, font: Font) -> Iterator[Sheet]:
    """Draw the board on one page, or on as few as it takes, which overlap."""
    drawn = board_drawn(puzzle, 0, side, labels, font)
    room = paper.inner_height - HEAD
    turned = paper.lying
    if not _fits(drawn, paper.inner_width, room) and _fits(drawn, turned.inner_width, turned.inner_height - HEAD):
        paper, room = turned, turned.inner_height - HEAD
    if _fits(drawn, paper.inner_width, room):
        sheet = Sheet(paper, font, "The board", [size_note(side, puzzle)], "Board")
        left, top = (paper.width - drawn.width) / 2, sheet.top
        sheet.put(drawn, left, top)
        cut_marks(sheet, (top, top + drawn.height), (left, left + drawn.width))
        yield sheet
        return
    paper, across, down = min(
        ((one, *_spread(drawn, one)) for one in (paper, turned)), key=lambda found: found[1] * found[2]
    )
    if across * down > MOST_PAGES:
        raise DiceError(
            f"cells of {side:g} mm: the board takes {across * down} pages, and {MOST_PAGES} at most are printed; "
            f"choose --cell {_fitting_cell(puzzle, font, paper, MOST_PAGES):g} or less"
        )
    wide, high = paper.inner_width, paper.inner_height - HEAD
    most = _most_size([item for item in drawn.items if isinstance(item, Words)], font)
    drawn.items = [
        replace(item, size=min(item.size, most)) if isinstance(item, Words) else item for item in drawn.items
    ]
    for row in range(down):
        for column in range(across):
            name = f"Board, part {row * across + column + 1} of {across * down}"
            where = f"Row {row + 1}, column {column + 1}."
            note = f"{where} {size_note(side, puzzle)} Glue the parts where the broken lines meet."
            sheet = Sheet(paper, font, name, [note], name)
            left, top = column * (wide - OVERLAP), row * (high - OVERLAP)
            size = min(wide, drawn.width - left), min(high, drawn.height - top)
            sheet.put(drawn.part(left, top, *size, font), MARGIN, sheet.top)
            _seams(sheet, (row, column), (down, across), size)
            yield sheet


def _most_size(words: Sequence[Words], font: Font) -> float:
    """Return the size in which no word is larger than what two pages share: each is whole on one of them."""
    return min((one.size * OVERLAP / max(word_size(one, font)) for one in words), default=OVERLAP)


def _seams(sheet: Sheet, here: tuple[int, int], count: tuple[int, int], size: tuple[float, float]) -> None:
    """Draw where the neighbours of a part begin, through the middle of the overlap."""
    (row, column), (down, across), (wide, high) = here, count, size
    half, left, top = OVERLAP / 2, MARGIN, sheet.top
    line = Line(INK, 0.15, (4.0, 1.0, 1.0, 1.0))
    places = [left + half] * (column > 0) + [left + wide - half] * (column < across - 1)
    sheet.lines([((x, top), (x, top + high)) for x in places], line)
    heights = [top + half] * (row > 0) + [top + high - half] * (row < down - 1)
    sheet.lines([((left, y), (left + wide, y)) for y in heights], line)


def _fits(drawn: Drawing, width: float, height: float) -> bool:
    return drawn.width <= width + 1e-6 and drawn.height <= height + 1e-6


def _spread(drawn: Drawing, paper: Paper) -> tuple[int, int]:
    """Return how many pages a board takes across and down."""
    sizes = ((drawn.width, paper.inner_width), (drawn.height, paper.inner_height - HEAD))
    across, down = (max(1, ceil((long - OVERLAP - 1e-6) / (room - OVERLAP))) for long, room in sizes)
    return across, down


def _fitting_cell(puzzle: Puzzle, font: Font, paper: Paper, pages: int) -> float:
    """Return the largest cell, in half millimetres, with which a board takes no more pages than that."""
    side = CELL_RANGE[1]
    while side > CELL_RANGE[0]:
        drawn = Drawing(*board_size(puzzle.grid, side, font))
        if min(across * down for across, down in (_spread(drawn, one) for one in (paper, paper.lying))) <= pages:
            break
        side -= 0.5
    return side


def _piece_sheets(
    puzzle: Puzzle, side: float, paper: Paper, font: Font, parts: Collection[str], *, has_backs: bool
) -> Iterator[tuple[Sheet, Sheet]]:
    """Draw the pages of pieces, each with its back, on which everything lies the other way round."""
    wide, high = paper.inner_width, paper.inner_height - HEAD
    drawn = pieces_drawn(puzzle, side, font, wide) if "pieces" in parts else []
    largest = max((max(one.width / wide, one.height / high) for one in drawn), default=0.0)
    if largest > 1:
        smaller = floor(2 * side / largest) / 2
        raise DiceError(f"cells of {side:g} mm: a piece is larger than a page; choose --cell {smaller:g} or less")
    if "blockers" in parts:
        drawn += [blocker_drawn(puzzle, side) for _ in range(puzzle.blockers)]
    what = " and blockers" if {"pieces", "blockers"} <= set(parts) else ""
    heading = f"Pieces{what}" if "pieces" in parts else "Blockers"
    note = "Glue the page on cardboard, and cut along the dark outlines."
    if has_backs:
        note = (
            "Print on both sides of thin card, turned over the long edge, so that the crosses at the left and right "
            "edges lie on each other. Cut along the dark outlines."
        )
    if any(not piece.flips for piece in puzzle.kinds):
        note += " Pieces with rings may not be turned over."
    for page in packed(drawn, wide, high):
        sheet, back = (
            Sheet(paper, font, heading, [note], heading),
            Sheet(paper, font, name=f"Backs of {heading.lower()}"),
        )
        for one in page:
            sheet.put(one.part.front, MARGIN + one.x, sheet.top + one.y)
            if one.part.back is not None:
                back.put(one.part.back, paper.width - MARGIN - one.x - one.part.width, sheet.top + one.y)
        if has_backs:
            registration_marks(sheet)
            registration_marks(back)
        yield sheet, back


def _sticker_sheets(dice: Sequence[PaperDie], size: float, paper: Paper, labels: Labels, font: Font) -> Iterator[Sheet]:
    """Draw stickers side by side, so that one cut goes through a row; its ends are marked at the edges."""
    across = next(n for n in (6, 3, 2, 1) if n * size <= paper.inner_width - 20)
    rows = [(die, row) for die in dice if die.solid == STICKER_FACES for row in sticker_rows(die, across)]
    in_page = max(1, floor((paper.inner_height - HEAD - 2) / size))
    for start in range(0, len(rows), in_page):
        note = f"Faces of {size:g} mm. Cut between the marks at the edges; stickers with the same number go on one die."
        sheet = Sheet(paper, font, "Stickers for the dice", [note], "Stickers")
        left, top = (paper.width - across * size) / 2, sheet.top
        page = rows[start : start + in_page]
        for place, (die, words) in enumerate(page):
            for column, word in enumerate(words):
                underlined = is_ambiguous(word, labels.texts)
                sheet.put(
                    sticker_drawn(word, die, size, font, underlined=underlined),
                    left + column * size,
                    top + place * size,
                )
        for place, (die, _) in enumerate(page):
            if place == 0 or page[place - 1][0] != die:
                sheet.words(f"Die {die.number}", left - 3, top + (place + 0.5) * size, min(TEXT, SMALL), anchor="end")
        right, bottom = left + across * size, top + len(page) * size
        xs = [left + n * size for n in range(across + 1)]
        ys = [top + n * size for n in range(len(page) + 1)]
        sheet.lines([((left, y), (right, y)) for y in ys] + [((x, top), (x, bottom)) for x in xs], HAIR)
        cut_marks(sheet, ys, xs)
        yield sheet


def _net_sheets(dice: Sequence[PaperDie], size: float, paper: Paper, labels: Labels, font: Font) -> Iterator[Sheet]:
    wide, high = paper.inner_width, paper.inner_height - HEAD
    solids = [die for die in dice if die.solid]
    if not all(_net_fits(die, size, wide, high) for die in solids):
        smaller = size
        while not all(_net_fits(die, smaller, wide, high) for die in solids):
            smaller = ceil(2 * smaller - 1) / 2
        raise DiceError(f"dice of {size:g} mm: a net is larger than a page; choose --die {smaller:g} or less")
    drawn = [net_drawn(die, size, labels.texts, font) for die in solids]
    drawn += [spinner_drawn(die, labels.texts, font, min(wide, high)) for die in dice if not die.solid]
    spinners = len(dice) - len(solids)
    heading = "Dice to glue and spinners" if spinners and solids else "Spinners" if spinners else "Dice to glue"
    note = f"{size:g} mm from face to face. Cut whole lines, fold dashed ones; grey flaps get the glue."
    if spinners:
        note = f"{note} " * bool(solids) + "A paper clip around the tip of a pencil is the hand of a spinner."
    for page in packed(drawn, wide, high):
        sheet = Sheet(paper, font, heading, [note], heading)
        for one in page:
            sheet.put(one.part, MARGIN + one.x, sheet.top + one.y)
        yield sheet


def _net_fits(die: PaperDie, size: float, width: float, height: float) -> bool:
    flat = net(die.solid or STICKER_FACES, size)
    return flat.width <= width and flat.height + 2 * SMALL <= height


def described(pages: Sequence[Page]) -> str:
    """Return what the pages show, in their order.

    Examples
    --------
    >>> described([Page(210, 297, (), name) for name in ("Rules", "Pieces", "Pieces")])
    'rules, pieces (2 pages)'
    """
    counts: dict[str, int] = {}
    for page in pages:
        name = re.sub(r", part .*| [0-9]+( to [0-9]+)?$", "", page.name)
        counts[name] = counts.get(name, 0) + 1
    names = [name[0].lower() + name[1:] for name in counts]
    return ", ".join(
        name if n == 1 else f"{name} ({counted(n, 'page')})" for name, n in zip(names, counts.values(), strict=True)
    )


__all__ = ["EDGE", "PARTS", "GameSettings", "described", "game_pages"]
