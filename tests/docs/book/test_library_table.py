"""The table of the library's page names every verb, and what it names is there."""

from __future__ import annotations

from functools import reduce
from importlib import import_module
from pathlib import Path

import dicelab
from docs.programs.book.library_table import MISSING, OTHERS, in_python, table, verbs

PAGE = Path(__file__).parents[3] / "docs/reference/library/index.md"


def found(place: str) -> object:
    package, _, name = place.rpartition(".") if place.startswith("solver.") else ("dicelab", "", place[8:])
    return reduce(getattr, name.split("."), import_module(package))


def test_the_page_has_the_table_of_all_verbs() -> None:
    assert table() in PAGE.read_text("utf-8"), "python -m docs.programs.book.library_table prints the table"


def test_each_verb_is_in_the_library_or_said_to_be_missing() -> None:
    words = {" ".join(one.words): in_python(one) for one in verbs()}
    assert {name for name, places in words.items() if not places} == set(MISSING)
    assert set(OTHERS) <= set(words)
    assert all(callable(found(place)) for places in words.values() for place in places)
    # Of the solver only what is public.
    assert all(
        place.rpartition(".")[2] in import_module(place.rpartition(".")[0]).__all__
        for places in words.values()
        for place in places
        if place.startswith("solver.")
    )


def test_the_functions_that_verbs_share_with_the_library_are_public() -> None:
    assert {"check_proof", "compare_backends", "export", "prove", "reproduce_claims"} <= set(dicelab.__all__)
