"""The packages that an extra of dicelab brings, and the smallest command that installs what is missing of them.

The command never names dicelab: pip would look for it on an index, and install all that it depends on.
"""

from __future__ import annotations

import importlib.metadata
import json
import re
import shlex

REINSTALL = "python -m pip install --force-reinstall"


def requirements(extra: str) -> dict[str, str]:
    """Return what each package of an extra must be, by its name; empty for an unknown extra, or without metadata.

    Examples
    --------
    >>> requirements("play").keys()
    dict_keys(['textual'])
    """
    try:
        lines = importlib.metadata.requires("dicelab") or []
    except importlib.metadata.PackageNotFoundError:
        return {}
    found = {}
    for line in lines:
        wanted, _, marker = line.partition(";")
        name = re.match(r"[\w.-]+", wanted)
        # `all` and others name the extras of dicelab itself.
        if name and name[0] != "dicelab" and re.fullmatch(rf"""\s*extra == ["']{re.escape(extra)}["']\s*""", marker):
            found[name[0]] = wanted.strip().replace(" ", "")
    return found


def is_installed(package: str) -> bool:
    """Tell whether a package is installed, by the name that pip has for it."""
    try:
        importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return False
    except Exception:  # noqa: BLE001 - damaged metadata
        return True
    return True


def install_command(extra: str, *missing: str) -> str:
    """Return the command that installs what is missing of an extra: some packages that are known to be, and others.

    Examples
    --------
    >>> install_command("no such extra", "numpy")
    'pip install numpy'
    """
    known = requirements(extra)
    names = dict.fromkeys([*missing, *(name for name in known if not is_installed(name))])
    return f"pip install {shlex.join(known.get(name, name) for name in names)}"


def reinstall(*options: str) -> str:
    """Return the command that installs dicelab again from where it came.

    Only the installer knows whether that was an index, a file or a folder: on an index, its name may be another's.
    """
    try:
        kept = importlib.metadata.distribution("dicelab").read_text("direct_url.json")
        place = str(json.loads(kept).get("url")) if kept else "dicelab"
    except (importlib.metadata.PackageNotFoundError, ValueError):
        place = "."
    return shlex.join([*REINSTALL.split(), *options, place])
