"""A finished bench as text, as JSON, as a page and as a chart."""

from __future__ import annotations

import math
import os
import platform
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from dicelab.bench.agreement import REFERENCE, Agreement, Standing, nearest_peer, reference_of, standings
from dicelab.bench.contestants import TEXTS, Role, Task
from dicelab.bench.race import RacePlan
from dicelab.render.figures import WIDTH, chart_svg, escaped, legend_above, new_figure
from dicelab.render.plots import COLOURS
from dicelab.render.svg import DARK
from dicelab.render.text import wrap
from solver.polyform import Board

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from dicelab.bench.comparison import BenchResult

MARKERS = ("o", "s", "D", "^", "v")


def plot_times(result: BenchResult, *, ax: Axes | None = None) -> Axes:
    """Plot the median time of each program for each task on a logarithmic scale, the quickest on top.

    A median that is only a lower bound has an arrow, the names of this project's own programs are bold, and each task
    has a shape, so that they are told apart without colours.
    """
    tasks = {task: standings(result.record, task) for task in result.record.plan.boards}
    slowest: dict[str, float] = {}
    for row in (row for rows in tasks.values() for row in rows):
        name = row.contestant.name
        slowest[name] = max(slowest.get(name, 0.0), row.median or 0.0)
    names = sorted(slowest, key=lambda name: slowest[name] or math.inf)
    ax = ax or new_figure(WIDTH, 1.2 + 0.26 * len(names)).subplots()
    from matplotlib.ticker import EngFormatter

    # The last task first, so that the first lies on top where marks meet.
    for kind, (task, rows) in reversed(list(enumerate(tasks.items()))):
        marks = sorted(
            (names.index(row.contestant.name), row.median, row.is_bound) for row in rows if row.median is not None
        )
        ax.plot(
            [median for _, median, _ in marks],
            [place for place, _, _ in marks],
            MARKERS[kind],
            color=COLOURS[kind],
            markeredgecolor=DARK,
            label=escaped(task.heading, 30),
        )
        for place, median, is_bound in marks:
            if is_bound:
                ax.annotate("→", (median, place), (6, 0), textcoords="offset points", va="center_baseline", size=13)
    own = {one.name for one in result.record.plan.contestants if one.role.is_own}
    ax.set_xscale("log")
    ax.xaxis.set_major_formatter(EngFormatter("s"))
    ax.minorticks_off()
    ax.set_yticks(range(len(names)), [escaped(name, 24) for name in names])
    for label, name in zip(ax.get_yticklabels(), names, strict=True):
        label.set_fontweight("bold" if name in own else "normal")
    ax.set_ylim(len(names) - 0.5, -0.5)
    ax.set_xlabel("median of the boards (of a batch, the mean); → limit reached; dicelab's own in bold")
    handles, labels = ax.get_legend_handles_labels()
    legend_above(ax, len(tasks), handles[::-1], labels[::-1])
    return ax


SHOWN = 10
"""Faults that are listed in a terminal."""


def figure(seconds: float | None) -> str:
    """Return milliseconds with three digits.

    Examples
    --------
    >>> [figure(seconds) for seconds in (0.0000123, 0.00456, 0.1, 12.3456, None)]
    ['0.0123', '4.56', '100', '12,346', '-']
    """
    return "-" if seconds is None else _three(seconds * 1000)


def _three(value: float) -> str:
    if value >= 99.95:
        return f"{value:,.0f}"
    places = 2 if value >= 1 else 3 if value >= 0.0995 else 4
    return f"{value:.{1 if value >= 9.995 else places}f}"


def ratio(row: Standing) -> str:
    """Return how many times as long a row took as the reference; ``≥`` where it was late."""
    return "-" if row.ratio is None else ("≥ " if row.is_bound else "") + _three(row.ratio)


def board_counts(row: Standing, width: int = 80) -> str:
    """Return the number of a row's boards, and of late and failed ones, as far as the width allows.

    Examples
    --------
    >>> from dicelab.bench.contestants import PEERS
    >>> board_counts(Standing(PEERS[0], 20, 3, 1, 0, {}, None))
    '3 of 20, 1 late'
    """
    counts = str(row.boards) if row.asked == row.boards else f"{row.asked} of {row.boards}"
    for number, what in ((row.late, "late"), (row.failed, "failed")):
        more = f"{counts}, {number} {what}"
        counts = more if number and len(more) <= width else counts
    return counts


def bench_text(result: BenchResult) -> str:
    """Return the tables for a terminal of 80 columns."""
    plan = result.record.plan
    reference = reference_of(plan.contestants)
    last = f"× {reference}" if len(reference) < 10 else "ratio"
    lines = [*wrap(f"{_puzzle(result)}: {result.source}, seed {result.seed}; {_rounds(plan)}, one core", 80), ""]
    for task in plan.boards:
        rows = standings(result.record, task)
        lines += [
            f"{task.heading}, {len(plan.boards[task])} boards",
            f"  {'':21}{'boards':>22}{'median ms':>11}{'least ms':>11}{last:>12}",
            *(
                f"{' ' if row.contestant.role.is_own else '*'} {row.contestant.name:21}{board_counts(row, 22):>22}"
                f"{figure(row.median):>11}{figure(row.least):>11}{ratio(row):>12}"
                for row in rows
            ),
            *(wrap(nearest, 80) if (nearest := lead(rows)) else []),
            "",
        ]
    mark = "" if all(one.role.is_own for one in plan.contestants) else "* marks other programs. "
    lines += wrap(mark + " ".join(_notes(plan).values()), 80)
    lines += wrap(agreement_text(result.agreement), 80)
    faults = _faults(result, "WRONG", "DISPUTED")
    lines += [line for fault in faults[:SHOWN] for line in wrap(fault, 80, "  ")]
    if len(faults) > SHOWN:
        lines.append(f"... and {len(faults) - SHOWN:,} more: pass --json for all")
    if result.left_out:
        lines += wrap("Not compared: " + ", ".join(f"{name} ({why})" for name, why in result.left_out) + ".", 80)
    return "\n".join(lines)


def _puzzle(result: BenchResult) -> str:
    puzzle = result.record.plan.puzzle
    return puzzle.name or puzzle.format()


def _rounds(plan: RacePlan) -> str:
    return f"{plan.rounds} interleaved rounds" if plan.rounds > 1 else "one round"


def _notes(plan: RacePlan) -> dict[str, str]:
    fields = {"seconds": plan.seconds, "budget": plan.budget, "reference": reference_of(plan.contestants)}
    return {name: TEXTS[name].format(**fields) for name in ("times", "limits", "columns")}


def _faults(result: BenchResult, wrong: str, disputed: str) -> list[str]:
    puzzle, found = result.record.plan.puzzle, result.agreement
    return [f"{wrong}: {fault.text(puzzle)}" for fault in found.faults] + [
        f"{disputed}: {dispute.text(puzzle)}" for dispute in found.disputes
    ]


def lead(rows: Sequence[Standing]) -> str:
    """Return a sentence on the program of others that comes nearest to ``bitmask``, for each role that has any."""
    sentences = []
    kinds = {
        Role.PEER: ("", "program"),
        Role.PEER_SESSION: ("-session", "session"),
        Role.PEER_BATCH: ("-batch", "batch"),
    }
    for role, (ending, kind) in kinds.items():
        name = f"{REFERENCE}{ending}"
        own = next((row for row in rows if row.contestant.name == name and row.ratio), None)
        peer = nearest_peer(rows, role)
        if own and own.ratio and peer and peer.ratio:
            times = peer.ratio / own.ratio
            than = f"{_three(times)} times the time of {name}"
            sentences.append(f"Nearest {kind} of others: {peer.contestant.name}, {than}.")
    return " ".join(sentences)


def agreement_text(found: Agreement) -> str:
    """Return in a sentence how far the replies agree."""
    checked = f"{found.replies:,} answers, {found.checked:,} of them tilings, each checked"
    compared = f"{found.compared:,} questions answered by two programs or more"
    if not found.faults and not found.disputes:
        return f"{checked}; {compared}: no two differ."
    disputed = f", {len(found.disputes):,} disputed" if found.disputes else ""
    return f"{checked}; {compared}: {len(found.faults):,} wrong or failed{disputed}."


def bench_json(result: BenchResult) -> dict[str, Any]:
    """Return everything, with the time of every board."""
    record, found = result.record, result.agreement
    plan = record.plan

    def board(mask: int) -> str:
        return Board(mask, plan.puzzle.grid).format()

    return {
        "puzzle": plan.puzzle.format(),
        "source": result.source,
        "seed": result.seed,
        "rounds": plan.rounds,
        "seconds": plan.seconds,
        "budget": plan.budget,
        "boards": {task: [board(mask) for mask in masks] for task, masks in plan.boards.items()},
        "contestants": [one.to_json() for one in plan.contestants],
        "not_asked": [{"name": name, "why": why} for name, why in result.left_out],
        "tasks": {
            task: [
                {
                    "contestant": row.contestant.name,
                    "asked": row.asked,
                    "late": row.late,
                    "failed": row.failed,
                    "median_ms": _ms(row.median),
                    "least_ms": _ms(row.least),
                    "ratio": row.ratio and round(row.ratio, 4),
                    "at_least": row.is_bound,
                    "board_ms": {board(mask): _ms(seconds) for mask, seconds in row.times.items()},
                }
                for row in standings(record, task)
            ]
            for task in plan.boards
        },
        "answers": found.replies,
        "tilings_checked": found.checked,
        "compared": found.compared,
        "faults": [
            asdict(fault) | {"contestant": fault.contestant.name, "board": board(fault.board)} for fault in found.faults
        ],
        "disputes": [{"board": board(one.board), "numbers": dict(one.numbers)} for one in found.disputes],
        "agrees": not found.faults and not found.disputes,
    }


def _ms(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds * 1000, 5)


def picture(result: BenchResult) -> str:
    """Return the chart of the medians, as an SVG file."""
    return chart_svg(f"Time for one board, {_puzzle(result)}", plot_times, result)


def page(result: BenchResult, command: str) -> str:
    """Return the page of results: the programs, the method, the times, the agreement, and the programs left out."""
    plan = result.record.plan
    faults = [f"- {fault}" for fault in _faults(result, "Wrong", "Disputed")]
    text: str = TEXTS["page"].format(
        command=command,
        cores=os.cpu_count(),
        system=platform.system(),
        machine=platform.machine(),
        python=platform.python_version(),
        puzzle=plan.puzzle.format(),
        source=_capital(result.source),
        seed=result.seed,
        numbers=", ".join(f"{len(boards)} for the {task.heading}" for task, boards in plan.boards.items()),
        programs="\n".join(_programs(plan)),
        rounds=_capital(_rounds(plan)),
        **_notes(plan),
        tables="\n\n".join("\n".join(_page_table(result, task)) for task in plan.boards),
        agreement=agreement_text(result.agreement),
        faults="\n".join(["\n", *faults]) if faults else "",
        left_out="".join(f"- `{name}`: {why}; nothing is said about it.\n" for name, why in result.left_out),
    )
    return text


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def _programs(plan: RacePlan) -> list[str]:
    rows = ["| name | whose | what | version |", "| --- | --- | --- | --- |"]
    for one in plan.contestants:
        whose = "dicelab" if one.role.is_own else "others"
        version = f"{one.package} {one.version}" if one.package else "dicelab"
        rows.append(f"| `{one.name}` | {whose} | {one.summary} | {version} |")
    return rows


def _page_table(result: BenchResult, task: Task) -> list[str]:
    plan, rows = result.record.plan, standings(result.record, task)
    lines = [
        f"## {_capital(task.heading)}, {len(plan.boards[task])} boards",
        "",
        f"| | boards | median ms | least ms | × {reference_of(plan.contestants)} |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    for row in rows:
        name = f"**{row.contestant.name}**" if row.contestant.role.is_own else row.contestant.name
        lines.append(f"| {name} | {board_counts(row)} | {figure(row.median)} | {figure(row.least)} | {ratio(row)} |")
    nearest = lead(rows)
    return [*lines, "", nearest] if nearest else lines
