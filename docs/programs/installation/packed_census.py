"""Write the census that comes with the package (:mod:`solver.census.packed`), counted anew.

``python -m docs.programs.installation.packed_census``
"""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory

from solver.census import Content, build_census
from solver.census.packed import packed_bytes, packed_path
from solver.polyform import GENIUS_SQUARE
from solver.runs.storage import write_atomic


def main() -> None:
    # A folder that is named gets no census that was counted before.
    with TemporaryDirectory() as folder:
        census = build_census(GENIUS_SQUARE, Content.TILINGS, folder=Path(folder), jobs=os.cpu_count() or 1)
    data = packed_bytes(census)
    packed_path(census.puzzle).parent.mkdir(exist_ok=True)
    write_atomic(packed_path(census.puzzle), data)
    print(f"{packed_path(census.puzzle).name}: {len(data):,} bytes for {census.orbits.boards:,} boards")


if __name__ == "__main__":
    main()
