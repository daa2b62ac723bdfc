"""Halves count what searches and brute force count, wherever the cut is and however little room there is."""

import numpy as np
import pytest
from hypothesis import given, settings

from solver.census import Content, board_masks, build_census, choose_method, orbits_of, shards
from solver.census.census import census_bytes
from solver.census.grand_total import grand_total
from solver.census.methods import Halves, HalvesTooLargeError, Searches
from solver.errors import InputError
from solver.exact_cover import backend
from solver.exact_cover.backends.cp_sat import CpSatSession
from solver.exact_cover.batches import BatchSolver
from solver.polyform import GENIUS_SQUARE, Board, Puzzle
from solver.runs import jit
from tests.solver.test_known_counts import KNOWN
from tests.strategies import puzzles

pytestmark = pytest.mark.skipif(not jit.available(), reason="halves are compiled")

SMALL = [
    "3x4/3:I1,I2,I3,L3",
    "4x4/3:3*L3,2*I2",
    "4x4/8:8*I1",  # one tiling of every board
    "4x4/4:2*I1,3*I2,L4",
    "3x5-B3/3:3*L3,2*I1",
    "3x5-A3,B3,C3/4:2*I2,2*I2",  # two parts
    "4x4-A1,D4/4:2*I3,2*I2",
    "1x12/4:2*I3,I2",
    "12x1/4:2*I3,I2",
    "1x2/1:I1",
    "2x2/0:I1,L3",
    "2x2/3:I1",
    "3x3/0:3*I3",
    "4x5/1:I4,O4,T4,L4,L3",
]
MIDDLE = "4x5/4:2*I4,I3,L3,I2"


@pytest.fixture(autouse=True)
def _fresh_methods():
    """Tests that take room away must not meet, or leave, the tables of others."""
    shards.method_named.cache_clear()
    yield
    shards.method_named.cache_clear()


def answers_of(method, puzzle):
    """Return the answers of all orbits, each of which must be in one shard once."""
    orbits = orbits_of(puzzle.grid, puzzle.blockers)
    answers = np.zeros(len(orbits), np.uint64)
    times = np.zeros(len(orbits), np.int64)
    for shard in range(method.shards):
        boards = method.boards(shard)
        assert len(boards) > 0
        place = orbits.index(boards)
        answers[place] = method.answers(shard)
        np.add.at(times, place, 1)
    assert (times == 1).all()
    return answers


def by_brute_force(puzzle, masks):
    reference = backend("brute-force")
    return [reference.count(puzzle.board_problem(mask)[0]).solutions for mask in masks.tolist()]


def cut_at(puzzle, cut):
    class Cut(Halves):
        def _best_cut(self):
            return cut

    return Cut(puzzle)


@pytest.mark.parametrize("text", SMALL)
def test_every_cut_finds_what_brute_force_finds(text):
    puzzle = Puzzle.parse(text)
    orbits = orbits_of(puzzle.grid, puzzle.blockers)
    expected = by_brute_force(puzzle, orbits.representatives)
    assert answers_of(Searches(puzzle), puzzle).tolist() == expected
    assert answers_of(Halves(puzzle), puzzle).tolist() == expected
    for cut in range(1, min(24, len(puzzle.grid))):
        assert answers_of(cut_at(puzzle, cut), puzzle).tolist() == expected, cut


@given(puzzle=puzzles(side=4, blockers=5))
@settings(max_examples=30)
def test_halves_searches_brute_force_and_the_grand_total(puzzle):
    orbits = orbits_of(puzzle.grid, puzzle.blockers)
    found = answers_of(Searches(puzzle), puzzle)
    assert int((found * orbits.sizes.astype(np.uint64)).sum()) == grand_total(puzzle)
    some = slice(None, None, max(1, len(orbits) // 10))
    assert found[some].tolist() == by_brute_force(puzzle, orbits.representatives[some])
    try:
        halves = Halves(puzzle)
    except HalvesTooLargeError:
        # A cell can't be cut.
        assert len(puzzle.grid) == 1
    else:
        assert (answers_of(halves, puzzle) == found).all()


@given(puzzle=puzzles(side=4, blockers=4))
@settings(max_examples=15)
def test_the_file_does_not_tell_the_method(tmp_path_factory, puzzle):
    folder = tmp_path_factory.mktemp("census")
    chosen = build_census(puzzle, Content.TILINGS, folder=folder / "chosen")
    searches = build_census(puzzle, Content.TILINGS, folder=folder / "searches", method="searches")
    files = [(folder / name / "tilings.census").read_bytes() for name in ("chosen", "searches")]
    assert files[0] == files[1] == census_bytes(chosen) == census_bytes(searches)
    settled = build_census(puzzle, Content.SOLVABILITY, folder=folder / "solvability")
    assert (settled.solvable_orbits == chosen.solvable_orbits).all()


class TestLittleRoom:
    @pytest.fixture
    def puzzle(self):
        return Puzzle.parse(MIDDLE)

    @pytest.fixture
    def expected(self, puzzle):
        return answers_of(Searches(puzzle), puzzle)

    @pytest.mark.parametrize("cut", [1, 9, 19])
    def test_room_grows_where_there_is_too_little(self, puzzle, expected, cut):
        halves = cut_at(puzzle, cut)
        halves._capacity = 1
        assert (answers_of(halves, puzzle) == expected).all()
        states = halves._capacity
        assert states > 1
        # As much as that is needed, and half of it is too little.
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("solver.census.methods.MOST_STATES", states)
            halves = cut_at(puzzle, cut)
            halves._capacity = 1
            assert (answers_of(halves, puzzle) == expected).all()
            patch.setattr("solver.census.methods.MOST_STATES", states // 2)
            halves = cut_at(puzzle, cut)
            halves._capacity = 1
            with pytest.raises(HalvesTooLargeError, match="states of one set of blockers"):
                answers_of(halves, puzzle)

    @pytest.mark.parametrize("boards", [1, 7, 100, 1 << 30])
    def test_shards_of_any_size(self, puzzle, expected, boards, monkeypatch):
        monkeypatch.setattr("solver.census.methods._BOARDS_PER_SHARD", boards)
        halves = Halves(puzzle)
        assert (answers_of(halves, puzzle) == expected).all()
        assert (halves.shards == 1) == (boards == 1 << 30)

    def test_shards_in_any_order(self, puzzle, monkeypatch):
        monkeypatch.setattr("solver.census.methods._BOARDS_PER_SHARD", 40)
        halves, again = Halves(puzzle), Halves(puzzle)
        forward = [halves.answers(shard).tolist() for shard in range(halves.shards)]
        backward = [again.answers(shard).tolist() for shard in reversed(range(again.shards))]
        assert forward == backward[::-1]

    @pytest.mark.parametrize("factor", [1, 1 << 40])
    def test_a_table_of_64_bits(self, puzzle, expected, factor):
        # Tilings are linear in the table T.
        halves = Halves(puzzle)
        ranks, offsets, tilings, most = halves._table
        assert tilings.dtype == np.uint32
        assert most == tilings.max()
        halves.__dict__["_table"] = (ranks, offsets, tilings.astype(np.uint64) * np.uint64(factor), most * factor)
        assert (answers_of(halves, puzzle) == expected * np.uint64(factor)).all()

    def test_numbers_that_might_not_fit_64_bits_are_refused(self, puzzle):
        halves = Halves(puzzle)
        ranks, offsets, tilings, most = halves._table
        halves.__dict__["_table"] = (ranks, offsets, tilings.astype(np.uint64) << np.uint64(59), most * 2**59)
        with pytest.raises(HalvesTooLargeError, match="does not fit 64 bits"):
            answers_of(halves, puzzle)

    @pytest.mark.parametrize("limit", ["states", "numbers"])
    def test_a_shard_that_is_too_large_is_searched_instead(self, puzzle, expected, limit, tmp_path, monkeypatch):
        monkeypatch.setattr("solver.census.methods._BOARDS_PER_SHARD", 50)
        build_census(puzzle, Content.TILINGS, folder=tmp_path / "whole", method="halves")
        tasks = [(puzzle.format(), Content.TILINGS, "halves", shard) for shard in range(3)]
        whole = [shards.work(task) for task in tasks]
        halves = shards.method_named(*tasks[0][:3])
        assert isinstance(halves, Halves)
        if limit == "states":
            halves._capacity = 1
            monkeypatch.setattr("solver.census.methods.MOST_STATES", 1)
        else:
            monkeypatch.setattr("solver.census.methods._SAFE", 0)
        with pytest.raises(HalvesTooLargeError):
            halves.answers(0)
        assert [shards.work(task) for task in tasks] == whole
        census = build_census(puzzle, Content.TILINGS, folder=tmp_path / "searched", method="halves")
        assert (census.answers == expected).all()
        files = [(tmp_path / name / "tilings.census").read_bytes() for name in ("whole", "searched")]
        assert files[0] == files[1]

    @pytest.mark.parametrize(("limit", "value"), [("_MOST_CODES", 23), ("_SAFE", 0), ("_LONGEST_CUT", 0)])
    def test_a_puzzle_that_is_too_large_is_searched(self, puzzle, limit, value, tmp_path, monkeypatch):
        # 3·2·2·2 multisets of pieces.
        monkeypatch.setattr(f"solver.census.methods.{limit}", value)
        assert choose_method(puzzle, Content.TILINGS) == "searches"
        with pytest.raises(InputError, match="choose"):
            build_census(puzzle, Content.TILINGS, folder=tmp_path / "by halves", method="halves")

    def test_as_many_multisets_as_there_are_are_kept_apart(self, puzzle, expected, monkeypatch):
        monkeypatch.setattr("solver.census.methods._MOST_CODES", 24)
        assert (answers_of(Halves(puzzle), puzzle) == expected).all()


def test_states_of_64_bits():
    # 63 cells, and a bit for the piece.
    puzzle = Puzzle.parse("7x9/61:I2")
    for cut in (1, 8, 12):
        assert grand_total(puzzle) == 110
        found = answers_of(cut_at(puzzle, cut), puzzle)
        sizes = orbits_of(puzzle.grid, puzzle.blockers).sizes
        assert set(found.tolist()) == {0, 1}
        assert int(sizes[found > 0].sum()) == 110
        assert (found == answers_of(Searches(puzzle), puzzle)).all()


@pytest.mark.parametrize("text", ["8x8/62:I2", "8x8/4:pentominoes", "1x1/0:I1"])
def test_what_does_not_fit_is_refused(text):
    with pytest.raises(HalvesTooLargeError):
        Halves(Puzzle.parse(text))
    assert choose_method(Puzzle.parse(text), Content.TILINGS) == "searches"


class TestGeniusSquare:
    @pytest.mark.parametrize(("text", "blockers", "count"), [row for row in KNOWN if row.values[0] == "genius-square"])
    def test_published_counts(self, tilings, text, blockers, count):
        board = Board.parse(blockers, Puzzle.parse(text).grid).blockers
        assert tilings.tilings(np.array([board], np.uint64)).tolist() == [count]

    def test_the_grand_total(self, tilings):
        sizes = tilings.orbits.sizes.astype(np.uint64)
        assert int((tilings.answers * sizes).sum()) == grand_total(GENIUS_SQUARE)

    def test_every_board_is_solvable_where_the_walk_says_so(self, tilings, census):
        assert (tilings.solvable == census.solvable).all()

    def test_other_programs_count_the_same(self, tilings):
        generator = np.random.default_rng(7)
        places = generator.integers(0, tilings.orbits.boards, 20).tolist()
        masks = np.concatenate([board_masks(place, place + 1, 36, 7) for place in places])
        found = tilings.tilings(masks)
        assert (found == BatchSolver(GENIUS_SQUARE.problem, 9).counts(masks)).all()
        exact = backend("bitmask")
        for mask, number in zip(masks.tolist(), found.tolist(), strict=True):
            assert exact.count(GENIUS_SQUARE.board_problem(mask)[0]).solutions == number
        few = np.argsort(found)[4:7]
        for mask, number in zip(masks[few].tolist(), found[few].tolist(), strict=True):
            assert backend("cp-sat").count(GENIUS_SQUARE.board_problem(mask)[0]).solutions == number

    def test_cp_sat_finds_no_tiling_where_there_is_none(self, tilings):
        unsolvable = tilings.orbits.representatives[~tilings.solvable_orbits]
        generator = np.random.default_rng(8)
        session = CpSatSession(GENIUS_SQUARE.problem, 36)
        assert all(session.solve(mask) is None for mask in generator.choice(unsolvable, 50, replace=False).tolist())
