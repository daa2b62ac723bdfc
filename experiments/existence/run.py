"""Check the first members of the families of dice, and find dice for the pieces of up to five cells.

``python -m experiments.existence.run`` keeps the dice that were found before; ``… run pentominoes=8,8,8,8`` looks for
dice of these sizes, and keeps them if they have more rolls.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import dicelab
from dicelab.dice import DiceSet, catalogue_set, dice_set_json, read_dice_set
from dicelab.render import dice_set_svg
from experiments.existence.families import CORNER, copies
from experiments.recording import Recording, latest, page, table
from experiments.steps.run import certified
from solver.polyform import GENIUS_SQUARE, Puzzle

NAME = "existence"
JOBS = os.cpu_count() or 1
SECONDS = 900.0
POLYOMINOES = (1, 1, 2, 5, 12)
"""Free polyominoes of one to five cells."""

PUZZLES = {
    "small": Puzzle.parse("4x4/7:I1,I2,I3,L3"),
    # What ten rows and columns have beside a Genius Square.
    "pentominoes": Puzzle.parse(
        "10x10-" + ",".join(f"{row}{column}" for row in "ABCDEF" for column in range(1, 7)) + "/4:pentominoes"
    ),
}
SHAPES = ((1, 1), (1, 2), (2, 2), (2, 3))
"""Squares of two rows, downwards and across."""


def most_rolls(cells: int, dice: int) -> int:
    """Return the most rolls of dice that share no cell: the greatest product of their sizes."""
    size, larger = divmod(cells, dice)
    return (size + 1) ** larger * size ** (dice - larger)


def members() -> list[dict[str, int]]:
    """Return the puzzles with one copy of each free polyomino of up to 2, 3, 4 and 5 cells."""
    found = []
    for most in range(2, 6):
        pieces, area = sum(POLYOMINOES[:most]), sum((n + 1) * number for n, number in enumerate(POLYOMINOES[:most]))
        rows = 2
        while rows * rows <= area:
            rows += 2
        dice = rows * rows - area
        found.append(
            {"most": most, "rows": rows, "pieces": pieces, "dice": dice, "bound": most_rolls(rows * rows, dice)}
        )
    return found


def look(name: str, sizes: tuple[int, ...]) -> DiceSet | None:
    """Look for always-solvable dice of these sizes."""
    found = dicelab.design(puzzle=PUZZLES[name], sizes=sizes, seed=0, seconds=SECONDS, jobs=JOBS).dice_set
    return DiceSet(found.dice, found.puzzle, name) if found else None


def confirmed(dice_set: DiceSet) -> dict[str, Any]:
    """Verify a set, write a tiling of each roll, and have the checker read them."""
    unsolvable = dicelab.verify(dice_set, jobs=JOBS).unsolvable
    with tempfile.TemporaryDirectory() as folder:
        certificate = certified(dice_set, Path(folder) / "certificate")
    return {
        "puzzle": dice_set.puzzle.format(),
        "rolls": dice_set.roll_count,
        "unsolvable": len(unsolvable),
        "dice": dice_set.labels(),
        "certificate": certificate,
    }


def main() -> None:
    sets = {name: read_dice_set(file) for name in PUZZLES if (file := latest(NAME) / f"{name}.json").exists()}
    for argument in sys.argv[1:]:
        name, _, sizes = argument.partition("=")
        found = look(name, tuple(map(int, sizes.split(","))))
        if found and (name not in sets or found.roll_count > sets[name].roll_count):
            sets[name] = found
    answers = {name: confirmed(dice_set) for name, dice_set in sets.items()}
    genius = catalogue_set("theorem-5.3").roll_count
    known = {2: CORNER.roll_count, 4: genius}
    known |= {3: answers["small"]["rolls"]} if "small" in answers else {}
    known |= {5: genius * answers["pentominoes"]["rolls"]} if "pentominoes" in answers else {}
    family = [{**one, "known": known.get(one["most"])} for one in members()]
    copied = [copies(CORNER, *shape) for shape in SHAPES]
    verified = [(one.puzzle.grid.format(), one.roll_count, dicelab.verify(one).always_solvable) for one in copied]
    recording = Recording(NAME, "python -m experiments.existence.run", seed=0)
    for name, dice_set in sets.items():
        recording.write(f"{name}.json", dice_set_json(dice_set))
        recording.write(f"{name}.svg", dice_set_svg(dice_set))
    result = {
        "growth": round(genius ** (1 / len(GENIUS_SQUARE.grid)), 6),
        "family": family,
        "sets": answers,
        "copies": [{"board": grid, "rolls": rolls, "always_solvable": always} for grid, rolls, always in verified],
    }
    recording.publish("dicelab/existence/1", result, text_of(result))


def text_of(result: dict[str, Any]) -> str:
    """Return the page of the figures."""
    pentominoes = result["sets"]["pentominoes"]
    return page(
        __file__,
        "page.txt",
        family=table(
            ("cells of a piece", "rows", "pieces", "dice", "most rolls", "known"),
            [
                tuple(one[key] for key in ("most", "rows", "pieces", "dice", "bound", "known"))
                for one in result["family"]
            ],
        ),
        pentominoes=pentominoes["rolls"],
        certificate=pentominoes["certificate"]["claim"].splitlines()[-1],
        small=result["sets"]["small"]["rolls"],
        copies=table(
            ("board", "rolls", "always solvable"),
            [(one["board"], one["rolls"], "yes" if one["always_solvable"] else "NO") for one in result["copies"]],
        ),
        growth=result["growth"],
    )


if __name__ == "__main__":
    main()
