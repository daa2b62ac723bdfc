"""``python -m dicelab`` is the command line."""

from dicelab.cli.main import main

main()
