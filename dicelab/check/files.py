"""Check a file of any kind, and report the result in lines of at most 80 columns."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

from dicelab.check.census import CensusReport, Progress, check_census
from dicelab.check.certificate import CheckReport, check_certificate
from dicelab.check.design_file import SCHEMA as DESIGN_SCHEMA
from dicelab.check.design_proof import DesignReport, check_design
from dicelab.check.proof_files import RefutationReport, check_refutation
from dicelab.check.reading import CertificateError, opened, printable
from dicelab.check.step_checkers import OWN, StepChecker

WIDTH = 80
MOST_NAME = 30
SHORTEST = 16
"""Digits of a digest that must be given at least, to tell claims apart."""

NOT_PROVED = 4
"""An exit status that no crash has; that of the package, which is not imported here."""

Report = CheckReport | CensusReport | DesignReport | RefutationReport


def check_file(
    path: Path,
    proofs: Path | None = None,
    sample: int | None = None,
    seed: int = 0,
    progress: Progress = lambda _done, _total: None,
    checker: StepChecker | None = None,
    usual: StepChecker = OWN,
) -> Report:
    """Check a certificate of dice or of all boards, a proof about dice, or a record of one: its beginning tells which.

    Parameters and errors are those of :func:`check_census`; proofs go with a certificate of all boards only, and
    ``checker`` with files that have steps of DRAT. These are followed by ``usual`` where it is not given.
    """
    with opened(path) as file:
        start = file.read(64)
    follower, is_census = checker or usual, start.startswith(b"dicelab/census-certificate/")
    if proofs is not None and not is_census:
        raise CertificateError(f"{path}: is not a certificate of all boards: leave out --proofs")
    is_proof = start.lstrip().startswith(b"{")
    if checker and not is_proof and proofs is None:
        raise CertificateError(f"{path}: has no DRAT proof that {checker.name} could check: leave out its option")
    if is_census:
        return check_census(path, proofs, sample, seed, progress, follower)
    if DESIGN_SCHEMA.encode() in start:
        return check_design(path, progress, follower)
    return check_refutation(path, follower) if is_proof else check_certificate(path)


def schema_of(report: Report) -> str:
    """Return the name of the report's fields as JSON."""
    return _KINDS[type(report)][0]


def is_digest(text: str) -> bool:
    """Tell whether a text is a digest, or its beginning."""
    return re.fullmatch(f"[0-9a-f]{{{SHORTEST},64}}", text.lower()) is not None


def expected_of(text: str) -> str:
    """Read the digest of a claim, or its beginning; other text raises :class:`CertificateError`."""
    if not is_digest(text):
        raise CertificateError(
            f"{printable(text[:70])!r} is not the digest of a claim: write {SHORTEST} to 64 of its digits"
        )
    return text.lower()


def is_expected(report: Report, expected: str | None) -> bool:
    """Tell whether a report is of the claim with this digest (or its beginning); ``None`` is any claim."""
    return expected is None or report.digest.startswith(expected)


def status_of(report: Report, expected: str | None = None) -> int:
    """Return the exit status: 0 proved, 4 not, or another claim, 3 where proofs are left that were not looked at."""
    if not report.ok or not is_expected(report, expected):
        return NOT_PROVED
    return 3 if isinstance(report, CensusReport | DesignReport) and not report.proved else 0


def text_of(report: Report, expected: str | None = None) -> str:
    """Return the claim and whether it is proved; at the end whether it is the expected one."""
    lines = _KINDS[type(report)][1](report)
    if expected is not None and is_expected(report, expected):
        lines.append("This is the claim that was expected.")
    elif expected is not None:
        lines += ["NOT the claim that was expected, whose digest is", f"  {expected}"]
    return "\n".join(lines)


def _claimed(claim: str, report: Report, *more: str) -> list[str]:
    """Return the claim, its subject and its digest."""
    about = [line for text in (f"puzzle: {report.puzzle}", *more) for line in _wrapped(text)]
    return [*_wrapped(f"Claim: {claim}."), *about, f"digest: {report.digest}"]


def _verdict(report: Report, proved: str) -> list[str]:
    return _wrapped(proved if report.ok else f"NOT proved: {report.problem}")


def _board(report: RefutationReport) -> list[str]:
    number = report.tilings
    claim = "can't be tiled" if number is None else f"has exactly {_many(number, 'tiling')}"
    lines = _claimed(f"this board {claim}", report, f"board: {report.board}")
    steps = f"{_many(report.steps, 'step')} of the proof checked by {report.drat_by}"
    listed = "" if not number else f"{_many(number, 'tiling')} checked, "
    lines += _wrapped(f"{listed}{report.clauses:,} clauses made anew, {steps}")
    return lines + _verdict(
        report, f"Proved: it has {_many(number, 'tiling')} and no other." if number else "Proved: it has no tiling."
    )


def _dice(report: CheckReport) -> list[str]:
    cells = [cell for cells in report.dice for cell in cells]
    dice = [f"die {number}: {' '.join(cells)}" for number, cells in enumerate(report.dice, 1)]
    rolled_again = ["A roll that shows a cell twice is rolled again."] if len(set(cells)) < len(cells) else []
    # A name may say anything: it stands in quotes, behind the subject of the certificate.
    name = report.name if len(report.name) <= MOST_NAME else report.name[:MOST_NAME] + "…"
    return [
        *_claimed("every board that these dice can roll can be tiled", report, *dice, *rolled_again),
        'The file calls them "' + name.replace('"', "'") + '".',
        *_wrapped(f"{report.rolls:,} rolls, {report.boards:,} distinct boards, {report.tilings:,} tilings checked"),
        *_verdict(report, "Proved: always solvable."),
    ]


def _design(report: DesignReport) -> list[str]:
    lines = _claimed(report.claim, report)
    if not report.ok:
        return lines + _verdict(report, "")
    counted, cases = f"{_many(report.boards, 'board')} counted again", _many(report.cases, "case")
    if report.clauses:
        grounds = f"{counted}, {_many(report.sets, 'set')} of cells that are never on different dice"
        grounds = f"{_many(report.nogoods, 'nogood')} refuted" if report.nogoods else grounds
        steps = f"{_many(report.steps, 'step')} of the proof checked in {cases} by {report.drat_by}"
        lines += _wrapped(f"{grounds}, {report.clauses:,} clauses made anew, {steps}")
    else:
        lines += _wrapped(f"{counted}, {cases} refuted by counting, with {_many(report.steps, 'split')}")
    if report.unread:
        return [*lines, *_wrapped(f"Not proved: {_many(report.unread, 'proof')} in files of their own are not there.")]
    return [*lines, "Proved: there are no such dice."]


def _census(report: CensusReport) -> list[str]:
    lines = _claimed("which boards of this puzzle can be tiled, and which can't", report)
    if not report.ok:
        return lines + _verdict(report, "")
    tiled = report.orbits - report.unsolvable_orbits
    boards, orbits = _many(report.boards, "board"), _many(report.orbits, "orbit")
    lines += _wrapped(f"{boards} in {orbits} under the symmetries of the grid, each there once")
    lines += _wrapped(f"Proved: {_many(report.solvable, 'board')} can be tiled ({_many(tiled, 'tiling')} checked).")
    if not report.unsolvable:
        return lines
    others = f"{_many(report.unsolvable, 'board')} in {_many(report.unsolvable_orbits, 'orbit')}"
    if report.proved:
        by = "" if report.drat_by == OWN.name else f" by {report.drat_by}"
        proofs = f"{_many(report.proofs_checked, 'proof')} checked{by}"
        return lines + _wrapped(f"Proved: the other {others} can't ({proofs}).")
    left = report.unsolvable_orbits - report.proofs_checked - report.proofs_unnamed
    lines += _wrapped(f"The other {others} have no tiling here:")
    counts = {
        "proofs checked": report.proofs_checked,
        "rest on proofs that were not checked (--proofs DIR checks them)": left,
        "have no proof": report.proofs_unnamed,
    }
    return lines + [line for words, number in counts.items() if number for line in _wrapped(f"  {number:,} {words}")]


def _many(number: int, word: str) -> str:
    return f"{number:,} {word}{'s' * (number != 1)}"


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, subsequent_indent="  ", break_on_hyphens=False)


_KINDS: dict[type, tuple[str, Callable[[Any], list[str]]]] = {
    CheckReport: ("check", _dice),
    CensusReport: ("census-check", _census),
    DesignReport: ("design-check", _design),
    RefutationReport: ("refutation-check", _board),
}
"""The schema of each kind of report, and its text."""
