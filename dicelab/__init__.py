"""Design and prove dice for polyomino dice puzzles such as The Genius Square.

The names in ``__all__`` are public and stable; each is imported when it is first used.

Examples
--------
>>> import dicelab
>>> dicelab.verify("theorem-5.3").always_solvable
True
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING

from dicelab.version import __version__ as __version__

if TYPE_CHECKING:
    # Type checkers and editors read these lines; at run time `_HOMES` says the same.
    from dicelab.archive import Archive as Archive
    from dicelab.bench.comparison import bench as compare_backends
    from dicelab.dice import DiceSet as DiceSet
    from dicelab.dice.sources import load as load
    from dicelab.play.verbs import hint as hint
    from dicelab.press.making import make_game as make_game
    from dicelab.press.printing import print_boards as print_boards, print_game as print_game
    from dicelab.reasons.verbs import explain as explain, rules as rules
    from dicelab.render.dice import export as export
    from dicelab.reproduce.reproduction import reproduce as reproduce_claims
    from dicelab.score.choosing_verb import boards as boards
    from dicelab.score.objectives import OBJECTIVES as OBJECTIVES, objective as objective
    from dicelab.score.statistics_verb import stats as stats
    from dicelab.search.design.verbs import design as design
    from dicelab.search.evolve.verbs import compare as compare, evolve as evolve, pieces as pieces
    from dicelab.solving.rolling import roll as roll
    from dicelab.solving.tiling import count as count, solutions as solutions, solve as solve
    from dicelab.verifying.difference import diff as diff
    from dicelab.verifying.verbs import check as check_proof, prove as prove, verify as verify
    from solver.census import Census as Census
    from solver.domino import DominoGrid as DominoGrid
    from solver.polyform import Board as Board, Puzzle as Puzzle, Tiling as Tiling

    # Those with another name are exported only if they stand here.
    __all__ = ["check_proof", "compare_backends", "reproduce_claims"]

# A package has the name `bench`, `check` or `reproduce`, so these verbs are other words here.
_HOMES = {
    "Archive": "dicelab.archive",
    "Board": "solver.polyform",
    "Census": "solver.census",
    "DiceSet": "dicelab.dice",
    "DominoGrid": "solver.domino",
    "OBJECTIVES": "dicelab.score.objectives",
    "Puzzle": "solver.polyform",
    "Tiling": "solver.polyform",
    "boards": "dicelab.score.choosing_verb",
    "check_proof": "dicelab.verifying.verbs:check",
    "compare": "dicelab.search.evolve.verbs",
    "compare_backends": "dicelab.bench.comparison:bench",
    "count": "dicelab.solving.tiling",
    "design": "dicelab.search.design.verbs",
    "diff": "dicelab.verifying.difference",
    "evolve": "dicelab.search.evolve.verbs",
    "explain": "dicelab.reasons.verbs",
    "export": "dicelab.render.dice",
    "hint": "dicelab.play.verbs",
    "load": "dicelab.dice.sources",
    "make_game": "dicelab.press.making",
    "objective": "dicelab.score.objectives",
    "pieces": "dicelab.search.evolve.verbs",
    "print_boards": "dicelab.press.printing",
    "print_game": "dicelab.press.printing",
    "prove": "dicelab.verifying.verbs",
    "reproduce_claims": "dicelab.reproduce.reproduction:reproduce",
    "roll": "dicelab.solving.rolling",
    "rules": "dicelab.reasons.verbs",
    "solutions": "dicelab.solving.tiling",
    "solve": "dicelab.solving.tiling",
    "stats": "dicelab.score.statistics_verb",
    "verify": "dicelab.verifying.verbs",
}
"""The module of each public name, and its name there if that is another."""

if not TYPE_CHECKING:
    __all__ = [*_HOMES]  # noqa: PLE0604 - the lines for type checkers name them


def __getattr__(name: str) -> object:
    """Import a public name when it is first used."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name, obj=sys.modules[__name__])
    module, _, other = _HOMES[name].partition(":")
    value: object = getattr(import_module(module), other or name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
