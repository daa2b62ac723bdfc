"""The verb ``web``."""

from __future__ import annotations

import shlex
import sys
import threading
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from dicelab.dice.sources import PuzzleName
from dicelab.errors import DiceError
from dicelab.kinds import (
    ConsolePort,
    Flag,
    Force,
    GivenPort,
    Jobs,
    Kind,
    PathLike,
    ProgressPort,
    Repeated,
    Whole,
    WrittenPath,
    jobs_of,
    kind_of,
)
from dicelab.verb import Report, verb
from solver.runs.progress import Progress, labelled, silent
from solver.words import counted

if TYPE_CHECKING:
    from dicelab.kinds import Console
    from dicelab.studio.server import GuestAddress, Listening

OF_SERVER = ("--host", "--port", "--open", "--allow-host", "--share")


@verb(
    group="make and share",
    examples=("web", "web --puzzle mine.json --port 9000", "web --export site --no-tilings"),
)
def web(
    *,
    host: Annotated[
        str | None,
        Kind(metavar="ADDRESS", shown_default="127.0.0.1; with --share all addresses, for guests only"),
    ] = None,
    port: Annotated[int | None, Whole(least=0, most=65535, shown_default="8765, or any if that is taken")] = None,
    open_: Annotated[bool | None, Flag(shown_default="if on a terminal")] = None,
    puzzle: Annotated[Sequence[str], Repeated(of=kind_of(PuzzleName))] = (),
    allow_host: Annotated[Sequence[str], Repeated(metavar="NAME")] = (),
    share: bool = False,
    export: Annotated[PathLike | None, WrittenPath(metavar="FOLDER", is_folder=True)] = None,
    tilings: bool = True,
    force: Force = False,
    jobs: Jobs = None,
    given: GivenPort = frozenset(),
    console: ConsolePort = None,
    progress: ProgressPort = silent,
) -> Report | None:
    """Open the studio: design dice in a browser.

    Paint dice and see at once whether every roll is solvable. The address that is printed opens the studio in one
    browser, once. Press Enter for another address, and Ctrl-C to end. Only programs on this computer can reach the
    studio, unless --host says otherwise.

    With --share others on the local network can race you on the same board: they open the second address that is
    printed, or type its code. Enter gives a new code, too.

    With --export the studio becomes a folder of files, for a web host or for a class without a network. It computes in
    the browser; searches for new dice need the server.

    Parameters
    ----------
    host
        Address to listen at.
    port
        Port to listen at; 0 for any.
    open_
        Open the studio in a browser.
    puzzle
        Add a puzzle: a file, or GRID/BLOCKERS:PIECES; may be repeated.
    allow_host
        Answer to this host name too, such as that of a proxy; may be repeated.
    share
        Let guests on the local network join races on the play page, by a code that is printed. They can do nothing else
        with the studio.
    export
        Start no server; write the studio to FOLDER as files for any web server.
    tilings
        With --export: leave out how many tilings every board has, which may take minutes to count and takes most of the
        space. Such a site draws no histograms.
    force
        With --export: replace an earlier export in FOLDER.
    """
    if export is not None:
        wrong = next((option for option in OF_SERVER if option in given), None)
        if wrong:
            raise DiceError(f"--export starts no server: leave {wrong} out")
        shown = labelled(progress, "tables of the puzzles")
        return _exported(Path(export), tuple(puzzle), jobs_of(jobs), shown, tilings=tilings, force=force)
    if not tilings or force:
        raise DiceError(f"{'--force' if tilings else '--no-tilings'} belongs to --export FOLDER")
    if console is None:
        raise DiceError("the studio speaks to a terminal: run dicelab web")
    from dicelab.studio.server import ServerSettings, puzzles_or_raise, require_packages, serve

    require_packages()
    settings = ServerSettings(
        host, port, puzzles_or_raise(tuple(puzzle)), tuple(allow_host), tracebacks=console.verbose, share=share
    )
    with console.alone():
        serve(settings, lambda listening: _started(console, listening, opens=open_))
    return None


def _started(console: Console, listening: Listening, *, opens: bool | None) -> None:
    """Print the addresses, open a browser, and wait for Enter."""
    if listening.is_public:
        console.warn(
            "others on the network can reach this studio; who knows the address below can use this computer to "
            "compute, and what is sent can be read on the way"
        )
    found, lines = _guests(listening)
    if found is not None and found.is_public:
        console.warn(
            "others on the network can reach this computer to race; they need the code below, and what is sent can be "
            "read on the way"
        )
    text = "\n".join([f"The studio is at {listening.address}", *lines])
    console.result("web", {"address": listening.address, "public": listening.is_public} | _fields(found), text)
    sys.stdout.flush()
    if opens or (opens is None and sys.stdout.isatty()):
        import webbrowser

        # A browser may take a while to open.
        threading.Thread(target=webbrowser.open, args=[listening.address], daemon=True).start()
    if sys.stdin is not None and sys.stdin.isatty():
        threading.Thread(target=_renew_at_enter, args=[console, listening], daemon=True).start()


def _renew_at_enter(console: Console, listening: Listening) -> None:
    """Print a new address each time that Enter is pressed."""
    for _ in sys.stdin:
        address = listening.renew()
        found, lines = _guests(listening)
        text = "\n".join([f"Another address: {address}", *lines])
        console.result("web", {"address": address} | _fields(found), text)


def _guests(listening: Listening) -> tuple[GuestAddress | None, list[str]]:
    """Return the address for guests of a race, as a value and as lines: a new code at each call."""
    if listening.guests is None:
        return None, []
    found = listening.guests()
    return found, [
        f"Guests of a race open {found.base} and type the code {found.code}, or open",
        f"{found.link} within {counted(round(found.hours), 'hour')}.",
    ]


def _fields(found: GuestAddress | None) -> dict[str, object]:
    return {} if found is None else {"guests": asdict(found)}


def _exported(
    folder: Path, puzzle_texts: tuple[str, ...], jobs: int, progress: Progress, *, tilings: bool, force: bool
) -> Report:
    """Write the studio as files."""
    from dicelab.studio.documents import puzzles
    from dicelab.studio.site_export import export_site, require_site_folder, site_files

    require_site_folder(folder, force=force)
    known = puzzles(puzzle_texts)
    files = site_files(known.values(), tilings=tilings, jobs=jobs, progress=progress)
    export_site(folder, files, force=force)
    size, place = sum(map(len, files.values())), shlex.quote(str(folder))
    text = (
        f"The studio is in {folder}: {counted(len(files), 'file')}, {size / 1e6:.1f} MB. To try it:\n"
        f"python3 -m http.server --bind 127.0.0.1 --directory {place} 8000    and open http://127.0.0.1:8000/"
    )
    content = {"folder": str(folder), "files": len(files), "bytes": size, "puzzles": list(known), "tilings": tilings}
    return Report("web-export", content, text)
