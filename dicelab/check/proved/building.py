"""Build the proved checker: the prover checks every proof, writes the program, and OCaml compiles it."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from dicelab.check.reading import CertificateError, require

THEORY = (
    "Definitions",
    "Masks",
    "Tilings",
    "Certificate",
    "ExactCover",
    "Lrat",
    "Encoding",
    "Search",
    "Motions",
    "Census",
    "Counting",
    "Bits",
    "Tables",
    "CaseTree",
    "FirstSplit",
    "BestDice",
    "Counts",
)
"""The files with definitions and proofs, in the order in which they are read."""
OWN_PROGRAM = ("uint63.ml", "parray.ml", "driver.ml")
"""What stands behind the prover's integers and arrays, and what reads and prints."""
PROGRAMS = ("coqc", "ocamlopt")
HOW_TO_GET_THEM = "install Debian's packages coq and ocaml-nox, or Coq 8.16 or later and OCaml from opam"
BINARY, ASSUMPTIONS = "proved", "assumptions.txt"
CLOSED = "Closed under the global context"
"""What the prover prints of a theorem that rests on no axiom."""


@dataclass(frozen=True, slots=True)
class ProvedChecker:
    """The compiled program, and what the prover printed of each theorem: its statement and its axioms."""

    program: Path
    assumptions: str

    @property
    def axioms(self) -> frozenset[str]:
        """The axioms of all theorems: only the last ones printed, about trees of cases, rest on any."""
        _, _, printed = self.assumptions.partition("Axioms:")
        # The name of a theorem stands above its statement, which is indented further.
        return frozenset(re.findall(r"^(?!Axioms:)(\S+)(?!\S|\n {5}:)", printed, re.MULTILINE))


def missing() -> str | None:
    """Return a line about the programs that are not installed, or ``None`` if all are."""
    absent = [name for name in PROGRAMS if shutil.which(name) is None]
    return f"the proved checker is built by {' and '.join(absent)}: {HOW_TO_GET_THEM}" if absent else None


def built(folder: Path, note: Callable[[str], None] = lambda _line: None) -> ProvedChecker:
    """Return the program, built in a folder that nobody else may write to, unless the same sources were built there.

    Raises :class:`CertificateError` where a program is missing, or a proof is refused.
    """
    texts = {
        name: _source(name) for name in (*(f"{name}.v" for name in (*THEORY, "Extract", "Assumptions")), *OWN_PROGRAM)
    }
    version = _run(["coqc", "--version"], folder)
    key = hashlib.sha256("\0".join((version, *texts, *texts.values())).encode()).hexdigest()[:16]
    home = folder / key
    if not (home / BINARY).exists():
        note("building the proved checker (once, about half a minute)")
        with tempfile.TemporaryDirectory(prefix="part-", dir=folder) as name:
            part = Path(name)
            for file, text in texts.items():
                (part / file).write_text(text, "utf-8")
            (part / "done").mkdir()
            _build(part)
            try:
                (part / "done").rename(home)
            except OSError:
                # Another process was quicker.
                require((home / BINARY).exists(), f"{home} can't be written: check its permissions")
    return ProvedChecker(home / BINARY, (home / ASSUMPTIONS).read_text("utf-8"))


def _source(name: str) -> str:
    return files("dicelab.check.proved").joinpath(name).read_text("utf-8")


def _build(part: Path) -> None:
    """Check the proofs, extract the program and compile it."""
    for name in (*THEORY, "Extract"):
        _run(["coqc", "-q", "-Q", ".", "Dicelab", f"{name}.v"], part)
    assumptions = _run(["coqc", "-q", "-Q", ".", "Dicelab", "Assumptions.v"], part)
    (part / "done" / ASSUMPTIONS).write_text(assumptions, "utf-8")
    *machine, driver = OWN_PROGRAM
    modules = [*machine, "checker.mli", "checker.ml", driver]
    _run(["ocamlopt", "-w", "-a", "-inline", "200", "-o", f"done/{BINARY}", *modules], part)


def _run(command: list[str], folder: Path) -> str:
    """Return what a program prints."""
    line = missing()
    if line:
        raise CertificateError(line)
    done = subprocess.run(  # noqa: S603 - the prover and the compiler, on files of our own
        command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    said = " ".join((done.stderr or done.stdout).split())
    require(done.returncode == 0, f"{' '.join(command)} failed: {said[-400:]}")
    return done.stdout
