"""Jensen (2023), section 6: symmetry, board partitions, Table 3 and the unsolvable boards."""

from __future__ import annotations

from collections import Counter
from functools import partial
from math import comb, prod

import numpy as np

from dicelab.reproduce.board_partitions.partition import reduced_size
from dicelab.reproduce.board_partitions.regions import moved, region_actions
from dicelab.reproduce.claim import JENSEN, KERNEL, Check, Claim, Explanation, Method, percent
from dicelab.reproduce.computations import GENIUS, Computations, orbit_sizes, puzzle_of
from solver.census import board_masks, representatives_of_all
from solver.polyform import GENIUS_SQUARE, burnside, images

GRID = GENIUS_SQUARE.grid
SAMPLE = 500
"""Unsolvable orbits that the quick run asks CP-SAT about."""

TABLE_3 = """
7000 36 4 144 8
6100 756 8 6048 528
6010 756 4 3024 216
5200 4536 8 36288 2752
5020 4536 4 18144 4536
5110 10206 8 81648 2620
5101 10206 4 40824 992
4300 10584 8 84672 5216
4030 10584 4 42336 11048
4210 40824 8 326592 12032
4201 40824 8 326592 9644
4021 40824 8 326592 1592
4111 91854 4 367416 9416
3310 63504 8 508032 14256
3130 63504 4 254016 15992
3220 108864 8 870912 30600
3202 108864 4 435456 8892
3211 244944 8 1959522 5208
3121 244944 4 979766 14672
2221 419904 4 1679616 22220
"""
"""As printed: partition, boards, multiple, total boards, unsolvable boards."""

Row = tuple[int, int, int, int]

PRINTED: dict[tuple[int, ...], Row] = {
    tuple(map(int, partition)): (int(boards), int(multiple), int(total), int(unsolvable))
    for partition, boards, multiple, total, unsolvable in map(str.split, TABLE_3.split("\n")[1:-1])
}

NAMES = {
    ("A1", "A6"): "e",
    ("A6", "F6"): "r90",
    ("F6", "F1"): "r180",
    ("F1", "A1"): "r270",
    ("F1", "F6"): "h",
    ("A6", "A1"): "v",
    ("A1", "F1"): "d",
    ("F6", "A6"): "d'",
}
"""The symmetries by where they send A1 and A6."""


def _name(turn: tuple[int, ...]) -> str:
    return NAMES[GRID.label(turn[GRID.cell("A1")]), GRID.label(turn[GRID.cell("A6")])]


def _fixed_by_looking(shared: Computations) -> dict[str, int]:
    """Count the boards that each symmetry keeps, by turning every board; under ``both``, those that d and d' keep."""

    def count() -> dict[str, int]:
        names = [_name(turn) for turn in GRID.symmetries]
        found = Counter(dict.fromkeys([*names, "both"], 0))
        total, step = comb(36, 7), 1 << 18
        for start in range(0, total, step):
            boards = board_masks(start, min(total, start + step), 36, 7)
            kept = images(boards, GRID) == boards
            for name, row in zip(names, kept, strict=True):
                found[name] += int(row.sum())
            found["both"] += int((kept[names.index("d")] & kept[names.index("d'")]).sum())
            shared.progress(start, total, "boards turned")
        return dict(found)

    return shared.once(count, "fixed boards")


def _fixed_by_cycles(*names: str) -> int:
    """Count the boards that some symmetries keep: unions of the sets of cells that they turn into each other."""
    turns = [turn for turn in GRID.symmetries if _name(turn) in names]
    ways = [1] + [0] * 7
    left = set(range(36))
    while left:
        cycle, edge = set(), [min(left)]
        while edge:
            cell = edge.pop()
            if cell not in cycle:
                cycle.add(cell)
                edge += [turn[cell] for turn in turns]
        left -= cycle
        for blockers in range(7, len(cycle) - 1, -1):
            ways[blockers] += ways[blockers - len(cycle)]
    return ways[7]


def _orbit_sizes(_shared: Computations) -> str:
    sizes: set[int] = set()
    for block in representatives_of_all(GRID, 7):
        sizes |= set(orbit_sizes(block, GENIUS_SQUARE).tolist())
    return " and ".join(map(str, sorted(sizes)))


def _orbit_sizes_by_cycles(_shared: Computations) -> str:
    """Find the sizes from the stabilisers: a board is kept by e alone, or by e and one other symmetry."""
    keeping = [name for name in NAMES.values() if name != "e" and _fixed_by_cycles(name)]
    kept_by_two = any(_fixed_by_cycles(one, other) for one in keeping for other in keeping if one < other)
    return "not told by cycles" if kept_by_two else " and ".join(map(str, sorted({8, *(8 // 2 for _ in keeping)})))


def _looked_up(shared: Computations, counts: tuple[int, ...]) -> Row:
    """Return a row of Table 3 from the reduced set, by the equivalent partition that is in it."""
    equivalent = {moved(counts, action) for action in region_actions(6, 6).values()}
    partition, unsolvable = next(
        (partition, number) for partition, number in shared.reduced(GENIUS).items() if partition.counts in equivalent
    )
    boards, index = partition.boards, partition.index
    return boards, index, boards * index, unsolvable * index


def _counted(shared: Computations, counts: tuple[int, ...]) -> Row:
    """Return a row of Table 3 from all boards, every one of them counted in its class."""
    one = shared.classes(GENIUS).members[counts]
    return one.boards, one.partitions, one.boards * one.partitions, one.all_unsolvable


def _refuted(shared: Computations, counts: tuple[int, ...]) -> Row:
    """Return a row of Table 3 from binomial coefficients and from the orbits that CP-SAT refutes."""
    equivalent = {moved(counts, action) for action in region_actions(6, 6).values()}
    boards = prod(comb(9, n) for n in counts)
    by_partition = shared.proof(GENIUS, by_colour=False).by_partition
    unsolvable = sum(by_partition.get(other, 0) for other in equivalent)
    return boards, len(equivalent), boards * len(equivalent), unsolvable


def _column_in_other_order(shared: Computations) -> bool:
    """Tell whether the printed last column is ours with the partitions in descending order."""
    printed = [row[3] for row in PRINTED.values()]
    return printed == [_counted(shared, counts)[3] for counts in sorted(PRINTED, reverse=True)]


ORDER = "The last column has the partitions in descending order, the other columns don't; in that order it is right."
MISPRINTS: dict[tuple[int, ...], tuple[int, int]] = {
    (3, 2, 1, 1): (1_959_522, 1_959_552),
    (3, 1, 2, 1): (979_766, 979_776),
}


def _row(counts: tuple[int, ...]) -> Claim:
    printed = PRINTED[counts]
    texts = []
    if counts in MISPRINTS:
        wrong, right = MISPRINTS[counts]
        texts.append(
            f"Total Boards {wrong:,} is a misprint of {right:,} = {printed[0]:,} · {printed[1]}; only so do the rows "
            "add up to 8,347,680."
        )
    place = list(PRINTED).index(counts)
    whose = sorted(PRINTED, reverse=True)[place]
    if whose != counts:
        texts.append(f"{printed[3]:,} is the figure of row ({','.join(map(str, whose))}). {ORDER}")

    def shown(shared: Computations) -> bool:
        totals = {other: MISPRINTS[other][1] if other in MISPRINTS else row[2] for other, row in PRINTED.items()}
        right = all(totals[other] == row[0] * row[1] for other, row in PRINTED.items())
        return right and sum(totals.values()) == comb(36, 7) and _column_in_other_order(shared)

    return JENSEN.claim(
        "jensen-table-3-" + "".join(map(str, counts)),
        "Table 3",
        f"({','.join(map(str, counts))}): boards / multiple / total boards / unsolvable boards",
        printed,
    ).computed_by(
        Method("reduced set looked up in the census and weighted", partial(_looked_up, counts=counts), basis=KERNEL),
        Method("every board of the census counted in its class", partial(_counted, counts=counts), basis=KERNEL),
        Method(
            "binomial coefficients, and the orbits that CP-SAT refutes", partial(_refuted, counts=counts), quick=False
        ),
        explanation=Explanation(" ".join(texts), shown) if texts else None,
    )


def sample_refuted(shared: Computations) -> tuple[bool, str]:
    """Ask CP-SAT about some of the orbits that the census calls unsolvable."""
    orbits = shared.unsolvable_orbits(GENIUS)
    chosen = np.random.default_rng(0).choice(orbits, SAMPLE, replace=False)
    refuted = shared.once(lambda: int(shared.refuted_by_cp_sat(GENIUS, chosen).sum()), "sample")
    return refuted == SAMPLE, f"CP-SAT refutes {refuted:,} of {SAMPLE:,} unsolvable orbits drawn from {len(orbits):,}"


def settled(shared: Computations, text: str, *, by_colour: bool = False) -> tuple[bool, str]:
    """Return whether a proof covers all boards, and how many orbits were settled in which way."""
    proof, puzzle = shared.proof(text, by_colour=by_colour), puzzle_of(text)
    tiled, coloured, refuted = proof.orbits
    by_colours = f", the colours refute {coloured:,}" if by_colour else ""
    orbits = burnside(puzzle.grid, puzzle.blockers)
    return (
        proof.tiled + proof.refuted == comb(len(puzzle.grid), puzzle.blockers) and sum(proof.orbits) == orbits,
        f"of {orbits:,} orbits {tiled:,} have a checked tiling{by_colours}, CP-SAT refutes {refuted:,}",
    )


CLAIMS = (
    JENSEN.claim(
        "jensen-theorem-6-1", "Theorem 6.1", "The symmetries that keep some board with 7 blockers", "d, d', e"
    ).computed_by(
        Method(
            "every board turned",
            lambda shared: ", ".join(sorted(n for n, k in _fixed_by_looking(shared).items() if k and n != "both")),
        ),
        Method(
            "cycles of the symmetries",
            lambda _: ", ".join(sorted(name for name in NAMES.values() if _fixed_by_cycles(name))),
        ),
    ),
    JENSEN.claim("jensen-corollary-6-1", "Corollary 6.1", "Boards that both diagonals keep", 0).computed_by(
        Method("every board turned", lambda shared: _fixed_by_looking(shared)["both"]),
        Method("cells that the diagonals turn into each other", lambda _: _fixed_by_cycles("d", "d'")),
    ),
    JENSEN.claim("jensen-corollary-6-2", "Corollary 6.2", "Sizes of the equivalence classes", "4 and 8").computed_by(
        Method("every orbit", _orbit_sizes), Method("stabilisers from the cycles", _orbit_sizes_by_cycles)
    ),
    JENSEN.claim("jensen-reduced", "sections 4 and 6", "Boards to run instead of all", 1_521_054).computed_by(
        Method("sizes of the reduced partitions", lambda shared: sum(p.boards for p in shared.reduced(GENIUS))),
        Method("Burnside's lemma with weights", lambda _: reduced_size(6, 6, 7)),
        Method("one partition of each class, all boards", lambda b: sum(c.boards for c in b.classes(GENIUS).classes)),
    ),
    JENSEN.claim(
        "jensen-reduced-percent", "sections 4 and 6", "The same as a share of all boards", "18.22 %"
    ).computed_by(Method("Burnside's lemma with weights", lambda _: percent(reduced_size(6, 6, 7), comb(36, 7), 2))),
    JENSEN.claim("jensen-example-6100", "section 6", "(6,1,0,0): boards, total boards", (756, 6_048)).computed_by(
        Method(
            "binomial coefficients",
            lambda _: (prod(comb(9, n) for n in (6, 1, 0, 0)), 8 * prod(comb(9, n) for n in (6, 1, 0, 0))),
        ),
        Method(
            "every board counted in its class", lambda b: (_counted(b, (6, 1, 0, 0))[0], _counted(b, (6, 1, 0, 0))[2])
        ),
    ),
    *map(_row, PRINTED),
    JENSEN.claim(
        "jensen-table-3-total", "section 6", "The rows of Table 3 add up to all boards", 8_347_680
    ).computed_by(
        Method("reduced set, weighted", lambda shared: sum(p.boards * p.index for p in shared.reduced(GENIUS))),
        Method("classes", lambda shared: sum(c.boards * c.partitions for c in shared.classes(GENIUS).classes)),
    ),
    JENSEN.claim("jensen-theorem-6-2", "Theorem 6.2", "Unsolvable boards", 172_440).computed_by(
        Method("census", lambda shared: len(shared.census(GENIUS).unsolvable_boards), basis=KERNEL),
        Method(
            "reduced set looked up in the census and weighted (Corollary 3.2 of Jensen and Treneer)",
            lambda shared: sum(p.index * number for p, number in shared.reduced(GENIUS).items()),
            basis=KERNEL,
        ),
        Method(
            "CP-SAT on every orbit without a tiling, weighted by its size",
            lambda shared: shared.proof(GENIUS, by_colour=False).refuted,
            quick=False,
        ),
        Check("a random sample", sample_refuted),
        Check("every orbit", lambda shared: settled(shared, GENIUS), quick=False),
    ),
    JENSEN.claim(
        "jensen-unsolvable-percent", "sections 4 and 7", "The same as a share of all boards", "2 %"
    ).computed_by(Method("census", lambda b: percent(len(b.census(GENIUS).unsolvable_boards), comb(36, 7), 0))),
)
