"""Dice sets, boards and tilings as plain text for a terminal of 80 columns, and texts that fit their place."""

from __future__ import annotations

import textwrap
import unicodedata
from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from dicelab.dice import DiceSet
from dicelab.dice.dice_set import Die
from dicelab.dice.names import plain
from dicelab.render.drawing import TERMINAL, beside, board_drawn, labels_inside, pieces_by_cell, with_labels
from solver.polyform import GENIUS_SQUARE, Board, Grid, SquareGrid, Tiling
from solver.words import counted

WIDTH = TERMINAL
FREE = "."
CROWDED = "*"
"""A cell on more dice than fit; they are listed below the board."""

MOST_IN_CELL = 5

GAP = 2
"""Columns between two boards."""


def dice_set_text(dice_set: DiceSet) -> str:
    """Write a dice set in 80 columns: the board with the number of each cell's die, then the faces of each die.

    Examples
    --------
    >>> from solver.polyform import Puzzle
    >>> print(dice_set_text(DiceSet.parse("A1 A1 A2 | B1 B3", Puzzle.parse("2x3/2:O4"), "small")))
    small
    2×3 board, 2 dice of 2 cells, 4 rolls
    puzzle 2x3/2:O4
    <BLANKLINE>
       1 2 3
    A  1 1 .
    B  2 . 2
    <BLANKLINE>
    die 1  A1×2 A2
    die 2  B1 B3
    no die A3 B2
    <BLANKLINE>
    """
    grid = dice_set.puzzle.grid
    on = owners(dice_set)
    shown = {cell: "+".join(str(die + 1) for die in dice) for cell, dice in enumerate(on) if dice}
    crowded = [cell for cell, entry in shown.items() if len(entry) > MOST_IN_CELL]
    notes = [f"{CROWDED} {grid.label(cell)}: dice {shown[cell].replace('+', ', ')}" for cell in crowded]
    zones = {cell: dice for cell, dice in enumerate(on) if dice}
    board = labelled(grid, {**shown, **dict.fromkeys(crowded, CROWDED)}, zones)
    rows = [(f"die {number}", face_labels(die, grid)) for number, die in enumerate(dice_set.dice, start=1)]
    unused = unused_labels(dice_set)
    if unused:
        rows.append(("no die", unused))
    puzzle = dice_set.puzzle
    # The reader takes a text that names no puzzle for one of the Genius Square.
    named = [] if puzzle == GENIUS_SQUARE else wrap(f"puzzle {puzzle.format()}", WIDTH, " " * 7)
    return "\n".join(
        [
            cut(plain(dice_set.name) or "unnamed", WIDTH),
            *wrap(dice_set_caption(dice_set), WIDTH),
            *named,
            "",
            *board,
            *(line for note in notes for line in wrap(note, WIDTH, "  ")),
            "",
            *(line for head, labels in rows for line in wrap(f"{head:<6} {' '.join(labels)}", WIDTH, " " * 7)),
            "",
        ]
    )


def board_text(board: Board) -> str:
    """Write a board with labels: ``.`` for a free cell, ``#`` for a blocker, holes blank.

    Cells whose labels are written on them have these where they are free.

    Examples
    --------
    >>> print(board_text(Board.parse("A2", SquareGrid(2, 3, ["B3"]))))
       1 2 3
    A  . # .
    B  . .
    <BLANKLINE>
    """
    if labels_inside(board.grid):
        return "\n".join([*with_labels(board.grid, board.blockers), ""])
    return marked_text(board, {})


def board_rows(board: Board) -> str:
    """Return a board for people: rows of ``.`` and ``#`` of squares, other cells in their outlines with labels."""
    return "\n".join(with_labels(board.grid, board.blockers)) if labels_inside(board.grid) else board.rows()


def tiling_rows(tiling: Tiling, laid: Collection[int] = ()) -> str:
    """Return a tiling for people without labels: rows of characters, other pieces in their outlines.

    With the numbers of ``laid`` pieces, only these lie on the board.
    """
    grid = tiling.puzzle.grid
    letters = laid_letters(tiling, laid)
    if not labels_inside(grid):
        return grid.draw(letters)
    return "\n".join(board_drawn(grid, letters, pieces_by_cell(tiling, laid)))


def laid_letters(tiling: Tiling, laid: Collection[int] = ()) -> dict[int, str]:
    """Return the character of each cell where only the pieces with some numbers lie; all of them, if it has none."""
    on = pieces_by_cell(tiling, laid)
    letters = tiling.puzzle.grid.undraw(tiling.format())
    return {cell: one if one == "#" or cell in on else "." for cell, one in letters.items()}


def solution_rows(tiling: Tiling) -> str:
    r"""Return a tiling as the solution of a board, beside it the labels where these are on the cells.

    Examples
    --------
    >>> from solver.polyform import Puzzle
    >>> print(solution_rows(Tiling.parse("11\n#1", Puzzle.parse("2x2=JAN,FEB,1..2/1:L3"))))
    JAN FEB   1 1
      1   2   # 1
    """
    if not labels_inside(tiling.puzzle.grid):
        return tiling_rows(tiling)
    return tiling_text(tiling).rstrip("\n")


def side_by_side(boards: Sequence[Board], heads: Sequence[str] = ()) -> tuple[int, list[str]]:
    """Draw as many boards as fit beside each other in 80 columns, one at least.

    Return how many were drawn, and the lines: the ``heads``, if any, the names of the blockers, the rows.
    """
    columns = [[*heads[n : n + 1], board.format(), *board_rows(board).splitlines()] for n, board in enumerate(boards)]
    while len(columns) > 1:
        width = max(len(line) for column in columns for line in column)
        if len(columns) * (width + GAP) - GAP <= WIDTH:
            padded = ("".join(cell.ljust(width + GAP) for cell in row) for row in zip(*columns, strict=True))
            return len(columns), [row.rstrip() for row in padded]
        columns.pop()
    names = 1 + len(heads[:1])
    return 1, [*(line for name in columns[0][:names] for line in wrap(name, WIDTH) or [""]), *columns[0][names:]]


def tiling_text(tiling: Tiling) -> str:
    """Write a tiling with labels: for each cell the character of its piece, ``#`` for a blocker."""
    grid = tiling.puzzle.grid
    letters = grid.undraw(tiling.format())
    return "\n".join([*labelled(grid, letters, pieces_by_cell(tiling)), ""])


def labelled(grid: Grid, entries: Mapping[int, str], zones: Mapping[int, object] | None = None) -> list[str]:
    """Return the lines of a board with labels, folded by columns where it is too wide.

    Cells whose labels are not outside the board have these in a drawing beside it; there are no lines within ``zones``.
    """
    if labels_inside(grid):
        return beside(with_labels(grid), board_drawn(grid, entries, zones))
    wide = max([len(str(grid.columns)), *map(len, entries.values())])
    fold = (WIDTH - 2) // (wide + 1)
    lines: list[str] = []
    for start in range(0, grid.columns, fold):
        part = range(start, min(start + fold, grid.columns))
        if start:
            lines.append("")
        lines.append("  " + "".join(f" {column + 1:>{wide}}" for column in part))
        for row in range(grid.rows):
            cells = (
                entries.get(cell, FREE)
                if (cell := grid.index.get((grid.top + row, grid.left + column))) is not None
                else ""
                for column in part
            )
            lines.append(f"{chr(ord('A') + row)} {''.join(f' {entry:>{wide}}' for entry in cells)}".rstrip())
    return lines


def columns(text: str) -> int:
    """Return how many columns of a terminal a text takes: East Asian wide characters two, accents none."""
    return sum(_columns(character) for character in text)


def _columns(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in {"Mn", "Me"}:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def cut(text: str, width: int) -> str:
    """Return the text, or its start and an ellipsis where it takes more columns than ``width``."""
    if columns(text) <= width and len(text) <= 4 * width:
        return text
    kept = ""
    for character in text:
        if columns(kept + character) > width - 1 or len(kept) > 4 * width:
            break
        kept += character
    return kept + "…"


def wrap(text: str, width: int, indent: str = "") -> list[str]:
    """Break a text into lines; all but the first start with ``indent``."""
    return textwrap.wrap(text, width, subsequent_indent=indent, break_on_hyphens=False)


def face_labels(die: Die, grid: Grid) -> list[str]:
    """Return the different faces of a die in order, repeated ones with their number.

    Examples
    --------
    >>> grid = SquareGrid(6, 6)
    >>> face_labels(Die((5, 5, 5, 30, 31, 31)), grid)
    ['A6×3', 'F1', 'F2×2']
    """
    return [grid.label(cell) + (f"×{times}" if times > 1 else "") for cell, times in Counter(die.faces).items()]


def owners(dice_set: DiceSet) -> list[tuple[int, ...]]:
    """Return for each cell the numbers of the dice that show it, from 0."""
    found: list[tuple[int, ...]] = [()] * len(dice_set.puzzle.grid)
    for number, die in enumerate(dice_set.dice):
        for cell in die.cells:
            found[cell] = (*found[cell], number)
    return found


def unused_labels(dice_set: DiceSet) -> list[str]:
    """Return the labels of the cells that are on no die, but for those that may not be blocked."""
    grid, blockable = dice_set.puzzle.grid, dice_set.puzzle.blockable
    return [grid.label(cell) for cell, dice in enumerate(owners(dice_set)) if not dice and blockable >> cell & 1]


def dice_set_caption(dice_set: DiceSet) -> str:
    """Describe the set on one line: board, sizes of the dice, rolls.

    Examples
    --------
    >>> from dicelab.dice import catalogue_set
    >>> dice_set_caption(catalogue_set("default"))
    '6×6 board, 7 dice of 2, 4, 6, 6, 6, 6, 6 cells, 62,208 rolls'
    """
    grid, sizes, count = dice_set.puzzle.grid, dice_set.sizes, dice_set.roll_count
    low, high = min(sizes, default=0), max(sizes, default=0)
    listed = ", ".join(map(str, sizes)) if len(sizes) <= 12 else f"{low} to {high}"
    shown = str(low) if low == high else listed
    dice = f"{len(sizes)} {'die' if len(sizes) == 1 else 'dice'} of {shown} cell{'s' if high != 1 else ''}"
    rolls = f"{count:,}" if count < 10**12 else f"{count:.1e}"
    again = ", shared cells" if dice_set.shared_cells else ""
    return f"{board_words(grid)}, {dice}, {rolls} roll{'s' if count != 1 else ''}{again}"


def board_words(grid: Grid) -> str:
    """Describe a board: its size, or the number of its cells where the size does not tell it.

    Examples
    --------
    >>> board_words(Grid.parse("6x6")), board_words(Grid.parse("triangles@4,2-6,2-6,4"))
    ('6×6 board', 'board of 12 triangles')
    """
    if isinstance(grid, SquareGrid) and grid.labelling is None:
        return f"{grid.rows}×{grid.columns} board"
    return f"board of {counted(len(grid), grid.lattice.cell_name)}"


def marked_text(board: Board, marks: Mapping[int, str]) -> str:
    """Write a board with labels: ``.`` for a free cell, ``#`` for a blocker, and marks in place of either.

    Examples
    --------
    >>> print(marked_text(Board.parse("A2", SquareGrid(2, 3)), {0: "x"}))
       1 2 3
    A  x # .
    B  . . .
    <BLANKLINE>
    """
    return "\n".join([*labelled(board.grid, {**dict.fromkeys(board.grid.cells(board.blockers), "#"), **marks}), ""])
