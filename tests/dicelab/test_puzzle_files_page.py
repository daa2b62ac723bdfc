"""The puzzle files that the documentation shows are valid, and their games always solvable."""

import json
import re
import shlex
from pathlib import Path

import pytest

import dicelab
from dicelab.puzzles.report import check_puzzle
from solver.polyform.puzzle_parts import Fields

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "how-to" / "puzzle-files.md"


def shown(path):
    blocks = re.findall(r"```json\n(.*?)```", path.read_text(encoding="utf-8"), re.DOTALL)
    return [block for block in blocks if "dicelab/puzzle/" in block]


@pytest.mark.parametrize(
    ("number", "cells", "rolls", "symmetries"), [(0, 24, 750, 12), (1, 19, 216, 12), (2, 15, 56, 1)]
)
def test_the_games_of_the_page(tmp_path, number, cells, rolls, symmetries):
    path = tmp_path / "game.json"
    path.write_text(shown(PAGE)[number], encoding="utf-8")
    checked = check_puzzle(str(path))
    assert checked.dice is not None
    assert (len(checked.puzzle.grid), checked.dice.roll_count) == (cells, rolls)
    assert len(checked.puzzle.symmetries) == symmetries
    assert dicelab.verify(path).always_solvable
    for variant in checked.file.variants:
        assert dicelab.verify(f"{path}#{variant}").rolls.rolls == rolls


def test_other_pages_show_valid_files(tmp_path):
    path = tmp_path / "game.json"
    for page in (ROOT / "README.md", ROOT / "docs" / "reference" / "command-line.md"):
        for block in shown(page):
            path.write_text(block, encoding="utf-8")
            assert check_puzzle(str(path)).puzzle.pieces


def test_the_table_names_every_field():
    table = re.findall(r"^\| (`.*?) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert {name for row in table for name in re.findall("`(.*?)`", row)} == set(Fields.__struct_fields__)


def test_the_commands_of_the_page_are_verbs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    from dicelab.cli.main import status

    blocks = re.findall(r"```sh\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    Path("week.json").write_text(shown(PAGE)[2], encoding="utf-8")
    lines = [shlex.split(line, comments=True) for block in blocks for line in block.splitlines()]
    assert len(lines) >= 8
    for line in lines:
        assert line[0] == "dicelab"
        # A slow test searches: tests/dicelab/cli/test_pages.py.
        if line[1] != "design":
            assert status(line[1:]) == 0


def test_the_error_of_the_page(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    from dicelab.cli.main import status

    said = next(block for block in re.findall(r"```text\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL))
    assert status(["puzzle", "new", "mine.json", "--lattice", "triangles"]) == 0
    text = Path("mine.json").read_text(encoding="utf-8")
    first = json.loads(text)["dice"][0]
    Path("mine.json").write_text(
        text.replace(f'"{first[0]}", "{first[1]}"', f'"{first[0]}", "77"', 1), encoding="utf-8"
    )
    capsys.readouterr()
    assert status(["puzzle", "check", "mine.json"]) == 2
    assert capsys.readouterr().err == said
