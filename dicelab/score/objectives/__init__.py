"""Objectives: documented numbers of a dice set that `stats` prints and searches improve."""

from dicelab.score.objectives.catalogue import (
    OBJECTIVES,
    STANDARD,
    ObjectiveCatalogue,
    objective_label,
    parse_objective,
    parse_objectives,
)
from dicelab.score.objectives.objective import Definition, Objective, Subject, objective, subject

__all__ = [
    "OBJECTIVES",
    "STANDARD",
    "Definition",
    "Objective",
    "ObjectiveCatalogue",
    "Subject",
    "objective",
    "objective_label",
    "parse_objective",
    "parse_objectives",
    "subject",
]
