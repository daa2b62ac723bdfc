"""Hypothesis strategies for small exact cover problems, grids, pieces, puzzles and boards."""

from __future__ import annotations

from collections import Counter

from hypothesis import assume, strategies as st

from solver.exact_cover import ExactCover
from solver.polyform import Board, Grid, Piece, Puzzle, SquareGrid, free_polyominoes, placements

SMALL_PIECES = tuple(piece for order in (1, 2, 3, 4) for piece in free_polyominoes(order))


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
def pieces(draw: st.DrawFn, order: int = 9) -> Piece:
    """Draw a free polyomino, grown square by square."""
    points = {(0, 0)}
    for _ in range(draw(st.integers(0, order - 1))):
        row, column = draw(st.sampled_from(sorted(points)))
        down, right = draw(st.sampled_from([(1, 0), (-1, 0), (0, 1), (0, -1)]))
        points.add((row + down, column + right))
    return Piece(tuple(sorted(points)))


@st.composite
def puzzles(draw: st.DrawFn, side: int = 4, blockers: int | None = None) -> Puzzle:
    """Draw a puzzle of small pieces, copies among them, with up to ``blockers`` blockers."""
    grid = draw(square_grids(side))
    fitting = [piece for piece in SMALL_PIECES if next(placements(piece, grid), None) is not None]
    chosen: list[Piece] = []
    left = len(grid)
    most = len(grid) - 1 if blockers is None else blockers
    keep = draw(st.integers(0, min(most, len(grid) - 1)))
    while left > keep:
        piece = draw(st.sampled_from([piece for piece in fitting if piece.order <= left - keep]))
        chosen.append(piece)
        left -= piece.order
    chosen.sort(key=SMALL_PIECES.index)
    return Puzzle(grid, tuple(chosen), keep)


@st.composite
def boards_of(draw: st.DrawFn, grid: SquareGrid) -> Board:
    """Draw a board with any number of blockers."""
    return Board(Grid.mask(draw(st.sets(st.integers(0, len(grid) - 1)))), grid)
