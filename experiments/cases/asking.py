"""All cases of a question, in any number of processes; each is kept when it is done, for a run that goes on later."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from dicelab.archive.trust import canonical_set
from dicelab.dice import DiceSet
from dicelab.score.tables import roll_tilings
from dicelab.search import bounds
from dicelab.search.bounds import Case, first_split, search_case
from solver.polyform import GENIUS_SQUARE
from solver.runs import processes
from solver.runs.cache_folder import cache_folder
from solver.runs.storage import sha256, write_atomic

JOBS = int(os.environ.get("JOBS", os.cpu_count() or 1))

Task = tuple[str, tuple[int, ...], int, tuple[int, ...]]
_CASE = msgspec.json.Decoder(tuple[Case, float])


@cache
def search_stamp() -> str:
    """Return a checksum of the search: trees that another version made are not used."""
    sources = sorted(Path(bounds.__file__).parent.glob("*.py"))
    return sha256(b"".join(source.read_bytes() for source in sources))[:16]


def timed(task: Task) -> tuple[Case, float]:
    """Do a case, or read what an earlier run wrote, and return it with its seconds of processor time."""
    _, sizes, tilings, groups = task
    name = "-".join(map(str, groups)) or "all"
    kept = cache_folder() / "cases" / search_stamp() / f"{'-'.join(map(str, sizes))}-{tilings}" / f"{name}.json"
    if kept.exists():
        return _CASE.decode(kept.read_bytes())
    begin = time.process_time()
    case = search_case(task, every=True)
    seconds = round(time.process_time() - begin, 3)
    kept.parent.mkdir(parents=True, exist_ok=True)
    write_atomic(kept, msgspec.json.encode((case, seconds)))
    return case, seconds


def classes(found: Iterable[DiceSet]) -> list[dict[str, Any]]:
    """Return one set of each class, with the tilings of its hardest roll."""
    kept = {one.class_key(): canonical_set(one) for one in found}
    sets = [{"fewest": roll_tilings(GENIUS_SQUARE).fewest(one.masks), "dice": one.labels()} for one in kept.values()]
    return sorted(sets, key=lambda one: (-one["fewest"], one["dice"]))


def ask(sizes: tuple[int, ...], tilings: int) -> dict[str, Any]:
    """Do all cases, and return what became of them, with the cases as they are stored."""
    begin = time.perf_counter()
    cells, waiting = first_split(GENIUS_SQUARE, sizes, tilings)
    done: dict[tuple[int, ...], Case] = {}
    seconds = 0.0
    for case, spent in processes(JOBS)(timed, [(GENIUS_SQUARE.format(), sizes, tilings, groups) for groups in waiting]):
        done[case.groups] = case
        seconds += spent
        nodes = sum(one.nodes for one in done.values())
        print(f"{tilings}: {len(done)} of {len(waiting)} cases, {nodes:,} nodes, {seconds:,.0f} s", flush=True)
    cases = [done[groups] for groups in waiting]
    return {
        "sets": classes([DiceSet.of_masks(dice) for case in cases for dice in case.sets]),
        "cells": cells,
        "first": [GENIUS_SQUARE.grid.label(cell) for cell in cells],
        "cases": len(cases),
        "nodes": sum(case.nodes for case in cases),
        "largest_case": max(case.nodes for case in cases),
        "processor_seconds": round(seconds, 1),
        "seconds": round(time.perf_counter() - begin, 1),
        "trees": cases,
    }
