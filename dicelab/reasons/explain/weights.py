"""Rules by weighing: numbers on the cells that add up to more than the pieces can cover."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import lcm

from dicelab.reasons.board import Finding
from dicelab.reasons.explain.position import OpenBoard, is_shared_out
from solver.polyform import Grid, Puzzle

Lain = tuple[int, int]
"""A placement: the number of its kind and its mask."""

SCALE = 10**9
"""The factor of weights before they are rounded: the check is in whole numbers."""

LEAST_GAIN = 1e-5
"""A smaller gain of weights from 0 to 1 is taken for none: it may be the rounding of the linear program."""

SIMPLE = (1, 2, 3, 5, 9)
"""Greatest weights that are tried, in order, for the picture."""

EFFORT = 0.1
"""Deterministic seconds of CP-SAT for each of them, so that every machine draws the same."""


@dataclass(frozen=True, slots=True)
class Weighing:
    """Weights on the cells that prove that there is no tiling.

    ``weights`` has for each cell of the grid a whole number from 0, which is 0 for a cell that is not free; ``most``
    for each kind of piece the greatest weight that it can cover, -1 if it fits nowhere; ``left`` the number of its
    copies. The placements ``ruled_out`` weigh more, and leave a position that ``shares`` rejects.
    """

    weights: tuple[int, ...]
    most: tuple[int, ...]
    left: tuple[int, ...]
    ruled_out: tuple[Lain, ...] = ()

    @property
    def total(self) -> int:
        """The weight of the free cells."""
        return sum(self.weights)

    @property
    def covered(self) -> int:
        """The greatest weight that the pieces cover together."""
        return sum(number * max(most, 0) for number, most in zip(self.left, self.most, strict=True))

    @property
    def nowhere(self) -> int | None:
        """The number of a kind that has no placement; ``None`` if each has one."""
        return next((kind for kind, most in enumerate(self.most) if most < 0 and self.left[kind]), None)

    def weigh(self, mask: int) -> int:
        """Return the weight of some cells."""
        return sum(self.weights[cell] for cell in Grid.cells(mask))


def weights(blockers: int, puzzle: Puzzle) -> Finding | None:
    """Reject a board whose cells can be given weights that add up to more than the pieces can cover.

    A kind of piece covers at most the weight of its heaviest placement. Such weights exist if and only if the
    linear relaxation of the exact cover problem has no solution: then there are some that may be negative
    (Farkas 1902); and c more on every cell adds c for each square of the pieces to what these cover, and as much
    to what the free cells weigh, since the areas add up to their number. So weights from 0 suffice.

    Proof of soundness: in a tiling every free cell is covered once, so the weights of the placements add up to
    those of the cells; but each weighs at most what the heaviest of its kind does. If a piece has no placement,
    there is no tiling at all. The weights are checked in whole numbers, however they were found.

    Notes
    -----
    The cells at fault are those with a weight. :func:`weigh` returns the weights. They are sought in floating
    point, and a gain below 1e-5 (of weights from 0 to 1) is taken for none: the rule may miss a board, and never
    rejects wrongly.
    """
    position = OpenBoard.of(blockers, puzzle)
    found = weigh(position, cut_off=False)
    return None if found is None else finding_of("weights", position, found)


def cut_offs(blockers: int, puzzle: Puzzle) -> Finding | None:
    """Reject a board that weights reject once placements are ruled out that cut off parts that can't be filled.

    A placement is ruled out if the pieces that are left can't be shared out among the parts that it leaves
    (:func:`dicelab.reasons.explain.position.shares`).

    Proof of soundness: a tiling with a placement tiles what the placement leaves with the other pieces. So a
    placement is in no tiling if a sound rule rejects what it leaves, and the proof of :func:`weights` holds
    with the placements that are not ruled out.

    Notes
    -----
    The rule may miss a board, and never rejects wrongly: ``shares`` gives up beyond 50,000 states, and ``weights``
    ignores gains below 1e-5.
    """
    position = OpenBoard.of(blockers, puzzle)
    found = weigh(position, cut_off=True)
    return None if found is None else finding_of("cut-offs", position, found)


def finding_of(rule: str, position: OpenBoard, found: Weighing) -> Finding:
    """Return a weighing in one line."""
    grid, table = position.table.grid, position.table
    cells = Grid.mask(cell for cell, weight in enumerate(found.weights) if weight)
    ruled = _ruled(found)
    nowhere = found.nowhere
    if nowhere is not None:
        return Finding(rule, position.free, f"{table.kinds[nowhere].name} fits nowhere{ruled}")
    if cells.bit_count() == 1 and not found.covered:
        return Finding(rule, cells, f"No piece can cover {grid.labels(cells)}{ruled}")
    if max(found.weights) == 1:
        text = (
            f"Wherever the pieces lie, they cover at most {found.covered} of the {found.total} cells "
            f"{grid.labels(cells)}{ruled}"
        )
    else:
        text = (
            f"The cells get numbers that add up to {found.total}, and the pieces cover at most {found.covered}{ruled}"
        )
    return Finding(rule, cells, text)


def _ruled(found: Weighing) -> str:
    number = len(found.ruled_out)
    if not number:
        return ""
    places = "one place that would cut off what can't be filled is"
    if number > 1:
        places = f"{number} places that would cut off what can't be filled are"
    return f", once {places} left out"


def weigh(position: OpenBoard, *, cut_off: bool) -> Weighing | None:
    """Return weights that reject a position, small ones where such are found; ``None`` if there are none.

    With ``cut_off``, placements whose rest ``shares`` rejects are ruled out; as few of them as are found in a
    fixed effort are named.
    """
    every, kept = _placements(position, cut_off=cut_off)
    rough = _linear(position, kept)
    if rough is None:
        return None
    kept_set = set(kept)
    dropped = [lain for lain in every if lain not in kept_set]
    if any(number and not any(kind == n for kind, _ in kept) for n, number in enumerate(position.left)):
        return _checked(position, _rounded(rough), kept, dropped)
    for greatest in SIMPLE:
        simple = _simple(position, kept, dropped, greatest)
        if simple is not None:
            found = _checked(position, simple, kept, dropped)
            if found is not None:
                return found
    return _checked(position, _whole(rough), kept, dropped) or _checked(position, _rounded(rough), kept, dropped)


@lru_cache(maxsize=1 << 16)
def is_outweighed(position: OpenBoard, *, cut_off: bool) -> bool:
    """Tell whether there are weights that reject a position, without making them small."""
    _, kept = _placements(position, cut_off=cut_off)
    rough = _linear(position, kept)
    return rough is not None and _checked(position, _rounded(rough), kept, []) is not None


def _placements(position: OpenBoard, *, cut_off: bool) -> tuple[list[Lain], list[Lain]]:
    every = position.placements()
    return every, [lain for lain in every if is_shared_out(position.lay(*lain))] if cut_off else every


def _checked(
    position: OpenBoard, weight: Mapping[int, int], kept: Sequence[Lain], dropped: Sequence[Lain]
) -> Weighing | None:
    """Return a weighing if the weights reject the position; all in whole numbers."""
    most = [-1] * len(position.left)
    for kind, mask in kept:
        most[kind] = max(most[kind], sum(weight[cell] for cell in Grid.cells(mask)))
    found = Weighing(
        tuple(weight.get(cell, 0) for cell in range(len(position.table.grid))),
        tuple(most),
        position.left,
    )
    if found.nowhere is not None:
        return replace(found, ruled_out=tuple(lain for lain in dropped if lain[0] == found.nowhere))
    if found.total <= found.covered:
        return None
    # Only placements heavier than the rest of their kind have to be ruled out, while the pieces cover too little.
    return _fewer(found, dropped)


def _fewer(found: Weighing, dropped: Sequence[Lain]) -> Weighing:
    """Take back placements that need not be ruled out, the lightest first."""
    most, room = list(found.most), found.total - found.covered - 1
    heavy = sorted((found.weigh(mask), kind, mask) for kind, mask in dropped)
    for weight, kind, _ in heavy:
        more = (weight - most[kind]) * found.left[kind]
        if 0 < more <= room:
            room -= more
            most[kind] = weight
    ruled_out = tuple((kind, mask) for kind, mask in dropped if found.weigh(mask) > most[kind])
    return Weighing(found.weights, tuple(most), found.left, ruled_out)


def _linear(position: OpenBoard, kept: Sequence[Lain]) -> dict[int, float] | None:
    """Return weights from 0 to 1 that gain the most, or ``None`` if none gain anything."""
    from ortools.linear_solver import pywraplp

    free = list(Grid.cells(position.free))
    lying: list[list[int]] = [[] for _ in position.left]
    for kind, mask in kept:
        lying[kind].append(mask)
    if any(number and not lying[kind] for kind, number in enumerate(position.left)):
        return dict.fromkeys(free, 0.0)
    program = pywraplp.Solver.CreateSolver("GLOP")
    weight = {cell: program.NumVar(0, 1, "") for cell in free}
    goal = program.Objective()
    goal.SetMaximization()
    for cell in free:
        goal.SetCoefficient(weight[cell], 1)
    for kind, number in enumerate(position.left):
        if number:
            most = program.NumVar(0, position.table.kinds[kind].order, "")
            goal.SetCoefficient(most, -number)
            for mask in lying[kind]:
                row = program.Constraint(-program.infinity(), 0)
                row.SetCoefficient(most, -1)
                for cell in Grid.cells(mask):
                    row.SetCoefficient(weight[cell], 1)
    if program.Solve() != pywraplp.Solver.OPTIMAL or goal.Value() < LEAST_GAIN:
        return None
    return {cell: variable.solution_value() for cell, variable in weight.items()}


def _rounded(rough: dict[int, float]) -> dict[int, int]:
    """Return whole weights in nearly the same proportions."""
    return {cell: round(weight * SCALE) for cell, weight in rough.items()}


def _whole(rough: dict[int, float]) -> dict[int, int]:
    """Return whole weights in the proportions of fractions that are near."""
    near = {cell: Fraction(weight).limit_denominator(1000) for cell, weight in rough.items()}
    unit = lcm(*(weight.denominator for weight in near.values()))
    return {cell: int(weight * unit) for cell, weight in near.items()}


def _simple(position: OpenBoard, kept: Sequence[Lain], dropped: Sequence[Lain], greatest: int) -> dict[int, int] | None:
    """Return whole weights up to ``greatest``, with few placements ruled out and small, if CP-SAT finds any."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    weight = {cell: model.new_int_var(0, greatest, "") for cell in Grid.cells(position.free)}
    heaviest = [greatest * piece.order for piece in position.table.kinds]
    most = [model.new_int_var(0, heavy, "") for heavy in heaviest]
    for kind, mask in kept:
        model.add(sum(weight[cell] for cell in Grid.cells(mask)) <= most[kind])
    named = []
    for kind, mask in dropped:
        is_named = model.new_bool_var("")
        named.append(is_named)
        model.add(sum(weight[cell] for cell in Grid.cells(mask)) <= most[kind] + heaviest[kind] * is_named)
    covered = sum(number * heavy for number, heavy in zip(position.left, most, strict=True))
    model.add(sum(weight.values()) >= covered + 1)
    model.minimize(10 * sum(named) + sum(weight.values()))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 0
    solver.parameters.max_deterministic_time = EFFORT
    # Ctrl-C is Python's to handle: CP-SAT would leave it to the system, which ends the process without a word.
    solver.parameters.catch_sigint_signal = False
    if solver.solve(model) not in {cp_model.OPTIMAL, cp_model.FEASIBLE}:
        return None
    return {cell: solver.value(variable) for cell, variable in weight.items()}
