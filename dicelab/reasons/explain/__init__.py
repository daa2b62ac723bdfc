"""Why a board has no tiling: by rules that a reader can check, or by a search argument."""

from dicelab.reasons.explain.explanation import (
    BOARD_RULES,
    EXPLANATIONS,
    QUICK,
    BoardRule,
    Explanation,
    Verdict,
    explain,
    reasons,
    rejected_by,
)
from dicelab.reasons.explain.tree import Branch, Leaf, branches, depth, leaves, search
from dicelab.reasons.explain.weights import Weighing

__all__ = [
    "BOARD_RULES",
    "EXPLANATIONS",
    "QUICK",
    "BoardRule",
    "Branch",
    "Explanation",
    "Leaf",
    "Verdict",
    "Weighing",
    "branches",
    "depth",
    "explain",
    "leaves",
    "reasons",
    "rejected_by",
    "search",
]
