"""The published figures beside ours: a page of tables, the errata, JSON, and a table for the terminal."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from dicelab.render.text import WIDTH, wrap
from dicelab.reproduce.claim import Claim, ClaimVerdict, Comparison, Value
from dicelab.reproduce.claims import SOURCES
from solver.words import counted

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
    """Write what is wrong in each source, with what is right and why."""
    lines = [TEXTS["errata"]]
    right = {ClaimVerdict.AGREES, ClaimVerdict.LEFT_OUT, ClaimVerdict.LOOSELY_WORDED}
    for source in SOURCES:
        wrong = [row for row in rows if row.claim.source == source and row.verdict not in right]
        places = Counter(row.claim.place for row in wrong)
        listed = (place if number == 1 else f"{place} ({number} entries)" for place, number in places.items())
        number = f"{len(wrong)} {'entry' if len(wrong) == 1 else 'entries'}"
        said = f"{number}: {'; '.join(listed)}." if wrong else "Nothing among what was computed."
        lines += ["", f"## {source.key}", "", f"{source.title}.", "", said]
        for row in wrong:
            lines += _entry(row, f"{row.claim.place}: {row.claim.statement}")
    loose = [row for row in rows if row.verdict == ClaimVerdict.LOOSELY_WORDED]
    if loose:
        lines += ["", "## Loosely worded, and no errors"]
    for row in loose:
        lines += _entry(row, f"{row.claim.source.key}, {row.claim.place}: {row.claim.statement}")
    return "\n".join(lines) + "\n"


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
    """Return what explains a difference, or why it is none."""
    told = row.verdict in {ClaimVerdict.EXPLAINED, ClaimVerdict.LOOSELY_WORDED}
    return row.claim.why if told and row.claim.why else None


def reproduction_json(rows: Sequence[Comparison], *, quick: bool) -> dict[str, Any]:
    """Return the rows as JSON values, without the schema."""
    return {
        "quick": quick,
        "verdicts": counts(rows),
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
    """Write rows for a terminal of 80 columns: the words of the source, what was computed, the verdict and why.

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
