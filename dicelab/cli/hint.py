"""``dicelab hint BOARD``: a nudge, a place, or the whole tiling."""

from __future__ import annotations

import click
from click.core import ParameterSource

from dicelab.cli.inputs import board_puzzle_option, ruled_out_option
from dicelab.cli.paths import NameOrFile
from dicelab.cli.terminal import Terminal, common, read_board_text, seconds_option
from dicelab.exit_status import DONE, FALSE, UNKNOWN

STEPS = ("still", "piece", "why", "place", "next", "all")
STRATEGIES = ("most-tilings", "fewest-tilings", "one-tiling")


@click.command("hint", short_help="Give a hint for a board with some pieces placed.")
@click.argument("board_text", metavar="[BOARD]", required=False)
@click.option(
    "--placed",
    "placed_text",
    default="",
    metavar="PIECES",
    help='The pieces placed so far, in their order: "T4 B3,B4,B5,C4; I1 A1". T4 B3 suffices where T4 fits on B3 in one '
    "place only; T4/2 B3 is the second orientation of T4 with its first cell on B3.",
)
@click.option(
    "--step",
    type=click.Choice(STEPS),
    default="piece",
    show_default=True,
    help="What to tell: whether the position can still be completed, which piece is next, why a place is wrong, where "
    "the piece goes, the position with it placed, or a whole tiling.",
)
@click.option(
    "--strategy",
    type=click.Choice(STRATEGIES),
    default="most-tilings",
    show_default=True,
    help="Where the piece goes: where it keeps the most tilings or the fewest (harder), or as in the first tiling.",
)
@click.option(
    "--piece", "piece_text", metavar="PIECE", help="Ask about this piece.  [default: that with fewest places]"
)
@click.option(
    "--domino",
    "domino_text",
    type=NameOrFile(),
    metavar="PUZZLE",
    help='Give the next step on a domino grid instead, such as 1:001011; --placed is then as in "A1-A2 B3-C3".',
)
@ruled_out_option("--domino")
@seconds_option
@board_puzzle_option
@common
def command(
    terminal: Terminal,
    board_text: str | None,
    placed_text: str,
    step: str,
    strategy: str,
    piece_text: str | None,
    domino_text: str | None,
    ruled_out_text: str,
    seconds: float | None,
    puzzle_text: str | None,
) -> int:
    """Give a hint for BOARD with the pieces that are placed on it.

    With - the position is read from standard input: rows of . for a free cell, # for a blocker and the label of a
    piece, as `dicelab solve` prints them.

    If the position can't be completed, the hint names the placed piece that made it impossible and the fewest pieces
    to take back.

    Exit status: 0 with a hint, 4 if the position can't be completed, 3 if a limit was reached.
    """
    if domino_text is not None:
        return _domino(terminal, domino_text, board_text, placed_text, ruled_out_text)
    if ruled_out_text:
        raise click.UsageError("--ruled-out is for --domino: leave it out")
    if board_text is None:
        raise click.UsageError("Missing argument 'BOARD': write its blockers, or pass --domino PUZZLE")
    from dicelab.api.playing import hint
    from solver.exact_cover import Status

    found = hint(
        read_board_text(board_text),
        puzzle_text,
        placed=placed_text,
        step=step,
        strategy=strategy,
        piece=piece_text,
        seconds=seconds,
    )
    terminal.result("hint", found.to_json() if terminal.json else {}, "" if terminal.json else str(found))
    if found.after is not None and not found.after.is_complete and not terminal.json:
        terminal.note(f'for the next hint: --placed "{found.after.format()}"')
    return {Status.UNSOLVABLE: FALSE, Status.UNKNOWN: UNKNOWN}.get(found.status, DONE)


def _domino(terminal: Terminal, domino_text: str, board_text: str | None, placed_text: str, ruled_out_text: str) -> int:
    """Print the next step on a domino grid."""
    from dicelab.domino.reading import read_grid
    from dicelab.domino.verbs import next_step

    if board_text is not None:
        raise click.UsageError("--domino replaces BOARD: leave BOARD out")
    context = click.get_current_context()
    others = [
        one.opts[0]
        for one in context.command.params
        if context.get_parameter_source(one.name or "") is ParameterSource.COMMANDLINE and one.opts[0] in _OF_BOARDS
    ]
    if others:
        raise click.UsageError(f"{others[0]} does not go with --domino: leave it out")
    step = next_step(read_grid(domino_text), placed_text, ruled_out_text, again=f"--domino {domino_text}")
    terminal.result(step.schema, step.to_json(), str(step))
    for line in step.hints if not terminal.json else ():
        terminal.note(line)
    return step.exit_status


_OF_BOARDS = {"--step", "--strategy", "--piece", "--puzzle", "--seconds"}
