"""A position: the cells that are still free and the pieces that still have to be laid; and the rules for its parts.

These ask whether the pieces can be shared out among the components of the free cells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from operator import sub

from dicelab.reasons.board import Finding, in_words, plus
from solver.polyform import Grid, Piece, Puzzle
from solver.polyform.colouring import colours_of
from solver.words import counted, listed

SMALL = 8
"""Cells of a part whose fillings are all listed: two tetrominoes, little enough to be checked by hand."""

MOST_STATES = 50_000
"""Ways to share out that are followed; beyond, a rule can't tell."""

MOST_GROUPS = 4
"""Groups of pieces that a reason names."""

Group = tuple[int, ...]
"""How many pieces of each kind."""

Demand = tuple[int, ...]
"""The demand of a part: its number of cells, or where colour counts its number of cells of each colour."""


@dataclass(frozen=True, slots=True, eq=False)
class OpenBoardTable:
    """Tables of a puzzle for repeated look-ups; there is one for each puzzle, told apart by identity.

    ``kinds`` are the different pieces.
    ``placements`` are all on the empty grid, each the number of its kind and its mask; ``at`` has for each cell those
    whose lowest cell it is.
    """

    puzzle: Puzzle
    kinds: tuple[Piece, ...]
    placements: tuple[tuple[int, int], ...]
    at: tuple[tuple[tuple[int, int], ...], ...]

    @property
    def grid(self) -> Grid:
        """The grid of the puzzle."""
        return self.puzzle.grid


@lru_cache(maxsize=64)
def table_of(puzzle: Puzzle) -> OpenBoardTable:
    """Return the table of a puzzle on at most 64 cells."""
    puzzle.grid.require_masks()
    kinds = tuple(puzzle.kinds)
    number = {piece: n for n, piece in enumerate(kinds)}
    lying = tuple((number[piece], mask) for piece, mask in puzzle.placements)
    at: list[list[tuple[int, int]]] = [[] for _ in range(len(puzzle.grid))]
    for kind, mask in lying:
        at[(mask & -mask).bit_length() - 1].append((kind, mask))
    return OpenBoardTable(puzzle, kinds, lying, tuple(map(tuple, at)))


@dataclass(frozen=True, slots=True)
class OpenBoard:
    """The rest of a board when some pieces lie on it: the free cells, and how many of each kind of piece.

    The areas of the pieces that are left add up to the number of free cells.
    """

    table: OpenBoardTable
    free: int
    left: tuple[int, ...]

    @classmethod
    def of(cls, blockers: int, puzzle: Puzzle) -> OpenBoard:
        """Return the position of a board with no piece on it."""
        table = table_of(puzzle)
        return cls(table, puzzle.grid.full & ~blockers, tuple(puzzle.kinds.values()))

    def lay(self, kind: int, mask: int) -> OpenBoard:
        """Return the position with one more piece laid."""
        left = (*self.left[:kind], self.left[kind] - 1, *self.left[kind + 1 :])
        return OpenBoard(self.table, self.free & ~mask, left)

    def placements(self) -> list[tuple[int, int]]:
        """Return the placements of the pieces that are left, in the puzzle's order."""
        taken, left = ~self.free, self.left
        return [(kind, mask) for kind, mask in self.table.placements if left[kind] and not mask & taken]

    def parts(self) -> list[int]:
        """Return the components of the free cells, small ones first."""
        return sorted(components(self.free, self.table.grid), key=lambda part: (part.bit_count(), part))

    def words(self, kind: int, mask: int) -> str:
        """Return a placement in words.

        Examples
        --------
        >>> position = OpenBoard.of(0, Puzzle.parse("2x2/0:2*I2"))
        >>> position.words(0, 3)
        'I2 on A1 A2'
        """
        return f"{self.table.kinds[kind].name} on {self.table.grid.labels(mask)}"


def components(free: int, grid: Grid) -> Iterator[int]:
    """Yield the components of some cells, by lowest cell.

    Examples
    --------
    >>> from solver.polyform import SquareGrid
    >>> list(components(0b1011, SquareGrid(1, 4)))
    [3, 8]
    """
    near = grid.neighbour_masks
    while free:
        reached, edge = 0, free & -free
        while edge:
            reached |= edge
            beside = 0
            while edge:
                beside |= near[(edge & -edge).bit_length() - 1]
                edge &= edge - 1
            edge = beside & free & ~reached
        yield reached
        free &= ~reached


@lru_cache(maxsize=1 << 16)
def fillings(table: OpenBoardTable, part: int) -> frozenset[Group]:
    """Return every group of the puzzle's pieces that tiles some cells, exactly."""
    if not part:
        return frozenset([(0,) * len(table.kinds)])
    most = table.puzzle.kinds
    found = set()
    for kind, mask in table.at[(part & -part).bit_length() - 1]:
        if not mask & ~part:
            for group in fillings(table, part & ~mask):
                if group[kind] < most[table.kinds[kind]]:
                    found.add((*group[:kind], group[kind] + 1, *group[kind + 1 :]))
    return frozenset(found)


@lru_cache(maxsize=1 << 16)
def suffices(table: OpenBoardTable, left: Group, demands: tuple[Demand, ...]) -> bool:
    """Tell whether disjoint groups of pieces meet demands, all of area or all of colours; spare pieces stay.

    The pieces go one by one, large ones first, to a part or to none, until no part takes any more. The demands
    left are a state; equal parts are not told apart, and a state from which nothing leads on is not tried twice,
    nor one that takes more than the pieces that are left cover. Where there are more than 50,000 such states the answer
    is yes: the caller can't tell.
    """
    coloured = any(len(demand) > 1 for demand in demands)
    order = sorted(range(len(left)), key=lambda kind: -table.kinds[kind].order)
    pieces = [table.kinds[kind] for kind in order for _ in range(left[kind])]
    covering = [piece.colourings if coloured else ((piece.order,),) for piece in pieces]
    area = [0]
    for piece in reversed(pieces):
        area.append(area[-1] + piece.order)
    area.reverse()
    failed: set[tuple[int, tuple[Demand, ...]]] = set()

    def meet(number: int, state: tuple[Demand, ...], open_: int) -> bool:
        if not open_ or len(failed) > MOST_STATES:
            return True
        if open_ > area[number] or (number, state) in failed:
            return False
        for place in range(len(state) - 1, -1, -1):
            demand = state[place]
            if place and demand == state[place - 1]:
                continue
            for covered in covering[number]:
                after = tuple(map(sub, demand, covered))
                if min(after) >= 0:
                    rest = tuple(sorted((*state[:place], after, *state[place + 1 :])))
                    if meet(number + 1, rest, open_ - pieces[number].order):
                        return True
        if meet(number + 1, state, open_):
            return True
        failed.add((number, state))
        return False

    return meet(0, tuple(sorted(demands)), sum(map(sum, demands)))


def areas_suffice(position: OpenBoard, parts: Sequence[int]) -> bool:
    """Tell whether disjoint groups of the pieces have the areas of the parts."""
    return suffices(position.table, position.left, tuple(sorted((part.bit_count(),) for part in parts)))


def can_share(position: OpenBoard, parts: Sequence[int]) -> bool:
    """Tell whether the pieces can be shared out: small parts get tilings, others their area and colours.

    Where more than 50,000 ways fail the answer is yes: the caller can't tell.
    """
    table, left = position.table, position.left
    used = {(0,) * len(left)}
    for part in parts:
        if part.bit_count() <= SMALL:
            groups = fillings(table, part)
            used = {
                both for one in used for other in groups for both in (plus(one, other),) if _is_left(position, both)
            }
            if len(used) > MOST_STATES:
                return True
    large = tuple(sorted(colours_of(part, table.grid) for part in parts if part.bit_count() > SMALL))
    return any(
        suffices(table, tuple(most - n for n, most in zip(group, left, strict=True)), large)
        for group in sorted(used, reverse=True)
    )


@lru_cache(maxsize=1 << 16)
def is_shared_out(position: OpenBoard) -> bool:
    """Tell whether the pieces that are left can be shared out among the parts of a position."""
    return can_share(position, position.parts())


def areas(blockers: int, puzzle: Puzzle) -> Finding | None:
    """Reject a board whose parts have areas that no disjoint groups of the pieces have.

    Proof of soundness: a piece is connected, so it lies within one component of the free cells. In a tiling
    the pieces in a component have its area, and no piece lies in two. So disjoint groups of the pieces have
    the areas of the components.

    Notes
    -----
    The cells at fault are the fewest parts, up to three, that fail by themselves; else all. Where more than
    50,000 ways to share out fail the rule gives up: it may miss a board, and never rejects wrongly.

    Examples
    --------
    >>> areas(0b00100, Puzzle.parse("1x5/1:I1,I3")).text
    'A1 A2 is a part of 2 cells, and no pieces have 2 squares together'
    """
    position = OpenBoard.of(blockers, puzzle)
    fault, lattice = _fault(position, areas_suffice), puzzle.grid.lattice
    if fault is None:
        return None
    if len(fault) == 1:
        area = fault[0].bit_count()
        name = _sentence(part_name(position, fault[0]))
        text = f"{name} is a part of {counted(area, 'cell')}, and no pieces have {area} {lattice.name} together"
    else:
        names = listed([_sized(position, part) for part in fault], "and")
        text = (
            f"The blockers cut off the parts {names}, and the pieces can't be shared out so that each part gets "
            f"as many {lattice.name} as it has cells"
        )
    return Finding("areas", sum(fault), text)


def shares(blockers: int, puzzle: Puzzle) -> Finding | None:
    """Reject a board whose parts can't all get a group of pieces that tiles them, or has their area and colours.

    A part of at most 8 cells gets one of the groups that tile it, found exactly; a larger part gets a group
    that can cover its numbers of cells of each colour.

    Proof of soundness: the pieces of a tiling that lie within a component tile it, so the cells of
    each colour that they cover add up to its cells of that colour. No piece lies in two components. So a tiling
    shares the pieces out in disjoint groups that the rule asks for.

    Notes
    -----
    Where more than 50,000 ways to share out fail the rule gives up: it may miss a board, and
    never rejects wrongly.
    """
    return shares_of(OpenBoard.of(blockers, puzzle))


def shares_of(position: OpenBoard) -> Finding | None:
    """Apply :func:`shares` to a position: the board without the pieces laid, and the pieces that are left."""
    if is_shared_out(position):
        return None
    fault = _fault(position, can_share)
    if fault is None:  # pragma: no cover - then all parts together fail
        return None
    if len(fault) == 1 and fault[0].bit_count() > SMALL:
        return Finding("shares", fault[0], _lacks(position, fault[0]))
    end = "" if len(fault) == 1 else ", and there are not enough pieces for all of them"
    return Finding("shares", sum(fault), _sentence("; ".join(_all_take(position, fault)) + end))


def _fault(position: OpenBoard, holds: Callable[[OpenBoard, Sequence[int]], bool]) -> list[int] | None:
    """Return the fewest parts that fail by themselves, up to three; else all, or ``None`` if they do not fail."""
    parts = position.parts()
    if holds(position, parts):
        return None
    for number in (1, 2, 3):
        for chosen in combinations(parts, number):
            if not holds(position, chosen):
                return list(chosen)
    return parts


def _lacks(position: OpenBoard, part: int) -> str:
    """Say why no group of the pieces has the area or the colours of a large part."""
    name, area = _sentence(part_name(position, part)), part.bit_count()
    if not areas_suffice(position, [part]):
        return f"{name} can't be covered: no pieces have {area} {position.table.grid.lattice.name} together"
    return f"{name} can't be covered: no pieces cover {_coloured(position, part)} together"


def _all_take(position: OpenBoard, parts: Sequence[int]) -> list[str]:
    """Say what each part takes; parts that take the same are named together."""
    named: dict[str, list[str]] = {}
    for part in parts:
        named.setdefault(_takes(position, part), []).append(part_name(position, part))
    return [
        f"{listed(names, 'and')} can {'each ' * (len(names) > 1)}be filled only {takes}"
        if takes
        else f"No pieces can fill {names[0]}"
        for takes, names in named.items()
    ]


def _takes(position: OpenBoard, part: int) -> str:
    """Say what a part takes; nothing where no pieces tile it."""
    if part.bit_count() > SMALL:
        return f"by pieces that cover {_coloured(position, part)}"
    groups = sorted(
        (group for group in fillings(position.table, part) if _is_left(position, group)),
        key=lambda group: (sum(group), [-n for n in group]),
    )
    named = [_group(position.table, group) for group in groups]
    if len(named) <= MOST_GROUPS + 1:
        return f"by {listed(named)}" if named else ""
    return f"by {', '.join(named[:MOST_GROUPS])} or one of {len(named) - MOST_GROUPS} more groups"


def _is_left(position: OpenBoard, group: Group) -> bool:
    """Tell whether the pieces of a group are still there."""
    return all(n <= most for n, most in zip(group, position.left, strict=True))


def _coloured(position: OpenBoard, part: int) -> str:
    """Return the numbers of cells of each colour of a part in words."""
    grid = position.table.grid
    return in_words(colours_of(part, grid), grid.lattice) + grid.lattice.colouring[1]


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:]


def _sized(position: OpenBoard, part: int) -> str:
    """Name a part with its number of cells."""
    name = part_name(position, part)
    return name if part.bit_count() > SMALL else f"{name} ({counted(part.bit_count(), 'cell')})"


def part_name(position: OpenBoard, part: int) -> str:
    """Name a part by its cells, a large one by its first and its number."""
    grid = position.table.grid
    if part.bit_count() <= SMALL:
        return grid.labels(part)
    return f"the part of {part.bit_count()} cells around {grid.label((part & -part).bit_length() - 1)}"


def _group(table: OpenBoardTable, group: Group) -> str:
    return "+".join(
        f"{number}*{piece.name}" if number > 1 else piece.name
        for piece, number in zip(table.kinds, group, strict=True)
        if number
    )
