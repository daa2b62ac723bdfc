"""The digests of what certificates and proofs claim, as those who write them have it; FORMAT.md describes them."""

from __future__ import annotations

import json

from dicelab.dice import DiceSet
from dicelab.verifying.certificate import drawn_shape, puzzle_fields, version_of
from solver.polyform import Board, Piece, Puzzle
from solver.polyform.piece import ONE_SIDED
from solver.runs.storage import sha256


def dice_claim(dice_set: DiceSet) -> str:
    """Return the digest of the claim that every board that a dice set can roll can be tiled.

    Examples
    --------
    >>> from dicelab.dice import catalogue_set
    >>> dice_claim(catalogue_set("default"))[:16]
    '03936b9c5381ac6c'
    """
    grid = dice_set.puzzle.grid
    dice = sorted(sorted(set(die.faces)) for die in dice_set.dice)
    return _digest("dice", dice_set.puzzle, dice=[[grid.label(cell) for cell in die] for die in dice])


def census_claim(puzzle: Puzzle, orbits: int, unsolvable: int) -> str:
    """Return the digest of a certificate of all boards; both numbers are of orbits."""
    return _digest("census", puzzle.unrestricted, orbits=orbits, unsolvable=unsolvable)


def board_claim(board: Board, puzzle: Puzzle) -> str:
    """Return the digest of the claim that a board has no tiling."""
    return _digest("board", puzzle, board=board.format().split())


def _digest(kind: str, puzzle: Puzzle, **more: object) -> str:
    fields = puzzle_fields(puzzle)
    fields["pieces"] = sorted(_text(piece) for piece in puzzle.pieces)
    if version_of(fields) > 1:
        # Where in the lattice the cells lie, and in which order regions are told, is no part of a claim.
        fields["points"] = puzzle.grid.lattice.shape(puzzle.grid.points)
        regions = sorted(sorted(puzzle.grid.cells(region)) for region in puzzle.regions)
        fields["regions"] = [list(map(puzzle.grid.label, region)) for region in regions]
    spelt = json.dumps({"claim": kind, **fields, **more}, sort_keys=True, separators=(",", ":"))
    return sha256(spelt.encode("ascii"))


def _text(piece: Piece) -> str:
    """Return the smallest text of all images of a piece."""
    return min(map(drawn_shape, piece.orientations)) + ("" if piece.flips else ONE_SIDED)
