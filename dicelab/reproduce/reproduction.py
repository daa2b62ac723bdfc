"""``dicelab reproduce``: the claims computed again and compared, the folder of the results, and its pages."""

from __future__ import annotations

import os
import tomllib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, overload

import msgspec

from dicelab.errors import DONE, FALSE, UNKNOWN
from dicelab.kinds import Jobs, Name, NotePort, Port, ProgressPort, Repeated, WrittenPath, jobs_of, unheard
from dicelab.render.text import WIDTH, wrap
from dicelab.reproduce.claim import CheckResult, Claim, ClaimVerdict, Comparison, MethodResult, Value, compare
from dicelab.reproduce.claims import CLAIMS, SOURCES, claims_named
from dicelab.reproduce.computations import Computations
from dicelab.verb import command_line, verb
from solver.display import Columns, Tabular
from solver.errors import InputError, StorageError
from solver.runs.manifest import Recording, require_results
from solver.runs.progress import Progress, silent
from solver.words import counted

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
    """Claims computed again. The text lists the claims that do not simply agree; every claim if they were ``named``.

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

    def __repr__(self) -> str:
        return f"<Reproduction: {summary(self.comparisons)}>"

    def __str__(self) -> str:
        told = {ClaimVerdict.AGREES, ClaimVerdict.LEFT_OUT}
        shown = [row for row in self.comparisons if self.named or row.verdict not in told]
        return terminal_text(self.comparisons, shown)

    @property
    def notes(self) -> tuple[str, ...]:
        """What a quick run has left out."""
        ways = [way for row in self.comparisons for way in (*row.claim.methods, *row.claim.checks)]
        left_out = sum(not way.quick for way in ways)
        if not (self.quick and left_out):
            return ()
        return (f"--quick left out {left_out:,} of {counted(len(ways), 'computation')}; without it all are done",)

    def detailed(self) -> Reproduction:
        """Return the reproduction with every comparison in its text."""
        return replace(self, named=True)

    @classmethod
    def read(cls, folder: Path) -> Reproduction:
        """Read the results of an earlier run, with the claims as they are worded now.

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


@overload
def reproduce(names: Sequence[str] = (), *, listed: Literal[True]) -> PublishedClaims: ...


@overload
def reproduce(
    names: Sequence[str] = (),
    *,
    quick: bool = False,
    listed: Literal[False] = False,
    out: str | os.PathLike[str] | None = None,
    pages: bool = False,
    jobs: int | None = None,
    progress: Progress = silent,
    note: Callable[[str], None] = unheard,
    warn: Callable[[str], None] = unheard,
) -> Reproduction: ...


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
        Leave out the longest computations: nearly every figure is still computed, by fewer methods.
    listed
        List the names of the figures, and compute nothing.
    out
        Write the table, as text and JSON, and the errata to this folder, such as results/reproduction; an earlier
        reproduction there is replaced.
    pages
        Compute nothing; write the pages in DIR again from its table.json.
    warn
        Called with warnings of the computations.

    Returns
    -------
    Reproduction
        A comparison for each figure; with ``listed``, the ``PublishedClaims``, of which nothing is computed.

    Raises
    ------
    UnknownClaimError
        If a name is no claim's.
    OutputExistsError
        If the folder holds other things than a reproduction.

    Examples
    --------
    >>> import dicelab
    >>> found = dicelab.reproduce_claims(["jensen-placements"])
    >>> found.exit_status
    0
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


TEXTS = tomllib.loads(Path(__file__).with_name("pages.toml").read_text(encoding="utf-8"))
MARKS, COUNTED, TOLD = (
    {ClaimVerdict(verdict): texts[place] for verdict, texts in TEXTS["verdicts"].items()} for place in range(3)
)

_UNDECIDED = {ClaimVerdict.LOOSELY_WORDED, ClaimVerdict.CUT_OFF, ClaimVerdict.LEFT_OUT}
"""Verdicts that neither agree nor differ."""


def formatted(value: Value | None) -> str:
    """Return a figure as text.

    Examples
    --------
    >>> formatted(8347680), formatted((36, 4, 144, 8)), formatted("18.22 %"), formatted(None)
    ('8,347,680', '36 / 4 / 144 / 8', '18.22 %', '–')
    """
    if value is None:
        return "–"
    if isinstance(value, tuple):
        return " / ".join(f"{number:,}" for number in value)
    return value if isinstance(value, str) else f"{value:,}"


def counts(rows: Sequence[Comparison]) -> dict[str, int]:
    """Return how many rows have each verdict, of the verdicts that occur."""
    found = Counter(row.verdict for row in rows)
    return {verdict.value: found[verdict] for verdict in ClaimVerdict if found[verdict]}


def causes(rows: Sequence[Comparison]) -> list[str]:
    """Return the causes of the figures that differ: a column in another order is one, for all its rows."""
    explained = (row.claim for row in rows if row.verdict == ClaimVerdict.EXPLAINED)
    return list(dict.fromkeys(cause for claim in explained for cause in claim.causes or (claim.name,)))


def summary(rows: Sequence[Comparison]) -> str:
    """Return the verdicts in one line."""
    told = [f"{number:,} {COUNTED[ClaimVerdict(verdict)]}" for verdict, number in counts(rows).items()]
    return f"{len(rows)} published figures: {', '.join(told)}"


def table(rows: Sequence[Comparison], *, quick: bool) -> str:
    """Write all rows as Markdown, a table for each source, and below it how each figure was computed."""
    command = "dicelab reproduce --quick" if quick else "dicelab reproduce"
    words = TEXTS["table"].format(command=command) + (TEXTS["quick"] if quick else "")
    lines = ["# The published figures, computed again", "", f"{summary(rows)}.", words]
    for source in SOURCES:
        own = [row for row in rows if row.claim.source == source]
        if own:
            lines += ["", f"## {source.key}", "", f"{source.title}.", "", *TEXTS["columns"].strip().splitlines()]
            lines += map(_table_row, own)
    lines.append(TEXTS["omitted"])
    for row in rows:
        ways = "; ".join(
            result.name + ("" if result.value == row.computed else f" ({formatted(result.value)})")
            for result in row.results
        )
        lines.append(f"- `{row.claim.name}`: {ways or 'not computed'}.")
        lines += [f"  - {one.name}: {'' if one.passed else '**FAILED**, '}{one.text}." for one in row.checks]
    return "\n".join(lines) + "\n"


def _table_row(row: Comparison) -> str:
    claim = row.claim
    texts = [claim.place, claim.statement, f"“{claim.quote}”", formatted(claim.published), formatted(row.computed)]
    cells = [text.replace("|", "\\|") for text in texts]
    return f"| {' | '.join(cells)} | {row.methods} | {MARKS[row.verdict]} |"


def errata(rows: Sequence[Comparison]) -> str:
    """Write the errors of each source, with the right figure and the reason."""
    right = {ClaimVerdict.AGREES, ClaimVerdict.LEFT_OUT, ClaimVerdict.LOOSELY_WORDED}
    lines = [TEXTS["errata"], "", f"In all, {_entries([row for row in rows if row.verdict not in right])}."]
    for source in SOURCES:
        wrong = [row for row in rows if row.claim.source == source and row.verdict not in right]
        places = Counter(row.claim.place for row in wrong)
        listed = (place if number == 1 else f"{place} ({number} entries)" for place, number in places.items())
        said = f"{_entries(wrong)}: {'; '.join(listed)}." if wrong else "None among the computed figures."
        lines += ["", f"## {source.key}", "", f"{source.title}.", "", said]
        for row in wrong:
            lines += _entry(row, f"{row.claim.place}: {row.claim.statement}")
    loose = [row for row in rows if row.verdict == ClaimVerdict.LOOSELY_WORDED]
    if loose:
        lines += ["", "## Loosely worded, and no errors"]
    for row in loose:
        lines += _entry(row, f"{row.claim.source.key}, {row.claim.place}: {row.claim.statement}")
    return "\n".join(lines) + "\n"


def _entries(wrong: Sequence[Comparison]) -> str:
    """Count entries, and their causes where these are fewer."""
    number, reasons = f"{len(wrong)} {'entry' if len(wrong) == 1 else 'entries'}", causes(wrong)
    return number if len(reasons) == len(wrong) else f"{number} of {counted(len(reasons), 'cause')}"


def _entry(row: Comparison, title: str) -> list[str]:
    return [
        "",
        f"### {title}",
        "",
        f"- The source: “{row.claim.quote}”",
        f"- {_reading(row)} {formatted(row.claim.published)}",
        f"- Computed: {formatted(row.computed)}",
        f"- Entry: `{row.claim.name}`, {counted(row.methods, 'independent method')}",
        "",
        _why(row) or TEXTS["unexplained"].get(row.verdict, "Not explained."),
    ]


def _reading(row: Comparison) -> str:
    return "Read strictly:" if row.verdict == ClaimVerdict.LOOSELY_WORDED else "Read as:"


def _why(row: Comparison) -> str | None:
    """Return the explanation of a difference, or why it is none."""
    told = row.verdict in {ClaimVerdict.EXPLAINED, ClaimVerdict.LOOSELY_WORDED}
    return row.claim.why if told and row.claim.why else None


def reproduction_json(rows: Sequence[Comparison], *, quick: bool) -> dict[str, Any]:
    """Return the rows as JSON values, without the schema."""
    return {
        "quick": quick,
        "verdicts": counts(rows),
        "causes": causes(rows),
        "sources": msgspec.to_builtins(SOURCES),
        "claims": [
            {
                "name": row.claim.name,
                "statement": row.claim.statement,
                "source": row.claim.source.key,
                "place": row.claim.place,
                "quote": row.claim.quote,
                "published": row.claim.published,
                "computed": row.computed,
                "independent_methods": row.methods,
                "methods": msgspec.to_builtins(row.results),
                "checks": msgspec.to_builtins(row.checks),
                "verdict": row.verdict.value,
                "agrees": None if row.verdict in _UNDECIDED else row.verdict == ClaimVerdict.AGREES,
                "explanation": _why(row),
            }
            for row in rows
        ],
    }


def terminal_text(rows: Sequence[Comparison], shown: Sequence[Comparison] | None = None) -> str:
    """Write rows for a terminal of 80 columns: the words of the source, our figure, the verdict and the reason.

    All rows are counted in the last line; only those that are ``shown`` come before it, by default all.
    """
    lines: list[str] = []
    for row in rows if shown is None else shown:
        methods = f" ({counted(row.methods, 'independent method')})" if row.results else ""
        texts = (
            f"{row.claim.source.key}, {row.claim.place}: {row.claim.statement}",
            f"The source: “{row.claim.quote}”",
            f"{_reading(row):<11} {formatted(row.claim.published)}",
            f"Computed:   {formatted(row.computed)}{methods}",
            f"Verdict:    {TOLD[row.verdict]} {_why(row) or ''}",
        )
        lines += wrap(row.claim.name, WIDTH)
        lines += [line for text in texts for line in wrap(f"  {text.rstrip()}", WIDTH, "    ")]
        lines.append("")
    return "\n".join([*lines, *wrap(summary(rows), WIDTH)])


def claims_text(claims: Sequence[Claim]) -> str:
    """Return claims with their places and statements, for the terminal."""
    lines: list[str] = []
    for claim in claims:
        slow = "" if claim.quick else " (full run only)"
        about = f"{claim.source.key}, {claim.place}: {claim.statement}{slow}"
        lines += [claim.name, *(f"  {line}" for line in wrap(about, WIDTH - 2))]
    return "\n".join(lines)
