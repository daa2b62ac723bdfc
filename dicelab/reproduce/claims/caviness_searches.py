"""Caviness (2014): the brute-force collision method and the odometer on the puzzle m9."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import prod

from dicelab.reproduce import caviness_programs as text
from dicelab.reproduce.caviness_programs import HOLE, M9, QUADRILLE, TOO_EASY, Place
from dicelab.reproduce.claim import Checks, Explanations, Methods
from dicelab.reproduce.claims.printed import published, published_numbers
from solver.domino import DominoGrid, Location, bones
from solver.domino.brute_force import brute_force
from solver.domino.human import human
from solver.domino.odometer import odometer


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
    return ours[13:17] == (2, 2, 2, 2) and (*ours[:13], *ours[14:]) == published("caviness-reading")


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
        "brute force": lambda _, dominoes: _collisions(dominoes),
        "the printed program on rows of text": lambda _, dominoes: _collisions_by_rows(dominoes),
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
        "the printed programs on rows of text": lambda _: _speed(_passes_by_rows()[0], _steps_by_rows()),
    },
}

CHECKS: Checks = {
    "caviness-reading": {
        "it is the only one": lambda _: (len(odometer(grid_of(M9)).readings) == 1, "the first digit rolled over")
    },
}

EXPLANATIONS: Explanations = {
    "caviness-digits": lambda _: (
        len(published_numbers("caviness-odometermax")) == 28 and published("caviness-digits") == 28 - 4
    ),
    "caviness-reading": lambda _: _lacks_a_2(odometer(grid_of(M9)).readings[0]),
    "caviness-sorting": lambda _: (
        [_passes(rows) for rows in (M9, QUADRILLE, TOO_EASY, HOLE)]
        == [(5_158, 414), (152, 142), (21_465, 16_488), (4_953, 2_476)]
    ),
}
