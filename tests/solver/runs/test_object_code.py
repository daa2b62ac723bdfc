"""Kernels kept as object code: a second process runs them without numba, and no fault of a file stops a run."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import solver
from solver.runs import jit
from solver.runs.object_code import ObjectCode

pytestmark = pytest.mark.skipif(not jit.available(), reason="numba is not here: nothing is compiled")

ROOT = Path(solver.__file__).parents[1]
KERNELS = """
def triangular(number, sums):
    for n in range(number):
        sums[n] = n * (n + 1) // 2
"""
SCRIPT = """
import sys
import numpy as np
from solver.runs.object_code import ObjectCode

triangular = ObjectCode("kernels", "triangular")
for dtype in (np.int64, np.uint16):
    sums = np.zeros(101, dtype)
    triangular(101, sums)
    assert sums.tolist() == [n * (n + 1) // 2 for n in range(101)]
print("numba" in sys.modules)
"""


@pytest.fixture
def run(tmp_path):
    (tmp_path / "kernels.py").write_text(KERNELS)

    def start(cache):
        """Run both kernels in a process; tell whether they had to be compiled."""
        done = subprocess.run(
            [sys.executable, "-W", "error", "-c", SCRIPT],
            env={**os.environ, "DICELAB_CACHE": str(cache), "PYTHONPATH": f"{ROOT}{os.pathsep}{tmp_path}"},
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


def test_arrays_that_are_not_contiguous_are_refused():
    with pytest.raises(ValueError, match="contiguous"):
        ObjectCode("kernels", "triangular")(3, np.zeros(6, np.int64)[::2])
