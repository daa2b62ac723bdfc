"""The figures of games: a hint as a whole process, a booklet of boards, and the solids of a game."""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path

import numpy as np

import dicelab
from dicelab.play import HintStep, Position
from experiments.hints.run import played
from experiments.measuring import VERB, Note, process, seconds
from solver.polyform import GENIUS_SQUARE

HINT = "from dicelab.cli.main import status; status()"
"""A hint on a position that can't be completed has an exit status of its own."""

POSITIONS = 100
SEED = 17
LINK = "https://example.org/studio/"


def measure(note: Note) -> None:
    """Ask for hints of all kinds on random positions, and write a booklet and solids."""
    times = [seconds(partial(process, HINT, *asked)) for asked in hints()]
    note("hint", float(np.median(times)))
    # The slowest of a hundred is left out.
    note("hint 99", sorted(times)[-2])
    chosen = dicelab.boards("genius-square", difficulty="easy..hard", count=100, seed=SEED)
    note("booklet", seconds(lambda: dicelab.print_boards(chosen, link=LINK).pdf()))
    with tempfile.TemporaryDirectory() as folder:
        note(
            "solids", seconds(lambda: process(VERB, "make", "default", "--stl", str(Path(folder) / "parts"), "--quiet"))
        )
        note("booklet process", seconds(lambda: process(VERB, "print", *booklet(folder))))


def booklet(folder: str) -> list[str]:
    """Return the arguments for a booklet of 100 boards."""
    file = str(Path(folder) / "boards.pdf")
    return [
        "--boards",
        "100",
        "--difficulty",
        "easy..hard",
        "--seed",
        str(SEED),
        "--link",
        LINK,
        "--out",
        file,
        "--quiet",
    ]


def hints() -> list[tuple[str, ...]]:
    """Return the arguments of a hint for each position: a roll of the retail dice with some pieces placed on it."""
    generator = np.random.default_rng(SEED)
    steps = list(HintStep)
    asked: list[tuple[str, ...]] = []
    for number, one in enumerate(dicelab.roll("default", seed=SEED, count=POSITIONS).rolls):
        start = Position(one.board, GENIUS_SQUARE)
        position = played(start, int(generator.integers(8)), generator, careful=bool(number % 2))
        step = steps[number % len(steps)]
        asked.append(("hint", one.board.format(), "--placed", position.format(), "--step", step, "--quiet"))
    return asked
