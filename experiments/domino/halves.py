"""Count the solvable grids of a board exactly by :file:`halves.c`, where the two halves of the board meet."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Self

SOURCE = Path(__file__).with_name("halves.c")
COMPILE = ("cc", "-std=gnu11", "-O3", "-march=native", "-o")


@dataclass(frozen=True, slots=True)
class Part:
    """All grids whose two middle columns have certain numbers in every other row, up to symmetry."""

    context: int
    pairs: int
    """Pairs of middle columns, up to symmetry."""
    weight: int
    """Pairs of middle columns that these stand for."""
    grids: int
    solutions: int
    solvable: int
    seconds: float
    dropping: float
    """Seconds of these for dropping the keys that do not fit the middle, and for finding equal sets."""
    meeting: float
    """Seconds of these for counting the pairs of sets with a common key."""

    @classmethod
    def parse(cls, line: str) -> Self:
        """Read a line that the program prints."""
        cells = line.split(",")
        whole = [int(cell) for cell in cells[:6]]
        seconds = [float(cell) for cell in cells[6:]]
        return cls(*whole, *seconds)


def build(folder: Path) -> Path:
    """Compile the program."""
    program = folder / "halves"
    subprocess.run([*COMPILE, program, SOURCE], check=True)
    return program


def lines(program: Path, rows: int, columns: int, start: int = 0) -> Iterator[str]:
    """Yield the lines of the program for a board, from a context on, as soon as they are there."""
    command = [str(program), str(rows), str(columns // 2), str(start)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        for line in running.stdout or ():
            yield line.strip()
    if running.returncode:
        raise subprocess.CalledProcessError(running.returncode, command)


def count(program: Path, rows: int, columns: int) -> list[Part]:
    """Count the grids of a board, part by part."""
    return [Part.parse(line) for line in lines(program, rows, columns)]
