"""What all experiments share: where results go, the manifest beside them, pages and tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from solver.runs import Recording as FolderRecording

RESULTS = Path(__file__).resolve().parent.parent / "results"


class Recording(FolderRecording):
    """The results of one experiment, in the folder of its name under ``results``."""

    def __init__(self, name: str, command: str, seed: int | None = None) -> None:
        super().__init__(RESULTS / name, command, seed)

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
