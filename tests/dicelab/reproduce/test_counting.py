"""The counts by hand against the programs."""

from fractions import Fraction

import numpy as np
import pytest

from dicelab.dice import DiceSet, catalogue_set
from dicelab.reproduce.claim import percent, rounded
from dicelab.reproduce.claims.goralczyk import tilings_by, tilings_by_layers
from dicelab.reproduce.claims.jensen import automorphisms, passed_steps, steps_by_neighbours, subsets_of_a_box
from dicelab.reproduce.claims.jensen_treneer_figures import boards_by_packing
from dicelab.reproduce.computations import Computations, puzzle_of
from dicelab.reproduce.ratios import ratio_by_listing, ratios, ratios_by_recurrence
from solver.census import board_masks
from solver.polyform import Board, Puzzle, burnside


def test_rounding_is_by_hand():
    assert rounded(Fraction(5, 1000), 2) == "0.01"
    assert rounded(1.1854, 2) == "1.19"
    assert percent(79_920, 635_376, 2) == "12.58 %"
    assert percent(1, 4, 0) == "25 %"


@pytest.mark.parametrize(
    ("text", "board"),
    [
        ("4x4/0:4*L4", ""),
        ("4x4/4:4*L3", "A1 A4 D1 D4"),
        ("3x4/1:I1,2*I2,2*L3", "B2"),
        ("genius-square", "A2 B1 A5 B6 C3 C4 D3"),
    ],
)
def test_layers_count_as_the_reference_does(text, board):
    puzzle = Puzzle.parse(text)
    assert tilings_by_layers(puzzle, board) == tilings_by("brute-force", puzzle, board)


def test_packings_leave_the_solvable_boards():
    puzzle = Puzzle.parse("3x4/5:I1,I2,L4")
    boards = board_masks(0, 792, 12, 5)
    solvable = [b for b in boards.tolist() if tilings_by("brute-force", puzzle, Board(b, puzzle.grid).format())]
    assert sorted(boards_by_packing(puzzle).tolist()) == solvable


@pytest.mark.parametrize("text", ["4x4/5:I1,I2,L4,T4", "3x5/6:I1,L4,T4", "4x5/5:5*L3", "4x6/4:5*O4"])
def test_classes_and_reduced_set_agree(text, monkeypatch, tmp_path):
    monkeypatch.setenv("DICELAB_CACHE", str(tmp_path))
    shared, puzzle = Computations(), puzzle_of(text)
    classes, reduced = shared.classes(text), shared.reduced(text)
    unsolvable = len(shared.census(text).unsolvable_boards)
    assert len(classes) == len(reduced)
    assert sum(one.boards for one in classes) == sum(partition.boards for partition in reduced)
    assert sum(one.unsolvable for one in classes) == sum(reduced.values())
    assert sum(one.all_unsolvable for one in classes) == unsolvable
    assert sum(partition.index * number for partition, number in reduced.items()) == unsolvable
    proof = shared.proof(text, by_colour=True)
    assert proof.refuted == unsolvable
    assert proof.tiled + proof.refuted == len(shared.census(text).solvable)
    assert sum(proof.orbits) == burnside(puzzle.grid, puzzle.blockers)


def test_free_polyominoes_of_a_box():
    # OEIS A000105.
    assert [subsets_of_a_box(order) for order in range(1, 6)] == [1, 1, 2, 5, 12]


def test_symmetries_of_squares():
    assert [automorphisms(side) for side in (3, 5)] == [8, 8]


@pytest.mark.parametrize("name", ["default", "theorem-5.3", "goralczyk"])
def test_the_procedure_read_twice(name):
    assert steps_by_neighbours(catalogue_set(name))[0] == passed_steps(catalogue_set(name))


def test_the_procedure_read_twice_on_dice_dealt_out():
    generator = np.random.default_rng(0)
    for _ in range(50):
        cells = generator.permutation(36)
        masks = [sum(1 << int(cell) for cell in cells[die::7]) for die in range(7)]
        dice_set = DiceSet.of_masks(masks)
        assert steps_by_neighbours(dice_set)[0] == passed_steps(dice_set)


def test_ratios_three_ways():
    for blockers in range(9):
        listed = ratio_by_listing(4, 4, blockers)
        assert listed == ratios(4, 4)[blockers] == ratios_by_recurrence(4, 4)[blockers]
    assert ratio_by_listing(2, 4, 2) == ratios(2, 4)[2] == ratios_by_recurrence(2, 4)[1]
