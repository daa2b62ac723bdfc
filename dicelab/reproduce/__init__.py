"""The published claims as data, each with the functions that compute it again."""

from dicelab.reproduce import board_partitions, caviness_programs
from dicelab.reproduce.claim import Check, Claim, Explanation, Method, Source
from dicelab.reproduce.claims import CLAIMS, SOURCES, UnknownClaimError, claims_named
from dicelab.reproduce.comparison import Comparison, Verdict
from dicelab.reproduce.reproduction import Reproduction, reproduce
from dicelab.reproduce.tables import claims_text

__all__ = [
    "CLAIMS",
    "SOURCES",
    "Check",
    "Claim",
    "Comparison",
    "Explanation",
    "Method",
    "Reproduction",
    "Source",
    "UnknownClaimError",
    "Verdict",
    "board_partitions",
    "caviness_programs",
    "claims_named",
    "claims_text",
    "reproduce",
]
