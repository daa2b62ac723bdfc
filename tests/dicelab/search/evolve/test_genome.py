"""Genomes and operators: the sizes of the dice are kept, whatever is drawn."""

import tracemalloc

import numpy as np
import pytest
from hypothesis import given, strategies as st

from dicelab.errors import DiceError
from dicelab.score.forbidden import masks_of
from dicelab.score.placement_domain import require_sizes
from dicelab.search.evolve.candidates import (
    blend,
    dice_set,
    genome_text,
    parse_genome,
    random_genome,
    renamed,
    swap_cells,
)
from solver.polyform import GENIUS_SQUARE, Puzzle

CELLS = 16


@st.composite
def sizes(draw):
    dice = draw(st.integers(1, 6))
    return draw(st.lists(st.integers(1, 6), min_size=dice, max_size=dice).filter(lambda s: sum(s) <= CELLS))


@st.composite
def pairs(draw):
    """Two genomes of the same sizes, and a generator."""
    generator = np.random.default_rng(draw(st.integers(0, 2**32)))
    dealt = draw(sizes())
    return random_genome(dealt, CELLS, generator), random_genome(dealt, CELLS, generator), generator


def counts(genome):
    return np.bincount(genome + 1, minlength=8).tolist()


@given(sizes(), st.integers(0, 2**32))
def test_a_random_genome_has_the_sizes_asked_for(dealt, seed):
    genome = random_genome(dealt, CELLS, np.random.default_rng(seed))
    assert counts(genome)[: len(dealt) + 1] == [CELLS - sum(dealt), *dealt]


@given(pairs())
def test_swapping_cells_keeps_the_sizes_and_changes_the_genome(family):
    genome, _, generator = family
    before = genome.copy()
    mutant = swap_cells(genome, generator)
    assert counts(mutant) == counts(genome)
    assert (genome == before).all()
    assert (mutant != genome).sum() in {0, 2, 3, 4, 5, 6}


def test_one_swap_moves_two_cells():
    genome = random_genome((4, 4), CELLS, np.random.default_rng(0))
    moved = [int((swap_cells(genome, np.random.default_rng(seed)) != genome).sum()) for seed in range(200)]
    # Half of the mutants swap once, which can't be undone by a second swap.
    assert moved.count(2) > 90
    assert max(moved) > 2


def test_a_genome_of_one_die_has_nothing_to_swap():
    genome = np.zeros(CELLS, np.int8)
    assert (swap_cells(genome, np.random.default_rng(0)) == genome).all()


@given(pairs())
def test_a_child_keeps_the_sizes_and_what_its_parents_share(family):
    mother, father, generator = family
    child = blend(mother, father, generator)
    assert counts(child) == counts(mother)
    father = renamed(father, mother)
    assert (child[mother == father] == mother[mother == father]).all()


@given(pairs())
def test_a_child_of_equal_parents_is_their_like(family):
    mother, _, generator = family
    assert (blend(mother, mother.copy(), generator) == mother).all()


@given(pairs(), st.randoms())
def test_a_parent_with_its_dice_renamed_is_an_equal_parent(family, shuffle):
    mother, _, generator = family
    sizes_of = np.bincount(mother[mother >= 0])
    names = list(range(len(sizes_of)))
    # Only dice of one size change names.
    for size in set(sizes_of.tolist()):
        same = [die for die in names if sizes_of[die] == size]
        mixed = same.copy()
        shuffle.shuffle(mixed)
        for old, new in zip(same, mixed, strict=True):
            names[old] = new
    father = np.array([*names, -1], np.int8)[mother]
    assert (renamed(father, mother) == mother).all()
    assert (blend(mother, father, generator) == mother).all()


@given(pairs())
def test_renaming_leaves_the_dice_and_their_sizes(family):
    genome, model, _ = family
    dice = int(genome.max()) + 1
    again = renamed(genome, model)
    assert counts(again) == counts(genome)
    assert sorted(masks_of(again, dice).tolist()) == sorted(masks_of(genome, dice).tolist())
    assert ((again == -1) == (genome == -1)).all()


@given(pairs())
def test_text_round_trip(family):
    genome, _, _ = family
    assert (parse_genome(genome_text(genome)) == genome).all()
    assert len(genome_text(genome)) == CELLS


def test_every_die_of_a_grid_has_a_letter():
    genome = np.arange(-1, 64, dtype=np.int8)
    assert (parse_genome(genome_text(genome)) == genome).all()
    assert len(set(genome_text(genome))) == 65


@given(st.integers(1, 64), st.integers(1, 12), st.integers(0, 2**32))
def test_masks_are_the_cells_of_each_die(cells, dice, seed):
    genomes = np.random.default_rng(seed).integers(-1, dice, (3, cells), dtype=np.int8)
    masks = masks_of(genomes, dice)
    assert masks.dtype == np.uint64
    assert masks.tolist() == [
        [sum(1 << cell for cell in range(cells) if genome[cell] == die) for die in range(dice)] for genome in genomes
    ]


def test_masks_of_many_sets_need_little_memory():
    genomes = np.zeros((20_000, 36), np.int8)
    tracemalloc.start()
    masks = masks_of(genomes, 7)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 4 * masks.nbytes


def test_a_genome_is_a_dice_set():
    puzzle = Puzzle.parse("2x3/2:O4")
    dice = dice_set(np.array([0, -1, 1, 1, 0, 1], np.int8), puzzle)
    assert dice.format() == "A1 B2 | A3 B1 B3"


@pytest.mark.parametrize(
    ("given_sizes", "says"),
    [
        ((6, 5, 5, 5, 5, 5), "give 7 numbers"),
        ((6, 5, 5, 5, 5, 5, 5, 1), "give 7 numbers"),
        ((), "give 7 numbers"),
        ((6, 6, 5, 5, 5, 5, 5), "need 37 cells: the board has 36"),
        ((6, 5, 5, 5, 5, 5, 0), "at least one cell"),
        ((36, 5, 5, 5, 5, 5, -25), "at least one cell"),
        ((10**12, 1, 1, 1, 1, 1, 1), "the board has 36"),
    ],
)
def test_sizes_that_do_not_fit_are_refused(given_sizes, says):
    with pytest.raises(DiceError, match=says):
        require_sizes(given_sizes, GENIUS_SQUARE)


def test_sizes_with_too_many_rolls_are_refused():
    with pytest.raises(DiceError, match="10,460,353,203 rolls"):
        require_sizes((3,) * 21, Puzzle.parse("8x8/21:I3,10*O4"))
    require_sizes((4,) * 14, Puzzle.parse("8x8/14:I2,12*O4"))
    require_sizes((1,) * 6 + (30,), GENIUS_SQUARE)
