"""``dicelab evolve``."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import click

from dicelab.cli.terminal import Terminal, common, jobs_option, load_oracle


class Sizes(click.ParamType[tuple[int, ...]]):
    """Numbers separated by commas."""

    name = "sizes"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, ...]:
        """Read ``6,5,5,5,5,5,5``."""
        if isinstance(value, tuple):
            return value
        parts = str(value).split(",")
        if not all(re.fullmatch(r"[0-9]{1,4}", part) for part in parts):
            self.fail(f"{value!r} are no sizes: write numbers with commas, such as 6,5,5,5,5,5,5", param, ctx)
        return tuple(map(int, parts))


@click.command("evolve", short_help="Search for always-solvable dice sets.")
@click.option("--generations", type=int, help="How long to search.  [default: 200]")
@click.option("--population", type=int, help="Individuals in a generation.  [default: 200]")
@click.option("--seed", type=int, help="Of all randomness: the same seed finds the same sets.  [default: 0]")
@click.option("--sizes", type=Sizes(), help="Cells on each die.  [default: 6,5,5,5,5,5,5]")
@click.option("--scorer", help="census, bitmask or cp-sat; objectives need the census.  [default: census]")
@click.option("--keep", type=int, help="Candidates to confirm by CP-SAT and to write.  [default: 3]")
@click.option(
    "--puzzle",
    metavar="PUZZLE",
    help="A name, GRID/BLOCKERS:PIECES, or a puzzle file.  [default: genius-square]",
)
@click.option(
    "--objective",
    "objectives",
    metavar="A,B,...",
    help="What to improve beyond that, such as fewest,variation; dicelab stats --list-objectives tells of all.",
)
@click.option(
    "--mode",
    help="pareto: the sets that none is better than; map-elites: the best by A for each B (and C).  [default: pareto]",
)
@click.option("--islands", type=int, help="Populations that evolve apart, each on one job.  [default: 2]")
@click.option("--migrate", type=int, help="Generations until islands exchange sets.  [default: 10]")
@click.option("--memetic/--no-memetic", default=None, help="Local search on every child.  [default: memetic]")
@click.option("--bins", type=int, help="Steps on each axis of map-elites.  [default: 10]")
@click.option(
    "--cluster",
    "cluster_address",
    metavar="ADDRESS",
    help="Let the workers of a Dask cluster evolve the islands; ADDRESS is its scheduler's.",
)
@click.option("--out", type=click.Path(path_type=Path), metavar="DIR", help="Run folder.  [default: runs/evolve-NNN]")
@click.option("--resume", type=click.Path(path_type=Path), metavar="DIR", help="Go on with a run that was cut off.")
@click.option("--force", is_flag=True, help="Begin anew in a run folder that exists.")
@jobs_option
@common
def command(
    terminal: Terminal,
    out: Path | None,
    resume: Path | None,
    jobs: int,
    cluster_address: str | None,
    *,
    force: bool,
    **given: Any,
) -> int:
    """Evolve dice sets until every roll can be tiled: exit 0 if one was confirmed, 3 if none was.

    With --objective, always-solvable sets evolve further, towards what is wanted of them. Ctrl-C saves; --resume goes
    on from there and ends with the same files.
    """
    from contextlib import nullcontext

    from dicelab.search.evolve.folder import OBJECTIVES_SCHEMA, RunFolder
    from solver.polyform.puzzle_file import find_puzzle

    if resume and (out or force):
        raise click.UsageError("--resume goes on in its own folder: leave out --out and --force")
    if given["puzzle"] is not None:
        # The run keeps the puzzle itself: a file may change before it is resumed.
        puzzle = find_puzzle(given["puzzle"])
        given["puzzle"] = puzzle.name or puzzle.format()
    with RunFolder.existing(resume) if resume else nullcontext() as resumed:
        # A run that is resumed tells by itself whether it has objectives.
        if resumed.holds(OBJECTIVES_SCHEMA) if resumed else given["objectives"] is not None:
            from dicelab.cli.evolving import evolve_for

            if given.pop("scorer") not in {None, "census"}:
                raise click.UsageError("objectives are computed from the census: leave out --scorer")
            return evolve_for(terminal, given, resumed, out, jobs=jobs, cluster_address=cluster_address, force=force)
        for name in ("objectives", "mode", "islands", "migrate", "memetic", "bins"):
            _require_none(name, given.pop(name), resumed)
        _require_none("cluster", cluster_address, resumed)
        return _evolve(terminal, given, resumed, out, jobs=jobs, force=force)


def _require_none(name: str, value: object, resumed: Any) -> None:
    if value is not None:
        shown = {"objectives": "objective", "memetic": "memetic" if value else "no-memetic"}.get(name, name)
        if resumed:
            raise click.UsageError(f"--{shown}: the run in {resumed.path} has no objectives; leave it out")
        raise click.UsageError(f"--{shown} goes with --objective: name what is wanted, or leave it out")


def _evolve(
    terminal: Terminal, given: dict[str, Any], resumed: Any, out: Path | None, *, jobs: int, force: bool
) -> int:
    """Search until every roll can be tiled, and for nothing beyond."""
    from dicelab.errors import DiceError
    from dicelab.search.evolve.folder import RunFolder
    from dicelab.search.evolve.run import confirmers, run
    from dicelab.search.evolve.settings import Settings

    begin = time.perf_counter()
    saved = None
    if resumed:
        folder = resumed
    else:
        settings = Settings(**{name: value for name, value in given.items() if value is not None})
        folder = RunFolder.create(out, force=force) if out else RunFolder.create_next(Path("runs"))
    with folder:
        if resumed:
            saved = folder.load(terminal.warn)
            settings = saved.settings
            if differing := settings.differences(given):
                name = differing[0]
                raise DiceError(
                    f"--{name} {given[name]}: the run in {folder.path} has {name} {getattr(settings, name)}; "
                    "leave it out, or start a new run"
                )
        oracle = None
        if settings.scorer == "census":
            from solver.polyform import Puzzle

            oracle = load_oracle(terminal, Puzzle.parse(settings.puzzle), jobs)
        try:
            with _shown(terminal, settings.generations) as listener:
                state, found = run(settings, folder, oracle=oracle, jobs=jobs, resume=saved, listener=listener)
        except KeyboardInterrupt:
            terminal.note(f"saved: go on with dicelab evolve --resume {folder.path}")
            raise
    seconds = time.perf_counter() - begin
    last = state.history[-1]
    content = {
        "folder": str(folder.path),
        "settings": settings.to_json(),
        "generations": state.generation,
        "evaluated": last["evaluated"],
        "screened": last["screened"],
        "candidates": len(state.discoveries),
        "confirmed": [
            {
                "name": one.dice_set.name,
                "generation": one.generation,
                "rolls": one.dice_set.roll_count,
                "dice": one.dice_set.labels(),
            }
            for one in found
        ],
        "seconds": round(seconds, 3),
    }
    scored_by = "the census" if settings.scorer == "census" else settings.scorer
    confirmed_by = " and ".join(confirmers(settings)).replace("cp-sat", "CP-SAT")
    lines = [
        f"{last['evaluated']:,} candidates evaluated, {last['screened']:,} of them settled by the fast rules",
        f"{len(state.discoveries)} candidates without an unsolvable roll by {scored_by}",
        f"{len(found)} of them confirmed by {confirmed_by} on all their rolls{':' if found else ''}",
        *(f"  {one.dice_set.name}  {one.dice_set.roll_count:,} rolls, generation {one.generation}" for one in found),
        f"{folder.path}  ({seconds:.1f} s)",
    ]
    terminal.result("evolve", content, "\n".join(lines))
    return 0 if found else 3


def _shown(terminal: Terminal, generations: int) -> Any:
    from contextlib import contextmanager

    from dicelab.search.evolve.run import Listener

    @contextmanager
    def shown() -> Any:
        with terminal.progress("generations") as progress:
            yield Listener(
                generation=lambda state: progress(state.generation, generations),
                confirming=lambda number, of, done, rolls: progress(
                    done, rolls, f"CP-SAT confirms set {number} of {of}"
                ),
            )

    return shown()
