"""The published claims as data, each with the functions that compute it again."""

from dicelab.reproduce.claim import Claim, ClaimVerdict, Comparison, Publication, Way
from dicelab.reproduce.claims import CLAIMS, SOURCES, UnknownClaimError, claims_named
from dicelab.reproduce.reproduction import Reproduction

__all__ = [
    "CLAIMS",
    "SOURCES",
    "Claim",
    "ClaimVerdict",
    "Comparison",
    "Publication",
    "Reproduction",
    "UnknownClaimError",
    "Way",
    "claims_named",
]
