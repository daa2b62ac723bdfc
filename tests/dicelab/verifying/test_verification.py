"""Verification: published theorems, backends against the census and each other, probabilities, disagreement."""

import subprocess
import sys

import numpy as np
import pytest

from dicelab.dice import DiceSet, Die, catalogue_set, rolls
from dicelab.errors import DiceError, DicelabError
from dicelab.verifying import confirm, settle, verify
from dicelab.verifying.tilings import PlacementTable
from solver.census import Census, Content
from solver.exact_cover import BACKENDS
from solver.polyform import GENIUS_SQUARE, Board, Puzzle, Tiling
from solver.runs import jit

SMALL = ("3x4/4:I1,I2,I2,L3", "4x4/4:I1,I2,I2,I3,L4", "2x4/2:3*I2", "3x4-B2/4:3*I1,L4")


def partition(puzzle, generator, *, spare=0):
    """Deal the cells out to dice of random sizes, some to none."""
    cells = generator.permutation(len(puzzle.grid))[spare:]
    cuts = np.sort(generator.permutation(np.arange(1, len(cells)))[: puzzle.blockers - 1])
    return DiceSet.of_masks([puzzle.grid.mask(map(int, part)) for part in np.split(cells, cuts)], puzzle)


def even_partition(generator):
    cells = generator.permutation(36)
    cuts = np.cumsum((6, 5, 5, 5, 5, 5))
    return DiceSet.of_masks([GENIUS_SQUARE.grid.mask(map(int, part)) for part in np.split(cells, cuts)])


@pytest.mark.parametrize(("name", "boards"), [("default", 62_208), ("theorem-5.3", 93_750), ("goralczyk", 62_208)])
def test_published_sets_are_always_solvable(name, boards, census):
    # Jensen (2023), Theorems 1.1 and 5.3.
    result = verify(catalogue_set(name), ["bitmask", "census"], look_up=census.is_solvable)
    assert result.always_solvable
    assert len(result.rolls.boards) == boards
    assert result.unsolvable_probability == 0
    assert len(result.unsolvable) == 0
    assert [verdict.calls for verdict in result.verdicts] == [boards, 0]
    assert result.placed is not None
    masks = PlacementTable(GENIUS_SQUARE).piece_masks(result.placed)
    # Counted here once more, without the table's own check: 29 cells covered, each once, by pieces of these orders.
    assert (np.bitwise_or.reduce(masks, axis=1) == np.uint64(GENIUS_SQUARE.grid.full) & ~result.rolls.boards).all()
    assert np.bitwise_count(masks).sum(axis=0).tolist() == [boards * n for n in (1, 2, 3, 3, 4, 4, 4, 4, 4)]
    for row in range(0, boards, 997):
        assert Tiling(tuple(masks[row].tolist()), GENIUS_SQUARE).board.blockers == result.rolls.boards[row]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["default", "theorem-5.3"])
def test_cp_sat_confirms_the_published_sets(name):
    result = verify(catalogue_set(name), ["cp-sat"])
    assert result.always_solvable
    assert 0 < result.verdicts[0].calls < len(result.rolls.boards)


@pytest.mark.parametrize("seed", range(3))
def test_a_random_set_against_the_census(seed, census):
    dice = even_partition(np.random.default_rng(seed))
    result = verify(dice, ["bitmask", "census"], look_up=census.is_solvable)
    truth = census.is_solvable(result.rolls.boards)
    assert len(result.rolls.boards) == 93_750
    assert 0 < len(result.unsolvable) == int((~truth).sum())
    assert set(result.unsolvable.tolist()) == set(result.rolls.boards[~truth].tolist())
    # Of all boards 172,440 of 8,347,680 can't be tiled, about 2 %; dice that are dealt out are not far from that.
    assert 0.005 < len(result.unsolvable) / 93_750 < 0.05


@pytest.mark.parametrize("puzzle", [Puzzle.parse(text) for text in SMALL], ids=Puzzle.format)
def test_all_backends_find_the_boards_that_the_census_knows(puzzle):
    census = Census.load(puzzle, Content.SOLVABILITY)
    unsolvable = 0
    for seed in range(3):
        dice = partition(puzzle, np.random.default_rng(seed), spare=seed % 3)
        result = verify(dice, [*BACKENDS, "census"], look_up=census.is_solvable)
        truth = census.is_solvable(result.rolls.boards)
        for verdict in result.verdicts:
            assert (verdict.solvable == truth).all()
        assert result.unsolvable.tolist() == result.rolls.boards[~truth].tolist()
        assert result.always_solvable == truth.all()
        unsolvable += len(result.unsolvable)
    assert unsolvable


@pytest.mark.parametrize("share", [True, False], ids=["sharing", "every roll"])
def test_cp_sat_on_all_boards_of_a_small_puzzle(share):
    puzzle = Puzzle.parse("3x4/4:I1,I2,I2,L3")
    census = Census.load(puzzle, Content.SOLVABILITY)
    boards = np.array([mask for mask in range(1 << 12) if mask.bit_count() == 4], np.uint64)
    settled = settle(puzzle, boards, "cp-sat", share=share)
    assert ((settled.placed[:, 0] >= 0) == census.is_solvable(boards)).all()
    assert (settled.calls < 495) == share


@pytest.mark.parametrize("name", ["bitmask", "cp-sat"])
def test_the_answer_does_not_depend_on_jobs(name):
    puzzle = Puzzle.parse("4x4/4:I1,I2,I2,I3,L4")
    dice = partition(puzzle, np.random.default_rng(5))
    one, two = (verify(dice, [name], jobs=jobs) for jobs in (1, 2))
    assert one.placed is not None
    assert two.placed is not None
    assert np.array_equal(one.placed, two.placed)
    assert one.verdicts[0].calls == two.verdicts[0].calls


def test_the_probability_is_the_sum_over_the_faces():
    puzzle = Puzzle.parse("3x4/4:I1,I2,I2,L3")
    census = Census.load(puzzle, Content.SOLVABILITY)
    generator = np.random.default_rng(1)
    for _ in range(5):
        plain = partition(puzzle, generator)
        dice = DiceSet(tuple(Die((*die.faces, *generator.choice(die.faces, 2).tolist())) for die in plain.dice), puzzle)
        result = verify(dice, ["bitmask"])
        direct = 0
        for faces in np.ndindex(*(len(die.faces) for die in dice.dice)):
            board = puzzle.grid.mask(die.faces[face] for die, face in zip(dice.dice, faces, strict=True))
            direct += int(not census.is_solvable(np.array([board], np.uint64))[0])
        assert result.unsolvable_probability == pytest.approx(direct / result.rolls.face_rolls)
        assert direct


def test_collisions_are_rolled_again_and_left_out():
    puzzle = Puzzle.parse("3x4/4:I1,I2,I2,L3")
    dice = DiceSet.parse("A1 A2 A2 | A2 B1 | C3 A1 | B4 C3", puzzle, "shared", shared_cells=True)
    result = verify(dice, ["bitmask", "cp-sat", "census"], look_up=Census.load(puzzle, Content.SOLVABILITY).is_solvable)
    listed = rolls(dice)
    assert result.rolls.boards.tolist() == listed.boards.tolist()
    assert 0 < listed.collisions < 16
    weights = dict(zip(listed.boards.tolist(), listed.weights.tolist(), strict=True))
    expected = sum(weights[board] for board in result.unsolvable.tolist()) / sum(weights.values())
    assert result.unsolvable_probability == pytest.approx(expected)
    assert "show a cell twice" in str(result)


def test_a_set_that_only_collides_is_refused():
    dice = DiceSet.parse("A1 | A1", Puzzle.parse("2x3/2:O4"), shared_cells=True)
    with pytest.raises(DiceError, match="every roll shows a cell twice"):
        verify(dice)


@pytest.mark.parametrize("order", [("bitmask", "census"), ("census", "bitmask")])
@pytest.mark.parametrize("lie", [0, 17])
def test_disagreement_is_an_error_that_names_the_board(order, lie):
    dice = catalogue_set("default")
    board = int(rolls(dice).boards[lie])

    def look_up(masks):
        return masks != np.uint64(board)

    with pytest.raises(DicelabError) as caught:
        verify(dice, order, look_up=look_up)
    assert f"backends {order[0]} and {order[1]} disagree on board {GENIUS_SQUARE.grid.labels(board)}" in str(
        caught.value
    )
    assert not isinstance(caught.value, ValueError)


def test_a_backend_that_lies_about_a_tiling_is_not_believed(monkeypatch):
    from solver.exact_cover.batches import BatchSolver

    truth = BatchSolver.first_solutions

    def lie(self, removed):
        placed = truth(self, removed)
        placed[3] = placed[2]
        return placed

    monkeypatch.setattr(BatchSolver, "first_solutions", lie)
    with pytest.raises(DicelabError, match="returned a tiling that is none"):
        verify(catalogue_set("default"), ["bitmask"])


@pytest.mark.parametrize(
    ("backends", "says"),
    [
        ([], "name at least one"),
        (["bitmask", "bitmask"], "each once"),
        (["bitmaks"], "no backend 'bitmaks': did you mean bitmask"),
        (["census"], "backend census needs a look-up"),
    ],
)
def test_backends_that_can_not_be_asked(backends, says):
    with pytest.raises(DiceError, match=says):
        verify(catalogue_set("default"), backends)


def test_a_set_is_confirmed_or_a_board_is_named():
    # A light and a dark cell leave two dominoes room on this board; two cells of one colour don't.
    puzzle = Puzzle.parse("2x3/2:2*I2")
    solvable = DiceSet.of_labels([["A1"], ["A2"]], puzzle)
    assert confirm(solvable, ("cp-sat", "bitmask")).always_solvable
    unsolvable = DiceSet.of_labels([["A1"], ["A3"]], puzzle)
    with pytest.raises(DicelabError, match="CP-SAT finds no tiling of A1 A3"):
        confirm(unsolvable)


def test_progress_ends_with_all_boards():
    dice = partition(Puzzle.parse("3x4/4:I1,I2,I2,L3"), np.random.default_rng(0))
    for name in BACKENDS:
        calls: list[tuple[int, int]] = []

        def report(done, of, calls=calls):
            calls.append((done, of))

        result = verify(dice, [name], progress=report)
        assert calls[-1] == (len(result.rolls.boards),) * 2
        assert sorted(calls) == calls


def test_a_report_names_every_unsolvable_board_and_draws_three(census):
    result = verify(even_partition(np.random.default_rng(0)), ["census"], look_up=census.is_solvable)
    found = result.to_json()
    assert found["rolls"] == found["boards"] == 93_750
    assert found["unsolvable"] == len(found["unsolvable_boards"]) == len(result.unsolvable)
    assert not found["always_solvable"]
    boards = [Board.parse(text, GENIUS_SQUARE.grid).blockers for text in found["unsolvable_boards"]]
    assert boards == result.unsolvable.tolist()
    text = str(result)
    assert text.count("#") == 3 * 7
    assert f"… and {len(boards) - 3:,} more" in text
    assert all(board in text for board in found["unsolvable_boards"][:3])


def test_dice_that_can_not_roll_at_all_have_one_board():
    # Without blockers the empty board is the one roll, of no dice.
    result = verify(DiceSet((), Puzzle.parse("2x2/0:O4")), ["bitmask", "brute-force"])
    assert result.always_solvable
    assert result.rolls.boards.tolist() == [0]


@pytest.mark.skipif(not jit.available(), reason="numba is not here: nothing is compiled")
def test_a_second_start_loads_neither_the_compiler_nor_what_verification_does_not_use():
    program = (
        "import sys\n"
        "from dicelab.cli.main import status\n"
        "assert status(['verify', 'default', '--quiet']) == 0\n"
        "print(*{'numba', 'joblib', 'rich', 'sqlite3', 'ortools', 'dicelab.render.board'} & set(sys.modules))\n"
    )
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "\n"
