"""Defaults of options: the command line comes before the environment, the environment before a file."""

import json
import os
import re
import sys
from pathlib import Path

import click
import pytest

from dicelab.cli.configuration import (
    GENERAL,
    OTHERS,
    TYPED,
    WITHOUT,
    check_configuration,
    find_configuration,
    key_of,
    options_of,
    variable_of,
)
from dicelab.cli.main import cli
from dicelab.cli.parameters import KindType, PathType
from dicelab.cli.verbs import verb_names
from dicelab.kinds import WrittenPath
from dicelab.score.objectives import OBJECTIVES
from dicelab.studio.worker import TRACEBACKS
from solver import registry

MINE = '{"schema": "dicelab/puzzle/2", "name": "Mine", "grid": ["...", "..."], "pieces": ["I2", "I2"], "blockers": 2}'
ROOT = Path(__file__).parents[3]
EVOLVE = "evolve", "--puzzle", "2x4/2:3*I2", "--scorer", "bitmask", "--json"


@pytest.fixture
def write(tmp_path, monkeypatch):
    """Write a configuration file into the working folder."""
    monkeypatch.chdir(tmp_path)

    def written(text, name="dicelab.toml"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return written


def rolls(dicelab, *arguments):
    """Return how many rolls `dicelab roll` shows."""
    done = dicelab("roll", "default", "--json", *arguments)
    assert done.code == 0, done
    return len(json.loads(done.out)["rolls"])


def test_the_command_line_comes_before_the_environment_and_that_before_the_file(dicelab, write, monkeypatch):
    assert rolls(dicelab) == 1
    write("[roll]\ncount = 2\n")
    assert rolls(dicelab) == 2
    monkeypatch.setenv("DICELAB_ROLL_COUNT", "3")
    assert rolls(dicelab) == 3
    assert rolls(dicelab, "--count", "4") == 4
    monkeypatch.setenv("DICELAB_ROLL_COUNT", "")
    assert rolls(dicelab) == 2
    monkeypatch.setenv("DICELAB_NO_CONFIG", "1")
    assert rolls(dicelab) == 1


def test_neither_a_file_nor_the_environment_counts_without_a_configuration(dicelab, write, monkeypatch):
    write("[roll\n")
    monkeypatch.setenv("DICELAB_ROLL_COUNT", "3")
    done = dicelab("--no-config", "roll", "default", "--json")
    assert len(json.loads(done.out)["rolls"]) == 1


def test_a_key_above_all_tables_holds_for_all_verbs_that_have_the_option(dicelab, write, monkeypatch):
    write('puzzle = "genius-star"\nseed = 7\njobs = 1\n[roll]\nseed = 8\n')
    own = dicelab("roll", "genius-star").out
    assert own == dicelab("--no-config", "roll", "genius-star", "--seed", "8").out
    # The variable of the verb comes before that of all verbs, and both before the file.
    monkeypatch.setenv("DICELAB_SEED", "9")
    assert dicelab("roll", "genius-star").out == dicelab("--no-config", "roll", "genius-star", "--seed", "9").out
    monkeypatch.setenv("DICELAB_ROLL_SEED", "10")
    assert dicelab("roll", "genius-star").out == dicelab("--no-config", "roll", "genius-star", "--seed", "10").out


def test_the_nearest_file_up_to_the_root_of_the_repository_is_read(dicelab, write, tmp_path, monkeypatch):
    write("[roll]\ncount = 2\n")
    (tmp_path / "a" / "b").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "a" / "b")
    assert rolls(dicelab) == 1, "a folder that belongs to no repository is looked at alone"
    (tmp_path / ".git").mkdir()
    assert rolls(dicelab) == 2
    write('[project]\nname = "dicelab"\n[tool.dicelab.roll]\ncount = 3\n', "a/pyproject.toml")
    assert rolls(dicelab) == 3
    write("[roll]\ncount = 4\n", "a/dicelab.toml")
    assert rolls(dicelab) == 4
    write("[tool.dicelab]\n", "a/b/pyproject.toml")
    assert rolls(dicelab) == 1, "only one file is read"
    (tmp_path / "a" / ".git").write_text("gitdir: elsewhere\n")
    write("", "a/b/pyproject.toml")
    assert rolls(dicelab) == 4, "a file without a table for dicelab is passed over"


def test_paths_start_in_the_folder_of_the_file(dicelab, write, tmp_path, monkeypatch):
    (tmp_path / ".git").mkdir()
    write(MINE, "mine.json")
    write('puzzle = "mine.json"\n[roll]\nout = "board.json"\n')
    (tmp_path / "below").mkdir()
    monkeypatch.chdir(tmp_path / "below")
    assert dicelab("roll", "A1 A2 | B1 B2").code == 0
    assert json.loads((tmp_path / "board.json").read_text())["rolls"]
    told = dicelab("roll", "A1 A2 | B1 B2").refused().replace("\\", "/")
    assert told.endswith("(out is set in ../dicelab.toml, [roll]; --no-config ignores it)")


def parameters(command, *words):
    """Yield all options and arguments of a verb and its subcommands, with the words of each."""
    if isinstance(command, click.Group):
        for word in command.list_commands(click.Context(command)):
            yield from parameters(command.get_command(click.Context(command), word), *words, word)
    else:
        yield from ((words, parameter) for parameter in command.params)


PATHS = [(words, parameter) for words, parameter in parameters(cli) if not getattr(parameter, "is_flag", False)]
SET_IN_FILES = [
    (words, key_of(parameter))
    for words, parameter in PATHS
    if isinstance(parameter, click.Option)
    and words[0] not in WITHOUT
    and isinstance(getattr(parameter.type, "kind", None), WrittenPath)
]


def test_each_path_of_each_verb_tells_whether_it_is_read_or_written():
    for words, parameter in PATHS:
        named = f"{parameter.human_readable_name} {parameter.metavar}".upper()
        is_path = isinstance(parameter.type, (click.Path, click.File))
        is_path |= re.search(r"\b(FILE|DIR|FOLDER|PATH|SET|PUZZLE)\b", named) is not None
        is_path |= re.search(r"\b(file|folder|path)\b", getattr(parameter, "help", None) or "") is not None
        assert isinstance(parameter.type, (KindType, PathType)), (words, parameter.opts)
        is_placed = isinstance(parameter.type, PathType) or parameter.type.kind.or_file
        assert is_placed == is_path, (words, parameter.opts)
    assert len(SET_IN_FILES) > 40


@pytest.mark.parametrize(
    "value", ["../to", "below/../../to", "/to", "~/to", "~nobody/to", "link/to", "to-link", "nowhere"]
)
def test_no_option_of_a_file_writes_outside_of_its_folder(value, dicelab, write, tmp_path, monkeypatch):
    folder = tmp_path / "foreign"
    folder.mkdir()
    (tmp_path / "before").write_text("mine\n")
    (folder / "link").symlink_to(tmp_path)
    (folder / "to-link").symlink_to(tmp_path / "before")
    (folder / "nowhere").symlink_to(tmp_path / "to")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    value = f"{tmp_path}/to" if value == "/to" else value
    for words, key in SET_IN_FILES:
        write(f"[{'.'.join(words)}]\n{key} = {json.dumps(value)}\n", "foreign/dicelab.toml")
        monkeypatch.chdir(folder)
        told = dicelab(*words).refused()
        if key in TYPED:
            assert f"{key} can't be set in a file" in told
        else:
            assert told.startswith(f"dicelab.toml, [{'.'.join(words)}]: {key} = ")
            assert told.endswith("write a path in the folder of this file, or pass the option on the command line")
    assert (tmp_path / "before").read_text() == "mine\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["before", "foreign"]


@pytest.mark.parametrize(
    ("value", "link", "verb"),
    [("board.svg", "board-2.svg", "roll"), ("run", "run/front.json", "evolve"), ("run", "run/deep/er", "evolve")],
)
def test_a_link_that_an_output_would_follow_is_refused(value, link, verb, dicelab, write, tmp_path, monkeypatch):
    write(f'[{verb}]\nout = "{value}"\n', "foreign/dicelab.toml")
    monkeypatch.chdir(tmp_path / "foreign")
    Path(link).parent.mkdir(parents=True, exist_ok=True)
    Path(link).symlink_to(tmp_path / "mine")
    assert f"{link} is a link that leads out of the folder of this file: remove the link" in dicelab(verb).refused()
    Path(link).unlink()
    Path(link).symlink_to(tmp_path / "foreign" / "within")
    assert "is a link" not in dicelab(verb, "--no-such-option").refused()


def test_a_link_within_the_folder_is_written_through(dicelab, write, tmp_path, monkeypatch):
    write('[roll]\nout = "here/board.json"\n', "foreign/dicelab.toml")
    (tmp_path / "foreign" / "boards").mkdir()
    (tmp_path / "foreign" / "here").symlink_to("boards")
    monkeypatch.chdir(tmp_path / "foreign")
    assert dicelab("roll", "A1 A2 | B1 B2", "--puzzle", "2x3/2:2*I2").code == 0
    assert (tmp_path / "foreign" / "boards" / "board.json").exists()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in folders")
@pytest.mark.parametrize("table", ["[count]\nproblem", "[print]\nfont", "[roll]\nout", "[archive.list]\narchive"])
def test_a_pipe_of_a_file_is_not_opened(table, dicelab, write, tmp_path):
    write(f'{table} = "pipe"\n')
    os.mkfifo(tmp_path / "pipe")
    words = table.partition("]")[0][1:].split(".")
    assert "= 'pipe': it is a device or a pipe: name a file or a folder" in dicelab(*words).refused()


def test_a_certificate_of_a_file_does_not_become_a_script_of_the_home_folder(dicelab, write, tmp_path, monkeypatch):
    write('[verify]\ncertificate = "../.bash_aliases"\n', "foreign/dicelab.toml")
    monkeypatch.chdir(tmp_path / "foreign")
    told = dicelab("verify", "A1 A2 | B1 B2", "--puzzle", "2x3/2:2*I2").refused()
    assert told.startswith("dicelab.toml, [verify]: certificate = '../.bash_aliases': ")
    assert not (tmp_path / ".bash_aliases").exists()


def test_a_set_with_a_number_behind_it_starts_in_the_folder_of_the_file(write, tmp_path, monkeypatch):
    (tmp_path / ".git").mkdir()
    write("A1 A2 | B1 B2", "sets/mine=2.txt")
    write('[design]\naway-from = ["sets/mine=2.txt=3", "sets/mine=2.txt", "default=2"]\n')
    (tmp_path / "below").mkdir()
    monkeypatch.chdir(tmp_path / "below")
    found = find_configuration(Path.cwd())
    assert found
    mine = os.path.relpath(tmp_path / "sets" / "mine=2.txt")
    assert check_configuration(found)[0].value == (f"{mine}=3", mine, "default=2")


def test_lists_flags_and_subcommands(dicelab, write, monkeypatch):
    monkeypatch.setenv("DICELAB_ARCHIVE", "sets.sqlite3")
    write('[archive.import]\nmeasure = false\ntag = ["a", "b"]\n')
    assert dicelab("archive", "import", "A1 A2 | B1 B2", "--puzzle", "2x3/2:2*I2").code == 0
    assert "1 set\n" in dicelab("archive", "list").out
    monkeypatch.setenv("DICELAB_ARCHIVE_LIST_WHERE", "has(tags, 'b') and rolls > 1000")
    assert "no sets\n" in dicelab("archive", "list").out
    assert "1 set\n" in dicelab("archive", "list", "--where", "has(tags, 'b')").out


def test_settings_that_a_resumed_run_keeps_are_not_set_again(dicelab, write):
    write("[evolve]\ngenerations = 1\npopulation = 10\nsizes = [5, 3]\n[design]\nchanges = 2\n")
    done = dicelab(*EVOLVE, "--out", "run")
    settings = json.loads(done.out)["settings"]
    assert (settings["generations"], settings["sizes"]) == (1, [5, 3])
    assert dicelab("evolve", "--resume", "run").code in {0, 3}
    assert "no such folder" in dicelab("design", "--resume", "nowhere").refused()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[roll", "TOML"),
        ("jobs", "TOML"),
        (b"[roll]\ncount = \x00 3\n", "TOML"),
        ("[roll]\ncount = 2\n".encode("utf-16"), "save it as UTF-8"),
        ('[roll]\ntitle = "Würfel"\n'.encode("latin-1"), "save it as UTF-8"),
        (b"a = " + b"[" * 5000, "nested too deeply"),
        (b"[roll]\ncount = " + b"9" * 5000, "dicelab.toml can't be read"),
        (b"#" * 10_000_000, "10,000,000 bytes"),
        ("[roll]\nconut = 2", "[roll]: no option 'conut': did you mean count?"),
        ("[roll]\nshared_cells = true", "did you mean shared-cells?"),
        ('[roll]\n"--count" = 2', "did you mean count?"),
        ("[rol]\ncount = 2", "no verb 'rol': did you mean roll?"),
        ("job = 2", "no key 'job': did you mean jobs?"),
        ("title = 2", "below the name of a verb"),
        ("roll = 2", "below a line [roll]"),
        ("[archive.lst]\nlimit = 1", ""),
        ("[roll]\ncount = '2'", "count = '2': write a whole number from 1 to 10000, without quotation marks"),
        ("[roll]\ncount = 0", "count = 0: write a whole number from 1 to 10000"),
        ("[roll]\ncount = 2.5", "count = 2.5: write a whole number"),
        ("[roll]\ncount = nan", "count = nan: write a whole number"),
        ("[roll]\ncount = true", "count = true: write a whole number"),
        ("[roll]\ncount = {a = 1}", "write a whole number"),
        ("[roll]\ncount = 2026-11-22", "write a whole number"),
        ("[roll]\nshared-cells = 1", "write true or false"),
        ("[roll]\nout = 3", "write a path in quotation marks"),
        ('[roll]\nout = ""', "remove the line"),
        ('[roll]\nout = "a\\u0000b"', "write a path"),
        ('[roll]\npuzzle = "nothing"', "(puzzle is set in dicelab.toml, [roll]; --no-config ignores it)"),
        ("[roll]\nforce = true", "force can't be set in a file"),
        ("[check]\nsample = 1", "check takes no defaults: remove the table"),
        ("[doctor]\njson = true", "doctor takes no defaults: remove the table"),
        ("[web]\nshare = true", ""),
        ("[tool.dicelab.roll]\ncount = 2", "no verb 'tool'"),
    ],
)
def test_what_a_file_says_wrongly_is_told_in_one_line_that_names_it(dicelab, write, text, told):
    write(text)
    if not told:
        # The tables of other verbs are looked at when these verbs are called.
        assert dicelab("roll", "default").code == 0
        verb = ("archive", "list") if "archive" in text else ("web", "--no-open")
        refused = dicelab(*verb).refused()
        assert "no option 'lst': did you mean list?" in refused or "share can't be set in a file" in refused
        return
    refused = dicelab("roll", "default").refused()
    assert "dicelab.toml" in refused
    assert told in refused
    # Help is what somebody reads who mends the file.
    assert dicelab("roll", "--help").code == 0


def test_what_is_no_file(dicelab, write, tmp_path):
    place = tmp_path / "dicelab.toml"
    write("").unlink()
    place.mkdir()
    assert dicelab("roll", "default").refused().startswith("dicelab.toml is a directory")
    place.rmdir()
    try:
        place.symlink_to("nowhere")
    except OSError:
        return  # Windows lets few users make links.
    assert "is a link to a file that does not exist" in dicelab("roll", "default").refused()
    place.unlink()
    if hasattr(os, "mkfifo"):
        os.mkfifo(place)
        assert "is no regular file" in dicelab("roll", "default").refused()
        place.unlink()
    write("[tool\n[tool.dicelab]\n", "pyproject.toml")
    assert "pyproject.toml is not TOML" in dicelab("roll", "default").refused()
    write("[tool\ndicelab = 3\n", "pyproject.toml")
    assert dicelab("roll", "default").code == 0, "what concerns other tools is theirs to say"
    write("[tool]\ndicelab = 3\n", "pyproject.toml")
    assert "write [tool.dicelab]" in dicelab("roll", "default").refused()


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("DICELAB_ROLL_COUNT", "many", "write a whole number from 1 to 10000"),
        ("DICELAB_ROLL_COUNT", "-1", "write a whole number from 1 to 10000"),
        ("DICELAB_ROLL_SHARED_CELLS", "maybe", "is not a valid boolean"),
        ("DICELAB_ROLL_CONUT", "2", "did you mean DICELAB_ROLL_COUNT?"),
    ],
)
def test_a_wrong_variable_is_told_in_one_line(dicelab, write, monkeypatch, name, value, told):
    write("")
    monkeypatch.setenv(name, value)
    refused = dicelab("roll", "default").refused()
    assert name in refused
    assert told in refused
    assert dicelab("puzzle", "list").code == 0


def test_a_key_or_a_variable_means_one_option():
    keys: set[str] = set()
    variables: dict[str, tuple] = {}
    for verb in verb_names():
        command = cli.get_command(click.Context(cli), verb)
        commands = getattr(command, "commands", {})
        for words, one in [((verb,), command), *(((verb, word), sub) for word, sub in commands.items())]:
            for key in () if commands and len(words) == 1 else options_of(one):
                keys.add(key)
                name = variable_of(*words, key)
                assert variables.setdefault(name, (words, key)) == (words, key)
    assert keys >= {*GENERAL, *TYPED}
    assert variables.keys().isdisjoint(OTHERS)
    assert set(verb_names()) >= set(WITHOUT)


PAGE = ROOT / "docs" / "reference" / "configuration.md"


@pytest.mark.skipif(not PAGE.exists(), reason="an installed package has no pages")
def test_the_page_lists_every_variable_that_the_code_reads_and_what_a_file_cannot_set():
    page = PAGE.read_text("utf-8")
    listed = re.findall(r"^\| `([A-Z_]+)` \|", page, flags=re.MULTILINE)
    assert listed == sorted(listed)
    read = set()
    for package in ("dicelab", "solver"):
        for path in (ROOT / package).rglob("*.py"):
            text = path.read_text("utf-8")
            read.update(re.findall(r"environ(?:\.get\(|\[)\"([A-Z_]+)\"", text))
            names = re.findall(r"environ(?:\.get\(|\[)([A-Z_]+)[)\]]", text)
            read.update(
                value for name in names for value in re.findall(rf"^{name} = \"([A-Z_]+)\"", text, re.MULTILINE)
            )
            assert "getenv" not in text
    # Names that a module takes from another.
    read |= {"DICELAB_NO_CONFIG", TRACEBACKS}
    # No setting of a user: children get it.
    read.discard("PYTHONSAFEPATH")
    assert read == set(listed)
    assert {name for name in read if name.startswith("DICELAB_")} == set(OTHERS)
    for names in (list(GENERAL), sorted(TYPED), list(WITHOUT)):
        *most, last = (f"`{name}`" for name in names)
        assert f"{', '.join(most)} and {last}" in " ".join(page.split())


def test_the_file_on_the_page_is_one(write, tmp_path):
    for number, text in enumerate(re.findall(r"```toml\n(.*?)```", PAGE.read_text("utf-8"), flags=re.DOTALL)):
        write(text, ("dicelab.toml", "pyproject.toml")[number])
        (tmp_path / "dicelab.toml").rename(tmp_path / "read.toml") if number else None
        found = find_configuration(tmp_path)
        assert found
        assert check_configuration(found)


@pytest.fixture
def intruder(tmp_path, monkeypatch):
    """Return the file that a module on Python's path writes when it is imported or called."""
    mark = tmp_path / "PWNED"
    place = tmp_path / "installed"
    place.mkdir()
    code = f"def f(subject):\n    open({str(mark)!r}, 'w').close()\n    return 1.0\n\n\nf(None)\n"
    (place / "intruder.py").write_text(code)
    monkeypatch.syspath_prepend(place)
    monkeypatch.setattr(registry, "_FOREIGN", {})
    yield mark
    OBJECTIVES._loaded.pop("intruder:f", None)
    sys.modules.pop("intruder", None)


QUICK = ("--puzzle", "2x4/2:3*I2", "--generations", "1", "--population", "8", "--jobs", "1")


@pytest.mark.parametrize(
    ("table", "verb"),
    [
        ('[evolve]\nobjective = "intruder:f"', "evolve"),
        ('[evolve]\nobjective = "fewest, intruder:f:max"', "evolve"),
        ('[evolve]\nconstraint = ["connected", "intruder:f=3"]', "evolve"),
        ('[design]\nminimize = "intruder:f"', "design"),
        ('[design]\nconstraint = "intruder:f"', "design"),
        ('[stats]\nobjective = "intruder:f"', "stats default"),
        ('[verify]\nbackend = "bitmask,intruder:f"', "verify default"),
        ('[count]\nbackend = "intruder:f"', "count A6,B1,B5,D1,E3,F2,F4"),
    ],
)
def test_no_name_of_a_file_imports_a_module(table, verb, dicelab, write, intruder):
    write(table)
    assert "intruder" in dicelab(*verb.split()).refused()
    assert not intruder.exists()


def test_no_run_of_somebody_else_imports_a_module(dicelab, write, intruder, monkeypatch):
    write("")
    typed = ("--objective", "intruder:f")
    assert dicelab("evolve", *QUICK, *typed, "--out", "run").code == 0
    assert intruder.exists()

    def forget():
        intruder.unlink(missing_ok=True)
        OBJECTIVES._loaded.pop("intruder:f", None)
        sys.modules.pop("intruder", None)

    forget()
    for words in (("evolve", "--resume", "run"), ("verify", "run"), ("verify", "run#1")):
        assert "intruder" in dicelab(*words).refused()
        assert not intruder.exists(), words
    assert dicelab("archive", "import", "run", "--archive", "archive.sqlite3").code == 0
    assert not intruder.exists()
    assert "set DICELAB_MODULES=intruder if you trust it" in dicelab("verify", "run").err
    assert dicelab("evolve", "--resume", "run", *typed).code == 0
    forget()
    monkeypatch.setenv(registry.MODULES, "other, intruder")
    assert dicelab("verify", "run").code == 0
