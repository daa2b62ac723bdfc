"""Whoever is installed gives the answers of the reference, and what is not installed is said to be so."""

import functools

import pytest

from dicelab.bench.agreement import is_tiling
from dicelab.bench.comparison import chosen, draw_boards
from dicelab.bench.contestants import PEERS, Contestant, Role, Task, all_contestants, backends
from dicelab.bench.race import ask
from dicelab.bench.ways import BackendWay, matrix_of
from dicelab.errors import DiceError, MissingPackageError
from solver.exact_cover import BACKENDS, backend
from solver.polyform import Puzzle
from solver.runs.manifest import version_of

PUZZLE = Puzzle.parse("4x4/3:I1,I2,I3,L3,O4")
TWINS = Puzzle.parse("3x3/1:2*L3,I2")

# The first ones compile themselves when they are imported, which takes long; of the others only one can be imported.
SLOW = ("exact-cover-py", "xcover", *(["dlx-cython"] if version_of("dlx") else []))
QUICK = [one for one in all_contestants() if one.is_installed and not one.name.startswith(SLOW)]


@functools.cache
def drawn(puzzle):
    return draw_boards(puzzle, 4, 5, list(Task))


@pytest.mark.parametrize("one", QUICK, ids=[one.name for one in QUICK])
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_whoever_is_installed_agrees_with_the_reference(one):
    # Two pieces of a kind, where they are taken.
    puzzle = TWINS if one.repeats and not one.role.takes_puzzle else PUZZLE
    boards = drawn(puzzle)
    reference = backend("brute-force")
    way = one.make(puzzle)
    for task in one.tasks:
        for board, answer in zip(
            boards[task], ask(one, way, puzzle, task, boards[task], 60.0) if boards[task] else [], strict=True
        ):
            problem, _ = puzzle.board_problem(board)
            if task is Task.COUNT:
                assert answer.number == reference.count(problem).solutions
            elif task is Task.UNSOLVABLE:
                assert answer.text() == "no tiling"
            else:
                assert is_tiling(puzzle, board, answer.tiling, of_placements=one.role.takes_puzzle)


def test_every_backend_is_a_contestant_and_every_name_is_there_once():
    names = [one.name for one in all_contestants()]
    assert set(BACKENDS) <= set(names)
    assert len(set(names)) == len(names)
    assert all(one.role in {Role.BACKEND, Role.SESSION, Role.BATCH} for one in backends())
    assert all(not one.role.is_own for one in PEERS)


def test_a_limit_of_a_backend_is_no_answer():
    board = drawn(PUZZLE)[Task.COUNT][0]
    problem, _ = PUZZLE.board_problem(board)
    one = next(one for one in backends() if one.name == "brute-force")
    (answer,) = ask(one, BackendWay(PUZZLE, "brute-force"), PUZZLE, Task.COUNT, [board], 0.0)
    assert answer.text() == "nothing in time"
    assert matrix_of(problem, bool).sum() == sum(map(len, problem.options))


def test_who_takes_one_piece_of_each_kind_is_left_out_where_there_are_two():
    asked, absent = chosen(TWINS, ())
    assert all(one.repeats for one in asked)
    assert {why for _, why in absent} <= {"takes one piece of each kind", "not installed"}
    assert {one.name for one, _ in absent} | {one.name for one in asked} == {one.name for one in all_contestants()}


def test_names_are_asked_in_their_order_and_wrong_ones_are_refused(monkeypatch):
    asked, absent = chosen(PUZZLE, ("brute-force", "bitmask"))
    assert [one.name for one in asked] == ["brute-force", "bitmask"]
    assert absent == ()
    with pytest.raises(DiceError, match="did you mean bitmask"):
        chosen(PUZZLE, ("bitmsk",))
    with pytest.raises(DiceError, match="cp-sat-batch knows first and unsolvable only"):
        chosen(PUZZLE, ("cp-sat-batch",), [Task.COUNT])
    assert "cp-sat-batch" in [one.name for one, _ in chosen(PUZZLE, (), [Task.COUNT])[1]]
    with monkeypatch.context() as patch:
        patch.setattr(Contestant, "is_installed", property(lambda _one: True))
        with pytest.raises(DiceError, match="one piece of each kind: leave it out"):
            chosen(TWINS, ("xcover",))
    with pytest.raises(DiceError, match="named twice"):
        chosen(PUZZLE, ("bitmask", "bitmask"))
    monkeypatch.setattr("importlib.metadata.version", no_version)
    with pytest.raises(MissingPackageError, match="xcover needs xcover: pip install"):
        chosen(PUZZLE, ("xcover",))
    assert version_of("xcover") is None


def no_version(package):
    from importlib.metadata import PackageNotFoundError

    raise PackageNotFoundError(package)
