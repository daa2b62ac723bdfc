"""The folder of a run: settings, checkpoint, log, discoveries, picture and manifest.

Every file is written whole and atomically. The checkpoint carries a schema and a checksum, and the one before it is
kept; all other files follow from it. A run holds a lock on its folder, so that no other writes there meanwhile.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

import numpy as np

from dicelab import __version__
from dicelab.dice import DiceSet, dice_set_json
from dicelab.errors import DiceError, OutputExistsError
from dicelab.render import dice_set_svg, fitness_svg
from dicelab.search.evolve.genome import genome_text, parse_genome
from dicelab.search.evolve.lock import NAME as LOCK, FolderLock
from dicelab.search.evolve.search import Discovery, Individual, State
from dicelab.search.evolve.settings import Settings
from solver.errors import StorageError
from solver.runs.storage import canonical_json, previous, read_sealed, sealed, sha256, write_atomic

CHECKPOINT_SCHEMA = "dicelab/evolve-checkpoint/1"
SETTINGS_SCHEMA = "dicelab/evolve-settings/1"
LOG_SCHEMA = "dicelab/evolve-log/1"
OBJECTIVES_SCHEMA = "dicelab/evolve-objectives-checkpoint/1"
MANIFEST_SCHEMA = "dicelab/manifest/1"

Parsed = TypeVar("Parsed")

FILES = ("settings.json", "log.jsonl", "fitness.svg", "front.json", "front.svg", "elites.svg")
"""What a run of either kind writes, beside its checkpoint, discoveries and manifest."""


@dataclass(frozen=True, slots=True)
class Saved:
    """What a checkpoint holds: the settings, the state, and the names of the discoveries confirmed, by number."""

    settings: Settings
    state: State
    confirmed: dict[int, str]


class RunFolder:
    """One run on disk. ``with folder:`` holds its lock; the outermost one gives it back.

    Parameters
    ----------
    path
        The folder.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.checkpoint = path / "checkpoint.json"
        self._lock = FolderLock(path)
        self._depth = 0

    def __enter__(self) -> Self:
        if not self._lock.held:
            self._lock.take()
        self._depth += 1
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._depth -= 1
        if not self._depth:
            self._lock.release()

    @classmethod
    def create(cls, path: Path, *, force: bool = False) -> RunFolder:
        """Take an empty or new folder for a run; it is returned with its lock held.

        Raises
        ------
        OutputExistsError
            If there is anything in it; with ``force``, if what is in it is not a run; if a run is going on in it.
        """
        if path.exists() and not path.is_dir():
            raise OutputExistsError(f"{path} is a file: pass another --out")
        folder = cls(path)
        folder._lock.take()
        try:
            folder._require_free(force=force)
            folder._clear()
        except BaseException:
            folder._lock.release()
            raise
        return folder

    @classmethod
    def create_next(cls, parent: Path) -> RunFolder:
        """Make ``parent/evolve-001`` or the next number that is free; it is returned with its lock held."""
        parent.mkdir(parents=True, exist_ok=True)
        number = 1
        while True:
            folder = cls(parent / f"evolve-{number:03d}")
            try:
                # Of two runs that begin at once, one makes the folder and the other is told that it exists.
                folder.path.mkdir()
            except FileExistsError:
                number += 1
                continue
            folder._lock.take(made=True)
            return folder

    @classmethod
    def existing(cls, path: Path) -> RunFolder:
        """Take a folder to resume its run; it is returned with its lock held.

        Raises
        ------
        DiceError
            If there is no such folder.
        OutputExistsError
            If a run is going on in it.
        """
        folder = cls(path)
        folder._require_folder()
        folder._lock.take()
        return folder

    def _require_folder(self) -> None:
        if not self.path.is_dir():
            raise DiceError(f"--resume {self.path}: no such folder")

    def _require_free(self, *, force: bool) -> None:
        # What a run that was killed before its first checkpoint left is nothing.
        nothing = (LOCK, f".{self.checkpoint.name}.*.part")
        if all(any(file.match(pattern) for pattern in nothing) for file in self.path.iterdir()):
            return
        if not force:
            raise OutputExistsError(f"{self.path} exists: pass --resume {self.path}, --force, or another --out")
        if not self._is_run():
            raise OutputExistsError(f"{self.path} holds other files than a run: pass another --out")

    def _is_run(self) -> bool:
        """Tell whether a checkpoint is there, whole or damaged, and not another program's file of that name."""
        return self.holds(CHECKPOINT_SCHEMA) or self.holds(OBJECTIVES_SCHEMA)

    def holds(self, schema: str) -> bool:
        """Tell whether there is a checkpoint of a schema, whole or damaged."""
        files = (self.checkpoint, previous(self.checkpoint))
        return any(file.is_file() and schema.encode() in file.read_bytes() for file in files)

    def _clear(self) -> None:
        for file in (*self._written(), self.path / "manifest.json", self.checkpoint, previous(self.checkpoint)):
            file.unlink(missing_ok=True)
        self._clear_parts()

    def _clear_parts(self) -> None:
        """Remove what a killed run was just writing; only under the lock, or it is what a living run writes."""
        for left in (*self.path.glob(".*.part"), *self.path.glob("discoveries/.set-*.part")):
            left.unlink(missing_ok=True)

    def _written(self) -> list[Path]:
        """Return the files of the run that follow from its checkpoint, those that are there."""
        found = [self.path / name for name in FILES]
        found += sorted((self.path / "discoveries").glob("set-*.json"))
        found += sorted((self.path / "discoveries").glob("set-*.svg"))
        return [file for file in found if file.exists()]

    def save(self, saved: Saved) -> None:
        """Write the checkpoint, and the log up to it."""
        settings, state, confirmed = saved.settings, saved.state, saved.confirmed
        content = {
            "generation": state.generation,
            "population": [[genome_text(one.genome), one.score] for one in state.population],
            "history": state.history[: state.generation + 1],
            "discoveries": [
                [found.generation, genome_text(np.array(found.genome, np.int8))] for found in state.discoveries
            ],
            "confirmed": [[number, name] for number, name in sorted(confirmed.items())],
        }
        self.write_state(CHECKPOINT_SCHEMA, settings.to_json(), content, state.history[: state.generation + 1])

    def write_state(
        self, schema: str, settings: dict[str, Any], content: dict[str, Any], history: Sequence[dict[str, Any]]
    ) -> None:
        """Write a checkpoint of what the content tells, and the log up to it."""
        value = {"version": __version__, "settings": settings, **content}
        write_atomic(self.checkpoint, sealed(schema, value), keep_previous=True)
        lines = [{"schema": LOG_SCHEMA, "version": __version__, "settings": settings}, *history]
        write_atomic(self.path / "log.jsonl", "".join(json.dumps(line) + "\n" for line in lines).encode())

    def load(self, warn: Callable[[str], None]) -> Saved:
        """Read the last checkpoint that is whole.

        A damaged one is put aside and reported by ``warn``, and the one before is used.

        Raises
        ------
        DiceError
            If there is no whole checkpoint, or another version of dicelab wrote it.
        OutputExistsError
            If a run is going on in the folder.
        """
        return self.read_state(CHECKPOINT_SCHEMA, _parse, warn)

    def read_state(self, schema: str, parse: Callable[[dict[str, Any]], Parsed], warn: Callable[[str], None]) -> Parsed:
        """Read the last whole checkpoint of a schema, as :meth:`load` does."""
        self._require_folder()
        with self:
            return self._read_state(schema, parse, warn)

    def _read_state(
        self, schema: str, parse: Callable[[dict[str, Any]], Parsed], warn: Callable[[str], None]
    ) -> Parsed:
        problems = []
        for path in (self.checkpoint, previous(self.checkpoint)):
            try:
                value = read_sealed(path, schema)
                version = value["version"]
                loaded = parse(value) if version == __version__ else None
            except (StorageError, DiceError, KeyError, TypeError, ValueError) as error:
                problems.append(str(error))
                continue
            if loaded is None:
                # The same settings may lead elsewhere with other operators.
                raise DiceError(
                    f"--resume {self.path}: dicelab {version} wrote this run and this is dicelab {__version__}: "
                    "resume it with that version, or start a new run"
                )
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
        picture = fitness_svg(
            [row["best_patterns"] + row["best_rolls"] for row in state.history],
            [row["median_patterns"] + row["median_rolls"] for row in state.history],
            f"Seed {settings.seed}, {settings.population} individuals, dice of {', '.join(map(str, settings.sizes))}",
            [found.generation for found in state.discoveries],
        )
        write_atomic(self.path / "fitness.svg", picture.encode())
        self.seal(SETTINGS_SCHEMA, settings.to_json())

    def seal(self, schema: str, settings: dict[str, Any], **told: Any) -> None:  # noqa: ANN401 - any JSON
        """Write the settings, and the manifest: what is told, and the checksums of all files that are there."""
        write_atomic(self.path / "settings.json", sealed(schema, settings))
        sums = {
            file.relative_to(self.path).as_posix(): sha256(file.read_bytes())
            for file in (self.checkpoint, *self._written())
        }
        write_atomic(
            self.path / "manifest.json",
            sealed(MANIFEST_SCHEMA, {"version": __version__, "seed": settings["seed"], **told, "files": sums}),
        )


def set_name(found: DiceSet) -> str:
    """Return the name of a discovered set: the same for all sets of its class."""
    return f"set-{sha256(canonical_json(list(found.class_key())))[:12]}"


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
