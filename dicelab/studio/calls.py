"""The questions of the API: what each takes, and the function that answers it with what ``--json`` prints."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Generic, Literal, TypeVar

import msgspec
from msgspec import Meta

PuzzleText = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=20_000,
        description="A catalogue name, GRID/BLOCKERS:PIECES, or the content of a puzzle file",
    ),
]
DiceText = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=20_000,
        description="Faces such as A6 F1 | A5 B6, a catalogue name, the id of a set in the archive, or a dice-set file",
    ),
]
BoardText = Annotated[
    str, Meta(max_length=4000, description="The blockers of a board such as A6 B1, or its rows of . and #")
]
Name = Annotated[str, Meta(max_length=200, description="The name of a set")]
Seed = Annotated[int, Meta(ge=0, le=2**63 - 1, description="The same seed gives the same answer")]
Number = Annotated[int, Meta(ge=1, le=2**53)]
Sizes = Annotated[list[Annotated[int, Meta(ge=1, le=64)]], Meta(max_length=64, description="Cells on each die")]
Objective = Annotated[str, Meta(min_length=1, max_length=4000, description="Such as fewest, or distance=default")]


@dataclass(frozen=True, slots=True)
class Work:
    """What a call has beside its arguments: where to tell how far it is, the added puzzles, and a folder of its own."""

    send: Callable[[dict[str, Any]], None]
    puzzles: tuple[str, ...]
    folder: Path


class Arguments(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """Arguments of a call; a field that is misspelt is refused."""


class OnSet(Arguments, frozen=True, kw_only=True):
    """A question about a dice set."""

    dice: DiceText
    puzzle: PuzzleText | None = None
    shared_cells: bool = False
    name: Name = ""


class OnBoard(Arguments, frozen=True, kw_only=True):
    """A question about a board."""

    board: BoardText
    puzzle: PuzzleText = "genius-square"


class Verify(OnSet, frozen=True, kw_only=True):
    """Whether every roll of a set has a tiling."""

    boards: Annotated[int, Meta(ge=0, le=100_000, description="How many boards without a tiling to list")] = 1000


class Rules(OnSet, frozen=True, kw_only=True):
    """What fast rules say of a set."""


class Stats(OnSet, frozen=True, kw_only=True):
    """How hard the rolls of a set are, and its objectives."""

    objective: Objective | None = None
    boards: Annotated[int, Meta(ge=0, le=1000, description="How many of the hardest and easiest boards")] = 3


class Roll(OnSet, frozen=True, kw_only=True):
    """Roll the dice of a set."""

    seed: Seed | None = None
    number: Annotated[int, Meta(ge=1, le=2**53, description="Of the roll, instead of a random one")] | None = None
    count: Annotated[int, Meta(ge=1, le=1000)] = 1


class Export(OnSet, frozen=True, kw_only=True):
    """Write a set as a file."""

    format: Literal["json", "csv", "txt", "svg"] = "json"
    faces: (
        Annotated[str, Meta(max_length=400, description="Faces of the physical dice: 6, or one number a die")] | None
    ) = None


class Solve(OnBoard, frozen=True, kw_only=True):
    """Find tilings of a board."""

    limit: Annotated[int, Meta(ge=1, le=1000)] = 1


class Count(OnBoard, frozen=True, kw_only=True):
    """Count the tilings of a board."""

    limit: Number | None = None


class Explain(OnBoard, frozen=True, kw_only=True):
    """Say why a board has no tiling."""

    positions: Annotated[int, Meta(ge=1, le=100_000)] = 10_000
    svg: Annotated[bool, Meta(description="Draw the reason too")] = False


class Prove(OnBoard, frozen=True, kw_only=True):
    """Prove that a board has no tiling, in a form that other programs can check."""


class Certificate(OnSet, frozen=True, kw_only=True):
    """Write a certificate of an always-solvable set: a tiling of every roll."""


class Boards(Arguments, frozen=True, kw_only=True):
    """Choose boards by how hard they are."""

    puzzle: PuzzleText | None = None
    dice: DiceText | None = None
    shared_cells: bool = False
    tilings: Annotated[str, Meta(max_length=40, description="Such as 7, 1-10 or 100-")] | None = None
    difficulty: Annotated[str, Meta(max_length=40, description="Such as hard, or easy..hard")] | None = None
    distinct: bool = False
    count: Annotated[int, Meta(ge=1, le=200)] = 6
    seed: Seed | None = None
    solved: bool = False


class CensusInfo(Arguments, frozen=True, kw_only=True):
    """The tilings of all boards of a puzzle, in figures."""

    puzzle: PuzzleText = "genius-square"
    boards: Annotated[int, Meta(ge=0, le=1000, description="How many of the hardest and easiest boards")] = 3


class PuzzleOf(Arguments, frozen=True, kw_only=True):
    """What the page knows of a puzzle of one's own."""

    text: PuzzleText


class Domino(Arguments, frozen=True, kw_only=True):
    """Solve, count, grade, explain, draw or make a grid of dominoes, or show all that the page draws of one."""

    task: Literal["solve", "count", "grade", "explain", "hint", "draw", "generate", "show"]
    grid: Annotated[str, Meta(max_length=2000, description="An ID such as 1:001011, or rows of numbers")] = ""
    placed: Annotated[str, Meta(max_length=4000, description="Such as A1-A2 B3-C3")] = ""
    ruled_out: Annotated[str, Meta(max_length=8000, description="Places that hold no domino")] = ""
    limit: Annotated[int, Meta(ge=1, le=1000)] = 1
    order: Annotated[int, Meta(ge=0, le=9, description="Of a new grid")] = 3
    difficulty: Literal["trivial", "basic", "hard", "extreme"] = "basic"
    seed: Seed = 0


Seconds = Annotated[float, Meta(gt=0, le=86_400, description="When to stop with the best so far")]
MinTilings = Annotated[int, Meta(ge=1, le=10**6, description="Tilings that every roll has at least")]
Goal = Annotated[
    str,
    Meta(
        max_length=4000,
        # Other objectives are for evolve.
        pattern=r"^(fewest|perimeter|changes|distance=[^\x00-\x1f]+)$",
        description="fewest, perimeter, changes, or distance=SET",
    ),
]


class Evolve(Arguments, frozen=True, kw_only=True):
    """Breed always-solvable sets, and with objectives better ones."""

    puzzle: PuzzleText = "genius-square"
    objectives: Annotated[list[Objective], Meta(max_length=4)] = []
    mode: Literal["pareto", "map-elites"] | None = None
    generations: Annotated[int, Meta(ge=1, le=100_000)] = 200
    population: Annotated[int, Meta(ge=8, le=5000)] = 200
    sizes: Sizes | None = None
    keep: Annotated[int, Meta(ge=1, le=50)] = 3
    seed: Seed = 0
    seconds: Seconds = 3600


class Design(Arguments, frozen=True, kw_only=True):
    """Find a set that meets constraints, or prove that there is none."""

    puzzle: PuzzleText = "genius-square"
    sizes: Sizes | None = None
    min_tilings: MinTilings = 1
    fix: Annotated[list[Annotated[str, Meta(max_length=20)]], Meta(max_length=64, description="Such as A1=2")] = []
    connected: bool = False
    invariant: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(max_length=12)] = []
    away_from: Annotated[list[DiceText], Meta(max_length=10, description="Sets that it is to differ from")] = []
    maximize: Goal | None = None
    minimize: Goal | None = None
    shared_cells: bool = False
    faces: Annotated[str, Meta(max_length=400)] | None = None
    members: Annotated[int, Meta(ge=1, le=16)] = 4
    seed: Seed = 0
    seconds: Seconds = 3600


class Repair(OnSet, frozen=True, kw_only=True):
    """Make every roll of a set solvable by the fewest changes of faces."""

    min_tilings: MinTilings = 1
    only_die: Annotated[list[Annotated[int, Meta(ge=1, le=64)]], Meta(max_length=64)] = []
    keep_faces: bool = False
    members: Annotated[int, Meta(ge=1, le=16)] = 4
    seed: Seed = 0
    seconds: Seconds = 3600


class Improve(Repair, frozen=True, kw_only=True):
    """Change at most so many faces of a set so that it becomes better in one respect, every roll being solvable."""

    changes: Annotated[int, Meta(ge=1, le=400, description="Faces that may be written anew")] = 4
    goal: Literal["fewest", "perimeter"] = "fewest"


class Data(Arguments, frozen=True, kw_only=True):
    """A file of the page."""

    name: Annotated[str, Meta(pattern=r"^[a-z0-9-]{1,80}\.(json|unsolvable|tilings)$")]


class ArchiveList(Arguments, frozen=True, kw_only=True):
    """The sets of the archive."""

    where: Annotated[str, Meta(max_length=2000, description='Such as "fewest >= 11 and rolls > 60000"')] = ""
    order: Annotated[str, Meta(max_length=400)] = "-added"
    limit: Annotated[int, Meta(ge=1, le=1000)] = 200


class ArchiveAdd(OnSet, frozen=True, kw_only=True):
    """Keep a set in the archive."""

    tags: Annotated[list[Annotated[str, Meta(min_length=1, max_length=60)]], Meta(max_length=20)] = []
    measured: Annotated[bool, Meta(description="Compute the objectives too, which may take a while")] = False


Kind = TypeVar("Kind", bound=Arguments)


@dataclass(frozen=True, slots=True)
class Call(Generic[Kind]):
    """A question of the API."""

    kind: type[Kind]
    example: Mapping[str, Any]
    seconds: float = 20.0
    """How long an answer may take."""
    slow: bool = False
    """Whether it may take seconds, so that not all workers may be busy with such."""
    pure: bool = True
    """Whether the same arguments always give the same answer, so that it is kept."""

    def is_kept(self, arguments: Kind) -> bool:
        """Tell whether the answer is kept: what is drawn without a seed is another each time."""
        return self.pure and not (hasattr(arguments, "seed") and arguments.seed is None)


_DICE = "A1 A2 | B1 B3"
_SMALL = "2x3/2:O4"

CALLS: dict[str, Call[Any]] = {
    "verify": Call(Verify, {"dice": "default"}, slow=True),
    "rules": Call(Rules, {"dice": "default"}),
    "stats": Call(Stats, {"dice": _DICE, "puzzle": _SMALL}, 90, slow=True),
    "solve": Call(Solve, {"board": "A6 B1 B5 D1 E3 F2 F4"}),
    "count": Call(Count, {"board": "A6 B1 B5 D1 E3 F2 F4"}),
    "explain": Call(Explain, {"board": "A2 B1 A5 B6 C3 C4 D3"}),
    "prove": Call(Prove, {"board": "A2 B1 A5 B6 C3 C4 D3"}, 60, slow=True),
    "certificate": Call(Certificate, {"dice": "A1 A3 | A2 A4", "puzzle": "2x4/2:3*I2"}, 60, slow=True),
    "boards": Call(Boards, {"puzzle": "2x4/2:3*I2", "count": 2, "seed": 1}, 90, slow=True),
    "roll": Call(Roll, {"dice": "goralczyk", "number": 542}),
    "census": Call(CensusInfo, {"puzzle": "2x4/2:3*I2"}, 90, slow=True),
    "puzzle": Call(PuzzleOf, {"text": "2x4/2:3*I2"}),
    "export": Call(Export, {"dice": "default", "format": "txt"}),
    "domino": Call(Domino, {"task": "explain", "grid": "1:001110"}),
    "archive-list": Call(ArchiveList, {}, pure=False),
    "archive-add": Call(ArchiveAdd, {"dice": "default", "tags": ["retail"]}, 90, slow=True, pure=False),
    "evolve": Call(Evolve, {"puzzle": "2x4/2:3*I2", "sizes": [2, 2], "generations": 5, "population": 10}),
    "design": Call(Design, {"puzzle": "2x4/2:3*I2", "sizes": [4, 4]}),
    "repair": Call(Repair, {"dice": "A1 A2 | A3 A4", "puzzle": "2x4/2:3*I2"}),
    "improve": Call(Improve, {"dice": "A1 B2 | A2 B1", "puzzle": "2x4/2:3*I2"}),
    "data": Call(Data, {"name": "studio.json"}, 120, slow=True, pure=False),
}
"""By the names that workers know them by; the addresses are in :mod:`dicelab.studio.app`, and the functions that answer
them, by the same names, in :mod:`dicelab.studio.answers`."""

SEARCHES = ("evolve", "design", "repair", "improve")
"""Those that are jobs: each has a process of its own, and nobody waits for it."""
