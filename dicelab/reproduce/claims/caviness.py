"""Caviness (2014): dominoes, the human method, and the other puzzles.

Each figure is computed by `solver.domino` and by the paper's programs on rows of text, which share no code.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise, product

from dicelab.reproduce import caviness_programs as text
from dicelab.reproduce.caviness_programs import M9, QUADRILLE, TOO_EASY, Place, Reading
from dicelab.reproduce.claim import CAVINESS, Check, Explanation, Method
from dicelab.reproduce.claims import caviness_searches as searches
from dicelab.reproduce.claims.caviness_searches import SCANNED, grid_of, lengths, places_of
from solver.domino import Move, MoveKind, bones, count, human
from solver.domino.human import HumanRules, Play

AS_PRINTED = Reading.AS_PRINTED

BONES = "00 01 02 03 04 05 06 11 12 13 14 15 16 22 23 24 25 26 33 34 35 36 44 45 46 55 56 66"
FREQUENCIES = (6, 1, 7, 2, 2, 1, 4, 4, 3, 3, 3, 3, 3, 4, 2, 3, 3, 5, 8, 1, 4, 2, 5, 1, 3, 6, 3, 5)
FREQUENCIES_OF_16 = (1, 3, 2, 3, 2, 2, 2, 3, 2, 3, 2, 2, 2, 5, 2, 4)
"""As printed."""

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


def _forced_by_masks() -> str:
    """Play the two dominoes, and return what the rules of the human method find forced."""
    grid = grid_of(M9)
    rules, places = HumanRules(grid), places_of(grid.locations)
    played = tuple(places.index(place) for place in TWO_PLAYED)
    (state,) = rules.successors(rules.start, Play(MoveKind.FORCED_PIECES, played))
    return _written(places[number] for number in rules.forced(state) or ())


def _frequencies_of_16() -> tuple[int, ...]:
    (move,) = (move for moves in human(grid_of(M9)).rounds for move in moves if len(move.freq) == 16)
    return move.freq


def _frequencies_of_16_by_rows() -> tuple[int, ...]:
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


def _by_definition() -> str:
    cells, found = text.cells_of(OVERLAPPING), text.solve_puzzle(OVERLAPPING)
    right = all(text.covered(places) == set(cells) and not text.collide(places) for places in found)
    return "solutions" if right else "others too"


def _by_number() -> str:
    right = len(text.solve_puzzle(OVERLAPPING)) == count(grid_of(OVERLAPPING)).solutions
    return "solutions" if right else "others too"


def _overlap_is_returned() -> bool:
    """Tell whether two pieces with one place each share a cell in all four lists, and the grid has no solution."""
    single, found = text.places_of(text.cells_of(OVERLAPPING)), text.solve_puzzle(OVERLAPPING)
    forced = (*single[0, 1], *single[1, 1])
    is_in_all = len(forced) == 2 and text.collide(forced) and all(set(forced) <= set(places) for places in found)
    return len(found) == 4 and is_in_all and not count(grid_of(OVERLAPPING)).solutions


def _moves_a_3() -> bool:
    """Tell whether the printed numbers are ours with the 3 in the eleventh place lost and a 2 before the seventh."""
    ours = _frequencies_of_16()
    return ours[10] == 3 and (*ours[:6], 2, *ours[6:10], *ours[11:]) == FREQUENCIES_OF_16


def _ways_to_count(rows: str) -> tuple[Method, ...]:
    return (
        Method("human", lambda _: count(grid_of(rows), "human").solutions),
        Method("odometer", lambda _: count(grid_of(rows), "odometer").solutions),
        Method("dancing links", lambda _: count(grid_of(rows), "dancing-links").solutions),
        Method("the printed program on rows of text", lambda _: len(text.solve_puzzle(rows))),
    )


CONSTRUCTION = (
    CAVINESS.claim(
        "caviness-dominoes",
        "Bone Pile",
        "Dominoes from the double zero to the double n, n(n + 1)/2: for n = 6",
        6 * 7 // 2,
    ).computed_by(
        Method("pairs of numbers, the smaller first", lambda _: len(bones(6))),
        Method(
            "the printed definition: pairs sorted, different ones counted",
            lambda _: len({tuple(sorted(pair)) for pair in product(range(7), repeat=2)}),
        ),
        Check(
            "the printed list",
            lambda _: (
                " ".join(f"{low}{high}" for low, high in bones(6)) == BONES,
                "the list below the formula is ours",
            ),
        ),
        explanation=Explanation(
            "It is (n + 1)(n + 2)/2; n(n + 1)/2 leaves out the n + 1 doubles. The text calls them 28 as well, and the "
            "list printed below has 28.",
            lambda _: (
                len(BONES.split()) == 28
                and all(len(bones(n)) == (n + 1) * (n + 2) // 2 for n in range(10))
                and all(sum(a < b for a, b in bones(n)) == n * (n + 1) // 2 for n in range(10))
            ),
        ),
    ),
    CAVINESS.claim(
        "caviness-find", "Displaying Dominoes", "find[m9, {0, 3}], a cell as its row and column", "43-53, 45-55"
    ).computed_by(
        Method("locations of the grid", lambda _: _written(places_of(grid_of(M9).find((0, 3))))),
        Method("rows of text", lambda _: _written(text.places_of(text.cells_of(M9))[0, 3])),
    ),
    CAVINESS.claim(
        "caviness-forced-locations",
        "Forced Locations",
        "Forced locations after 1-2 and 2-2 are played, a cell as its row and column",
        "11-12, 31-41",
    ).computed_by(
        Method("bit masks of the human method", lambda _: _forced_by_masks()),
        Method("rows of text", lambda _: _written(text.forced_places(text.cells_of(M9), TWO_PLAYED) or ())),
    ),
)

HUMAN = (
    CAVINESS.claim(
        "caviness-solve-puzzle", "Solution Method", "solvePuzzle returns a list of solutions", "solutions"
    ).computed_by(
        Method(
            "the printed program on a 2×6 grid, what it returns held to the definition",
            lambda _: _by_definition(),
            basis="the printed program",
        ),
        Method(
            "the printed program on a 2×6 grid, how many it returns against dancing links",
            lambda _: _by_number(),
            basis="the printed program",
        ),
        explanation=Explanation(
            "Forced locations are looked at for overlap, forced pieces are not. Of the rows 001121 and 002212, where "
            "0-1 and 1-1 have one place each and share a cell, it plays both and, with & /@ at the branch, returns "
            "four lists that overlap; the grid has no solution. No solution is ever lost by it: where forced pieces "
            "overlap there is none.",
            lambda _: _overlap_is_returned(),
        ),
    ),
    CAVINESS.claim(
        "caviness-branch",
        "Solution Method",
        "Solutions of the “too-easy” puzzle by step as printed, with & @@ at a branch",
        36,
    ).computed_by(
        Method("human, first place of each branch", lambda _: _by_first_branches(TOO_EASY)),
        Method("the printed program on rows of text", lambda _: len(text.solve_puzzle(TOO_EASY, AS_PRINTED))),
        explanation=Explanation(
            "f @@ {a, b} is f[a, b], and a function of one argument takes the first branch and drops the others: no "
            "solution is found of this puzzle nor of m9. With & /@ there are 36 and 1, and the trace of m9 shows both "
            f"branches, so this is what was run. {SCANNED}",
            lambda _: all(
                not text.solve_puzzle(rows, AS_PRINTED) and len(text.solve_puzzle(rows)) == solutions
                for rows, solutions in ((TOO_EASY, 36), (M9, 1))
            ),
        ),
    ),
    CAVINESS.claim(
        "caviness-forced-pieces", "Examples", "Forced pieces of m9 at the beginning", "0-1, 0-5, 3-4, 4-5"
    ).computed_by(
        Method("human", lambda _: _names(_first_move().state.bones[place] for place in _first_move().ours)),
        Method("rows of text", lambda _: _names(bone for bone, n in zip(bones(6), lengths(), strict=True) if n == 1)),
    ),
    CAVINESS.claim(
        "caviness-frequencies", "Examples", "Locations of each domino of m9 at the beginning", FREQUENCIES
    ).computed_by(Method("human", lambda _: _first_move().freq), Method("rows of text", lambda _: lengths())),
    CAVINESS.claim(
        "caviness-frequencies-16",
        "Solve It!",
        "Locations of each domino of m9 when 16 dominoes are left and nothing is forced",
        FREQUENCIES_OF_16,
    ).computed_by(
        Method("human", lambda _: _frequencies_of_16()),
        Method("the printed program on rows of text", lambda _: _frequencies_of_16_by_rows()),
        explanation=Explanation(
            f"A 2 too many stands in the seventh place, four numbers are moved by one, and a 3 is lost. {SCANNED}",
            lambda _: _moves_a_3(),
        ),
    ),
    CAVINESS.claim("caviness-m9-solutions", "Solve It!", "Solutions of m9", 1).computed_by(*_ways_to_count(M9)),
)

OTHERS = (
    CAVINESS.claim("caviness-quadrille-solutions", "Quadrilles", "Solutions of the quadrille", 1).computed_by(
        *_ways_to_count(QUADRILLE)
    ),
    CAVINESS.claim(
        "caviness-quadrille-iterations", "Quadrilles", "Iterations that place all dominoes of the quadrille", 4
    ).computed_by(
        Method("human", lambda _: len(human(grid_of(QUADRILLE)).rounds)),
        Method("the printed program on rows of text", lambda _: sum(1 for _ in pairwise(text.rounds(QUADRILLE)))),
    ),
    CAVINESS.claim("caviness-too-easy", "A “Too-Easy” Puzzle", "Solutions of the “too-easy” puzzle", 36).computed_by(
        *_ways_to_count(TOO_EASY)
    ),
)

CLAIMS = (*CONSTRUCTION, *HUMAN, *searches.CLAIMS, *OTHERS)
