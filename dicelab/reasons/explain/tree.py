"""Search arguments: cases by the cell or the piece that leaves the fewest, until a rule closes each of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

from dicelab.reasons.board import Finding
from dicelab.reasons.explain.position import OpenBoard, is_shared_out, shares_of
from dicelab.reasons.explain.weights import Lain, Weighing, finding_of, is_outweighed, weigh
from solver.exact_cover.backend import Clock
from solver.exact_cover.problem import Limits
from solver.polyform import Grid, Puzzle


class OutOfBudgetError(Exception):
    """Positions or seconds are used up; :func:`search` then gives up, or returns a tree that need not be the least."""


@dataclass(frozen=True)
class Leaf:
    """A position that a rule rejects."""

    position: OpenBoard

    @cached_property
    def _reason(self) -> tuple[Finding, Weighing | None]:
        found = reason_of(self.position)
        if found is None:  # pragma: no cover - what closed it once closes it again
            raise AssertionError("a rule rejects a position and has no reason")
        return found

    @property
    def finding(self) -> Finding:
        """Why a rule rejects the position."""
        return self._reason[0]

    @property
    def weighing(self) -> Weighing | None:
        """The weights where these are the reason."""
        return self._reason[1]


@dataclass(frozen=True, slots=True)
class Branch:
    """All ways to cover a cell, or to lay a piece of a kind (the other is ``None``), and the positions left."""

    position: OpenBoard
    cell: int | None
    kind: int | None
    cases: tuple[tuple[Lain, Branch | Leaf], ...]


Tree = Branch | Leaf


def leaves(tree: Tree) -> Iterator[Leaf]:
    """Yield the leaves of a tree in order."""
    if isinstance(tree, Leaf):
        yield tree
    else:
        for _, below in tree.cases:
            yield from leaves(below)


def leaf_count(tree: Tree) -> int:
    """Count the cases that a rule closes."""
    return sum(1 for _ in leaves(tree))


def branches(tree: Tree) -> int:
    """Count the positions that are split into cases."""
    return 0 if isinstance(tree, Leaf) else 1 + sum(branches(below) for _, below in tree.cases)


def depth(tree: Tree) -> int:
    """Return the most pieces that are laid before a rule closes a case."""
    return 0 if isinstance(tree, Leaf) else 1 + max((depth(below) for _, below in tree.cases), default=0)


class _Search:
    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._clock = Clock(limits)
        self._asked: dict[OpenBoard, bool] = {}

    def is_closed(self, position: OpenBoard) -> bool:
        """Ask the rules, cheapest first, about a position not asked before."""
        if position not in self._asked:
            if self._clock.is_over(len(self._asked)):
                raise OutOfBudgetError
            self._asked[position] = is_closed(position)
        return self._asked[position]

    def least(self, position: OpenBoard, deep: int, most: int) -> Tree | None:
        """Return a tree with the fewest leaves, at most ``most``, among those of a depth; ``None`` if there is none."""
        if most < 1:
            return None
        if self.is_closed(position):
            return Leaf(position)
        if not deep:
            return None
        best: Tree | None = None
        for cell, kind, ways in items(position):
            # Each case has a leaf, and the items that follow have no fewer cases.
            if len(ways) > most:
                break
            found = self._cases(position, ways, deep, most)
            if found is not None:
                best = Branch(position, cell, kind, found)
                most = leaf_count(best) - 1
        return best

    def _cases(
        self, position: OpenBoard, ways: list[Lain], deep: int, most: int
    ) -> tuple[tuple[Lain, Tree], ...] | None:
        """Return a tree for each case, with at most ``most`` leaves together."""
        found: list[tuple[Lain, Tree]] = []
        left = len(ways)
        for lain in ways:
            left -= 1
            below = self.least(position.lay(*lain), deep - 1, most - left)
            if below is None:
                return None
            most -= leaf_count(below)
            found.append((lain, below))
        return tuple(found)

    def greedy(self, position: OpenBoard) -> Tree:
        """Return a tree of any depth: the item with the fewest cases is always the one that is split."""
        if self.is_closed(position):
            return Leaf(position)
        cell, kind, ways = next(items(position))
        return Branch(position, cell, kind, tuple((lain, self.greedy(position.lay(*lain))) for lain in ways))


def is_closed(position: OpenBoard) -> bool:
    """Tell whether ``shares``, ``weights`` or ``cut-offs`` rejects a position."""
    if not position.free:
        return False
    return (
        not is_shared_out(position) or is_outweighed(position, cut_off=False) or is_outweighed(position, cut_off=True)
    )


def items(position: OpenBoard) -> Iterator[tuple[int | None, int | None, list[Lain]]]:
    """Yield each cell and each kind of piece with its placements, those with the fewest first."""
    fitting = position.placements()
    ways: list[tuple[int | None, int | None, list[Lain]]] = [
        (cell, None, [lain for lain in fitting if lain[1] >> cell & 1]) for cell in Grid.cells(position.free)
    ]
    ways += [
        (None, kind, [lain for lain in fitting if lain[0] == kind])
        for kind, number in enumerate(position.left)
        if number
    ]
    return iter(sorted(ways, key=lambda way: len(way[2])))


def search(position: OpenBoard, limits: Limits, deepest: int | None = None) -> tuple[Tree, bool] | None:
    """Return a search argument for a position without a tiling, and whether it is proved to have the fewest leaves.

    Iterative deepening and branch and bound: of the trees of the least depth that closes all cases, one with the fewest
    leaves. A leaf is a position that ``shares``, ``weights`` or ``cut-offs`` rejects. At most ``limits.nodes``
    positions are looked at, and at most ``deepest`` pieces laid. ``None`` if there is none, or none was found within
    the limits.
    """
    run = _Search(limits)
    end = sum(position.left) if deepest is None else deepest
    try:
        for deep in range(end + 1):
            found = run.least(position, deep, 1 << 30)
            if found is not None:
                return found, True
    except OutOfBudgetError:
        if deepest is not None:
            return None
        # As much once more for a tree that need not be the least.
        with suppress(OutOfBudgetError, StopIteration):
            return _Search(limits).greedy(position), False
    return None


def reason_of(position: OpenBoard) -> tuple[Finding, Weighing | None] | None:
    """Return why a rule rejects a position, the simplest rule first, and its weights; ``None`` if none does."""
    finding = shares_of(position)
    if finding is not None:
        return finding, None
    for rule, cut_off in (("weights", False), ("cut-offs", True)):
        found = weigh(position, cut_off=cut_off)
        if found is not None:
            return finding_of(rule, position, found), found
    return None


def cases(blockers: int, puzzle: Puzzle) -> Finding | None:
    """Reject a board on which each way to cover one cell, or to lay one piece, leaves a position that a rule rejects.

    The rules are ``shares``, ``weights`` and ``cut-offs``; of all cells and pieces, one with the fewest cases is named.

    Proof of soundness: a tiling covers the cell, and lays the piece, by one of the placements listed, and tiles
    what that leaves with the other pieces. If a sound rule rejects what each of them leaves, there is no tiling.
    A board that one of the rules rejects already has no tiling either.

    Notes
    -----
    The cells at fault are the cell, or the cells that the piece can lie on. :func:`search` returns all cases.
    """
    position = OpenBoard.of(blockers, puzzle)
    tree = _Search(Limits()).least(position, 1, 1 << 30)
    if isinstance(tree, Leaf):
        return Finding("cases", position.free, "A rule rejects the board as it is")
    return None if tree is None else finding_of_tree(tree)


def finding_of_tree(tree: Branch) -> Finding:
    """Return the first split of a tree in one line."""
    table, ways = tree.position.table, len(tree.cases)
    rule = "cases" if depth(tree) == 1 else "search"
    if tree.cell is not None:
        where, what = 1 << tree.cell, f"to cover {table.grid.label(tree.cell)}"
    else:
        where = 0
        for (_, mask), _ in tree.cases:
            where |= mask
        what = f"to place {table.kinds[tree.kind or 0].name}"
    many = f"Each of the {ways} ways" if ways > 1 else "The one way"
    return Finding(rule, where, f"{many} {what} leaves cells that the other pieces can't cover")
