"""The files of a run: checkpoint and log, the confirmed sets, all sets with their values, and pictures."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec

from dicelab.dice import DiceSet, dice_set_json
from dicelab.errors import DiceError
from dicelab.render import dice_set_svg
from dicelab.render.figures import chart_svg
from dicelab.render.plots import plot_difficulty, plot_history, plot_listed_front, plot_map
from dicelab.score.steps import steps_of
from dicelab.search.evolve.candidates import EvolutionState
from dicelab.search.evolve.islands import in_order
from dicelab.search.evolve.kept_sets import Elites
from dicelab.search.evolve.piece_sets import set_of
from dicelab.search.evolve.settings import ASKED, MOST_GENERATIONS, EvolutionSettings, option
from dicelab.search.question import question_words
from dicelab.version import __version__
from solver.errors import StorageError
from solver.runs.folder import CHECKPOINT, RunFolder, RunKind
from solver.runs.storage import read_sealed, sealed

CHECKPOINT_SCHEMA = "dicelab/evolve-checkpoint/4"
_OLD_SCHEMAS = (
    "dicelab/evolve-checkpoint/3",
    "dicelab/evolve-checkpoint/2",
    *(f"dicelab/evolve-{kind}checkpoint/1" for kind in ("", "objectives-", "pieces-")),
)

SETTINGS = "settings.json"
FRONT_SCHEMA = "dicelab/evolve-front/1"
PIECES_SCHEMA = "dicelab/evolve-pieces/1"

KIND = RunKind(
    command="evolve",
    version=__version__,
    checkpoints=(CHECKPOINT_SCHEMA, *_OLD_SCHEMAS),
    files=(
        SETTINGS,
        "log.jsonl",
        "fitness.svg",
        "front.json",
        "front.svg",
        "steps.svg",
        "elites.svg",
        "pieces.json",
        "discoveries/pieces-*.json",
        "discoveries/pieces-*.svg",
        "discoveries/set-*.json",
        "discoveries/set-*.svg",
    ),
)

PIECES_KIND = replace(KIND, command="pieces")


@dataclass(frozen=True, slots=True)
class Saved:
    """The content of a checkpoint: the settings, the state, and the names of the sets confirmed, by number.

    A run that ends within an epoch has the state ``before`` that epoch as well, from which a longer run goes on.
    """

    settings: EvolutionSettings
    state: EvolutionState
    confirmed: dict[int, str]
    before: EvolutionState | None = None

    def extended(self, settings: EvolutionSettings) -> Saved:
        """Return the checkpoint of a longer run, with other settings than this one's."""
        return Saved(settings, self.before or self.state, {})


class _Checkpoint(msgspec.Struct, frozen=True, omit_defaults=True):
    """A checkpoint as it is written."""

    settings: dict[str, Any]
    state: EvolutionState
    confirmed: tuple[tuple[int, str], ...]
    before: EvolutionState | None = None

    @property
    def saved(self) -> Saved:
        return Saved(EvolutionSettings.read(self.settings), self.state, dict(self.confirmed), self.before)


def save(folder: RunFolder, saved: Saved) -> None:
    """Write the checkpoint, and the log up to it."""
    confirmed = tuple(sorted(saved.confirmed.items()))
    folder.save(CHECKPOINT_SCHEMA, _Checkpoint(saved.settings.to_json(), saved.state, confirmed, saved.before))
    folder.log(saved.state.history)
    if not (folder.path / SETTINGS).exists():
        folder.write(SETTINGS, settings_file(saved.settings))


def load(folder: RunFolder, warn: Callable[[str], None]) -> Saved:
    """Read the last whole checkpoint; see :meth:`solver.runs.folder.RunFolder.load`."""
    return folder.load(CHECKPOINT_SCHEMA, _Checkpoint, warn).saved


def saved_in(folder: Path) -> Saved:
    """Read the checkpoint of a run, which may be going on.

    Raises
    ------
    DiceError
        If there is none that this version of dicelab reads.
    """
    try:
        content = read_sealed(folder / CHECKPOINT, CHECKPOINT_SCHEMA)
        fields = {name: content[name] for name in content.keys() - {"schema", "version"}}
        return msgspec.convert(fields, _Checkpoint, str_keys=True).saved
    except (StorageError, msgspec.ValidationError, DiceError) as error:
        raise DiceError(f"{folder}: its checkpoint is none of evolve that can be read: {error}") from None


def settings_file(settings: EvolutionSettings) -> bytes:
    """Return the file of the settings of a run."""
    kind = "evolve-pieces" if settings.evolves_pieces else "evolve-objectives" if settings.objectives else "evolve"
    return sealed(f"dicelab/{kind}-settings/1", settings.to_json())


def sets_of_checkpoint(fields: dict[str, Any]) -> list[DiceSet]:
    """Return the sets that the content of a checkpoint keeps, those best in the first objective first.

    Raises
    ------
    msgspec.ValidationError, DiceError
        If it is no content of a checkpoint of this version.
    """
    saved = msgspec.convert(fields, _Checkpoint, str_keys=True).saved
    return kept_in_order(saved.state, saved.settings)


def kept_in_order(state: EvolutionState, settings: EvolutionSettings) -> list[DiceSet]:
    """Return the sets that a run keeps: the best first, or without objectives in the order in which they were found."""
    return [set_of(one, settings) for one in (in_order(state, settings) if settings.objectives else state.kept)]


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
    folder.finish(seed=settings.seed, command=command_of(settings), confirmed_by=confirmed_by)


def command_of(settings: EvolutionSettings) -> str:
    """Return the command line that does a run again.

    Examples
    --------
    >>> command_of(EvolutionSettings.of({"puzzle": "4x4/4:I1,I2,I2,I3,L4", "sizes": (4, 4, 4, 3), "seed": 5}))
    "evolve --puzzle '4x4/4:I1,2*I2,I3,L4' --sizes 4,4,4,3 --seed 5"
    """
    usual = dict(zip(EvolutionSettings.__struct_fields__, EvolutionSettings.__struct_defaults__, strict=True))
    if settings.evolves_pieces:
        words = ["pieces", *filter(None, [settings.rolls]), "--puzzle", settings.puzzle]
    else:
        words = ["evolve", *question_words(settings.question)]
    implied = ("objectives", "islands")[: 1 + (not settings.spare)] if settings.steps > 1 else ()
    implied += ("steps",) if settings.spare else ()
    for name, value in settings.to_json().items():
        if name in (*implied, *ASKED, "puzzle", "sizes", "genome", "rolls") or getattr(settings, name) == usual[name]:
            continue
        if name == "generations" and value == MOST_GENERATIONS and settings.evaluations is not None:
            continue
        if isinstance(value, bool):
            words.append(option(name, {name: value}))
        else:
            words += [option(name), ",".join(map(str, value)) if isinstance(value, list) else str(value)]
    return shlex.join(words)


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
        **({"sample": settings.sample} if settings.sample else {}),
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
    if settings.steps > 1 and state.kept:
        steps = steps_of(tuple(kept_in_order(state, settings)))
        numbered = {f"#{number}": one.by_board for number, one in enumerate(steps, start=1)}
        return "steps.svg", chart_svg(title, plot_difficulty, numbered)
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
