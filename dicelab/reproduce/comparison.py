"""Claims compared with what the methods give."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from dicelab.reproduce.claim import Claim, CutOffError, Value, Way
from dicelab.reproduce.computations import Computations


class ClaimVerdict(StrEnum):
    """How a published figure compares with ours."""

    AGREES = "agrees"
    """Every method gives the published figure."""
    EXPLAINED = "explained"
    """Every method gives the same other figure, and what explains the difference was computed to be so."""
    LOOSELY_WORDED = "loosely worded"
    """Every method gives the same other figure, but the source's words don't claim what a strict reading says."""
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
    """What a check covered, and whether it bears the figure out."""

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
        comparisons.append(_compare(claim, shared, quick=quick))
    shared.progress(len(claims), len(claims), "done")
    return tuple(comparisons)


def _compare(claim: Claim, shared: Computations, *, quick: bool) -> Comparison:
    methods = [method for method in claim.methods if method.quick or not quick]
    if not methods:
        return Comparison(claim, (), (), ClaimVerdict.LEFT_OUT)
    results = tuple(_result(method, shared) for method in methods)
    looks = [check for check in claim.checks if check.quick or not quick]
    checks = tuple(CheckResult(check.name, *check.compute(shared)) for check in looks)
    return Comparison(claim, results, checks, _verdict(claim, shared, results, checks))


def _result(method: Way, shared: Computations) -> MethodResult:
    try:
        return MethodResult(method.name, method.compute(shared), method.basis)
    except CutOffError:
        return MethodResult(method.name, None, method.basis)


def _verdict(
    claim: Claim, shared: Computations, results: tuple[MethodResult, ...], checks: tuple[CheckResult, ...]
) -> ClaimVerdict:
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
