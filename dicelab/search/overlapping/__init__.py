"""Overlapping dice, which may share cells: how many boards they can roll at most, and which of them are forbidden."""

from dicelab.search.overlapping.boards import OverlappingBoards, Trades, dice_of, search_trades
from dicelab.search.overlapping.patterns import Sharing, boards_of, patterns, roles_of

__all__ = [
    "OverlappingBoards",
    "Sharing",
    "Trades",
    "boards_of",
    "dice_of",
    "patterns",
    "roles_of",
    "search_trades",
]
