"""Proofs in the format LRAT: a DRAT proof, and by number the clauses from which each of its steps follows.

A checker of such proofs searches for nothing, so it is short enough to be verified formally, as cake_lpr is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from solver.errors import SolverError
from solver.exact_cover.formula import Clause


def lrat_of(cnf: bytes, proof: bytes) -> bytes:
    r"""Return a proof in the format LRAT.

    Parameters
    ----------
    cnf
        A formula in DIMACS format, with one clause a line; the clauses are numbered from 1.
    proof
        A DRAT proof of it as text, each step of which follows by unit propagation.

    Returns
    -------
    bytes
        A step a line: the number of a clause, its literals, 0, the numbers of the clauses that refute its negation, in
        the order in which they are used, 0; or the last number, ``d``, the numbers of clauses that are not needed any
        more, 0. A literal that follows from the clauses alone gets a step of its own. The last clause is the empty one.

    Raises
    ------
    SolverError
        If a step does not follow by unit propagation, or there is no empty clause.

    References
    ----------
    Cruz-Filipe, Heule, Hunt, Kaufmann and Schneider-Kamp (2017), Efficient certified RAT verification.

    Examples
    --------
    >>> print(lrat_of(b"p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n", b"2 0\n0\n").decode(), end="")
    5 2 0 1 2 0
    6 1 0 5 3 0
    7 0 6 5 4 0
    """
    clauses = [_literals(line) for line in cnf.splitlines() if line[:1] not in (b"c", b"p")]
    steps = [(line[:1] == b"d", _literals(line.removeprefix(b"d "))) for line in proof.splitlines()]
    return ("\n".join(_lines(clauses, steps)) + "\n").encode("ascii")


def _literals(line: bytes) -> Clause:
    """Return each literal of a line once."""
    return tuple(dict.fromkeys(map(int, line.split()[:-1])))


def _lines(clauses: list[Clause], steps: list[tuple[bool, Clause]]) -> Iterator[str]:
    literals = chain.from_iterable(chain(clauses, (clause for _, clause in steps)))
    known = _Clauses(max(map(abs, literals), default=0), len(clauses))
    for number, clause in enumerate(clauses, start=1):
        yield from known.add(number, clause)
        if known.refuted:
            return
    deleted: list[int] = []
    for place, (is_deletion, clause) in enumerate(steps, start=1):
        if is_deletion:
            deleted += known.delete(clause)
            continue
        if known.holds(clause):
            continue
        hints = known.hints(clause)
        if not hints:
            raise SolverError(f"step {place:,} of a proof does not follow by unit propagation: please report it")
        if deleted:
            yield " ".join(map(str, (known.last, "d", *deleted, 0)))
            deleted = []
        yield known.step(clause, hints)
        yield from known.add(known.last, clause)
        if known.refuted:
            return
    raise SolverError("a proof ends without the empty clause: please report it")


class _Clauses:
    """The clauses so far, each longer one watched at two literals, and the literals that are true for good.

    Each true literal has a clause of its own, which is never deleted; so the clauses that forced it can be deleted.
    Lists of literals are indexed by the literals themselves, negative ones from the end.
    """

    def __init__(self, variables: int, last: int) -> None:
        self.last = last
        self.refuted = False
        self._clauses: dict[int, list[int]] = {}
        self._numbers: dict[Clause, list[int]] = {}
        self._watching: list[list[int]] = [[] for _ in range(2 * variables + 1)]
        self._true = [False] * (2 * variables + 1)
        self._reason = [0] * (2 * variables + 1)
        # The true literals in the order in which they were found; the first ``_fixed`` are true for good.
        self._trail: list[int] = []
        self._fixed = 0

    def holds(self, clause: Clause) -> bool:
        """Tell whether a clause is redundant: a literal of it is true for good, or it has one and its negation."""
        literals = set(clause)
        return any(self._true[literal] or -literal in literals for literal in clause)

    def step(self, clause: Iterable[int], hints: Iterable[int]) -> str:
        """Return the line of a clause that gets the next number."""
        self.last += 1
        return " ".join(map(str, (self.last, *clause, 0, *hints, 0)))

    def add(self, number: int, clause: Clause) -> Iterator[str]:
        """Add a clause, and yield a step for each literal that is true for good from now on."""
        if self.holds(clause):
            return
        literals = sorted(clause, key=lambda literal: self._true[-literal])
        still_open = sum(not self._true[-literal] for literal in clause)
        self._clauses[number] = literals
        self._numbers.setdefault(tuple(sorted(clause)), []).append(number)
        if still_open > 1:
            self._watching[literals[0]].append(number)
            self._watching[literals[1]].append(number)
            return
        if still_open:
            self._assign(literals[0], number)
            number = self._conflict()
        for literal in self._trail[self._fixed :]:
            reason = self._reason[literal]
            if len(self._clauses[reason]) > 1:
                yield self.step((literal,), self._units(reason, literal))
                self._clauses[self.last] = [literal]
                self._reason[literal] = self.last
        self._fixed = len(self._trail)
        if number:
            self.refuted = True
            yield self.step((), self._units(number))

    def _units(self, number: int, but: int = 0) -> list[int]:
        """Return the clauses that make a clause false, or all its literals but one, and its own number."""
        return [*(self._reason[-literal] for literal in self._clauses[number] if literal != but), number]

    def delete(self, clause: Clause) -> list[int]:
        """Take a clause out and return its number; one of a single literal stays."""
        numbers = self._numbers.get(tuple(sorted(clause)))
        if len(clause) < 2 or not numbers:
            return []
        del self._clauses[numbers[-1]]
        return [numbers.pop()]

    def hints(self, clause: Clause) -> list[int]:
        """Return the clauses by which unit propagation refutes the negation of a clause, in order, or none."""
        for literal in clause:
            if not self._true[-literal]:
                self._assign(-literal, 0)
        found = []
        if number := self._conflict():
            found.append(number)
            assumed = {-literal for literal in clause}
            needed = {-literal for literal in self._clauses[number]}
            for literal in reversed(self._trail):
                if literal in needed and literal not in assumed:
                    found.append(self._reason[literal])
                    needed.update(-other for other in self._clauses[found[-1]] if other != literal)
        for literal in self._trail[self._fixed :]:
            self._true[literal] = False
        del self._trail[self._fixed :]
        return found[::-1]

    def _assign(self, literal: int, reason: int) -> None:
        self._true[literal] = True
        self._reason[literal] = reason
        self._trail.append(literal)

    def _open(self, clause: list[int]) -> int:
        """Return the index of a literal that is not false, beyond the two that are watched, or 0."""
        for place in range(2, len(clause)):
            if not self._true[-clause[place]]:
                return place
        return 0

    def _conflict(self) -> int:
        """Propagate, and return the number of a clause that is false then, or 0."""
        true, clauses, watching = self._true, self._clauses, self._watching
        place = self._fixed
        while place < len(self._trail):
            false = -self._trail[place]
            place += 1
            looked_at, watching[false] = watching[false], []
            for position, number in enumerate(looked_at):
                clause = clauses.get(number)
                if clause is None:
                    continue
                if clause[0] == false:
                    clause[0], clause[1] = clause[1], false
                first = clause[0]
                other = 0 if true[first] else self._open(clause)
                if other:
                    clause[1], clause[other] = clause[other], false
                    watching[clause[1]].append(number)
                    continue
                watching[false].append(number)
                if true[-first]:
                    watching[false] += looked_at[position + 1 :]
                    return number
                if not true[first]:
                    self._assign(first, number)
        return 0
