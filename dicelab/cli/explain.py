"""``dicelab explain BOARD``."""

from __future__ import annotations

from pathlib import Path

import click

from dicelab.cli.inputs import board_puzzle_option
from dicelab.cli.outputs import Output, force_option, out_option
from dicelab.cli.terminal import Terminal, common, read_board_text, seconds_option
from dicelab.exit_status import DONE, FALSE, UNKNOWN


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
@out_option("Also write a picture of the explanation (FILE.svg), or what is printed (FILE.txt or FILE.json).")
@force_option
@board_puzzle_option
@common
def command(
    terminal: Terminal,
    board_text: str,
    seconds: float | None,
    positions: int,
    out: Path | None,
    puzzle_text: str | None,
    *,
    force: bool,
) -> int:
    """Explain why BOARD has no tiling.

    Exit status: 0 with an explanation, 4 if BOARD has a tiling, 3 if a limit was reached. In the last case it may or
    may not be known whether there is a tiling; the answer says which.

    A long argument is cut short: -v tells all of its cases, and --out FILE.svg with -v draws them.
    """
    from dicelab.api.boards import explain
    from dicelab.render import explanation_svg
    from dicelab.render.explanation_text import explanation_json, explanation_text
    from dicelab.rules.explain import Verdict

    output = Output.of(out, force=force)
    explanation = explain(read_board_text(board_text), puzzle_text, positions=positions, seconds=seconds)
    content = explanation_json(explanation)
    text = explanation_text(explanation, every=terminal.verbose).rstrip("\n")
    nothing_to_draw = output is not None and output.is_picture and not explanation.findings
    if output and not nothing_to_draw:
        output.write("explain", content, text, svg=lambda: explanation_svg(explanation, every=terminal.verbose))
    terminal.result("explain", content, text)
    if nothing_to_draw:
        why = (
            "there is a tiling" if explanation.verdict is Verdict.SOLVABLE else "no reason was found within the limits"
        )
        terminal.note(f"nothing was drawn into {out}: {why}")
    return {Verdict.SOLVABLE: FALSE, Verdict.UNEXPLAINED: UNKNOWN, Verdict.UNKNOWN: UNKNOWN}.get(
        explanation.verdict, DONE
    )
