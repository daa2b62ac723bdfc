"""What a bench says: tables for a terminal and a page, JSON, and the list of who can be asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from dicelab.bench.agreement import Verdict
from dicelab.bench.contestant import Contestant, Role, Task
from dicelab.bench.race import Plan, Record
from dicelab.bench.standing import REFERENCE, Standing, nearest_peer, reference_of, standings
from dicelab.render.words import wrap
from solver.exact_cover import BACKENDS
from solver.polyform import Board

SHOWN = 10
"""Faults that are listed in a terminal."""


@dataclass(frozen=True, slots=True)
class BenchResult:
    """A finished bench.

    Parameters
    ----------
    record, verdict
        All answers, and what is wrong with them.
    seed
        Of the boards.
    source
        Where solvable boards come from, in words.
    absent
        Who was not asked, and why.
    """

    record: Record
    verdict: Verdict
    seed: int
    source: str
    absent: tuple[tuple[Contestant, str], ...] = ()

    @property
    def left_out(self) -> list[tuple[str, str]]:
        """Return everybody who was not asked, or could not be, and why."""
        return [(one.name, why) for one, why in self.absent] + list(self.record.broken.items())


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


def boards_told(row: Standing, width: int = 80) -> str:
    """Return on how many boards a row rests, and what else happened; what does not fit the width is left out.

    Examples
    --------
    >>> from dicelab.bench.peers import PEERS
    >>> boards_told(Standing(PEERS[0], 20, 3, 1, 0, {}, None))
    '3 of 20, 1 late'
    """
    told = str(row.boards) if row.asked == row.boards else f"{row.asked} of {row.boards}"
    for number, what in ((row.late, "late"), (row.failed, "failed")):
        more = f"{told}, {number} {what}"
        told = more if number and len(more) <= width else told
    return told


def bench_text(result: BenchResult) -> str:
    """Return the tables for a terminal of 80 columns."""
    plan = result.record.plan
    lines = [*wrap(_asked(result), 80), ""]
    for task in plan.boards:
        rows = standings(result.record, task)
        lines += [
            f"{task.heading}, {len(plan.boards[task])} boards",
            f"  {'':21}{'boards':>22}{'median ms':>11}{'least ms':>11}{_head(plan):>12}",
            *(
                f"{_mark(row)} {row.contestant.name:21}{boards_told(row, 22):>22}{figure(row.median):>11}"
                f"{figure(row.least):>11}{ratio(row):>12}"
                for row in rows
            ),
            *(wrap(said, 80) if (said := lead(rows)) else []),
            "",
        ]
    mark = "" if all(one.role.is_own for one in plan.contestants) else "* of others. "
    lines += wrap(mark + _how(plan), 80)
    lines += wrap(agreement(result.verdict), 80)
    lines += _wrong(result, SHOWN)
    if result.left_out:
        lines += wrap("Not asked: " + ", ".join(f"{name} ({why})" for name, why in result.left_out) + ".", 80)
    return "\n".join(lines)


def _mark(row: Standing) -> str:
    return " " if row.contestant.role.is_own else "*"


def _head(plan: Plan) -> str:
    name = reference_of(plan.contestants)
    return f"× {name}" if len(name) < 10 else "ratio"


def rounds_told(plan: Plan) -> str:
    """Return the number of rounds in words."""
    return f"{plan.rounds} interleaved rounds" if plan.rounds > 1 else "one round"


def _asked(result: BenchResult) -> str:
    plan = result.record.plan
    name = plan.puzzle.name or plan.puzzle.format()
    return f"{name}: {result.source}, seed {result.seed}; {rounds_told(plan)}, one core"


def _how(plan: Plan) -> str:
    return (
        f"Times for one board, from a list of its placements to the answer: the median of the rounds, then of the "
        f"boards. At most {plan.seconds:g} s for an answer and {plan.budget:g} s for all answers to a task: who "
        f"needs more is asked about the first boards only. The last column is the whole time over that of "
        f"{reference_of(plan.contestants)} for the same boards. A session is given the puzzle first and then one board "
        f"at a time, a batch all boards at once; a batch's time is shared out, a mean."
    )


def lead(rows: Sequence[Standing]) -> str:
    """Say who of the others comes nearest to ``bitmask``: with problems of their own, in sessions, in batches.

    Returns
    -------
    str
        A sentence for each; empty where there is nobody to compare.
    """
    told = []
    kinds = (
        (Role.PEER, "", "program"),
        (Role.PEER_SESSION, "-session", "session"),
        (Role.PEER_BATCH, "-batch", "batch"),
    )
    for role, ending, kind in kinds:
        name = f"{REFERENCE}{ending}"
        own = next((row for row in rows if row.contestant.name == name and row.ratio), None)
        peer = nearest_peer(rows, role)
        if own and own.ratio and peer and peer.ratio:
            times = peer.ratio / own.ratio
            than = f"{_three(times)} times the time of {name}"
            told.append(f"Nearest {kind} of others: {peer.contestant.name}, {than}.")
    return " ".join(told)


def agreement(verdict: Verdict) -> str:
    """Say in a sentence what came of comparing the answers."""
    checked = f"{verdict.answers:,} answers, {verdict.checked:,} of them tilings, each checked"
    compared = f"{verdict.compared:,} questions answered by two programs or more"
    if not verdict.faults and not verdict.disputes:
        return f"{checked}; {compared}: no two differ."
    faults = f"{len(verdict.faults):,} wrong or failed" + (
        f", {len(verdict.disputes):,} disputed" if verdict.disputes else ""
    )
    return f"{checked}; {compared}: {faults}."


def _wrong(result: BenchResult, most: int) -> list[str]:
    puzzle, verdict = result.record.plan.puzzle, result.verdict
    told = [f"WRONG: {fault.told(puzzle)}" for fault in verdict.faults]
    told += [f"DISPUTED: {dispute.told(puzzle)}" for dispute in verdict.disputes]
    lines = [line for one in told[:most] for line in wrap(one, 80, "  ")]
    return lines + ([f"... and {len(told) - most:,} more: pass --json for all"] if len(told) > most else [])


def bench_json(result: BenchResult) -> dict[str, Any]:
    """Return everything, with the time of every board."""
    record, verdict = result.record, result.verdict
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
        "contestants": [_contestant_json(one) for one in plan.contestants],
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
        "answers": verdict.answers,
        "tilings_checked": verdict.checked,
        "compared": verdict.compared,
        "faults": [
            {
                "contestant": fault.contestant.name,
                "task": fault.task,
                "board": board(fault.board),
                "said": fault.said,
                "right": fault.right,
            }
            for fault in verdict.faults
        ],
        "disputes": [{"board": board(one.board), "numbers": dict(one.numbers)} for one in verdict.disputes],
        "agrees": not verdict.faults and not verdict.disputes,
    }


def _ms(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds * 1000, 5)


def _contestant_json(one: Contestant) -> dict[str, Any]:
    method = BACKENDS.get(one.name) if one.role is Role.BACKEND else None
    return {
        "name": one.name,
        "role": one.role,
        "summary": one.summary,
        "tasks": list(one.tasks),
        "package": one.package,
        "version": one.version,
        "installed": one.is_installed,
        "install": one.install if one.package else None,
        "repeated_pieces": one.repeats,
        **({"source": method.source, "node": method.node, "every_problem": True} if method else {}),
    }


def listing_json(contestants: Sequence[Contestant]) -> dict[str, Any]:
    """Return what is known of each contestant before it is asked."""
    return {"contestants": [_contestant_json(one) for one in contestants]}


def listing_text(contestants: Sequence[Contestant]) -> str:
    """Return the list of who can be asked, for a terminal of 80 columns."""
    heads = {
        Role.BACKEND: "Backends: each takes secondary items, multiplicities and every limit.",
        Role.SESSION: "The same, made for a puzzle, then one board at a time:",
        Role.BATCH: "The same with all boards of a puzzle at once:",
        Role.PEER: "Programs of others (one piece of each kind, if nothing else is said):",
        Role.PEER_SESSION: "The same, made for a puzzle, then one board at a time:",
        Role.PEER_BATCH: "The same with all boards of a puzzle at once:",
    }
    lines: list[str] = []
    for role, head in heads.items():
        some = [one for one in contestants if one.role is role]
        if some:
            lines += ["", *wrap(head, 80), *(line for one in some for line in _entry(one))]
    return "\n".join(lines[1:])


def _entry(one: Contestant) -> list[str]:
    tasks = "" if set(one.tasks) == set(Task) else f"; only {' and '.join(one.tasks)}"
    told = one.summary + tasks
    if one.role is Role.BACKEND:
        method = BACKENDS[one.name]
        told += f". Source: {method.source}. A node: {method.node}"
    elif one.repeats and not one.role.is_own:
        told += "; several pieces of a kind too"
    if one.package:
        told += f". {one.package} " + (one.version or f"is not installed: pip install '{one.install}'")
    return [f"  {one.name:22}{line}" if n == 0 else f"  {'':22}{line}" for n, line in enumerate(wrap(told, 56))]
