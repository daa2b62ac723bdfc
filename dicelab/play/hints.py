"""Hints for a position, from a nudge to the whole tiling; each step computes its own answer and no other."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from typing import TYPE_CHECKING

from dicelab.errors import DiceError
from dicelab.play.advice import Advice, Hint, HintStep, HintStrategy, WrongPlace
from dicelab.play.position import Placement, Position
from dicelab.play.tally import Completion, Tally, complete, count_some, most_states, tally
from solver.exact_cover import Limits, Status
from solver.polyform import Piece
from solver.polyform.grid import MASK_CELLS

if TYPE_CHECKING:
    from dicelab.reasons import Finding
    from dicelab.reasons.explain import Explanation

MOST_POSITIONS = 300
"""Positions of a search argument: one that has more is too long for a hint."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a position can't be completed: the finding of a rule, or the argument for the rest of the board.

    Both are ``None`` where no short reason was found.
    """

    position: Position
    finding: Finding | None = None
    explanation: Explanation | None = None

    @property
    def cells(self) -> int:
        """The mask of the cells at fault, if any are named."""
        return 0 if self.finding is None else self.finding.cells & self.position.free


def reason_of(positions: Sequence[Position], limits: Limits) -> Reason:
    """Return the simplest reason among those of some positions that can't be completed.

    The smallest cell or region that nothing can fill comes first; ties go to the first position. Without such a region,
    the first position gets the argument of :func:`dicelab.reasons.explain.explain`.
    """
    simple = region_reason(positions)
    if simple is not None:
        return simple
    position = positions[0]
    if len(position.puzzle.grid) > MASK_CELLS or position.is_complete:
        return Reason(position)
    from dicelab.reasons.explain import Verdict, explain

    board, puzzle = position.rest()
    explanation = explain(board.blockers, puzzle, Limits(nodes=MOST_POSITIONS, seconds=limits.seconds))
    if explanation.verdict not in {Verdict.RULE, Verdict.SEARCH}:
        return Reason(position)
    return Reason(position, explanation.findings[0], explanation)


def region_reason(positions: Sequence[Position]) -> Reason | None:
    """Return the smallest region that nothing can fill in one of some positions, if a region tells."""
    found = [
        (finding.cells.bit_count(), number, finding)
        for number, position in enumerate(positions)
        if (finding := region_at_fault(position)) is not None
    ]
    if not found:
        return None
    _, number, finding = min(found, key=lambda one: one[:2])
    return Reason(positions[number], finding)


def region_at_fault(position: Position) -> Finding | None:
    """Return the cells that nothing can fill, if there are any that show it by themselves."""
    puzzle = position.puzzle
    if len(puzzle.grid) > MASK_CELLS or position.is_complete:
        return None
    from dicelab.reasons.explain.position import OpenBoard as Rest, shares_of, table_of

    left = position.left
    return shares_of(Rest(table_of(puzzle), position.free, tuple(left.get(piece, 0) for piece in puzzle.kinds)))


MOST_NODES = 200_000
"""Nodes of each search for a tiling, if the caller names no limit."""

SAMPLE_NODES = 10_000
"""Nodes of all searches for tilings with one placement, where the position has too many to count."""

SAMPLE_PLACEMENTS = 40_000
"""Placements of all the problems that are made for these searches."""

MOST_WRONG = 20
"""Places of a piece that are searched for one that is wrong, where no rule tells and not all tilings are counted."""

MOST_SEARCHES = 200
"""Sets of pieces that are tried for the fewest to take back."""


class _Budget:
    """The nodes of each search and each count, and the seconds that are left for all of them."""

    def __init__(self, limits: Limits) -> None:
        self._nodes = limits.nodes
        self._end = None if limits.seconds is None else time.monotonic() + limits.seconds

    def limits(self, most: int = MOST_NODES) -> Limits:
        """Return the limits of the next search: ``most`` nodes unless the caller set a limit."""
        seconds = None if self._end is None else max(0.0, self._end - time.monotonic())
        return Limits(None, most if self._nodes is None else self._nodes, seconds)

    def complete(self, position: Position) -> Completion:
        """Find a way to complete a position."""
        return complete(position, self.limits())


def hint(
    position: Position,
    step: HintStep = HintStep.PIECE,
    strategy: HintStrategy = HintStrategy.MOST_TILINGS,
    *,
    piece: Piece | None = None,
    limits: Limits | None = None,
) -> Hint:
    """Give one hint for a position.

    Parameters
    ----------
    piece
        The piece that the player asks about; by default the one with the fewest places.
    limits
        ``nodes`` of each search and states of the count, by default 200,000 and what :func:`most_states` says;
        ``seconds`` for all together.

    Raises
    ------
    DiceError
        If the piece is not left.

    Examples
    --------
    >>> from solver.polyform import Board, GENIUS_SQUARE
    >>> board = Board.parse("A6 B1 B5 D1 E3 F2 F4", GENIUS_SQUARE.grid)
    >>> hint(Position.parse("L3 A1,A2,B2", board, GENIUS_SQUARE), HintStep.STILL).status
    <Status.SOLVED: 'solved'>
    """
    budget = _Budget(limits or Limits())
    if piece is not None and piece not in position.left:
        names = ", ".join(one.name for one in position.left) or "none"
        raise DiceError(f"{piece.name} is not left to be placed: the pieces left are {names}")
    found = budget.complete(position)
    if found.status is Status.UNSOLVABLE:
        return _ruined(position, step, strategy, budget)
    if found.status is Status.UNKNOWN or step is HintStep.STILL or position.is_complete:
        tiling = position.tiling if step is HintStep.ALL else None
        return Hint(position, step, strategy, found.status, tiling=tiling)
    if step is HintStep.ALL:
        return Hint(position, step, strategy, found.status, tiling=position.tiled(found.placements))
    is_placed = step in {HintStep.PLACE, HintStep.NEXT}
    advice, tallied = _advise(position, found.placements, strategy, piece, budget, is_placed=is_placed)
    wrong = _wrong_place(position, advice, tallied, budget) if step is HintStep.WHY else None
    after = position.place(advice.placement) if step is HintStep.NEXT else None
    return Hint(position, step, strategy, found.status, advice=advice, wrong=wrong, after=after)


def _ruined(position: Position, step: HintStep, strategy: HintStrategy, budget: _Budget) -> Hint:
    """Say which placed piece is to blame, and which to take back."""
    number, status = len(position.placed), Status.UNSOLVABLE
    while number and status is Status.UNSOLVABLE:
        status = budget.complete(position.first(number - 1)).status
        number -= status is Status.UNSOLVABLE
    is_earliest = status is not Status.UNKNOWN
    ruined_by = number - 1 if number else None
    take_back, is_fewest = _take_back(position, ruined_by, budget) if ruined_by is not None else ((), True)
    reason = None
    if step is HintStep.WHY:
        # The earliest position that can't be completed tells most, if a rule sees it there.
        stages = [position.first(n) for n in range(number, len(position.placed) + 1)]
        reason = reason_of(stages, budget.limits())
    return Hint(
        position,
        step,
        strategy,
        Status.UNSOLVABLE,
        ruined_by,
        is_earliest,
        take_back,
        is_fewest,
        reason=reason,
    )


def _take_back(position: Position, ruined_by: int, budget: _Budget) -> tuple[tuple[int, ...], bool]:
    """Return the fewest pieces to take away so that the rest can be completed, of equally many the latest placed."""
    count = len(position.placed)
    # One of the pieces up to the one to blame must go; to take away all from that one on is enough.
    enough = tuple(range(ruined_by, count))
    sets = (
        one
        for size in range(1, len(enough))
        for one in combinations(range(count - 1, -1, -1), size)
        if min(one) <= ruined_by
    )
    is_sure = True
    for gone in islice(sets, MOST_SEARCHES):
        status = budget.complete(position.without(gone)).status
        if status is Status.SOLVED:
            return tuple(sorted(gone)), is_sure
        is_sure = is_sure and status is Status.UNSOLVABLE
    return enough, is_sure and next(sets, None) is None


def _advise(
    position: Position,
    tiling: Sequence[Placement],
    strategy: HintStrategy,
    wanted: Piece | None,
    budget: _Budget,
    *,
    is_placed: bool,
) -> tuple[Advice, Tally | None]:
    """Choose the piece and its place; ``tiling`` completes the position in one way.

    Where the tilings are not counted, the place is the best of several only if ``is_placed`` asks for it.
    """
    fits = {piece: len(position.fits(piece)) for piece in position.left}
    counted = None if strategy is HintStrategy.ONE_TILING else tally(position, budget.limits(most_states(position)))
    if counted is None:
        piece = wanted or min(fits, key=lambda one: (fits[one], -one.order))
        lying = min((one for one in tiling if one.piece == piece), key=lambda one: one.mask & -one.mask)
        if strategy is HintStrategy.ONE_TILING or not is_placed:
            return Advice(lying, fits[piece], None, 1, 1, False), None
        return _estimated(position, lying, strategy, fits[piece], budget), None
    places = {piece: len(counted.of(piece)) for piece in fits}
    piece = wanted or min(fits, key=lambda one: (places[one] / position.left[one], fits[one], -one.order))
    there = counted.of(piece)
    sign = -1 if strategy is HintStrategy.MOST_TILINGS else 1
    mask = min(there, key=lambda one: (sign * there[one], one & -one, one))
    advice = Advice(Placement(piece, mask), fits[piece], len(there), counted.tilings, there[mask], True)
    return advice, counted


def _estimated(position: Position, known: Placement, strategy: HintStrategy, fits: int, budget: _Budget) -> Advice:
    """Choose among the places of a piece where the tilings are too many: each gets an equal search."""
    found = {known.mask: 1}
    masks = position.fits(known.piece)
    # On a large board a search takes long to begin, so that some of the places have to do.
    some = 4 + SAMPLE_PLACEMENTS // sum(len(position.fits(piece)) for piece in position.left)
    for mask in masks[:: -(-len(masks) // some)]:
        limits = Limits(None, 1 + SAMPLE_NODES // fits, budget.limits().seconds)
        number, _ = count_some(position.place(Placement(known.piece, mask)), limits)
        if number:
            found[mask] = max(number, found.get(mask, 0))
    sign = -1 if strategy is HintStrategy.MOST_TILINGS else 1
    mask = min(found, key=lambda one: (sign * found[one], one & -one, one))
    # Of a piece with several copies left, one tiling may have several of the places.
    total = max(found.values()) if position.left[known.piece] > 1 else sum(found.values())
    return Advice(Placement(known.piece, mask), fits, None, total, found[mask], False)


def _wrong_place(position: Position, advice: Advice, tallied: Tally | None, budget: _Budget) -> WrongPlace | None:
    """Return a place that lies in no tiling, the one with the simplest reason.

    A region that nothing can fill is best, for a place of the piece or else of another; otherwise the piece gets the
    argument for one of its places.
    """
    groups = [[advice.piece], [piece for piece in position.left if piece != advice.piece]]
    candidates = []
    for pieces in groups:
        after = [position.place(Placement(piece, mask)) for piece in pieces for mask in position.fits(piece)]
        if tallied is not None:
            after = [one for one in after if one.placed[-1] not in tallied.there]
        reason = region_reason(after)
        if reason is not None:
            return WrongPlace(reason.position.placed[-1], reason)
        candidates += after
    if tallied is None:
        unsolvable = (one for one in candidates[:MOST_WRONG] if budget.complete(one).status is Status.UNSOLVABLE)
        candidates = list(islice(unsolvable, 1))
    if not candidates:
        return None
    reason = reason_of(candidates[:1], budget.limits())
    return WrongPlace(reason.position.placed[-1], reason)
