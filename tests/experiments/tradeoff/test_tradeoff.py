"""The trade-off of rolls against tilings: all vectors of sizes, brackets that close, stored answers."""

import json
import math
from functools import reduce
from itertools import pairwise
from operator import or_

import pytest

from dicelab.score.tables import roll_tilings
from dicelab.search.regrouping_kernel import MOST_CELLS
from experiments.cases.run import sizes_of
from experiments.recording import RESULTS
from experiments.tradeoff import asking
from experiments.tradeoff.asking import (
    asked_about,
    is_exact,
    masks_of_row,
    neighbours,
    passed_on,
    refuted,
    settle,
    vectors,
    verdicts,
)
from experiments.tradeoff.run import best_trades, page_of
from solver.errors import InputError
from solver.polyform import GENIUS_SQUARE

STORED = json.loads((RESULTS / "tradeoff" / "result.json").read_text(encoding="utf-8"))


def test_472_vectors_of_all_cells_have_20_000_rolls():
    every = asked_about()
    assert len(every) == len(set(every)) == 1265
    assert all(sum(sizes) <= 36 and math.prod(sizes) >= 20_000 for sizes in every)
    assert max(every, key=math.prod) == (5, 5, 5, 5, 5, 5, 6)
    whole = [sizes for sizes in every if sum(sizes) == 36]
    assert len(whole) == 472
    assert whole == every[:472]
    # The search deals three dice anew at a time, and a very large die is in no three that it can deal.
    assert sum(sizes[0] + sizes[1] + sizes[-1] > MOST_CELLS for sizes in whole) == 29
    assert list(vectors(5, 3)) == [(1, 1, 3), (1, 2, 2)]


def test_sizes_have_one_name_in_any_order():
    assert sizes_of("6-6-6-6-6-4-2") == sizes_of("retail") == ("retail", (2, 4, 6, 6, 6, 6, 6))
    assert sizes_of("5-5-5-5-5-5-6")[0] == "largest"
    assert sizes_of("6-6-6-6-6-5-1") == ("1-5-6-6-6-6-6", (1, 5, 6, 6, 6, 6, 6))


@pytest.mark.parametrize("word", ["", "best", "6-6-6-6-6-6", "6-6-6-6-6-5-2", "6-6-6-6-6-6-0", "6-6-6-6-6-5--1"])
def test_sizes_that_are_none_are_refused_by_name(word):
    with pytest.raises(InputError, match=f"sizes {word}:"):
        sizes_of(word)


@pytest.mark.parametrize(
    ("best", "found", "work", "known"),
    [(90, 90, 100, (90, 91)), (90, 80, 300, (90, 91)), (90, 90, 11, (90, 116)), (90, 80, 5, (80, 129))],
)
def test_a_bracket_holds_the_best_and_closes_where_the_work_is_enough(monkeypatch, best, found, work, known):
    asked = []

    def answer(_sizes, tilings, most, **_):
        asked.append((tilings, most))
        # A tree is the shorter the more tilings are asked for.
        if 100 * math.exp((90 - tilings) / 10) > most:
            return None
        sets = [{"fewest": best, "dice": [["A1"]]}] if tilings <= best else []
        kept = {"cases": 1, "nodes": 1, "largest_case": 1, "processor_seconds": 1.0}
        return kept | {"sets": sets, "cells": (), "trees": []}

    monkeypatch.setattr(asking, "ask_within", answer)
    row = {"sizes": [1, 5, 6, 6, 6, 6, 6], "found": found, "asked": {}}
    settle(row, work)
    assert (row["found"], refuted(row)) == known
    assert is_exact(row) == (known == (90, 91))
    # The same work is not done again, and more work closes the bracket.
    number = len(asked)
    settle(row, work)
    assert len(asked) == number
    settle(row, 1000)
    assert (row["found"], refuted(row)) == (90, 91)


def test_the_second_program_is_read_proof_by_proof():
    assert verdicts("PROOF a\nVERIFIED\nPROOF b\nREFUSED\n", ["a", "b"]) == {"a": ["VERIFIED"], "b": ["REFUSED"]}
    assert verdicts("1 case\nVERIFIED\n", ["a"]) == {"a": ["1 case", "VERIFIED"]}


def test_neighbours_have_their_bound_and_without_a_cell_meet_it():
    dice = masks_of_row({"dice": ["A1 F6", "A2 B1", "A3 C1", "A4 B3", "C4 D1 E2", "D5 E1 F3", "E4 F2"]})
    tilings = roll_tilings(GENIUS_SQUARE)
    found = list(neighbours(dice))
    assert len(found) == len(set(found)) == 16 * 7
    for changed, most in found:
        cells = sum(map(int.bit_count, changed))
        assert cells in {15, 16}
        assert tilings.fewest(changed) <= most
        assert cells == 16 or tilings.fewest(changed) == most


def test_a_set_is_passed_on_until_nothing_improves(monkeypatch):
    first, moved, less, least, known = (
        (5, 5, 5, 5, 5, 5, 6),
        (4, 5, 5, 5, 5, 6, 6),
        (4, 5, 5, 5, 5, 5, 6),
        (3, 5, 5, 5, 5, 5, 6),
        (5,) * 7,
    )
    monkeypatch.setattr(asking, "asked_about", lambda: [first, moved, less, least, known])
    best = next(row for row in STORED["rows"] if row["sizes"] == list(first))
    much = {"sizes": list(known), "found": 10**6, "asked": {}}
    rows: dict[tuple[int, ...], asking.Row] = {first: dict(best), known: dict(much)}
    passed_on(rows)
    assert rows[first] == best
    assert rows[known] == much
    assert rows[least]["found"] >= rows[less]["found"] >= max(best["found"], rows[moved]["found"])
    tilings = roll_tilings(GENIUS_SQUARE)
    assert all(tilings.fewest(masks_of_row(row)) == row["found"] for row in rows.values() if "dice" in row)


def test_the_page_follows_from_the_stored_rows():
    page = (RESULTS / "tradeoff" / "result.md").read_text(encoding="utf-8")
    assert page == page_of(STORED).rstrip("\n") + "\n"
    assert all(row["found"] < (refuted(row) or math.inf) for row in STORED["rows"])
    trades = best_trades(STORED["rows"])
    for more, fewer in pairwise(trades):
        assert math.prod(more["sizes"]) > math.prod(fewer["sizes"])
        assert more["found"] < fewer["found"]


def test_every_stored_set_has_the_tilings_that_its_row_tells():
    tilings = roll_tilings(GENIUS_SQUARE)
    for row in STORED["rows"]:
        masks = [sum(1 << 6 * (ord(cell[0]) - 65) + int(cell[1]) - 1 for cell in die.split()) for die in row["dice"]]
        assert reduce(or_, masks).bit_count() == sum(row["sizes"])
        assert sorted(map(int.bit_count, masks)) == row["sizes"]
        assert tilings.fewest(masks) == row["found"]
