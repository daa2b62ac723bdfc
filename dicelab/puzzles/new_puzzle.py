"""A puzzle of one's own to begin with: a drawn board, pieces, and dice of which every roll can be solved."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import replace
from itertools import cycle

import numpy as np
from numpy.typing import NDArray

from dicelab.dice import DiceSet
from dicelab.dice.dice_set import OR_SHARE, Die
from dicelab.dice.files import is_faces, read_written_dice
from dicelab.dice.sources import dice_set_of
from dicelab.errors import FALSE, DiceError
from dicelab.search.design.verbs import design
from solver.errors import InputError, quoted
from solver.polyform import SQUARES, Grid, Lattice, Piece, Puzzle, SquareGrid, free_polyforms, placements
from solver.polyform.grid import MASK_CELLS
from solver.polyform.lattice import lattice_named
from solver.polyform.piece import NAMED
from solver.polyform.puzzle import pieces_of
from solver.polyform.puzzle_file import puzzle_file_of
from solver.polyform.puzzle_parsing import PuzzleFile, require_name

MOST_SIDE = 20
LARGEST_PIECE = 4
MOST_SECONDS = 600
"""For dice of given sizes."""
CELLS_OF_BLOCKER, MOST_BLOCKERS = 6, 7
"""One cell in this many is blocked where no pieces are named, at most seven in all."""


def new_puzzle(
    lattice: str = "",
    *,
    board: str = "",
    pieces: str = "",
    dice: str = "",
    name: str = "",
    seed: int = 0,
) -> PuzzleFile:
    """Make a small game that works, for its file to be changed by hand.

    Parameters
    ----------
    lattice
        ``squares``, ``triangles`` or ``hexagons``; by default that of the board.
    board
        A grid such as ``6x6`` or ``triangles@1,0-2``, or the side of a square or of a hexagon.
    pieces
        With commas: ``I2,2*L3``; by default small ones, each once and again, that leave every sixth cell to a blocker.
    dice
        Faces, ``A1 A2 | B1 B3``, or the number of cells of each die, ``4,6,8``, of which every roll can be solved; by
        default such dice are found of as many cells as are easily found, six at most.

    Raises
    ------
    DiceError, InputError
        If these do not make a puzzle, or no such dice are found.

    Examples
    --------
    >>> file = new_puzzle("hexagons", name="mine")
    >>> len(file.puzzle.grid), len(file.dice), file.puzzle.allowed_boards
    (19, 3, 969)
    """
    kind = lattice_named(lattice) if lattice else _lattice_of(board)
    grid = _board(board, kind)
    if grid.lattice is not kind:
        raise InputError(f"a board of {grid.lattice.name} and the lattice {kind.name}: leave the lattice out")
    listed = _pieces(pieces, kind) if pieces else _some_pieces(grid, len(_sizes(dice)))
    blockers = len(grid) - sum(piece.order for piece in listed)
    if blockers < 0:
        raise InputError(
            f"the pieces cover {len(grid) - blockers} cells, but the board has {len(grid)}: leave some out"
        )
    return with_dice(PuzzleFile(Puzzle(grid, tuple(listed), blockers)), dice=dice, name=name, seed=seed)


def with_dice(file: PuzzleFile, *, dice: str = "", name: str = "", seed: int = 0) -> PuzzleFile:
    """Return a puzzle file with dice, and perhaps another name.

    Parameters
    ----------
    dice
        As for :func:`new_puzzle`, but by default those of the file. The regions of a calendar are its dice.

    Examples
    --------
    >>> from solver.polyform.puzzle_catalogue import catalogue_file
    >>> file = with_dice(catalogue_file("genius-star"), name="My star")
    >>> file.puzzle.name, file.name, len(file.dice)
    (None, 'My star', 7)
    """
    name = name or file.name
    puzzle = replace(file.puzzle, name=None, title=name)
    require_name(name, puzzle)
    found = _designed(_sizes(dice), puzzle, seed) if _sizes(dice) else _dice(dice, puzzle) if dice else None
    if not (dice or file.dice) and puzzle.blockers and not puzzle.regions and len(puzzle.grid) <= MASK_CELLS:
        found = grown_dice(puzzle, seed)
    return replace(file, puzzle=puzzle, name=name, dice=tuple(map(tuple, found.labels())) if found else file.dice)


def puzzle_of_source(source: str) -> PuzzleFile:
    """Return the content of a puzzle's file without its dice, or the puzzle of a dice set or of a run with the dice.

    Examples
    --------
    >>> len(puzzle_of_source("genius-star").dice), len(puzzle_of_source("theorem-5.3").dice)
    (0, 7)
    """
    try:
        file, variant, _ = puzzle_file_of(source)
        if variant:
            puzzle = file.variant(variant)
            return replace(file, puzzle=puzzle, name=puzzle.title, variants={}, about_variants={}, dice=())
        return replace(file, dice=())
    except InputError:
        found = dice_set_of(source)
    if found.shared_cells:
        raise DiceError(f"--from {source}: its dice share cells, which those of a puzzle file may not")
    return PuzzleFile(found.puzzle, found.puzzle.title, dice=tuple(map(tuple, found.labels())))


def why_without_dice(file: PuzzleFile) -> str:
    """Return why a new puzzle has no dice, or nothing if it has some.

    Examples
    --------
    >>> why_without_dice(new_puzzle(board="2x2", pieces="O4"))
    'no cell is blocked'
    """
    puzzle = file.puzzle
    if file.dice:
        return ""
    if puzzle.regions:
        return "its regions are its dice"
    if not puzzle.blockers:
        return "no cell is blocked"
    if len(puzzle.grid) > MASK_CELLS:
        return f"design finds them for boards of more than {MASK_CELLS} cells, as in dicelab design --puzzle FILE"
    return f"none of {STARTS} boards drawn at random can be solved, so choose other pieces"


def _lattice_of(board: str) -> Lattice:
    name, at, _ = board.partition("@")
    return lattice_named(name) if at else SQUARES


def _board(text: str, lattice: Lattice) -> Grid:
    """Return the grid of a text, or that of a side."""
    if text and not text.isdecimal():
        return Grid.parse(text)
    side = int(text or lattice.usual_side) if len(text) <= 2 else 0
    if not 1 <= side <= MOST_SIDE:
        raise InputError(f"board {quoted(text)}: write a side of 1 to {MOST_SIDE}, or a grid such as 6x6")
    return SquareGrid(side, side) if lattice is SQUARES else Grid(lattice, lattice.board(side))


def _pieces(text: str, lattice: Lattice) -> list[Piece]:
    return [piece for part in text.split(",") for piece in pieces_of(part, lattice)]


def _some_pieces(grid: Grid, blockers: int) -> list[Piece]:
    """Return small pieces, in order of size, that leave a cell for each blocker; 0 stands for every sixth cell."""
    left = len(grid) - (blockers or min(MOST_BLOCKERS, max(1, len(grid) // CELLS_OF_BLOCKER)))
    known = [Piece.parse(name, grid.lattice) for name in NAMED[grid.lattice]] or [
        piece for order in range(1, LARGEST_PIECE + 1) for piece in free_polyforms(order, grid.lattice)
    ]
    small = [piece for piece in known if 1 < piece.order <= LARGEST_PIECE and _fits(piece, grid)]
    found: list[Piece] = []
    for piece in cycle(small):
        if left < min(one.order for one in small):
            break
        if piece.order <= left:
            found.append(piece)
            left -= piece.order
    found += [known[0]] * left
    return sorted(found, key=lambda piece: (piece.order, known.index(piece)))


def _fits(piece: Piece, grid: Grid) -> bool:
    return next(placements(piece, grid), None) is not None


def _sizes(text: str) -> tuple[int, ...]:
    """Return the numbers of cells that a text names; none where it names faces."""
    return tuple(map(int, text.split(","))) if re.fullmatch(r"[0-9]{1,3}(\s*,\s*[0-9]{1,3})*", text.strip()) else ()


def _designed(sizes: tuple[int, ...], puzzle: Puzzle, seed: int) -> DiceSet:
    """Return dice of these sizes of which every roll can be solved."""
    listed = ",".join(map(str, sizes))
    outcome = design(puzzle=puzzle, sizes=sizes, seed=seed, seconds=MOST_SECONDS)
    if outcome.dice_set is None:
        if outcome.exit_status == FALSE:
            raise DiceError(f"dice {listed}: no such dice can always be solved (proved): choose smaller ones")
        raise DiceError(
            f"dice {listed}: none were found within {MOST_SECONDS // 60} minutes: choose smaller ones, or leave "
            "--dice out, and dicelab design --puzzle FILE searches longer"
        )
    return outcome.dice_set


def _dice(text: str, puzzle: Puzzle) -> DiceSet:
    labels = set(map(str.upper, puzzle.grid.cell_labels))
    if not is_faces(text, labels):
        raise DiceError(f"dice {quoted(text)}: write their faces, such as A1 A2 | B1 B3, or sizes, such as 4,6,8")
    try:
        return DiceSet.of_labels(read_written_dice(text, labels).faces, puzzle)
    except DiceError as error:
        raise DiceError(str(error).removesuffix(OR_SHARE)) from None


Masks = NDArray[np.uint64]

FACES = 6
MOST_ROLLS = 10_000
"""A set with this many rolls grows no further."""
STARTS, GROWN = 200, 20
"""Random boards, and how many sets are grown from those among them that can be solved; the best is returned."""
FEW = 64
"""Boards that are asked about before all."""
MOST_SEARCHED = 40_000
"""Boards looked at after which no other set is begun."""


def grown_dice(puzzle: Puzzle, seed: int = 0, *, faces: int = FACES) -> DiceSet | None:
    """Return dice of which every roll can be solved; nothing if no board among some random ones can be.

    They are neither the largest nor the best: ``evolve`` and ``design`` search for these.

    Parameters
    ----------
    puzzle
        With at least one blocker, on at most 64 cells.
    faces
        Most cells on a die.

    Examples
    --------
    >>> dice = grown_dice(Puzzle.parse("3x3/2:I3,L4"))
    >>> len(dice.dice), dice.roll_count > 1
    (2, True)
    """
    from solver.exact_cover.batches import BatchSolver

    puzzle.grid.require_masks()
    solver = BatchSolver(puzzle.problem, len(puzzle.pieces))
    searched = 0

    def solvable(boards: Masks) -> NDArray[np.bool_]:
        nonlocal searched
        searched += len(boards)
        found: NDArray[np.bool_] = solver.first_solutions(boards)[:, 0] >= 0
        return found

    generator = np.random.default_rng(seed)
    starts = [_random_board(puzzle, generator) for _ in range(STARTS)]
    masks = np.array([sum(1 << cell for cell in cells) for cells in starts], np.uint64)
    best: list[list[int]] = []
    for place in np.flatnonzero(solvable(masks))[:GROWN].tolist():
        dice = _grown(puzzle, starts[place], solvable, generator, faces)
        best = max(best, dice, key=_worth)
        if searched > MOST_SEARCHED or min(map(len, best)) == faces:
            break
    return DiceSet(tuple(Die(tuple(sorted(die))) for die in best), puzzle) if best else None


def _worth(dice: list[list[int]]) -> tuple[int, int]:
    """Return the rank of a set: the size of its smallest die, then its rolls; a die of one cell is useless."""
    return min(map(len, dice), default=0), math.prod(map(len, dice))


def _grown(
    puzzle: Puzzle,
    start: list[int],
    solvable: Callable[[Masks], NDArray[np.bool_]],
    generator: np.random.Generator,
    faces: int,
) -> list[list[int]]:
    """Add cells to dice in turn, until no further cell fits."""
    dice = [[cell] for cell in start]
    free = [cell for cell in puzzle.grid.cells(puzzle.blockable) if cell not in start]
    generator.shuffle(free)
    growing = True
    while growing:
        growing = False
        for number, die in enumerate(dice):
            others = _rolls(dice[:number] + dice[number + 1 :])
            if len(die) == faces or len(others) * (len(die) + 1) > MOST_ROLLS:
                continue
            fitting = [cell for cell in free if not puzzle.regions or _same_region(puzzle, cell, die[0])]
            for cell in fitting:
                if _all(others | np.uint64(1 << cell), solvable):
                    die.append(cell)
                    free.remove(cell)
                    growing = True
                    break
    return dice


def _all(boards: Masks, solvable: Callable[[Masks], NDArray[np.bool_]]) -> bool:
    """Tell whether all boards can be solved; where one can't, a few boards mostly tell it."""
    return bool(solvable(boards[:: len(boards) // FEW + 1]).all()) and bool(solvable(boards).all())


def _random_board(puzzle: Puzzle, generator: np.random.Generator) -> list[int]:
    """Draw the cells of a board that the puzzle allows."""
    if puzzle.regions:
        return [int(generator.choice(list(puzzle.grid.cells(region)))) for region in puzzle.regions]
    cells = generator.choice(list(puzzle.grid.cells(puzzle.blockable)), puzzle.blockers, replace=False)
    return [int(cell) for cell in cells]


def _rolls(dice: list[list[int]]) -> Masks:
    rolls = np.zeros(1, np.uint64)
    for die in dice:
        faces = np.array([1 << cell for cell in die], np.uint64)
        rolls = (rolls[:, None] | faces).ravel()
    return rolls


def _same_region(puzzle: Puzzle, one: int, other: int) -> bool:
    return any(region >> one & region >> other & 1 for region in puzzle.regions)
