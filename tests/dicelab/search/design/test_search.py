"""The outcome of a search depends on its settings only: not on jobs, runner or interruptions."""

import json
from itertools import combinations

import numpy as np
import pytest

from dicelab.errors import DiceError, OutputExistsError
from dicelab.search.design.constraints import Away, Constraints, Source, written_anew
from dicelab.search.design.folder import DesignFolder
from dicelab.search.design.goal import Goal
from dicelab.search.design.run import run
from dicelab.search.design.search import Search, Settings, State, too_many
from dicelab.search.tables import roll_tilings
from solver.polyform import Grid
from solver.runs import processes, threads
from tests.dicelab.search.design.conftest import deals

NINE = tuple(range(9))
DEAL = (0b000000111, 0b000111000, 0b111000000)


def fewest(puzzle, dice):
    return int(roll_tilings(puzzle).of(np.array(dice, np.uint64)).min())


def shuffled(function, tasks):
    """A runner that does the tasks in another order."""
    return iter([function(task) for task in list(tasks)[::-1]])


def questions(puzzle):
    plain = Constraints(puzzle, (3, 3, 3), min_tilings=0)
    return {
        "any": Settings(plain, seed=3),
        "most": Settings(plain, Goal("fewest", "more"), seed=1),
        "too much": Settings(Constraints(puzzle, (3, 3, 3), min_tilings=6)),
        "outline": Settings(plain, Goal("perimeter", "less")),
        "ragged": Settings(plain, Goal("perimeter", "more")),
        "far": Settings(plain, Goal("distance", "more", DEAL)),
        "repair": Settings(
            Constraints(puzzle, (3, 3, 3), 0, source=Source(((0, 1, 2), (0, 1, 2), (6, 7, 8)), 9)),
            Goal("changes", "less"),
        ),
    }


@pytest.mark.parametrize("name", ["any", "most", "too much", "outline", "ragged", "far", "repair"])
def test_the_same_end_with_any_runner_and_from_any_epoch(small, tmp_path, name):
    settings = questions(small)[name]
    folder = DesignFolder(tmp_path / "one")
    outcome = run(settings, threads(1), folder=folder)
    assert outcome.finished
    other = DesignFolder(tmp_path / "two")
    assert run(settings, shuffled, folder=other).state == outcome.state
    for file in folder.path.iterdir():
        assert file.read_bytes() == (other.path / file.name).read_bytes(), file.name
    search = Search(Settings.from_json(json.loads(json.dumps(settings.to_json()))))
    states = [search.start(), *search.epochs(search.start(), threads(1))]
    for state in states:
        again = State.from_json(json.loads(json.dumps(state.to_json())))
        assert run(settings, threads(2), resume=again).state == outcome.state


def test_a_run_cut_off_between_epochs_goes_on(small, tmp_path):
    settings = questions(small)["most"]
    whole, cut = DesignFolder(tmp_path / "whole"), DesignFolder(tmp_path / "cut")
    run(settings, threads(1), folder=whole)
    stopped = run(settings, threads(1), folder=cut, seconds=0)
    assert stopped.state.status == "unknown"
    assert not stopped.finished
    loaded, state = cut.load(pytest.fail)
    assert loaded == settings
    run(loaded, threads(1), folder=cut, resume=state)
    for file in whole.path.iterdir():
        if not file.name.endswith(".previous"):
            assert file.read_bytes() == (cut.path / file.name).read_bytes(), file.name


def test_a_damaged_checkpoint_gives_way_to_the_one_before(small, tmp_path):
    folder = DesignFolder(tmp_path / "run")
    settings = questions(small)["most"]
    outcome = run(settings, threads(1), folder=folder)
    folder.checkpoint.write_bytes(folder.checkpoint.read_bytes()[:-9])
    warnings: list[str] = []
    loaded, state = folder.load(warnings.append)
    assert len(warnings) == 1
    assert run(loaded, threads(1), resume=state).state == outcome.state
    folder.checkpoint.with_name("checkpoint.json.previous").write_bytes(b"{}")
    with pytest.raises(DiceError, match="no whole checkpoint"):
        folder.load(warnings.append)


def test_a_folder_in_use_is_not_overwritten(small, tmp_path):
    folder = DesignFolder(tmp_path / "run")
    folder.require_free(force=False)
    run(questions(small)["any"], threads(1), folder=folder)
    with pytest.raises(OutputExistsError, match="--resume"):
        folder.require_free(force=False)
    (folder.path / "mine.txt").write_text("kept")
    with pytest.raises(OutputExistsError, match="other files"):
        folder.require_free(force=True)
    (folder.path / "mine.txt").unlink()
    folder.require_free(force=True)
    assert (folder.path / "design.json").exists()
    folder.clear()
    assert not list(folder.path.iterdir())


def test_optimal_is_the_best_of_all_sets(small):
    asked = questions(small)
    sets = deals(NINE, (3, 3, 3))
    best = {name: run(asked[name], threads(1)) for name in ("most", "outline", "ragged", "far", "repair")}
    assert {outcome.state.status for outcome in best.values()} == {"optimal"}
    assert best["most"].state.value == max(fewest(small, dice) for dice in sets)
    assert best["most"].state.refuted == max(fewest(small, dice) for dice in sets) + 1
    for name in ("outline", "ragged", "far"):
        goal, wanted = asked[name].goal, asked[name].constraints
        choose = max if goal.better == "more" else min
        assert best[name].state.value == choose(goal.value(wanted, dice) for dice in sets)
    source = asked["repair"].constraints.source
    assert best["repair"].state.value == min(written_anew(source.faces, dice) for dice in sets) == 3


def test_no_set_has_more_tilings_than_counting_allows(small):
    wanted = Constraints(small, (3, 3, 3))
    assert max(fewest(small, dice) for dice in deals(NINE, (3, 3, 3))) < too_many(wanted)


@pytest.mark.slow
def test_work_in_processes_finds_its_own_census(small, tmp_path, monkeypatch):
    monkeypatch.setenv("DICELAB_CACHE", str(tmp_path))
    settings = questions(small)["too much"]
    assert run(settings, processes(2)).state == run(settings, threads(1)).state


@pytest.mark.parametrize(
    ("faces", "cells", "anew"),
    [
        ("012", "012", 0),
        ("012", "013", 1),
        ("000", "012", 2),
        ("001", "01", 0),
        ("001", "2", 3),
        ("0011", "012", 1),
        ("0123", "01", 2),
    ],
)
def test_faces_written_anew(faces, cells, anew):
    wanted = Grid.mask(map(int, cells))
    assert written_anew((tuple(map(int, faces)),), (wanted,)) == anew
    # Directly: the least number of faces to overwrite so that the die shows these cells and no other.
    old = list(map(int, faces))
    least = min(
        number
        for number in range(len(old) + 1)
        for places in combinations(range(len(old)), number)
        if (kept := {cell for place, cell in enumerate(old) if place not in places}) <= set(map(int, cells))
        and len(set(map(int, cells)) - kept) <= number
    )
    assert anew == least


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"sizes": (3, 3)}, "give 3 numbers"),
        ({"sizes": (3, 3, 4)}, "need 10 cells"),
        ({"sizes": (9, 0, 0)}, "at least one cell"),
        ({"fixed": ((0, 0), (0, 1))}, "fix A1: it is put on die 1 and on die 2"),
        ({"fixed": ((0, 0),), "off": (0,), "sizes": (3, 3, 2)}, "put on die 1 and left off"),
        ({"fixed": ((0, 7),)}, "there are dice 1 to 3"),
        ({"fixed": tuple((cell, 0) for cell in range(4))}, "4 cells are put on die 1, which has 3"),
        ({"off": (1,)}, "leave 0 of the board"),
        ({"min_tilings": -1}, "min-tilings -1"),
        ({"invariant": ("rotate-45",)}, "did you mean rotate-90"),
        ({"invariant": ("rotate-90",), "sizes": (3, 3, 2)}, "because of the dice of"),
        ({"source": Source(((0,), (1, 2, 3), (4, 5, 6)), 2)}, "die 1 has 1 faces"),
        ({"source": Source(((0, 1, 2),) * 3, -1)}, "changes -1"),
        ({"away": (Away(DEAL, 10),)}, "the board has 9"),
    ],
)
def test_contradictions_are_told_in_one_line(small, more, says):
    with pytest.raises(DiceError, match=says) as error:
        Constraints(**{"puzzle": small, "sizes": (3, 3, 3)} | more)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(("name", "better"), [("fewest", "less"), ("zones", "less"), ("distance", "less")])
def test_a_goal_that_is_not_stated_points_to_evolve(name, better):
    with pytest.raises(DiceError, match="dicelab evolve --objective"):
        Goal(name, better)
