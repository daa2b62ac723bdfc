"""Kernels kept as object code: a second process runs them without numba, and believes none that answers wrongly."""

import importlib
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import solver
from solver.errors import DamagedTableWarning, SolverError
from solver.exact_cover.batches import FIRST_SOLUTIONS
from solver.exact_cover.remainders import COUNT_EACH
from solver.runs import jit
from solver.runs.cache_folder import CACHE_FOLDER, cache_folder, sealed
from solver.runs.jit import ObjectCode

pytestmark = pytest.mark.skipif(not jit.available(), reason="numba is not here: nothing is compiled")

ROOT = Path(solver.__file__).parents[1]
KERNELS = """
def triangular(number, sums):
    for n in range(number):
        sums[n] = n * (n + 1) // 2

def square(number, sums):
    for n in range(number):
        sums[n] = n * n
"""
SCRIPT = """
import sys
import numpy as np
from solver.runs.jit import ObjectCode

def is_right(kernel):
    sums = np.zeros(101, np.uint16)
    kernel(101, sums)
    return sums.tolist() == [n * (n + 1) // 2 for n in range(101)]

assert is_right(ObjectCode("kernels", "triangular", "int64 uint16*", is_right))
print("numba" in sys.modules)
"""


def is_right(kernel):
    sums = np.zeros(101, np.uint16)
    kernel(101, sums)
    return sums.tolist() == [n * (n + 1) // 2 for n in range(101)]


@pytest.fixture
def modules(tmp_path, monkeypatch):
    (tmp_path / "kernels.py").write_text(KERNELS)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv(CACHE_FOLDER, str(tmp_path / "cache"))
    yield tmp_path
    sys.modules.pop("kernels", None)


@pytest.fixture
def run(modules):
    def start(cache):
        """Run the kernel in a process; tell whether it had to be compiled."""
        done = subprocess.run(
            [sys.executable, "-W", "error", "-c", SCRIPT],
            env={**os.environ, "DICELAB_CACHE": str(cache), "PYTHONPATH": f"{ROOT}{os.pathsep}{modules}"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout.strip() == "True"

    return start


@pytest.mark.parametrize(
    "damage", [pytest.param(b"garbage" * 50, marks=pytest.mark.slow), pytest.param(b"", marks=pytest.mark.slow), None]
)
def test_what_is_kept_is_run_without_numba_and_a_damaged_file_is_made_again(run, tmp_path, damage):
    cache = tmp_path / "cache"
    assert run(cache)
    assert not run(cache)
    for path in cache.rglob("*.object"):
        path.write_bytes(path.read_bytes()[:-100] if damage is None else damage)
    assert run(cache)
    assert not run(cache)


@pytest.mark.parametrize(
    "folder",
    ["file", pytest.param("file/below", marks=pytest.mark.slow), pytest.param("n" * 300, marks=pytest.mark.slow)],
)
def test_a_cache_folder_that_can_not_be_written_does_not_stop_a_run(run, tmp_path, folder):
    (tmp_path / "file").write_bytes(b"no folder")
    assert run(tmp_path / folder)


@pytest.mark.usefixtures("modules")
def test_arguments_of_another_type_or_not_contiguous_are_refused():
    kernel = ObjectCode("kernels", "triangular", "int64 uint16*", is_right)
    with pytest.raises(ValueError, match="takes int64 uint16\\*, not int64 int64\\*"):
        kernel(3, np.zeros(3, np.int64))
    with pytest.raises(ValueError, match="contiguous"):
        kernel(3, np.zeros(6, np.uint16)[::2])


def plant(kernel, function):
    """Put the code of another function in the place of a kernel, behind a checksum that is right."""
    symbol, code = jit._object_code(function, kernel.types)
    kernel._path().write_bytes(sealed(symbol.encode() + b"\n" + code))


@pytest.mark.usefixtures("modules")
def test_a_kept_kernel_that_answers_wrongly_is_not_believed_and_is_compiled_anew():
    square = importlib.import_module("kernels").square

    def fresh():
        return ObjectCode("kernels", "triangular", "int64 uint16*", is_right)

    assert fresh().is_right() is None
    plant(fresh(), square)
    assert fresh().is_right() is False
    with pytest.warns(DamagedTableWarning, match="answers a known question wrongly"):
        assert is_right(fresh())
    assert fresh().is_right() is True


@pytest.mark.usefixtures("modules")
def test_a_kernel_that_is_compiled_wrongly_is_neither_believed_nor_kept():
    kernel = ObjectCode("kernels", "square", "int64 uint16*", is_right)
    with pytest.raises(SolverError, match="DICELAB_NO_NUMBA=1"):
        kernel(3, np.zeros(3, np.uint16))
    assert not kernel._path().exists()


FLIPS = {
    FIRST_SOLUTIONS: ("if not open_items:", "if open_items:"),
    COUNT_EACH: ("if left & first == _NONE:", "if left & first != _NONE:"),
}


def changed(kernel, before, after, folder):
    """Return the function of a kernel from a source in which something else stands in one place."""
    source = Path(str(importlib.import_module(kernel.module).__file__)).read_text("utf-8")
    assert source.count(before) == 1
    # The folder is on the path: see the fixture.
    name = f"changed_{kernel.name}"
    (folder / f"{name}.py").write_text(source.replace(before, after), "utf-8")
    return getattr(importlib.import_module(name), kernel.name)


MAIN = """
import sys
from dicelab.cli.main import status

code = status(sys.argv[1:])
print(code, "numba" in sys.modules)
"""


def answer(*args):
    """Run a command line in a process; return what it prints, its exit status, and whether numba was imported."""
    done = subprocess.run(
        [sys.executable, "-c", MAIN, *args],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    *lines, last = done.stdout.splitlines()
    code, numba = last.split()
    return lines, done.stderr, int(code), numba == "True"


@pytest.mark.parametrize(
    ("args", "kernel", "says"),
    [
        pytest.param(("verify", "default"), FIRST_SOLUTIONS, "Always solvable", marks=pytest.mark.slow),
        (("count", "A6 B1 B5 D1 E3 F2 F4"), COUNT_EACH, "11"),
    ],
    ids=["verify", "count"],
)
def test_a_planted_search_changes_no_answer(args, kernel, says, modules):
    cache_folder().mkdir(mode=0o700)
    plant(kernel, changed(kernel, *FLIPS[kernel], modules))
    lines, error, code, compiled = answer(*args)
    assert (code, compiled) == (0, True)
    assert "answers a known question wrongly" in error
    assert lines[0].startswith(says)
    again, error, code, compiled = answer(*args)
    assert (again[0], code, compiled) == (lines[0], 0, False)
    assert "wrongly" not in error
