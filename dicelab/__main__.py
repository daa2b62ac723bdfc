"""``python -m dicelab`` and the program ``dicelab`` are the command line."""

import os
import sys

UNKNOWN = 3
"""The exit status of this name in ``dicelab.errors``, which may be the part that is missing."""


def main() -> None:
    """Run the command line; name a missing part of the installation."""
    try:
        from dicelab.cli.main import main as run
    except ImportError as error:
        from solver.requirements import reinstall

        sys.stderr.write(f"dicelab: the installation is broken ({error}): {reinstall()}\n")
        sys.exit(UNKNOWN)
    run()


if __name__ == "__main__":
    # `python -m` puts the current folder first, where anybody may have put a file; but dicelab itself may be there.
    if not sys.flags.safe_path and sys.path[0] != os.path.dirname(os.path.dirname(__file__)):  # noqa: PTH120 - no import
        del sys.path[0]
    main()
