"""The house: lines of each room beside its budget, no circles between modules, no class named like one in another room.

``house.toml`` holds the budgets. It is changed on purpose, with a reason: a new feature makes its room simpler, or
moves the budget.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
HOUSE = tomllib.loads((ROOT / "tests/house.toml").read_text("utf-8"))
ROOMS: dict[str, dict[str, int]] = HOUSE["rooms"]
ALONE = ("dicelab.check", "dicelab.check.independent_check")
"""The checkers, which share no code and no names with anybody on purpose."""


def sources() -> Iterator[tuple[str, Path]]:
    """Yield every source file with its module."""
    for package in ("dicelab", "solver"):
        for path in sorted((ROOT / package).rglob("*.py")):
            words = path.relative_to(ROOT).with_suffix("").parts
            yield ".".join(words[:-1] if words[-1] == "__init__" else words), path


def room_of(path: Path) -> str:
    """Return the room of a source file: the folder below its package, or the package itself."""
    words = path.relative_to(ROOT).parts
    return "/".join(words[:2]) if len(words) > 2 else words[0]


def lines() -> dict[str, int]:
    """Return the lines of each room."""
    found: dict[str, int] = defaultdict(int)
    for _, path in sources():
        found[room_of(path)] += len(path.read_text("utf-8").splitlines())
    return found


def test_every_room_has_a_budget() -> None:
    assert set(lines()) == set(ROOMS)


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_keeps_to_its_budget(room: str) -> None:
    found, budget = lines()[room], ROOMS[room]["lines"]
    assert found <= budget, f"{room} has {found} lines: make it simpler, or move its budget in house.toml"
    # A budget that nobody needs is given back, so that the next feature has to ask again.
    assert found > budget - max(150, budget // 20), f"{room} has {found} lines: lower its budget of {budget}"


def test_research_keeps_to_its_budget() -> None:
    found = sum(len(path.read_text("utf-8").splitlines()) for path in (ROOT / "experiments").rglob("*.py"))
    assert found <= HOUSE["experiments"]["lines"]


def test_the_index_names_every_experiment_and_every_result() -> None:
    index = (ROOT / "experiments/README.md").read_text("utf-8")
    programs = (ROOT / "docs/programs/README.md").read_text("utf-8")
    experiments = {path.parent.name for path in (ROOT / "experiments").glob("*/README.md")}
    kept = {path.parent.name for path in (ROOT / "docs/programs").glob("*/README.md")}
    assert set(re.findall(r"^\| \[(\w+)\]\(\1/README\.md\)", index, re.MULTILINE)) == experiments
    assert set(re.findall(r"^\| \[(\w+)\]\(\1/README\.md\)", programs, re.MULTILINE)) == kept
    assert {path.name for path in (ROOT / "results").iterdir() if path.is_dir()} <= experiments | kept | {
        "reproduction"
    }
    for module in re.findall(r"`python -m ([\w.]+)", index + programs):
        assert (ROOT / (module.replace(".", "/") + ".py")).exists(), module


def imports(module: str, path: Path, known: set[str]) -> Iterator[str]:
    """Yield the modules of ours that a module imports, also within functions; not those for type checkers alone."""

    def walk(node: ast.AST) -> Iterator[ast.AST]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
                continue
            yield child
            yield from walk(child)

    for node in walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            inner = [f"{node.module}.{alias.name}" for alias in node.names]
            names = [name if name in known else node.module for name in inner]
        else:
            continue
        yield from (name for name in names if name in known and name != module)


def circles() -> list[list[str]]:
    """Return the sets of modules that import each other, by Tarjan's algorithm."""
    paths = dict(sources())
    graph = {module: set(imports(module, path, set(paths))) for module, path in paths.items()}
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found = []

    def visit(module: str) -> None:
        index[module] = low[module] = len(index)
        stack.append(module)
        for other in sorted(graph[module]):
            if other not in index:
                visit(other)
                low[module] = min(low[module], low[other])
            elif other in stack:
                low[module] = min(low[module], index[other])
        if low[module] == index[module]:
            place = stack.index(module)
            if len(stack) - place > 1:
                found.append(sorted(stack[place:]))
            del stack[place:]

    for module in sorted(graph):
        if module not in index:
            visit(module)
    return sorted(found)


def test_no_modules_import_each_other_but_those_that_are_listed() -> None:
    assert circles() == HOUSE["circles"]


def test_no_two_classes_share_a_name_but_those_that_are_listed() -> None:
    places = defaultdict(set)
    for module, path in sources():
        if not module.startswith(ALONE):
            for node in ast.parse(path.read_text("utf-8")).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    places[node.name].add(module)
    shared = {name: sorted(modules) for name, modules in places.items() if len(modules) > 1}
    assert shared == HOUSE["names"]
