"""A proof that no dice set meets some constraints, as one file that others can check without this program.

Where counting refutes every case, the file has the boards and the splits alone: a reader computes again what refutes a
case. Else the refuted question is solved again with its proof logged; clauses that it does not need are left out; and
each clause on fewer cells than a board has comes with the steps by which it follows from boards.
"""

from __future__ import annotations

import hashlib
import lzma
import os
import tempfile
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import comb
from pathlib import Path
from typing import Any

import numpy as np

from dicelab.check import check_design
from dicelab.errors import DiceError, DicelabError
from dicelab.score.tables import forbidden_boards
from dicelab.search.bounds import REFUTED, Case, counting_certificate, search_cases
from dicelab.search.constraints import Connected, Cut, Fix
from dicelab.search.design.exact import answered_by_cases, forbidden_in, model_of, some_orbits
from dicelab.search.design.model import Model, renamings_of
from dicelab.search.design.proof import DESIGN_PROOF_SCHEMA, DesignProof
from dicelab.search.design.search_state import RefutedQuestion
from dicelab.search.options import ObjectiveLike, QuestionOptions
from dicelab.search.question import Question
from dicelab.search.symmetric import Renaming, every_renaming
from dicelab.verifying.board_proof import checked_formula
from dicelab.verifying.certificate import puzzle_fields
from solver.exact_cover.formula import Clause, Formula, formula_of
from solver.exact_cover.proof import (
    DRAT_TRIM,
    SOLVER,
    DratVerdict,
    Refutation,
    find_drat_trim,
    package,
    refute_formula,
    trim_proof,
)
from solver.nogoods import Nogood
from solver.polyform import Grid, Puzzle, images
from solver.polyform.symmetry import Masks
from solver.runs import Runner, threads
from solver.runs.storage import headed

FORMULA = "named-dice/1"

CHECKED_SETS = 2_000_000
"""Most sets of cells, for all nodes together, for which the file is checked at once."""

_WORDS = [*map(str, range(REFUTED)), "-"]
"""The text of each token."""


@dataclass(frozen=True, slots=True)
class _Case:
    """A model that has no solution: the boards and sets that are used, and the steps in the numbers of the file."""

    model: Model
    masks: set[int]
    cuts: set[Cut]
    proof: bytes


class _Clock:
    """A time limit: :meth:`left` raises :class:`TimeoutError` past it."""

    def __init__(self, seconds: float | None) -> None:
        self._end = None if seconds is None else time.monotonic() + seconds

    def left(self) -> float | None:
        if self._end is None:
            return None
        left = self._end - time.monotonic()
        if left <= 0:
            raise TimeoutError
        return left


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


def prove_design(refutation: RefutedQuestion, seconds: float | None = None) -> DesignProof | None:
    """Prove that no dice set meets the constraints of a refutation; ``None`` where a set does, or time ran out.

    It is proved by cases where they apply and nothing but sizes and tilings is asked for, and else by a formula.

    Raises
    ------
    DiceError
        If the proof has no words for the constraints.
    MissingPackageError
        If it is proved by a formula, and PySAT is not installed.
    """
    question = refutation.question
    if refutation.nogoods is not None or not answered_by_cases(question):
        return prove_formula(refutation, seconds)
    runner = threads(os.cpu_count() or 1)
    try:
        return prove_by_cases(question.puzzle, question.sizes, question.min_tilings, runner, seconds)
    except TimeoutError:
        return None


def prove_by_cases(
    puzzle: Puzzle, sizes: Sequence[int], min_tilings: int, runner: Runner, seconds: float | None = None
) -> DesignProof | None:
    """Prove that no dice of these sizes have ``min_tilings`` tilings for every roll; ``None`` where some have.

    Examples
    --------
    >>> from solver.runs import Runner, threads
    >>> proof = prove_by_cases(Puzzle.parse("3x3/3:I1,I2,I3"), (3, 3, 3), 2, threads(1))
    >>> proof.cases, proof.nodes, proof.checked_by
    (1, 1, 'dicelab check')

    Raises
    ------
    TimeoutError
        If ``seconds`` are over at the end of a case that is not the last one.
    """
    begin, question = time.monotonic(), Question(puzzle.format(), tuple(sizes), min_tilings)

    def reached(_case: Case, done: int, total: int) -> None:
        if seconds is not None and done < total and time.monotonic() - begin > seconds:
            raise TimeoutError

    cases, first = search_cases(puzzle, sizes, min_tilings, runner, reached)
    if cases[-1].dice:
        return None
    boards = _least_images(forbidden_boards(puzzle, min_tilings).boards, puzzle)
    trees = [_line(case) for case in cases]
    text = "".join(f"{board:x}\n" for board in boards) + "".join(trees)
    head: dict[str, Any] = {
        "kind": "cases",
        **_asked(question),
        "first": [puzzle.grid.label(cell) for cell in first],
        "boards": len(boards),
        "cases": len(cases),
        "checked_by": None,
    }
    nodes, body = sum(case.nodes for case in cases), lzma.compress(text.encode())
    own = nodes * comb(len(puzzle.grid), len(sizes) - 1) <= CHECKED_SETS
    data = headed(DESIGN_PROOF_SCHEMA, head, body)
    started = time.monotonic()
    if own:
        _check(data)
        data = headed(DESIGN_PROOF_SCHEMA, head | {"checked_by": "dicelab check"}, body)
    checking = time.monotonic() - started
    return DesignProof(
        question,
        data,
        boards=len(boards),
        cases=len(cases),
        proof_bytes=sum(map(len, trees)),
        checked_by="dicelab check" if own else "",
        reason="" if own else "it takes the checker long, and is left to it",
        seconds=time.monotonic() - begin,
        checking_seconds=checking,
        nodes=nodes,
    )


def _line(case: Case) -> str:
    """Return a case as a line of the file."""
    groups = "".join(f"{group:x} " for group in case.groups)
    return f"{groups}: {' '.join(map(_WORDS.__getitem__, case.tree))}\n"


def _check(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "cases.proof"
        file.write_bytes(data)
        problem = check_design(file).problem
    if problem is not None:
        raise DicelabError(f"a proof was refused ({problem}): please report this")


def prove_formula(refutation: RefutedQuestion, seconds: float | None = None) -> DesignProof | None:
    """Prove by an unsatisfiable formula that no dice set meets the constraints of a refutation.

    Raises
    ------
    DiceError
        If the proof has no words for the constraints.
    MissingPackageError
        If PySAT is not installed.
    """
    question = refutation.question
    _require_provable(question)
    begin, prover = time.monotonic(), _Prover(seconds)
    cases: list[_Case] = []
    boards: Sequence[int] = refutation.boards
    cuts: Sequence[Cut] = refutation.cuts
    try:
        for renaming in _every_case(question):
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
            _grounds(question, masks) if not (masks and refutation.nogoods) else _nogoods(refutation, masks, prover)
        )
    except TimeoutError:
        return None
    return _written(question, cases, masks, grounds, prover, begin)


class _Prover:
    """Refutes formulas within a time limit; each proof is checked, and trimmed where drat-trim is installed.

    ``reason`` is why a proof was not checked, if one was not.
    """

    def __init__(self, seconds: float | None) -> None:
        self._clock, self._program = _Clock(seconds), find_drat_trim()
        self.seconds, self.reason = 0.0, ""

    def refute(self, formula: Formula) -> Refutation | Clause:
        """Refute a formula, or return a model; raise :class:`TimeoutError` where time ran out."""
        answer = refute_formula(formula, seconds=self._clock.left())
        if answer is None:
            raise TimeoutError
        return answer

    def checked(self, formula: Formula, answer: Refutation) -> tuple[bytes, set[frozenset[int]] | None]:
        """Return the proof as short as it got, and the clauses that it uses where these are known."""
        begin, core = time.monotonic(), None
        if self._program:
            check, core = trim_proof(answer.cnf, answer.proof, self._clock.left(), self._program)
        else:
            check = checked_formula(len(formula), formula.clauses, answer.proof, self._clock.left())
        self.seconds += time.monotonic() - begin
        if check.verdict is DratVerdict.REFUSED:
            raise DicelabError(f"a proof was refused ({check.reason}): please report this")
        if check.verdict is not DratVerdict.VERIFIED:
            self.reason = self.reason or check.reason
        if core is None:
            return answer.proof, None
        return core.proof, {frozenset(map(int, line.split()[:-1])) for line in core.clauses}

    @property
    def checker(self) -> str:
        """The name of the program that checked all proofs, if it did."""
        if self.reason:
            return ""
        if self._program is None:
            return "dicelab check"
        return f"{DRAT_TRIM} (program with SHA-256 {hashlib.sha256(self._program.read_bytes()).hexdigest()[:16]})"


@dataclass(frozen=True, slots=True)
class _Grounds:
    """From what the sets of a proof follow: fields of the header, and the lines that the body begins with."""

    fields: dict[str, Any]
    lines: list[str]


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
    question: Question, cases: list[_Case], masks: list[int], grounds: _Grounds, prover: _Prover, begin: float
) -> DesignProof:
    puzzle = question.puzzle
    cuts = sorted({cut.numbers for case in cases for cut in case.cuts})
    lines = [*grounds.lines, *(f"{mask:x}" for mask in masks)]
    lines += [f"{one} {other} {between:x}" for one, other, between in cuts]
    body = lzma.compress("".join(f"{line}\n" for line in lines).encode() + b"".join(case.proof for case in cases))
    label = puzzle.grid.label
    head: dict[str, Any] = {
        **_asked(question),
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


def _asked(question: Question) -> dict[str, Any]:
    """Return the fields of a file that state the question: the puzzle, the sizes and the tilings."""
    puzzle = question.puzzle
    return {
        "puzzle": puzzle.name or puzzle.format(),
        **puzzle_fields(puzzle),
        "sizes": list(question.sizes),
        "min_tilings": question.min_tilings,
    }


def _least_images(boards: Masks, puzzle: Puzzle) -> list[int]:
    """Return the least image of each of some boards, ascending."""
    if not len(boards):
        return []
    found: list[int] = np.unique(images(boards, puzzle.grid, puzzle.symmetries).min(axis=0)).tolist()
    return found


def _case_fields(case: _Case) -> dict[str, Any]:
    renaming = case.model.renaming
    return {
        "renaming": None if renaming is None else list(renaming),
        "cubes": [{"literals": [], "steps": 0, "clauses": 0, "proof": _proof_fields(case.proof)}],
        "cover": None,
    }


def _proof_fields(proof: bytes) -> dict[str, Any]:
    return {
        "kind": "drat",
        "file": None,
        "bytes": len(proof),
        "lines": proof.count(b"\n"),
        "sha256": hashlib.sha256(proof).hexdigest(),
    }


def _grounds(question: Question, masks: Sequence[int]) -> _Grounds:
    """Return the boards from which some sets follow, and the steps by which they do."""
    puzzle: Puzzle = question.puzzle.unrestricted
    if all(mask.bit_count() == puzzle.blockers for mask in masks):
        boards: Sequence[int] = _least_images(np.array(masks, np.uint64), puzzle)
        steps: list[str] = []
    else:
        found = counting_certificate(puzzle, question.sizes, forbidden_boards(puzzle, question.min_tilings), masks)
        boards, steps = found.boards, [step.line() for step in found.steps]
    return _Grounds({"boards": len(boards), "steps": len(steps)}, [*(f"{board:x}" for board in boards), *steps])


def _nogoods(refutation: RefutedQuestion, masks: Iterable[int], prover: _Prover) -> _Grounds:
    """Return the nogoods, one of each orbit, whose images have some blocked cells, each refuted by a formula."""
    puzzle, first = refutation.question.puzzle, dict[int, Nogood]()
    for pair in refutation.nogoods or ():
        orbit = Nogood(*pair).orbit(puzzle)
        first |= {one.blocked: orbit[0] for one in reversed(orbit) if one.blocked not in first}
    proofs: list[dict[str, Any]] = []
    lines: list[str] = []
    for nogood in sorted({first[mask] for mask in masks}):
        window, formula, proof = _refuted(nogood, puzzle, prover)
        text, _ = prover.checked(formula, proof)
        proofs.append(_proof_fields(text))
        lines += [f"{nogood.blocked:x} {nogood.free:x} {window:x}", *text.decode().splitlines()]
    return _Grounds({"kind": "nogoods", "nogoods": proofs, "steps": 0}, lines)


def _refuted(nogood: Nogood, puzzle: Puzzle, prover: _Prover) -> tuple[int, Formula, Refutation]:
    """Return a window in which a nogood is refuted, around its free cells, and the formula and its refutation."""
    grid, window = puzzle.grid, nogood.free
    while True:
        formula = formula_of(nogood.problem(puzzle, window))
        answer = prover.refute(formula)
        if isinstance(answer, Refutation):
            return window, formula, answer
        if window == grid.full & ~nogood.blocked:
            raise DicelabError(f"{nogood.text(puzzle)} leaves tilings: please report this")
        around = Grid.cells(window | nogood.blocked)
        wider = window
        for cell in around:
            wider |= grid.neighbour_masks[cell]
        wider &= ~nogood.blocked
        window = grid.full & ~nogood.blocked if wider == window else wider
