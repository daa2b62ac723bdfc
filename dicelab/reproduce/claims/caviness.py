"""Caviness (2014): dominoes, the human method, and the other puzzles.

Each figure is computed by `solver.domino` and by the paper's programs on rows of text, which share no code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise, product

from dicelab.reproduce import caviness_programs as text
from dicelab.reproduce.caviness_programs import M9, QUADRILLE, TOO_EASY, Place, Reading
from dicelab.reproduce.claim import Checks, Explanations, Methods, Way
from dicelab.reproduce.claims.caviness_searches import grid_of, lengths, places_of
from dicelab.reproduce.claims.printed import CAVINESS, published
from dicelab.reproduce.computations import Computations
from solver.domino import Move, MoveKind, bones, count, human
from solver.domino.human import HumanRules, Play

AS_PRINTED = Reading.AS_PRINTED
PROGRAM = "the printed program"

BONES = CAVINESS.texts["bones"]
"""The list of dominoes as printed."""

TWO_PLAYED = (((2, 1), (2, 2)), ((3, 2), (4, 2)))
"""The dominoes that "Forced Locations" takes as played."""

OVERLAPPING = "001121 002212"
"""Ours: a grid without a solution, of which `solvePuzzle` returns four."""


def _written(places: Iterable[Place]) -> str:
    return ", ".join(f"{row}{column}-{other_row}{other_column}" for (row, column), (other_row, other_column) in places)


def _names(pieces: Iterable[tuple[int, int]]) -> str:
    return ", ".join(f"{low}-{high}" for low, high in pieces)


def _first_move() -> Move:
    return human(grid_of(M9)).rounds[0][0]


def _forced_by_masks(_shared: Computations) -> str:
    """Play the two dominoes, and return what the rules of the human method find forced."""
    grid = grid_of(M9)
    rules, places = HumanRules(grid), places_of(grid.locations)
    played = tuple(places.index(place) for place in TWO_PLAYED)
    (state,) = rules.successors(rules.start, Play(MoveKind.FORCED_PIECES, played))
    return _written(places[number] for number in rules.forced(state) or ())


def _frequencies_of_16() -> tuple[int, ...]:
    (move,) = (move for moves in human(grid_of(M9)).rounds for move in moves if len(move.freq) == 16)
    return move.freq


def _frequencies_of_16_by_rows(_shared: Computations) -> tuple[int, ...]:
    cells = text.cells_of(M9)
    (found,) = (
        text.left_places(cells, state)
        for states in text.rounds(M9)
        for state in states
        if len(state[1]) == 16 and text.forced_places(cells, state[0]) == []
    )
    return tuple(map(len, found))


def _by_first_branches(rows: str) -> int:
    """Count the solutions that the human method finds if it tries the first place of a branch only."""
    search = human(grid_of(rows))
    moves = {move.state: move for moves in search.rounds for move in moves}
    state = search.rounds[0][0].state
    while state.bones:
        if not moves[state].successors:
            return 0
        state = moves[state].successors[0]
    return 1


def _by_definition(_shared: Computations) -> str:
    cells, found = text.cells_of(OVERLAPPING), text.solve_puzzle(OVERLAPPING)
    right = all(text.covered(places) == set(cells) and not text.collide(places) for places in found)
    return "solutions" if right else "others too"


def _by_number(_shared: Computations) -> str:
    right = len(text.solve_puzzle(OVERLAPPING)) == count(grid_of(OVERLAPPING)).solutions
    return "solutions" if right else "others too"


def _overlap_is_returned(_shared: Computations) -> bool:
    """Tell whether two pieces with one place each share a cell in all four lists, and the grid has no solution."""
    single, found = text.places_of(text.cells_of(OVERLAPPING)), text.solve_puzzle(OVERLAPPING)
    forced = (*single[0, 1], *single[1, 1])
    is_in_all = len(forced) == 2 and text.collide(forced) and all(set(forced) <= set(places) for places in found)
    return len(found) == 4 and is_in_all and not count(grid_of(OVERLAPPING)).solutions


def _moves_a_3(_shared: Computations) -> bool:
    """Tell whether the printed numbers are ours with the 3 in the eleventh place lost and a 2 before the seventh."""
    ours = _frequencies_of_16()
    return ours[10] == 3 and (*ours[:6], 2, *ours[6:10], *ours[11:]) == published("caviness-frequencies-16")


def _ways_to_count(rows: str) -> dict[str, Callable[[Computations], int]]:
    return {
        "human": lambda _: count(grid_of(rows), "human").solutions,
        "odometer": lambda _: count(grid_of(rows), "odometer").solutions,
        "dancing links": lambda _: count(grid_of(rows), "dancing-links").solutions,
        "the printed program on rows of text": lambda _: len(text.solve_puzzle(rows)),
    }


METHODS: Methods = {
    "caviness-dominoes": {
        "pairs of numbers, the smaller first": lambda _: len(bones(6)),
        "the printed definition: pairs sorted, different ones counted": lambda _: len(
            {tuple(sorted(pair)) for pair in product(range(7), repeat=2)}
        ),
    },
    "caviness-find": {
        "locations of the grid": lambda _: _written(places_of(grid_of(M9).find((0, 3)))),
        "rows of text": lambda _: _written(text.places_of(text.cells_of(M9))[0, 3]),
    },
    "caviness-forced-locations": {
        "bit masks of the human method": _forced_by_masks,
        "rows of text": lambda _: _written(text.forced_places(text.cells_of(M9), TWO_PLAYED) or ()),
    },
    "caviness-solve-puzzle": {
        "the printed program on a 2×6 grid, what it returns held to the definition": Way(_by_definition, basis=PROGRAM),
        "the printed program on a 2×6 grid, how many it returns against dancing links": Way(_by_number, basis=PROGRAM),
    },
    "caviness-branch": {
        "human, first place of each branch": lambda _: _by_first_branches(TOO_EASY),
        "the printed program on rows of text": lambda _: len(text.solve_puzzle(TOO_EASY, AS_PRINTED)),
    },
    "caviness-forced-pieces": {
        "human": lambda _: _names(_first_move().state.bones[place] for place in _first_move().ours),
        "rows of text": lambda _: _names(bone for bone, n in zip(bones(6), lengths(), strict=True) if n == 1),
    },
    "caviness-frequencies": {
        "human": lambda _: _first_move().freq,
        "rows of text": lambda _: lengths(),
    },
    "caviness-frequencies-16": {
        "human": lambda _: _frequencies_of_16(),
        "the printed program on rows of text": _frequencies_of_16_by_rows,
    },
    "caviness-m9-solutions": _ways_to_count(M9),
    "caviness-quadrille-solutions": _ways_to_count(QUADRILLE),
    "caviness-quadrille-iterations": {
        "human": lambda _: len(human(grid_of(QUADRILLE)).rounds),
        "the printed program on rows of text": lambda _: sum(1 for _ in pairwise(text.rounds(QUADRILLE))),
    },
    "caviness-too-easy": _ways_to_count(TOO_EASY),
}

CHECKS: Checks = {
    "caviness-dominoes": {
        "the printed list": lambda _: (
            " ".join(f"{low}{high}" for low, high in bones(6)) == BONES,
            "the list below the formula is ours",
        )
    },
}

EXPLANATIONS: Explanations = {
    "caviness-dominoes": lambda _: (
        len(BONES.split()) == 28
        and all(len(bones(n)) == (n + 1) * (n + 2) // 2 for n in range(10))
        and all(sum(a < b for a, b in bones(n)) == n * (n + 1) // 2 for n in range(10))
    ),
    "caviness-solve-puzzle": _overlap_is_returned,
    "caviness-branch": lambda _: all(
        not text.solve_puzzle(rows, AS_PRINTED) and len(text.solve_puzzle(rows)) == solutions
        for rows, solutions in ((TOO_EASY, 36), (M9, 1))
    ),
    "caviness-frequencies-16": _moves_a_3,
}
