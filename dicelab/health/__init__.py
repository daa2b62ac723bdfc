"""What of an installation works, what is missing, what is slow and why; imports nothing that may be broken."""

from dicelab.health.cache import Cache, empty_compiled_code, look_at_cache, why_nothing_is_kept
from dicelab.health.examination import Examination, Problem, examine
from dicelab.health.packages import EXTRAS, NEEDED, Package
from dicelab.health.text import examination_json, examination_text

__all__ = [
    "EXTRAS",
    "NEEDED",
    "Cache",
    "Examination",
    "Package",
    "Problem",
    "empty_compiled_code",
    "examination_json",
    "examination_text",
    "examine",
    "look_at_cache",
    "why_nothing_is_kept",
]
