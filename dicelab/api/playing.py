"""What a player asks about a board with some pieces on it: a hint."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, TypeVar

from dicelab.api.values import checked
from dicelab.dice.puzzle_source import PuzzleLike, puzzle_of
from dicelab.errors import DiceError
from dicelab.play.position import Position
from dicelab.solving import board_and_puzzle_of
from dicelab.solving.reading import BoardLike
from solver.errors import quoted, suggestion
from solver.exact_cover import Limits

if TYPE_CHECKING:
    from dicelab.dice import DiceSet
    from dicelab.dice.sources import DiceLike
    from dicelab.play import Hint

Choice = TypeVar("Choice", bound=StrEnum)


@checked
def hint(
    board: BoardLike | Position,
    puzzle: PuzzleLike | None = None,
    *,
    placed: str = "",
    step: str = "piece",
    strategy: str = "most-tilings",
    piece: str | None = None,
    seconds: float | None = None,
) -> Hint:
    """Give a hint for a board on which some pieces lie.

    Parameters
    ----------
    board
        Its blockers; rows of ``.``, ``#`` and the characters of the pieces that lie on it; what verbs print of a board;
        a board, or a position.
    placed
        The pieces that were placed, in their order: ``"T4 B3,B4,B5,C4; I1 A1"``. A piece is its name or its label on
        the board; the cells are all, in any order, or some that leave one place only. ``T4/2 B3`` is the second
        orientation with its first cell on ``B3``.
    step
        ``still``: can the position be completed, and if not, which piece is to blame? ``piece``: which piece is next?
        ``why``: why is a place where it fits wrong? ``place``: where does it go? ``next``: the position with it.
        ``all``: a tiling.
    strategy
        ``most-tilings`` keeps most of the tilings that are left, ``fewest-tilings`` makes the rest harder, and
        ``one-tiling`` follows the first tiling that is found: Goralczyk (2024), sections 3.6 and 5.3.2.
    piece
        The piece that is asked about; by default the one with the fewest places.
    seconds
        Give up after so long; the status may then be ``UNKNOWN``.

    Returns
    -------
    Hint
        True where the position can be completed.

    Examples
    --------
    >>> import dicelab
    >>> print(dicelab.hint("A6 B1 B5 D1 E3 F2 F4", placed="T4 A1,A2,A3,B2", step="place"))
    I1 on F3 is the only way: all 2 tilings that are left have it there.
    """
    from dicelab.play import HintStep, HintStrategy, hint as hint_for
    from dicelab.play.notation import read_piece

    position = position_of(board, puzzle, placed)
    wanted_step, wanted_strategy = _choice(HintStep, step, "step"), _choice(HintStrategy, strategy, "strategy")
    wanted = None if piece is None else read_piece(piece, position.puzzle)
    return hint_for(position, wanted_step, wanted_strategy, piece=wanted, limits=Limits(seconds=seconds))


def position_of(board: BoardLike | Position, puzzle: PuzzleLike | None = None, placed: str = "") -> Position:
    """Return the position that a user means: pieces on the board come before those of ``placed``."""
    if isinstance(board, Position):
        position = board
    elif isinstance(board, str):
        from dicelab.play.reading import read_position

        position = read_position(board, None if puzzle is None else puzzle_of(puzzle))
    else:
        position = Position(*board_and_puzzle_of(board, puzzle))
    return position.placing(placed)


def _choice(kind: type[Choice], text: str, name: str) -> Choice:
    try:
        return kind(text)
    except ValueError:
        raise DiceError(f"no {name} {quoted(text)}: {suggestion(text, [one.value for one in kind])}") from None


def new_position(
    puzzle: PuzzleLike | None = None,
    *,
    dice: DiceLike | None = None,
    day: str | None = None,
    seed: int | None = None,
) -> Position:
    """Return a board to play that has a tiling: a roll of dice, or any board of a puzzle without dice.

    Parameters
    ----------
    dice
        By default those of the puzzle: for the Genius Square those that it is sold with.
    day
        A date such as ``2026-01-31``: the board of that day. Otherwise one at random.
    seed
        The same seed gives the same board.

    Examples
    --------
    >>> new_position(day="2026-01-31") == new_position("genius-square", day="2026-01-31")
    True
    """
    import datetime as dt

    import numpy as np

    from dicelab.play.choosing import board_of_the_day, random_board

    dice_set = dice_to_play(puzzle, dice)
    wanted = dice_set.puzzle if dice_set else puzzle_of(puzzle or "genius-square")
    if day is None:
        return Position(random_board(wanted, dice_set, np.random.default_rng(seed)), wanted)
    try:
        date = dt.date.fromisoformat(day)
    except ValueError:
        raise DiceError(f"{quoted(day)} is not a date: write it as 2026-01-31") from None
    return Position(board_of_the_day(date, wanted, dice_set), wanted)


def dice_to_play(puzzle: PuzzleLike | None, dice: DiceLike | None) -> DiceSet | None:
    """Return the dice that a puzzle is played with: those that are named, its own, or none."""
    from dicelab.dice.catalogue import named_set
    from dicelab.dice.sources import dice_set_of
    from solver.polyform import GENIUS_SQUARE

    wanted = None if puzzle is None else puzzle_of(puzzle)
    if dice is not None:
        return dice_set_of(dice, wanted)
    if wanted is None or wanted == GENIUS_SQUARE:
        return dice_set_of("default")
    try:
        return named_set(wanted.name) if wanted.name else None
    except DiceError:
        # A puzzle of the catalogue without dice.
        return None
