"""Count the tilings of every date for all sets of pieces of several families, and find the most even sets."""

from __future__ import annotations

import hashlib
import sys
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from dicelab.errors import DONE, FALSE
from experiments.calendars.calendars import dates, in_a_year
from experiments.calendars.piece_sets import Counts, Family, count_all
from experiments.recording import Recording, page, table
from solver.exact_cover.batches import BatchSolver
from solver.polyform import Piece, Puzzle, free_polyominoes

TROMINOES, TETROMINOES, PENTOMINOES, HEXOMINOES = map(free_polyominoes, (3, 4, 5, 6))

FAMILIES: dict[str, tuple[str, str, Family]] = {
    "hexomino": ("calendar", "7 pentominoes, 1 hexomino", Family(((PENTOMINOES, 7), (HEXOMINOES, 1)))),
    "tetrominoes": ("calendar", "5 pentominoes, 4 tetrominoes", Family(((PENTOMINOES, 5), (TETROMINOES, 4)))),
    "trominoes": ("calendar", "7 pentominoes, both trominoes", Family(((PENTOMINOES, 7), (TROMINOES, 2)))),
}
"""The calendar, and the sets that are counted for it: no piece twice."""

SAMPLE = 8
"""Sets of each family whose dates are counted again, one set at a time."""

SEED = 1


@dataclass(frozen=True)
class Counted:
    """The tilings of every date, for all sets of a family."""

    calendar: Puzzle
    family: Family
    counts: Counts

    @cached_property
    def always(self) -> NDArray[np.intp]:
        """The sets that solve every date."""
        return np.flatnonzero((self.counts > 0).all(axis=1))

    @cached_property
    def measures(self) -> dict[str, NDArray[np.float64]]:
        """How even the tilings of the dates are, of each set that solves all; less is more even."""
        tilings = self.counts[self.always].astype(np.float64)
        shares = tilings / tilings.sum(axis=1, keepdims=True)
        spread = np.exp(-(shares * np.log(shares)).sum(axis=1)) / tilings.shape[1]
        return {
            "deviation / mean": tilings.std(axis=1) / tilings.mean(axis=1),
            "most / fewest": tilings.max(axis=1) / tilings.min(axis=1),
            "entropy": 1 - spread,
            "fewest": -tilings.min(axis=1),
        }

    def name(self, place: int) -> str:
        """Return the pieces of a set, the small ones first by their letters."""
        names = (piece.name for piece in self.family.sets[place])
        return " ".join(sorted(names, key=lambda name: (name[:1] in "#.", name)))

    def figures(self, place: int) -> dict[str, Any]:
        """Return what is to be known of a set that solves every date."""
        here = int(np.flatnonzero(self.always == place)[0])
        tilings = self.counts[place]
        return {
            "pieces": self.name(place),
            "fewest": int(tilings.min()),
            "most": int(tilings.max()),
            "mean": float(tilings.mean()),
            "deviation_by_mean": float(self.measures["deviation / mean"][here]),
            "most_by_fewest": float(self.measures["most / fewest"][here]),
            "even_share": 1 - float(self.measures["entropy"][here]),
        }

    def best(self, measure: str) -> int:
        """Return the most even set by a measure."""
        return int(self.always[int(np.argmin(self.measures[measure]))])

    def uses(self) -> dict[str, int]:
        """Return how many of the sets that solve every date have each piece."""
        found = {piece.name: 0 for piece in self.family.kinds}
        for place in self.always.tolist():
            for piece in self.family.sets[place]:
                found[piece.name] += 1
        return dict(sorted(found.items(), key=lambda item: -item[1]))

    def agrees(self) -> bool:
        """Whether the bitmask search, one set and one date after another, counts the same for some of the sets."""
        random = np.random.default_rng(SEED)
        chosen = {*random.choice(len(self.family), SAMPLE, replace=False).tolist()}
        chosen |= {self.best(measure) for measure in self.measures}
        return all(bool((one_by_one(self.calendar, self.family.sets[n]) == self.counts[n]).all()) for n in chosen)

    def csv(self) -> str:
        """Return the sets that solve every date, the most even first."""
        rows = sorted((self.figures(place) for place in self.always.tolist()), key=lambda one: one["deviation_by_mean"])
        lines = (
            f"{one['pieces']},{one['fewest']},{one['most']},{one['mean']:.2f},{one['deviation_by_mean']:.5f},"
            f"{one['even_share']:.5f}"
            for one in rows
        )
        return "\n".join(["pieces,fewest,most,mean,deviation_by_mean,even_share", *lines, ""])


def one_by_one(calendar: Puzzle, pieces: tuple[Piece, ...]) -> NDArray[np.uint64]:
    """Count the tilings of every date with these pieces by the search for one puzzle."""
    puzzle = Puzzle(calendar.grid, pieces, calendar.blockers, regions=calendar.regions)
    return BatchSolver(puzzle.problem, len(pieces)).counts(dates(puzzle))


def counted(key: str, kept: Path | None) -> Counted:
    """Count, or take the counts that are kept."""
    name, _, family = FAMILIES[key]
    calendar = Puzzle.parse(name)
    path = kept / f"{key}.npy" if kept else None
    if path and path.exists():
        return Counted(calendar, family, np.load(path))
    counts = count_all(calendar, family, report=lambda line: print(f"{key}, {line}", file=sys.stderr))
    if path:
        path.parent.mkdir(parents=True, exist_ok=True)
        np.save(path, counts)
    return Counted(calendar, family, counts)


@click.command()
@click.option("--kept", type=click.Path(path_type=Path), help="Folder of counts that are there, or are to be kept.")
def main(kept: Path | None) -> None:
    recording = Recording("calendars/pieces", "python -m experiments.calendars.pieces", SEED)
    result: dict[str, Any] = {}
    rows, best = [], []
    for key, (calendar, about, family) in FAMILIES.items():
        one = counted(key, kept)
        winners = {measure: one.figures(one.best(measure)) for measure in one.measures}
        result[key] = {
            "calendar": calendar,
            "family": about,
            "sets": len(family),
            "dates": one.counts.shape[1],
            "solve_every_date": len(one.always),
            "solve_every_date_of_a_year": int((one.counts[:, in_a_year(one.calendar)] > 0).all(axis=1).sum()),
            "tilings": int(one.counts.sum(dtype=np.uint64)),
            "sha256_of_counts": hashlib.sha256(one.counts.astype("<u4").tobytes()).hexdigest(),
            "best": winners,
            "sets_with_piece": one.uses(),
            "counts_one_by_one_agree": one.agrees(),
        }
        recording.write(f"{key}.csv", one.csv())
        figures = (result[key][name] for name in ("sets", "solve_every_date", "solve_every_date_of_a_year", "tilings"))
        rows.append((about, f"`{calendar}`", *figures))
        best += [(about, measure, *_shown(figures)) for measure, figures in winners.items()]
    agree = all(one["counts_one_by_one_agree"] for one in result.values())
    text = page(
        __file__,
        "pieces.txt",
        families=table(
            ("pieces", "calendar", "sets", "solve every date", "every date of a year", "tilings of all sets and dates"),
            rows,
            2,
        ),
        best=table(
            ("pieces", "by", "set", "fewest", "most", "mean", "deviation / mean", "most / fewest", "entropy"), best, 3
        ),
        uses=[f"- {FAMILIES[key][1]}: {_uses(one['sets_with_piece'])}" for key, one in result.items()],
        sample=SAMPLE,
        agree="agree" if agree else "DIFFER",
    )
    recording.publish("dicelab/calendar-pieces/1", {"families": result}, text)
    sys.exit(DONE if agree else FALSE)


def _shown(one: dict[str, Any]) -> tuple[object, ...]:
    return (
        f"`{one['pieces']}`",
        one["fewest"],
        one["most"],
        f"{one['mean']:,.1f}",
        f"{one['deviation_by_mean']:.4f}",
        f"{one['most_by_fewest']:.2f}",
        f"{one['even_share']:.4f}",
    )


def _uses(found: dict[str, int]) -> str:
    none = sum(number == 0 for number in found.values())
    shown = ", ".join(f"`{name}` {number:,}" for name, number in found.items() if number)
    return shown + (f"; {none} other pieces are in none" if none else "")


if __name__ == "__main__":
    main()
