"""A standing corpus of hostile files (``tests/hostile``): every verb that reads such a file refuses it in one line."""

import shutil
import sys
from pathlib import Path

import pytest

CORPUS = Path(__file__).parents[2] / "hostile"
PUZZLE = ["--puzzle", "2x4/2:3*I2"]
ARCHIVE = ["--archive", "HOME/mine.sqlite3"]
# FILE is the hostile file, DIR a folder in which it has the name of a run's file, HOME an empty one.
READERS = {
    "sets": [
        ["verify", "FILE"],
        ["rules", "FILE"],
        ["roll", "FILE"],
        ["stats", "FILE"],
        ["export", "FILE", "--out", "HOME/set.svg"],
        ["design", "--from", "FILE", "--changes", "1", "--out", "HOME/run"],
        ["archive", "import", "FILE", *ARCHIVE],
    ],
    "puzzles": [
        ["puzzle", "show", "FILE"],
        ["puzzle", "check", "FILE"],
        ["puzzle", "check", "FILE#x"],
        ["solve", "A1 A4", "--puzzle", "FILE"],
        ["verify", "A1 A2 | B1 B2", "--puzzle", "FILE"],
        ["census", "build", "--puzzle", "FILE", "--folder", "HOME/census"],
        ["design", "--puzzle", "FILE", "--out", "HOME/run"],
        ["evolve", "--puzzle", "FILE", "--out", "HOME/run"],
    ],
    "certificates": [["check", "FILE"], ["verify", "FILE"], ["archive", "import", "FILE", *ARCHIVE]],
    "proofs": [["check", "FILE"]],
    "archives": [
        ["archive", "list", "--archive", "FILE"],
        ["archive", "check", "--archive", "FILE"],
        ["archive", "merge", "FILE", *ARCHIVE],
        ["archive", "import", "A1 A2 | B1 B2", *PUZZLE, "--no-measure", "--archive", "FILE"],
    ],
    "checkpoints": [["evolve", "--resume", "DIR"], ["design", "--resume", "DIR"], ["verify", "DIR"]],
    "manifests": [["verify", "DIR"], ["archive", "import", "DIR", *ARCHIVE]],
    "boards": [[verb, "-", *PUZZLE] for verb in ("solve", "count", "hint", "explain", "prove")],
    "problems": [["solve", "--problem", "FILE"], ["count", "--problem", "FILE"]],
}
NAMES = {"checkpoints": "checkpoint.json", "manifests": "manifest.json"}


def lines(kind, file, home):
    for line in READERS[kind]:
        for word, path in (("FILE", file), ("DIR", home / "run-read"), ("HOME", home / "out")):
            line = [text.replace(word, str(path)) for text in line]
        yield line


def contents(folder):
    """Return all names in a folder, with what is in the files and where the links lead."""
    return {
        path: path.readlink() if path.is_symlink() else path.is_file() and path.read_bytes()
        for path in folder.rglob("*")
    }


def check_refused(dicelab, kind, file, home, text=""):
    before = contents(home)
    for line in lines(kind, file, home):
        done = dicelab(*line, stdin=text)
        said = done.refused()
        assert len(said) < 600, (file.name, line)
        assert not any(ord(character) < 32 for character in said), (file.name, line)
        assert contents(home) == before, (file.name, line)


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A folder to work in, with room for outputs and for a run."""
    monkeypatch.chdir(tmp_path)
    for name in ("out", "run-read"):
        (tmp_path / name).mkdir()
    return tmp_path


@pytest.mark.parametrize("kind", READERS)
def test_hostile_files_are_refused_in_one_line(dicelab, home, kind):
    # Nearly every text is a problem: its first word is the name of an item.
    of_all_kinds = [] if kind == "problems" else (CORPUS / "any").iterdir()
    for file in sorted([*(CORPUS / kind).iterdir(), *of_all_kinds]):
        # A copy, so that a fault of the program can't spoil the corpus.
        suffix = ".json" if kind == "puzzles" else file.suffix
        copy = shutil.copyfile(file, home / f"{file.stem}{suffix}")
        if kind in NAMES:
            shutil.copyfile(file, home / "run-read" / NAMES[kind])
        text = file.read_bytes().decode(errors="surrogateescape") if kind == "boards" else ""
        check_refused(dicelab, kind, copy, home, text)
        copy.unlink()


@pytest.mark.skipif(sys.platform == "win32", reason="symbolic links are for administrators")
@pytest.mark.parametrize("kind", sorted(set(READERS) - {"boards"}))
@pytest.mark.parametrize("target", ["link.json", "nowhere", "out", "/dev/zero"])
def test_links_that_lead_to_no_file_are_refused_in_one_line(dicelab, home, kind, target):
    if target == "/dev/zero" and not Path(target).exists():
        pytest.skip("no such device")
    link = home / "run-read" / NAMES[kind] if kind in NAMES else home / "link.json"
    link.symlink_to(link.name if target == "link.json" else target)
    check_refused(dicelab, kind, link, home)
