"""The conditions of Jensen and Treneer's theorems and the tables of their corollaries, as published and as mended.

All six theorems hold as published, on grids of every size. Three of the six tables do not: they leave partitions to
"all others", ⟨e⟩, that a larger subgroup keeps, and a count weighted by their index is too large.
:mod:`dicelab.reproduce.board_partitions.checks` shows both.

- Corollary 4.4 lacks λ1=λ3>λ2=λ4 with δ1=δ2>δ3=δ4 (⟨D'⟩) and with δ1=δ4>δ2=δ3 (⟨D⟩).
  Smallest case: 3×3, 4 blockers, λ=(1,0,1,0), δ=(1,1,0,0), c=0.
- Corollary 4.8 ends its row for ⟨H⟩ with "if λ2=λ3 then δ2≠δ4", but λ2=λ3 in the whole row: λ1=λ2 is meant. As it
  stands the row leaves out λ1=λ4>λ2=λ3 with δ1=δ3, δ2=δ4.
  Smallest case: 3×5, 2 blockers, λ=(1,0,0,1), δ=(0,0,0,0), c=0.
- Corollary 4.10 lacks λ1=λ3>λ2=λ4 with δ1=δ2 (⟨R180⟩).
  Smallest case: 2×3, 2 blockers, λ=(1,0,1,0), δ=(0,0).

References
----------
Jensen and Treneer, section 4.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

Counts = tuple[int, ...]
Condition = Callable[[Counts], bool]


def theorem_4_1(counts: Counts) -> bool:
    """Square boards of even side: λ1 to λ4."""
    l1, l2, l3, l4 = counts
    return (
        l1 >= max(l2, l3, l4)  # (i)
        and l2 >= l4  # (ii)
        and (l1 != l2 or l3 >= l4)  # (iii)
    )


def theorem_4_3(counts: Counts) -> bool:
    """Square boards of odd side: λ1 to λ4, δ1 to δ4, c."""
    l1, l2, l3, l4, d1, d2, d3, d4, _ = counts
    return (
        theorem_4_1((l1, l2, l3, l4))  # (i) to (iii)
        and (not (l1 == l3 and l2 != l4) or (d1 >= d2 and (d1 != d2 or d3 >= d4)))  # (iv)
        and (not (l2 == l4 and l1 != l3) or (d1 >= d4 and (d1 != d4 or d2 >= d3)))  # (v)
        and (not l1 == l2 > l3 == l4 or d2 >= d4)  # (vi)
        and (
            not l1 == l3 > l2 == l4  # (vii)
            or (d1 >= max(d2, d3, d4) and (d1 != d2 or d3 >= d4) and (d1 != d3 or d2 >= d4) and (d1 != d4 or d2 >= d3))
        )
        and (not l1 == l2 == l3 == l4 or (d1 >= max(d2, d3, d4) and d2 >= d4 and (d1 != d2 or d3 >= d4)))  # (viii)
    )


def theorem_4_5(counts: Counts) -> bool:
    """Other boards of even sides: λ1 to λ4."""
    l1, l2, l3, l4 = counts
    return (
        l1 >= max(l2, l3, l4)  # (i)
        and (l1 != l2 or l3 >= l4)  # (ii)
        and (l1 != l3 or l2 >= l4)  # (iii)
        and (l1 != l4 or l2 >= l3)  # (iv)
    )


def theorem_4_7(counts: Counts) -> bool:
    """Other boards of odd sides: λ1 to λ4, δ1 to δ4, c."""
    l1, l2, l3, l4, d1, d2, d3, d4, _ = counts
    return (
        theorem_4_5((l1, l2, l3, l4))  # (i), and how (ii) to (iv) begin
        and (not (l1 == l3 and l2 == l4) or (d1 >= d3 and (d1 != d3 or d2 >= d4)))  # (ii)
        and (not (l1 == l2 and l3 == l4) or d2 >= d4)  # (iii)
        and (not (l1 == l4 and l2 == l3) or d1 >= d3)  # (iv)
    )


def theorem_4_9(counts: Counts) -> bool:
    """Boards of one even and one odd side: λ1 to λ4, δ1, δ2."""
    l1, l2, l3, l4, d1, d2 = counts
    return (
        theorem_4_5((l1, l2, l3, l4))  # (i), (ii), and how (iii) and (iv) begin
        and (not (l1 == l3 and l2 == l4) or d1 >= d2)  # (iii)
        and (not (l1 == l4 and l2 == l3) or d1 >= d2)  # (iv)
    )


def theorem_4_11(counts: Counts) -> bool:
    """Boards with a side of one: λ1, λ2, and c where the other side is odd; a single cell has only c."""
    return len(counts) == 1 or counts[0] >= counts[1]


THEOREMS: dict[str, Condition] = {
    "4.1": theorem_4_1,
    "4.3": theorem_4_3,
    "4.5": theorem_4_5,
    "4.7": theorem_4_7,
    "4.9": theorem_4_9,
    "4.11": theorem_4_11,
}


@dataclass(frozen=True, slots=True)
class CorollaryRow:
    """A row of a corollary: the partitions it is about, and the subgroup and index that it gives them."""

    text: str
    holds: Condition
    stabiliser: tuple[str, ...]
    index: int


def _all_equal(*entries: int) -> bool:
    return len(set(entries)) == 1


_TABLE_4_2 = (
    CorollaryRow("λ1=λ2=λ3=λ4", lambda p: _all_equal(*p[:4]), ("D4",), 1),
    CorollaryRow("λ1=λ3>λ2=λ4", lambda p: p[0] == p[2] > p[1] == p[3], ("D", "D'"), 2),
    CorollaryRow("λ1=λ2>λ3=λ4", lambda p: p[0] == p[1] > p[2] == p[3], ("V",), 4),
    CorollaryRow("λ1=λ3, λ2≠λ4", lambda p: p[0] == p[2] and p[1] != p[3], ("D'",), 4),
    CorollaryRow("λ2=λ4, λ1≠λ3", lambda p: p[1] == p[3] and p[0] != p[2], ("D",), 4),
)

_TABLE_4_4 = (
    CorollaryRow("λ1=λ2=λ3=λ4, δ1=δ2=δ3=δ4", lambda p: _all_equal(*p[:4]) and _all_equal(*p[4:8]), ("D4",), 1),
    CorollaryRow("λ1=λ2=λ3=λ4, δ1=δ2>δ3=δ4", lambda p: _all_equal(*p[:4]) and p[4] == p[5] > p[6] == p[7], ("D'",), 4),
    CorollaryRow(
        "λ1=λ2=λ3=λ4, δ1=δ3>δ2=δ4", lambda p: _all_equal(*p[:4]) and p[4] == p[6] > p[5] == p[7], ("H", "V"), 2
    ),
    CorollaryRow("λ1=λ2=λ3=λ4, δ1=δ3≥δ2>δ4", lambda p: _all_equal(*p[:4]) and p[4] == p[6] >= p[5] > p[7], ("H",), 4),
    CorollaryRow("λ1=λ2=λ3=λ4, δ1>δ3, δ2=δ4", lambda p: _all_equal(*p[:4]) and p[4] > p[6] and p[5] == p[7], ("V",), 4),
    CorollaryRow(
        "λ1=λ3>λ2=λ4, δ1=δ2=δ3=δ4", lambda p: p[0] == p[2] > p[1] == p[3] and _all_equal(*p[4:8]), ("D", "D'"), 2
    ),
    CorollaryRow(
        "λ1=λ3>λ2=λ4, δ1=δ3, δ2=δ4, δ2≠δ3",
        lambda p: p[0] == p[2] > p[1] == p[3] and p[4] == p[6] and p[5] == p[7] and p[5] != p[6],
        ("R180",),
        4,
    ),
    CorollaryRow("λ1=λ2>λ3=λ4, δ2=δ4", lambda p: p[0] == p[1] > p[2] == p[3] and p[5] == p[7], ("V",), 4),
    CorollaryRow(
        "λ1=λ3, λ2≠λ4, δ1=δ2, δ3=δ4",
        lambda p: p[0] == p[2] and p[1] != p[3] and p[4] == p[5] and p[6] == p[7],
        ("D'",),
        4,
    ),
    CorollaryRow(
        "λ2=λ4, λ1≠λ3, δ1=δ4, δ2=δ3",
        lambda p: p[1] == p[3] and p[0] != p[2] and p[4] == p[7] and p[5] == p[6],
        ("D",),
        4,
    ),
)
_MISSING_4_4 = (
    CorollaryRow(
        "λ1=λ3>λ2=λ4, δ1=δ2>δ3=δ4",
        lambda p: p[0] == p[2] > p[1] == p[3] and p[4] == p[5] > p[6] == p[7],
        ("D'",),
        4,
    ),
    CorollaryRow(
        "λ1=λ3>λ2=λ4, δ1=δ4>δ2=δ3",
        lambda p: p[0] == p[2] > p[1] == p[3] and p[4] == p[7] > p[5] == p[6],
        ("D",),
        4,
    ),
)

_TABLE_4_6 = (
    CorollaryRow("λ1=λ2=λ3=λ4", lambda p: _all_equal(*p[:4]), ("H", "V"), 1),
    CorollaryRow("λ1=λ2>λ3=λ4", lambda p: p[0] == p[1] > p[2] == p[3], ("V",), 2),
    CorollaryRow("λ1=λ3>λ2=λ4", lambda p: p[0] == p[2] > p[1] == p[3], ("R180",), 2),
    CorollaryRow("λ1=λ4>λ2=λ3", lambda p: p[0] == p[3] > p[1] == p[2], ("H",), 2),
)

_TABLE_4_8 = (
    CorollaryRow(
        "λ1=λ2=λ3=λ4, δ1=δ3, δ2=δ4",
        lambda p: _all_equal(*p[:4]) and p[4] == p[6] and p[5] == p[7],
        ("H", "V"),
        1,
    ),
    CorollaryRow(
        "λ1=λ3>λ2=λ4, δ1=δ3, δ2=δ4",
        lambda p: p[0] == p[2] > p[1] == p[3] and p[4] == p[6] and p[5] == p[7],
        ("R180",),
        2,
    ),
    CorollaryRow(
        "λ1=λ2, λ3=λ4, δ2=δ4, if λ2=λ3 then δ1≠δ3",
        lambda p: p[0] == p[1] and p[2] == p[3] and p[5] == p[7] and (p[1] != p[2] or p[4] != p[6]),
        ("V",),
        2,
    ),
    CorollaryRow(
        "λ1=λ4, λ2=λ3, δ1=δ3, if λ2=λ3 then δ2≠δ4",
        lambda p: p[0] == p[3] and p[1] == p[2] and p[4] == p[6] and (p[1] != p[2] or p[5] != p[7]),
        ("H",),
        2,
    ),
)
_MENDED_4_8 = (
    *_TABLE_4_8[:3],
    CorollaryRow(
        "λ1=λ4, λ2=λ3, δ1=δ3, if λ1=λ2 then δ2≠δ4",
        lambda p: p[0] == p[3] and p[1] == p[2] and p[4] == p[6] and (p[0] != p[1] or p[5] != p[7]),
        ("H",),
        2,
    ),
)

_TABLE_4_10 = (
    CorollaryRow("λ1=λ2=λ3=λ4, δ1=δ2", lambda p: _all_equal(*p[:4]) and p[4] == p[5], ("H", "V"), 1),
    CorollaryRow("λ1=λ2=λ3=λ4, δ1≠δ2", lambda p: _all_equal(*p[:4]) and p[4] != p[5], ("V",), 2),
    CorollaryRow("λ1=λ2>λ3=λ4", lambda p: p[0] == p[1] > p[2] == p[3], ("V",), 2),
    CorollaryRow("λ1=λ4>λ2=λ3, δ1=δ2", lambda p: p[0] == p[3] > p[1] == p[2] and p[4] == p[5], ("H",), 2),
)
_MISSING_4_10 = (
    CorollaryRow("λ1=λ3>λ2=λ4, δ1=δ2", lambda p: p[0] == p[2] > p[1] == p[3] and p[4] == p[5], ("R180",), 2),
)

_TABLE_4_12 = (CorollaryRow("λ1=λ2", lambda p: len(p) == 1 or p[0] == p[1], ("R180",), 1),)

Tables = Mapping[str, tuple[CorollaryRow, ...]]

PUBLISHED: Tables = {
    "4.1": _TABLE_4_2,
    "4.3": _TABLE_4_4,
    "4.5": _TABLE_4_6,
    "4.7": _TABLE_4_8,
    "4.9": _TABLE_4_10,
    "4.11": _TABLE_4_12,
}
"""The rows of the corollary to each theorem, as published; "all others" have ⟨e⟩."""

MENDED: Tables = {
    **PUBLISHED,
    "4.3": (*_TABLE_4_4, *_MISSING_4_4),
    "4.7": _MENDED_4_8,
    "4.9": (*_TABLE_4_10, *_MISSING_4_10),
}
"""The same with what is missing."""

COROLLARIES = {"4.1": "4.2", "4.3": "4.4", "4.5": "4.6", "4.7": "4.8", "4.9": "4.10", "4.11": "4.12"}
"""The corollary to each theorem."""

ORDERS = {"4.1": 8, "4.3": 8, "4.5": 4, "4.7": 4, "4.9": 4, "4.11": 2}
"""The order of the symmetry group that each theorem is about; of a single cell it is 1."""


def looked_up(theorem: str, counts: Counts, tables: Tables = PUBLISHED) -> tuple[tuple[str, ...], int]:
    """Return the subgroup and the index that a corollary gives a partition of the reduced set."""
    for row in tables[theorem]:
        if row.holds(counts):
            return row.stabiliser, row.index
    return ("e",), ORDERS[theorem]
