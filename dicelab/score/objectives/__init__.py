"""Objectives: what is wanted of a dice set, as documented numbers that `stats` prints and searches improve."""

from dicelab.score.objectives.catalogue import OBJECTIVES, STANDARD, objective_label
from dicelab.score.objectives.catalogue_text import (
    objectives_json,
    objectives_text,
    value_text,
    values_text,
)
from dicelab.score.objectives.objective import Definition, Objective, Subject, objective, subject
from dicelab.score.objectives.parse import parse_objective, parse_objectives

__all__ = [
    "OBJECTIVES",
    "STANDARD",
    "Definition",
    "Objective",
    "Subject",
    "objective",
    "objective_label",
    "objectives_json",
    "objectives_text",
    "parse_objective",
    "parse_objectives",
    "subject",
    "value_text",
    "values_text",
]
