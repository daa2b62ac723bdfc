"""``dicelab completion SHELL``, and what a shell offers for options and arguments; no search is imported for it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable

import click
from click.shell_completion import CompletionItem, get_completion_class

from dicelab.cli.paths import NameOrFile, ReadPathType


@click.command("completion", short_help="Print the completion for bash, zsh or fish.")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def command(context: click.Context, shell: str) -> int:
    """Print what a shell needs to complete verbs, options and names.

    \b
    bash  add to ~/.bashrc:  eval "$(dicelab completion bash)"
    zsh   add to ~/.zshrc:   eval "$(dicelab completion zsh)"
    fish  dicelab completion fish > ~/.config/fish/completions/dicelab.fish
    """  # noqa: D301 - click's mark for a paragraph that is not wrapped
    kind = get_completion_class(shell)
    if kind is None:
        raise click.UsageError(f"there is no completion for {shell}")
    completer = kind(context.find_root().command, {}, "dicelab", "_DICELAB_COMPLETE")
    # Its source() would start a process to ask for the version of the shell, which need not be installed here.
    script = completer.source_template % completer.source_vars()
    if shell == "fish":
        # click cuts a value off at its first comma, and names such as bitmask,cp-sat have one.
        script = script.replace('(string split "," $completion)', '(string split --max 1 "," $completion)')
    click.echo(script)
    return 0


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


def words_of_help(context: click.Context, incomplete: str) -> list[CompletionItem]:
    """Offer the verbs to `dicelab help`, and the subcommands of those that were typed."""
    root = context.find_root()
    found: click.Command | None = root.command
    for word in context.params.get("words") or ():
        found = found.get_command(root, word) if isinstance(found, click.Group) else None
    names = found.list_commands(root) if isinstance(found, click.Group) else []
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]


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
