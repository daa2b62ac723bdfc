"""Tables of boards that other rooms ask by way of the registry ``dicelab.look_ups``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solver.census import Content, build_census

if TYPE_CHECKING:
    from dicelab.verifying.verification import LookUp
    from solver.polyform import Puzzle


def solvability(puzzle: Puzzle) -> LookUp:
    """Return the census of solvability of a puzzle: from the cache of this machine, or built there."""
    return build_census(puzzle, Content.SOLVABILITY).is_solvable
