"""The outcome of a search depends on its settings only: not on jobs, runner or interruptions."""

import threading
from itertools import combinations, pairwise

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from msgspec.structs import replace
from pysat.formula import CNF
from pysat.solvers import Solver

from dicelab.dice import DiceSet, catalogue_set
from dicelab.errors import DiceError
from dicelab.score.tables import forbidden_boards, roll_tilings
from dicelab.search.constraints import AwayFrom, Changes, Fix, Invariant, written_anew
from dicelab.search.design.exact import refutation_cnf
from dicelab.search.design.running import CHECKPOINT_SCHEMA, DESIGN_RUN, DesignCheckpoint, design, search
from dicelab.search.design.search import DesignSearch, too_many
from dicelab.search.design.search_state import DesignState, ExactResult
from dicelab.search.design.settings import DesignSettings, Goal, design_settings
from dicelab.search.question import Question
from solver.errors import InputError, OutputExistsError
from solver.polyform import Grid
from solver.runs import processes, threads
from solver.runs.folder import RunFolder
from tests.dicelab.search.design.conftest import deals

NINE = tuple(range(9))
DEAL = (0b000000111, 0b000111000, 0b111000000)


def fewest(puzzle, dice):
    return int(roll_tilings(puzzle).of(np.array(dice, np.uint64)).min())


def shuffled(function, tasks):
    """A runner that does the tasks in another order."""
    return iter([function(task) for task in list(tasks)[::-1]])


def questions(puzzle):
    plain = Question(puzzle.format(), (3, 3, 3), min_tilings=0)
    return {
        "any": DesignSettings(plain, seed=3),
        "most": DesignSettings(replace(plain, objectives=("fewest",)), seed=1),
        "too much": DesignSettings(Question(puzzle.format(), (3, 3, 3), min_tilings=6)),
        "outline": DesignSettings(replace(plain, objectives=("perimeter:min",))),
        "ragged": DesignSettings(replace(plain, objectives=("perimeter:max",))),
        "far": DesignSettings(replace(plain, objectives=("distance=A1 A2 A3 | B1 B2 B3 | C1 C2 C3:max",))),
        "repair": DesignSettings(
            replace(plain.with_constraints([Changes(((0, 1, 2), (0, 1, 2), (6, 7, 8)), 9)]), objectives=("changes",))
        ),
    }


@pytest.mark.parametrize("name", ["any", "most", "too much", "outline", "ragged", "far", "repair"])
def test_the_same_end_with_any_runner_and_from_any_epoch(small, tmp_path, name):
    settings = questions(small)[name]
    one, other = (RunFolder(tmp_path / name, DESIGN_RUN) for name in ("one", "other"))
    outcome = search(settings, threads(1), folder=one)
    assert outcome.finished
    assert search(settings, shuffled, folder=other).state == outcome.state
    for file in one.path.iterdir():
        assert file.read_bytes() == (other.path / file.name).read_bytes(), file.name
    searching = DesignSearch(msgspec.json.decode(msgspec.json.encode(settings), type=DesignSettings))
    states = [searching.start(), *searching.epochs(searching.start(), threads(1))]
    again = [msgspec.json.decode(msgspec.json.encode(state), type=DesignState) for state in states]
    # Each leads to the next, and so to the end.
    for state, after in pairwise(again):
        assert next(searching.epochs(state, threads(2))) == after
    for state in (again[len(again) // 2], again[-1]):
        assert search(settings, threads(2), state=state).state == outcome.state


@pytest.mark.parametrize("name", ["any", "most", "too much", "far", "repair"])
def test_cp_sat_beside_the_epochs_changes_no_state(small, name):
    searching = DesignSearch(questions(small)[name])
    one_after_the_other = list(searching.epochs(searching.start(), threads(1)))
    assert list(searching.epochs(searching.start(), threads(1), threads(1))) == one_after_the_other
    # From the middle of a task, too.
    state = one_after_the_other[len(one_after_the_other) // 2]
    assert list(searching.epochs(state, threads(2), threads(1)))[-1:] == one_after_the_other[-1:] or state.over


@settings(max_examples=4)
@given(st.data())
def test_the_fewest_changes_of_any_printed_faces(small, data):
    """Faces may repeat cells and be on several dice."""
    shown = st.lists(st.integers(0, 8), min_size=4, max_size=5).map(tuple)
    faces = data.draw(st.tuples(shown, shown, shown))
    wanted = Question.of(small.format(), (3, 3, 2), Changes(faces, 15), min_tilings=data.draw(st.integers(0, 3)))
    forbidden = forbidden_boards(small, wanted.min_tilings)
    sets = [dice for dice in deals(NINE, wanted.sizes) if not forbidden.rolled(np.array([dice], np.uint64))[0]]
    state = search(DesignSettings(replace(wanted, objectives=("changes",)), members=2)).state
    assert (state.status, state.value) == (
        ("optimal", min(written_anew(faces, dice) for dice in sets)) if sets else ("infeasible", None)
    )
    assert not sets or state.bound == state.value
    source = state.proof and state.proof.question.one(Changes)
    if source:
        assert source.most == ((state.value or 0) - 1 if sets else 15)


def test_the_nearest_miss_and_sizes_that_can(small):
    """Whatever the deal, three dice of three cells roll a board with fewer than 3 tilings."""
    wanted = Question(small.format(), (3, 3, 3), 3)
    forbidden = forbidden_boards(small, 3)
    sets = deals(NINE, (3, 3, 3))
    least = min(int(forbidden.rolled(np.array([dice], np.uint64))[0]) for dice in sets)
    state = search(DesignSettings(wanted)).state
    assert state.status == "infeasible"
    assert state.failing == forbidden.rolled(np.array([state.nearest], np.uint64))[0] >= least > 0
    smaller = (3, 3, 2)
    possible = any(not forbidden.rolled(np.array([dice], np.uint64))[0] for dice in deals(NINE, smaller))
    assert state.nearest_sizes == (smaller if possible else ())


FIVE = "5x5/4:W5,L4,I3,L3,I2,T4"


@pytest.mark.slow
def test_24_of_25_cells_have_no_set_and_23_have_one():
    """Which cell is left off follows from the sizes by counting only, which the formula says outright."""
    state = search(DesignSettings(Question(FIVE, (6, 6, 6, 6)))).state
    assert (state.status, state.nearest_sizes) == ("infeasible", (6, 6, 6, 5))
    assert state.failing
    assert state.proof is not None
    with Solver("cadical195", bootstrap_with=CNF(from_string=refutation_cnf(state.proof)).clauses) as solver:
        assert not solver.solve()


@pytest.mark.slow
@pytest.mark.parametrize(("printed", "fewest_changes"), [({}, 0), ({3: "D2 D2 E3 C2 C2 F6"}, 3)])
def test_a_misprinted_die_of_the_genius_square_is_repaired(printed, fewest_changes):
    default = catalogue_set("default")
    faces = [printed.get(number, "").split() or shown for number, shown in enumerate(default.labels(), start=1)]
    misprinted = DiceSet.of_labels(faces, shared_cells=True)
    outcome = search(design_settings({"source": misprinted}, minimize="changes"))
    assert (outcome.status, outcome.state.value, outcome.bound) == ("optimal", fewest_changes, fewest_changes)
    assert len(outcome.changes) == fewest_changes


@pytest.mark.parametrize("name", ["any", "outline", "far", "repair"])
def test_a_set_without_a_failing_roll_is_no_near_miss(small, name):
    outcome = search(questions(small)[name], seconds=0)
    assert outcome.nearest is None or outcome.nearest.failing
    assert str(outcome)


def test_a_run_cut_off_between_epochs_goes_on(small, tmp_path):
    settings = questions(small)["most"]
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    design(settings, out=whole)
    stopped = design(settings, out=cut, seconds=0)
    assert (stopped.status, stopped.finished) == ("unknown", False)
    assert design(resume=cut, warn=pytest.fail).finished
    for file in whole.iterdir():
        if not file.name.endswith(".previous"):
            assert file.read_bytes() == (cut / file.name).read_bytes(), file.name
    with pytest.raises(OutputExistsError, match="--resume"):
        design(settings, out=cut)
    assert design(settings, out=cut, force=True) == design(resume=cut)


def test_a_damaged_checkpoint_gives_way_to_the_one_before(small, tmp_path):
    path = tmp_path / "run"
    outcome = design(questions(small)["most"], out=path)
    checkpoint = path / "checkpoint.json"
    checkpoint.write_bytes(checkpoint.read_bytes()[:-9])
    warnings: list[str] = []
    assert design(resume=path, warn=warnings.append) == outcome
    assert len(warnings) == 1
    for file in (checkpoint, checkpoint.with_name("checkpoint.json.previous")):
        file.write_bytes(b"{}")
    with pytest.raises(InputError, match="no whole checkpoint"):
        design(resume=path, warn=warnings.append)


def test_damage_never_takes_the_place_of_the_whole_checkpoint_before(small, tmp_path):
    path = tmp_path / "run"
    outcome = design(questions(small)["most"], out=path)
    checkpoint = path / "checkpoint.json"
    damaged = checkpoint.read_bytes()[:-9]
    checkpoint.write_bytes(damaged)
    assert design(resume=path, warn=lambda _: None) == outcome
    assert checkpoint.with_name("checkpoint.json.damaged").read_bytes() == damaged
    # The last checkpoint may be lost again at any moment: the one before leads to the same end.
    checkpoint.unlink(missing_ok=True)
    assert checkpoint.with_name("checkpoint.json.previous").read_bytes() != damaged
    assert design(resume=path, warn=lambda _: None) == outcome


def test_a_checkpoint_with_fields_that_nobody_knows_is_no_whole_one(small, tmp_path):
    settings = questions(small)["most"]
    folder = RunFolder(tmp_path / "run", DESIGN_RUN)
    kept = msgspec.to_builtins(DesignCheckpoint(settings, DesignSearch(settings).start()))
    kept["settings"]["question"]["colour"] = "red"
    folder.save(CHECKPOINT_SCHEMA, kept)
    with pytest.raises(InputError, match="no whole checkpoint"):
        design(resume=folder.path)


def test_optimal_is_the_best_of_all_sets(small):
    asked = questions(small)
    sets = deals(NINE, (3, 3, 3))
    best = {name: search(asked[name], threads(1)) for name in ("most", "outline", "ragged", "far", "repair")}
    assert {outcome.state.status for outcome in best.values()} == {"optimal"}
    assert best["most"].state.value == max(fewest(small, dice) for dice in sets)
    assert best["most"].state.bound == max(fewest(small, dice) for dice in sets)
    for name in ("outline", "ragged", "far"):
        goal, wanted = asked[name].goal, asked[name].question
        choose = max if goal.better == "more" else min
        assert best[name].state.value == choose(goal.value(wanted, dice) for dice in sets)
    source = asked["repair"].question.one(Changes)
    assert best["repair"].state.value == min(written_anew(source.faces, dice) for dice in sets) == 3


@pytest.mark.parametrize("sizes", [(3, 3, 3), (5, 3, 1)])
def test_case_by_case_it_comes_to_the_same(small, sizes, monkeypatch):
    monkeypatch.setattr("dicelab.search.design.search.MANY_BOARDS", 0)
    asked = DesignSettings(Question(small.format(), sizes, 0, objectives=("fewest",)), seed=1)
    outcome = search(asked, threads(1))
    assert outcome.state.status == "optimal"
    assert outcome.state.proof
    assert outcome.state.proof.by_cases
    assert outcome.state.value == max(fewest(small, dice) for dice in deals(NINE, sizes))
    # Without a goal there is a formula for other solvers.
    refuted = search(DesignSettings(Question(small.format(), sizes, 6)), threads(1))
    assert refuted.state.status == "infeasible"
    assert not Solver(bootstrap_with=CNF(from_string=refuted.proof)).solve()


def test_no_set_has_more_tilings_than_counting_allows(small):
    wanted = Question(small.format(), (3, 3, 3))
    assert max(fewest(small, dice) for dice in deals(NINE, (3, 3, 3))) < too_many(wanted)


@pytest.mark.slow
def test_work_in_processes_finds_its_own_census(small, tmp_path, monkeypatch):
    monkeypatch.setenv("DICELAB_CACHE", str(tmp_path))
    settings = questions(small)["too much"]
    assert search(settings, processes(2)).state == search(settings, threads(1)).state


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
        (({"sizes": (3, 3)},), "give 3 numbers"),
        (({"sizes": (3, 3, 4)},), "need 10 cells"),
        (({"sizes": (9, 0, 0)},), "at least one cell"),
        ((Fix(0, 0), Fix(0, 1)), "fix A1: it is put on die 1 and on die 2"),
        ((Fix(0, 0), Fix(0, None), {"sizes": (3, 3, 2)}), "put on die 1 and left off"),
        ((Fix(0, 7),), "there are dice 1 to 3"),
        (tuple(Fix(cell, 0) for cell in range(4)), "4 cells are put on die 1, which has 3"),
        ((Fix(1, None),), "leave 0 of the board"),
        (({"min_tilings": -1},), "min-tilings -1"),
        ((Invariant("rotate-45"),), "did you mean rotate-90"),
        ((Invariant("rotate-90"), {"sizes": (3, 3, 2)}), "because of the dice of"),
        ((Changes(((0,), (1, 2, 3), (4, 5, 6)), 2),), "die 1 has 1 faces"),
        ((Changes(((0, 1, 2),) * 3, -1),), "changes -1"),
        ((AwayFrom(DEAL, 10),), "the board has 9"),
    ],
)
def test_contradictions_are_told_in_one_line(small, more, says):
    constraints = [one for one in more if not isinstance(one, dict)]
    fields = {"sizes": (3, 3, 3)} | next((one for one in more if isinstance(one, dict)), {})
    sizes = fields.pop("sizes")
    with pytest.raises(DiceError, match=says) as error:
        Question.of(small.format(), sizes, *constraints, **fields)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("label", ["fewest:min", "zones", "symmetry"])
def test_local_search_improves_what_can_not_be_stated(small, label):
    """It finds the best of all sets of this small puzzle, and claims no bound."""
    wanted = Question(small.format(), (3, 3, 3), 0, objectives=(label,))
    outcome = search(DesignSettings(wanted, seed=2), threads(1))
    goal = Goal.of(wanted)
    assert goal is not None
    choose = max if goal.better == "more" else min
    assert outcome.value == choose(goal.value(wanted, dice) for dice in deals(NINE, (3, 3, 3)))
    assert (outcome.status, outcome.bound, outcome.finished) == ("found", None, True)
    assert outcome.improved_by == "local search"
    assert "no bound is known" in " ".join(str(outcome).split())


def test_a_design_has_one_objective(small):
    with pytest.raises(DiceError, match="design takes one"):
        DesignSettings(Question(small.format(), (3, 3, 3), objectives=("fewest", "zones")))


def test_options_mean_settings(small):
    settings = design_settings(
        {"puzzle": small, "sizes": (3, 3, 2), "fix": ("A1=2", "B2=off")}, maximize="fewest", seed=7
    )
    wanted = Question.of(small.format(), (3, 3, 2), Fix(0, 1), Fix(4, None), objectives=("fewest",))
    assert settings == DesignSettings(wanted, seed=7)


def test_a_search_that_can_not_be_stopped_at_once_does_not_spoil_the_outcome(small):
    asked = DesignSettings(Question(small.format(), (3, 3, 3), min_tilings=6))
    release, began = threading.Event(), threading.Event()

    def compiles(_task, _stop):
        began.set()
        release.wait(60)
        return ExactResult("unknown", (), (), (), 0)

    def interrupted(function, tasks):
        for task in tasks:
            threading.Thread(target=function, args=[task]).start()
        assert began.wait(60)
        raise KeyboardInterrupt
        yield

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("dicelab.search.design.exact.search_exactly", compiles)
        try:
            outcome = search(asked, interrupted)
        finally:
            release.set()
    assert (outcome.status, outcome.stopped) == ("unknown", "interrupted")


def test_the_first_question_of_a_climb_stands_until_there_is_a_set(small):
    searching = DesignSearch(DesignSettings(Question(small.format(), (3, 3, 3), 0, objectives=("fewest",))))
    asked = searching._asked(replace(searching.start(), epoch=1), searching.settings.question)
    assert asked.pending
    assert searching._asked(replace(asked, epoch=2), searching.settings.question) == replace(asked, epoch=2)
