"""Keep a collection of dice sets in one file: list, show, import, merge, export.

Sets that are equal under the symmetries of the grid and renaming of dice share one entry. Wherever a verb takes SET,
the id of an entry (at least its first four digits) will do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, TypeAlias

from dicelab.archive.database import archive_path, is_there
from dicelab.archive.entry import printable
from dicelab.archive.listing import Import, Listing, changes_text, entry_lines
from dicelab.archive.store import Archive
from dicelab.dice.sources import SetPuzzle
from dicelab.errors import DiceError
from dicelab.kinds import (
    ADVANCED,
    BackendNames,
    Force,
    Jobs,
    Kind,
    Name,
    PathLike,
    Port,
    ProgressPort,
    ReadPath,
    Repeated,
    SharedCells,
    Whole,
    WrittenPath,
    jobs_of,
    names_of,
    unheard,
)
from dicelab.verb import Report, verb
from solver.runs.progress import silent
from solver.runs.storage import write_free
from solver.words import counted

ArchiveFile: TypeAlias = Annotated[
    PathLike | None,
    WrittenPath(
        is_kept=True,
        shown_default="$DICELAB_ARCHIVE, or archive.sqlite3 in the user's data folder",
        text="File of the archive.",
    ),
    ADVANCED,
]
Condition: TypeAlias = Annotated[
    str,
    Kind(
        metavar="CONDITION",
        text="Condition in SQL such as \"fewest >= 11 and rolls = 93750 and not has(tags, 'dull')\". Columns: "
        "objectives with _ for - (face_mean), rolls, dice, sizes, puzzle, shared_cells, id, key, class, name, added, "
        "confirmations, measured_by, claimed. A set may have several tags, programs, names, commands, seeds and "
        "versions: has(tags, 'dull'). A text in a text: name LIKE '%dull%'. Not measured: fewest IS NULL.",
    ),
]
Order: TypeAlias = Annotated[
    str,
    Kind(metavar="NAMES", text="Columns to sort by, separated by commas; -NAME sorts downwards."),
    Name("order-by"),
]
Ids: TypeAlias = Annotated[Sequence[str], Repeated(metavar="ID")]
Tags: TypeAlias = Annotated[Sequence[str], Repeated(metavar="TAG")]


@verb(
    group="research",
    name="archive list",
    examples=("archive list", 'archive list --where "rolls > 60000" --order-by name'),
)
def list_sets(
    *,
    where: Condition = "",
    order: Order = "-added",
    limit: Annotated[int, Whole(least=0, most=10**9)] = 20,
    columns: Annotated[str, Kind(metavar="NAMES")] = "",
    archive: ArchiveFile = None,
) -> Listing:
    """List the sets that meet a condition.

    Parameters
    ----------
    limit
        Show at most this many sets.
    columns
        Further columns to show, separated by commas: those of --where.
    """
    with Archive(archive) as opened:
        return opened.listing(where, order, limit, columns)


@verb(group="research", name="archive show", examples=("archive show 6274c17587fd", "archive show 6274 --json"))
def show(ident: Annotated[str, Kind(metavar="ID")], *, archive: ArchiveFile = None) -> Report:
    """Show a set and everything known about it."""
    from dicelab.render import dice_set_text

    with Archive(archive) as opened:
        entry, dice_set = opened.get(ident), opened.dice_set(ident)
    return Report("archive-show", entry.to_json(), "\n".join([dice_set_text(dice_set), *entry_lines(entry)]))


@verb(
    group="research",
    name="archive import",
    examples=("archive import default --no-measure --tag retail", "archive import runs/evolve-001"),
)
def import_sets(
    sources: Annotated[Sequence[str], Repeated(metavar="SET|DIR", or_file=True)],
    *,
    tag: Tags = (),
    confirm: BackendNames | None = None,
    measure: bool | None = None,
    shared_cells: SharedCells = False,
    puzzle: SetPuzzle = None,
    archive: ArchiveFile = None,
    jobs: Jobs = None,
    progress: ProgressPort = silent,
    warn: Annotated[Callable[[str], None], Port()] = unheard,
) -> Import:
    """Import dice sets in any form, and all sets in a folder, such as a run folder of evolve or design.

    If the archive already has an equivalent set, its entry gets the new origins, confirmations and tags.

    Parameters
    ----------
    tag
        Tag all imported sets; may be repeated.
    confirm
        First verify each set by these backends, such as bitmask,cp-sat; sets that fail are left out (exit 4).
    measure
        Compute the objectives of all sets, or of none; they need a census.  [default: of those that take a minute]
    """
    from dicelab.archive.gathering import gather
    from dicelab.dice.sources import import_source

    path = archive_path(archive)
    if is_there(path):
        # A file that is no archive is refused before the work is done.
        Archive(path).close()
    gathered = gather(
        [import_source(source, puzzle, shared_cells=shared_cells) for source in sources],
        tags=tag,
        confirm=() if confirm is None else names_of(confirm),
        measured=measure,
        shared_cells=shared_cells,
        jobs=jobs_of(jobs),
        progress=progress,
        warn=warn,
    )
    return Archive.take_in(path, gathered)


@verb(
    group="research",
    name="archive tag",
    examples=("archive tag 6274 --add retail", 'archive tag --where "rolls > 60000" --add large'),
)
def tag_sets(
    idents: Ids = (), *, add: Tags = (), drop: Tags = (), where: Condition = "", archive: ArchiveFile = None
) -> Report:
    """Add tags to sets, or remove tags from them.

    Parameters
    ----------
    add
        Tag to add; may be repeated.
    drop
        Tag to remove; may be repeated.
    """
    if not add and not drop:
        raise DiceError("nothing to do: pass --add TAG or --drop TAG")
    with Archive(archive, writing=True) as opened:
        keys = opened.keys(idents, where)
        changed = opened.tag(keys, add, drop) if keys else 0
    facts = {"sets": len(keys), "changed": changed}
    return Report("archive-tag", facts, f"{changed:,} of {len(keys):,} sets changed")


@verb(
    group="research",
    name="archive remove",
    examples=("archive remove 6274", "archive remove --where \"has(tags, 'dull')\""),
)
def remove(idents: Ids = (), *, where: Condition = "", archive: ArchiveFile = None) -> Report:
    """Remove sets. A copy of the archive as it was before is kept; see `archive restore`."""
    with Archive(archive, writing=True) as opened:
        keys = opened.keys(idents, where)
        if keys:
            opened.remove(keys)
    return Report("archive-remove", {"removed": [key[:12] for key in keys]}, f"{counted(len(keys), 'set')} removed")


@verb(
    group="research",
    name="archive merge",
    examples=("archive merge other.sqlite3", "archive merge copy.sqlite3 --archive all.sqlite3"),
)
def merge(other: Annotated[PathLike, ReadPath(metavar="OTHER")], *, archive: ArchiveFile = None) -> Report:
    """Add everything in another archive to this one; nothing is lost and nothing is duplicated.

    OTHER is read and never written. Keys, classes and rolls of its sets are computed anew, and bitmask looks at sets
    that are said to be confirmed. Its objectives, origins and confirmations are marked as claimed, and never replace
    your own. `archive import ID` measures a set here, and `--confirm` verifies it.
    """
    with Archive(other, foreign=True) as source, Archive(archive, writing=True, make=True) as opened:
        read, new, more = opened.merge(source)
        total = opened.count()
    facts = {"new": new, "more": more, "unchanged": read - new - more, "total": total}
    text = f"{changes_text(new, more, read - new - more)}; {counted(total, 'set')} in all"
    return Report("archive-merge", {"archive": str(opened.path), **facts}, text)


@verb(
    group="research",
    name="archive export",
    examples=(
        "archive export --out gallery.html",
        'archive export --out large.html --title "Large sets" --where "rolls > 60000"',
    ),
)
def export(
    *,
    out: Annotated[PathLike, WrittenPath(formats=("html",))],
    title: str = "Dice sets",
    where: Condition = "",
    order: Order = "-added",
    limit: Annotated[int, Whole(least=1, most=10**9)] = 200,
    force: Force = False,
    archive: ArchiveFile = None,
) -> Report:
    """Write a gallery: one HTML page with a picture and the objectives of each set.

    Parameters
    ----------
    out
        Write the page to FILE, such as gallery.html.
    title
        Heading of the page.
    limit
        Show at most this many sets.
    force
        Overwrite FILE if it exists.
    """
    with Archive(archive) as opened:
        page = opened.gallery(where, order, limit, title).encode()
        total = opened.count(where)
    write_free(Path(out), page, force=force)
    sets = min(limit, total)
    facts = {"file": str(out), "sets": sets, "total": total, "bytes": len(page)}
    return Report("archive-export", facts, f"{sets:,} of {total:,} sets written to {printable(str(out))}")


@verb(group="research", name="archive check", examples=("archive check", "archive check --archive other.sqlite3"))
def check(*, archive: ArchiveFile = None) -> Report:
    """Check every page, index and checksum of the archive; exit 2 if it is damaged.

    Key, class, rolls and origins of each set are computed anew from its dice.
    """
    with Archive(archive) as opened:
        sets = opened.check()
    return Report(
        "archive-check", {"archive": str(opened.path), "sets": sets}, f"{counted(sets, 'set')}, no damage found"
    )


@verb(
    group="research",
    name="archive backup",
    examples=("archive backup copy.sqlite3", "archive backup copy.sqlite3 --force"),
)
def backup(file: Annotated[PathLike, WrittenPath()], *, force: Force = False, archive: ArchiveFile = None) -> Report:
    """Write a checked copy of the archive, also while others write to it.

    Parameters
    ----------
    force
        Overwrite FILE if it exists.
    """
    with Archive(archive) as opened:
        sets = opened.backup(file, force=force)
    facts = {"file": str(file), "sets": sets}
    return Report("archive-backup", facts, f"{counted(sets, 'set')} written to {printable(str(file))}")


@verb(
    group="research",
    name="archive restore",
    examples=("archive restore", "archive restore --from copy.sqlite3 --force"),
)
def restore(
    *,
    source: Annotated[PathLike | None, ReadPath(), Name("from")] = None,
    force: bool = False,
    archive: ArchiveFile = None,
) -> Report:
    """Replace a damaged archive by its last good copy; the damaged file is kept under another name.

    Parameters
    ----------
    source
        Restore this copy of yours instead of the last good one. Archives of others are for merge.
    force
        Restore even if the archive is undamaged.
    """
    path = archive_path(archive)
    sets, aside = Archive.restore(path, source, force=force)
    kept = f"; what was there is {printable(str(aside))}" if aside else ""
    facts = {"archive": str(path), "sets": sets, "aside": str(aside) if aside else None}
    return Report("archive-restore", facts, f"{counted(sets, 'set')} in {printable(str(path))}{kept}")
