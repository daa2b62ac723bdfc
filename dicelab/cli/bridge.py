"""From a verb's function to a command of click: its options, help, completion, answer and exit status."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

import click
from click.shell_completion import CompletionItem

from dicelab.cli import paths
from dicelab.cli.inputs import set_content
from dicelab.cli.outputs import Output, force_option, out_option
from dicelab.cli.terminal import GRACE_SECONDS, Seconds, Terminal, read_board_text
from dicelab.exit_status import DONE
from dicelab.kinds import (
    Duration,
    Flag,
    Kind,
    Listed,
    Number,
    Port,
    ReadPath,
    Repeated,
    SourceKind,
    Whole,
    WrittenPath,
    jobs_of,
)
from dicelab.verb import Parameter, Verb
from solver.errors import InputError
from solver.runs.interruption import time_limit


class Answer(Protocol):
    """What a verb returns.

    Beside these, an answer may have ``exit_status`` (by default 0), ``detailed()``, an answer with more in its text and
    pictures, for ``-v``, ``notes`` (lines for standard error), ``details`` (lines that ``-v`` adds to them), and
    ``to_FORMAT()`` for each format of ``--out``; where that returns ``None``, ``undrawn`` says why.
    """

    schema: str
    """The name in the JSON object's schema, ``dicelab/SCHEMA/1``."""

    def to_json(self) -> dict[str, Any]:
        """Return what ``--json`` prints."""


def command_of(verb: Verb) -> click.Command:
    """Return the command of a verb."""
    click_parameters: list[click.Parameter] = [
        _argument(one) if one.is_argument else _option(one) for one in verb.parameters if not isinstance(one.kind, Port)
    ]
    if verb.formats:
        click_parameters += _decorated(out_option(_out_text(verb.formats)), force_option)
    click_parameters += _decorated(
        click.option("--json", "as_json", is_flag=True, help="One JSON object on standard output."),
        click.option("-q", "--quiet", is_flag=True, help="Print errors only; the exit status is the answer."),
        click.option("-v", "--verbose", is_flag=True, help="Print more on standard error."),
    )
    return VerbCommand(
        verb.words[-1],
        params=click_parameters,
        help=verb.text,
        short_help=verb.summary,
        callback=partial(run, verb),
        epilog=_examples(verb),
    )


def run(verb: Verb, *, as_json: bool, quiet: bool, verbose: bool, **options: Any) -> int:  # noqa: ANN401
    """Call the function of a verb, print its answer, write the files, and return the exit status."""
    terminal = Terminal(as_json, quiet, verbose)
    output = None
    if verb.formats:
        output = Output.of(options.pop("out"), *verb.formats, force=options.pop("force"), known=())
    seconds = options.get("seconds")
    # A compiler, for one, does not look at the clock itself.
    limit = seconds + GRACE_SECONDS if isinstance(seconds, float) else None
    with terminal.at_work(), contextlib.ExitStack() as stack, time_limit(limit, again=True):
        for one in verb.parameters:
            if isinstance(one.kind, Port):
                port = stack.enter_context(terminal.port(one.name, jobs_of(options.get("jobs"))))
                if port is not None:
                    options[one.name] = port
        printed: list[Any] = []

        def answered(answer: Any) -> None:  # noqa: ANN401 - an Answer
            stack.close()
            printed.append(show(terminal, answer))

        if any(one.name == "answered" for one in verb.parameters):
            options["answered"] = answered
        answer = verb.function(**options)
        if not printed:
            answered(answer)
        return finish(terminal, printed[0], output)


def show(terminal: Terminal, answer: Any) -> Any:  # noqa: ANN401 - an Answer
    """Print an answer, and return it as it was printed."""
    if terminal.verbose and hasattr(answer, "detailed"):
        answer = answer.detailed()
    terminal.result(answer.schema, answer.to_json(), str(answer))
    return answer


def finish(terminal: Terminal, answer: Any, output: Output | None) -> int:  # noqa: ANN401 - an Answer
    """Write the file of an answer, after it was printed: a file that can't be written takes nothing from it."""
    if output:
        output.write_answer(answer, terminal.note)
    for note in getattr(answer, "notes", ()):
        terminal.note(note)
    for line in getattr(answer, "details", ()):
        terminal.detail(line)
    status: int = getattr(answer, "exit_status", DONE)
    return status


# ---------------------------------------------------------------- parameters


class _Text(click.ParamType[Any]):
    """A value that its kind reads."""

    def __init__(self, kind: Kind) -> None:
        super().__init__()
        self.kind = kind
        self.name = kind.metavar.lower()

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ANN401
        """Read text; any other value is a default already."""
        if not isinstance(value, str):
            return value
        if isinstance(self.kind, SourceKind) and self.kind.from_input and value == "-":
            if ctx and ctx.resilient_parsing:
                # A shell completes what follows: standard input is the terminal of somebody who types.
                return value
            return read_board_text(value) if self.kind.from_input == "board" else set_content()
        try:
            return self.kind.read(value)
        except InputError as error:
            self.fail(str(error), param, ctx)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002
        """Offer the names of the kind; of several with commas between them the last is completed."""
        if self.kind.names is None:
            return [CompletionItem(incomplete, type="file")] if self.kind.or_file else []
        before, comma, last = incomplete.rpartition(",")
        found = [CompletionItem(before + comma + name) for name in self.kind.names() if name.startswith(last)]
        # Bash shows either names or files.
        return found or ([CompletionItem(incomplete, type="file")] if self.kind.or_file else [])


class _NameOrFile(_Text, paths.NameOrFile):
    """A name, or the path of a file that is read."""


def _type(kind: Kind) -> click.ParamType[Any]:
    if isinstance(kind, Whole):
        return click.IntRange(kind.least, kind.most) if (kind.least, kind.most) != (None, None) else click.INT
    if isinstance(kind, Duration):
        return Seconds()
    if isinstance(kind, Number):
        return click.FloatRange(kind.least, kind.most) if (kind.least, kind.most) != (None, None) else click.FLOAT
    if isinstance(kind, WrittenPath):
        return paths.WrittenPathType(file_okay=not kind.is_folder)
    if isinstance(kind, ReadPath):
        return paths.ReadPathType(file_okay=not kind.is_folder, allow_dash=kind.allow_dash)
    return _NameOrFile(kind) if kind.or_file else _Text(kind)


def _argument(one: Parameter) -> click.Argument:
    metavar = one.kind.metavar
    # For click, a default of None would be one.
    default = {} if one.is_required or one.default is None else {"default": one.default}
    if isinstance(one.kind, Repeated):
        return click.Argument(
            [one.name], type=_type(one.kind), required=one.is_required, nargs=-1, metavar=f"{metavar}..."
        )
    return click.Argument(
        [one.name],
        type=_type(one.kind),
        required=one.is_required,
        metavar=metavar if one.is_required else f"[{metavar}]",
        **default,
    )


def _option(one: Parameter) -> click.Option:
    kind = one.kind
    if isinstance(kind, Flag):
        if one.default is None:
            return click.Option([f"--{one.word}/--no-{one.word}", one.name], default=None, help=one.text)
        if one.default is True:
            return click.Option([f"--no-{one.word}", one.name], flag_value=False, default=True, help=one.text)
        return click.Option([f"--{one.word}", one.name], is_flag=True, default=False, help=one.text)
    default = one.default
    if isinstance(kind, Listed) and isinstance(default, tuple):
        default = ",".join(default)
    # click puts words for a default in brackets of their own.
    text = f"{one.text}  [default: {kind.shown_default}]" if default is None and kind.shown_default else one.text
    option = click.Option(
        [f"--{one.word}", one.name],
        type=_type(kind),
        multiple=isinstance(kind, Repeated),
        default=default,
        show_default=default not in {None, "", ()},
        metavar=kind.metavar,
        help=text,
    )
    setattr(option, "is_advanced", one.is_advanced)  # noqa: B010 - an attribute of ours
    return option


def _decorated(*decorators: Callable[[Callable[..., Any]], Callable[..., Any]]) -> list[click.Parameter]:
    """Return the parameters that decorators of click add."""

    def bare() -> None:
        """Take no parameter."""

    for decorator in reversed(decorators):
        decorator(bare)
    return list(reversed(getattr(bare, "__click_params__", [])))


def _out_text(formats: tuple[str, ...]) -> str:
    words = {"svg": "a picture", "csv": "a table", "html": "a page", "txt": "the text", "json": "the JSON"}
    named = [f"{words.get(form, form)} (FILE.{form})" for form in formats]
    return f"Also write {', '.join(named[:-1])} or {named[-1]}." if len(named) > 1 else f"Also write {named[0]}."


def _examples(verb: Verb) -> str | None:
    # click keeps the lines of a paragraph that begins with this character.
    lines = "\n".join(f"  dicelab {line}" for line in verb.examples)
    return f"\b\nExamples:\n{lines}" if lines else None


class VerbCommand(click.Command):
    """A command whose help lists the advanced options last."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the options in two sections."""
        sections: dict[str, list[tuple[str, str]]] = {"Options": [], "Advanced options": []}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx) if isinstance(parameter, click.Option) else None
            if record is not None:
                title = "Advanced options" if getattr(parameter, "is_advanced", False) else "Options"
                sections[title].append(record)
        for title, records in sections.items():
            if records:
                with formatter.section(title):
                    formatter.write_dl(records)
