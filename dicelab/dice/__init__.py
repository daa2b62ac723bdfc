"""Dice, dice sets, and what they roll."""

from dicelab.dice.catalogue import CATALOGUE, catalogue_set
from dicelab.dice.dice_set import DiceSet, Die
from dicelab.dice.files import dice_set_json, load_dice_set, parse_dice_set, read_dice_set, require_puzzle
from dicelab.dice.roll import Rolls, random_roll, roll_masks, roll_number, rolls

__all__ = [
    "CATALOGUE",
    "DiceSet",
    "Die",
    "Rolls",
    "catalogue_set",
    "dice_set_json",
    "load_dice_set",
    "parse_dice_set",
    "random_roll",
    "read_dice_set",
    "require_puzzle",
    "roll_masks",
    "roll_number",
    "rolls",
]
