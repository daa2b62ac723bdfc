"""Clauses: a problem as CNF, for SAT solvers, for proofs, and for the models that dicelab builds of other things.

How many of some literals hold is said in clauses too, by sequential counters (Sinz 2005).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from solver.exact_cover.problem import ExactCover

Clause = tuple[int, ...]
"""Literals as in DIMACS: n for variable n, -n for its negation. One of them holds."""

COUNTER = ""
"""The name of variables that only count."""


class Formula:
    """Variables from 1, and clauses over them."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.clauses: list[Clause] = []

    def __len__(self) -> int:
        """Return the number of variables."""
        return len(self.names)

    def variable(self, name: str) -> int:
        """Return a new variable."""
        self.names.append(name)
        return len(self.names)

    def add(self, *literals: int) -> None:
        """Demand that one of the literals holds; without any, the formula is false."""
        self.clauses.append(literals)

    def bound(self, literals: Sequence[int], least: int, most: int | None = None) -> None:
        """Demand that at least ``least`` of the literals hold and at most ``most``, which is all of them by default."""
        most = len(literals) if most is None else min(most, len(literals))
        if max(least, 0) > most:
            self.add()
            return
        if most < len(literals):
            self._at_most(literals, most)
        if least == 1:
            self.add(*literals)
        elif least > 0:
            self._at_most([-literal for literal in literals], len(literals) - least)

    def exactly(self, literals: Sequence[int], number: int) -> None:
        """Demand that exactly ``number`` of the literals hold."""
        self.bound(literals, number, number)

    def _at_most(self, literals: Sequence[int], most: int) -> None:
        """Count the literals one after the other, up to ``most``."""
        if most == 0:
            for literal in literals:
                self.add(-literal)
            return
        # counted[j]: at least j + 1 of the literals up to here hold.
        counted: list[int] = []
        for place, literal in enumerate(literals):
            if len(counted) == most:
                self.add(-literal, -counted[-1])
            if place == len(literals) - 1:
                break
            following = [self.variable(COUNTER) for _ in range(min(place + 1, most))]
            for level, variable in enumerate(following):
                if level < len(counted):
                    self.add(-counted[level], variable)
                if level == 0:
                    self.add(-literal, variable)
                elif level - 1 < len(counted):
                    self.add(-literal, -counted[level - 1], variable)
            counted = following

    def lexicographic(self, first: Sequence[int], second: Sequence[int]) -> None:
        """Demand that the first list of literals, read as bits, is at most the second."""
        before: int | None = None
        pairs = [(one, other) for one, other in zip(first, second, strict=True) if one != other]
        for place, (one, other) in enumerate(pairs):
            unless = () if before is None else (-before,)
            self.add(*unless, -one, other)
            if place + 1 < len(pairs):
                # Holds where all bits so far are equal, and may hold elsewhere.
                equal = self.variable(COUNTER)
                self.add(*unless, one, other, equal)
                self.add(*unless, -one, -other, equal)
                before = equal

    def dimacs(self, comments: Iterable[str] = ()) -> str:
        """Return the formula as CNF in DIMACS format; the meaning of each variable follows the comments."""
        said = [*comments]
        said += [f"variable {n}: {name}" for n, name in enumerate(self.names, start=1) if name != COUNTER]
        # An unprintable character could end the line, and the rest would be read as clauses.
        lines = [f"c {line if line.isprintable() else ascii(line)}".rstrip() for line in said]
        if COUNTER in self.names:
            lines.append("c all other variables belong to counters")
        lines.append(f"p cnf {len(self)} {len(self.clauses)}")
        lines += [" ".join(map(str, (*clause, 0))) for clause in self.clauses]
        return "\n".join(lines) + "\n"


def one_of(formulas: Sequence[Formula], titles: Sequence[str]) -> Formula:
    """Return a formula that has a model if and only if one of some formulas has.

    A variable for each of them, with its title, tells that it is chosen; then come its own variables and clauses.

    Examples
    --------
    >>> yes, no = Formula(), Formula()
    >>> yes.add(yes.variable("a"))
    >>> no.add()
    >>> one_of([yes, no], ["yes", "no"]).clauses
    [(1, 2), (-1, 3), (-2,)]
    """
    found = Formula()
    chosen = [found.variable(title) for title in titles]
    found.add(*chosen)
    for choice, formula in zip(chosen, formulas, strict=True):
        before = len(found)
        found.names += formula.names
        for clause in formula.clauses:
            found.add(-choice, *(literal + before if literal > 0 else literal - before for literal in clause))
    return found


def formula_of(problem: ExactCover) -> Formula:
    """Return a problem as clauses: variable ``n + 1`` is option ``n``.

    The order is part of the format of proofs (``dicelab prove``), and others build the same formula from it:

    1. for each primary item of multiplicity 1, ascending: its options, one of which is chosen;
    2. for each option, ascending, with each later one, ascending: not both, if they share an item of multiplicity 1;
    3. for each item of multiplicity m > 1, ascending: exactly m of its options, or at most m for a
       secondary one, by the counters of :class:`Formula`.

    Examples
    --------
    >>> print(formula_of(ExactCover(("a", "b", "c"), ((0,), (0, 1), (1, 2)), (1, 1, 1), 2)).dimacs(), end="")
    c variable 1: a
    c variable 2: a b
    c variable 3: b c
    p cnf 3 4
    1 2 0
    2 3 0
    -1 -2 0
    -2 -3 0
    """
    formula = Formula()
    choice = [formula.variable(" ".join(problem.items[item] for item in option)) for option in problem.options]
    holding: list[list[int]] = [[] for _ in problem.items]
    unit = [0] * len(problem.options)
    for number, option in enumerate(problem.options):
        for item in option:
            holding[item].append(choice[number])
            if problem.multiplicities[item] == 1:
                unit[number] |= 1 << item
    for item in range(problem.primary):
        if problem.multiplicities[item] == 1:
            formula.add(*holding[item])
    for number, items in enumerate(unit):
        for later in range(number + 1, len(unit)):
            if items & unit[later]:
                formula.add(-choice[number], -choice[later])
    for item, multiplicity in enumerate(problem.multiplicities):
        if multiplicity > 1:
            formula.bound(holding[item], multiplicity if item < problem.primary else 0, multiplicity)
    return formula
