"""The searches that the page starts: their parameters, progress and results.

A result has ``best``, a set or nothing, ``standing``, a sentence about it, and ``outcome``, the JSON of ``--json``.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Meta

from dicelab.studio.calls import ApiQuestion, Call, DiceText, Objective, OnSet, PuzzleText, Seed, Sizes, Work, answered

if TYPE_CHECKING:
    from dicelab.search.options import QuestionOptions
    from dicelab.search.running import Improved, Improvement

NICENESS = 5
"""Searches leave the processor to the questions of the page."""

Seconds = Annotated[float, Meta(gt=0, le=86_400, description="When to stop with the best so far")]
MinTilings = Annotated[int, Meta(ge=1, le=10**6, description="Tilings that every roll has at least")]

Goal = Annotated[
    str,
    Meta(
        max_length=4000,
        # Changes are those of the set that is repaired.
        pattern=r"^(?!changes=)[^\x00-\x1f:]+$",
        description="changes, or an objective such as fewest or distance=default",
    ),
]


class Search(ApiQuestion, frozen=True, kw_only=True):
    """A search for sets that meet constraints."""

    puzzle: PuzzleText = "genius-square"
    sizes: Sizes | None = None
    min_tilings: MinTilings = 1
    fix: Annotated[
        tuple[Annotated[str, Meta(max_length=20)], ...], Meta(max_length=64, description="Such as A1=2")
    ] = ()
    connected: bool = False
    invariant: Annotated[tuple[Annotated[str, Meta(max_length=40)], ...], Meta(max_length=12)] = ()
    away_from: Annotated[tuple[DiceText, ...], Meta(max_length=10, description="Sets that it is to differ from")] = ()
    constraint: Annotated[
        tuple[Annotated[str, Meta(min_length=1, max_length=4000)], ...],
        Meta(max_length=12, description="Any constraint by its name, such as perimeter=0-80"),
    ] = ()
    shared_cells: bool = False
    seed: Seed = 0
    seconds: Seconds = 3600

    def options(self) -> QuestionOptions:
        """Return the question."""
        from dicelab.search.constraints import parse_constraint
        from dicelab.studio import inputs

        puzzle = inputs.read_puzzle(self.puzzle)
        return {
            "puzzle": puzzle,
            "sizes": self.sizes,
            "min_tilings": self.min_tilings if self.min_tilings > 1 else None,
            "fix": self.fix,
            "connected": self.connected,
            "invariant": self.invariant,
            "away_from": [inputs.read_dice(text, puzzle) for text in self.away_from],
            # With labels, which name sets by their faces, no file is looked for by a name that a browser sent.
            "constraint": [
                parse_constraint(text, puzzle, inputs.load_reference).label(puzzle) for text in self.constraint
            ],
            "shared_cells": self.shared_cells,
        }

    def objective(self, text: str) -> str:
        """Return the label of an objective, which names a set by its faces, as the labels of constraints do."""
        from dicelab.score.objectives import parse_objective
        from dicelab.studio import inputs

        return parse_objective(text, inputs.read_puzzle(self.puzzle), inputs.load_reference).label


@Call(
    "evolve",
    "evolve",
    {"puzzle": "2x4/2:3*I2", "sizes": [2, 2], "generations": 5, "population": 10},
    is_job=True,
    address="",
)
class Evolve(Search, frozen=True, kw_only=True):
    """Breed always-solvable sets, and with objectives better ones."""

    objectives: Annotated[tuple[Objective, ...], Meta(max_length=4)] = ()
    mode: Literal["pareto", "map-elites"] | None = None
    generations: Annotated[int, Meta(ge=1, le=100_000)] = 200
    population: Annotated[int, Meta(ge=8, le=5000)] = 200
    keep: Annotated[int, Meta(ge=1, le=50)] = 3

    def answer(self, work: Work) -> dict[str, Any]:
        """Breed sets."""
        from dicelab.search.evolve.verbs import evolve

        _be_nice()
        evolution = evolve(
            list(map(self.objective, self.objectives)) or None,
            mode=self.mode,
            generations=self.generations,
            population=self.population,
            seed=self.seed,
            keep=self.keep,
            out=work.folder / "run",
            jobs=1,
            seconds=self.seconds,
            progress=work.progress,
            improved=_improved(work),
            warn=lambda _text: None,
            **self.options(),
        )
        outcome = evolution.to_json()
        # No path is given to a browser.
        del outcome["folder"]
        best = outcome.get("best_set")
        found = None
        standing = "No set was found yet of which every roll can be solved: give the search more time."
        if best is not None:
            standing = best["standing"]
            dice = " | ".join(" ".join(faces) for faces in best["dice"])
            found = {"dice": dice, "standing": standing, "failing": 0 if best["always_solvable"] else None}
        return _result("evolve", found, standing, evolution.schema, outcome)


@Call("design", "design", {"puzzle": "2x4/2:3*I2", "sizes": [4, 4]}, is_job=True, address="")
class Design(Search, frozen=True, kw_only=True):
    """Find a set that meets constraints, or prove that there is none."""

    maximize: Goal | None = None
    minimize: Goal | None = None
    faces: Annotated[str, Meta(max_length=400)] | None = None
    members: Annotated[int, Meta(ge=1, le=16)] = 4

    def answer(self, work: Work) -> dict[str, Any]:
        """Search by exact methods."""
        goals = {
            name: text if text == "changes" else self.objective(text)
            for name, text in (("maximize", self.maximize), ("minimize", self.minimize))
            if text is not None
        }
        return _designed("design", self, work, faces=self.faces, **goals, **self.options())


@Call("repair", "design", {"dice": "A1 A2 | A3 A4", "puzzle": "2x4/2:3*I2"}, is_job=True, address="")
class Repair(OnSet, frozen=True, kw_only=True):
    """Make every roll of a set solvable by the fewest changes of faces."""

    min_tilings: MinTilings = 1
    only_die: Annotated[tuple[Annotated[int, Meta(ge=1, le=64)], ...], Meta(max_length=64)] = ()
    keep_faces: bool = False
    members: Annotated[int, Meta(ge=1, le=16)] = 4
    seed: Seed = 0
    seconds: Seconds = 3600

    def options(self) -> QuestionOptions:
        """Return the question about the set."""
        return {
            "source": self.dice_set(as_printed=True),
            "min_tilings": self.min_tilings,
            "only_die": self.only_die,
            "keep_faces": self.keep_faces,
        }

    def answer(self, work: Work) -> dict[str, Any]:
        """Find the fewest changes."""
        return _designed("repair", self, work, minimize="changes", **self.options())


@Call("improve", "design", {"dice": "A1 B2 | A2 B1", "puzzle": "2x4/2:3*I2"}, is_job=True, address="")
class Improve(Repair, frozen=True, kw_only=True):
    """Improve a set in one respect by a few changes of faces, with every roll solvable."""

    changes: Annotated[int, Meta(ge=1, le=400, description="Faces that may be written anew")] = 4
    goal: Literal["fewest", "perimeter"] = "fewest"

    def answer(self, work: Work) -> dict[str, Any]:
        """Make the hardest roll of the set easier, or its regions rounder."""
        goal = {"maximize": "fewest"} if self.goal == "fewest" else {"minimize": self.goal}
        return _designed("improve", self, work, changes=self.changes, **goal, **self.options())


def _designed(schema: str, asked: Design | Repair, work: Work, **options: Any) -> dict[str, Any]:  # noqa: ANN401 - of design
    from dicelab.search.design.verbs import design

    _be_nice()
    outcome = design(
        seed=asked.seed,
        members=asked.members,
        seconds=asked.seconds,
        jobs=1,
        progress=work.progress,
        improved=_improved(work),
        **options,
    )
    dice_set = outcome.dice_set
    lines = outcome.text.split("\n\n")
    # Of a set that was found its dice come first, and the list of repairs last.
    place = 0 if dice_set is None else -1 - bool(outcome.repairs)
    standing = " ".join(" ".join(lines[place].split("\n")).split())
    best = None if dice_set is None else {"dice": dice_set.format(), "standing": standing, "failing": 0}
    return _result(schema, best, standing, outcome.schema, outcome.to_json())


def _result(
    verb: str, best: dict[str, Any] | None, standing: str, schema: str, outcome: dict[str, Any]
) -> dict[str, Any]:
    return {"verb": verb, "best": best, "standing": standing, "outcome": answered(schema, outcome)}


def _improved(work: Work) -> Improved:
    def improved(improvement: Improvement) -> None:
        work.send(
            {
                "improvement": {
                    "dice": improvement.dice_set.format(),
                    "standing": improvement.standing,
                    "failing": int(improvement.failing),
                    "seconds": round(improvement.seconds, 3),
                }
            }
        )

    return improved


def _be_nice() -> None:
    if hasattr(os, "nice"):
        os.nice(NICENESS)
