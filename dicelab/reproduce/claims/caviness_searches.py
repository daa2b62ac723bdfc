"""Caviness (2014): the brute-force collision method and the odometer on the puzzle m9."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import prod

from dicelab.reproduce import caviness_programs as text
from dicelab.reproduce.caviness_programs import HOLE, M9, QUADRILLE, TOO_EASY, Place
from dicelab.reproduce.claim import CAVINESS, Check, Claim, Explanation, Method
from solver.domino import DominoGrid, Location, bones
from solver.domino.brute_force import brute_force
from solver.domino.human import human
from solver.domino.odometer import odometer

DIGITS = 24
MAXIMA = (1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 6, 6, 7, 8)
READING = (1, 1, 1, 1, 1, 2, 2, 1, 1, 1, 1, 1, 3, 2, 2, 2, 1, 3, 3, 4, 5, 2, 2, 5, 4, 1, 8)
"""The odometer as printed in the copy at hand."""

SCANNED = "The copy at hand is scanned and has lost signs elsewhere, so this may be the scan's."


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


def _collisions(dominoes: int) -> tuple[int, int]:
    found = brute_force(grid_of(M9), dominoes)
    return found.cases, len(found.survivors)


def _collisions_by_rows(dominoes: int) -> tuple[int, int]:
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


def _steps_by_rows() -> int:
    return sum(bool(left) for partials in text.rounds(M9) for _, left in partials)


def _lacks_a_2(ours: tuple[int, ...]) -> bool:
    """Tell whether the printed reading is ours without the first of four 2s in a row."""
    return ours[13:17] == (2, 2, 2, 2) and (*ours[:13], *ours[14:]) == READING


def _first_claim(dominoes: int, published: tuple[int, int]) -> Claim:
    return CAVINESS.claim(
        f"caviness-first-{dominoes}",
        "Brute-Force Collision Method",
        f"Cases of the first {dominoes} dominoes of m9, and those without a collision",
        published,
    ).computed_by(
        Method("brute force", lambda _: _collisions(dominoes)),
        Method("the printed program on rows of text", lambda _: _collisions_by_rows(dominoes)),
    )


BRUTE_FORCE = (
    CAVINESS.claim(
        "caviness-doubles", "Brute-Force Collision Method", "Locations of a double in m9, fewest and most", (4, 8)
    ).computed_by(
        Method("locations of the grid", lambda _: _doubles(len(grid_of(M9).find(bone)) for bone in bones(6))),
        Method("rows of text", lambda _: _doubles(lengths())),
    ),
    CAVINESS.claim(
        "caviness-product", "Brute-Force Collision Method", "Cases of all 28 dominoes of m9", 20_316_635_136_000
    ).computed_by(
        Method("brute force", lambda _: brute_force(grid_of(M9)).cases),
        Method("rows of text", lambda _: prod(lengths())),
    ),
    _first_claim(3, (42, 19)),
    _first_claim(13, (653_184, 4)),
)

ODOMETER = (
    CAVINESS.claim("caviness-digits", "Odometer Method", "Digits of the odometer as first shown", DIGITS).computed_by(
        Method("odometer", lambda _: len(odometer(grid_of(M9)).dominoes)),
        Method("rows of text", lambda _: len(_options())),
        explanation=Explanation(
            f"The text calls it a 28-digit odometer, and odometermax has 28 numbers: four 1s are missing. {SCANNED}",
            lambda _: len(MAXIMA) == 28 == DIGITS + 4,
        ),
    ),
    CAVINESS.claim(
        "caviness-odometermax",
        "Odometer Method",
        "odometermax: the locations of each domino of m9, in order of their number",
        MAXIMA,
    ).computed_by(
        Method("odometer", lambda _: odometer(grid_of(M9)).maxima),
        Method("rows of text", lambda _: lengths(by_length=True)),
    ),
    CAVINESS.claim("caviness-leading-digits", "Odometer Method", "Leading digits that can only be 1", 4).computed_by(
        Method("odometer", lambda _: odometer(grid_of(M9)).maxima.count(1)),
        Method("rows of text", lambda _: lengths().count(1)),
    ),
    CAVINESS.claim("caviness-reading", "Odometer Method", "The only reading that solves m9", READING).computed_by(
        Method("odometer", lambda _: odometer(grid_of(M9)).readings[0]),
        Method("solution of dancing links, looked up", lambda _: _reading_of_solution()),
        Method("the printed program on rows of text", lambda _: text.odometer(_options(by_length=True))[0][0]),
        Check(
            "it is the only one", lambda _: (len(odometer(grid_of(M9)).readings) == 1, "the first digit rolled over")
        ),
        explanation=Explanation(
            f"Printed are 27 digits for 28 dominoes: one of the four 2s in a row is lost. {SCANNED}",
            lambda _: _lacks_a_2(odometer(grid_of(M9)).readings[0]),
        ),
    ),
    CAVINESS.claim(
        "caviness-sorting",
        "Odometer Method",
        "Sorting the options by their number accelerates the procedure: passes of the loop on m9",
        "fewer passes",
    ).computed_by(
        Method("odometer", lambda _: _sorting(_passes(M9))),
        Method("the printed program on rows of text", lambda _: _sorting(_passes_by_rows())),
        explanation=Explanation(
            "It costs passes on all four puzzles of the paper: m9 takes 5,158 sorted and 414 in the order of the bone "
            "pile, the quadrille 152 and 142, the “too-easy” puzzle 21,465 and 16,488, that with a hole 4,953 and "
            "2,476.",
            lambda _: (
                [_passes(rows) for rows in (M9, QUADRILLE, TOO_EASY, HOLE)]
                == [(5_158, 414), (152, 142), (21_465, 16_488), (4_953, 2_476)]
            ),
        ),
    ),
    CAVINESS.claim(
        "caviness-speed",
        "Last Thoughts",
        "The odometer is not as fast as the human method: passes and steps on m9",
        "slower",
    ).computed_by(
        Method(
            "odometer and human",
            lambda _: _speed(odometer(grid_of(M9)).passes, sum(map(len, human(grid_of(M9)).rounds))),
        ),
        Method("the printed programs on rows of text", lambda _: _speed(_passes_by_rows()[0], _steps_by_rows())),
    ),
)

CLAIMS = (*BRUTE_FORCE, *ODOMETER)
