"""Does a proof refute the formula of a board? Each clause that it adds must follow by unit propagation.

The clauses are made from the puzzle and the board alone, as FORMAT.md describes them; nothing of
the solver's own formulas is used. The proof is a DRAT proof in text, as SAT solvers write it, checked forwards and
without the rule RAT that CaDiCaL's plain search does not need: a step that only RAT would justify is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from dicelab.check.puzzle import Puzzle, pieces_of
from dicelab.check.reading import MOST_HEADER, CertificateError, require

Clause = tuple[int, ...]
MOST_CLAUSES = 2_000_000
_STEP = re.compile(rb"(d )?((?:-?[1-9][0-9]{0,8} )*)0\n")


@dataclass(frozen=True, slots=True)
class BoardFormula:
    """How many variables there are, of which the first stand for placements, and the clauses in order."""

    variables: int
    clauses: list[Clause]


class FormulaMaker:
    """Makes the formulas of the boards of one puzzle."""

    def __init__(self, puzzle: Puzzle) -> None:
        pieces = pieces_of(puzzle)
        self.times: list[int] = [times for _, times, _ in pieces]
        order = sorted(enumerate(pieces), key=lambda one: (-one[1][0].count("#"), len(one[1][2])))
        self.options: list[tuple[int, int]] = [(kind, mask) for kind, (_, _, masks) in order for mask in masks]
        self.cells: int = len(puzzle.cells)

    def variables(self, blocked: int) -> dict[tuple[int, int], int]:
        """Return the variable of each placement on a board: the number of its kind, and its cells."""
        fitting = (option for option in self.options if not option[1] & blocked)
        return {option: number for number, option in enumerate(fitting, start=1)}

    def of_board(self, blocked: int, covered: int = -1, window: int = -1) -> BoardFormula:
        """Return the formula of the board with these blockers, bit ``i`` for cell ``i``.

        That of a nogood has only some cells that must be ``covered``, and looks at the cells of a ``window`` alone.
        """
        parts = dict.fromkeys((kind, mask & window) for kind, mask in self.options if not mask & blocked)
        outside = {kind for kind, part in parts if not part}
        covered &= window & ~blocked
        options = [(kind, part) for kind, part in parts if part & covered or kind not in outside]
        variables = range(1, len(options) + 1)
        free = [cell for cell in range(self.cells) if covered >> cell & 1]
        there = [kind for kind in range(len(self.times)) if kind not in outside]
        single = [kind for kind in there if self.times[kind] == 1]
        clauses: list[Clause] = [tuple(n for n in variables if options[n - 1][1] >> cell & 1) for cell in free]
        clauses += [tuple(n for n in variables if options[n - 1][0] == kind) for kind in single]
        for n, (kind, mask) in enumerate(options, start=1):
            alone = self.times[kind] == 1
            for later in range(n, len(options)):
                other, under = options[later]
                if mask & under or (alone and kind == other):
                    clauses.append((-n, -later - 1))
            require(len(clauses) <= MOST_CLAUSES, f"has a board of over {MOST_CLAUSES:,} clauses: use a smaller puzzle")
        counters = Counters(len(options), clauses)
        for kind in [*there, *sorted(outside)]:
            own, times = [n for n in variables if options[n - 1][0] == kind], self.times[kind]
            if times > 1 and kind not in outside:
                counters.exactly(own, times)
            elif 1 < times < len(own):
                counters.at_most(own, times)
        return BoardFormula(counters.last, clauses)


class Counters:
    """Sequential counters (Sinz 2005): clauses that say how many literals hold."""

    def __init__(self, last: int, clauses: list[Clause]) -> None:
        self.last = last
        self._clauses = clauses

    def variable(self) -> int:
        """Return a new variable."""
        self.last += 1
        return self.last

    def exactly(self, literals: list[int], number: int) -> None:
        """Add that ``number`` of the literals hold."""
        if number > len(literals):
            self._clauses.append(())
            return
        self.at_most(literals, number)
        self.at_most([-literal for literal in literals], len(literals) - number)

    def at_most(self, literals: Sequence[int], most: int) -> None:
        """Add that no more literals hold."""
        if most == len(literals):
            return
        if most == 0:
            self._clauses += [(-literal,) for literal in literals]
            return
        before: list[int] = []
        for place, literal in enumerate(literals):
            if len(before) == most:
                self._clauses.append((-literal, -before[-1]))
            if place == len(literals) - 1:
                return
            after = [self.last + 1 + level for level in range(min(place + 1, most))]
            self.last += len(after)
            for level, counter in enumerate(after):
                if level < len(before):
                    self._clauses.append((-before[level], counter))
                if level == 0:
                    self._clauses.append((-literal, counter))
                elif level <= len(before):
                    self._clauses.append((-literal, -before[level - 1], counter))
            before = after


class Lines(Protocol):
    """A file that is read by lines."""

    def readline(self, most: int, /) -> bytes:
        """Return the next line, or its beginning, and nothing at the end."""


@dataclass(frozen=True, slots=True)
class Refutation:
    """The lines of a proof, the clauses that it added up to the contradiction, and its fault, if any."""

    lines: int
    steps: int
    problem: str | None


def refutes(formula: BoardFormula, proof: Lines) -> Refutation:
    """Tell whether a proof refutes a formula, each line of which must follow from the lines before it.

    Clauses of one literal are never deleted, nor are their consequences: so more is true than the proof
    may use. Where unit propagation alone leads to a contradiction, all clauses follow; even so there must be steps, and
    the empty clause among them. Lines after that are not read.

    A line that is too long, or no step of a proof in text, raises :class:`CertificateError`.
    """
    clauses = _Clauses(formula.variables)
    for clause in formula.clauses:
        clauses.add(clauses.literals(clause))
    steps = number = 0
    for number, line in enumerate(iter(lambda: proof.readline(MOST_HEADER), b""), start=1):
        deleted, literals_of_step = require_step(line, number)
        named = [int(word) for word in literals_of_step.split()]
        if named and max(map(abs, named)) > formula.variables:
            far = f"line {number:,} names a variable beyond the {formula.variables:,} of the formula"
            return Refutation(number, steps, far)
        literals = clauses.literals(named)
        if deleted:
            clauses.delete(literals)
            continue
        if not clauses.implies(literals):
            return Refutation(number, steps, f"line {number:,} does not follow: {_shown(named)}")
        if not named:
            return Refutation(number + sum(1 for _ in iter(lambda: proof.readline(MOST_HEADER), b"")), steps + 1, None)
        clauses.add(literals)
        steps += 1
    return Refutation(number, steps, "it ends without the empty clause")


def require_step(line: bytes, number: int) -> tuple[bool, bytes]:
    """Return whether a line of a proof deletes a clause, and its literals; refuse any other line."""
    step = _STEP.fullmatch(line)
    if step is None:
        raise CertificateError(f"is damaged (line {number:,} is not a step): get a new copy")
    return bool(step[1]), step[2]


def _shown(named: Sequence[int]) -> str:
    text = " ".join(map(str, named)) or "the empty clause"
    return text if len(text) <= 60 else text[:57] + "..."


class _Clauses:
    """The clauses so far and the literals that follow from them.

    A set of literals is one integer: bit ``v - 1`` is variable ``v`` and bit ``variables + v - 1`` its negation: so
    all that follows from clauses of two literals (nearly all, for a board) is one OR. Longer clauses are watched at two
    literals that are not false.
    """

    def __init__(self, variables: int) -> None:
        self.refuted = False
        self._variables = variables
        self._positive = (1 << variables) - 1
        # Literals that are true, and those that are false, for good.
        self._true = self._false = 0
        # By literal: the literals that it implies by clauses of two; the longer clauses to look at when it is false.
        self._implied: dict[int, int] = {}
        self._watching: dict[int, list[int]] = {}
        # The literals from which something may follow.
        self._active = 0
        # The longer clauses, 0 where deleted, with the two literals at which each is watched.
        self._masks: list[int] = []
        self._watched: list[int] = []
        self._numbers: dict[int, list[int]] = {}
        self._pairs: dict[int, int] = {}

    def literals(self, clause: Iterable[int]) -> int:
        """Return a clause as a set of literals."""
        found = 0
        for literal in clause:
            found |= 1 << (literal - 1 if literal > 0 else self._variables - literal - 1)
        return found

    def _negated(self, literals: int) -> int:
        return (literals & self._positive) << self._variables | literals >> self._variables

    def add(self, clause: int) -> None:
        """Take in a clause, and all that follows from it by unit propagation."""
        first = clause & -clause
        second = clause ^ first
        if self.refuted or clause & self._negated(clause):
            return
        if not second:
            self._fix(clause)
        elif second & (second - 1):
            self._watch(clause)
        else:
            self._pairs[clause] = self._pairs.get(clause, 0) + 1
            one, other = self._negated(first), self._negated(second)
            self._implied[one] = self._implied.get(one, 0) | second
            self._implied[other] = self._implied.get(other, 0) | first
            self._active |= one | other
            if clause & self._false:
                self._fix(clause & ~self._false)

    def _watch(self, clause: int) -> None:
        open_literals = clause & ~self._false
        if not open_literals & (open_literals - 1) and not open_literals & self._true:
            self._fix(open_literals)
        first = open_literals & -open_literals
        second = (open_literals ^ first) & -(open_literals ^ first)
        self._numbers.setdefault(clause, []).append(len(self._masks))
        # Where fewer than two are open the clause is true for good, and need not be watched.
        if second:
            for literal in (first, second):
                self._watching.setdefault(literal, []).append(len(self._masks))
                self._active |= self._negated(literal)
        self._masks.append(clause)
        self._watched.append(first | second)

    def delete(self, clause: int) -> None:
        """Take a clause out; one of a single literal stays, and one that is not there is passed over."""
        if clause in self._pairs:
            self._pairs[clause] -= 1
            if not self._pairs[clause]:
                del self._pairs[clause]
                first = clause & -clause
                self._implied[self._negated(first)] &= ~(clause ^ first)
                self._implied[self._negated(clause ^ first)] &= ~first
        elif numbers := self._numbers.get(clause):
            self._masks[numbers.pop()] = 0
            if not numbers:
                del self._numbers[clause]

    def implies(self, clause: int) -> bool:
        """Tell whether a contradiction follows by unit propagation from the negation of a clause."""
        if self.refuted:
            return True
        return self._propagated(self._negated(clause)) is None

    def _fix(self, literals: int) -> None:
        found = self._propagated(literals) if literals else None
        if found is None:
            self.refuted = True
        else:
            self._true, self._false = found

    def _propagated(self, literals: int) -> tuple[int, int] | None:
        """Return the true and the false literals once some more are true; ``None`` on a contradiction."""
        variables, positive = self._variables, self._positive
        true, false = self._true | literals, self._false | self._negated(literals)
        pending = literals & ~self._true & self._active
        while pending and not true & false:
            literal = pending & -pending
            pending ^= literal
            new = self._implied.get(literal, 0) | self._forced(self._negated(literal), true, false)
            new &= ~true
            true |= new
            false |= (new & positive) << variables | new >> variables
            pending |= new & self._active
        return None if true & false else (true, false)

    def _forced(self, negation: int, true: int, false: int) -> int:
        """Return the literals forced by the clauses watched at a literal that became false; watch others elsewhere."""
        forced, stay = 0, []
        for number in self._watching.pop(negation, ()):
            clause = self._masks[number]
            if not clause:
                continue
            rest = clause & ~false
            if rest & true:
                stay.append(number)
            elif not rest & (rest - 1):
                # Its last literal; where all are false, any of them is a contradiction.
                forced |= rest or clause
                stay.append(number)
            else:
                kept = self._watched[number] ^ negation
                other = rest & ~kept
                other &= -other
                self._watched[number] = kept | other
                self._watching.setdefault(other, []).append(number)
                self._active |= self._negated(other)
        if stay:
            self._watching[negation] = stay
        return forced
