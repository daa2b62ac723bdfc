"""``dicelab reproduce``."""

from __future__ import annotations

from pathlib import Path

import click

from dicelab.cli.terminal import Terminal, common, jobs_option

RESULTS = Path("results") / "reproduction"


@click.command("reproduce", short_help="Compute every published figure again, and compare.")
@click.argument("names", metavar="[NAME]...", nargs=-1)
@click.option("--quick", is_flag=True, help="One minute: without what takes long, and CP-SAT on samples.")
@click.option("--list", "as_list", is_flag=True, help="List the names.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help=f"Where table, JSON and errata go.  [default: {RESULTS.as_posix()}; with NAMEs nowhere]",
)
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
) -> int:
    """Compute published figures again: exit 0 if all agree or are explained, 1 on an unexplained difference.

    Without NAMEs all of them, which takes up to 15 minutes of 2 cores, and the results are written.
    """
    from dicelab.reproduce import claims_named, claims_text, reproduce

    if as_list:
        claims = claims_named(names)
        content = [{"name": claim.name, "source": claim.source.key, "place": claim.place} for claim in claims]
        terminal.result("published-claims", {"claims": content}, claims_text(claims))
        return 0
    folder = out or (None if names else RESULTS)
    with terminal.progress("published figures") as progress:
        found = reproduce(names, quick=quick, jobs=jobs, folder=folder, progress=progress)
    for text in found.warnings:
        terminal.warn(text)
    terminal.result("reproduction", found.to_json(), found.text())
    if folder:
        terminal.note(f"written to {folder}")
    return found.exit_status
