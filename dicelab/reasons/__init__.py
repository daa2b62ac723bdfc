"""Fast filters: boards that can't be tiled, and dice sets that can roll them."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from dicelab.reasons.board import BOARD_RULES, BoardRule, Finding
from dicelab.reasons.dice_set import (
    SET_RULES,
    Assessment,
    SetRule,
    Witness,
    assess,
    can_roll_bad_colours,
    can_roll_isolated_dominoes,
    can_roll_isolated_monominoes,
)
from dicelab.reasons.procedure import Fault, StepReport, new_dice_procedure
from solver.lazy_names import lazy_names

if TYPE_CHECKING:
    from dicelab.reasons.screen import Screen

__all__ = [
    "BOARD_RULES",
    "SET_RULES",
    "Assessment",
    "BoardRule",
    "Fault",
    "Finding",
    "Screen",
    "SetRule",
    "StepReport",
    "Witness",
    "assess",
    "can_roll_bad_colours",
    "can_roll_isolated_dominoes",
    "can_roll_isolated_monominoes",
    "new_dice_procedure",
]

__getattr__: Callable[[str], Any] = lazy_names(__name__, {"screen": ("Screen",)})
