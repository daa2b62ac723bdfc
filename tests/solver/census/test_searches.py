"""Searches: each orbit in one shard, and as many tilings as brute force finds."""

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from solver.census import Content, build_census, orbits_of
from solver.census.methods import Searches
from solver.exact_cover import backend
from solver.polyform import GENIUS_SQUARE, Puzzle
from solver.runs import jit
from tests.strategies import puzzles


def all_answers(searches):
    return np.concatenate([searches.answers(shard) for shard in range(searches.shards)])


def all_boards(searches):
    return np.concatenate([searches.boards(shard) for shard in range(searches.shards)])


@given(puzzle=puzzles(side=4, blockers=3), most=st.none() | st.integers(1, 3))
@settings(max_examples=30)
def test_as_brute_force_on_every_orbit(puzzle, most):
    searches = Searches(puzzle, most)
    orbits = orbits_of(puzzle.grid, puzzle.blockers)
    assert (all_boards(searches) == orbits.representatives).all()
    found = all_answers(searches).tolist()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jit, "available", lambda: False)
        assert all_answers(Searches(puzzle, most)).tolist() == found
    reference = backend("brute-force")
    for place in range(0, len(orbits), max(1, len(orbits) // 20)):
        number = reference.count(puzzle.board_problem(int(orbits.representatives[place]))[0]).solutions
        assert found[place] == (number if most is None else min(most, number))


@pytest.mark.parametrize(
    "text", ["1x1/0:I1", "2x2/3:I1", "3x4/3:I1,I2,I3,L3", "5x5/5:4*I4,L4", "5x5/9:4*I4", "genius-square"]
)
@pytest.mark.parametrize(("most", "most_shards"), [(1, 256), (None, 4096)])
def test_each_orbit_is_in_one_shard_of_moderate_size(text, most, most_shards):
    puzzle = Puzzle.parse(text)
    searches = Searches(puzzle, most)
    assert (all_boards(searches) == orbits_of(puzzle.grid, puzzle.blockers).representatives).all()
    sizes = [len(searches.boards(shard)) for shard in range(searches.shards)]
    assert 0 < min(sizes) <= max(sizes) <= 1 << 14
    assert searches.shards <= most_shards


@pytest.mark.skipif(not jit.available(), reason="8,347,680 boards take a minute in plain Python")
def test_the_last_shards_of_the_genius_square(tilings):
    searches = Searches(GENIUS_SQUARE)
    end = len(tilings.orbits)
    boards = searches.boards(searches.shards - 1)
    assert (searches._solver.counts(boards[-30:]) == tilings.answers[end - 30 :]).all()
    settled = Searches(GENIUS_SQUARE, 1)
    for shard in (0, 100):
        place = tilings.orbits.index(settled.boards(shard))
        assert (settled.answers(shard) == tilings.solvable_orbits[place]).all()


def test_without_numba_the_same_census(tmp_path, monkeypatch):
    puzzle = Puzzle.parse("3x4/3:I1,I2,I3,L3")
    for content in Content:
        build_census(puzzle, content, folder=tmp_path / "chosen")
    monkeypatch.setattr(jit, "available", lambda: False)
    orbits_of.cache_clear()
    for content in Content:
        build_census(puzzle, content, folder=tmp_path / "plain")
        files = [(tmp_path / name / f"{content}.census").read_bytes() for name in ("chosen", "plain")]
        assert files[0] == files[1]
    orbits_of.cache_clear()
