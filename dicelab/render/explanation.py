"""Pictures of why a board has no tiling: cells at fault, parts, weights, and one small board for each case."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from dicelab.render.explanation_text import MOST_LINES, covered_text, ruled_out, split_text
from dicelab.render.svg import (
    CELL,
    DARK,
    INK,
    LABELS,
    LIGHT,
    MARGIN,
    NEUTRAL,
    PALETTE,
    Owner,
    board_parts,
    board_size,
    cell_group,
    corner,
    document,
    number,
    peg,
    square,
    tag,
    text,
    written,
)
from dicelab.render.text import wrap
from dicelab.rules import Finding
from dicelab.rules.explain.explanation import Explanation
from dicelab.rules.explain.position import Position, components
from dicelab.rules.explain.tree import Branch, Tree
from dicelab.rules.explain.weights import Lain, Weighing
from solver.errors import InputError
from solver.polyform import Board, SquareGrid

FAULT = "#D55E00"
"""The cells at fault, and the heaviest weight."""

SHADED = "#A6A6A6"
"""A dark cell of the checkerboard."""

WIDTH = 560
"""Least width of a picture with a caption, in pixels."""

SIZE = 15
SMALL_SIZE = 11
LINE = 1.45
"""Height of a line in sizes of its font."""

PANEL = 0.5
LEAST_PANEL = 0.3
"""Scale of the small boards."""

COLUMN = 170
"""Least width of a small board with its caption, in pixels."""

GAP = 24
MOST_PANELS = 60


@dataclass(frozen=True, slots=True)
class Scene:
    """A board with the reason that is to be seen on it.

    Below it stands the ``caption``, each line wrapped where it is too long. Cells at ``fault`` are ringed, each of the
    ``regions`` has a colour of its own, and ``dark`` cells are darker than the rest, as on a checkerboard. ``weights``
    are whole numbers from 0 that are written into cells; the heavier, the darker. ``pieces``, names and masks, lie on
    the board already.
    """

    board: Board
    caption: tuple[str, ...] = ()
    fault: int = 0
    regions: tuple[int, ...] = ()
    dark: int = 0
    weights: Mapping[int, int] = field(default_factory=dict)
    pieces: tuple[tuple[str, int], ...] = ()


def explanation_svg(explanation: Explanation) -> str:
    """Draw why a board has no tiling, as SVG.

    Raises :class:`InputError` if there is nothing to draw: the board has a tiling, or no reason was found why it has
    none.
    """
    if not explanation.findings:
        raise InputError(
            f"board {explanation.board.format()} has no reason to draw: the verdict is {explanation.verdict}"
        )
    position = Position.of(explanation.board.blockers, explanation.puzzle)
    first = explanation.findings[0]
    caption = [f"{found.rule}: {found.text}." for found in explanation.findings]
    tree, weighing = explanation.tree, explanation.weighing
    if weighing is not None:
        said = ruled_out(position, weighing)
        caption.append(covered_text(position, weighing))
        caption += [f"Ruled out: {line}." for line in said[:MOST_LINES]]
        if len(said) > MOST_LINES:
            caption.append(f"… and {len(said) - MOST_LINES} more reasons.")
    if tree is None:
        also = 0
        for found in explanation.findings[1:]:
            also |= found.cells
        return scene_svg(_scene(position, first, weighing, tuple(caption), also=also))
    scene = _scene(position, first, None, (caption[0], split_text(tree).removesuffix(":") + "."))
    return scene_svg(scene, list(_cases(tree, position, ())))


def scene_svg(scene: Scene, panels: Sequence[Scene] = ()) -> str:
    """Draw a board with the reason below it, and a small board with its own reason for each case, at most 60."""
    board_width, board_height = board_size(scene.board.grid)
    width = max(board_width, WIDTH)
    parts = [_board(scene, MARGIN / 2 + (width - board_width) / 2, MARGIN / 2)]
    lines, y = _caption(scene.caption, MARGIN, MARGIN + board_height + MARGIN / 2, width, SIZE)
    parts += lines
    if panels:
        lines, y = _panels(panels[:MOST_PANELS], MARGIN, y + GAP / 2, width)
        parts += lines
        if len(panels) > MOST_PANELS:
            more = f"… and {len(panels) - MOST_PANELS} more cases"
            lines, y = _caption((more,), MARGIN, y, width, SIZE)
            parts += lines
    return document(width + 2 * MARGIN, y + MARGIN, f"Why board {scene.board.format()} has no tiling", parts)


def _board(scene: Scene, x: float, y: float) -> str:
    grid = scene.board.grid
    owners: list[Owner] = [()] * len(grid)
    fills = [NEUTRAL] * len(grid)
    about = [""] * len(grid)
    if scene.dark:
        fills = [SHADED if scene.dark >> cell & 1 else LIGHT for cell in range(len(grid))]
    heaviest = max(scene.weights.values(), default=0)
    for cell, weight in scene.weights.items():
        fills[cell] = _mixed(weight / heaviest if heaviest else 0)
        about[cell] = f"weight {weight}"
    for n, mask in enumerate(scene.regions):
        for cell in grid.cells(mask):
            fills[cell], owners[cell] = PALETTE[n % len(PALETTE)], (1, n)
    for n, (name, mask) in enumerate(scene.pieces):
        for cell in grid.cells(mask):
            # From the end of the palette, so that pieces and regions differ.
            fills[cell], owners[cell], about[cell] = PALETTE[-1 - n % len(PALETTE)], (2, n), f"piece {name}"
    for cell in grid.cells(scene.board.blockers):
        owners[cell] = (0, cell)
    cells = [
        _blocker(grid, cell, scene.fault >> cell & 1 == 1)
        if scene.board.blockers >> cell & 1
        else cell_group(grid, cell, about[cell], [square(grid, cell, fills[cell])])
        for cell in range(len(grid))
    ]
    over = [_ring(grid, cell) for cell in grid.cells(scene.fault & ~scene.board.blockers)]
    over += [written(grid, cell, str(weight), fills[cell]) for cell, weight in scene.weights.items()]
    over += [
        written(grid, cell, name if len(name) <= 3 else str(n + 1), fills[cell])
        for n, (name, mask) in enumerate(scene.pieces)
        for cell in grid.cells(mask & -mask)
    ]
    # Rings and numbers lie above the lines between cells.
    inner = tag("g", ["", *over, ""], transform=f"translate({number(x + LABELS)} {number(y + LABELS)})") if over else ""
    return tag("g", [board_parts(grid, cells, owners, x, y), inner])


def _blocker(grid: SquareGrid, cell: int, at_fault: bool) -> str:
    if not at_fault:
        return peg(grid, cell)
    x, y = corner(grid, cell)
    disc = tag("circle", cx=x + CELL / 2, cy=y + CELL / 2, r=0.34 * CELL, fill=DARK)
    rim = tag("circle", cx=x + CELL / 2, cy=y + CELL / 2, r=0.34 * CELL, fill="none", stroke=FAULT, stroke_width=4)
    return cell_group(grid, cell, "blocker at fault", [square(grid, cell, NEUTRAL), disc, rim])


def _ring(grid: SquareGrid, cell: int) -> str:
    x, y = corner(grid, cell)
    return tag(
        "rect", x=x + 5, y=y + 5, width=CELL - 10, height=CELL - 10, rx=6, fill="none", stroke=FAULT, stroke_width=4
    )


def _mixed(part: float) -> str:
    """Return a shade between a free cell's and the one of the cells at fault."""
    ends = [[int(shade[start : start + 2], 16) for start in (1, 3, 5)] for shade in (LIGHT, FAULT)]
    return "#" + "".join(f"{round(low + (high - low) * 0.85 * part):02X}" for low, high in zip(*ends, strict=True))


def _caption(caption: Sequence[str], x: float, y: float, width: float, size: int) -> tuple[list[str], float]:
    """Return lines of text from a height on, and where they end."""
    # No letter of the font is wider than 0.66 of its size on the average of a line.
    columns = max(8, int(width / (0.66 * size)))
    indent = "  " if size > SMALL_SIZE else ""
    lines = [line for one in caption for line in wrap(one, columns, indent) or [""]]
    parts = [
        text(
            line.lstrip(), x + (len(line) - len(line.lstrip())) * size / 2, y + (n + 0.5) * LINE * size, size, fill=INK
        )
        for n, line in enumerate(lines)
    ]
    return parts, y + len(lines) * LINE * size


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
            small = _board(scene, 0, 0)
            parts.append(tag("g", small, transform=f"translate({number(left)} {number(y)}) scale({number(scale)})"))
            lines, end = _caption(scene.caption, left, y + scale * board_height + 8, column, SMALL_SIZE)
            parts += lines
            lowest = max(lowest, end)
        y = lowest + GAP / 2
    return parts, y


def _cases(tree: Tree, start: Position, laid: tuple[Lain, ...]) -> Iterator[Scene]:
    """Yield a small board for each leaf, with the pieces that lie on it."""
    if isinstance(tree, Branch):
        for lain, below in tree.cases:
            yield from _cases(below, start, (*laid, lain))
        return
    placed = ", ".join(start.words(*lain) for lain in laid)
    caption = (f"{placed}:", f"{tree.finding.text} ({tree.finding.rule}).")
    yield _scene(start, tree.finding, tree.weighing, caption, laid)


def _scene(
    position: Position,
    finding: Finding,
    weighing: Weighing | None,
    caption: tuple[str, ...],
    laid: tuple[Lain, ...] = (),
    also: int = 0,
) -> Scene:
    """Return what there is to see of a finding; ``also`` are cells at fault of other rules."""
    table = position.table
    grid = table.puzzle.grid
    board = Board(grid.full & ~position.free, grid)
    pieces = tuple((table.kinds[kind].name, mask) for kind, mask in laid)
    free = position.free
    for _, mask in laid:
        free &= ~mask
    if weighing is not None and weighing.total < 1000 * len(grid):
        numbers = {cell: weighing.weights[cell] for cell in grid.cells(free)}
        return Scene(board, caption, weights=numbers, pieces=pieces)
    if finding.rule == "colour":
        return Scene(board, caption, dark=free & grid.dark, fault=also & free, pieces=pieces)
    if finding.rule == "stripes":
        return Scene(board, caption, dark=finding.cells & free, pieces=pieces)
    if finding.rule in {"areas", "shares"}:
        return Scene(board, caption, regions=tuple(components(finding.cells & free, grid)), pieces=pieces)
    return Scene(board, caption, fault=finding.cells & free, pieces=pieces)
