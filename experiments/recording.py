"""What all experiments share: where results go, and the manifest beside them."""

from __future__ import annotations

from pathlib import Path

from solver.runs.manifest import Recording as FolderRecording

__all__ = ["RESULTS", "Recording"]

RESULTS = Path(__file__).resolve().parent.parent / "results"


class Recording(FolderRecording):
    """The results of one experiment, in the folder of its name under ``results``."""

    def __init__(self, name: str, command: str, seed: int | None = None) -> None:
        super().__init__(RESULTS / name, command, seed)
