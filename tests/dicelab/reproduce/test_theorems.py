"""The theorems and tables of Jensen and Treneer, section 4, as published and as mended."""

from itertools import product
from math import comb

import pytest

from dicelab.reproduce.claims.jensen_treneer_theory import (
    counterexamples,
    orders,
    orders_misread,
    orders_not_met_once,
    weighted_boards,
)
from dicelab.reproduce.partitions import (
    grids,
    is_transposed,
    moved,
    reduced_partitions,
    region_actions,
    stabiliser,
    theorem_of,
)
from dicelab.reproduce.theorems import MENDED, PUBLISHED, THEOREMS, looked_up

HOLD = ["4.1", "4.5", "4.11"]
FAIL = ["4.3", "4.7", "4.9"]


@pytest.mark.parametrize("theorem", THEOREMS)
def test_every_theorem_keeps_exactly_one_partition_of_every_orbit(theorem):
    # Through all orders of the entries, so on grids of every size: conditions (2) and (3) of Theorem 3.1.
    assert orders_not_met_once(theorem) == []


def test_the_orders_are_all_that_entries_up_to_3_can_have():
    ranks = {tuple(sorted(set(counts)).index(count) for count in counts) for counts in product(range(4), repeat=4)}
    assert {counts[:4] for counts in orders("4.3")} == {counts[4:8] for counts in orders("4.3")} == ranks
    assert [len(list(orders(theorem))) for theorem in THEOREMS] == [75, 75 * 75, 75, 75 * 75, 75 * 3, 3]


def test_a_theorem_with_a_clause_left_out_is_found_wanting(monkeypatch):
    monkeypatch.setitem(THEOREMS, "4.1", lambda counts: counts[0] >= max(counts) and counts[1] >= counts[3])
    assert any((2, 2, 1, 0) in orbit for orbit in orders_not_met_once("4.1"))
    monkeypatch.setitem(THEOREMS, "4.5", lambda counts: counts[0] > max(counts[1:]))
    assert ((0, 0, 0, 0),) in orders_not_met_once("4.5")


@pytest.mark.parametrize("theorem", HOLD)
def test_corollaries_that_hold_as_published(theorem):
    assert orders_misread(theorem) == []
    assert list(counterexamples(theorem, most_cells=24)) == []


@pytest.mark.parametrize(
    ("theorem", "misread"),
    [
        # λ1=λ3>λ2=λ4 with two neighbouring strips above the other two: kept by a diagonal.
        ("4.3", {(1, 0, 1, 0, 1, 1, 0, 0, 0): ("D'",), (1, 0, 1, 0, 1, 0, 0, 1, 0): ("D",)}),
        # λ1=λ4>λ2=λ3, δ1=δ3, δ2=δ4: kept by H, however the two kinds of strips compare.
        (
            "4.7",
            {
                (1, 0, 0, 1, 0, 0, 0, 0, 0): ("H",),
                (1, 0, 0, 1, 1, 0, 1, 0, 0): ("H",),
                (1, 0, 0, 1, 0, 1, 0, 1, 0): ("H",),
            },
        ),
        # λ1=λ3>λ2=λ4, δ1=δ2: kept by the half turn.
        ("4.9", {(1, 0, 1, 0, 0, 0): ("R180",)}),
    ],
)
def test_corollaries_that_lack_rows(theorem, misread):
    assert set(orders_misread(theorem)) == set(misread)
    assert orders_misread(theorem, MENDED) == []
    for counts, subgroup in misread.items():
        assert looked_up(theorem, counts)[0] == ("e",)
        assert looked_up(theorem, counts, MENDED)[0] == subgroup


@pytest.mark.parametrize(
    ("theorem", "rows", "columns", "blockers", "counts"),
    [
        ("4.3", 3, 3, 4, (1, 0, 1, 0, 1, 1, 0, 0, 0)),
        ("4.7", 3, 5, 2, (1, 0, 0, 1, 0, 0, 0, 0, 0)),
        ("4.9", 2, 3, 2, (1, 0, 1, 0, 0, 0)),
    ],
)
def test_the_smallest_counterexamples(theorem, rows, columns, blockers, counts):
    written = f"{rows}×{columns} with {blockers} blockers: ({','.join(map(str, counts))}) has "
    assert written in next(counterexamples(theorem))
    # The symmetry does keep the partition.
    action = region_actions(rows, columns)[stabiliser(counts, rows, columns)[0]]
    assert moved(counts, action) == counts
    # So the published weights count too many boards, and on no smaller grid of the shape do they.
    assert weighted_boards(rows, columns, blockers) > comb(rows * columns, blockers)
    for m, n in grids(rows * columns):
        if theorem_of(m, n) == theorem and not is_transposed(m, n):
            for r in range(m * n + 1 if m * n < rows * columns else blockers):
                assert weighted_boards(m, n, r) == comb(m * n, r)


@pytest.mark.parametrize(("rows", "columns"), [sides for sides in grids(20) if not is_transposed(*sides)])
def test_mended_weights_count_all_boards(rows, columns):
    for r in range(rows * columns + 1):
        assert weighted_boards(rows, columns, r, MENDED) == comb(rows * columns, r)


@pytest.mark.parametrize(
    ("rows", "columns", "blockers", "weighted"),
    [(5, 7, 5, 326_018), (5, 5, 10, 3_282_872), (6, 7, 6, 5_494_636)],
)
def test_examples_6_3_6_4_and_6_6_need_the_mended_tables(rows, columns, blockers, weighted):
    assert weighted_boards(rows, columns, blockers) == weighted > comb(rows * columns, blockers)
    assert weighted_boards(rows, columns, blockers, MENDED) == comb(rows * columns, blockers)


@pytest.mark.parametrize("tables", [PUBLISHED, MENDED])
@pytest.mark.parametrize("theorem", THEOREMS)
def test_no_two_rows_of_a_table_are_about_the_same_partition(theorem, tables):
    for counts in filter(THEOREMS[theorem], orders(theorem)):
        assert sum(row.holds(counts) for row in tables[theorem]) <= 1


def test_the_subgroups_of_corollary_4_2():
    # Its proof calls the four subgroups that are not in the table "not maximal with respect to preserving particular
    # board partitions". Three are; <H> is the whole stabiliser of (1,0,0,1), which is not in the reduced set.
    everywhere = {stabiliser(counts, 2, 2) for counts in orders("4.1")}
    in_the_set = {stabiliser(counts, 2, 2) for counts in orders("4.1") if THEOREMS["4.1"](counts)}
    assert in_the_set == {("D4",), ("D", "D'"), ("V",), ("D'",), ("D",), ("e",)}
    assert everywhere - in_the_set == {("H",)}
    assert stabiliser((1, 0, 0, 1), 2, 2) == ("H",)


def broken(counts, clauses):
    return {name for name, holds in clauses.items() if not holds(*counts)}


def test_clauses_that_the_proofs_of_4_1_and_4_5_name_wrongly():
    four_1 = {
        "i": lambda a, b, c, d: a >= max(b, c, d),
        "ii": lambda a, b, c, d: b >= d,  # noqa: ARG005
        "iii": lambda a, b, c, d: a != b or c >= d,
    }
    square = region_actions(6, 6)
    # 4.1, λ1=λ2>λ3>λ4: "all nontrivial symmetries violate properties (i) or (ii)". V violates (iii) alone.
    assert broken(moved((3, 3, 1, 0), square["V"]), four_1) == {"iii"}
    # 4.1, λ1=λ3>λ2>λ4: "all other nontrivial symmetries violate property (i)". D and R180 violate (ii) alone.
    assert broken(moved((3, 1, 3, 0), square["D"]), four_1) == {"ii"}
    assert broken(moved((3, 1, 3, 0), square["R180"]), four_1) == {"ii"}
    four_5 = {
        "i": four_1["i"],
        "ii": four_1["iii"],
        "iii": lambda a, b, c, d: a != c or b >= d,
        "iv": lambda a, b, c, d: a != d or b >= c,
    }
    oblong = region_actions(4, 6)
    # 4.5, λ1=λ2, λ3>λ4: "V will violate (iii)". It violates (ii); and R180 (iii), not (ii), where λ1=λ3, λ2>λ4.
    assert broken(moved((3, 3, 1, 0), oblong["V"]), four_5) == {"ii"}
    assert broken(moved((3, 1, 3, 0), oblong["R180"]), four_5) == {"iii"}


def test_tables_2_and_3():
    # Jensen and Treneer; (4,1,2,0) is printed as (4,0,2,1).
    table_2 = """7000 D, 6100 e, 6010 D, 5200 e, 5020 D, 5110 e, 5101 D, 4300 e, 4030 D, 4210 e, 4201 e, 4120 e, 4111 D,
        3310 e, 3130 D', 3220 e, 3202 D, 3211 e, 3121 D, 2221 D'"""
    table_3 = "1111 D4, 2020 D+D', 2101 D, 2110 e, 2200 V, 3010 D, 3100 e, 4000 D"
    for rows, blockers, table in [(6, 7, table_2), (8, 4, table_3)]:
        published = dict(line.split() for line in table.split(","))
        computed = {
            "".join(map(str, partition.counts)): "+".join(partition.stabiliser)
            for partition in reduced_partitions(rows, rows, blockers)
        }
        assert computed == published
