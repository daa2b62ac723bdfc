"""Caviness (2014): dominoes, the three ways to solve their grids, and the puzzles of the paper.

Each figure is computed by `solver.domino` and by the paper's programs on rows of text, which share no code.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import pairwise, product
from math import prod

from dicelab.reproduce import caviness_programs as text
from dicelab.reproduce.caviness_programs import HOLE, M9, QUADRILLE, TOO_EASY, Place, Reading
from dicelab.reproduce.claim import CAVINESS, Checks, Explanations, Methods, Way, published
from dicelab.reproduce.computations import Computations
from solver.domino import DominoGrid, Location, Move, MoveKind, bones, human
from solver.domino.human import HumanRules, Play
from solver.domino.mechanical import brute_force, odometer


@cache
def grid_of(rows: str) -> DominoGrid:
    """Return a puzzle of the paper as the solver has it."""
    return DominoGrid.parse("\n".join(rows.split()))


def places_of(locations: Iterable[Location]) -> list[Place]:
    """Return locations of m9 as the paper has them: rows and columns from 1."""
    cells = [(row + 1, column + 1) for row, column in grid_of(M9).board.points]
    return [(cells[a], cells[b]) for a, b in locations]


def lengths(*, by_length: bool = False) -> tuple[int, ...]:
    """Count the locations of each domino of m9 on the rows of text."""
    return tuple(map(len, _options(by_length=by_length)))


def _options(*, by_length: bool = False) -> list[list[Place]]:
    found = text.options_of(M9)
    return sorted(found, key=len) if by_length else found


def _doubles(numbers: Iterable[int]) -> tuple[int, int]:
    """Return the fewest and the most locations of a double."""
    found = [length for (low, high), length in zip(bones(6), numbers, strict=True) if low == high]
    return min(found), max(found)


def _collisions(_shared: Computations, dominoes: int) -> tuple[int, int]:
    found = brute_force(grid_of(M9), dominoes)
    return found.cases, len(found.survivors)


def _collisions_by_rows(_shared: Computations, dominoes: int) -> tuple[int, int]:
    options = _options()[:dominoes]
    return prod(map(len, options)), len(text.brute_force(options))


def _reading_of_solution() -> tuple[int, ...]:
    """Look up the places of the solution among the options."""
    solution = set(places_of(grid_of(M9).solve() or ()))
    return tuple(
        number
        for places in _options(by_length=True)
        for number, place in enumerate(places, start=1)
        if place in solution
    )


def _passes(rows: str) -> tuple[int, int]:
    """Return the passes of the odometer, sorted and in the order of the bone pile."""
    return odometer(grid_of(rows)).passes, odometer(grid_of(rows), by_options=False).passes


def _passes_by_rows() -> tuple[int, int]:
    return text.odometer(_options(by_length=True))[1], text.odometer(_options())[1]


def _sorting(passes: tuple[int, int]) -> str:
    return "fewer passes" if passes[0] < passes[1] else "more passes"


def _speed(passes: int, steps: int) -> str:
    return "slower" if passes > steps else "faster"


def _lacks_a_2(_shared: Computations) -> bool:
    """Tell whether the printed reading is ours without the first of four 2s in a row."""
    ours = odometer(grid_of(M9)).readings[0]
    return ours[13:17] == (2, 2, 2, 2) and (*ours[:13], *ours[14:]) == published("caviness-reading")


PUZZLES = {"m9": M9, "quadrille": QUADRILLE, "too-easy": TOO_EASY}
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
    """Play the two dominoes, and return the places that the rules of the human method find forced."""
    grid = grid_of(M9)
    rules, places = HumanRules(grid), places_of(grid.locations)
    played = tuple(places.index(place) for place in TWO_PLAYED)
    (state,) = rules.successors(rules.start, Play(MoveKind.FORCED_PIECES, played))
    return _written(places[number] for number in rules.forced(state) or ())


def _frequencies_of_16(_shared: Computations) -> tuple[int, ...]:
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
    right = len(text.solve_puzzle(OVERLAPPING)) == grid_of(OVERLAPPING).count().solutions
    return "solutions" if right else "others too"


def _overlap_is_returned(_shared: Computations) -> bool:
    """Tell whether two pieces with one place each share a cell in all four lists, and the grid has no solution."""
    single, found = text.places_of(text.cells_of(OVERLAPPING)), text.solve_puzzle(OVERLAPPING)
    forced = (*single[0, 1], *single[1, 1])
    is_in_all = len(forced) == 2 and text.collide(forced) and all(set(forced) <= set(places) for places in found)
    return len(found) == 4 and is_in_all and not grid_of(OVERLAPPING).count().solutions


def _moves_a_3(shared: Computations) -> bool:
    """Tell whether the printed numbers are ours with the 3 in the eleventh place lost and a 2 before the seventh."""
    ours = _frequencies_of_16(shared)
    return ours[10] == 3 and (*ours[:6], 2, *ours[6:10], *ours[11:]) == published("caviness-frequencies-16")


METHODS: Methods = {
    "caviness-doubles": {
        "locations of the grid": lambda _: _doubles(len(grid_of(M9).find(bone)) for bone in bones(6)),
        "rows of text": lambda _: _doubles(lengths()),
    },
    "caviness-product": {
        "brute force": lambda _: brute_force(grid_of(M9)).cases,
        "rows of text": lambda _: prod(lengths()),
    },
    "caviness-first": {
        "brute force": _collisions,
        "the printed program on rows of text": _collisions_by_rows,
    },
    "caviness-digits": {
        "odometer": lambda _: len(odometer(grid_of(M9)).dominoes),
        "rows of text": lambda _: len(_options()),
    },
    "caviness-odometermax": {
        "odometer": lambda _: odometer(grid_of(M9)).maxima,
        "rows of text": lambda _: lengths(by_length=True),
    },
    "caviness-leading-digits": {
        "odometer": lambda _: odometer(grid_of(M9)).maxima.count(1),
        "rows of text": lambda _: lengths().count(1),
    },
    "caviness-reading": {
        "odometer": lambda _: odometer(grid_of(M9)).readings[0],
        "solution of dancing links, looked up": lambda _: _reading_of_solution(),
        "the printed program on rows of text": lambda _: text.odometer(_options(by_length=True))[0][0],
    },
    "caviness-sorting": {
        "odometer": lambda _: _sorting(_passes(M9)),
        "the printed program on rows of text": lambda _: _sorting(_passes_by_rows()),
    },
    "caviness-speed": {
        "odometer and human": lambda _: _speed(odometer(grid_of(M9)).passes, sum(map(len, human(grid_of(M9)).rounds))),
        "the printed programs on rows of text": lambda _: _speed(
            _passes_by_rows()[0], sum(bool(left) for partials in text.rounds(M9) for _, left in partials)
        ),
    },
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
        "human": _frequencies_of_16,
        "the printed program on rows of text": _frequencies_of_16_by_rows,
    },
    "caviness-solutions": {
        "human": lambda _, puzzle: grid_of(PUZZLES[puzzle]).count("human").solutions,
        "odometer": lambda _, puzzle: grid_of(PUZZLES[puzzle]).count("odometer").solutions,
        "dancing links": lambda _, puzzle: grid_of(PUZZLES[puzzle]).count("dancing-links").solutions,
        "the printed program on rows of text": lambda _, puzzle: len(text.solve_puzzle(PUZZLES[puzzle])),
    },
    "caviness-quadrille-iterations": {
        "human": lambda _: len(human(grid_of(QUADRILLE)).rounds),
        "the printed program on rows of text": lambda _: sum(1 for _ in pairwise(text.rounds(QUADRILLE))),
    },
}

CHECKS: Checks = {
    "caviness-reading": {
        "it is the only one": lambda _: (len(odometer(grid_of(M9)).readings) == 1, "the first digit rolled over")
    },
    "caviness-dominoes": {
        "the printed list": lambda _: (
            " ".join(f"{low}{high}" for low, high in bones(6)) == BONES,
            "the list below the formula is ours",
        )
    },
}

EXPLANATIONS: Explanations = {
    "caviness-digits": lambda _: (
        len(published("caviness-odometermax")) == 28 and published("caviness-digits") == 28 - 4
    ),
    "caviness-reading": _lacks_a_2,
    "caviness-sorting": lambda _: (
        [_passes(rows) for rows in (M9, QUADRILLE, TOO_EASY, HOLE)]
        == [(5_158, 414), (152, 142), (21_465, 16_488), (4_953, 2_476)]
    ),
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
