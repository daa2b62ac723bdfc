"""The hints of the page are those of `dicelab.hint`, and every one is true."""

from __future__ import annotations

import numpy as np
import pytest

from dicelab.play import HintStep, Placement, Position, complete, hint
from dicelab.puzzles.report import check_puzzle
from solver.exact_cover import Status
from solver.polyform import GENIUS_SQUARE, Grid
from tests.random_positions import followed_position, random_position
from tests.random_puzzles import EVERY_LATTICE, random_puzzle

BEEHIVE = "results/games/beehive/game.json"

HINTS = """async (asked) => {
  const told = [];
  for (const [position, step, kind] of asked) told.push(await opened.hint(position, step, { kind }));
  return told;
}"""


class Numbers:
    """Translates positions to the numbers of the page, and back."""

    def __init__(self, puzzle, document):
        self.puzzle = puzzle
        kinds = list(puzzle.kinds)
        self.placements = [
            Placement(kinds[kind], Grid.mask(cells))
            for kind, piece in enumerate(document["pieces"])
            for _, *cells in piece["placements"]
        ]
        self.number = {one: number for number, one in enumerate(self.placements)}

    def position(self, position):
        laid = [self.number[one] for one in position.placed]
        return {"board": list(self.puzzle.grid.cells(position.board.blockers)), "laid": laid}

    def laid(self, position, numbers):
        """Return the position with these placements; Position refuses what cannot lie there."""
        return Position(position.board, self.puzzle, tuple(self.placements[number] for number in numbers))


def check_same(numbers, position, step, kind, told):
    """Hold one hint of the page to that of Python."""
    puzzle = numbers.puzzle
    piece = None if kind is None else list(puzzle.kinds)[kind]
    ours = hint(position, step, piece=piece)
    assert told["solvable"] == (ours.status is Status.SOLVED)
    assert (told["ruinedBy"], tuple(told["takeBack"])) == (ours.ruined_by, ours.take_back)
    assert (told["isEarliest"], told["isFewest"]) == (ours.is_earliest, ours.is_fewest)
    assert (told["advice"] is None) == (ours.advice is None)
    if ours.advice is not None and ours.advice.is_exact:
        advice, found = ours.advice, told["advice"]
        assert numbers.placements[found["number"]] == advice.placement
        figures = (
            found["fits"],
            found["places"],
            found["tilings"],
            found["there"],
            found["isExact"],
            found["isForced"],
        )
        assert figures == (advice.fits, advice.places, advice.tilings, advice.there, True, advice.is_forced)
    if step is HintStep.NEXT and ours.after is not None:
        assert numbers.laid(position, told["laid"]) == ours.after
    if step is HintStep.ALL and told["solvable"]:
        assert told["laid"][: len(position.placed)] == numbers.position(position)["laid"]
        assert numbers.laid(position, told["laid"]).is_complete
    assert (told["wrong"] is None) == (ours.wrong is None)
    if told["wrong"] is not None:
        wrong = position.place(numbers.placements[told["wrong"]["number"]])
        assert complete(wrong).status is Status.UNSOLVABLE
        # A place of the piece itself is told of where one of its places is seen to be wrong.
        assert ours.advice is not None
        assert ours.wrong is not None
        own = ours.advice.piece
        assert wrong.placed[-1].piece == own or ours.wrong.placement.piece != own
        check_reason(numbers, position, told["wrong"]["reason"])
    if step is HintStep.WHY and not told["solvable"]:
        check_reason(numbers, position, told["reason"])


def check_reason(numbers, position, reason):
    """Hold a reason to the position that it is about."""
    after = numbers.laid(position, reason["laid"])
    assert complete(after).status is Status.UNSOLVABLE
    assert reason["text"].endswith(".")
    assert not Grid.mask(reason["cells"]) & ~after.free
    if reason["rule"] == "cell":
        covered = [mask for piece in after.left for mask in after.fits(piece)]
        assert not any(mask & Grid.mask(reason["cells"]) for mask in covered)


def check_hints(engine_page, puzzle, positions):
    """Ask for every step of each position, and for a chosen piece."""
    numbers = Numbers(puzzle, engine_page.open(puzzle))
    asked: list[tuple[Position, HintStep, int | None]] = []
    for position in positions:
        asked += [(position, step, None) for step in HintStep]
        if position.left:
            last = list(puzzle.kinds).index(list(position.left)[-1])
            asked += [(position, step, last) for step in (HintStep.WHY, HintStep.NEXT)]
    told = engine_page.page.evaluate(HINTS, [[numbers.position(one), step, kind] for one, step, kind in asked])
    for (position, step, kind), answer in zip(asked, told, strict=True):
        check_same(numbers, position, step, kind, answer)


@pytest.mark.parametrize("lattice", EVERY_LATTICE, ids=lambda lattice: lattice.name)
def test_hints_on_random_puzzles_are_those_of_python(engine_page, lattice):
    generator = np.random.default_rng(21)
    for _ in range(6):
        puzzle = random_puzzle(generator, lattice, most_cells=16, restricted=True)
        check_hints(engine_page, puzzle, [random_position(generator, puzzle) for _ in range(4)])


@pytest.mark.parametrize("name", ["genius-square", "genius-star", BEEHIVE, "calendar", "1x14/2:2*I3,2*I2,2*I1"])
def test_hints_on_puzzles_that_people_play_are_those_of_python(engine_page, name):
    puzzle = check_puzzle(name).puzzle
    generator = np.random.default_rng(22)
    most = len(puzzle.pieces) - 1
    positions = [random_position(generator, puzzle, most) for _ in range(4)]
    if len(puzzle.grid) < 40:
        positions += [followed_position(generator, puzzle, most) for _ in range(2)]
    check_hints(engine_page, puzzle, positions)


@pytest.mark.parametrize("name", ["genius-square", "genius-star", BEEHIVE])
def test_a_chain_of_hints_ends_in_a_tiling(engine_page, name):
    puzzle = check_puzzle(name).puzzle
    numbers = Numbers(puzzle, engine_page.open(puzzle))
    generator = np.random.default_rng(23)
    for _ in range(4):
        position = random_position(generator, puzzle, 6)
        told = engine_page.ask("hint", numbers.position(position), "next")
        if not told["solvable"]:
            if told["ruinedBy"] is None:
                continue
            position = position.without(told["takeBack"])
        while not position.is_complete:
            told = engine_page.ask("hint", numbers.position(position), "next")
            after = numbers.laid(position, told["laid"])
            assert after.placed[:-1] == position.placed
            position = after
        assert position.tiling is not None


def test_whether_a_position_can_be_completed(engine_page):
    numbers = Numbers(GENIUS_SQUARE, engine_page.open(GENIUS_SQUARE))
    generator = np.random.default_rng(24)
    positions = [random_position(generator, GENIUS_SQUARE, 4) for _ in range(40)]
    for position, told in zip(
        positions, engine_page.ask_each("complete", [numbers.position(one) for one in positions]), strict=True
    ):
        assert told["solvable"] == (complete(position).status is Status.SOLVED)
        if told["solvable"]:
            assert numbers.laid(position, told["laid"]).is_complete


def test_a_position_that_is_none_is_refused(engine_page):
    engine_page.open(GENIUS_SQUARE)
    board = [0, 1, 2, 3, 4, 5, 6]
    for laid in ([0, 0], [100_000], ["length"]):
        with pytest.raises(Exception, match="cannot lie on this board"):
            engine_page.ask("complete", {"board": board, "laid": laid})
