"""``dicelab bench``."""

from __future__ import annotations

from pathlib import Path

import click

from dicelab.cli.paths import NameOrFile, WrittenPathType
from dicelab.cli.terminal import Seconds, Terminal, common, puzzle_option

TASKS = ("first", "count", "unsolvable")


@click.command("bench", short_help="Compare the speed of backends and other programs on the same boards.")
@click.option("--list", "as_list", is_flag=True, help="List the backends and the other programs.")
@click.option("--boards", type=click.IntRange(1, 1000), default=20, show_default=True, help="Boards for each task.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Seed of the random boards.")
@click.option(
    "--rounds", type=click.IntRange(1, 1000), default=3, show_default=True, help="How often each board is timed."
)
@click.option(
    # Another name than that of the limit of a whole verb, which `common` sets.
    "--seconds",
    "board_seconds",
    type=Seconds(),
    default=5.0,
    show_default=True,
    help="Time limit for one board.",
)
@click.option(
    "--budget",
    type=Seconds(),
    default=10.0,
    show_default=True,
    help="Time limit for all boards of a task, for each program.",
)
@click.option("--only", metavar="A,B", help="Backends and programs to compare.  [default: all that are installed]")
@click.option("--task", "task_text", metavar="A,B", help=f"Tasks: {', '.join(TASKS)}.  [default: all]")
@click.option(
    "--set",
    "set_text",
    type=NameOrFile(),
    metavar="SET",
    help="Take the solvable boards from the rolls of this dice set.",
)
@click.option("--out", type=WrittenPathType(), metavar="DIR", help="Write a page, JSON and a picture to this folder.")
@click.option("--force", is_flag=True, help="Overwrite an earlier bench in DIR.")
@puzzle_option
@common
def command(
    terminal: Terminal,
    boards: int,
    seed: int,
    rounds: int,
    board_seconds: float,
    budget: float,
    only: str | None,
    task_text: str | None,
    set_text: str | None,
    out: Path | None,
    puzzle_text: str,
    *,
    as_list: bool,
    force: bool,
) -> int:
    """Compare the speed of backends and other programs on the same boards.

    Every tiling is checked, and all other answers are compared with each other.

    Exit status: 0 if no backend gave a wrong answer, 4 if one did, 3 if there was no answer at all. Wrong answers of
    other programs are only reported.
    """
    from dicelab.bench import (
        BenchSettings,
        Task,
        all_contestants,
        bench,
        bench_json,
        bench_text,
        contestants_json,
        contestants_text,
        require_bench,
        write,
    )
    from dicelab.dice import roll_masks
    from dicelab.dice.sources import dice_set_of
    from solver.polyform.puzzle_file import find_puzzle

    if as_list:
        terminal.result("bench-list", contestants_json(all_contestants()), contestants_text(all_contestants()))
        return 0
    tasks = _listed("--task", task_text) or list(TASKS)
    if unknown := [task for task in tasks if task not in TASKS]:
        raise click.UsageError(f"--task {unknown[0]}: choose from {', '.join(TASKS)}")
    if out:
        require_bench(out, force=force)
    dice_set = dice_set_of(set_text) if set_text else None
    settings = BenchSettings(
        dice_set.puzzle if dice_set else find_puzzle(puzzle_text),
        boards,
        seed,
        rounds,
        board_seconds,
        budget,
        tuple(_listed("--only", only)),
        tuple(Task(task) for task in TASKS if task in tasks),
    )
    with terminal.progress("timing") as progress:
        result = bench(
            settings,
            progress,
            roll_masks(dice_set) if dice_set else None,
            f"solvable boards are rolls of the {dice_set.name} set" if dice_set else "random boards",
        )
    if out:
        write(out, result, settings.command(set_text))
    terminal.result("bench", bench_json(result), bench_text(result))
    if out:
        terminal.note(f"written to {out}")
    return result.agreement.status


def _listed(option: str, text: str | None) -> list[str]:
    if text is None:
        return []
    names = [name.strip() for name in text.split(",")]
    if not all(names):
        raise click.UsageError(f"{option} {text!r}: separate names by single commas")
    return names
