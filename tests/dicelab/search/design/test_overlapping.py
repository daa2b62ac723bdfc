"""Dice that share cells: the most boards, all of them good, and the same for any runner."""

import itertools
import math

import pytest

from dicelab.dice import rolls
from dicelab.errors import DiceError
from dicelab.search.design.overlapping import OverlappingSearch
from dicelab.search.design.running import design, search
from dicelab.search.design.settings import DesignSettings
from dicelab.search.question import Question
from dicelab.verifying import verify
from solver.exact_cover import backend
from solver.polyform import Puzzle
from solver.runs import processes, threads

SMALL = Puzzle.parse("4x4/3:I1,I2,I3,L3,O4")


def asked(sizes, *, min_tilings=1, climb=False, **more):
    objectives = ("fewest",) if climb else ()
    question = Question(SMALL.format(), sizes, min_tilings, objectives=objectives, shared_cells=True)
    return DesignSettings(question, **more)


def fewest_tilings(dice_set):
    """Count the tilings of each roll one by one."""
    reference, puzzle = backend("brute-force"), dice_set.puzzle
    return min(reference.count(puzzle.board_problem(int(board))[0]).solutions for board in rolls(dice_set).boards)


def test_more_boards_than_disjoint_dice_have():
    settings = asked((6, 6, 6), members=2)
    result = search(settings, threads(1))
    assert result.dice_set is not None
    assert result.dice_set.sizes == (6, 6, 6)
    assert result.dice_set.shared_cells
    assert result.bound is not None
    assert result.boards == len(rolls(result.dice_set).boards) <= result.bound
    assert result.boards > max(
        math.prod(sizes) for sizes in itertools.product(range(1, 7), repeat=3) if sum(sizes) <= 16
    )
    assert result.rolling_again == rolls(result.dice_set).rolling_again > 0
    assert verify(result.dice_set, ("bitmask", "cp-sat")).always_solvable


def test_nothing_is_shared_where_there_are_cells_enough():
    result = search(asked((3, 3, 3), members=1), threads(1))
    assert (result.boards, result.bound, result.rolling_again) == (27, 27, 0)


def test_every_roll_has_so_many_tilings():
    settings = asked((5, 5, 5), min_tilings=0, climb=True, members=2, epochs=3)
    result = search(settings, threads(1))
    assert result.fewest is not None
    assert result.fewest == fewest_tilings(result.dice_set) > 1


def test_the_same_seed_finds_the_same_set_with_any_runner():
    settings = asked((6, 6, 5), climb=True, members=3, epochs=3, seed=7)
    results = [search(settings, runner) for runner in (threads(1), threads(3), processes(2))]
    assert results[0] == results[1] == results[2]
    # The name is no part of a set's value.
    assert len({one.dice_set and one.dice_set.name for one in results}) == 1


def test_the_other_patterns_are_tried_where_the_best_has_no_set():
    # Every roll would need more tilings than any board has.
    settings = asked((6, 6, 6), min_tilings=10_000, members=1, epochs=1)
    searching = OverlappingSearch(settings)
    seen = list(searching.epochs(searching.start(), threads(1)))
    result = seen[-1]
    assert not result.dice
    assert result.failing
    assert [one.pattern for one in seen] == list(range(1, len(seen) + 1))
    assert len(seen) > 1
    assert result.steps == 500 * len(seen)


def test_out_of_time():
    settings = asked((6, 6, 6), min_tilings=10_000, members=1)
    result = search(settings, threads(1), seconds=0)
    assert (result.dice_set, result.finished, result.state.pattern, result.stopped) == (None, False, 1, "time")


def test_a_search_that_was_cut_off_anywhere_ends_with_the_same_files(tmp_path):
    settings = asked((6, 6, 5), climb=True, members=2, epochs=3, seed=7)
    whole = design(settings, out=tmp_path / "whole", jobs=1)
    for number in range(3):
        path, left = tmp_path / str(number), iter(range(number - 1))

        def progress(_done, _total, _what="", left=left):
            if next(left, None) is None:
                raise KeyboardInterrupt

        cut = design(settings, out=path, jobs=1, progress=progress, seconds=None if number else 0)
        assert not cut.finished
        assert cut.stopped == ("interrupted" if number else "time")
        assert design(resume=path, jobs=2, warn=pytest.fail) == whole
        for file in (tmp_path / "whole").iterdir():
            if not file.name.endswith(".previous"):
                assert file.read_bytes() == (path / file.name).read_bytes(), file.name


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"sizes": (6, 6)}, "sizes 6,6: give 3 numbers"),
        ({"sizes": (6, 6, 17)}, "sizes 6,6,17: a die shows 1 to 16 cells"),
        ({"sizes": (0, 6, 6)}, "sizes 0,6,6: a die shows 1 to 16 cells"),
        ({"members": 0}, "members 0: pass a number from 1 to 1,024"),
        ({"min_tilings": -1}, "min-tilings -1: pass a number from 0"),
    ],
)
def test_what_can_not_be_asked_for(change, message):
    with pytest.raises(DiceError, match=message):
        asked(**({"sizes": (6, 6, 6)} | change))
