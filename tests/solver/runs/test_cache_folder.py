"""What others can have put into the cache is neither run nor believed."""

import os
import stat
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

import solver
from solver.census import Census, Content, census_folder, census_path
from solver.errors import DamagedTableWarning, StorageError
from solver.polyform import Puzzle
from solver.runs import cache_folder, jit
from solver.runs.cache_folder import UntrustedCacheWarning, own_folder, read_own

pytestmark = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="a system without user ids")

PUZZLE = Puzzle.parse("3x4/3:I1,I2,I3,L3")
SCRIPT = """
import numpy as np
import solver.exact_cover.backends.bitmask
from solver.polyform import Puzzle
from solver.exact_cover import backend, Limits

print(backend("bitmask").count(Puzzle.parse("3x4/3:I1,I2,I3,L3").board_problem(0b1011)[0], Limits()).solutions)
"""


@pytest.fixture
def cache(tmp_path, monkeypatch):
    cache_folder._warn.cache_clear()
    folder = tmp_path / "cache"
    monkeypatch.setenv("DICELAB_CACHE", str(folder))
    yield folder
    cache_folder._warn.cache_clear()


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def test_a_new_cache_is_for_the_user_alone(cache):
    usual = os.umask(0)
    try:
        folder = own_folder("compiled", "these")
    finally:
        os.umask(usual)
    assert folder == cache / "compiled" / "these"
    assert {mode(level) for level in (cache, cache / "compiled", folder)} == {0o700}


@pytest.mark.parametrize("names", [(), ("compiled",), ("compiled", "these")])
@pytest.mark.parametrize("bits", [0o775, 0o757, 0o777, 0o720])
def test_a_level_that_others_may_write_to_is_not_used_and_said_once(cache, names, bits):
    own_folder("compiled", "these")
    cache.joinpath(*names).chmod(bits)
    with pytest.warns(UntrustedCacheWarning, match="may be written to by other users") as caught:
        assert own_folder("compiled", "these") is None
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert own_folder("compiled", "these") is None
    assert "\n" not in str(caught[0].message)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives folders away")
def test_a_folder_of_another_user_is_not_used(cache):
    own_folder()
    os.chown(cache, 12345, -1)
    with pytest.warns(UntrustedCacheWarning, match="belongs to another user"):
        assert own_folder("compiled") is None


@pytest.mark.usefixtures("cache")
def test_a_file_that_others_may_write_to_is_refused_where_they_can_reach_it():
    folder = own_folder("compiled")
    assert folder
    file = folder / "code"
    file.write_bytes(b"code")
    file.chmod(0o666)
    assert read_own(file) == b"code"
    folder.chmod(0o755)
    with pytest.raises(StorageError, match="may be written to by other users"):
        read_own(file)
    file.chmod(0o644)
    assert read_own(file) == b"code"


def forged(census):
    """Return the file of a census that says the contrary of every board."""
    return Census(census.puzzle, census.orbits, 1 - census.answers, census.content)


@pytest.mark.parametrize("place", ["cache", "folder", "file"])
def test_a_table_that_others_can_have_written_is_not_believed(cache, place):
    from solver.census.census import write_census

    right = Census.load(PUZZLE, Content.SOLVABILITY)
    path = census_path(census_folder(PUZZLE), Content.SOLVABILITY)
    write_census(path, forged(right))
    if place == "file":
        cache.chmod(0o755)
        path.parent.chmod(0o755)
    {"cache": cache, "folder": path.parent, "file": path}[place].chmod(0o777)
    with pytest.warns(DamagedTableWarning, match="may be written to by other users"):
        found = Census.load(PUZZLE, Content.SOLVABILITY)
    assert found.answers.tolist() == right.answers.tolist()


@pytest.mark.parametrize("content", list(Content))
def test_a_census_needs_no_cache(cache, content):
    cache.mkdir()
    cache.chmod(0o777)
    with pytest.warns(UntrustedCacheWarning):
        assert Census.load(PUZZLE, content).boards == 220
    assert list(cache.iterdir()) == []


@pytest.mark.skipif(not jit.available(), reason="numba is not here: nothing is compiled")
@pytest.mark.slow
def test_kernels_are_compiled_without_a_cache_and_nothing_there_is_read(tmp_path):
    cache = tmp_path / "cache"

    def run():
        return subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={**os.environ, "DICELAB_CACHE": str(cache), "PYTHONPATH": str(Path(solver.__file__).parents[1])},
            capture_output=True,
            text=True,
            check=True,
        )

    first = run()
    before = {path: path.read_bytes() for path in cache.rglob("*") if path.is_file()}
    assert before
    cache.chmod(0o777)
    second = run()
    assert second.stdout == first.stdout
    assert "nothing in" in second.stderr
    assert {path: path.read_bytes() for path in cache.rglob("*") if path.is_file()} == before
