"""The options of a TypedDict are parameters in the book's signatures, so that their words belong to something."""

import pytest

CODE = '''
from typing import Annotated, TypedDict, Unpack

class Some(TypedDict, total=False):
    seed: Annotated[int | None, "a mark"]
    out: str

class More(Some, total=False):
    out: str | None

def search(first: Annotated[int, "a mark"], **asked: Unpack[More]) -> None:
    """Search.

    Parameters
    ----------
    first
        The first one.
    seed
        Seed of the random numbers.
    """
'''


def test_each_option_is_a_parameter_with_its_type(caplog):
    griffe = pytest.importorskip("griffe")
    from docs.programs.book.options import SharedOptions

    extensions = griffe.Extensions(SharedOptions())
    with griffe.temporary_visited_package("sample", {"__init__.py": CODE}, extensions=extensions) as package:
        search = package["search"]
        shown = [(one.name, str(one.annotation)) for one in search.parameters]
        assert shown == [("first", "int"), ("seed", "int | None"), ("out", "str | None")]
        _, parameters = search.docstring.parse("numpy")
    assert [str(one.annotation) for one in parameters.value] == ["int", "int | None"]
    assert not caplog.records
