"""The writers of certificates and of the digests of their claims; dicelab/check/FORMAT.md describes both."""

from __future__ import annotations

import hashlib
import json
import string
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from dicelab.dice import DiceSet
from dicelab.errors import DiceError, DicelabError
from dicelab.verifying.tilings import Placed, PlacementTable, settle
from solver.errors import InputError
from solver.polyform import Board, Grid, Piece, Puzzle, SquareGrid, orbits_of
from solver.polyform.grid_text import MOST_COLUMNS, MOST_ROWS
from solver.polyform.lattice import SQUARES, Shape, lattice_named
from solver.polyform.piece import ONE_SIDED
from solver.polyform.puzzle import COPY_LABELS
from solver.polyform.puzzle_catalogue import equal_in_catalogue
from solver.polyform.symmetry import Masks, burnside
from solver.runs.progress import Progress, silent
from solver.runs.storage import json_text, sha256

DICE_MAGIC = "dicelab/certificate"
CENSUS_MAGIC = "dicelab/census-certificate"
MOST_HEADER = 1 << 20
MOST_ORBITS = 20_000_000
NO_PROOF = b"-" * 64
_BLOCK = 1 << 13
"""Records that are written at once."""


def certificate_bytes(dice_set: DiceSet, masks: NDArray[np.uint64]) -> bytes:
    """Return the certificate of a dice set; its bytes depend only on the arguments and the release of zlib.

    ``masks`` are uint64 of shape (boards, pieces): on each distinct board, in the order in which rolls first give it,
    the cells of each piece, in the order of ``puzzle.pieces``. The checker finds faults in them.

    Raises :class:`DiceError` if the header is too long, and :class:`ValueError` if ``masks`` has no column for each
    piece.
    """
    file = BytesIO()
    write_certificate(file, dice_set, len(masks), [tilings_text(masks, dice_set.puzzle)])
    return file.getvalue()


def write_certificate(file: BinaryIO, dice_set: DiceSet, boards: int, texts: Iterable[NDArray[np.uint8]]) -> None:
    """Write the certificate of a dice set to a new file, in little memory.

    ``texts`` are the tilings of all ``boards``, as of :func:`tilings_text`, in parts; the bytes do not depend on these.
    """
    about = {"name": dice_set.name}
    dice = {"dice": dice_set.labels(), "shared_cells": dice_set.shared_cells, "rolls": boards}
    _seal(file, DICE_MAGIC, dice_set.puzzle, about, dice, (part.tobytes() for part in texts))


def _seal(
    file: BinaryIO,
    magic: str,
    puzzle: Puzzle,
    before: Mapping[str, object],
    after: Mapping[str, object],
    blocks: Iterable[bytes],
) -> None:
    """Write a header of the puzzle and of fields around it, the checksum of all, and the packed blocks."""
    ground = puzzle_fields(puzzle)
    header = json_text({**before, **ground, **after}, separators=(",", ":")).encode("ascii") + b"\n"
    if len(header) > MOST_HEADER:
        raise DiceError(f"a certificate's header of {len(header):,} bytes: give the dice set a shorter name")
    file.write(f"{magic}/{version_of(ground)}\n".encode("ascii") + header)
    checksum, packer, place = hashlib.sha256(header), zlib.compressobj(9), file.tell()
    # The checksum is known at the end, and stands in front.
    file.write(checksum.hexdigest().encode("ascii") + b"\n")
    for block in blocks:
        checksum.update(block)
        file.write(packer.compress(block))
    file.write(packer.flush())
    file.seek(place)
    file.write(checksum.hexdigest().encode("ascii"))


def puzzle_fields(puzzle: Puzzle) -> dict[str, object]:
    """Return the fields of a certificate's header about a puzzle: version 1 where that can describe it, else 2."""
    grid = puzzle.grid
    pieces = [drawn(piece) for piece in puzzle.pieces]
    if _is_plain(puzzle):
        at = {(row - grid.top, column - grid.left) for row, column in grid.points}
        every = ((row, column) for row in range(grid.rows) for column in range(grid.columns))
        holes = [f"{string.ascii_uppercase[row]}{column + 1}" for row, column in every if (row, column) not in at]
        cells: dict[str, object] = {"rows": grid.rows, "columns": grid.columns, "holes": holes}
        return {**cells, "blockers": puzzle.blockers, "pieces": pieces}
    return {
        "lattice": grid.lattice.name,
        "points": [list(point) for point in grid.points],
        "labels": list(grid.cell_labels),
        "blockers": puzzle.blockers,
        "pieces": pieces,
        "free": list(map(grid.label, grid.cells(puzzle.always_free))),
        "regions": [list(map(grid.label, grid.cells(region))) for region in puzzle.regions],
    }


def version_of(fields: Mapping[str, object]) -> int:
    """Return the version of the format that has these fields of a puzzle."""
    return 2 if "lattice" in fields else 1


def _is_plain(puzzle: Puzzle) -> bool:
    """Tell whether version 1 can describe a puzzle."""
    grid = puzzle.grid
    squares = grid.lattice is SQUARES and grid.labelling is None
    small = grid.rows <= MOST_ROWS and grid.columns <= MOST_COLUMNS
    return squares and small and puzzle.allows_all and all(piece.flips for piece in puzzle.pieces)


def certified_puzzle(fields: Mapping[str, Any]) -> Puzzle:
    """Return the puzzle that the header of a certificate names, once a checker has accepted it.

    Examples
    --------
    >>> certified_puzzle(puzzle_fields(Puzzle.parse("triangles@1,0-2/1:I3")))
    Puzzle.parse('triangles@1,0-2/1:I3')
    """
    grid = _certified_grid(fields)
    pieces = tuple(Piece.parse(text, grid.lattice) for text in fields["pieces"])
    free, *regions = (
        grid.mask(map(grid.cell, cells)) for cells in [fields.get("free", []), *fields.get("regions", [])]
    )
    puzzle = Puzzle(grid, pieces, fields["blockers"], None, free, tuple(regions))
    return equal_in_catalogue(puzzle)


def certified_set(text: str, *, shared_cells: bool = False) -> DiceSet:  # noqa: ARG001 - the certificate knows
    """Return the dice set that a certificate is about.

    Raises :class:`DiceError` if it is damaged, or one of all boards.
    """
    from dicelab.check import CertificateError
    from dicelab.check.certificate import certified_dice

    path = Path(text)
    with path.open("rb") as file:
        if file.read(len(CENSUS_MAGIC)) == CENSUS_MAGIC.encode():
            raise DiceError(
                f"{path}: is a certificate of all boards, which names no dice set: name one of `dicelab verify`"
            )
    try:
        fields = certified_dice(path)
    except CertificateError as error:
        raise DiceError(str(error)) from None
    name = fields["name"] or path.stem
    return DiceSet.of_labels(fields["dice"], certified_puzzle(fields), name, shared_cells=fields["shared_cells"])


def _certified_grid(fields: Mapping[str, Any]) -> Grid:
    if version_of(fields) == 1:
        return SquareGrid(fields["rows"], fields["columns"], fields["holes"])
    lattice, labels = lattice_named(fields["lattice"]), fields["labels"]
    points = [(row, column) for row, column in fields["points"]]
    grid = Grid(lattice, points, labels)
    rows, columns = grid.top + grid.rows, grid.left + grid.columns
    if lattice is not SQUARES or grid.labelling is None or columns > MOST_COLUMNS:
        return grid
    return SquareGrid.of_points(rows, columns, points, labels)


def tilings_text(masks: NDArray[np.uint64], puzzle: Puzzle) -> NDArray[np.uint8]:
    """Return tilings as certificates have them: for each cell the code of ``#``, or of its piece's label.

    The masks are those of :func:`certificate_bytes`; the result is uint8 of shape (boards, cells).
    """
    if masks.ndim != 2 or masks.shape[1] != len(puzzle.pieces):
        raise ValueError(f"masks of shape {masks.shape}: have one column for each of {len(puzzle.pieces)} pieces")
    bit = np.left_shift(np.uint64(1), np.arange(len(puzzle.grid), dtype=np.uint64))
    text = np.full((len(masks), len(puzzle.grid)), ord("#"), np.uint8)
    for label, column in zip(COPY_LABELS, masks.T, strict=False):
        text[(column[:, None] & bit) != 0] = ord(label)
    return text


def placed_texts(puzzle: Puzzle, placed: Iterable[Placed]) -> Iterator[NDArray[np.uint8]]:
    """Yield tilings as certificates have them from the numbers of their placements, some thousand at once."""
    kinds = {piece: number for number, piece in enumerate(puzzle.kinds)}
    cells = np.zeros((len(puzzle.placements), len(puzzle.grid)), np.bool_)
    for row, (_, mask) in zip(cells, puzzle.placements, strict=True):
        row[list(Grid.cells(mask))] = True
    # Copies of a piece come by their lowest cell.
    kind = np.array([kinds[piece] for piece, _ in puzzle.placements], np.int64)
    order = kind * len(puzzle.grid) + cells.argmax(axis=1)
    for part in placed:
        for start in range(0, len(part), _BLOCK):
            rows = part[start : start + _BLOCK]
            by_piece = np.take_along_axis(rows, np.argsort(order[rows], axis=1), axis=1)
            text = np.full((len(rows), len(puzzle.grid)), ord("#"), np.uint8)
            for label, column in zip(COPY_LABELS, by_piece.T, strict=False):
                text[cells[column]] = ord(label)
            yield text


def drawn(piece: Piece) -> str:
    """Return the rows of a piece, with ``~`` at the end where it may not be turned over.

    Examples
    --------
    >>> drawn(Piece.parse("L3")), drawn(Piece.parse("L4~"))
    ('##/#.', '###/#..~')
    """
    return drawn_shape(piece.shape) + ("" if piece.flips else ONE_SIDED)


def drawn_shape(shape: Shape) -> str:
    """Return the rows of one orientation of a piece, from row 0 and column 0."""
    rows, columns = (max(axis) + 1 for axis in zip(*shape, strict=True))
    return "/".join("".join(".#"[(r, c) in shape] for c in range(columns)) for r in range(rows))


@dataclass(frozen=True, slots=True)
class CensusCertificate:
    """The bytes of a certificate, and its numbers of orbits; ``unnamed`` ones have neither a tiling nor a proof."""

    data: bytes
    orbits: int
    unsolvable: int
    unnamed: int


def census_certificate(
    puzzle: Puzzle, proofs: Mapping[int, str] | None = None, *, jobs: int = 1, progress: Progress = silent
) -> CensusCertificate:
    """Find a tiling for one board of each orbit, and put them together with the checksums of proofs for the others.

    It covers all boards of ``puzzle.unrestricted``, also those that regions and cells that stay free forbid.

    ``proofs`` has, by the smallest mask of an orbit, the SHA-256 of a proof that it has no tiling. The same puzzle and
    proofs give the same bytes, with the same release of zlib. Raises :class:`InputError` if there are over 20,000,000
    orbits, and :class:`DicelabError` if there is a tiling of a board, and a proof that there is none.
    """
    puzzle = puzzle.unrestricted
    orbits = burnside(puzzle.grid, puzzle.blockers)
    if orbits > MOST_ORBITS:
        raise InputError(f"{orbits:,} orbits of boards: a certificate holds at most {MOST_ORBITS:,}")
    named = {mask: checksum.encode("ascii") for mask, checksum in (proofs or {}).items()}
    boards = orbits_of(puzzle.grid, puzzle.blockers).representatives
    placed = settle(puzzle, boards, "bitmask", jobs=jobs, progress=progress).placed
    solvable = placed[:, 0] >= 0
    for mask in boards[solvable].tolist():
        if mask in named:
            board = Board(mask, puzzle.grid).format()
            raise DicelabError(f"board {board} has a tiling, and a proof that it has none: please report this")
    without = boards[~solvable].tolist()
    counts = {"orbits": len(boards), "unsolvable": len(without)}
    file = BytesIO()
    _seal(file, CENSUS_MAGIC, puzzle, {}, counts, _records(puzzle, boards, placed, named))
    return CensusCertificate(file.getvalue(), len(boards), len(without), sum(mask not in named for mask in without))


def _records(puzzle: Puzzle, boards: Masks, placed: NDArray[np.int16], named: Mapping[int, bytes]) -> Iterator[bytes]:
    table, cells = PlacementTable(puzzle), len(puzzle.grid)
    bit = np.left_shift(np.uint64(1), np.arange(cells, dtype=np.uint64))
    for start in range(0, len(boards), _BLOCK):
        masks, rows = boards[start : start + _BLOCK], placed[start : start + _BLOCK]
        text = tilings_text(table.piece_masks(rows), puzzle)
        without = rows[:, 0] < 0
        text[without] = np.where(masks[without, None] & bit, ord("#"), ord(".")).astype(np.uint8)
        block, records, end = text.tobytes(), [], 0
        for row in np.flatnonzero(without).tolist():
            begin, end = end, (row + 1) * cells
            records += [block[begin:end], named.get(int(masks[row]), NO_PROOF)]
        yield b"".join([*records, block[end:]])


# ---------------------------------------------------------------- claims


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


def board_claim(board: Board, puzzle: Puzzle, tilings: int | None = None) -> str:
    """Return the digest of the claim that a board has no tiling, or exactly so many ``tilings``."""
    if tilings is not None:
        return _digest("tilings", puzzle, board=board.format().split(), tilings=tilings)
    return _digest("board", puzzle, board=board.format().split())


def _digest(kind: str, puzzle: Puzzle, **more: object) -> str:
    fields = puzzle_fields(puzzle)
    fields["pieces"] = sorted(_text(piece) for piece in puzzle.pieces)
    if version_of(fields) > 1:
        # Neither the place of the cells in the lattice nor the order of regions is part of a claim.
        fields["points"] = puzzle.grid.lattice.shape(puzzle.grid.points)
        regions = sorted(sorted(puzzle.grid.cells(region)) for region in puzzle.regions)
        fields["regions"] = [list(map(puzzle.grid.label, region)) for region in regions]
    spelt = json.dumps({"claim": kind, **fields, **more}, sort_keys=True, separators=(",", ":"))
    return sha256(spelt.encode("ascii"))


def _text(piece: Piece) -> str:
    """Return the smallest text of all images of a piece."""
    return min(map(drawn_shape, piece.orientations)) + ("" if piece.flips else ONE_SIDED)
