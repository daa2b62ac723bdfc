"""Dice sets case by case, held to all dice sets of small boards."""

from functools import cache
from itertools import product

import numpy as np
import pytest

from dicelab.score.tables import roll_tilings
from dicelab.search.bounds import (
    REFUTED,
    SET,
    cases_apply,
    first_cases,
    first_split,
    search_case,
    search_cases,
    takes_whole_die,
)
from dicelab.search.bounds.few_sets import named_enough
from dicelab.search.bounds.partial import overfull
from solver.polyform import Grid, Puzzle, images
from solver.polyform.symmetry import image
from solver.runs import threads
from tests.dicelab.search.design.conftest import deals

PUZZLES = {
    "squares": ("3x4/3:3*I2,I3", (4, 4, 4)),
    "squares, unequal dice": ("3x4/3:3*I2,I3", (6, 4, 2)),
    "a large die": ("3x4/3:3*I2,I3", (8, 3, 1)),
    "a very large die": ("3x3/3:I1,I2,I3", (7, 1, 1)),
    "a small die": ("3x3/5:I1,I1,I2", (2, 2, 2, 2, 1)),
    "two dice": ("3x4/2:2*I2,2*I3", (9, 3)),
    "four dice": ("2x5/4:I1,I2,I3", (4, 3, 2, 1)),
    "five dice": ("3x3/5:I1,I3", (3, 2, 2, 1, 1)),
    "six dice": ("2x4/6:I2", (2, 2, 1, 1, 1, 1)),
    "triangles": ("triangles@1-4,0-4/3:I1,I2,I3", None),
    "hexagons": ("hexagons@2-6,1-7,2-6/3:I1,P4,I2", None),
}


WITH_CELLS_OFF: dict[str, tuple[str, tuple[int, ...] | None]] = {
    "one cell on no die": ("3x4/3:3*I2,I3", (4, 4, 3)),
    "three cells on no die": ("3x4/3:3*I2,I3", (3, 3, 3)),
    "a cell on no die and a small die": ("3x4/3:3*I2,I3", (5, 5, 1)),
    "four dice without two cells": ("2x5/4:I1,I2,I3", (3, 2, 2, 1)),
}


def puzzle_of(name):
    text, sizes = (PUZZLES | WITH_CELLS_OFF)[name]
    puzzle = Puzzle.parse(text)
    if sizes is None:
        share, more = divmod(len(puzzle.grid), puzzle.blockers)
        sizes = tuple(share + (place < more) for place in range(puzzle.blockers))
    return puzzle, sizes


@cache
def fewest_of(name):
    """The tilings of the hardest roll, for every set of dice."""
    puzzle, sizes = puzzle_of(name)
    tilings = roll_tilings(puzzle)
    every = {tuple(sorted(dice)) for dice in deals(tuple(range(len(puzzle.grid))), sizes)}
    return {dice: tilings.fewest(dice) for dice in every}


def leaves(puzzle, sizes, case):
    """Yield the groups of each leaf of a tree, by its splits alone."""
    tokens = iter(case.tree)

    def below(units, named):
        cell = next(tokens)
        if cell == REFUTED:
            yield units
            return
        unit = next(place for place, mask in enumerate(units) if mask >> cell & 1)
        assert unit not in named
        assert not units[unit] & whole
        for other in named:
            joined = list(units)
            joined[other] |= joined[unit]
            joined[unit] = 0
            yield from below(joined, named)
        if len(named) < len(sizes) - bool(whole):
            yield from below(units, [*named, unit])

    whole = sum(case.groups) if takes_whole_die(puzzle, sizes) else 0
    units = [0] * len(puzzle.grid)
    for group in case.groups:
        units[(group & -group).bit_length() - 1] = group
    for cell in range(len(puzzle.grid)):
        if not any(mask >> cell & 1 for mask in units):
            units[cell] = 1 << cell
    yield from below(units, [(group & -group).bit_length() - 1 for group in case.groups if not whole])
    assert next(tokens, None) is None


@pytest.mark.parametrize("name", PUZZLES | WITH_CELLS_OFF)
def test_the_best_hardest_roll_of_all_dice_sets(name):
    puzzle, sizes = puzzle_of(name)
    assert cases_apply(puzzle, sizes) == (name in PUZZLES)
    fewest = fewest_of(name)
    best = max(fewest.values())
    for wanted in sorted({1, (best + 1) // 2, best, best + 1} - {0}):
        cases, _ = search_cases(puzzle, sizes, wanted, threads(1))
        found = cases[-1].dice
        assert bool(found) == (wanted <= best)
        if found:
            assert sorted(mask.bit_count() for mask in found) == sorted(sizes)
            assert fewest[tuple(sorted(found))] >= wanted


@pytest.mark.parametrize("name", PUZZLES | WITH_CELLS_OFF)
def test_a_tree_of_all_sets_leads_to_each_class_of_the_best(name):
    puzzle, sizes = puzzle_of(name)
    fewest = fewest_of(name)
    best = max(1, *fewest.values())
    _, waiting = first_split(puzzle, sizes, best)
    cases = [search_case((puzzle.format(), sizes, best, groups), every=True) for groups in waiting]
    found = [dice for case in cases for dice in case.sets]
    assert len(found) == sum(case.tree.count(SET) for case in cases)

    def images_of(dice):
        return {tuple(sorted(image(die, turn) for die in dice)) for turn in puzzle.symmetries}

    best_sets = {dice for dice, tilings in fewest.items() if tilings >= best}
    assert set().union(*map(images_of, found)) == best_sets


@pytest.mark.parametrize("name", PUZZLES)
def test_leaves_have_no_set_and_cover_all(name):
    puzzle, sizes = puzzle_of(name)
    every = deals(tuple(range(len(puzzle.grid))), sizes)
    sets = every[:: max(1, len(every) // 200)]
    wanted = 1
    while search_cases(puzzle, sizes, wanted, threads(1))[0][-1].dice:
        wanted += 1
    cases, cells = search_cases(puzzle, sizes, wanted, threads(1))
    assert (cells, [case.groups for case in cases]) == first_split(puzzle, sizes, wanted)
    whole = takes_whole_die(puzzle, sizes)
    held = [(case.groups[: int(whole)], leaf) for case in cases for leaf in leaves(puzzle, sizes, case)]
    for dice in sets:
        turned = [[Grid.mask(turn[cell] for cell in Grid.cells(die)) for die in dice] for turn in puzzle.symmetries]
        assert any(
            set(die) <= set(image) and all(not group or any(group & one == group for one in image) for group in leaf)
            for image in turned
            for die, leaf in held
        )


@pytest.mark.parametrize(
    ("text", "sizes", "reached"),
    [("3x5/6:3*I1,3*I2", (3, 3, 3, 2, 2, 2), 9), ("3x4/7:3*I1,I2", (2, 2, 2, 2, 2, 1, 1), 2)],
)
def test_few_sets_of_units_tell_what_all_tell(text, sizes, reached, monkeypatch):
    puzzle = Puzzle.parse(text)
    for apply in (named_enough, lambda *_: False):
        monkeypatch.setattr("dicelab.search.bounds.cases.named_enough", apply)
        assert search_cases(puzzle, sizes, reached, threads(1))[0][-1].dice
        assert not search_cases(puzzle, sizes, reached + 1, threads(1))[0][-1].dice


def test_a_die_that_is_much_smaller_is_taken_whole():
    for name in ("squares, unequal dice", "a large die", "a very large die", "a small die"):
        puzzle, sizes = puzzle_of(name)
        orbits = {
            frozenset(Grid.mask(turn[cell] for cell in Grid.cells(die)) for turn in puzzle.symmetries)
            for die in range(1 << len(puzzle.grid))
            if die.bit_count() == min(sizes)
        }
        assert takes_whole_die(puzzle, sizes)
        cells, cases = first_split(puzzle, sizes, 1)
        assert (cells, sorted(cases)) == ((), sorted((min(orbit),) for orbit in orbits))
    for name in ("squares", "two dice", "six dice", "triangles"):
        assert not takes_whole_die(*puzzle_of(name))


def test_any_number_of_jobs_finds_the_same():
    puzzle, sizes = puzzle_of("squares")
    for wanted in (1, 2, 30):
        assert search_cases(puzzle, sizes, wanted, threads(1)) == search_cases(puzzle, sizes, wanted, threads(3))


def can_be_packed(units, sizes):
    """Tell whether units can be dealt to dice so that each is full at most, by trying all ways."""
    if not units:
        return True
    return any(
        units[0] <= size and can_be_packed(units[1:], (*sizes[:place], size - units[0], *sizes[place + 1 :]))
        for place, size in enumerate(sizes)
    )


@pytest.mark.parametrize("sizes", [(6, 4, 2), (4, 3, 2, 1), (3, 3, 2)])
def test_units_that_are_too_large_for_the_dice_can_not_be_packed(sizes):
    for number in range(1, 6):
        for units in product(range(1, 5), repeat=number):
            assert not (overfull(units, sizes) and can_be_packed(units, sizes))


def test_first_cases_are_one_of_each_orbit():
    puzzle, sizes = puzzle_of("squares")
    cells = (0, 3, 8, 11)
    cases = first_cases(puzzle, sizes, cells)
    partitions = {
        frozenset(Grid.mask(cell for cell, die in zip(cells, dealt, strict=True) if die == d) for d in set(dealt))
        for dealt in product(range(3), repeat=4)
    }
    orbits = {
        frozenset(
            frozenset(int(mask) for mask in images(np.array(sorted(groups), np.uint64), puzzle.grid)[turn])
            for turn in range(len(puzzle.symmetries))
        )
        for groups in partitions
    }
    assert len(cases) == len(orbits)
    assert {frozenset(groups) for groups in cases} <= partitions


def test_it_applies_where_every_cell_is_on_a_die():
    puzzle, _ = puzzle_of("squares")
    assert not cases_apply(puzzle, (4, 4, 3))
    assert not cases_apply(Puzzle.parse("genius-star"), (6, 6, 6, 6, 8, 8, 8))
