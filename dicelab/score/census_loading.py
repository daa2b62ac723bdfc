"""The census of a puzzle for a verb: taken from its folder, or built with a word on how long that takes."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path

from dicelab.errors import DiceError
from dicelab.kinds import unheard
from dicelab.score.sampling import long_census
from solver.census import Census, Content, build_census, census_folder, census_path, choose_method, is_packed, is_quick
from solver.census.census_file import is_file
from solver.census.methods import Searches
from solver.polyform import Puzzle
from solver.runs import Runner, TwiceRunner, jit
from solver.runs.cache_folder import cache_is_writable
from solver.runs.progress import Progress, labelled, silent

MANY_BOARDS = 10_000
"""A census of more boards takes a while, which is announced."""


def load_census(  # noqa: PLR0913 - as `census build` has them
    puzzle: Puzzle,
    content: Content = Content.TILINGS,
    *,
    jobs: int = 1,
    folder: Path | None = None,
    method: str | None = None,
    cluster_address: str | None = None,
    recount: bool = False,
    only_quick: bool = False,
    note: Callable[[str], None] = unheard,
    progress: Progress = silent,
) -> Census:
    """Take the census of a puzzle from its folder, or build it, or go on building it.

    Parameters
    ----------
    cluster_address
        The scheduler of a Dask cluster, whose workers build it.
    recount
        Whether two workers of the cluster, or else two passes here, count each shard.
    only_quick
        Whether a census that takes more than minutes is refused.
    note
        Called with the work at hand, why it may take long, and how to continue.

    Raises
    ------
    DiceError
        If a census that takes long was not asked for by name.
    """
    from solver.runs import cluster, cluster_twice, threads, twice

    solvability = content is Content.SOLVABILITY
    is_new = not is_file(census_path(folder or census_folder(puzzle), content))
    is_unpacked = is_packed(puzzle) and not (folder or method or cluster_address or recount)
    reason = "--method searches was chosen"
    if only_quick and not is_quick(puzzle, content):
        raise DiceError(
            f"the tilings of all {puzzle.boards:,} boards are not counted yet, {long_census(puzzle, content)}; the "
            "rolls of a set alone need none: dicelab stats SET, dicelab boards --from SET"
        )
    if method is None and is_new and not cluster_address and not is_unpacked:
        method = choose_method(puzzle, content)
        without_numba = "the faster method needs numba"
        reason = "the faster method does not fit in memory for this puzzle" if jit.available() else without_numba
    if is_new and puzzle.boards > MANY_BOARDS and not is_unpacked:
        what = "Settling" if solvability else "Counting the tilings of"
        place = f"; kept in {folder or census_folder(puzzle)}" if folder or cache_is_writable() else ""
        note(f"{what} all {puzzle.boards:,} boards (once{place})")
        if method == Searches.name and not solvability:
            note(f"{reason}: counting each board separately, which may take days; --solvability is faster")
    with contextlib.ExitStack() as stack:
        runner: Runner | TwiceRunner | None = None
        if cluster_address and recount:
            runner = stack.enter_context(cluster_twice(cluster_address))
        elif cluster_address:
            runner = stack.enter_context(cluster(cluster_address))
        elif recount:
            runner = twice(threads(jobs))
        shown = labelled(progress, "census of all boards")
        try:
            return build_census(puzzle, content, folder=folder, method=method, jobs=jobs, runner=runner, progress=shown)
        except KeyboardInterrupt:
            note("progress is saved; run the same command to continue")
            raise
