"""Programs of others that check proofs: drat-trim, and cake_lpr, which is itself proved to be right.

Each is found here, run in a folder of its own, and its words read. Debian has ``drat-trim`` as a package; cake_lpr is
built from two files. ``DRAT_TRIM=PATH`` and ``CAKE_LPR=PATH`` name programs that are not on the PATH. cake_lpr reads
the format LRAT, into which drat-trim, or :func:`solver.exact_cover.lrat.lrat_of`, turns a DRAT proof: nobody has to
trust them for that.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from solver.errors import InputError, SolverError
from solver.exact_cover.lrat import lrat_of

DRAT_TRIM, CAKE_LPR = "drat-trim", "cake_lpr"
DRAT_TRIM_VARIABLE = "DRAT_TRIM"
CAKE_LPR_VARIABLE = "CAKE_LPR"
"""The environment variables that name the programs."""

MOST_SECONDS = 40_000
"""drat-trim's own limit."""

HOW_TO_GET_IT = (
    f"install Debian's package {DRAT_TRIM}, or build its source package, and put it on the PATH or name it by "
    f"{DRAT_TRIM_VARIABLE}=PATH"
)
HOW_TO_GET_CAKE_LPR = (
    f"build it from the files cake_lpr.S and basis_ffi.c of https://github.com/tanyongkiam/cake_lpr with a C compiler, "
    f"and put it on the PATH or name it by {CAKE_LPR_VARIABLE}=PATH"
)


class DratVerdict(StrEnum):
    """The outcome of a check."""

    VERIFIED = "verified"
    REFUSED = "refused"
    UNKNOWN = "unknown"
    """Time or memory ran out."""
    MISSING = "missing"
    """The program is not there."""


@dataclass(frozen=True, slots=True)
class DratCheck:
    """The answer of a program; the reason is in its own words, where it verified nothing."""

    verdict: DratVerdict
    reason: str = ""


NOT_INSTALLED = DratCheck(DratVerdict.MISSING, f"{DRAT_TRIM} is not installed: {HOW_TO_GET_IT}")


def find_drat_trim() -> Path | None:
    """Return the program, or ``None`` where it is not installed.

    Raises
    ------
    InputError
        If ``DRAT_TRIM`` names something that can't be run.

    Examples
    --------
    >>> found = find_drat_trim()
    >>> found is None or found.is_absolute()
    True
    """
    return _found(DRAT_TRIM, DRAT_TRIM_VARIABLE, os.environ.get(DRAT_TRIM_VARIABLE))


def find_cake_lpr() -> Path | None:
    """Return cake_lpr, or ``None`` where it is not there.

    Raises :class:`InputError` if ``CAKE_LPR`` names something that can't be run.
    """
    return _found(CAKE_LPR, CAKE_LPR_VARIABLE, os.environ.get(CAKE_LPR_VARIABLE))


def require_cake_lpr(named: str | os.PathLike[str], by: str) -> Path:
    """Return the program that an option or a variable names; other things raise :class:`InputError`."""
    found = shutil.which(named)
    if found is None:
        raise InputError(f"{by}={named} is not a program: {HOW_TO_GET_CAKE_LPR}")
    return Path(found).absolute()


def _found(name: str, variable: str, named: str | None) -> Path | None:
    found = shutil.which(named or name)
    if named and found is None:
        raise InputError(f"{variable}={named} is not a program: name {name}, or unset it")
    return None if found is None else Path(found).absolute()


@dataclass(frozen=True, slots=True)
class Checkers:
    """The programs that are there."""

    drat_trim: Path | None = None
    cake_lpr: Path | None = None

    @classmethod
    def found(cls) -> Checkers:
        """Return those that are installed; errors are those of :func:`find_drat_trim`."""
        return cls(find_drat_trim(), find_cake_lpr())


NO_CHECKERS = Checkers()


@dataclass(frozen=True, slots=True)
class Core:
    """The core of a proof: the clauses of the formula that it needs, as lines of its file, and a shorter proof."""

    clauses: tuple[bytes, ...]
    proof: bytes


def check_proof(cnf: bytes, proof: bytes, seconds: float | None = None, program: Path | None = None) -> DratCheck:
    """Let drat-trim check a proof.

    Raises :class:`InputError` if ``DRAT_TRIM`` names something that can't be run.
    """
    return _run_drat_trim(cnf, proof, seconds, program)[0]


def trim_proof(
    cnf: bytes, proof: bytes, seconds: float | None = None, program: Path | None = None
) -> tuple[DratCheck, Core | None]:
    """Let drat-trim check a proof and trim it to its core; a proof that is not verified has none.

    A formula that unit propagation alone refutes has no core either.

    Raises :class:`InputError` if ``DRAT_TRIM`` names something that can't be run.
    """
    check, (core, lemmas) = _run_drat_trim(cnf, proof, seconds, program, {"-c": "core.cnf", "-l": "core.drat"})
    if check.verdict is not DratVerdict.VERIFIED or not core:
        return check, None
    clauses = tuple(line for line in core.splitlines() if line[:1] not in (b"p", b"c"))
    steps = [b" ".join(line.split()) for line in lemmas.splitlines()]
    if b"0" not in steps:
        steps.append(b"0")
    return check, Core(clauses, b"\n".join(steps[: steps.index(b"0") + 1]) + b"\n")


def check_with_lrat(
    cnf: bytes, proof: bytes, seconds: float | None = None, program: Path | None = None
) -> tuple[DratCheck, bytes]:
    """Let drat-trim check a proof and write it in the format LRAT, with the steps that are needed alone."""
    check, (lrat,) = _run_drat_trim(cnf, proof, seconds, program, {"-L": "proof.lrat"})
    return check, lrat


def in_lrat(cnf: bytes, proof: bytes) -> bytes:
    """Turn a DRAT proof into LRAT, by drat-trim where that is installed; a wrong one becomes empty."""
    if drat_trim := find_drat_trim():
        return check_with_lrat(cnf, proof, program=drat_trim)[1]
    try:
        return lrat_of(cnf, proof)
    except SolverError:
        return b""


def check_lrat(cnf: bytes, lrat: bytes, program: Path, seconds: float | None = None) -> DratCheck:
    """Let cake_lpr check a proof in the format LRAT.

    Raises :class:`InputError` if the program can't be run.

    References
    ----------
    Tan, Heule and Myreen (2021), cake_lpr: Verified Propagation Redundancy Checking in CakeML.
    """
    try:
        done = _run([str(program), *_NAMES], (_without_repetition(cnf), lrat), seconds, HOW_TO_GET_CAKE_LPR)
    except subprocess.TimeoutExpired:
        return DratCheck(DratVerdict.UNKNOWN, f"{CAKE_LPR} was not done in {seconds:g} seconds")
    if done.status == 0 and done.said.splitlines() == ["s VERIFIED UNSAT"]:
        return DratCheck(DratVerdict.VERIFIED)
    told = [line.removeprefix("c ") for line in (done.said + done.errors).splitlines() if line.strip()]
    why = (told or ["no verdict"])[-1]
    if "exhausted" in why:
        return DratCheck(DratVerdict.UNKNOWN, f"{CAKE_LPR} says: {why} Set CML_HEAP_SIZE to more megabytes")
    return DratCheck(DratVerdict.REFUSED, f"{CAKE_LPR} says: {why[:200]}")


def _without_repetition(cnf: bytes) -> bytes:
    """Return a formula with each literal of a clause once: cake_lpr refuses hints that repeat one."""
    lines = (line if line[:1] in b"cp" else b" ".join(dict.fromkeys(line.split())) for line in cnf.splitlines())
    return b"\n".join(lines) + b"\n"


def _run_drat_trim(
    cnf: bytes, proof: bytes, seconds: float | None, program: Path | None, outputs: Mapping[str, str] | None = None
) -> tuple[DratCheck, list[bytes]]:
    """Return the answer, and the text of the file of each option of ``outputs``, which is empty where there is none."""
    outputs = outputs or {}
    nothing = [b""] * len(outputs)
    program = program or find_drat_trim()
    if program is None:
        return NOT_INSTALLED, nothing
    limit = float(MOST_SECONDS) if seconds is None else seconds
    # -I: text. Without it the program guesses, and takes a proof of a few characters for a binary one.
    # -t: it counts whole seconds, so the limit is kept here, and its own is longer.
    options = ["-I", "-t", str(int(limit) + 2), *(word for pair in outputs.items() for word in pair)]
    try:
        done = _run([str(program), *_NAMES, *options], (cnf, proof), limit, HOW_TO_GET_IT, outputs.values())
    except subprocess.TimeoutExpired:
        return DratCheck(DratVerdict.UNKNOWN, f"{DRAT_TRIM} was not done in {limit:g} seconds"), nothing
    return _read_drat_trim(done.said, done.status), done.written


_NAMES = ("formula.cnf", "proof")


@dataclass(frozen=True, slots=True)
class _Done:
    """What a program said and wrote."""

    said: str
    errors: str
    status: int
    written: list[bytes]


def _run(
    command: list[str],
    texts: tuple[bytes, bytes],
    seconds: float | None,
    how_to_get_it: str,
    outputs: Iterable[str] = (),
) -> _Done:
    """Run a program in a folder with a formula and a proof."""
    with tempfile.TemporaryDirectory(prefix="dicelab-proof-") as folder_name:
        folder = Path(folder_name)
        for name, text in zip(_NAMES, texts, strict=True):
            (folder / name).write_bytes(text)
        try:
            done = subprocess.run(  # noqa: S603 - the program that the user installed, on files of our own
                command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=seconds, check=False
            )
        except OSError as error:
            raise InputError(f"{command[0]} can't be run ({error.strerror}): {how_to_get_it}") from None
        written = [path.read_bytes() if path.exists() else b"" for path in map(folder.joinpath, outputs)]
    said, errors = (text.decode("ascii", "replace") for text in (done.stdout, done.stderr))
    return _Done(said, errors, done.returncode, written)


def _read_drat_trim(said: str, status: int) -> DratCheck:
    """Read the verdict from the output, not from the exit status, which is 1 for a formula that needs no proof."""
    # It overwrites its own lines, by carriage returns.
    lines = [line.strip() for line in said.replace("\r", "\n").splitlines()]
    verdicts = [line for line in lines if line.startswith("s ")]
    if status < 0:
        return DratCheck(DratVerdict.REFUSED, f"{DRAT_TRIM} was ended by signal {-status}")
    if verdicts == ["s VERIFIED"]:
        return DratCheck(DratVerdict.VERIFIED)
    if verdicts == ["s TIMEOUT"]:
        return DratCheck(DratVerdict.UNKNOWN, f"{DRAT_TRIM} ran out of time")
    # The line before its verdict says why: a failed check, or no empty clause.
    told = [line.removeprefix("c ") for line in lines if line.startswith("c ") and ("WARN" in line or "ERR" in line)]
    why = (told or [line.removeprefix("s ") for line in verdicts] or ["no verdict"])[-1]
    return DratCheck(DratVerdict.REFUSED, f"{DRAT_TRIM} says: {why[:200]}")
