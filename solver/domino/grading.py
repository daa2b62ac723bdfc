"""Solving a domino grid as a person does: steps that can be read aloud, the next one as a hint, and a grade."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from solver.domino.candidates import Candidates, Deduction, Level, Rule
from solver.domino.deductions import RULES
from solver.domino.notation import Location, Solution
from solver.errors import InputError

if TYPE_CHECKING:
    from solver.domino.grid import DominoGrid


class Grading(StrEnum):
    """How far deduction gets.

    Examples
    --------
    >>> Grading("stuck") is Grading.STUCK
    True
    """

    SOLVED = "solved"
    """Every domino has its place; there is no other solution."""
    STUCK = "stuck"
    """No rule finds anything more: solutions may be none, one or many."""
    CONTRADICTION = "contradiction"
    """There is no solution."""


@dataclass(frozen=True, slots=True)
class GradedStep:
    """One use of a rule, with a sentence that says why it holds.

    Examples
    --------
    >>> from solver.domino import DominoGrid
    >>> print(DominoGrid.parse("2:120121100220").hint())
    Domino 0-0 fits only at B4-C4: nothing else may cover B4 or C4.
    """

    rule: str
    """Its name in ``RULES``; in a hint also ``mistake``, ``contradiction``, ``stuck`` or ``solved``."""
    text: str
    """A sentence or two: cells as ``A1``, dominoes as ``0-5``."""
    ruled_out: tuple[Location, ...] = ()
    """The locations that it closes, all of them open before; ascending."""
    placed: tuple[Location, ...] = ()
    """The location that it makes certain, if any."""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Deductions:
    """All that the rules find out.

    Examples
    --------
    >>> from solver.domino import DominoGrid
    >>> found = DominoGrid.parse("2:120121100220").explain()
    >>> str(found.outcome), len(found.steps)
    ('solved', 6)
    """

    steps: tuple[GradedStep, ...]
    """In the order in which they are found, easiest first at each."""
    outcome: Grading
    placed: Solution
    """The locations that are certain, given ones included, ascending: the solution, if it is solved."""
    open: tuple[Location, ...]
    """The locations that are not ruled out, ascending."""
    end: str
    """A sentence that says why there are no more steps."""

    def __str__(self) -> str:
        steps = (f"{number}. {step.text}" for number, step in enumerate(self.steps, start=1))
        return "\n".join([*steps, self.end])


@dataclass(frozen=True, slots=True)
class Grade:
    """How hard a grid is."""

    difficulty: Level
    """The hardest level among the rules that it needs; ``search`` if they don't solve it."""
    outcome: Grading
    rules: tuple[tuple[str, int], ...]
    """How often each rule was used, easiest first; unused ones are left out."""

    @property
    def steps(self) -> int:
        """The number of steps in all."""
        return sum(times for _, times in self.rules)


def grade(grid: DominoGrid) -> Grade:
    """Return the level of the rules that a grid needs.

    An easier rule is always tried before a harder one, so that no harder one is counted without need.
    """
    state = Candidates(grid)
    used = Counter(rule.name for rule, _ in _findings(state))
    outcome = _outcome(state)
    rules = [rule for rule in RULES if used[rule.name]]
    level = max((rule.level for rule in rules), key=lambda level: level.rank, default=Level.TRIVIAL)
    return Grade(
        difficulty=level if outcome is Grading.SOLVED else Level.SEARCH,
        outcome=outcome,
        rules=tuple((rule.name, used[rule.name]) for rule in rules),
    )


def deduce(
    grid: DominoGrid,
    placed: Sequence[Location] = (),
    level: Level = Level.EXTREME,
    rules: Sequence[Rule] = RULES,
) -> Deductions:
    """Apply the rules up to a level as far as they go, in their order, from the locations already placed.

    Raises :class:`InputError` if placed locations overlap, or show a domino twice.
    """
    state = Candidates(grid)
    _place(state, placed)
    known = [rule for rule in rules if rule.level.rank <= level.rank]
    steps = tuple(_step(state, rule, finding) for rule, finding in _findings(state, known))
    return Deductions(steps, _outcome(state), state.pairs(state.certain), state.pairs(state.open), _end(state))


def hint(grid: DominoGrid, placed: Sequence[Location] = (), ruled_out: Sequence[Location] = ()) -> GradedStep:
    """Return the next step for a player.

    The locations in ``ruled_out`` may come from earlier hints.

    If the rules show that the player went wrong, it is a ``mistake`` with the reason, a step of :func:`deduce`, and
    the locations to take back or that are needed; if the position can't be completed, a ``contradiction``; if all is
    placed, ``solved``; where no rule finds anything more, ``stuck``.

    Raises :class:`InputError` if placed locations overlap, show a domino twice, or lie outside of the grid.
    """
    state = Candidates(grid)
    _place(state, placed)
    given = state.certain
    closed = 0
    for location in ruled_out:
        closed |= 1 << _index(grid, location)
    if wrong := _mistake(grid, given, closed):
        return wrong
    state.rule_out(closed)
    steps = [_step(state, rule, finding) for rule, finding in _findings(state)]
    if state.dead_end:
        return GradedStep("contradiction", f"What is given can't be completed, in the end: {state.dead_end}")
    if steps:
        return steps[0]
    return GradedStep("stuck", _stuck(state)) if state.dominoes else GradedStep("solved", "Every domino is placed.")


def _findings(state: Candidates, rules: Sequence[Rule] = RULES) -> Iterator[tuple[Rule, Deduction]]:
    """Apply rules, and yield each finding once it is applied, until all is certain, or impossible, or they fail.

    After each finding the easiest rule is tried again.
    """
    while not state.dead_end:
        for rule in rules:
            finding = next(rule.find(state), None)
            if finding:
                break
        else:
            return
        state.rule_out(finding.ruled_out)
        if finding.certain is not None:
            state.place(finding.certain)
        yield rule, finding


def _step(state: Candidates, rule: Rule, finding: Deduction) -> GradedStep:
    placed = () if finding.certain is None else (state.locations[finding.certain],)
    return GradedStep(rule.name, finding.text, state.pairs(finding.ruled_out), placed)


def _outcome(state: Candidates) -> Grading:
    if state.dead_end:
        return Grading.CONTRADICTION
    return Grading.STUCK if state.dominoes else Grading.SOLVED


def _end(state: Candidates) -> str:
    if state.dead_end:
        return f"{state.dead_end} So there is no solution."
    return _stuck(state) if state.dominoes else "Every domino has its place, and there is no other solution."


def _stuck(state: Candidates) -> str:
    domino = min(state.dominoes, key=lambda domino: (state.open & state.of[domino]).bit_count())
    places = state.listed(state.open & state.of[domino])
    return f"No rule goes further. Try domino {state.bone(domino)}, which lies at {places}."


def _mistake(grid: DominoGrid, placed: int, ruled_out: int) -> GradedStep | None:
    """Return where the rules contradict a player, or where the grid contradicts itself."""
    state = Candidates(grid)
    wrong: GradedStep | None = None
    for number, (rule, finding) in enumerate(_findings(state), start=1):
        if wrong:
            continue
        reason = f"step {number} of the explanation: {finding.text}"
        if back := placed & finding.ruled_out:
            wrong = GradedStep("mistake", f"Take {state.listed(back, 'and')} back, see {reason}", state.pairs(back))
        elif finding.certain is not None and ruled_out >> finding.certain & 1:
            needed = _step(state, rule, finding).placed
            wrong = GradedStep("mistake", f"{state.names[finding.certain]} is needed, see {reason}", placed=needed)
    if state.dead_end:
        return GradedStep("contradiction", f"The grid has no solution: {state.dead_end}")
    return wrong


def _index(grid: DominoGrid, location: Location) -> int:
    if location not in grid.locations:
        raise InputError(f"{location} is not a location of the grid: give two neighbouring cells, the smaller first")
    return grid.locations.index(location)


def _place(state: Candidates, placed: Sequence[Location]) -> None:
    """Make the given locations certain, if they are disjoint and their dominoes different."""
    for location in placed:
        index = _index(state.grid, location)
        rivals = state.certain & ~(1 << index) & (state.overlaps[index] | state.of[state.holds[index]])
        if rivals:
            raise InputError(
                f"{state.names[index]} overlaps {state.listed(rivals, 'and')} or has the same domino: remove one"
            )
        state.place(index)
