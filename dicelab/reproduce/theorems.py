"""The conditions of Jensen and Treneer's theorems and the tables of their corollaries, as published and as mended.

They are in ``theorems.toml`` in the paper's notation. All six theorems hold as published, on grids of every size. Three
of the six tables do not: they leave partitions to "all others", ⟨e⟩, that a larger subgroup keeps, and a count weighted
by their index is too large. :mod:`dicelab.reproduce.claims.jensen_treneer_theory` shows both.
"""

from __future__ import annotations

import operator
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import msgspec

Counts = tuple[int, ...]
Condition = Callable[[Counts], bool]
Relation = tuple[Callable[[int, int], bool], int, int]

_RELATIONS = {"=": operator.eq, "≠": operator.ne, ">": operator.gt, "≥": operator.ge}
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii")


class PrintedTheorem(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A theorem and its corollary. ``missing`` are the rows that the table lacks, ``order`` is that of the group."""

    about: str
    conditions: tuple[str, ...]
    corollary: str
    order: int
    table: tuple[tuple[str, str, int], ...]
    missing: tuple[tuple[str, str, int], ...] = ()


def condition(text: str) -> Condition:
    """Read a condition on the counts of a partition, as the paper writes it.

    Examples
    --------
    >>> holds = condition("λ1=λ2>λ3=λ4; if λ1=λ2 then δ1≠δ3")
    >>> holds((1, 1, 0, 0, 2, 0, 3, 0)), holds((1, 1, 0, 0, 2, 0, 2, 0)), holds((1, 1, 1, 0, 2, 0, 3, 0))
    (True, False, False)
    """
    sentences = []
    for sentence in text.split(";"):
        premise, _, conclusion = sentence.strip().removeprefix("if ").rpartition(" then ")
        sentences.append((_relations(premise), _relations(conclusion)))

    def holds(counts: Counts) -> bool:
        return len(counts) == 1 or all(
            any(not relation(counts[a], counts[b]) for relation, a, b in premise)
            or all(relation(counts[a], counts[b]) for relation, a, b in conclusion)
            for premise, conclusion in sentences
        )

    return holds


def _relations(text: str) -> tuple[Relation, ...]:
    """Read chains such as ``λ1=λ3>λ2=λ4``, parted by commas; λ1 to λ4 come first in a partition, then δ1 to δ4."""
    found: list[Relation] = []
    for chain in filter(None, text.split(",")):
        places = [int(number) - 1 + 4 * (letter == "δ") for letter, number in re.findall(r"([λδ])(\d)", chain)]
        signs = re.findall("[=≠>≥]", chain)
        found += ((_RELATIONS[sign], a, b) for sign, (a, b) in zip(signs, pairwise(places), strict=True))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class CorollaryRow:
    """A row of a corollary: the partitions it is about, and the subgroup and index that it gives them."""

    holds: Condition
    stabiliser: tuple[str, ...]
    index: int


def _rows(printed: tuple[tuple[str, str, int], ...]) -> tuple[CorollaryRow, ...]:
    return tuple(CorollaryRow(condition(text), tuple(names.split(",")), index) for text, names, index in printed)


PRINTED: dict[str, PrintedTheorem] = msgspec.convert(
    tomllib.loads(Path(__file__).with_name("theorems.toml").read_text(encoding="utf-8")), dict[str, PrintedTheorem]
)

CONDITIONS = {
    number: {name: condition(text) for name, text in zip(_ROMAN, printed.conditions, strict=False)}
    for number, printed in PRINTED.items()
}
"""The conditions of each theorem by their Roman numbers."""

THEOREMS = {number: condition("; ".join(printed.conditions)) for number, printed in PRINTED.items()}
"""Whether a theorem keeps a partition."""

Tables = Mapping[str, tuple[CorollaryRow, ...]]

PUBLISHED: Tables = {number: _rows(printed.table) for number, printed in PRINTED.items()}
"""The rows of the corollary to each theorem, as published; "all others" have ⟨e⟩."""

MENDED: Tables = {number: PUBLISHED[number] + _rows(printed.missing) for number, printed in PRINTED.items()}
"""The rows as published, and the missing ones."""


def looked_up(theorem: str, counts: Counts, tables: Tables = PUBLISHED) -> tuple[tuple[str, ...], int]:
    """Return the subgroup and the index that a corollary gives a partition of the reduced set."""
    for row in tables[theorem]:
        if row.holds(counts):
            return row.stabiliser, row.index
    return ("e",), PRINTED[theorem].order
