"""``dicelab/census-certificate``: for one board of each orbit a tiling, or the checksum of a proof."""

from __future__ import annotations

import math
import random
import re
import struct
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from dicelab.check.proof_files import proofs_in
from dicelab.check.puzzle import FIELDS, Puzzle, digest_of, fault_finder, puzzle_of, symmetries
from dicelab.check.reading import Body, CertificateError, Kinds, header, opened, require
from dicelab.check.refutation import FormulaMaker
from dicelab.check.step_checkers import OWN, StepChecker

MAGIC = "dicelab/census-certificate"
KINDS: dict[int, Kinds] = {version: {**fields, "orbits": int, "unsolvable": int} for version, fields in FIELDS.items()}
MOST_ORBITS = 20_000_000
PROOF_BYTES = 64
NO_PROOF = b"-" * PROOF_BYTES
CHUNK = 12

Progress = Callable[[int, int], None]

_AS_BITS = bytes(ord("1") if byte == ord("#") else ord("0") for byte in range(256))


@dataclass(frozen=True, slots=True)
class CensusReport:
    """The claim of a certificate of all boards of a puzzle, and how much of it was found true.

    ``boards`` are all boards of the puzzle, in ``orbits`` under the symmetries of its grid; ``solvable`` of them have
    a tiling here, or one of their orbit has. The other orbits, ``unsolvable_orbits``, rest on proofs:
    ``proofs_checked`` of them were read and refute their board, by ``drat_by``, and ``proofs_unnamed`` have none to be
    looked for.
    ``problem`` is the first fault, ``ok`` says that there is none, and ``proved`` that nothing is left to check.
    ``digest`` tells the claim from all others.
    """

    puzzle: str
    digest: str
    boards: int
    orbits: int
    solvable: int
    unsolvable: int
    unsolvable_orbits: int
    proofs_checked: int
    proofs_unnamed: int
    drat_by: str
    ok: bool
    proved: bool
    problem: str | None


@dataclass(slots=True)
class _Seen:
    """The records read so far: the number of boards of each kind, and the proofs that they name."""

    orbits: int = 0
    solvable: int = 0
    unsolvable: int = 0
    unnamed: int = 0
    proofs: dict[int, bytes] = field(default_factory=dict)
    problem: str | None = None


def check_census(
    path: Path,
    proofs: Path | None = None,
    sample: int | None = None,
    seed: int = 0,
    progress: Progress = lambda _done, _total: None,
    checker: StepChecker = OWN,
) -> CensusReport:
    """Check every tiling of a census certificate, that no orbit is missing, and the proofs in a folder.

    ``proofs`` is the folder of ``dicelab prove --all``; only ``sample`` of them, drawn at random by ``seed``, are
    checked where that is given, each by ``checker``. ``progress`` is called with the records, and then with the
    proofs, that were looked at, and how many there are. Raises :class:`CertificateError` with one line that names the
    file, if it can't be read, is no such certificate, or is damaged.
    """
    with opened(path) as file:
        line, fields = header(file, MAGIC, KINDS)
        puzzle, orbits, unsolvable = puzzle_of(fields), fields["orbits"], fields["unsolvable"]
        anywhere = not puzzle.free and not puzzle.regions
        require(anywhere, "is of all boards, but has cells that are never blocked, or regions: leave them out")
        require(0 <= unsolvable <= orbits <= MOST_ORBITS, "has impossible numbers of orbits: get a new copy")
        size = orbits * len(puzzle.cells) + unsolvable * PROOF_BYTES
        body = Body(file, line, size, "records")
        seen = _examined(puzzle, body, orbits, progress)
        body.finish()
    boards = math.comb(len(puzzle.cells), puzzle.blockers)
    if seen.problem is None:
        seen.problem = _incomplete(seen, boards, orbits, unsolvable)
    checked = 0
    if seen.problem is None and proofs is not None:
        checked, seen.problem = _proofs_checked(puzzle, _drawn(seen.proofs, sample, seed), proofs, progress, checker)
    ok = seen.problem is None
    return CensusReport(
        puzzle.words(),
        digest_of("census", puzzle, orbits=orbits, unsolvable=unsolvable),
        boards,
        seen.orbits,
        seen.solvable,
        seen.unsolvable,
        len(seen.proofs) + seen.unnamed,
        checked,
        seen.unnamed,
        checker.name,
        ok,
        ok and checked == len(seen.proofs) and not seen.unnamed,
        seen.problem,
    )


class _Orbits:
    """The images of a board under all symmetries of the cells, by look-up of 12 cells at a time."""

    def __init__(self, puzzle: Puzzle) -> None:
        turns = symmetries(puzzle)
        self._format = struct.Struct(f"<{len(turns)}Q")
        self._tables = []
        for first in range(0, len(puzzle.cells), CHUNK):
            cells = range(first, min(first + CHUNK, len(puzzle.cells)))
            one = [sum(1 << (64 * n + turn[cell]) for n, turn in enumerate(turns)) for cell in cells]
            table = [0]
            for image in one:
                table += [known | image for known in table]
            self._tables.append(table)

    def images(self, board: int) -> tuple[int, ...]:
        """Return the images of a mask, itself among them."""
        together = 0
        for table in self._tables:
            together |= table[board & (1 << CHUNK) - 1 & len(table) - 1]
            board >>= CHUNK
        return self._format.unpack(together.to_bytes(self._format.size, "little"))


def _examined(puzzle: Puzzle, body: Body, total: int, progress: Progress) -> _Seen:
    """Look at the records up to the first that is wrong."""
    fault, images, seen, last = fault_finder(puzzle), _Orbits(puzzle).images, _Seen(), -1
    while cells := body.take(len(puzzle.cells)):
        proof = body.take(PROOF_BYTES) if b"." in cells else b""
        if not seen.orbits & 0xFFF:
            progress(seen.orbits, total)
        bits = cells.translate(_AS_BITS)[::-1]
        board = int(bits, 2)
        orbit = images(board)
        reason = None
        if board.bit_count() != puzzle.blockers:
            reason = f"{board.bit_count()} blockers, not {puzzle.blockers}"
        elif min(orbit) != board:
            reason = f"not the first of its orbit, which is {puzzle.named(min(orbit))}"
        elif board <= last:
            reason = f"it comes after {puzzle.named(last)}, but boards come in ascending order, each once"
        elif proof:
            reason = _note(seen, board, cells, proof, len(set(orbit)))
        else:
            reason = fault(cells)
            seen.solvable += 0 if reason else len(set(orbit))
        if reason:
            seen.problem = f"record {seen.orbits + 1:,} (blockers {puzzle.named(board)}): {reason}"
            break
        seen.orbits += 1
        last = board
    return seen


def _note(seen: _Seen, board: int, cells: bytes, proof: bytes, size: int) -> str | None:
    """Take in a board without a tiling; return the fault of its record, if any."""
    if cells.translate(None, b"#."):
        return "it has both free cells and pieces"
    if proof == NO_PROOF:
        seen.unnamed += 1
    elif re.fullmatch(rb"[0-9a-f]{64}", proof):
        seen.proofs[board] = bytes.fromhex(proof.decode())
    else:
        return "no SHA-256 of a proof follows it"
    seen.unsolvable += size
    return None


def _incomplete(seen: _Seen, boards: int, orbits: int, unsolvable: int) -> str | None:
    found = seen.solvable + seen.unsolvable
    if found != boards:
        return f"the orbits have {found:,} boards, but there are {boards:,}: one or more are missing"
    records = (seen.orbits, len(seen.proofs) + seen.unnamed)
    if records != (orbits, unsolvable):
        return (
            f"{records[0]:,} records, {records[1]:,} of them unsolvable: the header says {orbits:,} and {unsolvable:,}"
        )
    return None


def _drawn(named: dict[int, bytes], sample: int | None, seed: int) -> dict[int, bytes]:
    """Return all proofs, or a sample of them."""
    if sample is None or sample >= len(named):
        return dict(named)
    return {board: named[board] for board in random.Random(seed).sample(sorted(named), sample)}


def _proofs_checked(
    puzzle: Puzzle, unchecked: dict[int, bytes], folder: Path, progress: Progress, checker: StepChecker
) -> tuple[int, str | None]:
    """Check the proofs in a folder; return the number of right ones and the fault of the next, if any."""
    maker, total = FormulaMaker(puzzle), len(unchecked)
    labels = {label: 1 << cell for cell, label in enumerate(puzzle.cells)}
    progress(0, total)
    for board, checksum, proof in proofs_in(folder, labels, unchecked):
        expected = unchecked.pop(board)
        place = f"the proof of board {puzzle.named(board)} in {folder}"
        if checksum != expected:
            return total - len(unchecked) - 1, f"{place} has SHA-256 {checksum.hex()}, not {expected.hex()}"
        try:
            found = checker.refutes(maker.of_board(board), proof)
        except CertificateError as error:
            raise CertificateError(f"{place} {error}") from None
        if found.problem:
            return total - len(unchecked) - 1, f"{place} proves nothing: {found.problem}"
        progress(total - len(unchecked), total)
    if unchecked:
        return total - len(unchecked), f"no proof of board {puzzle.named(min(unchecked))} is in {folder}"
    return total, None
