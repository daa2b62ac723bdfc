"""Fitness: all scorers count the unsolvable rolls that verification finds, and the fast rules are sound."""

import numpy as np
import pytest

from dicelab.dice import DiceSet, catalogue_set
from dicelab.errors import DiceError
from dicelab.search.evolve.fitness import BackendScorer, CensusScorer, Evaluation, scorer
from dicelab.search.evolve.genome import die_masks, random_genome
from dicelab.verify import verify
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
    return die_masks(np.array(genomes), puzzle.blockers)


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
        assert CensusScorer(puzzle, census.unsolvable_boards, jobs).unsolvable_rolls(dice).tolist() == truth
        assert BackendScorer(puzzle, "bitmask", jobs).unsolvable_rolls(dice).tolist() == truth
    assert BackendScorer(puzzle, "cp-sat").unsolvable_rolls(dice[:10]).tolist() == truth[:10]
    monkeypatch.setattr(jit, "available", lambda: False)
    assert CensusScorer(puzzle, census.unsolvable_boards).unsolvable_rolls(dice).tolist() == truth


def test_the_genius_square_by_all_fast_scorers(oracle, monkeypatch):
    dice = candidates(GENIUS_SQUARE, (6, 5, 5, 5, 5, 5, 5), 3)
    dice = np.concatenate([dice, candidates(GENIUS_SQUARE, (4, 5, 5, 5, 5, 5, 5), 2)])
    truth = counted(GENIUS_SQUARE, dice)
    assert all(truth)
    by_census = CensusScorer(GENIUS_SQUARE, oracle.unsolvable_boards)
    assert by_census.unsolvable_rolls(dice).tolist() == truth
    assert BackendScorer(GENIUS_SQUARE, "bitmask").unsolvable_rolls(dice).tolist() == truth
    monkeypatch.setattr(jit, "available", lambda: False)
    assert by_census.unsolvable_rolls(dice).tolist() == truth


def test_published_sets_score_nothing(oracle):
    dice = np.array([catalogue_set(name).masks for name in ("default", "theorem-5.3", "goralczyk")], np.uint64)
    assert (
        Evaluation(GENIUS_SQUARE, CensusScorer(GENIUS_SQUARE, oracle.unsolvable_boards))(dice).tolist() == [[0, 0]] * 3
    )


def test_the_numbers_do_not_depend_on_the_order_of_sets_and_dice(oracle):
    dice = candidates(GENIUS_SQUARE, (6, 5, 5, 5, 5, 5, 5), 40)
    census = CensusScorer(GENIUS_SQUARE, oracle.unsolvable_boards, jobs=3)
    scores = census.unsolvable_rolls(dice)
    assert census.unsolvable_rolls(dice[::-1, ::-1]).tolist() == scores[::-1].tolist()
    assert len(set(scores.tolist())) > 30


def test_no_sets_have_no_scores(oracle):
    none = np.zeros((0, 7), np.uint64)
    assert CensusScorer(GENIUS_SQUARE, oracle.unsolvable_boards).unsolvable_rolls(none).shape == (0,)
    assert BackendScorer(GENIUS_SQUARE, "bitmask").unsolvable_rolls(none).shape == (0,)


def test_a_puzzle_without_unsolvable_boards_scores_nothing():
    puzzle = Puzzle.parse("4x4/3:I1,I2,I3,L3,L4")
    census = Census.load(puzzle, Content.SOLVABILITY)
    assert census.solvable.all()
    dice = candidates(puzzle, (4, 4, 4), 10)
    assert not CensusScorer(puzzle, census.unsolvable_boards).unsolvable_rolls(dice).any()


@pytest.mark.parametrize("name", SMALL)
def test_a_set_that_breaks_a_rule_has_unsolvable_rolls(name):
    puzzle = Puzzle.parse(name)
    evaluation = Evaluation(puzzle, BackendScorer(puzzle, "bitmask"))
    dice = candidates(puzzle, SMALL[name], 40, seed=1)
    fitness = evaluation(dice)
    truth = counted(puzzle, dice)
    for (patterns, rolls), unsolvable in zip(fitness.tolist(), truth, strict=True):
        assert unsolvable or not patterns
        assert rolls == (0 if patterns else unsolvable)
    assert evaluation.evaluated == 40
    assert evaluation.screened == int((fitness[:, 0] > 0).sum()) > 0


def test_rules_of_the_genius_square_are_sound(oracle):
    census = CensusScorer(GENIUS_SQUARE, oracle.unsolvable_boards)
    dice = candidates(GENIUS_SQUARE, (6, 5, 5, 5, 5, 5, 5), 200)
    fitness, truth = Evaluation(GENIUS_SQUARE, census)(dice), census.unsolvable_rolls(dice)
    broken = fitness[:, 0] > 0
    assert broken.any()
    assert truth[broken].all()
    assert (fitness[~broken, 1] == truth[~broken]).all()


@pytest.mark.parametrize(
    ("name", "says"), [("genius", "no scorer 'genius'"), ("census", "scorer census needs the census")]
)
def test_scorers_that_are_not_there(name, says):
    with pytest.raises(DiceError, match=says):
        scorer(name, GENIUS_SQUARE, None)


@pytest.mark.parametrize("name", ["bitmask", "cp-sat"])
def test_a_puzzle_with_too_many_boards_to_remember_is_refused(name):
    # C(64, 14) is 4.8e13: a byte for each fits no machine.
    with pytest.raises(DiceError, match="boards"):
        scorer(name, Puzzle.parse("8x8/14:I2,12*O4"), None)
