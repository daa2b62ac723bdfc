"""The table of the library's page: where each verb of the command line is in Python.

``python -m docs.programs.book.library_table`` prints it.
"""

from __future__ import annotations

from collections.abc import Iterator

import dicelab
from dicelab.verb import DECLARED, Verb, verbs_of

OTHERS = {
    "archive backup": "Archive.backup",
    "archive check": "Archive.check",
    "archive export": "Archive.gallery",
    "archive import": "Archive.import_sets",
    "archive list": "Archive.listing",
    "archive merge": "Archive.merge",
    "archive remove": "Archive.remove",
    "archive restore": "Archive.restore",
    "archive show": "Archive.get",
    "archive tag": "Archive.tag",
    "census build": "Census.load",
    "census export": "Census.to_dataframe",
    "census info": "Census.to_json",
    "census verify": "solver.census.audit",
    "domino count": "DominoGrid.count",
    "domino generate": "solver.domino.generate",
    "domino grade": "DominoGrid.grade",
    "domino solve": "DominoGrid.solve DominoGrid.solutions DominoGrid.explain DominoGrid.hint",
    "export": "DiceSet.save",
    "print": "print_boards",
    "puzzle list": "solver.polyform.catalogue_names",
    "puzzle show": "Puzzle.parse",
    "solve": "solve solutions",
}
"""What does the work of a verb, apart from its function: names in ``dicelab``, or in a package of the solver."""

MISSING = {
    "cache clear": "missing: it looks after the installation",
    "cache list": "missing: it looks after the installation",
    "census certify": "missing: it writes a file for `check`",
    "completion": "missing: it is for a shell",
    "doctor": "missing: it looks at the installation",
    "domino animate": "missing: it writes a page",
    "domino draw": "missing: `print(grid)` shows the numbers, and a notebook the picture",
    "help": "missing: `help(dicelab.verify)` shows the same text",
    "play": "missing: it needs a terminal",
    "puzzle check": "missing: `Puzzle.parse` reports the first fault",
    "puzzle new": "missing: it writes a file to be edited",
    "rerun": "missing: it reads a command line and compares files",
    "web": "missing: it is a server",
}
"""Verbs that the library has not, and why."""


def verbs() -> list[Verb]:
    """Return the verbs of dicelab in the order of their names; those of other packages are left out."""
    found = [one for name in DECLARED for one in verbs_of(DECLARED[name], name)]
    return sorted((one for one in found if one.function.__module__.startswith("dicelab.")), key=lambda one: one.words)


def in_python(one: Verb) -> list[str]:
    """Return where a verb is in Python: its function in ``dicelab``, then what does the same."""
    same = [name for name in dicelab.__all__ if getattr(getattr(dicelab, name), "__verb__", None) is one]
    names = [*same, *OTHERS.get(" ".join(one.words), "").split()]
    return [name if name.startswith("solver.") else f"dicelab.{name}" for name in names]


def table() -> str:
    """Return the table as Markdown."""
    return "\n".join(["| on the command line | in Python |", "| --- | --- |", *_rows()])


def _rows() -> Iterator[str]:
    for one in verbs():
        words = " ".join(one.words)
        yield f"| `{words}` | {', '.join(f'`{name}`' for name in in_python(one)) or MISSING[words]} |"


if __name__ == "__main__":
    print(table())
