"""Every public name says what it is, with an example that the doctests run."""

from __future__ import annotations

import inspect
from functools import cache
from importlib import import_module
from pathlib import Path
from types import GenericAlias
from typing import Any

import dicelab

ROOT = Path(__file__).parents[1]
SOLVER = ("solver.census", "solver.domino", "solver.exact_cover", "solver.polyform", "solver.runs")


def named(path: str) -> Any:
    module, _, name = path.rpartition(".")
    return getattr(import_module(module), name)


def told() -> list[str]:
    """Return the names that the pages of the book on the library tell of."""
    pages = (ROOT / "docs/reference/library").glob("*.md")
    lines = [line for page in pages for line in page.read_text("utf-8").splitlines()]
    return [line.removeprefix("::: ") for line in lines if line.startswith("::: ")]


@cache
def public() -> dict[str, Any]:
    """Return what is public: the face, what its functions return by the pages of the book, and the solver's names."""
    names = {name: named(name) for name in told()}
    names |= {f"dicelab.{name}": getattr(dicelab, name) for name in dicelab.__all__}
    for module in SOLVER:
        names |= {f"{module}.{name}": named(f"{module}.{name}") for name in import_module(module).__all__}
    return names


def is_described(value: Any) -> bool:
    """Tell whether something has words of its own: a function or a class, but no alias of types and no constant."""
    return (inspect.isclass(value) and not isinstance(value, GenericAlias)) or inspect.isroutine(value)


def has_words(attribute: Any) -> bool:
    """Tell whether an attribute of a class has words, or needs none: a field, or something that Python made."""
    function = getattr(attribute, "fget", getattr(attribute, "func", getattr(attribute, "__func__", attribute)))
    is_ours = (getattr(function, "__module__", "") or "").startswith(("dicelab.", "solver."))
    return not (inspect.isroutine(function) and is_ours) or bool(inspect.getdoc(function))


def test_the_book_tells_of_every_name_of_the_face() -> None:
    values = [named(name) for name in told()]
    assert [name for name in dicelab.__all__ if not any(getattr(dicelab, name) is one for one in values)] == []


def test_public_functions_and_classes_have_examples() -> None:
    asked = {name: value for name, value in public().items() if is_described(value)}
    # Who catches an error needs no example, and a cluster is not at hand.
    del asked["solver.runs.cluster"], asked["solver.runs.cluster_twice"]
    silent = [
        name
        for name, value in asked.items()
        if ">>> " not in (value.__doc__ or "") and not (inspect.isclass(value) and issubclass(value, Exception))
    ]
    assert (silent, len(asked) > 130) == ([], True)


def test_public_errors_methods_and_properties_have_docstrings() -> None:
    classes = {name: value for name, value in public().items() if inspect.isclass(value)}
    silent = [name for name, value in classes.items() if not value.__doc__]
    silent += [
        f"{name}.{attribute}"
        for name, kind in classes.items()
        for attribute, value in inspect.getmembers_static(kind)
        if not attribute.startswith("_") and not has_words(value)
    ]
    assert silent == []
