"""What was found out about the programs of Caviness (2014), in words and tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import astuple, dataclass
from itertools import chain

from experiments.domino.claims import Comparison
from experiments.domino.random_grids import PROGRAMS, Kind, Mended, Tally
from experiments.recording import page, table
from solver.polyform import SquareGrid


@dataclass(frozen=True, slots=True)
class Results:
    """What was found; the boards, and what was tried on them, by order."""

    comparisons: list[Comparison]
    boards: dict[int, list[SquareGrid]]
    mended: dict[int, Mended]
    printed: dict[str, Tally]
    """The printed programs on random grids of the same boards."""
    small: Tally
    exhaustive: dict[str, Tally]
    """On all grids of the smallest boards, and of some rectangles."""
    passes: dict[str, dict[str, float]]
    puzzles: dict[str, list[tuple[int, float]]]
    """Moves, passes sorted and passes unsorted of the paper's puzzles, each with milliseconds."""


@dataclass(frozen=True, slots=True)
class Example:
    """A grid of which a program says something wrong, or nothing (``said`` is ``None``)."""

    program: str
    error: Kind
    grid: str
    said: int | None
    false: int
    true: int
    mended: int


def report(results: Results) -> str:
    """Return what is printed beside ours, the mended method, the printed ones, and the costs as Markdown."""
    agrees = {True: "yes", False: "**no**", None: "–"}
    columns = ("grids", "solvable", "solutions", "false", "wrong sets", "compared sets", "different", "moves")
    costs = ("grids", "moves, human", "passes, sorted", "passes, unsorted", "fewer passes when sorted")
    return page(
        __file__,
        "paper.txt",
        comparisons=table(
            ("section", "claim", "printed", "computed", "agrees", "remark"),
            ((c.section, c.claim, c.printed, c.computed, agrees[c.agrees], c.remark) for c in results.comparisons),
            left=6,
        ),
        mended=table(("order", *columns), ((str(order), *astuple(one)) for order, one in results.mended.items())),
        boards="\n\n".join(
            f"Boards of order {order}: {', '.join(board.format() for board in shapes)}."
            for order, shapes in results.boards.items()
        ),
        printed=_tallies(results.printed),
        passes=table(
            ("", *costs),
            (
                (
                    *(where, f"{one['grids']:.0f}", f"{one['moves']:,.1f}", f"{one['passes sorted']:,.1f}"),
                    *(f"{one['passes unsorted']:,.1f}", f"{one['fewer sorted']:.0%}"),
                )
                for where, one in results.passes.items()
            ),
        ),
        puzzles=table(
            ("puzzle", "moves", "ms", "passes, sorted", "ms", "passes, unsorted", "ms"),
            (
                (name, *chain.from_iterable((number, f"{time:.2f}") for number, time in one))
                for name, one in results.puzzles.items()
            ),
        ),
    )


def errors(results: Results) -> str:
    return page(
        __file__,
        "errors.txt",
        examples=table(
            ("program", "error", "grid", "says", "of them false", "true", "mended"),
            ((one.program, one.error, f"`{one.grid}`", *_said(one), one.true, one.mended) for one in examples(results)),
            left=3,
        ),
        rectangles=_tallies(results.exhaustive),
    )


def examples(results: Results) -> Iterator[Example]:
    """Yield the smallest example of each error, and the smallest on a rectangle without holes where that is another."""
    tallies = (results.small, *results.exhaustive.values())
    for program in PROGRAMS:
        for kind in Kind:
            found = [tally.first[program, kind] for tally in tallies if (program, kind) in tally.first]
            whole = [entry for entry in found if not entry[0].board.holes]
            for grid, verdict in dict.fromkeys((*found[:1], *whole[:1])) if kind is not Kind.RIGHT else ():
                mended = grid.count("human").solutions
                yield Example(program, kind, grid.format(), verdict.said, verdict.false, verdict.true, mended)


def _said(one: Example) -> tuple[object, object]:
    return ("–", "–") if one.said is None else (one.said, one.false)


def _tallies(tallies: dict[str, Tally]) -> list[str]:
    rows = (
        (where, name, *(counts[kind] for kind in Kind))
        for where, tally in tallies.items()
        for name, counts in tally.kinds.items()
    )
    return table(("", "program", *Kind), rows, left=2)
