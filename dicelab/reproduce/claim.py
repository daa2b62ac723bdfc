"""A published figure, and the ways in which it is computed again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Any

from dicelab.reproduce.computations import Computations

Value = int | str | tuple[int, ...]
"""A figure: a number, the numbers of one row of a table, or what a sentence says. A rounded number is the text that it
is printed as."""

KERNEL = "bitmask kernel"
"""The basis of what the bitmask kernel says of boards: its searches, and the census, which is built with it."""


class CutOffError(Exception):
    """A computation ended before its answer was known."""


@dataclass(frozen=True, slots=True)
class Publication:
    """A document that makes claims: how it is cited, and its authors, title and year."""

    key: str
    title: str


@dataclass(frozen=True, slots=True)
class Computation:
    """A way to compute a figure; ``--quick`` runs only those that are quick.

    The name says in a few words what it does, and what it shares with other methods where that is not plain. Methods
    that rest on the same ``basis`` count as one; it is empty for a method that rests on nothing but its own code.
    """

    name: str
    compute: Callable[[Computations], Value]
    quick: bool = True
    basis: str = ""


@dataclass(frozen=True, slots=True)
class Way:
    """A function of a table of :data:`Methods` or :data:`Checks` that only the full run computes, or with a basis."""

    compute: Callable[..., Any]
    quick: bool = True
    basis: str = ""


Methods = Mapping[str, Mapping[str, Callable[..., Value] | Way]]
"""The ways to compute claims again, by the name of the claim or of its family, then by what the method does."""
Checks = Mapping[str, Mapping[str, Callable[..., tuple[bool, str]] | Way]]
"""The looks that bear claims out, likewise."""
Explanations = Mapping[str, Callable[..., bool]]
"""By claim or family, the functions that compute that an explanation is so."""


@dataclass(frozen=True, slots=True)
class ClaimCheck:
    """A look that bears a figure out without giving it: at a random sample, or at tilings.

    ``passes`` returns whether it bears the figure out, and a sentence that says what was covered.
    """

    name: str
    passes: Callable[[Computations], tuple[bool, str]]
    quick: bool = True


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Why a published figure differs from ours.

    ``text`` is printed in the errata; ``shown`` computes that it is so, as far as a computation can. A source that is
    ``loosely_worded`` has no error: our figure contradicts a strict reading only, which its words don't ask for.
    """

    text: str
    shown: Callable[[Computations], bool]
    loosely_worded: bool = False


@dataclass(frozen=True, slots=True)
class Claim:
    """A published figure: who claims what and where, how it is computed again, and why it differs where it does.

    The name is unique and made of lower-case words and numbers joined by hyphens. ``quote`` has the words of the
    source, ``published`` is what they say, read strictly. The methods, at least one, are independent of each other as
    far as their names say.
    """

    name: str
    statement: str
    source: Publication
    place: str
    quote: str
    published: Value
    methods: tuple[Computation, ...] = ()
    checks: tuple[ClaimCheck, ...] = ()
    explanation: Disagreement | None = None

    @property
    def quick(self) -> bool:
        """Whether ``--quick`` computes it."""
        return any(method.quick for method in self.methods)


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
