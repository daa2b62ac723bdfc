"""A second checker of what dicelab proves: one file, the standard library alone, Python 3.8 or later.

    python independent_check.py FILE [FOLDER] [--expect DIGEST]

FILE is a certificate of dice, one of all boards of a puzzle, or the ``proof.json`` of one board; FOLDER holds the
proofs that a certificate of all boards names. DIGEST, 16 to 64 digits of it, is that of the claim that FILE should
make. What is printed says which claim it makes, and then whether that is proved. Written from
``dicelab/check/FORMAT.md``, and from nothing else of dicelab.

It is one file on purpose, however long: who doubts dicelab copies it alone to another machine, reads it from top to
bottom and runs it, with nothing to install.

Exit status: 0 the claim is proved, 4 it is not or is another than the one expected, 2 the file is none of these or
damaged, 3 all is right but proofs that it names were not looked at, or memory ran out.
"""

from __future__ import annotations

import hashlib
import io
import itertools
import json
import lzma
import math
import os
import re
import sys
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

if TYPE_CHECKING:
    Cell = tuple[int, ...]
    from _hashlib import HASH
    from collections.abc import Callable, Iterable, Iterator, Mapping

LABELS = "123456789abcdefghijkmnopqrstuvwxyzABCDEFGHIJKLMNPQRSTUVWXYZ"
DICE, CENSUS, PROOF = "dicelab/certificate/", "dicelab/census-certificate/", "dicelab/refutation/"
GROUND: dict[str, dict[str, type]] = {
    "1": {"rows": int, "columns": int, "holes": list, "blockers": int, "pieces": list},
    "2": {
        "lattice": str, "points": list, "labels": list, "blockers": int, "pieces": list, "free": list, "regions": list,
    },
}  # fmt: skip
MOST, MOST_LISTED = 1 << 32, 20000000
MEBIBYTE = 1 << 20
# A status that no crash has: Python ends with 1 where it fails.
NOT_PROVED = 4


class Stopped(Exception):  # noqa: N818
    """The check is at its end."""

    status = 2
    said = ""


class Damaged(Stopped):
    """The file is no certificate, or a damaged one."""

    said = "not a certificate, or damaged: "


class Unproved(Stopped):
    """The file is whole, but does not prove what it claims."""

    status = NOT_PROVED
    said = "NOT proved: "


class Unchecked(Stopped):
    """All that was looked at is right, but there is more."""

    status = 3


def demand(condition: object, otherwise: str) -> None:
    if not condition:
        raise Damaged(otherwise)


def claim(condition: object, otherwise: str) -> None:
    if not condition:
        raise Unproved(otherwise)


# ------------------------------------------------------------------------------------------------ reading


def read_json(text: bytes, kinds: Mapping[str, type | None], exact: bool = True) -> dict[str, Any]:
    """Read an object whose keys are just those of ``kinds`` (or include them), each once and of its kind."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        demand(len({key for key, _ in pairs}) == len(pairs), "its JSON repeats a key")
        return dict(pairs)

    try:
        found = json.loads(text.decode("utf-8"), object_pairs_hook=once)
    except (ValueError, RecursionError):
        raise Damaged("it has something other than JSON where JSON must be") from None
    demand(isinstance(found, dict), "its JSON is not an object")
    demand(
        set(kinds) <= set(found) and (not exact or len(found) == len(kinds)), "its JSON has other keys than it should"
    )
    for key, kind in kinds.items():
        demand(kind is None or type(found[key]) is kind, "its JSON has a wrong " + repr(key))
    return dict(found)


def unpacked(file: BinaryIO) -> Iterator[bytes]:
    """Unpack a zlib stream piece by piece, up to the end of the file, which must be its end too."""
    stream, data = zlib.decompressobj(), file.read(65536)
    # Something may still be inside where the input ended just at a full piece.
    while data or not stream.eof:
        try:
            piece = stream.decompress(data, 65536)
        except zlib.error as error:
            raise Damaged(f"its zlib stream is damaged: {error}") from None
        demand(piece or data, "it is truncated")
        if piece:
            yield piece
        demand(not stream.unused_data, "bytes follow its zlib stream")
        data = stream.unconsumed_tail or file.read(65536)


class Body:
    """The body behind the header: read in portions, and at last compared with its size and checksum."""

    def __init__(self, file: BinaryIO, header: bytes, size: int) -> None:
        told = file.readline(66)
        demand(re.match(rb"[0-9a-f]{64}\n\Z", told), "line 3 is no SHA-256")
        self.told: str = told.strip().decode()
        self.digest: HASH = hashlib.sha256(header)
        self.left: int = size
        self.pieces: Iterator[bytes] = unpacked(file)
        self.buffer: bytearray = bytearray()

    def more(self) -> bool:
        """Unpack one more piece, if there is one."""
        piece = next(self.pieces, None)
        if piece is None:
            return False
        self.left -= len(piece)
        demand(self.left >= 0, "it has more content than its header says")
        self.digest.update(piece)
        self.buffer += piece
        return True

    def take(self, size: int) -> bytes:
        """Return ``size`` bytes, or none at the end."""
        while len(self.buffer) < size and self.more():
            pass
        taken = bytes(self.buffer[:size])
        del self.buffer[:size]
        return taken

    def finish(self) -> None:
        """Read to the end, and compare."""
        while self.more():
            self.buffer.clear()
        demand(self.left == 0, "it has less content than its header says")
        demand(self.digest.hexdigest() == self.told, "its checksum differs")


# ------------------------------------------------------------------------------------------------ the ground


SQUARE_TURNS: tuple[Callable[[int, int], tuple[int, int]], ...] = (
    lambda r, c: (r, c), lambda r, c: (c, -r), lambda r, c: (-r, -c), lambda r, c: (-c, r),
    lambda r, c: (r, -c), lambda r, c: (-r, c), lambda r, c: (c, r), lambda r, c: (-c, -r),
)  # fmt: skip
# Orders of three numbers: those that turn a triangle, and those that flip it.
ORDERS = ((0, 1, 2), (1, 2, 0), (2, 0, 1)), ((0, 2, 1), (2, 1, 0), (1, 0, 2))


def turns(points: Iterable[Cell], lattice: str, flips: bool = True) -> list[list[Cell]]:
    """Return lists of the points turned, and flipped, in their order, each moved to the beginning.

    Squares are (row, column). Triangles and hexagons are three numbers (see ``triple``), and neighbours differ in one
    of them (triangles) or in two, by 1. So to put the three in another order is a turn or a flip, and so is to change
    all signs. Nothing else is. The sum stays the same when a cell is moved.
    """
    points = list(points)
    if lattice == "squares":
        images = [[turn(*p) for p in points] for turn in SQUARE_TURNS[: 8 if flips else 4]]
        return [[(r - min(i)[0], c - min(p[1] for p in i)) for r, c in i] for i in images]
    found: list[list[Cell]] = []
    for order in ORDERS[0] + ORDERS[1] * flips:
        for sign in (1, -1):
            # A triangle of the sum 0 points up and one of -1 down, and half a turn exchanges them.
            down = 1 if sign < 0 and lattice == "triangles" else 0
            image = [tuple(sign * point[n] for n in order) for point in points]
            x, y = min(point[0] for point in image), min(point[1] for point in image)
            found.append([(p[0] - x, p[1] - y, p[2] + x + y - down) for p in image])
    return found


def triple(row: int, column: int) -> Cell:
    """Return for a triangle or hexagon how many lines of each of the three directions lie on one side of it."""
    return -row, (row + column) // 2, (row - column) // 2


class Ground:
    """The cells, the pieces, the number of blockers, and where these may stand."""

    def __init__(self, header: dict[str, Any]) -> None:
        self.lattice: str = header.get("lattice", "squares")
        self.free: list[int] = []
        self.regions: list[list[int]] = []
        self.blockers: int = header["blockers"]
        if "lattice" in header:
            self.placed(header)
        else:
            self.rectangle(header)
        demand(1 <= len(self.points) <= 128, "its grid does not have 1 to 128 cells")
        self.number: dict[str, int] = {label: cell for cell, label in enumerate(self.labels)}
        self.shapes: list[str] = header["pieces"]
        self.pieces: list[frozenset[Cell]] = [self.piece(shape, "lattice" in header) for shape in self.shapes]
        demand(1 <= len(self.pieces) <= len(LABELS), "it does not have 1 to 59 pieces")
        area = sum(len(squares) for squares in self.pieces)
        demand(self.blockers >= 0 and area + self.blockers == len(self.points), "pieces and blockers do not fill it")
        if "lattice" in header:
            self.places(header["free"], header["regions"])
        self.fixed: list[set[frozenset[Cell]]] = [
            {frozenset(turned) for turned in turns(piece, self.lattice, not self.shapes[n].endswith("~"))}
            for n, piece in enumerate(self.pieces)
        ]
        self.known: dict[tuple[int, int], bool] = {}

    def rectangle(self, header: dict[str, Any]) -> None:
        """Read the cells of version 1."""
        rows, columns = header["rows"], header["columns"]
        demand(1 <= rows <= 26 and 1 <= columns <= 99, "its grid is too small or too large")
        squares = {chr(65 + r) + str(c + 1): (r, c) for r in range(rows) for c in range(columns)}
        demand(all(isinstance(h, str) and h in squares for h in header["holes"]), "a hole is not a square of its grid")
        self.points: list[Cell] = [p for label, p in squares.items() if label not in header["holes"]]
        self.labels: list[str] = [label for label in squares if label not in header["holes"]]
        holes = [label for label in squares if label in header["holes"]]
        self.cells: dict[str, object] = {"rows": rows, "columns": columns, "holes": holes}
        self.grid: str = f"{rows}x{columns}" + (" without " + " ".join(holes) if holes else "")

    def placed(self, header: dict[str, Any]) -> None:
        """Read the cells of version 2."""
        demand(self.lattice in ("squares", "triangles", "hexagons"), "its lattice is unknown")
        self.points = []
        drawn: list[tuple[int, int]] = []
        for point in header["points"]:
            demand(type(point) is list and [type(n) for n in point] == [int, int], "a point is not two numbers")
            row, column = point
            demand(0 <= row <= 25 and 0 <= column <= 99, "a point is out of bounds")
            demand(not drawn or drawn[-1] < (row, column), "its points do not ascend")
            drawn.append((row, column))
            self.points.append(self.cell(row, column))
        told = header["labels"]
        demand(len(told) == len(drawn), "it does not have a label for each point")
        self.labels = [label for label in told if isinstance(label, str)]
        for label in self.labels:
            demand(
                re.match(r"[^\W_]{1,12}\Z", label),
                "a label has other than letters and digits",
            )
        demand(len(set(self.labels)) == len(drawn), "a label is no text, or on two cells")
        demand(drawn, "its grid has no cell")
        self.cells = {"lattice": self.lattice, "points": self.drawn(self.points), "labels": self.labels}
        self.grid = self.lattice + " " + " ".join(f"{self.labels[n]}:{r},{c}" for n, (r, c) in enumerate(drawn))

    def cell(self, row: int, column: int) -> Cell:
        """Return how a cell of the lattice is written here."""
        demand(self.lattice != "hexagons" or (row + column) % 2 == 0, "it has a hexagon where the lattice has none")
        return (row, column) if self.lattice == "squares" else triple(row, column)

    def drawn(self, points: Iterable[Cell]) -> list[tuple[int, int]]:
        """Return rows and columns, from row 0, and from column 0 where the lattice has it so, or else from 1."""
        pairs = [(p[0], p[1]) if self.lattice == "squares" else (-p[0], p[1] - p[2]) for p in points]
        top, left = min(r for r, _ in pairs), min(c for _, c in pairs)
        left -= (top + left) % 2 if self.lattice != "squares" else 0
        return [(r - top, c - left) for r, c in pairs]

    def places(self, free: list[Any], regions: list[Any]) -> None:
        """Read where blockers may stand."""
        demand(not regions or len(regions) == self.blockers, "it does not have one region for each blocker")
        demand(all(isinstance(region, list) and region for region in regions), "a region has no cells")
        named = [label for part in [free, *regions] for label in part]
        demand(all(isinstance(label, str) and label in self.number for label in named), "a region names no cell")
        demand(len(set(named)) == len(named), "a cell is free or in a region twice")
        demand(len(self.points) - len(free) >= self.blockers, "its blockers have no place")
        self.free, *self.regions = (sorted(self.number[label] for label in part) for part in [free, *regions])
        self.cells["free"] = [self.labels[cell] for cell in self.free]
        self.cells["regions"] = [[self.labels[cell] for cell in region] for region in sorted(self.regions)]

    def flips(self) -> bool:
        """Tell whether the pieces in a mirror are the same pieces, so that flips send tilings to tilings."""
        mirrored = []
        for n, fixed in enumerate(self.fixed):
            images = [frozenset(image) for image in turns(self.pieces[n], self.lattice)]
            mirrored.append(set(images[len(images) // 2 :]) if set(images) != fixed else fixed)
        return all(mirrored.count(fixed) == self.fixed.count(fixed) for fixed in self.fixed)

    def piece(self, shape: object, sided: bool) -> frozenset[Cell]:
        """Read the shape of a piece."""
        drawn = shape if isinstance(shape, str) else ""
        drawn = drawn[:-1] if sided and drawn.endswith("~") else drawn
        demand(re.match(r"[#.]+(/[#.]+)*\Z", drawn) and "#" in drawn, "a piece is not a shape")
        rows = drawn.split("/")
        demand(len({len(row) for row in rows}) == 1, "a piece has rows of different lengths")
        return frozenset(self.cell(r, c) for r, row in enumerate(rows) for c, square in enumerate(row) if square == "#")

    def names(self, board: int) -> str:
        """Return the labels of some cells."""
        return " ".join(label for cell, label in enumerate(self.labels) if board >> cell & 1) or "none"

    def can_lie(self, piece: int, cells: int) -> bool:
        """Tell whether a piece can cover just these cells."""
        key = (piece, cells)
        if key not in self.known:
            if len(self.known) > 1000000:
                self.known.clear()
            under = [point for cell, point in enumerate(self.points) if cells >> cell & 1]
            good = len(under) == len(self.pieces[piece])
            self.known[key] = good and frozenset(turns(under, self.lattice)[0]) in self.fixed[piece]
        return self.known[key]

    def blocked(self, tiling: bytes) -> int:
        """Check a tiling and return its blockers."""
        lying: dict[int, int] = {}
        for cell, code in enumerate(tiling):
            lying[code] = lying.get(code, 0) | 1 << cell
        board = lying.pop(35, 0)
        for n in range(len(self.pieces)):
            cells = lying.pop(ord(LABELS[n]), 0)
            if not self.can_lie(n, cells):
                raise Unproved(f"piece {LABELS[n]} can't cover {self.names(cells)}")
        claim(not lying, "it has bytes that are not labels")
        return board


# ------------------------------------------------------------------------------------------------ claims


def smallest(ground: Ground, number: int) -> str:
    """Return the least of the texts of a piece in all its images, without empty rows and columns around it."""
    texts = []
    for image in ground.fixed[number]:
        points = ground.drawn(image)
        height, width = (max(point[axis] for point in points) + 1 for axis in (0, 1))
        texts.append("/".join("".join(".#"[(r, c) in points] for c in range(width)) for r in range(height)))
    both = {frozenset(turned) for turned in turns(ground.pieces[number], ground.lattice)}
    return min(texts) + ("" if both == ground.fixed[number] else "~")


def claim_of(kind: str, ground: Ground, dice: list[list[int]] | None = None, **more: object) -> list[str]:
    """Return the claim in lines, and at last its digest."""
    fields = dict(ground.cells, claim=kind, blockers=ground.blockers)
    fields["pieces"] = sorted(smallest(ground, number) for number in range(len(ground.pieces)))
    fields.update(more)
    said = [f"{ground.grid}, blockers: {ground.blockers}"]
    if ground.free:
        said.append("never blocked: " + " ".join(ground.labels[cell] for cell in ground.free))
    said += ["one blocker on: " + " ".join(ground.labels[cell] for cell in region) for region in ground.regions]
    said.append("pieces: " + ", ".join(ground.shapes))
    if dice is not None:
        said += [f"die {n}: " + " ".join(ground.labels[cell] for cell in die) for n, die in enumerate(dice, 1)]
        fields["dice"] = [[ground.labels[cell] for cell in die] for die in sorted(map(sorted, dice))]
    spelt = json.dumps(fields, sort_keys=True, separators=(",", ":")).encode("ascii")
    return [*said, "digest: " + hashlib.sha256(spelt).hexdigest()]


# ------------------------------------------------------------------------------------------------ certificates


def read_header(file: BinaryIO, version: str, **kinds: type) -> tuple[bytes, dict[str, Any], Ground]:
    line = file.readline(MEBIBYTE)
    demand(line.endswith(b"\n"), "its header is truncated or too long")
    header = read_json(line, dict(GROUND[version], **kinds))
    return line, header, Ground(header)


def check_dice(file: BinaryIO, version: str, said: list[str]) -> str:
    line, header, ground = read_header(file, version, name=str, dice=list, shared_cells=bool, rolls=int)
    dice = []
    for faces in header["dice"]:
        demand(isinstance(faces, list) and faces, "a die has no faces")
        demand(
            all(isinstance(face, str) and face in ground.number for face in faces),
            "a face shows something other than a cell",
        )
        cells: list[int] = []
        for face in faces:
            if ground.number[face] not in cells:
                cells.append(ground.number[face])
        dice.append(cells)
    demand(len(dice) == ground.blockers, "it does not have one die for each blocker")
    every = [cell for die in dice for cell in die]
    demand(header["shared_cells"] or len(set(every)) == len(every), "a cell is on two dice")
    demand(not set(every) & set(ground.free), "a die has a cell that is never blocked")
    if ground.regions:
        # With as many dice as regions: each of them has its own.
        whose = [[n for n, region in enumerate(ground.regions) if set(die) <= set(region)] for die in dice]
        demand(sorted(whose) == [[n] for n in range(len(dice))], "its dice are not one for each region")
    rolls = 1
    for die in dice:
        rolls *= len(die)
    most = MOST_LISTED if header["shared_cells"] else MOST
    demand(rolls <= most and 0 <= header["rolls"] <= most, "it has too many rolls")
    said += claim_of("dice", ground, dice)
    body = Body(file, line, len(ground.points) * header["rolls"])
    try:
        tilings = dice_tilings(ground, dice, body, shared=header["shared_cells"])
    except Unproved:
        body.finish()
        raise
    body.finish()
    return f"proved: all {tilings} boards of these dice can be tiled"


def dice_tilings(ground: Ground, dice: list[list[int]], body: Body, *, shared: bool) -> int:
    """Look at the tilings of all rolls, and return how many there are."""
    tilings = 0
    told = set()
    for roll in itertools.product(*dice):
        board = sum(1 << cell for cell in set(roll))
        if shared and (len(set(roll)) < len(roll) or board in told):
            continue
        if shared:
            told.add(board)
        tiling = body.take(len(ground.points))
        if not tiling:
            raise Unproved(f"the tiling of {ground.names(board)} is missing")
        found = ground.blocked(tiling)
        if found != board:
            raise Unproved(f"{ground.names(found)} blocked where {ground.names(board)} should be")
        tilings += 1
    claim(tilings, "every roll shows a cell twice")
    claim(not body.take(1), "there are more tilings than rolls")
    return tilings


def check_census(file: BinaryIO, version: str, folder: Path | None, told: list[str]) -> str:
    line, header, ground = read_header(file, version, orbits=int, unsolvable=int)
    demand(not ground.free and not ground.regions, "it is of all boards, but has cells that are not to be blocked")
    demand(0 <= header["unsolvable"] <= header["orbits"] <= MOST_LISTED, "its numbers of orbits are impossible")
    told += claim_of("census", ground, orbits=header["orbits"], unsolvable=header["unsolvable"])
    size = len(ground.points)
    body = Body(file, line, size * header["orbits"] + 64 * header["unsolvable"])
    try:
        named, boards = census_records(ground, body, header["orbits"], header["unsolvable"])
    except Unproved:
        body.finish()
        raise
    body.finish()
    said = f"{boards[0]} boards can be tiled; {boards[1]} others, in {len(named)} orbits, "
    unnamed = list(named.values()).count("")
    if folder is not None:
        demand(folder.is_dir(), "FOLDER is not a folder")
        check_proofs(ground, {board: proof for board, proof in named.items() if proof}, folder)
    elif len(named) > unnamed:
        raise Unchecked(f"proved: {said}have {len(named) - unnamed} proofs, which were not checked")
    if unnamed:
        raise Unchecked(f"proved: {said}have no proof in {unnamed} orbits")
    return f"proved: {said}can't"


def census_records(ground: Ground, body: Body, orbits: int, unsolvable: int) -> tuple[dict[int, str], tuple[int, int]]:
    """Look at all records; return the proofs named for boards, and the numbers of boards with a tiling and without."""
    size = len(ground.points)
    images = turns(ground.points, ground.lattice, ground.flips())
    place = {point: cell for cell, point in enumerate(images[0])}
    bits = [[1 << place[p] for p in turned] for turned in images if set(turned) == set(place)]
    records, last, tiled, other = 0, -1, 0, 0
    named: dict[int, str] = {}
    for record in iter(lambda: body.take(size), b""):
        records += 1
        where = f"record {records}: "
        claim(len(record) == size, where + "it is cut short")
        if b"." in record:
            board = sum(1 << cell for cell in range(size) if record[cell] == 35)
            claim(record.count(b".") + record.count(b"#") == size, where + "neither a tiling nor a board")
            claim(record.count(b"#") == ground.blockers, where + "a wrong number of blockers")
        else:
            try:
                board = ground.blocked(record)
            except Unproved as error:
                raise Unproved(where + str(error)) from None
        blocked = [cell for cell in range(size) if board >> cell & 1]
        orbit = {sum(turn[cell] for cell in blocked) for turn in bits}
        if min(orbit) != board:
            raise Unproved(where + ground.names(board) + " is not the first of its orbit")
        if board <= last:
            raise Unproved(where + ground.names(board) + " is not after the board before")
        last = board
        if b"." in record:
            proof = body.take(64)
            claim(re.match(rb"([0-9a-f]{64}|-{64})\Z", proof), where + "no SHA-256 of a proof")
            named[board] = "" if proof[:1] == b"-" else proof.decode()
            other += len(orbit)
        else:
            tiled += len(orbit)
    every = math.comb(size, ground.blockers)
    claim(tiled + other == every, f"{tiled + other} boards are in its orbits, of {every}")
    claim((records, len(named)) == (orbits, unsolvable), "its header has other numbers of orbits")
    return named, (tiled, other)


# ------------------------------------------------------------------------------------------------ formulas


def formula(ground: Ground, board: int) -> tuple[int, list[list[int]]]:
    """Return the number of variables and the clauses of a board."""
    kinds = [fixed for n, fixed in enumerate(ground.fixed) if fixed not in ground.fixed[:n]]
    copies = [ground.fixed.count(fixed) for fixed in kinds]
    places = [places_of(ground, fixed) for fixed in kinds]
    area = [len(next(iter(fixed))) for fixed in kinds]
    order = sorted(range(len(kinds)), key=lambda kind: (-area[kind], len(places[kind]), kind))
    options = [(mask, kind) for kind in order for mask in places[kind] if not mask & board]
    number = range(1, len(options) + 1)
    free = [cell for cell in range(len(ground.points)) if not board >> cell & 1]
    clauses = [[n for n in number if options[n - 1][0] >> cell & 1] for cell in free]
    clauses += [[n for n in number if options[n - 1][1] == kind] for kind in range(len(kinds)) if copies[kind] == 1]
    for a, b in itertools.combinations(number, 2):
        (mask, kind), (other, its) = options[a - 1], options[b - 1]
        if mask & other or (kind == its and copies[kind] == 1):
            clauses.append([-a, -b])
    last = len(options)
    for kind, times in enumerate(copies):
        if times > 1:
            mine = [n for n in number if options[n - 1][1] == kind]
            if times > len(mine):
                clauses.append([])
            else:
                last = at_most(mine, times, last, clauses)
                last = at_most([-n for n in mine], len(mine) - times, last, clauses)
    return last, clauses


def places_of(ground: Ground, fixed: set[frozenset[Cell]]) -> list[int]:
    """Return wherever a piece can lie on the empty grid, in the order of options."""
    index = {point: cell for cell, point in enumerate(ground.points)}
    masks = set()
    for shape in fixed:
        first = min(shape)
        for point in ground.points:
            shift = [point[n] - first[n] for n in range(len(first))]
            if len(shift) == 3 and sum(shift) != 0:
                # It would turn triangles over.
                continue
            cells = [index.get(tuple(square[n] + by for n, by in enumerate(shift))) for square in shape]
            if None not in cells:
                masks.add(sum(1 << cell for cell in cells if cell is not None))
    return sorted(masks, key=lambda mask: (mask & -mask, mask))


def at_most(literals: list[int], most: int, last: int, clauses: list[list[int]]) -> int:
    """Add the clauses of a sequential counter; return the last variable."""
    if most >= len(literals):
        return last
    if most == 0:
        clauses.extend([-literal] for literal in literals)
        return last
    s: dict[tuple[int, int], int] = {}
    for i, literal in enumerate(literals, 1):
        if i > most:
            clauses.append([-literal, -s[i - 1, most]])
        if i == len(literals):
            break
        levels = range(1, min(i, most) + 1)
        for j in levels:
            last += 1
            s[i, j] = last
        for j in levels:
            if (i - 1, j) in s:
                clauses.append([-s[i - 1, j], s[i, j]])
            if j == 1:
                clauses.append([-literal, s[i, j]])
            elif (i - 1, j - 1) in s:
                clauses.append([-literal, -s[i - 1, j - 1], s[i, j]])
    return last


# ------------------------------------------------------------------------------------------------ proofs


class Propagator:
    """Clauses, and what follows from them by unit propagation: by passes over all of them until nothing changes.

    A set of literals is an integer: bit 2v for variable v, bit 2v + 1 for its negation. Clauses of two literals are
    kept as the literals that each one implies.
    """

    def __init__(self, variables: int, clauses: Iterable[list[int]]) -> None:
        self.variables = variables
        self.even: int = sum(1 << 2 * v for v in range(variables + 1))
        self.brings: dict[int, int] = {}
        self.count: dict[int, int] = {}
        self.facts: int = 0
        self.refuted: bool = False
        for clause in clauses:
            self.add(self.bits(clause))
        self.settle()

    @staticmethod
    def bits(clause: Iterable[int]) -> int:
        """Return a clause as a set of literals."""
        found = 0
        for literal in clause:
            found |= 1 << (2 * literal if literal > 0 else 1 - 2 * literal)
        return found

    def negation(self, literals: int) -> int:
        """Return the negations of some literals."""
        return (literals & self.even) << 1 | literals >> 1 & self.even

    def add(self, clause: int) -> None:
        """Take in a clause."""
        self.refuted = self.refuted or not clause
        if clause & self.negation(clause):
            return
        first = clause & -clause
        if first == clause:
            self.facts |= clause
            return
        second = clause ^ first
        if second & (second - 1):
            self.count[clause] = self.count.get(clause, 0) + 1
            return
        # Never deleted: a clause that stays does no harm.
        for one, other in ((first, second), (second, first)):
            cause = self.negation(one)
            self.brings[cause] = self.brings.get(cause, 0) | other

    def delete(self, clause: int) -> None:
        """Take out a clause of three literals or more; others stay."""
        if clause in self.count:
            self.count[clause] -= 1
            if not self.count[clause]:
                del self.count[clause]

    def settle(self, clause: int = 0) -> None:
        """Find the literals that follow for good, where a new clause has at most one literal that may be false."""
        rest = clause & ~self.negation(self.facts)
        if not self.refuted and not rest & (rest - 1):
            found = self.closure(self.facts | rest)
            self.refuted = found is None
            self.facts = found or 0

    def closure(self, true: int) -> int | None:
        """Return all that follows where some literals are true; ``None`` for a contradiction."""
        done = 0
        while True:
            while true & ~done:
                one = true & ~done
                one &= -one
                done |= one
                true |= self.brings.get(one, 0)
            false = self.negation(true)
            if true & false:
                return None
            before = true
            for clause in self.count:
                if not clause & true:
                    rest = clause & ~false
                    if not rest & (rest - 1):
                        if not rest:
                            return None
                        true |= rest
                        false |= self.negation(rest)
            if true == before:
                return true

    def follows(self, clause: int) -> bool:
        """Tell whether a clause follows by unit propagation."""
        assumed = self.negation(clause)
        return self.refuted or bool(assumed & self.negation(self.facts)) or self.closure(self.facts | assumed) is None


def refute(ground: Ground, board: int, lines: Iterable[bytes]) -> int:
    """Check a proof against the formula of a board; return how many of its steps were needed."""
    variables, clauses = formula(ground, board)
    known = Propagator(variables, clauses)
    steps = 0
    for number, line in enumerate(lines, 1):
        words = line.split(b" ")
        delete = words[0] == b"d"
        step = words[1:] if delete else words
        good = step and step[-1] == b"0\n" and all(re.match(rb"-?[1-9][0-9]{0,8}\Z", word) for word in step[:-1])
        demand(good, f"line {number} of the proof is not a step")
        literals = [int(word) for word in step[:-1]]
        claim(all(abs(n) <= variables for n in literals), f"line {number} of the proof has an unknown variable")
        clause = known.bits(literals)
        if delete:
            known.delete(clause)
            continue
        claim(known.refuted or known.follows(clause), f"line {number} of the proof does not follow")
        steps += 1
        if not literals:
            return steps
        if not known.refuted:
            known.add(clause)
            known.settle(clause)
    raise Unproved("the proof ends without the empty clause")


def lines_of(file: BinaryIO) -> Iterator[bytes]:
    return iter(lambda: file.readline(MEBIBYTE), b"")


def check_proofs(ground: Ground, named: dict[int, str], folder: Path) -> None:
    """Check the proofs of these boards in the shards of a folder."""
    left = dict(named)
    for path in sorted((folder / "proofs").glob("*.proofs")):
        with path.open("rb") as file:
            header = read_json(file.readline(65536), {"schema": str, "rows": list}, exact=False)
            demand(header["schema"] == "dicelab/proof-shard/1", f"{path} is not a shard of proofs")
            packed = file.read(1 << 26)
        for board, proof in proofs_of(ground, header["rows"], packed):
            told = left.pop(board, None)
            if told:
                good = hashlib.sha256(proof).hexdigest() == told
                claim(good, f"the proof of {ground.names(board)} is not the one that the certificate names")
                refute(ground, board, io.BytesIO(proof))
    for board in left:
        raise Unproved(f"the proof of {ground.names(board)} is not in the folder")


def proofs_of(ground: Ground, rows: list[Any], packed: bytes) -> Iterator[tuple[int, bytes]]:
    """Unpack the proofs of a shard, each with its board."""
    stream = lzma.LZMADecompressor(lzma.FORMAT_XZ, 1 << 28)
    for row in rows:
        good = isinstance(row, dict) and type(row.get("bytes")) is int and isinstance(row.get("board"), str)
        demand(good and 0 <= row["bytes"] <= 1 << 26, "a shard of proofs has a damaged row")
        proof = b""
        while len(proof) < row["bytes"]:
            try:
                proof += stream.decompress(packed, row["bytes"] - len(proof))
            except (lzma.LZMAError, EOFError):
                raise Damaged("a shard of proofs is damaged") from None
            packed = b""
            demand(len(proof) == row["bytes"] or not stream.needs_input, "a shard of proofs is truncated")
        labels = row["board"].split()
        demand(all(label in ground.number for label in labels), "a shard of proofs is of another puzzle")
        yield sum({1 << ground.number[label] for label in labels}), proof
    try:
        more = stream.decompress(packed, 1)
    except (lzma.LZMAError, EOFError):
        more = b""
    demand(not more and stream.eof and not stream.unused_data, "bytes follow the proofs of a shard")


def check_proof(path: Path, said: list[str]) -> str:
    with path.open("rb") as file:
        text = file.read(MEBIBYTE + 1)
    demand(len(text) <= MEBIBYTE, "it is too long")
    schema = read_json(text, {"schema": str}, exact=False)["schema"]
    version = schema[len(PROOF) :]
    demand(schema.startswith(PROOF) and version in GROUND, "it has another schema")
    kinds: dict[str, type | None] = dict(
        GROUND[version], schema=str, puzzle=str, board=list, cnf=dict, proof=dict, solver=str, package=str,
        checked_by=None, sha256=str,
    )  # fmt: skip
    record = read_json(text, kinds)
    told = record.pop("sha256")
    try:
        spelt = json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError):
        raise Damaged("it has invalid characters") from None
    demand(hashlib.sha256(spelt).hexdigest() == told, "its checksum differs")
    ground = Ground(record)
    demand(
        all(isinstance(b, str) and b in ground.number for b in record["board"]),
        "its board names a cell that the grid does not have",
    )
    cells = {ground.number[label] for label in record["board"]}
    demand(len(cells) == len(record["board"]) == ground.blockers, "its board has a wrong number of blockers")
    demand(not cells & set(ground.free), "its board has a blocker on a cell that is never blocked")
    demand(
        all(len(cells & set(region)) == 1 for region in ground.regions), "its board does not have one in each region"
    )
    board = sum(1 << cell for cell in cells)
    said += claim_of("board", ground, board=[ground.labels[cell] for cell in sorted(cells)])
    files = []
    for key, name in (("cnf", "board.cnf"), ("proof", "board.drat")):
        demand(record[key].get("file") == name, f"its {key} is another file than {name}")
        beside = path.parent / name
        digest, size, ends = hashlib.sha256(), 0, 0
        with beside.open("rb") as file:
            for block in iter(lambda: file.read(65536), b""):
                digest.update(block)
                size, ends = size + len(block), ends + block.count(b"\n")
        demand(digest.hexdigest() == record[key].get("sha256"), f"the checksum of {name} differs")
        demand(record[key].get("bytes") == size, f"the length of {name} differs")
        files.append(beside)
    variables, clauses = formula(ground, board)
    compare(files[0], variables, clauses)
    told = record["cnf"].get("variables"), record["cnf"].get("clauses")
    claim(told == (variables, len(clauses)), "board.cnf has other numbers of variables and clauses than are told")
    with files[1].open("rb") as file:
        steps = refute(ground, board, lines_of(file))
    demand(record["proof"].get("lines") == ends, "board.drat does not have the number of lines that proof.json gives")
    for key, told_of in (("cnf", 5), ("proof", 4)):
        demand(len(record[key]) == told_of, f"its {key} has other keys than it should")
    demand(record["checked_by"] is None or isinstance(record["checked_by"], str), "its checked_by is not text")
    return f"proved: {ground.names(board)} can't be tiled ({steps} steps)"


def compare(path: Path, variables: int, clauses: list[list[int]]) -> None:
    """Compare a file of clauses with those of the board."""
    wanted = itertools.chain([f"p cnf {variables} {len(clauses)}"], (" ".join(map(str, [*c, 0])) for c in clauses))
    with path.open("rb") as file:
        for line in lines_of(file):
            if not line.startswith(b"c"):
                good = line.decode("latin-1") == next(wanted, "no more") + "\n"
                claim(good, "board.cnf is not the formula of this board")
    claim(next(wanted, None) is None, "board.cnf is not the whole formula of this board")


# ------------------------------------------------------------------------------------------------ the program


def check(path: Path, folder: Path | None = None, expected: str = "") -> tuple[int, str]:
    """Check a file; return the exit status and the text: the claim, and in the last line the verdict."""
    claimed: list[str] = []
    try:
        status, said = 0, checked(path, folder, claimed)
    except Stopped as stop:
        if stop.status == Stopped.status:
            return stop.status, f"{stop.said}{stop}"
        status, said = stop.status, f"{stop.said}{stop}"
    except (OSError, ValueError) as error:
        return 2, f"can't be read: {error}"
    if not claimed[-1].startswith("digest: " + expected):
        status, said = NOT_PROVED, f"NOT proved: the expected claim has another digest, {expected}"
    return status, "\n".join([*claimed, said])


def checked(path: Path, folder: Path | None, claimed: list[str]) -> str:
    """Check a file of any kind, and put down what it claims; return what is proved."""
    with path.open("rb") as file:
        first = file.readline(64)
        for version in GROUND:
            if first == f"{DICE}{version}\n".encode():
                return check_dice(file, version, claimed)
            if first == f"{CENSUS}{version}\n".encode():
                return check_census(file, version, folder, claimed)
    demand(first.lstrip()[:1] == b"{", f"it is not one of {DICE}, {CENSUS}, {PROOF}, of version {' or '.join(GROUND)}")
    return check_proof(path, claimed)


def main(arguments: list[str]) -> int:
    files, expected = list(arguments), ""
    if "--expect" in files:
        at = files.index("--expect")
        expected = "".join(files[at + 1 : at + 2]).lower()
        del files[at : at + 2]
        if not re.match(r"[0-9a-f]{16,64}\Z", expected):
            print("--expect: give 16 to 64 digits of a digest", file=sys.stderr)
            return 2
    if len(files) not in (1, 2):
        print("usage: python independent_check.py FILE [FOLDER] [--expect DIGEST]", file=sys.stderr)
        return 2
    try:
        status, said = check(Path(files[0]), Path(files[1]) if len(files) > 1 else None, expected)
        print(said, flush=True)
    except KeyboardInterrupt:
        return 130
    except MemoryError:
        print("out of memory: nothing is known", file=sys.stderr)
        return 3
    except OSError as error:
        sys.stderr.write(f"the result can't be written: {error}\n")
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 2
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
