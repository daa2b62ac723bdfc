"""Compiled code on disk: it is used, and no fault of it stops a run."""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import solver
from solver.runs import jit
from solver.runs.cache_folder import cache_folder

pytestmark = pytest.mark.skipif(not jit.available(), reason="numba is not here: nothing is compiled")

ROOT = Path(solver.__file__).parents[1]
SCRIPT = """
from solver.runs.jit import compiled

@compiled
def triangular(n):
    total = 0
    for i in range(n + 1):
        total += i
    return total

print(triangular(100), sum(triangular.stats.cache_hits.values()))
"""


@pytest.fixture
def run(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)

    def start(cache):
        done = subprocess.run(
            [sys.executable, "-W", "error", script],
            env={**os.environ, "DICELAB_CACHE": str(cache), "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
        result, hits = map(int, done.stdout.split())
        assert result == 5050
        return hits

    return start


@pytest.fixture
def filled(run, tmp_path):
    """Return a folder with compiled code that a second run takes."""
    cache = tmp_path / "cache"
    assert run(cache) == 0
    assert run(cache) == 1
    assert len(list(cache.rglob("*.nbi"))) == 1
    assert len(list(cache.rglob("*.nbc"))) == 1
    return cache


@pytest.mark.slow
def test_every_damage_counts_as_a_miss_and_is_mended(run, filled, tmp_path):
    damages = {
        ("garbage", "nbi"): lambda path: path.write_bytes(b"garbage" * 50),
        ("empty", "nbi"): lambda path: path.write_bytes(b""),
        ("cut", "nbc"): lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
    }
    for (name, suffix), damage in damages.items():
        cache = tmp_path / name
        shutil.copytree(filled, cache)
        for path in cache.rglob(f"*.{suffix}"):
            damage(path)
        assert run(cache) == 0, name
        assert run(cache) == 1, f"{name}: it is compiled again in every run"


def test_a_folder_in_place_of_the_index_does_not_stop_a_run(run, filled):
    for path in filled.rglob("*.nbi"):
        path.unlink()
        path.mkdir()
    assert run(filled) == 0


@pytest.mark.parametrize(
    "folder",
    ["file", pytest.param("file/below", marks=pytest.mark.slow), pytest.param("n" * 300, marks=pytest.mark.slow)],
)
def test_a_cache_folder_that_can_not_be_written_does_not_stop_a_run(run, tmp_path, folder):
    (tmp_path / "file").write_bytes(b"no folder")
    assert run(tmp_path / folder) == 0


def test_the_cache_folder_is_the_users_unless_it_is_set(monkeypatch, tmp_path):
    monkeypatch.setenv("DICELAB_CACHE", str(tmp_path))
    assert cache_folder() == tmp_path
    monkeypatch.setenv("DICELAB_CACHE", "")
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda name, appauthor: f"/there/{name}/{appauthor}")
    assert cache_folder() == Path("/there/dicelab/False")


def test_numba_can_be_left_out(monkeypatch):
    monkeypatch.setenv("DICELAB_NO_NUMBA", "1")
    assert jit.available.__wrapped__() is False
    monkeypatch.delenv("DICELAB_NO_NUMBA")
    assert jit.available.__wrapped__() is True


def test_code_of_another_source_is_not_used_and_that_of_the_restored_one_is(tmp_path):
    shutil.copytree(ROOT / "solver", tmp_path / "solver", ignore=shutil.ignore_patterns("__pycache__", "packed"))
    kernel = tmp_path / "solver" / "exact_cover" / "kernels" / "search_kernel.py"

    def stamp(source):
        kernel.write_text(source, encoding="utf-8")
        script = "from solver.runs.jit import kernel_stamp; print(kernel_stamp())"
        return subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONPATH": str(tmp_path)},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    source = kernel.read_text(encoding="utf-8")
    first = stamp(source)
    assert stamp(source.replace("freedom < least", "freedom > least")) != first
    assert stamp(source) == first


def names_imported_from_elsewhere(tree):
    """Yield the names that a module imports from modules of ours that are no kernels."""
    for statement in ast.walk(tree):
        if isinstance(statement, ast.ImportFrom):
            module = statement.module or ""
            package = module.partition(".")[0]
            is_kernel = package == "solver" and module.endswith("kernel")
            if package in {"solver", "dicelab"} and not is_kernel and module != "solver.runs.jit":
                yield from (name.asname or name.name for name in statement.names)
        if isinstance(statement, ast.Import):
            yield from (name.name for name in statement.names if name.name.partition(".")[0] in {"solver", "dicelab"})


class WithoutTypes(ast.NodeTransformer):
    """Leaves out annotations."""

    def visit_FunctionDef(self, node):
        node.returns = None
        return self.generic_visit(node)

    def visit_arg(self, node):
        node.annotation = None
        return node

    def visit_AnnAssign(self, node):
        # numba takes the types of a named tuple from its values.
        node.annotation = ast.Constant(None)
        return self.generic_visit(node)


@pytest.mark.parametrize("file", sorted(ROOT.glob("[ds]*/**/*kernel.py")), ids=lambda file: file.parent.name)
def test_compiled_code_depends_on_kernels_only(file):
    tree = ast.parse(file.read_text(encoding="utf-8"))
    elsewhere = set(names_imported_from_elsewhere(tree))
    names = {node.id for node in ast.walk(WithoutTypes().visit(tree)) if isinstance(node, ast.Name)}
    assert not names & elsewhere, "jit.kernel_stamp does not see changes there"


def test_only_kernels_are_compiled():
    for package in ("solver", "dicelab"):
        for file in (ROOT / package).rglob("*.py"):
            if not file.name.endswith("kernel.py"):
                assert "\n@compiled" not in file.read_text(encoding="utf-8"), file


def test_a_kernel_means_the_same_by_its_numbers_as_plain_python():
    from solver.exact_cover import remainders
    from solver.exact_cover.kernels import remainders_kernel

    outcomes = remainders_kernel.DONE, remainders_kernel.PAUSED, remainders_kernel.OVERFLOW
    assert outcomes == (remainders.DONE, remainders.PAUSED, remainders.OVERFLOW)
    assert int(remainders_kernel._HASH) == remainders.HASH
