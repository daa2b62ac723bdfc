"""The folder of a run: settings, checkpoint, log, discoveries, picture and manifest.

Every file is written whole and atomically. The checkpoint carries a schema and a checksum, and the one before it is
kept; all other files follow from it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from dicelab import __version__
from dicelab.dice import DiceSet, dice_set_json
from dicelab.errors import DiceError, OutputExistsError
from dicelab.evolve.genome import genome_text, parse_genome
from dicelab.evolve.search import Discovery, Individual, State
from dicelab.evolve.settings import Settings
from dicelab.render import dice_set_svg, fitness_svg
from solver.errors import StorageError
from solver.storage import canonical_json, previous, read_sealed, sealed, sha256, write_atomic

CHECKPOINT_SCHEMA = "dicelab/evolve-checkpoint/1"
SETTINGS_SCHEMA = "dicelab/evolve-settings/1"
LOG_SCHEMA = "dicelab/evolve-log/1"
MANIFEST_SCHEMA = "dicelab/manifest/1"


@dataclass(frozen=True, slots=True)
class Saved:
    """What a checkpoint holds: the settings, the state, and the names of the discoveries confirmed, by number."""

    settings: Settings
    state: State
    confirmed: dict[int, str]


class RunFolder:
    """One run on disk.

    Parameters
    ----------
    path
        The folder.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.checkpoint = path / "checkpoint.json"

    @classmethod
    def create(cls, path: Path, *, force: bool = False) -> RunFolder:
        """Take an empty or new folder for a run.

        Raises
        ------
        OutputExistsError
            If there is anything in it; with ``force``, if what is in it is not a run.
        """
        folder = cls(path)
        if path.exists() and not path.is_dir():
            raise OutputExistsError(f"{path} is a file: pass another --out")
        # What a run that was killed before its first checkpoint left is nothing.
        if path.is_dir() and any(not file.match(f".{folder.checkpoint.name}.*.part") for file in path.iterdir()):
            if not force:
                raise OutputExistsError(f"{path} exists: pass --resume {path}, --force, or another --out")
            if not folder._is_run():
                raise OutputExistsError(f"{path} holds other files than a run: pass another --out")
        folder._clear()
        return folder

    def _is_run(self) -> bool:
        """Tell whether a checkpoint is there, whole or damaged, and not another program's file of that name."""
        mark = CHECKPOINT_SCHEMA.encode()
        files = (self.checkpoint, previous(self.checkpoint))
        return any(file.is_file() and mark in file.read_bytes() for file in files)

    def _clear(self) -> None:
        for file in (*self._written(), self.path / "manifest.json", self.checkpoint, previous(self.checkpoint)):
            file.unlink(missing_ok=True)
        self._clear_parts()

    def _clear_parts(self) -> None:
        """Remove what a killed run was just writing."""
        for left in (*self.path.glob(".*.part"), *self.path.glob("discoveries/.set-*.part")):
            left.unlink(missing_ok=True)

    def _written(self) -> list[Path]:
        """Return the files of the run that follow from its checkpoint, those that are there."""
        found = [self.path / "settings.json", self.path / "log.jsonl", self.path / "fitness.svg"]
        found += sorted((self.path / "discoveries").glob("set-*.json"))
        found += sorted((self.path / "discoveries").glob("set-*.svg"))
        return [file for file in found if file.exists()]

    def save(self, saved: Saved) -> None:
        """Write the checkpoint, and the log up to it."""
        settings, state, confirmed = saved.settings, saved.state, saved.confirmed
        content = {
            "version": __version__,
            "settings": settings.to_json(),
            "generation": state.generation,
            "population": [[genome_text(one.genome), one.score] for one in state.population],
            "history": state.history[: state.generation + 1],
            "discoveries": [
                [found.generation, genome_text(np.array(found.genome, np.int8))] for found in state.discoveries
            ],
            "confirmed": [[number, name] for number, name in sorted(confirmed.items())],
        }
        write_atomic(self.checkpoint, sealed(CHECKPOINT_SCHEMA, content), keep_previous=True)
        head = {"schema": LOG_SCHEMA, "version": __version__, "settings": settings.to_json()}
        lines = [head, *state.history[: state.generation + 1]]
        write_atomic(self.path / "log.jsonl", "".join(json.dumps(line) + "\n" for line in lines).encode())

    def load(self, warn: Callable[[str], None]) -> Saved:
        """Read the last checkpoint that is whole.

        A damaged one is put aside and reported by ``warn``, and the one before is used.

        Raises
        ------
        DiceError
            If there is no whole checkpoint.
        """
        if not self.path.is_dir():
            raise DiceError(f"--resume {self.path}: no such folder")
        problems = []
        for path in (self.checkpoint, previous(self.checkpoint)):
            try:
                loaded = _parse(read_sealed(path, CHECKPOINT_SCHEMA))
            except (StorageError, DiceError, KeyError, TypeError, ValueError) as error:
                problems.append(str(error))
                continue
            self._clear_parts()
            for problem in problems:
                warn(f"{problem}; going on from the checkpoint before")
                if self.checkpoint.exists():
                    self.checkpoint.replace(self.checkpoint.with_suffix(".json.damaged"))
            return loaded
        raise DiceError(f"--resume {self.path}: no whole checkpoint of a run ({problems[0]})")

    def write_discovery(self, found: DiceSet) -> None:
        """Write a confirmed set as a dice-set file and as a picture."""
        file = self.path / "discoveries" / f"{found.name}.json"
        write_atomic(file, dice_set_json(found).encode())
        write_atomic(file.with_suffix(".svg"), dice_set_svg(found).encode())

    def finish(self, saved: Saved) -> None:
        """Write the settings, the log, the picture, and the manifest with the checksums of all of them."""
        settings, state = saved.settings, saved.state
        self.save(saved)
        write_atomic(self.path / "settings.json", sealed(SETTINGS_SCHEMA, settings.to_json()))
        picture = fitness_svg(
            [row["best_patterns"] + row["best_rolls"] for row in state.history],
            [row["median_patterns"] + row["median_rolls"] for row in state.history],
            f"Seed {settings.seed}, {settings.population} individuals, dice of {', '.join(map(str, settings.sizes))}",
            [found.generation for found in state.discoveries],
        )
        write_atomic(self.path / "fitness.svg", picture.encode())
        sums = {
            file.relative_to(self.path).as_posix(): sha256(file.read_bytes())
            for file in (self.checkpoint, *self._written())
        }
        write_atomic(
            self.path / "manifest.json",
            sealed(MANIFEST_SCHEMA, {"version": __version__, "seed": settings.seed, "files": sums}),
        )


def set_name(found: DiceSet) -> str:
    """Return the name of a discovered set: the same for all sets of its class."""
    return f"set-{sha256(canonical_json(list(found.class_key())))[:12]}"


def next_free(parent: Path) -> Path:
    """Return ``parent/evolve-001`` or the next number that is free."""
    number = 1
    while (parent / f"evolve-{number:03d}").exists():
        number += 1
    return parent / f"evolve-{number:03d}"


def _parse(value: dict[str, Any]) -> Saved:
    population = []
    for text, score in value["population"]:
        individual = Individual(parse_genome(text).tolist())
        individual.fitness.values = score
        population.append(individual)
    state = State(
        generation=value["generation"],
        population=population,
        history=value["history"],
        discoveries=[
            Discovery(generation, tuple(parse_genome(text).tolist())) for generation, text in value["discoveries"]
        ],
    )
    return Saved(Settings.from_json(value["settings"]), state, dict(value["confirmed"]))
