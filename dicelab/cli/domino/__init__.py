"""``dicelab domino solve | count | generate | grade | draw | animate``."""

from dicelab.cli.domino.group import command

__all__ = ["command"]
