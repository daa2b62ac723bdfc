"""The verb ``hint``, and positions as a user writes them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, TypeAlias, overload

from dicelab.dice.sources import DOMINO_GRIDS, BoardPuzzle, PuzzleLike, puzzle_of
from dicelab.errors import DiceError
from dicelab.kinds import Choice, FileContent, GivenPort, InputText, Kind, Seconds, SourceKind
from dicelab.play.advice import Hint, HintStep, HintStrategy
from dicelab.play.hints import hint as hint_for
from dicelab.play.position import Position, read_piece
from dicelab.solving import board_and_puzzle_of
from dicelab.solving.reading import BoardLike, drawings, is_json, read_board
from dicelab.verb import verb
from solver.exact_cover import Limits
from solver.polyform import Puzzle

if TYPE_CHECKING:
    from dicelab.domino.grids import DominoHint

PositionSource: TypeAlias = Annotated[
    BoardLike | Position | None,
    SourceKind(
        metavar="BOARD",
        types=("Board", "Position"),
        or_file=False,
        from_input=InputText("board", "rows of . and #"),
        wanted="a board is its blockers, rows of . and #, a Board or a Position",
    ),
]

OF_BOARDS = ("--step", "--strategy", "--piece", "--puzzle", "--seconds")


@overload
def hint(
    board: BoardLike | Position,
    puzzle: PuzzleLike | None = None,
    *,
    placed: str = "",
    step: HintStep | str = "piece",
    strategy: HintStrategy | str = "most-tilings",
    piece: str | None = None,
    seconds: float | None = None,
) -> Hint: ...


@overload
def hint(*, placed: str = "", domino: str, ruled_out: str = "") -> DominoHint: ...


@verb(
    group="every day",
    examples=(
        'hint "A6 B1 B5 D1 E3 F2 F4" --placed "T4 A1,A2,A3,B2"',
        'hint "A6 B1 B5 D1 E3 F2 F4" --placed "T4 A1,A2,A3,B2; I1 F3" --step next',
        "hint --domino 1:001011 --placed A1-A2",
    ),
)
def hint(
    board: PositionSource = None,
    puzzle: BoardPuzzle = None,
    *,
    placed: Annotated[str, Kind(metavar="PIECES")] = "",
    step: Annotated[HintStep | str, Choice.of(HintStep)] = "piece",
    strategy: Annotated[HintStrategy | str, Choice.of(HintStrategy)] = "most-tilings",
    piece: Annotated[str | None, Kind(metavar="PIECE", shown_default="that with fewest places")] = None,
    domino: Annotated[str | FileContent | None, DOMINO_GRIDS] = None,
    ruled_out: Annotated[str, Kind(metavar="CELLS")] = "",
    seconds: Seconds = None,
    given: GivenPort = frozenset(),
) -> Hint | DominoHint:
    """Give a hint for a board with some pieces placed.

    With ``-`` the position is read from standard input: rows of ``.`` for a free cell, ``#`` for a blocker and the
    label of a piece, as ``dicelab solve`` prints them.

    If the position can't be completed, the hint names the placed piece that made it impossible and the fewest pieces to
    take back.

    Exit status: 0 with a hint, 4 if the position can't be completed, 3 if a limit was reached.

    Parameters
    ----------
    placed
        The pieces placed so far, in their order: "T4 B3,B4,B5,C4; I1 A1". T4 B3 suffices where T4 fits on B3 in one
        place only; T4/2 B3 is the second orientation of T4 with its first cell on B3.
    step
        What to tell: whether the position can still be completed, which piece is next, why a place is wrong, where the
        piece goes, the position with it placed, or a whole tiling.
    strategy
        Where the piece goes: where it keeps the most tilings or the fewest (harder), or as in the first tiling.
    piece
        Ask about this piece.
    domino
        Give the next step on a domino grid instead, such as 1:001011; --placed is then as in "A1-A2 B3-C3".
    ruled_out
        For --domino: places already known to hold no domino.

    Returns
    -------
    Hint
        True where the position can be completed. With ``domino``, a ``DominoHint``, whose ``step`` is the next one.

    Examples
    --------
    >>> import dicelab
    >>> print(dicelab.hint("A6 B1 B5 D1 E3 F2 F4", placed="T4 A1,A2,A3,B2", step="place"))
    I1 on F3 is the only way: all 2 tilings that are left have it there.
    """
    if domino is not None:
        from dicelab.domino.grids import DominoHint, grid_of

        if board is not None:
            raise DiceError("--domino replaces BOARD: leave BOARD out")
        wrong = next((option for option in OF_BOARDS if option in given), None)
        if wrong is not None:
            raise DiceError(f"{wrong} does not go with --domino: leave it out")
        name = "-" if isinstance(domino, FileContent) else domino
        return DominoHint.of(grid_of(domino), placed, ruled_out, again=f"--domino {name}")
    if ruled_out:
        raise DiceError("--ruled-out is for --domino: leave it out")
    if board is None:
        raise DiceError("Missing argument 'BOARD': write its blockers, or pass --domino PUZZLE")
    position = position_of(board, puzzle, placed)
    wanted = None if piece is None else read_piece(piece, position.puzzle)
    return hint_for(position, HintStep(step), HintStrategy(strategy), piece=wanted, limits=Limits(seconds=seconds))


def position_of(board: BoardLike | Position, puzzle: PuzzleLike | None = None, placed: str = "") -> Position:
    """Return the position that a user means: pieces on the board come before those of ``placed``."""
    if isinstance(board, Position):
        position = board
    elif isinstance(board, str):
        position = read_position(board, None if puzzle is None else puzzle_of(puzzle))
    else:
        position = Position(*board_and_puzzle_of(board, puzzle))
    return position.placing(placed)


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
