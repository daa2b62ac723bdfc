"""Check a file of any kind."""

from __future__ import annotations

from pathlib import Path

from dicelab.verify.check.census import CensusReport, Progress, check_census
from dicelab.verify.check.certificate import CheckReport, check_certificate
from dicelab.verify.check.reading import CertificateError, opened
from dicelab.verify.check.refutation import RefutationReport, check_refutation

Report = CheckReport | CensusReport | RefutationReport


def check_file(
    path: Path,
    proofs: Path | None = None,
    sample: int | None = None,
    seed: int = 0,
    progress: Progress = lambda _done, _total: None,
) -> Report:
    """Check a certificate of dice, one of all boards of a puzzle, or the record of a proof: its beginning tells which.

    Parameters
    ----------
    path
        The file.
    proofs, sample, seed, progress
        As :func:`check_census` takes them.

    Raises
    ------
    CertificateError
        With one line that names the file, if it can't be read, is none of them, or is damaged; or if proofs are named
        and it is no certificate of all boards.
    """
    with opened(path) as file:
        start = file.read(64)
    if start.startswith(b"dicelab/census-certificate/"):
        return check_census(path, proofs, sample, seed, progress)
    if proofs is not None:
        raise CertificateError(f"{path}: is no certificate of all boards: leave out --proofs")
    return check_refutation(path) if start.lstrip().startswith(b"{") else check_certificate(path)
