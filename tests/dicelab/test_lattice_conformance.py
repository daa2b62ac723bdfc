"""Random puzzles of each lattice: all backends, the census, the grand total, the rules and plain geometry agree."""

from __future__ import annotations

from cmath import rect
from collections.abc import Iterator
from itertools import combinations
from math import pi, sqrt

import numpy as np
import pytest

from dicelab.reasons.explain import EXPLANATIONS, QUICK, Verdict, explain
from dicelab.verifying.tilings import settle
from solver.census import METHODS, Content, build_census
from solver.census.grand_total import grand_total
from solver.errors import InputError
from solver.exact_cover import BACKENDS, Status, backend
from solver.polyform import HEXAGONS, TRIANGLES, Grid, Lattice, Piece, Puzzle, placements
from tests.random_puzzles import EVERY_LATTICE, random_puzzle, some_boards

LATTICE = pytest.mark.parametrize("lattice", EVERY_LATTICE, ids=str)
BOARDS = 12

Point = tuple[int, int]


def centre(point: Point, lattice: Lattice) -> complex:
    """Return the centre of a cell in the plane, by the definition of its lattice; edges have length 1."""
    row, column = point
    if lattice is TRIANGLES:
        up = (row + column) % 2 == 0
        return complex(column / 2, (row + (2 if up else 1) / 3) * sqrt(3) / 2)
    if lattice is HEXAGONS:
        return complex(column * sqrt(3) / 2, row * 3 / 2)
    return complex(column, row)


def rounded(place: complex) -> tuple[int, int]:
    return round(place.real * 1000), round(place.imag * 1000)


def lying(piece: Piece, grid: Grid) -> set[int]:
    """Return the placements of a piece: turn and turn over its centres, and move them onto the centres of the grid."""
    cell_at = {rounded(centre(point, grid.lattice)): cell for cell, point in enumerate(grid.points)}
    shape = [centre(point, piece.lattice) for point in piece.shape]
    found = set()
    for twelfth in range(12):
        for sides in (False, True) if piece.flips else (False,):
            turned = [(place.conjugate() if sides else place) * rect(1, twelfth * pi / 6) for place in shape]
            for point in grid.points:
                by = centre(point, grid.lattice) - turned[0]
                cells = [cell_at.get(rounded(place + by)) for place in turned]
                if None not in cells:
                    found.add(sum(1 << cell for cell in cells if cell is not None))
    return found


def tilings(free: int, ways: list[set[int]], left: list[int]) -> int:
    """Count the tilings of some cells: the lowest of them is covered by each placement in turn."""
    if not free:
        return 1
    lowest, found = free & -free, 0
    for kind, masks in enumerate(ways):
        if left[kind]:
            left[kind] -= 1
            found += sum(tilings(free & ~mask, ways, left) for mask in masks if mask & lowest and not mask & ~free)
            left[kind] += 1
    return found


def every_board(puzzle: Puzzle) -> Iterator[int]:
    return (Grid.mask(chosen) for chosen in combinations(range(len(puzzle.grid)), puzzle.blockers))


def random_games(lattice: Lattice, seed: int, number: int) -> Iterator[tuple[Puzzle, np.random.Generator]]:
    generator = np.random.default_rng([seed, lattice.colours, lattice.edges])
    while number:
        puzzle = random_puzzle(generator, lattice, most_blockers=3, most_cells=13, restricted=True)
        # Few of the smallest: there is little that programs could disagree about.
        if puzzle.boards >= 30 or generator.random() < 0.05:
            number -= 1
            yield puzzle, generator


def assert_agreement(puzzle: Puzzle, generator: np.random.Generator, folder) -> tuple[int, int]:
    """Hold all programs to plain geometry; return how many of the boards have a tiling, and how many have none."""
    ways = [lying(piece, puzzle.grid) for piece in puzzle.kinds]
    for piece, masks in zip(puzzle.kinds, ways, strict=True):
        assert set(placements(piece, puzzle.grid)) == masks
    left = list(puzzle.kinds.values())
    known = {mask: tilings(puzzle.grid.full & ~mask, ways, left) for mask in every_board(puzzle)}
    every = np.array(list(known), np.uint64)
    counts = np.array(list(known.values()), np.uint64)

    plain = puzzle.unrestricted
    assert grand_total(plain) == counts.sum()
    assert grand_total(puzzle) == counts[puzzle.allows(every)].sum()
    for content in Content:
        for method in METHODS:
            try:
                census = build_census(plain, content, folder=folder / f"{content}-{method}", method=method)
            except InputError:
                assert method != "searches"
                continue
            assert np.array_equal(census.is_solvable(every), counts > 0)
            if content is Content.TILINGS:
                assert np.array_equal(census.tilings(every), counts)

    solvable = every[counts > 0]
    for rule in EXPLANATIONS:
        sample = solvable if rule in QUICK else solvable[:: len(solvable) // BOARDS + 1]
        assert not rule.rejects(sample, puzzle).any(), rule.name
    boards = some_boards(puzzle, generator, BOARDS)
    tiled = np.array([known[mask] > 0 for mask in boards.tolist()])
    for name in (name for name, described in BACKENDS.items() if described.is_installed):
        for mask in boards.tolist():
            problem, _ = puzzle.board_problem(mask)
            count = backend(name).count(problem)
            assert count.solutions == known[mask], name
            assert (count.status is Status.SOLVED) == (known[mask] > 0)
        assert np.array_equal(settle(puzzle, boards, name).placed[:, 0] >= 0, tiled), name
    for mask in every[puzzle.allows(every)][-4:].tolist():
        assert (explain(mask, puzzle).verdict is Verdict.SOLVABLE) == (known[mask] > 0)
    return int(tiled.sum()), int((~tiled).sum())


@LATTICE
def test_a_random_puzzle_agrees_over_all_programs(lattice, tmp_path):
    yes, no = 0, 0
    for number, (puzzle, generator) in enumerate(random_games(lattice, 5, 3)):
        one, other = assert_agreement(puzzle, generator, tmp_path / str(number))
        yes, no = yes + one, no + other
    assert yes
    assert no


@pytest.mark.slow
@LATTICE
def test_many_random_puzzles_agree_over_all_programs(lattice, tmp_path):
    for number, (puzzle, generator) in enumerate(random_games(lattice, 100, 10)):
        assert_agreement(puzzle, generator, tmp_path / str(number))


@LATTICE
def test_the_random_puzzles_are_of_all_kinds(lattice):
    puzzles = [puzzle for puzzle, _ in random_games(lattice, 100, 60)]
    assert any(not lattice.connected(puzzle.grid.points) for puzzle in puzzles)
    assert any(not piece.flips for puzzle in puzzles for piece in puzzle.pieces)
    assert any(puzzle.always_free and not puzzle.regions for puzzle in puzzles)
    assert any(len(puzzle.regions) > 1 for puzzle in puzzles)
    assert any(len(puzzle.kinds) < len(puzzle.pieces) for puzzle in puzzles)
    assert any(puzzle.boards == 1 for puzzle in puzzles)
