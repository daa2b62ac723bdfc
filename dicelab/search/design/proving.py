"""A proof that no dice set meets some constraints, as one file that others can check without this program.

Where counting refutes every case, the proof is one by cases (:mod:`.proving_cases`). Else the refuted question is asked
again with its proof logged; clauses that it does not need are left out; and each clause on fewer cells than a board has
comes with the steps by which it follows from boards. Without a census, each clause is the image of a nogood, which has
a proof of its own.
"""

from __future__ import annotations

import lzma
import os
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from dicelab.errors import DiceError
from dicelab.kinds import ObjectiveLike
from dicelab.search.constraints import Connected, Cut, Fix
from dicelab.search.design.exact import answered_by_cases, forbidden_in, model_of, some_orbits
from dicelab.search.design.grounds import Grounds, Prover, board_grounds, nogood_grounds, proof_fields
from dicelab.search.design.model import Model, renamings_of
from dicelab.search.design.proof import DESIGN_PROOF_SCHEMA, DesignProof, UnfinishedProof, asked_fields
from dicelab.search.design.proving_cases import prove_by_cases
from dicelab.search.design.search_state import RefutedQuestion
from dicelab.search.options import QuestionOptions
from dicelab.search.question import Question
from dicelab.search.symmetric import Renaming, every_renaming
from solver.exact_cover.proof import SOLVER, package
from solver.polyform import images
from solver.runs.progress import Progress, TimeIsUpError, silent, stopped_by
from solver.runs.storage import headed

FORMULA = "named-dice/1"


@dataclass(frozen=True, slots=True)
class _Case:
    """A model that has no solution: the boards and sets that are used, and the steps in the numbers of the file."""

    model: Model
    masks: set[int]
    cuts: set[Cut]
    proof: bytes


def require_proofs(
    options: QuestionOptions, maximize: ObjectiveLike | None = None, minimize: ObjectiveLike | None = None
) -> None:
    """Raise :class:`DiceError` if options of a design ask for constraints that files of proofs can't state.

    Raises
    ------
    MissingPackageError
        If PySAT, which writes proofs, is not installed, and no proof by cases will do.
    """
    asked = {
        "--constraint": options.get("constraint"),
        "--from": options.get("source"),
        "--away-from": options.get("away_from"),
        "--minimize": minimize,
        f"--maximize {maximize}": maximize not in {None, "fewest"},
    }
    _refuse(next((name for name, given in asked.items() if given), None))
    if options.get("fix") or options.get("connected") or options.get("invariant"):
        package()


def _require_provable(question: Question) -> None:
    _refuse(next((_OPTIONS.get(one.name, one.name) for one in question.values if not one.provable), None))
    package()


_OPTIONS = {"changes": "--from", "keep-faces": "--from", "away-from": "--away-from", "perimeter": "a perimeter"}
"""The options of constraints that files of proofs can't state."""


def _refuse(name: str | None) -> None:
    if name is not None:
        raise DiceError(f"--prove writes no proof of a question with {name}: leave one of the two out")


def prove_design(
    refutation: RefutedQuestion,
    seconds: float | None = None,
    *,
    jobs: int | None = None,
    kept: Path | None = None,
    progress: Progress = silent,
) -> DesignProof | UnfinishedProof | None:
    """Prove that no dice set meets the constraints of a refutation; ``None`` where a set does.

    It is proved by cases where they apply and nothing but sizes and tilings is asked for, and else by a formula.

    Parameters
    ----------
    seconds
        After that, and at Ctrl-C, the proof is unfinished.
    kept
        A folder for the cases that are refuted, of which a later call makes use; a formula is refuted as a whole.

    Raises
    ------
    DiceError
        If the proof has no words for the constraints.
    MissingPackageError
        If it is proved by a formula, and PySAT is not installed.
    """
    question = refutation.question
    if refutation.nogoods is None and answered_by_cases(question):
        return prove_by_cases(question, jobs or os.cpu_count() or 1, seconds, kept=kept, progress=progress)
    try:
        return prove_formula(refutation, seconds, progress)
    except KeyboardInterrupt as error:
        return UnfinishedProof(question, "nogoods" if refutation.nogoods else "formula", stopped_by(error))


def prove_formula(
    refutation: RefutedQuestion, seconds: float | None = None, progress: Progress = silent
) -> DesignProof | None:
    """Prove by an unsatisfiable formula that no dice set meets the constraints of a refutation.

    Raises
    ------
    TimeIsUpError
        If ``seconds`` are too few.
    DiceError
        If the proof has no words for the constraints.
    MissingPackageError
        If PySAT is not installed.
    """
    question = refutation.question
    _require_provable(question)
    begin, prover = time.monotonic(), Prover(seconds)
    cases: list[_Case] = []
    boards: Sequence[int] = refutation.boards
    cuts: Sequence[Cut] = refutation.cuts
    ways = _every_case(question)
    try:
        for number, renaming in enumerate(ways):
            progress(number, len(ways), f"proof: parts refuted by {SOLVER}, which tells not how much of a part is left")
            model = model_of(question, boards, cuts, sweeps=refutation.sweeps, renaming=renaming)
            answer = prover.refute(model.formula)
            while isinstance(answer, tuple):
                new = _violated(model, answer, refutation)
                if new is None:
                    return None
                boards, cuts = [*boards, *new], tuple(model.refined)
                answer = prover.refute(model.formula)
            cases.append(_case(model, *prover.checked(model.formula, answer)))
        masks = sorted(set().union(*(case.masks for case in cases)), key=lambda mask: (mask.bit_count(), mask))
        grounds = (
            board_grounds(question, masks)
            if not (masks and refutation.nogoods)
            else nogood_grounds(refutation, masks, prover, progress)
        )
    except TimeoutError:
        raise TimeIsUpError from None
    return _written(question, cases, masks, grounds, prover, begin)


def _every_case(question: Question) -> Sequence[Renaming | None]:
    """Return the ways to rename the dice, also those that counting rules out: a proof must refute them too."""
    ways = renamings_of(question)
    if ways[0] is None or question.puzzle.regions:
        return [None]
    return every_renaming(question.sizes, question.symmetries[0])


def _violated(model: Model, literals: Iterable[int], refutation: RefutedQuestion) -> list[int] | None:
    """Add the clauses that a solution violates, and return its boards; ``None`` if it answers the question."""
    puzzle, dice = model.question.puzzle, model.dice(literals)
    refined = model.refine(dice)
    rolled = forbidden_in(refutation).rolled_boards(np.array(dice, np.uint64))
    if not len(rolled):
        return [] if refined else None
    new = some_orbits(rolled, puzzle)
    model.forbid(np.unique(images(new, puzzle.grid, puzzle.symmetries)).tolist())
    return new.tolist()  # type: ignore[no-any-return]


def _case(model: Model, proof: bytes, used: set[frozenset[int]] | None) -> _Case:
    """Keep the boards and sets of a model that its proof uses, in numbers that do not depend on the rest."""
    masks = {mask for mask in model.boards if used is None or frozenset(model.clause(mask)) in used}
    empty = next((mask for mask in masks if not model.clause(mask)), None)
    numbers = model.numbers()
    renumbered = []
    for line in proof.splitlines():
        words = line.split()
        deletion = words[:1] == [b"d"]
        literals = [int(word) for word in words[deletion:]]
        shown = [numbers[one] if one > 0 else -numbers[-one] for one in literals[:-1]]
        renumbered.append(("d " if deletion else "") + " ".join(map(str, [*shown, 0])))
    cuts = {cut for cut in model.refined if cut.kind == "apart"}
    return _Case(model, masks if empty is None else {empty}, cuts, ("\n".join(renumbered) + "\n").encode())


def _written(
    question: Question, cases: list[_Case], masks: list[int], grounds: Grounds, prover: Prover, begin: float
) -> DesignProof:
    puzzle = question.puzzle
    cuts = sorted({cut.numbers for case in cases for cut in case.cuts})
    lines = [*grounds.lines, *(f"{mask:x}" for mask in masks)]
    lines += [f"{one} {other} {between:x}" for one, other, between in cuts]
    body = lzma.compress("".join(f"{line}\n" for line in lines).encode() + b"".join(case.proof for case in cases))
    label = puzzle.grid.label
    head: dict[str, Any] = {
        **asked_fields(question),
        "fixed": [[label(fix.cell), fix.die + 1] for fix in question.all(Fix) if fix.die is not None],
        "off": [label(fix.cell) for fix in question.all(Fix) if fix.die is None],
        "connected": question.one(Connected) is not None,
        "invariant": [list(one) for one in question.symmetries],
        "formula": FORMULA,
        "breaking": [list(one) for one in cases[0].model.breaking()],
        **grounds.fields,
        "clauses": len(masks),
        "cuts": len(cuts),
        "cases": [_case_fields(case) for case in cases],
        "solver": SOLVER,
        "package": package(),
        "checked_by": prover.checker or None,
    }
    nogoods = grounds.fields.get("nogoods", [])
    proofs = [*nogoods, *(cube["proof"] for case in head["cases"] for cube in case["cubes"])]
    return DesignProof(
        question,
        headed(DESIGN_PROOF_SCHEMA, head, body),
        boards=grounds.fields.get("boards", 0),
        nogoods=len(nogoods),
        sets=head["steps"],
        clauses=len(masks),
        cases=len(cases),
        lines=sum(proof["lines"] for proof in proofs),
        proof_bytes=sum(proof["bytes"] for proof in proofs),
        solver=head["solver"],
        package=head["package"],
        checked_by=prover.checker,
        reason=prover.reason,
        seconds=time.monotonic() - begin,
        checking_seconds=prover.seconds,
    )


def _case_fields(case: _Case) -> dict[str, Any]:
    renaming = case.model.renaming
    return {
        "renaming": None if renaming is None else list(renaming),
        "cubes": [{"literals": [], "steps": 0, "clauses": 0, "proof": proof_fields(case.proof)}],
        "cover": None,
    }
