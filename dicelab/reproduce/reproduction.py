"""``dicelab reproduce``: the claims computed again and compared, and the folder of the results."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, ClassVar

import msgspec

from dicelab.exit_status import DONE, FALSE, UNKNOWN
from dicelab.kinds import Jobs, Name, NotePort, Port, ProgressPort, Repeated, WrittenPath, jobs_of, unheard
from dicelab.reproduce.claim import CheckResult, Claim, ClaimVerdict, Comparison, MethodResult, Value, compare
from dicelab.reproduce.claims import CLAIMS, claims_named
from dicelab.reproduce.computations import Computations
from dicelab.reproduce.pages import claims_text, errata, formatted, reproduction_json, table, terminal_text
from dicelab.verb import command_line, verb
from solver.display import Columns, Tabular
from solver.errors import InputError, StorageError
from solver.runs.manifest import Recording, require_results
from solver.runs.progress import silent

SCHEMA = "dicelab/reproduction/1"
FILES = ("table.md", "table.json", "errata.md")
"""The results, beside the manifest."""

PACKAGES = ("dicelab", "joblib", "numba", "numpy", "ortools")
"""The packages that a reproduction computes with."""


class _Row(msgspec.Struct, frozen=True):
    """The fields of a claim that are read from ``table.json``."""

    name: str
    published: Value
    methods: tuple[MethodResult, ...]
    checks: tuple[CheckResult, ...]
    verdict: ClaimVerdict

    def comparison(self) -> Comparison:
        """Return the comparison; whether a difference is loosely worded is for the claim to say."""
        claim, verdict = CLAIMS[self.name], self.verdict
        if claim.why and verdict in {ClaimVerdict.EXPLAINED, ClaimVerdict.LOOSELY_WORDED}:
            verdict = ClaimVerdict.of(claim)
        return Comparison(claim, self.methods, self.checks, verdict)


class _Table(msgspec.Struct, frozen=True):
    quick: bool
    claims: tuple[_Row, ...]


@dataclass(frozen=True, slots=True)
class Reproduction(Tabular):
    """Claims computed again. Of all claims the text has those that do not simply agree, of ``named`` ones each.

    Examples
    --------
    >>> [comparison.verdict.value for comparison in reproduce(["jensen-placements"]).comparisons]
    ['agrees']
    """

    comparisons: tuple[Comparison, ...]
    quick: bool = False
    named: bool = False
    command: str = field(default="dicelab reproduce", compare=False)
    """The command line that does it again."""

    schema: ClassVar[str] = "reproduction"

    @property
    def exit_status(self) -> int:
        """4 for an unexplained difference, 3 for a computation that was cut off, else 0: for loose words too."""
        verdicts = {comparison.verdict for comparison in self.comparisons}
        if verdicts & {ClaimVerdict.DIFFERS, ClaimVerdict.DISPUTED}:
            return FALSE
        return UNKNOWN if ClaimVerdict.CUT_OFF in verdicts else DONE

    def __str__(self) -> str:
        told = {ClaimVerdict.AGREES, ClaimVerdict.LEFT_OUT}
        shown = [row for row in self.comparisons if self.named or row.verdict not in told]
        return terminal_text(self.comparisons, shown)

    def detailed(self) -> Reproduction:
        """Return the same comparisons, of which the text has every one."""
        return replace(self, named=True)

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
        command = "dicelab reproduce --quick" if kept.quick else "dicelab reproduce"
        return cls(tuple(row.comparison() for row in kept.claims), kept.quick, command=command)

    def to_json(self) -> dict[str, Any]:
        """Return the comparisons as JSON values."""
        return reproduction_json(self.comparisons, quick=self.quick)

    def _columns(self) -> Columns:
        """Return a row for each claim, with figures as texts."""
        rows = self.comparisons
        return {
            "claim": [row.claim.name for row in rows],
            "source": [row.claim.source.key for row in rows],
            "place": [row.claim.place for row in rows],
            "published": [formatted(row.claim.published) for row in rows],
            "computed": [formatted(row.computed) for row in rows],
            "independent_methods": [row.methods for row in rows],
            "verdict": [row.verdict.value for row in rows],
        }

    def write(self, folder: Path) -> None:
        """Write the table, the JSON and the errata, each whole or not at all, and the manifest last.

        Raises :class:`OutputExistsError` if the folder holds other things than a reproduction.
        """
        require_results(folder, FILES, "a reproduction", force=True)
        recording = Recording(folder, self.command, seed=0, packages=PACKAGES)
        recording.write("table.md", table(self.comparisons, quick=self.quick))
        recording.write_json("table.json", {"schema": SCHEMA, **self.to_json()})
        recording.write("errata.md", errata(self.comparisons))
        recording.finish()


@dataclass(frozen=True, slots=True)
class PublishedClaims:
    """The claims that can be computed again."""

    claims: tuple[Claim, ...]

    schema: ClassVar[str] = "published-claims"

    def __str__(self) -> str:
        return claims_text(self.claims)

    def to_json(self) -> dict[str, Any]:
        """Return names and places."""
        found = [{"name": claim.name, "source": claim.source.key, "place": claim.place} for claim in self.claims]
        return {"claims": found}


@verb(group="research", examples=("reproduce --list", "reproduce jensen-placements"))
def reproduce(  # noqa: PLR0913 - one parameter an option
    names: Annotated[Sequence[str], Repeated(metavar="NAME", names=lambda: CLAIMS)] = (),
    *,
    quick: bool = False,
    listed: Annotated[bool, Name("list")] = False,
    out: Annotated[str | os.PathLike[str] | None, WrittenPath(metavar="DIR")] = None,
    pages: bool = False,
    jobs: Jobs = None,
    progress: ProgressPort = silent,
    note: NotePort = unheard,
    warn: Annotated[Callable[[str], None], Port()] = unheard,
) -> Reproduction | PublishedClaims:
    """Compute every published figure again, and compare.

    NAME is a figure from --list; without NAME, all figures are computed, which takes up to 15 minutes on 2 cores.

    Each figure agrees, differs, or is loosely worded: wrong only if read more strictly than its source asks. The cause
    of each difference is computed too. The list shows the figures that differ or are loosely worded; -v adds those that
    agree. Files are written only with --out.

    Exit status: 0 if every difference is explained, 4 if one is not.

    Parameters
    ----------
    quick
        Take about a minute: leave out the longest computations, and let CP-SAT check samples.
    listed
        List the names of the figures, and compute nothing.
    out
        Write the table, as text and JSON, and the errata to this folder, such as results/reproduction; an earlier
        reproduction there is replaced.
    pages
        Compute nothing; write the pages in DIR again from its table.json.
    warn
        Called with warnings of the computations.

    Raises
    ------
    UnknownClaimError
        If a name is no claim's.
    OutputExistsError
        If the folder holds other things than a reproduction.
    """
    if listed:
        return PublishedClaims(tuple(claims_named(names)))
    if pages and (out is None or names or quick):
        raise InputError("--pages writes the figures of --out DIR again: pass --out DIR, and no NAME or --quick")
    if pages and out is not None:
        found = Reproduction.read(Path(out))
    else:
        command = command_line(reproduce, {"names": names, "quick": quick})
        claims = claims_named(names)
        if out is not None:
            require_results(Path(out), FILES, "a reproduction", force=True)
        shared = Computations(jobs_of(jobs), progress)
        found = Reproduction(compare(claims, shared, quick=quick), quick, bool(names), command)
        for text in shared.warnings:
            warn(text)
    if out is not None:
        found.write(Path(out))
        note(f"written to {out}")
    return found
