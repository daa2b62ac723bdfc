"""Every writer, killed at its file operations and on a full disk: nothing is lost, and it ends with the same bytes."""

import json
import shutil
import signal
import sys
from pathlib import Path

import pytest

from tests.faults import FaultyRuns

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="counts processes, and forks")

PUZZLE = ["--puzzle", "2x4/2:3*I2"]
SIZES = ["--sizes", "4,4"]
ONE = ["--jobs", "1"]
EVOLVE = [*PUZZLE, *SIZES, "--population", "8", "--generations", "3", "--objective", "fewest", "--keep", "2"]
SETS = {"tiny": ["A1 A3 B2 B4", "A2 A4 B1 B3"], "other": ["A1 B2", "A2 B1"]}
# OUT is a folder of its own.
LINES = {
    "export": ["export", "TINY", "--out", "OUT/set.json", "--force"],
    "certificate": ["verify", "TINY", "--certificate", "OUT/set.certificate", "--force", *ONE],
    "evolve": ["evolve", *EVOLVE, *ONE, "--out", "OUT"],
    "design": ["design", *PUZZLE, *SIZES, *ONE, "--out", "OUT"],
    "census": ["census", "build", *PUZZLE, *ONE, "--folder", "OUT"],
    "shards": ["census", "build", *PUZZLE, *ONE, "--folder", "OUT", "--method", "searches"],
    "all-boards": ["census", "certify", *PUZZLE, *ONE, "--out", "OUT/all.certificate", "--force"],
    "proof": ["prove", "A1 A3", *PUZZLE, "--out", "OUT", "--force"],
    "proofs": ["prove", "--all", *PUZZLE, *ONE, "--out", "OUT"],
    "manifest": ["reproduce", "jensen-pentominoes", "--out", "OUT"],
    "archive": ["archive", "import", "OTHER", "--archive", "OUT/archive.sqlite3", *ONE],
    "cache": ["stats", "TINY"],
}


class Writers:
    """All lines, and what they write where nothing happens."""

    def __init__(self, home, runs):
        self.home = home
        self.runs = runs
        self.operations = {}
        self.expected = {}
        for name in LINES:
            self.begin(name)
            ended = runs.run(self.line(name))
            assert ended.status == 0, ended
            self.operations[name] = ended.operations
            self.expected[name] = self.found()

    @property
    def folder(self):
        return self.home / "work"

    def line(self, name):
        words = {"TINY": self.home / "tiny", "OTHER": self.home / "other", "OUT": self.folder / "out"}
        return [str(words.get(word, word)).replace("OUT/", f"{words['OUT']}/") for word in LINES[name]]

    def begin(self, name):
        """Empty the folder; where a file will be replaced, there is one already."""
        shutil.rmtree(self.folder, ignore_errors=True)
        (self.folder / "out").mkdir(parents=True)
        if name in {"export", "certificate", "all-boards"}:
            file = Path(next(word for word in self.line(name) if "/out/" in word))
            file.write_text("old")
        if name == "archive":
            done = self.runs.run([*self.line(name)[:2], self.home / "tiny", *self.line(name)[3:]])
            assert done.status == 0, done

    def again(self, name):
        """Resume a run that has a checkpoint; run any other line once more."""
        if name in {"evolve", "design"} and list((self.folder / "out").glob("checkpoint.json*")):
            return self.runs.run([name, "--resume", self.folder / "out", *ONE])
        return self.runs.run(self.line(name))

    def found(self):
        """Return what is in the folder; of the archive, whose entries bear the time, the keys."""
        files = {file.relative_to(self.folder).as_posix(): file for file in self.folder.rglob("*") if file.is_file()}
        if (archive := files.get("out/archive.sqlite3")) is not None:
            files = {name: file for name, file in files.items() if "sqlite" not in name}
            keys = self.keys(archive)
        else:
            keys = []
        kept = {name: file.read_bytes() for name, file in files.items() if not name.endswith(".previous")}
        return kept | ({"archive": keys} if keys else {})

    def keys(self, archive):
        from dicelab.archive import Archive

        with Archive(archive) as opened:
            return sorted(entry.key for entry in opened.entries())

    def check_whole(self, name):
        """Nothing is left behind, and the line ends as if nothing had happened."""
        done = self.again(name)
        assert done.status == 0, done
        assert self.found() == self.expected[name]
        assert not [file for file in self.folder.rglob("*") if ".part" in file.name]
        assert self.runs.processes() == 1


@pytest.fixture(scope="module")
def writers(tmp_path_factory):
    home = tmp_path_factory.mktemp("faults")
    for name, dice in SETS.items():
        fields = {"schema": "dicelab/dice-set/1", "name": name, "puzzle": PUZZLE[1]}
        (home / name).write_text(json.dumps(fields | {"dice": [die.split() for die in dice]}), encoding="utf-8")
    warm_up = [["verify", str(home / "tiny"), *ONE], ["stats", str(home / "tiny")]]
    warm_up.append(["evolve", *EVOLVE, *ONE, "--out", str(home / "warm")])
    with FaultyRuns(home / "work", warm_up) as runs:
        yield Writers(home, runs)


def check_kill(writers, name, at):
    writers.begin(name)
    before = writers.found()
    killed = writers.runs.run(writers.line(name), "kill", at)
    assert killed.status == -signal.SIGKILL, killed
    after = writers.found()
    for file, content in before.items():
        assert after.get(file) in (content, writers.expected[name].get(file, content)), file
    writers.check_whole(name)


def check_full(writers, name, at, fault="full"):
    writers.begin(name)
    before = writers.found()
    ended = writers.runs.run(writers.line(name), fault, at)
    assert "Traceback" not in ended.errors
    if ended.status:
        assert ended.status in {2, 3}, ended
        assert ended.errors.splitlines()[-1].startswith("dicelab: "), ended
    after = writers.found()
    for file, content in before.items():
        assert after.get(file) in (content, writers.expected[name].get(file, content)), file
    assert not [file for file in writers.folder.rglob("*") if ".part" in file.name]
    writers.check_whole(name)


def places(writers, name, number):
    """Spread so many places over the operations of a writer."""
    last = len(writers.operations[name])
    return sorted({1 + (last - 1) * step // number for step in range(1, number + 1)})


@pytest.mark.parametrize("name", LINES)
def test_a_writer_that_is_killed(writers, name):
    for at in places(writers, name, 2):
        check_kill(writers, name, at)


@pytest.mark.parametrize("name", LINES)
def test_a_writer_on_a_full_disk(writers, name):
    check_full(writers, name, places(writers, name, 2)[0])
    check_full(writers, name, 100, "size")


@pytest.mark.slow
@pytest.mark.parametrize("name", LINES)
def test_a_writer_that_is_killed_at_any_operation(writers, name):
    for at in places(writers, name, 8):
        check_kill(writers, name, at)


@pytest.mark.slow
@pytest.mark.parametrize("name", LINES)
def test_a_disk_that_is_full_sooner_or_later(writers, name):
    for at in places(writers, name, 4):
        check_full(writers, name, at)
    for size in (0, 1000):
        check_full(writers, name, size, "size")
