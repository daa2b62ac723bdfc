"""No process that a verb starts runs a file of the current folder, whatever its name."""

import json
import os
import pkgutil
import re
import subprocess
import sys

import pytest

from solver.runs.jit import NO_NUMBA
from solver.runs.runner import SAFE_PATH
from tests.studio import ROOT, Running

SMALL = "4x4/3:I1,I2,I3,L3,O4"
STARTS = r"\b(subprocess|Popen|multiprocessing|joblib|loky|ProcessPoolExecutor|LocalCluster|create_subprocess\w*)\b"
STARTS += r"|\b(os\.(system|popen|fork\w*|exec\w+|spawn\w+|posix_spawn\w*)|pty|webbrowser|runpy|Nanny|startfile)\b"
"""What starts a process."""
OTHERS = {
    "dicelab/studio/verbs.py": "the browser",
    "dicelab/check/step_checkers.py": "a checker of proofs that the user names",
    "dicelab/check/proved/building.py": "the prover and the compiler, on files in a folder of the user",
    "dicelab/check/proved/checking.py": "the program that was built there",
    "solver/exact_cover/checkers.py": "a checker of proofs that the user installed",
    "dicelab/studio/pool.py": "the studio's workers: `web` below",
    "dicelab/bench/installation.py": "`doctor` below",
    "dicelab/bench/race.py": "`bench` below",
    "solver/runs/runner.py": "what all of these start by; joblib's processes: `prove` and `evolve` below",
    "solver/runs/cache_folder.py": "the name of the process",
    "solver/runs/manifest.py": "a version",
    "dicelab/reproduce/reproduction.py": "a version",
}


@pytest.fixture(scope="module")
def trap(tmp_path_factory):
    """Return a folder with a module and a package of every name that can be imported; each leaves its name there."""
    folder = tmp_path_factory.mktemp("trap")
    names = {*sys.stdlib_module_names, *(found.name for found in pkgutil.iter_modules())}
    names |= {"dicelab", "solver", "sitecustomize", "usercustomize", "__mp_main__", "__main__"}
    code = f"open({str(folder / 'PWNED')!r}, 'a').write(__name__ + '\\n')\n"
    for name in names:
        (folder / f"{name}.py").write_text(code)
        (folder / name).mkdir()
        (folder / name / "__init__.py").write_text(code)
        (folder / name / "__main__.py").write_text(code)
    return folder


@pytest.fixture
def program(tmp_path):
    """Return what an installed ``dicelab`` is: a script in a folder of programs."""
    file = tmp_path / "bin" / "dicelab"
    file.parent.mkdir()
    file.write_text("from dicelab.__main__ import main\nif __name__ == '__main__':\n    main()\n")
    return str(file)


def run(*command, cwd):
    environment = {name: value for name, value in os.environ.items() if name != SAFE_PATH}
    return subprocess.run(
        [sys.executable, *map(str, command)],
        cwd=cwd,
        env=environment | {"PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def require_unharmed(trap):
    """Say which traps were run; the next test begins with none."""
    mark = trap / "PWNED"
    ran = mark.read_text().split() if mark.exists() else []
    mark.unlink(missing_ok=True)
    assert ran == []


def test_the_trap_catches(trap):
    run("-c", "import joblib, multiprocessing", cwd=trap)
    assert (trap / "PWNED").read_text().split() == ["joblib", "multiprocessing"]
    (trap / "PWNED").unlink()


VERBS = (
    f"bench --puzzle {SMALL} --boards 1 --rounds 1 --only bitmask --task first",
    "prove --sample 3 --jobs 2 --out OUT",
    f"evolve --puzzle {SMALL} --objective fewest --generations 1 --population 8 --jobs 2 --out OUT",
    "doctor",
)


@pytest.mark.parametrize(
    ("words", "no_numba"),
    [
        (VERBS[0], "1"),
        (VERBS[1], "1"),
        *(pytest.param(words, "1", marks=pytest.mark.slow) for words in VERBS[2:]),
        pytest.param(VERBS[2], "", marks=pytest.mark.slow, id="compiled"),
    ],
    ids=lambda words: words.split()[0] if words != "1" else "plain",
)
def test_no_child_of_a_verb_runs_what_lies_in_the_current_folder(trap, program, tmp_path, monkeypatch, words, no_numba):
    monkeypatch.setenv(NO_NUMBA, no_numba)
    done = run(program, *words.replace("OUT", str(tmp_path / "out")).split(), cwd=trap)
    require_unharmed(trap)
    assert done.returncode == 0, done.stderr


def test_no_child_of_the_studio_runs_what_lies_in_the_current_folder(trap, program, monkeypatch):
    pytest.importorskip("uvicorn")
    monkeypatch.delenv(SAFE_PATH, raising=False)
    studio = Running(trap, program=[program])
    try:
        status, _, content = studio.ask("GET", "/data/studio.json")
    finally:
        studio.end()
    require_unharmed(trap)
    assert (status, bool(json.loads(content))) == (200, True)


def test_a_program_that_uses_the_library_keeps_its_environment(trap, tmp_path):
    script = tmp_path / "own.py"
    script.write_text(
        "import os\n"
        "from solver.runs import processes\n"
        "if __name__ == '__main__':\n"
        "    print(sorted(processes(2)(abs, [-1, -2, -3])), os.environ.get('PYTHONSAFEPATH'))\n"
    )
    done = run(script, cwd=trap)
    require_unharmed(trap)
    assert done.stdout == "[1, 2, 3] None\n", done.stderr


def test_a_process_that_follows_one_that_was_idle_for_long_is_as_safe(trap, tmp_path):
    """joblib starts it by itself, whenever that is."""
    script = tmp_path / "own.py"
    script.write_text(
        "import time\n"
        "from solver.runs.runner import process_pool, starting\n"
        "if __name__ == '__main__':\n"
        "    with starting():\n"
        "        from joblib import Parallel, delayed\n"
        "        Parallel(2, backend=type(process_pool())(idle_worker_timeout=0.1))([delayed(abs)(-1)] * 2)\n"
        "    from joblib.externals.loky import get_reusable_executor\n"
        "    pool = get_reusable_executor(reuse=True)\n"
        "    while pool._processes:\n"
        "        time.sleep(0.05)\n"
        "    print(pool.submit(abs, -2).result())\n"
    )
    done = run(script, cwd=trap)
    require_unharmed(trap)
    assert done.stdout == "2\n", done.stderr


def test_python_started_by_a_module_forgets_the_current_folder(tmp_path):
    for name in ("click", "numpy", "rich"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('PWNED')")
    assert run("-m", "dicelab", "verify", "default", cwd=tmp_path).returncode == 0
    here = run("-m", "dicelab", "--version", cwd=ROOT)
    assert (here.returncode, here.stderr) == (0, "")


def test_whatever_starts_a_process_is_among_those_that_are_tried():
    """A new place goes by :mod:`solver.runs.runner`, and one of the tests above goes to it."""
    found = {
        path.relative_to(ROOT).as_posix()
        for folder in ("dicelab", "solver")
        for path in (ROOT / folder).rglob("*.py")
        if re.search(STARTS, "".join(re.findall(r"(?m)^(?!\s*#).*$", path.read_text("utf-8"))))
    }
    assert found - set(OTHERS) == set()
    assert set(OTHERS) - found == set()
