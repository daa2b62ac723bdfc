"""Design and evolve on small boards of every lattice, against all dice sets that there are."""

from functools import cache
from itertools import combinations

import numpy as np
import pytest

import dicelab
from dicelab.dice import DiceSet
from dicelab.score.forbidden import rolls_of
from dicelab.score.objectives import parse_objective, subject
from dicelab.score.placement_domain import places_of
from dicelab.search.constraints.shape import symmetries_of
from solver.census import Census
from solver.polyform import Puzzle

HEXAGONS = "hexagons@2-6,1-7,2-6/2:I1,I2,I2,T3"
TRIANGLES = "triangles@1-3,0-4,1-3/2:I1,I2,I3,I3"
BOARDS = {
    "holes": ("3x4-A1/2:I1,I2,L3,I3", (3, 3)),
    "one-sided": ("3x4/2:L4~,I3,I2,I1", (4, 3)),
    "triangles": (TRIANGLES, (3, 3)),
    "hexagons": (HEXAGONS, (3, 3)),
    "hexagons-all": (HEXAGONS, (5, 5)),
    "free": (TRIANGLES + ";free=6", (3, 3)),
    "regions": (HEXAGONS + ";regions=1-5,6-10", (3, 4)),
    "labels": ("triangles@1-3,0-4,1-3=JAN,FEB,1..9/2:I1,I2,I3,I3", (2, 3)),
}


@cache
def every_set(text, sizes):
    """All sets of two dice with the tilings of their hardest rolls."""
    puzzle = Puzzle.parse(text)
    census, places, cells = Census.load(puzzle.unrestricted), places_of(puzzle), range(len(puzzle.grid))
    found = []
    for first in combinations([cell for cell in cells if places[cell, 0]], sizes[0]):
        for second in combinations([cell for cell in cells if places[cell, 1] and cell not in first], sizes[1]):
            dice = puzzle.grid.mask(first), puzzle.grid.mask(second)
            found.append((dice, int(census.tilings(rolls_of(np.array(dice, np.uint64))).min())))
    return found


@pytest.mark.parametrize(("text", "sizes"), BOARDS.values(), ids=BOARDS)
def test_design_finds_the_most_tilings_that_the_hardest_roll_can_have(text, sizes):
    best = max(fewest for _, fewest in every_set(text, sizes))
    outcome = dicelab.design(puzzle=text, sizes=sizes, maximize="fewest", jobs=1)
    assert outcome.status == ("optimal" if best else "infeasible")
    assert (outcome.fewest or 0) == best
    if best:
        assert outcome.dice_set is not None
        assert (outcome.dice_set.masks, best) in every_set(text, sizes)


@pytest.mark.parametrize("text", [HEXAGONS, TRIANGLES])
def test_design_finds_a_set_of_each_symmetry_or_proves_that_there_is_none(text):
    puzzle = Puzzle.parse(text)
    for name, permutation in symmetries_of(puzzle).items():

        def image(mask, turn=permutation):
            return puzzle.grid.mask(turn[cell] for cell in puzzle.grid.cells(mask))

        possible = any(fewest and {*map(image, dice)} == {*dice} for dice, fewest in every_set(text, (2, 2)))
        outcome = dicelab.design(puzzle=text, sizes=(2, 2), invariant=[name], jobs=1)
        assert outcome.status == ("found" if possible else "infeasible"), name
        if possible:
            assert outcome.dice_set is not None
            assert {*map(image, outcome.dice_set.masks)} == {*outcome.dice_set.masks}


@pytest.mark.parametrize("name", ["triangles", "hexagons", "free", "regions"])
def test_evolve_finds_sets_that_are_always_solvable(tmp_path, name):
    text, _ = BOARDS[name]
    sizes = (2, 2)
    assert any(fewest for _, fewest in every_set(text, sizes))
    found = dicelab.evolve(
        puzzle=text, sizes=sizes, population=20, generations=30, keep=2, out=tmp_path / "run", jobs=1
    )
    assert found.confirmed
    for one in found.confirmed:
        assert dict(every_set(text, sizes))[one.dice_set.masks] > 0
    keys = [one.class_key() for one, _ in found.kept]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("name", ["triangles", "hexagons", "free", "regions"])
def test_evolution_towards_objectives_reaches_the_best_value(tmp_path, name):
    text, _ = BOARDS[name]
    sizes, puzzle = (2, 2), Puzzle.parse(text)
    census, objective = Census.load(puzzle.unrestricted), parse_objective("perimeter", puzzle)
    values = [
        objective.of(subject(DiceSet.of_masks(dice, puzzle), census))
        for dice, fewest in every_set(text, sizes)
        if fewest
    ]
    found = dicelab.evolve(
        "perimeter", puzzle=text, sizes=sizes, population=20, generations=20, keep=1, out=tmp_path / "run", jobs=1
    )
    assert found.kept[0][1]["perimeter"] == min(values)
