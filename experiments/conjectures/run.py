"""Test Jensen and Treneer's Conjectures 7.5 and 7.6 exactly, far beyond their tables, and look at odd boards."""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import click

from dicelab.reproduce.partitions import grids, reduced_sizes, theorem_of
from dicelab.reproduce.ratios import even_rectangle, even_square, orbits
from experiments.recording import Recording, latest, page, table
from solver.runs.manifest import read_manifest

BITS = 192
"""Ratios are compared by this many binary places first; where those are equal, by multiplying crosswise."""

Item = TypeVar("Item")

SHAPES = {"4.3": "odd squares", "4.7": "other odd×odd", "4.9": "odd×even", "4.11": "single rows"}


@dataclass(frozen=True, slots=True)
class Ratio:
    """R(m,n;r), boards of the reduced set for each orbit; never rounded."""

    boards: int
    orbits: int
    places: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "places", (self.boards << BITS) // self.orbits)

    def above(self, other: Ratio) -> int:
        """Return 1 where this ratio is greater than the other, 0 where they are equal, -1 where it is less."""
        if self.places != other.places:
            return 1 if self.places > other.places else -1
        difference = self.boards * other.orbits - other.boards * self.orbits
        return (difference > 0) - (difference < 0)

    def __float__(self) -> float:
        return self.places / 2**BITS


@dataclass(slots=True)
class Board:
    """What is found on one board: the numbers of blockers r where something does not go down as conjectured."""

    maximum: Ratio
    at: list[int]
    rising: list[int] = field(default_factory=list)
    level: list[int] = field(default_factory=list)
    at_least_two: list[int] = field(default_factory=list)
    rises_from_0: bool = False


def look(pairs: Iterable[tuple[int, int]], step: int, every: int = 1) -> Board:
    """Go through the ratios from r = 0 on.

    Parameters
    ----------
    pairs
        For r = 0, every, 2·every, ...
    step
        Ratios so many places apart are compared; ``rising`` and ``level`` name the r of the earlier one.
    """
    before: deque[Ratio] = deque(maxlen=step)
    found: Board | None = None
    for place, pair in enumerate(pairs):
        ratio, r = Ratio(*pair), place * every
        if r == 0:
            # One board, one orbit: R(m,n;0) = 1, the least value there is. What follows it is kept apart.
            before.append(ratio)
            continue
        if found is None:
            found = Board(ratio, [])
        if len(before) == step:
            earlier, fall = r - step * every, before[0].above(ratio)
            if earlier == 0:
                found.rises_from_0 = fall < 0
            elif fall <= 0:
                (found.rising if fall < 0 else found.level).append(earlier)
        if ratio.boards >= 2 * ratio.orbits:
            found.at_least_two.append(r)
        higher = ratio.above(found.maximum)
        if higher > 0:
            found.maximum, found.at = ratio, [r]
        elif higher == 0:
            found.at.append(r)
        before.append(ratio)
    if found is None:
        raise ValueError("a board has at least one cell")
    return found


def until(deadline: float, boards: Iterable[Item]) -> Iterator[Item]:
    """Go through boards one by one until the time is over; there is always a first."""
    for board in boards:
        yield board
        if time.monotonic() > deadline:
            return


def even_squares(most: int) -> Iterator[tuple[int, Board]]:
    """Yield what Conjecture 7.5 is about: the side, and its ratios four blockers apart."""
    return ((side, look(even_square(side), 4)) for side in range(2, most + 1, 2))


def even_rectangles(most: int) -> Iterator[tuple[int, Board]]:
    """Yield what Conjecture 7.6 is about: the cells of a quadrant, and the ratios two blockers apart."""
    return ((quadrant, look(even_rectangle(quadrant), 1, every=2)) for quadrant in range(2, most + 1))


def odd_boards(most: int) -> Iterator[tuple[int, int, Board]]:
    """Yield the boards of at least one odd side, by their cells, and the ratios two blockers apart."""
    for rows, columns in grids(most):
        if rows > columns or columns == 1 or (rows % 2 == 0 and columns % 2 == 0):
            continue
        sizes = reduced_sizes(rows, columns)
        pairs = ((sizes[r], orbits(rows, columns, r)) for r in range(rows * columns // 2 + 1))
        yield rows, columns, look(pairs, 2)


def summary(boards: dict[int, Board]) -> dict[str, Any]:
    return {
        "reached": max(boards),
        "not_rising_from_0": [n for n, board in boards.items() if not board.rises_from_0],
        "rising": {n: board.rising for n, board in boards.items() if board.rising},
        "level": {n: board.level for n, board in boards.items() if board.level},
        "maximum_not_at_2_alone": {n: board.at for n, board in boards.items() if board.at != [2]},
        "at_least_two_beyond_2_and_4": {
            n: others for n, board in boards.items() if (others := [r for r in board.at_least_two if r not in {2, 4}])
        },
        "greatest": max(float(board.maximum) for board in boards.values()),
        "maxima": {n: float(boards[n].maximum) for n in list(boards)[:5]},
    }


@click.command()
@click.option("--side", default=320, show_default=True, help="Largest side of the even squares.")
@click.option("--quadrant", default=5000, show_default=True, help="Largest quadrant of the even rectangles, in cells.")
@click.option("--odd-cells", default=400, show_default=True, help="Cells of the largest board with an odd side.")
@click.option("--seconds", default=3600.0, show_default=True, help="Stop after about so long, wherever that is.")
@click.option("--report", is_flag=True, help="Compute nothing: write the page again from the latest figures.")
def main(side: int, quadrant: int, odd_cells: int, seconds: float, *, report: bool) -> None:
    """Test the conjectures as far as the options say."""
    if report:
        write_again()
        return
    begin = time.monotonic()
    odd = list(until(begin + seconds / 6, odd_boards(odd_cells)))
    after_odd = time.monotonic()
    rectangles = dict(until(begin + seconds / 2, even_rectangles(quadrant)))
    after_rectangles = time.monotonic()
    squares = dict(until(begin + seconds, even_squares(side)))
    end = time.monotonic()
    result = {
        "conjecture_7_5": summary(squares),
        "conjecture_7_6": summary(rectangles),
        "odd_boards": {
            "complete_to_cells": odd_cells if after_odd < begin + seconds / 6 else odd[-1][0] * odd[-1][1] - 1,
            "boards": {name: sum(theorem_of(m, n) == shape for m, n, _ in odd) for shape, name in SHAPES.items()},
            "maximum_not_at_2_alone": {
                f"{m}x{n}": {"r": board.at, "ratio": float(board.maximum)} for m, n, board in odd if board.at != [2]
            },
            "decreasing_two_apart_from_2": {
                name: sum(
                    theorem_of(m, n) == shape and not any(r > 1 for r in board.rising + board.level)
                    for m, n, board in odd
                )
                for shape, name in SHAPES.items()
            },
        },
        "seconds": {
            "odd_boards": round(after_odd - begin, 1),
            "even_rectangles": round(after_rectangles - after_odd, 1),
            "even_squares": round(end - after_rectangles, 1),
        },
    }
    command = f"python -m experiments.conjectures.run --side {side} --quadrant {quadrant} --odd-cells {odd_cells}"
    recording = Recording("conjectures", command)
    recording.publish("dicelab/conjectures/1", result, text_of(result))


def write_again() -> None:
    """Write the page from the figures of the latest run, under the command of that run."""
    folder = latest("conjectures")
    result = figures(folder / "result.json")
    recording = Recording("conjectures", read_manifest(folder / "manifest.json").command)
    recording.publish(result.pop("schema"), result, text_of(result))


def figures(path: Path) -> dict[str, Any]:
    """Read the figures of a run."""
    result: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=_with_numbers)
    return result


def _with_numbers(pairs: list[tuple[str, Any]]) -> dict[Any, Any]:
    """Return an object of JSON; names that are numbers become numbers again."""
    return {int(name) if name.isdigit() else name: value for name, value in pairs}


def text_of(result: dict[str, Any]) -> str:
    squares, rectangles, odd = result["conjecture_7_5"], result["conjecture_7_6"], result["odd_boards"]
    low = [n for n in squares["rising"] if n >= 8] + [n for n in squares["level"] if n >= 8]
    high = [n for n in squares["maximum_not_at_2_alone"] if n >= 8]
    return page(
        __file__,
        "page.txt",
        squares=squares,
        rectangles=rectangles,
        odd=odd,
        but_squares=_but(squares, "side"),
        but_rectangles=_but(rectangles, "quadrant"),
        low=_list(low),
        high=_list(high),
        small_rising=_places(squares, "rising", "level", below=8),
        small_maximum=_places(squares, "maximum_not_at_2_alone", below=8),
        at_least_two=_places(squares, "at_least_two_beyond_2_and_4"),
        most_cells=4 * rectangles["reached"],
        rising=_places(rectangles, "rising", "level", times=4),
        maximum=_places(rectangles, "maximum_not_at_2_alone", times=4),
        odd_boards=table(
            ("boards", "how many", "of them R(r+2) < R(r) from r = 2 to half the cells"),
            ((name, many, odd["decreasing_two_apart_from_2"][name]) for name, many in odd["boards"].items()),
        ),
        exceptions=[
            f"- {board}: {found['ratio']:.4f} at r = {_list(found['r'])}"
            for board, found in odd["maximum_not_at_2_alone"].items()
        ],
    )


def _list(values: list[int]) -> str:
    return ", ".join(map(str, values)) if values else "none"


def _but(result: dict[str, Any], what: str) -> str:
    exceptions = result["not_rising_from_0"]
    return f" but of {what} {_list(exceptions)}" if exceptions else ""


def _places(result: dict[str, Any], *names: str, below: int | None = None, times: int = 1) -> str:
    found = [(times * n, r) for name in names for n, r in result[name].items() if below is None or n < below]
    return "; ".join(f"{n} ({_list(r)})" for n, r in sorted(found)) if found else "none"


if __name__ == "__main__":
    main()
