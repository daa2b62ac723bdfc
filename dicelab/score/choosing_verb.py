"""The verb ``boards``: boards that a user asks for, as hard as wanted, of one set or of all."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, TypedDict, Unpack, cast

from dicelab.dice.catalogue import named_set
from dicelab.dice.sources import DiceSource, GamePuzzle, dice_set_of, puzzle_of
from dicelab.errors import DiceError
from dicelab.kinds import (
    ADVANCED,
    ARGUMENT,
    OPTION,
    Flag,
    Force,
    GivenPort,
    Jobs,
    Kind,
    Name,
    NotePort,
    Port,
    ProgressPort,
    Repeated,
    SharedCells,
    Whole,
    WrittenPath,
    jobs_of,
    unheard,
)
from dicelab.score.handicaps import PAIR, Handicap, Players, dealt, players_of
from dicelab.solving.board_lists import BOARDS, BoardsLike
from dicelab.verb import verb
from solver.errors import quoted
from solver.runs.progress import silent

if TYPE_CHECKING:
    from dicelab.dice import DiceSet
    from dicelab.score.choosing import ChosenBoards
    from solver.census import BoardEstimates, TilingsSource
    from solver.polyform import Puzzle

FORMATS = ("txt", "json", "svg", "html")


@dataclass(frozen=True, kw_only=True)
class _NumbersOfTilings(Kind):
    """A number of tilings, or a range as text."""

    def accepts(self, value: object) -> bool:
        """Tell whether a function takes a value."""
        return isinstance(value, str) or Whole().accepts(value)


TilingNumbers: TypeAlias = Annotated[
    str | int | None,
    _NumbersOfTilings(metavar="RANGE", text="Number of tilings: 7, 1-10, 100- or 0.", shown_default="at least one"),
]
Difficulty: TypeAlias = Annotated[
    str | None,
    Kind(
        metavar="LEVEL",
        text="extreme, very-hard, hard, medium or easy, or a range such as easy..hard.",
        shown_default="all",
    ),
]
Distinct: TypeAlias = Annotated[
    bool, Flag(text="No two boards that are rotations or reflections of each other."), Name("distinct")
]
RandomSeed: TypeAlias = Annotated[
    int | None,
    Whole(
        least=0,
        text="Seed of the random numbers; the same seed gives the same boards.",
        shown_default="random",
    ),
]
Link: TypeAlias = Annotated[str | None, Kind(metavar="ADDRESS", shown_default="none"), ADVANCED]
"""Where boards are played."""


OF_CHOICES = (
    *("--from", "--tilings", "--difficulty", "--distinct", "--seed", "--count", "--all", "--pairs", "--player"),
)
"""Options of boards that are chosen at random."""

_ELSE_COUNTED = ("--count", "--all", "--difficulty")


class OfEach(TypedDict, total=False):
    """How many boards of each difficulty."""

    easy: Annotated[int | None, Whole(least=1, text="Number of easy boards, in place of --count.")]
    medium: Annotated[int | None, Whole(least=1, text="Number of medium boards.")]
    hard: Annotated[int | None, Whole(least=1, text="Number of hard boards.")]
    very_hard: Annotated[int | None, Whole(least=1, text="Number of very hard boards."), ADVANCED]
    extreme: Annotated[int | None, Whole(least=1, text="Number of extreme boards."), ADVANCED]


ROLLS_OF_GROUP = 250
"""Rolls for each board of a group among which others have as many tilings."""

CensusPort: TypeAlias = Annotated[Callable[..., Any] | None, Port()]
"""Loads the tilings of all boards of a puzzle; ``only_quick`` refuses a census that takes more than minutes."""


@verb(
    group="every day",
    examples=(
        "boards --from default --difficulty hard --count 4",
        "boards --easy 2 --medium 2 --hard 2 --out sheet.html",
        "boards --from default --pairs --count 3 --out pairs.html",
        'boards "OCT 6" "FEB 29" --puzzle calendar',
    ),
)
def boards(
    puzzle: Annotated[GamePuzzle, OPTION] = None,
    *,
    named: Annotated[Sequence[BoardsLike], Repeated(of=BOARDS, or_file=True), ARGUMENT] = (),
    dice: Annotated[DiceSource | None, Name("from")] = None,
    tilings: Annotated[TilingNumbers, ADVANCED] = None,
    difficulty: Difficulty = None,
    distinct: Annotated[Distinct, ADVANCED] = False,
    seed: RandomSeed = None,
    count: Annotated[int | None, Whole(least=1)] = 6,
    every: Annotated[bool, Name("all"), ADVANCED] = False,
    pairs: bool = False,
    player: Annotated[Players, ADVANCED] = (),
    solved: bool = False,
    title: str | None = None,
    link: Link = None,
    per_page: Annotated[int, Whole(least=1, most=40), ADVANCED] = 6,
    paper: Annotated[str, Kind(metavar="PAPER"), ADVANCED] = "a4",
    out: Annotated[str | Path | None, WrittenPath(formats=FORMATS)] = None,
    force: Force = False,
    shared_cells: SharedCells = False,
    jobs: Jobs = None,
    census: CensusPort = None,
    progress: ProgressPort = silent,
    detail: NotePort = unheard,
    given: GivenPort = frozenset(),
    **of_each: Unpack[OfEach],
) -> ChosenBoards:
    """Choose boards by how hard they are, or name some; print sheets of them.

    BOARD is its blockers; FILE has a board in each line, which may begin with the name of a pupil, or is a spreadsheet
    with a board or, for a calendar, a date such as a birthday in each row. These are shown in their order.

    Without BOARD, boards are chosen at random, and drawn empty or solved. Difficulty depends on the number of tilings:
    of 100 solvable boards, the one with the fewest tilings is extreme, the next 9 are very-hard, the next 20 hard, the
    next 40 medium, and the last 30 easy. With ``--from`` these are 100 of the rolls of the set, otherwise 100 of all
    boards. Boards are listed from easy to hard.

    Parameters
    ----------
    named
        Boards, or files of them.
    dice
        Only boards that this dice set can roll.
    count
        Number of boards.
    every
        Show all boards that match.
    pairs
        Choose pairs of boards of equal difficulty, 1a and 1b, for two players; --count is the number of pairs.
    solved
        Show a tiling of each board.
    title
        Heading of the sheets.
    link
        Address of a studio on the web; each board gets the address at which it is played there.
    per_page
        Number of boards on a page.
    paper
        a4 or letter.
    out
        Write FILE.html (sheets to print from a browser), FILE.svg (a file for each sheet), FILE.json or FILE.txt.
    census
        Loads the tilings of all boards; by default from the cache of this machine, or built there.

    Raises
    ------
    DiceError
        If too few boards match, or the set is for another puzzle.

    Examples
    --------
    >>> import dicelab
    >>> chosen = dicelab.boards("3x4/3:I1,I2,I3,L3", tilings="1-5", count=2, seed=1)
    >>> [dicelab.count(one.board, chosen.puzzle) for one in chosen.boards] == [one.tilings for one in chosen.boards]
    True
    """
    import numpy as np

    from dicelab.score.choosing import choose_boards
    from dicelab.score.choosing_text import write_boards
    from dicelab.score.difficulties import TilingRange, read_difficulty

    counts = {name.replace("_", "-"): number for name, number in of_each.items() if isinstance(number, int)}
    _refuse_sets(named)
    players = PAIR if pairs else players_of(player)
    _require_one_choice(given, list(counts), is_named=bool(named))
    known = None if puzzle is None else puzzle_of(puzzle)
    if named:
        chosen = _named(named, known, jobs_of(jobs), census, progress)
    else:
        dice_set = None if dice is None else dice_set_of(dice, known, shared_cells=shared_cells)
        wanted = known or (dice_set.puzzle if dice_set else puzzle_of("genius-square"))
        options: dict[str, Any] = {
            "tilings": None if tilings is None else TilingRange.parse(str(tilings)),
            "distinct": distinct,
            "seed": int(np.random.default_rng().integers(1 << 31)) if seed is None else seed,
        }
        difficulties = read_difficulty(difficulty) if difficulty is not None else ()

        def choose(handicap: Handicap, group: int) -> ChosenBoards:
            own = dice_set_of(handicap.dice, wanted, shared_cells=shared_cells) if handicap.dice else dice_set
            levels = handicap.difficulty or difficulties
            is_any = group > 1 and not (levels or counts or every or tilings is not None)
            sample = _sample(wanted, own, detail, few=ROLLS_OF_GROUP * group * (count or 1) if is_any else 0)
            source = _counted(wanted, own, jobs_of(jobs), census, progress, detail)
            more = {**options, "sample": sample, "group": group}
            if counts and handicap.difficulty:
                raise DiceError(
                    f"--{next(iter(counts))} and {handicap.words()} of a player exclude each other: pass one"
                )
            if counts:
                return _of_each(source, own, counts, **more)
            return choose_boards(source, own, difficulty=levels, number=None if every else count, **more)

        chosen = dealt(players, choose) if players else choose(Handicap(), 1)
    chosen = with_links(chosen, link) if link is not None else chosen
    chosen = replace(with_tilings(chosen, is_whole=True) if solved else chosen, title=title or "")
    if out is None:
        return chosen
    files = write_boards(chosen, Path(out), chosen.title, per_page, paper, force=force)
    return replace(chosen, files=tuple(files))


def _refuse_sets(named: Sequence[BoardsLike]) -> None:
    """Refuse the name of a dice set or the folder of a run, whose boards are those of its rolls."""
    for one in named:
        if isinstance(one, str) and (Path(one).is_dir() or named_set(one)):
            raise DiceError(f"{quoted(one)} is a dice set and no board: pass --from {one} for boards that it can roll")


def _require_one_choice(given: Collection[str], counts: Sequence[str], *, is_named: bool) -> None:
    """Refuse options that exclude each other, or that choose boards where the user names them."""
    numbered = [f"--{name}" for name in counts]
    chosen = [*numbered, *(option for option in OF_CHOICES if option in given)]
    if {"--pairs", "--player"} <= {*given}:
        raise DiceError("--pairs and --player exclude each other: pass one")
    if is_named and chosen:
        raise DiceError(f"{chosen[0]} is for boards that are chosen at random, and boards are named: leave it out")
    for one, other in (("--all", "--count"), *((name, each) for name in numbered[:1] for each in _ELSE_COUNTED)):
        if {one, other} <= {*given, *numbered}:
            raise DiceError(f"{one} and {other} exclude each other: pass one")


def _sample(puzzle: Puzzle, dice_set: DiceSet | None, detail: Callable[[str], None], few: int) -> int:
    """Return among how many rolls of a set boards are chosen; 0 for all.

    Where counts take long, a ``few`` rolls have enough equal numbers of tilings, if any boards will do.
    """
    from dicelab.score.sampling import needed_sample
    from solver.census import is_quick

    sample = needed_sample(puzzle, dice_set.roll_count) if dice_set else 0
    if dice_set and few < dice_set.roll_count and not is_quick(puzzle):
        sample = few or sample
    if dice_set and sample:
        total = f"{dice_set.roll_count:,}"
        detail(f"boards are chosen among {sample:,} rolls drawn at random: counting all {total} takes long")
    return sample


def _counted(
    puzzle: Puzzle,
    dice_set: DiceSet | None,
    jobs: int,
    census: Callable[..., Any] | None,
    progress: Any,  # noqa: ANN401 - a Progress
    detail: Callable[[str], None],
) -> TilingsSource:
    """Return the tilings of the rolls of a set, or of all boards, where they can be counted."""
    from solver.census import BoardEstimates

    source = tilings_of(puzzle, dice_set, jobs, census, progress, detail)
    if isinstance(source, BoardEstimates):
        raise DiceError(
            "a roll has too many tilings to count, so no board is easy or hard: dicelab stats SET estimates them, "
            "and dicelab roll SET shows a roll"
        )
    return source


def _of_each(
    source: TilingsSource,
    dice_set: DiceSet | None,
    counts: Mapping[str, int],
    **options: Any,  # noqa: ANN401 - those of choose_boards
) -> ChosenBoards:
    """Draw a number of boards of each difficulty, easy ones first."""
    from dicelab.score.choosing import choose_boards
    from dicelab.score.difficulties import DIFFICULTIES

    parts = []
    for name in reversed([name for name in DIFFICULTIES if name in counts]):
        try:
            parts.append(choose_boards(source, dice_set, difficulty=[name], number=counts[name], **options))
        except DiceError as error:
            raise DiceError(f"--{name} {counts[name]:,}: {error}") from None
    return replace(
        parts[0],
        boards=tuple(one for part in parts for one in part.boards),
        matching=sum(part.matching for part in parts),
        difficulty=tuple(part.difficulty[0] for part in reversed(parts)),
    )


def _named(
    named: Sequence[BoardsLike],
    puzzle: Puzzle | None,
    jobs: int,
    census: Callable[..., Any] | None,
    progress: Any,  # noqa: ANN401 - a Progress
) -> ChosenBoards:
    """Return the boards that the user named, with their tilings where these are soon counted."""
    from dicelab.score.named_boards import named_boards
    from dicelab.score.sampling import is_countable
    from dicelab.solving.board_lists import board_list
    from solver.census import BoardCounts, is_quick
    from solver.polyform.grid import MASK_CELLS

    found = board_list(named, puzzle)
    source: TilingsSource | None = None
    if len(found.puzzle.grid) <= MASK_CELLS:
        if is_quick(found.puzzle):
            source = cast("TilingsSource", tilings_of(found.puzzle, None, jobs, census, progress, unheard))
        elif is_countable(found.puzzle):
            source = BoardCounts(found.puzzle, jobs=jobs, progress=progress)
    return named_boards(found, source)


def with_links(chosen: ChosenBoards, link: str, name: str = "") -> ChosenBoards:
    """Return the boards with their addresses on a studio; ``name`` is that of a puzzle without a title."""
    from dicelab.render.links import linker

    address = linker(link, chosen.puzzle, name)
    return replace(chosen, boards=tuple(replace(one, link=address(one.board)) for one in chosen.boards))


def tilings_of(
    puzzle: Puzzle,
    dice_set: DiceSet | None,
    jobs: int,
    census: Callable[..., Any] | None,
    progress: Any,  # noqa: ANN401 - a Progress
    detail: Callable[[str], None],
) -> TilingsSource | BoardEstimates:
    """Return the quickest way to the tilings: of the rolls of a set, or of all boards."""
    from dicelab.score.sampling import roll_source
    from solver.census import Content, build_census, is_quick

    if dice_set and not is_quick(puzzle):
        detail(
            f"the tilings of all {puzzle.boards:,} boards would take long, so those of the rolls are counted: "
            f"dicelab census build --puzzle {puzzle.name or puzzle.format()} counts them all"
        )
        return roll_source(
            puzzle, jobs=jobs, progress=lambda done, total, what="": progress(done, total, what or "counting tilings")
        )
    if census is None:
        return build_census(puzzle, Content.TILINGS, jobs=jobs, progress=progress)
    found: TilingsSource = census(puzzle, only_quick=dice_set is None)
    return found


def with_tilings(chosen: ChosenBoards, *, is_whole: bool = False) -> ChosenBoards:
    """Return the boards with a tiling of each that has one: the first that the search finds.

    Parameters
    ----------
    is_whole
        Show the whole tilings, also of boards on which some pieces lie when the game begins.
    """
    from dicelab.solving.tiling import solve

    solved = (
        replace(one, tiling=one.tiling or solve(one.board, chosen.puzzle).tiling, laid=() if is_whole else one.laid)
        for one in chosen.boards
    )
    return replace(chosen, boards=tuple(solved))
