"""A whole reproduction: the claims computed again, and the folder of its results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from dicelab.exit_status import DONE, FALSE, UNKNOWN
from dicelab.reproduce.claim import Value
from dicelab.reproduce.claims import CLAIMS, claims_named
from dicelab.reproduce.comparison import CheckResult, ClaimVerdict, Comparison, MethodResult, compare
from dicelab.reproduce.computations import Computations
from dicelab.reproduce.tables import errata, reproduction_json, table, terminal_text
from solver.errors import StorageError
from solver.runs.manifest import Recording, require_results
from solver.runs.progress import Progress, silent

SCHEMA = "dicelab/reproduction/1"
FILES = ("table.md", "table.json", "errata.md")
"""The results, beside the manifest."""

PACKAGES = ("dicelab", "joblib", "numba", "numpy", "ortools")
"""The packages that a reproduction computes with."""


class _Row(msgspec.Struct, frozen=True):
    """What is read of a claim in ``table.json``."""

    name: str
    published: Value
    methods: tuple[MethodResult, ...]
    checks: tuple[CheckResult, ...]
    verdict: ClaimVerdict

    def comparison(self) -> Comparison:
        """Return the comparison; whether a difference is loosely worded is for the claim to say."""
        claim, verdict = CLAIMS[self.name], self.verdict
        if claim.explanation and verdict in {ClaimVerdict.EXPLAINED, ClaimVerdict.LOOSELY_WORDED}:
            verdict = ClaimVerdict.of(claim.explanation)
        return Comparison(claim, self.methods, self.checks, verdict)


class _Table(msgspec.Struct, frozen=True):
    quick: bool
    claims: tuple[_Row, ...]


@dataclass(frozen=True, slots=True)
class Reproduction:
    """Claims computed again: ``names`` are those that were asked for, empty for all of them."""

    comparisons: tuple[Comparison, ...]
    quick: bool = False
    names: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()

    @property
    def exit_status(self) -> int:
        """4 for an unexplained difference, 3 for a computation that was cut off, else 0: for loose words too."""
        verdicts = {comparison.verdict for comparison in self.comparisons}
        if verdicts & {ClaimVerdict.DIFFERS, ClaimVerdict.DISPUTED}:
            return FALSE
        return UNKNOWN if ClaimVerdict.CUT_OFF in verdicts else DONE

    def text(self, *, every: bool = False) -> str:
        """Return the claims that were asked for: of all of them, without ``every``, those that do not simply agree."""
        if self.names or every:
            return terminal_text(self.comparisons)
        told = [row for row in self.comparisons if row.verdict not in {ClaimVerdict.AGREES, ClaimVerdict.LEFT_OUT}]
        return terminal_text(self.comparisons, told)

    @classmethod
    def read(cls, folder: Path) -> Reproduction:
        """Read what an earlier run computed, with the claims in the words that they have now.

        Raises
        ------
        StorageError
            If the folder has no ``table.json``, a damaged one, or that of other claims.
        """
        file = folder / "table.json"
        try:
            kept = msgspec.json.decode(file.read_bytes(), type=_Table)
        except (OSError, msgspec.MsgspecError) as error:
            raise StorageError(f"{file} can't be read ({error}): run dicelab reproduce --out {folder}") from error
        known = [(claim.name, claim.published) for claim in CLAIMS.values()]
        if [(row.name, row.published) for row in kept.claims] != known:
            raise StorageError(f"{file} has other claims than there are now: run dicelab reproduce --out {folder}")
        return cls(tuple(row.comparison() for row in kept.claims), kept.quick)

    def to_json(self) -> dict[str, object]:
        """Return the comparisons as JSON values, without the schema."""
        return reproduction_json(self.comparisons, quick=self.quick)

    def write(self, folder: Path) -> None:
        """Write the table, the JSON and the errata, each whole or not at all, and the manifest last.

        Raises :class:`OutputExistsError` if the folder holds other things than a reproduction.
        """
        require_results(folder, FILES, "a reproduction", force=True)
        command = " ".join(["dicelab reproduce", *self.names, *(["--quick"] if self.quick else [])])
        recording = Recording(folder, command, seed=0, packages=PACKAGES)
        recording.write("table.md", table(self.comparisons, quick=self.quick))
        recording.write_json("table.json", {"schema": SCHEMA, **self.to_json()})
        recording.write("errata.md", errata(self.comparisons))
        recording.finish()


def reproduce(
    names: Sequence[str] = (),
    *,
    quick: bool = False,
    jobs: int = 1,
    folder: Path | None = None,
    progress: Progress = silent,
) -> Reproduction:
    """Compute published figures again, and compare: those of the named claims, or of all for no name.

    With ``quick`` only the methods and checks run that are quick. No result depends on the number of threads, ``jobs``.
    The results are written to ``folder``, if there is one; it may hold an earlier reproduction, which is replaced.

    Raises :class:`UnknownClaimError` if a name is no claim's, and :class:`OutputExistsError` if the folder holds other
    things than a reproduction.

    Examples
    --------
    >>> [comparison.verdict.value for comparison in reproduce(["jensen-placements"]).comparisons]
    ['agrees']
    """
    claims = claims_named(names)
    if folder:
        require_results(folder, FILES, "a reproduction", force=True)
    shared = Computations(jobs, progress)
    found = Reproduction(compare(claims, shared, quick=quick), quick, tuple(names), tuple(shared.warnings))
    if folder:
        found.write(folder)
    return found
