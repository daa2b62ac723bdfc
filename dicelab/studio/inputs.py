"""From texts that a browser sends to values. Nothing here opens a file that the browser names."""

from __future__ import annotations

from dicelab.dice import DiceSet, parse_dice_set, require_puzzle
from dicelab.dice.catalogue import named_set, puzzle_dice
from dicelab.dice.names import SET_ID, plain
from dicelab.errors import DiceError
from solver.errors import InputError
from solver.polyform import Board, Puzzle
from solver.polyform.grid import MASK_CELLS
from solver.polyform.puzzle_catalogue import equal_in_catalogue
from solver.polyform.puzzle_parsing import PuzzleFile, parse_puzzle_file


def read_puzzle(text: str) -> Puzzle:
    """Return the puzzle of a catalogue name, of GRID/BLOCKERS:PIECES, or of the content of a puzzle file.

    Raises
    ------
    InputError
        If the text is none of them, or the puzzle has more cells than a mask has bits.

    Examples
    --------
    >>> read_puzzle("2x3/2:O4").blockers
    2
    """
    return require_cells(equal_in_catalogue(read_puzzle_file(text).puzzle))


def read_puzzle_file(text: str) -> PuzzleFile:
    """Return the content of a puzzle file; for a name or GRID/BLOCKERS:PIECES, only the puzzle."""
    if text.lstrip("\ufeff \t\r\n").startswith("{"):
        return parse_puzzle_file(text.encode())
    return PuzzleFile(Puzzle.parse(text))


def require_cells(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle; raise :class:`InputError` if it has too many cells."""
    if len(puzzle.grid) > MASK_CELLS:
        raise InputError(f"a puzzle of {len(puzzle.grid)} cells: use at most {MASK_CELLS}")
    return puzzle


def read_dice(text: str, puzzle: Puzzle | None = None, *, shared_cells: bool = False, name: str = "") -> DiceSet:
    """Return the dice set of a catalogue name, of the id of a set in the archive, or of faces.

    Parameters
    ----------
    text
        Faces may also be the content of a dice-set file: JSON, a table or text.
    puzzle
        The puzzle of faces that name none, by default the Genius Square.

    Raises
    ------
    DiceError, InputError
        If there is no such set, or it is one of another puzzle.

    Examples
    --------
    >>> read_dice("default").sizes
    (2, 4, 6, 6, 6, 6, 6)
    >>> read_dice("A1 A2 | B1 B3", read_puzzle("2x3/2:O4")).roll_count
    4
    """
    word = text.strip()
    found = named_set(word, shared_cells=shared_cells)
    if found is None and SET_ID.fullmatch(word):
        found = _archived(word)
    if found is None:
        return parse_dice_set(text.encode(), plain(name) or "unnamed", puzzle, shared_cells=shared_cells)
    require_puzzle(found, puzzle)
    return found


def load_reference(text: str, puzzle: Puzzle) -> DiceSet:
    """Return the set that an objective compares with; its dice may share cells."""
    return read_dice(text, puzzle, shared_cells=True)


def require_rolls(dice_set: DiceSet, most: int) -> DiceSet:
    """Return the set; raise :class:`DiceError` if it has too many rolls to look at while somebody waits."""
    if dice_set.roll_count > most:
        raise DiceError(
            f"the set has {dice_set.roll_count:,} rolls, and here at most {most:,} are looked at: use the command line"
        )
    return dice_set


def as_printed(text: str, puzzle: Puzzle | None, *, shared_cells: bool, name: str = "") -> DiceSet:
    """Return a set whose dice may share cells where they do, as misprinted ones do."""
    try:
        return read_dice(text, puzzle, shared_cells=shared_cells, name=name)
    except DiceError:
        if shared_cells:
            raise
        return read_dice(text, puzzle, shared_cells=True, name=name)


def read_board(text: str, puzzle: Puzzle) -> Board:
    """Return a board of a puzzle: its blockers, or rows of text."""
    from dicelab.solving.reading import read_board as read

    return read(text, puzzle)[0]


def dice_of(file: PuzzleFile) -> DiceSet | None:
    """Return the dice that a puzzle file lists, or that its regions are; nothing if it has neither."""
    return puzzle_dice(file) if file.dice or file.puzzle.regions else None


def _archived(ident: str) -> DiceSet:
    from dicelab.archive import Archive, has_archive

    if not has_archive():
        raise DiceError(f"{ident!r} could be the id of a set in the archive, but the archive is empty: check the name")
    with Archive() as archive:
        return archive.dice_set(ident)
