"""Jensen and Treneer, section 6: the partitions of Tables 2 and 3."""

from __future__ import annotations

from functools import partial

from dicelab.reproduce.board_partitions import reduced_partitions
from dicelab.reproduce.board_partitions.conditions import looked_up, theorem_4_1
from dicelab.reproduce.board_partitions.layout import moved, region_actions, theorem_of
from dicelab.reproduce.claim import JENSEN_TRENEER, Claim, Explanation, Method
from dicelab.reproduce.workbench import Workbench

_claim = partial(Claim, source=JENSEN_TRENEER)

TABLES = {
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

    def tried(_bench: Workbench) -> str:
        partition = next(p for p in reduced_partitions(rows, columns, blockers) if p.counts in equivalent)
        return str(partition)

    def by_corollary(_bench: Workbench) -> str:
        kept = next(one for one in sorted(equivalent) if theorem_4_1(one))
        names, number = looked_up(theorem_of(rows, columns), kept)
        return _written(kept, ",".join(names), number)

    return _claim(
        name=f"jensen-treneer-table-{table}-{digits}",
        statement=f"({','.join(digits)}): its partition of the reduced set, subgroup K and index",
        place=f"Table {table}",
        published=_written(counts, subgroup, int(index)),
        methods=(
            Method("symmetries tried on the regions", tried),
            Method("Theorem 4.1 and Corollary 4.2 as printed", by_corollary),
        ),
        explanation=MIRRORED if digits == "4021" else None,
    )


CLAIMS = tuple(_row(table, shape, line) for table, (shape, lines) in TABLES.items() for line in lines.split("|"))
