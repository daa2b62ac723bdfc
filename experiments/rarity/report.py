"""The pages of the results, which follow from the stored figures."""

from __future__ import annotations

import math
from typing import Any

from dicelab.dice import DiceSet
from experiments.recording import page, table
from solver.polyform import GENIUS_SQUARE


def power(value: float, error: float | None = None) -> str:
    """Write a large or small number by a power of ten, with its standard error in the same unit."""
    if value == 0 or 1 <= value < 1000:
        return f"{value:.1f}" if error is None else f"{value:.1f} ± {error:.1f}"
    digits = math.floor(math.log10(value))
    scaled = f"{value / 10.0**digits:.2f}"
    return f"{scaled}·10^{digits}" if error is None else f"({scaled} ± {error / 10.0**digits:.2f})·10^{digits}"


def text_of(result: dict[str, Any]) -> str:
    return _small_text(result) if "rows" in result else _estimate_text(result)


def _small_text(result: dict[str, Any]) -> str:
    head = ("puzzle", "sizes", "K", "sets", "with ≥ K", "classes", "share", "estimate", "deviation")
    rows = [
        (
            row["puzzle"].replace("*", "\\*"),
            ",".join(map(str, row["sizes"])),
            row["tilings"],
            row["partitions"],
            row["sets"],
            row["classes"],
            power(row["share"]),
            power(row["estimate"], row["error"]),
            f"{row['deviation']:+.2f}",
        )
        for row in result["rows"]
    ]
    first = result["rows"][0]
    return page(
        __file__,
        "small.txt",
        sets=first["of_sets"],
        repetitions=f"{first['repetitions']:,}",
        shares=table(head, rows, left=2),
    )


def _estimate_text(result: dict[str, Any]) -> str:
    rows = [
        (
            row["tilings"],
            power(row["share"], row["share_error"]),
            power(row["sets"], row["sets_error"]),
            power(row["classes"]),
            f"{power(row['classes_low'])} to {power(row['classes_high'])}",
            f"{result['repetitions'] - row['extinct']} of {result['repetitions']}",
        )
        for row in result["shares"]
    ]
    return page(
        __file__,
        "shares.txt",
        title=result["title"],
        partitions=power(result["partitions"]),
        symmetric=power(result["most_symmetric"]),
        sets=result["sets"],
        repetitions=result["repetitions"],
        levels=len(result["levels"]),
        steps=f"{result['steps']:,}",
        best=result["best"][0]["fewest"],
        classes=_best_classes(result["best"]),
        shares=table(("K", "share", "sets", "classes", "95 % interval", "repetitions"), rows, left=0),
    )


def _best_classes(best: list[dict[str, Any]]) -> str:
    """Tell in how many classes the best of the stored sets are."""
    grid = GENIUS_SQUARE.grid
    keys = {
        DiceSet.of_masks([grid.mask(map(grid.cell, die.split())) for die in one["dice"]], GENIUS_SQUARE, "").class_key()
        for one in best
        if one["fewest"] == best[0]["fewest"]
    }
    return f"{len(keys)} class{'es' if len(keys) > 1 else ''}"
