"""The audit accepts a true census and finds a false one."""

import dataclasses

import numpy as np
import pytest

from solver.census import Census, Content, Orbits, build_census
from solver.census.audit import audit
from solver.polyform import Puzzle

PUZZLE = Puzzle.parse("4x4/3:I1,I2,I3,L3,O4")


@pytest.fixture
def true(tmp_path):
    return build_census(PUZZLE, Content.TILINGS, folder=tmp_path)


def verdicts(census, sample=60):
    return {check.name: check.ok for check in audit(census, np.random.default_rng(0), sample=sample)}


@pytest.mark.parametrize("text", ["4x4/3:I1,I2,I3,L3,O4", "3x4-B2/2:I1,I2,2*L3", "1x7/2:I2,I3", "2x2/0:O4"])
def test_a_true_census_holds(text, tmp_path):
    puzzle = Puzzle.parse(text)
    for content in Content:
        found = verdicts(build_census(puzzle, content, folder=tmp_path))
        assert set(found.values()) == {True}
        assert ("grand total" in found) == (content is Content.TILINGS)


def test_one_tiling_too_many_is_found(true):
    answers = true.answers.copy()
    answers[np.argmax(answers)] += np.uint64(1)
    assert verdicts(dataclasses.replace(true, answers=answers))["grand total"] is False


def test_a_tiling_that_moved_to_another_board_is_found(true):
    """The total stays as it is, but the samples do not."""
    sizes = true.orbits.sizes
    whole = np.flatnonzero((sizes == 8) & (true.answers > 1))
    answers = true.answers.copy()
    answers[whole[0]] += np.uint64(1)
    answers[whole[1]] -= np.uint64(1)
    found = verdicts(dataclasses.replace(true, answers=answers), sample=5000)
    assert found["grand total"] is True
    assert found["solvability"] is True
    assert found["bitmask sample"] is False


def test_a_board_said_to_be_unsolvable_is_found(true):
    answers = true.answers.copy()
    answers[np.argmin(answers > 0) if answers[0] == 0 else 0] = 0
    answers[np.argmax(answers)] = 0
    assert verdicts(dataclasses.replace(true, answers=answers))["solvability"] is False


def test_an_orbit_that_is_missing_is_found(true):
    bits = np.array(true.orbits.bits)
    first = int(np.flatnonzero(bits)[0])
    bits[first] &= bits[first] - np.uint8(1)
    orbits = Orbits(PUZZLE.grid, PUZZLE.blockers, bits)
    found = verdicts(Census(PUZZLE, orbits, true.answers[1:], Content.TILINGS))
    assert found["orbits"] is False
    assert found["boards"] is False
