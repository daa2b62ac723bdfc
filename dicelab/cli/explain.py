"""``dicelab explain BOARD``."""

from __future__ import annotations

from pathlib import Path

import click

from dicelab.cli.inputs import board_puzzle_option
from dicelab.cli.terminal import (
    Terminal,
    common,
    read_board_text,
    require_free,
    seconds_option,
    write_output,
)


@click.command("explain", short_help="Tell why a board has no tiling.")
@click.argument("board_text", metavar="BOARD")
@seconds_option
@click.option(
    "--positions",
    type=click.IntRange(min=1),
    metavar="N",
    default=10_000,
    show_default=True,
    help="Look at so many positions for the shortest search argument; exit 3 where these do not do.",
)
@click.option("--svg", type=click.Path(path_type=Path), metavar="FILE", help="Draw the reason into FILE.")
@click.option("--force", is_flag=True, help="Overwrite FILE.")
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
    """Tell why BOARD has no tiling: exit 0 with a reason, 1 if it has a tiling, 3 if a limit was reached.

    At a limit the answer is either that no reason was found for what is known to have no tiling, or that it is not
    known whether there is a tiling.

    A long argument is cut short: -v tells all of its cases, and --svg with -v draws them.
    """
    from dicelab.api.boards import explain
    from dicelab.render import explanation_svg
    from dicelab.render.explanation_text import explanation_json, explanation_text
    from dicelab.rules.explain import Verdict

    if svg:
        require_free(svg, force=force)
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
    return {Verdict.SOLVABLE: 1, Verdict.UNEXPLAINED: 3, Verdict.UNKNOWN: 3}.get(explanation.verdict, 0)
