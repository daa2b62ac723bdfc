"""Jensen and Treneer, sections 4 and 7: what the proofs say on the way."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import product

from dicelab.reproduce.board_partitions import reduced_partitions
from dicelab.reproduce.board_partitions.claims import grids, orders
from dicelab.reproduce.board_partitions.conditions import THEOREMS
from dicelab.reproduce.board_partitions.layout import moved, region_actions, stabiliser
from dicelab.reproduce.claim import JENSEN_TRENEER, Claim, Explanation, Method
from dicelab.reproduce.classes import parts_of
from dicelab.reproduce.workbench import Workbench
from solver.polyform import SquareGrid

_claim = partial(Claim, source=JENSEN_TRENEER)

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
    """Return the same from a board of that partition, cell by cell."""
    grid = SquareGrid(*shape)
    parts = parts_of(grid)
    cells = [cell for part, count in zip(parts, counts, strict=True) for cell in list(grid.cells(part))[:count]]
    told = []
    for name in names.split():
        turned = [grid.index[MOVES[name](*grid.points[cell], *shape)] for cell in cells]
        told.append(f"{name}: {_broken(theorem, tuple(sum(part >> cell & 1 for cell in turned) for part in parts))}")
    return ", ".join(told)


def _clauses(key: str, theorem: str, shape: tuple[int, int], counts: Counts, published: str, why: str) -> Claim:
    names = " ".join(part.split(":")[0] for part in published.split(", "))
    written = ",".join(map(str, counts))
    return _claim(
        name=f"jensen-treneer-proof-{key}",
        statement=f"The conditions that symmetries break on a {shape[0]}×{shape[1]} board with partition ({written})",
        place=f"Theorem {theorem}, proof",
        published=published,
        methods=(
            Method("permutation of the regions", lambda _: _by_regions(theorem, shape, counts, names)),
            Method("a board of the partition, moved cell by cell", lambda _: _by_boards(theorem, shape, counts, names)),
        ),
        explanation=Explanation(
            f"{why} The board leaves the reduced set in any case: the theorem stands.",
            lambda _: all(not THEOREMS[theorem](moved(counts, region_actions(*shape)[name])) for name in names.split()),
        ),
    )


def _whole_stabilisers(_bench: Workbench) -> str:
    """Return the subgroups that are stabilisers of partitions of four corners, but of none in the reduced set."""
    everywhere = {stabiliser(counts, 2, 2) for counts in orders("4.1")}
    kept = {stabiliser(counts, 2, 2) for counts in orders("4.1") if THEOREMS["4.1"](counts)}
    return ", ".join(f"⟨{','.join(names)}⟩" for names in sorted(everywhere - kept)) or "none"


def _whole_stabilisers_by_moves(_bench: Workbench) -> str:
    """Look at every partition of up to 3 blockers in each quadrant for one that only e and H keep."""
    only_h = any(
        counts == (counts[3], counts[2], counts[1], counts[0])
        and all(
            moved(counts, action) != counts for name, action in region_actions(2, 2).items() if name not in {"e", "H"}
        )
        for counts in product(range(4), repeat=4)
    )
    return "⟨H⟩" if only_h else "none"


def _first_counts(_bench: Workbench) -> str:
    found = {
        p.counts[0] for rows, columns in grids(30) if rows != columns for p in reduced_partitions(rows, columns, 1)
    }
    return " or ".join(map(str, sorted(found)))


CLAIMS = (
    _claim(
        name="jensen-treneer-proof-4-2",
        statement="Subgroups missing from the table that are all the symmetries of some partition",
        place="Corollary 4.2, proof",
        published="none",
        methods=(
            Method("stabilisers of all orders of the counts", _whole_stabilisers),
            Method("partitions of up to 3 blockers in a quadrant", _whole_stabilisers_by_moves),
        ),
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
    _claim(
        name="jensen-treneer-proof-7-4",
        statement="λ1 of the partitions of one blocker, m ≠ n",
        place="Proposition 7.4, proof",
        published="1",
        methods=(Method("reduced partitions of grids of at most 30 cells", _first_counts),),
        explanation=Explanation(
            "The proof takes the blocker to be in a corner region. On a middle line all λ are 0, and a symmetry may "
            "keep the partition; but a strip is a single line, so that it keeps the board too. The proposition stands.",
            lambda _: any(p.counts[0] == 0 for p in reduced_partitions(3, 5, 1)),
        ),
    ),
)
