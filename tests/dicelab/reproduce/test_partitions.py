"""Board partitions and the reduced sets of boards: Jensen and Treneer, sections 3, 4 and 6."""

from collections.abc import Callable
from itertools import combinations
from math import comb

import numpy as np
import pytest

from dicelab.reproduce.partitions import (
    grids,
    is_reduced,
    moved,
    partitions_of,
    reduced_boards,
    reduced_partitions,
    reduced_size,
    reduced_sizes,
    region_actions,
    regions,
    stabiliser,
    theorem_of,
    whole_rectangle,
)
from solver.errors import GridTooLargeError, InputError
from solver.polyform import Grid, SquareGrid, burnside, images
from solver.polyform.symmetry import representatives

SMALL = grids(16)
LARGER = [(6, 6), (8, 8), (7, 7), (5, 7), (7, 5), (6, 8), (6, 7), (7, 6), (9, 7), (1, 63), (26, 1), (2, 32), (21, 3)]

# Each symmetry done to a board as an array; R90 is counter-clockwise, as numpy's.
ON_ARRAYS: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "e": lambda board: board,
    "R90": np.rot90,
    "R180": lambda board: np.rot90(board, 2),
    "R270": lambda board: np.rot90(board, 3),
    "H": np.flipud,
    "V": np.fliplr,
    "D": np.transpose,
    "D'": lambda board: np.rot90(board, 2).T,
}


def mask_of(board):
    return sum(1 << cell for cell in np.flatnonzero(board.ravel()).tolist())


def random_masks(rows, columns, number, seed):
    """Boards of all numbers of blockers, few and many alike."""
    generator = np.random.default_rng(seed)
    chances = generator.random(number)
    return [generator.random((rows, columns)) < chance for chance in chances]


@pytest.mark.parametrize(("rows", "columns"), SMALL + LARGER)
def test_regions_are_disjoint_and_cover_the_grid(rows, columns):
    found = regions(rows, columns)
    assert sum(found) == SquareGrid(rows, columns).full
    assert np.bitwise_or.reduce(np.array(found, np.uint64)) == SquareGrid(rows, columns).full
    assert all(found)


def test_regions_lie_clockwise_from_the_upper_left():
    draw = SquareGrid(5, 5).draw
    names = "1234NESWc"
    cells = {
        cell: name for name, region in zip(names, regions(5, 5), strict=True) for cell in SquareGrid(5, 5).cells(region)
    }
    assert draw(cells).split() == ["11N22", "11N22", "WWcEE", "44S33", "44S33"]


@pytest.mark.parametrize(("rows", "columns"), [*SMALL, *LARGER])
def test_symmetries_permute_the_regions_as_they_move_boards(rows, columns):
    actions = region_actions(rows, columns)
    assert len(actions) == len(SquareGrid(rows, columns).symmetries)
    for board in random_masks(rows, columns, 10, seed=rows * 100 + columns):
        (counts,) = partitions_of(np.array([mask_of(board)], np.uint64), rows, columns).tolist()
        for name, action in actions.items():
            image = np.array([mask_of(ON_ARRAYS[name](board))], np.uint64)
            assert partitions_of(image, rows, columns).tolist() == [list(moved(tuple(counts), action))]


@pytest.mark.parametrize(("rows", "columns"), SMALL)
def test_theorem_3_1_on_all_boards_of_all_small_grids(rows, columns):
    grid = SquareGrid(rows, columns)
    masks = np.arange(1 << len(grid), dtype=np.uint64)
    blockers = np.bitwise_count(masks)
    least = representatives(masks, grid)
    partitions, which, numbers = np.unique(
        partitions_of(masks, rows, columns), axis=0, return_inverse=True, return_counts=True
    )
    boards_with = dict(zip(map(tuple, partitions.tolist()), numbers.tolist(), strict=True))
    kept = np.array([is_reduced(tuple(counts), rows, columns) for counts in partitions.tolist()])[which]
    # (2) Every orbit is represented.
    assert set(least[kept].tolist()) == set(least.tolist())
    # (3) Equivalent boards of the reduced set share their partition.
    assert len(np.unique(np.stack([least[kept], which[kept].astype(np.uint64)]), axis=1).T) == len(np.unique(least))
    for r in range(len(grid) + 1):
        found = list(reduced_partitions(rows, columns, r))
        # The set is generated whole, ascending, and its size is known beforehand.
        assert reduced_boards(rows, columns, r).tolist() == masks[kept & (blockers == r)].tolist()
        assert reduced_size(rows, columns, r) == sum(partition.boards for partition in found)
        # Weighted by the index of the subgroup that keeps the partition it counts all boards.
        assert sum(partition.boards * partition.index for partition in found) == comb(len(grid), r)
        for partition in found:
            assert len(partition.stabiliser) in {1, 2}
            assert partition.boards == boards_with[partition.counts]


@pytest.mark.parametrize(("rows", "columns"), LARGER)
def test_every_orbit_has_one_partition_in_the_reduced_set_on_larger_grids(rows, columns):
    grid = SquareGrid(rows, columns)
    for board in random_masks(rows, columns, 60, seed=7):
        orbit = images(np.array([mask_of(board)], np.uint64), grid)[:, 0]
        found = {tuple(counts) for counts in partitions_of(orbit, rows, columns).tolist()}
        kept = [counts for counts in found if is_reduced(counts, rows, columns)]
        assert len(kept) == 1
        assert len(found) * group_order(stabiliser(kept[0], rows, columns)) == len(grid.symmetries)


def group_order(generators):
    return {("e",): 1, ("D4",): 8, ("H", "V"): 4, ("D", "D'"): 4}.get(generators, 2)


@pytest.mark.parametrize(("rows", "columns"), [(6, 6), (7, 7), (5, 7), (6, 8), (7, 6), (1, 20), (20, 1), (1, 1)])
def test_sizes_by_burnside_are_those_of_the_listed_partitions(rows, columns):
    for r in {0, 1, 2, 3, 5, rows * columns - 2, rows * columns} & set(range(rows * columns + 1)):
        listed = sum(partition.boards for partition in reduced_partitions(rows, columns, r))
        assert reduced_size(rows, columns, r) == listed


@pytest.mark.parametrize(
    ("rows", "columns", "blockers", "partitions", "boards", "orbits"),
    [
        (6, 6, 7, 20, 1_521_054, 1_044_690),
        (8, 8, 4, 8, 175_516, 79_920),
        (5, 7, 5, 276, 89_278, 81_648),
        (5, 5, 10, 1_221, 467_376, 410_170),
        (6, 8, 3, 5, 4_324, 4_324),
        (6, 7, 6, 115, 1_556_344, 1_312_957),
    ],
)
def test_examples_6_1_to_6_6(rows, columns, blockers, partitions, boards, orbits):
    assert sum(1 for _ in reduced_partitions(rows, columns, blockers)) == partitions
    assert reduced_size(rows, columns, blockers) == boards
    assert burnside(SquareGrid(rows, columns), blockers) == orbits


@pytest.mark.parametrize(
    ("rows", "columns", "blockers", "size", "orbits"),
    [(5, 7, 5, 89_278, 81_648), pytest.param(6, 6, 7, 1_521_054, 1_044_690, marks=pytest.mark.slow)],
)
def test_the_reduced_boards_meet_every_orbit(rows, columns, blockers, size, orbits):
    boards = reduced_boards(rows, columns, blockers)
    assert len(boards) == size
    assert (boards[1:] > boards[:-1]).all()
    assert len(np.unique(representatives(boards, SquareGrid(rows, columns)))) == orbits


def test_table_2_prints_a_partition_that_theorem_4_1_leaves_out():
    # (4,0,2,1) breaks λ2 ≥ λ4; its image (4,1,2,0) under D is missing from the table.
    kept = {partition.counts: partition for partition in reduced_partitions(6, 6, 7)}
    assert (4, 0, 2, 1) not in kept
    assert moved((4, 0, 2, 1), region_actions(6, 6)["D"]) == (4, 1, 2, 0)
    assert (kept[4, 1, 2, 0].subgroup, kept[4, 1, 2, 0].index) == ("⟨e⟩", 8)


def test_a_transposed_grid_has_the_transposed_reduced_set():
    for rows, columns in [(3, 4), (5, 2), (7, 1), (3, 6)]:
        for r in range(4):
            across = reduced_boards(columns, rows, r)
            turned = sorted(
                mask_of(np.array([mask >> cell & 1 for cell in range(rows * columns)]).reshape(columns, rows).T)
                for mask in across.tolist()
            )
            assert reduced_boards(rows, columns, r).tolist() == turned


def test_the_subgroup_of_a_transposed_grid_is_named_as_it_acts_there():
    named = {partition.counts: partition.subgroup for partition in reduced_partitions(3, 2, 2)}
    assert named[1, 1, 0, 0, 0, 0] == "⟨H⟩"
    assert {partition.counts: partition.subgroup for partition in reduced_partitions(2, 3, 2)}[
        1, 1, 0, 0, 0, 0
    ] == "⟨V⟩"


def test_a_single_cell_has_one_board_for_each_number_of_blockers():
    for r in (0, 1):
        (partition,) = reduced_partitions(1, 1, r)
        assert (partition.counts, partition.subgroup, partition.index, partition.boards) == ((r,), "⟨e⟩", 1, 1)
        assert reduced_boards(1, 1, r).tolist() == [r]


def test_the_reduced_set_is_as_large_for_free_cells_as_for_blocked_ones():
    for rows, columns in [*SMALL, (6, 6), (9, 9), (10, 7), (30, 4)]:
        assert reduced_sizes(rows, columns) == reduced_sizes(rows, columns)[::-1]


def test_shapes():
    sides = [(2, 2), (3, 3), (2, 4), (3, 5), (4, 7), (7, 4), (1, 8), (9, 1), (1, 1)]
    assert [theorem_of(*pair) for pair in sides] == ["4.1", "4.3", "4.5", "4.7", "4.9", "4.9", "4.11", "4.11", "4.11"]


def test_bad_input_is_named():
    with pytest.raises(InputError, match="5 blockers on 2x2: use 0 to 4"):
        reduced_size(2, 2, 5)
    with pytest.raises(InputError, match="-1 blockers"):
        list(reduced_partitions(2, 2, -1))
    with pytest.raises(InputError, match="a grid of 0x3"):
        regions(0, 3)
    with pytest.raises(GridTooLargeError, match="65 cells"):
        reduced_boards(5, 13, 2)
    with pytest.raises(GridTooLargeError, match="65 cells"):
        partitions_of(np.zeros(1, np.uint64), 5, 13)
    # Where no masks are needed the grid may be of any size.
    assert sum(regions(9, 9)) == 2**81 - 1
    assert reduced_size(9, 9, 1) == sum(partition.boards for partition in reduced_partitions(9, 9, 1))


def test_combinations_of_cells_are_all_there():
    # The reduced set of one blocker on a row is its first half and its centre.
    assert reduced_boards(1, 9, 1).tolist() == [1 << cell for cell in range(5)]
    assert reduced_boards(1, 4, 2).tolist() == sorted(
        mask for a, b in combinations(range(4), 2) if (mask := 1 << a | 1 << b) != 0b1100
    )


@pytest.mark.parametrize("text", ["triangles@1,0-2", "hexagons@0-2,1", "3x3-B2"])
def test_partitions_are_of_whole_rectangles(text):
    with pytest.raises(InputError, match=f"^board partitions of {text}: they are defined for rectangles of squares"):
        whole_rectangle(Grid.parse(text))
