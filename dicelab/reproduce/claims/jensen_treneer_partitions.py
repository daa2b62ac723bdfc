"""Jensen and Treneer: the partitions of Tables 2 and 3, and what the proofs of sections 4 and 7 say on the way."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from dicelab.reproduce.board_partitions.checks import grids, orders
from dicelab.reproduce.board_partitions.partition import reduced_partitions
from dicelab.reproduce.board_partitions.regions import moved, region_actions, stabiliser, theorem_of
from dicelab.reproduce.board_partitions.theorems import THEOREMS, looked_up, theorem_4_1
from dicelab.reproduce.claim import JENSEN_TRENEER, Claim, Explanation, Method
from dicelab.reproduce.computations import Computations, parts_of
from solver.polyform import SquareGrid

Counts = tuple[int, ...]
Clauses = dict[str, Callable[[Counts], bool]]

_FIRST: Clauses = {"i": lambda p: p[0] >= max(p[1:4])}
_RECTANGLE: Clauses = {
    **_FIRST,
    "ii": lambda p: p[0] != p[1] or p[2] >= p[3],
    "iii": lambda p: p[0] != p[2] or p[1] >= p[3],
    "iv": lambda p: p[0] != p[3] or p[1] >= p[2],
}
CLAUSES: dict[str, Clauses] = {
    "4.1": {**_FIRST, "ii": lambda p: p[1] >= p[3], "iii": lambda p: p[0] != p[1] or p[2] >= p[3]},
    "4.5": _RECTANGLE,
    "4.9": {
        **_RECTANGLE,
        "iii": lambda p: p[0] != p[2] or (p[1] >= p[3] and (p[1] != p[3] or p[4] >= p[5])),
        "iv": lambda p: p[0] != p[3] or (p[1] >= p[2] and (p[1] != p[2] or p[4] >= p[5])),
    },
}
"""The conditions of the theorems, one by one."""

MOVES: dict[str, Callable[[int, int, int, int], tuple[int, int]]] = {
    "V": lambda row, column, _rows, columns: (row, columns - 1 - column),
    "R180": lambda row, column, rows, columns: (rows - 1 - row, columns - 1 - column),
    "D": lambda row, column, _rows, _columns: (column, row),
}
"""Where a symmetry takes a cell."""


def _broken(theorem: str, counts: Counts) -> str:
    return " ".join(name for name, holds in CLAUSES[theorem].items() if not holds(counts)) or "none"


def _by_regions(theorem: str, shape: tuple[int, int], counts: Counts, names: str) -> str:
    """Return what each of some symmetries breaks, from how they permute the regions."""
    actions = region_actions(*shape)
    return ", ".join(f"{name}: {_broken(theorem, moved(counts, actions[name]))}" for name in names.split())


def _by_boards(theorem: str, shape: tuple[int, int], counts: Counts, names: str) -> str:
    """Return what each symmetry breaks, from a board of that partition, moved cell by cell."""
    grid = SquareGrid(*shape)
    parts = parts_of(grid)
    cells = [cell for part, count in zip(parts, counts, strict=True) for cell in list(grid.cells(part))[:count]]
    broken = []
    for name in names.split():
        turned = [grid.index[MOVES[name](*grid.points[cell], *shape)] for cell in cells]
        broken.append(f"{name}: {_broken(theorem, tuple(sum(part >> cell & 1 for cell in turned) for part in parts))}")
    return ", ".join(broken)


def _clauses(key: str, theorem: str, shape: tuple[int, int], counts: Counts, published: str, why: str) -> Claim:
    names = " ".join(part.split(":")[0] for part in published.split(", "))
    written = ",".join(map(str, counts))
    return JENSEN_TRENEER.claim(
        f"jensen-treneer-proof-{key}",
        f"Theorem {theorem}, proof",
        f"The conditions that symmetries break on a {shape[0]}×{shape[1]} board with partition ({written})",
        published,
    ).computed_by(
        Method("permutation of the regions", lambda _: _by_regions(theorem, shape, counts, names)),
        Method("a board of the partition, moved cell by cell", lambda _: _by_boards(theorem, shape, counts, names)),
        explanation=Explanation(
            f"{why} The board leaves the reduced set in any case: the theorem stands.",
            lambda _: all(not THEOREMS[theorem](moved(counts, region_actions(*shape)[name])) for name in names.split()),
        ),
    )


def _whole_stabilisers(_shared: Computations) -> str:
    """Return the subgroups that are stabilisers of partitions of four corners, but of none in the reduced set."""
    everywhere = {stabiliser(counts, 2, 2) for counts in orders("4.1")}
    kept = {stabiliser(counts, 2, 2) for counts in orders("4.1") if THEOREMS["4.1"](counts)}
    return ", ".join(f"⟨{','.join(names)}⟩" for names in sorted(everywhere - kept)) or "none"


def _whole_stabilisers_by_moves(_shared: Computations) -> str:
    """Look at every partition of up to 3 blockers in each quadrant for one that only e and H keep."""
    only_h = any(
        counts == (counts[3], counts[2], counts[1], counts[0])
        and all(
            moved(counts, action) != counts for name, action in region_actions(2, 2).items() if name not in {"e", "H"}
        )
        for counts in product(range(4), repeat=4)
    )
    return "⟨H⟩" if only_h else "none"


def _first_counts(_shared: Computations) -> str:
    found = {
        p.counts[0] for rows, columns in grids(30) if rows != columns for p in reduced_partitions(rows, columns, 1)
    }
    return " or ".join(map(str, sorted(found)))


PROOFS = (
    JENSEN_TRENEER.claim(
        "jensen-treneer-proof-4-2",
        "Corollary 4.2, proof",
        "Subgroups missing from the table that are all the symmetries of some partition",
        "none",
    ).computed_by(
        Method("stabilisers of all orders of the counts", _whole_stabilisers),
        Method("partitions of up to 3 blockers in a quadrant", _whole_stabilisers_by_moves),
        explanation=Explanation(
            "⟨H⟩ is all that keeps (1,0,0,1). That partition is not in the reduced set, so that the table is right.",
            lambda _: stabiliser((1, 0, 0, 1), 2, 2) == ("H",) and not THEOREMS["4.1"]((1, 0, 0, 1)),
        ),
    ),
    _clauses(
        *("4-1-v", "4.1", (6, 6), (3, 3, 1, 0), "V: i or ii"),
        "With λ1=λ2>λ3>λ4 all nontrivial symmetries are said to violate (i) or (ii); V violates (iii) alone.",
    ),
    _clauses(
        *("4-1-d", "4.1", (6, 6), (3, 1, 3, 0), "D: i, R180: i"),
        "With λ1=λ3>λ2>λ4 all but D' are said to violate (i); D and R180 violate (ii) alone.",
    ),
    _clauses(
        *("4-5-v", "4.5", (4, 6), (3, 3, 1, 0), "V: iii"),
        "With λ1=λ2 and λ3>λ4 V violates (ii): the proof has (ii) and (iii) exchanged.",
    ),
    _clauses(
        *("4-5-r180", "4.5", (4, 6), (3, 1, 3, 0), "R180: ii"),
        "With λ1=λ3 and λ2>λ4 R180 violates (iii): the proof has (ii) and (iii) exchanged.",
    ),
    _clauses(
        *("4-9-v", "4.9", (4, 5), (3, 3, 1, 0, 0, 0), "V: iii"),
        "With λ1=λ2 and λ3>λ4 V violates (ii): the proof has (ii) and (iii) exchanged, as in Theorem 4.7.",
    ),
    _clauses(
        *("4-9-r180", "4.9", (4, 5), (3, 1, 3, 0, 0, 0), "R180: ii"),
        "With λ1=λ3 and λ2>λ4 R180 violates (iii): the proof has (ii) and (iii) exchanged, as in Theorem 4.7.",
    ),
    JENSEN_TRENEER.claim(
        "jensen-treneer-proof-7-4", "Proposition 7.4, proof", "λ1 of the partitions of one blocker, m ≠ n", "1"
    ).computed_by(
        Method("reduced partitions of grids of at most 30 cells", _first_counts),
        explanation=Explanation(
            "The proof takes the blocker to be in a corner region. On a middle line all λ are 0, and a symmetry may "
            "keep the partition; but a strip is a single line, so that it keeps the board too. The proposition stands.",
            lambda _: any(p.counts[0] == 0 for p in reduced_partitions(3, 5, 1)),
        ),
    ),
)

PRINTED = {
    "2": (
        (6, 6, 7),
        (
            "7000 D 4|6100 e 8|6010 D 4|5200 e 8|5020 D 4|5110 e 8|5101 D 4|4300 e 8|4030 D 4|4210 e 8|4201 e 8|"
            "4021 e 8|4111 D 4|3310 e 8|3130 D' 4|3220 e 8|3202 D 4|3211 e 8|3121 D 4|2221 D' 4"
        ),
    ),
    "3": ((8, 8, 4), "1111 D4 1|2020 D,D' 2|2101 D 4|2110 e 8|2200 V 4|3010 D 4|3100 e 8|4000 D 4"),
}
"""As printed: partition, subgroup, index."""

MIRRORED = Explanation(
    "(4,0,2,1) breaks condition (ii) of Theorem 4.1, λ2 ≥ λ4; its mirror image (4,1,2,0) is the one that meets all "
    "three. The counts are the same.",
    lambda _: not theorem_4_1((4, 0, 2, 1)) and theorem_4_1((4, 1, 2, 0)),
)


def _written(counts: tuple[int, ...], generators: str, index: int) -> str:
    subgroup = generators if generators == "D4" else f"⟨{generators}⟩"
    return f"({','.join(map(str, counts))}) {subgroup} {index}"


def _row(table: str, shape: tuple[int, int, int], line: str) -> Claim:
    digits, subgroup, index = line.split()
    counts = tuple(map(int, digits))
    rows, columns, blockers = shape

    equivalent = {moved(counts, action) for action in region_actions(rows, columns).values()}

    def tried(_shared: Computations) -> str:
        partition = next(p for p in reduced_partitions(rows, columns, blockers) if p.counts in equivalent)
        return str(partition)

    def by_corollary(_shared: Computations) -> str:
        kept = next(one for one in sorted(equivalent) if theorem_4_1(one))
        names, number = looked_up(theorem_of(rows, columns), kept)
        return _written(kept, ",".join(names), number)

    return JENSEN_TRENEER.claim(
        f"jensen-treneer-table-{table}-{digits}",
        f"Table {table}",
        f"({','.join(digits)}): its partition of the reduced set, subgroup K and index",
        _written(counts, subgroup, int(index)),
    ).computed_by(
        Method("symmetries tried on the regions", tried),
        Method("Theorem 4.1 and Corollary 4.2 as printed", by_corollary),
        explanation=MIRRORED if digits == "4021" else None,
    )


TABLES = tuple(_row(table, shape, line) for table, (shape, lines) in PRINTED.items() for line in lines.split("|"))
