"""Hypothesis strategies for small exact cover problems, grids, pieces, puzzles, boards and dice."""

from __future__ import annotations

from collections import Counter

from hypothesis import assume, strategies as st

from dicelab.dice import DiceSet, Die
from solver.exact_cover import ExactCover
from solver.polyform import Board, Grid, Piece, Puzzle, SquareGrid, placements
from solver.polyform.lattice import HEXAGONS, LATTICES, SQUARES, Lattice
from solver.polyform.piece import free_polyforms

SMALL_PIECES = {
    lattice: tuple(piece for order in (1, 2, 3, 4) for piece in free_polyforms(order, lattice))
    for lattice in LATTICES.values()
}


@st.composite
def random_covers(draw: st.DrawFn, items: int = 6, options: int = 8) -> ExactCover:
    """Draw a problem without a plan: most have no solution, some have many; options may be equal."""
    count = draw(st.integers(0, items))
    primary = draw(st.integers(0, count))
    option = st.sets(st.integers(0, max(0, count - 1)), min_size=1).map(sorted).map(tuple)
    listed = draw(st.lists(option, max_size=options)) if count else []
    return ExactCover(
        items=tuple(f"item {n}" for n in range(count)),
        options=tuple(o for o in listed if o[0] < primary),
        multiplicities=tuple(draw(st.lists(st.integers(1, 3), min_size=count, max_size=count))),
        primary=primary,
    )


@st.composite
def planted_covers(draw: st.DrawFn, items: int = 6, options: int = 8) -> ExactCover:
    """Draw a problem with a solution: some of the options say how often each item is to be covered."""
    option = st.sets(st.integers(0, items - 1), min_size=1, max_size=4)
    planted = draw(st.lists(option, min_size=1, max_size=options // 2))
    others = draw(st.lists(option, max_size=options - len(planted)))
    times = Counter(item for held in planted for item in held)
    assume(max(times.values()) <= 3)
    secondary = {item for item in range(items) if item not in times}
    secondary |= draw(st.sets(st.sampled_from(sorted(times))))
    assume(all(not held <= secondary for held in planted))
    order = sorted(range(items), key=lambda item: (item in secondary, item))
    number = {item: n for n, item in enumerate(order)}
    listed = draw(st.permutations([held for held in planted + others if not held <= secondary]))
    return ExactCover(
        items=tuple(f"item {item}" for item in order),
        options=tuple(tuple(sorted(number[item] for item in held)) for held in listed),
        multiplicities=tuple(
            draw(st.integers(max(1, times[item]), 3)) if item in secondary else times[item] for item in order
        ),
        primary=items - len(secondary),
    )


def covers(items: int = 6, options: int = 8) -> st.SearchStrategy[ExactCover]:
    """Draw problems of both kinds."""
    return st.one_of(random_covers(items, options), planted_covers(items, options))


@st.composite
def square_grids(draw: st.DrawFn, side: int = 5) -> SquareGrid:
    """Draw a rectangle, perhaps with holes; some fall into parts."""
    rows, columns = draw(st.integers(1, side)), draw(st.integers(1, side))
    whole = SquareGrid(rows, columns)
    holes = draw(st.sets(st.integers(0, len(whole) - 1), max_size=min(4, len(whole) - 1)))
    return SquareGrid(rows, columns, [whole.label(cell) for cell in holes])


@st.composite
def grids(draw: st.DrawFn, lattice: Lattice | None = None, cells: int = 12, *, labelled: bool = False) -> Grid:
    """Draw a grid of at most ``cells`` cells: rows of one length, less up to 3 of their cells.

    Parameters
    ----------
    lattice
        None for any of them.
    labelled
        Whether some have other labels than the usual ones.
    """
    lattice = lattice or draw(st.sampled_from(tuple(LATTICES.values())))
    rows = draw(st.integers(1, min(4, cells)))
    length = draw(st.integers(1, cells // rows) | st.just(cells // rows))
    step = 2 if lattice is HEXAGONS else 1
    points = []
    for row in range(rows):
        start = draw(st.integers(0, 2))
        start += 0 if lattice.has((row, start)) else 1
        points += [(row, start + step * place) for place in range(length)]
    holes = draw(st.sets(st.sampled_from(points), max_size=min(3, len(points) - 1)))
    left = [point for point in points if point not in holes]
    schemes = [None, "numbers", "rows-and-columns", [f"D{number}" for number, _ in enumerate(left)]]
    return Grid(lattice, left, draw(st.sampled_from(schemes)) if labelled else None)


@st.composite
def pieces(draw: st.DrawFn, order: int = 9, lattice: Lattice | None = SQUARES, *, one_sided: bool = False) -> Piece:
    """Draw a piece, grown cell by cell; of any lattice if it is None.

    Parameters
    ----------
    one_sided
        Whether some may not be turned over.
    """
    lattice = lattice or draw(st.sampled_from(tuple(LATTICES.values())))
    points = {(0, 0)}
    for _ in range(draw(st.integers(0, order - 1))):
        points.add(draw(st.sampled_from(lattice.neighbours(draw(st.sampled_from(sorted(points)))))))
    return Piece(lattice.shape(points), lattice, not one_sided or draw(st.booleans()))


@st.composite
def puzzles(
    draw: st.DrawFn,
    side: int = 4,
    blockers: int | None = None,
    lattice: Lattice | None = SQUARES,
    *,
    plain: bool = True,
) -> Puzzle:
    """Draw a puzzle of small pieces, copies among them, with up to ``blockers`` blockers.

    Parameters
    ----------
    side
        Most rows and columns of squares; other grids have at most 12 cells.
    lattice
        None for any of them.
    plain
        Otherwise some have one-sided pieces, labels of their own, cells that may not be blocked, or regions.
    """
    lattice = lattice or draw(st.sampled_from(tuple(LATTICES.values())))
    squares = lattice is SQUARES and (plain or draw(st.booleans()))
    grid = draw(square_grids(side) if squares else grids(lattice, labelled=not plain))
    fitting = [piece for piece in SMALL_PIECES[lattice] if next(placements(piece, grid), None) is not None]
    chosen: list[Piece] = []
    left = len(grid)
    most = len(grid) - 1 if blockers is None else blockers
    most = min(most, len(grid) - 1)
    keep = draw(st.integers(0, min(most, 3)) | st.integers(0, most))
    while left > keep:
        orders = {piece.order for piece in fitting if piece.order <= left - keep}
        order = draw(st.sampled_from(sorted(orders)) | st.just(max(orders)))
        piece = draw(st.sampled_from([piece for piece in fitting if piece.order == order]))
        chosen.append(piece)
        left -= piece.order
    chosen.sort(key=SMALL_PIECES[lattice].index)
    if plain:
        return Puzzle(grid, tuple(chosen), keep)
    sided = (piece if draw(st.booleans()) else Piece(piece.shape, lattice, flips=False) for piece in chosen)
    # Some pieces fit only when they are turned over.
    chosen = [
        one if next(placements(one, grid), None) is not None else two for one, two in zip(sided, chosen, strict=True)
    ]
    places = draw(st.permutations(range(len(grid))))[: draw(st.integers(keep, len(grid)))]
    free, regions = 0, tuple[int, ...]()
    if keep and draw(st.booleans()):
        regions = tuple(grid.mask(places[number::keep]) for number in range(keep))
    elif draw(st.booleans()):
        free = grid.full & ~grid.mask(places)
    return Puzzle(grid, tuple(chosen), keep, None, free, regions)


@st.composite
def boards_of(draw: st.DrawFn, grid: Grid) -> Board:
    """Draw a board with any number of blockers."""
    return Board(Grid.mask(draw(st.sets(st.integers(0, len(grid) - 1)))), grid)


@st.composite
def allowed_boards(draw: st.DrawFn, puzzle: Puzzle) -> Board:
    """Draw a board that a puzzle allows."""
    grid = puzzle.grid
    if puzzle.regions:
        blocked = [draw(st.sampled_from(tuple(grid.cells(region)))) for region in puzzle.regions]
    else:
        blocked = draw(st.permutations(tuple(grid.cells(puzzle.blockable))))[: puzzle.blockers]
    return Board(grid.mask(blocked), grid)


@st.composite
def dice_sets(draw: st.DrawFn, puzzle: st.SearchStrategy[Puzzle], *, shared_cells: bool = False) -> DiceSet:
    """Draw dice of up to three faces that a drawn puzzle allows; with ``shared_cells`` some cells are on several."""
    played = draw(puzzle)
    places = draw(st.permutations(tuple(played.grid.cells(played.blockable))))
    if played.regions:
        cells = [tuple(played.grid.cells(region)) for region in played.regions]
    elif shared_cells:
        cells = [tuple(places)] * played.blockers
    else:
        cells = [tuple(places[number :: played.blockers]) for number in range(played.blockers)]
    dice = (Die(tuple(draw(st.lists(st.sampled_from(own), min_size=1, max_size=3)))) for own in cells)
    return DiceSet(tuple(dice), played, shared_cells=shared_cells)
