"""Scores of dice sets by the thousand: forbidden rolls, what each swap would change, the tilings of all rolls."""

from dicelab.search.scoring.annealing import anneal
from dicelab.search.scoring.descent import Descent
from dicelab.search.scoring.symmetric import SymmetricDescent, symmetric_start
from dicelab.search.tables import ForbiddenBoards, RollTilings

__all__ = ["Descent", "ForbiddenBoards", "RollTilings", "SymmetricDescent", "anneal", "symmetric_start"]
