"""Every reason that the page gives for a board without a tiling is true."""

from itertools import product

import numpy as np
import pytest

from dicelab.studio.tables import read_table, shipped_table, unsolvable_boards
from solver.exact_cover.batches import BatchSolver
from solver.polyform import GENIUS_SQUARE, LATTICES, Grid, Puzzle
from tests.random_puzzles import random_puzzle, some_boards


class Claims:
    """Checks what the page says of a board."""

    def __init__(self, puzzle, board):
        self.puzzle = puzzle
        self.kinds = list(puzzle.kinds)
        self.free = puzzle.grid.full & ~Grid.mask(board)

    def position(self, tiling):
        """Return the free cells and the pieces that are left."""
        left = dict(self.puzzle.kinds)
        free = self.free
        for one in tiling:
            mask = Grid.mask(one["cells"])
            assert (self.kinds[one["piece"]], mask) in self.puzzle.placements
            assert not mask & ~free
            free &= ~mask
            left[self.kinds[one["piece"]]] -= 1
        assert min(left.values()) >= 0
        return free, left

    def fitting(self, free, left):
        return [(piece, mask) for piece, mask in self.puzzle.placements if left[piece] and not mask & ~free]

    def can_tile(self, free, left):
        """Tell whether exactly these pieces tile exactly these cells."""
        if not free:
            return not any(left.values())
        low = free & -free
        return any(
            self.can_tile(free & ~mask, left | {piece: left[piece] - 1})
            for piece, mask in self.fitting(free, left)
            if mask & low
        )

    def groups(self, part, left):
        """Return the groups of the pieces that tile a part."""
        if not part:
            return {tuple(0 for _ in self.kinds)}
        found = set()
        for piece, mask in self.fitting(part, left):
            if mask & part & -part:
                for group in self.groups(part & ~mask, left | {piece: left[piece] - 1}):
                    place = self.kinds.index(piece)
                    found.add((*group[:place], group[place] + 1, *group[place + 1 :]))
        return found

    def covers(self, part, left, *, coloured):
        """Return the groups of pieces that could cover a part: what tiles a small one, else by area or colours."""
        if part.bit_count() <= 8:
            return self.groups(part, left)
        wanted = self.colours(part)
        found = set()
        for group in product(*(range(copies + 1) for copies in left.values())):
            if sum(number * piece.order for number, piece in zip(group, self.kinds, strict=True)) != part.bit_count():
                continue
            if not coloured or wanted in self.sums(group):
                found.add(group)
        return found

    def sums(self, group):
        sums = {tuple(0 for _ in self.puzzle.grid.lattice.colour_names)}
        for number, piece in zip(group, self.kinds, strict=True):
            lain = {self.colours(mask) for other, mask in self.puzzle.placements if other == piece}
            for _ in range(number):
                sums = {tuple(map(sum, zip(one, other, strict=True))) for one in sums for other in lain}
        return sums

    def colours(self, mask):
        grid = self.puzzle.grid
        counts = [0] * len(grid.lattice.colour_names)
        for cell in grid.cells(mask):
            counts[grid.lattice.colour(grid.points[cell])] += 1
        return tuple(counts)

    def parts(self, free):
        found = []
        while free:
            part = free & -free
            while True:
                near = sum({1 << other for cell in Grid.cells(part) for other in self.puzzle.grid.neighbours[cell]})
                if part | near & free == part:
                    break
                part |= near & free
            found.append(part)
            free &= ~part
        return found

    def check(self, answer, tiling=()):
        """Check one claim about what some laid pieces leave."""
        free, left = self.position(tiling)
        rule, regions = answer["rule"], [Grid.mask(region) for region in answer.get("regions", [answer["cells"]])]
        fitting = self.fitting(free, left)
        if rule == "cell":
            for cell in answer["cells"]:
                assert free >> cell & 1
                assert not any(mask >> cell & 1 for _, mask in fitting)
                assert self.puzzle.grid.label(cell) in answer["text"]
        elif rule == "piece":
            missing = {piece.name for piece in self.kinds if left[piece] and piece not in {one for one, _ in fitting}}
            assert any(f"the piece {name}." in answer["text"] for name in missing)
        elif rule in {"parts", "colours"}:
            if "regions" in answer:
                assert set(regions) <= set(self.parts(free))
                ways = [self.covers(part, left, coloured=rule == "colours") for part in regions]
                used = {tuple(0 for _ in self.kinds)}
                for groups in ways:
                    used = {tuple(map(sum, zip(one, other, strict=True))) for one in used for other in groups}
                    used = {one for one in used if all(n <= m for n, m in zip(one, left.values(), strict=True))}
                assert not used
        else:
            assert rule in {"cases", "search"}
        if len(tiling) or rule in {"cases", "search"}:
            return
        assert free

    def check_cases(self, answer):
        """Check that cases are all of one cell or piece, perhaps in a second step, and that each of them fails."""
        assert answer["cases"]
        laid = [tuple((one["piece"], Grid.mask(one["cells"])) for one in case["tiling"]) for case in answer["cases"]]
        for case in answer["cases"]:
            self.check(case, case["tiling"])
            free, left = self.position(case["tiling"])
            assert not self.can_tile(free, left)
        self.is_exhaustive([frozenset(one) for one in laid], [])

    def is_exhaustive(self, cases, path):
        """Check that below what is laid the next pieces are all ways to cover a cell, or to lay a piece."""
        if frozenset(path) in cases:
            return
        free, left = self.position([{"piece": piece, "cells": list(Grid.cells(mask))} for piece, mask in path])
        below = [case for case in cases if case > frozenset(path)]
        fitting = {(self.kinds.index(piece), mask) for piece, mask in self.fitting(free, left)}
        items = [{one for one in fitting if one[1] >> cell & 1} for cell in Grid.cells(free)]
        items += [{one for one in fitting if one[0] == kind} for kind, piece in enumerate(self.kinds) if left[piece]]
        # The placements of one of the items lead to all cases.
        for item in items:
            if item and all(any(one in case for case in below) for one in item):
                for one in item:
                    self.is_exhaustive(cases, [*path, one])
                return
        pytest.fail(f"the cases are not all of a cell or a piece: {cases}")


def check_all(engine_page, puzzle, masks):
    engine_page.open(puzzle)
    boards = [list(puzzle.grid.cells(mask)) for mask in masks.tolist()]
    solvable = BatchSolver(puzzle.problem, len(puzzle.pieces)).first_solutions(masks)[:, 0] >= 0
    rules = []
    for board, can, answer in zip(boards, solvable.tolist(), engine_page.ask_each("explain", boards), strict=True):
        assert answer["solvable"] == can, (puzzle, board)
        if can:
            continue
        claims = Claims(puzzle, board)
        rules.append(answer["rule"])
        assert answer["text"].endswith(".")
        claims.check(answer)
        if answer["rule"] == "cases":
            claims.check_cases(answer)
    return rules


@pytest.mark.parametrize("lattice", LATTICES.values(), ids=LATTICES)
def test_reasons_of_random_boards(engine_page, lattice):
    generator = np.random.default_rng(8)
    rules = []
    for _ in range(25):
        puzzle = random_puzzle(generator, lattice, most_cells=18, restricted=True)
        masks = some_boards(puzzle, generator, 20)
        rules += check_all(engine_page, puzzle, masks)
    assert {"cell", "parts", "cases"} <= set(rules)


def test_reasons_of_the_genius_square(engine_page):
    table = shipped_table(GENIUS_SQUARE)
    assert table is not None
    boards = unsolvable_boards(GENIUS_SQUARE, read_table(table.content, GENIUS_SQUARE, "unsolvable")[1])
    chosen = np.random.default_rng(9).choice(boards, 60, replace=False)
    rules = check_all(engine_page, GENIUS_SQUARE, chosen)
    assert rules.count("search") < 6


def test_reasons_of_the_genius_star(engine_page):
    puzzle = Puzzle.parse("genius-star")
    check_all(engine_page, puzzle, some_boards(puzzle, np.random.default_rng(10), 40))
