"""The published claims as data, each with the functions that compute it again."""

from dicelab.reproduce.catalogue import CLAIMS, UnknownClaimError, claims_named
from dicelab.reproduce.claim import SOURCES, Check, Claim, Explanation, Method, Source
from dicelab.reproduce.report import FILES, errata, reproduction_json, table, terminal_table
from dicelab.reproduce.run import Row, Verdict, reproduce, status
from dicelab.reproduce.workbench import Workbench

__all__ = [
    "CLAIMS",
    "FILES",
    "SOURCES",
    "Check",
    "Claim",
    "Explanation",
    "Method",
    "Row",
    "Source",
    "UnknownClaimError",
    "Verdict",
    "Workbench",
    "claims_named",
    "errata",
    "reproduce",
    "reproduction_json",
    "status",
    "table",
    "terminal_table",
]
