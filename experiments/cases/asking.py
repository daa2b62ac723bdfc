"""All cases of a question, in any number of processes; each is kept when it is done, for a run that goes on later.

Cases that are given up are not kept.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Iterable
from functools import cache, partial
from pathlib import Path
from typing import Any

import msgspec

from dicelab.archive.trust import canonical_set
from dicelab.dice import DiceSet
from dicelab.score.tables import roll_tilings
from dicelab.search import bounds
from dicelab.search.bounds import Case, first_split, search_case
from solver.errors import InputError
from solver.polyform import GENIUS_SQUARE
from solver.runs import processes
from solver.runs.cache_folder import cache_folder
from solver.runs.storage import sha256, write_atomic

JOBS = int(os.environ.get("JOBS", os.cpu_count() or 1))

Task = tuple[str, tuple[int, ...], int, tuple[int, ...]]
_CASE = msgspec.json.Decoder(tuple[Case, float])


def sizes_in(word: str, most_off: int = 0) -> tuple[int, ...]:
    """Return the sizes of seven dice for the Genius Square, ascending; they leave at most ``most_off`` cells off.

    Raises
    ------
    InputError
        If the word does not tell such sizes.

    Examples
    --------
    >>> sizes_in("6-6-6-6-6-5-1")
    (1, 5, 6, 6, 6, 6, 6)
    """
    numbers = word.split("-")
    sizes = tuple(sorted(int(number) for number in numbers if number.isdecimal()))
    dice, cells = GENIUS_SQUARE.blockers, len(GENIUS_SQUARE.grid)
    is_right = len(numbers) == len(sizes) == dice and min(sizes) > 0
    if not is_right or not cells - most_off <= sum(sizes) <= cells:
        total = f"{cells - most_off} to {cells}" if most_off else f"{cells}"
        raise InputError(f"sizes {word}: write {dice} numbers of cells with the sum {total}, such as 1-5-6-6-6-6-6")
    return sizes


def word_of(sizes: Iterable[int]) -> str:
    """Return the word that :func:`sizes_in` reads."""
    return "-".join(map(str, sorted(sizes)))


@cache
def search_stamp() -> str:
    """Return a checksum of the search: trees that another version made are not used."""
    sources = sorted(Path(bounds.__file__).parent.glob("*.py"))
    return sha256(b"".join(source.read_bytes() for source in sources))[:16]


def timed(task: Task, most: float = math.inf) -> tuple[Case, float]:
    """Do a case, or read what an earlier run wrote, and return it with its seconds of processor time.

    A case of more work than ``most`` (:attr:`.Case.work`) is given up.
    """
    _, sizes, tilings, groups = task
    name = "-".join(map(str, groups)) or "all"
    kept = cache_folder() / "cases" / search_stamp() / f"{'-'.join(map(str, sizes))}-{tilings}" / f"{name}.json"
    if kept.exists():
        return _CASE.decode(kept.read_bytes())
    begin = time.process_time()
    case = search_case(task, most, every=True)
    seconds = round(time.process_time() - begin, 3)
    if not case.given_up:
        kept.parent.mkdir(parents=True, exist_ok=True)
        write_atomic(kept, msgspec.json.encode((case, seconds)))
    return case, seconds


def classes(found: Iterable[DiceSet]) -> list[dict[str, Any]]:
    """Return one set of each class, with the tilings of its hardest roll."""
    kept = {one.class_key(): canonical_set(one) for one in found}
    sets = [{"fewest": roll_tilings(GENIUS_SQUARE).fewest(one.masks), "dice": one.labels()} for one in kept.values()]
    return sorted(sets, key=lambda one: (-one["fewest"], one["dice"]))


def ask(sizes: tuple[int, ...], tilings: int) -> dict[str, Any]:
    """Do all cases, tell of each, and return what became of them, with the cases as they are stored."""
    return ask_within(sizes, tilings, math.inf, told=partial(print, flush=True)) or {}


def ask_within(
    sizes: tuple[int, ...],
    tilings: int,
    most: float,
    jobs: int = JOBS,
    told: Callable[[str], None] = lambda _: None,
) -> dict[str, Any] | None:
    """Do all cases as :func:`ask` does, or return ``None`` where they are more work than ``most``, all together.

    Whether they are does not depend on the number of processes.
    """
    begin = time.perf_counter()
    cells, waiting = first_split(GENIUS_SQUARE, sizes, tilings)
    done: dict[tuple[int, ...], Case] = {}
    seconds, work, nodes = 0.0, 0.0, 0
    tasks = [(GENIUS_SQUARE.format(), sizes, tilings, groups) for groups in waiting]
    for case, spent in processes(jobs)(partial(timed, most=most), tasks):
        done[case.groups] = case
        seconds += spent
        work += case.work
        nodes += case.nodes
        told(f"{tilings}: {len(done)} of {len(waiting)} cases, {nodes:,} nodes, {seconds:,.0f} s")
        if case.given_up or work > most:
            return None
    cases = [done[groups] for groups in waiting]
    return {
        "sets": classes([DiceSet.of_masks(dice) for case in cases for dice in case.sets]),
        "cells": cells,
        "first": [GENIUS_SQUARE.grid.label(cell) for cell in cells],
        "cases": len(cases),
        "nodes": nodes,
        "largest_case": max(case.nodes for case in cases),
        "processor_seconds": round(seconds, 1),
        "seconds": round(time.perf_counter() - begin, 1),
        "trees": cases,
    }
