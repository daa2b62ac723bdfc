"""Dice, dice sets and their rolls; the readers of files and the rolls are imported when they are first used."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from dicelab.dice.catalogue import CATALOGUE, catalogue_set
from dicelab.dice.dice_set import DiceSet, Die, dice_set_json
from solver.registry import lazy_names

if TYPE_CHECKING:
    from dicelab.dice.files import parse_dice_set, read_dice_set, require_puzzle
    from dicelab.dice.roll import Rolls, UnlistedRolls, random_roll, roll_masks, roll_number, rolls

__all__ = [
    "CATALOGUE",
    "DiceSet",
    "Die",
    "Rolls",
    "UnlistedRolls",
    "catalogue_set",
    "dice_set_json",
    "parse_dice_set",
    "random_roll",
    "read_dice_set",
    "require_puzzle",
    "roll_masks",
    "roll_number",
    "rolls",
]

__getattr__: Callable[[str], Any] = lazy_names(
    __name__,
    {
        "files": ("parse_dice_set", "read_dice_set", "require_puzzle"),
        "roll": ("Rolls", "UnlistedRolls", "random_roll", "roll_masks", "roll_number", "rolls"),
    },
)
