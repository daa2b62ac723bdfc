"""``dicelab rules SET``."""

from __future__ import annotations

import click

from dicelab.cli.terminal import Terminal, common, find_set, shared_cells_option


@click.command("rules", short_help="Walk a dice set through the fast rules.")
@click.argument("dice", metavar="SET")
@shared_cells_option
@common
def command(terminal: Terminal, dice: str, *, shared_cells: bool) -> int:
    """Walk SET through Jensen's New Dice Procedure and the exact rules: exit 1 if it can roll what a rule rejects.

    The four steps are a designer's guide: a set may break them and still be always solvable. The exact rules say
    what the set can roll; one broken means that it is not always solvable.
    """
    from dicelab.rules import SET_RULES, new_dice_procedure
    from dicelab.rules.report import rules_json, rules_text

    dice_set = find_set(dice, shared_cells=shared_cells)
    steps = new_dice_procedure(dice_set)
    exact = [(rule.name, rule.can_roll(dice_set)) for rule in SET_RULES]
    terminal.result(
        "rules",
        rules_json(dice_set, steps, exact),
        rules_text(dice_set, steps, exact, most=None if terminal.verbose else 5),
    )
    return 1 if any(witness for _, witness in exact) else 0
