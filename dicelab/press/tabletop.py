"""A game for Tabletop Simulator: models, textures and a save file that lays them on a table.

The save file is as https://kb.tabletopsimulator.com/custom-content/save-file-format/ describes it. Lengths are
millimetres up to :data:`SCALE`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import dist
from pathlib import Path
from typing import Any, NamedTuple

from dicelab.dice import DiceSet
from dicelab.errors import DiceError
from dicelab.press.boards import RIM, ROOM, Labels, board_drawn, pieces_drawn
from dicelab.press.dice import SOLIDS, PaperDie, die_solid, net, net_drawn, paper_dice
from dicelab.press.mesh import Solid, prism
from dicelab.press.models import TexturedSolid, angles_to_top, die_model, model_of, obj_bytes
from dicelab.press.page import Drawing
from dicelab.press.raster import TextureFont, png_bytes
from dicelab.press.rules import playing
from dicelab.press.settings import PRINTED_MATERIAL, GameSource, MakeSettings
from dicelab.press.solids import FLOOR, file_word, solids
from dicelab.render.layout import around, layout
from dicelab.render.packing import packed
from dicelab.render.pieces import lying
from dicelab.render.svg import DARK
from solver.polyform import Piece, Puzzle
from solver.runs.storage import json_text
from solver.words import counted

SCALE = 0.1
"""Units of the game for a millimetre: a cell has the two units of a square of its grid."""

WALL = 12.0
"""Width of the frame, on which rows and columns are named."""

DIE = 16.0
MOST_FACES = 100

GAP = 8.0
"""Between parts on the table."""

BAND = 2.0
"""Height of a strip at the lower edge of a texture, whose colour all that does not look up gets."""

TABLE = 1.0
"""Height of the table's top, in units."""

WOOD, FRAME = 1, "#C9C9C9"
GENERIC, DICE, BOARD = 0, 2, 4
"""Types of models."""

_README = """{title}: {parts}, for Tabletop Simulator.

1. Copy {save} into the folder Saves of Tabletop Simulator:
   Windows  Documents\\My Games\\Tabletop Simulator\\Saves
   macOS    ~/Library/Tabletop Simulator/Saves
   Linux    ~/.local/share/Tabletop Simulator/Saves
2. Leave this folder where it is: the save file names the models and textures in it by their full paths.
3. Load the game: Games, Save & Load.
4. So that others see it: Modding, Cloud Manager, the arrow "Upload All", and save the game again.
"""


class Spot(NamedTuple):
    """On the table, in millimetres: to the right, and away from the player."""

    x: float
    z: float


@dataclass(frozen=True, slots=True)
class Part:
    """A thing of the game, with its model, texture and collider."""

    name: str
    file: str
    model: TexturedSolid
    texture: Drawing = field(repr=False)
    places: tuple[Spot, ...]
    collider: tuple[TexturedSolid, ...] = ()
    """Convex solids, where it is not itself one."""
    of_type: int = GENERIC
    more: Mapping[str, Any] = field(default_factory=dict)

    def size(self) -> tuple[float, float]:
        """Return how wide and deep the part is on the table, in millimetres."""
        points = self.model.points
        wide, _, deep = ((points.max(axis=0) - points.min(axis=0)) / SCALE).tolist()
        return wide, deep


def tabletop_folder(dice_set: DiceSet, folder: Path) -> dict[str, bytes]:
    """Return the files of a folder for Tabletop Simulator, by their names.

    The save file names the others by the full path of the folder, so that the same set gives the same bytes in the same
    folder. Raises :class:`DiceError` for a die with more than 100 faces.
    """
    game = GameSource.of(dice_set, None)
    title, puzzle = game.title(None), game.puzzle
    labels = Labels.of(puzzle.grid, TextureFont())
    settings = MakeSettings(labels=False, wall=WALL)
    board, *others = _board_and_pieces(puzzle, settings, labels)
    dice = [die if die.solid else _on_solid(die) for die in paper_dice(dice_set, labels)]
    laid, front = _laid(board, others)
    parts = [board, *laid, *_dice(dice, labels, front)]
    files: dict[str, bytes] = {}
    states: list[dict[str, Any]] = []
    for part in parts:
        files[f"{part.file}.obj"] = obj_bytes([part.model])
        files[f"{part.file}.png"] = png_bytes(part.texture)
        if part.collider:
            files[f"{part.file}-collider.obj"] = obj_bytes(part.collider)
        states += list(_states(part, folder, len(states)))
    rules = "\n".join(f"{number}. {text}" for number, text in enumerate(playing(puzzle, dice_set, dice, ()), start=1))
    save = f"{file_word(title)}.json"
    known = (
        f"a board, {counted(len(puzzle.pieces), 'piece')}, {counted(puzzle.blockers, 'blocker')} and "
        f"{counted(len(dice), 'die', 'dice')}"
    )
    files[save] = json_text(_save(title, rules, states)).encode()
    files["README.txt"] = _README.format(title=title, parts=known, save=save).encode()
    return files


def _save(title: str, rules: str, states: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    grey = {"r": 0.5, "g": 0.5, "b": 0.5}
    tab = {"title": "Rules", "body": rules, "color": "Grey", "visibleColor": grey, "id": 0}
    return {
        "SaveName": title,
        "GameMode": title,
        "Date": "",
        "Table": "Table_Octagon",
        "Sky": "Sky_Museum",
        "Note": title,
        "Rules": "",
        "PlayerTurn": "",
        "TabStates": {"0": tab},
        "ObjectStates": list(states),
    }


def _states(part: Part, folder: Path, number: int) -> Iterator[dict[str, Any]]:
    """Yield an object of the save file for each copy of a part."""
    is_board = part.of_type == BOARD
    turn = next(iter(part.more.get("RotationValues", ())), {"Rotation": {"x": 0.0, "y": 180.0, "z": 0.0}})["Rotation"]
    address = f"file:///{folder.absolute().as_posix().lstrip('/')}"
    for copy, place in enumerate(part.places):
        where = _vector("pos", (SCALE * place.x, TABLE if is_board else TABLE + 1, SCALE * place.z))
        yield {
            "Name": "Custom_Model",
            "Transform": where | _vector("rot", turn.values()) | _vector("scale", (1.0, 1.0, 1.0)),
            "Nickname": part.name,
            "Description": "",
            "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0},
            "Locked": is_board,
            "Grid": False,
            "Snap": not is_board and part.of_type != DICE,
            "CustomMesh": {
                "MeshURL": f"{address}/{part.file}.obj",
                "DiffuseURL": f"{address}/{part.file}.png",
                "NormalURL": "",
                # Without a collider the game takes the box around the model.
                "ColliderURL": f"{address}/{part.file}{'-collider' if part.collider else ''}.obj",
                "Convex": not is_board,
                "MaterialIndex": 0 if part.of_type == DICE else WOOD,
                "TypeIndex": part.of_type,
                "CastShadows": True,
            },
            "GUID": f"{0xD1CE00 + number + copy:06x}",
            **part.more,
        }


def _vector(prefix: str, numbers: Iterable[float]) -> dict[str, float]:
    return {f"{prefix}{axis}": round(one, 4) for axis, one in zip("XYZ" if prefix else "xyz", numbers, strict=True)}


def _board_and_pieces(puzzle: Puzzle, settings: MakeSettings, labels: Labels) -> Iterator[Part]:
    """Yield the board, each kind of piece and the blocker; their places are the corners of their boxes, at first."""
    tray, *made = solids(puzzle, settings)
    yield _board(puzzle, tray, settings, labels)
    fronts: dict[Piece, Drawing] = {}
    for piece, drawn in zip(puzzle.pieces, pieces_drawn(puzzle, settings.cell, labels.font, 1e9), strict=True):
        fronts.setdefault(piece, drawn)
    for (piece, front), solid in zip(fronts.items(), made, strict=False):
        yield _piece(piece, front, solid, settings)
    if puzzle.blockers:
        (solid,) = made[len(fronts) :]
        wide, deep, high = solid.mesh.size()
        dark = Drawing(BAND, BAND)
        dark.polygon(((0, 0), (BAND, 0), (BAND, BAND), (0, BAND)), DARK)
        picture = (0.0, 0.0), (wide, deep), (0.5, 0.5)
        model = model_of("blocker", solid.mesh, (wide / 2, deep / 2, high / 2), SCALE, picture)
        yield Part("blocker", "blocker", model, dark, (Spot(wide / 2, deep / 2),) * solid.copies)


def _board(puzzle: Puzzle, tray: Solid, settings: MakeSettings, labels: Labels) -> Part:
    grid = puzzle.grid
    wide, deep, _ = tray.mesh.size()
    texture = Drawing(wide, deep)
    texture.polygon(((0, 0), (wide, 0), (wide, deep), (0, deep)), FRAME)
    start = WALL - (RIM + ROOM * labels.outside(grid)) * settings.cell
    texture.put(board_drawn(puzzle, 0, settings.cell, labels), start, start)
    picture = (0.0, 0.0), (wide, deep), (0.5 * WALL / wide, 0.02)
    model = model_of("board", tray.mesh, (wide / 2, deep / 2, 0), SCALE, picture)
    lain = layout(grid.lattice, grid.points, settings.cell)
    middles = [lain.middle(point) for point in grid.points]
    # In the frame of the model, which is mirrored where it is read: x to the left, z to the player.
    snaps = [
        {"Position": _vector("", (SCALE * (wide / 2 - WALL - x), SCALE * FLOOR, SCALE * (WALL + y - deep / 2)))}
        for x, y in middles
    ]
    return Part("board", "board", model, texture, (Spot(0, 0),), (), BOARD, {"AttachedSnapPoints": snaps})


def _piece(piece: Piece, drawn: Drawing, solid: Solid, settings: MakeSettings) -> Part:
    """Return a piece, which turns around the cell that is nearest to its middle, and so fits on the board's cells."""
    shape, gap = lying(piece), settings.gap(PRINTED_MATERIAL)
    lain = layout(piece.lattice, shape, settings.cell)
    outline = [place for line in around(shape, lain, -gap) for place in line]
    left, low = min(x for x, _ in outline), max(y for _, y in outline)
    middles = [lain.middle(point) for point in shape]
    centre = sum(x for x, _ in middles) / len(shape), sum(y for _, y in middles) / len(shape)
    x, y = min(middles, key=lambda middle: (round(dist(middle, centre), 6), middle))
    origin = (x - left, low - y, settings.thickness / 2)
    high = drawn.height + BAND
    texture = Drawing(drawn.width, high, list(drawn.items))
    fill = getattr(drawn.items[0], "fill", None)
    texture.polygon(((0, high - BAND), (drawn.width, high - BAND), (drawn.width, high), (0, high)), fill)
    picture = (-left, low - high), (drawn.width, high), (0.5, 0.5 * BAND / high)
    model = model_of(solid.name, solid.mesh, origin, SCALE, picture)
    collider = []
    for number, (point, middle) in enumerate(zip(shape, middles, strict=True), start=1):
        cell = layout(piece.lattice, (point,), settings.cell)
        mesh = prism((point,), cell, [(0, -gap), (settings.thickness, -gap)])
        corners = around((point,), cell, -gap)[0]
        # The middle of the cell in its own solid, less the way to it from the origin.
        right = cell.middle(point)[0] - min(x for x, _ in corners) - (middle[0] - x)
        up = max(y for _, y in corners) - cell.middle(point)[1] + (middle[1] - y)
        plain = (0.0, 0.0), (1.0, 1.0), (0.5, 0.5)
        collider.append(model_of(f"cell-{number}", mesh, (right, up, settings.thickness / 2), SCALE, plain))
    place = Spot(origin[0], origin[1])
    return Part(solid.name, solid.file, model, texture, (place,) * solid.copies, tuple(collider))


class _Box(NamedTuple):
    """The box of a part, to be laid beside others."""

    part: int
    width: float
    height: float


def _laid(board: Part, parts: Sequence[Part]) -> tuple[list[Part], float]:
    """Lay pieces and blockers to the right of the board; return them, and how far they all reach to the player."""
    wide, deep = board.size()
    boxes = [_Box(number, *part.size()) for number, part in enumerate(parts) for _ in part.places]
    found: dict[int, list[Spot]] = {}
    (page,) = packed(boxes, max(wide, *(box.width for box in boxes)), 1e6, GAP)
    front = -deep / 2
    for one in page:
        corner = parts[one.part.part].places[0]
        x, z = wide / 2 + 2 * GAP + one.x, deep / 2 - one.y - one.part.height
        found.setdefault(one.part.part, []).append(Spot(x + corner.x, z + corner.z))
        front = min(front, z)
    return [replace(part, places=tuple(found[number])) for number, part in enumerate(parts)], front


def _dice(dice: Sequence[PaperDie], labels: Labels, front: float) -> Iterator[Part]:
    """Yield the dice in a row in front of everything; one that no common solid shows gets kites or two pyramids."""
    for number, die in enumerate(dice):
        faces = die.solid or 0
        size = DIE if faces in SOLIDS else 2 * DIE
        solid, flat, drawn = die_solid(faces, size), net(faces, size), net_drawn(die, size, labels)
        values = [
            {"Value": word, "Rotation": _vector("", angles_to_top(solid, flat, face))}
            for face, word in enumerate(die.words)
        ]
        place = Spot((number - (len(dice) - 1) / 2) * 3 * DIE, front - 3 * DIE)
        model = die_model(f"die-{die.number}", solid, flat, drawn.height, SCALE)
        more = {"RotationValues": values}
        yield Part(f"die {die.number}", f"die-{die.number:02}", model, drawn, (place,), (), DICE, more)


def _on_solid(die: PaperDie) -> PaperDie:
    """Return a die of any number of cells on a fair solid, which has two faces for each where their number is odd."""
    times = 1 + len(die.words) % 2
    faces = times * len(die.words)
    if faces > MOST_FACES:
        raise DiceError(
            f"die {die.number}: {counted(len(die.words), 'cell')} need a solid of {faces} faces, and {MOST_FACES} at "
            "most are made: choose smaller dice"
        )
    return replace(die, words=die.words * times, solid=faces)
