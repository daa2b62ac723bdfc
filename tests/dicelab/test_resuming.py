"""Searches from Python: an interruption keeps and returns what was reached, and the run goes on to the same result."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Any

import pytest

import dicelab

pytestmark = pytest.mark.slow


class Interrupting:
    """Interrupts this program, as *Interrupt the kernel* does, when progress is told for the nth time."""

    def __init__(self, calls: int) -> None:
        self.calls = calls

    def __call__(self, _done: int, _total: int | None, _what: str = "", /) -> None:
        self.calls -= 1
        if self.calls == 0:
            signal.raise_signal(signal.SIGINT)


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix in {".json", ".svg"}}


def test_an_interrupted_evolution_goes_on_to_the_same_result(tmp_path: Path) -> None:
    options: dict[str, Any] = {"sizes": (2, 2), "generations": 6, "population": 10, "scorer": "bitmask", "keep": 1}
    whole = dicelab.evolve(puzzle="2x4/2:3*I2", out=tmp_path / "whole", jobs=1, **options)
    part = dicelab.evolve(puzzle="2x4/2:3*I2", out=tmp_path / "part", jobs=1, progress=Interrupting(4), **options)
    assert (part.stopped, part.finished) == ("interrupted", False)
    assert 0 < part.state.generation < 6
    again = dicelab.evolve(resume=part.folder, jobs=1)
    assert again.finished
    assert again.state == whole.state
    assert [one.dice_set for one in again.confirmed] == [one.dice_set for one in whole.confirmed]
    assert files(again.folder) == files(whole.folder)


def test_an_interrupted_design_goes_on_to_the_same_result(tmp_path: Path) -> None:
    options: dict[str, Any] = {"puzzle": "2x4/2:3*I2", "sizes": (4, 4), "maximize": "perimeter", "jobs": 1}
    whole = dicelab.design(out=tmp_path / "whole", **options)
    part = dicelab.design(out=tmp_path / "part", progress=Interrupting(1), **options)
    assert part.stopped == "interrupted"
    again = dicelab.design(resume=tmp_path / "part", jobs=1)
    assert (again.status, again.dice_set) == (whole.status, whole.dice_set)
    assert files(tmp_path / "part") == files(tmp_path / "whole")
