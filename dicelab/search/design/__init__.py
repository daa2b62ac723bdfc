"""Dice sets by constraints: exact search finds one or proves that there is none, with local search beside it."""

from dicelab.search.design.outcome import DesignOutcome
from dicelab.search.design.proof import DesignProof
from dicelab.search.design.proving import require_proofs
from dicelab.search.design.running import design
from dicelab.search.design.search_state import DesignState
from dicelab.search.design.settings import DesignOptions, DesignSettings, Goal

__all__ = [
    "DesignOptions",
    "DesignOutcome",
    "DesignProof",
    "DesignSettings",
    "DesignState",
    "Goal",
    "design",
    "require_proofs",
]
