"""drat-trim as the checker of long proofs: it is given the clauses that were made here, and the lines of the proof."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

from dicelab.check.design_file import MOST_LINE, ProofText
from dicelab.check.reading import require
from dicelab.check.refutation import BoardFormula, Refutation, require_step

SECONDS = 400_000


def verified_by(program: str, formula: BoardFormula, proof: ProofText) -> Refutation:
    """Return what the program says of a proof, each of whose lines counts as a step."""
    with tempfile.TemporaryDirectory(prefix="dicelab-check-") as name:
        folder, lines = Path(name), 0
        with (folder / "formula.cnf").open("w", encoding="ascii") as file:
            file.write(f"p cnf {formula.variables} {len(formula.clauses)}\n")
            file.writelines(" ".join(map(str, (*clause, 0))) + "\n" for clause in formula.clauses)
        with (folder / "proof.drat").open("wb") as text:
            for line in iter(lambda: proof.readline(MOST_LINE), b""):
                lines += 1
                require_step(line, lines)
                text.write(line)
        # -I: a proof in text.
        command = [program, "formula.cnf", "proof.drat", "-I", "-t", str(SECONDS)]
        try:
            done = subprocess.run(  # noqa: S603 - the program that the user names, on files of our own
                command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, check=False
            )
        except OSError:
            require(False, "can't be checked by drat-trim, which does not run: leave out --drat-trim")
            raise
    said = done.stdout.decode("ascii", "replace").replace("\r", "\n").splitlines()
    good = [line.strip() for line in said if line.startswith("s ")] == ["s VERIFIED"]
    return Refutation(lines, lines, None if good else "drat-trim does not verify it")
