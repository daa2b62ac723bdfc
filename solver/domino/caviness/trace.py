"""The moves of the human method in words: as the paper's program prints them, and as a person would say them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from solver.domino.candidates import listed
from solver.domino.caviness.rules import DeadEnd, MoveKind
from solver.domino.grid import Domino, DominoGrid, Location

if TYPE_CHECKING:
    from solver.domino.caviness.human import Move


def printed(move: Move, grid: DominoGrid) -> tuple[str, ...]:
    """Return the lines that the paper's program prints of a move; cells are {row, column}, both from 1."""
    if move.dead_end is DeadEnd.IMPOSSIBLE_LOCATION:
        return (move.dead_end.value,)
    lines = [f"forcedLocations: {_places(move.forced, grid)}; pieces: {_braces(map(_braces, move.pieces))}"]
    if move.freq:
        ours = _braces(_braces([place + 1]) for place in move.ours)
        lines += [f"freq: {_braces(move.freq)}", f"minfreq: {min(move.freq)}; ours: {ours}"]
    if move.kind is MoveKind.BRANCH:
        lines += [f"reduced ours list: {move.ours[0] + 1}", f"found[[ours]]: {_places(move.options, grid)}"]
    if move.dead_end is DeadEnd.UNPLAYABLE_PIECES:
        lines.append(f"{move.dead_end}: {_braces(_braces(move.state.bones[place]) for place in move.ours)}")
    elif move.dead_end:
        lines.append(move.dead_end.value)
    return tuple(lines)


def sentence(move: Move, grid: DominoGrid) -> str:
    """Return one sentence that tells what was done and why: cells as A1, dominoes as 0-5."""
    if move.dead_end:
        return _dead_end(move, grid)
    if move.kind is MoveKind.FORCED_LOCATIONS:
        return f"{listed([_only_with(move, number, grid) for number in range(len(move.forced))], 'and')}."
    if move.kind is MoveKind.FORCED_PIECES:
        fits = [f"{bone(grid.domino_at(location))} fits only on {place(location, grid)}" for location in move.placed]
        return f"{listed(fits, 'and')}."
    options = [place(location, grid) for location in move.options]
    first = bone(move.state.bones[move.ours[0]])
    return f"No domino has fewer places than {first}, which has {len(move.options)}: try {listed(options, 'and')}."


def _dead_end(move: Move, grid: DominoGrid) -> str:
    match move.dead_end:
        case DeadEnd.IMPOSSIBLE_LOCATION:
            free = _free(move, grid)
            alone = [grid.board.label(cell) for cell in sorted(free) if free.isdisjoint(grid.board.neighbours[cell])]
            return f"Nothing is free beside {listed(alone, 'and')}: no domino can cover it."
        case DeadEnd.OVERLAPPING_LOCATIONS:
            cell, locations = _shared(move.forced)
            others = [grid.board.label(sum(location) - cell) for location in locations]
            return f"{listed(others, 'and')} can both be covered only with {grid.board.label(cell)}."
        case DeadEnd.PIECE_ALREADY_PLAYED:
            first = next(n for n, domino in enumerate(move.pieces) if domino not in move.state.bones)
            return f"{_only_with(move, first, grid)}, and {bone(move.pieces[first])} is already played."
        case DeadEnd.SAME_PIECE:
            twice = next(domino for domino, times in Counter(move.pieces).items() if times > 1)
            needs = [_only_with(move, n, grid) for n, domino in enumerate(move.pieces) if domino == twice]
            return f"{listed(needs, 'and')}, and there is one {bone(twice)}."
        case DeadEnd.UNPLAYABLE_PIECES:
            unplayable = [bone(move.state.bones[n]) for n in move.ours]
            return f"No place is left for {listed(unplayable, 'and')}."
        case _:
            cell, locations = _shared(_only(move, grid))
            fits = [f"{bone(grid.domino_at(where))} fits only on {place(where, grid)}" for where in locations]
            return f"{listed(fits, 'and')}, and both need {grid.board.label(cell)}."


def _free(move: Move, grid: DominoGrid) -> set[int]:
    return set(range(len(grid.board))).difference(*move.state.filled)


def _only_with(move: Move, number: int, grid: DominoGrid) -> str:
    """Tell of a forced location which of its cells has no other free neighbour."""
    location, free = move.forced[number], _free(move, grid)
    cell = next(cell for cell in location if len(free.intersection(grid.board.neighbours[cell])) == 1)
    other = sum(location) - cell
    label = grid.board.label
    return f"{label(cell)} can be covered only with {label(other)} ({bone(move.pieces[number])})"


def _only(move: Move, grid: DominoGrid) -> list[Location]:
    """Return the only place of each domino that has one."""
    free = _free(move, grid)
    single = {move.state.bones[n] for n in move.ours}
    return [where for where in grid.locations if free.issuperset(where) and grid.domino_at(where) in single]


def _shared(locations: Sequence[Location]) -> tuple[int, list[Location]]:
    """Return the first cell that is in more than one of the locations, and the first two that have it."""
    times = Counter(cell for location in locations for cell in location)
    shared = min(cell for cell, often in times.items() if often > 1)
    return shared, [location for location in locations if shared in location][:2]


def bone(domino: Domino) -> str:
    """Return a domino as a person writes it: 0-5."""
    return f"{domino[0]}-{domino[1]}"


def place(location: Location, grid: DominoGrid) -> str:
    """Return the labels of a location's cells."""
    return "-".join(grid.board.label(cell) for cell in location)


def _places(locations: Iterable[Location], grid: DominoGrid) -> str:
    points = grid.board.points
    cells = ([_braces([points[cell][0] + 1, points[cell][1] + 1]) for cell in location] for location in locations)
    return _braces(map(_braces, cells))


def _braces(entries: Iterable[object]) -> str:
    return "{" + ", ".join(map(str, entries)) + "}"
