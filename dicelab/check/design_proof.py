"""``dicelab/design-proof``: no dice set is as claimed, by boards, counting steps, clauses and proofs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import lcm
from pathlib import Path
from typing import Any

from dicelab.check.design_cases import CaseChecker
from dicelab.check.design_claim import (
    DesignClaim,
    Impossible,
    Permutation,
    TilingCounter,
    claim_of,
    separates,
    symmetries_in,
)
from dicelab.check.design_file import DesignFile, detached
from dicelab.check.design_formula import FORMULA, NamedDice
from dicelab.check.puzzle import require_labels, symmetries
from dicelab.check.reading import opened, require
from dicelab.check.refutation import BoardFormula, FormulaMaker
from dicelab.check.step_checkers import OWN, StepChecker

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class DesignReport:
    """The dice sets claimed not to exist, and how much of the proof was found true.

    ``boards`` were counted again, or ``nogoods`` refuted; ``sets`` of cells followed from them step by step, and
    ``steps`` of the proofs, in ``cases`` that leave none out, from the clauses made here. ``unread`` proofs are in
    files that are not there. ``drat_by`` is the checker of the proofs' steps: this program, or one that was named for
    it. ``problem`` is the first fault, ``ok`` says that there is none, and ``proved`` that nothing is left to check.
    ``digest`` tells the claim from all others.
    """

    puzzle: str
    claim: str
    digest: str
    min_tilings: int
    boards: int
    nogoods: int
    sets: int
    clauses: int
    cases: int
    steps: int
    unread: int
    drat_by: str
    ok: bool
    proved: bool
    problem: str | None


class _WrongError(Exception):
    """A step of the proof does not hold."""


def check_design(
    path: Path, progress: Progress = lambda _done, _total: None, checker: StepChecker = OWN
) -> DesignReport:
    """Check a proof that no dice set is as claimed.

    ``checker`` checks the steps of DRAT.

    ``progress`` is called with the boards that were counted again, and how many there are. A file that is damaged or of
    another kind raises :class:`CertificateError`, with one line that names it.
    """
    with opened(path) as file:
        check, problem = _Check(DesignFile(file), path, checker, progress), None
        try:
            check.follow()
        except _WrongError as error:
            problem = str(error)
    claim = check.claim
    return DesignReport(
        claim.puzzle.words(),
        claim.words(),
        claim.digest(),
        claim.min_tilings,
        check.boards,
        check.nogoods,
        check.sets,
        check.clauses,
        check.cases,
        check.steps,
        check.unread,
        (OWN if check.by_cases else checker).name,
        problem is None,
        problem is None and not check.unread,
        problem,
    )


class _Check:
    """A proof that is followed from its beginning to its end, with the numbers of what was found true so far."""

    def __init__(self, text: DesignFile, path: Path, checker: StepChecker, progress: Progress) -> None:
        self._text, self._path, self._checker, self._progress = text, path, checker, progress
        self.by_cases = text.fields.get("kind") == "cases"
        self.claim = claim_of(text.fields)
        self.boards = self.nogoods = self.sets = self.clauses = self.cases = self.steps = self.unread = 0

    def follow(self) -> None:
        """Follow the proof; a step that does not hold raises :class:`_WrongError`."""
        if self.by_cases:
            self._follow_cases()
        else:
            self._follow_formula()
        self._text.finish()

    def _follow_cases(self) -> None:
        fields, cells = self._text.fields, list(self.claim.puzzle.cells)
        require_labels("first", fields["first"], cells)
        first = [cells.index(label) for label in fields["first"]]
        turns = [tuple(turn) for turn in symmetries(self.claim.puzzle)]
        checker, dealt = CaseChecker(self.claim, self._counted(), turns, first), []
        for groups, tokens in self._text.trees(fields["cases"], len(cells)):
            self._progress(self.cases, fields["cases"])
            dealt.append(groups)
            problem = checker.refute(groups, tokens)
            _demand(problem is None, f"case {self.cases + 1:,} is not refuted: {problem}")
            self.cases += 1
            self.steps = checker.splits
        problem = checker.missing(dealt)
        _demand(problem is None, f"the cases leave something out: {problem}")
        self._progress(self.cases, fields["cases"])

    def _follow_formula(self) -> None:
        fields, claim, cells = self._text.fields, self.claim, self.claim.cells
        breaking = symmetries_in(fields["breaking"], claim.puzzle, "breaking")
        for number, one in enumerate(breaking, 1):
            _demand(claim.keeps(one), f"symmetry {number} of 'breaking' does not keep what is claimed")
        name = fields["formula"]
        require(name == FORMULA, f"has a formula of an unknown rule {name[:40]!r}: this program knows {FORMULA}")
        turns = [tuple(turn) for turn in symmetries(claim.puzzle)]
        if "nogoods" in fields:
            covered = [cell for cell in range(cells) if claim.covered >> cell & 1]
            # Images of a nogood must leave the same cells to the pieces.
            turns = [turn for turn in turns if all(claim.covered >> turn[cell] & 1 for cell in covered)]
            impossible = Impossible(claim, self._refuted_nogoods(), turns)
        else:
            impossible = Impossible(claim, self._counted(), turns)
        self._replay(impossible, fields["steps"])
        masks = list(self._text.masks(fields["clauses"], cells))
        for number, mask in enumerate(masks, 1):
            _demand(impossible.holds(mask), f"clause {number:,} is of cells that may be on different dice")
        cuts = list(self._text.cuts(fields["cuts"], cells))
        _demand(claim.connected or not cuts, "zones are cut, but they may be in several pieces")
        for number, cut in enumerate(cuts, 1):
            _demand(separates(claim.puzzle, *cut), f"cut {number:,} leaves a way from one cell to the other")
        _demand_all_cases(claim, [case["renaming"] for case in fields["cases"]])
        for case in fields["cases"]:
            renaming = None if case["renaming"] is None else tuple(case["renaming"])
            model = NamedDice(claim, renaming, breaking)
            for mask in masks:
                model.forbid(mask)
            for cut in cuts:
                model.cut(*cut)
            self._refute_case(model, case, impossible)

    def _counted(self) -> list[int]:
        """Count the tilings of each board again."""
        puzzle, total = self.claim.puzzle, self._text.fields["boards"]
        counter, boards = TilingCounter(puzzle), []
        for mask in self._text.masks(total, self.claim.cells):
            if not self.boards & 0x3F:
                self._progress(self.boards, total)
            named = f"board {self.boards + 1:,}"
            _demand(mask.bit_count() == puzzle.blockers, f"{named} has {mask.bit_count()} blockers")
            tilings = counter.count(mask)
            few = tilings < self.claim.min_tilings
            _demand(few, f"{named} ({puzzle.named(mask)}) has {tilings:,} tilings, not fewer than claimed")
            boards.append(mask)
            self.boards += 1
        self._progress(total, total)
        return boards

    def _refuted_nogoods(self) -> list[int]:
        """Refute the formula of each nogood, and return its blocked cells: they are never on different dice.

        Each other die has a cell that is not one of the free ones, since these are fewer than the die has.
        """
        claim, proofs, found = self.claim, self._text.fields["nogoods"], []
        maker = FormulaMaker(claim.puzzle)
        _demand(claim.min_tilings > 0, "nogoods say nothing of dice whose rolls need no tiling")
        for number, proof in enumerate(proofs, 1):
            self._progress(self.nogoods, len(proofs))
            blocked, free, window = self._text.nogood(claim.cells)
            named = f"nogood {number:,} ({claim.puzzle.named(blocked)} ~ {claim.puzzle.named(free)})"
            _demand(not blocked & (free | claim.covered), f"{named} has a cell that is blocked and free")
            faces = min(claim.sizes)
            _demand(free.bit_count() < faces, f"{named} has as many free cells as a die of {faces}")
            self._refute(maker.of_board(blocked, free | claim.covered, window), proof, f"the proof of {named}")
            found.append(blocked)
            self.nogoods += 1
        self._progress(len(proofs), len(proofs))
        return found

    def _replay(self, impossible: Impossible, steps: int) -> None:
        for number, (mask, one, other) in enumerate(self._text.steps(steps, self.claim.cells), 1):
            problem = impossible.exchange(mask, one, other) if other else impossible.count(mask, one)
            _demand(problem is None, f"step {number:,} proves nothing: {problem}")
            self.sets += 1

    def _refute_case(self, model: NamedDice, case: dict[str, Any], impossible: Impossible) -> None:
        ground = model.formula()
        cubes = [cube["literals"] for cube in case["cubes"]]
        for cube, literals in zip(case["cubes"], cubes, strict=True):
            good = all(type(one) is int and 0 < abs(one) <= ground.variables for one in literals)
            require(good, "has a cube of no literals")
            inside = impossible.within(model.together(literals))
            self._replay(inside, cube["steps"])
            own = list(self._text.masks(cube["clauses"], self.claim.cells))
            for mask in own:
                named = f"a clause of case {self.cases + 1:,}"
                _demand(inside.holds(mask), f"{named} is of cells that may be on different dice")
            clauses = [*ground.clauses, *map(model.clause, own), *((literal,) for literal in literals)]
            self.clauses = max(self.clauses, len(clauses))
            self._refute(
                BoardFormula(ground.variables, clauses), cube["proof"], f"the proof of case {self.cases + 1:,}"
            )
            self.cases += 1
        if case["cover"] is None:
            _demand([] in cubes, "the cubes leave something out: there is no proof that they don't")
        else:
            negated = [tuple(-literal for literal in cube) for cube in cubes]
            clauses = [*ground.clauses, *negated]
            self.clauses = max(self.clauses, len(clauses))
            self._refute(
                BoardFormula(ground.variables, clauses), case["cover"], f"the proof of case {self.cases + 1:,}"
            )

    def _refute(self, formula: BoardFormula, proof: dict[str, Any], part: str) -> None:
        with detached(self._path, proof) as beside:
            if beside is None and proof["file"] is not None:
                self.unread += 1
                return
            lines = self._text.proof(proof["bytes"]) if beside is None else beside
            answer = self._checker.refutes(formula, lines)
            self.steps += answer.steps
            _demand(answer.problem is None, f"{part} proves nothing: {answer.problem}")
            good = lines.digest() == proof["sha256"]
            require(good, f"has in {part} another SHA-256 than its header says: get a new copy")
            require(answer.lines == proof["lines"], f"has in {part} other lines than its header says: get a new copy")


def _demand_all_cases(claim: DesignClaim, renamings: list[list[int] | None]) -> None:
    """Demand that the ways in which a symmetry may rename the dice are all there, up to names of equal dice."""
    if renamings == [None]:
        return
    simple = len(claim.invariant) == 1 and not claim.fixed and not claim.puzzle.regions
    _demand(simple and None not in renamings, "dice are renamed where their names or symmetries are not free")
    order = lcm(*_lengths(claim.invariant[0]))
    there = set()
    for renaming in renamings:
        image = renaming or []
        good = sorted(image) == list(range(len(claim.sizes)))
        good = good and all(claim.sizes[die] == claim.sizes[other] for die, other in enumerate(image))
        _demand(good, "a renaming exchanges dice of different sizes, or is none")
        there.add(_kind(claim.sizes, tuple(image)))
    for split in _splits_of(claim.sizes, order):
        _demand(split in there, f"the case is missing where the symmetry permutes the dice in cycles of {split}")


def _kind(sizes: tuple[int, ...], renaming: Permutation) -> tuple[tuple[int, ...], ...]:
    """Return the lengths of the cycles of the dice of each size, small sizes first."""
    lengths: dict[int, list[int]] = {size: [] for size in sorted(set(sizes))}
    seen: set[int] = set()
    for die in range(len(sizes)):
        cycle = []
        while die not in seen:
            seen.add(die)
            cycle.append(die)
            die = renaming[die]
        if cycle:
            lengths[sizes[cycle[0]]].append(len(cycle))
    return tuple(tuple(sorted(found)) for found in lengths.values())


def _splits_of(sizes: tuple[int, ...], order: int) -> list[tuple[tuple[int, ...], ...]]:
    """Return all that :func:`_kind` may say where the lengths of cycles divide the order."""
    found: list[tuple[tuple[int, ...], ...]] = [()]
    for size in sorted(set(sizes)):
        found = [(*before, split) for before in found for split in _sums(sizes.count(size), order, 1)]
    return found


def _sums(total: int, order: int, least: int) -> list[tuple[int, ...]]:
    if not total:
        return [()]
    parts = [part for part in range(least, total + 1) if order % part == 0]
    return [(part, *rest) for part in parts for rest in _sums(total - part, order, part)]


def _lengths(permutation: Permutation) -> list[int]:
    return [length for split in _kind((0,) * len(permutation), permutation) for length in split]


def _demand(condition: bool, otherwise: str) -> None:
    if not condition:
        raise _WrongError(otherwise)
