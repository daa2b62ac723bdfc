"""``dicelab design``."""

from __future__ import annotations

import contextlib
import time
from pathlib import Path
from typing import Any

import click

from dicelab.cli.evolve import Sizes
from dicelab.cli.terminal import (
    Terminal,
    common,
    jobs_option,
    load_census,
    require_free,
    runner_of,
    seconds_option,
    write_output,
)

EXIT_STATUS = {"found": 0, "optimal": 0, "infeasible": 1, "unknown": 3}


@click.command("design", short_help="Find a dice set by constraints, or prove that there is none.")
@click.option("--sizes", type=Sizes(), help="Cells on each die.  [default: even, or those of --from]")
@click.option("--min-tilings", type=int, help="Tilings that every roll has at least.  [default: 1]")
@click.option("--fix", multiple=True, metavar="A1=1", help="Put a cell on a die; A1=off leaves it out.")
@click.option("--connected", is_flag=True, help="The cells of each die are in one piece.")
@click.option("--invariant", multiple=True, metavar="NAME", help="A symmetry of the set: rotate-180, …")
@click.option("--from", "source", metavar="SET", help="A set to repair, as printed: say what may change.")
@click.option("--changes", type=int, metavar="K", help="Write at most K faces of --from anew.")
@click.option("--only-die", type=int, multiple=True, metavar="N", help="All other dice of --from stay as they are.")
@click.option("--keep-faces", is_flag=True, help="Only faces of --from that repeat a cell are written anew.")
@click.option("--away-from", multiple=True, metavar="SET[=N]", help="At least N cells differ.  [default: 1]")
@click.option("--maximize", metavar="OBJECTIVE", help="fewest, perimeter or distance=SET.")
@click.option("--minimize", metavar="OBJECTIVE", help="perimeter, or changes: faces of --from written anew.")
@click.option("--shared-cells", is_flag=True, help="Let dice share cells, and look for the most boards.")
@click.option("--faces", metavar="N[,N…]", help="Faces of the physical dice; cells are repeated to fill them.")
@click.option("--seed", type=int, help="Of all randomness.  [default: 0]")
@click.option("--members", type=int, help="Searches side by side.  [default: 4]")
@click.option("--puzzle", metavar="PUZZLE", help="A name, GRID/BLOCKERS:PIECES, or a file.  [default: genius-square]")
@click.option("--cnf", type=click.Path(path_type=Path), metavar="FILE", help="Write the proof for other SAT solvers.")
@click.option("--out", type=click.Path(path_type=Path), metavar="DIR", help="Keep the search in a folder.")
@click.option("--resume", type=click.Path(path_type=Path), metavar="DIR", help="Go on with a search that was cut off.")
@click.option("--force", is_flag=True, help="Overwrite what --out and --cnf name.")
@click.option("--cluster", "cluster_address", metavar="ADDRESS", help="A Dask scheduler whose workers do the work.")
@seconds_option
@jobs_option
@common
def command(
    terminal: Terminal,
    cnf: Path | None,
    out: Path | None,
    resume: Path | None,
    cluster_address: str | None,
    seconds: float | None,
    jobs: int,
    *,
    force: bool,
    **options: Any,  # noqa: ANN401 - the options of design
) -> int:
    """Find disjoint dice that meet constraints: exit 0 if found, 1 if proved impossible, 3 if the time was too short.

    The fewest tilings of any roll, outlines, changes and distances can be made best. Each better set is printed as it
    comes. Ctrl-C and --seconds stop the search, and the best set so far is the result. A search with --out goes on
    with --resume and ends with the same files. --invariant takes rotate-90, rotate-180, rotate-270, mirror-left-right,
    mirror-top-bottom, mirror-diagonal and mirror-antidiagonal.
    """
    from dicelab.api.searches import design
    from dicelab.search.design import DesignOutcome, effort_text, outcome_json, outcome_text

    begin = time.perf_counter()
    if cnf:
        require_free(cnf, force=force)
        if options["shared_cells"]:
            raise click.UsageError("--cnf goes with dice that share no cells: nothing is refuted here")
    with contextlib.ExitStack() as stack:
        # Threads of this machine are made where Ctrl-C is heard at once.
        runner = stack.enter_context(runner_of(cluster_address, jobs)) if cluster_address else None
        progress = stack.enter_context(terminal.late_progress("designing dice"))
        outcome = design(
            out=out,
            resume=resume,
            force=force and (resume is None or cnf is None),
            seconds=seconds,
            jobs=jobs,
            runner=runner,
            census=lambda puzzle_of_dice: load_census(terminal, puzzle_of_dice, jobs),
            progress=progress,
            improved=lambda improvement: terminal.note(str(improvement)),
            warn=terminal.warn,
            **options,
        )
    passed = time.perf_counter() - begin
    schema = "design" if isinstance(outcome, DesignOutcome) else "design-shared"
    content = outcome_json(outcome) | {"seconds": round(passed, 3)}
    terminal.result(schema, content, f"{outcome_text(outcome)}\n({passed:.1f} s)")
    terminal.detail(effort_text(outcome))
    folder = resume or out
    if folder and not outcome.finished:
        terminal.note(f"saved: go on with dicelab design --resume {folder}")
    if outcome.interrupted:
        return 143 if outcome.stopped == "terminated" else 130
    if cnf and isinstance(outcome, DesignOutcome):
        _write_proof(terminal, cnf, outcome.proof, force=force)
    return EXIT_STATUS[outcome.status]


def _write_proof(terminal: Terminal, cnf: Path, proof: str | None, *, force: bool) -> None:
    if proof is None:
        terminal.note("no CNF: it is written where a search refutes something")
        return
    write_output(cnf, proof.encode(), force=force)
    terminal.note(f"the proof is in {cnf}: any SAT solver finds it unsatisfiable")
