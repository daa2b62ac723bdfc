"""``dicelab doctor``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dicelab.cli.configuration import find_configuration
from dicelab.cli.defaults import GENERAL, OTHERS, PREFIX, check_configuration, variable_of
from dicelab.cli.terminal import Terminal, common
from dicelab.exit_status import DONE, FALSE
from solver.errors import InputError, StorageError

if TYPE_CHECKING:
    from dicelab.cli.configuration import Configuration
    from dicelab.health import Problem


@click.command("doctor", short_help="Tell what of the installation works, what is missing and what is slow.")
@click.option(
    "--fix", is_flag=True, help="Remove all compiled code from the cache first; it is made again when needed."
)
@common
def command(terminal: Terminal, *, fix: bool) -> int:
    """Tell what of the installation works, what is missing, what is broken and what is slow, and why.

    Every package is imported in a process of its own, so that a broken one is told and does no harm.

    Exit status: 0 if the installation is healthy, 4 if something is broken.
    """
    from dicelab.health import empty_compiled_code, examination_json, examination_text, examine

    if fix:
        try:
            terminal.note(f"removed {empty_compiled_code() / 1e6:.1f} MB of compiled code")
        except (StorageError, ImportError) as error:
            terminal.warn(str(error))
    configuration, lines, problems = _configured()
    found = examine(*problems)
    content = examination_json(found)
    content["configuration"] = {
        "file": None if configuration is None else str(configuration.path),
        "variables": sorted(name for name in os.environ if name.startswith(f"{PREFIX}_")),
    }
    terminal.result("doctor", content, examination_text(found, lines))
    return DONE if found.is_healthy else FALSE


def _configured() -> tuple[Configuration | None, list[str], list[Problem]]:
    """Return the configuration file, what it and the environment set, and what is wrong with them."""
    from dicelab.health import Problem

    problems = []
    try:
        configuration = find_configuration(Path.cwd())
        lines = ["no file"] if configuration is None else [f"{configuration.path} is read:"]
        if configuration is not None:
            lines += [f"  {one.key} = {one.value} ({one.origin})" for one in check_configuration(configuration)]
    except InputError as error:
        what, _, remedy = str(error).rpartition(": ")
        problems.append(Problem(what, remedy))
        configuration, lines = None, [str(error)]
    except Exception as error:  # noqa: BLE001 - a verb whose packages are missing; these are told elsewhere
        configuration, lines = None, [f"not looked at: {error}"]
    for name in sorted(os.environ):
        if name.startswith(f"{PREFIX}_"):
            known = "" if name in OTHERS or _is_known(name) else " (unknown: see docs/reference/configuration.md)"
            lines.append(f"{name} is set{known}")
    return configuration, lines, problems


def _is_known(name: str) -> bool:
    """Tell whether a variable may be one of an option: of all verbs, or of one, which looks at it closely."""
    from dicelab.cli.verb_list import verb_names

    return name in {variable_of(key) for key in GENERAL} or any(
        name.startswith(f"{variable_of(verb)}_") for verb in verb_names()
    )
