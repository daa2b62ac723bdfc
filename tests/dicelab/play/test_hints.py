"""Hints are true: each is held to all tilings, which brute force finds."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from dicelab.play import Completion, Hint, HintStep, HintStrategy, Placement, Position, complete, hint, tally
from dicelab.solving.rolling import roll
from solver.exact_cover import Limits, Status
from solver.polyform import GENIUS_SQUARE, Board, Puzzle
from tests.random_positions import followed_position, random_position, tilings_of
from tests.random_puzzles import EVERY_LATTICE, random_puzzle

STRATEGIES = tuple(HintStrategy)


class Truth:
    """What all tilings of a board say of a position."""

    def __init__(self, position: Position, tilings: list[frozenset[Placement]]) -> None:
        placed = set(position.placed)
        self.tilings = tilings
        self.ours = [tiling for tiling in tilings if tiling.issuperset(placed)]
        self.there = Counter(one for tiling in self.ours for one in tiling - placed)


def require_true(found: Hint, truth: Truth) -> None:
    """Hold everything that a hint says to all tilings of its board."""
    position, advice, ours = found.position, found.advice, truth.ours
    placed = position.placed
    assert found.status is (Status.SOLVED if ours else Status.UNSOLVABLE)
    assert str(found)
    assert found.to_json()["status"] == found.status
    if not ours:
        require_true_blame(found, truth.tilings)
        return
    if found.tiling is not None:
        assert {
            Placement(piece, mask) for piece, mask in zip(position.puzzle.pieces, found.tiling.masks, strict=True)
        } in ours
    if advice is not None:
        places = {one: number for one, number in truth.there.items() if one.piece == advice.piece}
        assert advice.fits == len(position.fits(advice.piece))
        assert places[advice.placement] > 0
        if advice.is_exact:
            assert (advice.tilings, advice.there) == (len(ours), places[advice.placement])
            assert advice.places == len(places)
            wanted = max if found.strategy is HintStrategy.MOST_TILINGS else min
            assert advice.there == wanted(places.values())
        if advice.is_forced:
            assert places[advice.placement] == len(ours)
    if found.wrong is not None:
        assert found.wrong.placement not in truth.there
        assert found.wrong.reason.position.placed == (*placed, found.wrong.placement)
    elif found.step is HintStep.WHY and advice is not None and advice.is_exact:
        fitting = [Placement(piece, mask) for piece in position.left for mask in position.fits(piece)]
        assert all(one in truth.there for one in fitting)


def require_true_blame(found: Hint, tilings: list[frozenset[Placement]]) -> None:
    placed = found.position.placed
    assert found.advice is None
    assert found.tiling is None
    if found.ruined_by is None:
        assert not tilings
        return
    # The placed pieces that a tiling has: sets of pieces that can stay.
    kept_by = {tiling.intersection(placed) for tiling in tilings}
    assert found.is_earliest
    assert any(kept.issuperset(placed[: found.ruined_by]) for kept in kept_by)
    assert not any(kept.issuperset(placed[: found.ruined_by + 1]) for kept in kept_by)
    stays = {one for number, one in enumerate(placed) if number not in found.take_back}
    assert any(kept.issuperset(stays) for kept in kept_by)
    assert found.is_fewest
    assert len(found.take_back) == len(placed) - max(map(len, kept_by))
    if found.reason is not None:
        assert not any(kept.issuperset(found.reason.position.placed) for kept in kept_by)


def require_every_hint(position: Position, tilings: list[frozenset[Placement]]) -> None:
    truth = Truth(position, tilings)
    for step in HintStep:
        require_true(hint(position, step), truth)
    for strategy in STRATEGIES:
        require_true(hint(position, HintStep.PLACE, strategy), truth)
    for piece in position.left if truth.ours else ():
        found = hint(position, HintStep.WHY, piece=piece)
        assert found.advice is not None
        assert found.advice.piece == piece
        require_true(found, truth)


def require_chain(position: Position, strategy: HintStrategy) -> None:
    """Follow hints until the board is tiled; pieces are taken back first, if they have to be."""
    first = hint(position, HintStep.NEXT, strategy)
    if first.status is Status.UNSOLVABLE:
        if first.ruined_by is None:
            return
        position = position.without(first.take_back)
    for _ in range(len(position.left) and sum(position.left.values())):
        after = hint(position, HintStep.NEXT, strategy).after
        assert after is not None
        assert after.placed[:-1] == position.placed
        position = after
    assert position.is_complete
    assert position.tiling is not None
    assert position.tiling.board == position.board


@pytest.mark.parametrize("lattice", EVERY_LATTICE, ids=lambda lattice: lattice.name)
def test_each_hint_on_small_puzzles_is_true_by_brute_force(lattice):
    generator = np.random.default_rng(6)
    for number in range(9):
        puzzle = random_puzzle(generator, lattice, most_cells=14, restricted=True)
        position = random_position(generator, puzzle)
        start = Position(position.board, puzzle)
        require_every_hint(position, list(tilings_of(start)))
        require_chain(position, STRATEGIES[number % 3])


def test_each_hint_on_the_genius_square_is_true_by_all_tilings():
    generator = np.random.default_rng(3)
    for _ in range(2):
        position = random_position(generator, GENIUS_SQUARE, 6)
        tilings = list(tilings_of(Position(position.board, GENIUS_SQUARE), "dancing-links"))
        require_every_hint(position, tilings)


def test_a_chain_of_hints_ends_in_a_tiling():
    generator = np.random.default_rng(4)
    for strategy in STRATEGIES:
        require_chain(random_position(generator, GENIUS_SQUARE, 3), strategy)
    star = Puzzle.parse("genius-star")
    require_chain(random_position(generator, star, 2), HintStrategy.MOST_TILINGS)


@pytest.mark.slow
def test_hints_on_fifty_positions_are_true():
    generator = np.random.default_rng(1_000)
    for number in range(36):
        puzzle = random_puzzle(generator, EVERY_LATTICE[number % 3], most_cells=16, restricted=True)
        position = random_position(generator, puzzle)
        require_every_hint(position, list(tilings_of(Position(position.board, puzzle))))
        require_chain(position, STRATEGIES[number % 3])
    for number in range(14):
        position = random_position(generator, GENIUS_SQUARE, 7)
        tilings = list(tilings_of(Position(position.board, GENIUS_SQUARE), "bitmask"))
        require_every_hint(position, tilings)
        require_chain(position, STRATEGIES[number % 3])


def test_a_count_of_the_tilings_through_each_placement_is_that_of_the_list():
    generator = np.random.default_rng(5)
    for lattice in EVERY_LATTICE:
        for _ in range(8):
            position = followed_position(generator, random_puzzle(generator, lattice, most_cells=15), 2)
            found = tally(position)
            tilings = list(tilings_of(position))
            assert found is not None
            assert found.tilings == len(tilings)
            placed = set(position.placed)
            assert found.there == Counter(one for tiling in tilings for one in tiling - placed)


def test_where_a_limit_is_reached_numbers_are_lower_bounds_and_a_hint_is_still_right():
    puzzle = Puzzle.parse("genius-star")
    position = Position(roll("genius-star", seed=0).rolls[0].board, puzzle)
    few = Limits(nodes=5_500)
    assert tally(position, few) is None
    for strategy in (HintStrategy.MOST_TILINGS, HintStrategy.ONE_TILING):
        found = hint(position, HintStep.NEXT, strategy, limits=few)
        assert found.advice is not None
        assert not found.advice.is_exact
        assert found.after is not None
        assert complete(found.after, few).status is Status.SOLVED
        assert "tiling" in str(found)


def test_without_time_nothing_is_claimed():
    position = Position(Board.parse("A6 B1 B5 D1 E3 F2 F4", GENIUS_SQUARE.grid), GENIUS_SQUARE)
    found = hint(position, limits=Limits(seconds=0.0))
    assert (found.status, found.advice) == (Status.UNKNOWN, None)
    assert "Unknown" in str(found)
    assert complete(position, Limits(nodes=0)) == Completion(Status.UNKNOWN)


def test_hints_on_a_grid_of_more_cells_than_a_mask_has_bits():
    puzzle = Puzzle.parse("1x70/0:35*I2")
    position = Position(Board(0, puzzle.grid), puzzle)
    found = hint(position, HintStep.PLACE)
    assert found.advice is not None
    assert (found.advice.tilings, found.advice.places, found.advice.fits) == (1, 35, 69)
    wrong = hint(position, HintStep.WHY).wrong
    assert wrong is not None
    assert wrong.reason.finding is None
    assert "fails" in str(hint(position, HintStep.WHY))


def test_a_finished_board_is_said_to_be_solved():
    puzzle = Puzzle.parse("2x3/2:O4")
    position = Position.of_rows("11#\n11#", puzzle)
    for step in HintStep:
        found = hint(position, step)
        assert found
        assert "solved" in str(found)
        assert found.advice is None
    assert hint(position, HintStep.ALL).tiling == position.tiling


def test_a_piece_that_is_not_left_is_refused():
    position = Position.of_rows("11#\n11#", Puzzle.parse("2x3/2:O4"))
    with pytest.raises(ValueError, match="O4 is not left"):
        hint(position, piece=position.puzzle.pieces[0])
