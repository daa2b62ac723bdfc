"""Published dice sets: settled in several ways, and held to the New Dice Procedure."""

from __future__ import annotations

import tempfile
from pathlib import Path

from dicelab.dice import DiceSet, catalogue_set
from dicelab.reproduce.claim import KERNEL, Method
from dicelab.reproduce.workbench import Workbench, puzzle_of
from dicelab.rules import new_dice_procedure
from dicelab.verify.certificate import certificate_bytes
from dicelab.verify.check import check_certificate
from dicelab.verify.settle import settle
from dicelab.verify.tilings import Placed, PlacementTable

GENIUS = "genius-square"


def of_coordinates(text: str) -> DiceSet:
    """Read dice whose cells are printed as row and column, ``16`` for A6."""
    labels = [[f"{chr(ord('A') + int(cell[0]) - 1)}{cell[1]}" for cell in die.split()] for die in text.split("|")]
    return DiceSet.of_labels(labels, puzzle_of(GENIUS))


def ways_to_settle(name: str) -> tuple[Method, ...]:
    """Return the ways to count the rolls of a published set that can't be tiled."""
    return (
        Method(
            "bitmask search of every roll", lambda bench: int((_searched(bench, name)[:, 0] < 0).sum()), basis=KERNEL
        ),
        Method("census", lambda bench: int((~bench.oracle(GENIUS).is_solvable(bench.rolls(name))).sum()), basis=KERNEL),
        Method("certificate, read by the checker, which shares no code", lambda bench: _unproved(bench, name)),
        Method(
            "CP-SAT, asked where no tiling of its own settles a roll",
            lambda bench: _unsolved_by_cp_sat(bench, name),
            quick=False,
        ),
    )


def _searched(bench: Workbench, name: str) -> Placed:
    return bench.once(
        lambda: settle(puzzle_of(GENIUS), bench.rolls(name), "bitmask", jobs=bench.jobs).placed, "searched", name
    )


def _unsolved_by_cp_sat(bench: Workbench, name: str) -> int:
    bar = bench.bar(f"CP-SAT on {name}")
    settled = settle(puzzle_of(GENIUS), bench.rolls(name), "cp-sat", jobs=bench.jobs, progress=bar)
    return int((settled.placed[:, 0] < 0).sum())


def _unproved(bench: Workbench, name: str) -> int:
    """Write a certificate and have it checked; return the rolls without a right tiling."""
    dice_set = catalogue_set(name)
    placed = _searched(bench, name)
    tiled = placed[:, 0] >= 0
    if not tiled.all():
        return int((~tiled).sum())
    masks = PlacementTable(dice_set.puzzle).piece_masks(placed)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "certificate"
        path.write_bytes(certificate_bytes(dice_set, masks))
        report = check_certificate(path)
    return report.rolls - report.tilings


def passed_steps(dice_set: DiceSet) -> str:
    """Return the steps of the New Dice Procedure that a set passes."""
    return ", ".join(str(step.number) for step in new_dice_procedure(dice_set) if step.passed)


def steps_by_neighbours(dice_set: DiceSet) -> tuple[str, tuple[str, ...]]:
    """Walk through the steps once more, cell by cell: the steps passed, and the pairs of cells that break step 4."""
    grid = dice_set.puzzle.grid
    die_of = {cell: number for number, die in enumerate(dice_set.dice) for cell in die.cells}
    colours = [{sum(grid.points[cell]) % 2 for cell in die.cells} for die in dice_set.dice]
    passed = []
    if {0} in colours and {1} in colours:
        passed.append("1")
    if all(1 <= die.size <= 6 for die in dice_set.dice):
        passed.append("2")
    if all(len({die_of.get(near, -1) for near in around}) < len(around) for around in grid.neighbours):
        passed.append("3")
    faults = []
    for cell in range(len(grid)):
        for other in (near for near in grid.neighbours[cell] if near > cell):
            around = {*grid.neighbours[cell], *grid.neighbours[other]} - {cell, other}
            if len({die_of.get(near, -1) for near in around}) == len(around):
                faults.append(f"{grid.label(cell)} {grid.label(other)}")
    if not faults:
        passed.append("4")
    return ", ".join(passed), tuple(faults)
