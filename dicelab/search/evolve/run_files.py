"""The files of a run: checkpoint and log, the confirmed sets, all sets with their values, and pictures."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

import msgspec

from dicelab.dice import DiceSet, dice_set_json
from dicelab.render import dice_set_svg
from dicelab.render.figures import chart_svg
from dicelab.render.plots import plot_history, plot_listed_front, plot_map
from dicelab.search.evolve.candidates import Candidate, EvolutionState
from dicelab.search.evolve.islands import in_order
from dicelab.search.evolve.kept_sets import Elites
from dicelab.search.evolve.piece_sets import set_of
from dicelab.search.evolve.settings import EvolutionSettings
from dicelab.version import __version__
from solver.runs.folder import RunFolder, RunKind
from solver.runs.storage import sealed

SOLVABLE, OBJECTIVES = "dicelab/evolve-checkpoint/1", "dicelab/evolve-objectives-checkpoint/1"
"""Schemas of checkpoints, without objectives and with them."""
PIECES = "dicelab/evolve-pieces-checkpoint/1"
"""That of sets of pieces; its fields are those of a run with objectives, on one island."""

SETTINGS = "settings.json"
FRONT_SCHEMA = "dicelab/evolve-front/1"
PIECES_SCHEMA = "dicelab/evolve-pieces/1"

KIND = RunKind(
    command="evolve",
    version=__version__,
    checkpoints=(SOLVABLE, OBJECTIVES, PIECES),
    files=(
        SETTINGS,
        "log.jsonl",
        "fitness.svg",
        "front.json",
        "front.svg",
        "elites.svg",
        "pieces.json",
        "discoveries/pieces-*.json",
        "discoveries/pieces-*.svg",
        "discoveries/set-*.json",
        "discoveries/set-*.svg",
    ),
)


@dataclass(frozen=True, slots=True)
class Saved:
    """What a checkpoint holds: the settings, the state, and the names of the sets confirmed, by number."""

    settings: EvolutionSettings
    state: EvolutionState
    confirmed: dict[int, str]


class _SolvableCheckpoint(msgspec.Struct, frozen=True):
    """Of a run without objectives: genomes with their patterns and rolls, and discoveries with their generations."""

    settings: dict[str, Any]
    generation: int
    population: tuple[tuple[str, tuple[int, int]], ...]
    history: tuple[dict[str, int], ...]
    discoveries: tuple[tuple[int, str], ...]
    confirmed: tuple[tuple[int, str], ...]


class _ObjectivesCheckpoint(msgspec.Struct, frozen=True):
    """Of a run with objectives: genomes with their rolls and values, and what is kept with its generations."""

    settings: dict[str, Any]
    generation: int
    spans: tuple[tuple[float, float], ...]
    islands: tuple[tuple[tuple[str, int, tuple[float, ...]], ...], ...]
    kept: tuple[tuple[int, str, tuple[float, ...]], ...]
    history: tuple[dict[str, Any], ...]
    confirmed: tuple[tuple[int, str], ...]


def save(folder: RunFolder, saved: Saved) -> None:
    """Write the checkpoint, and the log up to it."""
    settings, state = saved.settings.to_json(), saved.state
    confirmed = tuple(sorted(saved.confirmed.items()))
    if saved.settings.objectives:
        islands = tuple(tuple((one.genome, one.rolls, one.values) for one in people) for people in state.populations)
        kept = tuple((one.generation, one.genome, one.values) for one in state.kept)
        folder.save(
            PIECES if saved.settings.evolves_pieces else OBJECTIVES,
            _ObjectivesCheckpoint(settings, state.generation, state.spans, islands, kept, state.history, confirmed),
        )
    else:
        population = tuple((one.genome, (one.patterns, one.rolls)) for one in state.populations[0])
        discoveries = tuple((one.generation, one.genome) for one in state.kept)
        folder.save(
            SOLVABLE,
            _SolvableCheckpoint(settings, state.generation, population, state.history, discoveries, confirmed),
        )
    folder.log(state.history)
    if not (folder.path / SETTINGS).exists():
        folder.write(SETTINGS, settings_file(saved.settings))


def settings_file(settings: EvolutionSettings) -> bytes:
    """Return the file of the settings of a run."""
    kind = "evolve-pieces" if settings.evolves_pieces else "evolve-objectives" if settings.objectives else "evolve"
    return sealed(f"dicelab/{kind}-settings/1", settings.to_json())


def load(folder: RunFolder, warn: Callable[[str], None]) -> Saved:
    """Read the last whole checkpoint; see :meth:`solver.runs.folder.RunFolder.load`."""
    for schema in (OBJECTIVES, PIECES):
        if folder.holds(schema):
            return _saved(folder.load(schema, _ObjectivesCheckpoint, warn))
    return _saved(folder.load(SOLVABLE, _SolvableCheckpoint, warn))


def sets_of_checkpoint(schema: str, fields: dict[str, Any]) -> list[DiceSet]:
    """Return the sets that the content of a checkpoint keeps, those best in the first objective first.

    Raises
    ------
    msgspec.ValidationError, DiceError
        If it is no content of that schema.
    """
    if schema in {OBJECTIVES, PIECES}:
        saved = _saved(msgspec.convert(fields, _ObjectivesCheckpoint, str_keys=True))
    else:
        saved = _saved(msgspec.convert(fields, _SolvableCheckpoint, str_keys=True))
    kept = in_order(saved.state, saved.settings) if saved.settings.objectives else saved.state.kept
    return [set_of(one, saved.settings) for one in kept]


def _saved(value: _SolvableCheckpoint | _ObjectivesCheckpoint) -> Saved:
    settings, confirmed = EvolutionSettings.read(value.settings), dict(value.confirmed)
    if isinstance(value, _ObjectivesCheckpoint):
        populations = tuple(tuple(Candidate(*one) for one in people) for people in value.islands)
        kept = tuple(Candidate(genome, 0, values, generation=number) for number, genome, values in value.kept)
        return Saved(
            settings, EvolutionState(value.generation, populations, kept, value.history, value.spans), confirmed
        )
    population = tuple(Candidate(genome, rolls, patterns=patterns) for genome, (patterns, rolls) in value.population)
    kept = tuple(Candidate(genome, generation=number) for number, genome in value.discoveries)
    return Saved(settings, EvolutionState(value.generation, (population,), kept, value.history), confirmed)


def write_discovery(folder: RunFolder, found: DiceSet) -> None:
    """Write a confirmed set as a dice-set file and as a picture."""
    folder.write(f"discoveries/{found.name}.json", dice_set_json(found))
    folder.write(f"discoveries/{found.name}.svg", dice_set_svg(found))


def finish(folder: RunFolder, saved: Saved, confirmed_by: tuple[str, ...]) -> None:
    """Write what follows from the last checkpoint: all sets with their values, the picture, settings and manifest."""
    settings = saved.settings
    save(folder, saved)
    if settings.evolves_pieces:
        folder.write("pieces.json", sealed(PIECES_SCHEMA, _sets_of_pieces(settings, saved.state)))
    elif settings.objectives:
        folder.write("front.json", sealed(FRONT_SCHEMA, _front(settings, saved.state)))
    folder.write(*picture(settings, saved.state, saved.confirmed.values()))
    folder.write(SETTINGS, settings_file(settings))
    command = f"evolve --objective {','.join(settings.objectives)}" if settings.objectives else "evolve"
    if settings.evolves_pieces:
        command = command.replace("evolve", "evolve --genome pieces")
    folder.finish(seed=settings.seed, command=command, confirmed_by=confirmed_by)


def _front(settings: EvolutionSettings, state: EvolutionState) -> dict[str, Any]:
    grid = Elites(settings, state.spans) if settings.mode == "map-elites" else None
    sets: list[dict[str, Any]] = []
    for one in in_order(state, settings):
        dice = set_of(one, settings)
        values = dict(zip(settings.objectives, one.values, strict=True))
        entry = {"name": dice.name, "generation": one.generation, "values": values, "dice": dice.labels()}
        sets.append(entry | ({"cell": list(grid.cell(one.values))} if grid else {}))
    return {
        "mode": settings.mode,
        "puzzle": settings.puzzle,
        "objectives": {one.label: one.better for one in settings.parsed},
        **({"edges": [edges.tolist() for edges in grid.edges]} if grid else {}),
        "sets": sets,
    }


def _sets_of_pieces(settings: EvolutionSettings, state: EvolutionState) -> dict[str, Any]:
    sets = [
        {
            "name": set_of(one, settings).name,
            "generation": one.generation,
            "values": dict(zip(settings.objectives, one.values, strict=True)),
            "pieces": one.genome.split(","),
        }
        for one in in_order(state, settings)
    ]
    return {
        "puzzle": settings.puzzle,
        "dice": settings.dice.labels(),
        "possible": settings.piece_pool.total,
        "objectives": {one.label: one.better for one in settings.parsed},
        "sets": sets,
    }


def picture(settings: EvolutionSettings, state: EvolutionState, confirmed: Collection[str]) -> tuple[str, str]:
    """Draw the fitness of each generation, the front, or the grid; return the name of the file, and the SVG.

    The sets whose names are in ``confirmed`` are marked.
    """
    dice = f"dice of {', '.join(map(str, settings.sizes or settings.dice.sizes))}"
    if not settings.objectives or settings.evolves_pieces:
        return "fitness.svg", chart_svg(
            f"Seed {settings.seed}, {settings.population} individuals, {dice}",
            plot_history,
            [row.get("best_patterns", 0) + row["best_rolls"] for row in state.history],
            [row.get("median_patterns", 0) + row["median_rolls"] for row in state.history],
            discoveries=[one.generation for one in state.kept],
        )
    title = f"Seed {settings.seed}, {state.generation:,} generations, {dice}"
    axes = [
        f"{one.label.removesuffix(':max').removesuffix(':min')} ({one.better} is better)" for one in settings.parsed
    ]
    if settings.mode == "map-elites":
        grid = Elites(settings, state.spans, state.kept)
        cells = {cell: one.values[0] for cell, one in grid.cells.items()}
        return "elites.svg", chart_svg(title, plot_map, cells, [edges.tolist() for edges in grid.edges], axes)
    kept = in_order(state, settings)
    names = [set_of(one, settings).name for one in kept]
    chosen = [number for number, name in enumerate(names) if name in confirmed]
    return "front.svg", chart_svg(title, plot_listed_front, [one.values for one in kept], axes, names, chosen=chosen)
