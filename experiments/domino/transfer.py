"""Estimate the share of the grids of order 4 with a solution, and measure what an exact count would need."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterator
from dataclasses import asdict

import click

from experiments.domino.classes import Stratum, strata
from experiments.domino.determinised import Level, all_beginnings, levels
from experiments.domino.estimates import Estimate, all_grids
from experiments.domino.shares import UniformSample, uniform_sample
from experiments.recording import Recording, latest, page, table
from solver.domino import usual_board

COUNTED = (1, 2, 3)
"""Orders whose grids are counted to the end."""

LARGE = 4
"""The order of which the share is estimated."""

CUT = 20
"""Cells of the beginnings that must be told apart: four columns of six."""

RISK = 0.01
"""The chance that the bound on these is wrong."""

SHOWN = 10
"""Shares of the grids with up to so many solutions are shown."""


def known(order: int) -> dict[int, float]:
    """Return the share of the grids with each number of solutions, from the exact table of an order up to 3."""
    stored = json.loads((latest("domino/questions") / "result.json").read_text(encoding="utf-8"))
    grids = next(one["by_solutions"] for one in stored["exact"] if one["board"] == usual_board(order).format())
    return {int(k): number / all_grids(order) for k, number in grids.items()}


def counted(order: int, found: list[Level]) -> int:
    """Return the solvable grids that the transfer has counted, and hold them to the exact table."""
    solvable = found[-1].live * math.factorial(order + 1)
    if solvable != round((1 - known(order)[0]) * all_grids(order)):
        raise AssertionError(f"order {order}: the transfer counts {solvable} grids with a solution")
    return solvable


def growth(found: list[Level]) -> Iterator[tuple[object, ...]]:
    before = 1
    for level in found:
        merged, ratio = level.live / level.states, level.states / before
        yield level.length, level.beginnings, level.live, level.states, f"{merged:.2f}", f"{ratio:.2f}"
        before = level.states


def percent(estimate: Estimate) -> str:
    return f"{100 * estimate.value:.4f} ± {100 * estimate.error:.4f}%"


def shares(check: UniformSample, sample: UniformSample) -> Iterator[tuple[object, ...]]:
    truth = known(check.order)
    for k in range(SHOWN + 1):
        one = check.share(k)
        yield k, f"{truth.get(k, 0):.4%}", percent(one), f"{one.off(truth.get(k, 0)):+.2f}", percent(sample.share(k))


def bound(found: list[Stratum]) -> int:
    """Return a bound from below on the beginnings that must be told apart, up to exchanges, wrong with chance RISK."""
    return sum(int(one.at_least(RISK / len(found)) / one.exchanges) for one in found)


@click.command()
@click.option("--seed", default=7, show_default=True)
@click.option("--grids", default=100_000_000, show_default=True, help="Uniform grids of order 4; of order 3 a quarter.")
@click.option("--states", default=5_000_000, show_default=True, help="States of order 4 from which on to stop.")
@click.option("--drawn", default=20_000, show_default=True, help="Beginnings that are drawn for each numbers left.")
@click.option("--quick", is_flag=True, help="Few grids and beginnings, and nothing is written.")
def main(seed: int, grids: int, states: int, drawn: int, *, quick: bool) -> None:
    if quick:
        grids, states, drawn = grids // 100, states // 100, drawn // 20
    clock = [time.process_time()]
    small = {order: list(levels(usual_board(order), all_grids(order))) for order in COUNTED}
    solvable = {order: counted(order, found) for order, found in small.items()}
    clock.append(time.process_time())
    large = list(levels(usual_board(LARGE), states))
    clock.append(time.process_time())
    told = list(strata(usual_board(LARGE), CUT, seed, drawn))
    clock.append(time.process_time())
    check = uniform_sample(usual_board(COUNTED[-1]), seed, grids // 4)
    sample = uniform_sample(usual_board(LARGE), seed, grids)
    clock.append(time.process_time())
    share, truth = sample.solvable(), 1 - known(check.order)[0]
    names = ("counted", "growth", "classes", "sample")
    seconds = {name: round(after - before, 1) for name, before, after in zip(names, clock, clock[1:], strict=False)}
    rate = 1e6 * seconds["growth"] / sum(level.states for level in large)
    head = ("cells", "beginnings", "live", "states", "beginnings of a state", "growth")
    text = page(
        __file__,
        "transfer.txt",
        drawn=sample.counts.total(),
        checked=check.counts.total(),
        share=percent(share),
        low=100 * (share.value - 2.576 * share.error),
        high=100 * (share.value + 2.576 * share.error),
        number=Estimate(share.value * all_grids(LARGE), share.error * all_grids(LARGE)),
        single=percent(sample.share(1)),
        off=check.solvable().off(truth),
        off_single=check.share(1).off(known(check.order)[1]),
        check=percent(check.solvable()),
        truth=truth,
        shares=table(
            ("k", "order 3, exactly", "estimated", "off", "order 4, estimated"), shares(check, sample), left=0
        ),
        solvable=", ".join(f"{number:,}" for number in solvable.values()),
        peaks=", ".join(f"{max(level.states for level in found):,}" for found in small.values()),
        three=table(head, growth(small[COUNTED[-1]]), left=0),
        four=table(head, growth(large), left=0),
        rate=rate,
        hours=rate * 1e10 / 3.6e9,
        strata=table(
            ("numbers left", "drawn and kept", "different", "at least", "exchanges"),
            (
                (f"`{one.left}`", one.kept, one.different, int(one.at_least(RISK / len(told))), one.exchanges)
                for one in told
            ),
        ),
        bound=bound(told),
        cut=CUT,
        beginnings=all_beginnings(LARGE + 1, len(usual_board(LARGE)))[CUT - 1],
        seconds=", ".join(f"{name} {value:.0f}" for name, value in seconds.items()),
    )
    if quick:
        print(text)
        return
    recording = Recording("domino/transfer", "python -m experiments.domino.transfer", seed)
    for each in (check, sample):
        lines = [f"{k},{hits}" for k, hits in sorted(each.counts.items())]
        recording.write(f"uniform-order-{each.order}.csv", "\n".join(["solutions,grids", *lines]) + "\n")
    result = {
        "solvable_share": {str(each.order): asdict(each.solvable()) for each in (check, sample)},
        "single_share": {str(each.order): asdict(each.share(1)) for each in (check, sample)},
        "drawn": {str(each.order): each.counts.total() for each in (check, sample)},
        "levels": {str(order): [asdict(level) for level in found] for order, found in {**small, LARGE: large}.items()},
        "strata": [{**asdict(one), "at_least": int(one.at_least(RISK / len(told)))} for one in told],
        "told_apart_at_least": bound(told),
        "seconds": seconds,
    }
    recording.publish("dicelab/domino-transfer/1", result, text)


if __name__ == "__main__":
    main()
