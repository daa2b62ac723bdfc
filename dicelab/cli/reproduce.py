"""``dicelab reproduce``."""

from __future__ import annotations

from pathlib import Path

import click

from dicelab.cli.paths import WrittenPathType
from dicelab.cli.terminal import Terminal, common, jobs_option


@click.command("reproduce", short_help="Compute every published figure again, and compare.")
@click.argument("names", metavar="[NAME]...", nargs=-1)
@click.option(
    "--quick",
    is_flag=True,
    help="Take about a minute: leave out the longest computations, and let CP-SAT check samples.",
)
@click.option("--list", "as_list", is_flag=True, help="List the names of the figures, and compute nothing.")
@click.option(
    "--out",
    type=WrittenPathType(),
    metavar="DIR",
    help="Write the table, as text and JSON, and the errata to this folder, such as results/reproduction.",
)
@click.option("--pages", is_flag=True, help="Compute nothing; write the pages in DIR again from its table.json.")
@jobs_option
@common
def command(
    terminal: Terminal,
    names: tuple[str, ...],
    out: Path | None,
    jobs: int,
    *,
    quick: bool,
    as_list: bool,
    pages: bool,
) -> int:
    """Compute the published figures again, and compare each with the words of its source.

    NAME is a figure from --list; without NAME, all figures are computed, which takes up to 15 minutes on 2 cores.

    Each figure agrees, differs, or is loosely worded: wrong only if read more strictly than its source asks. The cause
    of each difference is computed too. The list shows the figures that differ or are loosely worded; -v adds those that
    agree. Files are written only with --out.

    Exit status: 0 if every difference is explained, 4 if one is not.
    """
    from dicelab.reproduce import Reproduction, claims_named, claims_text, reproduce

    if as_list:
        claims = claims_named(names)
        content = [{"name": claim.name, "source": claim.source.key, "place": claim.place} for claim in claims]
        terminal.result("published-claims", {"claims": content}, claims_text(claims))
        return 0
    if pages and (out is None or names or quick):
        raise click.UsageError("--pages writes the figures of --out DIR again: pass --out DIR, and no NAME or --quick")
    if pages and out:
        found = Reproduction.read(out)
        found.write(out)
    else:
        with terminal.progress("published figures") as progress:
            found = reproduce(names, quick=quick, jobs=jobs, folder=out, progress=progress)
    for text in found.warnings:
        terminal.warn(text)
    terminal.result("reproduction", found.to_json(), found.text(every=terminal.verbose))
    if out:
        terminal.note(f"written to {out}")
    return found.exit_status
