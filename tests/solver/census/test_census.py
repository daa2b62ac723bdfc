"""The census: look-up for whole arrays, and its totals."""

from math import comb

import numpy as np
import pytest

from solver.census import Census, Content, DamagedTableWarning, board_masks, orbits_of, solvability
from solver.errors import InputError, StorageError
from solver.polyform import Puzzle

PUZZLE = Puzzle.parse("3x4/3:I1,I2,I3,L3")


@pytest.fixture(scope="module")
def census(tmp_path_factory):
    return Census.load(PUZZLE, folder=tmp_path_factory.mktemp("census"))


@pytest.fixture(scope="module", params=list(Content))
def either(request, tmp_path_factory):
    return Census.load(PUZZLE, request.param, folder=tmp_path_factory.mktemp("census"))


def test_answers_by_mask_in_any_order_and_shape(either):
    masks = board_masks(0, comb(12, 3), 12, 3)
    shuffled = np.random.default_rng(7).permutation(masks)
    answers = either.is_solvable(shuffled.reshape(20, 11))
    assert answers.shape == (20, 11)
    assert answers.dtype == np.bool_
    assert sorted(shuffled[~answers.ravel()].tolist()) == either.unsolvable_boards.tolist()
    assert 0 < len(either.unsolvable_boards) < 220
    assert bool(either.is_solvable(np.uint64(masks[5]))) == bool(either.solvable[5])
    assert either.is_solvable(np.zeros(0, np.uint64)).shape == (0,)


@pytest.mark.parametrize("mask", [0, 0b11, 0b1111, 0b11 | 1 << 12, 0b11 | 1 << 63])
def test_what_is_no_board_is_refused(either, mask):
    with pytest.raises(InputError, match="3 of the 12 cells"):
        either.is_solvable(np.array([0b111, mask], np.uint64))


def test_few_boards_and_all_boards_get_the_same_answers(either):
    masks = board_masks(0, 220, 12, 3)
    fresh = Census(PUZZLE, either.orbits, either.answers, either.content)
    few = [bool(fresh.is_solvable(masks[place : place + 1])[0]) for place in range(220)]
    assert "solvable" not in vars(fresh)
    assert few == solvability(PUZZLE).tolist() == either.solvable.tolist() == fresh.is_solvable(masks).tolist()


def test_answers_of_another_size_are_refused(census):
    with pytest.raises(InputError, match="59 answers: there are 60 orbits"):
        Census(PUZZLE, census.orbits, census.answers[1:], census.content)


def test_the_unsolvable_boards_of_a_puzzle_that_is_always_solvable():
    puzzle = Puzzle.parse("2x2/1:L3")
    orbits = orbits_of(puzzle.grid, 1)
    always = Census(puzzle, orbits, np.ones(1, np.uint64), Content.SOLVABILITY)
    assert always.unsolvable_boards.tolist() == []
    never = Census(puzzle, orbits, np.zeros(1, np.uint64), Content.SOLVABILITY)
    assert never.unsolvable_boards.tolist() == [1, 2, 4, 8]


def test_a_name_or_a_text_or_a_puzzle(tmp_path):
    text = "2x2/1:L3"
    for puzzle in (text, Puzzle.parse(text)):
        census = Census.load(puzzle, "solvability", folder=tmp_path)
        assert (census.puzzle, census.content, census.total) == (Puzzle.parse(text), Content.SOLVABILITY, 4)
    with pytest.raises(InputError, match="is not a puzzle"):
        Census.load("no such thing", folder=tmp_path)


def test_totals_and_lists_agree_with_every_board(census):
    counts = census.tilings(board_masks(0, 220, 12, 3))
    assert census.total == int(counts.sum()) == census.by_board.sum
    assert census.by_board.total == census.boards == 220
    assert census.by_orbit.total == len(census.orbits)
    hardest, easiest, unsolvable = census.hardest(1000), census.easiest(1000), census.unsolvable(1000)
    assert [n for _, n in hardest] == sorted(n for n in census.answers.tolist() if n)
    assert [n for _, n in easiest] == sorted(census.answers.tolist(), reverse=True)
    assert [n for _, n in unsolvable] == [0] * (len(census.orbits) - len(hardest))
    assert {mask for mask, _ in hardest} | {mask for mask, _ in unsolvable} == {mask for mask, _ in easiest}


@pytest.mark.parametrize("text", ["3x4/3:I1,I2,I3,L3", "3x4/3:3*L3"])
def test_every_way_to_settle_boards_gives_the_same_file(tmp_path, text):
    for method in ("searches", None):
        Census.load(text, "solvability", folder=tmp_path / str(method), method=method, jobs=2)
    files = {file.read_bytes() for file in tmp_path.rglob("*.census")}
    assert len(files) == 1
    counted = Census.load(text, folder=tmp_path / "tilings")
    assert (counted.solvable == Census.load(text, "solvability", folder=tmp_path / "searches").solvable).all()


def test_loads_from_the_cache_folder(tmp_path, monkeypatch, either):
    monkeypatch.setenv("DICELAB_CACHE", str(tmp_path))
    for _ in range(2):
        loaded = Census.load(PUZZLE, either.content)
        assert (loaded.solvable == either.solvable).all()
        monkeypatch.setattr("solver.census.build._in_shards", lambda *_, **__: pytest.fail("built again"))
    assert len(list(tmp_path.rglob("*.census"))) == 1


@pytest.mark.parametrize("text", ["3x4/3:I1,I2,I3,L3", "3x4/3:3*L3"])
@pytest.mark.parametrize("folder", ["file", "file/below", "n" * 300])
def test_a_cache_folder_that_can_not_be_written_does_not_stop_a_run(tmp_path, monkeypatch, folder, text):
    (tmp_path / "file").write_bytes(b"no folder")
    monkeypatch.setenv("DICELAB_CACHE", str(tmp_path / folder))
    with pytest.warns(DamagedTableWarning) as caught:
        census = Census.load(text, "solvability")
    assert (census.solvable == solvability(census.puzzle)).all()
    assert "going on without" in str(caught[-1].message)


def test_halves_settle_no_solvability_and_a_folder_that_was_named_must_be_there(tmp_path):
    with pytest.raises(InputError, match="halves computes tilings only"):
        Census.load(PUZZLE, "solvability", folder=tmp_path, method="halves")
    (tmp_path / "file").write_bytes(b"no folder")
    with pytest.raises(StorageError, match="can't be written to"):
        Census.load(PUZZLE, "solvability", folder=tmp_path / "file")
