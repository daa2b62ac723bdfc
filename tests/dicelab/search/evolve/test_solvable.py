"""Fitness: all scorers count the unsolvable rolls that verification finds, and the fast rules are sound."""

import itertools

import numpy as np
import pytest

from dicelab.dice import CATALOGUE, DiceSet, catalogue_set, rolls
from dicelab.errors import DiceError
from dicelab.score.forbidden import ForbiddenBoards, masks_of
from dicelab.search.evolve.candidates import Candidate, genome_text, random_genome, successors
from dicelab.search.evolve.settings import EvolutionSettings
from dicelab.search.evolve.solvable import BackendScorer, Fitness, SolvableSets, published_classes
from dicelab.verifying import verify
from solver.census import Census, Content
from solver.polyform import GENIUS_SQUARE, Puzzle
from solver.runs import jit

SMALL = {
    "3x4/4:I1,I2,I2,L3": (3, 3, 3, 3),
    "4x4/4:I1,I2,I2,I3,L4": (4, 3, 3, 2),
    "2x4/2:3*I2": (4, 4),
    "3x4-B2/4:3*I1,L4": (2, 3, 3, 3),
}


def candidates(puzzle, sizes, number, seed=0):
    generator = np.random.default_rng(seed)
    genomes = [random_genome(sizes, len(puzzle.grid), generator) for _ in range(number)]
    return masks_of(np.array(genomes), puzzle.blockers)


def counted(puzzle, dice):
    """Count the unsolvable rolls with the verifier, set by set."""
    return [len(verify(DiceSet.of_masks(row.tolist(), puzzle)).unsolvable) for row in dice]


@pytest.mark.parametrize("name", SMALL)
def test_all_scorers_agree_with_verification(name, monkeypatch):
    puzzle = Puzzle.parse(name)
    census = Census.load(puzzle, Content.SOLVABILITY)
    dice = candidates(puzzle, SMALL[name], 30)
    truth = counted(puzzle, dice)
    assert any(truth)
    for jobs in (1, 2):
        assert ForbiddenBoards(puzzle, census.unsolvable_boards, jobs).rolled(dice).tolist() == truth
        assert BackendScorer(puzzle, "bitmask", jobs)(dice).tolist() == truth
    assert BackendScorer(puzzle, "cp-sat")(dice[:10]).tolist() == truth[:10]
    monkeypatch.setattr(jit, "available", lambda: False)
    assert ForbiddenBoards(puzzle, census.unsolvable_boards).rolled(dice).tolist() == truth


def test_the_genius_square_by_all_fast_scorers(census, monkeypatch):
    dice = candidates(GENIUS_SQUARE, (6, 5, 5, 5, 5, 5, 5), 1)
    dice = np.concatenate([dice, candidates(GENIUS_SQUARE, (4, 5, 5, 5, 5, 5, 5), 1)])
    truth = counted(GENIUS_SQUARE, dice)
    assert all(truth)
    by_census = ForbiddenBoards(GENIUS_SQUARE, census.unsolvable_boards)
    assert by_census.rolled(dice).tolist() == truth
    assert BackendScorer(GENIUS_SQUARE, "bitmask")(dice).tolist() == truth
    monkeypatch.setattr(jit, "available", lambda: False)
    assert by_census.rolled(dice).tolist() == truth


def test_published_sets_score_nothing(census):
    dice = np.array([catalogue_set(name).masks for name in ("default", "theorem-5.3", "goralczyk")], np.uint64)
    assert (
        Fitness(GENIUS_SQUARE, ForbiddenBoards(GENIUS_SQUARE, census.unsolvable_boards).rolled)(dice).tolist()
        == [[0, 0]] * 3
    )


def test_the_numbers_do_not_depend_on_the_order_of_sets_and_dice(census):
    dice = candidates(GENIUS_SQUARE, (6, 5, 5, 5, 5, 5, 5), 40)
    forbidden = ForbiddenBoards(GENIUS_SQUARE, census.unsolvable_boards, jobs=3)
    scores = forbidden.rolled(dice)
    assert forbidden.rolled(dice[::-1, ::-1]).tolist() == scores[::-1].tolist()
    assert len(set(scores.tolist())) > 30


def test_no_sets_have_no_scores(census):
    none = np.zeros((0, 7), np.uint64)
    assert ForbiddenBoards(GENIUS_SQUARE, census.unsolvable_boards).rolled(none).shape == (0,)
    assert BackendScorer(GENIUS_SQUARE, "bitmask")(none).shape == (0,)


def test_a_puzzle_without_unsolvable_boards_scores_nothing():
    puzzle = Puzzle.parse("4x4/3:I1,I2,I3,L3,L4")
    census = Census.load(puzzle, Content.SOLVABILITY)
    assert census.solvable.all()
    dice = candidates(puzzle, (4, 4, 4), 10)
    assert not ForbiddenBoards(puzzle, census.unsolvable_boards).rolled(dice).any()


@pytest.mark.parametrize("name", SMALL)
def test_a_set_that_breaks_a_rule_has_unsolvable_rolls(name):
    puzzle = Puzzle.parse(name)
    dice = candidates(puzzle, SMALL[name], 40, seed=1)
    fitness = Fitness(puzzle, BackendScorer(puzzle, "bitmask"))(dice)
    truth = counted(puzzle, dice)
    for (patterns, counted_rolls), unsolvable in zip(fitness.tolist(), truth, strict=True):
        assert unsolvable or not patterns
        assert counted_rolls == (0 if patterns else unsolvable)
    assert (fitness[:, 0] > 0).any()


def test_rules_of_the_genius_square_are_sound(census):
    forbidden = ForbiddenBoards(GENIUS_SQUARE, census.unsolvable_boards)
    dice = candidates(GENIUS_SQUARE, (6, 5, 5, 5, 5, 5, 5), 200)
    fitness, truth = Fitness(GENIUS_SQUARE, forbidden.rolled)(dice), forbidden.rolled(dice)
    broken = fitness[:, 0] > 0
    assert broken.any()
    assert truth[broken].all()
    assert (fitness[~broken, 1] == truth[~broken]).all()


@pytest.mark.parametrize("name", ["bitmask", "cp-sat"])
def test_a_puzzle_with_too_many_boards_to_remember_is_refused(name):
    # C(64, 14) is 4.8e13: a byte for each fits no machine.
    with pytest.raises(DiceError, match="boards"):
        BackendScorer(Puzzle.parse("8x8/14:I2,12*O4"), name)


def evolved(strategy, generations):
    first = strategy.begin()
    return [first, *successors(strategy, first, generations)]


def always_solvable(dice):
    return np.zeros((len(dice), 2), np.int64)


def test_populations_are_sorted_distinct_and_keep_the_best():
    puzzle = Puzzle.parse("4x4/4:I1,I2,I2,I3,L4")
    settings = EvolutionSettings(population=30, sizes=(4, 4, 4, 4), puzzle=puzzle.format())
    states = evolved(SolvableSets(settings, Fitness(puzzle, BackendScorer(puzzle, "bitmask"))), 45)
    assert [state.generation for state in states] == list(range(46))
    for state in states:
        (population,) = state.populations
        scores = [(one.patterns, one.rolls) for one in population]
        assert scores == sorted(scores)
        assert len(population) == 30
        assert all(sorted(one.genome) == sorted("0123" * 4) for one in population)
        assert len(state.history) == state.generation + 1
    kept = [pair for pair in itertools.pairwise(states) if not pair[0].populations[0][0].solvable]
    # After an always-solvable set the search starts afresh.
    assert 0 < len(kept) < len(states) - 1
    for before, after in kept:
        best, then = (state.populations[0][0] for state in (before, after))
        assert (then.patterns, then.rolls) <= (best.patterns, best.rolls)
        assert len({one.genome for one in after.populations[0]}) == 30


@pytest.mark.slow
def test_the_genius_square_with_one_seed(census):
    # Seed 0 finds a set of 93,750 rolls by generation 20.
    fitness = Fitness(GENIUS_SQUARE, ForbiddenBoards(GENIUS_SQUARE, census.unsolvable_boards).rolled)
    last = evolved(SolvableSets(EvolutionSettings(population=100), fitness, published_classes(GENIUS_SQUARE)), 20)[-1]
    assert last.kept
    published = {catalogue_set(name).class_key() for name in CATALOGUE}
    for one in last.kept:
        dice = one.dice_set(GENIUS_SQUARE)
        assert dice.roll_count == 93_750
        assert dice.class_key() not in published
        assert census.is_solvable(rolls(dice).boards).all()


def test_published_sets_are_no_discoveries():
    genome = np.zeros(36, np.int8)
    turn = GENIUS_SQUARE.grid.symmetries[3]
    for number, die in enumerate(reversed(catalogue_set("theorem-5.3").dice)):
        genome[[turn[cell] for cell in die.cells]] = number
    published = Candidate(genome_text(genome))
    assert published.class_key(GENIUS_SQUARE) == catalogue_set("theorem-5.3").class_key()
    assert published.class_key(GENIUS_SQUARE) in published_classes(GENIUS_SQUARE)
    settings = EvolutionSettings(population=2)
    strategy = SolvableSets(settings, always_solvable, published_classes(GENIUS_SQUARE))
    assert strategy._discovered((), [published], 1) == ()
    assert len(SolvableSets(settings, always_solvable)._discovered((), [published], 1)) == 1


def test_published_sets_are_those_of_the_puzzle_with_its_pieces_in_another_order():
    turned = Puzzle.parse("6x6/7:S4,L4,T4,O4,I4,L3,I3,I2,I1")
    assert turned != GENIUS_SQUARE
    assert set(published_classes(turned)) == {catalogue_set(name).class_key() for name in CATALOGUE}
    assert published_classes(Puzzle.parse("6x6/7:I1,I2,I3,L3,I4,O4,T4,L4,L4")) == []


TWO_DICE = EvolutionSettings(puzzle="2x4/2:3*I2", sizes=(4, 4), population=6)


def test_classes_are_counted_once_and_known_again_on_resume(monkeypatch):
    keys = []
    true = DiceSet.class_key

    def counting(dice):
        keys.append(true(dice))
        return keys[-1]

    monkeypatch.setattr(DiceSet, "class_key", counting)
    states = evolved(SolvableSets(TWO_DICE, always_solvable), 40)
    # Every individual is a candidate here, and is looked at until one is new.
    assert len(keys) <= 41 * 6
    again = SolvableSets(TWO_DICE, always_solvable)
    assert list(successors(again, states[19], 40)) == states[20:]


def test_a_class_is_discovered_once():
    puzzle = Puzzle.parse(TWO_DICE.puzzle)
    keys = [one.class_key(puzzle) for one in evolved(SolvableSets(TWO_DICE, always_solvable), 60)[-1].kept]
    assert len(keys) == len(set(keys))
    # The partitions of eight cells into two dice of four, up to the four symmetries of the board.
    every = {
        Candidate("".join(str(mask >> cell & 1) for cell in range(8))).class_key(puzzle)
        for mask in range(256)
        if mask.bit_count() == 4
    }
    assert set(keys) <= every
    assert len(keys) > 3
