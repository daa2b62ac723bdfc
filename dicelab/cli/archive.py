"""``dicelab archive list | show | import | tag | remove | merge | export | check | backup | restore``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from dicelab.archive import Archive, archive_path, is_there
from dicelab.cli.inputs import set_puzzle_option
from dicelab.cli.paths import NameOrFile, ReadPathType, WrittenPathType
from dicelab.cli.terminal import (
    Terminal,
    common,
    jobs_option,
    one_line,
    write_output,
)
from dicelab.exit_status import DONE, FALSE
from solver.runs.formats import require_output
from solver.words import counted

if TYPE_CHECKING:
    from dicelab.cli.decorator import Decorator

CONDITION = (
    "Condition in SQL such as \"fewest >= 11 and rolls = 93750 and not has(tags, 'dull')\". Columns: objectives with _ "
    "for - (face_mean), rolls, dice, sizes, puzzle, shared_cells, id, key, class, name, added, confirmations, "
    "measured_by, claimed. A set may have several tags, programs, names, commands, seeds and versions: "
    "has(tags, 'dull'). A text in a text: name LIKE '%dull%'. Not measured: fewest IS NULL."
)

archive_option: Decorator = click.option(
    "--archive",
    "file",
    type=WrittenPathType(),
    metavar="FILE",
    help="File of the archive.  [default: $DICELAB_ARCHIVE, or archive.sqlite3 in the user's data folder]",
)
where_option: Decorator = click.option("--where", default="", metavar="CONDITION", help=CONDITION)
order_option: Decorator = click.option(
    "--order-by",
    "order",
    default="-added",
    show_default=True,
    metavar="NAMES",
    help="Columns to sort by, separated by commas; -NAME sorts downwards.",
)


@click.group("archive", short_help="Keep a collection of dice sets.", invoke_without_command=True)
@click.pass_context
def command(context: click.Context) -> None:
    """Keep a collection of dice sets in one file.

    Sets that are equal under the symmetries of the grid and renaming of dice share one entry. Wherever a verb takes
    SET, the id of an entry (at least its first four digits) will do.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help(), err=True)
        context.exit(2)


@command.command("list")
@where_option
@order_option
@click.option(
    "--limit", type=click.IntRange(0, 10**9), default=20, show_default=True, help="Show at most this many sets."
)
@click.option(
    "--columns",
    default="",
    metavar="NAMES",
    help="Further columns to show, separated by commas: those of --where.",
)
@archive_option
@common
def list_(terminal: Terminal, where: str, order: str, limit: int, columns: str, file: Path | None) -> int:
    """List the sets that meet a condition."""
    with Archive(file) as archive:
        listing = archive.listing(where, order, limit, columns)
    terminal.result("archive-list", listing.to_json(), str(listing))
    return 0


@command.command("show")
@click.argument("ident", metavar="ID")
@archive_option
@common
def show(terminal: Terminal, ident: str, file: Path | None) -> int:
    """Show a set and everything known about it."""
    from dicelab.archive.listing import entry_lines
    from dicelab.render import dice_set_text

    with Archive(file) as archive:
        entry, dice_set = archive.get(ident), archive.dice_set(ident)
    terminal.result("archive-show", entry.to_json(), "\n".join([dice_set_text(dice_set), *entry_lines(entry)]))
    return 0


@command.command("import", short_help="Import dice sets, or all sets in a folder.")
@click.argument("sources", type=NameOrFile(), metavar="SET|DIR...", nargs=-1, required=True)
@click.option("--tag", "tags", multiple=True, metavar="TAG", help="Tag all imported sets; may be repeated.")
@click.option(
    "--confirm",
    "backends",
    metavar="NAMES",
    help="First verify each set by these backends, such as bitmask,cp-sat; sets that fail are left out (exit 4).",
)
@click.option(
    "--measure/--no-measure",
    "measured",
    default=None,
    help="Compute the objectives of all sets, or of none; they need a census.  [default: of those that take a minute]",
)
@click.option("--shared-cells", is_flag=True, help="Allow the same cell on several dice.")
@set_puzzle_option
@archive_option
@jobs_option
@common
def import_(
    terminal: Terminal,
    sources: tuple[str, ...],
    tags: tuple[str, ...],
    backends: str | None,
    puzzle_text: str | None,
    file: Path | None,
    jobs: int,
    *,
    measured: bool | None,
    shared_cells: bool,
) -> int:
    """Import dice sets in any form, and all sets in a folder, such as a run folder of evolve or design.

    If the archive already has an equivalent set, its entry gets the new origins, confirmations and tags.
    """
    from dicelab.archive.gathering import gather
    from dicelab.dice.sources import import_source
    from dicelab.kinds import names_of

    path = archive_path(file)
    if is_there(path):
        # A file that is no archive is refused before the work is done.
        Archive(path).close()
    with terminal.progress("sets") as progress:
        gathered = gather(
            [import_source(source, puzzle_text, shared_cells=shared_cells) for source in sources],
            tags=tags,
            confirm=() if backends is None else names_of(backends),
            measured=measured,
            shared_cells=shared_cells,
            jobs=jobs,
            progress=progress,
            warn=terminal.warn,
        )
    imported = Archive.take_in(path, gathered)
    terminal.result("archive-import", imported.to_json(), str(imported))
    return FALSE if imported.refused else DONE


@command.command("tag")
@click.argument("idents", metavar="[ID]...", nargs=-1)
@click.option("--add", multiple=True, metavar="TAG", help="Tag to add; may be repeated.")
@click.option("--drop", multiple=True, metavar="TAG", help="Tag to remove; may be repeated.")
@where_option
@archive_option
@common
def tag(
    terminal: Terminal,
    idents: tuple[str, ...],
    add: tuple[str, ...],
    drop: tuple[str, ...],
    where: str,
    file: Path | None,
) -> int:
    """Add tags to sets, or remove tags from them."""
    if not add and not drop:
        raise click.UsageError("nothing to do: pass --add TAG or --drop TAG")
    with Archive(file, writing=True) as archive:
        keys = archive.keys(idents, where)
        changed = archive.tag(keys, add, drop) if keys else 0
    terminal.result(
        "archive-tag", {"sets": len(keys), "changed": changed}, f"{changed:,} of {len(keys):,} sets changed"
    )
    return 0


@command.command("remove")
@click.argument("idents", metavar="[ID]...", nargs=-1)
@where_option
@archive_option
@common
def remove(terminal: Terminal, idents: tuple[str, ...], where: str, file: Path | None) -> int:
    """Remove sets. A copy of the archive as it was before is kept; see `archive restore`."""
    with Archive(file, writing=True) as archive:
        keys = archive.keys(idents, where)
        if keys:
            archive.remove(keys)
    terminal.result(
        "archive-remove", {"removed": [key[:12] for key in keys]}, f"{len(keys):,} set{'s' * (len(keys) != 1)} removed"
    )
    return 0


@command.command("merge", short_help="Add everything in another archive to this one.")
@click.argument("other", metavar="OTHER", type=ReadPathType())
@archive_option
@common
def merge(terminal: Terminal, other: Path, file: Path | None) -> int:
    """Add everything in another archive to this one; nothing is lost and nothing is duplicated.

    OTHER is read and never written. Keys, classes and rolls of its sets are computed anew, and bitmask looks at sets
    that are said to be confirmed. Its objectives, origins and confirmations are marked as claimed, and never replace
    your own. `archive import ID` measures a set here, and `--confirm` verifies it.
    """
    with Archive(other, foreign=True) as source, Archive(file, writing=True, make=True) as archive:
        merged = archive.merge(source)
    terminal.result("archive-merge", merged.to_json(), str(merged))
    return 0


@command.command("export", short_help="Write a gallery of the sets as an HTML page.")
@click.option(
    "--out",
    type=WrittenPathType(),
    required=True,
    metavar="FILE",
    help="Write the page to FILE, such as gallery.html.",
)
@click.option("--title", default="Dice sets", show_default=True, help="Heading of the page.")
@where_option
@order_option
@click.option(
    "--limit", type=click.IntRange(1, 10**9), default=200, show_default=True, help="Show at most this many sets."
)
@click.option("--force", is_flag=True, help="Overwrite FILE if it exists.")
@archive_option
@common
def export(
    terminal: Terminal, out: Path, title: str, where: str, order: str, limit: int, file: Path | None, *, force: bool
) -> int:
    """Write a gallery: one HTML page with a picture and the objectives of each set."""
    require_output(out, ["html"], force=force)
    with Archive(file) as archive:
        page = archive.gallery(where, order, limit, title).encode()
        total = archive.count(where)
    write_output(out, page, force=force)
    sets = min(limit, total)
    terminal.result(
        "archive-export",
        {"file": str(out), "sets": sets, "total": total, "bytes": len(page)},
        f"{sets:,} of {total:,} sets written to {one_line(str(out))}",
    )
    return 0


@command.command("check", short_help="Check the archive for damage.")
@archive_option
@common
def check(terminal: Terminal, file: Path | None) -> int:
    """Check every page, index and checksum of the archive; exit 2 if it is damaged.

    Key, class, rolls and origins of each set are computed anew from its dice.
    """
    with Archive(file) as archive:
        sets = archive.check()
    terminal.result(
        "archive-check", {"archive": str(archive.path), "sets": sets}, f"{counted(sets, 'set')}, no damage found"
    )
    return 0


@command.command("backup", short_help="Write a checked copy of the archive.")
@click.argument("target", metavar="FILE", type=WrittenPathType())
@click.option("--force", is_flag=True, help="Overwrite FILE if it exists.")
@archive_option
@common
def backup(terminal: Terminal, target: Path, file: Path | None, *, force: bool) -> int:
    """Write a checked copy of the archive, also while others write to it."""
    with Archive(file) as archive:
        sets = archive.backup(target, force=force)
    terminal.result(
        "archive-backup",
        {"file": str(target), "sets": sets},
        f"{counted(sets, 'set')} written to {one_line(str(target))}",
    )
    return 0


@command.command("restore", short_help="Replace a damaged archive by its last good copy.")
@click.option(
    "--from",
    "source",
    type=ReadPathType(),
    metavar="FILE",
    help="Restore this copy of yours instead of the last good one. Archives of others are for merge.",
)
@click.option("--force", is_flag=True, help="Restore even if the archive is undamaged.")
@archive_option
@common
def restore(terminal: Terminal, source: Path | None, file: Path | None, *, force: bool) -> int:
    """Replace a damaged archive by its last good copy; the damaged file is kept under another name."""
    path = archive_path(file)
    sets, aside = Archive.restore(path, source, force=force)
    kept = f"; what was there is {one_line(str(aside))}" if aside else ""
    terminal.result(
        "archive-restore",
        {"archive": str(path), "sets": sets, "aside": str(aside) if aside else None},
        f"{counted(sets, 'set')} in {one_line(str(path))}{kept}",
    )
    return 0
