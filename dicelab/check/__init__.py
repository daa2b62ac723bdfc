"""The independent checker of certificates: the standard library only, and no code of the programs that wrote them.

FORMAT.md describes them byte by byte.
"""

from dicelab.check.census import CensusReport, check_census
from dicelab.check.certificate import CheckReport, check_certificate
from dicelab.check.design_proof import DesignReport, check_design
from dicelab.check.files import check_file, expected_of, is_digest, is_expected, schema_of, status_of, text_of
from dicelab.check.proof_files import RefutationReport, check_refutation
from dicelab.check.reading import CertificateError
from dicelab.check.step_checkers import OWN, StepChecker, cake_lpr, drat_trim

__all__ = [
    "OWN",
    "CensusReport",
    "CertificateError",
    "CheckReport",
    "DesignReport",
    "RefutationReport",
    "StepChecker",
    "cake_lpr",
    "check_census",
    "check_certificate",
    "check_design",
    "check_file",
    "check_refutation",
    "drat_trim",
    "expected_of",
    "is_digest",
    "is_expected",
    "schema_of",
    "status_of",
    "text_of",
]
