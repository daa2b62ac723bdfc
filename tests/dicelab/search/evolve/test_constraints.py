"""Evolution keeps every constraint: its sets are held to all sets of a small puzzle, which are listed."""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import dicelab
from dicelab.errors import DicelabError
from dicelab.score.tables import forbidden_boards, keep_tables, roll_tilings
from dicelab.search.evolve.candidates import successors
from dicelab.search.evolve.islands import Islands
from dicelab.search.evolve.settings import EvolutionSettings
from dicelab.search.evolve.solvable import Fitness, SolvableSets
from dicelab.search.moves import moves_of
from dicelab.search.question import Question
from dicelab.search.running import SearchOutcome
from solver.census import Content, build_census
from solver.polyform import Puzzle
from solver.runs import threads
from tests.dicelab.search.design.conftest import deals

SMALL = "3x3/3:I1,I2,I3"
SIZES = (3, 2, 2)
REFERENCE = "A1 A2 A3 | B1 B2 | C1 C2"

ASKED = {
    "fix": ("fix=A1=1", "fix=C3=off"),
    "connected": ("connected",),
    "invariant": ("invariant=mirror-left-right",),
    "two symmetries": ("invariant=mirror-left-right", "invariant=mirror-top-bottom"),
    "symmetric and fixed": ("invariant=rotate-180", "fix=B2=1"),
    "away": (f"away-from={REFERENCE}=5",),
    "changes": ("changes=A1 A2 A3 | B1 B2 | C1 C2=3",),
    "changes and symmetric": ("changes=A1 A2 A3 | A1 A3 | C1 C3=4", "invariant=mirror-left-right"),
    "keep": ("changes=A1 A2 A2 | A1 B2 | C1 C2=4", "keep-faces=A1=1,2", "keep-faces=C1=3"),
    "perimeter": ("perimeter=0-20",),
    "several": ("connected", "perimeter=0-22", f"away-from={REFERENCE}=3", "fix=A1=2"),
    "impossible": ("connected", "perimeter=0-10"),
}


@pytest.fixture(scope="module", autouse=True)
def tables(tmp_path_factory):
    folder = tmp_path_factory.mktemp("small")
    keep_tables(build_census(Puzzle.parse(SMALL), Content.TILINGS, folder=folder, runner=threads(1)))


@pytest.fixture(autouse=True)
def short_repairs(monkeypatch):
    """Nine cells need few swaps."""
    monkeypatch.setattr("dicelab.search.evolve.candidates.CONSTRAINED_REPAIR", 25)


@functools.cache
def rolled_by_all(min_tilings):
    """Return all dice sets with the number of forbidden boards that each rolls."""
    listed = deals(tuple(range(9)), SIZES)
    return listed, forbidden_boards(Puzzle.parse(SMALL), min_tilings).rolled(np.array(listed, np.uint64))


def answers(question):
    """Return all answers to a question, listed."""
    listed, rolled = rolled_by_all(question.min_tilings)
    return {dice for dice, failing in zip(listed, rolled, strict=True) if not failing and question.broken(dice) is None}


def generations(every):
    """Return how many generations find an answer, or are enough to show that none is claimed where there is none."""
    return 12 if every else 1


def evolved(strategy, number):
    first = strategy.begin()
    return [first, *successors(strategy, first, number)][-1]


def found_by(strategy, number, puzzle):
    state = evolved(strategy, number)
    return [tuple(int(mask) for mask in one.dice_set(puzzle).masks) for one in state.kept]


@pytest.mark.parametrize(
    ("name", "min_tilings"), [*((name, 1) for name in ASKED), ("connected", 2), ("two symmetries", 2), ("keep", 2)]
)
def test_solvable_sets_meet_all_constraints(name, min_tilings):
    settings = EvolutionSettings(
        puzzle=SMALL, sizes=SIZES, constraints=ASKED[name], min_tilings=min_tilings, population=8
    )
    question, every = settings.question, answers(settings.question)
    fitness = Fitness(question.puzzle, moves_of(question).rolled)
    found = found_by(SolvableSets(settings, fitness), generations(every), question.puzzle)
    assert set(found) <= every
    assert bool(found) == bool(every)


@pytest.mark.parametrize(
    ("name", "memetic"), [*((name, True) for name in ASKED), ("changes", False), ("connected", False), ("fix", False)]
)
def test_fronts_meet_all_constraints(name, memetic):
    settings = EvolutionSettings(
        objectives=("variation", "zones"),
        puzzle=SMALL,
        sizes=SIZES,
        constraints=ASKED[name],
        population=8,
        memetic=memetic,
    )
    question, every = settings.question, answers(settings.question)
    found = found_by(Islands(settings, threads(1)), generations(every), question.puzzle)
    assert set(found) <= every
    if memetic:
        assert bool(found) == bool(every)


def test_the_best_symmetric_set_is_found():
    settings = EvolutionSettings(
        objectives=("variation",), puzzle=SMALL, sizes=SIZES, constraints=ASKED["invariant"], population=12
    )
    question = settings.question
    state = evolved(Islands(settings, threads(1)), 8)
    tilings = [roll_tilings(question.puzzle).of(np.array(dice, np.uint64)) for dice in answers(question)]
    assert min(one.values[0] for one in state.kept) == pytest.approx(min(t.std() / t.mean() for t in tilings))


def test_sets_that_share_cells_meet_all_constraints():
    settings = EvolutionSettings(
        objectives=("fewest", "rolls"),
        puzzle=SMALL,
        sizes=SIZES,
        constraints=("fix=A1=1", "invariant=rotate-180"),
        shared_cells=True,
        population=8,
    )
    question = settings.question
    for strategy in (
        Islands(settings, threads(1)),
        SolvableSets(
            EvolutionSettings(**{**settings.to_json(), "objectives": ()} | {"constraints": settings.constraints}),
            Fitness(question.puzzle, moves_of(question).rolled, screened=False),
        ),
    ):
        found = found_by(strategy, 4, question.puzzle)
        assert found
        for dice in found:
            assert question.broken(dice) is None
            assert not moves_of(question).rolled(np.array([dice], np.uint64))[0]
            assert sum(map(int.bit_count, dice)) == sum(SIZES)


def test_deals_that_can_not_keep_what_is_asked_are_told():
    four_on_three = tuple(f"keep-faces={cell}=1" for cell in ("A1", "A2", "A3", "B1"))
    settings = EvolutionSettings(
        objectives=("zones",), puzzle=SMALL, sizes=SIZES, constraints=four_on_three, population=8
    )
    with pytest.raises(DicelabError, match="none of 20 deals of the cells keeps"):
        Islands(settings, threads(1)).begin()


def test_a_run_with_constraints_is_asked_again_by_its_manifest(tmp_path):
    import json
    import shlex

    options: dict[str, Any] = {"generations": 6, "population": 10, "keep": 1, "jobs": 1, "seed": 4}
    found = dicelab.evolve(
        ["variation"],
        puzzle=SMALL,
        sizes=SIZES,
        invariant=["mirror-left-right"],
        fix=["B2=1"],
        islands=1,
        out=tmp_path / "run",
        **options,
    )
    command = json.loads((tmp_path / "run" / "manifest.json").read_text())["command"]
    words = shlex.split(command)
    assert words[:5] == ["evolve", "--puzzle", SMALL, "--sizes", "3,2,2"]
    assert [words[place + 1] for place, word in enumerate(words) if word == "--constraint"] == [
        "fix=B2=1",
        "invariant=mirror-left-right",
    ]
    for confirmed in found.confirmed:
        question = Question(SMALL, SIZES, constraints=("fix=B2=1", "invariant=mirror-left-right"))
        assert question.broken(tuple(int(mask) for mask in confirmed.dice_set.masks)) is None
        assert found.numbers[confirmed.dice_set.name] >= 1


def lonely(subject):
    """Share of rolls with a single tiling."""
    return float((subject.tilings == 1).mean())


def test_a_function_of_a_subject_is_an_objective(tmp_path):
    options: dict[str, Any] = {"generations": 3, "population": 8, "keep": 1, "jobs": 1, "islands": 1}
    mine = dicelab.objective(better="less", range=(0, 1))(lonely)
    functions: list[Callable[..., float]] = [lonely, mine]
    for number, function in enumerate(functions):
        found = dicelab.evolve([function, "fewest"], puzzle=SMALL, sizes=SIZES, out=tmp_path / str(number), **options)
        for dice_set, values in found.kept:
            tilings = roll_tilings(dice_set.puzzle).of(np.array(dice_set.masks, np.uint64))
            assert next(iter(values.values())) == (tilings == 1).mean()
        outcome = dicelab.design(puzzle=SMALL, sizes=SIZES, minimize=function, jobs=1)
        assert (outcome.status, outcome.improved_by, outcome.bound) == ("found", "local search", None)


def test_evolution_and_design_answer_with_the_same_words(tmp_path):
    asked: dict[str, Any] = {"puzzle": SMALL, "sizes": SIZES, "invariant": ["mirror-left-right"], "seed": 1, "jobs": 1}
    designed = dicelab.design(minimize="variation", **asked)
    evolved = dicelab.evolve(["variation"], generations=8, population=12, islands=1, out=tmp_path / "run", **asked)
    for outcome in (designed, evolved):
        assert isinstance(outcome, SearchOutcome)
        assert (outcome.status, outcome.bound, outcome.nearest_set, outcome.interrupted) == ("found", None, None, False)
        assert outcome.finished
        question = Question(SMALL, SIZES, constraints=("invariant=mirror-left-right",))
        assert question.broken(tuple(int(mask) for mask in outcome.sets[0].masks)) is None
        assert outcome.history
    assert designed.value == pytest.approx(evolved.value)
    assert [row["epoch"] for row in designed.history] == sorted({row["epoch"] for row in designed.history})
