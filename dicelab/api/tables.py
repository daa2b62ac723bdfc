"""The columns of the results that are tables: see :mod:`solver.tables`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from solver.tables import Columns

if TYPE_CHECKING:
    from dicelab.score.choosing import ChosenBoards
    from dicelab.solving.rolling import RolledBoards
    from dicelab.verifying import Verification
    from solver.census import Census, Distribution
    from solver.polyform import Grid
    from solver.polyform.symmetry import Masks


def verification_columns(verification: Verification) -> Columns:
    """Return a row for each distinct board in the order of rolls."""
    rolled, grid = verification.rolls, verification.dice_set.puzzle.grid
    return {
        **_boards(rolled.boards, grid),
        "probability": rolled.probabilities,
        "solvable": verification.verdicts[0].solvable,
    }


def census_columns(census: Census) -> Columns:
    """Return a row for each orbit that has boards which the puzzle allows, with the smallest of these."""
    import numpy as np

    from dicelab.reasons.parquet import colour_columns
    from solver.census import smallest_allowed

    grid, orbits = census.puzzle.grid, census.orbits
    places = np.flatnonzero(census.sizes)
    boards = smallest_allowed(orbits.representatives[places], census.puzzle)
    return {
        **_boards(boards, grid),
        "orbit_size": census.sizes[places],
        "solvable": census.solvable_orbits[places],
        **({"tilings": census.answers[places]} if census.counts_tilings else {}),
        **{name: np.bitwise_count(boards & np.uint64(mask)) for name, mask in colour_columns(grid).items()},
    }


def distribution_columns(distribution: Distribution) -> Columns:
    """Return a row for each number of tilings that occurs."""
    return {"tilings": distribution.values, "weight": distribution.weights}


def chosen_columns(chosen: ChosenBoards) -> Columns:
    """Return a row for each board that was chosen; rolls and tilings only where there are any."""
    boards = chosen.boards
    columns: dict[str, list[Any]] = {
        **_single_boards(one.board.blockers for one in boards),
        "blockers": [one.board.format() for one in boards],
        "tilings": [one.tilings for one in boards],
        "band": [one.band for one in boards],
    }
    if chosen.dice_set is not None:
        columns["roll"] = [one.roll for one in boards]
    if any(one.tiling is not None for one in boards):
        columns["tiling"] = [None if one.tiling is None else one.tiling.format().replace("\n", " / ") for one in boards]
    return columns


def rolled_columns(rolled: RolledBoards) -> Columns:
    """Return a row for each roll; numbers only where rolls were asked for by number."""
    rolls = rolled.rolls
    columns: dict[str, list[Any]] = {
        **_single_boards(one.board.blockers for one in rolls),
        "blockers": [one.board.format() for one in rolls],
        "times_rolled": [one.times for one in rolls],
        "collision": [rolled.is_collision(one) for one in rolls],
    }
    if any(one.number is not None for one in rolls):
        columns["roll"] = [one.number for one in rolls]
    return columns


def _boards(masks: Masks, grid: Grid) -> dict[str, Any]:
    from solver.polyform.symmetry import label_texts

    return {"board": masks, "blockers": label_texts(masks, grid)}


def _single_boards(masks: Iterable[int]) -> dict[str, list[Any]]:
    """Return the column of masks; a board of more than 64 cells has none."""
    listed = list(masks)
    return {"board": listed} if all(mask < 1 << 64 for mask in listed) else {}
