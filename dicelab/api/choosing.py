"""Boards that a user asks for: as hard as wanted, of one set or of all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from dicelab.api.values import checked
from dicelab.dice.puzzle_source import PuzzleLike, puzzle_of
from dicelab.dice.sources import DiceLike, dice_set_of
from dicelab.errors import DiceError
from dicelab.kinds import jobs_of
from solver.runs.progress import Progress, silent

if TYPE_CHECKING:
    from dicelab.score.choosing import ChosenBoards
    from solver.census import TilingsSource
    from solver.polyform import Puzzle


@checked
def boards(  # noqa: PLR0913 - the options of the command line
    puzzle: PuzzleLike | None = None,
    *,
    dice: DiceLike | None = None,
    tilings: str | int | None = None,
    difficulty: str | None = None,
    distinct: bool = False,
    count: int | None = 6,
    seed: int | None = None,
    solved: bool = False,
    shared_cells: bool = False,
    jobs: int | None = None,
    census: Callable[[Puzzle], TilingsSource] | None = None,
    progress: Progress = silent,
) -> ChosenBoards:
    """Choose boards at random, by how hard they are.

    Parameters
    ----------
    puzzle
        By default that of the dice, or else the Genius Square.
    dice
        Choose among the rolls of a set.
    tilings
        A number of tilings (``7``), or a range (``"1-10"``, ``"100-"``); by default at least one.
    difficulty
        A band, or a range of bands (``"easy..hard"``), of ``extreme`` (the 1 solvable board in 100 with the fewest
        tilings), ``very-hard`` (the next 9), ``hard`` (the next 20), ``medium`` (the next 40) and ``easy`` (the last
        30): of all boards, or of the rolls of the set.
    distinct
        No two that are rotations or reflections of each other.
    count
        How many; ``None`` for all.
    seed
        The same seed chooses the same boards; by default one at random, which the result names.
    solved
        Find a tiling of each.
    census
        Loads the tilings of all boards of a puzzle, or those that are asked for where ``dice`` are named; by default
        from the cache of this machine, or built there.

    Raises
    ------
    DiceError
        If no board is like that, or there are not so many, or the set is for another puzzle.

    Examples
    --------
    >>> import dicelab
    >>> chosen = dicelab.boards("3x4/3:I1,I2,I3,L3", tilings="1-5", count=2, seed=1)
    >>> [dicelab.count(one.board, chosen.puzzle) for one in chosen.boards] == [one.tilings for one in chosen.boards]
    True
    """
    import numpy as np

    from dicelab.score.choosing import TilingRange, choose_boards, read_difficulty
    from solver.census import Content, build_census, tilings_source

    if count is not None and count < 1:
        raise DiceError(f"count {count}: choose at least one board, or pass None for all")
    if seed is not None and seed < 0:
        raise DiceError(f"seed {seed}: pass a number from 0")
    named = None if puzzle is None else puzzle_of(puzzle)
    dice_set = None if dice is None else dice_set_of(dice, named, shared_cells=shared_cells)
    wanted = named or (dice_set.puzzle if dice_set else puzzle_of("genius-square"))
    within = None if tilings is None else TilingRange.parse(str(tilings))
    bands = read_difficulty(difficulty) if difficulty is not None else ()
    every = partial(build_census, content=Content.TILINGS)
    load: Callable[..., TilingsSource] = tilings_source if dice_set else every
    load_tilings = census or partial(load, jobs=jobs_of(jobs), progress=progress)
    chosen = choose_boards(
        load_tilings(wanted),
        dice_set,
        tilings=within,
        difficulty=bands,
        distinct=distinct,
        number=count,
        seed=int(np.random.default_rng().integers(1 << 31)) if seed is None else seed,
    )
    return with_tilings(chosen) if solved else chosen


def with_tilings(chosen: ChosenBoards) -> ChosenBoards:
    """Return the boards with a tiling of each that has one: the first that the search finds."""
    from dicelab.solving.tiling import solve

    solved = (replace(one, tiling=solve(one.board, chosen.puzzle).tiling) for one in chosen.boards)
    return replace(chosen, boards=tuple(solved))
