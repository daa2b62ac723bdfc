"""Explain every unsolvable board: what each rule rejects alone and first, and what is left."""

from __future__ import annotations

import os
import time
from collections import Counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicelab.reasons.explain import EXPLANATIONS, QUICK, branches, depth, explain, leaves, reasons, rejected_by
from dicelab.reasons.explain.picture import explanation_svg
from experiments.recording import Recording, page, table
from solver.census import Census, Content, representatives_of_all
from solver.polyform import GENIUS_SQUARE, Board, Puzzle, representatives

OTHERS = ("8x8/4:pentominoes", "6x7/6:2*I4,2*O4,2*T4,2*L4,S4", "6x6/4:8*L4")
"""The twelve pentominoes around any four blockers; tetrominoes and L-tetrominoes only, with most boards unsolvable."""

STRIPED = Puzzle.parse("6x6/0:9*L4")
"""Drawn for ``stripes``, which explains no board of the Genius Square first."""

FAST = len(QUICK)
"""The first rules, which take seconds for all boards; the others are asked about a sample where many are left."""

MOST_LEFT = 5_000
"""Orbits that the slower rules are asked about before a sample is taken."""

SEED = 2026
SAMPLE = 200
SOLVABLE_SAMPLE = {"weights": 10_000, "cut-offs": 1_000, "cases": 100}
"""Solvable orbits that the slower rules are asked about; the fast rules are asked about all."""

COLUMNS = ("boards_alone", "orbits_alone", "boards_first", "orbits_first")

Boards = NDArray[np.uint64]


def main() -> None:
    recording = Recording("why_unsolvable", "python -m experiments.why_unsolvable.run", SEED)
    begin = time.perf_counter()
    genius, lines = genius_square(recording)
    tables = {"genius-square": genius}
    for text in OTHERS:
        census = Census.load(Puzzle.parse(text), Content.SOLVABILITY, jobs=os.cpu_count() or 1)
        tables[text], more = tabulate(census)
        lines += ["", f"## {text}", "", *more]
    seconds = round(time.perf_counter() - begin)
    recording.publish("dicelab/why-unsolvable/1", {"puzzles": tables, "seconds": seconds}, lines)


def tabulate(census: Census) -> tuple[dict[str, Any], list[str]]:
    """Count for each rule the unsolvable boards that it rejects alone, and those that it rejects first."""
    puzzle = census.puzzle
    boards = census.unsolvable_boards
    orbits, sizes = np.unique(representatives(boards, puzzle.grid), return_counts=True)
    alone = list(rejected_by(orbits, puzzle, QUICK))
    left = ~np.logical_or.reduce(alone)
    sampled = int(left.sum()) > MOST_LEFT
    if not sampled:
        alone += list(rejected_by(orbits, puzzle, EXPLANATIONS[FAST:]))
    done = np.zeros(len(orbits), np.bool_)
    rows = []
    for rule, flags in zip(EXPLANATIONS, alone, strict=False):
        new = flags & ~done
        done |= new
        counts = [int(one) for one in (sizes[flags].sum(), flags.sum(), sizes[new].sum(), new.sum())]
        rows.append({"rule": rule.name, **dict(zip(COLUMNS, counts, strict=True))})
    result: dict[str, Any] = {
        "boards": len(census.solvable),
        "unsolvable_boards": len(boards),
        "unsolvable_orbits": len(orbits),
        "rules": rows,
        "boards_left": int(sizes[~done].sum()),
        "orbits_left": int((~done).sum()),
    }
    of_all = f"{len(boards):,} of {len(census.solvable):,} boards are unsolvable, in {len(orbits):,} orbits"
    lines = [
        f"{of_all}; the rules in order, simplest first.",
        "",
        *table(
            ("rule", "boards, alone", "orbits, alone", "boards, first", "orbits, first"),
            [
                *((row["rule"], *(row[name] for name in COLUMNS)) for row in rows),
                ("none of these", "", "", result["boards_left"], result["orbits_left"]),
            ],
        ),
    ]
    if sampled:
        sample = np.random.default_rng(SEED).choice(orbits[~done], SAMPLE, replace=False)
        first = reasons(sample, puzzle)
        found = Counter(EXPLANATIONS[n].name if n >= 0 else "none" for n in first.tolist())
        searched = search_sizes(sample[first < 0], puzzle)
        result["sample_of_the_orbits_left"] = SAMPLE
        result["first_rule_in_the_sample"] = dict(found.most_common())
        result["search_arguments"] = searched
        first_rules = ", ".join(f"{name} {number}" for name, number in found.most_common())
        lines += [
            "",
            f"Of the orbits left, a random sample of {SAMPLE:,}; the first rule that rejects each: {first_rules}.",
        ]
        if searched["orbits"]:
            low, middle, high = searched["leaves_least_median_most"]
            lines.append(
                f"The search arguments for the {searched['orbits']} that no rule rejects have {low} to {high} leaves "
                f"(median {middle}), and lay at most {searched['deepest']} pieces; "
                f"{searched['fewest_leaves_of_their_depth']} have the fewest leaves of their depth."
            )
    return result, lines


def genius_square(recording: Recording) -> tuple[dict[str, Any], list[str]]:
    puzzle = GENIUS_SQUARE
    census = Census.load(puzzle, Content.SOLVABILITY, jobs=os.cpu_count() or 1)
    boards = census.unsolvable_boards
    # Timed before the rules have been asked about any of them: what they find is kept.
    begin = time.perf_counter()
    of_board = reasons(boards, puzzle)
    seconds = time.perf_counter() - begin
    result, rules = tabulate(census)
    result["seconds_for_the_first_reason_of_every_board"] = round(seconds, 1)
    orbits = np.unique(representatives(boards, puzzle.grid))
    first = reasons(orbits, puzzle)
    # The table goes by orbits; here every board was asked.
    if [int((of_board == n).sum()) for n in range(len(EXPLANATIONS))] != [row[COLUMNS[2]] for row in result["rules"]]:
        raise SystemExit("the reasons of all boards and those of the orbits differ")
    wrongly, asked = solvable_rejected(census)
    trees = case_sizes(orbits[first == len(EXPLANATIONS) - 1], puzzle)
    result |= {"solvable_orbits_rejected": wrongly, "solvable_orbits_asked": asked, "cases": trees}
    for number, rule in enumerate(EXPLANATIONS):
        explained = orbits[first == number]
        if len(explained):
            recording.write(f"{rule.name.replace(' ', '-')}.svg", explanation_svg(explain(typical(explained), puzzle)))
    recording.write("stripes.svg", explanation_svg(explain(0, STRIPED)))
    lines = page(
        __file__,
        "page.txt",
        rules=rules,
        trees=trees,
        leaves=", ".join(f"{leaves} cases in {number}" for leaves, number in trees["leaves"].items()),
        closed=", ".join(f"{name} {number}" for name, number in trees["closed_by"].items()),
        rejected=table(
            ("rule", "orbits asked about", "rejected"),
            ((name, asked[name], number) for name, number in wrongly.items()),
        ),
    )
    return result, lines.rstrip("\n").split("\n")


def search_sizes(boards: Boards, puzzle: Puzzle) -> dict[str, Any]:
    """Explain boards by search arguments, and tell how large these are."""
    explained = [explain(board, puzzle) for board in boards.tolist()]
    trees = [explanation.tree for explanation in explained if explanation.tree is not None]
    if not trees:
        return {"orbits": len(boards)}
    sizes = sorted(sum(1 for _ in leaves(tree)) for tree in trees)
    return {
        "orbits": len(boards),
        "with_an_argument": len(trees),
        "leaves_least_median_most": [sizes[0], sizes[len(sizes) // 2], sizes[-1]],
        "branches_most": max(map(branches, trees)),
        "deepest": max(map(depth, trees)),
        "fewest_leaves_of_their_depth": sum(explanation.fewest for explanation in explained),
    }


def typical(boards: Boards) -> int:
    return int(boards[len(boards) // 2])


def solvable_rejected(census: Census) -> tuple[dict[str, int], dict[str, int]]:
    """Ask the rules about solvable boards: one of each orbit, all of them or a sample."""
    puzzle = census.puzzle
    orbits = np.concatenate(list(representatives_of_all(puzzle.grid, puzzle.blockers)))
    solvable = orbits[census.is_solvable(orbits)]
    generator = np.random.default_rng(SEED)
    wrongly, asked = {}, {}
    for rule in EXPLANATIONS:
        number = SOLVABLE_SAMPLE.get(rule.name, len(solvable))
        sample = solvable if number == len(solvable) else generator.choice(solvable, number, replace=False)
        wrongly[rule.name] = int(rule.rejects(sample, puzzle).sum())
        asked[rule.name] = number
    return wrongly, asked


def case_sizes(boards: Boards, puzzle: Puzzle) -> dict[str, Any]:
    """Count the cases of each board, and what closes them."""
    counts: Counter[int] = Counter()
    closed: Counter[str] = Counter()
    fewest = True
    for board in boards.tolist():
        explanation = explain(board, puzzle)
        if explanation.tree is None:
            raise SystemExit(f"board {Board(board, puzzle.grid).format()} has no cases")
        counts[explanation.leaf_count] += 1
        closed.update(leaf.finding.rule for leaf in leaves(explanation.tree))
        fewest &= explanation.fewest
    return {
        "orbits": len(boards),
        "leaves": {str(number): counts[number] for number in sorted(counts)},
        "closed_by": dict(closed.most_common()),
        "all_have_the_fewest_leaves": fewest,
    }


if __name__ == "__main__":
    main()
