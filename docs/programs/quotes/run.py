"""Hold every quotation of the published claims to the texts of the sources.

``python -m docs.programs.quotes.run FOLDER``: the folder has the texts, in files ``*.txt`` of any names.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import click

from dicelab.errors import DONE, FALSE
from dicelab.reproduce.claim import PRINTED, PrintedClaim, PrintedSource
from docs.programs.quotes.matching import found_in, plain
from experiments.recording import Recording, page, table

DOUBLED = {"Jensen and Treneer"}
"""Sources whose formulas stand twice in the copy at hand."""

WORDS = 3
"""What a remark quotes is looked for too, from so many words on."""


def quotations(claim: PrintedClaim) -> Iterator[str]:
    """Yield what is quoted for a claim: its words, and what the remark on it quotes of them."""
    yield claim.quote
    for quoted in re.findall("“([^”]*)”", claim.why):
        if len(quoted.split()) >= WORDS:
            yield quoted


def missing(printed: PrintedSource, text: str) -> list[str]:
    """Return the claims that quote what is not in a text."""
    doubled = printed.source.key in DOUBLED
    return [
        claim.name
        for claim in printed.claims
        if not all(found_in(quoted, text, doubled=doubled) for quoted in quotations(claim))
    ]


@dataclass(frozen=True, slots=True)
class LookedUp:
    """A source in the text that has most of what is quoted of it, and the claims that quote what the text has not."""

    source: str
    path: Path
    claims: int
    quotations: int
    not_found: list[str]


def look_up(printed: PrintedSource, texts: dict[Path, str]) -> LookedUp:
    """Look for a source among texts, and for what is quoted of it."""
    missed = {path: missing(printed, text) for path, text in texts.items()}
    path = min(missed, key=lambda path: len(missed[path]))
    quoted = sum(1 for claim in printed.claims for _ in quotations(claim))
    return LookedUp(printed.source.key, path, len(printed.claims), quoted, missed[path])


def fingerprint() -> str:
    """Return the SHA-256 of all that is quoted, which tells whether anything was changed after it was checked."""
    lines = (f"{claim.name}: {quoted}" for one in PRINTED for claim in one.claims for quoted in quotations(claim))
    return sha256("\n".join(lines).encode()).hexdigest()


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
def main(folder: Path) -> None:
    """Look for every quotation in the texts of FOLDER."""
    data = {path: path.read_bytes() for path in sorted(folder.glob("*.txt"))}
    if not data:
        sys.exit(f"{folder} has no text: put the texts of the sources there, in files *.txt")
    texts = {path: plain(content.decode("utf-8")) for path, content in data.items()}
    found = [look_up(printed, texts) for printed in PRINTED]
    result = {
        "sources": [
            {
                "source": one.source,
                "claims": one.claims,
                "quotations": one.quotations,
                "not_found": one.not_found,
                "text_sha256": sha256(data[one.path]).hexdigest(),
            }
            for one in found
        ],
        "quotations_sha256": fingerprint(),
    }
    text = page(
        __file__,
        "page.txt",
        claims=sum(one.claims for one in found),
        right=sum(one.claims - len(one.not_found) for one in found),
        sources=table(
            ("source", "claims", "quotations", "claims whose words were not found", "SHA-256 of the text"),
            (
                (
                    *(one.source, one.claims, one.quotations, ", ".join(one.not_found) or "none"),
                    sha256(data[one.path]).hexdigest()[:16],
                )
                for one in found
            ),
        ),
    )
    Recording("quotes", "python -m docs.programs.quotes.run FOLDER").publish("dicelab/quotes/1", result, text)
    sys.exit(FALSE if any(one.not_found for one in found) else DONE)


if __name__ == "__main__":
    main()
