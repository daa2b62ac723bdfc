"""The file that gives defaults for options: ``dicelab.toml``, or the table ``[tool.dicelab]`` of ``pyproject.toml``.

The working folder is looked at first, and where it belongs to a repository its parents too, up to the repository's
root. In each folder ``dicelab.toml`` comes before ``pyproject.toml``. The first file that is found is the only one.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from solver.errors import InputError
from solver.runs.input_file import MOST_BYTES, read_input

OWN = "dicelab.toml"
SHARED = "pyproject.toml"


@dataclass(frozen=True, slots=True)
class Configuration:
    """The content of a configuration file as TOML; its keys are not checked yet."""

    path: Path
    content: dict[str, Any]

    def place(self, *words: str) -> str:
        """Return how a message names a table of the file.

        Examples
        --------
        >>> Configuration(Path("pyproject.toml"), {}).place("evolve")
        'pyproject.toml, [tool.dicelab.evolve]'
        >>> Configuration(Path("dicelab.toml"), {}).place()
        'dicelab.toml'
        """
        table = ".".join([*(() if self.path.name == OWN else ("tool", "dicelab")), *words])
        shown = os.path.relpath(self.path) if self.path.is_absolute() else str(self.path)
        return f"{shown}, [{table}]" if table else shown


def find_configuration(folder: Path) -> Configuration | None:
    """Return the nearest configuration file, if there is one.

    Raises
    ------
    InputError
        If the nearest one can't be read as TOML; in one line that names it.
    """
    for place in _folders(folder):
        own = place / OWN
        if os.path.lexists(own):
            return Configuration(own, _tables(own))
        shared = _shared(place / SHARED)
        if shared is not None:
            return shared
    return None


def _folders(folder: Path) -> Iterator[Path]:
    """Yield a folder, and its parents up to the root of its repository."""
    above = [folder, *folder.parents]
    root = next((level for level, place in enumerate(above) if os.path.lexists(place / ".git")), 0)
    yield from above[: root + 1]


def _shared(path: Path) -> Configuration | None:
    """Return the table of dicelab in ``pyproject.toml``, if there is one."""
    try:
        if not path.is_file() or path.stat().st_size > MOST_BYTES or b"dicelab" not in path.read_bytes():
            return None
    except (OSError, ValueError):
        return None
    try:
        tool = _tables(path).get("tool")
    except InputError:
        if b"[tool.dicelab" in path.read_bytes():
            raise
        return None
    if not isinstance(tool, dict) or "dicelab" not in tool:
        return None
    if not isinstance(tool["dicelab"], dict):
        raise InputError(f"{os.path.relpath(path)}: dicelab in [tool] is not a table: write [tool.dicelab]")
    return Configuration(path, tool["dicelab"])


def _tables(path: Path) -> dict[str, Any]:
    import tomllib

    name = os.path.relpath(path)
    try:
        text = read_input(path, "configuration file").decode("utf-8-sig")
        return tomllib.loads(text)
    except UnicodeDecodeError as error:
        raise InputError(f"{name} is not UTF-8 (byte {error.start}): save it as UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{name} is not TOML: {error}: write lines such as jobs = 2") from None
    except RecursionError:
        raise InputError(f"{name} is nested too deeply: write one table for each verb") from None
    except InputError as error:
        problem = "is a link to a file that does not exist" if path.is_symlink() and not path.exists() else str(error)
        raise InputError(f"{name} {problem.partition(':')[0]}: mend or remove it, or pass --no-config") from None
    except ValueError as error:
        # A number of thousands of digits, for one.
        raise InputError(f"{name} can't be read ({error}): mend or remove it, or pass --no-config") from None
