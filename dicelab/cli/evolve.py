"""``dicelab evolve``."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dicelab.cli.inputs import read_set
from dicelab.cli.paths import NameOrFile, WrittenPathType
from dicelab.cli.question import load_typed_objectives, question_options
from dicelab.cli.terminal import Terminal, common, jobs_option, load_census, seconds_option
from dicelab.exit_status import DONE, INTERRUPTED, TERMINATED, UNKNOWN

if TYPE_CHECKING:
    from solver.census import Census, Content
    from solver.polyform import Puzzle


class NumberOrAll(click.ParamType["int | str"]):
    """A whole number, or the word ``all``."""

    name = "number|all"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int | str:
        """Read ``3`` or ``all``."""
        if value == "all" or isinstance(value, int):
            return value
        if not re.fullmatch(r"-?[0-9]{1,18}", str(value)):
            self.fail(f"{value!r}: write a number, or all", param, ctx)
        return int(str(value))


@click.command("evolve", short_help="Search for always-solvable dice sets.")
@question_options
@click.option("--generations", type=int, help="Number of generations.  [default: 200]")
@click.option("--population", type=int, help="Number of dice sets in each generation.  [default: 200]")
@click.option("--seed", type=int, help="Seed of the random numbers; the same seed finds the same sets.  [default: 0]")
@click.option(
    "--scorer",
    metavar="NAME",
    help="How unsolvable rolls are counted: census, bitmask or cp-sat. Objectives need census.  [default: census]",
)
@click.option(
    "--keep", type=NumberOrAll(), help="How many sets to confirm with CP-SAT and write, or all.  [default: 3]"
)
@click.option(
    "--objective",
    "objectives",
    metavar="A,B,...",
    help="Objectives to optimize, such as fewest,variation; `dicelab stats --list-objectives` explains them. Yours: "
    "MODULE:FUNCTION or FILE.py:FUNCTION.",
)
@click.option(
    "--mode",
    metavar="NAME",
    help="pareto: the best trade-offs between the objectives; map-elites: the best set by A for each value of B (and "
    "C).  [default: pareto]",
)
@click.option("--islands", type=int, help="Number of populations that evolve separately, in parallel.  [default: 2]")
@click.option("--migrate", type=int, help="Number of generations between exchanges of sets.  [default: 10]")
@click.option("--memetic/--no-memetic", default=None, help="Improve every new set by local search.  [default: memetic]")
@click.option("--bins", type=int, help="Number of steps on each axis of map-elites.  [default: 10]")
@click.option(
    "--genome",
    metavar="NAME",
    help="What evolves: dice, or pieces: sets of pieces that solve all rolls of given dice, most evenly.  "
    "[default: dice]",
)
@click.option(
    "--pool", metavar="A,B,...", help="Pieces to choose from: orders such as 4..5, 5~ for one-sided pieces, or names."
)
@click.option("--pieces", type=int, metavar="N", help="Number of pieces of a set.  [default: any]")
@click.option("--distinct", is_flag=True, default=None, help="Let a set have each piece at most once.")
@click.option("--with", "held", metavar="P,Q,...", help="Pieces that every set has.")
@click.option(
    "--rolls",
    type=NameOrFile(),
    metavar="SET",
    help="The dice that pieces are chosen for.  [default: the regions of the puzzle]",
)
@click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Use the workers of a Dask cluster; ADDRESS is that of its scheduler.",
)
@click.option("--out", type=WrittenPathType(), metavar="DIR", help="Run folder.  [default: runs/evolve-NNN]")
@click.option("--resume", type=WrittenPathType(), metavar="DIR", help="Continue an interrupted run.")
@click.option("--force", is_flag=True, help="Replace an earlier run in DIR.")
@seconds_option
@jobs_option
@common
def command(terminal: Terminal, jobs: int, **options: Any) -> int:  # noqa: ANN401 - the options of evolve
    """Search for always-solvable dice sets by evolution.

    With --objective, always-solvable sets evolve further, towards these objectives. Every set that is kept meets all
    constraints: --fix, --connected, --invariant and the others are those of `dicelab design`.

    Ctrl-C and --seconds save the run and print the best set so far; --resume continues it and ends with the same files.

    With --genome pieces the dice are given, and sets of pieces evolve: the fewest rolls without a tiling first, then
    the objectives in their order, by default variation (how uneven the numbers of tilings are).

    Exit status: 0 if a set was confirmed or the best so far is always solvable, 3 if none was found.
    """
    from dicelab.api.searches import evolve

    load_typed_objectives("objectives", options["objectives"])
    if options["source"] == "-":
        options["source"] = read_set("-", options["puzzle"], as_printed=True)

    def census(puzzle: Puzzle, content: Content) -> Census:
        return load_census(terminal, puzzle, jobs, solvability=content == "solvability")

    saved: list[Path] = []
    try:
        with terminal.late_progress("generations") as progress:
            evolution = evolve(
                jobs=jobs,
                census=census,
                progress=progress,
                improved=lambda improvement: terminal.note(str(improvement)),
                warn=terminal.warn,
                saved=saved.append,
                **options,
            )
        terminal.result(evolution.schema, evolution.to_json(), str(evolution))
    finally:
        for folder in saved:
            terminal.note(f"progress is saved; continue with dicelab evolve --resume {folder}")
    if evolution.stopped in {"interrupted", "terminated"}:
        return TERMINATED if evolution.stopped == "terminated" else INTERRUPTED
    return DONE if evolution.confirmed or (evolution.stopped and evolution.state.kept) else UNKNOWN
