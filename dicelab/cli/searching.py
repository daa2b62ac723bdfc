"""What `solve` and `count` share: the choice of a backend, and what its search has cost."""

from __future__ import annotations

from typing import Any

import click

from dicelab.cli.terminal import Terminal
from solver.exact_cover.backend import BACKENDS

backend_option = click.option(
    "--backend",
    "backend_name",
    default="bitmask",
    show_default=True,
    metavar="NAME",
    help=f"How to search: {', '.join(BACKENDS)}. All give the same answers; `dicelab bench --list` tells of each.",
)


def tell_cost(terminal: Terminal, backend_name: str, stats: Any) -> None:
    """Say with ``-v`` what a search has cost, in units that do not depend on the machine."""
    terminal.detail(f"{backend_name}: {stats.nodes:,} {BACKENDS[backend_name].node}")
    if stats.updates:
        terminal.detail(f"{stats.updates:,} updates")
    if stats.profile:
        terminal.detail("nodes of each level: " + " ".join(f"{nodes:,}" for nodes in stats.profile))


def why_unknown(backend_name: str, seconds: float | None) -> str:
    """Return why a search has ended without an answer."""
    return "time ran out" if seconds is not None else f"{backend_name} reached a limit of its own: try another backend"
