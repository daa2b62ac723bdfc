"""What all experiments share: where results go, the manifest beside them, pages and tables."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from solver.runs import Recording as FolderRecording

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "results"
"""The results that are under version control."""

VARIABLE = "DICELAB_RESULTS"
"""The environment variable that names the folder to write to, such as ``results``."""


def written() -> Path:
    """Return the folder that experiments write to: ``runs/results``, which is not tracked, or the one named."""
    chosen = os.environ.get(VARIABLE)
    return Path(chosen) if chosen else ROOT / "runs" / "results"


def latest(name: str) -> Path:
    """Return the folder of an experiment's results: the one that was written here, or else the tracked one."""
    return written() / name if (written() / name).exists() else RESULTS / name


class Recording(FolderRecording):
    """The results of one experiment, in the folder of its name under that of :func:`written`."""

    def __init__(self, name: str, command: str, seed: int | None = None) -> None:
        super().__init__(written() / name, command, seed)

    def finish(self, confirmed_by: Sequence[str] = ()) -> None:
        """Write the manifest, and say where the results are."""
        super().finish(confirmed_by)
        print(f"written to {self.folder}", file=sys.stderr)

    def publish(self, schema: str, result: Mapping[str, Any], text: str | Sequence[str]) -> None:
        """Write the result as JSON and as Markdown beside all other files, then the manifest; and print the text."""
        text = (text if isinstance(text, str) else "\n".join(text)).rstrip("\n")
        self.write_json("result.json", {"schema": schema, **result})
        self.write("result.md", text + "\n")
        self.finish()
        print(text)


def page(script: str, name: str, /, **values: object) -> str:
    """Fill in the template of a page, a text file beside a script: its fields are those of :meth:`str.format`.

    Lists are lines, such as those of a table.
    """
    template = Path(script).with_name(name).read_text(encoding="utf-8")
    return template.format(
        **{key: "\n".join(map(str, value)) if isinstance(value, list) else value for key, value in values.items()}
    )


def table(head: Sequence[str], rows: Iterable[Sequence[object]], left: int = 1) -> list[str]:
    """Return the lines of a Markdown table: the first columns to the left, figures to the right.

    Whole numbers get commas; all other cells are written as they are.
    """
    return [
        " ".join(f"| {cell}" if cell else "|" for cell in (*head, "")),
        "|" + " --- |" * left + " ---: |" * (len(head) - left),
        *(
            "| " + " | ".join(f"{cell:,}" if isinstance(cell, int) else str(cell) for cell in row) + " |"
            for row in rows
        ),
    ]
