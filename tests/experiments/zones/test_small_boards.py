"""Zones in one piece on small boards: what the programs say is what all ways to deal the cells say."""

from itertools import combinations

import numpy as np
import pytest

from dicelab.score.objectives.shape import pieces
from dicelab.score.tables import forbidden_boards
from dicelab.search.question import Question
from experiments.design import bounds
from experiments.zones import formula, frontier
from experiments.zones.listing import Board, Listing
from solver.polyform import Puzzle

SHAPES = {
    "I1": ((0, 0),),
    "I2": ((0, 0), (0, 1)),
    "I3": ((0, 0), (0, 1), (0, 2)),
    "L3": ((0, 0), (0, 1), (1, 0)),
    "L4": ((0, 0), (0, 1), (0, 2), (1, 0)),
}

SMALL: list[tuple[str, list[tuple[int, ...]]]] = [
    ("3x4/3:L3,I3,I2,I1", [(4, 4, 4), (6, 5, 1), (4, 4, 3), (3, 3, 3)]),
    ("3x5/3:L4,I3,L3,2*I1", [(5, 5, 5), (7, 5, 3), (5, 5, 4), (4, 4, 4)]),
    ("4x4/4:2*L3,2*I2,2*I1", [(4, 4, 4, 4), (6, 4, 4, 2), (7, 3, 3, 3), (4, 4, 4, 3)]),
]
CASES = [(text, sizes) for text, every in SMALL for sizes in every]


def board_of(text):
    puzzle = Puzzle.parse(text)
    names = [name for part in text.split(":")[1].split(",") for name in _repeated(part)]
    rows, columns = map(int, text.split("/")[0].split("x"))
    return puzzle, Board(rows, columns, puzzle.blockers, tuple(SHAPES[name] for name in names))


def _repeated(part):
    number, star, name = part.partition("*")
    return [name] * int(number) if star else [part]


def every_set(puzzle, sizes):
    """Yield every way to choose dice whose zones are in one piece, once, from all sets of cells."""
    grid = puzzle.grid
    whole = {
        size: [
            mask for cells in combinations(range(len(grid)), size) if len(pieces(mask := grid.mask(cells), grid)) == 1
        ]
        for size in set(sizes)
    }

    def choose(chosen):
        number = len(chosen)
        if number == len(sizes):
            yield tuple(chosen)
            return
        for mask in whole[sizes[number]]:
            ordered = number == 0 or sizes[number] != sizes[number - 1] or chosen[-1] < mask
            if ordered and not any(mask & other for other in chosen):
                yield from choose([*chosen, mask])

    yield from choose([])


@pytest.mark.slow
@pytest.mark.parametrize(("text", "sizes"), CASES)
def test_all_programs_say_what_the_list_of_all_sets_says(text, sizes):
    puzzle, board = board_of(text)
    forbidden = forbidden_boards(puzzle, 1)
    sets = list(every_set(puzzle, sizes))
    rolled = forbidden.rolled(np.array(sets, np.uint64)).tolist()
    good = {frozenset(dice) for dice, number in zip(sets, rolled, strict=True) if number == 0}

    listed = Listing(board, sizes).all()
    assert listed.cuts == frontier.count(board.rows, board.columns, sizes) == len(sets)
    assert {frozenset(dice) for dice in listed.always_solvable} == good
    cuts, _, fewest, best = Listing(board, sizes).fewest_unsolvable(10**6)
    assert (cuts, fewest) == (len(sets), min(rolled))
    assert all(forbidden.rolled(np.array([dice], np.uint64))[0] == fewest for dice in best)

    found = formula.solve(puzzle, sizes).dice
    assert frozenset(found) in good if good else not found
    if not good:
        assert formula.refute(puzzle, sizes, listed.witnesses).proof.endswith(b"\n0\n")
    for sweeps in (0, 1, 3):
        answer = bounds.solve(Question(text, sizes, constraints=("connected",)), sweeps)
        assert frozenset(answer.dice or ()) in good if good else answer.dice is None


@pytest.mark.slow
def test_the_sides_disagree_where_they_should():
    """Of these questions some have a set and some have none, so that both answers are tried."""
    answers = {bool(Listing(board_of(text)[1], sizes).all().always_solvable) for text, sizes in CASES}
    assert answers == {True, False}


@pytest.mark.parametrize(("side", "number"), [(2, 2), (3, 10), (4, 117)])
def test_squares_cut_into_zones_as_large_as_their_side(side, number):
    """Polyominoes of order n that tile the square of side n: OEIS A172477."""
    assert frontier.count(side, side, (side,) * side) == number
