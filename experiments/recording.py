"""What all experiments share: where results go, the manifest beside them, and tables."""

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

    def publish(self, schema: str, result: Mapping[str, Any], lines: Sequence[str]) -> None:
        """Write the result as JSON and as Markdown beside all other files, then the manifest; and print the text."""
        text = "\n".join(lines).rstrip("\n")
        self.write_json("result.json", {"schema": schema, **result})
        self.write("result.md", text + "\n")
        self.finish()
        print(text)


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> list[str]:
    """Return the lines of a Markdown table: the first column to the left, figures to the right.

    Whole numbers get commas; all other cells are written as they are.
    """
    return [
        f"| {' | '.join(head)} |",
        "| --- |" + " ---: |" * (len(head) - 1),
        *(
            "| " + " | ".join(f"{cell:,}" if isinstance(cell, int) else str(cell) for cell in row) + " |"
            for row in rows
        ),
    ]
