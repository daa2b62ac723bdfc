"""What the four sources print, as read from the data files beside this module: one file a source."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Annotated

import msgspec

from dicelab.reproduce.claim import Publication, Value

FILES = ("jensen", "goralczyk", "jensen_treneer", "caviness")
"""The data files, in the order of the sources."""


class PrintedClaim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A claim as its source prints it, without the functions that compute it again.

    ``quote`` has its words, with formulas in signs instead of TeX and ``[…]`` where words are left out; ``published``
    is the value that they claim, read strictly. Where ours is another, ``explanation`` says what is wrong in the
    source, or ``loosely`` why nothing is wrong in it. ``python -m docs.programs.quotes.run`` checks the quotations.

    Claims of one ``family`` are computed by the same functions, each with its ``case`` as keyword arguments. The
    methods named in ``only_in_full_run`` are left out by ``--quick`` for this claim, though they are quick for others.
    """

    name: str
    place: str
    quote: Annotated[str, msgspec.Meta(min_length=1)]
    statement: str
    published: Value
    explanation: str = ""
    loosely: str = ""
    family: str = ""
    case: dict[str, int | str | tuple[int, ...]] = {}
    only_in_full_run: tuple[str, ...] = ()


class PrintedBoard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A board and the tilings that are shown of it, as rows of text."""

    blockers: str
    solutions: tuple[str, ...]


class PrintedSource(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One source: how it is cited, its claims in their order, and what else of it the computations read.

    ``texts`` are dice and boards as printed, by their names, and ``tilings`` those that it shows.
    """

    source: Publication
    claims: tuple[PrintedClaim, ...]
    texts: dict[str, str] = {}
    tilings: tuple[PrintedBoard, ...] = ()


def _read(name: str) -> PrintedSource:
    data = tomllib.loads((files("dicelab.reproduce.claims") / f"{name}.toml").read_text(encoding="utf-8"))
    return msgspec.convert(data, PrintedSource)


JENSEN, GORALCZYK, JENSEN_TRENEER, CAVINESS = PRINTED = tuple(map(_read, FILES))

_BY_NAME = {claim.name: claim for printed in PRINTED for claim in printed.claims}


def published(name: str) -> Value:
    """Return the published value of a claim."""
    return _BY_NAME[name].published


def published_numbers(name: str) -> tuple[int, ...]:
    """Return the published value of a claim that prints several numbers."""
    value = published(name)
    assert isinstance(value, tuple)  # noqa: S101  (the data files are ours)
    return value
