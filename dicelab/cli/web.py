"""``dicelab web``."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from dicelab.cli.activity import SIGNS
from dicelab.cli.terminal import Terminal, common

if TYPE_CHECKING:
    from dicelab.web.server import Listening


@click.command("web", short_help="Open the studio: design dice in a browser.")
@click.option("--host", default="127.0.0.1", show_default=True, metavar="ADDRESS", help="Address to listen at.")
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
@common
def command(
    terminal: Terminal,
    host: str,
    port: int | None,
    opens: bool | None,
    puzzle_texts: tuple[str, ...],
    names: tuple[str, ...],
) -> int:
    """Open the studio: paint dice in a browser and see at once whether every roll is solvable.

    The address that is printed opens the studio in one browser, once. Press Enter for another address, and Ctrl-C to
    end. Only programs on this computer can reach the studio, unless --host says otherwise.
    """
    from dicelab.web.server import ServerSettings, puzzles_or_raise, require_packages, serve

    require_packages()
    settings = ServerSettings(host, port, puzzles_or_raise(puzzle_texts), names)

    def started(listening: Listening) -> None:
        if listening.is_public:
            terminal.warn(
                "others on the network can reach this studio; who knows the address below can use this computer to "
                "compute, and what is sent can be read on the way"
            )
        text = f"The studio is at {listening.address}"
        terminal.result("web", {"address": listening.address, "public": listening.is_public}, text)
        sys.stdout.flush()
        if opens or (opens is None and sys.stdout.isatty()):
            _open(listening.address)
        if sys.stdin is not None and sys.stdin.isatty():
            _watch_for_enter(terminal, listening)

    with SIGNS.replaced():
        serve(settings, started)
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
            terminal.result("web", {"address": address}, f"Another address: {address}")

    threading.Thread(target=watch, daemon=True).start()
