"""What the page's engine says of a board is what Python says."""

import numpy as np
import pytest

from dicelab.studio.tables import table_of_tilings, unsolvable_table
from solver.census import Census, Content, build_census
from solver.exact_cover.batches import BatchSolver
from solver.polyform import GENIUS_SQUARE, LATTICES, Grid, Puzzle, Tiling, orbit
from solver.polyform.symmetry import images
from tests.random_puzzles import random_puzzle, some_boards

BOARDS = 150
"""For each lattice."""


def cells(puzzle, masks):
    return [list(puzzle.grid.cells(mask)) for mask in masks.tolist()]


def tiling_of(answer, puzzle):
    """Read a tiling of the page; Tiling refuses what is none."""
    kinds = list(puzzle.kinds)
    chosen = [(kinds[one["piece"]], Grid.mask(one["cells"])) for one in answer]
    return Tiling(tuple(mask for _, mask in sorted(chosen, key=lambda lain: kinds.index(lain[0]))), puzzle)


def puzzles_with_boards(lattice, generator, boards):
    """Yield random puzzles with some allowed boards, as many boards in all."""
    while boards > 0:
        puzzle = random_puzzle(generator, lattice, most_cells=24, restricted=True)
        masks = some_boards(puzzle, generator, 100)
        masks = masks[puzzle.allows(masks)][:boards]
        boards -= len(masks)
        if len(masks):
            yield puzzle, masks


@pytest.mark.parametrize("lattice", LATTICES.values(), ids=LATTICES)
def test_tilings_of_random_boards(engine_page, lattice):
    generator = np.random.default_rng(2)
    for puzzle, masks in puzzles_with_boards(lattice, generator, BOARDS):
        engine_page.open(puzzle)
        boards = cells(puzzle, masks)
        counts = BatchSolver(puzzle.problem, len(puzzle.pieces)).counts(masks).tolist()
        found = engine_page.ask_each("count", boards)
        assert [one["tilings"] for one in found] == counts, puzzle
        assert all(one["exact"] for one in found)
        for board, count, answer in zip(boards, counts, engine_page.ask_each("solve", boards), strict=True):
            assert answer["solvable"] == (count > 0), (puzzle, board)
            if count:
                tiling = tiling_of(answer["tiling"], puzzle)
                assert list(puzzle.grid.cells(tiling.board.blockers)) == board


@pytest.mark.parametrize("lattice", LATTICES.values(), ids=LATTICES)
def test_all_tilings_their_cover_and_the_orbit(engine_page, lattice):
    generator = np.random.default_rng(3)
    for puzzle, masks in puzzles_with_boards(lattice, generator, 60):
        engine_page.open(puzzle)
        mask = int(masks[0])
        board = list(puzzle.grid.cells(mask))
        count = int(BatchSolver(puzzle.problem, len(puzzle.pieces)).counts(masks[:1])[0])
        if count > 2000:
            continue
        answer = engine_page.ask("tilings", board, 0, 5000)
        assert answer["complete"]
        tilings = [tiling_of(one, puzzle) for one in answer["tilings"]]
        assert len(tilings) == len({one.masks for one in tilings}) == count
        middle = engine_page.ask("tilings", board, count // 2, 1)
        assert middle["tilings"] == answer["tilings"][count // 2 : count // 2 + 1]
        assert middle["complete"] == (count // 2 + 1 >= count)
        cover = engine_page.ask("cover", board)
        assert cover["tilings"] == count
        shares = np.zeros((len(puzzle.kinds), len(puzzle.grid)))
        for one in answer["tilings"]:
            for laid in one:
                shares[laid["piece"], laid["cells"]] += 1 / count
        np.testing.assert_allclose(cover["pieces"], shares, atol=1e-9)
        turned = set(images(masks[:1], puzzle.grid, puzzle.symmetries).ravel().tolist())
        assert engine_page.ask("orbit", board) == [list(puzzle.grid.cells(one)) for one in sorted(turned)]


def test_boards_of_the_genius_square_and_the_star(engine_page):
    for puzzle in (GENIUS_SQUARE, Puzzle.parse("genius-star")):
        engine_page.open(puzzle)
        masks = some_boards(puzzle, np.random.default_rng(4), 50)
        counts = BatchSolver(puzzle.problem, len(puzzle.pieces)).counts(masks).tolist()
        assert [one["tilings"] for one in engine_page.ask_each("count", cells(puzzle, masks))] == counts


SMALL = ["4x4/3:I1,I2,I3,L3,I4", "3x4/3:I1,I2,I3,L3;free=1-2", "3x4/3:I1,I2,I3,L3;regions=1-4,5-8,9-12"]


@pytest.mark.parametrize("text", SMALL)
def test_where_a_board_stands(engine_page, text, tmp_path):
    puzzle = Puzzle.parse(text)
    census = build_census(puzzle, Content.TILINGS, folder=tmp_path)
    engine_page.open(puzzle, [table_of_tilings(census)])
    masks = some_boards(puzzle, np.random.default_rng(5), 1000)
    masks = masks[puzzle.allows(masks)]
    tilings = census.tilings(masks).astype(int)
    solvable = tilings[tilings > 0]
    assert len(masks) == census.boards
    for board, own, found in zip(
        cells(puzzle, masks), tilings.tolist(), engine_page.ask_each("standing", cells(puzzle, masks)), strict=True
    ):
        fewer, equal, more = ((solvable < own).sum(), (solvable == own).sum(), (solvable > own).sum())
        assert found == {"tilings": own, "fewer": fewer, "equal": equal, "more": more, "of": len(solvable)}, board
    single = engine_page.ask("withTilings", {"fewest": 1, "most": 3}, 0, 1000)
    listed = [Grid.mask(one["board"]) for one in single["boards"]]
    few = {int(mask) for mask, own in zip(masks, tilings, strict=True) if 1 <= own <= 3}
    assert few == {one for mask in listed for one in orbit_of(mask, puzzle)}
    assert single["orbits"] == len(listed) == len(set(listed))
    drawn = engine_page.ask("random", {"difficulty": {"fewest": 1, "most": 3}})
    assert Grid.mask(drawn["board"]) in few


def orbit_of(mask, puzzle):
    return set(images(np.array([mask], np.uint64), puzzle.grid, puzzle.symmetries).ravel().tolist())


def test_random_boards_of_a_band(engine_page):
    engine_page.open(GENIUS_SQUARE, [unsolvable_table(GENIUS_SQUARE), table_of_tilings(Census.load(GENIUS_SQUARE))])
    # The difficulties as `dicelab boards` has them.
    assert 1 <= engine_page.ask("random", {"difficulty": "extreme"})["tilings"] <= 50
    drawn = engine_page.ask("random", {"difficulty": "easy"})
    assert engine_page.ask("count", drawn["board"])["tilings"] == drawn["tilings"] > 1000
    assert len(orbit(Grid.mask(drawn["board"]), GENIUS_SQUARE.grid)) == len(engine_page.ask("orbit", drawn["board"]))
    assert engine_page.ask("withTilings", {"fewest": 1, "most": 1}, 0, 5)["orbits"] == len(
        [answer for answer in Census.load(GENIUS_SQUARE).answers.tolist() if answer == 1]
    )
