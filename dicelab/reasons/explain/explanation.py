"""Why a board has no tiling: the simplest rule that says so, or a search argument; and all rules, for many boards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from dicelab.errors import DONE, FALSE, UNKNOWN
from dicelab.reasons.board import Finding, colour, isolated_dominoes, isolated_monominoes
from dicelab.reasons.explain.position import OpenBoard, areas, shares
from dicelab.reasons.explain.stripes import stripes
from dicelab.reasons.explain.tree import Branch, cases, depth, finding_of_tree, leaf_count, reason_of, search
from dicelab.reasons.explain.weights import Weighing, cut_offs, weights
from solver.exact_cover import Limits, Status, backend
from solver.polyform import Board, Puzzle, Tiling

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from dicelab.reasons.array_rules import Flags
    from solver.polyform.symmetry import Masks


@dataclass(frozen=True, slots=True)
class BoardRule:
    """A necessary condition for a tiling.

    ``finding`` takes the mask of a board's blockers and its puzzle; it returns why there is no tiling, or ``None``
    where the rule can't tell.
    """

    name: str
    finding: Callable[[int, Puzzle], Finding | None]

    def rejects(self, masks: Masks, puzzle: Puzzle) -> Flags:
        """Tell which boards of an array the rule rejects: of uint64 masks, shape (n,), bool of shape (n,)."""
        import numpy as np

        from dicelab.reasons.array_rules import REJECTS

        return REJECTS[self.name](np.asarray(masks, np.uint64), puzzle)


BOARD_RULES = (
    BoardRule("colour", colour),
    BoardRule("isolated monominoes", isolated_monominoes),
    BoardRule("isolated dominoes", isolated_dominoes),
)
"""The rules of which all that reject a board are named, cheapest first."""

EXPLANATIONS = (
    *BOARD_RULES,
    BoardRule("stripes", stripes),
    BoardRule("areas", areas),
    BoardRule("shares", shares),
    BoardRule("weights", weights),
    BoardRule("cut-offs", cut_offs),
    BoardRule("cases", cases),
)
"""Every rule, simplest first: rules that a reader can check at a glance come before those that take paper."""

QUICK = EXPLANATIONS[:6]
"""The rules that are asked of a million boards in seconds; each of the others may take a tenth of a second a board."""

UNEXPLAINED = -1

MOST_POSITIONS = 10_000
"""Positions of a search argument that the rules are asked about, if the caller names no limit."""

DEFAULT_LIMITS = Limits(nodes=MOST_POSITIONS)


class Verdict(StrEnum):
    """The verdict of an explanation."""

    SOLVABLE = "solvable"
    """There is a tiling."""
    RULE = "rule"
    """A rule rejects the board."""
    SEARCH = "search"
    """There is no tiling, no rule tells, and a search argument shows it."""
    UNEXPLAINED = "unexplained"
    """There is no tiling, by a search of the whole space; no argument was found within the limits."""
    UNKNOWN = "unknown"
    """Whether there is a tiling is not known: the limit was reached."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a board has no tiling.

    ``findings`` are those of the rules: all of ``BOARD_RULES`` that reject the board, else the first of the other
    rules that does; for a search argument its first split. ``weighing`` has the weights, where ``weights`` or
    ``cut-offs`` is the reason. ``tree`` has the cases, where ``cases`` or a search argument is the reason; it is
    ``fewest`` where it is proved to have the fewest leaves of all trees of the least depth. ``search_nodes`` are those
    of the backend that looked for a tiling; ``None`` where a rule made that needless. An argument was looked for within
    ``limits``, whose ``nodes`` is the most positions.

    Examples
    --------
    >>> import dicelab
    >>> explanation = dicelab.explain("A2 B1 B3 C2 D5 E4 F6")
    >>> explanation.findings[0].rule
    'isolated monominoes'
    """

    board: Board
    puzzle: Puzzle
    verdict: Verdict
    findings: tuple[Finding, ...] = ()
    weighing: Weighing | None = None
    tree: Branch | None = None
    fewest: bool = False
    tiling: Tiling | None = None
    search_nodes: int | None = None
    limits: Limits = DEFAULT_LIMITS
    every_case: bool = field(default=False, compare=False)
    """Whether the text and the picture of a long argument have all of its cases."""
    schema: ClassVar[str] = "explain"

    def __repr__(self) -> str:
        rules = ", ".join(finding.rule for finding in self.findings)
        return f"<Explanation of {self.board.format()!r}: {self.verdict}{f' by {rules}' if rules else ''}>"

    def __str__(self) -> str:
        from dicelab.reasons.explain.text import explanation_text

        return explanation_text(self, every=self.every_case).rstrip("\n")

    def _repr_svg_(self) -> str:
        from dicelab.render import board_svg, tiling_svg

        return self.to_svg() or (board_svg(self.board) if self.tiling is None else tiling_svg(self.tiling))

    def detailed(self) -> Explanation:
        """Return the explanation with all cases of a long argument in its text and in its picture."""
        return replace(self, every_case=True)

    def to_json(self) -> dict[str, Any]:
        """Return the explanation with its cells, weights and cases."""
        from dicelab.reasons.explain.text import explanation_json

        return explanation_json(self)

    def to_svg(self) -> str | None:
        """Draw the reason; ``None`` where none was found."""
        from dicelab.reasons.explain.picture import explanation_svg

        return explanation_svg(self, every=self.every_case) if self.findings else None

    @property
    def undrawn(self) -> str:
        """Why there is no picture, where :meth:`to_svg` draws none."""
        return "there is a tiling" if self.tiling is not None else "no reason was found within the limits"

    @property
    def exit_status(self) -> int:
        """The exit status of ``dicelab explain``."""
        if self.verdict in {Verdict.UNEXPLAINED, Verdict.UNKNOWN}:
            return UNKNOWN
        return FALSE if self.verdict is Verdict.SOLVABLE else DONE

    @property
    def is_unsolvable(self) -> bool:
        """Whether it is proved that there is no tiling."""
        return self.verdict in {Verdict.RULE, Verdict.SEARCH, Verdict.UNEXPLAINED}

    @property
    def leaf_count(self) -> int:
        """The number of cases that a rule closes: 1 without a tree."""
        return 1 if self.tree is None else leaf_count(self.tree)


def explain(board_mask: int, puzzle: Puzzle, limits: Limits | None = None) -> Explanation:
    """Say why a board has no tiling, as simply as it can be said.

    ``limits`` has the positions of a search argument (``nodes``, 10,000 when left out), and the ``seconds`` for the
    backend that looks for a tiling and again for the search argument. Where these do not suffice for the smallest
    argument, as much is spent once more on any; where not for that either, the verdict is ``UNEXPLAINED``.

    Raises :class:`InputError` if the mask is no board of the puzzle, or the grid has more than 64 cells.

    Examples
    --------
    >>> puzzle = Puzzle.parse("genius-square")
    >>> board = Board.parse("A2 B1 A5 B6 C3 C4 D3", puzzle.grid)
    >>> explanation = explain(board.blockers, puzzle)
    >>> explanation.verdict.value, [finding.rule for finding in explanation.findings]
    ('rule', ['isolated monominoes'])
    """
    limits = limits or Limits()
    limits = Limits(nodes=MOST_POSITIONS if limits.nodes is None else limits.nodes, seconds=limits.seconds)
    puzzle.grid.require_masks()
    board = Board(board_mask, puzzle.grid)
    board.require(puzzle)
    said = partial(Explanation, board, puzzle, limits=limits)
    simple = tuple(found for rule in BOARD_RULES if (found := rule.finding(board_mask, puzzle)) is not None)
    if not simple:
        # `shares` rejects every board that `areas` rejects: one is enough.
        other = stripes(board_mask, puzzle) or areas(board_mask, puzzle) or shares(board_mask, puzzle)
        simple = () if other is None else (other,)
    if simple:
        return said(Verdict.RULE, simple)
    problem, fitting = puzzle.board_problem(board_mask)
    answer = backend("bitmask").solve(problem, Limits(1, seconds=limits.seconds))
    said = partial(said, search_nodes=answer.stats.nodes)
    if answer.solution is not None:
        return said(Verdict.SOLVABLE, tiling=Tiling.of((fitting[n] for n in answer.solution), puzzle))
    position = OpenBoard.of(board_mask, puzzle)
    reason = reason_of(position)
    if reason is not None:
        return said(Verdict.RULE, reason[:1], reason[1])
    if answer.status is not Status.UNSOLVABLE:
        return said(Verdict.UNKNOWN)
    tree, fewest = search(position, limits) or (None, False)
    if not isinstance(tree, Branch):
        return said(Verdict.UNEXPLAINED)
    verdict = Verdict.RULE if depth(tree) == 1 else Verdict.SEARCH
    return said(verdict, (finding_of_tree(tree),), tree=tree, fewest=fewest)


def reasons(masks: Masks, puzzle: Puzzle, rules: Sequence[BoardRule] = EXPLANATIONS) -> NDArray[np.int8]:
    """Return for each board the place in ``rules`` of the first rule that rejects it, or -1: int8 of shape (n,).

    ``masks`` are the blockers of unsolvable boards, uint64 of shape (n,); a solvable one costs time, and no rule
    rejects it. One board of each orbit is looked at: no rule depends on how a board lies.

    Examples
    --------
    >>> puzzle = Puzzle.parse("1x5/1:I1,I3")
    >>> import numpy as np
    >>> [EXPLANATIONS[n].name for n in reasons(np.array([0b00100], np.uint64), puzzle)]
    ['isolated dominoes']
    """
    import numpy as np

    boards, place = _orbits(masks, puzzle)
    found = np.full(len(boards), UNEXPLAINED, np.int8)
    for number, rule in enumerate(rules):
        still = np.flatnonzero(found == UNEXPLAINED)
        found[still[rule.rejects(boards[still], puzzle)]] = number
    return found[place]


def rejected_by(masks: Masks, puzzle: Puzzle, rules: Sequence[BoardRule] = EXPLANATIONS) -> Flags:
    """Tell for each rule alone which boards it rejects: bool of shape (rules, n)."""
    import numpy as np

    boards, place = _orbits(masks, puzzle)
    return np.array([rule.rejects(boards, puzzle) for rule in rules])[:, place]


def _orbits(masks: Masks, puzzle: Puzzle) -> tuple[Masks, NDArray[np.intp]]:
    """Return one board of each orbit, and for each board the number of its orbit among them."""
    import numpy as np

    from solver.polyform import representatives

    boards, place = np.unique(representatives(np.asarray(masks, np.uint64), puzzle.grid), return_inverse=True)
    return boards, place.ravel()
