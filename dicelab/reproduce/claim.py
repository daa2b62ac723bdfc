"""A published figure, and the ways in which it is computed again."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import msgspec

from dicelab.reproduce.computations import Computations

Value = int | str | tuple[int, ...]
"""A figure: a number, the numbers of one row of a table, or what a sentence says. A rounded number is the text that it
is printed as."""

KERNEL = "bitmask kernel"
"""The basis of what the bitmask kernel says of boards: its searches, and the census, which is built with it."""


class CutOffError(Exception):
    """A computation ended before its answer was known."""


class Publication(msgspec.Struct, frozen=True):
    """A document that makes claims: how it is cited, and its authors, title and year."""

    key: str
    title: str


@dataclass(frozen=True, slots=True)
class Way:
    """A function that computes a figure again, or a look that bears it out; ``--quick`` runs only those that are quick.

    A look returns whether it bears the figure out, and a sentence that says what was covered. The name says in a few
    words what the function does, and what it shares with others where that is not plain. Methods that rest on the same
    ``basis`` count as one; it is empty for a method that rests on nothing but its own code.
    """

    compute: Callable[..., Any]
    quick: bool = True
    basis: str = ""
    name: str = ""


Methods = Mapping[str, Mapping[str, Callable[..., Value] | Way]]
"""The ways to compute claims again, by the name of the claim or of its family, then by what the method does."""
Checks = Mapping[str, Mapping[str, Callable[..., tuple[bool, str]] | Way]]
"""The looks that bear claims out, likewise."""
Explanations = Mapping[str, Callable[..., bool]]
"""By claim or family, the functions that compute that an explanation is so."""


class PrintedClaim(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A claim as its source prints it.

    The name is unique and made of lower-case words and numbers joined by hyphens. ``quote`` has the words of the
    source, with formulas in signs instead of TeX and ``[…]`` where words are left out; ``published`` is the value that
    they claim, read strictly. Where ours is another, ``explanation`` says what is wrong in the source, or ``loosely``
    why nothing is wrong in it: our figure contradicts a strict reading only, which its words don't ask for.
    ``python -m docs.programs.quotes.run`` checks the quotations.

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

    @property
    def why(self) -> str:
        """Why our figure differs; printed in the errata."""
        return self.explanation or self.loosely


class Claim(PrintedClaim, frozen=True, kw_only=True):
    """A published figure with the ways to compute it again, at least one, and the function that shows why it differs.

    The methods are independent of each other as far as their names say.
    """

    source: Publication
    methods: tuple[Way, ...] = ()
    checks: tuple[Way, ...] = ()
    shown: Callable[[Computations], bool] | None = None

    @property
    def quick(self) -> bool:
        """Whether ``--quick`` computes it."""
        return any(method.quick for method in self.methods)


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
    data = tomllib.loads((Path(__file__).parent / "claims" / f"{name}.toml").read_text(encoding="utf-8"))
    return msgspec.convert(data, PrintedSource)


JENSEN, GORALCZYK, JENSEN_TRENEER, CAVINESS = PRINTED = tuple(
    map(_read, ("jensen", "goralczyk", "jensen_treneer", "caviness"))
)
"""What the sources print, from a data file for each."""


def published(name: str) -> Any:  # noqa: ANN401 - the caller knows which it is
    """Return the published value of a claim."""
    return next(claim.published for source in PRINTED for claim in source.claims if claim.name == name)


def formatted(value: Value | None) -> str:
    """Return a figure as text.

    Examples
    --------
    >>> formatted(8347680), formatted((36, 4, 144, 8)), formatted("18.22 %"), formatted(None)
    ('8,347,680', '36 / 4 / 144 / 8', '18.22 %', '–')
    """
    if value is None:
        return "–"
    if isinstance(value, tuple):
        return " / ".join(f"{number:,}" for number in value)
    return value if isinstance(value, str) else f"{value:,}"


def rounded(number: Fraction | float, places: int) -> str:
    """Return a number with some decimal places, half rounded up as by hand.

    Examples
    --------
    >>> rounded(Fraction(1, 8), 2), rounded(2, 1)
    ('0.13', '2.0')
    """
    exact = Fraction(number)
    step = Decimal(1).scaleb(-places)
    # Enough digits that the division can't hide a half.
    return str((Decimal(exact.numerator) / Decimal(exact.denominator)).quantize(step, ROUND_HALF_UP))


def percent(part: int, whole: int, places: int) -> str:
    """Return a share in per cent.

    Examples
    --------
    >>> percent(1_521_054, 8_347_680, 2)
    '18.22 %'
    """
    return f"{rounded(Fraction(100 * part, whole), places)} %"


HOLDS = "holds"


def fails(cases: Iterator[str]) -> str:
    """Return that a statement holds, or the first case where it fails."""
    return next((f"fails: {case}" for case in cases), HOLDS)
