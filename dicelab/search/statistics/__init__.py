"""How hard boards are: the tiling counts of a set's rolls, and of all boards of a puzzle."""

from dicelab.search.statistics.boards import BoardStatistics, board_statistics
from dicelab.search.statistics.rolls import RollStatistics, roll_statistics

__all__ = ["BoardStatistics", "RollStatistics", "board_statistics", "roll_statistics"]
