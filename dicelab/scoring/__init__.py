"""Scores of dice sets by the thousand: forbidden rolls, what each swap would change, the tilings of all rolls."""

from dicelab.scoring.annealing import anneal
from dicelab.scoring.descent import Descent
from dicelab.scoring.forbidden import ForbiddenBoards
from dicelab.scoring.symmetric import SymmetricDescent, symmetric_start
from dicelab.scoring.tilings import RollTilings

__all__ = ["Descent", "ForbiddenBoards", "RollTilings", "SymmetricDescent", "anneal", "symmetric_start"]
