"""Where a position comes from: a board with pieces, as text or as JSON."""

from __future__ import annotations

import json

from dicelab.play.position import Position
from dicelab.solving.reading import drawings, is_json, read_board
from solver.polyform import Puzzle


def read_position(text: str, puzzle: Puzzle | None = None) -> Position:
    r"""Read a board with the pieces that lie on it.

    Parameters
    ----------
    text
        What :func:`read_board` reads. Characters of pieces in a drawing are placed pieces; JSON may have them in the
        field ``placed``, as :meth:`~dicelab.play.Position.parse` reads them, or ``tilings``, of which one is taken.

    Raises
    ------
    DiceError, InputError
        In one line, as for a board, or if pieces do not lie there.

    Examples
    --------
    >>> from solver.polyform import Puzzle
    >>> read_position("1.#\n1.#", Puzzle.parse("2x3/2:2*I2")).format()
    'I2 A1,B1'
    """
    board, wanted = read_board(text, puzzle)
    text = text.removeprefix("\ufeff")
    if is_json(text):
        fields = json.loads(text)
        placed, tilings = (fields.get(name) if isinstance(fields, dict) else None for name in ("placed", "tilings"))
        if isinstance(placed, str):
            return Position.parse(placed, board, wanted)
        if isinstance(tilings, list) and len(tilings) == 1 and isinstance(tilings[0], str):
            return Position.of_rows(tilings[0], wanted)
        return Position(board, wanted)
    drawn, _ = drawings([line.rstrip() for line in text.splitlines()], wanted)
    return Position.of_letters(drawn[0], wanted) if drawn else Position(board, wanted)
