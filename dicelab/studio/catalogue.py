"""All questions of the API."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

import dicelab.studio.questions
import dicelab.studio.searches  # noqa: F401 - their questions become known
from dicelab.studio.calls import KNOWN, ApiQuestion, Call, Work

CALLS: Mapping[str, Call[Any]] = KNOWN
"""By the names that workers know them by."""

SEARCHES = tuple(name for name, call in CALLS.items() if call.is_job)
"""The questions that are jobs."""


def answer_to(name: str, given: Mapping[str, Any], work: Work) -> dict[str, Any]:
    """Return the answer to the question of a name as JSON values."""
    question: ApiQuestion = msgspec.convert(given, CALLS[name].kind)
    return question.answer(work)
