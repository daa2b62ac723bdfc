"""Defaults of options from the environment and from a configuration file: an option that is typed comes before both.

An option ``--min-tilings`` of ``dicelab design`` is the key ``min-tilings`` in the table ``[design]``, and the variable
``DICELAB_DESIGN_MIN_TILINGS``. Those in :data:`GENERAL` may also be set for every verb that has them, by a key above
all tables, or by a variable without the name of the verb.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from dicelab.cli.configuration import Configuration
from dicelab.cli.verb_list import command_named, verb_names
from dicelab.kinds import Kind, Number
from solver.errors import InputError, quoted, suggestion
from solver.registry import MODULES, distrust

PREFIX = "DICELAB"
GENERAL = ("jobs", "json", "puzzle", "quiet", "seconds", "seed", "verbose")
"""Options that mean the same for every verb."""
WITHOUT = ("check", "doctor", "help", "completion")
"""Verbs that take no defaults: what comes with a certificate must not weaken its check; the others always work."""
OTHERS = (
    "DICELAB_ARCHIVE",
    "DICELAB_CACHE",
    MODULES,
    "DICELAB_NO_CONFIG",
    "DICELAB_NO_NUMBA",
    "DICELAB_WEB_TRACEBACKS",
)
"""Variables that are no default of an option."""
TYPED = {
    "allow-host": "it lets other computers in",
    "cluster": "it sends work to other computers",
    "force": "it overwrites files",
    "host": "it lets other computers in",
    "resume": "it continues a run",
    "share": "it lets other computers in",
    "where": "it chooses what is changed",
}
"""Options that a file can't set, and why: a file may come with a folder of somebody else."""
RESUMED = ("cluster", "jobs", "json", "quiet", "seconds", "verbose")
"""Options that go with ``--resume``: all others are settings that the run keeps."""
BASED = ("board", "lattice", "pieces")
"""Options of ``puzzle new`` that ``--from`` takes the place of."""

META = "dicelab.defaults"


@dataclass(frozen=True, slots=True)
class Default:
    """A default of an option, and where it is from."""

    option: click.Option
    key: str
    value: Any
    origin: str


def key_of(option: click.Option) -> str:
    """Return how a file names an option.

    Examples
    --------
    >>> key_of(click.Option(["-q", "--min-tilings", "least"]))
    'min-tilings'
    """
    return next(name for name in option.opts if name.startswith("--"))[2:]


def variable_of(*words: str) -> str:
    """Return the environment variable of an option, by the words of its verb and its key.

    Examples
    --------
    >>> variable_of("design", "min-tilings")
    'DICELAB_DESIGN_MIN_TILINGS'
    """
    return "_".join([PREFIX, *words]).replace("-", "_").upper()


def options_of(command: click.Command) -> dict[str, click.Option]:
    """Return the options of a verb by their keys, and those of all its subcommands."""
    if isinstance(command, click.Group):
        return {key: option for one in command.commands.values() for key, option in options_of(one).items()}
    return {key_of(option): option for option in command.params if isinstance(option, click.Option)}


def use_defaults(
    context: click.Context,
    verb: str,
    command: click.Command,
    arguments: Sequence[str],
    configuration: Configuration | None,
    environment: Mapping[str, str],
) -> None:
    """Give a verb, before it is called, the defaults that a file and the environment set for it.

    Raises
    ------
    InputError
        If the file or the environment sets what this verb has not, or the file a value that its option does not take.
    """
    sub = arguments[0] if isinstance(command, click.Group) and arguments and arguments[0] in command.commands else None
    leaf = command.commands[sub] if isinstance(command, click.Group) and sub is not None else command
    if isinstance(leaf, click.Group):
        return
    path = (verb,) if sub is None else (verb, sub)
    found = [*of_file(configuration, path, command, leaf)] if configuration else []
    for one in found:
        if not _is_typed(one.key, arguments):
            many = one.value if isinstance(one.value, tuple) else [one.value]
            distrust(",".join(map(str, many)), f"{one.key} of {one.origin}")
    found = [one for one in found if not _is_replaced(one.key, path, arguments)]
    values = {one.option.name: one.value for one in found}
    context.default_map = {verb: values if sub is None else {sub: values}}
    found += of_environment(environment, path, command, leaf, arguments)
    context.meta[META] = [one for one in found if f"--{one.key}" not in arguments]


def origin_of(context: click.Context, error: Exception) -> str:
    """Return the end of a message about an input that a file or a variable set."""
    text = error.format_message() if isinstance(error, click.ClickException) else str(error)
    for default in reversed(context.meta.get(META, ())):
        names = [*default.option.opts, *default.option.secondary_opts]
        value = "" if isinstance(default.value, bool) else str(default.value)
        # A short value may be there by chance.
        is_told = bool(value) and _has(text, value) and (len(value) > 2 or _has(text, default.key))
        if is_told or any(_has(text, name) for name in names):
            return f" ({default.key} is set in {default.origin}; --no-config ignores it)"
    return ""


def _has(text: str, word: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text) is not None


def _is_replaced(key: str, path: Sequence[str], arguments: Sequence[str]) -> bool:
    """Tell whether a typed option makes a default useless."""
    if path == ("puzzle", "new"):
        return key in BASED and _is_typed("from", arguments)
    return key not in RESUMED and path[0] in {"evolve", "design"} and _is_typed("resume", arguments)


def _is_typed(key: str, arguments: Sequence[str]) -> bool:
    return any(word == f"--{key}" or word.startswith(f"--{key}=") for word in arguments)


# ---------------------------------------------------------------- the file


def of_file(
    configuration: Configuration, path: Sequence[str], command: click.Command, leaf: click.Command
) -> Iterator[Default]:
    """Yield the defaults that a file sets for a verb, those that hold for more verbs first."""
    offered = options_of(leaf)
    top = configuration.content
    for key, value in top.items():
        if key in verb_names() and isinstance(value, dict):
            if key in WITHOUT:
                raise InputError(f"{configuration.place(key)}: {key} takes no defaults: remove the table")
        elif key not in GENERAL:
            raise InputError(f"{configuration.place()}: {_unknown_above(key, value, verb_names())}")
        elif key in offered:
            yield _from_file(configuration, (), offered[key], key, value)
    table = top.get(path[0], {})
    if not isinstance(table, dict):
        return
    subcommands = command.commands if isinstance(command, click.Group) else {}
    for key, value in _known(configuration, path[:1], table, [*options_of(command), *subcommands]):
        if key in subcommands and isinstance(value, dict):
            own = options_of(subcommands[key])
            for inner, one in _known(configuration, (path[0], key), value, own):
                # The table of another subcommand is looked at too: a slip of the pen is found at once.
                default = _from_file(configuration, (path[0], key), own[inner], inner, one)
                if path[1:] == (key,):
                    yield default
        elif key in offered:
            yield _from_file(configuration, path[:1], offered[key], key, value)


def _unknown_above(key: str, value: object, verbs: Collection[str]) -> str:
    if key in verbs:
        return f"{key} is a verb: write its options below a line [{key}]"
    if isinstance(value, dict):
        return f"no verb {quoted(key)}: {suggestion(key, verbs, 'see dicelab --help')}"
    known = (
        f"only {', '.join(GENERAL)} hold for all verbs; write other options below the name of a verb, as in [evolve]"
    )
    return f"no key {quoted(key)}: {suggestion(key, GENERAL, known)}"


def _known(
    configuration: Configuration, words: Sequence[str], table: dict[str, Any], known: Iterable[str]
) -> Iterator[tuple[str, Any]]:
    """Yield the entries of a table; the first that no option has is an error, and so is one that must be typed."""
    names = list(known)
    for key, value in table.items():
        if key not in names:
            end = suggestion(key.lstrip("-").replace("_", "-"), names, f"see dicelab {' '.join(words)} --help")
            raise InputError(f"{configuration.place(*words)}: no option {quoted(key)}: {end}")
        if key in TYPED:
            typed = f"pass --{key} on the command line, or set {variable_of(*words, key)}"
            raise InputError(
                f"{configuration.place(*words)}: {key} can't be set in a file, since {TYPED[key]}: {typed}"
            )
        yield key, value


def _from_file(
    configuration: Configuration,
    words: Sequence[str],
    option: click.Option,
    key: str,
    value: Any,  # noqa: ANN401
) -> Default:
    origin = configuration.place(*words)
    try:
        return Default(option, key, _converted(option, value, configuration.path.parent), origin)
    except click.BadParameter as error:
        shown = quoted(value) if isinstance(value, str) else _shown(value)
        raise InputError(f"{origin}: {key} = {shown}: {error.message}") from None


def _shown(value: Any) -> str:  # noqa: ANN401 - any value of TOML
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return text if len(text) <= 40 else text[:37] + "..."


def _converted(option: click.Option, value: Any, folder: Path) -> Any:  # noqa: ANN401 - any value of TOML
    """Return a value of TOML as the option takes it; a path starts in the folder of the file."""
    if option.is_flag:
        if not isinstance(value, bool):
            raise click.BadParameter("write true or false, without quotation marks")
        # An option --no-labels is true where labels are false.
        return value if option.flag_value is not False else not value
    kind = option.type
    is_number = isinstance(getattr(kind, "kind", None), Number)
    is_path = isinstance(kind, click.Path)
    many = value if isinstance(value, list) and (option.multiple or not (is_path or is_number)) else [value]
    taken = (int, float) if is_number else str if is_path else (str, int, float)
    for one in many:
        if isinstance(one, bool) or not isinstance(one, taken):
            without = ", without quotation marks" if is_number and isinstance(one, str) else ""
            raise click.BadParameter(f"write {_form(option)}{without}")
        if isinstance(one, str) and (not one or "\0" in one):
            raise click.BadParameter(f"write {_form(option)}, or remove the line")
    placed = [
        kind.placed(one, folder) if isinstance(one, str) and hasattr(kind, "placed") else str(one) for one in many
    ]
    if option.multiple:
        return tuple(_convert(option, one) for one in placed)
    return _convert(option, ",".join(placed) if isinstance(value, list) else placed[0])


def _form(option: click.Option) -> str:
    """Return what to write for an option."""
    if isinstance(option.type, click.Path):
        return "a path in quotation marks"
    return str(getattr(option.type, "kind", Kind()).form)


def _convert(option: click.Option, text: str) -> Any:  # noqa: ANN401 - what the type of the option returns
    try:
        return option.type.convert(text, option, None)
    except click.BadParameter:
        if isinstance(getattr(option.type, "kind", None), Number):
            raise click.BadParameter(f"write {_form(option)}") from None
        raise


def check_configuration(configuration: Configuration) -> list[Default]:
    """Look at all tables of a file, and return what it sets; imports the verbs that have a table.

    Raises
    ------
    InputError
        As when one of the verbs is called.
    """
    found: dict[tuple[str, str], Default] = {}
    # What stands above all tables is options of these three, whatever verbs the file names.
    for verb in ("verify", "roll", "solve", *configuration.content):
        command = command_named(verb) if verb in verb_names() else None
        if command is not None:
            for word, leaf in getattr(command, "commands", {"": command}).items():
                for default in of_file(configuration, (verb, word) if word else (verb,), command, leaf):
                    found[default.origin, default.key] = default
    return list(found.values())


# ---------------------------------------------------------------- the environment


def variables_of(path: Sequence[str], key: str) -> list[str]:
    """Return the variables of an option, the most general first."""
    general = [variable_of(key)] if key in GENERAL else []
    return [*general, *(variable_of(*path[: count + 1], key) for count in range(len(path)))]


def of_environment(
    environment: Mapping[str, str],
    path: Sequence[str],
    command: click.Command,
    leaf: click.Command,
    arguments: Sequence[str],
) -> Iterator[Default]:
    """Let click read the variables of a verb, and yield those that are set."""
    _require_known(environment, path[0], command)
    for key, option in options_of(leaf).items():
        if not _is_replaced(key, path, arguments):
            # The most special first; click passes over an empty one.
            option.envvar = list(reversed(variables_of(path, key)))
            name = next((name for name in option.envvar if environment.get(name)), None)
            if name:
                yield Default(option, key, environment[name], f"the environment variable {name}")


def _require_known(environment: Mapping[str, str], verb: str, command: click.Command) -> None:
    """Refuse an unknown variable with the prefix of the verb."""
    subcommands = list(command.commands) if isinstance(command, click.Group) else []
    known = {*OTHERS, *(variable_of(verb, key) for key in options_of(command))}
    for word in subcommands:
        known.update(variable_of(verb, word, key) for key in options_of(command.commands[word]))  # type: ignore[attr-defined]
    for name in environment:
        # Windows has no small letters in the names of variables.
        if name.startswith(f"{variable_of(verb)}_") and name not in known:
            end = suggestion(name, known, f"see dicelab {verb} --help", cutoff=0.8)
            raise InputError(f"the environment variable {quoted(name)} sets no option of {verb}: {end}")
