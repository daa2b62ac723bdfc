"""Options and arguments of click, from the parameters of a verb: their types, placeholders and completion."""

from __future__ import annotations

from typing import Any

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem

from dicelab.cli import paths
from dicelab.cli.outputs import OutOption
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


def parameter_of(one: Parameter) -> click.Parameter:
    """Return the argument or the option of a parameter."""
    return _argument(one) if one.is_argument else _option(one)


def common_options(verb: Verb) -> list[click.Parameter]:
    """Return the options that all verbs have, and ``--out`` of those whose answer is a file too."""
    found: list[click.Parameter] = [OutOption(_out_text(verb.formats))] if verb.formats else []
    if verb.formats and not verb.has_force:
        found.append(click.Option(["--force"], is_flag=True, help="Overwrite FILE if it exists."))
    return [
        *found,
        click.Option(["--json", "as_json"], is_flag=True, help="One JSON object on standard output."),
        click.Option(["-q", "--quiet"], is_flag=True, help="Print errors only; the exit status is the answer."),
        click.Option(["-v", "--verbose"], is_flag=True, help="Print more on standard error."),
    ]


def is_advanced(parameter: click.Parameter) -> bool:
    """Tell whether the help shows an option under "Advanced options"."""
    return isinstance(parameter, _Option) and parameter.is_advanced


class _Option(click.Option):
    """An option of a verb."""

    is_advanced = False
    older = ""

    def add_to_parser(self, parser: Any, ctx: click.Context) -> None:  # noqa: ANN401 - private to click
        """Take an older word too, which no page shows."""
        shown = self.opts
        self.opts = [*shown, f"--{self.older}"] if self.older else shown
        super().add_to_parser(parser, ctx)
        self.opts = shown

    def get_help_extra(self, ctx: click.Context) -> Any:  # noqa: ANN401 - private to click
        """Return the default, and the range of a number in words."""
        found = super().get_help_extra(ctx)
        words = getattr(getattr(self.type, "kind", None), "range", "")
        return {**found, "range": words} if words else found


class KindType(click.ParamType[Any]):
    """A value that its kind reads."""

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
            # A shell completes what follows: standard input is the terminal of somebody who types.
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


class _NameOrFile(KindType, paths.NameOrFile):
    """A name, or the path of a file that is read."""


def _standard_input(
    source: InputText, parameter: click.Parameter | None, context: click.Context | None
) -> str | FileContent:
    paths.claim_standard_input(parameter, context)
    text = read_standard_input(source.what, source.form, source.most + source.is_file)
    if not source.is_file:
        return text
    data = text.encode(errors="surrogateescape")
    if len(data) > source.most:
        raise click.UsageError(f"standard input has over {source.most:,} bytes: {source.form} has fewer")
    return FileContent(data)


def _type(kind: Kind) -> click.ParamType[Any]:
    if isinstance(kind, Repeated):
        kind = kind.of or Kind(or_file=kind.or_file, names=kind.names)
    if isinstance(kind, WrittenPath):
        return paths.WrittenPathType(file_okay=not kind.is_folder)
    if isinstance(kind, ReadPath):
        return paths.ReadPathType(file_okay=not kind.is_folder, allow_dash=kind.allow_dash)
    return _NameOrFile(kind) if kind.or_file else KindType(kind)


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
    if isinstance(kind, Flag):
        spellings: dict[bool | None, dict[str, Any]] = {
            None: {"param_decls": [f"--{one.word}/--no-{one.word}", one.name], "default": None},
            True: {"param_decls": [f"--no-{one.word}", one.name], "flag_value": False, "default": True},
            False: {"param_decls": [f"--{one.word}", one.name], "is_flag": True, "default": False},
        }
        option = _Option(**spellings[default], help=text)
    else:
        option = _Option(
            [f"--{one.word}", one.name],
            type=_type(kind),
            multiple=isinstance(kind, Repeated),
            # For click, a default of None would be a value.
            **({"required": True} if one.is_required else {"default": default}),
            show_default=default not in (None, "", ()),
            metavar=_metavar(kind),
            help=text,
        )
    option.is_advanced, option.older = one.is_advanced, one.older
    return option


def _out_text(formats: tuple[str, ...]) -> str:
    words = {"svg": "a picture", "csv": "a table", "html": "a page", "txt": "the text", "json": "the JSON"}
    named = [f"{words.get(form, form)} (FILE.{form})" for form in formats]
    return f"Also write {', '.join(named[:-1])} or {named[-1]}." if len(named) > 1 else f"Also write {named[0]}."
