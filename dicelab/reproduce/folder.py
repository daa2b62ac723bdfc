"""The folder of a reproduction: its table, its JSON and its errata, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from dicelab.reproduce.report import FILES, SCHEMA, errata, reproduction_json, table
from dicelab.reproduce.run import Row
from solver.runs.manifest import Recording, require_results

PACKAGES = ("dicelab", "joblib", "numba", "numpy", "ortools")
"""What a reproduction computes with."""


def require_own(folder: Path) -> None:
    """Refuse a folder that holds other things than a reproduction: writing to it would remove them.

    Raises
    ------
    OutputExistsError
        If there is such a thing, or a file by that name.
    """
    require_results(folder, FILES, "a reproduction", force=True)


def write(folder: Path, rows: Sequence[Row], *, quick: bool, names: Sequence[str] = ()) -> None:
    """Write the files of a run, each whole or not at all, and the manifest last."""
    command = " ".join(["dicelab reproduce", *names, *(["--quick"] if quick else [])])
    recording = Recording(folder, command, seed=0, packages=PACKAGES)
    recording.write("table.md", table(rows, quick=quick))
    recording.write_json("table.json", {"schema": SCHEMA, **reproduction_json(rows, quick=quick)})
    recording.write("errata.md", errata(rows))
    recording.finish()
