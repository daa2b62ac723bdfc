"""Rolls of the dice that a user asks for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from dicelab.dice import DiceSet
from dicelab.dice.sources import DiceSource, SetPuzzle, dice_set_of
from dicelab.errors import DiceError
from dicelab.kinds import SharedCells, Whole
from dicelab.verb import verb
from solver.display import Columns, Tabular
from solver.polyform import Board
from solver.polyform.symmetry import mask_column


@dataclass(frozen=True, slots=True)
class RolledBoard:
    """A roll: its board, and its number in the order of the set if a number was asked for.

    The dice were rolled ``times`` times: again whenever they showed a cell twice.
    """

    board: Board
    number: int | None = None
    times: int = 1


@dataclass(frozen=True, slots=True)
class RolledBoards(Tabular):
    """Rolls of a dice set.

    Examples
    --------
    >>> import dicelab
    >>> rolled = dicelab.roll("default", seed=1, count=2)
    >>> [one.board.format() for one in rolled.rolls]
    ['A2 A6 D4 D5 E2 F2 F6', 'B1 C1 D4 E4 F1 F2 F6']
    """

    dice_set: DiceSet
    rolls: tuple[RolledBoard, ...]

    def __repr__(self) -> str:
        return f"<RolledBoards: {len(self.rolls):,} of {self.dice_set.name!r}>"

    schema: ClassVar[str] = "roll"

    def __str__(self) -> str:
        return "\n\n".join(_text(self, one) for one in self.rolls)

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def to_json(self) -> dict[str, Any]:
        """Return all rolls; the fields of a single one stand beside the name of the set too."""
        rolls = [
            {
                "board": one.board.format(),
                **({} if one.number is None else {"number": one.number}),
                "times_rolled": one.times,
                "collision": self.is_collision(one),
            }
            for one in self.rolls
        ]
        puzzle = self.dice_set.puzzle
        return {
            "set": self.dice_set.name,
            "puzzle": puzzle.format(),
            **(rolls[0] if len(rolls) == 1 else {}),
            "rolls": rolls,
        }

    def to_svg(self) -> str:
        """Draw a roll with the pieces, or a sheet of rolls."""
        from dicelab.dice.names import plain
        from dicelab.render.puzzle import puzzle_svg
        from dicelab.render.sheet import MOST_ON_PAGE, SheetBoard, sheet_svgs

        puzzle, rolls = self.dice_set.puzzle, self.rolls
        name = plain(self.dice_set.name) or "dice"
        if len(rolls) == 1:
            title = f"A roll of {name}" if rolls[0].number is None else f"Roll {rolls[0].number:,} of {name}"
            return puzzle_svg(puzzle, rolls[0].board, title)
        if len(rolls) > MOST_ON_PAGE:
            raise DiceError(
                f"{len(rolls):,} rolls on a sheet: draw {MOST_ON_PAGE} at most; dicelab boards --from draws more"
            )
        boards = [SheetBoard(one.number or place, one.board) for place, one in enumerate(rolls, start=1)]
        return sheet_svgs(boards, puzzle, f"Rolls of {name}", per_page=len(boards))[0]

    def _columns(self) -> Columns:
        """Return a row for each roll; numbers only where rolls were asked for by number."""
        rolls = self.rolls
        columns: dict[str, list[Any]] = {
            **mask_column(one.board.blockers for one in rolls),
            "blockers": [one.board.format() for one in rolls],
            "times_rolled": [one.times for one in rolls],
            "collision": [self.is_collision(one) for one in rolls],
        }
        if any(one.number is not None for one in rolls):
            columns["roll"] = [one.number for one in rolls]
        return columns

    def is_collision(self, one: RolledBoard) -> bool:
        """Tell whether the roll shows a cell twice, so that it is no board of the puzzle."""
        return one.board.blockers.bit_count() < len(self.dice_set.dice)


@verb(
    group="every day",
    formats=("svg", "txt", "json"),
    examples=("roll default", "roll goralczyk --number 542", "roll default --seed 1 --json"),
)
def roll(
    dice: DiceSource = "default",
    puzzle: SetPuzzle = None,
    *,
    seed: Annotated[int | None, Whole(least=0)] = None,
    number: int | None = None,
    count: Annotated[int, Whole(least=1, most=10_000)] = 1,
    shared_cells: SharedCells = False,
) -> RolledBoards:
    """Roll the dice of a set and show the board.

    Rolls are in lexicographic order, the last die changing fastest: ``--number 542`` of the set goralczyk is board 542
    of Goralczyk (2024), Table 4.1. With ``--number``, ``--count`` shows the rolls that follow.

    Parameters
    ----------
    seed
        Seed of the random numbers; the same seed gives the same rolls.
    number
        Show the roll with this number (from 1) instead of a random one.
    count
        Number of rolls.

    Raises
    ------
    DiceError
        If there is no roll of that number, or both a seed and a number are given.

    Examples
    --------
    >>> import dicelab
    >>> dicelab.roll("goralczyk", number=542).rolls[0].board.format()
    'A2 B6 C1 C6 D4 D5 F1'
    """
    import numpy as np

    from dicelab.dice import random_roll, roll_number

    if seed is not None and number is not None:
        raise DiceError("--seed and --number exclude each other: pass one")
    dice_set = dice_set_of(dice, puzzle, shared_cells=shared_cells)
    grid = dice_set.puzzle.grid
    if number is not None:
        numbers = range(number, number + count)
        return RolledBoards(dice_set, tuple(RolledBoard(Board(roll_number(dice_set, n), grid), n) for n in numbers))
    generator = np.random.default_rng(seed)
    rolled = (random_roll(dice_set, generator) for _ in range(count))
    return RolledBoards(dice_set, tuple(RolledBoard(Board(mask, grid), times=times) for mask, times in rolled))


def _text(rolled: RolledBoards, one: RolledBoard) -> str:
    from dicelab.render.text import board_rows

    text = f"{one.board.format()}\n{board_rows(one.board)}"
    if rolled.is_collision(one):
        return text + "\nA cell is shown twice: roll again."
    return text + (f"\nRolled {one.times} times: a cell was shown twice." if one.times > 1 else "")
