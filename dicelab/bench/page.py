"""The page of results, and the folder that it is written to."""

from __future__ import annotations

import os
import platform
from pathlib import Path

from dicelab.bench.report import BenchResult, agreement, bench_json, boards_told, figure, lead, ratio, rounds_told
from dicelab.bench.standing import reference_of, standings
from dicelab.render.timing import Bar, timing_svg
from solver.runs.manifest import PACKAGES, Recording, require_results

SCHEMA = "dicelab/bench/1"
FILES = ("result.json", "result.md", "times.svg")
NOT_RUN = (
    "Programs in other languages without a package for Python were not run, among them Knuth's DLX programs, "
    "and nothing is said about them."
)

CHECKED = (
    "A tiling is checked against the board's problem. That there is none, and numbers, are compared between the "
    "programs; ways to ask the same program count once."
)


def require_own(folder: Path, *, force: bool) -> None:
    """Refuse a folder with anything in it; with ``force``, one with anything but a bench.

    Raises
    ------
    OutputExistsError
        If it may not be written to.
    """
    require_results(folder, FILES, "a bench", force=force)


def write(folder: Path, result: BenchResult, command: str) -> None:
    """Write the page, the JSON and the picture, each whole or not at all, and the manifest last.

    Parameters
    ----------
    folder
        As :func:`require_own` allows it.
    result
        A finished bench.
    command
        The command line that does it again.
    """
    packages = sorted({one.package for one in result.record.plan.contestants if one.package})
    recording = Recording(folder, command, result.seed, tuple(dict.fromkeys((*PACKAGES, *packages))))
    recording.write_json("result.json", {"schema": SCHEMA, **bench_json(result)})
    recording.write("result.md", page(result, command))
    recording.write("times.svg", picture(result))
    recording.finish()


def picture(result: BenchResult) -> str:
    """Return the picture of the medians, as an SVG file."""
    plan = result.record.plan
    rows = {task: standings(result.record, task) for task in plan.boards}
    found: dict[str, list[float | None]] = {}
    bound: dict[str, list[bool]] = {}
    for place, task in enumerate(rows):
        for row in rows[task]:
            name = row.contestant.name
            found.setdefault(name, [None] * len(rows))[place] = row.median
            bound.setdefault(name, [False] * len(rows))[place] = row.is_bound
    own = {one.name for one in plan.contestants if one.role.is_own}
    bars = [Bar(name, tuple(times), tuple(bound[name]), is_own=name in own) for name, times in found.items()]
    bars.sort(key=lambda bar: sorted(time for time in bar.seconds if time is not None)[-1:] or [float("inf")])
    below = "median of the boards (of a batch, the mean); dicelab's own in bold"
    return timing_svg(bars, [task.heading for task in rows], f"Time for one board, {_name(result)}", below)


def _name(result: BenchResult) -> str:
    puzzle = result.record.plan.puzzle
    return puzzle.name or puzzle.format()


def page(result: BenchResult, command: str) -> str:
    """Return the page of results: what was compared, how, what came of it, and what was not compared."""
    puzzle, verdict = result.record.plan.puzzle, result.verdict
    wrong = [f"- Wrong: {fault.told(puzzle)}" for fault in verdict.faults]
    wrong += [f"- Disputed: {dispute.told(puzzle)}" for dispute in verdict.disputes]
    made = (
        f"By `{command}`, on {os.cpu_count()} cores ({platform.system()}, {platform.machine()}), "
        f"Python {platform.python_version()}."
    )
    sections = [
        ("# Backends and other programs, side by side", [made, "", "![Medians](times.svg)"]),
        ("## What was compared", [_boards(result), "", *_programs(result)]),
        ("## How", _how(result)),
        *_tables(result),
        ("## Agreement", [agreement(verdict), "", CHECKED, *([""] if wrong else []), *wrong]),
        (
            "## What was not compared",
            [
                *(f"- `{name}`: {why}; nothing is said about it." for name, why in result.left_out),
                f"- {NOT_RUN}",
                "- Memory, and puzzles other than this one.",
            ],
        ),
    ]
    return "\n\n".join("\n".join([head, "", *lines]) for head, lines in sections) + "\n"


def _boards(result: BenchResult) -> str:
    plan = result.record.plan
    numbers = ", ".join(f"{len(boards)} for the {task.heading}" for task, boards in plan.boards.items())
    source = result.source[0].upper() + result.source[1:]
    return (
        f"Puzzle `{plan.puzzle.format()}`. {source}, seed {result.seed}: {numbers}. Every program was asked about the "
        "same boards, in the same order; they are in `result.json`."
    )


def _how(result: BenchResult) -> list[str]:
    plan = result.record.plan
    turns = (
        f"{rounds_told(plan).capitalize()}; in each the programs take turns, so that a slow moment of the machine "
        "meets all. Each has a process of its own, which is idle while others are asked."
    )
    time = (
        "A time is for one board, from the list of its placements (tuples of numbers) to the answer. What a program "
        "wants instead, a matrix or objects of its own, is made within the time, as its users have to. Starting, "
        "importing and compiling are not timed: each is asked about a tiny puzzle before."
    )
    batch = (
        "A session is given the puzzle before it is timed, and then one board at a time, by its blockers; a batch all "
        "boards at once: its time is shared out, so where the others have a median it has a mean. For programs of "
        "others the boards are cut out of one matrix of the empty grid, which is timed."
    )
    late = (
        f"An answer that takes more than {plan.seconds:g} s is late: its process is ended, and the time that was "
        f"waited counts. For all answers to a task a program has {plan.budget:g} s; who needs more is asked about the "
        "first boards only, which the table says."
    )
    columns = (
        "The median is of the boards, each the median of its rounds. The last column is the time for all boards that "
        f"a program was asked about over the time of `{reference_of(plan.contestants)}` for the same boards, so hard "
        "boards weigh more in it; ≥ where it was late."
    )
    return [f"- {line}" for line in (turns, time, batch, late, columns)]


def _programs(result: BenchResult) -> list[str]:
    rows = ["| name | whose | what | version |", "| --- | --- | --- | --- |"]
    for one in result.record.plan.contestants:
        whose = "dicelab" if one.role.is_own else "others"
        version = f"{one.package} {one.version}" if one.package else "dicelab"
        rows.append(f"| `{one.name}` | {whose} | {one.summary} | {version} |")
    return rows


def _tables(result: BenchResult) -> list[tuple[str, list[str]]]:
    plan = result.record.plan
    sections = []
    for task, boards in plan.boards.items():
        rows = standings(result.record, task)
        lines = [
            f"| | boards | median ms | least ms | × {reference_of(plan.contestants)} |",
            "| --- | ---: | ---: | ---: | ---: |",
            *(
                f"| {_emphasis(row.contestant.name, own=row.contestant.role.is_own)} | {boards_told(row)} | "
                f"{figure(row.median)} | {figure(row.least)} | {ratio(row)} |"
                for row in rows
            ),
        ]
        said = lead(rows)
        heading = f"## {task.heading[0].upper()}{task.heading[1:]}, {len(boards)} boards"
        sections.append((heading, [*lines, "", said] if said else lines))
    return sections


def _emphasis(name: str, *, own: bool) -> str:
    return f"**{name}**" if own else name
