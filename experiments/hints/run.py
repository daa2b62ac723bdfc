"""Compare ways to give a hint: how often it asks for pieces back, what it keeps, and how much it helps.

``python -m experiments.hints.run [POSITIONS]``
"""

from __future__ import annotations

import sys
from collections import defaultdict
from statistics import mean

import numpy as np

import dicelab
from dicelab.play import HintStep, HintStrategy, Placement, Position, complete, hint, tally
from dicelab.play.hints import region_at_fault
from experiments.recording import Recording, page, table
from solver.exact_cover import Status
from solver.polyform import GENIUS_SQUARE

SEED = 36
POSITIONS = 150
"""Boards, rolls of the retail dice; each is played by each player."""

GAMES = 10
"""Games that a careful player plays on after each hint."""


def main() -> None:
    """Play, ask for hints, and write the figures."""
    boards = int(sys.argv[1]) if len(sys.argv) > 1 else POSITIONS
    generator = np.random.default_rng(SEED)
    starts = [Position(one.board, GENIUS_SQUARE) for one in dicelab.roll("default", seed=SEED, count=boards).rolls]
    blamed = {
        name: taken_back(starts, careful=name == "careful", generator=generator) for name in ("random", "careful")
    }
    result = {"boards": boards, "games": GAMES, "taken_back": blamed, "kept": kept(starts, generator)}
    recording = Recording("hints", "python -m experiments.hints.run", SEED)
    recording.publish("dicelab/hints-experiment/1", result, text_of(result))


def played(position: Position, pieces: int, generator: np.random.Generator, *, careful: bool) -> Position:
    """Place so many random pieces where they fit; a careful player leaves no region that nothing can fill."""
    for _ in range(pieces):
        fitting = [Placement(piece, mask) for piece in position.left for mask in position.fits(piece)]
        after = None
        for number in generator.permutation(len(fitting)):
            after = position.place(fitting[int(number)])
            if not careful or region_at_fault(after) is None:
                break
            after = None
        if after is None:
            break
        position = after
    return position


def taken_back(starts: list[Position], *, careful: bool, generator: np.random.Generator) -> list[dict[str, float]]:
    """Tell for each number of placed pieces in which share of positions each way must ask for pieces back."""
    rows = []
    for pieces in range(1, 8):
        seen: defaultdict[str, list[float]] = defaultdict(list)
        for start in starts:
            position = played(start, pieces, generator, careful=careful)
            if len(position.placed) < pieces:
                continue
            first = set(complete(start).placements)
            told = hint(position, HintStep.STILL)
            strange = [one for one in position.placed if one not in first]
            seen["stored"].append(bool(strange))
            seen["stored pieces"].append(len(strange))
            seen["any"].append(told.status is Status.UNSOLVABLE)
            seen["any pieces"].append(len(told.take_back))
        rows.append(
            {"placed": pieces, "positions": len(seen["any"]), **{name: mean(all_) for name, all_ in seen.items()}}
        )
    return rows


def kept(starts: list[Position], generator: np.random.Generator) -> dict[str, dict[str, float]]:
    """Tell for each strategy which share of the tilings a hint keeps, and how often a careful player then finishes.

    Every strategy is asked about the same piece, one whose place is not forced.
    """
    seen: defaultdict[str, defaultdict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for number, start in enumerate(starts):
        position = follow(start, number % 4, generator)
        before = tally(position)
        told = hint(position, HintStep.PLACE)
        if before is None or told.advice is None:
            continue
        choices = [piece for piece in position.left if len(before.of(piece)) > 1]
        if not choices:
            continue
        piece = choices[int(generator.integers(len(choices)))]
        seen["no hint"]["tilings kept"].append(1.0)
        seen["no hint"]["finished"].append(finished(position, generator))
        for strategy in HintStrategy:
            after = hint(position, HintStep.NEXT, strategy, piece=piece).after
            if after is not None:
                seen[strategy]["tilings kept"].append(before.there[after.placed[-1]] / before.tilings)
                seen[strategy]["finished"].append(finished(after, generator))
    return {
        name: {"positions": len(all_["finished"]), **{key: mean(values) for key, values in all_.items()}}
        for name, all_ in seen.items()
    }


def follow(position: Position, pieces: int, generator: np.random.Generator) -> Position:
    """Place so many pieces of a random tiling, weighted by how many tilings each step leaves."""
    for _ in range(pieces):
        found = tally(position)
        if found is None:
            break
        chances = np.array(list(found.there.values()), float)
        choice = int(generator.choice(len(chances), p=chances / chances.sum()))
        position = position.place(list(found.there)[choice])
    return position


def finished(position: Position, generator: np.random.Generator) -> float:
    """Return the share of games that a careful player finishes without taking a piece back."""
    ends = [played(position, len(position.puzzle.pieces), generator, careful=True).is_complete for _ in range(GAMES)]
    return mean(map(float, ends))


def text_of(result: dict) -> str:
    """Return the page of the result."""

    def percent(share: float) -> str:
        return f"{100 * share:.0f} %"

    rows = {
        name: table(
            ["placed", "positions", "stored: asks", "stored: pieces", "other ways: ask", "other ways: pieces"],
            [
                [
                    row["placed"],
                    row["positions"],
                    percent(row["stored"]),
                    f"{row['stored pieces']:.2f}",
                    percent(row["any"]),
                    f"{row['any pieces']:.2f}",
                ]
                for row in found
            ],
        )
        for name, found in result["taken_back"].items()
    }
    kept_rows = table(
        ["hint", "positions", "tilings kept", "finished"],
        [
            [name, row["positions"], percent(row["tilings kept"]), f"{100 * row['finished']:.1f} %"]
            for name, row in result["kept"].items()
        ],
    )
    return page(
        __file__,
        "page.txt",
        boards=result["boards"],
        games=result["games"],
        random=rows["random"],
        careful=rows["careful"],
        kept=kept_rows,
    )


if __name__ == "__main__":
    main()
