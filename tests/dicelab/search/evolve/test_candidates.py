"""Variation with the memetic step: children of always-solvable sets are always solvable, and figures are right."""

import itertools
import math

import numpy as np
import pytest

from dicelab.dice import rolls
from dicelab.score.forbidden import masks_of, owners
from dicelab.score.objectives import parse_objective, subject
from dicelab.search.evolve.candidates import Breeder, dice_set, parse_genome, read_masks
from dicelab.search.evolve.settings import EvolutionSettings
from solver.census import Content, build_census
from solver.polyform import Puzzle
from solver.runs import threads

PUZZLE = "4x4/4:I1,I2,I2,I3,L4"
LABELS = ("fewest", "variation", "perimeter", "band=2-20:min")


@pytest.fixture(scope="module")
def census():
    return build_census(Puzzle.parse(PUZZLE), Content.TILINGS, runner=threads(1))


@pytest.fixture(scope="module")
def breeder():
    return Breeder(EvolutionSettings(objectives=LABELS, puzzle=PUZZLE, sizes=(4, 4, 4, 3)))


def sets(breeder, number, *, repair=True):
    generator = np.random.default_rng(3)
    return [breeder.random(generator, repair=repair) for _ in range(number)]


def test_values_are_those_of_the_set_and_only_always_solvable_sets_have_any(breeder, census):
    both = [*sets(breeder, 8), *sets(breeder, 12, repair=False)]
    assert {one.solvable for one in both} == {True, False}
    for one in both:
        found = dice_set(parse_genome(one.genome), breeder.puzzle)
        assert found.sizes == (4, 4, 4, 3)
        tilings = census.tilings(rolls(found).boards)
        assert one.rolls == np.count_nonzero(tilings == 0)
        looked_at = subject(found, census)
        expected = [parse_objective(label, breeder.puzzle).of(looked_at) for label in LABELS]
        assert one.values == (() if one.rolls else tuple(expected))


def test_a_child_of_an_always_solvable_set_is_one(breeder):
    generator = np.random.default_rng(5)
    parents = [one for one in sets(breeder, 6) if one.solvable]
    assert len(parents) > 1
    for mother in parents:
        for father in parents:
            child = breeder.child(mother, father, generator)
            assert child.solvable
            assert sorted(np.bincount(parse_genome(child.genome) + 1).tolist()) == [1, 3, 4, 4, 4]


def test_every_swap_that_keeps_a_set_always_solvable_can_be_drawn_and_no_other(breeder):
    mother = next(one for one in sets(breeder, 6) if one.solvable)
    dice = read_masks(mother.genome, 4)
    keeping = {tuple(row) for row in breeder.kept_near(dice).tolist()}
    owner = owners(dice, 16)
    for a, b in itertools.combinations(range(16), 2):
        swapped = owner.copy()
        swapped[a], swapped[b] = owner[b], owner[a]
        masks = masks_of(swapped, 4)
        solvable = breeder.scored(masks, None, repair=False).solvable
        assert (tuple(masks.tolist()) in keeping) == (solvable and owner[a] != owner[b])


def test_equal_sets_are_equal_genomes(breeder):
    one = sets(breeder, 1)[0]
    genome = parse_genome(one.genome)
    renamed = np.array([1, 2, 0, 3, -1], np.int8)[genome]
    assert breeder.scored(masks_of(renamed, 4), None, repair=False) == one
    assert not math.isnan(sum(one.values))
