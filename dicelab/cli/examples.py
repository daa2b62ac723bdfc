"""Worked examples, which end the help pages of commands; those of a declared verb stand at its function."""

from __future__ import annotations

import click

EXAMPLES: dict[str, tuple[str, ...]] = {
    "design": ("design --puzzle 2x4/2:3*I2 --sizes 4,4", "design --from default --minimize changes --seconds 60"),
}
"""What follows ``dicelab`` on the command line, by the words of the verb."""


def add_examples(found: click.Command, name: str) -> None:
    """End the help page of a verb, and those of its subcommands, with examples."""
    lines = EXAMPLES.get(name)
    if lines and not found.epilog:
        # click keeps the lines of a paragraph that begins with this character.
        found.epilog = "\b\nExamples:\n" + "\n".join(f"  dicelab {line}" for line in lines)
    for word, one in found.commands.items() if isinstance(found, click.Group) else ():
        add_examples(one, f"{name} {word}")
