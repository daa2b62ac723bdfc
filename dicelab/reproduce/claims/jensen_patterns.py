"""Jensen (2023), section 5: boards that are unsolvable for a pattern, counted again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations, product
from math import comb

import numpy as np

from dicelab.reproduce.claim import Checks, Explanations, Methods
from dicelab.reproduce.claims.printed import JENSEN
from dicelab.reproduce.computations import GENIUS, Computations
from dicelab.rules.board import colour_rejects, dark_counts
from dicelab.rules.islands import Island, count_dominoes, dominoes, single_cells
from solver.census import board_masks
from solver.polyform import GENIUS_SQUARE, Piece, placements
from solver.polyform.grid import Grid
from solver.polyform.symmetry import Masks

GRID = GENIUS_SQUARE.grid
WALLED_IN = (
    ("L4", "A1 A2 A3 B1", "A5 A6 B6 C6", "A4 B2 B3 B5 C1 C5 D6"),
    ("T4", "A1 A2 A3 B2", "C1 D1 D2 E1", "A4 B1 B3 C2 D3 E2 F1"),
)
"""Two equal pieces and the seven blockers that wall them in."""

SIDES = [tuple(map(int, sides.split("/"))) for sides in JENSEN.texts["sides"].split()]
"""Black and white squares of the pieces, as printed in the proof of Theorem 5.2."""

CORNERS = GRID.mask(map(GRID.cell, ("A1", "A6", "F1", "F6")))


def wall(inside: int, grid: Grid) -> int:
    """Return the cells around some cells."""
    near = 0
    for cell in grid.cells(inside):
        near |= grid.neighbour_masks[cell]
    return near & ~inside


def confined_pairs(piece: Piece, grid: Grid, blockers: int) -> list[tuple[int, int, int]]:
    """Return the pairs of separate placements of a piece that so many blockers can wall in: both, and the wall."""
    lying = [(mask, wall(mask, grid)) for mask in placements(piece, grid)]
    return [
        (one, other, around | beside)
        for (one, around), (other, beside) in combinations(lying, 2)
        if not one & (other | beside) and not around & other and (around | beside).bit_count() <= blockers
    ]


def dark_cells_left(shared: Computations) -> tuple[int, int]:
    """Return the fewest and the most free dark cells of all solvable boards."""

    def look() -> tuple[int, int]:
        census = shared.census(GENIUS)
        boards = board_masks(0, len(census.solvable), len(GRID), 7)[census.solvable]
        left = np.bitwise_count(~boards & np.uint64(GRID.dark))
        return int(left.min()), int(left.max())

    return shared.once(look, "dark cells left")


def _patterns() -> list[tuple[Island, Island]]:
    """Return the pairs of separate isolated dominoes that 7 blockers can make."""
    return [
        (one, other)
        for one, other in combinations(dominoes(GRID), 2)
        if not one.inside & (other.inside | other.wall) and (one.wall | other.wall).bit_count() <= 7
    ]


def _boards_showing(pairs: Iterable[tuple[int, int]]) -> Masks:
    """Return the different boards that show some cells walled in: the blockers left over go anywhere else."""
    boards: set[int] = set()
    for inside, around in pairs:
        free = [cell for cell in range(36) if not (around | inside) >> cell & 1]
        boards.update(around | GRID.mask(cells) for cells in combinations(free, 7 - around.bit_count()))
    return np.array(sorted(boards), np.uint64)


def _isolating(keep: Callable[[tuple[Island, Island]], bool]) -> Masks:
    """Return the boards of some of the patterns of two dominoes."""
    return _boards_showing(
        (one.inside | other.inside, one.wall | other.wall) for one, other in _patterns() if keep((one, other))
    )


def _isolating_two(shared: Computations) -> int:
    census = shared.census(GENIUS)
    total, step, found = len(census.solvable), 1 << 20, 0
    for start in range(0, total, step):
        masks = board_masks(start, min(total, start + step), 36, 7)
        found += int((count_dominoes(masks, GRID) >= 2).sum())
    return found


def _shares(pair: tuple[Island, Island]) -> bool:
    return bool(pair[0].wall & pair[1].wall)


def _in_corners(pair: tuple[Island, Island]) -> bool:
    return all(island.inside & CORNERS for island in pair)


def _classes(pairs: list[tuple[Island, Island]]) -> int:
    """Count pairs up to symmetry."""
    return len(
        {
            min(
                tuple(
                    GRID.mask(turn[cell] for cell in GRID.cells(one.inside | other.inside)) for turn in GRID.symmetries
                )
            )
            for one, other in pairs
        }
    )


def _cases(_shared: Computations) -> tuple[int, int]:
    """Return the cases that share blockers, up to symmetry, and those that don't: both in corners, or one not."""
    sharing = [pair for pair in _patterns() if _shares(pair)]
    return _classes(sharing), len({_in_corners(pair) for pair in _patterns() if not _shares(pair)})


def _case_1(_shared: Computations) -> int:
    """Count the boards of two dominoes along one edge with a shared blocker between them."""
    edge = {Island(GRID.mask(map(GRID.cell, cells)), 0).inside for cells in (("A1", "A2"), ("A4", "A5"))}
    images = {frozenset(GRID.mask(turn[c] for c in GRID.cells(inside)) for inside in edge) for turn in GRID.symmetries}
    return len(_isolating(lambda pair: frozenset(island.inside for island in pair) in images))


def _one_colour(shared: Computations) -> Masks:
    """Return the boards with all blockers on one colour, picked from all boards."""

    def pick() -> Masks:
        boards = board_masks(0, comb(36, 7), 36, 7)
        dark = np.bitwise_count(boards & np.uint64(GRID.dark))
        chosen: Masks = boards[(dark == 0) | (dark == 7)]
        return chosen

    return shared.once(pick, "one colour")


def _confined(_shared: Computations) -> str:
    pieces = [piece for piece in GENIUS_SQUARE.kinds if piece.order > 2]
    return ", ".join(sorted(piece.name for piece in pieces if confined_pairs(piece, GRID, 7)))


def _confined_by_flooding(_shared: Computations) -> str:
    """Find these pieces from the blockers: every component of three or four cells is flooded from its lowest cell."""
    found = set()
    for order in (3, 4):
        shapes = {mask for piece in GENIUS_SQUARE.kinds if piece.order == order for mask in placements(piece, GRID)}
        walls = [(mask, _around(mask)) for mask in shapes]
        for (one, beside), (other, around) in combinations(walls, 2):
            blocked = beside | around
            if blocked.bit_count() <= 7 and {_flooded(one, blocked), _flooded(other, blocked)} == {one, other}:
                kinds = {Piece(tuple(GRID.points[cell] for cell in GRID.cells(mask))) for mask in (one, other)}
                found |= {kind.name for kind in kinds} if len(kinds) == 1 else set()
    return ", ".join(sorted(found))


def _around(inside: int) -> int:
    cells = set(GRID.cells(inside))
    return GRID.mask({near for cell in cells for near in GRID.neighbours[cell]} - cells)


def _flooded(inside: int, blocked: int) -> int:
    reached, edge = 0, [next(GRID.cells(inside))]
    while edge:
        cell = edge.pop()
        if not (reached | blocked) >> cell & 1:
            reached |= 1 << cell
            edge.extend(GRID.neighbours[cell])
    return reached


def _unsolvable_confined(shared: Computations) -> tuple[bool, str]:
    """Tell how many boards that wall in two equal pieces have no tiling."""
    census = shared.census(GENIUS)
    counts = []
    for name in ("L3", "L4", "T4"):
        pairs = confined_pairs(Piece.parse(name), GRID, 7)
        shown = _boards_showing((one | other, around) for one, other, around in pairs)
        counts.append(
            f"{name}: {len(pairs)} patterns, {len(shown):,} boards, {(~census.is_solvable(shown)).sum():,} unsolvable"
        )
    return True, "; ".join(counts)


def _more_are_confined(shared: Computations) -> bool:
    """Show the counterexamples of the errata."""

    def mask(labels: str) -> int:
        return GRID.mask(map(GRID.cell, labels.split()))

    walled_in = all(
        any(
            {one, other} == {mask(first), mask(second)} and around == mask(blockers)
            for one, other, around in confined_pairs(Piece.parse(name), GRID, 7)
        )
        for name, first, second, blockers in WALLED_IN
    )
    elles, tees = (
        _boards_showing((one | other, around) for one, other, around in confined_pairs(Piece.parse(name), GRID, 7))
        for name in ("L4", "T4")
    )
    solvable = shared.census(GENIUS).is_solvable
    one_colour = bool(colour_rejects(tees, GENIUS_SQUARE).all())
    return walled_in and bool(solvable(elles).all()) and not solvable(tees).any() and one_colour


def _dark_by_sides() -> tuple[int, int]:
    """Return the fewest and the most dark cells that the pieces cover, from the table as printed."""
    sums = [sum(sides) for sides in product(*SIDES)]
    return min(sums), max(sums)


METHODS: Methods = {
    "jensen-colours": {
        "every side of every piece, as printed": lambda _: _dark_by_sides(),
        "the squares of the pieces": lambda _: (dark_counts(GENIUS_SQUARE)[0], dark_counts(GENIUS_SQUARE)[-1]),
        "cells left on solvable boards": dark_cells_left,
    },
    "jensen-colours-blockers": {
        "what the pieces leave of 18 cells": lambda _: (18 - _dark_by_sides()[1], 18 - _dark_by_sides()[0]),
        "blockers of solvable boards": lambda shared: (
            18 - dark_cells_left(shared)[1],
            18 - dark_cells_left(shared)[0],
        ),
    },
    "jensen-walls": {
        "the cells around each cell": lambda _: tuple(sorted({i.wall.bit_count() for i in single_cells(GRID)})),
        "neighbours": lambda _: tuple(sorted({len(around) for around in GRID.neighbours})),
    },
    "jensen-confined": {
        "placements and the cells around them": _confined,
        "free cells flooded within the walls": _confined_by_flooding,
    },
    "jensen-theorem-5-1": {
        "all boards looked at": _isolating_two,
        "all patterns completed": lambda _: len(_isolating(lambda _: True)),
    },
    "jensen-theorem-5-1-cases": {
        "patterns up to symmetry; without shared blockers, both in corners or not": _cases,
    },
    "jensen-theorem-5-1-case-1": {
        "patterns completed": _case_1,
        "4 corners, 2 edges, 26 places for the last blocker": lambda _: 4 * 2 * (36 - 4 - 6),
    },
    "jensen-theorem-5-1-case-9": {
        "patterns completed": lambda _: len(_isolating(lambda pair: _in_corners(pair) and not _shares(pair))),
        "C(4,2) corners, 2·2 directions, 26 places": lambda _: comb(4, 2) * 2**2 * (36 - 4 - 6),
    },
    "jensen-theorem-5-2": {
        "census": lambda shared: int(shared.census(GENIUS).is_solvable(_one_colour(shared)).sum()),
        "colours": lambda shared: int((~colour_rejects(_one_colour(shared), GENIUS_SQUARE)).sum()),
    },
    "jensen-theorem-5-2-boards": {
        "binomial coefficients": lambda _: (comb(18, 7), 2 * comb(18, 7)),
        "all boards looked at": lambda shared: (
            int((_one_colour(shared) & np.uint64(GRID.dark) == 0).sum()),
            len(_one_colour(shared)),
        ),
    },
    "jensen-theorem-5-2-sides": {
        "the pieces' squares": lambda _: (
            2 ** sum(piece.imbalance > 0 for piece in GENIUS_SQUARE.pieces),
            sum(piece.order for piece in GENIUS_SQUARE.pieces if not piece.imbalance) // 2,
        ),
        "the table as printed": lambda _: (
            2 ** sum(black != white for black, white in SIDES),
            sum(black for black, white in SIDES if black == white),
        ),
    },
}

CHECKS: Checks = {
    "jensen-confined": {"the boards that do so": _unsolvable_confined},
    "jensen-theorem-5-1": {
        "the census": lambda shared: (
            not shared.census(GENIUS).is_solvable(_isolating(lambda _: True)).any(),
            "none of them has a tiling",
        )
    },
}

EXPLANATIONS: Explanations = {
    "jensen-confined": _more_are_confined,
}
