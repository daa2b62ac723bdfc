"""The page of rules, written from the puzzle and its dice: what is in the box, how it is made, how it is played."""

from __future__ import annotations

from collections.abc import Sequence, Set as AbstractSet

from dicelab.dice import DiceSet
from dicelab.errors import DiceError
from dicelab.press.boards import Labels, board_drawn, pieces_drawn, tiling_drawn
from dicelab.press.codes import CODE, code_drawn
from dicelab.press.dice import PaperDie
from dicelab.press.fonts import Font, written
from dicelab.press.page import MARGIN, TEXT, Drawing, Paper, Sheet
from dicelab.press.settings import GameSettings
from dicelab.render.packing import packed
from solver.polyform import SQUARES, Puzzle, Tiling
from solver.polyform.grid_text import runs_of_numbers
from solver.words import counted, listed

SOLID_NAMES = {6: "cube", 8: "octahedron", 10: "solid of ten kites", 12: "dodecahedron", 20: "icosahedron"}


def rules_sheet(  # noqa: PLR0913, PLR0917 - all that a game is
    paper: Paper,
    labels: Labels,
    title: str,
    puzzle: Puzzle,
    dice_set: DiceSet | None,
    dice: Sequence[PaperDie],
    regions: Sequence[str],
    example: Tiling | None,
    settings: GameSettings,
    parts: AbstractSet[str],
) -> Sheet:
    """Write the rules on a page, with an example where there is room."""
    sheet = Sheet(paper, labels.font, title, name="Rules")
    _section(sheet, "In the box", [_box(puzzle, dice)])
    _section(sheet, "How to make it", _making(puzzle, dice, parts, settings))
    _section(sheet, "How to play", playing(puzzle, dice_set, dice, _region_texts(puzzle, regions, labels)))
    if settings.link:
        _impossible(sheet, settings.link)
    if labels.are_numbers:
        sheet.paragraph(
            "The font of this file lacks letters of the labels, so the cells are numbered. Name a font that has them "
            "with --font to print the labels."
        )
    if example is not None:
        _example(sheet, puzzle, example, labels)
    return sheet


def _section(sheet: Sheet, heading: str, texts: Sequence[str]) -> None:
    sheet.section(heading)
    for number, text in enumerate(texts, start=1):
        if len(texts) > 1:
            sheet.words(f"{number}.", MARGIN, sheet.top + 0.5 * 1.45 * TEXT, TEXT)
            sheet.paragraph(text, left=MARGIN + 6)
        else:
            sheet.paragraph(text)
        sheet.top += 0.8
    sheet.top += 3.5


def _impossible(sheet: Sheet, link: str) -> None:
    """Lead to the page for impossible rolls by a code."""
    code = code_drawn(link, CODE)
    if sheet.bottom - sheet.top < code.height + 7:
        raise DiceError("link: the page of the rules has no room for a code: leave the link out")
    start = sheet.top
    sheet.section("Is a roll impossible?")
    sheet.paragraph(
        "If the pieces do not seem to fit after a roll: this code leads to a page that shows a solution, or tells why "
        "there is none and which die is misprinted.",
        right=MARGIN + code.width + 3,
    )
    sheet.put(code, sheet.paper.width - MARGIN - code.width, start)
    sheet.top = max(sheet.top, start + code.height) + 3.5


def _box(puzzle: Puzzle, dice: Sequence[PaperDie]) -> str:
    lattice = puzzle.grid.lattice
    cells = counted(len(puzzle.grid), "cell" if lattice is SQUARES else lattice.cell_name)
    spinners = sum(die.solid is None for die in dice)
    things = [
        f"a board of {cells}",
        counted(len(puzzle.pieces), "piece"),
        *([counted(puzzle.blockers, "blocker")] if puzzle.blockers else []),
        *([counted(len(dice) - spinners, "die", "dice")] if len(dice) > spinners else []),
        *([counted(spinners, "spinner")] if spinners else []),
    ]
    text = listed(things, "and")
    return f"{text[0].upper()}{text[1:]}."


def _making(puzzle: Puzzle, dice: Sequence[PaperDie], parts: AbstractSet[str], settings: GameSettings) -> list[str]:
    """Say how the printed parts become a game."""
    texts = ["Print at 100 %, not fitted to the page. Each page has a ruler: measure it, it has to be 50 mm long."]
    if parts & {"board", "pieces", "blockers"}:
        texts.append(
            "Glue the board, the pieces and the blockers on cardboard and cut them out along the dark outlines. "
            + size_note(settings.cell, puzzle)
        )
    solids = sorted({one.solid for one in dice if one.solid})
    if solids and "stickers" in parts:
        texts.append(
            f"For dice of wood or plastic of {settings.die:g} mm: cut out the stickers and put those with the same "
            "number on one die. Or else make dice of paper."
        )
    if solids and "nets" in parts:
        names = listed(SOLID_NAMES[solid] for solid in solids)
        texts.append(
            "For dice of paper: cut out the nets along whole lines, fold them along dashed lines, and glue the "
            f"flaps under the faces beside them. Each becomes {'an' if names[0] in 'aeio' else 'a'} {names}."
        )
    if any(one.solid is None for one in dice) and "nets" in parts:
        texts.append(
            "For a spinner: glue it on cardboard and cut it out. Hold a paper clip with the tip of a pencil on the "
            "dot, and flick the clip: its end shows the cell."
        )
    return texts


def size_note(side: float, puzzle: Puzzle) -> str:
    """Say how large cells are."""
    if puzzle.grid.lattice is SQUARES:
        return f"Cells are {side:g} mm wide."
    return f"Each {puzzle.grid.lattice.cell_name} has the area of a square of {side:g} mm."


def playing(puzzle: Puzzle, dice_set: DiceSet | None, dice: Sequence[PaperDie], regions: Sequence[str]) -> list[str]:
    """Say how the game is played."""
    blockers = puzzle.blockers
    texts = [*_blocking(puzzle, dice_set, dice)] if blockers else ["Begin with the empty board."]
    if regions:
        texts.append(f"Each blocker has a part of the board of its own: {'; '.join(regions)}.")
    sided = [piece for piece in puzzle.kinds if not piece.flips]
    if not sided:
        turning = "Pieces may be turned and turned over."
    elif len(sided) == len(puzzle.kinds):
        turning = "Pieces may be turned, but not turned over: the side with the rings stays up."
    else:
        turning = "Pieces may be turned. Those with rings may not be turned over; the others may."
    cells = "all other cells" if blockers else "all cells"
    texts.append(f"Cover {cells} with the pieces. {turning} They may not overlap or hang over the edge.")
    texts.append(
        "Alone, play until the board is full. Two players, each with a game, roll once, set up the same blockers, and "
        "race: who is first to cover the board wins the round."
        if dice
        else "Alone, play until the board is full. Two players, each with a game, set up the same board and race."
    )
    return texts


def _blocking(puzzle: Puzzle, dice_set: DiceSet | None, dice: Sequence[PaperDie]) -> list[str]:
    free = puzzle.grid.full & ~puzzle.blockable
    if dice_set is None or not dice:
        if puzzle.regions:
            return ["Choose a cell of each coloured part of the board, and put a blocker on it."]
        where = " that have no dashed line" if free else ""
        number = puzzle.blockers
        what = "a blocker on it" if number == 1 else "a blocker on each"
        return [f"Choose {counted(number, 'cell')}{where} as you like or by lot, and put {what}."]
    spinners = sum(die.solid is None for die in dice)
    roll = "Roll the die." if len(dice) == 1 else f"Roll all {len(dice)} dice."
    if spinners == len(dice):
        roll = "Spin the spinner." if spinners == 1 else f"Spin all {spinners} spinners."
    elif spinners:
        rolled = "die" if len(dice) - spinners == 1 else "dice"
        roll = f"Roll the {rolled} and spin the {'spinner' if spinners == 1 else 'spinners'}."
    if puzzle.regions:
        roll += " Or choose a cell of each coloured part of the board."
    shows = (
        "Put a blocker on the cell that it shows." if len(dice) == 1 else "Put a blocker on each cell that they show."
    )
    if len(dice) == 1:
        return [roll, shows]
    if dice_set.shared():
        return [roll, f"{shows} If a cell is shown twice, roll again."]
    return [roll, f"{shows} No two of them show the same cell."]


def _region_texts(puzzle: Puzzle, names: Sequence[str], labels: Labels) -> list[str]:
    """Describe each region by its name, if it has one, and its cells."""
    texts = []
    for number, region in enumerate(puzzle.regions):
        cells = " ".join(runs_of_numbers([labels.texts[cell] for cell in puzzle.grid.cells(region)]))
        name = written(labels.font, names[number]) if number < len(names) and names[number] else ""
        texts.append(f"{name} ({cells})" if name else cells)
    return texts


def _example(sheet: Sheet, puzzle: Puzzle, example: Tiling, labels: Labels) -> None:
    """Draw a board and a tiling of it below the rules, if there is room."""
    room = sheet.bottom - sheet.top - 9
    if room < 25:
        return
    board = board_drawn(puzzle, example.board.blockers, 10, labels)
    tiling = tiling_drawn(example, 10, labels)
    wide = (sheet.paper.inner_width - 12) / 2
    scale = min(wide / board.width, room / board.height, 1.2)
    sheet.section("An example, and one way to solve it")
    sheet.top += 1
    for place, drawn in enumerate((board, tiling)):
        sheet.put(drawn, MARGIN + place * (wide + 12), sheet.top, scale)
    sheet.top += scale * board.height


def pieces_legend(puzzle: Puzzle, font: Font, width: float, height: float) -> Drawing:
    """Draw every piece small, copies included, as large as they fit into a width and a height."""
    for side in (9.0, 8.0, 7.0, 6.0, 5.0, 4.0, 3.0, 2.0):
        pages = packed(pieces_drawn(puzzle, side, font, width), width, height, gap=0.6 * side)
        if len(pages) == 1:
            break
    drawn = Drawing(width, max(one.y + one.part.height for one in pages[0]))
    for one in pages[0]:
        drawn.put(one.part, one.x, one.y)
    return drawn
