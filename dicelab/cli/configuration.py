"""Defaults of options from a configuration file and from the environment: an option that is typed comes before both.

The file is ``dicelab.toml``, or the table ``[tool.dicelab]`` of ``pyproject.toml``, in the working folder, and where
that belongs to a repository in its parents too, up to the repository's root. In each folder ``dicelab.toml`` comes
before ``pyproject.toml``. The first file that is found is the only one.

An option ``--min-tilings`` of ``dicelab design`` is the key ``min-tilings`` in the table ``[design]``, and the variable
``DICELAB_DESIGN_MIN_TILINGS``. Those in :data:`GENERAL` may also be set for every verb that has them, by a key above
all tables, or by a variable without the name of the verb.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dicelab.cli.verbs import command_named, verb_names
from dicelab.kinds import Number, ReadPath
from solver.errors import InputError, quoted, suggestion
from solver.registry import MODULES, distrust
from solver.runs.input_file import MOST_BYTES, read_input

if TYPE_CHECKING:
    from dicelab.bench.doctor import Configured

OWN = "dicelab.toml"
SHARED = "pyproject.toml"
PREFIX = "DICELAB"
GENERAL = ("jobs", "json", "puzzle", "quiet", "seconds", "seed", "verbose")
"""Options with one meaning for all verbs."""
WITHOUT = ("cache", "check", "doctor", "help", "completion")
"""Verbs that take no defaults: a file beside a certificate must not weaken its check; the others always work."""
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
    "where": "it chooses the sets that change",
}
"""Options that a file can't set, and why: a file may come with a folder of somebody else."""
RESUMED = ("cluster", "jobs", "json", "quiet", "seconds", "verbose")
"""Options that go with ``--resume``: all others are settings that the run keeps."""
BASED = ("board", "lattice", "pieces")
"""Options of ``puzzle new`` that ``--from`` takes the place of."""

META = "dicelab.defaults"


@dataclass(frozen=True, slots=True)
class Configuration:
    """The content of a configuration file as TOML; its keys are not checked yet."""

    path: Path
    content: dict[str, Any]

    def place(self, *words: str) -> str:
        """Return the name of a table of the file in a message.

        Examples
        --------
        >>> Configuration(Path("pyproject.toml"), {}).place("evolve")
        'pyproject.toml, [tool.dicelab.evolve]'
        >>> Configuration(Path("dicelab.toml"), {}).place()
        'dicelab.toml'
        """
        table = ".".join([*(() if self.path.name == OWN else ("tool", "dicelab")), *words])
        shown = os.path.relpath(self.path) if self.path.is_absolute() else str(self.path)
        return f"{shown}, [{table}]" if table else shown


def find_configuration(folder: Path) -> Configuration | None:
    """Return the nearest configuration file, if there is one; :class:`InputError` names one that is no TOML."""
    above = [folder, *folder.parents]
    root = next((level for level, place in enumerate(above) if os.path.lexists(place / ".git")), 0)
    for place in above[: root + 1]:
        if os.path.lexists(place / OWN):
            return Configuration(place / OWN, _tables(place / OWN))
        shared = _shared(place / SHARED)
        if shared is not None:
            return shared
    return None


def _shared(path: Path) -> Configuration | None:
    """Return the table of dicelab in ``pyproject.toml``, if there is one."""
    try:
        if not path.is_file() or path.stat().st_size > MOST_BYTES or b"dicelab" not in path.read_bytes():
            return None
    except (OSError, ValueError):
        return None
    try:
        tool = _tables(path).get("tool")
    except InputError:
        if b"[tool.dicelab" in path.read_bytes():
            raise
        return None
    if not isinstance(tool, dict) or "dicelab" not in tool:
        return None
    if not isinstance(tool["dicelab"], dict):
        raise InputError(f"{os.path.relpath(path)}: dicelab in [tool] is not a table: write [tool.dicelab]")
    return Configuration(path, tool["dicelab"])


def _tables(path: Path) -> dict[str, Any]:
    import tomllib

    name = os.path.relpath(path)
    try:
        text = read_input(path, "configuration file").decode("utf-8-sig")
        return tomllib.loads(text)
    except UnicodeDecodeError as error:
        raise InputError(f"{name} is not UTF-8 (byte {error.start}): save it as UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{name} is not TOML: {error}: write lines such as jobs = 2") from None
    except RecursionError:
        raise InputError(f"{name} is nested too deeply: write one table for each verb") from None
    except InputError as error:
        problem = "is a link to a file that does not exist" if path.is_symlink() and not path.exists() else str(error)
        raise InputError(f"{name} {problem.partition(':')[0]}: mend or remove it, or pass --no-config") from None
    except ValueError as error:
        # A number of thousands of digits, for one.
        raise InputError(f"{name} can't be read ({error}): mend or remove it, or pass --no-config") from None


# ---------------------------------------------------------------- the options of a verb


@dataclass(frozen=True, slots=True)
class Default:
    """A default of an option, and where it is from."""

    option: click.Option
    key: str
    value: Any
    origin: str


def key_of(option: click.Option) -> str:
    """Return the name of an option in a file.

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


def _subcommands(command: click.Command) -> Mapping[str, click.Command]:
    return command.commands if isinstance(command, click.Group) else {}


def use_defaults(
    context: click.Context,
    verb: str,
    command: click.Command,
    arguments: Sequence[str],
    configuration: Configuration | None,
) -> None:
    """Give a verb, before it is called, the defaults that a file and the environment set for it.

    Raises :class:`InputError` for an unknown option, and for a value of the file that its option does not take.
    """
    subcommands = _subcommands(command)
    if isinstance(command, click.Group) and not (arguments and arguments[0] in subcommands):
        return
    path = [verb, *arguments[: len(subcommands) and 1]]
    found = [*of_file(configuration, path, command)] if configuration else []
    for one in found:
        if not _is_typed(one.key, arguments):
            many = one.value if isinstance(one.value, tuple) else [one.value]
            distrust(",".join(map(str, many)), f"{one.key} of {one.origin}")
    found = [one for one in found if not _is_replaced(one.key, path, arguments)]
    values: dict[str, Any] = {str(one.option.name): one.value for one in found}
    context.default_map = {verb: {path[1]: values} if subcommands else values}
    found += _of_environment(path, command, arguments)
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
    if tuple(path) == ("puzzle", "new"):
        return key in BASED and _is_typed("from", arguments)
    return key not in RESUMED and path[0] in {"evolve", "pieces", "design"} and _is_typed("resume", arguments)


def _is_typed(key: str, arguments: Sequence[str]) -> bool:
    return any(word == f"--{key}" or word.startswith(f"--{key}=") for word in arguments)


def of_file(configuration: Configuration, path: Sequence[str], command: click.Command) -> Iterator[Default]:
    """Yield the defaults that a file sets for a verb, those that hold for more verbs first."""
    subcommands = _subcommands(command)
    offered = options_of(subcommands[path[1]] if len(path) > 1 else command)
    for key, value in configuration.content.items():
        if key in verb_names() and isinstance(value, dict):
            if key in WITHOUT:
                raise InputError(f"{configuration.place(key)}: {key} takes no defaults: remove the table")
        elif key not in GENERAL:
            raise InputError(f"{configuration.place()}: {_unknown_above(key, value, verb_names())}")
        elif key in offered:
            yield _from_file(configuration, (), offered[key], value)
    table = configuration.content.get(path[0], {})
    if not isinstance(table, dict):
        return
    for key, value in _known(configuration, path[:1], table, [*options_of(command), *subcommands]):
        if key in subcommands and isinstance(value, dict):
            own = options_of(subcommands[key])
            for inner, one in _known(configuration, (path[0], key), value, own):
                # The table of another subcommand is looked at too: a slip of the pen is found at once.
                default = _from_file(configuration, (path[0], key), own[inner], one)
                if [*path[1:]] == [key]:
                    yield default
        elif key in offered:
            yield _from_file(configuration, path[:1], offered[key], value)


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
    names, place = list(known), configuration.place(*words)
    for key, value in table.items():
        if key not in names:
            end = suggestion(key.lstrip("-").replace("_", "-"), names, f"see dicelab {' '.join(words)} --help")
            raise InputError(f"{place}: no option {quoted(key)}: {end}")
        if key in TYPED:
            typed = f"pass --{key} on the command line, or set {variable_of(*words, key)}"
            raise InputError(f"{place}: {key} can't be set in a file, since {TYPED[key]}: {typed}")
        yield key, value


def _from_file(configuration: Configuration, words: Sequence[str], option: click.Option, value: Any) -> Default:  # noqa: ANN401
    origin, key = configuration.place(*words), key_of(option)
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
    # All others have a type of dicelab.cli.parameters.
    kind_type: Any = option.type
    kind = kind_type.kind
    is_number, is_path = isinstance(kind, Number), isinstance(kind, ReadPath)
    many = value if isinstance(value, list) and (option.multiple or not (is_path or is_number)) else [value]
    taken = (int, float) if is_number else str if is_path else (str, int, float)
    for one in many:
        if isinstance(one, bool) or not isinstance(one, taken):
            without = ", without quotation marks" if is_number and isinstance(one, str) else ""
            raise click.BadParameter(f"write {kind.form}{without}")
        if isinstance(one, str) and (not one or "\0" in one):
            raise click.BadParameter(f"write {kind.form}, or remove the line")
    placed = [kind_type.placed(one, folder) if isinstance(one, str) else str(one) for one in many]
    texts = placed if option.multiple or not isinstance(value, list) else [",".join(placed)]
    try:
        found = tuple(kind_type.convert(text, option, None) for text in texts)
    except click.BadParameter:
        if is_number:
            raise click.BadParameter(f"write {kind.form}") from None
        raise
    return found if option.multiple else found[0]


def check_configuration(configuration: Configuration) -> list[Default]:
    """Look at all tables of a file, and return its defaults; imports the verbs that have a table.

    Raises :class:`InputError` as when one of the verbs is called.
    """
    found: dict[tuple[str, str], Default] = {}
    # Keys above all tables are options of these three verbs, whatever verbs the file names.
    for verb in ("verify", "roll", "solve", *configuration.content):
        if verb in verb_names():
            command = command_named(verb)
            for words in _subcommands(command) or ("",):
                for default in of_file(configuration, [verb, words] if words else [verb], command):
                    found[default.origin, default.key] = default
    return list(found.values())


def _of_environment(path: Sequence[str], command: click.Command, arguments: Sequence[str]) -> Iterator[Default]:
    """Let click read the variables of a verb, and yield those that are set."""
    _require_known(path[0], command)
    leaf = _subcommands(command)[path[1]] if len(path) > 1 else command
    for key, option in options_of(leaf).items():
        if not _is_replaced(key, path, arguments):
            # The most specific first; click passes over an empty one.
            names = [variable_of(*path[:count], key) for count in range(len(path), 0, -1)]
            option.envvar = [*names, *([variable_of(key)] if key in GENERAL else [])]
            name = next((name for name in option.envvar if os.environ.get(name)), None)
            if name:
                yield Default(option, key, os.environ[name], f"the environment variable {name}")


def _require_known(verb: str, command: click.Command) -> None:
    """Refuse an unknown variable with the prefix of the verb."""
    known = {*OTHERS, *(variable_of(verb, key) for key in options_of(command))}
    for word, subcommand in _subcommands(command).items():
        known.update(variable_of(verb, word, key) for key in options_of(subcommand))
    for name in os.environ:
        # Windows has no small letters in the names of variables.
        if name.startswith(f"{variable_of(verb)}_") and name not in known:
            end = suggestion(name, known, f"see dicelab {verb} --help", cutoff=0.8)
            raise InputError(f"the environment variable {quoted(name)} sets no option of {verb}: {end}")


def configured() -> Configured:
    """Look at the configuration file and the environment, for ``dicelab doctor``."""
    from dicelab.bench.doctor import Configured, Problem

    problems, configuration = [], None
    try:
        configuration = find_configuration(Path.cwd())
        lines = ["no file"] if configuration is None else [f"{configuration.path} is read:"]
        if configuration is not None:
            lines += [f"  {one.key} = {one.value} ({one.origin})" for one in check_configuration(configuration)]
    except InputError as error:
        what, _, remedy = str(error).rpartition(": ")
        problems.append(Problem(what, remedy))
        configuration, lines = None, [str(error)]
    except Exception as error:  # noqa: BLE001 - a verb whose packages are missing; these are told elsewhere
        configuration, lines = None, [f"not looked at: {error}"]
    variables = sorted(name for name in os.environ if name.startswith(f"{PREFIX}_"))
    # A variable of one verb is looked at closely by that verb.
    begins = tuple(f"{variable_of(verb)}_" for verb in verb_names())
    known = {*OTHERS, *map(variable_of, GENERAL)}
    for name in variables:
        is_known = name in known or name.startswith(begins)
        lines.append(f"{name} is set{'' if is_known else ' (unknown: see docs/reference/configuration.md)'}")
    file = None if configuration is None else str(configuration.path)
    return Configured(file, tuple(variables), tuple(lines), tuple(problems))
