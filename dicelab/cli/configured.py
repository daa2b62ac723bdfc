"""What the configuration file and the environment set, for ``dicelab doctor``."""

from __future__ import annotations

import os
from pathlib import Path

from dicelab.bench.doctor import Configured, Problem
from dicelab.cli.configuration import find_configuration
from dicelab.cli.defaults import GENERAL, OTHERS, PREFIX, check_configuration, variable_of
from dicelab.cli.verb_list import verb_names
from solver.errors import InputError


def configured() -> Configured:
    """Look at the configuration file and the environment."""
    problems = []
    configuration = None
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
    variables = sorted(name for name in os.environ if name.startswith(f"{PREFIX}_"))
    for name in variables:
        known = "" if name in OTHERS or _is_known(name) else " (unknown: see docs/reference/configuration.md)"
        lines.append(f"{name} is set{known}")
    file = None if configuration is None else str(configuration.path)
    return Configured(file, tuple(variables), tuple(lines), tuple(problems))


def _is_known(name: str) -> bool:
    """Tell whether a variable may be one of an option: of all verbs, or of one, which looks at it closely."""
    return name in {variable_of(key) for key in GENERAL} or any(
        name.startswith(f"{variable_of(verb)}_") for verb in verb_names()
    )
