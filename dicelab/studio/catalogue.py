"""All questions of the API: those of the studio, and the verbs that other packages bring."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Annotated, Any, Literal, cast

import msgspec
from msgspec import Meta

import dicelab.studio.questions
import dicelab.studio.searches  # noqa: F401 - their questions become known
from dicelab.kinds import Choice, Flag, Kind, Number, Numbers, Port, ReadPath, Repeated, SourceKind, Whole
from dicelab.studio.calls import KNOWN, ApiQuestion, BoardText, Call, DiceText, PuzzleText, Work, answered
from dicelab.verb import DECLARED, Verb, verbs_of
from solver.errors import InputError

_SOURCES: Mapping[str, Any] = {"Puzzle": PuzzleText, "DiceSet": DiceText, "Board": BoardText}
"""How a browser sends the values of a verb that may be read from files: never by the name of one."""


class VerbQuestion(ApiQuestion, frozen=True, kw_only=True):
    """A verb of another package, whose parameters are the fields of a subclass."""

    def answer(self, work: Work) -> dict[str, Any]:
        """Call the verb, and return the JSON of its ``--json``."""
        one = _VERBS[type(self)]
        given = {name: value for name, value in msgspec.structs.asdict(self).items() if value is not None}
        names = {each.name for each in one.parameters}
        given |= {name: value for name, value in (("jobs", 1), ("progress", work.progress)) if name in names}
        given = _values(one, given)
        one.check(given)
        found = one.function(**given)
        return answered(found.schema, found.to_json())


_VERBS: dict[type, Verb] = {}


def _values(one: Verb, given: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of a verb: every puzzle, dice set and board as a value, so that the verb opens no file."""
    from dicelab.studio import inputs
    from dicelab.studio.questions import MOST_ROLLS

    sources = {each.name: each.kind.types for each in one.parameters if isinstance(each.kind, SourceKind)}
    named = {name: types[0] for name, types in sources.items() if name in given}
    puzzle = None
    # The puzzle first, since dice and boards are on it.
    for name in sorted(named, key=lambda name: named[name] != "Puzzle"):
        text = given[name]
        if named[name] == "Puzzle":
            given[name] = puzzle = inputs.read_puzzle(text)
        elif named[name] == "DiceSet":
            dice_set = inputs.read_dice(text, puzzle, shared_cells=bool(given.get("shared_cells")))
            given[name] = inputs.require_rolls(dice_set, MOST_ROLLS)
        else:
            given[name] = inputs.read_board(text, puzzle or inputs.read_puzzle("genius-square"))
    return given


_FIELDS: Sequence[tuple[type[Kind], Callable[[Any], Any]]] = (
    (SourceKind, lambda kind: _SOURCES.get(kind.types[0]) if len(kind.types) == 1 else None),
    # What no browser may name.
    (ReadPath, lambda _: None),
    (Port, lambda _: None),
    (Flag, lambda _: bool),
    (Whole, lambda kind: Annotated[int, Meta(ge=kind.least, le=kind.most)]),
    (Number, lambda kind: Annotated[float, Meta(ge=kind.least, le=kind.most)]),
    (Choice, lambda kind: Literal[kind.words]),
    (Numbers, lambda _: Annotated[list[int], Meta(max_length=100)]),
    # A list of dice sets would be read by the verb itself, from files too.
    (Repeated, lambda kind: None if isinstance(kind.of, SourceKind) else _list_of(_field(kind.of or Kind()))),
    (Kind, lambda kind: None if kind.or_file else Annotated[str, Meta(max_length=4000)]),
)
"""The type in JSON for each kind of value, the first that fits; nothing where a browser can't give one."""


def _list_of(inner: Any) -> Any:  # noqa: ANN401 - types
    """Return the type of a list, nothing where its values have none."""
    return inner and Annotated[list[inner], Meta(max_length=100)]


def _field(kind: Kind) -> Any:  # noqa: ANN401 - a type
    return next(made(kind) for one, made in _FIELDS if isinstance(kind, one))


def _add(one: Verb) -> None:
    """Make a verb a question, unless a required parameter is a path or another value that no browser may give."""
    fields: list[tuple[str, Any] | tuple[str, Any, Any]] = []
    for each in one.parameters:
        kind = None if each.name == "jobs" else _field(each.kind)
        if each.is_required and kind is None and not isinstance(each.kind, Port):
            return
        if kind is not None:
            fields.append((each.name, kind) if each.is_required else (each.name, kind | None, None))
    name = "-".join(one.words)
    made = msgspec.defstruct(
        f"Verb{name.title().replace('-', '')}",
        fields,
        bases=(VerbQuestion,),
        namespace={"__doc__": one.summary},
        frozen=True,
        kw_only=True,
        forbid_unknown_fields=True,
    )
    _VERBS[made] = one
    Call(f"verbs/{name}", "", {}, seconds=90, slow=True, pure=False)(cast("type[VerbQuestion]", made))


def _add_verbs() -> None:
    """Make the verbs of other packages questions; one that can't be loaded is named where somebody asks for it."""
    for name in DECLARED:
        if DECLARED.place(name).partition(".")[0] != "dicelab":
            with suppress(InputError):
                for one in verbs_of(DECLARED[name], name):
                    _add(one)


_add_verbs()

CALLS: Mapping[str, Call] = KNOWN
"""By the names that workers know them by."""

SEARCHES = tuple(name for name, call in CALLS.items() if call.is_job)
"""The questions that are jobs."""


def answer_to(name: str, given: Mapping[str, Any], work: Work) -> dict[str, Any]:
    """Return the answer to the question of a name as JSON values."""
    question: ApiQuestion = msgspec.convert(given, CALLS[name].kind)
    return question.answer(work)
