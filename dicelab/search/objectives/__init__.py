"""Objectives: what is wanted of a dice set, as documented numbers that `stats` prints and searches improve."""

from dicelab.search.objectives.catalogue import OBJECTIVES, STANDARD
from dicelab.search.objectives.objective import Definition, Objective
from dicelab.search.objectives.parse import parse_objective, parse_objectives
from dicelab.search.objectives.report import objectives_text, value_text
from dicelab.search.objectives.subject import Subject, subject

__all__ = [
    "OBJECTIVES",
    "STANDARD",
    "Definition",
    "Objective",
    "Subject",
    "objectives_text",
    "parse_objective",
    "parse_objectives",
    "subject",
    "value_text",
]
