"""What ``dicelab evolve`` does with ``--objective``."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from dicelab.cli.terminal import Terminal, find_set, load_census, runner_of


def evolve_for(
    terminal: Terminal,
    given: dict[str, Any],
    resumed: Any,
    out: Path | None,
    *,
    jobs: int,
    cluster_address: str | None,
    force: bool,
) -> int:
    """Evolve always-solvable sets towards objectives: exit 0 if one was confirmed, 3 if none was."""
    from dicelab.search.evolve.folder import RunFolder
    from dicelab.search.evolve.objective_run import run_objectives
    from solver.errors import SolverError
    from solver.polyform import Puzzle

    begin = time.perf_counter()
    saved = None
    if resumed:
        from dicelab.search.evolve.gallery import load

        saved = load(resumed, terminal.warn)
        wanted = saved.wanted
        _require_equal(wanted, _read(given, wanted.puzzle), resumed.path)
    else:
        wanted = _wanted(given)
    # A cluster that can't be reached is told before anything is written.
    with runner_of(cluster_address, min(jobs, wanted.islands), in_processes=True) as runner:
        folder = resumed or (RunFolder.create(out, force=force) if out else RunFolder.create_next(Path("runs")))
        with folder:
            if cluster_address is None:
                # So that it is at hand in every process.
                load_census(terminal, Puzzle.parse(wanted.puzzle), jobs)
            try:
                with _shown(terminal, wanted.generations) as listener:
                    state, found = run_objectives(
                        wanted, folder, runner=runner, jobs=jobs, resume=saved, listener=listener
                    )
            except (KeyboardInterrupt, SolverError):
                if folder.checkpoint.exists():
                    terminal.note(f"saved: go on with dicelab evolve --resume {folder.path}")
                raise
    seconds = time.perf_counter() - begin
    last = state.history[-1]
    content: dict[str, Any] = {
        "folder": str(folder.path),
        "settings": wanted.to_json(),
        "generations": state.generation,
        "evaluated": last["evaluated"],
        "kept": len(state.kept),
        "best": dict(zip(wanted.objectives, last["best"], strict=bool(last["best"]))),
        **{name: last[name] for name in ("hypervolume", "coverage", "score") if name in last},
        "confirmed": [
            {
                "name": one.dice_set.name,
                "generation": one.generation,
                "rolls": one.dice_set.roll_count,
                "values": dict(zip(wanted.objectives, one.values, strict=True)),
                "dice": one.dice_set.labels(),
            }
            for one in found
        ],
        "seconds": round(seconds, 3),
    }
    lines = [f"{last['evaluated']:,} always-solvable sets evaluated on {wanted.islands} islands"]
    if wanted.mode == "pareto":
        volume = "" if last["hypervolume"] is None else f", hypervolume {last['hypervolume']:.4g}"
        lines.append(f"{len(state.kept)} of them on the front{volume}")
    else:
        lines.append(f"{len(state.kept)} cells filled, {last['coverage']:.0%} of the grid")
    if last["best"]:
        lines.append(f"best of each objective: {_values(wanted, last['best'])}")
    lines.append(f"{len(found)} sets confirmed by CP-SAT on all their rolls{':' if found else ''}")
    lines += [f"  {one.dice_set.name}  {_values(wanted, one.values)}, generation {one.generation}" for one in found]
    lines.append(f"{folder.path}  ({seconds:.1f} s)")
    terminal.result("evolve-objectives", content, "\n".join(lines))
    return 0 if found else 3


def _read(given: dict[str, Any], puzzle: str) -> dict[str, Any]:
    """Return the options that were given, objectives by their labels."""
    from dicelab.search.objectives import parse_objectives
    from solver.polyform import Puzzle

    found = {name: value for name, value in given.items() if value is not None}
    if "objectives" in found:
        wanted = parse_objectives(
            found["objectives"], Puzzle.parse(puzzle), lambda text: find_set(text, shared_cells=True)
        )
        found["objectives"] = tuple(objective.label for objective in wanted)
    return found


def _wanted(given: dict[str, Any]) -> Any:
    from dicelab.search.evolve.wanted import Wanted

    found = _read(given, given["puzzle"] or "genius-square")
    wanted = Wanted(**found)
    if "bins" in found and wanted.mode != "map-elites":
        import click

        raise click.UsageError("--bins are of a grid: pass --mode map-elites as well, or leave it out")
    return wanted


def _require_equal(wanted: Any, given: dict[str, Any], path: Path) -> None:
    """Refuse to go on with other settings than those of the run."""
    from dicelab.errors import DiceError

    if differing := wanted.differences(given):
        name = differing[0]
        shown = "objective" if name == "objectives" else name
        raise DiceError(
            f"--{shown} {_shown_value(given[name])}: the run in {path} has {shown} "
            f"{_shown_value(getattr(wanted, name))}; leave it out, or start a new run"
        )


def _shown_value(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _values(wanted: Any, values: Any) -> str:
    return ", ".join(f"{label} {value:.6g}" for label, value in zip(wanted.objectives, values, strict=True))


@contextmanager
def _shown(terminal: Terminal, generations: int) -> Iterator[Any]:
    from dicelab.search.evolve.objective_run import Told

    with terminal.progress("generations") as progress:
        yield Told(
            epoch=lambda state: progress(state.generation, generations),
            confirming=lambda number, of, done, rolls: progress(done, rolls, f"CP-SAT confirms set {number} of {of}"),
        )
