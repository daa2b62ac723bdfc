"""Proofs that a problem has no solution: a formula, and a DRAT proof that refutes it, by CaDiCaL through PySAT.

Nobody has to trust the solver: the formula is that of :func:`solver.exact_cover.formula.formula_of`, and any
checker of DRAT proofs can read both files. drat-trim, a program of others, is one: it is found here, run in a folder of
its own, and its words read. Debian has it as the package ``drat-trim``; ``DRAT_TRIM=PATH`` names a program that is not
on the PATH.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import StrEnum
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from solver.errors import InputError, MissingPackageError, SolverError
from solver.exact_cover.formula import Clause, Formula, formula_of
from solver.exact_cover.problem import ExactCover, Solution

if TYPE_CHECKING:
    from pysat.solvers import Solver

ENGINE = "cadical195"
"""PySAT's name of the solver."""

SOLVER = "CaDiCaL 1.9.5"

_SLICE = 5_000
"""Conflicts between two looks at the clock; the proof depends on it, so it is the same with and without a limit."""

DRAT_TRIM = "drat-trim"
DRAT_TRIM_VARIABLE = "DRAT_TRIM"
"""The environment variable that names the program."""

DRAT_TRIM_SECONDS = 40_000
"""The program's own limit."""

HOW_TO_GET_IT = (
    f"install Debian's package {DRAT_TRIM}, or build its source package, and put it on the PATH or name it by "
    f"{DRAT_TRIM_VARIABLE}=PATH"
)


@dataclass(frozen=True, slots=True)
class Refutation:
    """A formula that has no model, and why."""

    cnf: bytes
    proof: bytes
    """A DRAT proof as text: a clause a line that follows from those before, or ``d`` and a clause that is not needed
    any more, up to the empty clause, ``0``."""
    variables: int
    clauses: int
    solver: str
    package: str

    @property
    def lines(self) -> int:
        """The number of steps of the proof."""
        return self.proof.count(b"\n")


def package() -> str:
    """Return the package that proofs come from, with its version.

    Raises :class:`MissingPackageError` if it is not installed.
    """
    if find_spec("pysat") is None:
        raise MissingPackageError.of("a proof", "python-sat", "sat")
    return f"python-sat {version('python-sat')}"


def refute(
    problem: ExactCover,
    comments: Iterable[str] = (),
    seconds: float | None = None,
    now: Callable[[], float] = time.monotonic,
) -> Refutation | Solution | None:
    r"""Prove that a problem has no solution; the comments stand at the head of the formula's file.

    The answer has the same bytes in every run; it is a solution if there is one, and ``None`` where time ran out.

    Raises :class:`MissingPackageError` if PySAT is not installed.

    References
    ----------
    Wetzler, Heule and Hunt (2014), DRAT-trim. Biere, Fazekas, Fleury and Heisinger (2020), CaDiCaL.

    Examples
    --------
    >>> refute(ExactCover(("a", "b"), ((0,),))).proof
    b'0\n'
    >>> refute(ExactCover(("a", "b"), ((0,), (1,))))
    (0, 1)
    """
    package()
    end = None if seconds is None else now() + seconds
    formula = formula_of(problem)
    answer = refute_formula(formula, comments, None if end is None else end - now(), now)
    if answer is None or isinstance(answer, Refutation):
        return answer
    chosen = tuple(literal - 1 for literal in answer if 0 < literal <= len(problem.options))
    if not problem.is_solution(chosen):
        raise SolverError(f"{SOLVER} gave a solution that is none: please report it")
    return chosen


def refute_formula(
    formula: Formula,
    comments: Iterable[str] = (),
    seconds: float | None = None,
    now: Callable[[], float] = time.monotonic,
) -> Refutation | Clause | None:
    r"""Prove that a formula has no model; the comments stand at the head of its file.

    The answer has the same bytes in every run; it is the literals of a model if there is one, and ``None`` where time
    ran out. Errors are those of :func:`refute`.

    Examples
    --------
    >>> formula = Formula()
    >>> formula.add(formula.variable("a"))
    >>> refute_formula(formula)
    (1,)
    >>> formula.add(-1)
    >>> refute_formula(formula).proof
    b'0\n'
    """
    source = package()
    end = None if seconds is None else now() + seconds
    if end is not None and now() >= end:
        return None
    from pysat.solvers import Solver

    with Solver(ENGINE, bootstrap_with=formula.clauses, with_proof=True) as engine:
        has_model = _solved(engine, lambda: end is not None and now() >= end)
        if has_model is None:
            return None
        if has_model:
            return tuple(engine.get_model() or ())
        proof = _proof(engine.get_proof() or [], formula)
    return Refutation(formula.dimacs(comments).encode(), proof, len(formula), len(formula.clauses), SOLVER, source)


def _solved(engine: Solver, is_over: Callable[[], bool]) -> bool | None:
    """Solve in slices, and in a thread: there PySAT leaves Ctrl-C to Python, which hears it after a slice."""
    with ThreadPoolExecutor(1) as worker:
        while True:
            engine.conf_budget(_SLICE)
            answer: bool | None = worker.submit(engine.solve_limited).result()
            if answer is not None or is_over():
                return answer


def _proof(steps: list[str], formula: Formula) -> bytes:
    """Return the text of a proof up to its empty clause; later steps prove nothing."""
    if () in formula.clauses:
        # The formula itself has the empty clause, and CaDiCaL adds no step.
        return b"0\n"
    try:
        steps = steps[: steps.index("0") + 1]
    except ValueError:
        raise SolverError(f"{SOLVER} gave a proof without an empty clause: please report it") from None
    return ("\n".join(steps) + "\n").encode("ascii")


class DratVerdict(StrEnum):
    """The outcome of a check."""

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
    named = os.environ.get(DRAT_TRIM_VARIABLE)
    found = shutil.which(named or DRAT_TRIM)
    if named and found is None:
        raise InputError(f"{DRAT_TRIM_VARIABLE}={named} is not a program: name {DRAT_TRIM}, or unset it")
    return None if found is None else Path(found).absolute()


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
    check, core, lemmas = _run_drat_trim(cnf, proof, seconds, program, "-c", "core.cnf", "-l", "core.drat")
    if check.verdict is not DratVerdict.VERIFIED or not core:
        return check, None
    clauses = tuple(line for line in core.splitlines() if line[:1] not in (b"p", b"c"))
    steps = [b" ".join(line.split()) for line in lemmas.splitlines()]
    if b"0" not in steps:
        steps.append(b"0")
    return check, Core(clauses, b"\n".join(steps[: steps.index(b"0") + 1]) + b"\n")


def _run_drat_trim(
    cnf: bytes, proof: bytes, seconds: float | None, program: Path | None, *more: str
) -> tuple[DratCheck, bytes, bytes]:
    """Return the answer, and the core and its proof where they are asked for."""
    program = program or find_drat_trim()
    if program is None:
        return NOT_INSTALLED, b"", b""
    limit = float(DRAT_TRIM_SECONDS) if seconds is None else seconds
    with tempfile.TemporaryDirectory(prefix="dicelab-proof-") as name:
        folder = Path(name)
        (folder / "formula.cnf").write_bytes(cnf)
        (folder / "proof.drat").write_bytes(proof)
        # -I: text. Without it the program guesses, and takes a proof of a few characters for a binary one.
        # -t: it counts whole seconds, so the limit is kept here, and its own is longer.
        command = [str(program), "formula.cnf", "proof.drat", "-I", "-t", str(int(limit) + 2), *more]
        try:
            done = subprocess.run(  # noqa: S603 - the program that the user installed, on files of our own
                command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=limit, check=False
            )
        except subprocess.TimeoutExpired:
            return DratCheck(DratVerdict.UNKNOWN, f"{DRAT_TRIM} was not done in {limit:g} seconds"), b"", b""
        except OSError as error:
            raise InputError(f"{program} can't be run ({error.strerror}): {HOW_TO_GET_IT}") from None
        core, lemmas = (
            part.read_bytes() if part.exists() else b"" for part in (folder / "core.cnf", folder / "core.drat")
        )
    return _read_drat_trim(done.stdout.decode("ascii", "replace"), done.returncode), core, lemmas


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
