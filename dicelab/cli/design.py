"""``dicelab design``."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import click

from dicelab.cli.evolve import Sizes
from dicelab.cli.terminal import (
    Terminal,
    common,
    find_set,
    jobs_option,
    load_census,
    require_free,
    runner_of,
    seconds_option,
    write_output,
)


@click.command("design", short_help="Find a dice set by constraints, or prove that there is none.")
@click.option("--sizes", type=Sizes(), help="Cells on each die.  [default: 6,5,5,5,5,5,5, or those of --from]")
@click.option("--min-tilings", type=int, help="Tilings that every roll has at least.  [default: 1]")
@click.option("--fix", "fixes", multiple=True, metavar="A1=1", help="Put a cell on a die; A1=off leaves it out.")
@click.option("--connected", is_flag=True, help="The cells of each die are in one piece.")
@click.option("--invariant", "invariant", multiple=True, metavar="NAME", help="A symmetry of the set: rotate-180, …")
@click.option("--from", "source", metavar="SET", help="A set to repair; needs --changes or --minimize changes.")
@click.option("--changes", type=int, metavar="K", help="Write at most K faces of --from anew.")
@click.option("--away-from", "away", multiple=True, metavar="SET[=N]", help="At least N cells differ.  [default: 1]")
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
    shared_cells: bool,
    **given: Any,
) -> int:
    """Find disjoint dice that meet constraints: exit 0 if found, 1 if proved impossible, 3 if the time was too short.

    The fewest tilings of any roll, outlines, changes and distances can be made best. A search with --out goes on with
    --resume and ends with the same files. --invariant takes rotate-90, rotate-180, rotate-270, mirror-left-right,
    mirror-top-bottom, mirror-diagonal and mirror-antidiagonal.
    """
    from dicelab.search.design.folder import DesignFolder
    from dicelab.search.design.report import outcome_json, outcome_text
    from dicelab.search.design.run import run
    from dicelab.search.design.wishes import settings_of
    from dicelab.search.evolve.lock import FolderLock
    from dicelab.search.tables import keep_tables

    begin = time.perf_counter()
    if cnf:
        require_free(cnf, force=force)
    if resume:
        _refuse_with_resume(out, force and cnf is None, given, shared_cells=shared_cells)
    if shared_cells:
        if cnf:
            raise click.UsageError("--cnf goes with dice that share no cells: nothing is refuted here")
        return _shared(terminal, given, cluster_address, jobs, out, seconds=seconds, force=force)
    folder = DesignFolder(resume or out) if resume or out else None  # type: ignore[arg-type]
    if resume and folder:
        folder.require_folder()
    lock = FolderLock(folder.path) if folder else None
    settings = None if resume else settings_of(given, find_set)
    if lock:
        lock.take()
    try:
        state = None
        if folder and resume:
            settings, state = folder.load(terminal.warn)
        elif folder:
            folder.require_free(force=force)
        assert settings is not None  # noqa: S101 - either given or loaded
        puzzle = settings.constraints.puzzle
        with runner_of(cluster_address, jobs) as runner:
            keep_tables(load_census(terminal, puzzle, jobs))
            if folder and not resume:
                # Not before all is there that the new search needs.
                folder.clear()
            try:
                with terminal.progress("epochs") as progress:
                    outcome = run(
                        settings,
                        runner,
                        folder=folder,
                        resume=state,
                        seconds=None if seconds is None else max(0.0, seconds - (time.perf_counter() - begin)),
                        jobs=jobs,
                        listener=lambda after: progress(after.epoch, None, _told(after)),
                    )
            except KeyboardInterrupt:
                if folder and folder.checkpoint.exists():
                    terminal.note(f"saved: go on with dicelab design --resume {folder.path}")
                raise
    finally:
        if lock:
            lock.release()
    content = outcome_json(settings, outcome) | {"seconds": round(time.perf_counter() - begin, 3)}
    text = outcome_text(settings, outcome, time.perf_counter() - begin)
    terminal.result("design", content, text)
    if cnf:
        _write_proof(terminal, cnf, outcome.proof, force=force)
    return {"found": 0, "optimal": 0, "infeasible": 1, "unknown": 3}[outcome.state.status]


def _write_proof(terminal: Terminal, cnf: Path, proof: str | None, *, force: bool) -> None:
    if proof is None:
        terminal.note("no CNF: it is written where a search refutes something")
        return
    write_output(cnf, proof.encode(), force=force)
    terminal.note(f"the proof is in {cnf}: any SAT solver finds it unsatisfiable")


def _told(state: Any) -> str:
    if state.value is not None:
        return f"epochs (best {state.value:,})"
    return "epochs"


def _refuse_with_resume(out: Path | None, force: Any, given: dict[str, Any], *, shared_cells: bool) -> None:
    if out or force or shared_cells:
        raise click.UsageError("--resume goes on in its own folder: leave out --out, --force and --shared-cells")
    named = [name for name, value in given.items() if value not in (None, (), False)]
    if named:
        raise click.UsageError(f"--resume keeps the settings of its search: leave out --{named[0].replace('_', '-')}")


def _with_faces(dice_set: Any, faces: str, text: str, content: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    from dicelab.dice.faces import faces_on, read_faces
    from dicelab.render.text import dice_set_text

    physical = faces_on(dice_set, read_faces(faces, len(dice_set.dice)))
    return f"{dice_set_text(physical)}\n{text}", content | {"faces": physical.labels()}


def _shared(
    terminal: Terminal,
    given: dict[str, Any],
    cluster_address: str | None,
    jobs: int,
    out: Path | None,
    *,
    seconds: float | None,
    force: bool,
) -> int:
    """Look for dice that share cells: the most boards of which none is forbidden."""
    from dicelab.dice import dice_set_json
    from dicelab.render.text import dice_set_text
    from dicelab.search.design.shared import SharedSettings, design_shared
    from dicelab.search.tables import keep_tables
    from solver.polyform.puzzle_file import find_puzzle

    begin = time.perf_counter()
    for name in ("fixes", "connected", "invariant", "source", "changes", "away", "minimize"):
        if given[name] not in (None, (), False):
            shown = {"fixes": "fix", "source": "from", "away": "away-from"}.get(name, name)
            raise click.UsageError(f"--shared-cells and --{shown} exclude each other: it takes sizes and --min-tilings")
    if given["maximize"] not in (None, "fewest"):
        raise click.UsageError(f"--maximize {given['maximize']}: with --shared-cells it is fewest, after the boards")
    puzzle = find_puzzle(given["puzzle"] or "genius-square")
    numbers = {name: given[name] for name in ("seed", "members", "min_tilings") if given[name] is not None}
    sizes = given["sizes"] or (6,) * puzzle.blockers
    settings = SharedSettings(puzzle, tuple(sizes), climb=given["maximize"] is not None, **numbers)
    file = out / "design.json" if out else None
    if file:
        require_free(file, force=force)
    with runner_of(cluster_address, jobs) as runner:
        keep_tables(load_census(terminal, puzzle, jobs))
        with terminal.progress("epochs") as progress:
            left = None if seconds is None else max(0.0, seconds - (time.perf_counter() - begin))
            found = design_shared(
                settings, runner, seconds=left, jobs=jobs, listener=lambda after: progress(after.steps, None)
            )
    passed = time.perf_counter() - begin
    physical = found.dice_set
    content = {
        "status": "unknown" if physical is None else "optimal" if found.boards == found.bound else "found",
        "set": physical and {"name": physical.name, "dice": physical.labels(), "shared_cells": True},
        "boards": found.boards,
        "bound": found.bound,
        "fewest": found.fewest,
        "rolling_again": found.rolling_again,
        "rolled": found.rolled,
        "seconds": round(passed, 3),
    }
    if physical is None:
        text = f"unknown: {found.rolled:,} forbidden boards are rolled at least, {found.bound:,} boards at best"
    else:
        text = (
            f"{dice_set_text(physical)}\n{found.boards:,} distinct boards, at best {found.bound:,}; the hardest has "
            f"{found.fewest:,} tilings\nrolled again with probability {found.rolling_again:.4f}"
        )
        if given["faces"]:
            text, content = _with_faces(physical, given["faces"], text, content)
    terminal.result("design-shared", content, f"{text}\n({passed:.1f} s)")
    if file and physical is not None:
        write_output(file, dice_set_json(physical).encode(), force=force)
    return 3 if physical is None else 0
