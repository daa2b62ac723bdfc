"""Messages of pages to a room, as the API describes them."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

ROOM_SCHEMA = "dicelab/room/1"
ROOMS_SCHEMA = "dicelab/rooms/1"

Cell = Annotated[int, Meta(ge=0, le=63)]


class Join(msgspec.Struct, forbid_unknown_fields=True):
    """Take part in the races of a room."""

    name: Annotated[str, Meta(min_length=1, max_length=240, description="At most 24 characters are shown")]


class Report(msgspec.Struct, forbid_unknown_fields=True):
    """Report the pieces on one's board."""

    round: Annotated[int, Meta(ge=1, description="The number of the round")]
    laid: Annotated[
        list[Annotated[list[Cell], Meta(min_length=2, max_length=64)]],
        Meta(
            max_length=64, description="For each piece the number of its kind in the puzzle's document, and its cells"
        ),
    ]


class Begin(msgspec.Struct, forbid_unknown_fields=True):
    """Begin a round with a countdown."""

    puzzle: Annotated[str, Meta(min_length=1, max_length=80, description="The id of a puzzle of the studio")]
    board: Annotated[str, Meta(max_length=4000, description="The blockers of a board such as A6 B1")]
