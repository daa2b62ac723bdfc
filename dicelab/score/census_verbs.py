"""Count the tilings of every board of a puzzle, and keep the numbers.

A census is built once and kept on disk. If building it is interrupted, run the same command to continue.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, TypeAlias

from dicelab.dice.sources import PuzzleName, puzzle_of
from dicelab.errors import DONE, FALSE, DiceError
from dicelab.kinds import (
    Cluster,
    Flag,
    Force,
    Jobs,
    NotePort,
    PathLike,
    ProgressPort,
    ReadPath,
    Seed,
    Whole,
    WrittenPath,
    jobs_of,
    unheard,
)
from dicelab.verb import Report, verb
from solver.runs.progress import labelled, silent
from solver.runs.storage import write_free

if TYPE_CHECKING:
    from solver.census import Census

SMALL = "--puzzle 2x4/2:3*I2"
NOT_KEPT = "not kept, since the cache folder can't be used: name another by --folder"

Folder: TypeAlias = Annotated[
    PathLike | None,
    WrittenPath(metavar="DIR", is_folder=True, text="Folder of the census.", shown_default="the user's cache folder"),
]
Solvability: TypeAlias = Annotated[
    bool, Flag(text="Only whether each board has a tiling, not how many; for puzzles too large to count.")
]


@verb(group="research", name="census build", examples=(f"census build {SMALL}", f"census build {SMALL} --solvability"))
def build(
    *,
    puzzle: PuzzleName = "genius-square",
    folder: Folder = None,
    solvability: Solvability = False,
    method: Literal["halves", "searches"] | None = None,
    jobs: Jobs = None,
    cluster: Cluster = None,
    recount: bool = False,
    note: NotePort = unheard,
    progress: ProgressPort = silent,
) -> Report:
    """Build a census, or continue one that was interrupted; a finished census is only read.

    The census of the Genius Square comes with dicelab: name a new folder by --folder to build it here.

    Parameters
    ----------
    method
        Algorithm: halves (combines half boards; not with --solvability) or searches (one search for each orbit).
        Both give the same census.  [default: the fastest that fits in memory]
    recount
        Have every part counted twice, by two workers of the cluster, and keep only what both have. Without --cluster
        this machine counts twice, which finds only faults that do not repeat.
    """
    from dicelab.score.census_loading import load_census
    from dicelab.score.statistics_text import census_json
    from solver.census import Content, census_folder, census_path
    from solver.census.census_file import is_file
    from solver.runs.storage import sha256

    if solvability and method == "halves":
        raise DiceError("--method halves does not go with --solvability: choose searches")
    asked = puzzle_of(puzzle)
    census = load_census(
        asked,
        Content.SOLVABILITY if solvability else Content.TILINGS,
        jobs=jobs_of(jobs),
        folder=None if folder is None else Path(folder),
        method=method,
        cluster_address=cluster,
        recount=recount,
        note=note,
        progress=progress,
    )
    path = census_path(Path(folder) if folder else census_folder(asked), census.content)
    checksum = sha256(path.read_bytes()) if is_file(path) else None
    orbits, unsolvable = census.by_orbit.total, len(census.unsolvable_boards)
    return Report(
        "census-build",
        {**census_json(census, 0), "file": str(path) if checksum else None, "sha256": checksum},
        f"{census.boards:,} boards in {orbits:,} orbits, {unsolvable:,} boards without a tiling\n"
        + (f"{path}\nsha256 {checksum}" if checksum else NOT_KEPT),
    )


@dataclass(frozen=True)
class CensusInfo:
    """A census with some of its hardest and easiest boards."""

    census: Census
    boards: int = 3
    schema: ClassVar[str] = "census-info"

    def __str__(self) -> str:
        from dicelab.score.statistics_text import census_text

        return census_text(self.census, self.boards)

    def to_json(self) -> dict[str, Any]:
        """Return the totals, quantiles and boards."""
        from dicelab.score.statistics_text import census_json

        return census_json(self.census, self.boards)

    def to_svg(self) -> str:
        """Draw the histogram."""
        from dicelab.score.statistics_text import census_svg

        return census_svg(self.census)

    def to_csv(self) -> str:
        """Return the table."""
        from dicelab.score.statistics_text import census_csv

        return census_csv(self.census)

    def require_format(self, form: str) -> None:
        """Refuse a picture and a table of numbers of tilings where there are none."""
        if form in {"svg", "csv"} and not self.census.counts_tilings:
            raise DiceError(
                f"a census of --solvability has no numbers of tilings for --out FILE.{form}: "
                "leave --solvability out, or write FILE.txt or FILE.json"
            )


@verb(
    group="research",
    name="census info",
    formats=("svg", "csv", "txt", "json"),
    examples=(f"census info {SMALL}", f"census info {SMALL} --out tilings.svg"),
)
def info(
    *,
    puzzle: PuzzleName = "genius-square",
    folder: Folder = None,
    solvability: Solvability = False,
    boards: Annotated[int, Whole(least=0, most=1000)] = 3,
    jobs: Jobs = None,
    note: NotePort = unheard,
    progress: ProgressPort = silent,
) -> CensusInfo:
    """Show totals, quantiles, a histogram, and the hardest and easiest boards.

    Parameters
    ----------
    boards
        Number of the hardest and of the easiest boards to show.
    """
    return CensusInfo(_existing(puzzle, folder, jobs, note, progress, solvability=solvability), boards)


@verb(
    group="research",
    name="census verify",
    examples=(f"census verify {SMALL}", f"census verify {SMALL} --sample 10 --seed 1"),
)
def verify(
    *,
    puzzle: PuzzleName = "genius-square",
    folder: Folder = None,
    solvability: Solvability = False,
    sample: Annotated[int, Whole(least=1)] = 60,
    seed: Seed = 0,
    jobs: Jobs = None,
    note: NotePort = unheard,
    progress: ProgressPort = silent,
    detail: NotePort = unheard,
) -> Report:
    """Check a census by other algorithms; exit 4 if one of them disagrees.

    The checks are: the number of orbits by Burnside's lemma; the solvability of each board by a search of each orbit
    (with the search kernel of --method searches); the total number of tilings of all boards by a broken-profile
    program that shares no code with any method; and the tilings of a random sample of boards by bitmask (the same
    kernel), cp-sat and brute-force.

    Parameters
    ----------
    sample
        Number of random boards to count again.
    seed
        Seed of the random sample.
    """
    import numpy as np

    from solver.census import audit

    census = _existing(puzzle, folder, jobs, note, progress, solvability=solvability)
    shown = labelled(progress, "checking")
    checks = []
    for check in audit(census, np.random.default_rng(seed), sample=sample, jobs=jobs_of(jobs), progress=shown):
        checks.append(check)
        detail(f"{check.name}: {check.detail}")
    holds = all(check.ok is not False for check in checks)
    content = {
        "puzzle": census.puzzle.format(),
        "content": census.content,
        "holds": holds,
        "checks": [asdict(check) for check in checks],
    }
    ended = "All checks agree with the census." if holds else "THE CENSUS IS WRONG: a check disagrees."
    return Report("census-verify", content, "\n".join([*map(str, checks), ended]), DONE if holds else FALSE)


@verb(
    group="research",
    name="census export",
    examples=(f"census export {SMALL} boards.parquet", f"census export {SMALL} boards.parquet --force"),
)
def export(
    file: Annotated[PathLike, WrittenPath(formats=("parquet",))],
    *,
    puzzle: PuzzleName = "genius-square",
    folder: Folder = None,
    solvability: Solvability = False,
    orbits: bool = False,
    reasons: Literal["quick", "all"] | None = None,
    force: Force = False,
    jobs: Jobs = None,
    note: NotePort = unheard,
    progress: ProgressPort = silent,
) -> Report:
    """Write a census as a Parquet file that pandas, Polars and DuckDB read.

        Column            Meaning
        board             one bit for each blocker, A1 the lowest
        blockers          the names of the blockers
        representative    the smallest board of the orbit
        orbit_size        the number of boards in the orbit
        allowed           whether the puzzle allows the board, if it has regions or
                          cells that may not be blocked
        solvable, tilings
        dark_blockers     blockers on dark cells of a chessboard (A1 is dark), and
        light_blockers    on light ones; of triangles upward_blockers and
                          downward_blockers; of hexagons, which have three
                          colours, also grey_blockers
        reason            why the board has no tiling: the first rule of
                          `dicelab explain` that proves it; "search" if only a
                          search proves it; "further" if no quick rule does and
                          the others were not tried

    Parameters
    ----------
    orbits
        Write one row for each orbit instead of each board.
    reasons
        Rules that explain why a board has no tiling.  [default: all if that takes minutes at most, else quick]
    """
    from dicelab.reasons.explain import EXPLANATIONS, QUICK
    from dicelab.reasons.parquet import rules_for, write_parquet
    from solver.runs.storage import require_free

    census = _existing(puzzle, folder, jobs, note, progress, solvability=solvability)
    rules = rules_for(census) if reasons is None else {"quick": QUICK, "all": EXPLANATIONS}[reasons]
    if len(rules) < len(EXPLANATIONS) and reasons is None:
        note("many boards have no tiling, so only the quick rules are tried; --reasons all may take hours")
    require_free(Path(file), force=force)
    shown = labelled(progress, "finding reasons")
    rows = write_parquet(Path(file), census, per_orbit=orbits, rules=rules, progress=shown)
    return Report("census-export", {"file": str(file), "rows": rows}, f"{rows:,} rows written to {file}")


@verb(
    group="research",
    name="census certify",
    examples=(
        f"census certify {SMALL} --out all.certificate",
        f"census certify {SMALL} --out all.certificate --force",
    ),
)
def certify(
    *,
    out: Annotated[PathLike, WrittenPath()],
    proofs: Annotated[PathLike | None, ReadPath(metavar="DIR", is_folder=True)] = None,
    puzzle: PuzzleName = "genius-square",
    force: Force = False,
    jobs: Jobs = None,
    progress: ProgressPort = silent,
) -> Report:
    """Write a certificate of all boards, which ``dicelab check`` reads without any solver.

    For one board of each orbit under the symmetries of the grid, it contains a tiling or the checksum of a proof that
    none exists. The census itself is not needed.

    Parameters
    ----------
    out
        Write the certificate here.
    proofs
        Folder of ``dicelab prove --all``; the certificate then lists the checksums of its proofs.
    """
    from dicelab.verifying.certificate import census_certificate, census_claim
    from dicelab.verifying.proofs import proof_checksums
    from solver.runs.storage import sha256

    asked = puzzle_of(puzzle)
    named = None if proofs is None else proof_checksums(Path(proofs), asked)
    made = census_certificate(asked, named, jobs=jobs_of(jobs), progress=labelled(progress, "finding tilings"))
    write_free(Path(out), made.data, force=force)
    checksum, digest = sha256(made.data), census_claim(asked, made.orbits, made.unsolvable)
    content = {
        "puzzle": asked.format(),
        "orbits": made.orbits,
        "unsolvable_orbits": made.unsolvable,
        "proofs_unnamed": made.unnamed,
        "bytes": len(made.data),
        "file": str(out),
        "sha256": checksum,
        "digest": digest,
    }
    proved = made.unsolvable - made.unnamed
    text = f"{made.orbits - made.unsolvable:,} orbits with a tiling, {proved:,} with a proof\n{out}\nsha256 {checksum}"
    hints = []
    if made.unnamed:
        hints.append(
            f"{made.unnamed:,} orbits without a tiling have no proof in the certificate: run dicelab prove --all, and "
            "pass its folder by --proofs DIR"
        )
    return Report("census-certify", content, f"{text}\ndigest of its claim: {digest}", hints=hints)


def _existing(
    puzzle: PuzzleName, folder: Folder, jobs: int | None, note: NotePort, progress: ProgressPort, *, solvability: bool
) -> Census:
    """Read the census in a folder that was named, which must be there; else take that of the cache, or build it."""
    from dicelab.score.census_loading import load_census
    from solver.census import Content, census_folder, census_path, is_quick, read_census
    from solver.polyform.orbits import require_census

    content = Content.SOLVABILITY if solvability else Content.TILINGS
    asked = puzzle_of(puzzle)
    path = census_path(Path(folder) if folder else census_folder(asked), content)
    require_census(asked.grid, asked.blockers)
    if folder is None and is_quick(asked, content):
        return load_census(asked, content, jobs=jobs_of(jobs), note=note, progress=progress)
    if not path.exists():
        options = (f" --folder {folder}" if folder else "") + (" --solvability" if solvability else "")
        raise DiceError(
            f"there is no census of {content} yet: "
            f"run dicelab census build --puzzle {asked.name or asked.format()}{options}"
        )
    return read_census(path, asked, content)
