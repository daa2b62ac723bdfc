"""Objectives of the dice's cells, held to slow direct computations."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from dicelab.dice import DiceSet, catalogue_set
from dicelab.errors import DiceError
from dicelab.score.objectives.shape import (
    best_assignment,
    changes,
    distance,
    nearest_copy,
    perimeter,
    symmetry,
    whole,
    zones,
)
from solver.polyform import Puzzle
from tests.dicelab.score.objectives.sets import PUZZLE, SQUARE, sets

BOTH = st.sampled_from([PUZZLE, SQUARE]).flatmap(sets)


def pieces(cells, grid):
    """Count pieces by merging the groups of neighbours until nothing merges."""
    groups = [{cell} for cell in cells]
    merged = True
    while merged:
        merged = False
        for one in groups:
            for other in groups:
                if one is not other and any(near in other for cell in one for near in grid.neighbours[cell]):
                    one |= other
                    groups.remove(other)
                    merged = True
                    break
            if merged:
                break
    return len(groups)


@given(BOTH)
def test_zones_and_outlines(dice_set):
    grid = dice_set.puzzle.grid
    found = [pieces(die.cells, grid) for die in dice_set.dice]
    assert zones(dice_set) == sum(found)
    assert whole(dice_set) == found.count(1)
    outline = 0
    for die in dice_set.dice:
        points = {grid.points[cell] for cell in die.cells}
        for row, column in points:
            around = [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
            outline += sum(point not in points for point in around)
    assert perimeter(dice_set) == outline


@given(BOTH)
def test_symmetries_keep_the_set_of_dice(dice_set):
    dice = Counter(frozenset(die.cells) for die in dice_set.dice)
    kept = sum(
        Counter(frozenset(turn[cell] for cell in die.cells) for die in dice_set.dice) == dice
        for turn in dice_set.puzzle.grid.symmetries
    )
    assert symmetry(dice_set) == kept
    assert len(dice_set.puzzle.grid.symmetries) % kept == 0


def test_rows_of_a_square_have_half_of_its_symmetries():
    puzzle = Puzzle.parse("4x4/4:I1,I2,I3,L3,L3")
    rows = DiceSet.parse("A1 A2 A3 A4 | B1 B2 B3 B4 | C1 C2 C3 C4 | D1 D2 D3 D4", puzzle)
    assert (symmetry(rows), zones(rows), whole(rows), perimeter(rows)) == (4, 4, 4, 40)
    blocks = DiceSet.parse("A1 A2 B1 B2 | A3 A4 B3 B4 | C1 C2 D1 D2 | C3 C4 D3 D4", puzzle)
    assert (symmetry(blocks), perimeter(blocks)) == (8, 32)
    columns = DiceSet.parse("A1 B1 C1 D1 | A2 B2 C2 D2 | A3 B3 C3 D3 | A4 B4 C4 D4", puzzle)
    assert distance(rows, columns) == 0
    assert changes(rows, columns) == 12
    # Each block keeps two cells of some row, whichever rows the blocks are given to.
    assert distance(rows, blocks) == 8


def moved(dice_set, reference):
    """The least cells to move, over all symmetries and names: cell by cell, die by die."""
    grid, least = dice_set.puzzle.grid, 10**9
    mine = [set(die.cells) for die in dice_set.dice]
    for turn in grid.symmetries:
        for order in permutations(reference.dice):
            theirs = [{turn[cell] for cell in die.cells} for die in order]
            total = 0
            for cell in range(len(grid)):
                here = {number for number, cells in enumerate(mine) if cell in cells}
                there = {number for number, cells in enumerate(theirs) if cell in cells}
                # A die of this cell becomes one of that, and what has no partner is added or taken away.
                total += max(len(here - there), len(there - here))
            least = min(least, total)
    return least


@given(st.data(), st.sampled_from([PUZZLE, SQUARE]))
@settings(max_examples=40)
def test_distance_is_the_least_number_of_moved_cells(data, puzzle):
    one, other, third = (data.draw(sets(puzzle)) for _ in range(3))
    assert distance(one, other) == distance(other, one) == moved(one, other)
    assert distance(one, third) <= distance(one, other) + distance(other, third)
    assert (distance(one, other) == 0) == (one.class_key() == other.class_key())
    turn = data.draw(st.sampled_from(puzzle.grid.symmetries))
    dice = data.draw(st.permutations([[turn[cell] for cell in die.faces] for die in one.dice]))
    copy = [[puzzle.grid.label(cell) for cell in faces] for faces in dice]
    turned = DiceSet.of_labels(copy, puzzle, shared_cells=True)
    assert distance(turned, other) == distance(one, other)


@given(st.data())
@settings(max_examples=40)
def test_changes_are_the_least_faces_to_write(data):
    one, other = data.draw(sets()), data.draw(sets())
    least = 10**9
    for order in permutations(other.dice):
        total = 0
        for die, mate in zip(one.dice, order, strict=True):
            left = list(mate.faces)
            for face in die.faces:
                if face in left:
                    left.remove(face)
            kept = len(mate.faces) - len(left)
            total += max(len(die.faces), len(mate.faces)) - kept
        least = min(least, total)
    assert changes(one, other) == least
    assert changes(one, DiceSet(one.dice[::-1], PUZZLE, shared_cells=True)) == 0


def test_a_swap_of_two_cells_moves_both():
    dice_set = catalogue_set("theorem-5.3")
    swapped = [list(faces) for faces in dice_set.labels()]
    swapped[0][0], swapped[1][0] = swapped[1][0], swapped[0][0]
    near = DiceSet.of_labels(swapped)
    assert distance(near, dice_set) == changes(near, dice_set) == 2
    # The default set shows some of its cells on several faces, six more than it has cells.
    assert distance(catalogue_set("default"), catalogue_set("goralczyk")) == 0
    assert changes(catalogue_set("default"), catalogue_set("goralczyk")) == 6


@given(st.data())
@settings(max_examples=30)
def test_the_best_assignment_is_that_of_all(data):
    size = data.draw(st.integers(1, 5))
    row = st.lists(st.integers(-5, 5), min_size=size, max_size=size)
    gains = data.draw(st.lists(st.lists(row, min_size=size, max_size=size), min_size=1, max_size=3))
    columns, sums = best_assignment(np.array(gains, np.int64))
    for rows, chosen, total in zip(gains, columns.tolist(), sums.tolist(), strict=True):
        assert sorted(chosen) == list(range(size))
        assert total == sum(rows[n][column] for n, column in enumerate(chosen))
        assert total == max(
            sum(rows[n][column] for n, column in enumerate(order)) for order in permutations(range(size))
        )


@given(st.data(), st.sampled_from([PUZZLE, SQUARE]))
@settings(max_examples=30)
def test_the_nearest_copy_is_a_copy_and_as_near_as_the_distance_says(data, puzzle):
    one, other = (data.draw(sets(puzzle, shared=False)) for _ in range(2))
    apart, copy = nearest_copy(one.masks, tuple(other.masks), puzzle)
    assert apart == distance(one, other)
    assert DiceSet.of_masks(copy, puzzle).class_key() == DiceSet.of_masks(other.masks, puzzle).class_key()
    off = sum(not any(mask >> cell & 1 for mask in (*one.masks, *copy)) for cell in range(len(puzzle.grid)))
    same = sum((mine & theirs).bit_count() for mine, theirs in zip(one.masks, copy, strict=True))
    assert len(puzzle.grid) - off - same == apart


def test_many_dice():
    puzzle = Puzzle.parse("6x6/18:18*I1")
    cells = [puzzle.grid.label(cell) for cell in range(36)]
    pairs = DiceSet.of_labels([cells[n : n + 2] for n in range(0, 36, 2)], puzzle)
    shifted = DiceSet.of_labels([[cells[n], cells[(n + 1) % 36]] for n in range(1, 36, 2)], puzzle)
    assert distance(pairs, DiceSet(pairs.dice[::-1], puzzle)) == 0
    assert changes(pairs, shifted) == 18
    assert 0 < distance(pairs, shifted) <= 18


def test_sets_of_different_puzzles_are_not_compared():
    small = DiceSet.parse("A1 | A2 | A3", PUZZLE)
    for compare in (distance, changes):
        with pytest.raises(DiceError, match="compare sets of one puzzle"):
            compare(small, catalogue_set("default"))
