"""The tables of the article, its supplement and the note, each made from ``results/`` when the article is built."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from docs.programs.article.numbers import Number, Value, command_of, printed, results_of


class Table(NamedTuple):
    """A table: its head, how its columns are aligned and how wide they are, and its rows."""

    head: Sequence[str]
    align: Sequence[str]
    columns: Sequence[str]
    rows: list[list[str]]
    sources: Sequence[str]


SPREAD = (("fewest tilings", "least"), ("lower quartile", 0), ("median", 1), ("upper quartile", 2), ("most", "most"))
DESIGNS = (
    ("best-worst", "largest minimum of tilings"),
    ("half-turn", "the same, invariant under a half-turn"),
    ("diagonal", "the same, invariant under a diagonal mirror"),
    ("best-worst-retail-sizes", "largest minimum, sizes of the retail dice"),
    ("easiest", "largest median"),
    ("hardest", "smallest median"),
    ("most-even", "smallest coefficient of variation"),
    ("most-varied", "largest coefficient of variation"),
    ("most-compact", "shortest outlines of the dice"),
    ("shared-cells", "most boards, with shared cells"),
)
CASES = ("cases/largest", "cases/retail")
SECOND = "seconds of glucose4"
SYMMETRIES = {"half-turn": "half-turn", "mirror": "mirror between columns", "diagonal": "diagonal mirror"}
GAMES = (
    ("six-sixes", "Six Sixes", "6×6 squares"),
    ("crystal", "Crystal", "hexagon of 42 triangles"),
    ("beehive", "Beehive", "hexagon of 37 hexagons"),
)
CALENDARS = {
    "calendar": "usual pieces",
    "calendar#with-t": "T in place of Z",
    "calendar#even": "more even",
    "calendar-weekdays": "with weekdays",
}
ERRATA = (
    "jensen-confined",
    "jensen-treneer-6-4-reduced-unsolvable",
    "jensen-treneer-6-4-unsolvable",
    "jensen-treneer-6-4-unsolvable-percent",
    "jensen-treneer-6-6-reduced-unsolvable",
    "jensen-treneer-6-6-unsolvable",
    "jensen-treneer-table-2-4021",
    "jensen-treneer-squares-below-2",
    "goralczyk-comment-1",
    "goralczyk-comment-3",
    "caviness-dominoes",
    "caviness-solve-puzzle",
    "caviness-branch",
    "caviness-digits",
    "caviness-sorting",
)
"""The entries that one line of a table can tell; the rows of Jensen's Table 3 have a table of their own."""


def figures(*names: str) -> tuple[list[str], list[str]]:
    """Return how columns are aligned and how wide they are: one of words, then a column of figures for each name."""
    return ["left", *["right"] * len(names)], ["auto"] * (1 + len(names))


def tilings() -> Table:
    """Return how the numbers of tilings are distributed over all boards and over the rolls of the published sets."""
    found = results_of("tilings")
    groups = [found["boards"], found["default"]["by_board"], found["theorem-5.3"]["by_board"]]
    rows = [["boards", *(printed(group["total"]) for group in groups)]]
    rows += [
        [name, *(printed(group["quartiles"][key] if isinstance(key, int) else group[key]) for group in groups)]
        for name, key in SPREAD
    ]
    rows += [
        ["mean", *(printed(group["mean"], {"places": 1}) for group in groups)],
        ["standard deviation / mean", *(printed(group["variation"], {"places": 3}) for group in groups)],
        ["boards without a tiling", *(printed(group["unsolvable"]) for group in groups)],
        ["boards with exactly one", *(printed(group["single"]) for group in groups)],
        ["tilings of all boards", *(printed(group["sum"]) for group in groups)],
    ]
    head = ("", "all boards", "rolls of the retail dice", "rolls of Jensen\u2019s set")
    return Table(head, *figures(*head[1:]), rows, ("tilings",))


def rules() -> Table:
    """Return how many boards without a tiling each rule rejects."""
    found = results_of("why_unsolvable")["puzzles"]["genius-square"]["rules"]
    keys = ("boards_alone", "orbits_alone", "boards_first", "orbits_first")
    rows = [[rule["rule"], *(printed(rule[key]) for key in keys)] for rule in found]
    head = ("rule", "boards, alone", "orbits, alone", "boards, first", "orbits, first")
    return Table(head, *figures(*head[1:]), rows, ("why_unsolvable",))


def programs() -> Table:
    """Return what each program was asked about the published sets."""
    rows = []
    for folder, name in (("theorem_1_1", "retail dice"), ("theorem_5_3", "Jensen\u2019s set")):
        found = results_of(folder)
        for program in found["backends"]:
            asked = program["asked"] or found["boards"]
            rows.append(
                [
                    name,
                    program["name"],
                    printed(found["rolls"]),
                    printed(asked) if program["asked"] else "looked up",
                    printed(program["unsolvable"]),
                    printed(program["seconds"], {"places": 2}),
                ]
            )
    head = ("set", "program", "rolls", "boards asked about", "unsolvable", "seconds")
    return Table(
        head,
        ("left", "left", *["right"] * 4),
        ["auto"] * 6,
        rows,
        ("theorem_1_1", "theorem_5_3"),
    )


def designs() -> Table:
    """Return the best set that is known for each purpose."""
    rows = []
    for folder, purpose in DESIGNS:
        found = results_of(f"design/{folder}")
        values = found["objectives"]
        rows.append(
            [
                purpose,
                printed(found["confirmed"]["boards"]),
                printed(values["fewest"]),
                printed(values["single"]),
                printed(values["median"]),
                printed(values["variation"], {"places": 3}),
            ]
        )
    head = ("purpose", "boards", "fewest", "with one", "median", "variation")
    return Table(head, *figures(*head[1:]), rows, tuple(f"design/{folder}" for folder, _ in DESIGNS))


def cases() -> Table:
    """Return the trees of cases that refute so many tilings of each roll, for both sizes of dice."""
    rows = []
    for folder in CASES:
        found = results_of(folder)
        sizes = ", ".join(map(str, sorted(found["sizes"], reverse=True)))
        for tilings, tree in sorted((int(key), tree) for key, tree in found["asked"].items()):
            rows.append(
                [
                    sizes if str(tilings) == min(found["asked"], key=int) else "",
                    printed(tilings),
                    printed(tree["cases"]),
                    printed(tree["nodes"]),
                    printed(tree["processor_seconds"], {"places": 0}),
                    printed(tree["bytes"]),
                    printed(len(tree.get("sets", ()))),
                    printed(tree["second_seconds"], {"places": 0}) if tree.get("second") else "not asked",
                    tree.get("second_sha256", "")[:8],
                    tree["sha256"][:8],
                ]
            )
    head = (
        *("sizes", "tilings", "first cases", "all cases", "found, s", "bytes"),
        *("classes", "verified, s", "by", "SHA-256"),
    )
    return Table(head, ("left", *["right"] * 7, "left", "left"), ["auto"] * 10, rows, CASES)


def tradeoff() -> Table:
    """Return the tilings of the hardest roll, found and refuted: of the best trades and the exact vectors."""
    found, rows = results_of("tradeoff"), []
    for row in found["rows"]:
        sizes = sorted(row["sizes"], reverse=True)
        # A tree has a checksum; one that was given up has none.
        refuted = min((int(key) for key, answer in row["asked"].items() if "sha256" in answer), default=None)
        is_best = "-".join(map(str, reversed(sizes))) in found["trades"]
        if is_best or refuted == row["found"] + 1:
            verified = refuted is not None and row["asked"][str(refuted)].get("second")
            rows.append(
                [
                    ", ".join(map(str, sizes)),
                    printed(math.prod(sizes)),
                    "yes" if is_best else "",
                    printed(row["found"]),
                    printed(refuted - 1) if refuted else "",
                    "" if refuted is None else "verified" if verified else "one program",
                ]
            )
    head = ("sizes", "rolls", "best trade", "found", "at most", "the tree")
    return Table(head, ("left", "right", "left", "right", "right", "left"), ["auto"] * 6, rows, ("tradeoff",))


def bounds() -> Table:
    """Return what was refuted about the sets whose hardest roll has many tilings; several formulas are summed up."""
    found, symmetric = results_of("design/bounds")["answers"]["any"], results_of("design/symmetric")["answers"]
    any_set = [found[key] for key in ("tilings", "clauses", "orbits", "seconds", "seconds of the second")]
    rows = [["none", *bound_figures(any_set), found["sha256"][:12]]]
    for key, name in SYMMETRIES.items():
        parts = symmetric[key]["refuted"]
        sums = [
            symmetric[key]["tilings"],
            sum(part["clauses"] for part in parts),
            sum(len(part["boards"]) for part in parts),
            sum(part["seconds"] for part in parts),
            None if any(SECOND not in part for part in parts) else sum(part[SECOND] for part in parts),
        ]
        digest = parts[0]["cnf"]["sha256"][:12] if len(parts) == 1 else f"{len(parts)} formulas"
        rows.append([name, *bound_figures(sums), digest])
    head = ("symmetry asked for", "tilings", "clauses", "orbits added", "CaDiCaL, s", "Glucose, s", "SHA-256")
    return Table(head, ("left", *["right"] * 5, "left"), ["auto"] * 7, rows, ("design/bounds", "design/symmetric"))


def bound_figures(figures: Sequence[float | None]) -> list[str]:
    """Return tilings, clauses and orbits, and the seconds of two solvers, as they are printed."""
    seconds = ("not asked" if figure is None else printed(figure, {"places": 0}) for figure in figures[3:])
    return [*map(printed, figures[:3]), *seconds]


def star_pairs() -> Table:
    """Return the pairs of cells that leave two triangles alone, in three columns."""
    pairs = results_of("genius_star/partition")["pairs"]
    high = -(-len(pairs) // 3)
    rows = [
        [
            part
            for pair in pairs[row::high]
            for part in (pair["blocked"].replace(" ", ", "), pair["alone"].replace(" ", ", "))
        ]
        for row in range(high)
    ]
    return Table(("blocked", "alone") * 3, ["center"] * 6, ["auto"] * 6, rows, ("genius_star/partition",))


def star_sizes() -> Table:
    """Return which sizes of dice of the Genius Star were asked about."""
    found = results_of("genius_star/largest")["answers"]
    words = {"found": "found", "refuted": "refuted", "open": "open"}
    rows = [
        [
            sizes.replace(",", ", "),
            printed(answer["rolls"]),
            words[answer["status"]],
            "two programs" if answer["confirmed"] else "–",
            printed(answer["nearest"]) if answer["status"] == "open" else "–",
        ]
        for sizes, answer in sorted(found.items(), key=lambda item: -item[1]["rolls"])
    ]
    head = ("sizes", "rolls", "always-solvable set", "confirmed by", "fewest unsolvable rolls met")
    return Table(head, ("left", "right", "left", "left", "right"), ["auto"] * 5, rows, ("genius_star/largest",))


def star_whole() -> Table:
    """Return the dice that show all cells of the Genius Star."""
    dice = results_of("genius_star/whole")["sets"]["18"]["dice"]
    rows = [[printed(len(die)), ", ".join(die)] for die in sorted(dice, key=len)]
    return Table(("size", "cells"), ("right", "left"), ["auto"] * 2, rows, ("genius_star/whole",))


def family() -> Table:
    """Return the table of the puzzles with one copy of each polyomino up to a number of cells."""
    rows = [
        [printed(one[key]) for key in ("most", "rows", "pieces", "dice", "bound", "known")]
        for one in results_of("existence")["family"]
    ]
    head = ("m", "rows", "pieces", "dice", "most rolls", "known")
    return Table(head, ["right"] * 6, ["auto"] * 6, rows, ("existence",))


def calendars() -> Table:
    """Return the tilings of the dates of each calendar."""
    found = results_of("calendars/dates")["calendars"]
    rows = [
        [
            title,
            printed(calendar["dates"]),
            printed(calendar["solvable"]),
            printed(calendar["fewest"]),
            printed(calendar["median"]),
            printed(calendar["most"]),
            printed(calendar["deviation_by_mean"], {"places": 3}),
        ]
        for name, title in CALENDARS.items()
        for calendar in [found[name]]
    ]
    head = ("calendar", "dates", "solvable", "fewest", "median", "most", "variation")
    return Table(head, *figures(*head[1:]), rows, ("calendars/dates",))


def calendar_pieces() -> Table:
    """Return how many sets of pieces solve every date."""
    families = results_of("calendars/pieces")["families"].values()
    rows = [
        [family["family"], printed(family["dates"]), printed(family["sets"]), printed(family["solve_every_date"])]
        for family in families
    ]
    weekdays = results_of("calendars/weekdays")
    rows.append(
        [
            "7 pentominoes, 3 tetrominoes, with weekdays",
            *(printed(weekdays[key]) for key in ("dates", "sets", "solve_every_date")),
        ]
    )
    head = ("pieces, none twice", "dates", "sets", "solve every date")
    return Table(head, *figures(*head[1:]), rows, ("calendars/pieces", "calendars/weekdays"))


def games() -> Table:
    """Return what is known of the three games."""
    rows = []
    for folder, name, board in GAMES:
        found = results_of(f"games/{folder}")
        spread = found["statistics"]["by_board"]
        rows.append(
            [
                name,
                board,
                printed(found["boards"]),
                printed(found["unsolvable_boards"]),
                printed(spread["total"]),
                printed(spread["least"]),
                printed(spread["quartiles"][1]),
                printed(spread["most"]),
            ]
        )
    head = ("game", "board", "boards", "unsolvable", "rolls", "fewest", "median", "most")
    return Table(
        head,
        ("left", "left", *["right"] * 6),
        ["auto"] * 8,
        rows,
        tuple(f"games/{folder}" for folder, *_ in GAMES),
    )


def dominoes() -> Table:
    """Return how many grids of dominoes can be solved, exactly."""
    rows = []
    for entry in results_of("domino/questions")["exact"]:
        counts = {int(solutions): number for solutions, number in entry["by_solutions"].items()}
        grids = entry["grids"]
        solvable = grids - counts.get(0, 0)
        rows.append(
            [
                entry["board"].replace("x", "×"),
                printed(entry["layouts"]),
                printed(grids),
                printed(solvable),
                printed(100 * solvable / grids, {"places": 2, "after": "%"}),
                printed(counts.get(1, 0)),
                printed(max(counts)),
            ]
        )
    head = ("board", "layouts", "grids", "solvable", "share", "with one solution", "most solutions")
    return Table(head, *figures(*head[1:]), rows, ("domino/questions",))


def domino_estimates() -> Table:
    """Return the estimated shares of the grids of the usual boards that can be solved."""
    rows = []
    for entry in results_of("domino/questions")["estimates"]:
        shares = [
            f"{100 * entry[key]['value'] / entry['grids']:.4f} ± {100 * entry[key]['error'] / entry['grids']:.4f}"
            for key in ("solvable", "solvable_by_uniform", "single")
        ]
        order = entry["order"]
        rows.append([f"{order} ({order + 1}×{order + 2})", printed(entry["drawn"]), *shares])
    head = ("order", "drawn", "solvable, planted (%)", "solvable, uniform (%)", "one solution, planted (%)")
    return Table(head, *figures(*head[1:]), rows, ("domino/questions",))


def claims() -> Table:
    """Return how many published claims of each source agree."""
    found = results_of("reproduction")
    rows = []
    for source in found["sources"]:
        verdicts = [claim["verdict"] for claim in found["claims"] if claim["source"] == source["key"]]
        counts = [verdicts.count(verdict) for verdict in ("agrees", "explained", "loosely worded")]
        rows.append([source["key"], *(printed(count) for count in (len(verdicts), *counts))])
    verdicts = found["verdicts"]
    rows.append(["all", printed(sum(verdicts.values())), *(printed(verdicts[key]) for key in verdicts)])
    head = ("source", "claims", "right", "misprinted or wrong", "loosely worded")
    return Table(head, *figures(*head[1:]), rows, ("reproduction",))


def of_all(number: int, every: int) -> str:
    """Return a number, and whether it is all of them.

    Examples
    --------
    >>> of_all(3, 3), of_all(2, 3)
    ('all 3', '2')
    """
    return f"all {number}" if number == every else str(number)


def certificates() -> Table:
    """Return the certificates: what they claim, how large they are, what wrote them, and what accepted them."""
    proofs = results_of("proofs")
    rows = [
        [
            "boards without a tiling",
            printed(proofs["proved"]),
            printed(proofs["proof_bytes"]),
            proofs["solver"],
            f"{' and '.join(reversed(proofs['checked_by']))}, all {printed(proofs['checked'])}",
        ]
    ]
    sets = (("theorem_1_1", "rolls of the retail dice"), ("theorem_5_3", "rolls of Jensen\u2019s set"))
    for folder, name in sets:
        certificate = results_of(folder)["certificate"]
        rows.append(
            [
                name,
                printed(certificate["tilings"]),
                printed(certificate["bytes"]),
                "bitmask",
                "dicelab check" if certificate["ok"] else "refused",
            ]
        )
    asked = [results_of(folder)["asked"] for folder in CASES]
    trees = [answers[min(answers, key=int)] for answers in asked]
    replayed = sum("second" in tree for tree in trees)
    parts = [part for answer in results_of("design/symmetric")["answers"].values() for part in answer["refuted"]]
    verified = sum(part["drat-trim"] == "verified" for part in parts)
    proved = {one["cnf"] for one in results_of("proofs/dice")["formulas"] if one["cake_lpr"] == "verified"}
    by_proved = sum(part["cnf"]["sha256"] in proved for part in parts)
    rows += [
        [
            "bounds on all sets of two sizes",
            printed(len(trees)),
            printed(sum(tree["bytes"] for tree in trees)),
            "dicelab, by cases",
            f"a second program, {of_all(replayed, len(trees))}",
        ],
        [
            "bounds on symmetric sets",
            printed(len(parts)),
            printed(sum(part["proof"]["bytes"] for part in parts)),
            parts[0]["solver"],
            f"drat-trim, {of_all(verified, len(parts))}, and cake_lpr, {of_all(by_proved, len(parts))}",
        ],
    ]
    head = ("claim", "number", "bytes", "written by", "accepted by")
    return Table(
        head,
        ("left", "right", "right", "left", "left"),
        ["auto"] * 5,
        rows,
        (
            "proofs",
            *(folder for folder, _ in sets),
            *CASES,
            "design/symmetric",
            "proofs/dice",
        ),
    )


def jensen_table_3() -> Table:
    """Return the rows of Jensen's Table 3 with the figures that they should have."""
    names = ("boards", "multiple", "all boards", "unsolvable")
    rows = []
    for claim in results_of("reproduction")["claims"]:
        if claim["name"].startswith("jensen-table-3-") and claim["name"] != "jensen-table-3-total":
            partition = claim["statement"].split(":")[0]
            wrong = [
                f"{name}: {printed(old)}"
                for name, old, new in zip(names, claim["published"], claim["computed"], strict=True)
                if old != new
            ]
            rows.append([partition, *map(printed, claim["computed"]), "; ".join(wrong)])
    head = ("partition", *names, "as printed")
    return Table(head, ("left", *["right"] * 4, "left"), ["auto"] * 6, rows, ("reproduction",))


def errata() -> Table:
    """Return the other errors that a line can tell."""
    found = {claim["name"]: claim for claim in results_of("reproduction")["claims"]}
    rows = []
    for name in ERRATA:
        claim = found[name]
        rows.append(
            [
                f"{claim['source'].rstrip(' 0123456789')}, {claim['place']}",
                claim["statement"],
                said(claim["published"]),
                said(claim["computed"]),
            ]
        )
    head = ("place", "statement", "printed", "computed")
    return Table(head, ("left", "left", "right", "right"), ("1.3fr", "2fr", "auto", "auto"), rows, ("reproduction",))


def said(value: Value) -> str:
    """Return a published or computed value in words or figures."""
    if isinstance(value, list):
        return ", ".join(map(said, value))
    return value if isinstance(value, str) else printed(value)


def sources(numbers: Mapping[str, Number], tables: Mapping[str, Table]) -> list[dict[str, Any]]:
    """Return each folder of results that a document draws on: its command, how many numbers, and which tables."""
    folders = dict.fromkeys(source for number in numbers.values() for source in number.sources)
    folders |= dict.fromkeys(source for table in tables.values() for source in table.sources)
    return [
        {
            "folder": folder,
            "command": command_of(folder),
            "numbers": sum(folder in number.sources for number in numbers.values()),
            "tables": [name for name, table in tables.items() if folder in table.sources],
        }
        for folder in sorted(folders)
    ]


TABLES: dict[str, Callable[[], Table]] = {
    "tilings": tilings,
    "rules": rules,
    "programs": programs,
    "designs": designs,
    "cases": cases,
    "tradeoff": tradeoff,
    "bounds": bounds,
    "star-pairs": star_pairs,
    "star-sizes": star_sizes,
    "star-whole": star_whole,
    "family": family,
    "calendars": calendars,
    "calendar-pieces": calendar_pieces,
    "games": games,
    "dominoes": dominoes,
    "domino-estimates": domino_estimates,
    "claims": claims,
    "certificates": certificates,
    "jensen-table-3": jensen_table_3,
    "errata": errata,
}
