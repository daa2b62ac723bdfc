"""Files out: dice sets, boards and tilings as bytes in a named format.

A census goes out by :mod:`dicelab.export.parquet`, which is not imported here: it takes the rules and the census along.
"""

from dicelab.export.formats import (
    BOARD_FORMATS,
    FORMATS,
    TILING_FORMATS,
    export_board,
    export_dice_set,
    export_tiling,
)

__all__ = ["BOARD_FORMATS", "FORMATS", "TILING_FORMATS", "export_board", "export_dice_set", "export_tiling"]
