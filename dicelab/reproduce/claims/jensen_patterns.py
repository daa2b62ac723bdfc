"""Jensen (2023), section 5: boards that are unsolvable for a pattern, counted again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations, product
from math import comb

import numpy as np

from dicelab.reasons.array_rules import colour_rejects, count_dominoes
from dicelab.reasons.board import Island, single_cells
from dicelab.reasons.explain.position import components
from dicelab.reproduce.claim import JENSEN, Checks, Explanations, Methods, Way
from dicelab.reproduce.computations import GENIUS, Computations, all_boards
from solver.census import board_masks
from solver.polyform import GENIUS_SQUARE, Piece, placements, representatives
from solver.polyform.colouring import covered_colours
from solver.polyform.symmetry import Masks

Pair = tuple[Island, Island]

GRID = GENIUS_SQUARE.grid
WALLED_IN = (
    ("L4", "A1 A2 A3 B1", "A5 A6 B6 C6", "A4 B2 B3 B5 C1 C5 D6"),
    ("T4", "A1 A2 A3 B2", "C1 D1 D2 E1", "A4 B1 B3 C2 D3 E2 F1"),
)
"""Two equal pieces and the seven blockers that wall them in."""

SIDES = [tuple(map(int, sides.split("/"))) for sides in JENSEN.texts["sides"].split()]
"""Black and white squares of the pieces, as printed in the proof of Theorem 5.2."""

CORNERS = GRID.mask(map(GRID.cell, ("A1", "A6", "F1", "F6")))


def _wall(inside: int) -> int:
    cells = set(GRID.cells(inside))
    return GRID.mask({near for cell in cells for near in GRID.neighbours[cell]} - cells)


def _confined_pairs(name: str) -> list[Pair]:
    """Return the pairs of separate placements of a piece that 7 blockers can wall in."""
    islands = [Island(mask, _wall(mask)) for mask in placements(Piece.parse(name), GRID)]
    return [
        (one, other)
        for one, other in combinations(islands, 2)
        if not one.inside & (other.inside | other.wall) and (one.wall | other.wall).bit_count() <= 7
    ]


def dark_cells_left(shared: Computations) -> tuple[int, int]:
    """Return the fewest and the most free dark cells of all solvable boards."""

    def look() -> tuple[int, int]:
        census = shared.census(GENIUS)
        boards = board_masks(0, len(census.solvable), len(GRID), 7)[census.solvable]
        left = np.bitwise_count(~boards & np.uint64(GRID.dark))
        return int(left.min()), int(left.max())

    return shared.once(look, "dark cells left")


def _boards_showing(pairs: Iterable[Pair]) -> Masks:
    """Return the different boards that wall in both of a pair: the blockers left over go anywhere else."""
    boards: set[int] = set()
    for one, other in pairs:
        around = one.wall | other.wall
        free = GRID.cells(GRID.full & ~(around | one.inside | other.inside))
        boards.update(around | GRID.mask(cells) for cells in combinations(free, 7 - around.bit_count()))
    return np.array(sorted(boards), np.uint64)


def _isolating(keep: Callable[[Pair], bool] = lambda _: True) -> Masks:
    """Return the boards of the pairs of isolated dominoes, or of some of them."""
    return _boards_showing(filter(keep, _confined_pairs("domino")))


def _shares(pair: Pair) -> bool:
    return bool(pair[0].wall & pair[1].wall)


def _in_corners(pair: Pair) -> bool:
    return all(island.inside & CORNERS for island in pair)


def _cases(_shared: Computations) -> tuple[int, int]:
    """Return the cases that share blockers, up to symmetry, and those that don't: both in corners, or one not."""
    pairs = _confined_pairs("domino")
    sharing = np.array([one.inside | other.inside for one, other in pairs if _shares((one, other))], np.uint64)
    apart = {_in_corners(pair) for pair in pairs if not _shares(pair)}
    return len(np.unique(representatives(sharing, GRID))), len(apart)


def _case_1(_shared: Computations) -> int:
    """Count the boards of two dominoes along one edge with a shared blocker between them."""
    edge = {GRID.mask(map(GRID.cell, cells)) for cells in (("A1", "A2"), ("A4", "A5"))}
    images = {frozenset(GRID.mask(turn[c] for c in GRID.cells(inside)) for inside in edge) for turn in GRID.symmetries}
    return len(_isolating(lambda pair: frozenset(island.inside for island in pair) in images))


def _one_colour(shared: Computations) -> Masks:
    """Return the boards with all blockers on one colour, picked from all boards."""

    def pick() -> Masks:
        dark = np.uint64(GRID.dark)
        blocks = all_boards(GENIUS_SQUARE)
        return np.concatenate([boards[(boards & dark == 0) | (boards & dark == boards)] for boards in blocks])

    return shared.once(pick, "one colour")


def _confined(_shared: Computations) -> str:
    pieces = [piece for piece in GENIUS_SQUARE.kinds if piece.order > 2]
    return ", ".join(sorted(piece.name for piece in pieces if _confined_pairs(piece.name)))


def _confined_by_flooding(_shared: Computations) -> str:
    """Find these pieces from the blockers: components of three or four free cells are held to the pieces."""
    found = set()
    for order in (3, 4):
        shapes = {mask for piece in GENIUS_SQUARE.kinds if piece.order == order for mask in placements(piece, GRID)}
        walls = [(mask, _wall(mask)) for mask in shapes]
        for (one, beside), (other, around) in combinations(walls, 2):
            blocked = beside | around
            if blocked.bit_count() <= 7 and {one, other} <= set(components(GRID.full & ~blocked, GRID)):
                kinds = {Piece(tuple(GRID.points[cell] for cell in GRID.cells(mask))) for mask in (one, other)}
                found |= {kind.name for kind in kinds} if len(kinds) == 1 else set()
    return ", ".join(sorted(found))


def _unsolvable_confined(shared: Computations) -> tuple[bool, str]:
    """Tell how many boards that wall in two equal pieces have no tiling."""
    census = shared.census(GENIUS)
    counts = []
    for name in ("L3", "L4", "T4"):
        pairs = _confined_pairs(name)
        shown = _boards_showing(pairs)
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
            {one.inside, other.inside} == {mask(first), mask(second)} and one.wall | other.wall == mask(blockers)
            for one, other in _confined_pairs(name)
        )
        for name, first, second, blockers in WALLED_IN
    )
    elles, tees = (_boards_showing(_confined_pairs(name)) for name in ("L4", "T4"))
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
        "the squares of the pieces": lambda _: (
            covered_colours(GENIUS_SQUARE)[0][0],
            covered_colours(GENIUS_SQUARE)[-1][0],
        ),
        "cells left on solvable boards": Way(dark_cells_left, quick=False),
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
        "all boards looked at": Way(
            lambda _: sum(int((count_dominoes(masks, GRID) >= 2).sum()) for masks in all_boards(GENIUS_SQUARE)),
            quick=False,
        ),
        "all patterns completed": lambda _: len(_isolating()),
    },
    "jensen-theorem-5-1-cases": {"patterns up to symmetry; without shared blockers, both in corners or not": _cases},
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
            not shared.census(GENIUS).is_solvable(_isolating()).any(),
            "none of them has a tiling",
        )
    },
}

EXPLANATIONS: Explanations = {
    "jensen-confined": _more_are_confined,
}
