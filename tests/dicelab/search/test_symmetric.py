"""Local search among symmetric sets reaches all of them: those of small boards are listed and counted."""

from functools import cache

import numpy as np
import pytest

from dicelab.score.forbidden import masks_of, owners
from dicelab.score.placement_domain import places_of
from dicelab.search.constraints.shape import symmetries_of
from dicelab.search.symmetric import neighbours, profiles, renamings, symmetric_start
from solver.polyform import Puzzle
from solver.polyform.symmetry import cycles
from tests.dicelab.search.design.conftest import deals

BOARDS = [
    ("3x3/3:I1,I2,I3", (3, 3, 3)),
    ("3x3/3:I1,I2,I3", (3, 2, 2)),
    ("4x2/4:I1,I3", (2, 2, 2, 2)),
    ("triangles@1-3,0-4,1-3/2:I1,I2,I3,I3", (3, 3)),
    ("hexagons@2-6,1-7,2-6/2:I1,I2,I2,T3", (4, 3)),
    ("hexagons@2-6,1-7,2-6/2:I1,I2,I2,T3;regions=1-5,6-10", (3, 3)),
]


@cache
def all_sets(text, sizes):
    """List all sets: the cells of each die, in every order of equal dice."""
    puzzle = Puzzle.parse(text)
    grid, may_be = puzzle.grid, [puzzle.grid.mask(np.flatnonzero(die)) for die in places_of(puzzle).T]
    sets = deals(tuple(range(len(grid))), sizes)
    return [dice for dice in sets if not any(mask & ~may_be[die] for die, mask in enumerate(dice))]


def symmetric_sets(text, sizes, permutation):
    """List those that a permutation maps to themselves, each with how it renames the dice."""
    found = {}
    for dice in all_sets(text, sizes):
        turned = [sum(1 << permutation[cell] for cell in range(len(permutation)) if mask >> cell & 1) for mask in dice]
        if {*turned} == {*dice}:
            found[dice] = tuple(dice.index(mask) for mask in turned)
    return found


def reached_from(start, puzzle, sizes, permutation):
    """Return the sets that moves lead to, whatever the names of their dice."""
    places, cells = places_of(puzzle), np.arange(len(puzzle.grid))
    reached, waiting = set(), [tuple(start.tolist())]
    while waiting:
        dice = waiting.pop()
        if frozenset(dice) not in reached:
            reached.add(frozenset(dice))
            near = neighbours(owners(np.array(dice, np.uint64), len(cells)), permutation)
            allowed = [owner for owner in near if places[cells, owner].all()]
            waiting += [tuple(masks_of(owner, len(sizes)).tolist()) for owner in allowed]
    return reached


@pytest.mark.parametrize(("text", "sizes"), BOARDS)
def test_starts_and_moves_reach_every_symmetric_set(text, sizes):
    puzzle = Puzzle.parse(text)
    for name, permutation in symmetries_of(puzzle).items():
        every = {frozenset(dice) for dice in symmetric_sets(text, sizes, permutation)}
        reached = set()
        for seed in range(40):
            start = symmetric_start(sizes, permutation, np.random.default_rng(seed), places_of(puzzle))
            if start is not None and frozenset(start.tolist()) not in reached:
                reached |= reached_from(start, puzzle, sizes, permutation)
        assert reached == every, name


def kind(renaming, sizes):
    """Return what names of equal dice do not change: the size and the length of each cycle of dice."""
    return tuple(sorted((sizes[cycle[0]], len(cycle)) for cycle in cycles(renaming)))


def profile_of(dice, renaming, permutation):
    lengths = sorted({len(cycle) for cycle in cycles(permutation)})
    unions = [sum(dice[die] for die in group) for group in cycles(renaming)]
    return tuple(
        tuple(
            sum(len(cycle) == length and bool(union >> cycle[0] & 1) for cycle in cycles(permutation))
            for length in lengths
        )
        for union in unions
    )


@pytest.mark.parametrize(("text", "sizes"), BOARDS)
def test_renamings_and_profiles_are_those_of_the_sets_that_there_are(text, sizes):
    puzzle = Puzzle.parse(text)
    for name, permutation in symmetries_of(puzzle).items():
        every = symmetric_sets(text, sizes, permutation)
        found = renamings(sizes, permutation, places_of(puzzle))
        if puzzle.regions:
            # Profiles know no regions, so that some of these renamings may have no set.
            assert {*every.values()} <= {*found}, name
            continue
        assert sorted(kind(one, sizes) for one in found) == sorted({kind(one, sizes) for one in every.values()}), name
        for renaming in found:
            there = {profile_of(dice, renaming, permutation) for dice, one in every.items() if one == renaming}
            assert there == {*profiles(sizes, permutation, renaming)}, name
