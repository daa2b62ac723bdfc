"""Boards to be played: at random, or the one of a day."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import date
from math import comb

import numpy as np

from dicelab.dice import DiceSet, random_roll
from dicelab.dice.catalogue import named_set
from dicelab.dice.roll import roll_number
from dicelab.dice.sources import DiceLike, PuzzleLike, dice_set_of, puzzle_of
from dicelab.errors import DiceError
from dicelab.kinds import FileContent
from dicelab.play.position import Position
from dicelab.play.tally import complete
from dicelab.solving.calendars import Day
from solver.errors import quoted
from solver.exact_cover import Limits, Status
from solver.polyform import GENIUS_SQUARE, Board, Grid, Puzzle, unrank

MOST_TRIES = 2_000
"""Boards that are tried until one has a tiling."""

_LIMITS = Limits(nodes=200_000)


def random_board(puzzle: Puzzle, dice: DiceSet | None, generator: np.random.Generator) -> Board:
    """Return a roll that has a tiling, or without dice any board of the puzzle that has one.

    Raises :class:`DiceError` if none of 2,000 has one.

    Examples
    --------
    >>> puzzle = Puzzle.parse("2x3/2:O4")
    >>> random_board(puzzle, None, np.random.default_rng(0)).format()
    'A3 B3'
    """

    def draw(_: int) -> int:
        return random_roll(dice, generator)[0] if dice else _numbered(puzzle, int(generator.integers(1 << 62)))

    return _first_solvable(puzzle, draw)


def board_of_the_day(day: date, puzzle: Puzzle, dice: DiceSet | None) -> Board:
    """Return the board of a day, which is the same on every machine: it depends on the date, the puzzle and the dice.

    On a calendar it is the date: where each region has one cell for it, labelled by the month, the day or the weekday.
    Elsewhere the first 62 bits of the SHA-256 of ``dicelab DATE TRY PUZZLE`` number a roll of the dice, or without dice
    a board. The first try, from 0, whose board has a tiling counts.

    Examples
    --------
    >>> board_of_the_day(date(2026, 1, 1), Puzzle.parse("2x3/2:O4"), None).format()
    'A1 B1'
    >>> board_of_the_day(date(2026, 11, 22), Puzzle.parse("calendar"), None).format()
    'NOV 22'
    """
    dated = Day.of(day).cells(puzzle)

    def draw(tries: int) -> int:
        if dated and not tries:
            return dated
        text = f"dicelab {day.isoformat()} {tries} {puzzle.format()}"
        number = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 2
        return roll_number(dice, 1 + number % dice.roll_count) if dice else _numbered(puzzle, number)

    return _first_solvable(puzzle, draw)


def _first_solvable(puzzle: Puzzle, draw: Callable[[int], int]) -> Board:
    for tries in range(MOST_TRIES):
        mask = draw(tries)
        # Dice that share cells may show one twice.
        if mask.bit_count() != puzzle.blockers:
            continue
        board = Board(mask, puzzle.grid)
        if complete(Position(board, puzzle), _LIMITS).status is Status.SOLVED:
            return board
    raise DiceError(f"none of {MOST_TRIES:,} boards has a tiling: name a board yourself")


def _numbered(puzzle: Puzzle, number: int) -> int:
    """Return an allowed board by a number, which is taken modulo that of the boards."""
    mask = 0
    for region in puzzle.regions:
        cells = list(Grid.cells(region))
        number, place = divmod(number, len(cells))
        mask |= 1 << cells[place]
    if puzzle.regions or not puzzle.blockers:
        return mask
    cells = list(Grid.cells(puzzle.blockable))
    chosen = unrank(number % comb(len(cells), puzzle.blockers), len(cells), puzzle.blockers)
    return Grid.mask(cells[place] for place in Grid.cells(chosen))


def new_position(
    puzzle: PuzzleLike | None = None,
    *,
    dice: DiceLike | FileContent | None = None,
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
    dice_set = dice_to_play(puzzle, dice)
    wanted = dice_set.puzzle if dice_set else puzzle_of(puzzle or "genius-square")
    if day is None:
        return Position(random_board(wanted, dice_set, np.random.default_rng(seed)), wanted)
    try:
        date_of_day = date.fromisoformat(day)
    except ValueError:
        raise DiceError(f"{quoted(day)} is not a date: write it as 2026-01-31") from None
    return Position(board_of_the_day(date_of_day, wanted, dice_set), wanted)


def dice_to_play(puzzle: PuzzleLike | None, dice: DiceLike | FileContent | None) -> DiceSet | None:
    """Return the dice that a puzzle is played with: those that are named, its own, or none."""
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
