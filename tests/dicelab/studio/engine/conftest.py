"""A page with nothing but the engine, for any puzzles."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from dicelab.studio.documents import StudioPuzzle, puzzle_document
from dicelab.studio.tables import BoardTable
from solver.polyform import Puzzle
from tests.browser import Pages, served

PAGE = """<!doctype html><title>engine</title><link rel="icon" href="data:,">
<script type="module">
import { PageEngine } from "./js/engine/engine.js";
window.engine = async (id) => {
  window.opened?.close();
  window.opened = new PageEngine(await (await fetch(`data/${id}.json`)).json());
};
window.ready = true;
</script>
"""


class EnginePage:
    """Asks the page's engine."""

    def __init__(self, page: Any, folder: Path) -> None:
        self.page = page
        self.folder = folder
        self._opened = 0

    def open(self, puzzle: Puzzle, tables: Iterable[BoardTable | None] = ()) -> dict[str, Any]:
        """Open a puzzle with some tables, and return its document."""
        entries = {}
        # A browser may keep what it fetched under a name.
        self._opened += 1
        name = f"puzzle-{self._opened}"
        for table in filter(None, tables):
            (self.folder / "data" / f"{name}.{table.kind}").write_bytes(table.content)
            entries[table.kind] = table.entry(f"{name}.{table.kind}")
        document = puzzle_document(StudioPuzzle(name, "A puzzle", puzzle), **entries)
        (self.folder / "data" / f"{name}.json").write_text(json.dumps(document))
        self.page.evaluate("id => engine(id)", name)
        return document

    def ask(self, method: str, *given: Any) -> Any:
        """Return the answer of a method."""
        return self.page.evaluate("([method, given]) => opened[method](...given)", [method, list(given)])

    def ask_each(self, method: str, each: list[Any]) -> list[Any]:
        """Return the answers of a method to many questions, one after the other."""
        script = """async ([method, each]) => {
          const answers = [];
          for (const one of each) answers.push(await opened[method](one));
          return answers;
        }"""
        return list(self.page.evaluate(script, [method, each]))


@pytest.fixture
def engine_page(open_page: Pages, tmp_path: Path) -> Iterator[EnginePage]:
    folder = tmp_path / "site"
    shutil.copytree(str(files("dicelab.studio") / "site" / "js"), folder / "js")
    (folder / "data").mkdir()
    (folder / "index.html").write_text(PAGE)
    with served(folder) as address:
        page = open_page()
        page.goto(address)
        page.wait_for_function("window.ready")
        yield EnginePage(page, folder)
