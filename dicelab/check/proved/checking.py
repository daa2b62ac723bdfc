"""Hand a claim and its evidence to the proved checker.

The evidence is read as the other checker reads it, and written as plain lines. None of this needs trust: the program
prints the claim that it was given, and a wrong line of evidence is refused.
"""

from __future__ import annotations

import itertools
import string
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, cast

from dicelab.check.census import KINDS as CENSUS_KINDS, MAGIC as CENSUS_MAGIC, MOST_ORBITS, PROOF_BYTES
from dicelab.check.certificate import DiceClaim, opened_certificate
from dicelab.check.design_claim import DesignClaim, TilingCounter, claim_of, images_under
from dicelab.check.design_file import SCHEMA as DESIGN_SCHEMA, DesignFile
from dicelab.check.proof_files import KINDS as BOARD_KINDS, SCHEMAS
from dicelab.check.proved.building import ProvedChecker
from dicelab.check.puzzle import (
    SQUARES,
    Point,
    Puzzle,
    dice_digest,
    digest_of,
    pieces_of,
    puzzle_of,
    require_labels,
    squares_of,
    symmetries,
)
from dicelab.check.reading import MOST_HEADER, Body, header, json_object, opened, printable, require, require_kinds
from dicelab.check.refutation import Clause

LRAT = "board.lrat"
MACHINE = ("PrimInt63.", "Uint63.", "PArray.")
"""Where the prover has its axioms about integers and arrays of the machine."""
MOST_CELLS = 36
"""Cells of a puzzle whose trees of cases are checked."""
_DIGITS = f"{string.digits}{string.ascii_lowercase}"
NOT_PROVED = 4
"""The exit status of the program where it does not accept the evidence."""


@dataclass(frozen=True, slots=True)
class ProvedReport:
    """What the proved checker said of a file: the claim in its words, and whether it accepted the evidence.

    ``digest`` tells the claim from all others, as that of the other checkers; ``axioms`` are those of its theorem.
    ``seconds`` of the processor and MiB of ``memory`` are those of the program.
    """

    claim: str
    digest: str
    ok: bool
    axioms: tuple[str, ...]
    seconds: float
    memory: int

    @property
    def text(self) -> str:
        """The claim and the verdict."""
        other = ", ".join(axiom for axiom in self.axioms if not axiom.startswith(MACHINE))
        machine = f"{len(self.axioms)} axioms, all of the prover's integers and arrays"
        rests = "no axiom" if not self.axioms else machine if not other else f"axioms: {other}"
        return f"{self.claim}\ndigest: {self.digest}\nThe theorem behind it rests on {rests}."


def check_proved(path: Path, checker: ProvedChecker) -> ProvedReport:
    """Let the proved checker check a certificate of dice or of all boards, or the proof of a board.

    That of a board is read from ``board.lrat`` beside its record. Boards of a census that have no tiling need no proof:
    the checker searches them itself.

    Raises :class:`CertificateError` if a file is damaged, or makes a claim for which there is no theorem.
    """
    with opened(path) as file:
        start = file.read(64)
    if start.startswith(CENSUS_MAGIC.encode()):
        return _census(path, checker)
    if DESIGN_SCHEMA.encode() in start:
        return _design(path, checker)
    return _board(path, checker) if start.lstrip().startswith(b"{") else _dice(path, checker)


def _dice(path: Path, checker: ProvedChecker) -> ProvedReport:
    with opened_certificate(path) as (claim, body):
        lines = [*_puzzle(claim.puzzle), *(_line("die", claim.puzzle, die) for die in claim.dice), "tilings"]
        answer = _answer(checker, lines, _tilings(claim, body))
    return answer(dice_digest(claim.puzzle, claim.dice))


def _board(path: Path, checker: ProvedChecker) -> ProvedReport:
    with opened(path) as file:
        fields = json_object(file.read(MOST_HEADER), "a record")
        version = SCHEMAS.get(str(fields.get("schema")), 0)
        known = fields.get("schema") == f"dicelab/refutation/{version}"
        require(known, "is not the proof that a board has no tiling: the theorems are about no other record")
        puzzle = puzzle_of(require_kinds(fields, BOARD_KINDS[version], "a record"))
        require_labels("board", fields["board"], puzzle.cells)
        board = puzzle.labels({list(puzzle.cells).index(label) for label in fields["board"]})
        good = len(board) == len(fields["board"]) == puzzle.blockers
        require(good, f"has a board of {len(board)} blockers: name {puzzle.blockers} cells, each once")
        copies = any(times > 1 for _, times, _ in pieces_of(puzzle))
        require(not copies, "has copies of a piece, whose clauses no theorem is about: check it without --proved")
        lines = [*_puzzle(puzzle), _points("board", (puzzle.cells[label] for label in board)), "lrat"]
    proof = path.with_name(LRAT)
    require(proof.exists(), f"{path}: has no {LRAT} beside it: write it by dicelab prove BOARD --lrat")
    with opened(proof) as file:
        answer = _answer(checker, lines, (line.decode("latin-1").rstrip("\n") for line in file))
    return answer(digest_of("board", puzzle, board=board))


def _census(path: Path, checker: ProvedChecker) -> ProvedReport:
    with opened(path) as file:
        line, fields = header(file, CENSUS_MAGIC, CENSUS_KINDS)
        puzzle, numbers = puzzle_of(fields), {key: fields[key] for key in ("orbits", "unsolvable")}
        require(0 <= numbers["unsolvable"] <= numbers["orbits"] <= MOST_ORBITS, "has impossible numbers of orbits")
        require(not puzzle.free and not puzzle.regions, "is of all boards, but has cells that are never blocked")
        size = numbers["orbits"] * len(puzzle.cells) + numbers["unsolvable"] * PROOF_BYTES
        body = Body(file, line, size, "records")
        answer = _answer(checker, [*_puzzle(puzzle), f"census {numbers['orbits']}"], _records(puzzle, body, numbers))
        body.finish()
    return answer(digest_of("census", puzzle, **numbers))


def _design(path: Path, checker: ProvedChecker) -> ProvedReport:
    with opened(path) as file:
        text = DesignFile(file)
        fields, claim = text.fields, claim_of(text.fields)
        require(fields.get("kind") == "cases", "is no proof by cases: the theorems are about no other one of dice")
        puzzle, points = claim.puzzle, list(claim.puzzle.cells.values())
        require_labels("first", fields["first"], puzzle.cells)
        require(not puzzle.free and not puzzle.regions, "has cells that are never blocked, or on some dice only")
        require(len(points) <= MOST_CELLS, f"has {len(points)} cells: the proved checker reads at most {MOST_CELLS}")
        boards = _boards(claim, text.masks(fields["boards"], len(points)))
        cases = [(groups, list(tokens)) for groups, tokens in text.trees(fields["cases"], len(points))]
        text.finish()
        is_whole = not fields["first"] and all(groups for groups, _ in cases)
        lines = [
            *_puzzle(puzzle),
            f"sizes {' '.join(map(str, claim.sizes))}",
            f"tilings-at-least {claim.min_tilings}",
            "whole" if is_whole else _points("first", (puzzle.cells[label] for label in fields["first"])),
            *boards,
            f"cases {len(cases)}",
            *(
                " ".join(_points("", _on(points, group)).strip().replace(" ", ";") for group in groups)
                for groups, _ in cases
            ),
        ]
        trees = ("".join(map(_sign, tokens)) for _, tokens in cases)
        return _answer(checker, lines, trees, tuple(sorted(checker.axioms)))(claim.digest())


def _boards(claim: DesignClaim, listed: Iterator[int]) -> list[str]:
    """Return the boards with too few tilings as lines: to be counted there, or here if pieces have copies."""
    puzzle, points = claim.puzzle, list(claim.puzzle.cells.values())
    if all(times == 1 for _, times, _ in pieces_of(puzzle)):
        return [_points("count", _on(points, board)) for board in listed]
    images, counter, few = images_under(map(tuple, symmetries(puzzle))), TilingCounter(puzzle), set[int]()
    for mask in listed:
        if counter.count(mask) < claim.min_tilings:
            few.update(images(mask))
    return [_points("few", _on(points, board)) for board in sorted(few)]


def _on(points: list[Point], mask: int) -> Iterator[Point]:
    return (point for cell, point in enumerate(points) if mask >> cell & 1)


def _sign(token: bytes) -> str:
    cell = int(token) if token.isdigit() else MOST_CELLS
    return "-" if token == b"-" else _DIGITS[cell] if cell < MOST_CELLS else "?"


def _records(puzzle: Puzzle, body: Body, numbers: dict[str, int]) -> Iterator[str]:
    """Yield a tiling, or a board without one, for each record; the checksum of its proof is not needed."""
    seen = {"orbits": 0, "unsolvable": 0}
    while cells := body.take(len(puzzle.cells)):
        seen["orbits"] += 1
        if b"." in cells:
            seen["unsolvable"] += 1
            body.take(PROOF_BYTES)
        yield cells.decode("latin-1")
    require(seen == numbers, "does not have the numbers of orbits that its header gives: get a new copy")


def board_clauses(puzzle: Puzzle, board: Iterable[int], checker: ProvedChecker) -> list[Clause]:
    """Return the clauses that the theorems are about, so that they can be compared with others."""
    lines = [*_puzzle(puzzle), _line("board", puzzle, board), "formula"]
    done = subprocess.run(  # noqa: S603 - built here
        [checker.program], input="".join(f"{line}\n" for line in lines), capture_output=True, text=True, check=True
    )
    return [tuple(map(int, line.split()[:-1])) for line in done.stdout.splitlines()]


def _puzzle(puzzle: Puzzle) -> list[str]:
    flat = puzzle.lattice == SQUARES and not any(shape.endswith("~") for shape in puzzle.shapes)
    require(
        flat, "has pieces that may not be flipped, or no squares: the theorems are about two-sided pieces of squares"
    )
    pieces = [_points("piece", squares_of(shape)) for shape in puzzle.shapes]
    return [_points("grid", puzzle.cells.values()), *pieces, f"blockers {puzzle.blockers}"]


def _points(word: str, points: Iterable[Point]) -> str:
    return " ".join((word, *(f"{row},{column}" for row, column in points)))


def _line(word: str, puzzle: Puzzle, cells: Iterable[int]) -> str:
    points = list(puzzle.cells.values())
    return _points(word, (points[cell] for cell in cells))


def _tilings(claim: DiceClaim, body: Body) -> Iterator[str]:
    """Yield a tiling for each roll that shows no cell twice, as a line; equal boards have one in the file."""
    size = len(claim.puzzle.cells)
    if not claim.fields["shared_cells"]:
        while tiling := body.take(size):
            yield tiling.decode("latin-1")
        return
    known: dict[frozenset[int], str] = {}
    for roll in itertools.product(*claim.dice):
        board = frozenset(roll)
        if len(board) == len(roll):
            if board not in known:
                known[board] = body.take(size).decode("latin-1")
            yield known[board]


def _answer(
    checker: ProvedChecker, claim: Iterable[str], evidence: Iterable[str], axioms: tuple[str, ...] = ()
) -> Callable[[str], ProvedReport]:
    """Run the program, and return what makes its report with the digest of the claim."""
    with tempfile.TemporaryFile() as said, tempfile.TemporaryFile() as beside:
        command = [checker.program]
        running = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=said, stderr=beside)  # noqa: S603 - built here
        # It stops reading at the first wrong line.
        with running, suppress(BrokenPipeError), cast("IO[bytes]", running.stdin) as lines:
            for line in itertools.chain(claim, evidence):
                lines.write(line.encode("latin-1", "replace") + b"\n")
        said.seek(0)
        beside.seek(0)
        text, other = said.read().decode().rstrip("\n"), beside.read(400).decode("ascii", "replace").strip()
    done, status = {0, NOT_PROVED}, running.returncode
    require(status in done, f"can't be read by the proved checker: {printable(other) or f'it ended with {status}'}")
    seconds, memory = other.split()
    return lambda digest: ProvedReport(text, digest, status == 0, axioms, float(seconds), int(memory))
