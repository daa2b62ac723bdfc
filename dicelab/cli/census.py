"""``dicelab census build | info | verify | export | certify``."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dicelab.cli.outputs import Output, force_option, out_option
from dicelab.cli.paths import ReadPathType, WrittenPathType
from dicelab.cli.terminal import (
    Terminal,
    common,
    jobs_option,
    load_census,
    puzzle_option,
    require_free,
    write_output,
)
from dicelab.exit_status import DONE, FALSE
from solver.runs.formats import require_output

if TYPE_CHECKING:
    from dicelab.cli.decorator import Decorator
    from solver.census import Census
    from solver.polyform import Puzzle

folder_option: Decorator = click.option(
    "--folder",
    type=WrittenPathType(file_okay=False),
    metavar="DIR",
    help="Folder of the census.  [default: the user's cache folder]",
)
solvability_option: Decorator = click.option(
    "--solvability",
    is_flag=True,
    help="Only whether each board has a tiling, not how many; for puzzles too large to count.",
)
cluster_option: Decorator = click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Use the workers of a Dask cluster; the scheduler's address, such as tcp://host:8786.",
)

NOT_KEPT = "not kept, since the cache folder can't be used: name another by --folder"


@click.group("census", short_help="Count the tilings of every board of a puzzle.", invoke_without_command=True)
@click.pass_context
def command(context: click.Context) -> None:
    """Count the tilings of every board of a puzzle, and keep the numbers.

    A census is built once and kept on disk. If building it is interrupted, run the same command to continue.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help(), err=True)
        context.exit(2)


@command.command("build", short_help="Build a census, or continue an interrupted one.")
@puzzle_option
@folder_option
@solvability_option
@click.option(
    "--method",
    type=click.Choice(["halves", "searches"]),
    help="Algorithm: halves (combines half boards; not with --solvability) or searches (one search for each orbit). "
    "Both give the same census.  [default: the fastest that fits in memory]",
)
@jobs_option
@cluster_option
@click.option(
    "--recount",
    is_flag=True,
    help="Have every part counted twice, by two workers of the cluster, and keep only what both have. Without "
    "--cluster this machine counts twice, which finds only faults that do not repeat.",
)
@common
def build(
    terminal: Terminal,
    puzzle_text: str,
    folder: Path | None,
    method: str | None,
    jobs: int,
    cluster: str | None,
    *,
    solvability: bool,
    recount: bool,
) -> int:
    """Build a census, or continue one that was interrupted; a finished census is only read.

    The census of the Genius Square comes with dicelab: name a new folder by --folder to build it here.
    """
    from dicelab.dice.puzzle_source import puzzle_of
    from dicelab.score.statistics_text import census_json
    from solver.census import census_folder, census_path
    from solver.census.census_file import is_file
    from solver.runs.storage import sha256

    if solvability and method == "halves":
        raise click.UsageError("--method halves does not go with --solvability: choose searches")
    puzzle = puzzle_of(puzzle_text)
    census = load_census(
        terminal,
        puzzle,
        jobs,
        folder=folder,
        solvability=solvability,
        method=method,
        cluster_address=cluster,
        recount=recount,
    )
    path = census_path(folder or census_folder(puzzle), census.content)
    checksum = sha256(path.read_bytes()) if is_file(path) else None
    unsolvable = len(census.unsolvable_boards)
    terminal.result(
        "census-build",
        {**census_json(census, 0), "file": str(path) if checksum else None, "sha256": checksum},
        f"{census.boards:,} boards in {census.by_orbit.total:,} orbits, {unsolvable:,} boards without a tiling\n"
        + (f"{path}\nsha256 {checksum}" if checksum else NOT_KEPT),
    )
    return 0


@command.command("info", short_help="Show totals, quantiles and a histogram.")
@puzzle_option
@folder_option
@solvability_option
@click.option(
    "--boards",
    "number",
    type=click.IntRange(0, 1000),
    default=3,
    show_default=True,
    help="How many of the hardest and easiest boards to show.",
)
@out_option("Also write a histogram (FILE.svg), the table (FILE.csv), or what is printed (FILE.txt or FILE.json).")
@force_option
@jobs_option
@common
def info(
    terminal: Terminal,
    puzzle_text: str,
    folder: Path | None,
    number: int,
    out: Path | None,
    jobs: int,
    *,
    solvability: bool,
    force: bool,
) -> int:
    """Show totals, quantiles, a histogram, and the hardest and easiest boards."""
    from dicelab.dice.puzzle_source import puzzle_of
    from dicelab.score.statistics_text import census_csv, census_json, census_svg, census_text

    output = Output.of(out, "csv", force=force)
    if output and solvability and output.form in {"svg", "csv"}:
        raise click.UsageError(
            f"a census of --solvability has no numbers of tilings for --out FILE.{output.form}: "
            "leave --solvability out, or write FILE.txt or FILE.json"
        )
    census = _existing(terminal, puzzle_of(puzzle_text), jobs, folder, solvability=solvability)
    content, text = census_json(census, number), census_text(census, number)
    terminal.result("census-info", content, text)
    if output:
        output.write("census-info", content, text, svg=lambda: census_svg(census), csv=lambda: census_csv(census))
    return 0


@command.command("verify", short_help="Check a census by other algorithms.")
@puzzle_option
@folder_option
@solvability_option
@click.option(
    "--sample", type=click.IntRange(1), default=60, show_default=True, help="Number of random boards to count again."
)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Seed of the random sample.")
@jobs_option
@common
def verify(
    terminal: Terminal,
    puzzle_text: str,
    folder: Path | None,
    sample: int,
    seed: int,
    jobs: int,
    *,
    solvability: bool,
) -> int:
    """Check a census by other algorithms; exit 4 if one of them disagrees.

    The checks are: the number of orbits by Burnside's lemma; the solvability of each board by a search of each orbit
    (with the search kernel of --method searches); the total number of tilings of all boards by a broken-profile
    program that shares no code with any method; and the tilings of a random sample of boards by bitmask (the same
    kernel), cp-sat and brute-force.
    """
    import numpy as np

    from dicelab.dice.puzzle_source import puzzle_of
    from solver.census import audit

    census = _existing(terminal, puzzle_of(puzzle_text), jobs, folder, solvability=solvability)
    checks = []
    with terminal.progress("checking") as progress:
        for check in audit(census, np.random.default_rng(seed), sample=sample, jobs=jobs, progress=progress):
            checks.append(check)
            terminal.detail(f"{check.name}: {check.detail}")
    holds = all(check.ok is not False for check in checks)
    terminal.result(
        "census-verify",
        {
            "puzzle": census.puzzle.format(),
            "content": census.content,
            "holds": holds,
            "checks": [asdict(check) for check in checks],
        },
        "\n".join(
            [
                *map(str, checks),
                "All checks agree with the census." if holds else "THE CENSUS IS WRONG: a check disagrees.",
            ]
        ),
    )
    return DONE if holds else FALSE


@command.command("export", short_help="Write a census as a Parquet file.")
@click.argument("file", type=WrittenPathType(), metavar="FILE")
@puzzle_option
@folder_option
@solvability_option
@click.option("--orbits", is_flag=True, help="Write one row for each orbit instead of each board.")
@click.option(
    "--reasons",
    type=click.Choice(["quick", "all"]),
    help="Rules that explain why a board has no tiling.  [default: all if that takes minutes at most, else quick]",
)
@click.option("--force", is_flag=True, help="Overwrite FILE if it exists.")
@jobs_option
@common
def export(
    terminal: Terminal,
    file: Path,
    puzzle_text: str,
    folder: Path | None,
    reasons: str | None,
    jobs: int,
    *,
    solvability: bool,
    orbits: bool,
    force: bool,
) -> int:
    """Write a census as a Parquet file that pandas, Polars and DuckDB read.

    \b
    Column            Meaning
    board             one bit for each blocker, A1 the lowest
    blockers          the names of the blockers
    representative    the smallest board of the orbit
    orbit_size        the number of boards in the orbit
    allowed           whether the puzzle allows the board, if it has regions or
                      cells that may not be blocked
    solvable, tilings
    dark_blockers     blockers on dark cells of a chessboard (A1 is dark), and
    light_blockers    on light ones; of triangles upward_blockers and
                      downward_blockers; of hexagons, which have three
                      colours, also grey_blockers
    reason            why the board has no tiling: the first rule of
                      `dicelab explain` that proves it; "search" if only a
                      search proves it; "further" if no quick rule does and
                      the others were not tried
    """  # noqa: D301 - click's mark for a paragraph that is not wrapped
    from dicelab.dice.puzzle_source import puzzle_of
    from dicelab.reasons.explain import EXPLANATIONS, QUICK
    from dicelab.reasons.parquet import rules_for, write_parquet

    require_output(file, ["parquet"], force=force)
    puzzle = puzzle_of(puzzle_text)
    census = _existing(terminal, puzzle, jobs, folder, solvability=solvability)
    rules = rules_for(census) if reasons is None else {"quick": QUICK, "all": EXPLANATIONS}[reasons]
    if len(rules) < len(EXPLANATIONS) and reasons is None:
        terminal.note("many boards have no tiling, so only the quick rules are tried; --reasons all may take hours")
    with terminal.progress("finding reasons") as progress:
        rows = write_parquet(file, census, per_orbit=orbits, rules=rules, progress=progress)
    terminal.result("census-export", {"file": str(file), "rows": rows}, f"{rows:,} rows written to {file}")
    return 0


@command.command("certify", short_help="Write a certificate of all boards.")
@click.option(
    "--out",
    type=WrittenPathType(),
    metavar="FILE",
    required=True,
    help="Write the certificate here.",
)
@click.option(
    "--proofs",
    type=ReadPathType(file_okay=False),
    metavar="DIR",
    help="Folder of `dicelab prove --all`; the certificate then lists the checksums of its proofs.",
)
@puzzle_option
@click.option("--force", is_flag=True, help="Overwrite FILE if it exists.")
@jobs_option
@common
def certify(terminal: Terminal, out: Path, proofs: Path | None, puzzle_text: str, jobs: int, *, force: bool) -> int:
    """Write a certificate of all boards, which `dicelab check` reads without any solver.

    For one board of each orbit under the symmetries of the grid, it contains a tiling or the checksum of a proof that
    none exists. The census itself is not needed.
    """
    from dicelab.dice.puzzle_source import puzzle_of
    from dicelab.verifying import census_certificate
    from dicelab.verifying.claims import census_claim
    from dicelab.verifying.proofs import proof_checksums
    from solver.runs.storage import sha256

    require_free(out, force=force)
    puzzle = puzzle_of(puzzle_text)
    named = None if proofs is None else proof_checksums(proofs, puzzle)
    with terminal.progress("finding tilings") as progress:
        made = census_certificate(puzzle, named, jobs=jobs, progress=progress)
    write_output(out, made.data, force=force)
    checksum, digest = sha256(made.data), census_claim(puzzle, made.orbits, made.unsolvable)
    terminal.result(
        "census-certify",
        {
            "puzzle": puzzle.format(),
            "orbits": made.orbits,
            "unsolvable_orbits": made.unsolvable,
            "proofs_unnamed": made.unnamed,
            "bytes": len(made.data),
            "file": str(out),
            "sha256": checksum,
            "digest": digest,
        },
        f"{made.orbits - made.unsolvable:,} orbits with a tiling, {made.unsolvable - made.unnamed:,} with a proof\n"
        f"{out}\nsha256 {checksum}\ndigest of its claim: {digest}",
    )
    if made.unnamed and not terminal.json:
        terminal.note(
            f"{made.unnamed:,} orbits without a tiling have no proof in the certificate: run dicelab prove --all, and "
            "pass its folder by --proofs DIR"
        )
    return 0


def _existing(terminal: Terminal, puzzle: Puzzle, jobs: int, folder: Path | None, *, solvability: bool) -> Census:
    """Read the census in a folder that was named, which must be there; else take that of the cache, or build it."""
    from solver.census import Content, census_folder, census_path, is_quick, read_census
    from solver.polyform.orbits import require_census

    content = Content.SOLVABILITY if solvability else Content.TILINGS
    path = census_path(folder or census_folder(puzzle), content)
    require_census(puzzle.grid, puzzle.blockers)
    if folder is None and is_quick(puzzle, content):
        return load_census(terminal, puzzle, jobs, solvability=solvability)
    if not path.exists():
        options = (f" --folder {folder}" if folder else "") + (" --solvability" if solvability else "")
        raise click.UsageError(
            f"there is no census of {content} yet: "
            f"run dicelab census build --puzzle {puzzle.name or puzzle.format()}{options}"
        )
    return read_census(path, puzzle, content)
