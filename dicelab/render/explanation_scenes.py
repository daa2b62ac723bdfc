"""An explanation as a picture: what there is to see of each rule."""

from __future__ import annotations

from collections.abc import Iterator

from dicelab.render import Scene, explanation_svg
from dicelab.render.explanation_text import MOST_LINES, covered_text, ruled_out, split_text
from dicelab.rules import Finding
from dicelab.rules.explain.explanation import Explanation
from dicelab.rules.explain.position import Position, components
from dicelab.rules.explain.tree import Branch, Tree
from dicelab.rules.explain.weights import Lain, Weighing
from solver.errors import InputError
from solver.polyform import Board


def picture(explanation: Explanation) -> str:
    """Draw why a board has no tiling, as SVG.

    Raises
    ------
    InputError
        If there is nothing to draw: the board has a tiling, or no reason was found why it has none.
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
        return explanation_svg(_scene(position, first, weighing, tuple(caption), also=also))
    scene = _scene(position, first, None, (caption[0], split_text(tree).removesuffix(":") + "."))
    return explanation_svg(scene, list(_panels(tree, position, ())))


def _panels(tree: Tree, start: Position, laid: tuple[Lain, ...]) -> Iterator[Scene]:
    """Yield a small board for each leaf, with the pieces that lie on it."""
    if isinstance(tree, Branch):
        for lain, below in tree.cases:
            yield from _panels(below, start, (*laid, lain))
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
