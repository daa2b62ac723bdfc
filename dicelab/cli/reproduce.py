"""``dicelab reproduce``."""

from __future__ import annotations

from pathlib import Path

import click

from dicelab.cli.terminal import Terminal, common, jobs_option


@click.command("reproduce", short_help="Compute every published figure again, and compare.")
@click.argument("names", metavar="[NAME]...", nargs=-1)
@click.option("--quick", is_flag=True, help="One minute: without what takes long, and CP-SAT on samples.")
@click.option("--list", "as_list", is_flag=True, help="List the names.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Write a table, JSON and the errata into a folder, such as results/reproduction.",
)
@click.option("--pages", is_flag=True, help="Compute nothing: write the pages in --out again from its table.json.")
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
    """Compute published figures again, beside the words of the source.

    A figure agrees, differs (and it is computed why), or is loosely worded: wrong in a strict reading only, which the
    words of the source don't ask for. Exit status: 0 if every difference is explained, 4 if one is not.

    Without NAMEs all of them, which takes up to 15 minutes of 2 cores; those that agree are shown with -v. Files are
    written only where --out says so.
    """
    from dicelab.reproduce import Reproduction, claims_named, claims_text, reproduce

    if as_list:
        claims = claims_named(names)
        content = [{"name": claim.name, "source": claim.source.key, "place": claim.place} for claim in claims]
        terminal.result("published-claims", {"claims": content}, claims_text(claims))
        return 0
    if pages and (out is None or names or quick):
        raise click.UsageError("--pages goes with --out DIR, and with nothing else: the figures are those of DIR")
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
