"""Scores of dice sets by the thousand: forbidden rolls, what each swap would change, the tilings of all rolls."""

from dicelab.scoring.descent import Descent
from dicelab.scoring.forbidden import ForbiddenBoards
from dicelab.scoring.tilings import RollTilings

__all__ = ["Descent", "ForbiddenBoards", "RollTilings"]
