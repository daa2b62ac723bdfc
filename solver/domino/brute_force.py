"""Caviness's second method: every choice of a location for every domino, and out with those that collide."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.domino.notation import Location, Solution
from solver.domino.number_grid import NumberGrid
from solver.errors import InputError
from solver.exact_cover.result import Status

MOST_CASES = 10_000_000
"""Cases that are looked at as a rule: less than a second."""

_BLOCK = 1 << 16
"""Most cases that are looked at together."""

_WORD = 64

Choice = tuple[Location, ...]
"""A location for each of the first dominoes, in their order."""


@dataclass(frozen=True, slots=True)
class Collision:
    """The choices for the first dominoes of the bone pile that do not collide."""

    status: Status
    """``SOLVED`` where some choice of all cases survives, ``UNSOLVABLE`` where none does (then the grid has no
    solution, even if not all dominoes were asked for), ``UNKNOWN`` where there are too many cases to look at."""
    dominoes: int
    cases: int
    """The product of their numbers of locations."""
    survivors: tuple[Choice, ...] = ()
    """In the order of the paper's ``Outer``; none where the status is ``UNKNOWN``."""
    solutions: tuple[Solution, ...] = ()
    """The survivors, where all dominoes were asked for."""


def brute_force(grid: NumberGrid, dominoes: int | None = None, most_cases: int = MOST_CASES) -> Collision:
    """Look at every choice of locations for the first dominoes, or for all.

    The first dominoes are those of the bone pile from the double zero on. Where there are more cases than
    ``most_cases``, none is looked at, and the answer is ``UNKNOWN`` with their number.

    Raises
    ------
    InputError
        If the bone pile has fewer dominoes.

    References
    ----------
    Caviness (2014), "Brute-Force Collision Method".

    Examples
    --------
    >>> grid = NumberGrid.parse("1:001101")
    >>> brute_force(grid).cases, brute_force(grid).solutions
    (8, (((0, 1), (2, 5), (3, 4)), ((0, 3), (1, 4), (2, 5))))
    >>> brute_force(grid, most_cases=7).status
    <Status.UNKNOWN: 'unknown'>
    """
    wanted = len(grid.bones) if dominoes is None else dominoes
    if not 1 <= wanted <= len(grid.bones):
        raise InputError(
            f"{wanted} dominoes asked for: the bone pile has {len(grid.bones)}, so ask for 1 to {len(grid.bones)}"
        )
    options = [grid.find(bone) for bone in grid.bones[:wanted]]
    cases = math.prod(map(len, options))
    if cases > most_cases:
        return Collision(Status.UNKNOWN, wanted, cases)
    survivors = tuple(_survivors(options, len(grid.board))) if cases else ()
    status = Status.SOLVED if survivors else Status.UNSOLVABLE
    solutions = tuple(tuple(sorted(choice)) for choice in survivors) if wanted == len(grid.bones) else ()
    return Collision(status, wanted, cases, survivors, solutions)


def _survivors(options: list[tuple[Location, ...]], cells: int) -> Iterator[Choice]:
    """Yield the choices without a collision: each choice for some first dominoes with all for the others at once."""
    sizes = [len(places) for places in options]
    cut = next(n for n in range(len(sizes)) if math.prod(sizes[n:]) <= _BLOCK or n == len(sizes) - 1)
    masks = [_masks(places, cells) for places in options]
    tails, collide = _outer(masks[cut:], cells)
    for head in np.ndindex(*sizes[:cut]):
        covered = np.zeros(tails.shape[1], np.uint64)
        clash = False
        for domino, place in enumerate(head):
            clash |= bool((covered & masks[domino][place]).any())
            covered |= masks[domino][place]
        if clash:
            continue
        for tail in np.flatnonzero(~collide & ~(tails & covered).any(axis=1)):
            places = (*head, *np.unravel_index(tail, sizes[cut:]))
            yield tuple(options[domino][int(place)] for domino, place in enumerate(places))


def _masks(places: tuple[Location, ...], cells: int) -> NDArray[np.uint64]:
    """Return the cells of each place as bits of as many words as a board needs."""
    masks = np.zeros((len(places), -(-cells // _WORD)), np.uint64)
    for row, location in enumerate(places):
        for cell in location:
            masks[row, cell // _WORD] |= np.uint64(1 << cell % _WORD)
    return masks


def _outer(masks: list[NDArray[np.uint64]], cells: int) -> tuple[NDArray[np.uint64], NDArray[np.bool_]]:
    """Return the cells of every choice of one mask each, the last mask changing fastest, and whether any collide."""
    covered = np.zeros((1, -(-cells // _WORD)), np.uint64)
    collide = np.zeros(1, np.bool_)
    for places in masks:
        both = (covered[:, None] & places).any(axis=2)
        collide = (collide[:, None] | both).ravel()
        covered = (covered[:, None] | places).reshape(-1, covered.shape[1])
    return covered, collide
