"""The programs of others that ``dicelab check`` may leave the steps of proofs to."""

from __future__ import annotations

import os

from dicelab import check
from dicelab.check import StepChecker
from dicelab.errors import DiceError
from dicelab.kinds import PathLike
from solver.exact_cover.checkers import CAKE_LPR_VARIABLE, HOW_TO_GET_IT, find_drat_trim, in_lrat, require_cake_lpr


def step_checkers(cake_lpr: PathLike | None, *, drat_trim: bool) -> tuple[StepChecker | None, StepChecker]:
    """Return who follows the DRAT steps, if somebody is asked for, and who else does."""
    if drat_trim and cake_lpr is not None:
        raise DiceError("--drat-trim and --cake-lpr: pass one of them")
    if drat_trim:
        found = find_drat_trim()
        if found is None:
            raise DiceError(f"--drat-trim needs the program, which is not installed: {HOW_TO_GET_IT}")
        return check.drat_trim(str(found)), check.OWN
    if cake_lpr is not None:
        return check.cake_lpr(str(require_cake_lpr(cake_lpr, "--cake-lpr")), in_lrat), check.OWN
    named = os.environ.get(CAKE_LPR_VARIABLE)
    usual = check.cake_lpr(str(require_cake_lpr(named, CAKE_LPR_VARIABLE)), in_lrat) if named else check.OWN
    return None, usual
