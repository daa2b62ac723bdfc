"""The options that ``evolve`` and ``design`` have in common, as a user writes them: a question, and how to run it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, TypeAlias, TypedDict, cast

from dicelab.dice.sources import DiceKind, DiceLike, DiceSource, PuzzleKind, PuzzleLike
from dicelab.kinds import (
    ADVANCED,
    Cluster,
    Flag,
    Force,
    Jobs,
    Kind,
    Name,
    NotePort,
    Numbers,
    ObjectiveLike,
    ObjectiveNames,
    PathLike,
    Port,
    ProgressPort,
    Repeated,
    Seconds,
    SharedCells,
    Whole,
    WrittenPath,
    kind_of,
)


def _objectives() -> Iterable[str]:
    from dicelab.score.objectives import OBJECTIVES

    return OBJECTIVES


def load_typed_objectives(text: str) -> None:
    """Load what a user typed as ``FILE.py:FUNCTION`` or ``MODULE:FUNCTION``."""
    from dicelab.score.objectives import OBJECTIVES

    for part in text.split(","):
        name = part.strip().removesuffix(":min").removesuffix(":max")
        if re.fullmatch(r".+\.py:[A-Za-z_]\w*", name):
            OBJECTIVES.run_file(name)
        elif re.fullmatch(r"[\w.]+:\w+", name) and name.partition(":")[0] not in OBJECTIVES:
            # A resumed run may name typed objectives as well.
            OBJECTIVES.find(name, is_typed=True)


def _symmetries() -> Iterable[str]:
    from solver.polyform.lattice import LATTICES

    return dict.fromkeys(name for lattice in LATTICES.usable().values() for name in lattice.turn_names)


_SET = cast("DiceKind", kind_of(DiceSource))


@dataclass(frozen=True, kw_only=True)
class _ObjectiveKind(Kind):
    """An objective by its name, or as a function."""

    def accepts(self, value: object) -> bool:
        """Tell whether a function takes a value."""
        return isinstance(value, str) or callable(value)


OptionalObjective: TypeAlias = Annotated[
    ObjectiveLike | None,
    _ObjectiveKind(
        metavar="OBJECTIVE",
        names=_objectives,
        typed=load_typed_objectives,
        wanted="pass text, or a function of a subject",
    ),
]
"""One objective."""

OBJECTIVE_NAMES = ObjectiveNames(names=_objectives, typed=load_typed_objectives)
"""The kind of objectives with commas between them."""


class QuestionOptions(TypedDict, total=False):
    """The options of a question; a function takes them as ``**asked: Unpack[QuestionOptions]``."""

    puzzle: Annotated[
        PuzzleLike | None,
        PuzzleKind(text="A name, GRID/BLOCKERS:PIECES, or a puzzle file.", shown_default="genius-square"),
    ]
    sizes: Annotated[
        Sequence[int] | None,
        Numbers(
            metavar="SIZES",
            text="Number of different cells on each die.",
            shown_default="even, or those of --from",
            example="6,5,5,5,5,5,5",
        ),
    ]
    min_tilings: Annotated[int | None, Whole(text="Fewest tilings that any roll may have.", shown_default="1")]
    fix: Annotated[Sequence[str], Repeated(metavar="A1=1", text="Put this cell on this die; A1=off puts it on no die.")]
    connected: Annotated[bool, Flag(text="The cells of each die must form one connected region."), ADVANCED]
    invariant: Annotated[
        Sequence[str],
        Repeated(
            of=Kind(metavar="NAME", names=_symmetries),
            metavar="NAME",
            text="A symmetry that the set must have, such as rotate-180.",
        ),
        ADVANCED,
    ]
    source: Annotated[
        DiceSource | None,
        Name("from"),
        replace(_SET, text="A set to repair; --changes, --only-die or --keep-faces says what may change."),
    ]
    changes: Annotated[int | None, Whole(metavar="K", text="Change at most K faces of the set of --from."), ADVANCED]
    only_die: Annotated[
        Sequence[int],
        Repeated(of=Whole(), metavar="N", text="Change only this die of the set of --from."),
        ADVANCED,
    ]
    keep_faces: Annotated[bool, Flag(text="Change only those faces of the set of --from that repeat a cell."), ADVANCED]
    away_from: Annotated[
        Sequence[DiceLike],
        Repeated(
            of=Kind(names=_SET.names, or_file=True),
            metavar="SET[=N]",
            text="At least N cells must be on other dice than in this set.  [default: 1]",
        ),
        ADVANCED,
    ]
    constraint: Annotated[
        Sequence[str],
        Repeated(metavar="NAME[=…]", text="Any constraint by its name, such as perimeter=0-80, or MODULE:CLASS."),
        ADVANCED,
    ]
    shared_cells: Annotated[
        SharedCells, Flag(text="Let dice share cells, in the way that gives the most different boards."), ADVANCED
    ]


class LocalRunOptions(TypedDict, total=False):
    """The options of a run on this machine: its folder, its time limit and its callbacks."""

    out: Annotated[PathLike | None, WrittenPath(metavar="DIR", is_kept=True, text="Save the run to this folder.")]
    resume: Annotated[PathLike | None, WrittenPath(metavar="DIR", is_kept=True, text="Continue an interrupted run.")]
    force: Force
    seconds: Seconds
    jobs: Jobs
    progress: ProgressPort
    improved: Annotated[Callable[[Any], None], Port()]
    """Called with each :class:`~dicelab.search.running.Improvement`: a set that is better than those before."""
    warn: Annotated[Callable[[str], None], Port()]
    """Called with a line on a checkpoint that is damaged."""
    note: NotePort


class RunOptions(LocalRunOptions, total=False):
    """The options of a run that a cluster may do, and that may need a census."""

    cluster: Cluster
    census: Annotated[Callable[..., Any] | None, Port()]
    """Loads a census of the puzzle; by default it comes from the cache of this machine, or is computed."""


class SearchOptions(QuestionOptions, RunOptions, total=False):
    """The options of a question, and of the run that answers it."""


def run_options(options: SearchOptions) -> RunOptions:
    """Return the options of the run, without those of the question."""
    return cast("RunOptions", {name: value for name, value in options.items() if name in RunOptions.__annotations__})
