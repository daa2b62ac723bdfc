"""What was found out about the programs of Caviness (2014), in words and tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from experiments.domino.claims import Comparison
from experiments.domino.random_grids import PROGRAMS, Kind, Mended, Tally
from solver.polyform import SquareGrid


@dataclass(frozen=True, slots=True)
class Results:
    """What was found.

    Parameters
    ----------
    comparisons
        What is printed beside ours.
    boards
        Of each order.
    mended
        The mended human method on random grids of each order.
    printed
        The printed programs on random grids of the same boards.
    small, exhaustive
        The printed programs on all grids of the smallest boards, and of some rectangles.
    passes
        What the methods cost on random grids.
    puzzles
        What they cost on the paper's puzzles: moves, passes sorted and passes unsorted, each with milliseconds.
    """

    comparisons: list[Comparison]
    boards: dict[int, list[SquareGrid]]
    mended: dict[int, Mended]
    printed: dict[str, Tally]
    small: Tally
    exhaustive: dict[str, Tally]
    passes: dict[str, dict[str, float]]
    puzzles: dict[str, list[tuple[int, float]]]


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
    lines = [
        "# Caviness (2014): what is printed, and what is true",
        "",
        *_comparisons(results.comparisons),
        *_mended(results.mended, results.boards),
        *_tallies("## The printed programs on random grids of the same boards", results.printed),
        *_costs(results),
    ]
    return "\n".join(lines)


def errors(results: Results) -> str:
    """Return where the printed programs go wrong as Markdown."""
    lines = [
        Path(__file__).with_name("errors.md").read_text(encoding="utf-8"),
        *_examples(list(examples(results))),
        *_tallies("## Every grid of some rectangles", results.exhaustive),
    ]
    return "\n".join(lines)


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


def _comparisons(comparisons: list[Comparison]) -> Iterator[str]:
    said = {True: "yes", False: "**no**", None: "–"}
    yield "## The lists, the trace, and the ways to read `solvePuzzle`"
    yield ""
    yield "The other figures of the paper are claims of `dicelab reproduce`."
    yield ""
    yield "| section | claim | printed | computed | agrees | remark |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for line in comparisons:
        agrees = said[line.agrees]
        yield f"| {line.section} | {line.claim} | {line.printed} | {line.computed} | {agrees} | {line.remark} |"
    yield ""


def _mended(mended: dict[int, Mended], boards: dict[int, list[SquareGrid]]) -> Iterator[str]:
    yield "## The mended human method"
    yield ""
    yield (
        "Random grids, half of them with a planted solution where the board has a layout. Every solution found is held "
        "to the definition and their number to that of another program (`solver.domino.batch`); on one grid of twenty "
        "the set is also compared with that of dancing links."
    )
    yield ""
    columns = ("grids", "solvable", "solutions", "false", "wrong sets", "compared sets", "different", "moves")
    yield f"| order | {' | '.join(columns)} |"
    yield "| --- |" + " ---: |" * len(columns)
    for order, one in mended.items():
        yield (
            f"| {order} | {one.grids:,} | {one.solvable:,} | {one.solutions:,} | {one.false} | {one.wrong_sets} "
            f"| {one.compared_sets:,} | {one.different_sets} | {one.moves:,} |"
        )
    yield ""
    for order, shapes in boards.items():
        yield f"Boards of order {order}: {', '.join(board.format() for board in shapes)}."
        yield ""


def _tallies(title: str, tallies: dict[str, Tally]) -> Iterator[str]:
    yield title
    yield ""
    yield f"| | program | {' | '.join(Kind)} |"
    yield "| --- | --- |" + " ---: |" * len(Kind)
    for where, tally in tallies.items():
        for name, counts in tally.kinds.items():
            yield f"| {where} | {name} | {' | '.join(f'{counts[kind]:,}' for kind in Kind)} |"
    yield ""


def _costs(results: Results) -> Iterator[str]:
    yield "## What the methods cost"
    yield ""
    yield "All solutions of random grids with a planted solution, on the usual board; means. A pass is one run of the"
    yield "odometer's `While` loop, a move one `step` of one partial solution."
    yield ""
    yield "| | grids | moves, human | passes, sorted | passes, unsorted | fewer passes when sorted |"
    yield "| --- |" + " ---: |" * 5
    for where, one in results.passes.items():
        yield (
            f"| {where} | {one['grids']:.0f} | {one['moves']:,.1f} | {one['passes sorted']:,.1f} "
            f"| {one['passes unsorted']:,.1f} | {one['fewer sorted']:.0%} |"
        )
    yield ""
    yield "| puzzle | moves | ms | passes, sorted | ms | passes, unsorted | ms |"
    yield "| --- |" + " ---: |" * 6
    for name, costs in results.puzzles.items():
        yield f"| {name} | {' | '.join(f'{number:,} | {time:.2f}' for number, time in costs)} |"
    yield ""


def _examples(found: list[Example]) -> Iterator[str]:
    yield "## The smallest examples"
    yield ""
    yield (
        "By order, then by squares, rows, holes and numbers. All boards of order 0 with up to 6 squares and of order 1 "
        "with up to 9, holes included, were looked at, and of order 2 the rectangles below: every arrangement of the "
        "numbers. Where the first has holes, the first without follows."
    )
    yield ""
    yield "| program | error | grid | says | of them false | true | mended |"
    yield "| --- | --- | --- | ---: | ---: | ---: | ---: |"
    for one in found:
        said = "– | –" if one.said is None else f"{one.said} | {one.false}"
        yield f"| {one.program} | {one.error} | `{one.grid}` | {said} | {one.true} | {one.mended} |"
    yield ""
