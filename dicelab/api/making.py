"""Games to be cut or printed: what a user has in hand becomes parts in millimetres."""

from __future__ import annotations

from dicelab.api.printing import game_title
from dicelab.api.values import checked
from dicelab.dice.puzzle_source import PuzzleLike, puzzle_of
from dicelab.dice.sources import DiceLike, dice_set_of
from dicelab.press.making import MadeGame
from dicelab.press.settings import MakeSettings, read_sheet


@checked
def make_game(  # noqa: PLR0913 - the options of the command line
    dice: DiceLike | None = None,
    puzzle: PuzzleLike | None = None,
    *,
    cell: float = 20,
    thickness: float = 8,
    clearance: float | None = None,
    chamfer: float = 0.6,
    kerf: float | None = None,
    wall: float = 8,
    material: str | None = None,
    sheet: str = "400x300",
    hairline: str = "plain",
    blocker: str = "disc",
    labels: bool = True,
    letters: str = "lines",
    title: str | None = None,
    source: DiceLike | PuzzleLike | None = None,
    shared_cells: bool = False,
) -> MadeGame:
    """Lay out the tray, the pieces and the blockers of a game for a laser cutter and for a 3-D printer.

    Parameters
    ----------
    dice
        Names the puzzle, where ``puzzle`` does not; the dice themselves are printed by :func:`dicelab.print_game`.
    cell
        Side of a square in millimetres; cells of other lattices have the same area.
    thickness
        Height of printed pieces, in millimetres.
    clearance
        So much each side of a part is moved back, in millimetres: between two parts there is twice as much.
    kerf
        Width of what a laser burns away, in millimetres.
    wall
        Of the tray, in millimetres.
    material
        ``plywood``, ``mdf``, ``acrylic``, ``cardboard``, ``pla``, ``petg`` or ``resin``: the usual clearance and kerf.
        By default plywood for a laser, and PLA for a printer.
    sheet
        Width and height of the sheets for a laser: ``"400x300"``.
    hairline
        ``plain``, ``fine``, ``epilog`` or ``ponoko``: width and colours of the lines for a laser.
    blocker
        ``disc``, or ``cell`` for the shape of a cell.
    labels
        Whether the labels of the cells are engraved.
    letters
        How a laser engraves them: ``lines`` (single strokes, quick) or ``filled`` (areas).
    source
        What names the puzzle, where ``dice`` is a value.

    Raises
    ------
    DiceError
        If a size is not possible, with one that is.

    Examples
    --------
    >>> import dicelab
    >>> game = dicelab.make_game("default")
    >>> [f"{solid.copies} {solid.name}" for solid in game.solids][-2:]
    ['1 piece S4', '7 blocker']
    """
    settings = MakeSettings(
        float(cell),
        float(thickness),
        None if clearance is None else float(clearance),
        float(chamfer),
        None if kerf is None else float(kerf),
        float(wall),
        material,
        read_sheet(sheet),
        hairline,
        blocker,
        bool(labels),
        letters,
    )
    dice_set = None
    if dice is not None or puzzle is None:
        dice_set = dice_set_of("default" if dice is None else dice, puzzle, shared_cells=shared_cells)
    wanted = dice_set.puzzle if dice_set else puzzle_of("genius-square" if puzzle is None else puzzle)
    return MadeGame(game_title(title, wanted, dice_set, (source, puzzle, dice)), wanted, settings)
