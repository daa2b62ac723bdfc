"""The search without a census: what it learns holds, what it finds is whole, and workers change nothing."""

from __future__ import annotations

import math
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dicelab
from dicelab.dice import catalogue_set
from dicelab.errors import DiceError, DicelabError
from dicelab.score.forbidden import masks_of, owners, rolls_of
from dicelab.score.nogoods import NogoodBoards
from dicelab.search.design import learning
from dicelab.search.design.learning import LearningSearch, learns
from dicelab.search.design.learning_tasks import (
    BLOCK,
    ENOUGH,
    block_count,
    block_of,
    drawn_numbers,
    look_at,
    require_tilings,
)
from dicelab.search.design.search_state import DesignState
from dicelab.search.design.settings import DesignSettings
from dicelab.search.question import Question
from solver.exact_cover.backends.bitmask import Bitmask
from solver.exact_cover.batches import BatchSolver
from solver.nogoods import Nogood, Relaxation
from solver.polyform import Grid, Puzzle
from solver.runs import threads

# 4,426,165,368 boards, which no census holds.
LARGE = "8x8/8:I1,2*I2,I3,L3,I4,L4,O4,S4,T4,P5,V5,L5,N5,Y5"


def searched(settings: DesignSettings, jobs: int = 1, epochs: int = 60) -> DesignState:
    search = LearningSearch(settings)
    states = [search.start()]
    for state in search.epochs(states[0], threads(jobs)):
        states.append(state)
        if state.epoch == epochs:
            break
    return states[-1]


@pytest.fixture
def few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no set is, each move is in vain."""
    monkeypatch.setattr(learning, "STEPS", 200)


def solvable(puzzle: Puzzle, boards: np.ndarray, tilings: int = 1) -> np.ndarray:
    return BatchSolver(puzzle.problem, len(puzzle.pieces)).counts(boards, tilings) >= tilings


def test_a_puzzle_whose_census_is_at_hand_is_not_learnt() -> None:
    assert not learns(Question("genius-square", (6, 5, 5, 5, 5, 5, 5)))
    assert learns(Question(LARGE, (3,) * 8))


@pytest.mark.parametrize(
    ("puzzle", "sizes"),
    [
        ("genius-square", (6, 5, 5, 5, 5, 5, 5)),
        ("genius-square", (4, 4, 4, 4, 4, 4, 4)),
        ("4x5/5:I1,T4,L4,2*L3", (3, 3, 3, 3, 3)),
        ("4x4/4:I1,I3,2*L4", (4, 4, 4, 4)),
    ],
)
def test_all_rolls_of_what_is_found_have_tilings(puzzle: str, sizes: tuple[int, ...]) -> None:
    question = Question(puzzle, sizes)
    state = searched(DesignSettings(question, members=1))
    by_census = dicelab.design(puzzle=puzzle, sizes=sizes, jobs=1)
    if by_census.status == "infeasible":
        assert not state.dice
        return
    assert state.status == by_census.status == "found"
    assert question.broken(state.dice) is None
    rolls = rolls_of(np.array(state.dice, np.uint64))
    assert len(rolls) == math.prod(sizes)
    assert solvable(question.puzzle, rolls).all()


@pytest.mark.parametrize("name", ["default", "theorem-5.3"])
def test_a_planted_set_is_found(name: str) -> None:
    """All dice of a published set are given but two, which share out their cells."""
    planted = catalogue_set(name)
    grid = planted.puzzle.grid
    given = tuple(f"fix={grid.label(cell)}={n}" for n, die in enumerate(planted.dice[:5], 1) for cell in die.cells)
    question = Question("genius-square", planted.sizes, constraints=given)
    state = searched(DesignSettings(question, members=1))
    assert state.status == "found"
    assert state.dice[:5] == tuple(planted.masks[:5])
    assert solvable(planted.puzzle, rolls_of(np.array(state.dice, np.uint64))).all()


@pytest.mark.usefixtures("few_steps")
@pytest.mark.parametrize("tilings", [2, 3])
@pytest.mark.parametrize(
    ("puzzle", "sizes"),
    [
        ("3x4/4:2*I1,2*I3", (2, 2, 2, 2)),
        ("4x4/4:I1,I3,2*L4", (2, 2, 2, 2)),
        ("4x4/4:I1,I3,2*L4", (4, 4, 4, 4)),
        ("4x5/5:I1,T4,L4,2*L3", (2, 2, 2, 2, 2)),
    ],
)
def test_rolls_have_the_tilings_that_are_asked_for(puzzle: str, sizes: tuple[int, ...], tilings: int) -> None:
    question = Question(puzzle, sizes, tilings)
    state = searched(DesignSettings(question, members=1))
    assert state.status == dicelab.design(puzzle=puzzle, sizes=sizes, min_tilings=tilings, jobs=1).status
    assert state.nogoods
    for pair in state.nogoods:
        Relaxation(question.puzzle, tilings).confirm(Nogood(*pair))
    if state.dice:
        rolls = rolls_of(np.array(state.dice, np.uint64))
        assert solvable(question.puzzle, rolls, tilings).all()


@pytest.mark.usefixtures("few_steps")
@pytest.mark.parametrize(
    ("puzzle", "sizes"),
    [("3x4/4:2*I1,2*I3", (2, 2, 2, 2)), ("4x4/4:I1,I3,2*L4", (4, 4, 4, 4))],
)
def test_the_fewest_tilings_end_where_a_census_says(puzzle: str, sizes: tuple[int, ...]) -> None:
    by_census = dicelab.design(puzzle=puzzle, sizes=sizes, maximize="fewest", jobs=1)
    question = Question(puzzle, sizes, objectives=("fewest:max",))
    state = searched(DesignSettings(question, members=1))
    assert (state.status, state.value) == (by_census.status, by_census.value)
    if state.dice:
        rolls = rolls_of(np.array(state.dice, np.uint64))
        assert solvable(question.puzzle, rolls, int(by_census.value or 0)).all()
        assert state.bound == state.value
    assert state.proof
    assert state.proof.question == Question(puzzle, sizes, 1 + int(state.value or 0))


def test_the_fewest_tilings_climb_on_a_board_too_large_for_a_census() -> None:
    question = Question(LARGE, (1,) * 7 + (2,), objectives=("fewest:max",))
    assert learns(question)
    assert not learns(Question(LARGE, (3,) * 8, 1_001))
    assert not learns(Question(LARGE, (3,) * 8, objectives=("variation:min",)))
    state = searched(DesignSettings(question, members=1))
    assert (state.status, state.value, state.finished) == ("found", 1_000, True)
    assert solvable(question.puzzle, rolls_of(np.array(state.dice, np.uint64)), 1_000).all()


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"min_tilings": 1_001}, "--min-tilings 1,001, which is not from 1 to 1,000, needs the tilings"),
        ({"minimize": "variation"}, "--minimize variation needs the tilings of all .* evolve --objective"),
    ],
)
def test_what_needs_a_census_says_what_goes_without(asked: dict[str, Any], message: str) -> None:
    with pytest.raises(DiceError, match=message):
        dicelab.design(puzzle=LARGE, sizes=(3,) * 8, jobs=1, **asked)


def test_every_nogood_that_is_learnt_holds() -> None:
    state = searched(DesignSettings(Question("genius-square", (6, 5, 5, 5, 5, 5, 5)), members=1), epochs=3)
    puzzle, generator = Puzzle.parse("genius-square"), np.random.default_rng(1)
    boards = np.array([Grid.mask(generator.permutation(36)[:7].tolist()) for _ in range(30_000)], np.uint64)
    ruled_out = np.zeros(len(boards), np.bool_)
    assert state.nogoods
    for blocked, free in state.nogoods:
        ruled_out |= (boards & np.uint64(blocked) == blocked) & (boards & np.uint64(free) == 0)
    assert ruled_out.any()
    assert not solvable(puzzle, boards[ruled_out]).any()


def test_workers_change_nothing() -> None:
    settings = DesignSettings(Question("genius-square", (5, 5, 5, 5, 5, 5, 5), constraints=("fix=A1=1",)), seed=3)
    assert searched(settings, 1) == searched(settings, 2)


@pytest.mark.parametrize("sizes", [(6, 5, 4), (3,) * 8, (40, 30, 20, 15, 2)])
def test_the_blocks_of_a_set_are_all_of_its_rolls(sizes: tuple[int, ...]) -> None:
    if sum(sizes) > 64:
        # Cells don't matter here, only their numbers.
        blocks, one = block_count(sizes), math.prod(sizes) // block_count(sizes)
        assert (blocks * one, one <= BLOCK) == (math.prod(sizes), True)
        return
    cells = np.random.default_rng(0).permutation(64)[: sum(sizes)]
    owner = np.full(64, -1, np.int64)
    owner[cells] = np.repeat(np.arange(len(sizes)), sizes)
    dice = tuple(masks_of(owner, len(sizes)).tolist())
    found = []
    for block in range(block_count(sizes)):
        prefix, rest = block_of(dice, block)
        found.append(rolls_of(np.array(rest, np.uint64)) | np.uint64(prefix))
    assert np.concatenate(found).tolist() == rolls_of(np.array(dice, np.uint64)).tolist()


def test_drawn_numbers_are_all_rolls_where_these_are_few() -> None:
    assert drawn_numbers((3, 3, 2), 18, np.random.default_rng(0)).tolist() == list(range(18))
    few = drawn_numbers((3, 3, 2), 5, np.random.default_rng(0)).tolist()
    assert 0 < len(few) <= 5
    assert few == sorted(set(few) & set(range(18)))


def test_a_trade_changes_the_nogoods_that_are_rolled_as_it_says() -> None:
    puzzle, generator = Puzzle.parse("4x4/4:3*O4"), np.random.default_rng(0)
    relaxation = Relaxation(puzzle)
    boards = np.array([Grid.mask(generator.permutation(16)[:4].tolist()) for _ in range(60)], np.uint64)
    failing = boards[~solvable(puzzle, boards)].tolist()
    forbidden = NogoodBoards(puzzle, [relaxation.nogood(board, place % 3) for place, board in enumerate(failing[:9])])
    for _ in range(20):
        sizes = generator.integers(1, 4, 4)
        owner = np.full(16, -1, np.int64)
        owner[generator.permutation(16)[: sizes.sum()]] = np.repeat(np.arange(4), sizes)
        dice = masks_of(owner, 4)
        changes = forbidden.swap_changes(dice)
        for a, b in zip(*np.nonzero(owner[:, None] != owner[None, :]), strict=True):
            traded = owner.copy()
            traded[[a, b]] = traded[[b, a]]
            after = forbidden.rolled(np.stack([dice, masks_of(traded, 4)]))
            assert after[1] - after[0] == changes[a, b]
        rolled = {int(mask) for mask in forbidden.rolled_boards(dice)}
        assert len(rolled) == forbidden.rolled(dice[None])[0]
        on = owners(dice, 16)
        assert all(len({on[cell] for cell in Grid.cells(mask)} - {-1}) == mask.bit_count() for mask in rolled)


def test_dice_of_a_board_too_large_for_a_census() -> None:
    outcome = dicelab.design(puzzle=LARGE, sizes=(3,) * 8, jobs=1)
    assert outcome.status == "found"
    assert outcome.confirmed
    assert dicelab.verify(outcome.sets[0], jobs=1).always_solvable


def test_every_roll_of_a_large_board_has_two_tilings() -> None:
    outcome = dicelab.design(puzzle=LARGE, sizes=(2,) * 8, min_tilings=2, jobs=1)
    assert (outcome.status, outcome.confirmed) == ("found", True)
    assert "256 rolls, each of which has at least 2 tilings; all were checked" in " ".join(outcome.text.split())
    (found,) = outcome.sets
    assert solvable(found.puzzle, rolls_of(np.array(outcome.state.dice, np.uint64)), 2).all()


# 72 cells, which are no 64-bit mask; one isolated cell leaves no tiling.
BEYOND = "8x9/7:2*I2,4*I3,3*L3,3*L4,4*T4,S4,I4,O4"


def test_a_part_of_a_large_board_has_its_nogoods() -> None:
    puzzle, generator = Puzzle.parse(BEYOND), np.random.default_rng(0)
    grid = puzzle.grid
    nogoods = [Nogood.of(puzzle, "A2 B1 G9 H8", "A1 H9"), Nogood.of(puzzle, "B3 C2 C4 A9", "C3")]
    images = {image for one in nogoods for image in one.orbit(puzzle)}
    assert len(images) == 6
    question = Question(BEYOND, (6,) * 7)
    for _ in range(30):
        cells = generator.permutation(72).reshape(-1, 6)[:7].tolist()
        dice = tuple(map(grid.mask, cells))
        asked = question.with_room(dice, generator)
        part = asked.puzzle.grid
        assert len(part) == 64
        assert all(grid.label(cell) in part.cell_labels for die in cells for cell in die)
        die_of = {cell: number for number, die in enumerate(cells) for cell in die}
        rolled = sum(
            len({die_of[cell] for cell in Grid.cells(one.blocked) if cell in die_of}) == one.blocked.bit_count()
            for one in images
        )
        there = np.array([[grid.moved(mask, part) for mask in dice]], np.uint64)
        assert NogoodBoards(puzzle, nogoods).on(asked.puzzle).rolled(there) == [rolled]
        assert [part.moved(int(mask), grid) for mask in there[0]] == list(dice)


def test_dice_of_boards_of_more_than_64_cells_have_tilings(tmp_path: Path) -> None:
    question = Question(BEYOND, (3, 3, 3, 2, 2, 2, 2), constraints=("fix=A1=2", "fix=H9=off", "connected"))
    outcome = dicelab.design(
        puzzle=BEYOND, sizes=question.sizes, constraint=question.constraints, members=2, seed=2, jobs=1, out=tmp_path
    )
    state = outcome.state
    assert state == searched(DesignSettings(question, members=2, seed=2), 2)
    assert (outcome.status, outcome.confirmed) == ("found", True)
    assert dicelab.load(tmp_path / "design.json") == outcome.sets[0]
    assert dicelab.design(resume=tmp_path, jobs=1).state == state
    assert state.nogoods
    grid, puzzle = question.puzzle.grid, question.puzzle
    assert question.broken(state.dice) is None
    assert state.dice[1] & 1 << grid.cell("A1")
    assert not any(mask >> grid.cell("H9") & 1 for mask in state.dice)
    for blocked, free in state.nogoods:
        Relaxation(puzzle).confirm(Nogood(blocked, free))
    for roll in product(*map(Grid.cells, state.dice)):
        assert Bitmask().solve(puzzle.board_problem(grid.mask(roll))[0]).solution is not None


def test_dice_of_a_large_board_may_have_no_choice() -> None:
    # The first column of ten rows of ten, whose other cells must stay free.
    free = "+".join(f"{10 * row + 2}-{10 * row + 10}" for row in range(10))
    outcome = dicelab.design(puzzle=f"10x10/10:30*I3;free={free}", sizes=(1,) * 10, jobs=1)
    assert outcome.status == "found"
    assert sorted(outcome.sets[0].labels()) == [[f"{row}1"] for row in "ABCDEFGHIJ"]


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"min_tilings": 2}, "min-tilings 2: a board of 72 cells"),
        ({"objectives": ("variation:min",)}, "variation:min: a board of 72 cells"),
        ({"constraints": ("invariant=rotate-180",)}, "invariant: a board of 72 cells"),
        ({"sizes": (10,) * 7}, "70 cells: on a board of 72 cells use at most 64"),
        ({"sizes": (6, 6), "shared_cells": True}, "give 7 numbers"),
        ({"shared_cells": True}, "shared cells: a board of 72 cells"),
    ],
)
def test_of_large_boards_only_always_solvable_dice_are_asked(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(DiceError, match=message):
        Question(**{"puzzle_text": BEYOND, "sizes": (6,) * 7, **fields})


def test_evolution_names_the_verb_that_takes_a_large_board() -> None:
    with pytest.raises(DiceError, match="72 cells: evolve takes at most 64; use dicelab design"):
        dicelab.evolve(puzzle=BEYOND, sizes=(3,) * 7, jobs=1)


def test_failing_rolls_count_wherever_they_are_in_a_sample() -> None:
    puzzle = Puzzle.parse("genius-square")
    whole = [sorted(die.cells)[:3] for die in catalogue_set("default").dice]
    dice = tuple(Grid.mask(cells) for cells in whole)
    boards = rolls_of(np.array(dice, np.uint64))
    tilings = BatchSolver(puzzle.problem, len(puzzle.pieces)).counts(boards)
    hardest, fewest = int(tilings.argmin()), int(tilings.min())
    assert (tilings == fewest).sum() < ENOUGH
    # The hardest roll comes first, in a part of its own among larger ones.
    rolls = np.concatenate([[hardest], np.flatnonzero(np.arange(len(boards)) != hardest)])
    looked = look_at(puzzle, 0, dice, rolls, fewest + 1)
    assert sorted(looked.failing.tolist()) == sorted(boards[tilings == fewest].tolist())
    assert (looked.number, looked.fewest) == (len(boards), fewest)
    question = Question("genius-square", tuple(map(len, whole)))
    require_tilings(question, dice, fewest, jobs=1)
    with pytest.raises(DicelabError, match=f"fewer than {fewest + 1:,} tilings"):
        require_tilings(question, dice, fewest + 1, jobs=1)
