"""Options and arguments of click, from the parameters of a verb: their types, placeholders and completion.

Each type knows how a value of a configuration file, which may come with a folder of somebody else, becomes a path.
"""

from __future__ import annotations

import glob
import os
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem

from dicelab.cli.terminal import read_standard_input
from dicelab.kinds import (
    FileContent,
    Flag,
    InputText,
    Kind,
    Listed,
    ReadPath,
    Repeated,
    SourceKind,
    WrittenPath,
)
from dicelab.verb import Parameter, Verb
from solver.errors import InputError

OPTIONS, ADVANCED_OPTIONS, EVERY_VERB = SECTIONS = ("Options", "Advanced options", "Options of every verb")
"""The sections of a help page; the short help has the first."""

ELSEWHERE = "write a path in the folder of this file, or pass the option on the command line"


def parameter_of(one: Parameter) -> click.Parameter:
    """Return the argument or the option of a parameter."""
    return _argument(one) if one.is_argument else _option(one)


def common_options(verb: Verb) -> list[click.Parameter]:
    """Return the options that all verbs have, and ``--out`` of those whose answer is a file too."""
    found: list[click.Parameter] = []
    if verb.formats:
        found.append(VerbOption(["--out"], type=PathType(WrittenPath()), metavar="FILE", help=_out_text(verb.formats)))
    if verb.formats and not verb.has_force:
        found.append(VerbOption(["--force"], ADVANCED_OPTIONS, is_flag=True, help="Overwrite FILE if it exists."))
    return [
        *found,
        VerbOption(["--json", "as_json"], EVERY_VERB, is_flag=True, help="One JSON object on standard output."),
        VerbOption(
            ["-q", "--quiet"], EVERY_VERB, is_flag=True, help="Print errors only; the exit status is the answer."
        ),
        VerbOption(["-v", "--verbose"], EVERY_VERB, is_flag=True, help="Print more on standard error."),
    ]


class VerbOption(click.Option):
    """An option of a verb, in a ``section`` of its help."""

    def __init__(self, words: Sequence[str], section: str = OPTIONS, **more: Any) -> None:  # noqa: ANN401 - of click
        super().__init__(words, **more)
        self.section = section

    def get_help_extra(self, ctx: click.Context) -> Any:  # noqa: ANN401 - private to click
        """Return the default, and the range of a number in words."""
        found = super().get_help_extra(ctx)
        words = getattr(getattr(self.type, "kind", None), "range", "")
        return {**found, "range": words} if words else found


# ---------------------------------------------------------------- types of values


class KindType(click.ParamType[Any]):
    """A value that its kind reads; the kind says whether the name of a file may stand for it."""

    def __init__(self, kind: Kind) -> None:
        super().__init__()
        self.kind = kind
        self.name = kind.metavar.lower()

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ANN401
        """Read text; any other value is a default already."""
        if not isinstance(value, str):
            return value
        source = self.kind.from_input if isinstance(self.kind, SourceKind) and value == "-" else None
        if source is not None:
            # A shell completes the next word: standard input is the terminal of somebody who types.
            return value if ctx and ctx.resilient_parsing else _standard_input(source, param, ctx)
        try:
            source_of = ctx.get_parameter_source(param.name or "") if ctx and param else None
            if self.kind.typed and source_of is ParameterSource.COMMANDLINE and ctx and not ctx.resilient_parsing:
                self.kind.typed(value)
            return self.kind.read(value)
        except InputError as error:
            self.fail(str(error), param, ctx)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002
        """Offer the names of the kind; of several with commas between them the last is completed."""
        before, comma, last = incomplete.rpartition(",")
        # The names of `help` depend on the words before.
        with ctx.scope(cleanup=False):
            names = self.kind.names() if self.kind.names else ()
            found = [CompletionItem(before + comma + name) for name in names if name.startswith(last)]
        # Bash shows either names or files.
        return found or ([CompletionItem(incomplete, type="file")] if self.kind.or_file else [])

    def placed(self, value: str, folder: Path) -> str:
        """Return the text that a file in a folder gives, or the path from the working folder if it names a file."""
        path, mark, number = value.rpartition("=")
        for name, rest in ((value, ""), (path, mark + number)) if self.kind.or_file else ():
            try:
                if name and (folder / name).is_file():
                    return os.path.relpath(folder / name) + rest
            except OSError:
                continue
        return value


class PathType(click.Path):
    """The path of a file or a folder, as :class:`pathlib.Path`; the kind says whether it is read or written."""

    def __init__(self, kind: ReadPath) -> None:
        is_read = not isinstance(kind, WrittenPath)
        super().__init__(
            readable=is_read, file_okay=not kind.is_folder, allow_dash=is_read and kind.allow_dash, path_type=Path
        )
        self.kind = kind

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ANN401
        """Return the path; ``-`` takes standard input."""
        if value == "-" and self.allow_dash:
            claim_standard_input(param, ctx)
        return super().convert(value, param, ctx)

    def placed(self, value: str, folder: Path) -> str:
        """Return the path that a file in a folder names, seen from the working folder.

        Raises :class:`click.BadParameter` if it is a device or a pipe, which may never end; or an output outside of the
        folder, or one that could follow a link out of it.
        """
        if isinstance(self.kind, WrittenPath):
            return _confined(value, folder)
        if value == "-":
            return value
        path = folder / os.path.expanduser(value)  # noqa: PTH111 - it leaves an unknown ~name alone
        _require_regular(path)
        return os.path.relpath(path)


def _confined(value: str, folder: Path) -> str:
    """Return the path of an output that a file in a folder names, free of links."""
    if value.startswith("~") or ".." in Path(value).parts:
        raise click.BadParameter(ELSEWHERE)
    try:
        base, target = folder.resolve(), (folder / value).resolve()
        if not target.is_relative_to(base):
            raise click.BadParameter(ELSEWHERE)
        _require_regular(target)
        link = next((link for link in _links(target) if not link.resolve().is_relative_to(base)), None)
    except (OSError, RuntimeError):
        raise click.BadParameter(f"its links lead nowhere: {ELSEWHERE}") from None
    if link is not None:
        shown = link.relative_to(base).as_posix()
        raise click.BadParameter(f"{shown} is a link that leads out of the folder of this file: remove the link")
    return os.path.relpath(folder / target.relative_to(base))


def _require_regular(path: Path) -> None:
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        return
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        raise click.BadParameter("it is a device or a pipe: name a file or a folder")


def _links(target: Path) -> Iterator[Path]:
    """Return the links that an output could follow: all below a folder, or those with a file's stem (board-2.svg)."""
    if target.is_dir():
        found = (Path(place, name) for place, folders, files in os.walk(target) for name in (*folders, *files))
    else:
        found = target.parent.glob(f"{glob.escape(target.stem)}*")
    return (path for path in found if path.is_symlink())


def claim_standard_input(parameter: click.Parameter | None, context: click.Context | None) -> None:
    """Refuse a second value of a command line that reads standard input."""
    if parameter is None or context is None:
        return
    name = parameter.opts[0] if isinstance(parameter, click.Option) else parameter.make_metavar(context).strip("[].")
    first = context.meta.setdefault("dicelab.standard_input", [])
    first.append(name)
    if len(first) > 1:
        named = f"{first[0]} and {name} both read" if first[0] != name else f"{name} - is given twice: it reads"
        raise click.UsageError(f"{named} standard input, which can be read only once: write one of them out")


def _standard_input(
    source: InputText, parameter: click.Parameter | None, context: click.Context | None
) -> str | FileContent:
    claim_standard_input(parameter, context)
    text = read_standard_input(source.what, source.form, source.most + source.is_file)
    if not source.is_file:
        return text
    data = text.encode(errors="surrogateescape")
    if len(data) > source.most:
        raise click.UsageError(f"standard input has over {source.most:,} bytes: {source.form} has fewer")
    return FileContent(data)


def _type(kind: Kind) -> KindType | PathType:
    if isinstance(kind, Repeated):
        kind = kind.of or Kind(or_file=kind.or_file, names=kind.names)
    return PathType(kind) if isinstance(kind, ReadPath) else KindType(kind)


# ---------------------------------------------------------------- arguments and options


def _metavar(kind: Kind) -> str:
    plain = Kind.metavar
    return kind.of.metavar if isinstance(kind, Repeated) and kind.of and kind.metavar == plain else kind.metavar


def _argument(one: Parameter) -> click.Argument:
    metavar = _metavar(one.kind)
    shown = metavar if one.is_required else f"[{metavar}]"
    if isinstance(one.kind, Repeated):
        return click.Argument(
            [one.name], type=_type(one.kind), required=one.is_required, nargs=-1, metavar=f"{shown}..."
        )
    # For click, a default of None would be one.
    default = {} if one.is_required or one.default is None else {"default": one.default}
    return click.Argument([one.name], type=_type(one.kind), required=one.is_required, metavar=shown, **default)


def _option(one: Parameter) -> click.Option:
    kind, default = one.kind, None if one.is_required else one.default
    if isinstance(kind, Listed) and isinstance(default, (list, tuple)):
        default = ",".join(map(str, default))
    # click puts words for a default in brackets of their own.
    text = f"{one.text}  [default: {kind.shown_default}]" if default in (None, "") and kind.shown_default else one.text
    section = ADVANCED_OPTIONS if one.is_advanced else OPTIONS
    if isinstance(kind, Flag):
        spellings: dict[bool | None, dict[str, Any]] = {
            None: {"param_decls": [f"--{one.word}/--no-{one.word}", one.name], "default": None},
            True: {"param_decls": [f"--no-{one.word}", one.name], "flag_value": False, "default": True},
            False: {"param_decls": [f"--{one.word}", one.name], "is_flag": True, "default": False},
        }
        spelling = spellings[default]
        return VerbOption(spelling.pop("param_decls"), section, help=text, **spelling)
    return VerbOption(
        [f"--{one.word}", one.name],
        section,
        type=_type(kind),
        multiple=isinstance(kind, Repeated),
        # For click, a default of None would be a value.
        **({"required": True} if one.is_required else {"default": default}),
        show_default=default not in (None, "", ()),
        metavar=_metavar(kind),
        help=text,
    )


def _out_text(formats: tuple[str, ...]) -> str:
    words = {"svg": "a picture", "csv": "a table", "html": "a page", "txt": "the text", "json": "the JSON"}
    named = [f"{words.get(form, form)} (FILE.{form})" for form in formats]
    return f"Also write {', '.join(named[:-1])} or {named[-1]}." if len(named) > 1 else f"Also write {named[0]}."
