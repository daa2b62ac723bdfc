"""Small dice sets for the tests of objectives, and their rolls one by one."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product

from hypothesis import strategies as st

from dicelab.dice import DiceSet
from dicelab.dice.dice_set import Die
from dicelab.score.objectives import Subject
from solver.exact_cover import backend
from solver.polyform import Puzzle

PUZZLE = Puzzle.parse("3x4/3:I1,I2,I3,L3")
SQUARE = Puzzle.parse("4x4/3:I1,I2,I3,L3,O4")


@cache
def count(mask: int) -> int:
    """Count the tilings of a board of PUZZLE by brute force."""
    return backend("brute-force").count(PUZZLE.board_problem(mask)[0]).solutions


def thrown(dice_set: DiceSet) -> list[int]:
    """Return the board of every roll of faces that is one."""
    masks = (dice_set.puzzle.grid.mask(faces) for faces in product(*(die.faces for die in dice_set.dice)))
    return [mask for mask in masks if mask.bit_count() == len(dice_set.dice)]


def sets(puzzle: Puzzle = PUZZLE, *, shared: bool | None = None, most: int = 5) -> st.SearchStrategy[DiceSet]:
    """Draw sets that roll a board: disjoint or with shared cells, and some faces repeat a cell."""

    @st.composite
    def drawn(draw: st.DrawFn) -> DiceSet:
        share = draw(st.booleans()) if shared is None else shared
        cells, dice = draw(st.permutations(range(len(puzzle.grid)))), []
        for number in range(puzzle.blockers):
            own = cells[number * len(cells) // puzzle.blockers : (number + 1) * len(cells) // puzzle.blockers]
            from_ = sorted(range(len(puzzle.grid))) if share else sorted(own)
            faces = draw(st.lists(st.sampled_from(from_), min_size=1, max_size=most))
            # With its first cell of its own, each die can roll something.
            dice.append(Die((own[0], *faces)))
        return DiceSet(tuple(dice), puzzle, "drawn", shared_cells=share)

    return drawn()


def look(dice_set: DiceSet) -> tuple[Subject, list[int], list[int]]:
    """Return a subject counted by brute force; the tilings of each board once, and as faces fall, ascending."""
    import numpy as np

    boards = Counter(thrown(dice_set))
    once = sorted(count(mask) for mask in boards)
    fallen = sorted(count(mask) for mask, times in boards.items() for _ in range(times))
    found = Subject(
        dice_set,
        np.array([count(mask) for mask in boards], np.uint32),
        np.array(list(boards.values()), np.int64),
        look_up=lambda others: np.array([count(mask) for mask in others.tolist()], np.uint32),
    )
    return found, once, fallen
