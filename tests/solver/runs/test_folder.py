"""One run at a time writes to a folder; what it wrote survives kills and damage, and replaces nothing but a run."""

import os
import signal
import subprocess
import sys
import threading
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest

from solver.errors import InputError, OutputExistsError
from solver.runs.folder import RunFolder, RunKind
from solver.runs.manifest import read_manifest
from solver.runs.storage import read_sealed, sealed, sha256

ROOT = Path(__file__).parents[3]
SCHEMA = "dicelab/count-checkpoint/1"
KIND = RunKind("count", "1.0", (SCHEMA,), ("log.jsonl", "found/set-*.txt"))


class Count(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    step: int
    sums: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class PlainCount:
    step: int
    names: dict[int, str]


# Saves one checkpoint after the other, and kills itself before its KILL_AT-th file operation.
DYING = """
import os, pathlib, signal, sys
sys.path.insert(0, "tests/solver/runs")
from test_folder import KIND, SCHEMA, Count
from solver.runs.folder import RunFolder
left = int(sys.argv[2])
def dying(true):
    def operation(*args, **others):
        global left
        left -= 1
        if not left:
            os.kill(os.getpid(), signal.SIGKILL)
        return true(*args, **others)
    return operation
for name in ("replace", "write_bytes", "chmod"):
    setattr(pathlib.Path, name, dying(getattr(pathlib.Path, name)))
os.fsync = dying(os.fsync)
with RunFolder.create(pathlib.Path(sys.argv[1]), KIND) as folder:
    for step in range(5):
        folder.save(SCHEMA, Count(step))
        print(step, flush=True)
"""

# Takes a folder when told to, and holds it until its input ends.
TAKING = """
import sys, pathlib
sys.path.insert(0, "tests/solver/runs")
from test_folder import KIND
from solver.errors import OutputExistsError
from solver.runs.folder import RunFolder
import filelock
print("ready", flush=True)
sys.stdin.readline()
try:
    folder = RunFolder.create(pathlib.Path(sys.argv[1]), KIND)
except OutputExistsError as error:
    print(error, flush=True)
else:
    with folder:
        print("held", flush=True)
        sys.stdin.read()
"""


def names(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


@contextmanager
def process(code, *args):
    with subprocess.Popen(
        [sys.executable, "-c", code, *map(str, args)],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as child:
        try:
            yield child
        finally:
            child.kill()


def say(child, text):
    child.stdin.write(f"{text}\n")
    child.stdin.flush()


@pytest.fixture
def saved(tmp_path):
    """A folder with two checkpoints, and nobody in it."""
    with RunFolder.create(tmp_path / "run", KIND) as folder:
        for step in (1, 2):
            folder.save(SCHEMA, Count(step))
        folder.write("found/set-a.txt", "a")
    return folder


def test_a_run_is_written_and_read_again(tmp_path):
    with RunFolder.create(tmp_path / "run", KIND) as folder:
        folder.save(SCHEMA, Count(0))
        folder.save(SCHEMA, Count(1, (0.1, 2)))
        folder.log([{"schema": "log"}, {"step": 1}])
        folder.write("found/set-b.txt", "ä")
        folder.finish(seed=3, confirmed_by=["cp-sat"])
    assert names(folder.path) == sorted(
        ["checkpoint.json", "checkpoint.json.previous", "found/set-b.txt", "log.jsonl", "manifest.json"]
    )
    assert (folder.path / "log.jsonl").read_text() == '{"schema": "log"}\n{"step": 1}\n'
    content = {"schema": SCHEMA, "version": "1.0", "step": 1, "sums": [0.1, 2]}
    assert read_sealed(folder.checkpoint, SCHEMA) == content
    manifest = read_manifest(folder.path / "manifest.json")
    assert (manifest.command, manifest.seed, manifest.version) == ("count", 3, "1.0")
    assert manifest.confirmed_by == ("cp-sat",)
    assert (manifest.machine, manifest.versions) == (None, None)
    assert list(manifest.files) == ["checkpoint.json", "log.jsonl", "found/set-b.txt"]
    assert manifest.files["found/set-b.txt"] == sha256("ä".encode())
    with RunFolder.open(folder.path, KIND) as again:
        assert again.load(SCHEMA, Count, pytest.fail) == Count(1, (0.1, 2.0))


def test_a_dataclass_is_a_checkpoint_too_but_not_one_with_other_fields(tmp_path):
    with RunFolder.create(tmp_path, KIND) as folder:
        folder.save(SCHEMA, PlainCount(1, {3: "three"}))
        assert folder.load(SCHEMA, PlainCount, pytest.fail) == PlainCount(1, {3: "three"})
        folder.save(SCHEMA, {"step": 1, "names": {}, "more": 2})
        told: list[str] = []
        assert folder.load(SCHEMA, PlainCount, told.append).names == {3: "three"}
        assert "other fields" in told[0]


@pytest.mark.parametrize("fault", ["cut", "bit", "empty", "gone", "schema", "field", "type"])
def test_a_damaged_checkpoint_is_put_aside_and_never_replaces_the_one_before(saved, fault):
    data = saved.checkpoint.read_bytes()
    damaged = {
        "cut": data[:-20],
        "bit": data.replace(b'"step": 2', b'"step": 3'),
        "empty": b"",
        "schema": sealed("dicelab/other/1", {"version": "1.0", "step": 2}),
        "field": sealed(SCHEMA, {"version": "1.0", "step": 2, "speed": 1}),
        "type": sealed(SCHEMA, {"version": "1.0", "step": "2"}),
    }.get(fault)
    if damaged is None:
        saved.checkpoint.unlink()
    else:
        saved.checkpoint.write_bytes(damaged)
    before = saved.checkpoint.with_name("checkpoint.json.previous").read_bytes()
    warnings: list[str] = []
    with RunFolder.open(saved.path, KIND) as folder:
        assert folder.load(SCHEMA, Count, warnings.append) == Count(1)
        assert len(warnings) == 1
        assert warnings[0].startswith(f"{saved.checkpoint} ")
        assert warnings[0].endswith("; going on from the checkpoint before")
        folder.save(SCHEMA, Count(2))
    assert saved.checkpoint.with_name("checkpoint.json.previous").read_bytes() == before
    aside = saved.path / "checkpoint.json.damaged"
    assert aside.read_bytes() == damaged if damaged is not None else not aside.exists()


def test_two_damaged_checkpoints_are_an_error_and_stay(saved):
    for name in ("checkpoint.json", "checkpoint.json.previous"):
        (saved.path / name).write_bytes(b"{")
    before = names(saved.path)
    with pytest.raises(InputError, match="no whole checkpoint of a run"), RunFolder.open(saved.path, KIND) as folder:
        folder.load(SCHEMA, Count, pytest.fail)
    assert names(saved.path) == before


def test_a_checkpoint_of_another_version_is_refused_in_one_line(saved):
    later = RunKind("count", "1.1", KIND.checkpoints, KIND.files, noun="search")
    with RunFolder.open(saved.path, later) as folder, pytest.raises(InputError) as caught:
        folder.load(SCHEMA, Count, pytest.fail)
    assert str(caught.value) == (
        f"--resume {saved.path}: dicelab 1.0 wrote this search and this is dicelab 1.1: "
        "resume it with that version, or start a new search"
    )


def test_a_new_run_is_refused_where_there_is_one_unless_it_is_forced(saved):
    (saved.path / "thesis.tex").write_text("mine")
    (saved.path / ".checkpoint.json.x.part").touch()
    before = names(saved.path)
    with pytest.raises(OutputExistsError, match="exists: pass --resume"):
        RunFolder.create(saved.path, KIND)
    assert names(saved.path) == before
    with RunFolder.create(saved.path, KIND, force=True) as folder:
        # The old run is whole until the new one has something to put in its place.
        assert set(before) <= set(names(saved.path))
        folder.save(SCHEMA, Count(0))
        assert names(saved.path) == [".lock", "checkpoint.json", "thesis.tex"]


@pytest.mark.parametrize("name", ["thesis.tex", "log.jsonl", "found/set-mine.txt", "checkpoint.json"])
def test_what_is_not_a_run_is_never_replaced(tmp_path, name):
    file = tmp_path / name
    file.parent.mkdir(exist_ok=True)
    file.write_text('{"epoch": 3}')
    with pytest.raises(OutputExistsError, match="has files that do not belong to a run"):
        RunFolder.create(tmp_path, KIND, force=True)
    assert names(tmp_path) == [name]


def test_what_a_run_left_that_was_killed_before_its_first_checkpoint_is_nothing(tmp_path):
    for name in (".lock", ".checkpoint.json.abc.part"):
        (tmp_path / name).touch()
    with RunFolder.create(tmp_path, KIND) as folder:
        folder.save(SCHEMA, Count(0))
    assert names(tmp_path) == ["checkpoint.json"]


def test_a_file_is_no_folder(tmp_path):
    path = tmp_path / "file"
    path.touch()
    for force in (False, True):
        with pytest.raises(OutputExistsError, match="is a file: pass another --out"):
            RunFolder.create(path, KIND, force=force)
    with pytest.raises(OutputExistsError, match="is a file: pass another --out"):
        RunFolder.claim(path, KIND)
    for resumed in (path, tmp_path / "gone"):
        with pytest.raises(InputError, match="no such folder"):
            RunFolder.open(resumed, KIND)
    assert names(tmp_path) == ["file"]


def test_a_folder_in_which_nothing_was_written_is_removed_again(tmp_path):
    with RunFolder.create(tmp_path / "run", KIND):
        assert names(tmp_path) == ["run/.lock"]
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "mine").mkdir()
    with RunFolder.claim(tmp_path / "mine", KIND):
        pass
    assert (tmp_path / "mine").is_dir()


def test_the_outermost_block_gives_the_lock_back(saved):
    with RunFolder.open(saved.path, KIND) as folder:
        with folder, pytest.raises(OutputExistsError):
            RunFolder.open(saved.path, KIND)
        with pytest.raises(OutputExistsError, match="another run is running"):
            RunFolder.claim(saved.path, KIND)
    with folder, pytest.raises(OutputExistsError):
        RunFolder.open(saved.path, KIND)
    with RunFolder.open(saved.path, KIND):
        pass


def test_a_lock_is_held_against_other_threads_too(saved):
    refused = []

    def other():
        with pytest.raises(OutputExistsError):
            RunFolder.open(saved.path, KIND)
        refused.append(True)

    with RunFolder.open(saved.path, KIND) as folder:
        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
        # Whichever thread of the holder writes, it is the holder.
        writer = threading.Thread(target=lambda: folder.load(SCHEMA, Count, pytest.fail))
        writer.start()
        writer.join()
        with pytest.raises(OutputExistsError):
            RunFolder.open(saved.path, KIND)
    assert refused


def test_the_folder_of_runs_is_made_and_no_other_above_a_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with RunFolder.create(Path("runs/mine"), KIND) as folder:
        folder.write("picture.svg", "<svg/>")
    assert Path("runs/mine/picture.svg").is_file()
    with pytest.raises(OutputExistsError, match="there is no folder nowhere"):
        RunFolder.create(Path("nowhere/mine"), KIND)


def test_runs_that_begin_at_once_take_different_numbers(tmp_path):
    first, second = (RunFolder.create_next(tmp_path, KIND) for _ in range(2))
    with first, second:
        assert [first.path.name, second.path.name] == ["count-001", "count-002"]
    # Nothing was written to them.
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("there", [False, True])
def test_of_processes_that_start_at_once_one_gets_the_folder(tmp_path, there):
    path = tmp_path / "run"
    if there:
        path.mkdir()
        (path / ".lock").touch()
    with process(TAKING, path) as one, process(TAKING, path) as other:
        for child in (one, other):
            assert child.stdout.readline() == "ready\n"
        for child in (one, other):
            say(child, "go")
        answers = sorted(child.stdout.readline() for child in (one, other))
    assert answers[1] == "held\n"
    assert answers[0].startswith(f"another run is running in {path}: wait until it ends")


def test_a_lock_dies_with_its_process_whatever_file_is_left(tmp_path):
    path = tmp_path / "run"
    with process(TAKING, path) as child:
        say(child, "go")
        assert [child.stdout.readline() for _ in range(2)] == ["ready\n", "held\n"]
        with pytest.raises(OutputExistsError, match="another run is running"):
            RunFolder.open(path, KIND)
        child.kill()
        child.wait()
    assert (path / ".lock").exists()
    with RunFolder.create(path, KIND):
        pass


@pytest.mark.skipif(sys.platform == "win32", reason="Windows removes no open file")
def test_a_lock_file_that_its_last_holder_removed_is_no_lock(saved, monkeypatch):
    import fcntl

    first = RunFolder.open(saved.path, KIND)
    true = fcntl.flock
    tries: list[Any] = []

    def late(file, operation):
        # Between opening and locking, the first run ends and removes the file.
        if not tries:
            tries.append(file)
            with first:
                pass
        true(file, operation)

    monkeypatch.setattr(fcntl, "flock", late)
    with RunFolder.open(saved.path, KIND):
        assert (saved.path / ".lock").exists()
        with pytest.raises(OutputExistsError, match="another run is running"):
            RunFolder.open(saved.path, KIND)


def test_a_folder_that_its_last_holder_removed_is_made_again(tmp_path, monkeypatch):
    path = tmp_path / "run"
    first = RunFolder.create(path, KIND)
    true = Path.mkdir
    tries: list[Any] = []

    def late(folder, *args, **others):
        # The folder is there when it is to be made, and gone when its lock is.
        if folder == path and not tries:
            tries.append(folder)
            with first:
                pass
            raise FileExistsError(folder)
        true(folder, *args, **others)

    monkeypatch.setattr(Path, "mkdir", late)
    with RunFolder.create(path, KIND):
        assert names(tmp_path) == ["run/.lock"]


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="every folder can be written to")
def test_a_folder_that_cannot_be_locked_is_refused_in_one_line(tmp_path):
    tmp_path.chmod(0o555)
    with pytest.raises(InputError, match=r"can't be locked \(Permission denied\)"):
        RunFolder.claim(tmp_path, KIND)
    tmp_path.chmod(0o755)


@pytest.mark.skipif(sys.platform == "win32", reason="symbolic links are for administrators")
def test_a_lock_that_is_a_symbolic_link_is_refused_and_leads_to_no_file(tmp_path):
    (tmp_path / ".lock").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(InputError, match=r"\.lock is a symbolic link: remove it"):
        RunFolder.claim(tmp_path, KIND)
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="symbolic links are for administrators")
def test_a_new_run_removes_nothing_behind_a_symbolic_link(saved, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    kind = RunKind("run", "1", (SCHEMA,), ("kept/*.json",))
    (elsewhere / "mine.json").write_text("mine")
    (saved.path / "kept").symlink_to(elsewhere)
    with RunFolder.create(saved.path, kind, force=True) as folder:
        folder.save(SCHEMA, Count(0))
        folder.write("kept/other.json", "new")
    assert {path.name: path.read_text() for path in elsewhere.iterdir()} == {"mine.json": "mine"}
    assert (saved.path / "kept" / "other.json").read_text() == "new"


@pytest.mark.parametrize(
    "operation",
    [*(pytest.param(one, marks=pytest.mark.slow) for one in (3, 4, 6, 7, 9, 11, 15, 18)), 1, 5, 8, 13, 20],
)
def test_a_killed_run_is_resumed_from_a_whole_checkpoint(tmp_path, operation):
    path = tmp_path / "run"
    with process(DYING, path, operation) as child:
        output, _ = child.communicate(timeout=60)
    assert child.returncode == -signal.SIGKILL
    steps = [int(line) for line in output.split()]
    if not (path / "checkpoint.json").exists():
        assert not steps
        with RunFolder.create(path, KIND) as folder:
            folder.save(SCHEMA, Count(0))
        return
    with RunFolder.open(path, KIND) as folder:
        # The step that was told, or the one that was just being written.
        assert folder.load(SCHEMA, Count, pytest.fail).step in {steps[-1] if steps else 0, len(steps)}
    assert not list(path.glob("*.part")) + list(path.glob(".*.part"))
