"""Count the tilings of every date of the calendars, and of every other choice of as many cells."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from dicelab.errors import DONE, FALSE
from experiments.calendars.calendars import dates, in_a_year
from experiments.calendars.pictures import dates_svg
from experiments.calendars.piece_sets import Family, count_all
from experiments.recording import Recording, page, table
from solver.census import board_masks, distribution, grand_total
from solver.exact_cover import backend
from solver.exact_cover.batches import BatchSolver
from solver.polyform import Grid, Puzzle

CALENDARS = ("calendar", "calendar#with-t", "calendar#even", "calendar-weekdays")
SHOWN = 5
"""Hardest and easiest dates that the page shows."""

SAMPLE = 3
"""Dates of each calendar that dancing links counts too: the hardest, the easiest and one between."""

EVERY = 50
"""Of the dates with weekdays each fiftieth is counted by the search too."""


class Calendar:
    """The tilings of a calendar's dates, and of all boards with as many blockers."""

    def __init__(self, name: str) -> None:
        self.name, self.puzzle = name, Puzzle.parse(name)
        solver = BatchSolver(self.puzzle.problem, len(self.puzzle.pieces))
        self._solver, self.dates = solver, dates(self.puzzle)
        self.boards = board_masks(0, self.puzzle.boards, len(self.puzzle.grid), self.puzzle.blockers)
        self.total: tuple[int, int] | None = None
        """The tilings of all boards: their sum, and what the profile program counts."""
        self.has_few = self.puzzle.blockers < 3
        solver.counts(self.dates[:1])
        begin = time.perf_counter()
        if self.has_few:
            self.tilings = solver.counts(self.dates)
            self.seconds = time.perf_counter() - begin
            counts = solver.counts(self.boards)
            self.solvable = counts > 0
            self.total = int(counts.sum(dtype=np.uint64)), grand_total(self.puzzle.unrestricted)
        else:
            family = Family(tuple(((piece,), 1) for piece in self.puzzle.pieces))
            self.tilings = count_all(self.puzzle, family)[0].astype(np.uint64)
            self.seconds = time.perf_counter() - begin
            self.solvable = solver.first_solutions(self.boards)[:, 0] >= 0
        self.order = np.argsort(self.tilings, kind="stable")

    def label(self, mask: int) -> str:
        """Return the labels of a board's blockers."""
        return self.puzzle.grid.labels(int(mask))

    def agrees(self) -> bool:
        """Whether other programs count the same.

        For months and days the profile program, all boards together, and dancing links, a few dates; with weekdays the
        bitmask search, some of the dates.
        """
        if not self.has_few:
            places = self.order[::EVERY]
            return bool((self._solver.counts(self.dates[places]) == self.tilings[places]).all())
        places = self.order[:: (len(self.order) - 1) // (SAMPLE - 1)]
        return (self.total is None or self.total[0] == self.total[1]) and all(
            backend("dancing-links").count(self.puzzle.board_problem(int(self.dates[n]))[0]).solutions
            == int(self.tilings[n])
            for n in places
        )

    @property
    def impossible(self) -> list[str]:
        """The boards without a tiling, dates or not."""
        return [self.label(mask) for mask in self.boards[~self.solvable].tolist()]

    def cuts_off(self) -> int:
        """Return how many boards without a tiling have a cell with a blocker on every side."""
        near = [np.uint64(mask) for mask in self.puzzle.grid.neighbour_masks]
        boards = self.boards[~self.solvable]
        alone = np.zeros(len(boards), np.bool_)
        for cell, mask in enumerate(near):
            alone |= ((boards & mask) == mask) & (boards >> np.uint64(cell) & np.uint64(1) == 0)
        return int(alone.sum())

    def listed(self, places: Sequence[int]) -> list[dict[str, Any]]:
        """Return dates with their tilings."""
        return [{"date": self.label(self.dates[n]), "tilings": int(self.tilings[n])} for n in places]

    def figures(self) -> dict[str, Any]:
        """Return all that the results say of the calendar."""
        real = in_a_year(self.puzzle)
        every, year = distribution(self.tilings), distribution(self.tilings[real])
        return {
            "puzzle": self.puzzle.format(),
            "dates": every.total,
            "solvable": every.total - every.weight(0, 1),
            "dates_in_a_year": year.total,
            "solvable_in_a_year": year.total - year.weight(0, 1),
            "tilings_of_all_dates": every.sum,
            "fewest": every.least,
            "median": every.quantile(0.5),
            "mean": every.mean,
            "most": every.most,
            "deviation_by_mean": every.variation,
            "fewest_in_a_year": year.least,
            "most_in_a_year": year.most,
            "hardest": self.listed(self.order[:SHOWN].tolist()),
            "easiest": self.listed(self.order[::-1][:SHOWN].tolist()),
            "boards": len(self.boards),
            "boards_without_a_tiling": len(self.impossible),
            "of_these_with_a_cell_cut_off": self.cuts_off(),
            "tilings_of_all_boards": self.total and self.total[0],
            "tilings_of_all_boards_by_the_profile_program": self.total and self.total[1],
            "all_counts_agree": self.agrees(),
        }

    def csv(self) -> str:
        """Return the tilings of every date."""
        grid, regions = self.puzzle.grid, self.puzzle.regions
        rows = [
            ",".join([*(grid.labels(int(mask) & region) for region in regions), str(tilings)])
            for mask, tilings in zip(self.dates.tolist(), self.tilings.tolist(), strict=True)
        ]
        head = ",".join([*("month", "day", "weekday")[: len(regions)], "tilings"])
        return "\n".join([head, *rows, ""])

    def picture(self) -> str:
        """Draw the tilings of each month and day; with weekdays, the fewest of the seven."""
        grid = self.puzzle.grid
        months, days = (list(map(grid.label, Grid.cells(region))) for region in self.puzzle.regions[:2])
        shown = self.tilings.reshape(len(months), len(days), -1).min(axis=2)
        of = "the weekday with the fewest" if len(self.puzzle.regions) > 2 else "each date"
        return dates_svg(shown.tolist(), months, days, f"{self.name}: tilings of {of}")


def main() -> None:
    calendars = [Calendar(name) for name in CALENDARS]
    found = {one.name: one.figures() for one in calendars}
    recording = Recording("calendars/dates", "python -m experiments.calendars.run")
    for one in calendars:
        recording.write(f"{_file(one.name)}.csv", one.csv())
        recording.write(f"{_file(one.name)}.svg", one.picture())
        recording.write(f"{_file(one.name)}-impossible.txt", "\n".join([*one.impossible, ""]))
        print(f"{one.name}: all dates counted in {one.seconds:.2f} s", file=sys.stderr)
    rows = [(name, *(_shown(value) for value in _columns(figures))) for name, figures in found.items()]
    lines = list(zip(("", *NAMES), *rows, strict=True))
    text = page(
        __file__,
        "page.txt",
        figures=table([str(cell) for cell in lines[0]], lines[1:]),
        dates=[_dates(name, figures) for name, figures in found.items()],
        agree="agree" if all(one["all_counts_agree"] for one in found.values()) else "DIFFER",
        pairs=", ".join(calendars[0].impossible),
        other_pairs=", ".join(calendars[1].impossible),
        pictures=[f"![{name}]({_file(name)}.svg)\n" for name in found],
    )
    recording.publish("dicelab/calendar-dates/1", {"calendars": found}, text)
    sys.exit(DONE if all(one["all_counts_agree"] for one in found.values()) else FALSE)


NAMES = (
    "dates",
    "of these in a year",
    "solvable",
    "fewest tilings",
    "median",
    "mean",
    "most",
    "deviation / mean",
    "most / fewest",
    "tilings of all dates",
    "choices of as many cells",
    "of these without a tiling",
    "of these with a cell cut off",
    "tilings of all choices",
)


def _columns(one: dict[str, Any]) -> list[object]:
    return [
        one["dates"],
        one["dates_in_a_year"],
        one["solvable"],
        one["fewest"],
        one["median"],
        f"{one['mean']:,.1f}",
        one["most"],
        f"{one['deviation_by_mean']:.3f}",
        f"{one['most'] / one['fewest']:.1f}" if one["fewest"] else "-",
        one["tilings_of_all_dates"],
        one["boards"],
        one["boards_without_a_tiling"],
        one["of_these_with_a_cell_cut_off"],
        one["tilings_of_all_boards"] or "-",
    ]


def _shown(value: object) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value)


def _dates(name: str, one: dict[str, Any]) -> str:
    hardest, easiest = (
        ", ".join(f"{d['date']} ({d['tilings']:,})" for d in one[key]) for key in ("hardest", "easiest")
    )
    return f"- `{name}`: hardest {hardest}; easiest {easiest}."


def _file(name: str) -> str:
    return name.replace("#", "-")


if __name__ == "__main__":
    main()
