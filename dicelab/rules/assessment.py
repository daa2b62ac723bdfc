"""What all rules say of a dice set."""

from __future__ import annotations

from dataclasses import dataclass

from dicelab.dice import DiceSet
from dicelab.rules.exact import SET_RULES, Witness
from dicelab.rules.procedure import StepReport, new_dice_procedure


@dataclass(frozen=True, slots=True)
class Assessment:
    """What all rules say of a dice set.

    Parameters
    ----------
    steps
        Of Jensen's New Dice Procedure, a designer's guide.
    exact
        Each exact rule by its name, with a roll that it rejects, or ``None``.
    """

    dice_set: DiceSet
    steps: tuple[StepReport, ...]
    exact: tuple[tuple[str, Witness | None], ...]

    @property
    def can_roll_a_rejected_board(self) -> bool:
        """Whether an exact rule is broken, which proves that the set is not always solvable."""
        return any(witness for _, witness in self.exact)


def assess(dice_set: DiceSet) -> Assessment:
    """Walk a dice set through the New Dice Procedure and the exact rules."""
    exact = tuple((rule.name, rule.can_roll(dice_set)) for rule in SET_RULES)
    return Assessment(dice_set, tuple(new_dice_procedure(dice_set)), exact)
