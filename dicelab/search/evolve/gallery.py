"""What a run with objectives leaves in its folder: checkpoint, log, the sets with their values, and pictures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from dicelab.render.scatter import Point, map_svg, scatter_svg
from dicelab.search.evolve.elites import Elites
from dicelab.search.evolve.folder import OBJECTIVES_SCHEMA, RunFolder, set_name
from dicelab.search.evolve.front import Kept, normalised, spread
from dicelab.search.evolve.islands import State
from dicelab.search.evolve.run import CONFIRMED_BY
from dicelab.search.evolve.wanted import Wanted
from dicelab.search.evolve.workbench import Candidate
from solver.polyform import Puzzle
from solver.runs.storage import sealed, write_atomic

SETTINGS_SCHEMA = "dicelab/evolve-objectives-settings/1"
FRONT_SCHEMA = "dicelab/evolve-front/1"


@dataclass(frozen=True, slots=True)
class SavedRun:
    """What a checkpoint holds: the settings, the state, and the names of the sets confirmed, by number."""

    wanted: Wanted
    state: State
    confirmed: dict[int, str]


def save(folder: RunFolder, saved: SavedRun) -> None:
    """Write the checkpoint, and the log up to it."""
    state = saved.state
    content = {
        "generation": state.generation,
        "spans": [list(span) for span in state.spans],
        "islands": [[[one.genome, one.rolls, list(one.values)] for one in people] for people in state.islands],
        "kept": [[one.generation, one.genome, list(one.values)] for one in state.kept],
        "history": list(state.history),
        "confirmed": [[number, name] for number, name in sorted(saved.confirmed.items())],
    }
    folder.write_state(OBJECTIVES_SCHEMA, saved.wanted.to_json(), content, state.history)


def load(folder: RunFolder, warn: Callable[[str], None]) -> SavedRun:
    """Read the last whole checkpoint, as :meth:`~dicelab.search.evolve.folder.RunFolder.load` does."""
    return folder.read_state(OBJECTIVES_SCHEMA, _parse, warn)


def _parse(value: dict[str, Any]) -> SavedRun:
    state = State(
        generation=value["generation"],
        spans=tuple((best, worst) for best, worst in value["spans"]),
        islands=tuple(
            tuple(Candidate(genome, rolls, tuple(values)) for genome, rolls, values in people)
            for people in value["islands"]
        ),
        kept=tuple(Kept(generation, genome, tuple(values)) for generation, genome, values in value["kept"]),
        history=tuple(value["history"]),
    )
    return SavedRun(Wanted.from_json(value["settings"]), state, dict(value["confirmed"]))


def in_order(state: State, wanted: Wanted) -> list[Kept]:
    """Return what a run keeps by its values, those best in the first objective first."""
    return sorted(
        state.kept,
        key=lambda one: ([sign * value for sign, value in zip(wanted.signs, one.values, strict=True)], one.genome),
    )


def chosen(state: State, wanted: Wanted) -> list[Kept]:
    """Return the sets to confirm: some that lie far apart, the first one best in the first objective."""
    kept = in_order(state, wanted)
    if wanted.mode == "pareto":
        # In units of the front itself, so that all objectives count alike.
        columns = list(zip(*(one.values for one in kept), strict=True))
        units = tuple((max(column), min(column)) for column in columns)
        points: list[tuple[float, ...]] = [normalised(one.values, wanted, units) for one in kept]
    else:
        grid = Elites(wanted, state.spans)
        points = [tuple(map(float, grid.cell(one.values))) for one in kept]
    return [kept[place] for place in spread(points, wanted.keep)]


def finish(folder: RunFolder, saved: SavedRun) -> None:
    """Write all sets with their values, the pictures, the settings and the manifest."""
    wanted, state = saved.wanted, saved.state
    puzzle = Puzzle.parse(wanted.puzzle)
    save(folder, saved)
    grid = Elites(wanted, state.spans, state.kept) if wanted.mode == "map-elites" else None
    sets = []
    for one in in_order(state, wanted):
        found = one.dice_set(puzzle)
        entry: dict[str, Any] = {
            "name": set_name(found),
            "generation": one.generation,
            "values": dict(zip(wanted.objectives, one.values, strict=True)),
            "dice": found.labels(),
        }
        sets.append(entry | ({"cell": list(grid.cell(one.values))} if grid else {}))
    front: dict[str, Any] = {
        "mode": wanted.mode,
        "puzzle": wanted.puzzle,
        "objectives": {one.label: one.better for one in wanted.parsed},
    }
    if grid:
        front["edges"] = [edges.tolist() for edges in grid.edges]
    write_atomic(folder.path / "front.json", sealed(FRONT_SCHEMA, front | {"sets": sets}))
    title = f"Seed {wanted.seed}, {state.generation:,} generations, dice of {', '.join(map(str, wanted.sizes))}"
    names = set(saved.confirmed.values())
    points = [
        Point(one.values, set_name(one.dice_set(puzzle)), set_name(one.dice_set(puzzle)) in names)
        for one in in_order(state, wanted)
    ]
    if grid is None:
        picture = scatter_svg(points, _axes(wanted), title)
        write_atomic(folder.path / "front.svg", picture.encode())
    else:
        cells = {cell: one.values[0] for cell, one in grid.cells.items()}
        picture = map_svg(cells, [edges.tolist() for edges in grid.edges], _axes(wanted), title)
        write_atomic(folder.path / "elites.svg", picture.encode())
    command = f"evolve --objective {','.join(wanted.objectives)}"
    folder.seal(SETTINGS_SCHEMA, wanted.to_json(), command=command, confirmed_by=[CONFIRMED_BY])


def _axes(wanted: Wanted) -> list[str]:
    """Return what to write at the axes: the objectives, and what is wanted of them."""
    return [f"{one.label.removesuffix(':max').removesuffix(':min')} ({one.better} is better)" for one in wanted.parsed]
