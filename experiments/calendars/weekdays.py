"""Find all sets of pentominoes and tetrominoes that solve every date of the calendar with weekdays."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from dicelab.errors import DONE, FALSE
from experiments.calendars.calendars import dates
from experiments.calendars.piece_sets import Family
from experiments.recording import Recording, page, table
from solver.exact_cover import backend
from solver.exact_cover.batches import BatchSolver
from solver.polyform import Puzzle, free_polyominoes

CALENDAR = Puzzle.parse("calendar-weekdays")
FAMILY = Family(((free_polyominoes(5), 7), (free_polyominoes(4), 3)))
"""The only family: 47 cells are five times the pentominoes and four times the tetrominoes, of which there are five."""

BATCHES = (4, 28, 124, 500, CALENDAR.allowed_boards)
"""So many dates are asked about at a time; most sets fail at one of the first."""

SAMPLE, SEED = 20, 1
"""Sets whose unsolvable date dancing links searches too."""

UNKNOWN, SOLVES_ALL = -2, -1

Answers = NDArray[np.int64]


def puzzle_of(place: int) -> Puzzle:
    """Return the calendar with the pieces of a set."""
    return Puzzle(CALENDAR.grid, FAMILY.sets[place], CALENDAR.blockers, regions=CALENDAR.regions)


def unsolvable_date(place: int, boards: NDArray[np.uint64], order: NDArray[np.intp]) -> int:
    """Return a date that a set does not solve, or ``SOLVES_ALL``; dates are tried in order."""
    puzzle = puzzle_of(place)
    solver = BatchSolver(puzzle.problem, len(puzzle.pieces))
    start = 0
    for size in BATCHES:
        part = order[start : start + size]
        missing = part[solver.first_solutions(boards[part])[:, 0] < 0]
        if len(missing):
            return int(missing[0])
        start += size
    return SOLVES_ALL


def search(answers: Answers, kept: Path | None) -> None:
    """Fill in what is unknown: for each set a date that it does not solve, or that it solves all."""
    boards = dates(CALENDAR)
    failed = np.bincount(answers[answers >= 0], minlength=len(boards))
    for number, place in enumerate(np.flatnonzero(answers == UNKNOWN).tolist(), start=1):
        answers[place] = unsolvable_date(place, boards, np.argsort(-failed, kind="stable"))
        if answers[place] >= 0:
            failed[answers[place]] += 1
        if kept and number % 100 == 0:
            np.save(kept, answers)
            print(f"{(answers != UNKNOWN).sum():,} of {len(answers):,} sets", file=sys.stderr)
    if kept:
        np.save(kept, answers)


def confirmed(answers: Answers) -> bool:
    """Whether dancing links finds no tiling of the date that some sets do not solve."""
    boards = dates(CALENDAR)
    failing = np.flatnonzero(answers >= 0)
    chosen = np.random.default_rng(SEED).choice(failing, min(SAMPLE, len(failing)), replace=False)
    problems = (puzzle_of(n).board_problem(int(boards[answers[n]]))[0] for n in chosen.tolist())
    return all(backend("dancing-links").solve(problem).solution is None for problem in problems)


@click.command()
@click.option("--kept", type=click.Path(path_type=Path), help="File of answers that are there, or are to be kept.")
def main(kept: Path | None) -> None:
    answers = np.load(kept) if kept and kept.exists() else np.full(len(FAMILY), UNKNOWN, np.int64)
    search(answers, kept)
    solving = np.flatnonzero(answers == SOLVES_ALL).tolist()
    uses: dict[str, int] = {piece.name: sum(piece in FAMILY.sets[n] for n in solving) for piece in FAMILY.kinds}
    agrees = confirmed(answers)
    result: dict[str, Any] = {
        "puzzle": CALENDAR.format(),
        "dates": CALENDAR.allowed_boards,
        "sets": len(FAMILY),
        "solve_every_date": len(solving),
        "sets_with_piece": uses,
        "confirmed_by_dancing_links": agrees,
    }
    recording = Recording("calendars/weekdays", "python -m experiments.calendars.weekdays", SEED)
    names = (" ".join(piece.name for piece in FAMILY.sets[n]) for n in solving)
    recording.write("sets.txt", "\n".join([*names, ""]))
    text = page(
        __file__,
        "weekdays.txt",
        sets=len(FAMILY),
        solving=len(solving),
        dates=CALENDAR.allowed_boards,
        uses=table(
            ("piece", "sets with it"), ((name, uses[name]) for name in sorted(uses, key=lambda name: -uses[name]))
        ),
        sample=SAMPLE,
        agrees="agrees" if agrees else "DIFFERS",
    )
    recording.publish("dicelab/calendar-weekdays/1", result, text)
    sys.exit(DONE if agrees else FALSE)


if __name__ == "__main__":
    main()
