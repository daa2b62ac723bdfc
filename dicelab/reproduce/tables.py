"""The published figures beside ours: a page of tables, the errata, JSON, and a table for the terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from dicelab.render.text import columns, cut, wrap
from dicelab.reproduce.claim import Claim, formatted
from dicelab.reproduce.claims import SOURCES
from dicelab.reproduce.comparison import Comparison, Verdict

WIDTH = 80

_MARKS = {
    Verdict.AGREES: "yes",
    Verdict.EXPLAINED: "**no**, explained",
    Verdict.DIFFERS: "**NO**",
    Verdict.DISPUTED: "**DISPUTED**",
    Verdict.CUT_OFF: "cut off",
    Verdict.LEFT_OUT: "not computed",
}

_COUNTED = {
    Verdict.AGREES: "agree",
    Verdict.EXPLAINED: "differ and are explained",
    Verdict.DIFFERS: "DIFFER",
    Verdict.DISPUTED: "DISPUTED",
    Verdict.CUT_OFF: "cut off",
    Verdict.LEFT_OUT: "not computed",
}


def counts(rows: Sequence[Comparison]) -> dict[str, int]:
    """Return how many rows have each verdict, of the verdicts that occur."""
    found = Counter(row.verdict for row in rows)
    return {verdict.value: found[verdict] for verdict in Verdict if found[verdict]}


def summary(rows: Sequence[Comparison]) -> str:
    """Return the verdicts in one line."""
    counted = [f"{number:,} {_COUNTED[Verdict(verdict)]}" for verdict, number in counts(rows).items()]
    return f"{len(rows)} published figures: {', '.join(counted)}"


def table(rows: Sequence[Comparison], *, quick: bool) -> str:
    """Write all rows as Markdown, a table for each source, and below it how each figure was computed."""
    command = "dicelab reproduce --quick" if quick else "dicelab reproduce"
    lines = [
        "# The published figures, computed again",
        "",
        f"{summary(rows)}.",
        f"Written by `{command}`. What differs, and why, is in [errata.md](errata.md).",
        "Methods that rest on the bitmask kernel (its searches, and the census, which is built with it) count as one.",
        "How each figure was computed, and what a check has covered, stands below the tables.",
    ]
    if quick:
        lines += [
            "",
            "This is the quick run: figures that take minutes are not computed, and CP-SAT only looks at samples.",
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
            "| place | claim | published | computed | independent methods | agrees |",
            "| --- | --- | ---: | ---: | ---: | --- |",
            *(
                f"| {_cell(row.claim.place)} | {_cell(row.claim.statement)} | {_cell(formatted(row.claim.published))} "
                f"| {_cell(formatted(row.computed))} | {row.methods} | {_MARKS[row.verdict]} |"
                for row in own
            ),
        ]
    lines += [
        "",
        "Not here: running times and sizes of files on the authors' machines, what only a picture shows, and what says",
        "nothing of the puzzles.",
        "The long lists of locations in Caviness 2014 are compared in results/domino/paper/result.md.",
        "",
        "## How",
        "",
    ]
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
    lines = [
        "# Errata of the sources",
        "",
        "Figures and statements that are not as printed, found by `dicelab reproduce`. What is given as computed was",
        "computed by the number of independent methods named. Where an explanation gives a figure or an example, that",
        "was computed too, before it was printed here; what an author may have meant or done is our reading.",
    ]
    for source in SOURCES:
        wrong = [
            row for row in rows if row.claim.source == source and row.verdict not in {Verdict.AGREES, Verdict.LEFT_OUT}
        ]
        lines += ["", f"## {source.key}", "", f"{source.title}."]
        if wrong:
            places = Counter(row.claim.place for row in wrong)
            listed = (place if number == 1 else f"{place} ({number} entries)" for place, number in places.items())
            lines += ["", f"{len(wrong)} entries: {'; '.join(listed)}."]
        else:
            lines += ["", "Nothing among what was computed."]
        for row in wrong:
            explanation = row.claim.explanation
            why = explanation.text if explanation and row.verdict == Verdict.EXPLAINED else _unexplained(row.verdict)
            lines += [
                "",
                f"### {row.claim.place}: {row.claim.statement}",
                "",
                f"- Printed: {formatted(row.claim.published)}",
                f"- Computed: {formatted(row.computed)}",
                f"- Entry: `{row.claim.name}`, {row.methods} independent method{'s' if row.methods != 1 else ''}",
                "",
                why,
            ]
    return "\n".join(lines) + "\n"


def _unexplained(verdict: Verdict) -> str:
    if verdict == Verdict.DISPUTED:
        return "Our own methods disagree or a check fails: this says nothing about the source."
    return "Cut off." if verdict == Verdict.CUT_OFF else "Not explained."


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
                "published": row.claim.published,
                "computed": row.computed,
                "independent_methods": row.methods,
                "methods": msgspec.to_builtins(row.results),
                "checks": msgspec.to_builtins(row.checks),
                "verdict": row.verdict.value,
                "agrees": row.verdict == Verdict.AGREES if row.results else None,
                "explanation": row.claim.explanation.text
                if row.claim.explanation and row.verdict == Verdict.EXPLAINED
                else None,
            }
            for row in rows
        ],
    }


def terminal_table(rows: Sequence[Comparison]) -> str:
    """Write rows for a terminal of 80 columns: name, published, computed, verdict; then the explanations."""
    name = min(38, max((len(row.claim.name) for row in rows), default=4))
    rest = (WIDTH - name - 13) // 2
    lines = [f"{'':<{name}} {'published':>{rest}} {'computed':>{rest}}"]
    for row in rows:
        texts = (formatted(row.claim.published), formatted(row.computed))
        fitted = " ".join(" " * (rest - columns(short)) + short for short in (cut(text, rest) for text in texts))
        lines.append(f"{cut(row.claim.name, name):<{name}} {fitted} {row.verdict.value}")
    for row in rows:
        if row.verdict == Verdict.EXPLAINED and row.claim.explanation:
            lines += ["", *wrap(f"{row.claim.name}: {row.claim.explanation.text}", WIDTH, "  ")]
    return "\n".join([*lines, "", summary(rows)])


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
