"""``dicelab rules SET``."""

from __future__ import annotations

import click

from dicelab.cli.inputs import read_set, set_puzzle_option
from dicelab.cli.paths import NameOrFile
from dicelab.cli.terminal import Terminal, common, shared_cells_option
from dicelab.exit_status import DONE, FALSE


@click.command("rules", short_help="Check a dice set with fast rules.")
@click.argument("dice", type=NameOrFile(), metavar="SET")
@shared_cells_option
@set_puzzle_option
@common
def command(terminal: Terminal, dice: str, puzzle_text: str | None, *, shared_cells: bool) -> int:
    """Check SET with fast rules, without any search.

    Three exact rules tell whether the dice can roll a board that is known to have no tiling. The four steps of Jensen's
    New Dice Procedure are a guide for designers: an always-solvable set may break them, which is a notice.

    Exit status: 0 if no exact rule finds a roll that cannot be tiled (`dicelab verify` looks at every roll), 4 if one
    does, so that the set is not always solvable.
    """
    import dicelab
    from dicelab.render.rules_text import rules_json, rules_text

    assessment = dicelab.rules(read_set(dice, puzzle_text, shared_cells=shared_cells))
    terminal.result("rules", rules_json(assessment), rules_text(assessment, most=None if terminal.verbose else 5))
    return FALSE if assessment.can_roll_a_rejected_board else DONE
