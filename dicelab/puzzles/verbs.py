"""Make, check and show puzzles: any board and pieces, with dice, from one file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, TypeAlias

from dicelab.dice.sources import offered_sets
from dicelab.errors import DiceError
from dicelab.kinds import Force, Kind, PathLike, Seed, SourceKind, WrittenPath
from dicelab.verb import Report, verb
from solver.polyform.lattice import LATTICES
from solver.polyform.puzzle_catalogue import catalogue_names
from solver.runs.storage import write_free

if TYPE_CHECKING:
    from dicelab.puzzles.report import CheckedPuzzle
    from solver.polyform import Puzzle
    from solver.polyform.puzzle_file import PuzzleFile

GAME = SourceKind(metavar="PUZZLE|SET", names=offered_sets)
PuzzleSource: TypeAlias = Annotated[PathLike, SourceKind(metavar="PUZZLE", names=catalogue_names)]


@dataclass(frozen=True)
class ShownPuzzle:
    """The board and the pieces of a puzzle."""

    puzzle: Puzzle
    file: PuzzleFile
    schema: ClassVar[str] = "puzzle"

    def __str__(self) -> str:
        from dicelab.render.puzzle import puzzle_text, puzzle_title

        title = puzzle_title(self.puzzle) if self.puzzle.title or self.puzzle.name else ""
        return puzzle_text(self.puzzle, self.file, title)

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def to_json(self) -> dict[str, Any]:
        """Return the board and the pieces with their letters."""
        from dicelab.render.puzzle import puzzle_json

        return puzzle_json(self.puzzle, self.file)

    def to_svg(self) -> str:
        """Draw the board, its regions and the pieces."""
        from dicelab.render.puzzle import puzzle_svg

        return puzzle_svg(self.puzzle, regions=self.file.region_names)


@verb(group="upkeep", name="puzzle list", examples=("puzzle list", "puzzle list --json"))
def list_puzzles() -> Report:
    """List the puzzles of the catalogue with their dice and their variants."""
    from dicelab.puzzles.report import catalogue, list_text

    puzzles = catalogue()
    return Report("puzzles", {"puzzles": [one.facts() for one in puzzles]}, list_text(puzzles))


@verb(group="upkeep", name="puzzle check", examples=("puzzle check genius-star", "puzzle check 6x6/6:10*L3 --json"))
def check(puzzle: PuzzleSource) -> CheckedPuzzle:
    """Check a puzzle file: its board, pieces, areas, labels, regions, variants and dice.

    PUZZLE is a puzzle file, a name or GRID/BLOCKERS:PIECES. An error in a file is reported with its line and field.

    Exit status: 0 if the puzzle is valid, 2 if not.
    """
    from dicelab.puzzles.report import check_puzzle

    return check_puzzle(str(puzzle))


@verb(
    group="upkeep",
    name="puzzle new",
    examples=("puzzle new mine.json", "puzzle new hive.json --lattice hexagons --pieces I2,2*I3,V3,T3"),
)
def new(
    file: Annotated[PathLike, WrittenPath(formats=("json",))],
    *,
    lattice: Annotated[str, Kind(metavar="NAME", names=lambda: LATTICES, shown_default="that of --board")] = "",
    board: Annotated[str, Kind(metavar="GRID", shown_default="a small one")] = "",
    pieces: Annotated[str, Kind(metavar="LIST", shown_default="small ones that fit")] = "",
    dice: Annotated[str, Kind(metavar="DICE", shown_default="dice of which every roll can be solved")] = "",
    from_: Annotated[str, GAME] = "",
    name: str = "",
    seed: Seed = 0,
    force: Force = False,
) -> Report:
    """Write a small game of your own to FILE (*.json): a board, pieces and dice, to be changed in an editor.

    Parameters
    ----------
    lattice
        squares, triangles or hexagons.
    board
        A grid such as 6x6-A1 or triangles@1,0-2, or the side of a square or hexagon.
    pieces
        Pieces, such as I2,2*L3,tetrominoes.
    dice
        Faces, such as 'A1 A2 | B1 B3', or the number of cells of each die, such as 4,6,8, which finds such dice.
    from_
        Take all but the dice from a puzzle, such as FILE itself after a change of its board; or the puzzle and its dice
        from a dice set or a run folder.
    name
        Name of the game.
    seed
        Seed of the random numbers for the dice.
    """
    from dicelab.puzzles.new_puzzle import new_puzzle, puzzle_of_source, why_without_dice, with_dice
    from dicelab.puzzles.report import new_text, puzzle_facts
    from solver.polyform.puzzle_file import puzzle_file_bytes

    if from_ and (lattice or board or pieces):
        raise DiceError("--from takes the board and the pieces: leave out --lattice, --board and --pieces")
    if from_:
        made = with_dice(puzzle_of_source(from_), dice=dice, name=name, seed=seed)
    else:
        made = new_puzzle(lattice, board=board, pieces=pieces, dice=dice, name=name, seed=seed)
    write_free(Path(file), puzzle_file_bytes(made), force=force)
    facts = puzzle_facts(made, made.puzzle, None) | {"dice": [list(die) for die in made.dice], "file": str(file)}
    return Report("puzzle-new", facts, new_text(str(file), made, why_without_dice(made)))


@verb(
    group="upkeep",
    name="puzzle show",
    formats=("svg",),
    examples=("puzzle show genius-square", "puzzle show 6x6/6:10*L3 --out puzzle.svg"),
)
def show(puzzle: PuzzleSource = "genius-square") -> ShownPuzzle:
    """Show the board and the pieces of a puzzle, with their letters.

    PUZZLE is a name, GRID/BLOCKERS:PIECES such as 6x6/6:10*L3, or a puzzle file.  [default: genius-square]
    """
    from solver.polyform.puzzle_file import find_puzzle, puzzle_file_of

    return ShownPuzzle(find_puzzle(str(puzzle)), puzzle_file_of(str(puzzle))[0])
