"""Kernels that come as text are of the present sources and answer as numba's do; a fault leaves numba to compile."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import solver
from solver.exact_cover import batches, remainders
from solver.exact_cover.backends.bitmask import Bitmask
from solver.exact_cover.batches import BatchSolver
from solver.polyform import Puzzle
from solver.polyform.orbits import board_masks
from solver.runs import jit, object_code, portable_code
from solver.runs.object_code import ObjectCode
from solver.runs.portable_code import portable_object, portable_path

pytestmark = pytest.mark.skipif(not jit.available(), reason="numba is not here: nothing is compiled")

ROOT = Path(solver.__file__).parents[1]
KERNELS = {
    batches: ("FIRST_SOLUTIONS",),
    remainders: ("START", "ADVANCE", "COUNT_EACH"),
}
EACH = [(module, name) for module, names in KERNELS.items() for name in names]


def answers(puzzle, boards):
    """Return first solutions and counts of boards; the table of remainders is too small for all of them."""
    solver = BatchSolver(puzzle.problem, len(puzzle.pieces))
    counts = [Bitmask().count(puzzle.board_problem(board)[0]) for board in boards[:3].tolist()]
    return solver.first_solutions(boards).tolist(), solver.counts(boards).tolist(), counts


@pytest.mark.parametrize(("module", "name"), EACH, ids=[name for _, name in EACH])
def test_each_text_is_of_the_present_sources_and_types(module, name):
    answers(Puzzle.parse("3x4/3:I1,I2,I3,L3"), np.array([0b111], np.uint64))
    kernel = getattr(module, name)
    (types,) = kernel.types
    found = portable_object(kernel.module, kernel.name, types, object_code._machine())
    assert found, "write it again: python -m experiments.installation.portable_code"
    assert portable_object(kernel.module, kernel.name, types[1:], object_code._machine()) is None


def test_no_text_is_left_over():
    there = {path.name for path in (ROOT / "solver").rglob("*.ll")}
    assert there == {
        portable_path(getattr(module, name).module, getattr(module, name).name).name for module, name in EACH
    }


@pytest.mark.slow
@pytest.mark.parametrize("text", ["genius-square", "4x4/4:I1,I2,I2,I3,L4", "5x5/4:F5,W5,P5,L3,L3"])
def test_the_text_answers_as_what_numba_compiles_here(text, monkeypatch, tmp_path):
    puzzle = Puzzle.parse(text)
    boards = board_masks(0, min(puzzle.boards, 3000), len(puzzle.grid), puzzle.blockers)[::7]
    found = answers(puzzle, boards)
    monkeypatch.setenv("DICELAB_CACHE", str(tmp_path))
    monkeypatch.setattr(object_code, "portable_object", lambda *_: None)
    for module, name in EACH:
        kernel = getattr(module, name)
        monkeypatch.setattr(module, name, ObjectCode(kernel.module, kernel.name))
    assert answers(puzzle, boards) == found


@pytest.mark.parametrize("change", ["source", "damage"])
def test_a_text_of_other_sources_or_a_damaged_one_is_not_used(change, monkeypatch, tmp_path):
    kernel = remainders.START
    path = portable_path(kernel.module, kernel.name)
    for file in (path, *path.parent.glob("*.py")):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    answers(Puzzle.parse("3x4/3:I1,I2,I3,L3"), np.array([0b111], np.uint64))
    monkeypatch.setattr(portable_code, "portable_path", lambda *_: tmp_path / path.name)
    (types,) = kernel.types
    assert portable_object(kernel.module, kernel.name, types, object_code._machine())
    if change == "source":
        with (tmp_path / "search_kernel.py").open("a") as file:
            file.write("_FAR = 3\n")
        assert portable_object(kernel.module, kernel.name, types, object_code._machine()) is None
    else:
        (tmp_path / path.name).write_bytes(path.read_bytes()[:-200])
        fresh = ObjectCode(kernel.module, kernel.name)
        monkeypatch.setenv("DICELAB_CACHE", str(tmp_path / "cache"))
        monkeypatch.setattr(object_code, "compiled_library", lambda *_: pytest.fail("compiled", pytrace=False))
        with pytest.raises(pytest.fail.Exception, match="compiled"):
            fresh._load(types)


@pytest.mark.parametrize("verb", [["verify", "default"], ["count", "A6 B1 B5 D1 E3 F2 F4"]], ids=" ".join)
def test_a_first_start_needs_no_import_of_numba(verb, tmp_path):
    script = (
        "import sys; from dicelab.cli.main import status; assert status(sys.argv[1:]) == 0;"
        "assert 'llvmlite' in sys.modules and 'numba' not in sys.modules"
    )
    subprocess.run(
        [sys.executable, "-c", script, *verb, "--quiet"],
        env={**os.environ, "DICELAB_CACHE": str(tmp_path), "PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        check=True,
    )
