"""Jensen's New Dice Procedure, to the letter.

The steps are hand-work: neither necessary nor, as they stand, an exact answer. Step 3 forbids that a single
cell is isolated, although the puzzle has a monomino for it; :mod:`dicelab.reasons.dice_set` says what can be
rolled.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from dicelab.dice import DiceSet
from dicelab.reasons.colours import cells_of_colour
from dicelab.reasons.islands import Island, dominoes, single_cells

MOST_CELLS = 6
"""Cells that a section may have: the faces of a usual die."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What breaks a step: the mask of the cells at fault, and the numbers, from 1, of the dice at fault."""

    cells: int
    dice: tuple[int, ...]
    text: str


@dataclass(frozen=True, slots=True)
class StepReport:
    """One step of the procedure: what it asks for, what breaks it (in order of cells or dice), and a remark."""

    number: int
    text: str
    findings: tuple[Fault, ...]
    remark: str = ""

    @property
    def passed(self) -> bool:
        """Whether the set does what the step asks for."""
        return not self.findings


def new_dice_procedure(dice_set: DiceSet, most_cells: int = MOST_CELLS) -> tuple[StepReport, ...]:
    """Walk through the four steps, with at most ``most_cells`` cells in a section.

    A die's section is the set of cells that it can show. A cell on no die adds no section, a cell on several
    dice adds each of them.

    Soundness: if step 1 passes, each colour of the lattice has a blocker: of two colours, the blockers are not all of
    one. If step 3 passes, no cell can be isolated: its n neighbours would have to be blocked by n different dice. Step
    4 does the same for pairs of cells. Where the puzzle has a monomino and a domino, this is more than is needed.

    Jensen's procedure is for squares and cubes. It means the same on every lattice; on hexagons step 1 asks for a die
    of each of three colours. Whether a puzzle needs it, the exact rules tell
    (:attr:`~dicelab.reasons.dice_set.Assessment.stricter_steps`).

    References
    ----------
    Jensen (2023), section 5, "New Dice Procedure".
    """
    asked = "no {} all neighbours on different dice"
    grid = dice_set.puzzle.grid
    return (
        _colours(dice_set),
        _sections(dice_set, most_cells),
        StepReport(3, asked.format("cell has"), _surrounded(dice_set, single_cells(grid))),
        StepReport(4, asked.format("two adjacent cells have"), _surrounded(dice_set, dominoes(grid))),
    )


def _colours(dice_set: DiceSet) -> StepReport:
    grid = dice_set.puzzle.grid
    faults: list[Fault] = []
    found: list[str] = []
    asked: list[str] = []
    for name, cells in zip(grid.lattice.colour_names, grid.colours, strict=True):
        named = cells_of_colour(name, grid.lattice)
        asked.append(f"another only {name} ones" if asked else f"one die shows only {named}")
        die, wrong = min(
            ((number, mask & ~cells) for number, mask in enumerate(dice_set.masks, start=1)),
            key=lambda near: near[1].bit_count(),
            default=(0, 0),
        )
        if die and not wrong:
            found.append(f"die {die} shows only {named}")
        else:
            nearest = f"; die {die} comes nearest, except for {grid.labels(wrong)}" if die else ""
            faults.append(Fault(wrong, (die,) if die else (), f"no die shows only {named}{nearest}"))
    return StepReport(
        1,
        ", ".join(asked),
        tuple(faults),
        ", ".join(found),
    )


def _sections(dice_set: DiceSet, most_cells: int) -> StepReport:
    """Check the sizes only: a dice set has one die for each blocker, and each shows a cell."""
    grid = dice_set.puzzle.grid
    faults = [
        Fault(die.mask, (number,), f"die {number} shows {die.size} different cells, more than {most_cells}")
        for number, die in enumerate(dice_set.dice, start=1)
        if die.size > most_cells
    ]
    once, twice = 0, 0
    for mask in dice_set.masks:
        twice |= once & mask
        once |= mask
    remarks = [
        f"cells on {where}: {grid.labels(cells)}"
        for where, cells in (("no die", grid.full & ~once), ("several dice", twice))
        if cells
    ]
    return StepReport(
        2,
        f"one die for each blocker, with 1 to {most_cells} different cells each",
        tuple(faults),
        ", ".join(remarks),
    )


def _surrounded(dice_set: DiceSet, islands: Iterable[Island]) -> tuple[Fault, ...]:
    grid = dice_set.puzzle.grid
    faults = []
    for island in islands:
        around = tuple(number for number, mask in enumerate(dice_set.masks, start=1) if mask & island.wall)
        if len(around) >= island.wall.bit_count():
            names = grid.labels(island.inside)
            dice = ", ".join(map(str, around))
            text = f"{names}: the neighbours {grid.labels(island.wall)} are on dice {dice}"
            faults.append(Fault(island.inside, around, text if around else f"{names}: no neighbours"))
    return tuple(faults)
