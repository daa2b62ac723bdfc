"""Dice where the cells of some may not be blocked, and where each die has a region; on every lattice."""

from math import gcd

import numpy as np
import pytest

from dicelab.dice import DiceSet
from dicelab.errors import DiceError
from dicelab.score.forbidden import Completions, ForbiddenBoards, completing_cells, masks_of, owners, rolls_of
from dicelab.score.placement_domain import even_sizes, places_of, require_sizes
from dicelab.search.constraints import Fix, Invariant
from dicelab.search.constraints.shape import symmetries_of
from dicelab.search.design.settings import DesignSettings
from dicelab.search.evolve.candidates import blend, random_genome, swap_cells
from dicelab.search.evolve.settings import EvolutionSettings
from dicelab.search.moves import moves_of
from dicelab.search.question import Question
from solver.census import Census
from solver.polyform import Puzzle
from solver.polyform.lattice import LATTICES
from solver.polyform.symmetry import images

SQUARES = "4x4/4:I1,I2,I3,L3,I3"
TRIANGLES = "triangles@2-4,1-5,1-5,2-4/3:I1,I2,I3,I3,I4"
HEXAGONS = "hexagons@2-6,1-7,0-8,1-7,2-6/4:I1,I2,I3,V3,T3,I3"
FREE = TRIANGLES + ";free=1+16"
REGIONS = "triangles@2-4,1-5,1-5,2-4/2:I1,I2,I3,I3,I5;regions=1-8,9-16"


@pytest.mark.parametrize("text", [SQUARES, TRIANGLES, HEXAGONS])
def test_both_tables_of_forbidden_boards_say_the_same(text):
    puzzle = Puzzle.parse(text)
    census = Census.load(puzzle, "solvability")
    listed = ForbiddenBoards(puzzle, census.unsolvable_boards)
    looked_up = Completions(puzzle, completing_cells(census))
    assert listed.number == looked_up.number > 0
    assert (listed.boards == looked_up.boards).all()
    assert looked_up.forbids(listed.boards).all()
    generator = np.random.default_rng(0)
    sizes = even_sizes(puzzle, 4)
    dice = masks_of(np.array([random_genome(sizes, len(puzzle.grid), generator) for _ in range(20)]), len(sizes))
    assert (listed.rolled(dice) == looked_up.rolled(dice)).all()
    for one in dice[:5]:
        assert (listed.rolled_boards(one) == looked_up.rolled_boards(one)).all()
        assert (listed.swap_changes(one) == looked_up.swap_changes(one)).all()


@pytest.mark.parametrize("text", [FREE, REGIONS])
def test_genomes_keep_to_their_places(text):
    puzzle = Puzzle.parse(text)
    sizes = (4, 4, 3) if text == FREE else (6, 5)
    places, cells, generator = places_of(puzzle), np.arange(len(puzzle.grid)), np.random.default_rng(0)
    moves = moves_of(Question(text, sizes, 0))
    dealt = [moves.deal(generator) for _ in range(2)]
    mother, father = (owners(one, len(puzzle.grid)).astype(np.int8) for one in dealt if one is not None)
    for child in (mother, father, blend(mother, father, generator, puzzle.regions)):
        for _ in range(30):
            assert places[cells, child].all()
            assert tuple(np.bincount(child[child >= 0])) == sizes
            assert puzzle.allows(rolls_of(masks_of(child, len(sizes)))).all()
            child = swap_cells(child, generator, places)


@pytest.mark.parametrize("text", [FREE, REGIONS])
def test_deals_of_a_design_keep_to_their_places(text):
    sizes = (4, 4, 3) if text == FREE else (6, 5)
    generator = np.random.default_rng(0)
    for invariant in ((), ("rotate-180",) if text == FREE else ("mirror-left-right",)):
        asked = (4, 4, 2) if text == FREE and invariant else sizes
        question = Question.of(text, asked, *map(Invariant, invariant))
        dealt = moves_of(question).deal(generator)
        assert dealt is not None
        assert question.broken(tuple(dealt.tolist())) is None


def test_cells_that_stay_free_are_on_no_die():
    assert even_sizes(Puzzle.parse(FREE)) == (5, 5, 4)
    with pytest.raises(DiceError, match="14 of the board may be blocked"):
        require_sizes((5, 5, 5), Puzzle.parse(FREE))
    with pytest.raises(DiceError, match="does not let 1 be on that die"):
        Question.of(FREE, (4, 4, 4), Fix(0, 1))


def test_where_the_regions_are_the_dice_there_is_nothing_to_design():
    for settings in (EvolutionSettings.of, lambda given: DesignSettings(Question(given["puzzle"], (8, 8)))):
        with pytest.raises(DiceError, match="the dice of this puzzle are its regions"):
            settings({"puzzle": REGIONS})
    with pytest.raises(DiceError, match="die 1 has 9 cells of a region of 8"):
        require_sizes((9, 4), Puzzle.parse(REGIONS))


def test_only_symmetries_that_keep_the_regions_make_a_class():
    puzzle = Puzzle.parse(REGIONS)
    assert set(symmetries_of(puzzle)) == {"mirror-left-right", "mirror-top-bottom", "rotate-180"}
    one = DiceSet.of_masks([0b1, 1 << 15], puzzle)
    turned = {
        DiceSet.of_masks(sorted(dice), puzzle).class_key()
        for dice in images(np.array(one.masks, np.uint64), puzzle.grid, puzzle.symmetries).tolist()
    }
    assert turned == {one.class_key()}


@pytest.mark.parametrize("lattice", LATTICES.values(), ids=LATTICES)
def test_names_of_turns_say_their_order(lattice):
    names = lattice.turn_names
    assert len(set(names)) == len(lattice.turns)
    for name, turn in zip(names, lattice.turns, strict=True):
        points = [(0, 0), (0, 2), (1, 3), (2, 2)]
        degrees = int(name.removeprefix("rotate-")) if name.startswith("rotate") else 0
        order = 2 if name.startswith("mirror") else 360 // gcd(360, degrees)
        moved = points
        for step in range(1, order + 1):
            moved = [turn(point) for point in moved]
            assert (moved == points) == (step == order), name
