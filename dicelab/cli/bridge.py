"""From a verb's function to a command of click: its options, help, completion, answer and exit status."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from textwrap import dedent
from typing import Any, Protocol

import click
from click.core import ParameterSource

from dicelab.cli.parameters import EVERY_VERB, OPTIONS, SECTIONS, common_options, parameter_of
from dicelab.cli.terminal import GRACE_SECONDS, Terminal, json_line
from dicelab.errors import BAD_INPUT, DONE
from dicelab.kinds import Port, jobs_of
from dicelab.verb import Verb
from solver.errors import require_installed
from solver.runs.formats import require_output
from solver.runs.progress import lift_time_limit, time_limit
from solver.runs.storage import write_free

WHOLE_HELP = "dicelab.whole_help"
"""In the meta of a context, whether its help lists all options."""


class Answer(Protocol):
    """The result of a verb.

    Beside these, an answer may have ``exit_status`` (by default 0), ``detailed()``, an answer with more in its text and
    pictures, for ``-v``, ``notes`` (lines for standard error), ``hints`` (lines for it that ``--json`` leaves out),
    ``details`` (lines that ``-v`` adds to them), and ``to_FORMAT()`` for each format of ``--out``; where that returns
    ``None``, ``undrawn`` says why. ``require_format(form)`` refuses a format that the answer lacks, before it prints.

    An answer found bit by bit has ``parts(is_kept=...)``, which yields its texts as they are found, to be printed at
    once; its JSON and its text are asked for at the end if it is kept, and all else always.
    """

    schema: str
    """The name in the JSON object's schema, ``dicelab/SCHEMA/1``."""

    def to_json(self) -> dict[str, Any]:
        """Return the JSON that ``--json`` prints."""


@dataclass(frozen=True, slots=True)
class Output:
    """A file for the result of a verb, and its format."""

    path: Path
    form: str
    force: bool

    @classmethod
    def of(cls, path: Path | None, formats: Collection[str], *, force: bool) -> Output | None:
        """Return the output that was asked for, if any.

        Raises
        ------
        InputError
            If the suffix is of none of the formats.
        OutputExistsError
            If the file exists, unless ``force`` is set.
        """
        return None if path is None else cls(path, require_output(path, formats, force=force), force)

    @property
    def is_picture(self) -> bool:
        """Whether a picture is wanted, which some results do not have."""
        return self.form == "svg"

    def write_answer(self, answer: Any, note: Callable[[str], None]) -> None:  # noqa: ANN401 - an Answer
        """Write an answer in the format that was asked for; ``note`` is told where the answer has no such picture."""
        lift_time_limit()
        data: str | bytes | None
        if self.form == "txt":
            data = str(answer).rstrip("\n") + "\n"
        elif self.form == "json":
            data = json_line(answer.schema, answer.to_json()) + "\n"
        else:
            data = getattr(answer, f"to_{self.form}")()
        if data is None:
            note(f"no picture was written to {self.path}: {answer.undrawn}")
            return
        write_free(self.path, data if isinstance(data, bytes) else data.encode(), force=self.force)


def command_of(verb: Verb) -> click.Command:
    """Return the command of a verb."""
    parameters = [parameter_of(one) for one in verb.parameters if not isinstance(one.kind, Port)]
    return VerbCommand(
        verb.words[-1],
        params=[*parameters, *common_options(verb)],
        help=_help_text(verb.text),
        short_help=verb.summary,
        callback=partial(run, verb),
        epilog=_examples(verb.examples),
    )


def group_of(name: str, text: str, verbs: Sequence[Verb]) -> click.Group:
    """Return the command of a group of verbs, such as ``census``; without a verb of the group it prints its help."""

    def print_help() -> int:
        context = click.get_current_context()
        if context.invoked_subcommand is None:
            click.echo(context.get_help(), err=True)
        return BAD_INPUT

    return click.Group(
        name,
        commands={verb.words[-1]: command_of(verb) for verb in verbs},
        help=_help_text(text),
        callback=print_help,
        invoke_without_command=True,
        epilog=_examples([verb.examples[0] for verb in verbs if verb.examples][:3]),
    )


def run(verb: Verb, *, as_json: bool, quiet: bool, verbose: bool, **options: Any) -> int:  # noqa: ANN401
    """Call the function of a verb, print its answer, write the files, and return the exit status."""
    terminal = Terminal(as_json, quiet, verbose)
    output = None
    if verb.formats:
        path, force = options.pop("out"), options.get("force") if verb.has_force else options.pop("force")
        output = Output.of(path, verb.formats, force=bool(force))
    require_installed(verb.needs)
    verb.require_free(options)
    seconds = options.get("seconds")
    # A compiler, for one, does not look at the clock itself.
    limit = seconds + GRACE_SECONDS if isinstance(seconds, float) else None
    with terminal.at_work(), contextlib.ExitStack() as stack, time_limit(limit, again=True):
        for one in verb.parameters:
            if one.name == "given":
                options[one.name] = _typed_options()
            elif isinstance(one.kind, Port):
                port = stack.enter_context(terminal.port(one.name, jobs_of(options.get("jobs"))))
                if port is not None:
                    options[one.name] = port
        printed: list[Any] = []

        def answered(answer: Any) -> None:  # noqa: ANN401 - an Answer
            if output and hasattr(answer, "require_format"):
                answer.require_format(output.form)
            stack.close()
            printed.append(show(terminal, answer, output))

        if any(one.name == "answered" for one in verb.parameters):
            options["answered"] = answered
        answer = verb.function(**options)
        # A verb with a terminal of its own may have said all.
        if not printed and answer is not None:
            answered(answer)
        return finish(terminal, printed[0], output) if printed else DONE


def show(terminal: Terminal, answer: Any, output: Output | None = None) -> Any:  # noqa: ANN401 - an Answer
    """Print an answer, and return it as it was printed."""
    if terminal.verbose and hasattr(answer, "detailed"):
        answer = answer.detailed()
    if not hasattr(answer, "parts"):
        terminal.result(answer.schema, answer.to_json(), str(answer))
        return answer
    for text in answer.parts(is_kept=terminal.json or (output is not None and not output.is_picture)):
        # A part that was found is not lost: from now on the search looks at the clock itself.
        lift_time_limit()
        if not terminal.json:
            terminal.result(answer.schema, {}, text)
    if terminal.json:
        terminal.result(answer.schema, answer.to_json(), "")
    return answer


def finish(terminal: Terminal, answer: Any, output: Output | None) -> int:  # noqa: ANN401 - an Answer
    """Write the file of an answer, after it was printed: a file that can't be written takes nothing from it."""
    if output:
        output.write_answer(answer, terminal.note)
    for line in getattr(answer, "details", ()):
        terminal.detail(line)
    for note in [*getattr(answer, "notes", ()), *(() if terminal.json else getattr(answer, "hints", ()))]:
        terminal.note(note)
    status: int = getattr(answer, "exit_status", DONE)
    return status


def _typed_options() -> frozenset[str]:
    """Return the options of the command line, such as ``--limit``."""
    context = click.get_current_context()
    return frozenset(
        one.opts[0]
        for one in context.command.params
        if context.get_parameter_source(one.name or "") is ParameterSource.COMMANDLINE
    )


def _help_text(text: str) -> str:
    """Return the text of a help page; indented paragraphs, such as code, keep their lines."""
    parts = [f"\b\n{dedent(part)}" if part.startswith("    ") else part for part in text.split("\n\n")]
    return re.sub(r"::$", ":", "\n\n".join(parts), flags=re.MULTILINE)


def _examples(lines: Sequence[str]) -> str | None:
    # click keeps the lines of a paragraph that begins with this character.
    return "\b\nExamples:\n" + "\n".join(f"  dicelab {line}" for line in lines) if lines else None


class VerbCommand(click.Command):
    """A command whose help is short; ``--help-all`` lists the advanced options, and those of every verb, too."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the parameters, and the options for help."""
        *found, last = super().get_params(ctx)
        return [*found, last, HELP_ALL] if isinstance(last, click.Option) and last.is_eager else [*found, last]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the options of the short help, or all in sections."""
        sections: dict[str, list[tuple[str, str]]] = {title: [] for title in SECTIONS}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx) if isinstance(parameter, click.Option) else None
            if record is not None:
                # The help option is click's own.
                sections[getattr(parameter, "section", EVERY_VERB)].append(record)
        number = sum(map(len, sections.values()))
        is_whole = ctx.meta.get(WHOLE_HELP, False)
        for title, records in sections.items():
            if records and (is_whole or title == OPTIONS):
                with formatter.section(title):
                    formatter.write_dl(records)
        if not is_whole:
            formatter.write_paragraph()
            with formatter.indentation():
                formatter.write_text(
                    f"`{ctx.command_path} --help-all` lists all {number} options, also those of every verb: "
                    "--json, --quiet and --verbose."
                )


def whole_help(context: click.Context) -> str:
    """Return the help of a command with all its options."""
    context.meta[WHOLE_HELP] = True
    return context.get_help()


def _print_whole_help(ctx: click.Context, _: click.Parameter, is_wanted: bool) -> None:
    if is_wanted and not ctx.resilient_parsing:
        click.echo(whole_help(ctx), color=ctx.color)
        ctx.exit()


HELP_ALL = click.Option(
    ["--help-all"],
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_whole_help,
    help="Show this message with all options and exit.",
)
