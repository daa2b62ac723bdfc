"""drat-trim, a program of others that checks DRAT proofs: found, run in a folder of its own, and its words read.

Debian has it as the package ``drat-trim``. ``DRAT_TRIM=PATH`` names a program that is not on the PATH.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from solver.errors import InputError

NAME = "drat-trim"
VARIABLE = "DRAT_TRIM"
"""The environment variable that names the program."""

SECONDS = 40_000
"""The program's own limit."""

HOW_TO_GET_IT = (
    f"install Debian's package {NAME}, or build its source package, and put it on the PATH or name it by "
    f"{VARIABLE}=PATH"
)


class DratVerdict(StrEnum):
    """What became of a check."""

    VERIFIED = "verified"
    REFUSED = "refused"
    UNKNOWN = "unknown"
    """Time ran out."""
    MISSING = "missing"
    """The program is not there."""


@dataclass(frozen=True, slots=True)
class DratCheck:
    """The answer of the program; the reason is in its own words, where it verified nothing."""

    verdict: DratVerdict
    reason: str = ""


NOT_INSTALLED = DratCheck(DratVerdict.MISSING, f"{NAME} is not installed: {HOW_TO_GET_IT}")


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
    named = os.environ.get(VARIABLE)
    found = shutil.which(named or NAME)
    if named and found is None:
        raise InputError(f"{VARIABLE}={named} is not a program: name {NAME}, or unset it")
    return None if found is None else Path(found).absolute()


@dataclass(frozen=True, slots=True)
class Core:
    """What a proof really needs: some clauses of the formula, as lines of its file, and a shorter proof."""

    clauses: tuple[bytes, ...]
    proof: bytes


def check_proof(cnf: bytes, proof: bytes, seconds: float | None = None, program: Path | None = None) -> DratCheck:
    """Let drat-trim check a proof.

    Raises :class:`InputError` if ``DRAT_TRIM`` names something that can't be run.
    """
    return _run(cnf, proof, seconds, program)[0]


def trim_proof(
    cnf: bytes, proof: bytes, seconds: float | None = None, program: Path | None = None
) -> tuple[DratCheck, Core | None]:
    """Let drat-trim check a proof and leave out what is not needed; there is no core where nothing was verified.

    Nor is there one of a formula that unit propagation alone refutes.

    Raises :class:`InputError` if ``DRAT_TRIM`` names something that can't be run.
    """
    check, core, lemmas = _run(cnf, proof, seconds, program, "-c", "core.cnf", "-l", "core.drat")
    if check.verdict is not DratVerdict.VERIFIED or not core:
        return check, None
    clauses = tuple(line for line in core.splitlines() if line[:1] not in (b"p", b"c"))
    steps = [b" ".join(line.split()) for line in lemmas.splitlines()]
    if b"0" not in steps:
        steps.append(b"0")
    return check, Core(clauses, b"\n".join(steps[: steps.index(b"0") + 1]) + b"\n")


def _run(
    cnf: bytes, proof: bytes, seconds: float | None, program: Path | None, *more: str
) -> tuple[DratCheck, bytes, bytes]:
    """Return the answer, and the core and its proof where they are asked for."""
    program = program or find_drat_trim()
    if program is None:
        return NOT_INSTALLED, b"", b""
    limit = float(SECONDS) if seconds is None else seconds
    with tempfile.TemporaryDirectory(prefix="dicelab-proof-") as name:
        folder = Path(name)
        (folder / "formula.cnf").write_bytes(cnf)
        (folder / "proof.drat").write_bytes(proof)
        # -I: text. Without it the program guesses, and takes a proof of a few characters for a binary one.
        # -t: it counts whole seconds, so the limit is kept here, and its own comes later.
        command = [str(program), "formula.cnf", "proof.drat", "-I", "-t", str(int(limit) + 2), *more]
        try:
            done = subprocess.run(  # noqa: S603 - the program that the user installed, on files of our own
                command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=limit, check=False
            )
        except subprocess.TimeoutExpired:
            return DratCheck(DratVerdict.UNKNOWN, f"{NAME} was not done in {limit:g} seconds"), b"", b""
        except OSError as error:
            raise InputError(f"{program} can't be run ({error.strerror}): {HOW_TO_GET_IT}") from None
        core, lemmas = (
            part.read_bytes() if part.exists() else b"" for part in (folder / "core.cnf", folder / "core.drat")
        )
    return _read(done.stdout.decode("ascii", "replace"), done.returncode), core, lemmas


def _read(said: str, status: int) -> DratCheck:
    """Take the program at its word, not by its exit status, which is 1 for a formula that needs no proof."""
    # It returns the carriage and writes over its own lines.
    lines = [line.strip() for line in said.replace("\r", "\n").splitlines()]
    verdicts = [line for line in lines if line.startswith("s ")]
    if status < 0:
        return DratCheck(DratVerdict.REFUSED, f"{NAME} was ended by signal {-status}")
    if verdicts == ["s VERIFIED"]:
        return DratCheck(DratVerdict.VERIFIED)
    if verdicts == ["s TIMEOUT"]:
        return DratCheck(DratVerdict.UNKNOWN, f"{NAME} ran out of time")
    # The line before its verdict says why: a failed check, or no empty clause.
    told = [line.removeprefix("c ") for line in lines if line.startswith("c ") and ("WARN" in line or "ERR" in line)]
    why = (told or [line.removeprefix("s ") for line in verdicts] or ["no verdict"])[-1]
    return DratCheck(DratVerdict.REFUSED, f"{NAME} says: {why[:200]}")
