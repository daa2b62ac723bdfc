"""Scores of dice sets whose dice may share cells, and how many boards such sets can roll at most."""

from dicelab.search.scoring.shared.boards import SharedBoards
from dicelab.search.scoring.shared.descent import SharedDescent, SharedReached
from dicelab.search.scoring.shared.pattern import Sharing, boards_of, patterns, roles_of

__all__ = ["SharedBoards", "SharedDescent", "SharedReached", "Sharing", "boards_of", "patterns", "roles_of"]
