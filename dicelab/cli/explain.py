"""``dicelab explain BOARD``."""

from __future__ import annotations

from pathlib import Path

import click

from dicelab.cli.inputs import board_puzzle_option
from dicelab.cli.terminal import (
    Terminal,
    common,
    read_board_text,
    seconds_option,
    write_output,
)
from dicelab.exit_status import DONE, FALSE, UNKNOWN
from solver.runs.formats import require_output


@click.command("explain", short_help="Explain why a board has no tiling.")
@click.argument("board_text", metavar="BOARD")
@seconds_option
@click.option(
    "--positions",
    type=click.IntRange(min=1),
    metavar="N",
    default=10_000,
    show_default=True,
    help="Limit of positions in the shortest argument by cases; exit 3 if it is reached.",
)
@click.option(
    "--svg",
    type=click.Path(readable=False, path_type=Path),
    metavar="FILE",
    help="Write a picture of the explanation to FILE.",
)
@click.option("--force", is_flag=True, help="Overwrite FILE if it exists.")
@board_puzzle_option
@common
def command(
    terminal: Terminal,
    board_text: str,
    seconds: float | None,
    positions: int,
    svg: Path | None,
    puzzle_text: str | None,
    *,
    force: bool,
) -> int:
    """Explain why BOARD has no tiling.

    Exit status: 0 with an explanation, 4 if BOARD has a tiling, 3 if a limit was reached. In the last case it may or
    may not be known whether there is a tiling; the answer says which.

    A long argument is cut short: -v tells all of its cases, and --svg with -v draws them.
    """
    from dicelab.api.boards import explain
    from dicelab.render import explanation_svg
    from dicelab.render.explanation_text import explanation_json, explanation_text
    from dicelab.rules.explain import Verdict

    if svg:
        require_output(svg, ["svg"], force=force)
    explanation = explain(read_board_text(board_text), puzzle_text, positions=positions, seconds=seconds)
    if svg and explanation.findings:
        write_output(svg, explanation_svg(explanation, every=terminal.verbose).encode(), force=force)
    terminal.result(
        "explain", explanation_json(explanation), explanation_text(explanation, every=terminal.verbose).rstrip("\n")
    )
    if svg and not explanation.findings:
        why = (
            "there is a tiling" if explanation.verdict is Verdict.SOLVABLE else "no reason was found within the limits"
        )
        terminal.note(f"nothing was drawn into {svg}: {why}")
    return {Verdict.SOLVABLE: FALSE, Verdict.UNEXPLAINED: UNKNOWN, Verdict.UNKNOWN: UNKNOWN}.get(
        explanation.verdict, DONE
    )
