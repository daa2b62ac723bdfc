"""``dicelab web``."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from dicelab.cli.activity import SIGNS
from dicelab.cli.paths import NameOrFile, WrittenPathType
from dicelab.cli.terminal import Terminal, common, jobs_option
from solver.words import counted

if TYPE_CHECKING:
    from dicelab.studio.server import GuestAddress, Listening


@click.command("web", short_help="Open the studio: design dice in a browser.")
@click.option(
    "--host",
    metavar="ADDRESS",
    help="Address to listen at.  [default: 127.0.0.1; with --share all addresses, for guests only]",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    metavar="N",
    help="Port to listen at; 0 for any.  [default: 8765, or any if that is taken]",
)
@click.option(
    "--open/--no-open", "opens", default=None, help="Open the studio in a browser.  [default: if on a terminal]"
)
@click.option(
    "--puzzle",
    "puzzle_texts",
    multiple=True,
    type=NameOrFile(),
    metavar="PUZZLE",
    help="Add a puzzle: a file, or GRID/BLOCKERS:PIECES; may be repeated.",
)
@click.option(
    "--allow-host",
    "names",
    multiple=True,
    metavar="NAME",
    help="Answer to this host name too, such as that of a proxy; may be repeated.",
)
@click.option(
    "--share",
    is_flag=True,
    help="Let guests on the local network join races on the play page, by a code that is printed. They can do nothing "
    "else with the studio.",
)
@click.option(
    "--export",
    "folder",
    type=WrittenPathType(),
    metavar="FOLDER",
    help="Start no server; write the studio to FOLDER as files for any web server.",
)
@click.option(
    "--no-tilings",
    is_flag=True,
    help="With --export: leave out how many tilings every board has, which may take minutes to count and takes most of "
    "the space. Such a site draws no histograms.",
)
@click.option("--force", is_flag=True, help="With --export: replace an earlier export in FOLDER.")
@jobs_option
@common
def command(
    terminal: Terminal,
    host: str | None,
    port: int | None,
    opens: bool | None,
    puzzle_texts: tuple[str, ...],
    names: tuple[str, ...],
    folder: Path | None,
    jobs: int,
    *,
    share: bool,
    no_tilings: bool,
    force: bool,
) -> int:
    """Open the studio: paint dice in a browser and see at once whether every roll is solvable.

    The address that is printed opens the studio in one browser, once. Press Enter for another address, and Ctrl-C to
    end. Only programs on this computer can reach the studio, unless --host says otherwise.

    With --share others on the local network can race you on the same board: they open the second address that is
    printed, or type its code. Enter gives a new code, too.

    With --export the studio becomes a folder of files, for a web host or for a class without a network. It computes in
    the browser; searches for new dice need the server.
    """
    if folder is not None:
        _refuse_with_export("host", "port", "opens", "names", "share")
        return _export(terminal, folder, puzzle_texts, jobs, tilings=not no_tilings, force=force)
    if no_tilings or force:
        raise click.UsageError(f"{'--no-tilings' if no_tilings else '--force'} belongs to --export FOLDER")
    from dicelab.studio.server import ServerSettings, puzzles_or_raise, require_packages, serve

    require_packages()
    settings = ServerSettings(
        host, port, puzzles_or_raise(puzzle_texts), names, tracebacks=terminal.verbose, share=share
    )

    def started(listening: Listening) -> None:
        if listening.is_public:
            terminal.warn(
                "others on the network can reach this studio; who knows the address below can use this computer to "
                "compute, and what is sent can be read on the way"
            )
        found, lines = _guests(listening)
        if found is not None and found.is_public:
            terminal.warn(
                "others on the network can reach this computer to race; they need the code below, and what is sent can "
                "be read on the way"
            )
        text = "\n".join([f"The studio is at {listening.address}", *lines])
        terminal.result("web", {"address": listening.address, "public": listening.is_public} | _fields(found), text)
        sys.stdout.flush()
        if opens or (opens is None and sys.stdout.isatty()):
            _open(listening.address)
        if sys.stdin is not None and sys.stdin.isatty():
            _watch_for_enter(terminal, listening)

    with SIGNS.replaced():
        serve(settings, started)
    return 0


def _guests(listening: Listening) -> tuple[GuestAddress | None, list[str]]:
    """Return what guests of a race are told, as a value and as lines: a new code at each call."""
    if listening.guests is None:
        return None, []
    found = listening.guests()
    return found, [
        f"Guests of a race open {found.base} and type the code {found.code}, or open",
        f"{found.link} within {counted(round(found.hours), 'hour')}.",
    ]


def _fields(found: GuestAddress | None) -> dict[str, object]:
    from dataclasses import asdict

    return {} if found is None else {"guests": asdict(found)}


def _refuse_with_export(*names: str) -> None:
    """Refuse options of the server."""
    context = click.get_current_context()
    for parameter in context.command.params:
        if parameter.name in names and context.get_parameter_source(parameter.name) is ParameterSource.COMMANDLINE:
            raise click.UsageError(f"--export starts no server: leave {parameter.opts[0]} out")


def _export(
    terminal: Terminal, folder: Path, puzzle_texts: tuple[str, ...], jobs: int, *, tilings: bool, force: bool
) -> int:
    """Write the studio as files."""
    from dicelab.studio.data import puzzles
    from dicelab.studio.site_export import export_site, require_site_folder
    from dicelab.studio.site_files import site_files

    require_site_folder(folder, force=force)
    known = puzzles(puzzle_texts)
    with terminal.progress("tables of the puzzles") as progress:
        files = site_files(known.values(), tilings=tilings, jobs=jobs, progress=progress)
    export_site(folder, files, force=force)
    size, place = sum(map(len, files.values())), shlex.quote(str(folder))
    text = (
        f"The studio is in {folder}: {counted(len(files), 'file')}, {size / 1e6:.1f} MB. To try it:\n"
        f"python3 -m http.server --bind 127.0.0.1 --directory {place} 8000    and open http://127.0.0.1:8000/"
    )
    content = {"folder": str(folder), "files": len(files), "bytes": size, "puzzles": list(known), "tilings": tilings}
    terminal.result("web-export", content, text)
    return 0


def _open(address: str) -> None:
    """Open a browser, which may take a while."""
    import threading
    import webbrowser

    threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()


def _watch_for_enter(terminal: Terminal, listening: Listening) -> None:
    """Print a new address each time that Enter is pressed."""
    import threading

    def watch() -> None:
        for _ in sys.stdin:
            address = listening.renew()
            found, lines = _guests(listening)
            text = "\n".join([f"Another address: {address}", *lines])
            terminal.result("web", {"address": address} | _fields(found), text)

    threading.Thread(target=watch, daemon=True).start()
