"""What a user lets search: dice sets by evolution, and by exact methods."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dicelab.api.values import PuzzleLike, dice_set_of, jobs_of, puzzle_of

if TYPE_CHECKING:
    from dicelab.dice import DiceSet
    from dicelab.search.design.run import Outcome


def evolve(  # noqa: PLR0913 - the options of the command line
    *,
    generations: int = 200,
    population: int = 200,
    seed: int = 0,
    sizes: tuple[int, ...] = (6, 5, 5, 5, 5, 5, 5),
    scorer: str = "census",
    keep: int = 3,
    puzzle: PuzzleLike = "genius-square",
    out: str | os.PathLike[str] | None = None,
    force: bool = False,
    jobs: int | None = None,
) -> list[DiceSet]:
    """Evolve dice sets until every roll can be tiled; return those that CP-SAT confirmed.

    Parameters
    ----------
    out
        The run folder, by default ``runs/evolve-NNN``.
    """
    from dicelab.search.evolve.folder import RunFolder
    from dicelab.search.evolve.run import run
    from dicelab.search.evolve.settings import Settings
    from solver.census import Census, Content

    wanted = puzzle_of(puzzle)
    settings = Settings(generations, population, seed, tuple(sizes), scorer, keep, wanted.name or wanted.format())
    jobs = jobs_of(jobs)
    oracle = Census.load(wanted, Content.SOLVABILITY, jobs=jobs) if scorer == "census" else None
    folder = RunFolder.create(Path(out), force=force) if out else RunFolder.create_next(Path("runs"))
    with folder:
        _, found = run(settings, folder, oracle=oracle, jobs=jobs)
    return [one.dice_set for one in found]


def design(
    *,
    seconds: float | None = None,
    jobs: int | None = None,
    progress: Callable[..., None] | None = None,
    **options: Any,  # noqa: ANN401 - the options of the command line, until the search takes them by name
) -> Outcome:
    """Find disjoint dice that meet constraints, or prove that there are none.

    Parameters
    ----------
    options
        Those of ``dicelab design``: ``sizes``, ``min_tilings``, ``fixes``, ``connected``, ``invariant``, ``source``,
        ``changes``, ``away``, ``maximize``, ``minimize``, ``faces``, ``seed``, ``members``, ``puzzle``.
    """
    from dicelab.search.design.run import run
    from dicelab.search.design.wishes import settings_of
    from dicelab.search.tables import keep_tables
    from solver.census import Content, build_census
    from solver.runs import threads

    given: dict[str, Any] = dict.fromkeys(
        ("sizes", "min_tilings", "source", "changes", "maximize", "minimize", "faces", "seed", "members", "puzzle")
    )
    given |= {"fixes": (), "connected": False, "invariant": (), "away": ()}
    settings = settings_of(given | options, dice_set_of)
    jobs = jobs_of(jobs)
    runner = threads(jobs)
    keep_tables(build_census(settings.constraints.puzzle, Content.TILINGS, runner=runner, progress=progress))
    return run(settings, runner, seconds=seconds, jobs=jobs)
