"""Jensen and Treneer, section 6: Examples 6.1 to 6.6."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import comb

import numpy as np

from dicelab.dice import catalogue_set
from dicelab.reproduce.board_partitions.partition import reduced_boards, reduced_partitions, reduced_size
from dicelab.reproduce.board_partitions.ratios import orbits
from dicelab.reproduce.board_partitions.regions import moved, region_actions
from dicelab.reproduce.claim import JENSEN_TRENEER, KERNEL, Check, Claim, Explanation, Method, Value, percent, rounded
from dicelab.reproduce.claims.counting import boards_by_packing
from dicelab.reproduce.claims.jensen_boards import sample_refuted, settled
from dicelab.reproduce.computations import GENIUS, Computations, puzzle_of
from solver.census import representatives_of_all
from solver.polyform import burnside
from solver.polyform.symmetry import Masks


@dataclass(frozen=True, slots=True)
class Example:
    """An example as printed, in the words and to the places of the paper; ``None`` where it gives no figure.

    ``partitions`` to ``reduced_unsolvable`` are about the reduced set, and ``ratio`` is its boards for each orbit;
    ``quick`` says whether the census of the puzzle takes seconds.
    """

    number: str
    about: str
    puzzle: str
    partitions: int
    boards: int
    boards_share: str
    reduced_unsolvable: int
    unsolvable: int
    unsolvable_share: str
    orbits: int
    orbits_share: str | None
    ratio: str
    quick: bool


PRINTED = """
6.1|Genius Square|genius-square|20|1521054|18.22 %|29813|172440|2 %|1044690|12.51 %|1.46
6.2|pentominoes on 8×8|8x8/4:pentominoes|8|175516|27.6 %|1900|9552|1.5 %|79920|12.57 %|2.2
6.3|L-trominoes on 5×7|5x7/5:10*L3|276|89278|27.5 %|68252|247694|76.3 %|81648|25.15 %|1.09
6.4|I-polyominoes on 5×5|5x5/10:I1,I2,I3,I4,I5|1221|467376|14.30 %|459652|3213292|98.3 %|410170|| 1.14
6.5|P-pentominoes on 6×8|6x8/3:9*P5|5|4324|25 %|2572|10288|59.5 %|4324|| 1
6.6|tetrominoes on 6×7|6x7/6:2*I4,2*O4,2*T4,2*L4,S4|115|1556344|29.67 %|925208|3137062|59.8 %|1312957|| 1.19
"""
"""The figures of the examples, in the order of :class:`Example`."""

SLOW = ("6.2", "6.6")
"""The examples whose census takes longer than seconds."""

COLOURED = ("6.6",)
"""The example on which the colours refute most orbits, and CP-SAT is asked about the others only."""


def _example(line: str) -> Example:
    number, about, puzzle, partitions, boards, share, in_reduced, unsolvable, without, classes, of_all, ratio = (
        part.strip() for part in line.split("|")
    )
    return Example(
        number,
        about,
        puzzle,
        int(partitions),
        int(boards),
        share,
        int(in_reduced),
        int(unsolvable),
        without,
        int(classes),
        of_all or None,
        ratio,
        number not in SLOW,
    )


EXAMPLES = tuple(map(_example, PRINTED.split("\n")[1:-1]))


def _places(text: str) -> int:
    return len(text.removesuffix(" %").partition(".")[2])


def _boards(example: Example) -> tuple[int, int]:
    puzzle = puzzle_of(example.puzzle)
    return reduced_size(puzzle.grid.rows, puzzle.grid.columns, puzzle.blockers), comb(len(puzzle.grid), puzzle.blockers)


def _shape(example: Example) -> tuple[int, int, int]:
    puzzle = puzzle_of(example.puzzle)
    return puzzle.grid.rows, puzzle.grid.columns, puzzle.blockers


def _packed(shared: Computations, example: Example) -> Masks:
    return shared.once(lambda: boards_by_packing(puzzle_of(example.puzzle)), "packed", example.puzzle)


def _reduced_and_packed(shared: Computations, example: Example) -> int:
    """Count the boards of the reduced set that no packing leaves."""
    boards = reduced_boards(*_shape(example))
    return len(boards) - int(np.isin(boards, _packed(shared, example)).sum())


def _refuters(example: Example) -> str:
    return "colours or CP-SAT" if example.number in COLOURED else "CP-SAT"


def _reduced_and_refuted(shared: Computations, example: Example) -> int:
    """Count the refuted boards of the reduced set: an orbit has equally many in each partition of its class."""
    rows, columns, _ = _shape(example)
    actions = region_actions(rows, columns).values()
    by_partition = shared.proof(example.puzzle, by_colour=example.number in COLOURED).by_partition
    return sum(number // len({moved(counts, action) for action in actions}) for counts, number in by_partition.items())


def _unsolvable(example: Example) -> Iterator[Method]:
    """Yield the ways to count all boards without a tiling."""
    text = example.puzzle
    yield Method("census", lambda shared: len(shared.census(text).unsolvable_boards), example.quick, KERNEL)
    yield Method(
        "reduced set looked up in the census and weighted (Corollary 3.2)",
        lambda shared: sum(p.index * number for p, number in shared.reduced(text).items()),
        example.quick,
        KERNEL,
    )
    if example.number == "6.4":
        yield Method(
            "all ways to lay the pieces on the empty grid, and what they leave",
            lambda shared: comb(25, 10) - len(_packed(shared, example)),
        )
    else:
        yield Method(
            f"{_refuters(example)} on every orbit without a tiling, weighted by its size",
            lambda shared: shared.proof(text, by_colour=example.number in COLOURED).refuted,
            quick=False,
        )


def _reduced_unsolvable(example: Example) -> Iterator[Method]:
    """Yield the ways to count the boards without a tiling in the reduced set."""
    yield Method(
        "reduced set generated and looked up in the census",
        lambda shared: sum(shared.reduced(example.puzzle).values()),
        example.quick,
        KERNEL,
    )
    yield Method(
        "every board of the census counted in its class, one partition of each",
        lambda shared: sum(one.unsolvable for one in shared.classes(example.puzzle).classes),
        example.quick,
        KERNEL,
    )
    if example.number == "6.4":
        yield Method("reduced set less what packings leave", lambda shared: _reduced_and_packed(shared, example))
    else:
        yield Method(
            f"{_refuters(example)} on every orbit without a tiling, spread over the partitions of its class",
            lambda shared: _reduced_and_refuted(shared, example),
            quick=False,
        )


def _checks(example: Example) -> tuple[Check, ...]:
    every = Check(
        "every orbit", lambda shared: settled(shared, example.puzzle, by_colour=example.number in COLOURED), quick=False
    )
    if example.number == "6.4":
        return ()
    return (Check("a random sample", sample_refuted), every) if example.number == "6.1" else (every,)


def _too_many_6_4(shared: Computations) -> bool:
    """Show that packings leave more boards than the paper has solvable ones, and the census's, board for board."""
    example = EXAMPLES[3]
    solvable = shared.census(example.puzzle).solvable
    packed = _packed(shared, example)
    return (
        bool(shared.census(example.puzzle).is_solvable(packed).all())
        and len(packed) == int(solvable.sum())
        and len(packed) == 98_964
        and comb(25, 10) - example.unsolvable == 55_468
        and len(packed) - 55_468 == 43_496
        and example.reduced_unsolvable - _reduced_and_packed(shared, example) == 5_988
    )


def _too_many_6_6(shared: Computations) -> bool:
    """Show that more boards have a checked tiling than the paper has solvable ones, and that its figures fit this."""
    example = EXAMPLES[5]
    tiled = shared.proof(example.puzzle, by_colour=True).tiled
    fewer = example.reduced_unsolvable - sum(shared.reduced(example.puzzle).values())
    return (
        tiled == 2_108_760
        and comb(42, 6) - example.unsolvable == 2_108_724
        and fewer == 9
        and tiled - 2_108_724 == 4 * 9
    )


EXPLANATIONS = {
    ("6.4", "unsolvable"): Explanation(
        "Laying the five pieces on the empty grid in every way leaves 98,964 boards, each of which is thereby tiled. "
        "The paper has 55,468 solvable boards: it calls 43,496 boards, 5,988 of them in the reduced set, unsolvable "
        "that are not. Why its programs missed them can't be told from the paper.",
        _too_many_6_4,
    ),
    ("6.6", "unsolvable"): Explanation(
        "2,108,760 boards are of an orbit with a tiling that was checked; the paper has 2,108,724 solvable ones. "
        "It calls 9 boards of the reduced set unsolvable that are not, each of which stands for 4 boards: both figures "
        "differ by these.",
        _too_many_6_6,
    ),
    ("6.2", "orbits-percent"): Explanation(
        "79,920 of 635,376 is 12.578 %: cut off, not rounded.", lambda _: 100 * 79_920 * 100 // 635_376 == 1_257
    ),
}
EXPLANATIONS["6.4", "reduced-unsolvable"] = EXPLANATIONS["6.4", "unsolvable"]
EXPLANATIONS["6.4", "unsolvable-percent"] = EXPLANATIONS["6.4", "unsolvable"]
EXPLANATIONS["6.6", "reduced-unsolvable"] = EXPLANATIONS["6.6", "unsolvable"]


def _figures(example: Example) -> Iterator[Claim]:
    """Yield the figures of an example."""
    shape = _shape(example)
    grid = puzzle_of(example.puzzle).grid
    size, everything = _boards(example)

    def figure(
        key: str, what: str, published: Value | None, *methods: Method, checks: tuple[Check, ...] = ()
    ) -> Iterator[Claim]:
        if published is not None:
            yield JENSEN_TRENEER.claim(
                f"jensen-treneer-{example.number.replace('.', '-')}-{key}",
                f"Example {example.number}",
                f"{example.about}: {what}",
                published,
            ).computed_by(*methods, *checks, explanation=EXPLANATIONS.get((example.number, key)))

    def by_classes(count: Callable[[Computations], int]) -> Method:
        return Method("classes of all boards", count, example.quick)

    text = example.puzzle
    yield from figure(
        "partitions",
        "board partitions",
        example.partitions,
        Method("partitions that meet the theorem's conditions", lambda _: sum(1 for _ in reduced_partitions(*shape))),
        by_classes(lambda shared: len(shared.classes(text).classes)),
    )
    yield from figure(
        "boards",
        "boards of the reduced set",
        example.boards,
        Method("sizes of the partitions", lambda _: sum(p.boards for p in reduced_partitions(*shape))),
        Method("Burnside's lemma with weights", lambda _: size),
        Method("boards generated", lambda _: len(np.unique(reduced_boards(*shape)))),
        by_classes(lambda shared: sum(one.boards for one in shared.classes(text).classes)),
    )
    yield from figure(
        "boards-percent",
        "the reduced set as a share of all boards",
        example.boards_share,
        Method("Burnside's lemma with weights", lambda _: percent(size, everything, _places(example.boards_share))),
    )
    yield from figure(
        "reduced-unsolvable",
        "unsolvable boards of the reduced set",
        example.reduced_unsolvable,
        *_reduced_unsolvable(example),
    )
    yield from figure(
        "unsolvable", "unsolvable boards", example.unsolvable, *_unsolvable(example), checks=_checks(example)
    )
    yield from figure(
        "unsolvable-percent",
        "unsolvable boards as a share of all",
        example.unsolvable_share,
        Method(
            "census",
            lambda shared: percent(
                len(shared.census(text).unsolvable_boards), everything, _places(example.unsolvable_share)
            ),
            example.quick,
        ),
    )
    yield from figure(
        "orbits",
        "equivalence classes",
        example.orbits,
        Method("the proposition", lambda _: orbits(*shape)),
        Method("Burnside's lemma, cell by cell", lambda _: burnside(grid, shape[2])),
        Method("smallest boards of their orbits", lambda _: sum(map(len, representatives_of_all(grid, shape[2])))),
    )
    share = example.orbits_share
    yield from figure(
        "orbits-percent",
        "equivalence classes as a share of all boards",
        share,
        Method("Burnside's lemma", lambda _: percent(burnside(grid, shape[2]), everything, _places(share or ""))),
    )
    yield from figure(
        "ratio",
        "boards of the reduced set for each class",
        example.ratio,
        Method(
            "Burnside's lemma, with weights and without",
            lambda _: rounded(Fraction(size, burnside(grid, shape[2])), _places(example.ratio)),
        ),
    )


CLAIMS = (
    *(claim for example in EXAMPLES for claim in _figures(example)),
    JENSEN_TRENEER.claim(
        "jensen-treneer-6-1-dice", "Example 6.1", "Jensen's other dice guarantee 93,750 solvable boards", 93_750
    ).computed_by(
        Method("product of the sizes", lambda _: catalogue_set("theorem-5.3").roll_count),
        Method(
            "different boards that the census calls solvable",
            lambda shared: int(shared.census(GENIUS).is_solvable(np.unique(shared.rolls("theorem-5.3"))).sum()),
        ),
    ),
)
