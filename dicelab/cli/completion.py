"""The names that a shell offers for options and arguments of click commands; no search is imported for it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable

import click
from click.shell_completion import CompletionItem

from dicelab.cli.paths import NameOrFile, ReadPathType


def complete_values(found: click.Command) -> None:
    """Let the parameters of a command, and of its subcommands, offer the names that they take.

    The kinds of a declared verb offer theirs already.
    """
    from dicelab.cli.bridge import VerbCommand

    if isinstance(found, VerbCommand):
        return
    for one in found.commands.values() if isinstance(found, click.Group) else ():
        complete_values(one)
    for parameter in found.params:
        names = [*parameter.opts, parameter.human_readable_name]
        # What the formats are differs from verb to verb.
        keys = [f"{found.name} {name}" for name in names] + names
        offered = next((OFFERED[key] for key in keys if key in OFFERED), None)
        if offered:
            complete = _completing(offered, with_files=isinstance(parameter.type, (NameOrFile, ReadPathType)))
            setattr(parameter, "shell_complete", complete)  # noqa: B010 - a method of click's


def _completing(
    names: Callable[[], Iterable[str]], *, with_files: bool
) -> Callable[[click.Context, str], list[CompletionItem]]:
    def complete(_context: click.Context, incomplete: str) -> list[CompletionItem]:
        # Of names with commas between them the last is completed.
        before, comma, last = incomplete.rpartition(",")
        found = [CompletionItem(before + comma + name) for name in names() if name.startswith(last)]
        # Bash shows either names or files.
        return found or ([CompletionItem(incomplete, type="file")] if with_files else [])

    return complete


def _sets() -> list[str]:
    from dicelab.dice.sources import offered_sets

    return offered_sets()


def _ids() -> list[str]:
    from dicelab.archive.store import ids_of_archive

    # A damaged archive is no reason to disturb somebody who types.
    with contextlib.suppress(Exception):
        return ids_of_archive()
    return []


def _backends() -> list[str]:
    from solver.exact_cover.backend import BACKENDS

    return list(BACKENDS)


def _objectives() -> list[str]:
    from dicelab.score.objectives import OBJECTIVES

    return list(OBJECTIVES)


def _puzzles() -> list[str]:
    from solver.polyform.puzzle_catalogue import catalogue_names

    return list(catalogue_names())


def _lattices() -> list[str]:
    from solver.polyform.lattice import LATTICES

    return list(LATTICES)


def _export_formats() -> list[str]:
    return ["json", "csv", "txt", "svg"]


def _solve_formats() -> list[str]:
    return ["dlx", "cnf", "lp", "mps"]


def _symmetries() -> list[str]:
    from solver.polyform.lattice import LATTICES
    from solver.polyform.symmetry import turn_names

    return list(dict.fromkeys(name for lattice in LATTICES.values() for name in turn_names(lattice)))


OFFERED: dict[str, Callable[[], Iterable[str]]] = {
    **dict.fromkeys(("SET", "[SET]", "SET|DIR...", "--from", "--away-from", "--set", "--rolls"), _sets),
    **dict.fromkeys(("ID", "[ID]..."), _ids),
    "--backend": _backends,
    "--genome": lambda: ["dice", "pieces"],
    **dict.fromkeys(("--objective", "--maximize", "--minimize"), _objectives),
    "--puzzle": _puzzles,
    **dict.fromkeys(("show PUZZLE", "check PUZZLE"), _puzzles),
    "--lattice": _lattices,
    # Those of `domino`, grids.
    **dict.fromkeys(("PUZZLE", "PUZZLE..."), list),
    "export --format": _export_formats,
    "solve --format": _solve_formats,
    "--invariant": _symmetries,
}
"""What offers the values of an option or an argument, by its name, or by those of its verb and its own."""
