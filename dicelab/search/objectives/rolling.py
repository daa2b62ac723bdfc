"""Objectives of rolling: how many boards there are, and how often the dice are rolled again."""

from __future__ import annotations

import math

from dicelab.search.objectives.subject import Subject


def rolls(subject: Subject) -> float:
    """Count the distinct boards that can be rolled."""
    return float(subject.boards)


def again(subject: Subject) -> float:
    """Return the probability that a roll of the faces shows a cell twice and is rolled again."""
    return 1 - subject.total / math.prod(len(die.faces) for die in subject.dice_set.dice)
