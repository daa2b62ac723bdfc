"""``dicelab archive list | show | import | tag | remove | merge | export | check | backup | restore``."""

from __future__ import annotations

from pathlib import Path

import click

from dicelab.archive import Archive, archive_path
from dicelab.cli.inputs import set_puzzle_option
from dicelab.cli.terminal import (
    Terminal,
    common,
    jobs_option,
    one_line,
    write_output,
)
from solver.runs.formats import require_output

CONDITION = (
    "Such as \"fewest >= 11 and rolls = 93750 and not tag = 'dull'\". Columns: objectives, rolls, dice, sizes, puzzle, "
    "shared-cells, id, class, name, added, tag, program, confirmations, command, seed, version, measured-by. "
    "Operators: = != < <= > >= and ~ (holds a text); and, or, not, ( ). Not measured: = none."
)

archive_option = click.option(
    "--archive",
    "file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The archive.  [default: $DICELAB_ARCHIVE, or archive.sqlite3 in the user's data folder]",
)
where_option = click.option("--where", default="", metavar="CONDITION", help=CONDITION)
order_option = click.option(
    "--order-by", "order", default="-added", show_default=True, metavar="NAMES", help="Columns; -NAME descends."
)


@click.group("archive", short_help="Keep dice sets, one of each class.", invoke_without_command=True)
@click.pass_context
def command(context: click.Context) -> None:
    """Keep dice sets in one file: an entry for each class under symmetry of the grid and renaming of dice.

    Every verb takes the id of an entry (four digits or more) for SET.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help(), err=True)
        context.exit(2)


@command.command("list")
@where_option
@order_option
@click.option("--limit", type=click.IntRange(0, 10**9), default=20, show_default=True, help="The most sets to show.")
@click.option("--columns", default="", metavar="NAMES", help="More columns to show, with commas: those of --where.")
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
    """Show a set, and all that is known of it."""
    from dicelab.archive.entry import entry_lines
    from dicelab.render import dice_set_text

    with Archive(file) as archive:
        entry, dice_set = archive.get(ident), archive.dice_set(ident)
    terminal.result("archive-show", entry.to_json(), "\n".join([dice_set_text(dice_set), *entry_lines(entry)]))
    return 0


@command.command("import")
@click.argument("sources", metavar="SET|DIR...", nargs=-1, required=True)
@click.option("--tag", "tags", multiple=True, metavar="TAG", help="Give all of them a tag; repeatable.")
@click.option(
    "--confirm",
    "backends",
    metavar="NAMES",
    help="Look at every roll first, such as bitmask,cp-sat; a set that is not always solvable is left out: exit 1.",
)
@click.option("--no-measure", is_flag=True, help="Leave the objectives out: no census is needed then.")
@click.option("--shared-cells", is_flag=True, help="Allow a cell on several dice.")
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
    no_measure: bool,
    shared_cells: bool,
) -> int:
    """Take in dice sets in any form, and all sets of a folder, such as that of a run of evolve or design.

    A class that is there already gets what is new of its origins, confirmations and tags.
    """
    from dicelab.api.dice_sources import import_source
    from dicelab.api.values import names_of
    from dicelab.archive.gathering import gather

    path = archive_path(file)
    if path.exists():
        # A file that is no archive is refused before the work is done.
        Archive(path).close()
    with terminal.progress("sets") as progress:
        gathered = gather(
            [import_source(source, puzzle_text, shared_cells=shared_cells) for source in sources],
            tags=tags,
            confirm=() if backends is None else names_of(backends),
            measured=not no_measure,
            shared_cells=shared_cells,
            jobs=jobs,
            progress=progress,
            warn=terminal.warn,
        )
    imported = Archive.take_in(path, gathered)
    terminal.result("archive-import", imported.to_json(), str(imported))
    return 1 if imported.refused else 0


@command.command("tag")
@click.argument("idents", metavar="[ID]...", nargs=-1)
@click.option("--add", multiple=True, metavar="TAG", help="Repeatable.")
@click.option("--drop", multiple=True, metavar="TAG", help="Repeatable.")
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
    """Give sets tags, or take tags from them."""
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
    """Forget sets. The archive as it was before is kept as a copy, see restore."""
    with Archive(file, writing=True) as archive:
        keys = archive.keys(idents, where)
        if keys:
            archive.remove(keys)
    terminal.result(
        "archive-remove", {"removed": [key[:12] for key in keys]}, f"{len(keys):,} set{'s' * (len(keys) != 1)} removed"
    )
    return 0


@command.command("merge")
@click.argument("other", metavar="OTHER", type=click.Path(path_type=Path))
@archive_option
@common
def merge(terminal: Terminal, other: Path, file: Path | None) -> int:
    """Take in all that another archive has: no set is lost, none is there twice.

    OTHER is read and never written. Key, class, rolls and origins of its sets are computed anew, and a set that is said
    to be confirmed is looked at by bitmask; what can't be looked at in some seconds is marked as claimed.
    """
    with Archive(other, foreign=True) as source, Archive(file, writing=True, make=True) as archive:
        merged = archive.merge(source)
    terminal.result("archive-merge", merged.to_json(), str(merged))
    return 0


@command.command("export")
@click.option(
    "--out", type=click.Path(path_type=Path), required=True, metavar="FILE", help="The page, such as gallery.html."
)
@click.option("--title", default="Dice sets", show_default=True, help="Its heading.")
@where_option
@order_option
@click.option(
    "--limit", type=click.IntRange(1, 10**9), default=200, show_default=True, help="The most sets on the page."
)
@click.option("--force", is_flag=True, help="Overwrite FILE.")
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


@command.command("check")
@archive_option
@common
def check(terminal: Terminal, file: Path | None) -> int:
    """Look at every page, index and checksum of the archive: exit 2 if it is damaged.

    Key, class, rolls and origins of each set are computed anew from its dice.
    """
    with Archive(file) as archive:
        sets = archive.check()
    terminal.result("archive-check", {"archive": str(archive.path), "sets": sets}, f"{sets:,} sets, all whole")
    return 0


@command.command("backup")
@click.argument("target", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--force", is_flag=True, help="Overwrite FILE.")
@archive_option
@common
def backup(terminal: Terminal, target: Path, file: Path | None, *, force: bool) -> int:
    """Write a checked copy of the archive, also while others write to it."""
    with Archive(file) as archive:
        sets = archive.backup(target, force=force)
    terminal.result(
        "archive-backup", {"file": str(target), "sets": sets}, f"{sets:,} sets written to {one_line(str(target))}"
    )
    return 0


@command.command("restore")
@click.option(
    "--from", "source", type=click.Path(path_type=Path), metavar="FILE", help="Another copy than the last good one."
)
@click.option("--force", is_flag=True, help="Though the archive is whole.")
@archive_option
@common
def restore(terminal: Terminal, source: Path | None, file: Path | None, *, force: bool) -> int:
    """Put the last good copy back in the place of a damaged archive, which is kept under another name."""
    path = archive_path(file)
    sets, aside = Archive.restore(path, source, force=force)
    kept = f"; what was there is {one_line(str(aside))}" if aside else ""
    terminal.result(
        "archive-restore",
        {"archive": str(path), "sets": sets, "aside": str(aside) if aside else None},
        f"{sets:,} sets in {one_line(str(path))}{kept}",
    )
    return 0
