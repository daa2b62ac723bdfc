"""The proved checker: definitions and theorems in Coq (``*.v``), and the program that is extracted from them.

README.md beside this file says in which order to read them.
"""

from dicelab.check.proved.building import ProvedChecker, built, missing
from dicelab.check.proved.checking import ProvedReport, board_clauses, check_proved

__all__ = ["ProvedChecker", "ProvedReport", "board_clauses", "built", "check_proved", "missing"]
