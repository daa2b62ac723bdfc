"""Compute claims again, one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from dicelab.reproduce.claim import Check, Claim, CutOffError, Method, Value
from dicelab.reproduce.workbench import Workbench


class Verdict(StrEnum):
    """How a published figure compares with ours."""

    AGREES = "agrees"
    """Every method gives the published figure."""
    EXPLAINED = "explained"
    """Every method gives the same other figure, and what explains the difference was computed to be so."""
    DIFFERS = "differs"
    """Every method gives the same other figure, and nothing explains it."""
    DISPUTED = "disputed"
    """The methods give different figures, or a check fails: the fault is ours."""
    CUT_OFF = "cut off"
    """A computation ended before its answer was known."""
    LEFT_OUT = "left out"
    """Only the full run computes it."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a method gave; ``None`` where it was cut off."""

    method: str
    value: Value | None
    basis: str = ""


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check covered, and whether it bears the figure out."""

    check: str
    passed: bool
    text: str


@dataclass(frozen=True, slots=True)
class Row:
    """A claim computed again.

    Parameters
    ----------
    claim
        The claim.
    found
        What each method gave, those that were run.
    checked
        What else was looked at.
    verdict
        How it compares.
    """

    claim: Claim
    found: tuple[Found, ...]
    checked: tuple[Checked, ...]
    verdict: Verdict

    @property
    def computed(self) -> Value | None:
        """Our figure: that of the first method."""
        return self.found[0].value if self.found else None

    @property
    def methods(self) -> int:
        """How many independent methods gave our figure: those that rest on the same count once."""
        return len(
            {one.basis or one.method for one in self.found if one.value is not None and one.value == self.computed}
        )


def reproduce(claims: Sequence[Claim], bench: Workbench, *, quick: bool = False) -> tuple[Row, ...]:
    """Compute some claims again.

    Parameters
    ----------
    claims
        In the order of the rows.
    bench
        What they share.
    quick
        Run only the methods and checks that are quick.

    Returns
    -------
    tuple of Row
        The same for any number of jobs.
    """
    rows = []
    for number, claim in enumerate(claims):
        bench.progress(number, len(claims), claim.name)
        rows.append(_row(claim, bench, quick=quick))
    bench.progress(len(claims), len(claims), "done")
    return tuple(rows)


def status(rows: Sequence[Row]) -> int:
    """Return the exit status: 1 for an unexplained difference, 3 for a computation cut off, else 0."""
    verdicts = {row.verdict for row in rows}
    if verdicts & {Verdict.DIFFERS, Verdict.DISPUTED}:
        return 1
    return 3 if Verdict.CUT_OFF in verdicts else 0


def _row(claim: Claim, bench: Workbench, *, quick: bool) -> Row:
    methods = [method for method in claim.methods if method.quick or not quick]
    if not methods:
        return Row(claim, (), (), Verdict.LEFT_OUT)
    found = tuple(_found(method, bench) for method in methods)
    checked = tuple(_checked(check, bench) for check in claim.checks if check.quick or not quick)
    return Row(claim, found, checked, _verdict(claim, bench, found, checked))


def _found(method: Method, bench: Workbench) -> Found:
    try:
        return Found(method.name, method.compute(bench), method.basis)
    except CutOffError:
        return Found(method.name, None, method.basis)


def _checked(check: Check, bench: Workbench) -> Checked:
    passed, text = check.passes(bench)
    return Checked(check.name, passed, text)


def _verdict(claim: Claim, bench: Workbench, found: tuple[Found, ...], checked: tuple[Checked, ...]) -> Verdict:
    values = [one.value for one in found if one.value is not None]
    if any(value != values[0] for value in values) or not all(one.passed for one in checked):
        return Verdict.DISPUTED
    if len(values) < len(found):
        return Verdict.CUT_OFF
    if values[0] == claim.published:
        return Verdict.AGREES
    if claim.explanation and claim.explanation.shown(bench):
        return Verdict.EXPLAINED
    return Verdict.DIFFERS
