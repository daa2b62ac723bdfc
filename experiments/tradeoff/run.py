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

from dicelab.render.figures import chart_svg
from dicelab.score.tables import roll_tilings
from experiments.cases.asking import JOBS, sizes_in, word_of
from experiments.cases.run import NAMES, known
from experiments.design.from_below import SIZES as STORED, known as stored_dice
from experiments.recording import Recording, latest, page, table
from experiments.tradeoff.asking import (
    LEAST_ROLLS,
    MOST_OFF,
    Effort,
    Row,
    asked_about,
    explored,
    is_exact,
    labels_of,
    passed_on,
    refuted,
    rolls,
    verify,
)
from experiments.tradeoff.chart import plot_trade_off
from solver.errors import InputError
from solver.polyform import GENIUS_SQUARE
from solver.runs import processes

NAME = "tradeoff"
CORNERS = {"A1", "A6", "F1", "F6"}
EACH = 60.0
"""Seconds between two times at which the answers are stored."""


def from_cases() -> list[Row]:
    """Return the rows of the vectors that :mod:`experiments.cases` settles, with their stored best sets."""
    rows = []
    for part, sizes in STORED.items():
        name = next(name for name, named in NAMES.items() if named == sizes)
        none = {key: answer for key, answer in known(name)["asked"].items() if not answer.get("sets")}
        dice = stored_dice(part)
        fewest = roll_tilings(GENIUS_SQUARE).fewest(dice)
        row = {"sizes": sorted(sizes), "found": fewest, "dice": labels_of(dice), "asked": none}
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
    return (
        f"[{word_of(row['sizes'])}](../{row['from']}/result.md)" if "from" in row else word_of(row["sizes"]),
        rolls(row),
        row["found"],
        "" if least is None else least - 1,
        "exact" if is_exact(row) else "" if least is None else "between",
        answer.get("nodes", ""),
        f"{answer['processor_seconds']:,.0f}" if answer else "",
        "verified" if answer.get("second") else "",
    )


def trade_of(row: Row) -> tuple[object, ...]:
    """Return the cells of one of the best trades."""
    off = len(GENIUS_SQUARE.grid) - sum(row["sizes"])
    return (
        word_of(row["sizes"]),
        rolls(row),
        row["found"],
        "exact" if is_exact(row) else "",
        off or "",
        " / ".join(row["dice"]),
    )


def page_of(result: dict[str, Any]) -> str:
    """Return the page of a result."""
    rows = result["rows"]
    trades = best_trades(rows)
    exact = [row for row in rows if is_exact(row)]
    searched = [row["search"] for row in rows if "search" in row]
    every = asked_about()
    head = ("sizes", "rolls", "found", "at most", "", "nodes", "seconds", "second program")
    return page(
        __file__,
        "page.txt",
        least_rolls=f"{LEAST_ROLLS:,}",
        number=f"{len(every):,}",
        whole=sum(sum(sizes) == len(GENIUS_SQUARE.grid) for sizes in every),
        known=f"{len(rows):,}",
        searched=f"{len(searched):,}",
        steps=f"{sum(one['made'] for one in searched):,}",
        exact=len(exact),
        verified=sum(bool(row["asked"][str(refuted(row))].get("second")) for row in exact),
        rows=table(head, [cells_of(row) for row in rows if refuted(row)]),
        traded=len(trades),
        corners=sum(set(min(row["dice"], key=len).split()) <= CORNERS for row in trades),
        trades=table(("sizes", "rolls", "tilings", "", "cells on no die", "dice"), map(trade_of, trades)),
    )


def store(rows: Iterable[Row]) -> str:
    """Write the table, the page and the picture of all vectors that were asked about; return the page."""
    ordered = sorted(with_cases(rows).values(), key=lambda row: (-rolls(row), row["sizes"]))
    trades = best_trades(ordered)
    result = {"trades": [word_of(row["sizes"]) for row in trades], "rows": ordered}
    recording = Recording(NAME, "python -m experiments.tradeoff.run")
    recording.write_json("result.json", {"schema": "dicelab/tradeoff/2", **result})
    points = [(rolls(row), row["found"], refuted(row)) for row in ordered]
    named = [(rolls(row), row["found"], word_of(row["sizes"])) for row in trades]
    recording.write("curve.svg", chart_svg("What more rolls cost", plot_trade_off, points, named))
    recording.write("vectors.csv", spreadsheet(ordered))
    text = page_of(result)
    recording.write("result.md", text.rstrip("\n") + "\n")
    recording.finish()
    return text


def spreadsheet(rows: Iterable[Row]) -> str:
    """Return all vectors as a table for spreadsheets."""
    lines = ["sizes,rolls,found,at most,dice"]
    for row in rows:
        most = refuted(row)
        lines.append(
            f"{word_of(row['sizes'])},{rolls(row)},{row['found']},{most - 1 if most else ''},{' / '.join(row['dice'])}"
        )
    return "".join(f"{line}\n" for line in lines)


def with_cases(rows: Iterable[Row]) -> dict[tuple[int, ...], Row]:
    """Return rows by their sizes, and those of :func:`from_cases` in place of others."""
    return {tuple(row["sizes"]): row for row in (*rows, *from_cases())}


def before() -> dict[tuple[int, ...], Row]:
    """Return the rows that earlier runs of this experiment stored, by their sizes."""
    kept = latest(NAME) / "result.json"
    stored = json.loads(kept.read_text(encoding="utf-8"))["rows"] if kept.exists() else []
    return {tuple(row["sizes"]): row for row in stored if "from" not in row}


def near_best(rows: dict[tuple[int, ...], Row], share: float) -> list[tuple[int, ...]]:
    """Return the sizes whose set has at least a share of the tilings of the best trade with as many rolls or more."""
    chosen, most = [], 0
    for row in sorted(rows.values(), key=lambda row: (-rolls(row), -row["found"])):
        most = max(most, row["found"])
        if row["found"] >= share * most:
            chosen.append(tuple(row["sizes"]))
    return chosen


@click.command()
@click.argument("words", metavar="[VECTOR]...", nargs=-1)
@click.option("--near", type=float, help="Take the vectors with this share of the tilings of the best trades.")
@click.option("--work", default=0.0, show_default=True, help="Work of a tree of cases, at most (about seconds).")
@click.option("--starts", default=1, show_default=True, help="Searches for each number of tilings.")
@click.option("--steps", default=300, show_default=True, help="Of each search.")
@click.option("--seconds", default=math.inf, help="Begin no vector after this time.")
@click.option("--verify", "verifies", is_flag=True, help="Let the second program verify the refutations.")
def main(
    words: tuple[str, ...],
    near: float | None,
    work: float,
    starts: int,
    steps: int,
    seconds: float,
    verifies: bool,
) -> None:
    """Ask about some vectors, by default about all; best sets are passed on to the vectors beside theirs."""
    rows, now = before(), time.monotonic
    end, stored = now() + seconds, now()
    try:
        chosen = [sizes_in(word, MOST_OFF) for word in words]
    except InputError as error:
        sys.exit(str(error))
    if not words:
        chosen = asked_about() if near is None else near_best(with_cases(rows.values()), near)
    settled = {tuple(row["sizes"]) for row in from_cases()}
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
        store(rows.values())
    every = with_cases(rows.values())
    passed_on(every)
    print(store(row for row in every.values() if "from" not in row))


if __name__ == "__main__":
    main()
