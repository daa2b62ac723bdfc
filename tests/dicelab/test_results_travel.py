"""Results and errors can be copied, pickled and sent to other processes; they show themselves in a line."""

from __future__ import annotations

import ast
import copy
import pickle
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path

import pytest

import dicelab
from dicelab.archive.database import DamagedArchiveError
from dicelab.search.design.settings import DesignSettings, design_settings
from dicelab.search.evolve.settings import EvolutionSettings
from dicelab.search.options import QuestionOptions

ROOT = Path(__file__).parents[2]
PUZZLE = dicelab.Puzzle.parse("2x3/2:O4")
DICE = dicelab.load("A1 A2 A3 | B1 B3", PUZZLE)
SMALL = "3x4/3:I1,I2,I3,L3"


def certificate(folder):
    dicelab.verify("A1 | B1", PUZZLE, certificate=folder / "mine.certificate")
    return folder / "mine.certificate"


def entry(folder):
    with dicelab.Archive(folder / "sets.sqlite3", writing=True, make=True) as archive:
        archive.import_sets([DICE], measured=False)
        return next(archive.entries())


RESULTS = {
    "boards": lambda _: dicelab.boards(SMALL, count=2, seed=1),
    "census": lambda _: dicelab.Census.load(PUZZLE),
    "check_proof": lambda path: dicelab.check_proof(certificate(path)),
    "compare_backends": lambda _: dicelab.compare_backends(
        boards=1, rounds=1, task="first", puzzle=SMALL, only="brute-force"
    ),
    "count": lambda _: dicelab.count("A1 B1", PUZZLE, limit=1),
    "design": lambda _: dicelab.design(puzzle="2x4/2:3*I2", sizes=(4, 4), jobs=1),
    "diff": lambda _: dicelab.diff(DICE, "A1 A2 B2 | B1 B3", PUZZLE),
    "domino": lambda _: dicelab.DominoGrid.parse("1:001011"),
    "entry": entry,
    "evolve": lambda path: dicelab.evolve(
        puzzle="2x4/2:3*I2",
        sizes=(2, 2),
        generations=1,
        population=4,
        scorer="bitmask",
        keep=1,
        jobs=1,
        out=path / "run",
    ),
    "explain": lambda _: dicelab.explain("A2 B1", PUZZLE),
    "export": lambda _: dicelab.export(DICE),
    "hint": lambda _: dicelab.hint("A6 B1 B5 D1 E3 F2 F4"),
    "load": lambda _: DICE,
    "make_game": lambda _: dicelab.make_game(DICE),
    "objective": lambda _: tuple(dicelab.OBJECTIVES.values()),
    "reproduce_claims": lambda _: dicelab.reproduce_claims(["jensen-placements"]),
    "roll": lambda _: dicelab.roll(DICE, seed=1),
    "rules": lambda _: dicelab.rules(DICE),
    "solve": lambda _: dicelab.solve("A1 B1", PUZZLE),
    "stats": lambda _: dicelab.stats(DICE),
    "stats of a sample": lambda _: dicelab.stats(DICE, objective="fewest", sample=2),
    "verify": lambda _: dicelab.verify(DICE),
    "verify by blocks": lambda _: dicelab.verify(DICE, backend="sweep"),
}


def pickled(value):
    return pickle.loads(pickle.dumps(value))  # noqa: S301 - what was dumped here


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_equals_its_copies(name, tmp_path):
    result = RESULTS[name](tmp_path)
    for copied in (pickled(result), copy.copy(result), copy.deepcopy(result)):
        assert copied == result
        assert repr(copied) == repr(result)
        assert str(copied) == str(result)
    assert all(len(repr(one)) < 1000 for one in (result if isinstance(result, tuple) else [result]))


def test_a_copied_printout_has_the_same_pages():
    printout = dicelab.print_game(DICE, parts=["board"])
    assert pickled(printout).svgs() == copy.deepcopy(printout).svgs() == printout.svgs()


@pytest.mark.parametrize("again", [pickled, copy.copy, copy.deepcopy])
def test_a_copied_stream_goes_on_where_it_was(again):
    tilings = dicelab.solutions("", "4x4/0:8*I2")
    solutions = dicelab.DominoGrid.parse("1:001011").solutions()
    for stream, number in ((tilings, 36), (solutions, 3)):
        next(stream)
        copied = again(stream)
        assert len(left := list(stream)) == number - 1
        assert list(copied) == left
        assert (copied.status, copied.stats) == (stream.status, stream.stats)
        assert (list(again(stream)), again(stream).status) == ([], stream.status)


def test_a_copied_archive_is_opened_again(tmp_path):
    entry(tmp_path)
    with dicelab.Archive(tmp_path / "sets.sqlite3") as archive:
        with pickled(archive) as other:
            assert other.count() == 1
        assert archive.count() == 1


def test_verifications_are_equal_whatever_time_they_took():
    assert dicelab.verify(DICE) == dicelab.verify(DICE) != dicelab.verify([["A1"], ["B1"]], PUZZLE)
    with pytest.raises(TypeError, match="unhashable type: 'Verification'"):
        hash(dicelab.verify(DICE))


@dicelab.objective(better="less")
def own(subject):
    """Half of the boards."""
    return subject.boards / 2


def test_an_objective_in_a_module_travels_as_its_place():
    statistics = dicelab.stats(DICE, objective=own)
    assert pickled(own) is own
    assert list(pickled(statistics).values.values()) == [3.0]


@pytest.mark.parametrize("kind", ["evolve", "design"])
def test_an_objective_of_a_script_travels_with_a_result(kind, monkeypatch):
    # As the function of a script has it; the process that gets the result does not know the name.
    monkeypatch.setattr(dicelab.OBJECTIVES, "_local", {})
    dicelab.OBJECTIVES.register("here:own", own)
    options: QuestionOptions = {"puzzle": "2x4/2:3*I2", "sizes": (2, 2)}
    settings: EvolutionSettings | DesignSettings = (
        EvolutionSettings.of({**options, "objectives": ("here:own:max", "fewest")})
        if kind == "evolve"
        else design_settings(options, maximize="here:own")
    )
    sent = pickle.dumps(settings)
    monkeypatch.setattr(dicelab.OBJECTIVES, "_local", {})
    assert pickle.loads(sent) == settings  # noqa: S301 - what was dumped here
    assert dicelab.OBJECTIVES.find("here:own").function is own.function


def errors():
    """Yield the classes of errors that have a constructor of their own: name, module."""
    for path in [*ROOT.glob("dicelab/**/*.py"), *ROOT.glob("solver/**/*.py")]:
        text = path.read_text("utf-8")
        if "Error(" not in text:
            continue
        classes = [one for one in ast.parse(text).body if isinstance(one, ast.ClassDef)]
        for one in classes:
            is_error = any("Error" in ast.unparse(base) or "Exception" in ast.unparse(base) for base in one.bases)
            if is_error and {"__init__", "__new__"} & {getattr(line, "name", "") for line in one.body}:
                yield one.name, ".".join(path.relative_to(ROOT).with_suffix("").parts)


def test_errors_can_be_pickled(tmp_path):
    # Python makes an error again from its arguments: those of a constructor of its own must be all of them.
    given = {"AskError": (503, "later")}
    found = dict(errors())
    assert set(found) == set(given)
    for name, arguments in given.items():
        error = getattr(import_module(found[name]), name)(*arguments)
        assert vars(pickled(error)) == vars(error)
        assert pickled(error).args == arguments
    damaged = DamagedArchiveError.of(tmp_path / "a.sqlite3", "no page")
    assert (str(pickled(damaged)), pickled(damaged).reason) == (str(damaged), "no page")


def test_public_functions_are_sent_by_name():
    functions = [getattr(dicelab, name) for name in dicelab.__all__]
    assert all(pickled(one) is one for one in functions if hasattr(one, "__verb__"))


def test_functions_answer_in_a_pool_of_processes():
    boards = ["A1 B1", "A1 B2"]
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert list(pool.map(dicelab.count, boards, ["2x3/2:O4"] * 2)) == [1, 0]
        assert pool.submit(dicelab.stats, DICE).result() == dicelab.stats(DICE)
        with pytest.raises(ValueError, match="'A9' is not a cell"):
            pool.submit(dicelab.count, "A9").result()
