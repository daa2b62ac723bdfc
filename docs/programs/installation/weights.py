"""Print what the distributions of this environment weigh: those of dicelab's core, and what each extra adds, as JSON.

It runs where dicelab is installed, and imports nothing else.
"""

from __future__ import annotations

import json
import re
import sys
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

MEGABYTE = 1e6


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def weight(name: str) -> float:
    """Return the megabytes of a distribution's files, compiled Python included."""
    one = distribution(name)
    paths = {Path(str(one.locate_file(file))) for file in one.files or ()}
    return sum(path.stat().st_size for path in paths if path.is_file()) / MEGABYTE


def closure(name: str, extras: frozenset[str], found: set[str]) -> set[str]:
    """Return a distribution and all that it requires here."""
    from pip._vendor.packaging.requirements import Requirement

    found.add(canonical(name))
    for line in distribution(name).requires or ():
        needed = Requirement(line)
        asked = any(needed.marker.evaluate({"extra": extra}) for extra in extras or {""}) if needed.marker else True
        if asked and (canonical(needed.name) not in found or needed.extras):
            try:
                closure(needed.name, frozenset(needed.extras), found)
            except PackageNotFoundError:
                found.discard(canonical(needed.name))
    return found


def main() -> None:
    asked = json.loads(sys.argv[1])
    core = closure("dicelab", frozenset(), set())
    weights = {name: weight(name) for name in core}
    light = set.union(*(closure(name, frozenset(), set()) for name in asked["light"])) | {"dicelab"}
    extras = {}
    for extra in asked["extras"]:
        more = {name: weight(name) for name in closure("dicelab", frozenset({extra}), set()) - core}
        heaviest = sorted(more, key=lambda name: -more[name])
        extras[extra] = {"adds": round(sum(more.values()), 1), "most": heaviest[:3]}
    result = {
        "total": round(sum(weights.values()), 1),
        "light": round(sum(map(weight, light)), 1),
        "core": {name: round(weights[name], 1) for name in sorted(core, key=lambda name: -weights[name])},
        "extras": extras,
    }
    print(json.dumps(result))


if __name__ == "__main__":
    main()
