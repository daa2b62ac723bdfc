"""``dicelab rules SET``."""

from __future__ import annotations

import click

from dicelab.cli.terminal import Terminal, common, shared_cells_option


@click.command("rules", short_help="Walk a dice set through the fast rules.")
@click.argument("dice", metavar="SET")
@shared_cells_option
@common
def command(terminal: Terminal, dice: str, *, shared_cells: bool) -> int:
    """Walk SET through Jensen's New Dice Procedure and the exact rules: exit 1 if it can roll what a rule rejects.

    The four steps are a designer's guide: a set may break them and still be always solvable. The exact rules say
    what the set can roll; one broken means that it is not always solvable.
    """
    import dicelab
    from dicelab.render.rules_text import rules_json, rules_text

    assessment = dicelab.rules(dice, shared_cells=shared_cells)
    terminal.result("rules", rules_json(assessment), rules_text(assessment, most=None if terminal.verbose else 5))
    return 1 if assessment.can_roll_a_rejected_board else 0
