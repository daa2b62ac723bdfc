"""Boards that a user names: read, tiled, counted."""

from dicelab.solving.reading import board_and_puzzle_of, board_of, read_board

__all__ = ["board_and_puzzle_of", "board_of", "read_board"]
