"""Help pages, their examples, and what a shell completes."""

import re
import shlex

import click
import pytest
from click.testing import CliRunner

from dicelab.cli.bridge import command_of
from dicelab.cli.main import cli
from dicelab.cli.verbs import verb_names
from dicelab.verb import DECLARED, verbs_of

VERBS = [one for name in DECLARED for one in verbs_of(DECLARED[name], name)]
ALL = {" ".join(one.words): one.examples for one in VERBS}
NEEDS_A_CENSUS = (
    "stats default",
    "boards",
    "print --boards",
    "evolve --objective",
    "evolve --steps",
    "design --from",
    "verify theorem",
    "web --export",
    # It imports every package in a process of its own.
    "doctor",
)
SERVERS = ("web", "web --puzzle mine.json --port 9000")
"""These go on until somebody ends them; tests/dicelab/studio starts some."""
QUICK = [
    (verb, line)
    for verb, lines in ALL.items()
    for line in lines
    if not line.startswith(NEEDS_A_CENSUS) and line not in SERVERS
]
SLOW = [(verb, line) for verb, lines in ALL.items() for line in lines if line.startswith(NEEDS_A_CENSUS)]


def run(dicelab, tmp_path, monkeypatch, line):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DICELAB_ARCHIVE", str(tmp_path / "archive.sqlite3"))
    if line.startswith("cache"):
        # That of the other tests stays.
        monkeypatch.setenv("DICELAB_CACHE", str(tmp_path / "cache"))
    if "runs/evolve-001" in line:
        dicelab(*shlex.split(ALL["evolve"][0]))
    if line.startswith("compare"):
        (tmp_path / "runs").mkdir()
        for name in ("mine", "other"):
            dicelab(*shlex.split(ALL["evolve"][0]), "--repeat", "2", "--jobs", "1", "--out", f"runs/{name}")
    if line == "check default.certificate":
        dicelab("verify", "default", "--certificate", "default.certificate")
    if line.startswith("archive") and not line.startswith("archive import"):
        dicelab("archive", "import", "default", "--no-measure")
        dicelab("archive", "backup", "other.sqlite3")
        if "copy.sqlite3" in line:
            dicelab("archive", "backup", "copy.sqlite3")
    if line == "archive restore":
        dicelab("archive", "import", "theorem-5.3", "--no-measure")
        (tmp_path / "archive.sqlite3").write_bytes(b"damaged")
    if line == "archive backup copy.sqlite3":
        (tmp_path / "copy.sqlite3").unlink()
    if line.startswith("census export"):
        pytest.importorskip("pyarrow")
    if "--out runs/" in line:
        (tmp_path / "runs").mkdir()
    if line.startswith(("evolve --objective", "evolve --steps", "pieces calendar")):
        # All of them take minutes.
        line = line.replace(" --generations 100", "") + " --generations 2 --population 12"
    if line.startswith(("evolve --objective", "evolve --steps")):
        # One set is confirmed by CP-SAT, not three, and two steps.
        line = line.replace("--steps 3", "--steps 2") + " --keep 1"
    text = ""
    for part in line.split("|"):
        done = dicelab(*shlex.split(part.strip().removeprefix("dicelab ")), stdin=text)
        # Two generations may find no pieces.
        assert done.code in ({0, 3} if line.startswith("pieces calendar") else {0}), done
        text = done.out
    assert text


@pytest.mark.parametrize(("verb", "line"), QUICK)
def test_every_example_does_what_it_says(dicelab, tmp_path, monkeypatch, verb, line):
    assert line.split()[0] == verb.split()[0] or verb == "check" or "|" in line
    run(dicelab, tmp_path, monkeypatch, line)


# The count of all boards is made once for all of them.
@pytest.mark.slow
@pytest.mark.usefixtures("tilings")
@pytest.mark.parametrize("line", [line for _, line in SLOW])
def test_every_example_that_takes_longer_does_what_it_says(dicelab, tmp_path, monkeypatch, line):
    run(dicelab, tmp_path, monkeypatch, line)


@pytest.mark.parametrize("verb", verb_names())
def test_the_help_of_every_verb_ends_with_examples(dicelab, verb):
    page = dicelab(verb, "--help").out
    assert page.rstrip().split("Examples:\n")[1].lstrip().startswith("dicelab ")


def test_help_of_subcommands_and_of_what_is_no_verb(dicelab):
    assert dicelab("help").out == dicelab("--help").out
    assert dicelab("help", "domino").out == dicelab("domino", "--help").out
    assert dicelab("help", "domino", "solve").out == dicelab("domino", "solve", "--help-all").out
    assert dicelab("help", "slove").refused() == "no verb 'slove': did you mean solve?"
    assert "no verb 'x'" in dicelab("help", "solve", "x").refused()
    assert "did you mean draw?" in dicelab("help", "domino", "darw").refused()


@pytest.mark.parametrize("verb", verb_names())
def test_help_pages_name_what_an_option_takes_and_its_range_in_words(dicelab, verb):
    pages = dicelab(verb, "--help").out
    commands = getattr(cli.get_command(click.Context(cli), verb), "commands", {})
    pages += "".join(dicelab(verb, word, "--help").out for word in commands)
    for unreadable in ("INTEGER", "FLOAT", "RANGE  ", "PATH", "x>=", "<=x", "\\b"):
        assert unreadable not in pages.replace("--tilings RANGE", "")


@pytest.mark.parametrize("verb", VERBS, ids=lambda verb: " ".join(verb.words))
def test_a_dozen_options_are_shown_and_all_with_help_all(dicelab, verb):
    short, whole = (dicelab(*verb.words, option).out for option in ("--help", "--help-all"))
    options = [
        re.split(r"^(?:Options|Advanced options|Options of every verb):$", page, maxsplit=1, flags=re.MULTILINE)
        for page in (short, whole)
    ]
    listed, every = (
        re.findall(r"^  (?:-\w, )?(--[\w-]+) ", text[-1].partition("--help-all` lists")[0], re.MULTILINE)
        for text in options
    )
    assert len(listed) <= 12
    context = click.Context(command_of(verb))
    names = [one.opts[-1] for one in context.command.get_params(context) if isinstance(one, click.Option)]
    assert sorted(every) == sorted(names)
    assert f"`dicelab {' '.join(verb.words)} --help-all` lists all {len(names)} options" in " ".join(short.split())


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_gets_its_script(dicelab, shell):
    script = dicelab("completion", shell).out
    assert f"_DICELAB_COMPLETE={shell}_complete" in script
    # Names with commas between them stay whole.
    assert 'string split "," $completion' not in script


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("dicelab ver", ["verify"]),
        ("dicelab domino so", ["solve"]),
        ("dicelab verify --back", ["--backend"]),
        ("dicelab verify th", ["theorem-5.3"]),
        ("dicelab solve --backend cp", ["cp-sat"]),
        # The census verifies dice, and tiles no board.
        ("dicelab solve --backend c", ["cp-sat"]),
        ("dicelab count --backend c", ["cp-sat"]),
        ("dicelab verify default --backend ce", ["census"]),
        ("dicelab verify --backend bitmask,cp", ["bitmask,cp-sat"]),
        ("dicelab stats default --objective fewest,v", ["fewest,variation"]),
        ("dicelab design --invariant rotate-18", ["rotate-180"]),
        ("dicelab design --from def", ["default"]),
        ("dicelab export default --format j", ["json"]),
        ("dicelab solve --puzzle g", ["genius-square", "genius-star"]),
        ("dicelab verify genius-st", ["genius-star"]),
        ("dicelab puzzle check genius-st", ["genius-star"]),
        ("dicelab puzzle new --lattice h", ["hexagons"]),
        ("dicelab completion z", ["zsh"]),
        ("dicelab help verif", ["verify"]),
        ("dicelab help domino an", ["animate"]),
        ("dicelab puzzle show genius-sq", ["genius-square"]),
        ("dicelab domino solve grid", ["file,grid"]),
        ("dicelab solve --format c", ["cnf"]),
        ("dicelab verify mys", ["file,mys"]),
        ("dicelab solve --puzzle mine", ["file,mine"]),
    ],
)
def test_names_are_completed(tmp_path, words, offered):
    environment = {"COMP_WORDS": words, "COMP_CWORD": str(len(words.split()) - 1)}
    environment |= {"_DICELAB_COMPLETE": "bash_complete", "DICELAB_ARCHIVE": str(tmp_path / "archive.sqlite3")}
    done = CliRunner().invoke(cli, env=environment, prog_name="dicelab")
    assert [line.removeprefix("plain,") for line in done.stdout.splitlines()] == offered


def test_ids_of_the_archive_are_completed(dicelab, process, tmp_path, monkeypatch):
    archive = str(tmp_path / "archive.sqlite3")
    monkeypatch.setenv("DICELAB_ARCHIVE", archive)
    assert dicelab("archive", "import", "default", "--no-measure").code == 0
    done = process(
        COMP_WORDS="dicelab verify ", COMP_CWORD="2", _DICELAB_COMPLETE="bash_complete", DICELAB_ARCHIVE=archive
    )
    found = [line.removeprefix("plain,") for line in done.out.splitlines()]
    assert found[:3] == ["default", "theorem-5.3", "goralczyk"]
    assert dicelab("verify", found[3]).code == 0


@pytest.mark.parametrize("group", ["archive", "census", "domino", "puzzle"])
def test_a_verb_without_its_second_word_prints_its_help(dicelab, group):
    done = dicelab(group)
    assert (done.code, done.out, done.err) == (2, "", dicelab(group, "--help").out)
