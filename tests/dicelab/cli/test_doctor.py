"""What ``dicelab doctor`` finds where something is missing, broken or slow."""

import json
import os
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from dicelab.bench import installation
from dicelab.bench.installation import EXTRAS, NEEDED
from solver.exact_cover.batches import FIRST_SOLUTIONS
from solver.runs import jit
from solver.runs.cache_folder import CACHE_FOLDER, sealed

ROOT = Path(__file__).parents[3]
WITHOUT = "click", "deap", "joblib", "msgspec", "numba", "numpy", "ortools", "platformdirs", "rich"


@pytest.fixture
def few(monkeypatch, tmp_path):
    """Look at a few packages alone, which costs little, and at a cache folder that is not there yet."""
    monkeypatch.setattr(installation, "NEEDED", {"click": "click", "pluggy": "pluggy"})
    monkeypatch.setattr(installation, "EXTRAS", extras := dict.fromkeys(EXTRAS, (("iniconfig",), "")))
    monkeypatch.setattr("dicelab.bench.doctor.EXTRAS", extras)
    monkeypatch.setenv(CACHE_FOLDER, str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)


def found(dicelab, code):
    done = dicelab("doctor", "--json")
    assert done.code == code, done
    return json.loads(done.out)


def test_the_packages_are_those_of_the_project():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

    def names(requirements):
        return [one.partition(";")[0].partition(">")[0] for one in requirements]

    assert sorted(names(project["dependencies"])) == sorted(NEEDED)
    assert set(installation.FOR_SEARCHES) < set(NEEDED)
    extras = project["optional-dependencies"]
    assert {extra: list(wanted) for extra, (wanted, _) in EXTRAS.items()} == {
        extra: names(extras[extra]) for extra in extras.keys() - {"all", "dev", "docs", "peers", "test"}
    }
    assert extras["all"] == [f"dicelab[{','.join(EXTRAS)}]"]


@pytest.mark.usefixtures("few")
def test_a_healthy_installation(dicelab, tmp_path):
    told = found(dicelab, 0)
    assert told["healthy"]
    assert [one["name"] for one in told["packages"]] == ["click", "pluggy"]
    assert all(one["version"] and one["error"] is None for one in told["packages"])
    assert told["cache"] == {"folder": str(tmp_path / "cache"), "exists": False, "bytes": 0, "problem": None}
    assert told["compiled"]["tried"] == {}
    assert not (tmp_path / "cache").exists(), "to look at it changes nothing"
    assert "The installation is healthy." in dicelab("doctor").out


@pytest.mark.usefixtures("few")
def test_what_is_missing_or_cannot_be_imported_is_told_with_its_remedy(dicelab, monkeypatch):
    monkeypatch.setattr(installation, "NEEDED", {"click": "click.no_such_part", "no-such-package": "nothing"})
    click, missing = found(dicelab, 4)["problems"]
    assert click["what"].startswith("click: ModuleNotFoundError")
    assert click["remedy"].endswith("--force-reinstall click")
    assert missing == {
        "what": "no-such-package: not installed",
        "remedy": "python -m pip install no-such-package",
    }


@pytest.mark.usefixtures("few")
def test_an_installation_without_all_packages_of_the_searches_is_light_and_not_broken(dicelab, monkeypatch):
    absent = {f"no-such-{name}": name for name in installation.FOR_SEARCHES}
    monkeypatch.setattr("dicelab.bench.doctor.FOR_SEARCHES", tuple(absent))
    monkeypatch.setattr(installation, "NEEDED", {"click": "click", **absent})
    assert found(dicelab, 0)["light"]
    monkeypatch.setattr("dicelab.bench.doctor.FOR_SEARCHES", ("click", *absent))
    told = found(dicelab, 4)
    assert not told["light"]
    assert [one["what"] for one in told["problems"]] == [f"{name}: not installed" for name in absent]


@pytest.mark.usefixtures("few")
def test_a_package_that_ends_python_is_told_and_the_others_are_looked_at(dicelab, monkeypatch, tmp_path):
    (tmp_path / "ends_python.py").write_text("import os\nos._exit(7)\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(installation, "NEEDED", {"click": "click", "pluggy": "ends_python", "iniconfig": "iniconfig"})
    told = found(dicelab, 4)
    assert [one["error"] for one in told["packages"]] == [None, "its import ends Python with status 7", None]
    assert [one["what"] for one in told["problems"]] == ["pluggy: its import ends Python with status 7"]


@pytest.mark.usefixtures("few")
def test_configuration(dicelab, tmp_path, monkeypatch):
    (tmp_path / "dicelab.toml").write_text("jobs = 3\n[evolve]\ngenerations = 7\n")
    monkeypatch.setenv("DICELAB_NO_SUCH_THING", "1")
    shown = dicelab("doctor").out
    assert "jobs = 3 (dicelab.toml)" in shown
    assert "generations = 7 (dicelab.toml, [evolve])" in shown
    assert "DICELAB_NO_SUCH_THING is set (unknown" in shown
    (tmp_path / "dicelab.toml").write_text("[evolve]\ngeneratoins = 7\n")
    (problem,) = found(dicelab, 4)["problems"]
    assert problem == {
        "what": "dicelab.toml, [evolve]: no option 'generatoins'",
        "remedy": "did you mean generations?",
    }


@pytest.mark.usefixtures("few")
def test_the_cache(dicelab, tmp_path, monkeypatch):
    cache = tmp_path / "cache"
    version = f"{sys.implementation.cache_tag}-numba0-"
    for folder, name in ((f"{version}{jit.kernel_stamp()}", "a.nbc"), (f"{version}0123456789abcdef", "b.nbc")):
        (cache / "compiled" / folder / "domino_x").mkdir(parents=True, mode=0o700)
        (cache / "compiled" / folder / "domino_x" / name).write_bytes(b"code")
    cache.chmod(0o700)
    told = found(dicelab, 0)
    assert (told["compiled"]["kernels"], told["compiled"]["other_versions"]) == (1, 1)
    assert told["cache"]["bytes"] == 8
    assert any("--fix" in line for line in told["slow"])
    if hasattr(os, "geteuid"):
        cache.chmod(0o777)
        assert found(dicelab, 0)["cache"]["problem"] == "may be written to by other users"
        cache.chmod(0o700)
    (cache / "census").mkdir()
    assert dicelab("doctor", "--fix", "--quiet").code == 0
    assert [path.name for path in cache.iterdir()] == ["census"]
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(CACHE_FOLDER, str(tmp_path / "file"))
    (problem,) = found(dicelab, 4)["problems"]
    assert "is not a folder" in problem["what"]


@pytest.mark.usefixtures("few")
@pytest.mark.skipif(not jit.available(), reason="numba is not here: nothing is compiled")
@pytest.mark.parametrize("does", ["pass", "a2[1 << 50] = 0"], ids=["nothing", "end Python"])
def test_kept_code_that_answers_wrongly_is_told(dicelab, does):
    names = ", ".join(f"a{n}" for n in range(len(FIRST_SOLUTIONS.types)))
    scope: dict[str, Any] = {}
    exec(f"def planted({names}):\n    {does}", scope)  # noqa: S102 - the source stands above
    symbol, code = jit._object_code(scope["planted"], FIRST_SOLUTIONS.types)
    path = FIRST_SOLUTIONS._path()
    path.write_bytes(sealed(symbol.encode() + b"\n" + code))
    told = found(dicelab, 4)
    assert told["compiled"]["tried"] == {"first_solutions": False}
    (problem,) = told["problems"]
    assert problem == {
        "what": "compiled code in the cache answers a known question wrongly: first_solutions",
        "remedy": "dicelab doctor --fix",
    }
    assert path.exists(), "to look at it changes nothing"
    assert dicelab("doctor", "--fix", "--quiet").code == 0
    assert found(dicelab, 0)["compiled"]["tried"] == {}


def test_the_command_line_without_click_says_what_helps(process):
    done = process(code="import sys; sys.modules['click'] = None; from dicelab.__main__ import main; main()")
    assert (done.code, done.out) == (3, "")
    assert "pip install --force-reinstall " in done.err
    assert done.err.count("\n") == 1


def test_a_verb_whose_package_is_broken_names_the_doctor(process, tmp_path):
    (tmp_path / "numpy.py").write_text("raise ImportError('it was built for another Python')")
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from dicelab.cli.main import status; sys.exit(status())"
    done = process("verify", "default", code=code)
    assert (done.code, done.out) == (3, "")
    assert done.err.endswith("(it was built for another Python): dicelab doctor tells what helps\n")


@pytest.mark.slow
def test_the_doctor_needs_no_package_but_click(process):
    code = f"""
import sys
sys.modules.update(dict.fromkeys({WITHOUT[1:]}))
from dicelab.cli.main import status
sys.exit(status(["doctor", "--json"]))
"""
    done = process(code=code)
    told = json.loads(done.out)
    assert [one["name"] for one in told["packages"]] == sorted(NEEDED)
    # All are there, for the process that tries them.
    assert (done.code, told["problems"]) == (0, [])
    assert told["cache"]["problem"] == ("unknown without platformdirs" if not os.environ.get(CACHE_FOLDER) else None)
