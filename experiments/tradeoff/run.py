"""How many tilings can the hardest roll have, for each vector of sizes? The trade-off of rolls against tilings.

``python -m experiments.tradeoff.run VECTOR …`` looks for the best set of some vectors, such as 1-5-6-6-6-6-6, refutes
more tilings within a limit of work, and lets the second program verify these refutations. A stored vector is asked
about again only with a higher limit.
"""

from __future__ import annotations

import json
import math
import sys
import time
from collections.abc import Iterable
from functools import partial
from typing import Any

import click

from dicelab.dice import DiceSet
from dicelab.render.figures import chart_svg
from dicelab.score.tables import roll_tilings
from experiments.cases.asking import JOBS, sizes_in, word_of
from experiments.cases.run import NAMES, known
from experiments.design.from_below import SIZES as STORED, known as stored_dice
from experiments.recording import Recording, latest, page, table
from experiments.tradeoff.asking import (
    LEAST_ROLLS,
    Effort,
    Row,
    asked_about,
    explored,
    is_exact,
    refuted,
    rolls,
    verify,
)
from experiments.tradeoff.chart import plot_trade_off
from solver.errors import InputError
from solver.polyform import GENIUS_SQUARE
from solver.runs import processes

NAME = "tradeoff"
EACH = 60.0
"""Seconds after which what is known is stored again."""


def from_cases() -> list[Row]:
    """Return the rows of the vectors that :mod:`experiments.cases` settles, with their stored best sets."""
    rows = []
    for part, sizes in STORED.items():
        name = next(name for name, named in NAMES.items() if named == sizes)
        none = {key: answer for key, answer in known(name)["asked"].items() if not answer.get("sets")}
        dice = stored_dice(part)
        fewest = roll_tilings(GENIUS_SQUARE).fewest(dice)
        row = {"sizes": sorted(sizes), "found": fewest, "dice": DiceSet.of_masks(dice).labels(), "asked": none}
        rows.append(row | {"from": f"cases/{name}"})
    return rows


def best_trades(rows: Iterable[Row]) -> list[Row]:
    """Return the rows to which no other found set is equal or better both in rolls and in tilings, most rolls first."""
    best: list[Row] = []
    for row in sorted(rows, key=lambda row: (-rolls(row), -row["found"])):
        if not best or row["found"] > best[-1]["found"]:
            best.append(row)
    return best


def cells_of(row: Row) -> tuple[object, ...]:
    """Return the cells of a row of the table."""
    least = refuted(row)
    answer = row["asked"].get(str(least), {})
    most = "" if least is None else least - 1
    return (
        f"[{word_of(row['sizes'])}](../{row['from']}/result.md)" if "from" in row else word_of(row["sizes"]),
        rolls(row),
        row["found"],
        most,
        "exact" if is_exact(row) else "between",
        answer.get("nodes", ""),
        f"{answer['processor_seconds']:,.0f}" if answer else "",
        "verified" if answer.get("second") else "",
    )


def page_of(result: dict[str, Any]) -> str:
    """Return the page of a result."""
    rows = result["rows"]
    exact = [row for row in rows if is_exact(row)]
    every = asked_about()
    tried = {tuple(row["sizes"]) for row in rows}
    head = ("sizes", "rolls", "found", "at most", "", "nodes", "seconds", "second program")
    return page(
        __file__,
        "page.txt",
        least_rolls=f"{LEAST_ROLLS:,}",
        number=len(every),
        tried=len(rows),
        left=sum(sizes not in tried for sizes in every),
        exact=len(exact),
        verified=sum(bool(row["asked"][str(refuted(row))].get("second")) for row in exact),
        rows=table(head, map(cells_of, rows)),
        trades=table(
            ("sizes", "rolls", "found", ""),
            [
                (word_of(row["sizes"]), rolls(row), row["found"], "exact" if is_exact(row) else "best found")
                for row in best_trades(rows)
            ],
        ),
        sets=[
            f"* {word_of(row['sizes'])}: {' / '.join(map(' '.join, row['dice']))} ({row['found']} tilings)"
            for row in rows
        ],
    )


def store(rows: Iterable[Row]) -> str:
    """Write the table, the page and the picture of all vectors that were asked about; return the page."""
    own = {tuple(row["sizes"]): row for row in rows}
    every = own | {tuple(row["sizes"]): row for row in from_cases()}
    result = {"rows": sorted(every.values(), key=lambda row: (-rolls(row), row["sizes"]))}
    recording = Recording(NAME, "python -m experiments.tradeoff.run")
    points = [(rolls(row), row["found"], refuted(row)) for row in result["rows"]]
    named = [(rolls(row), row["found"], word_of(row["sizes"])) for row in best_trades(result["rows"])]
    recording.write("curve.svg", chart_svg("What more rolls cost", plot_trade_off, points, named))
    text = page_of(result)
    recording.write_json("result.json", {"schema": "dicelab/tradeoff/1", **result})
    recording.write("result.md", text.rstrip("\n") + "\n")
    recording.finish()
    return text


def before() -> dict[tuple[int, ...], Row]:
    """Return the rows that earlier runs of this experiment stored, by their sizes."""
    kept = latest(NAME) / "result.json"
    stored = json.loads(kept.read_text(encoding="utf-8"))["rows"] if kept.exists() else []
    return {tuple(row["sizes"]): row for row in stored if "from" not in row}


@click.command()
@click.argument("words", metavar="[VECTOR]...", nargs=-1)
@click.option("--smallest", type=int, help="Take all vectors whose smallest die has this number of cells.")
@click.option("--work", default=0.0, show_default=True, help="Work of a tree of cases, at most (about seconds).")
@click.option("--starts", default=1, show_default=True, help="Searches for each number of tilings.")
@click.option("--steps", default=300, show_default=True, help="Of each search.")
@click.option("--seconds", default=math.inf, help="Begin no vector after this time.")
@click.option("--verify", "verifies", is_flag=True, help="Let the second program verify what is refuted of them.")
def main(
    words: tuple[str, ...], smallest: int | None, work: float, starts: int, steps: int, seconds: float, verifies: bool
) -> None:
    """Ask about some vectors, by default about all, those with the most rolls first."""
    try:
        chosen = [sizes_in(word) for word in words]
    except InputError as error:
        sys.exit(str(error))
    rows, now = before(), time.monotonic
    end, stored = now() + seconds, now()
    settled = {tuple(row["sizes"]) for row in from_cases()}
    if not words:
        chosen = [one for one in asked_about() if smallest in (None, one[0])]
    chosen = [sizes for sizes in chosen if sizes not in settled]
    waiting = (rows.get(sizes, {"sizes": list(sizes)}) for sizes in chosen if now() < end)
    for row in processes(JOBS)(partial(explored, effort=Effort(starts, steps, work)), waiting):
        rows[tuple(row["sizes"])] = row
        if now() > stored + EACH:
            store(rows.values())
            stored = now()
        print(f"{word_of(row['sizes'])}: {row['found']} found, {refuted(row)} refuted", flush=True)
    if verifies:
        verify(rows[sizes] for sizes in chosen if sizes in rows)
    print(store(rows.values()))


if __name__ == "__main__":
    main()
