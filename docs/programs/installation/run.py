"""What an installation weighs, how long a first start takes and where its time goes; and ways to compiled code.

``python -m docs.programs.installation.run [--before CHECKOUT] [--repeats N]`` makes a wheel and an environment.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from experiments.measuring import VERB
from experiments.recording import ROOT, Recording, page, table

HERE = Path(__file__).parent
BOARD = "A6 B1 B5 D1 E3 F2 F4"
VERBS = {
    "solve": ("solve", BOARD),
    "hint": ("hint", BOARD),
    "count": ("count", BOARD),
    "verify": ("verify", "default"),
    "stats": ("stats", "default"),
}
EXTRAS = ("data", "dask", "mip", "sat", "web", "play", "print", "peers")
LIGHT = ("click", "msgspec", "numpy", "platformdirs", "rich")
"""What the README tells those to install who only play and print."""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--before", type=Path, help="A checkout of an older commit, to compare the starts with.")
    parser.add_argument("--repeats", type=int, default=5)
    settings = parser.parse_args()
    with TemporaryDirectory() as name:
        folder = Path(name)
        python = installed(folder)
        result = {
            "repeats": settings.repeats,
            "load": [round(load, 1) for load in os.getloadavg()],
            "weights": answer(python, HERE / "weights.py", json.dumps({"extras": EXTRAS, "light": LIGHT})),
            "starts": starts(python, folder, settings.before, settings.repeats),
            "parts": parts(python, folder, settings.repeats),
            "kernels": kernels(python, folder),
        }
    result["load_at_the_end"] = [round(load, 1) for load in os.getloadavg()]
    recording = Recording("installation", "python -m docs.programs.installation.run")
    recording.publish("dicelab/installation-experiment/1", result, text_of(result))


def installed(folder: Path) -> Path:
    """Make a wheel, and install it with all extras in an environment; return its Python."""
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "-o", str(folder), str(ROOT)], check=True, stdout=sys.stderr
    )
    subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True)
    python = folder / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
    (wheel,) = folder.glob("*.whl")
    wanted = f"dicelab[{','.join(EXTRAS)}] @ {wheel.as_uri()}"
    subprocess.run([str(python), "-m", "pip", "install", "-q", wanted], check=True, stdout=sys.stderr)
    return python


def answer(python: Path, script: Path, *args: str, **environment: str) -> dict:
    """Run a script of this folder in the environment, away from the checkout; return what it printed as JSON."""
    done = subprocess.run(
        [str(python), "-I", str(script), *args],
        check=True,
        stdout=subprocess.PIPE,
        env=os.environ | environment,
        cwd=script.anchor,
    )
    found: dict = json.loads(done.stdout)
    return found


def cost(command: list[str], **environment: str) -> tuple[float, float]:
    """Run a process; return the seconds on the clock, and those of the processor."""
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(
        command, check=True, env=os.environ | environment, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    seconds, after = time.perf_counter() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
    return seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def starts(python: Path, folder: Path, before: Path | None, repeats: int) -> dict[str, dict[str, list[float]]]:
    """Time verbs with an empty cache and with a full one, in turns; a first round is not counted."""
    ways: dict[str, dict[str, str]] = {"after": {}} | (
        {"before": {"PYTHONPATH": str(before.resolve())}} if before else {}
    )
    found: dict[str, dict[str, list[float]]] = {}
    for verb, args in VERBS.items():
        rows: dict[str, list[tuple[float, float]]] = {}
        # A census of all boards takes a minute.
        rounds = 1 if before and verb == "stats" else repeats
        for turn in range(-1 if rounds > 1 else 0, rounds):
            for way, environment in ways.items():
                with TemporaryDirectory(dir=folder) as cache:
                    for state in ("cold", "warm"):
                        taken = cost([str(python), "-c", VERB, *args], DICELAB_CACHE=cache, **environment)
                        if turn >= 0:
                            rows.setdefault(f"{way}, {state}", []).append(taken)
        found[verb] = {
            name: [round(median(values), 2) for values in zip(*taken, strict=True)] for name, taken in rows.items()
        }
    return found


def parts(python: Path, folder: Path, repeats: int) -> dict[str, float]:
    """Return where the seconds of the processor go, step by step, in processes with an empty cache."""
    taken = []
    for _ in range(repeats):
        with TemporaryDirectory(dir=folder) as cache:
            taken.append(answer(python, HERE / "parts.py", DICELAB_CACHE=cache))
    return {name: round(median(one[name] for one in taken), 3) for name in taken[0]}


def kernels(python: Path, folder: Path) -> dict[str, dict[str, float]]:
    """Compare ways to the kernel of ``verify``: seconds until it is ready, and for all rolls."""
    libraries: list[tuple[str, str]] = []
    for name, options in {"C, any x86-64": ["-O3"], "C, this processor": ["-O3", "-march=native"]}.items():
        library = folder / f"{len(libraries)}.so"
        command = ["cc", *options, "-shared", "-fPIC", "-o", str(library), str(HERE / "first_solutions.c")]
        subprocess.run(command, check=True)
        libraries.append((name, str(library)))
    with TemporaryDirectory(dir=folder) as cache:
        return answer(python, HERE / "kernels.py", json.dumps(libraries), DICELAB_CACHE=cache)


def text_of(result: dict) -> str:
    """Return the page of the result."""
    weights, starts_ = result["weights"], result["starts"]
    ways = sorted({way for row in starts_.values() for way in row}, key=lambda way: (way.split()[-1], way[0] != "b"))
    return page(
        __file__,
        "page.txt",
        load=", ".join(map(str, result["load"])),
        end=", ".join(map(str, result["load_at_the_end"])),
        repeats=result["repeats"],
        core=table(["distribution", "MB"], [[name, f"{size:.1f}"] for name, size in weights["core"].items()]),
        total=f"{weights['total']:.0f}",
        light=f"{weights['light']:.0f}",
        extras=table(
            ["extra", "adds MB", "most of it"],
            [[name, f"{row['adds']:.1f}", ", ".join(row["most"])] for name, row in weights["extras"].items()],
        ),
        starts=table(
            ["verb", *(f"{way}: s (CPU)" for way in ways)],
            [
                [verb, *(f"{row[way][0]:.2f} ({row[way][1]:.2f})" if way in row else "" for way in ways)]
                for verb, row in starts_.items()
            ],
        ),
        parts=table(["step", "CPU s"], [[name, f"{seconds:.3f}"] for name, seconds in result["parts"].items()]),
        kernels=table(
            ["way", "ready after, s", "62,208 boards, s", "bytes shipped"],
            [
                [name, f"{row['ready']:.3f}", f"{row['run']:.3f}", int(row["bytes"])]
                for name, row in result["kernels"].items()
            ],
        ),
    )


if __name__ == "__main__":
    main()
