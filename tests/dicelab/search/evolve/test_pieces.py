"""Sets of pieces that solve every roll: the pool they are drawn from, and what an evolution of them finds."""

import json
from collections import Counter
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
import pytest

import dicelab
from dicelab.dice import rolls
from dicelab.dice.sources import dice_set_of
from dicelab.errors import DiceError
from dicelab.search.evolve.piece_pool import PiecePool, read_pool
from dicelab.search.evolve.piece_sets import dice_with_pieces, pieces_text, read_pieces
from dicelab.search.evolve.run_files import command_of
from dicelab.search.evolve.settings import EvolutionSettings
from solver.exact_cover.backends.brute_force import BruteForce
from solver.polyform import Puzzle
from solver.polyform.lattice import LATTICES, SQUARES

DATES = {
    "squares": "3x4/2:I4,L4,I2;regions=1-4,5-12",
    "triangles": "triangles@2-4,1-5,1-5,2-4/2:I5,I5,I4;regions=1-8,9-16",
    "hexagons": "hexagons@2-6,1-7,2-6/2:I4,I4;regions=1-5,6-10",
}


def pool_of(text, pool, **options):
    puzzle = Puzzle.parse(text)
    return PiecePool(puzzle, read_pool(pool, puzzle.grid.lattice), **options)


def by_hand(pool, number=None, distinct=False):
    """All multisets of the pool with the area, one by one."""
    sizes = range(1, pool.area + 1) if number is None else [number]
    found = (some for n in sizes for some in combinations_with_replacement(pool.pieces, n))
    return {
        tuple(sorted(some, key=lambda piece: (-piece.order, piece.name)))
        for some in found
        if sum(piece.order for piece in some) == pool.area and (not distinct or len(set(some)) == len(some))
    }


@pytest.mark.parametrize(("pool", "options"), [("2..4", {}), ("2..4", {"number": 4}), ("1..4", {"distinct": True})])
@pytest.mark.parametrize("text", DATES.values(), ids=DATES)
def test_every_set_of_the_pool_is_listed_once(text, pool, options):
    chosen = pool_of(text, pool, **options)
    listed = list(chosen.listed())
    assert len(listed) == len(set(listed)) == chosen.total
    assert set(listed) == by_hand(chosen, **options)


@pytest.mark.parametrize("text", DATES.values(), ids=DATES)
def test_children_are_sets_of_the_pool_and_keep_what_is_held(text):
    lattice = Puzzle.parse(text).grid.lattice
    held = read_pool("I2,I2", lattice)
    pool = pool_of(text, "2..4", held=held)
    every, generator = set(pool.listed()), np.random.default_rng(0)
    mother = pool.drawn(generator)
    for _ in range(50):
        father = pool.exchanged(mother, 2, generator)
        child = pool.crossed(mother, father, generator)
        assert {father, child} <= every
        assert not Counter(held) - Counter(child)
        # What the parents have in common stays.
        assert not (Counter(mother) & Counter(father)) - Counter(child)
        mother = child


def test_one_sided_pieces_and_their_mirror_images_are_different_pieces():
    assert [len(read_pool(f"{order}~", SQUARES)) for order in range(1, 6)] == [1, 1, 2, 7, 18]
    assert [len(read_pool(f"{order}~", LATTICES["triangles"])) for order in range(1, 7)] == [1, 1, 1, 4, 6, 19]
    assert [len(read_pool(f"{order}~", LATTICES["hexagons"])) for order in range(1, 5)] == [1, 1, 3, 10]


@pytest.mark.parametrize("text", DATES.values(), ids=DATES)
def test_of_all_sets_the_most_even_one_is_found(tmp_path, text):
    found = dicelab.pieces(
        puzzle=text, pool="2..4", pieces=4, population=500, generations=1, out=tmp_path / "run", jobs=1
    )
    settings = found.settings
    best = []
    for pieces in settings.piece_pool.listed():
        dice = dice_with_pieces(pieces_text(pieces), settings.dice)
        boards = rolls(dice).boards
        counts = np.array([BruteForce().count(dice.puzzle.board_problem(int(board))[0]).solutions for board in boards])
        if counts.all():
            best.append(counts.std() / counts.mean())
    assert len(found.kept) == min(len(best), 200)
    assert [values["variation"] for _, values in found.kept] == pytest.approx(sorted(best)[:200])
    for one in found.confirmed:
        assert dicelab.verify(one.dice_set).always_solvable


def run(folder, **options):
    return dicelab.pieces(puzzle=DATES["squares"], pool="1..4", population=8, generations=6, out=folder, **options)


def test_a_run_is_the_same_for_any_jobs_and_wherever_it_is_cut_off(tmp_path):
    run(tmp_path / "one", jobs=1)
    run(tmp_path / "two", jobs=2)

    def stop(*_):
        raise KeyboardInterrupt

    cut = run(tmp_path / "cut", jobs=1, improved=stop)
    assert cut.stopped
    with pytest.raises(DiceError, match="evolves pieces: continue with dicelab pieces --resume"):
        dicelab.evolve(resume=tmp_path / "cut")
    with pytest.raises(DiceError, match="--pieces 3: the run in"):
        dicelab.pieces(resume=tmp_path / "cut", pieces=3)
    dicelab.pieces(resume=tmp_path / "cut", pool="1..4")
    names = sorted(str(file.relative_to(tmp_path / "one")) for file in (tmp_path / "one").rglob("*.json"))
    assert any(name.startswith("discoveries/pieces-") for name in names)
    for name in (*names, "fitness.svg", "log.jsonl"):
        content = (tmp_path / "one" / name).read_bytes()
        assert content == (tmp_path / "two" / name).read_bytes(), name
        if "manifest" not in name:
            assert content == (tmp_path / "cut" / name).read_bytes(), name


def test_a_run_is_a_set_of_its_best_pieces(tmp_path):
    found = run(tmp_path / "run", jobs=1)
    (best, values), *_ = found.kept
    again = dice_set_of(str(tmp_path / "run"))
    assert (again.puzzle, again.masks) == (best.puzzle, best.masks)
    told = json.loads((tmp_path / "run" / "pieces.json").read_text("utf-8"))
    assert told["sets"][0]["values"] == values
    assert read_pieces(",".join(told["sets"][0]["pieces"]), best.puzzle) == best.puzzle.pieces


def test_the_puzzle_is_that_of_the_dice_that_are_named(tmp_path):
    dice = dicelab.DiceSet.parse("A1 A2 | B1 B3", Puzzle.parse("2x3/2:O4"))
    found = dicelab.pieces(dice, pool="1..4", population=4, generations=0, out=tmp_path / "run", jobs=1)
    assert Puzzle.parse(found.settings.puzzle) == dice.puzzle
    assert found.settings.dice.masks == dice.masks
    assert command_of(found.settings).startswith("pieces 'A1 A2 | B1 B3' --puzzle 2x3/2:O4 ")


def test_a_calendar_as_a_set_of_dice_is_its_puzzle(tmp_path):
    options: dict[str, Any] = {"pool": "1..4", "population": 4, "generations": 0, "keep": 0, "jobs": 1}
    named = dicelab.pieces(DATES["squares"], out=tmp_path / "set", **options)
    assert named.settings == dicelab.pieces(puzzle=DATES["squares"], out=tmp_path / "puzzle", **options).settings


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"genome": "pieces", "puzzle": "2x3/2:O4"}, "name a SET"),
        ({"genome": "pieces", "puzzle": DATES["squares"], "pool": "9..12"}, "orders from 1 to 8"),
        (
            {"genome": "pieces", "puzzle": DATES["squares"], "pool": "4", "pieces": 3},
            "no 3 pieces of it cover 10 cells",
        ),
    ],
)
def test_bad_settings_are_named(given, message):
    with pytest.raises(DiceError, match=message):
        EvolutionSettings.of(given)
