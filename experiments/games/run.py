"""Make three games from the board to the box: dice that are always solvable, their proof, and what stands in the rules.

``python -m experiments.games.run`` makes all of them, ``… run NAME …`` some. Each begins as a puzzle file without dice
beside this script.
"""

from __future__ import annotations

import os
import sys
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import dicelab
from dicelab.check import check_certificate
from dicelab.dice import DiceSet
from dicelab.errors import DONE, FALSE
from dicelab.render import dice_set_svg
from dicelab.render.board import tiling_svg
from dicelab.render.puzzle import puzzle_svg
from dicelab.score.statistics import RollStatistics
from dicelab.verifying import PlacementTable, Verification, certificate_bytes
from experiments.recording import Recording, page, table
from solver.census import Census, Content
from solver.polyform import Board
from solver.polyform.puzzle_file import PuzzleFile, puzzle_file_bytes, read_puzzle_file

JOBS = os.cpu_count() or 1
BANDS = ("easy", "medium", "hard")
"""A board of each is drawn: at the upper and the lower quartile of the tilings, and the hardest."""


@dataclass(frozen=True)
class Game:
    """What the designer decides: the puzzle, the cells on each die, and how many tilings every roll has at least."""

    name: str
    sizes: tuple[int, ...]
    min_tilings: int
    seed: int = 0

    @property
    def title(self) -> str:
        """The name on the box."""
        return self.name.replace("-", " ").title()

    def puzzle(self) -> PuzzleFile:
        """Read the puzzle: its board and its pieces."""
        return read_puzzle_file(Path(__file__).with_name(f"{self.name}.json"))


GAMES = (
    Game("six-sixes", (6,) * 6, 1),
    Game("crystal", (6,) * 6, 1),
    Game("beehive", (6,) * 6, 1),
)


def make(game: Game) -> bool:
    """Make a game, and tell whether two programs prove that it is always solvable."""
    file = game.puzzle()
    found = dicelab.design(
        puzzle=file.puzzle, sizes=game.sizes, min_tilings=game.min_tilings, seed=game.seed, jobs=JOBS
    )
    if found.dice_set is None:
        print(f"{game.title}: {found.status}", file=sys.stderr)
        return False
    dice = replace(found.dice_set, name=game.name)
    proof = dicelab.verify(dice, backend=["bitmask", "cp-sat"], jobs=JOBS)
    statistics = dicelab.stats(dice, jobs=JOBS)
    _record(game, file, dice, proof, statistics)
    return proof.always_solvable


def _record(game: Game, file: PuzzleFile, dice: DiceSet, proof: Verification, statistics: RollStatistics) -> None:
    recording = Recording(f"games/{game.name}", f"python -m experiments.games.run {game.name}", game.seed)
    labels = tuple(map(tuple, dice.labels()))
    recording.write("game.json", puzzle_file_bytes(replace(file, dice=labels)))
    recording.write("board.svg", puzzle_svg(file.puzzle, title=game.title))
    recording.write("dice.svg", dice_set_svg(dice))
    recording.write("tilings.svg", statistics.to_svg())
    boards = _chosen(statistics)
    for band, (mask, _) in zip(BANDS, boards, strict=True):
        board = Board(mask, file.puzzle.grid)
        recording.write(f"{band}.svg", puzzle_svg(file.puzzle, board, f"{game.title}: {band}"))
        solution = dicelab.solve(board, file.puzzle)
        if solution.tiling is not None:
            recording.write(f"{band}-solved.svg", tiling_svg(solution.tiling))
    checked = _certificate(recording, dice, proof)
    share = Census.load(file.puzzle, Content.SOLVABILITY, jobs=JOBS).by_board
    result: dict[str, Any] = {
        "game": game.title,
        "puzzle": file.puzzle.format(),
        "dice": [list(die) for die in labels],
        "always_solvable": proof.always_solvable,
        "boards": file.puzzle.allowed_boards,
        "unsolvable_boards": int(share.weight(0, 1)),
        "certificate": checked,
        "statistics": statistics.to_json(),
    }
    recording.publish("dicelab/game/1", result, _rules(game, file, dice, proof, statistics, result))


def _chosen(statistics: RollStatistics) -> list[tuple[int, int]]:
    """Return an easy, a medium and the hardest board, with their tilings."""
    ranked = statistics.hardest(len(statistics.tilings))
    return [ranked[3 * len(ranked) // 4], ranked[len(ranked) // 4], ranked[0]]


def _certificate(recording: Recording, dice: DiceSet, proof: Verification) -> dict[str, Any]:
    """Write a tiling of every roll, and have it checked by the program that shares no code with the solver."""
    if proof.placed is None or not proof.always_solvable:
        return {"ok": False, "tilings": 0, "bytes": 0}
    data = certificate_bytes(dice, PlacementTable(dice.puzzle).piece_masks(proof.placed))
    recording.write("certificate.dicelab", data)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "certificate"
        copy.write_bytes(data)
        checked = check_certificate(copy)
    return {"ok": checked.ok, "tilings": checked.tilings, "bytes": len(data)}


def _rules(
    game: Game,
    file: PuzzleFile,
    dice: DiceSet,
    proof: Verification,
    statistics: RollStatistics,
    result: dict[str, Any],
) -> str:
    by_board = statistics.by_board
    pieces = [(piece.name, piece.order, copies) for piece, copies in file.puzzle.kinds.items()]
    return page(
        __file__,
        "rules.md.template",
        title=game.title,
        about=file.about,
        dice=table(("die", "faces"), [(number, " ".join(die)) for number, die in enumerate(dice.labels(), 1)], left=2),
        pieces=table(("piece", "cells", "copies"), pieces),
        number=len(dice.dice),
        rolls=f"{statistics.rolled.rolls:,}",
        programs=" and ".join(verdict.backend for verdict in proof.verdicts),
        boards=f"{result['boards']:,}",
        unsolvable=f"{result['unsolvable_boards']:,}",
        share=f"{result['unsolvable_boards'] / result['boards']:.2%}",
        tilings=table(
            ("", "tilings"),
            [
                ("hardest roll", by_board.least),
                ("a quarter of the rolls have at most", by_board.quantile(0.25)),
                ("half of the rolls have at most", by_board.quantile(0.5)),
                ("three quarters have at most", by_board.quantile(0.75)),
                ("easiest roll", by_board.most),
            ],
        ),
        verdict="The proof holds." if proof.always_solvable and result["certificate"]["ok"] else "THE PROOF FAILS.",
        certificate=f"{result['certificate']['bytes']:,}",
    )


def main() -> None:
    """Make the games that are named, or all."""
    wanted = [game for game in GAMES if game.name in sys.argv[1:] or not sys.argv[1:]]
    good = [make(game) for game in wanted]
    sys.exit(DONE if good and all(good) else FALSE)


if __name__ == "__main__":
    main()
