"""What is stored of the sets that share three dice with the best."""

import json
from math import comb

import numpy as np

from dicelab.score.forbidden import rolls_of
from experiments.design.from_below import masks
from experiments.design.neighbourhoods import best_classes, text_of
from experiments.recording import RESULTS


def test_no_set_that_shares_three_dice_with_the_best_is_better(tilings):
    folder = RESULTS / "design" / "neighbourhoods"
    result = json.loads((folder / "result.json").read_text(encoding="utf-8"))
    assert (folder / "result.md").read_text(encoding="utf-8") == text_of(result) + "\n"
    assert [masks(row["dice"]) for row in result["sets"]] == best_classes()
    for row in result["sets"]:
        assert row["better"] == 0
        rolls = rolls_of(np.array(masks(row["dice"]), np.uint64))
        assert row["fewest"] == tilings.tilings(rolls).min()
        # The lowest cell is on a die of five, with or without the die of six among the other three, or on that of six.
        assert row["deals"] == comb(6, 4) * comb(19, 4) + comb(6, 3) * (comb(20, 4) + comb(20, 5))
