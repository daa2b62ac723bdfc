"""The programs of Caviness (2014) as printed, function by function, meaning what the Wolfram Language makes of them.

A matrix is a tuple of rows, ``None`` for the empty string; cells are (row, column) from 1. Where the copy at hand can't
be what was run, a :class:`Reading` says which way it is read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import product

Cell = tuple[int, int]
Place = tuple[Cell, Cell]
Bone = tuple[int, int]
Matrix = tuple[tuple[int | None, ...], ...]


@dataclass(frozen=True, slots=True)
class Puzzle:
    """``puzzle[m, filled, bones]``."""

    matrix: Matrix
    filled: tuple[Place, ...]
    bones: tuple[Bone, ...]


class Reading(StrEnum):
    """How ``step`` is read."""

    AS_PRINTED = "as printed"
    """``Return[]`` at a cell without free neighbour; ``puzzle[m0, #, bones] & @@ …`` at a branch."""
    MAPPED = "with & /@ at a branch"
    """As the trace in the paper shows that it was run."""
    MAPPED_AND_EMPTY = "with & /@ at a branch and Return[{}] at a cut-off cell"
    """The mildest reading."""


class NeverEndsError(Exception):
    """The program has no end."""


def bones(n: int) -> tuple[Bone, ...]:
    """``Union[Sort /@ Tuples[Range[0, n], 2]]``."""
    return tuple(sorted({(min(pair), max(pair)) for pair in product(range(n + 1), repeat=2)}))


def pairs(matrix: Matrix) -> dict[Bone, list[Place]]:
    """``find`` for all dominoes at once; each list sorted as ``find`` sorts it."""
    found: dict[Bone, list[Place]] = {}
    for row, line in enumerate(matrix):
        for column, number in enumerate(line):
            if number is None:
                continue
            for down, right in ((0, 1), (1, 0)):
                if row + down == len(matrix) or column + right == len(line):
                    continue
                other = matrix[row + down][column + right]
                if other is not None:
                    here, there = (row + 1, column + 1), (row + down + 1, column + right + 1)
                    found.setdefault((min(number, other), max(number, other)), []).append((here, there))
    return found


def hide_filled(matrix: Matrix, filled: Sequence[Place]) -> Matrix:
    """``ReplacePart[m, Flatten[l, 1] -> ""]``."""
    hidden = {cell for place in filled for cell in place}
    return tuple(
        tuple(None if (row, column) in hidden else number for column, number in enumerate(line, start=1))
        for row, line in enumerate(matrix, start=1)
    )


def forced_locations(matrix: Matrix) -> list[Place] | None:
    """``forcedLocations``; ``None`` for ``False``."""
    places = [place for found in pairs(matrix).values() for place in found]
    neighbour = {
        (row, column): 0
        for row, line in enumerate(matrix, start=1)
        for column, number in enumerate(line, start=1)
        if number is not None
    }
    for here, there in places:
        neighbour[here] += 1
        neighbour[there] += 1
    if 0 in neighbour.values():
        return None
    return sorted(place for place in places if 1 in (neighbour[place[0]], neighbour[place[1]]))


def step(puzzle: Puzzle, reading: Reading) -> list[Puzzle] | None:
    """``step[puzzle[…]]``; ``None`` for ``Null``."""
    if not puzzle.bones:
        return [puzzle]
    hidden = hide_filled(puzzle.matrix, puzzle.filled)
    forced = forced_locations(hidden)
    if forced is None:
        return [] if reading is Reading.MAPPED_AND_EMPTY else None
    if forced:
        return _play_forced(puzzle, forced)
    everywhere = pairs(hidden)
    found = [everywhere.get(bone, []) for bone in puzzle.bones]
    freq = [len(places) for places in found]
    fewest = min(freq)
    if fewest == 0:
        return []
    ours = [place for place, often in enumerate(freq) if often == fewest]
    if fewest == 1:
        filled = puzzle.filled + tuple(found[place][0] for place in ours)
        left = tuple(bone for place, bone in enumerate(puzzle.bones) if place not in ours)
        return [Puzzle(puzzle.matrix, filled, left)]
    left = tuple(bone for place, bone in enumerate(puzzle.bones) if place != ours[0])
    branches = [Puzzle(puzzle.matrix, (*puzzle.filled, place), left) for place in found[ours[0]]]
    # `f @@ {a, b}` is f[a, b], and a function of one argument ignores the others.
    return branches[:1] if reading is Reading.AS_PRINTED else branches


def _play_forced(puzzle: Puzzle, forced: list[Place]) -> list[Puzzle]:
    if len({cell for place in forced for cell in place}) != 2 * len(forced):
        return []
    matrix = puzzle.matrix
    numbers = [(matrix[a - 1][b - 1] or 0, matrix[c - 1][d - 1] or 0) for (a, b), (c, d) in forced]
    pieces = [(min(pair), max(pair)) for pair in numbers]
    if set(pieces) - set(puzzle.bones) or len(set(pieces)) != len(pieces):
        return []
    left = tuple(bone for bone in puzzle.bones if bone not in pieces)
    return [Puzzle(matrix, puzzle.filled + tuple(forced), left)]


def solve_puzzle(matrix: Matrix, order: int, reading: Reading) -> list[tuple[Place, ...]]:
    """``solvePuzzle[puzzle[m, {}, bones[n]]]``: the filled lists, sorted.

    Raises
    ------
    NeverEndsError
        If a step returns ``Null``. ``step[Null]`` stays as it is, then comes ``step[step[Null]]``, and so on:
        ``FixedPoint`` waits for ever for two equal lists.
    """
    states = [Puzzle(matrix, (), bones(order))]
    while True:
        following: list[Puzzle] = []
        for state in states:
            after = step(state, reading)
            if after is None:
                raise NeverEndsError
            following += after
        if following == states:
            return [tuple(sorted(state.filled)) for state in states]
        states = following


def brute_force(matrix: Matrix, order: int) -> list[tuple[Place, ...]]:
    """``Select[Flatten[Outer[List, Sequence @@ options, 1], …], Length[Union @@ ##] == 2 Length[##] &]``."""
    found = pairs(matrix)
    options = [found.get(bone, []) for bone in bones(order)]
    choices = product(*options)
    return [
        tuple(sorted(choice)) for choice in choices if len({c for place in choice for c in place}) == 2 * len(choice)
    ]


def odometer(matrix: Matrix, order: int) -> tuple[list[tuple[Place, ...]], int]:
    """Run the ``While`` loop of the odometer: return what it prints, and how often it runs.

    ``Return[False]`` inside ``While`` leaves ``incOdometer``. A digit past its maximum makes ``Part`` complain and stay
    as it is, ``Part[places, digit]``; ``Union`` then takes the two arguments for elements.

    Raises
    ------
    NeverEndsError
        If it prints the same choice for ever.
    """
    found = pairs(matrix)
    options = sorted((found.get(bone, []) for bone in bones(order)), key=len)
    digits = [1] * len(options)
    shown: list[tuple[Place, ...]] = []
    passes = 0
    while True:
        passes += 1
        for k in range(1, len(options) + 2):
            if k > len(options):
                if digits[0] > len(options[0]):
                    raise NeverEndsError
                shown.append(tuple(sorted(options[n][digits[n] - 1] for n in range(len(options)))))
                # Whether the odometer could be advanced is not looked at here.
                _advance(options, digits, len(options))
                break
            if _union_length(options, digits, k) != 2 * k:
                if not _advance(options, digits, k):
                    return shown, passes
                break


def _advance(options: list[list[Place]], digits: list[int], n: int) -> bool:
    """``incOdometer[n]``."""
    digits[n - 1] += 1
    while digits[n - 1] > len(options[n - 1]):
        n -= 1
        if n == 0:
            return False
        digits[n - 1] += 1
    digits[n:] = [1] * (len(digits) - n)
    return True


def _union_length(options: list[list[Place]], digits: list[int], k: int) -> int:
    """``Length[Union @@ MapThread[Part, {options, odometer}][[;; k]]]``."""
    beyond = [digits[n] > len(options[n]) for n in range(k)]
    if not any(beyond):
        return len({cell for n in range(k) for cell in options[n][digits[n] - 1]})
    if all(beyond):
        return len({tuple(options[n]) for n in range(k)}) + len(set(digits[:k]))
    # Heads differ, List and Part: `Union` stays as it is, with k arguments.
    return k
