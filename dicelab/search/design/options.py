"""The options of a design as a user gives them, and the settings that they mean."""

from __future__ import annotations

from dataclasses import dataclass

from dicelab.errors import DiceError
from dicelab.score.objectives import parse_objective
from dicelab.search.asking import Asked, LoadSet
from dicelab.search.constraints.shape import disjoint_dice
from dicelab.search.design.settings import CHANGES, DesignSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class DesignOptions(Asked):
    """A design as a user asks for it: the arguments of :func:`dicelab.design`, ``None`` for what was not given."""

    maximize: str | None = None
    minimize: str | None = None
    seed: int | None = None
    members: int | None = None

    def settings(self, load: LoadSet) -> DesignSettings:
        """Return the settings; raise :class:`DiceError` if an option can't be read or options contradict each other."""
        if self.maximize is not None and self.minimize is not None:
            raise DiceError("--maximize and --minimize exclude each other: one objective at a time")
        text, direction = (self.minimize, "min") if self.maximize is None else (self.maximize, "max")
        # The sizes and the puzzle first: an objective may name a set of that puzzle.
        question = self.question(load, () if text is None else (text,))
        if text is None or text == CHANGES:
            if text == CHANGES and (direction == "max" or self.source is None):
                raise DiceError(
                    "changes are those of the set of --from: pass --from SET --minimize changes"
                    if direction == "max"
                    else "--minimize changes needs --from SET: name the set that is changed"
                )
        else:
            objective = parse_objective(
                f"{text}:{direction}", question.puzzle, lambda name, puzzle: load(name, puzzle, shared_cells=True)
            )
            if objective.name == "distance":
                disjoint_dice(objective.values[0], question.puzzle, text)
            question = self.question(load, (objective.label,))
        return DesignSettings(question, seed=self.seed or 0, members=4 if self.members is None else self.members)
