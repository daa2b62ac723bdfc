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
    from dicelab.reproduce import Workbench, claims_named, reproduce, status
    from dicelab.reproduce.folder import require_own, write
    from dicelab.reproduce.report import listing, reproduction_json, summary, terminal_table

    claims = claims_named(names)
    if as_list:
        content = [{"name": claim.name, "source": claim.source.key, "place": claim.place} for claim in claims]
        terminal.result("published-claims", {"claims": content}, listing(claims))
        return 0
    folder = out or (None if names else RESULTS)
    if folder:
        require_own(folder)
    with terminal.progress("published figures") as progress:
        bench = Workbench(jobs, progress)
        rows = reproduce(claims, bench, quick=quick)
    for text in bench.warnings:
        terminal.warn(text)
    if folder:
        write(folder, rows, quick=quick, names=names)
    terminal.result(
        "reproduction", reproduction_json(rows, quick=quick), terminal_table(rows) if names else summary(rows)
    )
    if folder:
        terminal.note(f"written to {folder}")
    return status(rows)
