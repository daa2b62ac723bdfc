"""Boards that a user named, with how hard they are: for sheets, booklets and links."""

from __future__ import annotations

import numpy as np

from dicelab.score.choosing import ChosenBoard, ChosenBoards, difficulties_among_all
from dicelab.score.difficulties import difficulty_among
from dicelab.solving.board_lists import BoardList
from solver.census import Census, TilingsSource
from solver.words import counted

MOST_TOLD = 3
"""Boards without a tiling that a note names."""


def named_boards(found: BoardList, census: TilingsSource | None) -> ChosenBoards:
    """Return boards in the order in which they were named, with their tilings and a note on those without one.

    Parameters
    ----------
    census
        Of all boards, which tells how hard each is among them; or counts of boards; or nothing, where no board can be
        counted.

    Examples
    --------
    >>> from solver.census import Content, build_census
    >>> from solver.polyform import Puzzle
    >>> from dicelab.solving.board_lists import board_list
    >>> puzzle = Puzzle.parse("3x4/3:I1,I2,I3,L3")
    >>> census = build_census(puzzle, Content.TILINGS)
    >>> chosen = named_boards(board_list(["Zoe: A1 B1 C1", "A2 B1 C2"], puzzle), census)
    >>> [(one.name, one.tilings, one.difficulty) for one in chosen.boards]
    [('Zoe', 48, 'easy'), ('', 0, None)]
    >>> chosen.notes
    ('1 board has no tiling: A2 B1 C2',)
    """
    counts: list[int | None] = [None] * len(found.boards)
    if census is not None:
        counts = list(map(int, census.tilings(np.array([one.board.blockers for one in found.boards], np.uint64))))
    difficulties = difficulties_among_all(census) if isinstance(census, Census) else {}
    boards = tuple(
        ChosenBoard(one.board, number, difficulty_among(difficulties, number), name=one.name)
        for one, number in zip(found.boards, counts, strict=True)
    )
    without = [str(one) for one, number in zip(found.boards, counts, strict=True) if number == 0]
    notes = found.notes
    if without:
        has = "has" if len(without) == 1 else "have"
        more = ", …" if len(without) > MOST_TOLD else ""
        notes += (f"{counted(len(without), 'board')} {has} no tiling: {', '.join(without[:MOST_TOLD])}{more}",)
    return ChosenBoards(found.puzzle, boards, len(boards), difficulties, 0, is_named=True, notes=notes)
