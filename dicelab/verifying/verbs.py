"""The verb ``verify``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

from dicelab.dice.puzzle_source import SetPuzzle
from dicelab.dice.sources import DiceSource, dice_set_of
from dicelab.errors import DiceError
from dicelab.kinds import (
    AnsweredPort,
    BackendNames,
    Force,
    Jobs,
    NotePort,
    Port,
    ProgressPort,
    SharedCells,
    Written,
    jobs_of,
    names_of,
    unheard,
)
from dicelab.verb import verb
from solver.registry import Registry
from solver.runs.progress import silent

if TYPE_CHECKING:
    from dicelab.verifying.verification import LookUp, Verification
    from solver.polyform import Puzzle

    LoadLookUp: TypeAlias = Callable[[Puzzle], LookUp]

LOOK_UPS: Registry[LoadLookUp] = Registry("table of boards", "dicelab.look_ups")
"""Tables of solvable boards. Verification imports none of them, so that it can't share their faults."""


@verb(
    group="every day",
    examples=("verify default", "verify theorem-5.3 --certificate theorem.certificate", "verify default --json"),
)
def verify(
    dice: DiceSource,
    puzzle: SetPuzzle = None,
    *,
    backend: BackendNames = "bitmask",
    every_roll: bool = False,
    certificate: Written = None,
    force: Force = False,
    shared_cells: SharedCells = False,
    jobs: Jobs = None,
    look_up: Annotated[LoadLookUp | None, Port()] = None,
    progress: ProgressPort = silent,
    answered: AnsweredPort = unheard,
    note: NotePort = unheard,
) -> Verification:
    """Tell whether every roll of a dice set can be solved.

    Dice that share cells, as misprinted ones do, are taken as they are: a roll that shows a cell twice is rolled again.

    Exit status: 0 if every roll can be tiled, 4 if one can't.

    Parameters
    ----------
    backend
        bitmask, census, cp-sat or brute-force; several separated by commas must agree.
    every_roll
        Let cp-sat solve every roll, even if a tiling of another roll fits.
    certificate
        Write a tiling of every roll to FILE; ``dicelab check`` reads it.
    force
        Overwrite the certificate if it exists.
    look_up
        Loads the table that the backend ``census`` asks; by default from the cache of this machine, or built there.

    Raises
    ------
    DiceError
        If there is no such set or backend.
    DicelabError
        If two backends disagree.

    Examples
    --------
    >>> import dicelab
    >>> verification = dicelab.verify("default")
    >>> verification.always_solvable, len(verification.rolls.boards)
    (True, 62208)
    """
    from dicelab.dice.names import plain
    from dicelab.render.text import cut
    from dicelab.verifying.claims import dice_claim
    from dicelab.verifying.verification import CENSUS, verify as verify_rolls
    from solver.runs.storage import require_free, write_atomic

    dice_set = dice_set_of(dice, puzzle, shared_cells=shared_cells, as_printed=True)
    names = names_of(backend)
    if certificate is not None:
        require_free(Path(certificate), force=force)
        if names == [CENSUS]:
            raise DiceError("--certificate needs tilings, which --backend census does not find: use --backend bitmask")
    label = f"rolls of {cut(plain(dice_set.name), 30)}"
    result = verify_rolls(
        dice_set,
        names,
        look_up=(look_up or LOOK_UPS["census"])(dice_set.puzzle) if CENSUS in names else None,
        jobs=jobs_of(jobs),
        share=not every_roll,
        progress=lambda done, total, what="": progress(done, total, what or label),
    )
    if certificate is not None:
        # The verdict first: a file that can't be written takes nothing from it.
        answered(result)
        data = result.certificate()
        if data is None:
            note("no certificate was written: not every roll has a tiling")
        else:
            write_atomic(Path(certificate), data)
            note(f"certificate written to {certificate}; digest of its claim: {dice_claim(dice_set)}")
    return result
