"""Worked examples, which end the help pages of commands; those of a declared verb stand at its function."""

from __future__ import annotations

import click

BOARD = '"A6 B1 B5 D1 E3 F2 F4"'
UNSOLVABLE = '"A2 B1 A5 B6 C3 C4 D3"'
GRID = "1:001011"
SMALL = "--puzzle 2x4/2:3*I2"

EXAMPLES: dict[str, tuple[str, ...]] = {
    "check": ("verify default --certificate default.certificate", "check default.certificate"),
    "stats": ("stats --list-objectives", "stats default", "stats default --objective fewest,variation"),
    "evolve": (
        "evolve --puzzle 2x4/2:3*I2 --sizes 2,2 --generations 5 --population 10 --scorer bitmask",
        "evolve --objective fewest,variation --out runs/mine",
    ),
    "design": ("design --puzzle 2x4/2:3*I2 --sizes 4,4", "design --from default --minimize changes --seconds 60"),
    "archive": ("archive import default theorem-5.3 --no-measure", "archive list"),
    "archive import": ("archive import default --no-measure --tag retail", "archive import runs/evolve-001"),
    "archive list": ("archive list", 'archive list --where "rolls > 60000" --order-by name'),
    "archive show": ("archive show 6274c17587fd", "archive show 6274 --json"),
    "archive tag": ("archive tag 6274 --add retail", 'archive tag --where "rolls > 60000" --add large'),
    "archive remove": ("archive remove 6274", "archive remove --where \"has(tags, 'dull')\""),
    "archive merge": ("archive merge other.sqlite3", "archive merge copy.sqlite3 --archive all.sqlite3"),
    "archive export": (
        "archive export --out gallery.html",
        'archive export --out large.html --title "Large sets" --where "rolls > 60000"',
    ),
    "archive check": ("archive check", "archive check --archive other.sqlite3"),
    "archive backup": ("archive backup copy.sqlite3", "archive backup copy.sqlite3 --force"),
    "archive restore": ("archive restore", "archive restore --from copy.sqlite3 --force"),
    "export": ("export default --out default.json", "export theorem-5.3 --format txt", "export default --out dice.svg"),
    "hint": (
        f'hint {BOARD} --placed "T4 A1,A2,A3,B2"',
        f'hint {BOARD} --placed "T4 A1,A2,A3,B2; I1 F3" --step next',
        f"hint --domino {GRID} --placed A1-A2",
    ),
    "play": ("play", "play --daily", f"play {BOARD} --light", "play --puzzle genius-star --seed 1"),
    "prove": (
        f"prove {UNSOLVABLE} --out proof",
        f"prove {UNSOLVABLE} --out proof --json",
        f"prove {UNSOLVABLE} --lrat",
    ),
    "boards": ("boards --from default --difficulty hard --count 4", "boards --tilings 1-10 --out sheet.svg"),
    "print": (
        "print default --out game.pdf",
        "print genius-star --parts board,pieces --cell 25 --paper letter --out star.pdf",
        "print --boards 20 --difficulty easy..hard --out boards.pdf",
    ),
    "make": (
        "make default --laser game.svg --material acrylic",
        "make genius-star --3mf star.3mf --cell 25 --clearance 0.2",
        "make --puzzle calendar --laser calendar.svg --stl parts --sheet 600x400",
    ),
    "web": ("web", "web --puzzle mine.json --port 9000", "web --export site --no-tilings"),
    "census": (f"census build {SMALL}", f"census info {SMALL}"),
    "census build": (f"census build {SMALL}", f"census build {SMALL} --solvability"),
    "census info": (f"census info {SMALL}", f"census info {SMALL} --out tilings.svg"),
    "census verify": (f"census verify {SMALL}", f"census verify {SMALL} --sample 10 --seed 1"),
    "census export": (f"census export {SMALL} boards.parquet", f"census export {SMALL} boards.parquet --force"),
    "census certify": (
        f"census certify {SMALL} --out all.certificate",
        f"census certify {SMALL} --out all.certificate --force",
    ),
    "domino": (f"domino solve {GRID}", f"domino count {GRID}", "domino generate --order 3 --seed 1"),
    "domino solve": (f"domino solve {GRID}", f"domino solve {GRID} --all"),
    "domino count": (f"domino count {GRID}", "domino count 7x8 --layouts"),
    "domino generate": ("domino generate --order 3 --seed 1", "domino generate --board 4x5 --difficulty trivial"),
    "domino grade": ("domino grade 2:021110020212", "domino generate --order 3 --seed 1 | dicelab domino grade -"),
    "domino animate": (f"domino animate {GRID} steps.html", f"domino animate {GRID} steps.svg"),
    "domino draw": (f"domino draw {GRID}", f"domino draw {GRID} --solution --out grid.svg"),
    "help": ("help solve", "help domino solve"),
    "completion": ("completion bash", "completion fish"),
}
"""What follows ``dicelab`` on the command line, by the words of the verb."""


def add_examples(found: click.Command, name: str) -> None:
    """End the help page of a verb, and those of its subcommands, with examples."""
    lines = EXAMPLES.get(name)
    if lines and not found.epilog:
        # click keeps the lines of a paragraph that begins with this character.
        found.epilog = "\b\nExamples:\n" + "\n".join(f"  dicelab {line}" for line in lines)
    for word, one in found.commands.items() if isinstance(found, click.Group) else ():
        add_examples(one, f"{name} {word}")
