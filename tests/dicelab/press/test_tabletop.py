"""A folder for Tabletop Simulator, read by a reader of its own."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from matplotlib import get_data_path
from PIL import Image, ImageDraw, ImageFont

import dicelab
from dicelab.errors import DiceError
from solver.errors import OutputExistsError
from tests.dicelab.press.tabletop_reading import MIRROR, read_folder, rotation

CELL = 4 * 0.8
"""The volume of a cell of a piece: two units wide and deep."""

UP = np.array([0, 1, 0])

OTHERS = {
    # Dice of 7 and 16 cells, for which no solid is sold: of 14 kites, and of two pyramids.
    "one-sided": ("A1 A2 A3 A4 A5 B1 B2 | B3 B4 B5 C1 C2 C3 C4 C5 D1 D2 D3 D4 D5 E1 E2 E3", "5x5/2:L4~,S4~,5*I3"),
    "hexagons": ("1 2 3 | 4 5", "hexagons@0-4,1-3/2:I3"),
}


@pytest.fixture(scope="module", params=["default", "genius-star", "one-sided", "hexagons"])
def game(request, tmp_path_factory):
    source, puzzle = OTHERS.get(request.param, (request.param, None))
    folder = tmp_path_factory.mktemp("tts") / "a game"
    dicelab.export(source, puzzle, tts=folder)
    return dicelab.load(source, puzzle), *read_folder(folder), folder


def sampled(thing, side, number, reach):
    """The picture on a side, as the player sees it when the value of a number is on top."""
    turned = (thing.solid.points * MIRROR) @ rotation(thing.state["RotationValues"][number]["Rotation"]).T
    triangles = side[1]
    corners = np.unique(thing.solid.faces[triangles])
    middle = turned[corners].mean(axis=0)
    places = turned[thing.solid.faces[triangles[0]]][:, [0, 2]] - middle[[0, 2]]
    to = np.linalg.solve(np.column_stack([places, np.ones(3)]), thing.solid.places[thing.solid.on[triangles[0]]])
    steps = np.linspace(-reach, reach, 33)
    grid = np.array([[(x, z, 1) for x in steps] for z in steps[::-1]])
    u, v = np.moveaxis(grid @ to, -1, 0)
    pixels = np.asarray(Image.open(thing.texture).convert("L")) / 255
    return pixels[((1 - v) * pixels.shape[0]).astype(int), (u * pixels.shape[1]).astype(int)]


def boxed(pixels):
    """The dark part of a picture, 20 × 20."""
    rows, columns = np.nonzero(pixels < 0.5)
    part = pixels[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    return np.asarray(Image.fromarray((255 * part).astype(np.uint8)).resize((20, 20))) / 255


def drawn(word):
    """A word as Pillow writes it."""
    picture = Image.new("L", (200, 100), 255)
    font = ImageFont.truetype(str(Path(get_data_path(), "fonts/ttf/DejaVuSans-Bold.ttf")), 60)
    ImageDraw.Draw(picture).text((20, 10), word, font=font, fill=0)
    return boxed(np.asarray(picture) / 255)


def test_all_parts_are_there_and_every_file_is_used(game):
    dice_set, save, things, folder = game
    puzzle = dice_set.puzzle
    kinds = Counter(thing.kind for thing in things)
    wanted = {"board": 1, "piece": len(puzzle.pieces), "blocker": puzzle.blockers, "die": len(dice_set.dice)}
    assert kinds == Counter(wanted)
    assert Counter(thing.state["Nickname"] for thing in things if thing.kind == "piece") == Counter(
        f"piece {piece.name}" for piece in puzzle.pieces
    )
    assert len({thing.state["GUID"] for thing in things}) == len(things)
    used = {name for thing in things for name in map(str, thing.state["CustomMesh"].values()) if ":" in name}
    files = {file.name for file in folder.iterdir()}
    assert {name.rpartition("/")[2] for name in used} | {"README.txt"} == {
        name for name in files if not name.endswith("json")
    }
    assert "1. Roll" in save["TabStates"]["0"]["body"]
    # On the table no two boxes meet.
    boxes = [(thing.at(thing.solid.points).min(axis=0), thing.at(thing.solid.points).max(axis=0)) for thing in things]
    for number, (low, high) in enumerate(boxes):
        assert not any(((low < top) & (bottom < high))[[0, 2]].all() for bottom, top in boxes[:number])


def test_pieces_and_blockers_are_closed_and_have_their_volume_and_a_collider_for_each_cell(game):
    dice_set, _, things, _ = game
    orders = {f"piece {piece.name}": piece.order for piece in dice_set.puzzle.pieces}
    for thing in things:
        assert thing.solid.is_closed()
        assert all(one.is_closed() for one in thing.collider)
        assert thing.state["Locked"] == (thing.kind == "board") != thing.state["CustomMesh"]["Convex"]
        if thing.kind == "board":
            continue
        assert all(one.is_convex() for one in thing.collider)
        if thing.kind == "piece":
            order = orders[thing.state["Nickname"]]
            assert 0.93 * CELL * order < thing.solid.volume() < CELL * order
            assert len(thing.collider) == order
            assert all(one.volume() == pytest.approx(CELL, rel=0.05) for one in thing.collider)
            for axis in (0, 2):
                both = [
                    np.vstack([one.points for one in solids])[:, axis] for solids in (thing.collider, [thing.solid])
                ]
                assert both[0].min() == pytest.approx(both[1].min(), abs=0.02)
                assert both[0].max() == pytest.approx(both[1].max(), abs=0.02)


def test_the_board_has_its_cells_each_with_a_snap_point(game):
    dice_set, _, things, _ = game
    (board,) = [thing for thing in things if thing.kind == "board"]
    # The floor of the cells stands between grooves.
    solid, normals = board.solid, board.solid.normals()
    floor = [
        n for n in range(len(normals)) if normals[n] @ UP > 0.99 and np.allclose(solid.points[solid.faces[n], 1], 0.2)
    ]
    cells = solid.islands(floor)
    assert len(cells) == len(dice_set.puzzle.grid)
    snaps = [[one["Position"][axis] for axis in "xyz"] for one in board.state["AttachedSnapPoints"]]
    middles = [(solid.points[np.unique(solid.faces[cell])] * MIRROR).mean(axis=0) for cell in cells]
    for snap in snaps:
        assert min(np.linalg.norm(np.array(middles) - snap, axis=1)) < 1e-3
    assert len({tuple(snap) for snap in snaps}) == len(cells)
    # Cell 1 lies at the far left, as on paper.
    first = board.at(np.array(snaps[:1]) * MIRROR)[0]
    assert first[2] == pytest.approx(max(board.at(np.array(snaps) * MIRROR)[:, 2]))


def test_every_face_of_every_die_is_on_top_once_with_its_value_and_its_picture(game):
    dice_set, _, things, _ = game
    dice = [thing for thing in things if thing.kind == "die"]
    for thing, die in zip(dice, dice_set.dice, strict=True):
        labels = [dice_set.puzzle.grid.label(cell) for cell in die.faces]
        sides = thing.solid.sides()
        times, rest = divmod(len(sides), len(labels))
        assert not rest
        assert Counter(thing.values) == Counter(labels * times)
        assert thing.solid.is_convex()
        heights = [thing.solid.points[thing.solid.faces[side[1][0]][0]] @ side[0] for side in sides]
        assert heights == pytest.approx([heights[0]] * len(sides), rel=1e-3), "fair: all sides are equally far away"
        tops = []
        for number, value in enumerate(thing.state["RotationValues"]):
            turned = [(side[0] * MIRROR) @ rotation(value["Rotation"]).T for side in sides]
            tops += [n for n, normal in enumerate(turned) if normal @ UP > 1 - 1e-4]
            assert any(normal @ UP < -1 + 1e-4 for normal in turned), "the die lies on a side"
            if len(sides) > 8 or value["Value"] in {"6", "9"}:
                continue  # Words are small there, and these two are underlined.
            found = boxed(sampled(thing, sides[tops[-1]], number, 0.5 if len(sides) == 6 else 0.3))
            distances = {word: np.abs(found - drawn(word)).mean() for word in set(labels)}
            assert min(distances, key=distances.__getitem__) == value["Value"]
            # Upright, and neither mirrored nor upside down: an 8 is the same all ways.
            wrong = [np.abs(one - drawn(value["Value"])).mean() for one in (found[:, ::-1], found[::-1])]
            assert distances[value["Value"]] < min(wrong) + 0.02
        assert sorted(tops) == list(range(len(sides)))


def test_the_same_set_gives_the_same_bytes_and_no_file_is_lost(tmp_path):
    dice, puzzle, folder = "A1 A2 | B1", "2x3/2:O4", tmp_path / "game"
    dicelab.export(dice, puzzle, tts=folder)
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    with pytest.raises(OutputExistsError, match="--force"):
        dicelab.export(dice, puzzle, tts=folder)
    dicelab.export(dice, puzzle, format_="tts", out=folder, force=True)
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == before
    for wrong in ({"tts": folder, "out": tmp_path / "x.json"}, {"format_": "tts"}):
        with pytest.raises(DiceError, match=r"folder"):
            dicelab.export(dice, puzzle, **wrong)
    many = " ".join(f"{row}{column}" for row in "ABCDEFG" for column in range(1, 10))
    with pytest.raises(DiceError, match=r"63 cells need a solid of 126 faces"):
        dicelab.export(many, "9x9/1:20*O4", tts=tmp_path / "many")
    assert not (tmp_path / "many").exists()
