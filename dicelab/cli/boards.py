"""``dicelab boards``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from dicelab.cli.choosing import choice_options, choose_boards
from dicelab.cli.inputs import game_puzzle_option, read_set
from dicelab.cli.outputs import files_in_words, force_option
from dicelab.cli.paths import NameOrFile, WrittenPathType
from dicelab.cli.terminal import Terminal, common, jobs_option, require_free, shared_cells_option, write_output
from solver.runs.formats import require_output
from solver.runs.storage import json_text
from solver.words import counted

if TYPE_CHECKING:
    from dicelab.score.choosing import ChosenBoards

FORMATS = ("txt", "json", "svg", "html")
SHEETS = {".svg", ".html"}


@click.command("boards", short_help="Choose boards by how hard they are; print sheets of them.")
@click.option("--from", "dice", type=NameOrFile(), metavar="SET", help="Only boards that this dice set can roll.")
@choice_options
@click.option("--count", type=click.IntRange(min=1), default=6, show_default=True, help="Number of boards.")
@click.option("--all", "every", is_flag=True, help="Show all boards that match.")
@click.option("--solved", is_flag=True, help="Show a tiling of each board.")
@click.option("--title", help="Heading of the sheets.")
@click.option(
    "--per-page", type=click.IntRange(1, 40), default=6, show_default=True, help="Number of boards on a page."
)
@click.option("--paper", metavar="PAPER", default="a4", show_default=True, help="a4 or letter.")
@click.option(
    "--out",
    type=WrittenPathType(),
    metavar="FILE",
    help="Write FILE.html (sheets to print from a browser), FILE.svg (a file for each sheet), FILE.json or FILE.txt.",
)
@force_option
@game_puzzle_option
@shared_cells_option
@jobs_option
@common
def command(
    terminal: Terminal,
    tilings: str | None,
    difficulty: str | None,
    dice: str | None,
    count: int,
    seed: int | None,
    title: str | None,
    per_page: int,
    paper: str,
    out: Path | None,
    puzzle_text: str | None,
    jobs: int,
    *,
    distinct: bool,
    every: bool,
    solved: bool,
    force: bool,
    shared_cells: bool,
) -> int:
    """Choose boards at random by how hard they are, and draw sheets of them, empty or solved.

    Difficulty depends on the number of tilings: of 100 solvable boards, the one with the fewest tilings is extreme, the
    next 9 are very-hard, the next 20 hard, the next 40 medium, and the last 30 easy. With --from these are 100 of the
    rolls of the set, otherwise 100 of all boards. Boards are listed from easy to hard.
    """
    from dicelab.score.choosing_text import boards_json, boards_text

    if every and click.get_current_context().get_parameter_source("count") is click.core.ParameterSource.COMMANDLINE:
        raise click.UsageError("--all and --count exclude each other: pass one")
    if out:
        require_output(out, FORMATS, force=force)
    chosen = choose_boards(
        terminal,
        puzzle_text,
        None if dice is None else read_set(dice, puzzle_text, shared_cells=shared_cells),
        jobs,
        tilings=tilings,
        difficulty=difficulty,
        distinct=distinct,
        count=None if every else count,
        seed=seed,
        solved=solved,
        shared_cells=shared_cells,
    )
    content = boards_json(chosen)
    if out is None:
        terminal.result("boards", content, boards_text(chosen, title or ""))
        return 0
    title = title or (_file_title(chosen, puzzle_text or dice or "") if out.suffix.lower() in SHEETS else "")
    files = _write(chosen, out, title, per_page, paper, force=force)
    listed = files_in_words(list(map(str, files)))
    text = f"{counted(len(chosen), 'board')} written to {listed}. Seed {chosen.seed}."
    terminal.result("boards", content | {"files": list(map(str, files))}, text)
    return 0


def _file_title(chosen: ChosenBoards, text: str) -> str:
    """Return a title with the name that the puzzle has in its file; nothing where the text names no such file."""
    from dicelab.render.puzzle import file_title
    from dicelab.score.choosing_text import default_title
    from solver.polyform.puzzle_file import puzzle_file_of

    if chosen.puzzle.name:
        return ""
    try:
        file, variant, _ = puzzle_file_of(text)
    except ValueError:
        return ""
    return default_title(chosen, file_title(file, variant))


def _write(chosen: ChosenBoards, out: Path, title: str, per_page: int, paper: str, *, force: bool) -> list[Path]:
    """Write the files that the suffix asks for; several sheets of SVG are numbered."""
    from dicelab.score.choosing_text import boards_html, boards_json, boards_svgs, boards_text

    suffix = out.suffix.lower()
    if suffix == ".svg":
        texts = boards_svgs(chosen, title, per_page=per_page, paper=paper)
    elif suffix == ".html":
        texts = [boards_html(chosen, title, per_page=per_page, paper=paper)]
    elif suffix == ".json":
        texts = [json_text({"schema": "dicelab/boards/1", **boards_json(chosen)}, indent=2) + "\n"]
    else:
        texts = [boards_text(chosen, title) + "\n"]
    digits = len(str(len(texts)))
    files = (
        [out]
        if len(texts) == 1
        else [out.with_name(f"{out.stem}-{number:0{digits}}{out.suffix}") for number in range(1, len(texts) + 1)]
    )
    for file in files:
        require_free(file, force=force)
    for file, text in zip(files, texts, strict=True):
        write_output(file, text.encode(), force=force)
    return files
