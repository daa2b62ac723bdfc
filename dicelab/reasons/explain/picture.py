"""Pictures of why a board has no tiling: cells at fault, parts, weights, and one small board for each case."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from dicelab.reasons.explain.argument import (
    MOST_CASES,
    BoardMarks,
    Mark,
    aside_lines,
    case_text,
    marks_of,
    marks_of_tree,
    paragraphs,
)
from dicelab.reasons.explain.position import OpenBoard
from dicelab.reasons.explain.tree import Branch, Tree
from dicelab.reasons.explain.weights import Lain
from dicelab.render.board import (
    Owner,
    board_parts,
    board_size,
    cell_group,
    ground,
    labelled,
    labels_room,
    peg,
    ring,
    written,
)
from dicelab.render.pieces import kind_colour, legend
from dicelab.render.svg import (
    INK,
    LIGHT,
    MARGIN,
    NEUTRAL,
    PALETTE,
    PARTS,
    caption_lines,
    document,
    ink_on,
    mixed,
    number,
    tag,
    text,
)
from solver.errors import InputError
from solver.polyform import Board, Puzzle

if TYPE_CHECKING:
    from dicelab.reasons.explain.explanation import Explanation

FAULT = "#B3001B"
"""The rings of the cells at fault: none of the colours of the pieces."""

HEAVIEST = "#6E6E6E"
"""The cell with the greatest number; grey, so that it is not taken for a piece."""

SHADED = "#A6A6A6"
"""A dark cell of the checkerboard."""

GREY = "#DADADA"
"""A cell of the second of three colours."""

LABEL = 12
"""Size of the label on a cell that is marked."""

WIDTH = 640
"""Least width of a picture with a caption, in pixels."""

BESIDE = 240
"""Least room on the right of the board for the meaning of its marks; a wider board has it below."""

TITLE_SIZE = 22
SIZE = 15
SMALL_SIZE = 11
PANEL = 0.5
LEAST_PANEL = 0.3
"""Scale of the small boards."""

COLUMN = 190
"""Least width of a small board with its caption, in pixels."""

GAP = 24
MOST_PANELS = 60
SWATCH = 20


@dataclass(frozen=True, slots=True)
class Scene:
    """A board with the reason that is to be seen on it.

    Below it stands the ``caption``, each line wrapped where it is too long. ``pieces``, names and masks, lie on the
    board already; in the colours of ``puzzle``, if it is given.
    """

    board: Board
    caption: tuple[str, ...] = ()
    marks: BoardMarks | None = None
    pieces: tuple[tuple[str, int], ...] = ()
    puzzle: Puzzle | None = None

    def marked(self, mark: Mark) -> tuple[int, ...]:
        """Return the masks with this mark; none if the board has another."""
        return self.marks.parts if self.marks is not None and self.marks.mark is mark else ()


def explanation_svg(explanation: Explanation, *, every: bool = False) -> str:
    """Draw why a board has no tiling, as SVG: the board with its marks, the argument, and a small board each case.

    Of a long argument the first 9 cases are drawn; with ``every``, all cases of the whole tree, up to 60.

    Raises :class:`InputError` if there is nothing to draw: the board has a tiling, or no reason was found why it has
    none.
    """
    if not explanation.findings:
        raise InputError(
            f"board {explanation.board.format()} has no reason to draw: the verdict is {explanation.verdict}"
        )
    position = OpenBoard.of(explanation.board.blockers, explanation.puzzle)
    tree, weighing = explanation.tree, explanation.weighing
    caption = paragraphs(explanation)
    if weighing is not None:
        caption += aside_lines(position, weighing, every=every)
    marks = marks_of(position, explanation.findings[0], weighing, tree)
    scene = Scene(explanation.board, tuple(caption), marks, puzzle=explanation.puzzle)
    if tree is None:
        return scene_svg(scene)
    panels = list(_leaf_scenes(tree, scene, position) if every else _case_scenes(tree, scene))
    return scene_svg(scene, panels, most=MOST_PANELS if every else MOST_CASES)


def scene_svg(scene: Scene, panels: Sequence[Scene] = (), *, most: int = MOST_PANELS) -> str:
    """Draw a board with its marks explained and the pieces beside it, the reason below, and a small board each case.

    At most ``most`` cases are drawn.
    """
    board_width, board_height = board_size(scene.board.grid)
    width = max(board_width, WIDTH)
    blockers = scene.board.format()
    head, y = _heading("Why this board has no tiling", f"Blockers: {blockers or 'none'}", width)
    beside = width - board_width >= BESIDE
    parts = [*head, _board(scene, MARGIN - 6, y)]
    x, top = (
        (MARGIN + board_width + GAP, y + labels_room(scene.board.grid))
        if beside
        else (MARGIN, y + board_height + MARGIN)
    )
    lines, below = _key(scene, x, top, width - board_width - GAP if beside else width)
    parts += lines
    y = max(y + board_height + MARGIN, below + MARGIN / 2)
    lines, y = caption_lines(scene.caption, MARGIN, y, width, SIZE)
    parts += lines
    if panels:
        number = len(panels)
        what = f"The first {most} of {number} cases:" if number > most else f"The {number} cases:"
        parts.append(text(what if number > 1 else "The one case:", MARGIN, y + GAP, SIZE, fill=INK, font_weight="bold"))
        lines, y = _panels(panels[:most], MARGIN, y + 2 * GAP, width)
        parts += lines
        if number > most:
            lines, y = caption_lines((f"… and {number - most} more cases",), MARGIN, y, width, SIZE)
            parts += lines
    return document(width + 2 * MARGIN, y + MARGIN, f"Why board {blockers} has no tiling", parts)


def _heading(title: str, about: str, width: float) -> tuple[list[str], float]:
    """Return the title and a line or more below it, and where they end."""
    top = MARGIN + 1.4 * TITLE_SIZE
    lines, y = caption_lines((about,), MARGIN, top, width, SIZE)
    head = text(title, MARGIN, MARGIN + TITLE_SIZE / 2, TITLE_SIZE, fill=INK, font_weight="bold")
    return [head, *lines], y + MARGIN / 2


def _key(scene: Scene, x: float, y: float, width: float) -> tuple[list[str], float]:
    """Return the meaning of the marks and the pieces with their letters, and where they end."""
    parts: list[str] = []
    if scene.marks is not None and scene.marks.meaning:
        lines, end = caption_lines((scene.marks.meaning,), x + SWATCH + 8, y, width - SWATCH - 8, SIZE - 1)
        parts += [_swatch(scene.marks, x, y), *lines]
        y = max(end, y + SWATCH) + GAP / 2
    if scene.puzzle is not None:
        lines, y = caption_lines(("The pieces:",), x, y, width, SIZE - 1)
        pieces, tall = legend(scene.puzzle, x, y + 6, width, side=18)
        parts += [*lines, *pieces]
        y += 6 + tall
    return parts, y


def _swatch(marks: BoardMarks, x: float, y: float) -> str:
    """Return a cell with the mark, or two where the parts have several colours."""
    if marks.mark is Mark.FAULT:
        return tag("rect", x=x + 2, y=y + 2, width=16.0, height=16.0, rx=3, fill=NEUTRAL, stroke=FAULT, stroke_width=3)
    if marks.mark is Mark.WEIGHT:
        fill = _grey(0.5)
        one = text("1", x + 10, y + 10, 13, text_anchor="middle", fill=ink_on(fill), font_weight="bold")
        return tag("rect", x=x, y=y, width=20.0, height=20.0, fill=fill) + one
    fills = zip(range(len(marks.parts)), (SHADED, GREY) if marks.mark is Mark.DARK else PARTS[:2], strict=False)
    return "".join(
        tag("rect", x=x + 10.0 * n, y=y, width=20.0 if n == 0 else 10.0, height=20.0, fill=fill) for n, fill in fills
    )


def _board(scene: Scene, x: float, y: float, *, small: bool = False) -> str:
    grid = scene.board.grid
    owners: list[Owner] = [()] * len(grid)
    fills = [NEUTRAL] * len(grid)
    about = [""] * len(grid)
    weights = {} if scene.marks is None else scene.marks.weights
    if dark := scene.marked(Mark.DARK):
        fills = [LIGHT] * len(grid)
        for shade, mask in zip((SHADED, GREY), dark, strict=False):
            for cell in grid.cells(mask):
                fills[cell] = shade
    heaviest = max(weights.values(), default=0)
    for cell, weight in weights.items():
        fills[cell] = _grey(weight / heaviest if heaviest else 0)
        about[cell] = f"weight {weight}"
    for n, mask in enumerate(scene.marked(Mark.PART)):
        for cell in grid.cells(mask):
            fills[cell], owners[cell] = PARTS[n % len(PARTS)], (1, n)
    colours = {} if scene.puzzle is None else {one.name: kind_colour(scene.puzzle, one) for one in scene.puzzle.kinds}
    for n, (name, mask) in enumerate(scene.pieces):
        shade = colours.get(name, PALETTE[n % len(PALETTE)])
        for cell in grid.cells(mask):
            fills[cell], owners[cell], about[cell] = shade, (2, n), f"piece {name}"
    for cell in grid.cells(scene.board.blockers):
        owners[cell] = (0, cell)
    fault = sum(scene.marked(Mark.FAULT))
    worded = {*weights, *((mask & -mask).bit_length() - 1 for _, mask in scene.pieces)}
    cells = [
        peg(grid, cell, rim=FAULT if fault >> cell & 1 else "")
        if scene.board.blockers >> cell & 1
        else cell_group(
            grid,
            cell,
            about[cell],
            [
                ground(grid, cell, fills[cell]),
                "" if cell in worded or (small and weights) else labelled(grid, cell, fills[cell], size=LABEL),
            ],
        )
        for cell in range(len(grid))
    ]
    over = [ring(grid, cell, FAULT) for cell in grid.cells(fault & ~scene.board.blockers)]
    over += [
        # A 0 adds nothing: it stays in the background.
        written(grid, cell, str(weight), fills[cell], None if weight else SHADED, alone=small)
        for cell, weight in weights.items()
    ]
    over += [
        written(grid, cell, name if len(name) <= 3 else str(n + 1), fills[cell], alone=small)
        for n, (name, mask) in enumerate(scene.pieces)
        for cell in grid.cells(mask & -mask)
    ]
    room = labels_room(grid)
    # Rings and numbers lie above the lines between cells.
    inner = tag("g", ["", *over, ""], transform=f"translate({number(x + room)} {number(y + room)})") if over else ""
    return tag("g", [board_parts(grid, cells, owners, x, y), inner])


def _grey(share: float) -> str:
    return mixed(0.85 * share, LIGHT, HEAVIEST)


def _panels(panels: Sequence[Scene], x: float, y: float, width: float) -> tuple[list[str], float]:
    board_width, board_height = board_size(panels[0].board.grid)
    across = max(1, int((width + GAP) // (max(COLUMN, LEAST_PANEL * board_width) + GAP)))
    column = (width - (across - 1) * GAP) / across
    scale = min(PANEL, column / board_width)
    parts: list[str] = []
    for start in range(0, len(panels), across):
        lowest = y
        for place, scene in enumerate(panels[start : start + across]):
            left = x + place * (column + GAP)
            small = _board(scene, 0, 0, small=True)
            parts.append(tag("g", small, transform=f"translate({number(left)} {number(y)}) scale({number(scale)})"))
            lines, end = caption_lines(scene.caption, left, y + scale * board_height + 8, column, SMALL_SIZE)
            parts += lines
            lowest = max(lowest, end)
        y = lowest + GAP / 2
    return parts, y


def _case_scenes(tree: Branch, scene: Scene) -> Iterator[Scene]:
    """Yield a small board for each case of the first split, with the piece that lies on it."""
    for place, (lain, below) in enumerate(tree.cases, start=1):
        caption = (f"{place}. {tree.position.words(*lain)}: {case_text(below)}.",)
        yield replace(scene, caption=caption, marks=marks_of_tree(below), pieces=_named(tree.position, [lain]))


def _leaf_scenes(tree: Tree, scene: Scene, start: OpenBoard, laid: tuple[Lain, ...] = ()) -> Iterator[Scene]:
    """Yield a small board for each leaf, with the pieces that lie on it."""
    if isinstance(tree, Branch):
        for lain, below in tree.cases:
            yield from _leaf_scenes(below, scene, start, (*laid, lain))
        return
    placed = ", ".join(start.words(*lain) for lain in laid)
    caption = (f"{placed}: {case_text(tree, every=True)}.",)
    yield replace(scene, caption=caption, marks=marks_of_tree(tree), pieces=_named(start, laid))


def _named(position: OpenBoard, laid: Sequence[Lain]) -> tuple[tuple[str, int], ...]:
    """Return the pieces that lie on a board by their names."""
    return tuple((position.table.kinds[kind].name, mask) for kind, mask in laid)
