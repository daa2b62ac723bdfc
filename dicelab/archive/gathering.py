"""From dice sets, files and run folders to entries, and back."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dicelab.archive.entry import Confirmation, Entry, Origin, claimed_program, printable, require_tag, utc
from dicelab.archive.listing import Import
from dicelab.archive.trust import canonical_puzzle, class_fields, looked_at
from dicelab.dice import CATALOGUE, DiceSet, catalogue_set, read_dice_set, rolls
from dicelab.dice.names import allowed
from dicelab.errors import DiceError
from dicelab.score.objectives import STANDARD, parse_objective, subject
from dicelab.score.sampling import is_countable
from dicelab.verifying import CENSUS, verify
from dicelab.version import __version__
from solver.census import BoardCounts, TilingsSource, tilings_source
from solver.errors import InputError, StorageError
from solver.polyform import Puzzle, representatives
from solver.polyform.symmetry import Masks
from solver.runs.input_file import MOST_BYTES
from solver.runs.manifest import MANIFEST, read_manifest
from solver.runs.progress import Progress, silent

DERIVED = frozenset({"rolls"})
"""Objectives that every entry has in a column of its own."""

MARK = b"dicelab/dice-set/"
MOST_LEVELS = 2
"""Folders above a set in which its run's manifest is looked for."""

MOST_TEXT = 200

MOST_COUNTED = 100_000
"""Boards of a set, up to symmetry, that are counted where nobody asks for it: a minute or so."""


def measure(dice_set: DiceSet, census: TilingsSource) -> dict[str, float]:
    """Return the standard objectives of a set by label, from a census with tilings, or from counts of its rolls."""
    looked_at = subject(dice_set, census)
    return {
        label: float(parse_objective(label, dice_set.puzzle).of(looked_at))
        for label in STANDARD
        if label not in DERIVED
    }


@dataclass(frozen=True, slots=True)
class CreditedSet:
    """A set with the facts of the run that wrote its file; ``import`` and empty for a file without a run."""

    dice_set: DiceSet
    command: str = "import"
    seed: str = ""
    version: str = ""
    at: str = ""
    confirmations: tuple[Confirmation, ...] = ()


def entry_of(
    found: CreditedSet | DiceSet,
    at: str,
    *,
    values: dict[str, float] | None = None,
    confirmations: Iterable[Confirmation] = (),
    tags: Iterable[str] = (),
) -> Entry:
    """Return the entry of a set at a time, with the values of :func:`measure`."""
    credited, values = found if isinstance(found, CreditedSet) else CreditedSet(found), values or {}
    dice_set = credited.dice_set
    # A name that can be written as UTF-8.
    name = allowed(dice_set.name).encode(errors="replace").decode() or "unnamed"
    origin = Origin(credited.at or at, name, credited.command, credited.seed, credited.version, dice_set.format())
    return Entry(
        **class_fields(dice_set),
        values=tuple(sorted(values.items())),
        measured_by=__version__ if values else "",
        added=at,
        origins=(origin,),
        confirmations=tuple(sorted(set(confirmations))),
        tags=tuple(sorted(set(tags))),
    )


def find_sets(
    path: Path, warn: Callable[[str], None] = lambda _text: None, *, shared_cells: bool = False
) -> Iterator[CreditedSet]:
    """Yield the sets of a dice-set file, or of all such files in a folder and below, by name.

    A set is credited to a run only where the run's manifest is whole and has the checksum of the set's file; ``warn``
    is called with a line about each manifest that is damaged.
    """
    files = [file for file in sorted(path.rglob("*.json")) if _is_set(file)] if path.is_dir() else [path]
    if not files:
        raise DiceError(f"{path}: no dice-set file in it: name another folder, or a file")
    # A folder of many sets has one manifest.
    warn_once = cache(warn)
    for file in files:
        dice_set = read_dice_set(file, shared_cells=shared_cells)
        above = [folder for folder in file.absolute().parents[:MOST_LEVELS] if (folder / MANIFEST).is_file()]
        yield (_credited(file, above[0], dice_set, warn_once) if above else None) or CreditedSet(dice_set)


def _is_set(file: Path) -> bool:
    """Tell whether a file looks like a dice set; other JSON files of a run folder hold none of that mark's schema."""
    try:
        if not file.is_file() or file.stat().st_size > MOST_BYTES:
            return False
        head = re.search(rb'"schema"\s*:\s*"([^"]{0,60})', file.read_bytes())
    except OSError:
        return False
    return head is not None and head[1].startswith(MARK)


def _credited(file: Path, folder: Path, dice_set: DiceSet, warn: Callable[[str], None]) -> CreditedSet | None:
    """Return the set with its origin, or nothing where the manifest does not vouch for the file."""
    try:
        manifest = read_manifest(folder / MANIFEST)
    except StorageError as error:
        warn(f"{error}: the sets beside it are taken in without their origin")
        return None
    if not manifest.vouches_for(folder, file):
        return None
    version = _text(manifest.version)
    at = utc(min((folder / MANIFEST).stat().st_mtime, time.time()))
    confirmations = tuple(Confirmation(at, program, version) for program in manifest.confirmed_by)
    return CreditedSet(dice_set, _text(manifest.command) or "import", _text(manifest.seed), version, at, confirmations)


def _text(value: str | int | None) -> str:
    text = "" if value is None else str(value)
    return printable(text[:MOST_TEXT])


def gather(  # noqa: PLR0913 - the options of the command line
    sources: Iterable[str | Path | DiceSet],
    *,
    tags: Collection[str] = (),
    confirm: Sequence[str] = (),
    measured: bool | None = None,
    shared_cells: bool = False,
    jobs: int = 1,
    progress: Progress = silent,
    warn: Callable[[str], None] = lambda _text: None,
) -> Import:
    """Read dice sets, and make the entries that an archive takes in.

    ``sources`` are names of the catalogue, dice-set files, folders of them (such as run folders), and dice sets. The
    backends of ``confirm`` look at every roll; sets with an unsolvable roll are left out. Where ``measured``, the
    standard objectives are measured, which needs a census of each puzzle, or counts of the rolls; ``None`` leaves out
    sets with more than :data:`MOST_COUNTED` boards to count. ``warn`` is called with a line about each damaged
    manifest, and each set that can't be measured. Raises :class:`DiceError` if a source is no dice set.
    """
    for tag in tags:
        require_tag(tag)
    found: list[CreditedSet] = []
    for source in sources:
        if isinstance(source, DiceSet):
            found.append(CreditedSet(source))
        elif str(source) in CATALOGUE:
            found.append(CreditedSet(catalogue_set(str(source))))
        else:
            found.extend(find_sets(Path(source), warn, shared_cells=shared_cells))

    @cache
    def census_of(puzzle: Puzzle) -> TilingsSource:
        return tilings_source(puzzle, jobs=jobs, progress=progress)

    def values_of(dice_set: DiceSet) -> dict[str, float]:
        puzzle = canonical_puzzle(dice_set.puzzle)
        try:
            source = census_of(puzzle)
            if isinstance(source, BoardCounts) and not is_countable(puzzle):
                warn(
                    f"{dice_set.name}: not measured: a roll has too many tilings to count; dicelab stats estimates them"
                )
                return {}
            orbits = 0 if measured or not isinstance(source, BoardCounts) else _orbits(dice_set)
            if orbits > MOST_COUNTED:
                warn(f"{dice_set.name}: not measured: {orbits:,} boards to count take minutes; --measure counts them")
                return {}
            return measure(replace(dice_set, puzzle=puzzle), source)
        except (DiceError, InputError) as error:
            warn(f"{dice_set.name}: not measured: {error}")
            return {}

    now, entries, refused = utc(time.time()), [], []
    for number, credited in enumerate(found):
        progress(number, len(found), "sets")
        dice_set = credited.dice_set
        try:
            looked = looked_at(dice_set, credited.confirmations, credited.command)
        except StorageError as error:
            refused.append(str(error))
            continue
        if confirm:
            look_up = partial(_look_up, census_of(canonical_puzzle(dice_set.puzzle))) if CENSUS in confirm else None
            unsolvable = len(verify(dice_set, confirm, look_up=look_up, jobs=jobs).unsolvable)
            if unsolvable:
                refused.append(f"{dice_set.name}: {unsolvable:,} unsolvable rolls, left out")
                continue
        entries.append(
            entry_of(
                credited,
                now,
                values=None if measured is False else values_of(dice_set),
                confirmations=[
                    *map(claimed_program, credited.confirmations),
                    *looked,
                    *(Confirmation(now, program, __version__) for program in confirm),
                ],
                tags=tags,
            )
        )
    return Import(len(found), tuple(entries), tuple(refused))


def _orbits(dice_set: DiceSet) -> int:
    """Return the boards that a set rolls, up to symmetry."""
    boards = rolls(dice_set).boards
    return len(boards) and len(np.unique(representatives(boards, dice_set.puzzle.grid)))


def _look_up(census: TilingsSource, masks: Masks) -> NDArray[np.bool_]:
    return census.tilings(masks) > 0
