"""``--out FILE`` of the verbs whose result is a text, JSON or a picture: the suffix chooses which of them."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dicelab.cli.paths import WrittenPathType
from solver.runs.formats import require_output
from solver.runs.interruption import lift_time_limit
from solver.runs.storage import json_text, write_free

if TYPE_CHECKING:
    from click.parser import _OptionParser


class OutOption(click.Option):
    """``--out FILE``, which was called ``--svg`` and still takes that name, though no page shows it."""

    def __init__(self, text: str) -> None:
        super().__init__(["--out"], type=WrittenPathType(), metavar="FILE", help=text)

    def add_to_parser(self, parser: _OptionParser, ctx: click.Context) -> None:
        """Take both names."""
        super().add_to_parser(parser, ctx)
        parser.add_option(self, ["--svg"], dest=self.name, nargs=self.nargs)


def json_line(schema: str, content: dict[str, Any]) -> str:
    """Return the JSON object of a result, with its schema."""
    return json_text({"schema": f"dicelab/{schema}/1", **content})


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
