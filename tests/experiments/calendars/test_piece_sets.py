"""Tilings of every date for all sets of a family at once, against the search for one set."""

import csv
import json

import numpy as np
import pytest

from experiments.calendars.calendars import dates, in_a_year
from experiments.calendars.piece_sets import Family, count_all
from experiments.calendars.pieces import one_by_one
from experiments.calendars.weekdays import CALENDAR
from experiments.recording import RESULTS
from solver.polyform import Piece, Puzzle, free_polyominoes

LETTERS = tuple(map(Piece.parse, ("T4", "L4", "S4", "P5", "L5")))
SMALL = Puzzle.parse("4x5=A,B,C,D,1..16/2:T4,L4,P5,L5;regions=1-4,5-20")
"""A small calendar: four months in the first row, sixteen days."""

THREE = Puzzle.parse("5x5=A,B,C,D,E,1..15,V,W,X,Y,Z/3:T4,L4,S4,P5,L5;regions=1-5,6-20,21-25")
"""The same with weekdays in the last row."""


@pytest.mark.parametrize("stop", [4, 7, 10])
def test_halves_count_what_the_search_for_one_set_counts(stop):
    family = Family(((LETTERS[:3], 2), (free_polyominoes(5)[:6], 2)))
    counts = count_all(SMALL, family, stop)
    assert counts.shape == (3 * 15, 4 * 16)
    assert counts.any()
    for pieces, row in zip(family.sets, counts, strict=True):
        assert (row == one_by_one(SMALL, pieces)).all()


@pytest.mark.parametrize("stop", [5, 9, 13])
def test_each_region_of_three_has_its_blocker(stop):
    family = Family(((LETTERS[:3], 3), (free_polyominoes(5)[6:], 2)))
    counts = count_all(THREE, family, stop)
    assert counts.any()
    for pieces, row in zip(family.sets, counts, strict=True):
        assert (row == one_by_one(THREE, pieces)).all()


def test_one_hexomino_is_taken_from_many():
    puzzle = Puzzle.parse("4x4=A,B,C,D,1..12/2:L4,T4,6*I1;regions=1-4,5-16")
    family = Family(((LETTERS[:3], 2), (free_polyominoes(6), 1)))
    counts = count_all(puzzle, family, 6)
    assert len(family) == len(family.sets) == 3 * 35
    assert counts.any()
    for pieces, row in zip(family.sets, counts, strict=True):
        if row.any() or pieces[-1].name == "###/###":
            assert (row == one_by_one(puzzle, pieces)).all()


def test_a_year_has_366_of_the_372_dates():
    puzzle = Puzzle.parse("calendar")
    real = in_a_year(puzzle)
    assert (len(real), real.sum()) == (372, 366)
    missing = [puzzle.grid.labels(mask) for mask in dates(puzzle)[~real].tolist()]
    assert missing == ["FEB 30", "FEB 31", "APR 31", "JUN 31", "SEP 31", "NOV 31"]
    assert in_a_year(Puzzle.parse("calendar-weekdays")).sum() == 366 * 7


def test_the_stored_tilings_are_those_of_the_page():
    folder = RESULTS / "calendars" / "dates"
    found = json.loads((folder / "result.json").read_text(encoding="utf-8"))["calendars"]
    for name, one in found.items():
        with (folder / f"{name.replace('#', '-')}.csv").open(encoding="utf-8") as file:
            tilings = np.array([int(row["tilings"]) for row in csv.DictReader(file)])
        assert (len(tilings), int(tilings.sum())) == (one["dates"], one["tilings_of_all_dates"])
        assert (int(tilings.min()), int(tilings.max())) == (one["fewest"], one["most"])


def test_the_even_calendar_is_the_most_even_set_of_its_family():
    folder = RESULTS / "calendars" / "pieces"
    best = json.loads((folder / "result.json").read_text(encoding="utf-8"))["families"]["hexomino"]["best"]
    pieces = {Piece.parse(name) for name in best["deviation / mean"]["pieces"].split()}
    assert pieces == set(Puzzle.parse("calendar#even").pieces)
    assert best["deviation / mean"] == best["most / fewest"] == best["entropy"]


def test_the_sets_for_weekdays_are_counted_and_have_that_of_the_catalogue():
    folder = RESULTS / "calendars" / "weekdays"
    found = json.loads((folder / "result.json").read_text(encoding="utf-8"))
    names = (folder / "sets.txt").read_text(encoding="utf-8").splitlines()
    assert len(set(names)) == found["solve_every_date"]
    assert " ".join(piece.name for piece in CALENDAR.pieces) in {_as_in_the_catalogue(name) for name in names}


def _as_in_the_catalogue(name):
    pieces = set(map(Piece.parse, name.split()))
    return " ".join(piece.name for piece in CALENDAR.pieces if piece in pieces)
