"""The programs of Caviness (2014) as printed, on rows of text: they share no code with `solver.domino`.

They are read as by the Wolfram Language; where the copy at hand can't be the code that was run, a :class:`Reading` says
which way it is read. A cell is its row and column, both from 1, and a place two neighbouring cells, as in the paper.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import combinations_with_replacement, product

M9 = "14444400 12166224 12000666 52020022 13333555 43336655 45111653"
QUADRILLE = ".331155. .331155. 22443366 22443366 .556600. .556600. 00112244 00112244"
TOO_EASY = "43465066 35335026 34510560 11512424 63030251 54062012 16231442"
HOLE = "42303642 42501501 234.4640 663...20 15...311 0455.131 41626630 26350552"
"""The puzzles of the paper."""

Cell = tuple[int, int]
Place = tuple[Cell, Cell]
Bone = tuple[int, int]
Partial = tuple[tuple[Place, ...], tuple[Bone, ...]]
"""Where dominoes lie, and which are left."""
Choice = tuple[Place, ...]
"""A place for each domino."""


class Reading(StrEnum):
    """How ``step`` is read."""

    AS_PRINTED = "as printed"
    """``Return[]`` at a cell without free neighbour; ``puzzle[m0, #, bones] & @@ …`` at a branch."""
    MAPPED = "with & /@ at a branch"
    """As the trace in the paper shows that it was run."""
    MAPPED_AND_EMPTY = "with & /@ at a branch and Return[{}] at a cut-off cell"
    """The mildest reading."""


class NeverEndsError(Exception):
    """The program has no end."""


def cells_of(rows: str) -> dict[Cell, int]:
    """Read rows of digits, parted by spaces, with a dot for a hole."""
    return {
        (row, column): int(digit)
        for row, line in enumerate(rows.split(), start=1)
        for column, digit in enumerate(line, start=1)
        if digit != "."
    }


def bones_of(cells: dict[Cell, int]) -> tuple[Bone, ...]:
    """Return the bone pile of a grid."""
    return tuple(combinations_with_replacement(sorted(set(cells.values())), 2))


def places_of(cells: dict[Cell, int]) -> dict[Bone, list[Place]]:
    """Return all places of each domino that has any (``find``), in the order of the paper.

    Examples
    --------
    >>> places_of(cells_of("001 011"))[0, 0]
    [((1, 1), (1, 2)), ((1, 1), (2, 1))]
    """
    found: dict[Bone, list[Place]] = {}
    for row, column in sorted(cells):
        for near in ((row, column + 1), (row + 1, column)):
            if near in cells:
                low, high = sorted((cells[row, column], cells[near]))
                found.setdefault((low, high), []).append(((row, column), near))
    return found


def options_of(rows: str) -> list[list[Place]]:
    """Return the places of each domino, in the order of the bone pile."""
    cells = cells_of(rows)
    found = places_of(cells)
    return [found.get(bone, []) for bone in bones_of(cells)]


def covered(places: Iterable[Place]) -> set[Cell]:
    """Return the cells of some places."""
    return set[Cell]().union(*places)


def collide(places: Sequence[Place]) -> bool:
    """Tell whether two of some places share a cell."""
    return len(covered(places)) < 2 * len(places)


def forced_places(cells: dict[Cell, int], filled: Iterable[Place]) -> list[Place] | None:
    """Return the places of cells with one free neighbour (``forcedLocations``); ``None`` where a cell has none."""
    hidden = covered(filled)
    free = {cell: number for cell, number in cells.items() if cell not in hidden}
    places = [place for found in places_of(free).values() for place in found]
    neighbours = Counter(cell for place in places for cell in place)
    if any(cell not in neighbours for cell in free):
        return None
    return sorted(place for place in places if 1 in (neighbours[place[0]], neighbours[place[1]]))


def left_places(cells: dict[Cell, int], partial: Partial) -> list[list[Place]]:
    """Return the places that each domino that is left still has."""
    hidden = covered(partial[0])
    found = places_of({cell: number for cell, number in cells.items() if cell not in hidden})
    return [found.get(bone, []) for bone in partial[1]]


def step(cells: dict[Cell, int], partial: Partial, reading: Reading = Reading.MAPPED_AND_EMPTY) -> list[Partial]:
    """Do one ``step``. As in the paper, forced pieces are not looked at for overlap.

    Raises :class:`NeverEndsError` if it returns ``Null``. ``step[Null]`` stays as it is, then comes
    ``step[step[Null]]``, and so on: ``FixedPoint`` waits for ever for two equal lists.
    """
    filled, bones = partial
    forced = forced_places(cells, filled)
    if forced is None:
        if reading is not Reading.MAPPED_AND_EMPTY:
            raise NeverEndsError
        return []
    if forced:
        pieces = [(min(cells[a], cells[b]), max(cells[a], cells[b])) for a, b in forced]
        if collide(forced) or not set(pieces) <= set(bones) or len(set(pieces)) < len(pieces):
            return []
        return [_played(partial, forced, pieces)]
    found = left_places(cells, partial)
    fewest = min(map(len, found))
    ours = [bone for bone, places in zip(bones, found, strict=True) if len(places) == fewest]
    if fewest == 1:
        return [_played(partial, [places[0] for places in found if len(places) == 1], ours)]
    # A piece without a place makes this an empty list, as in the paper.
    branches = [_played(partial, [place], ours[:1]) for place in min(found, key=len)]
    # `f @@ {a, b}` is f[a, b], and a function of one argument ignores the others.
    return branches[:1] if reading is Reading.AS_PRINTED else branches


def _played(partial: Partial, places: list[Place], pieces: list[Bone]) -> Partial:
    return partial[0] + tuple(places), tuple(bone for bone in partial[1] if bone not in pieces)


def rounds(rows: str, reading: Reading = Reading.MAPPED_AND_EMPTY) -> Iterator[list[Partial]]:
    """Yield the list of partial solutions at the start and after each round, while anything changes."""
    cells = cells_of(rows)
    now: list[Partial] = [((), bones_of(cells))]
    yield now
    while any(bones for _, bones in now):
        now = [after for partial in now for after in (step(cells, partial, reading) if partial[1] else [partial])]
        yield now


def solve_puzzle(rows: str, reading: Reading = Reading.MAPPED_AND_EMPTY) -> list[Choice]:
    """Return the lists that ``solvePuzzle`` calls solutions, or raise :class:`NeverEndsError` as :func:`step` does.

    Examples
    --------
    >>> len(solve_puzzle("001 101"))
    2
    >>> len(solve_puzzle("001 101", Reading.AS_PRINTED))
    1
    """
    *_, last = rounds(rows, reading)
    return [tuple(sorted(filled)) for filled, _ in last]


def brute_force(options: Sequence[Sequence[Place]]) -> list[Choice]:
    """Return the choices of one place each without a collision: every case is looked at (``Select[Outer[…], …]``)."""
    return [choice for choice in product(*options) if not collide(choice)]


def odometer(options: Sequence[Sequence[Place]]) -> tuple[list[tuple[int, ...]], int]:
    """Turn the odometer; return the readings that it shows as solutions, and how often the ``While`` loop ran.

    Raises :class:`NeverEndsError` if it shows the same reading for ever.

    Examples
    --------
    >>> odometer(sorted(options_of("001 101"), key=len))
    ([(1, 1, 3), (1, 2, 1)], 8)
    """
    digits, readings, passes = [1] * len(options), list[tuple[int, ...]](), 0
    while True:
        passes += 1
        place = _first_collision(options, digits)
        if place is None:
            if digits[0] > len(options[0]):
                raise NeverEndsError
            readings.append(tuple(digits))
            # Whether the odometer could be advanced is not looked at here.
            _advance(options, digits, len(options) - 1)
        elif not _advance(options, digits, place):
            # `Return` inside `While` leaves the function.
            return readings, passes


def _first_collision(options: Sequence[Sequence[Place]], digits: Sequence[int]) -> int | None:
    """Return the first place where ``Length[Union @@ …]`` of it and those before it is not twice their number, if any.

    A digit past its maximum makes ``Part`` complain and stay as it is, ``Part[places, digit]``; ``Union`` then takes
    the two arguments for elements.
    """
    elements = set[object]()
    starts_beyond = digits[0] > len(options[0])
    for place, (places, digit) in enumerate(zip(options, digits, strict=True)):
        if (digit > len(places)) != starts_beyond:
            # Heads differ, List and Part: `Union` stays as it is, with an argument for each place.
            return place
        elements.update((tuple(places), digit) if starts_beyond else places[digit - 1])
        if len(elements) != 2 * (place + 1):
            return place
    return None


def _advance(options: Sequence[Sequence[Place]], digits: list[int], place: int) -> bool:
    """Advance a digit, or one before it (``incOdometer``); tell whether there was one."""
    digits[place] += 1
    while digits[place] > len(options[place]):
        place -= 1
        if place < 0:
            return False
        digits[place] += 1
    digits[place + 1 :] = [1] * (len(digits) - place - 1)
    return True
