"""The dice sets of a run folder of evolve or design, finished or not, and of a folder of results; the best first."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from dicelab.dice import DiceSet, read_dice_set
from dicelab.errors import DiceError
from solver.errors import InputError, StorageError, quoted
from solver.runs.folder import CHECKPOINT
from solver.runs.manifest import MANIFEST, read_manifest
from solver.runs.storage import previous, read_regular, read_sealed

DESIGNED = "design.json"

SET_PREFIX, LEAST_OF_NAME = "set-", 4
"""The prefix of the names of found sets, and the fewest characters of the rest that identify one."""


def set_of_run(text: str, *, shared_cells: bool = False) -> DiceSet:  # noqa: ARG001 - the run knows
    """Return a set of a run: ``FOLDER`` or one of its files for the best, ``FOLDER#2``, or ``FOLDER#NAME``.

    Raises
    ------
    DiceError
        In one line, if the folder has no such set.
    """
    path, mark, number = Path(text), "", ""
    if not path.exists():
        name, mark, number = text.rpartition("#")
        path = Path(name)
    if mark:
        return _numbered(path, number)
    folder = path if path.is_dir() else path.parent
    sets = sets_of_run(folder)
    # A folder of results has a manifest and no checkpoint: its sets stand in no order of quality.
    if len(sets) > 1 and not (folder / CHECKPOINT).exists():
        raise DiceError(f"{path} holds {len(sets)} dice sets, none of them the best: name one, such as {path}#1")
    return sets[0]


def _numbered(path: Path, number: str) -> DiceSet:
    if not path.is_dir():
        raise DiceError(f"{path}#{number}: a number after # is for the folder of a run, and {path} is a file")
    sets = sets_of_run(path)
    named = [one for one in sets if one.name == number]
    if not named and len(number.removeprefix(SET_PREFIX)) >= LEAST_OF_NAME:
        named = [one for one in sets if one.name.removeprefix(SET_PREFIX).startswith(number.removeprefix(SET_PREFIX))]
    if len(named) == 1:
        return named[0]
    if not re.fullmatch(r"[0-9]{1,9}", number) or not 1 <= int(number) <= len(sets):
        known = f"{path}#1 to {path}#{len(sets)}" if len(sets) > 1 else f"{path}#1, its only set"
        raise DiceError(f"{path} has no set {quoted(number)}: write {known}, or its name, such as #{sets[0].name}")
    return sets[int(number) - 1]


def sets_of_run(folder: Path) -> list[DiceSet]:
    """Return the sets that a run has found so far.

    A search with objectives gives its sets from the best to the worst in the first objective, one without them in the
    order in which it found them; a design gives its only set. A folder of results gives the sets of its manifest in
    the order of their names.

    Raises
    ------
    DiceError
        If the folder holds neither a run nor results, or no set.
    """
    if (folder / CHECKPOINT).exists() or previous(folder / CHECKPOINT).exists():
        return _of_checkpoint(folder)
    if (folder / DESIGNED).is_file():
        return [read_dice_set(folder / DESIGNED)]
    if not (folder / MANIFEST).is_file():
        raise DiceError(f"{folder}: is no folder of a run of evolve or design: name such a folder, or a dice-set file")
    try:
        names = sorted(read_manifest(folder / MANIFEST).files)
    except StorageError as error:
        raise DiceError(str(error)) from None
    files = [folder / name for name in names if name.endswith(".json") and ".." not in Path(name).parts]
    sets = [read_dice_set(file) for file in files if _is_dice_set(file)]
    if not sets:
        raise DiceError(f"{folder}: its manifest names no dice set: name another folder, or a dice-set file")
    return sets


def _is_dice_set(file: Path) -> bool:
    try:
        with file.open("rb") as opened:
            return re.match(rb'\s*\{\s*"schema"\s*:\s*"dicelab/dice-set/', opened.read(200)) is not None
    except OSError:
        return False


def _of_checkpoint(folder: Path) -> list[DiceSet]:
    problems = []
    for path in (folder / CHECKPOINT, previous(folder / CHECKPOINT)):
        try:
            schema = _schema_of(path)
            if not schema.startswith(("dicelab/design-", "dicelab/evolve-")):
                raise DiceError(
                    f"{folder}: is the folder of another run than one of evolve or design: name one of those"
                )
            content = read_sealed(path, schema)
        except StorageError as error:
            problems.append(str(error))
            continue
        fields = {name: content[name] for name in content.keys() - {"schema", "version"}}
        try:
            found = _found(folder, schema, fields)
            if not schema.startswith("dicelab/design-"):
                return found
            # Written at the end of a search; one that was resumed since may have a better set by now.
            written = [read_dice_set(folder / DESIGNED)] if (folder / DESIGNED).is_file() else found
            return written if written[0].masks == found[0].masks else found
        except (msgspec.ValidationError, InputError) as error:
            if (folder / DESIGNED).is_file():
                return [read_dice_set(folder / DESIGNED)]
            raise DiceError(
                f"{path}: another version of dicelab wrote it ({error}): name a set in its folder"
            ) from None
    raise DiceError(f"{problems[0]}: name a dice-set file of the folder")


def _schema_of(path: Path) -> str:
    try:
        found = re.match(rb'\s*\{\s*"schema"\s*:\s*"([a-z0-9/-]{1,60})"', read_regular(path))
    except OSError as error:
        raise StorageError(f"{path} can't be read ({error.strerror or error})") from None
    if not found:
        raise StorageError(f"{path} is damaged: it has no schema")
    return found[1].decode()


def _found(folder: Path, schema: str, fields: dict[str, object]) -> list[DiceSet]:
    """Return the sets in the content of a checkpoint."""
    if schema.startswith("dicelab/design-"):
        from dicelab.search.design.running import sets_of_checkpoint
    else:
        from dicelab.search.evolve.run_files import sets_of_checkpoint
    sets = sets_of_checkpoint(fields)
    if not sets:
        settings = fields.get("settings")
        chooses_pieces = isinstance(settings, dict) and settings.get("genome") == "pieces"
        verb = "pieces" if chooses_pieces else schema.removeprefix("dicelab/").partition("-")[0]
        raise DiceError(f"{folder}: the run has found no set yet: continue with dicelab {verb} --resume {folder}")
    return sets
