"""Sets in steps of difficulty, and sets with a spare die, held to all sets of a small puzzle."""

from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise

import numpy as np
import pytest

import dicelab
from dicelab.errors import DiceError
from dicelab.score.objectives import parse_objective
from dicelab.score.steps import most_apart, steps_of
from dicelab.score.tables import roll_tilings, subject_of
from dicelab.search.evolve.run_files import command_of
from dicelab.search.evolve.settings import EvolutionSettings
from solver.polyform import Puzzle

PUZZLE = Puzzle.parse("3x4/2:I1,I2,I3,L4")


@cache
def all_sets():
    """Every always-solvable set of two disjoint dice with two cells each, with the tilings of its rolls."""
    pairs = [PUZZLE.grid.mask(pair) for pair in combinations(range(len(PUZZLE.grid)), 2)]
    dice = [np.array(masks, np.uint64) for masks in combinations(pairs, 2) if not masks[0] & masks[1]]
    rolled = [(masks, roll_tilings(PUZZLE).of(masks)) for masks in dice]
    return [(masks, tilings) for masks, tilings in rolled if tilings.all()]


def evolved(tmp_path, **options):
    given = {"puzzle": PUZZLE.text, "sizes": (2, 2), "generations": 20, "population": 24, "jobs": 1}
    return dicelab.evolve(**{**given, **options}, out=tmp_path)


def test_two_steps_are_as_far_apart_as_any_two_sets(tmp_path):
    found = evolved(tmp_path, steps=2)
    rolled = np.unique([np.sort(tilings) for _, tilings in all_sets()], axis=0).astype(np.int64)
    twice = max(
        int((1 + np.sign(rolled[:, :, None] - harder)).sum(axis=(1, 2)).max())
        for harder in rolled  # Each pair of rolls counts 2, 1 for equal numbers, or 0.
    )
    best = Fraction(twice, 2 * 16)
    assert found.value == float(best)
    assert found.bound is not None
    assert found.value <= found.bound
    easy, hard = found.sets
    assert [one.dice_set for one in found.confirmed] == [easy, hard]
    assert parse_objective(f"harder={easy.format()}", PUZZLE).of(subject_of(tuple(hard.masks), PUZZLE)) == found.value


def test_the_least_chance_never_falls_and_each_step_is_always_solvable(tmp_path):
    found = evolved(tmp_path, steps=3, migrate=4)
    assert all(min(before["chances"]) <= min(after["chances"]) for before, after in pairwise(found.history))
    assert found.history[-1]["chances"] == [float(one.harder or 0) for one in steps_of(found.sets)[1:]]
    assert all(dicelab.verify(one).always_solvable for one in found.sets)
    assert all(one.by_board.quantile(0.5) > 0 for one in found.steps)
    bound = "" if found.bound == 1 else f"; no sets of these sizes come above {found.bound:.4f}"
    assert f"least chance {found.value:.4f}{bound}\n" in str(found)


def test_steps_that_are_resumed_end_with_the_same_files(tmp_path):
    whole = evolved(tmp_path / "whole", steps=2, generations=7, migrate=2, population=12)
    parts = evolved(tmp_path / "parts", steps=2, generations=3, migrate=2, population=12)
    again = dicelab.evolve(resume=parts.folder, generations=7, jobs=2)
    files = sorted(path.relative_to(whole.folder) for path in whole.folder.rglob("*") if path.is_file())
    assert files == sorted(path.relative_to(again.folder) for path in again.folder.rglob("*") if path.is_file())
    assert all((whole.folder / name).read_bytes() == (again.folder / name).read_bytes() for name in files)


def test_a_spare_die_is_the_best_for_its_set(tmp_path):
    found = evolved(tmp_path, spare=2)
    base, spared = found.sets
    assert dicelab.verify(spared).always_solvable
    assert sum(a != b for a, b in zip(base.masks, spared.masks, strict=True)) == 1
    value = parse_objective("spare=2", PUZZLE).of(subject_of(tuple(base.masks), PUZZLE))
    assert found.value == pytest.approx(value, abs=1e-12)
    sets = (tuple(masks.tolist()) for masks, _ in all_sets())
    best = max(parse_objective("spare=2", PUZZLE).of(subject_of(masks, PUZZLE)) for masks in sets)
    assert value == best


def test_the_bound_is_that_of_the_hardest_and_the_easiest_boards():
    tilings = sorted(count for count in roll_tilings(PUZZLE).of_all(PUZZLE).tolist() if count >= 2)
    low, high = tilings[:5], tilings[-7:]
    wins = sum((a < b) + Fraction(a == b, 2) for a in low for b in high)
    assert most_apart(PUZZLE, 7, 5, 2) == wins / 35


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"steps": 2, "objectives": "fewest"}, "--objective does not go with --steps"),
        ({"steps": 2, "islands": 3}, "--islands does not go with --steps"),
        ({"spare": 2, "steps": 3}, "--steps 3: a set and the same with a spare die are 2 steps"),
        ({"steps": 2, "mode": "map-elites"}, "--mode does not go with --steps"),
        ({"steps": 2, "shared_cells": True}, "--shared-cells does not go with --steps"),
    ],
)
def test_what_does_not_go_together_is_refused(tmp_path, options, message):
    with pytest.raises(DiceError, match=message):
        evolved(tmp_path, **options)


def test_the_command_does_the_run_again():
    given = {"puzzle": PUZZLE.text, "sizes": (2, 2)}
    assert "--steps 3" in command_of(settings := EvolutionSettings.of({**given, "steps": 3}))
    assert not {"--objective", "--islands"} & set(command_of(settings).split())
    assert command_of(EvolutionSettings.of({**given, "spare": 2})).endswith("--sizes 2,2 --spare 2")
