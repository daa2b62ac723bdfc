"""The numbers of the article: each has a key in ``docs/paper/numbers.toml``, and is read from ``results/``."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from experiments.recording import RESULTS, ROOT

ARTICLE = ROOT / "docs" / "paper"
NUMBERS = ARTICLE / "numbers.toml"
Value = Any
"""A value of JSON."""

DERIVED = "derived"
"""The table of the numbers that are worked out from others."""

_FILES = ("result.json", "table.json")


@dataclass(frozen=True, slots=True)
class Number:
    """A number as it is printed, its value, and the results that it stands in (several where it is derived)."""

    text: str
    value: Value
    sources: tuple[str, ...]


@cache
def results_of(folder: str) -> Value:
    """Return the JSON of a folder of ``results/``."""
    file = next(file for name in _FILES if (file := RESULTS / folder / name).exists())
    return json.loads(file.read_text(encoding="utf-8"))


@cache
def command_of(folder: str) -> str:
    """Return the command that writes a folder of ``results/``, as its manifest tells."""
    manifest = json.loads((RESULTS / folder / "manifest.json").read_text(encoding="utf-8"))
    return str(manifest["command"])


def read_numbers(path: Path = NUMBERS) -> dict[str, Number]:
    """Return all numbers by their keys; derived ones may name those above them only."""
    entries = tomllib.loads(path.read_text(encoding="utf-8"))
    derived = entries.pop(DERIVED, {})
    numbers: dict[str, Number] = {}
    for folder, keys in entries.items():
        for key, how in keys.items():
            value = stored(folder, how)
            numbers[key] = Number(printed(value, how), value, (folder,))
    for key, how in derived.items():
        parts = [numbers[name] for name in how["of"]]
        value = OPERATIONS[how["as"]](*(Fraction(str(part.value)) for part in parts))
        sources = dict.fromkeys(source for part in parts for source in part.sources)
        exact = int(value) if value.denominator == 1 else float(value)
        numbers[key] = Number(printed(exact, how), exact, tuple(sources))
    return numbers


OPERATIONS: dict[str, Callable[..., Fraction]] = {
    "difference": lambda one, *others: one - sum(others),
    "share": lambda share: 100 * share,
    "quotient": lambda one, other: one / other,
    "percent": lambda one, other: 100 * one / other,
    "minutes": lambda seconds: seconds / 60,
    "megabytes": lambda size: size / 10**6,
}


SUMMARIES: dict[str, Callable[[Value, str], int]] = {
    "greatest key": lambda entries, _: max(map(int, entries)),
    "least key": lambda entries, _: min(map(int, entries)),
    "sum of": lambda entries, name: sum(entry[name] for entry in entries),
    "named": lambda entries, name: sum(entry["name"].startswith(name) for entry in entries),
    "misprinted": lambda entries, name: misprinted(entries, *name.split("/")),
    "computed at least twice": lambda entries, _: sum(entry["independent_methods"] >= 2 for entry in entries),
    "number of": lambda entries, name: sum(len(entry[name]) for entry in entries),
}


def misprinted(claims: Value, name: str, place: str) -> int:
    """Return in how many of the rows of a table, each a claim, the figure at a place is not the computed one."""
    rows = [claim for claim in claims if claim["name"].startswith(name) and isinstance(claim["published"], list)]
    return sum(row["published"][int(place)] != row["computed"][int(place)] for row in rows)


def stored(folder: str, how: str | Mapping[str, Any]) -> Value:
    """Return a value: a path into the JSON of a folder, or the number that a pattern finds in another file of it."""
    if isinstance(how, str):
        return at(results_of(folder), how)
    if "search" in how:
        found = re.search(how["search"], (RESULTS / folder / how["file"]).read_text(encoding="utf-8"), re.MULTILINE)
        if found is None:
            raise LookupError(f"{how['search']} is not in {folder}/{how['file']}")
        figure = found[1].replace(",", "")
        return int(figure) if figure.isdigit() else " ".join(re.sub("<[^>]*>", " ", found[1]).split())
    value = at(results_of(folder), how["at"])
    return SUMMARIES[how["as"]](value, how.get("name", "")) if "as" in how else value


def at(value: Value, path: str) -> Value:
    """Follow a path: keys and numbers of entries, ``name=value`` for the entry with it, ``#`` for how many there are.

    Examples
    --------
    >>> at({"sets": [{"name": "a", "rolls": 5}, {"name": "b", "rolls": 7}]}, "sets/name=b/rolls")
    7
    >>> at({"cells": "3 6 8"}, "cells/#")
    3
    """
    for step in path.split("/"):
        if step == "#":
            value = len(value.split() if isinstance(value, str) else value)
        elif "=" in step and isinstance(value, list):
            name, wanted = step.split("=", 1)
            value = next(entry for entry in value if str(entry[name]) == wanted)
        else:
            value = value[int(step)] if isinstance(value, list) else value[step]
    return value


def printed(value: Value, how: str | Mapping[str, Any] = "") -> str:
    """Return a value as the article prints it: commas between thousands, as many decimals as ``places`` says.

    Examples
    --------
    >>> printed(8347680), printed(1364.2043, {"places": 1}), printed(2.0657, {"places": 2, "after": "%"})
    ('8,347,680', '1,364.2', '2.07%')
    """
    options = {} if isinstance(how, str) else how
    after = options.get("after", "")
    if isinstance(value, str):
        return value + after
    if "places" in options:
        return f"{value:,.{options['places']}f}{after}"
    if value != int(value):
        raise ValueError(f"{value} is no whole number: say how many places it is printed with")
    return f"{int(value):,}{after}"
