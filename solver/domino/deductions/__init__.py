"""How a person solves a domino grid: named rules that rule locations out, from trivial to extreme.

The rules and their levels are those of Simon Tatham's Dominosa, see :data:`RULES`.
"""

from solver.domino.deductions.registry import RULES
from solver.domino.deductions.rule import Finding, Level, Rule

__all__ = ["RULES", "Finding", "Level", "Rule"]
