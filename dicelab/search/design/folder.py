"""The folder of a search: a checkpoint after each epoch, and at its end the set, its picture, the proof, a manifest."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from dicelab import __version__
from dicelab.dice import DiceSet, dice_set_json
from dicelab.errors import DiceError, OutputExistsError
from dicelab.render import dice_set_svg
from dicelab.search.design.search import Settings, State
from solver.errors import StorageError
from solver.runs.storage import previous, read_sealed, sealed, sha256, write_atomic

CHECKPOINT_SCHEMA = "dicelab/design-checkpoint/1"
MANIFEST_SCHEMA = "dicelab/manifest/1"
VERIFIED_BY = "bitmask"
"""The program that looks at every roll of the set that was found."""
_FILES = ("design.json", "design.svg", "proof.cnf", "manifest.json")


class DesignFolder:
    """One search on disk. Whoever writes to it holds a lock on it.

    Parameters
    ----------
    path
        The folder.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.checkpoint = path / "checkpoint.json"

    def require_free(self, *, force: bool) -> None:
        """Refuse a folder with anything in it; with ``force``, one with anything but a search.

        Raises
        ------
        OutputExistsError
            If it is not free.
        """
        if self.path.exists() and not self.path.is_dir():
            raise OutputExistsError(f"{self.path} is a file: pass another --out")
        # What is hidden are locks, and what a kill left of a file.
        there = [file for file in self.path.glob("*") if not file.name.startswith(".")]
        if not there:
            return
        if not force:
            raise OutputExistsError(f"{self.path} exists: pass --resume {self.path}, --force, or another --out")
        own = {self.checkpoint.name, previous(self.checkpoint).name, *_FILES}
        if {file.name for file in there} - own or not self.checkpoint.exists():
            raise OutputExistsError(f"{self.path} holds other files than a search: pass another --out")

    def clear(self) -> None:
        """Remove the files of an earlier search."""
        for name in (self.checkpoint.name, previous(self.checkpoint).name, *_FILES):
            (self.path / name).unlink(missing_ok=True)

    def require_folder(self) -> None:
        """Raise :class:`DiceError` where there is nothing to resume."""
        if not self.path.is_dir():
            raise DiceError(f"--resume {self.path}: no such folder")

    def save(self, settings: Settings, state: State) -> None:
        """Write the checkpoint; the one before is kept."""
        content = {"version": __version__, "settings": settings.to_json(), "state": state.to_json()}
        write_atomic(self.checkpoint, sealed(CHECKPOINT_SCHEMA, content), keep_previous=True)

    def load(self, warn: Callable[[str], None]) -> tuple[Settings, State]:
        """Read the checkpoint, or the one before if it is damaged.

        Raises
        ------
        DiceError
            If there is no whole one, or another version of dicelab wrote it.
        """
        if not self.path.is_dir():
            raise DiceError(f"--resume {self.path}: no such folder")
        problems: list[str] = []
        for path in (self.checkpoint, previous(self.checkpoint)):
            try:
                value = read_sealed(path, CHECKPOINT_SCHEMA)
                version = value["version"]
                loaded = Settings.from_json(value["settings"]), State.from_json(value["state"])
            except (StorageError, DiceError, KeyError, TypeError, ValueError) as error:
                problems.append(str(error))
                continue
            if version != __version__:
                raise DiceError(
                    f"--resume {self.path}: dicelab {version} wrote this search and this is dicelab {__version__}: "
                    "resume it with that version, or start a new one"
                )
            if problems:
                warn(f"{problems[0]}; going on from the checkpoint before")
            return loaded
        raise DiceError(f"--resume {self.path}: no whole checkpoint of a search ({problems[0]})")

    def finish(self, settings: Settings, state: State, found: DiceSet | None, proof: str | None) -> None:
        """Write what was found, or the proof that there is nothing, and the checksums of all files."""
        self.save(settings, state)
        if found is not None:
            write_atomic(self.path / "design.json", dice_set_json(found).encode())
            write_atomic(self.path / "design.svg", dice_set_svg(found).encode())
        if proof is not None:
            write_atomic(self.path / "proof.cnf", proof.encode())
        written = [file for name in _FILES if (file := self.path / name).exists() and name != "manifest.json"]
        sums = {file.name: sha256(file.read_bytes()) for file in (self.checkpoint, *written)}
        head = {"version": __version__, "command": "design", "seed": settings.seed, "confirmed_by": [VERIFIED_BY]}
        content = {**head, "files": sums}
        write_atomic(self.path / "manifest.json", sealed(MANIFEST_SCHEMA, content))
