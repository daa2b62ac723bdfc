"""``dicelab/design-proof``: no dice set has what is claimed, by boards, counting steps, clauses and proofs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import lcm
from pathlib import Path
from typing import Any, cast

from dicelab.check.claim import digest_of
from dicelab.check.counting_steps import Impossible, images_under
from dicelab.check.design_cases import CaseChecker
from dicelab.check.design_file import DesignFile, detached
from dicelab.check.design_formula import FORMULAS, DesignClaim, NamedDice, Permutation, separates
from dicelab.check.drat_program import verified_by
from dicelab.check.puzzle import Puzzle, puzzle_of, require_labels, symmetries
from dicelab.check.reading import opened, require
from dicelab.check.refutation import BoardFormula, refutes
from dicelab.check.tilings import TilingCounter

Progress = Callable[[int, int], None]

MOST_DICE = 16
PLAIN: dict[str, Any] = {"fixed": [], "off": [], "connected": False, "invariant": []}
"""What a proof of the kind ``cases`` does not say: it has no words for more than sizes and tilings."""


@dataclass(frozen=True, slots=True)
class DesignReport:
    """What no dice set is claimed to have, and how much of the proof was found true.

    ``boards`` were counted again, ``sets`` of cells followed from them step by step, and ``steps`` of the proofs, in
    ``cases`` that leave none out, from the clauses made here. ``unread`` proofs are in files that are not there.
    ``drat_by`` is what checked the steps of the proofs: this program, or one that was named for it.
    ``problem`` is the first thing that is wrong, ``ok`` that nothing is, and ``proved`` that nothing is left to check.
    ``digest`` tells the claim from all others.
    """

    puzzle: str
    claim: str
    digest: str
    min_tilings: int
    boards: int
    sets: int
    clauses: int
    cases: int
    steps: int
    unread: int
    drat_by: str
    ok: bool
    proved: bool
    problem: str | None


@dataclass(slots=True)
class _Found:
    boards: int = 0
    sets: int = 0
    clauses: int = 0
    cases: int = 0
    steps: int = 0
    unread: int = 0
    program: str | None = None


class _WrongError(Exception):
    """A step of the proof does not hold."""


def check_design(
    path: Path, progress: Progress = lambda _done, _total: None, program: str | None = None
) -> DesignReport:
    """Check a proof that no dice set has what is claimed.

    ``program`` is the path of drat-trim, where it is to check the steps of DRAT instead of this program.

    ``progress`` is called with the boards that were counted again, and how many there are. A file that is damaged or of
    another kind raises :class:`CertificateError`, with one line that names it.
    """
    with opened(path) as file:
        text = DesignFile(file)
        by_cases = text.fields.get("kind") == "cases"
        claim = claim_of(text.fields)
        found, problem = _Found(program=program), None
        try:
            if by_cases:
                _examine_cases(claim, text, found, progress)
            else:
                _examine(claim, text, path, found, progress)
        except _WrongError as error:
            problem = str(error)
    ok = problem is None
    return DesignReport(
        claim.puzzle.words(),
        _words(claim),
        _digest(claim),
        claim.min_tilings,
        found.boards,
        found.sets,
        found.clauses,
        found.cases,
        found.steps,
        found.unread,
        "dicelab check" if program is None or by_cases else "drat-trim",
        ok,
        ok and not found.unread,
        problem,
    )


def claim_of(fields: dict[str, Any]) -> DesignClaim:
    """Return what the header of a proof of either kind claims."""
    fields, puzzle = PLAIN | fields, puzzle_of(fields)
    sizes, fixed, off = fields["sizes"], fields["fixed"], fields["off"]
    cells, blockable = list(puzzle.cells), len(puzzle.cells) - len(puzzle.free)
    good = 1 <= len(sizes) == puzzle.blockers <= MOST_DICE and all(type(size) is int and size >= 1 for size in sizes)
    require(good and sum(sizes) <= blockable, f"has impossible sizes of dice: {sizes}"[:200])
    least = fields["min_tilings"]
    require(least >= 0, f"has {least} tilings: write 0 or more")
    pairs = [tuple(pair) for pair in fixed if isinstance(pair, list) and len(pair) == 2 and type(pair[1]) is int]
    require(len(pairs) == len(fixed), "has a fixed cell that is none: write its label and the number of its die")
    require_labels("fixed", [label for label, _ in pairs], puzzle.cells)
    require_labels("off", off, puzzle.cells)
    require(all(1 <= die <= len(sizes) for _, die in pairs), "fixes a cell on a die that is not there")
    require(not off or sum(sizes) < len(cells), "leaves cells off, but the dice have all cells")
    turns = {tuple(turn) for turn in symmetries(puzzle)}
    invariant = tuple(_permutation(one, turns, "invariant") for one in fields["invariant"])
    return DesignClaim(
        puzzle,
        tuple(sizes),
        least,
        tuple(sorted({(cells.index(label), die - 1) for label, die in pairs})),
        tuple(sorted({cells.index(label) for label in off})),
        fields["connected"],
        invariant,
    )


def _permutation(listed: object, known: set[Permutation], what: str) -> Permutation:
    good = isinstance(listed, list) and all(type(item) is int for item in listed) and tuple(listed) in known
    require(good, f"has an entry in {what!r} that is no symmetry of the puzzle")
    return tuple(cast("list[int]", listed))


def _digest(claim: DesignClaim) -> str:
    labels = list(claim.puzzle.cells)
    return digest_of(
        "design",
        claim.puzzle,
        sizes=list(claim.sizes),
        min_tilings=claim.min_tilings,
        fixed=[[labels[cell], die + 1] for cell, die in claim.fixed],
        off=[labels[cell] for cell in claim.off],
        connected=claim.connected,
        invariant=sorted(list(one) for one in claim.invariant),
    )


def _words(claim: DesignClaim) -> str:
    labels = list(claim.puzzle.cells)
    text = f"no disjoint dice of {', '.join(map(str, claim.sizes))} cells have {claim.min_tilings:,} tilings or more"
    text += " for each of their rolls"
    more = [f"{labels[cell]} on die {die + 1}" for cell, die in claim.fixed]
    more += [f"{labels[cell]} on no die" for cell in claim.off]
    more += ["each die's cells in one piece"] if claim.connected else []
    for one in claim.invariant:
        moves = [f"{labels[cell]} to {labels[image]}" for cell, image in enumerate(one) if image != cell]
        more.append("sent to themselves by the symmetry " + ", ".join(moves[:3]) + ", …" * (len(moves) > 3))
    return text + "".join(f"; {one}" for one in more)


def _examine(claim: DesignClaim, text: DesignFile, path: Path, found: _Found, progress: Progress) -> None:
    fields = text.fields
    turns = {tuple(turn) for turn in symmetries(claim.puzzle)}
    breaking = [_permutation(one, turns, "breaking") for one in fields["breaking"]]
    for number, one in enumerate(breaking, 1):
        _demand(claim.keeps(one), f"symmetry {number} of 'breaking' does not keep what is claimed")
    name = fields["formula"]
    require(
        name in FORMULAS, f"has a formula of an unknown rule {name[:40]!r}: this program knows {', '.join(FORMULAS)}"
    )
    boards = _counted(claim, text.masks(fields["boards"], claim.cells), fields["boards"], found, progress)
    impossible = Impossible(claim, boards, images_under(turns))
    _replay(impossible, text, fields["steps"], found)
    masks = list(text.masks(fields["clauses"], claim.cells))
    for number, mask in enumerate(masks, 1):
        _demand(impossible.holds(mask), f"clause {number:,} is of cells that may be on different dice")
    cuts = list(text.numbers(fields["cuts"], claim.cells))
    _demand(claim.connected or not cuts, "zones are cut, but they may be in several pieces")
    for number, cut in enumerate(cuts, 1):
        good = separates(claim.puzzle, *cut)
        _demand(good, f"cut {number:,} leaves a way from one cell to the other")
    renamings = [case["renaming"] for case in fields["cases"]]
    _demand_all_cases(claim, renamings)
    for case in fields["cases"]:
        renaming = None if case["renaming"] is None else tuple(case["renaming"])
        model = FORMULAS[name](claim, renaming, breaking)
        for mask in masks:
            model.forbid(mask)
        for cut in cuts:
            model.cut(*cut)
        _refute_case(model, case, impossible, text, path, found)
    text.finish()


def _examine_cases(claim: DesignClaim, text: DesignFile, found: _Found, progress: Progress) -> None:
    fields, cells = text.fields, list(claim.puzzle.cells)
    require_labels("first", fields["first"], claim.puzzle.cells)
    first = [cells.index(label) for label in fields["first"]]
    turns = [tuple(turn) for turn in symmetries(claim.puzzle)]
    boards = _counted(claim, text.masks(fields["boards"], claim.cells), fields["boards"], found, progress)
    checker, dealt = CaseChecker(claim, boards, turns, first), []
    for groups, tokens in text.trees(fields["cases"], claim.cells):
        progress(found.cases, fields["cases"])
        dealt.append(groups)
        problem = checker.refute(groups, tokens)
        _demand(problem is None, f"case {found.cases + 1:,} is not refuted: {problem}")
        found.cases += 1
        found.steps = checker.splits
    problem = checker.missing(dealt)
    _demand(problem is None, f"the cases leave something out: {problem}")
    progress(found.cases, fields["cases"])
    text.finish()


def _counted(claim: DesignClaim, masks: Iterator[int], total: int, found: _Found, progress: Progress) -> list[int]:
    """Count the tilings of each board again."""
    counter, boards = TilingCounter(claim.puzzle), []
    for mask in masks:
        if not found.boards & 0x3F:
            progress(found.boards, total)
        named = f"board {found.boards + 1:,}"
        _demand(mask.bit_count() == claim.puzzle.blockers, f"{named} has {mask.bit_count()} blockers")
        tilings = counter.count(mask)
        few = tilings < claim.min_tilings
        _demand(few, f"{named} ({_labels(claim.puzzle, mask)}) has {tilings:,} tilings, not fewer than claimed")
        boards.append(mask)
        found.boards += 1
    progress(total, total)
    return boards


def _replay(impossible: Impossible, text: DesignFile, steps: int, found: _Found) -> None:
    for number, (kind, mask, more) in enumerate(text.steps(steps), 1):
        problem = impossible.count(mask, more[0]) if kind == "c" else impossible.exchange(mask, more[0], more[1])
        _demand(problem is None, f"step {number:,} proves nothing: {problem}")
        found.sets += 1


def _refute_case(
    model: NamedDice, case: dict[str, Any], impossible: Impossible, text: DesignFile, path: Path, found: _Found
) -> None:
    ground = model.formula()
    cubes = [cube["literals"] for cube in case["cubes"]]
    for cube in case["cubes"]:
        literals = cube["literals"]
        require(
            all(type(one) is int and 0 < abs(one) <= ground.variables for one in literals), "has a cube of no literals"
        )
        inside = impossible.within(model.together(literals))
        _replay(inside, text, cube["steps"], found)
        own = list(text.masks(cube["clauses"], model.claim.cells))
        for mask in own:
            _demand(
                inside.holds(mask), f"a clause of case {found.cases + 1:,} is of cells that may be on different dice"
            )
        clauses = [*ground.clauses, *map(model.clause, own), *((literal,) for literal in literals)]
        _refute(BoardFormula(ground.variables, clauses), cube["proof"], text, path, found)
        found.cases += 1
    if case["cover"] is not None:
        negated = [tuple(-literal for literal in cube) for cube in cubes]
        _refute(BoardFormula(ground.variables, [*ground.clauses, *negated]), case["cover"], text, path, found)
    else:
        _demand([] in cubes, "the cubes leave something out: there is no proof that they don't")


def _refute(formula: BoardFormula, proof: dict[str, Any], text: DesignFile, path: Path, found: _Found) -> None:
    found.clauses = max(found.clauses, len(formula.clauses))
    part = f"the proof of case {found.cases + 1:,}"
    with detached(path, proof) as beside:
        if beside is None and proof["file"] is not None:
            found.unread += 1
            return
        lines = text.proof(proof["bytes"]) if beside is None else beside
        if found.program is None:
            answer = refutes(formula, cast("Any", lines))
        else:
            answer = verified_by(found.program, formula, lines)
        found.steps += answer.steps
        _demand(answer.problem is None, f"{part} proves nothing: {answer.problem}")
        require(
            lines.digest() == proof["sha256"], f"has in {part} another SHA-256 than its header says: get a new copy"
        )
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


def _labels(puzzle: Puzzle, mask: int) -> str:
    return puzzle.named([mask >> cell & 1 for cell in range(len(puzzle.cells))])


def _demand(condition: bool, otherwise: str) -> None:
    if not condition:
        raise _WrongError(otherwise)
