"""The commands that the README and the book show do what the pages say."""

import contextlib
import io
import re
import shlex
import subprocess
from pathlib import Path

import click
import pytest

from dicelab.cli.main import cli

ROOT = Path(__file__).parents[3]
PAGES = ["README.md", *sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md"))]

LONG = {
    "design --min-tilings 25": "tests/dicelab/search/design holds what it does; it takes up to minutes",
    "design --invariant": "the same",
    "design --away-from": "the same: two minutes, as it says",
    "design --shared-cells": "the same",
    'design --puzzle "8x8/8': "tests/dicelab/search/design/test_learning.py has smaller ones; up to a minute",
    'design --puzzle "10x10/10': "the same: ten minutes",
    "design --puzzle genius-star": "the table of the Genius Star takes minutes",
    "evolve --invariant": "200 generations take minutes",
    "evolve --objective": "200 generations with objectives take a minute",
    "evolve --steps": "200 generations; tests/dicelab/search/evolve/test_steps.py has small ones",
    "evolve --spare": "the same",
    "evolve --puzzle genius-star": "the table of the Genius Star takes minutes",
    "pieces calendar": "minutes; results/calendars has what it finds",
    "evolve --resume runs/memetic": "too long; tests/dicelab/search/evolve/test_repeating.py has small ones",
    "compare runs/memetic": "the same",
    "rerun runs/memetic": "the same; tests/dicelab/cli/test_rerun.py",
    "stats runs/steps": "the sets of a search that is too long",
    "print runs/steps": "the same",
    "verify runs/steps": "the same",
    "stats my-set/design.json": "the set of a search that is too long",
    "verify runs/evolve-001#2": "the same",
    "archive import my-set": "the same; tests/dicelab/cli/test_archive.py imports a run",
    "archive list --where": "the same",
    "archive export": "the same",
    "verify 05ad0b39": "the same",
    "export 05ad0b39": "the same",
    "prove --all": "an hour; experiments/proofs runs it",
    "check proof/proof.json --cake-lpr": "a program of others; tests/dicelab/check has its tests",
    "check retail.certificate --proved": "tests/dicelab/check/test_proved.py, where Coq and OCaml are",
    "check proof/proof.json --proved": "the same",
    "census certify --proofs": "an hour",
    "check all-boards": "the same",
    'census build --puzzle "6x6/6:10*L3" --cluster': "minutes; tests/dicelab/cli/test_cluster.py recounts a small one",
    "cache clear": "tests/dicelab/cli/test_cache.py clears a cache of its own, not that of the other tests",
    "bench --boards 5": "a minute; the programs of others are not always there",
    "web": "servers go on until somebody ends them, and tests/dicelab/studio exports the site",
}
"""How commands begin that are only read, not run, and why."""

OTHERS = ("tr", "python")
"""Programs that the examples of dicelab are joined with, and that are everywhere."""


def blocks(page):
    """The blocks of code of a page, by kind, in their order."""
    text = (ROOT / page).read_text("utf-8")
    return re.findall(r"^```(sh|console|python|json)\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


def commands(kind, text):
    """The commands of a block, each with what the page prints below it."""
    if kind == "console":
        parts = re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]
        return [(part.partition("\n")[0], part.partition("\n")[2].strip("\n")) for part in parts]
    if kind == "sh":
        return [(line, None) for line in text.splitlines() if line.startswith("dicelab ")]
    return []


SHOWN = [(page, line) for page in PAGES for kind, text in blocks(page) for line, _ in commands(kind, text)]
WITH_COMMANDS = sorted({page for page, _ in SHOWN})


def parts_of(line):
    """The commands of a pipe, and the file that its output goes to, if any."""
    line, _, target = line.partition(" > ")
    words = shlex.split(line, comments=True)
    found: list[list[str]] = [[]]
    for word in words:
        if word == "|":
            found.append([])
        else:
            found[-1].append(word)
    return found, target


@pytest.mark.parametrize("page", WITH_COMMANDS)
def test_every_command_is_one_of_dicelab(page):
    for line in [line for of, line in SHOWN if of == page]:
        for words in parts_of(line)[0]:
            if words[0] != "dicelab":
                continue
            if words[1].startswith("-"):
                assert any(words[1] in one.opts for one in cli.params), line
                continue
            command: click.Command = cli
            context, rest = click.Context(cli, info_name="dicelab"), words[1:]
            while isinstance(command, click.Group):
                name, *rest = rest
                found = command.get_command(context, name)
                assert found, line
                command, context = found, click.Context(found, info_name=name, parent=context)
            # Refuses an option that is not there.
            command.make_parser(context).parse_args(list(rest))


def test_what_is_not_run_is_shown():
    for start in LONG:
        assert any(line.startswith(f"dicelab {start}") for _, line in SHOWN), start


def given(page):
    """Put the files into the current folder that a reader of the page has."""
    if page.endswith("puzzle-files.md"):
        shown = [text for kind, text in blocks(page) if kind == "json"]
        Path("week.json").write_text(shown[2], "utf-8")
    # A misprint: C3 is on the third die as well, in place of D1.
    misprinted = ["A6 F1", "A5 F2 B6 E1", "A1 C1 C3 D2 E2 F3", "A4 B5 C5 C6 D6 F6"]
    misprinted += ["A2 A3 B1 B2 B3 C2", "D5 E4 E5 E6 F4 F5", "B4 C3 C4 D3 D4 E3"]
    Path("mydice.txt").write_text("\n".join(misprinted) + "\n", "utf-8")
    Path("misprinted.json").write_text("\n".join(misprinted) + "\n", "utf-8")
    Path("class.csv").write_text("Name;Class;Birthday\nAnna;4b;6.10.2014\nZoë;4b;29.2.2012\n", "utf-8")
    Path("runs").mkdir()


def alike(printed, shown):
    """Whether a page shows what was printed: `…` stands for lines left out, and times differ."""
    pattern = re.escape(shown).replace("\\ …", " .*").replace("…\\\n", "(?:.*\n)*").replace("…", "(?:.*\n?)*")
    pattern = re.sub(r"\\\([\d.]+(?:\\\.\d+)?\\ s\\\)", r"\\([\\d.]+ s\\)", pattern)
    text = "\n".join(line.rstrip() for line in printed.strip("\n").splitlines())
    return re.fullmatch(pattern, text) is not None


@pytest.mark.slow
# Where the tilings of all boards are needed, they have been counted once for all tests.
@pytest.mark.usefixtures("tilings")
@pytest.mark.parametrize("page", WITH_COMMANDS)
def test_the_commands_of_a_page_do_what_it_says(dicelab, tmp_path, monkeypatch, page):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DICELAB_ARCHIVE", str(tmp_path / "archive.sqlite3"))
    given(page)
    if page == "docs/tutorial/printed-game.md":
        # The second lesson goes on where the first ended.
        first = next(line for of, line in SHOWN if of == "docs/tutorial/first-set.md" and " design " in line)
        assert dicelab(*shlex.split(first)[1:]).code == 0
    for kind, text in blocks(page):
        for line, shown in commands(kind, text):
            if any(line.startswith(f"dicelab {start}") for start in LONG):
                continue
            printed = run(dicelab, line)
            assert shown is None or alike(printed, shown), (line, printed)
        if kind == "python" and ">>> " not in text and "import " in text and "class " not in text:
            with contextlib.redirect_stdout(io.StringIO()):
                exec(compile(text, page, "exec"), {})  # noqa: S102 - the page is ours


def run(dicelab, line):
    """Run a pipe, and return what it prints."""
    pipe, target = parts_of(line)
    text = ""
    for words in pipe:
        if words[0] == "dicelab":
            done = dicelab(*words[1:], stdin=text)
            # 4 is an answer, too: there is no such thing.
            assert done.code in (0, 4), (line, done)
            text = done.out
        else:
            assert words[0] in OTHERS, line
            done = subprocess.run(words, input=text, capture_output=True, text=True, check=True)
            text = done.stdout
    if target:
        Path(target).write_text(text, "utf-8")
    return text


def test_lines_left_out_and_times_are_no_difference():
    assert alike("a\nb\nc (12.3 s)\n", "a\n…\nc (0.1 s)")
    assert not alike("a\nb\nc\n", "a\n…\nd")
    assert not alike("a\n", "b")
