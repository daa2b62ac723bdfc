"""The proved checker: definitions and theorems in Coq (``*.v``), and the program that is extracted from them.

README.md beside this file says in which order to read them.
"""

from dicelab.check.proved.building import ProvedChecker, built, missing
from dicelab.check.proved.checking import ProvedReport, check_proved

__all__ = ["ProvedChecker", "ProvedReport", "built", "check_proved", "missing"]
