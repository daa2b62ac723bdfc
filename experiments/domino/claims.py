"""The figures of Caviness (2014), each beside what is computed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from experiments.domino import printed, transcript
from experiments.domino.printed import Reading
from solver.domino.caviness.brute_force import brute_force
from solver.domino.caviness.human import HumanSearch, human
from solver.domino.caviness.odometer import odometer
from solver.domino.grid import Domino, DominoGrid, Location, Solution, bones

M9 = DominoGrid.parse("6:14444400121662241200066652020022133335554333665545111653")
QUADRILLE = DominoGrid.parse("6,8x8:.331155..331155.2244336622443366.556600..556600.0011224400112244")
TOO_EASY = DominoGrid.parse("6:43465066353350263451056011512424630302515406201216231442")
HOLE = DominoGrid.parse("6,8x8:4230364242501501234.4640663...2015...3110455.1314162663026350552")

_LOST = "the copy at hand is scanned and has lost brackets and signs elsewhere, so it may be the scan's"


@dataclass(frozen=True)
class Claim:
    """A statement of the paper; ``agrees`` is ``None`` where nothing is printed to compare with."""

    section: str
    claim: str
    printed: str
    computed: str
    remark: str = ""
    agrees: bool | None = None

    @classmethod
    def of(cls, section: str, claim: str, printed: object, computed: object, remark: str = "") -> Claim:
        """Compare two values that are equal where the paper is right."""
        return cls(section, claim, _text(printed), _text(computed), remark, printed == computed)

    @classmethod
    def of_list(cls, section: str, claim: str, printed: str, computed: Iterable[str]) -> Claim:
        """Compare two lists, and show no more of them than their lengths."""
        given, ours = printed.split(), list(computed)
        return cls(section, claim, f"{len(given)} entries", f"{len(ours)} entries", "", given == ours)


def _text(value: object) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value)


def all_claims() -> list[Claim]:
    """Return the claims in the order of the paper."""
    return list(chain(_construction(), _programs(), _human(), _brute_force(), _odometer(), _other_boards()))


def _construction() -> Iterator[Claim]:
    where = "Puzzle Construction"
    yield Claim.of(
        where,
        "number of dominoes of a double-n set, n = 6",
        6 * 7 // 2,
        len(bones(6)),
        "printed as n(n + 1)/2; it is (n + 1)(n + 2)/2, and the list printed below it has 28",
    )
    yield Claim.of(where, "`find[m9, {0, 3}]`", "4353 4555", " ".join(_digits(M9, M9.find((0, 3)))))
    hidden = printed.hide_filled(M9.rows, (((2, 1), (2, 2)), ((3, 2), (4, 2))))
    forced = printed.forced_locations(hidden) or []
    shown = ["".join(f"{row}{column}" for row, column in place) for place in forced]
    yield Claim.of("Forced Locations", "forced locations after two dominoes", "1112 3141", " ".join(shown))


def _human() -> Iterator[Claim]:
    search = human(M9)
    first = search.rounds[0][0]
    forced = [first.state.bones[place] for place in first.ours]
    yield Claim.of("Examples", "forced pieces at the beginning of m9", "0-1 0-5 3-4 4-5", _names(forced))
    yield from _trace(search)
    yield Claim.of("Solve It!", "solutions of m9", 1, len(search.solutions), "all but one were dropped")
    lengths = dict(zip(M9.bones, first.freq, strict=True))
    doubles = [lengths[bone] for bone in M9.bones if bone[0] == bone[1]]
    yield Claim.of(
        "Brute-Force Collision Method",
        "fewest and most locations of a double in m9",
        (4, 8),
        (min(doubles), max(doubles)),
    )


def _trace(search: HumanSearch) -> Iterator[Claim]:
    """Compare the printed trace line by line, by the numbers in it."""
    lines = transcript.TRACE.strip().split("\n")
    ours = [_numbers(line) for line in search.trace().split("\n") if line]
    different = [(n, a, b) for n, (a, b) in enumerate(zip(lines, ours, strict=False), start=1) if a != b]
    yield Claim.of("Solve It!", "lines of the trace of m9", len(lines), len(ours))
    same = len(lines) - len(different)
    yield Claim.of("Solve It!", "of them with the numbers as printed", len(lines), same, "the others follow")
    for number, line, computed in different:
        wrong = sum(a != b for a, b in zip(line.split(), computed.split(), strict=False))
        yield Claim.of("Solve It!", f"line {number} of the trace", line, computed, f"{wrong} numbers differ; {_LOST}")


def _brute_force() -> Iterator[Claim]:
    where = "Brute-Force Collision Method"
    options = [M9.find(bone) for bone in M9.bones]
    yield Claim.of_list(where, "all locations of m9", transcript.LOCATIONS, _digits(M9, chain(*options)))
    lengths = [6, 1, 7, 2, 2, 1, 4, 4, 3, 3, 3, 3, 3, 4, 2, 3, 3, 5, 8, 1, 4, 2, 5, 1, 3, 6, 3, 5]
    yield Claim.of_list(where, "`Length /@ options`", " ".join(map(str, lengths)), (str(len(one)) for one in options))
    yield Claim.of(where, "cases in all", 20_316_635_136_000, brute_force(M9).cases)
    days = brute_force(M9).cases / 1e6 / 86_400
    yield Claim(
        where,
        "how long all cases would take",
        "“probably … not finish in our lifetimes”",
        f"{days:.0f} days at a million cases a second",
        "his program also keeps all cases in memory",
    )
    three, thirteen = brute_force(M9, 3), brute_force(M9, 13)
    yield Claim.of(where, "cases of the first 3 dominoes", 42, three.cases)
    cases = ((a, b, c) for a in options[0] for b in options[1] for c in options[2])
    yield Claim.of_list(where, "their list", transcript.CASES_OF_3, _digits(M9, chain(*cases)))
    yield Claim.of(where, "of them without a collision", 19, len(three.survivors))
    yield Claim.of_list(where, "their list", transcript.SURVIVORS_OF_3, _digits(M9, chain(*three.survivors)))
    yield Claim.of(where, "cases of the first 13 dominoes", 653_184, thirteen.cases)
    yield Claim.of(where, "of them without a collision", 4, len(thirteen.survivors))
    yield Claim.of_list(where, "their list", transcript.SURVIVORS_OF_13, _digits(M9, chain(*thirteen.survivors)))


def _odometer() -> Iterator[Claim]:
    where = "Odometer Method"
    run, unsorted = odometer(M9), odometer(M9, by_options=False)
    options = [M9.find(bone) for bone in run.dominoes]
    yield Claim.of_list(
        where, "the options sorted by their number", transcript.SORTED_LOCATIONS, _digits(M9, chain(*options))
    )
    yield Claim.of(
        where, "digits of the odometer, as first shown", len(transcript.ODOMETER_AT_START.split()), len(options), _LOST
    )
    yield Claim.of_list(where, "`odometermax`", transcript.MAXIMA, map(str, run.maxima))
    yield Claim.of(where, "leading digits that can only be 1", 4, run.maxima.count(1))
    start = (places[0] for places in options)
    yield Claim.of_list(where, "locations shown at the start", transcript.START, _digits(M9, start))
    yield Claim.of(where, "readings that solve m9", 1, len(run.readings))
    reading = " ".join(map(str, run.readings[0]))
    remark = f"27 digits are printed for 28 dominoes: one of four 2s in a row is lost; {_LOST}"
    yield Claim.of(where, "the reading", transcript.READING, reading, remark)
    yield Claim(
        where,
        "sorting by the number of options “accelerates the procedure”",
        "fewer passes",
        f"m9: {run.passes:,} passes sorted, {unsorted.passes:,} in the order of the bone pile",
        "it costs passes on all four puzzles of the paper, and on most random grids: see below",
        run.passes < unsorted.passes,
    )
    moves = sum(map(len, human(M9).rounds))
    yield Claim(
        "Last Thoughts",
        "the odometer is “here not as fast as the human method”",
        "slower",
        f"m9: {moves} moves, {run.passes:,} passes",
        "a move is dearer than a pass; for seconds see below",
        moves < run.passes,
    )


def _other_boards() -> Iterator[Claim]:
    where = "Solving Other Boards"
    quadrille = human(QUADRILLE)
    yield Claim.of(where, "solutions of the quadrille", 1, len(quadrille.solutions))
    played = [sum(len(move.placed) for move in moves) for moves in quadrille.rounds]
    placed = " + ".join(map(str, played))
    yield Claim.of(where, "iterations that place its 28 dominoes", 4, len(played), f"they place {placed}")
    yield Claim.of(where, "solutions of the “too-easy” puzzle", 36, len(human(TOO_EASY).solutions))
    yield Claim(
        where,
        "solutions of the puzzle with a hole",
        "a picture",
        str(len(human(HOLE).solutions)),
        "the picture is lost in the copy at hand",
    )


def _programs() -> Iterator[Claim]:
    """Run the printed programs on the four puzzles, branches as in the trace."""
    for name, grid, solutions in (("m9", M9, 1), ("quadrille", QUADRILLE, 1), ("too-easy", TOO_EASY, 36)):
        for reading in (Reading.MAPPED, Reading.AS_PRINTED):
            found = len(printed.solve_puzzle(grid.rows, grid.order, reading))
            remark = "`& @@` takes the first branch only" if reading is Reading.AS_PRINTED else ""
            yield Claim.of(
                "Solution Method", f"`solvePuzzle`, {reading}: solutions of {name}", solutions, found, remark
            )


def _numbers(line: str) -> str:
    return " ".join(re.findall(r"^[A-Za-z]+|\d+", line))


def _names(dominoes: Iterable[Domino]) -> str:
    return " ".join(f"{low}-{high}" for low, high in dominoes)


def _digits(grid: DominoGrid, locations: Iterable[Location] | Solution) -> list[str]:
    """Return locations as the transcript has them: rows and columns from 1."""
    points = grid.board.points
    return ["".join(f"{points[cell][0] + 1}{points[cell][1] + 1}" for cell in location) for location in locations]
