"""The notebooks of the book run from top to bottom, and hold no outputs.

Their code cells are run in a namespace of their own, without a kernel: a kernel would need several packages and seconds
for each notebook, and shows nothing more. What a cell ends with is shown as a notebook would show it.
"""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[1] / "docs/notebooks").glob("*.ipynb"))


def cells(path: Path, kind: str) -> list[str]:
    content = json.loads(path.read_text("utf-8"))
    return ["".join(cell["source"]) for cell in content["cells"] if cell["cell_type"] == kind]


def run_and_show(source: str, names: dict[str, Any]) -> None:
    """Run a cell, and ask for the picture or the page of its last value."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "<cell>", "exec"), names)  # noqa: S102 - our own notebooks
    if isinstance(last, ast.Expr):
        value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)  # noqa: S307 - the same
        for form in ("_repr_svg_", "_repr_html_"):
            assert getattr(value, form, lambda: "")() is not None
        repr(value)


def test_there_are_four_notebooks_that_the_book_links_to() -> None:
    page = (NOTEBOOKS[0].parents[1] / "how-to/notebooks.md").read_text("utf-8")
    assert [path.stem for path in NOTEBOOKS] == ["census", "design", "jensen", "own-puzzle"]
    assert all(f"../notebooks/{path.name}" in page for path in NOTEBOOKS)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_holds_no_outputs_and_begins_with_a_heading(path: Path) -> None:
    content = json.loads(path.read_text("utf-8"))
    assert all(not cell.get("outputs") and cell.get("execution_count") is None for cell in content["cells"])
    assert cells(path, "markdown")[0].startswith("# ")


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_from_top_to_bottom(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "__main__"}
    for source in cells(path, "code"):
        run_and_show(source, names)
