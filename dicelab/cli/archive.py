"""``dicelab archive list | show | import | tag | remove | merge | export | check | backup | restore``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from dicelab.cli.terminal import (
    Terminal,
    common,
    jobs_option,
    load_census,
    one_line,
    require_free,
    write_output,
)

CONDITION = (
    "Such as \"fewest >= 11 and rolls = 93750 and not tag = 'dull'\". Columns: objectives, rolls, dice, sizes, puzzle, "
    "shared-cells, id, class, name, added, tag, program, confirmations, command, seed, version. Operators: = != < <= > "
    ">= and ~ (holds a text); and, or, not, ( ). Not measured: = none."
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
@click.option("--columns", default="", metavar="NAMES", help="More columns to show, with commas.")
@archive_option
@common
def list_(terminal: Terminal, where: str, order: str, limit: int, columns: str, file: Path | None) -> int:
    """List the sets that meet a condition."""
    from dicelab.archive.query import order_sql
    from dicelab.archive.report import entry_json, list_text
    from dicelab.archive.schema import archive_path
    from dicelab.archive.store import Archive

    with Archive(archive_path(file)) as archive:
        ordered = [name.strip().removeprefix("-").replace("_", "-") for name in order.split(",")]
        asked = [name.strip().replace("_", "-") for name in columns.split(",") if name.strip()]
        for name in asked:
            order_sql(name, archive.columns)
        entries = list(archive.entries(where, order, limit))
        total = archive.count(where)
    shown = [*(name for name in ordered if name not in {"added", "id", "name"}), *asked]
    terminal.result(
        "archive-list",
        {"archive": str(archive.path), "total": total, "sets": [entry_json(entry) for entry in entries]},
        list_text(entries, total, shown),
    )
    return 0


@command.command("show")
@click.argument("ident", metavar="ID")
@archive_option
@common
def show(terminal: Terminal, ident: str, file: Path | None) -> int:
    """Show a set, and all that is known of it."""
    from dicelab.archive.making import set_of
    from dicelab.archive.report import entry_json, shown, values_text, words_of
    from dicelab.archive.schema import archive_path
    from dicelab.archive.store import Archive
    from dicelab.render import dice_set_text

    with Archive(archive_path(file)) as archive:
        entry = archive.get(ident)
    lines = [dice_set_text(set_of(entry)), f"id {entry.id}"]
    if entry.tags:
        lines.append(f"tags: {shown(', '.join(entry.tags))}")
    lines += ["", *words_of(entry), "", *values_text(entry)]
    terminal.result("archive-show", entry_json(entry), "\n".join(lines))
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
@archive_option
@jobs_option
@common
def import_(
    terminal: Terminal,
    sources: tuple[str, ...],
    tags: tuple[str, ...],
    backends: str | None,
    file: Path | None,
    jobs: int,
    *,
    no_measure: bool,
    shared_cells: bool,
) -> int:
    """Take in dice-set files, catalogue names, and all sets of a folder, such as that of a run of evolve or design.

    A class that is there already gets what is new of its origins, confirmations and tags.
    """
    import time

    from dicelab import __version__
    from dicelab.archive.entry import Confirmation, Entry
    from dicelab.archive.making import entry_of
    from dicelab.archive.schema import archive_path
    from dicelab.archive.sources import utc
    from dicelab.archive.store import Archive, require_tag

    for tag in tags:
        require_tag(tag)
    path, now = archive_path(file), utc(time.time())
    if path.exists():
        # A file that is no archive is told before the work is done.
        with Archive(path):
            pass
    found = _found(terminal, sources, shared_cells=shared_cells)
    programs = [name.strip() for name in backends.split(",")] if backends is not None else []
    confirm = _confirmer(terminal, programs, jobs)
    measured = _measurer(terminal, jobs, off=no_measure)
    entries: list[Entry] = []
    refused: list[str] = []
    with terminal.progress("sets") as progress:
        for number, one in enumerate(found):
            progress(number, len(found))
            unsolvable = confirm(one.dice_set)
            if unsolvable:
                refused.append(f"{one.dice_set.name}: {unsolvable:,} unsolvable rolls, left out")
                continue
            new = [Confirmation(now, program, __version__) for program in programs]
            entries.append(
                entry_of(
                    one.dice_set,
                    now,
                    command=one.command,
                    seed=one.seed,
                    version=one.version,
                    found_at=one.at,
                    values=measured(one.dice_set),
                    confirmations=[*one.confirmations, *new],
                    tags=tags,
                )
            )
    new_ones = more = 0
    if entries:
        with Archive(path, writing=True, make=True) as archive:
            new_ones, more = archive.add(entries)
    classes = list(dict.fromkeys(entry.id for entry in entries))
    lines = [
        *(one_line(line) for line in refused),
        f"{len(found):,} sets read, {len(classes):,} classes: {new_ones:,} new, {more:,} known and now known better, "
        f"{len(classes) - new_ones - more:,} known as they are"
        if classes
        else "nothing was taken in",
        *(f"  {entry.id}  {one_line(entry.name)}" for entry in entries[:20]),
        *([f"  … and {len(entries) - 20:,} more"] if len(entries) > 20 else []),
    ]
    terminal.result(
        "archive-import",
        {"archive": str(path), "read": len(found), "new": new_ones, "more": more, "ids": classes, "refused": refused},
        "\n".join(lines),
    )
    return 1 if refused else 0


def _found(terminal: Terminal, sources: tuple[str, ...], *, shared_cells: bool) -> list[Any]:
    from dicelab.archive.sources import Found, find_sets
    from dicelab.dice import CATALOGUE, catalogue_set

    found: list[Any] = []
    for source in sources:
        if source in CATALOGUE:
            found.append(Found(Path(source), catalogue_set(source)))
        else:
            found.extend(find_sets(Path(source), terminal.warn, shared_cells=shared_cells))
    return found


def _confirmer(terminal: Terminal, programs: list[str], jobs: int) -> Callable[[Any], int]:
    """Return what tells the unsolvable rolls of a set by all programs."""
    if not programs:
        return lambda _dice_set: 0
    from dicelab.verify import verify

    oracles: dict[Any, Any] = {}

    def confirm(dice_set: Any) -> int:
        look_up = None
        if "census" in programs:
            if dice_set.puzzle not in oracles:
                from dicelab.cli.terminal import load_oracle

                oracles[dice_set.puzzle] = load_oracle(terminal, dice_set.puzzle, jobs)
            look_up = oracles[dice_set.puzzle].is_solvable
        return len(verify(dice_set, programs, look_up=look_up, jobs=jobs).unsolvable)

    return confirm


def _measurer(terminal: Terminal, jobs: int, *, off: bool) -> Callable[[Any], dict[str, float]]:
    """Return what measures a set by the census of its puzzle, which is loaded once."""
    if off:
        return lambda _dice_set: {}
    from dicelab.archive.identity import canonical_puzzle
    from dicelab.archive.making import measure
    from dicelab.dice import DiceSet
    from dicelab.errors import DiceError
    from solver.errors import InputError

    censuses: dict[Any, Any] = {}

    def measured(dice_set: DiceSet) -> dict[str, float]:
        puzzle = canonical_puzzle(dice_set.puzzle)
        if puzzle not in censuses:
            censuses[puzzle] = load_census(terminal, puzzle, jobs)
        same = DiceSet(dice_set.dice, puzzle, dice_set.name, dice_set.shared_cells)
        try:
            return measure(same, censuses[puzzle])
        except (DiceError, InputError) as error:
            terminal.warn(f"{dice_set.name}: not measured: {error}")
            return {}

    return measured


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
    from dicelab.archive.schema import archive_path
    from dicelab.archive.store import Archive

    if not add and not drop:
        raise click.UsageError("nothing to do: pass --add TAG or --drop TAG")
    with Archive(archive_path(file), writing=True) as archive:
        keys = _keys(archive, idents, where)
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
    from dicelab.archive.schema import archive_path
    from dicelab.archive.store import Archive

    with Archive(archive_path(file), writing=True) as archive:
        keys = _keys(archive, idents, where)
        if keys:
            archive.remove(keys)
    terminal.result(
        "archive-remove", {"removed": [key[:12] for key in keys]}, f"{len(keys):,} set{'s' * (len(keys) != 1)} removed"
    )
    return 0


def _keys(archive: Any, idents: tuple[str, ...], where: str) -> list[str]:
    """Return the keys of the sets that are named, or else of those that meet a condition."""
    if bool(idents) == bool(where.strip()):
        raise click.UsageError("name sets by their ids, or else pass --where")
    if idents:
        return list(dict.fromkeys(archive.get(ident).key for ident in idents))
    return [entry.key for entry in archive.entries(where, "id")]


@command.command("merge")
@click.argument("other", metavar="OTHER", type=click.Path(path_type=Path))
@archive_option
@common
def merge(terminal: Terminal, other: Path, file: Path | None) -> int:
    """Take in all that another archive has: no set is lost, none is there twice."""
    from dicelab.archive.schema import archive_path
    from dicelab.archive.store import Archive

    with Archive(other) as source, Archive(archive_path(file), writing=True, make=True) as archive:
        new, more = archive.merge(source)
        total = archive.count()
    terminal.result(
        "archive-merge",
        {"archive": str(archive.path), "new": new, "more": more, "total": total},
        f"{new:,} new sets, {more:,} known better; {total:,} in all",
    )
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
    from dicelab.archive.gallery import gallery_html
    from dicelab.archive.schema import archive_path
    from dicelab.archive.store import Archive

    require_free(out, force=force)
    with Archive(archive_path(file)) as archive:
        entries = list(archive.entries(where, order, limit))
        total = archive.count(where)
    about = f"Those with {where}" if where.strip() else ""
    if len(entries) < total:
        about = f"The first of {total:,}" + (f" with {where}" if where.strip() else "")
    page = gallery_html(entries, title, about).encode()
    write_output(out, page, force=force)
    terminal.result(
        "archive-export",
        {"file": str(out), "sets": len(entries), "total": total, "bytes": len(page)},
        f"{len(entries):,} of {total:,} sets written to {one_line(str(out))}",
    )
    return 0


@command.command("check")
@archive_option
@common
def check(terminal: Terminal, file: Path | None) -> int:
    """Look at every page, index and checksum of the archive: exit 2 if it is damaged."""
    from dicelab.archive.schema import archive_path
    from dicelab.archive.store import Archive

    with Archive(archive_path(file)) as archive:
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
    from dicelab.archive.backup import copy_to
    from dicelab.archive.schema import archive_path

    sets = copy_to(archive_path(file), target, force=force)
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
    from dicelab.archive.backup import restore as put_back
    from dicelab.archive.schema import archive_path

    path = archive_path(file)
    sets, aside = put_back(path, source, force=force)
    kept = f"; what was there is {one_line(str(aside))}" if aside else ""
    terminal.result(
        "archive-restore",
        {"archive": str(path), "sets": sets, "aside": str(aside) if aside else None},
        f"{sets:,} sets in {one_line(str(path))}{kept}",
    )
    return 0
