"""The published figures beside ours: a page of tables, the errata, JSON, and a table for the terminal."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from dicelab.render.text import wrap
from dicelab.reproduce.claim import Claim, formatted
from dicelab.reproduce.claims import SOURCES
from dicelab.reproduce.comparison import ClaimVerdict, Comparison

WIDTH = 80

TEXTS = tomllib.loads(Path(__file__).with_name("pages.toml").read_text(encoding="utf-8"))
MARKS, COUNTED, TOLD = (
    {ClaimVerdict(verdict): texts[place] for verdict, texts in TEXTS["verdicts"].items()} for place in range(3)
)

_UNDECIDED = {ClaimVerdict.LOOSELY_WORDED, ClaimVerdict.CUT_OFF, ClaimVerdict.LEFT_OUT}
"""Verdicts that neither agree nor differ."""


def counts(rows: Sequence[Comparison]) -> dict[str, int]:
    """Return how many rows have each verdict, of the verdicts that occur."""
    found = Counter(row.verdict for row in rows)
    return {verdict.value: found[verdict] for verdict in ClaimVerdict if found[verdict]}


def summary(rows: Sequence[Comparison]) -> str:
    """Return the verdicts in one line."""
    counted = [f"{number:,} {COUNTED[ClaimVerdict(verdict)]}" for verdict, number in counts(rows).items()]
    return f"{len(rows)} published figures: {', '.join(counted)}"


def table(rows: Sequence[Comparison], *, quick: bool) -> str:
    """Write all rows as Markdown, a table for each source, and below it how each figure was computed."""
    command = "dicelab reproduce --quick" if quick else "dicelab reproduce"
    lines = [
        "# The published figures, computed again",
        "",
        f"{summary(rows)}.",
        TEXTS["table"].format(command=command) + (TEXTS["quick"] if quick else ""),
    ]
    for source in SOURCES:
        own = [row for row in rows if row.claim.source == source]
        if not own:
            continue
        lines += [
            "",
            f"## {source.key}",
            "",
            f"{source.title}.",
            "",
            "| place | claim | the source's words | read as | computed | independent methods | agrees |",
            "| --- | --- | --- | ---: | ---: | ---: | --- |",
            *(
                f"| {_cell(row.claim.place)} | {_cell(row.claim.statement)} | “{_cell(row.claim.quote)}” "
                f"| {_cell(formatted(row.claim.published))} | {_cell(formatted(row.computed))} | {row.methods} "
                f"| {MARKS[row.verdict]} |"
                for row in own
            ),
        ]
    lines.append(TEXTS["omitted"])
    for row in rows:
        ways = "; ".join(
            result.name + ("" if result.value == row.computed else f" ({formatted(result.value)})")
            for result in row.results
        )
        lines.append(f"- `{row.claim.name}`: {ways or 'not computed'}.")
        lines += [f"  - {one.name}: {'' if one.passed else '**FAILED**, '}{one.text}." for one in row.checks]
    return "\n".join(lines) + "\n"


def errata(rows: Sequence[Comparison]) -> str:
    """Write what is wrong in each source, with what is right and why."""
    lines = [TEXTS["errata"]]
    right = {ClaimVerdict.AGREES, ClaimVerdict.LEFT_OUT, ClaimVerdict.LOOSELY_WORDED}
    for source in SOURCES:
        wrong = [row for row in rows if row.claim.source == source and row.verdict not in right]
        lines += ["", f"## {source.key}", "", f"{source.title}."]
        if wrong:
            places = Counter(row.claim.place for row in wrong)
            listed = (place if number == 1 else f"{place} ({number} entries)" for place, number in places.items())
            lines += ["", f"{len(wrong)} {'entry' if len(wrong) == 1 else 'entries'}: {'; '.join(listed)}."]
        else:
            lines += ["", "Nothing among what was computed."]
        for row in wrong:
            lines += _entry(row, f"{row.claim.place}: {row.claim.statement}")
    loose = [row for row in rows if row.verdict == ClaimVerdict.LOOSELY_WORDED]
    lines += ["", "## Loosely worded, and no errors"]
    for row in loose:
        lines += _entry(row, f"{row.claim.source.key}, {row.claim.place}: {row.claim.statement}")
    return "\n".join(lines if loose else lines[:-2]) + "\n"


def _entry(row: Comparison, title: str) -> list[str]:
    return [
        "",
        f"### {title}",
        "",
        f"- The source: “{row.claim.quote}”",
        f"- {_reading(row)} {formatted(row.claim.published)}",
        f"- Computed: {formatted(row.computed)}",
        f"- Entry: `{row.claim.name}`, {row.methods} independent method{'s' if row.methods != 1 else ''}",
        "",
        _why(row) or _unexplained(row.verdict),
    ]


def _reading(row: Comparison) -> str:
    return "Read strictly:" if row.verdict == ClaimVerdict.LOOSELY_WORDED else "Read as:"


def _why(row: Comparison) -> str | None:
    """Return what explains a difference, or why it is none."""
    told = row.verdict in {ClaimVerdict.EXPLAINED, ClaimVerdict.LOOSELY_WORDED}
    return row.claim.why if told and row.claim.why else None


def _unexplained(verdict: ClaimVerdict) -> str:
    if verdict == ClaimVerdict.DISPUTED:
        return "Our own methods disagree or a check fails: this says nothing about the source."
    return "Cut off." if verdict == ClaimVerdict.CUT_OFF else "Not explained."


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
        methods = f" ({row.methods} independent method{'s' if row.methods != 1 else ''})" if row.results else ""
        lines += [
            *wrap(row.claim.name, WIDTH),
            *_indented(f"{row.claim.source.key}, {row.claim.place}: {row.claim.statement}"),
            *_indented(f"The source: “{row.claim.quote}”"),
            *_indented(f"{_reading(row):<11} {formatted(row.claim.published)}"),
            *_indented(f"Computed:   {formatted(row.computed)}{methods}"),
            *_indented(f"Verdict:    {TOLD[row.verdict]} {_why(row) or ''}"),
            "",
        ]
    return "\n".join([*lines, *wrap(summary(rows), WIDTH)])


def _indented(text: str) -> list[str]:
    """Break a text into lines below the name of its claim."""
    return wrap(f"  {text.rstrip()}", WIDTH, "    ")


def claims_text(claims: Sequence[Claim]) -> str:
    """Return claims with their places and statements, for the terminal."""
    lines: list[str] = []
    for claim in claims:
        slow = "" if claim.quick else " (full run only)"
        lines += [
            claim.name,
            *(f"  {line}" for line in wrap(f"{claim.source.key}, {claim.place}: {claim.statement}{slow}", WIDTH - 2)),
        ]
    return "\n".join(lines)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
