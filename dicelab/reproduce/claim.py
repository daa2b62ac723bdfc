"""A published figure, the ways in which it is computed again, and how the results compare with it."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import msgspec

from dicelab.reproduce.computations import Computations

Value = int | str | tuple[int, ...]
"""A figure: a number, the numbers of one row of a table, or the verdict of a sentence, such as ``holds``. A rounded
number is its text as printed."""

KERNEL = "bitmask kernel"
"""The basis of the bitmask kernel's answers: its searches, and the census, which is built with it."""


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
"""The ways to compute claims again, by the name of the claim or of its family, then by the name of the method."""
Checks = Mapping[str, Mapping[str, Callable[..., tuple[bool, str]] | Way]]
"""The looks that bear claims out, likewise."""
Explanations = Mapping[str, Callable[..., bool]]
"""By claim or family, the functions that compute that an explanation is so."""


class PrintedClaim(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A claim as its source prints it.

    The name is unique and made of lower-case words and numbers joined by hyphens. ``quote`` has the words of the
    source, with formulas in signs instead of TeX and ``[…]`` where words are left out; ``published`` is the value that
    they claim, read strictly. Where ours is another, ``explanation`` says what is wrong in the source, or ``loosely``
    why nothing is wrong in it: our figure contradicts a strict reading only, which its words don't ask for. Claims
    that are wrong for the same reason name it among their ``causes``, which is counted once; a claim without any is a
    cause of its own.
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
    causes: tuple[str, ...] = ()
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
    """One source: how it is cited, its claims in their order, and its other data that the computations read.

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
"""The sources as printed, from a data file for each."""


def published(name: str) -> Any:  # noqa: ANN401 - the caller knows which it is
    """Return the published value of a claim."""
    return next(claim.published for source in PRINTED for claim in source.claims if claim.name == name)


class ClaimVerdict(StrEnum):
    """How a published figure compares with ours."""

    AGREES = "agrees"
    """Every method gives the published figure."""
    EXPLAINED = "explained"
    """Every method gives the same other figure, and its explanation was confirmed by computation."""
    LOOSELY_WORDED = "loosely worded"
    """Every method gives the same other figure, but the source's words don't ask for a strict reading."""
    DIFFERS = "differs"
    """Every method gives the same other figure, and nothing explains it."""
    DISPUTED = "disputed"
    """The methods give different figures, or a check fails: the fault is ours."""
    CUT_OFF = "cut off"
    """A computation ended before its answer was known."""
    LEFT_OUT = "left out"
    """Only the full run computes it."""

    @classmethod
    def of(cls, claim: Claim) -> ClaimVerdict:
        """Return the verdict on a difference that the claim explains."""
        return cls.LOOSELY_WORDED if claim.loosely else cls.EXPLAINED


@dataclass(frozen=True, slots=True)
class MethodResult:
    """The figure that a method gave; ``None`` where it was cut off."""

    name: str
    value: Value | None
    basis: str = ""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The extent of a check, and whether it bears the figure out."""

    name: str
    passed: bool
    text: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """A claim beside the figures that the methods gave, of those methods and checks that were run."""

    claim: Claim
    results: tuple[MethodResult, ...]
    checks: tuple[CheckResult, ...]
    verdict: ClaimVerdict

    @property
    def computed(self) -> Value | None:
        """Our figure: that of the first method."""
        return self.results[0].value if self.results else None

    @property
    def methods(self) -> int:
        """How many independent methods gave our figure: those that rest on the same count once."""
        ours = [result for result in self.results if result.value is not None and result.value == self.computed]
        return len({result.basis or result.name for result in ours})


def compare(claims: Sequence[Claim], shared: Computations, *, quick: bool = False) -> tuple[Comparison, ...]:
    """Compute some claims again, in their order; with ``quick``, only by the quick methods and checks.

    The comparisons are the same for any number of jobs.
    """
    comparisons = []
    for number, claim in enumerate(claims):
        shared.progress(number, len(claims), claim.name)
        results = tuple(_result(method, shared) for method in claim.methods if method.quick or not quick)
        looks = [check for check in claim.checks if results and (check.quick or not quick)]
        checks = tuple(CheckResult(check.name, *check.compute(shared)) for check in looks)
        comparisons.append(Comparison(claim, results, checks, _verdict(claim, shared, results, checks)))
    shared.progress(len(claims), len(claims), "done")
    return tuple(comparisons)


def _result(method: Way, shared: Computations) -> MethodResult:
    try:
        return MethodResult(method.name, method.compute(shared), method.basis)
    except CutOffError:
        return MethodResult(method.name, None, method.basis)


def _verdict(
    claim: Claim, shared: Computations, results: tuple[MethodResult, ...], checks: tuple[CheckResult, ...]
) -> ClaimVerdict:
    if not results:
        return ClaimVerdict.LEFT_OUT
    values = [result.value for result in results if result.value is not None]
    if any(value != values[0] for value in values) or not all(check.passed for check in checks):
        return ClaimVerdict.DISPUTED
    if len(values) < len(results):
        return ClaimVerdict.CUT_OFF
    if values[0] == claim.published:
        return ClaimVerdict.AGREES
    if claim.why and claim.shown and claim.shown(shared):
        return ClaimVerdict.of(claim)
    return ClaimVerdict.DIFFERS


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
