"""The page's engine tells which rolls fail as Python does."""

import numpy as np
import pytest

from dicelab.dice import CATALOGUE, DiceSet, Die, catalogue_set
from dicelab.studio.tables import searched_unsolvable_table, unsolvable_table
from dicelab.verifying import verify
from solver.polyform import GENIUS_SQUARE, LATTICES, Puzzle
from tests.random_puzzles import random_puzzle


def faces(dice_set):
    return [list(die.faces) for die in dice_set.dice]


def random_dice(puzzle, generator, *, shared):
    """Return dice of up to five faces that a puzzle allows."""
    places = generator.permutation(list(puzzle.grid.cells(puzzle.blockable))).tolist()
    if puzzle.regions:
        cells = [list(puzzle.grid.cells(region)) for region in puzzle.regions]
    elif shared:
        cells = [places] * puzzle.blockers
    else:
        cells = [places[number :: puzzle.blockers] for number in range(puzzle.blockers)]
    dice = [Die(tuple(map(int, generator.choice(own, generator.integers(1, 6))))) for own in cells]
    return DiceSet(tuple(dice), puzzle, shared_cells=shared)


def expected(dice_set):
    """Return what Python finds: rolls, boards, and the boards that fail."""
    found = verify(dice_set)
    boards = [list(dice_set.puzzle.grid.cells(board)) for board in found.unsolvable.tolist()]
    return {"rolls": dice_set.roll_count, "boards": len(found.rolls.boards), "failing": len(boards),
            "examples": boards[:200], "checked": len(found.rolls.boards), "complete": True}  # fmt: skip


def test_sets_of_the_catalogue(engine_page):
    engine_page.open(GENIUS_SQUARE, [unsolvable_table(GENIUS_SQUARE)])
    for name in CATALOGUE:
        dice_set = catalogue_set(name)
        if dice_set.puzzle == GENIUS_SQUARE:
            asked = engine_page.ask("verdict", faces(dice_set), {"shared": dice_set.shared_cells})
            assert asked == expected(dice_set), name


@pytest.mark.parametrize("shared", [False, True])
def test_random_sets_of_the_genius_square(engine_page, shared):
    engine_page.open(GENIUS_SQUARE, [unsolvable_table(GENIUS_SQUARE)])
    generator = np.random.default_rng(16)
    for _ in range(20):
        dice_set = random_dice(GENIUS_SQUARE, generator, shared=shared)
        assert engine_page.ask("verdict", faces(dice_set), {"shared": shared}) == expected(dice_set)


@pytest.mark.parametrize("lattice", LATTICES.values(), ids=LATTICES)
@pytest.mark.parametrize("tabled", [False, True])
def test_random_sets_of_random_puzzles(engine_page, lattice, tabled):
    generator = np.random.default_rng(7)
    done = 0
    while done < 30:
        puzzle = random_puzzle(generator, lattice, most_blockers=5, restricted=True)
        if not puzzle.blockers:
            continue
        engine_page.open(puzzle, [searched_unsolvable_table(puzzle)] if tabled else [])
        shared = bool(generator.random() < 0.5)
        dice_set = random_dice(puzzle, generator, shared=shared)
        if len(set().union(*(die.faces for die in dice_set.dice))) < puzzle.blockers:
            continue
        assert engine_page.ask("verdict", faces(dice_set), {"shared": shared}) == expected(dice_set), dice_set
        done += 1


@pytest.mark.parametrize("name", ["calendar", "calendar-weekdays"])
def test_dice_of_regions(engine_page, name):
    puzzle = Puzzle.parse(name)
    engine_page.open(puzzle, [unsolvable_table(puzzle)])
    dice_set = DiceSet.of_masks(puzzle.regions, puzzle)
    assert engine_page.ask("verdict", faces(dice_set)) == expected(dice_set)


def test_a_die_without_a_face_rolls_nothing(engine_page):
    engine_page.open(GENIUS_SQUARE)
    verdict = engine_page.ask("verdict", [[0, 1], [], [2], [3], [4], [5], [6]])
    assert (verdict["rolls"], verdict["failing"], verdict["complete"]) == (0, 0, True)
