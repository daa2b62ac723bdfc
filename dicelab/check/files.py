"""Check a file of any kind, and say in words of at most 80 columns what was found."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

from dicelab.check.census import CensusReport, Progress, check_census
from dicelab.check.certificate import CheckReport, check_certificate
from dicelab.check.design_file import SCHEMA as DESIGN_SCHEMA
from dicelab.check.design_proof import DesignReport, check_design
from dicelab.check.proof_files import RefutationReport, check_refutation
from dicelab.check.reading import CertificateError, opened, printable

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
    program: str | None = None,
) -> Report:
    """Check a certificate of dice or of all boards, a proof about dice, or a record of one: its beginning tells.

    Parameters and errors are those of :func:`check_census`; proofs go with a certificate of all boards only, and
    ``program``, the path of drat-trim, with a proof about dice.
    """
    with opened(path) as file:
        start = file.read(64)
    if program is None and start.startswith(b"dicelab/census-certificate/"):
        return check_census(path, proofs, sample, seed, progress)
    if proofs is not None:
        raise CertificateError(f"{path}: is not a certificate of all boards: leave out --proofs")
    if DESIGN_SCHEMA.encode() in start:
        return check_design(path, progress, program)
    if program is not None:
        raise CertificateError(f"{path}: is not a proof about dice: leave out --drat-trim")
    return check_refutation(path) if start.lstrip().startswith(b"{") else check_certificate(path)


def schema_of(report: Report) -> str:
    """Return the name of the report's fields as JSON."""
    if isinstance(report, CheckReport):
        return "check"
    if isinstance(report, DesignReport):
        return "design-check"
    return "census-check" if isinstance(report, CensusReport) else "refutation-check"


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
    """Return what is claimed and whether that is proved; at the end whether it is what was expected."""
    text = _found(report)
    if expected is None:
        return text
    if is_expected(report, expected):
        return f"{text}\nThis is the claim that was expected."
    return f"{text}\nNOT the claim that was expected, whose digest is\n  {expected}"


def _found(report: Report) -> str:
    if isinstance(report, CheckReport):
        return "\n".join(_dice(report))
    if isinstance(report, CensusReport):
        return "\n".join(_census(report))
    if isinstance(report, DesignReport):
        return "\n".join(_design(report))
    lines = [
        "Claim: this board can't be tiled.",
        *_wrapped(f"puzzle: {report.puzzle}"),
        *_wrapped(f"board: {report.board}"),
        *_digest(report),
        *_wrapped(f"{report.clauses:,} clauses made anew, {_many(report.steps, 'step')} of the proof checked"),
        *_wrapped("Proved: it has no tiling." if report.ok else f"NOT proved: {report.problem}"),
    ]
    return "\n".join(lines)


def _digest(report: Report) -> list[str]:
    return [f"digest: {report.digest}"]


def _dice(report: CheckReport) -> list[str]:
    # A name may say anything: it stands in quotes, behind what the certificate is about.
    name = report.name if len(report.name) <= MOST_NAME else report.name[:MOST_NAME] + "…"
    lines = [
        "Claim: every board that these dice can roll can be tiled.",
        *_wrapped(f"puzzle: {report.puzzle}"),
        *(line for number, cells in enumerate(report.dice, 1) for line in _wrapped(f"die {number}: {' '.join(cells)}")),
    ]
    if len({cell for cells in report.dice for cell in cells}) < sum(map(len, report.dice)):
        lines.append("A roll that shows a cell twice is rolled again.")
    lines += [
        *_digest(report),
        'The file calls them "' + name.replace('"', "'") + '".',
        *_wrapped(f"{report.rolls:,} rolls, {report.boards:,} distinct boards, {report.tilings:,} tilings checked"),
        *_wrapped("Proved: always solvable." if report.ok else f"NOT proved: {report.problem}"),
    ]
    return lines


def _design(report: DesignReport) -> list[str]:
    lines = [*_wrapped(f"Claim: {report.claim}."), *_wrapped(f"puzzle: {report.puzzle}"), *_digest(report)]
    if not report.ok:
        return [*lines, *_wrapped(f"NOT proved: {report.problem}")]
    if not report.clauses:
        lines += _wrapped(
            f"{_many(report.boards, 'board')} counted again, {_many(report.cases, 'case')} refuted by counting, with "
            f"{_many(report.steps, 'split')}"
        )
        return [*lines, "Proved: there are no such dice."]
    lines += _wrapped(
        f"{_many(report.boards, 'board')} counted again, {_many(report.sets, 'set')} of cells that are never on "
        f"different dice, {report.clauses:,} clauses made anew, {_many(report.steps, 'step')} of the proof checked "
        f"in {_many(report.cases, 'case')} by {report.drat_by}"
    )
    if report.unread:
        return [*lines, *_wrapped(f"Not proved: {_many(report.unread, 'proof')} in files of their own are not there.")]
    return [*lines, "Proved: there are no such dice."]


def _census(report: CensusReport) -> list[str]:
    tiled = report.orbits - report.unsolvable_orbits
    lines = [
        "Claim: which boards of this puzzle can be tiled, and which can't.",
        *_wrapped(f"puzzle: {report.puzzle}"),
        *_digest(report),
    ]
    if not report.ok:
        return [*lines, *_wrapped(f"NOT proved: {report.problem}")]
    lines += _wrapped(
        f"{_many(report.boards, 'board')} in {_many(report.orbits, 'orbit')} under the symmetries of the grid, "
        "each there once"
    )
    lines += _wrapped(f"Proved: {_many(report.solvable, 'board')} can be tiled ({_many(tiled, 'tiling')} checked).")
    if not report.unsolvable:
        return lines
    others = f"{_many(report.unsolvable, 'board')} in {_many(report.unsolvable_orbits, 'orbit')}"
    if report.proved:
        return [
            *lines,
            *_wrapped(f"Proved: the other {others} can't ({_many(report.proofs_checked, 'proof')} checked)."),
        ]
    left = report.unsolvable_orbits - report.proofs_checked - report.proofs_unnamed
    lines += _wrapped(f"The other {others} have no tiling here:")
    counts = {
        "proofs checked": report.proofs_checked,
        "rest on proofs that were not checked (--proofs DIR checks them)": left,
        "have no proof": report.proofs_unnamed,
    }
    return [*lines, *(line for words, number in counts.items() if number for line in _wrapped(f"  {number:,} {words}"))]


def _many(number: int, word: str) -> str:
    return f"{number:,} {word}{'s' * (number != 1)}"


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, subsequent_indent="  ", break_on_hyphens=False)
