"""A dice set assessed by all rules: the exact ones, and Jensen's New Dice Procedure to the letter.

The steps of the procedure are hand-work: neither necessary nor, as they stand, an exact answer. Step 3 forbids that a
single cell is isolated, although the puzzle has a monomino for it; :mod:`dicelab.reasons.dice_set` says what can be
rolled.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from dicelab.dice import DiceSet
from dicelab.dice.names import plain
from dicelab.errors import DONE, FALSE
from dicelab.reasons.board import Island, cells_of_colour, dominoes, single_cells
from dicelab.reasons.dice_set import SET_RULES, Witness
from dicelab.render.text import WIDTH, wrap
from solver.words import listed

MOST_CELLS = 6
"""Cells that a section may have: the faces of a usual die."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A finding that breaks a step: the mask of the cells at fault, and the numbers, from 1, of the dice at fault."""

    cells: int
    dice: tuple[int, ...]
    text: str


@dataclass(frozen=True, slots=True)
class StepReport:
    """One step of the procedure: its demand, the findings that break it (in order of cells or dice), and a remark."""

    number: int
    text: str
    findings: tuple[Fault, ...]
    remark: str = ""

    @property
    def passed(self) -> bool:
        """Whether the set passes the step."""
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
    (:attr:`Assessment.stricter_steps`).

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
    return StepReport(1, ", ".join(asked), tuple(faults), ", ".join(found))


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
    asked = f"one die for each blocker, with 1 to {most_cells} different cells each"
    return StepReport(2, asked, tuple(faults), ", ".join(remarks))


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


EXACT_RULE_OF_STEP = {1: "colour", 3: "isolated monominoes", 4: "isolated dominoes"}
"""The exact rule that decides the aim of a step of the procedure; step 2 is about usual dice only."""


@dataclass(frozen=True, slots=True, repr=False)
class Assessment:
    """The findings of all rules on a dice set.

    ``steps`` are those of Jensen's New Dice Procedure, none for puzzles with regions; ``exact`` has each exact rule by
    its name, with a roll that it rejects, or ``None``.

    Examples
    --------
    >>> import dicelab
    >>> assessment = dicelab.rules("default")
    >>> assessment
    <Assessment of 'default': 2 of 4 steps passed, no rule finds an unsolvable roll>
    >>> assessment.exact[0]
    ('colour', None)
    """

    dice_set: DiceSet
    steps: tuple[StepReport, ...]
    exact: tuple[tuple[str, Witness | None], ...]
    most_findings: int | None = field(default=5, compare=False)
    """Findings of each step in the text; ``None`` for all."""
    schema: ClassVar[str] = "rules"

    def __repr__(self) -> str:
        passed = sum(step.passed for step in self.steps)
        verdict = "not always solvable" if self.can_roll_a_rejected_board else "no rule finds an unsolvable roll"
        steps = f"{passed} of {len(self.steps)} steps passed, " if self.steps else ""
        return f"<Assessment of {self.dice_set.name!r}: {steps}{verdict}>"

    def __str__(self) -> str:
        lines = _wrapped("", f"{plain(self.dice_set.name) or 'unnamed'}: {self._verdict()}")
        stricter = self.stricter_steps
        if stricter and not self.can_roll_a_rejected_board:
            named, are = listed((step.number for step in stricter), "and"), "is" if len(stricter) == 1 else "are"
            notice = f"of the published procedure {are} stricter than these rules: a notice, not a fault."
            lines += _wrapped("", f"Step{'s' * (len(stricter) > 1)} {named} {notice}")
        lines += ["", "Can the dice roll a board that a rule proves unsolvable?"]
        for rule, witness in self.exact:
            mark, said = ("ok  ", "no") if witness is None else ("FAIL", f"yes, {witness.text}")
            lines += _wrapped(f"  {mark}    ", f"{rule}: {said}")
        if not self.steps:
            meant = "is not meant for this puzzle: its regions say what each die shows."
            return "\n".join([*lines, "", *_wrapped("", f"The New Dice Procedure (Jensen 2023) {meant}")])
        lines += ["", "The New Dice Procedure (Jensen 2023), a guide for designers:"]
        for step in self.steps:
            lines += self._step_lines(step, "ok" if step.passed else "notice" if step in stricter else "FAIL")
        return "\n".join(lines)

    def _verdict(self) -> str:
        if self.can_roll_a_rejected_board:
            return "NOT always solvable. The dice can roll a board that has no tiling (FAIL below)."
        return "no rule finds a roll that cannot be tiled. `dicelab verify` looks at every roll."

    def _step_lines(self, step: StepReport, mark: str) -> list[str]:
        shown = step.findings[: self.most_findings]
        lines = _wrapped(f"  {mark:<6}  {step.number}. ", step.text)
        lines += [line for fault in shown for line in _wrapped(" " * 13 + "- ", fault.text)]
        if len(step.findings) > len(shown):
            lines.append(f"{' ' * 13}… and {len(step.findings) - len(shown)} more (-v shows all)")
        return lines + (_wrapped(" " * 13, step.remark) if step.remark else [])

    def detailed(self) -> Assessment:
        """Return the assessment with all findings of each step in its text."""
        return replace(self, most_findings=None)

    def to_json(self) -> dict[str, Any]:
        """Return the assessment, every finding with its cells and dice."""
        grid = self.dice_set.puzzle.grid
        return {
            "set": self.dice_set.name,
            "procedure": [
                {
                    "step": step.number,
                    "text": step.text,
                    "passed": step.passed,
                    "stricter_than_needed": step in self.stricter_steps,
                    "remark": step.remark,
                    "findings": [
                        {"cells": grid.labels(fault.cells).split(), "dice": list(fault.dice), "text": fault.text}
                        for fault in step.findings
                    ],
                }
                for step in self.steps
            ],
            "exact": [
                {
                    "rule": name,
                    "passed": witness is None,
                    "witness": witness
                    and {
                        "cells": grid.labels(witness.cells).split(),
                        "dice": list(witness.dice),
                        "roll": [grid.label(cell) for cell in witness.shown],
                        "text": witness.text,
                    },
                }
                for name, witness in self.exact
            ],
            "can_roll_a_rejected_board": self.can_roll_a_rejected_board,
        }

    @property
    def exit_status(self) -> int:
        """The exit status of ``dicelab rules``."""
        return FALSE if self.can_roll_a_rejected_board else DONE

    @property
    def can_roll_a_rejected_board(self) -> bool:
        """Whether an exact rule is broken, which proves that the set is not always solvable."""
        return any(witness for _, witness in self.exact)

    @property
    def stricter_steps(self) -> tuple[StepReport, ...]:
        """The steps that the set breaks although it can roll nothing that the exact rule of the step rejects."""
        broken = {name for name, witness in self.exact if witness}
        return tuple(
            step for step in self.steps if not step.passed and EXACT_RULE_OF_STEP.get(step.number) not in broken
        )


def assess(dice_set: DiceSet) -> Assessment:
    """Walk a dice set through the exact rules, and through the New Dice Procedure where that is meant for its puzzle.

    The procedure tells how to share out all cells among dice; regions have already done that.
    """
    exact = tuple((name, can_roll(dice_set)) for name, can_roll in SET_RULES.items())
    steps = () if dice_set.puzzle.regions else new_dice_procedure(dice_set)
    return Assessment(dice_set, steps, exact)


def _wrapped(head: str, text: str) -> list[str]:
    return wrap(head + text, WIDTH, " " * len(head))
