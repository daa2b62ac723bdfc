"""The published claims as data, each with the functions that compute it again."""

from dicelab.reproduce import board_partitions, caviness_programs
from dicelab.reproduce.claim import Claim, ClaimCheck, Computation, Disagreement, Publication
from dicelab.reproduce.claims import CLAIMS, SOURCES, UnknownClaimError, claims_named
from dicelab.reproduce.comparison import ClaimVerdict, Comparison
from dicelab.reproduce.reproduction import Reproduction, reproduce
from dicelab.reproduce.tables import claims_text

__all__ = [
    "CLAIMS",
    "SOURCES",
    "Claim",
    "ClaimCheck",
    "ClaimVerdict",
    "Comparison",
    "Computation",
    "Disagreement",
    "Publication",
    "Reproduction",
    "UnknownClaimError",
    "board_partitions",
    "caviness_programs",
    "claims_named",
    "claims_text",
    "reproduce",
]
