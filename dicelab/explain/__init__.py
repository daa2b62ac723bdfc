"""Why a board has no tiling: by rules that a reader can check, or by a search argument."""

from dicelab.explain.argument import Explanation, Verdict, explain
from dicelab.explain.explanations import EXPLANATIONS, QUICK, reasons, rejected_by
from dicelab.explain.report import explanation_json, explanation_text
from dicelab.explain.scenes import picture
from dicelab.explain.tree import Branch, Leaf, search
from dicelab.explain.weights import Weighing

__all__ = [
    "EXPLANATIONS",
    "QUICK",
    "Branch",
    "Explanation",
    "Leaf",
    "Verdict",
    "Weighing",
    "explain",
    "explanation_json",
    "explanation_text",
    "picture",
    "reasons",
    "rejected_by",
    "search",
]
