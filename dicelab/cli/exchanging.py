"""What ``dicelab solve`` does with ``--export`` and ``--import``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from dicelab.cli.terminal import Terminal, write_output


def export_board(
    terminal: Terminal, board: Any, puzzle: Any, path: Path, format_name: str | None, *, force: bool
) -> int:
    """Write a board for other programs: exit 0."""
    from solver.polyform.exchange import FORMATS, board_text, format_of

    form = format_of(path, format_name)
    write_output(path, board_text(board, puzzle, form).encode(), force=force)
    terminal.result(
        "problem",
        {"board": board.format(), "puzzle": puzzle.format(), "format": form, "file": str(path)},
        f"{path}: {FORMATS[form].summary}; `dicelab solve BOARD --import ANSWER` reads what they answer",
    )
    return 0


def import_answer(terminal: Terminal, board: Any, puzzle: Any, path: Path, svg: Path | None, *, force: bool) -> int:
    """Check what another program answers: exit 0 with tilings, 1 if one of them is none, 3 if there are none."""
    from solver.exact_cover.result import Status
    from solver.polyform.exchange import read_board_answer

    answer = read_board_answer(_read(path), board, puzzle)
    told = {
        Status.UNSOLVABLE: f"{answer.form} says: no tiling (not checked here; `dicelab prove` writes a proof)",
        Status.UNKNOWN: f"{answer.form} gives no answer",
    }
    if answer.fault:
        text = f"no tiling: {answer.fault}"
    else:
        text = told.get(answer.status) or "\n\n".join(tiling.format() for tiling in answer.tilings)
    terminal.result(
        "solve",
        {
            "board": board.format(),
            "puzzle": puzzle.format(),
            # A claim that nothing confirms is no knowledge.
            "status": Status.SOLVED if answer.tilings and not answer.fault else Status.UNKNOWN,
            "tilings": [tiling.format() for tiling in answer.tilings],
            "claim": {"form": answer.form, "status": answer.status, "fault": answer.fault},
        },
        text,
    )
    if answer.fault or not answer.tilings:
        if svg:
            terminal.note(f"nothing was drawn into {svg}: no tiling was given")
        return 1 if answer.fault else 3
    number = len(answer.tilings)
    terminal.note(f"{answer.form}: {number:,} {'tiling' if number == 1 else 'tilings'}, checked")
    if svg:
        from dicelab.render import tiling_svg

        write_output(svg, tiling_svg(answer.tilings[0]).encode(), force=force)
    return 0


def _read(path: Path) -> str:
    """Return the text of an answer; ``-`` is standard input."""
    from solver.polyform.exchange import MOST_BYTES

    if str(path) != "-":
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    elif sys.stdin is None:
        raise click.UsageError("standard input is closed: name the file of the answer")
    else:
        # What stands in for standard input may hold text alone.
        stream = getattr(sys.stdin, "buffer", None)
        data = sys.stdin.read(MOST_BYTES + 1).encode() if stream is None else stream.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise click.UsageError(f"an answer of more than {MOST_BYTES >> 20} MB: have fewer solutions printed")
    try:
        return bytes(data).decode()
    except UnicodeDecodeError as error:
        raise click.UsageError(f"{path} is no text (byte {error.start}): pass what the program printed") from None
