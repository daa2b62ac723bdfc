"""The entry point: finds the verb, and turns every error into one line and an exit status.

Exit status: 0 done and true, 4 done and the claim is false, 2 bad usage or input, 3 unknown, 130 interrupted, 143
terminated. A death outside of :func:`status` (of Python itself, by a signal, for want of memory) has another one.
"""

from __future__ import annotations

import contextlib
import errno
import io
import os
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

import click
from click.shell_completion import CompletionItem

from dicelab.cli.configuration import WITHOUT, Configuration, find_configuration, origin_of, use_defaults
from dicelab.cli.terminal import SIGNS
from dicelab.cli.verbs import command_named, verb_names, verbs
from dicelab.errors import BAD_INPUT, DONE, INTERRUPTED, TERMINATED, UNKNOWN, IgnoredFieldsWarning
from dicelab.version import __version__
from solver.errors import DamagedTableWarning, InputError, quoted, suggestion
from solver.runs.progress import TerminatedError, TimeIsUpError, heed_termination, raise_again
from solver.runs.runner import threads_have_ended
from solver.words import one_line

OURS = {"", "dicelab", "solver"}
"""Packages whose modules are all there, so that a missing one is a fault; the empty name stands for an unknown one."""

WRITE_ERRORS = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF}
"""Errors of the system where standard output can't be written."""
SIGNS_OF_NO_MEMORY = ("Cannot allocate memory", "failed to map segment", "can't start new thread")
"""Messages of a library that can't be loaded, or of a thread that can't be started."""


class Verbs(click.Group):
    """A group whose verbs are imported when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the verbs in the order of the table."""
        return verb_names()

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's signature
        """Import a verb; nothing for an unknown one, which click reports."""
        return command_named(cmd_name) if cmd_name in verb_names() else None

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Offer the verbs without importing them, and the options."""
        found = [(name, text) for group in verbs().values() for name, text in group.items()]
        items = [CompletionItem(name, help=text) for name, text in found if name.startswith(incomplete)]
        return [*items, *click.Command.shell_complete(self, ctx, incomplete)]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - click's
        """List the verbs without importing them."""
        for group, found in verbs().items():
            with formatter.section(group.capitalize()):
                formatter.write_dl(list(found.items()), col_max=12)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Print the help where there is no verb: an error, though one with an answer."""
        if not args and not ctx.resilient_parsing:
            click.echo(ctx.get_help(), err=True)
            ctx.exit(BAD_INPUT)
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> int:
        """Run the verb."""
        try:
            result = super().invoke(ctx)
        except BrokenPipeError:
            # click would exit with 1, as a crash does.
            return _reader_is_gone()
        except Exception as error:
            if origin := origin_of(ctx, error):
                error.add_note(origin)
            raise
        return result if isinstance(result, int) else DONE

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Suggest the nearest verb for an unknown one."""
        if args and args[0] not in verb_names() and not args[0].startswith("-"):
            hint = suggestion(args[0], verb_names(), "see dicelab --help")
            raise click.UsageError(f"no verb {quoted(args[0])}: {hint}", ctx)
        name, command, rest = super().resolve_command(ctx, args)
        wants_help = not {"-h", "--help", "--help-all"}.isdisjoint(rest)
        if name is not None and command is not None and name not in WITHOUT and not ctx.resilient_parsing:
            try:
                if not ctx.params.get("no_config"):
                    use_defaults(ctx, name, command, rest, _configuration())
            except InputError:
                # Somebody who mends the file reads the help page.
                if not wants_help:
                    raise
        return name, command, rest


def _cite(ctx: click.Context, _option: click.Parameter, asked: bool) -> None:
    """Print the citation and its BibTeX entry, and end."""
    if asked and not ctx.resilient_parsing:
        from dicelab.cli.citation import citation

        found = citation()
        click.echo(f"{found}\n\n{found.bibtex()}")
        ctx.exit()


@click.group(
    cls=Verbs,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    subcommand_metavar="VERB ...",
)
@click.option(
    "--no-config",
    is_flag=True,
    envvar="DICELAB_NO_CONFIG",
    help="Take no defaults of options from dicelab.toml, pyproject.toml and the environment.",
)
@click.version_option(__version__, prog_name="dicelab")
@click.option(
    "--cite", is_flag=True, is_eager=True, expose_value=False, callback=_cite, help="Show how to cite dicelab."
)
def cli(*, no_config: bool) -> None:
    """Design and prove dice for polyomino dice puzzles such as The Genius Square.

    SET is a catalogue name (default, theorem-5.3, goralczyk), the id of a set in the archive, a file (JSON, CSV, text,
    certificate), a run folder (its best set; runs/evolve-001#2 is the second), or faces: "A6 F1 | A5 B6 E1 F2 | ...".
    BOARD is its blockers, as in "A6 B1 B5 D1 E3 F2 F4". With - a SET or BOARD is read from standard input, where a
    BOARD may be what `dicelab roll` or `dicelab solve` prints.
    """


def _configuration() -> Configuration | None:
    """Return the nearest configuration file; a working folder that was removed has none."""
    try:
        folder = Path.cwd()
    except OSError:
        return None
    return find_configuration(folder)


def main(args: list[str] | None = None) -> None:
    """Run a command line and exit with its status."""
    heed_termination()
    sys.unraisablehook = raise_again
    SIGNS.watch()
    result = status(args)
    try:
        has_ended = threads_have_ended()
    except KeyboardInterrupt:
        # The answer is printed already.
        has_ended = False
    if not has_ended:
        # Threads that can't be stopped at once must not hold up the end; their files are written by now.
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError):
                stream.flush()
        os._exit(result)
    sys.exit(result)


def status(args: list[str] | None = None) -> int:
    """Run a command line and return its exit status."""
    _open_what_is_closed()
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A name with characters that the terminal has not is no reason to stop.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        with _warnings_on_one_line():
            result = cli.main(args, prog_name="dicelab", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except (click.Abort, KeyboardInterrupt) as error:
        # click makes an Abort of any KeyboardInterrupt.
        return _stopped(error.__cause__ or error)
    except click.ClickException as error:
        text = error.format_message()
        hint = ": put a board of several cells in quotes" if "unexpected extra argument" in text else ""
        return _print_error(text + hint + _notes_of(error), BAD_INPUT)
    except BrokenPipeError:
        return _reader_is_gone()
    except Exception as error:  # noqa: BLE001 - no traceback for a user
        return _failed(error, verbose=not {"-v", "--verbose"}.isdisjoint(sys.argv[1:] if args is None else args))
    return result if isinstance(result, int) else DONE


@contextlib.contextmanager
def _warnings_on_one_line() -> Iterator[None]:
    """Print warnings of damaged tables and spreadsheets as the verbs print theirs; others go where they always go."""
    usual = warnings.showwarning

    def show(
        message: Warning | str,
        category: type[Warning],
        filename: str,
        lineno: int,
        file: TextIO | None = None,
        line: str | None = None,
    ) -> None:
        if issubclass(category, (DamagedTableWarning, IgnoredFieldsWarning)):
            _print_error(f"warning: {message}", 0)
        else:
            usual(message, category, filename, lineno, file, line)

    with warnings.catch_warnings():
        warnings.simplefilter("always", DamagedTableWarning)
        warnings.simplefilter("default", IgnoredFieldsWarning)
        warnings.showwarning = show
        yield


def _open_what_is_closed() -> None:
    """Give a standard stream that was closed (``>&-``) somewhere to write to."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8"))


def _stopped_status(stopped: BaseException) -> int:
    """Return the exit status of a verb that was stopped: 128 and the number of the signal."""
    return TERMINATED if isinstance(stopped, TerminatedError) else INTERRUPTED


def _stopped(error: BaseException) -> int:
    """Tell why the verb ended without a result, and return the exit status."""
    if isinstance(error, TimeIsUpError):
        return _print_error("the time is up, and there is no result yet: allow more --seconds", UNKNOWN)
    SIGNS.spoke()
    click.echo(f"dicelab: {'terminated' if _stopped_status(error) == TERMINATED else 'interrupted'}", err=True)
    return _stopped_status(error)


def _failed(error: Exception, *, verbose: bool) -> int:
    """Print an error on one line, and return the exit status."""
    if isinstance(error, OSError) and error.errno in WRITE_ERRORS and not error.filename:
        _drop_output()
        return _print_error(f"the result can't be written ({error.strerror}): make room, or write elsewhere", UNKNOWN)
    if _is_out_of_memory(error):
        return _print_error("out of memory: try a smaller puzzle, fewer dice faces or fewer jobs", UNKNOWN)
    if isinstance(error, RecursionError):
        return _print_error("nested too deeply for this program: try a smaller puzzle", UNKNOWN)
    if isinstance(error, ModuleNotFoundError) and (name := (error.name or "").partition(".")[0]) not in OURS:
        # Installed without dependencies, for playing and printing alone.
        return _print_error(f"this needs {name}, which is not installed: pip install {name}", UNKNOWN)
    known = _status_of(error)
    if known is not None:
        return _print_error(_message_of(error) + (_notes_of(error) if known == BAD_INPUT else ""), known)
    if verbose:
        import traceback

        with contextlib.suppress(OSError):
            traceback.print_exception(error)
    text = f"internal error: {type(error).__name__}: {error}; pass -v for the traceback, and please report it"
    if isinstance(error, ImportError):
        text = f"the installation is broken ({error}): dicelab doctor tells what helps"
    return _print_error(text, UNKNOWN)


def _is_out_of_memory(error: BaseException | None) -> bool:
    """Tell whether memory ran out, which shows in more ways than one, and often only in the cause of an error."""
    while error is not None:
        if isinstance(error, MemoryError) or getattr(error, "errno", None) == errno.ENOMEM:
            return True
        text = str(error) if isinstance(error, (ImportError, OSError, RuntimeError)) else ""
        if any(sign in text for sign in SIGNS_OF_NO_MEMORY):
            return True
        error = error.__cause__ or error.__context__
    return False


def _status_of(error: Exception) -> int | None:
    """Return the exit status of an error that was raised on purpose."""
    from dicelab.check import CertificateError
    from dicelab.errors import DicelabError, OutputExistsError
    from solver.errors import InputError, SolverError, StorageError

    # A refusal of the system (a name that is too long, a folder that may not be read) is bad input.
    if isinstance(error, (OutputExistsError, CertificateError, InputError, StorageError, OSError)):
        return BAD_INPUT
    if isinstance(error, DicelabError):
        return BAD_INPUT if isinstance(error, ValueError) else UNKNOWN
    if isinstance(error, SolverError):
        return UNKNOWN
    return None


def _message_of(error: Exception) -> str:
    if isinstance(error, OSError) and error.filename:
        return f"{error.filename}: {error.strerror}"
    return str(error)


def _notes_of(error: BaseException) -> str:
    """Return where a value was set if it was not typed."""
    return "".join(getattr(error, "__notes__", ()))


def _reader_is_gone() -> int:
    """Return the exit status of an answer that nobody reads: unknown."""
    _drop_output()
    return UNKNOWN


def _drop_output() -> None:
    """Drop the rest of the buffer, which Python would fail to write at its end."""
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _print_error(text: str, code: int) -> int:
    with contextlib.suppress(OSError, MemoryError):
        SIGNS.spoke()
        click.echo(f"dicelab: {one_line(text)}", err=True)
    return code
