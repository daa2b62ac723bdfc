"""Shards: a census that was killed at any moment, or whose files were damaged, ends as an undisturbed one."""

import contextlib
import errno
import gc
import json
import os
import re
import shutil
import time
import warnings
from pathlib import Path

import numpy as np
import pytest

from solver.census import (
    Content,
    DamagedTableWarning,
    build as build_module,
    build_census,
    census_path,
    orbits_of,
    shards,
)
from solver.census.census_file import ForeignCensusError
from solver.census.shards import WrongCensusError
from solver.errors import GridTooLargeError, InputError, SolverError, StorageError
from solver.polyform import Puzzle
from solver.runs import DoneTwice, TwiceRunner, jit, threads, twice
from solver.runs.storage import canonical_json, headed, sha256
from tests.clusters import moved

PUZZLE = Puzzle.parse("4x4/3:3*L3,2*I2")
SMALL = 30  # orbits in a shard
METHODS = ["searches", "halves"] if jit.available() else ["searches"]


@pytest.fixture(autouse=True, params=METHODS)
def method(request, monkeypatch):
    """Return a method with several shards for the small puzzle."""
    monkeypatch.setattr("solver.census.methods._MOST_BOARDS_PER_SHARD", SMALL)
    monkeypatch.setattr("solver.census.methods._BOARDS_PER_SHARD", SMALL)
    monkeypatch.setattr("solver.census.methods._COUNTING_SHARDS", 1)
    monkeypatch.setattr("solver.census.methods._LONGEST_CUT", 10)
    shards.method_named.cache_clear()
    yield request.param
    shards.method_named.cache_clear()


@pytest.fixture
def build(method, tmp_path):
    def build(folder=tmp_path, **options):
        build_census(PUZZLE, Content.TILINGS, folder=folder, method=method, **options)
        path = census_path(folder, Content.TILINGS)
        assert [file.name for file in folder.iterdir()] == [path.name], "something is left over"
        return path.read_bytes()

    return build


@pytest.fixture
def whole(build, tmp_path):
    path = tmp_path / "whole"
    content = build(path)
    shutil.rmtree(path)
    return content


@pytest.fixture
def kept(method, tmp_path):
    """Return the folder of the shards of a run that stopped just before its end."""

    class StoppedError(Exception):
        pass

    def stop(*_):
        raise StoppedError

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(build_module, "write_atomic", stop)
        with pytest.raises(StoppedError):
            build_census(PUZZLE, Content.TILINGS, folder=tmp_path, method=method)
    folder = tmp_path / f"tilings-{method}-shards"
    assert len(list(folder.iterdir())) == shards.method_named(PUZZLE.format(), Content.TILINGS, method).shards > 2
    return folder


def counting(done):
    """Return a runner that takes down what it does."""

    def run(function, tasks):
        for task in tasks:
            done.append(task[3])
            yield function(task)

    return run


def test_any_number_of_jobs_and_any_order(build, whole, tmp_path):
    for jobs in (1, 2, 3):
        assert build(tmp_path / str(jobs), runner=threads(jobs)) == whole
    backward = lambda function, tasks: iter([function(task) for task in reversed(list(tasks))])  # noqa: E731
    assert build(tmp_path / "backward", runner=backward) == whole


@pytest.mark.parametrize("jobs", [1, 2])
def test_progress_ends_where_all_orbits_are_settled(build, jobs):
    seen = []
    build(progress=lambda *numbers: seen.append(numbers), runner=threads(jobs))
    orbits = len(orbits_of(PUZZLE.grid, PUZZLE.blockers))
    assert len(seen) > 2
    assert seen == sorted(set(seen))
    assert {of for _, of in seen} == {orbits}
    assert seen[-1] == (orbits, orbits)


def test_a_finished_census_is_not_built_again(build, whole):
    again = build()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert build(runner=lambda _, _tasks: pytest.fail("built again")) == again == whole


@pytest.mark.skipif(os.name != "posix", reason="files that nobody writes are told by their locks")
def test_a_finished_census_is_rid_of_what_a_killed_run_left(build, whole, tmp_path):
    build()
    (tmp_path / ".tilings.census.abcd_123.part").write_bytes(b"")
    assert build() == whole


def test_kept_shards_are_not_done_again(build, kept, whole):
    done: list[int] = []
    seen = []
    (kept / "00001.shard").unlink()
    assert build(runner=counting(done), progress=lambda *numbers: seen.append(numbers)) == whole
    assert done == [1]
    assert seen == sorted(set(seen))


def test_a_progress_that_fails_says_nothing_about_the_shards(build, kept, whole):
    def closed(*_):
        raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        build(progress=closed)
    assert kept.exists()
    assert build() == whole


def test_no_shard_is_left_to_do(build, kept, whole):
    assert kept.exists()
    for jobs in (2, 1):
        backup = kept.with_name("backup")
        shutil.copytree(kept, backup)
        # What joblib does with nothing.
        folder = kept.parent / str(jobs)
        shutil.move(backup, folder / kept.name)
        assert build(folder, runner=threads(jobs)) == whole
        shutil.rmtree(folder)


def with_header(data, **changes):
    """Change the header, and leave its checksum as it was."""
    line, body = data.split(b"\n", 1)
    return json.dumps(json.loads(line) | changes).encode() + b"\n" + body


def sealed_header(data, **changes):
    """Change the header, and give it the right checksum."""
    line, body = data.split(b"\n", 1)
    fields = {name: value for name, value in (json.loads(line) | changes).items() if name != "sha256"}
    return json.dumps(fields | {"sha256": sha256(canonical_json(fields))}).encode() + b"\n" + body


def with_body(data, body):
    return sealed_header(data.split(b"\n", 1)[0] + b"\n" + body, body=sha256(body))


DAMAGES = {
    "empty": lambda _data: b"",
    "cut in the header": lambda data: data[:20],
    "header only": lambda data: data.split(b"\n")[0] + b"\n",
    "last byte gone": lambda data: data[:-1],
    "a byte more": lambda data: data + b"\0",
    "a bit of the header": lambda data: bytes([data[0] ^ 1]) + data[1:],
    "the last bit": lambda data: data[:-1] + bytes([data[-1] ^ 128]),
    "a bit in the middle": lambda data: data[:-100] + bytes([data[-100] ^ 2]) + data[-99:],
    "zeros": lambda data: bytes(len(data)),
    "not UTF-8": lambda data: b"\xff" + data[1:],
    "a JSON list": lambda data: b"[]\n" + data.split(b"\n", 1)[1],
    "nested too deep": lambda data: b"[" * 60_000 + b"\n" + data,
    "a header without end": lambda data: b" " * 100_000 + data,
    "other sources": lambda data: sealed_header(data, sources="0" * 16),
    "no sources": lambda data: sealed_header(data, sources=None),
    "another shard": lambda data: sealed_header(data, shard=0),
    "another method": lambda data: sealed_header(data, method="guess"),
    "another content": lambda data: sealed_header(data, content="solvability"),
    "a field changed, not the checksum": lambda data: with_header(data, puzzle="4x4/3:4*L3,I1"),
    "another schema": lambda data: sealed_header(data, schema="dicelab/census-shard/0"),
    "one field more": lambda data: sealed_header(data, more=1),
    "nothing, with a right checksum": lambda data: with_body(data, b""),
    "an answer less, with a right checksum": lambda data: with_body(data, data.split(b"\n", 1)[1][:-8]),
    "half an answer, with a right checksum": lambda data: with_body(data, data.split(b"\n", 1)[1][:-4]),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_shard_is_done_again(build, kept, whole, damage):
    path = kept / "00001.shard"
    data = path.read_bytes()
    path.write_bytes(DAMAGES[damage](data))
    assert path.read_bytes() != data
    done: list[int] = []
    with pytest.warns(DamagedTableWarning, match=r"00001.shard .*; it is computed again") as caught:
        assert build(runner=counting(done)) == whole
    assert (done, len(caught)) == ([1], 1)


def test_shards_that_changed_places_are_done_again(build, kept, whole):
    (kept / "00000.shard").rename(kept / "x")
    (kept / "00001.shard").rename(kept / "00000.shard")
    (kept / "x").rename(kept / "00001.shard")
    done: list[int] = []
    with pytest.warns(DamagedTableWarning):
        assert build(runner=counting(done)) == whole
    assert done == [0, 1]


def test_the_shards_of_another_puzzle_are_not_overwritten(build, kept):
    path = kept / "00001.shard"
    path.write_bytes(sealed_header(path.read_bytes(), puzzle="4x4/3:4*L3,I1"))
    before = {file.name: file.read_bytes() for file in kept.iterdir()}
    with pytest.raises(ForeignCensusError, match="name another folder"):
        build()
    assert {file.name: file.read_bytes() for file in kept.iterdir()} == before


def test_what_is_no_shard_is_not_removed(build, tmp_path):
    build()
    for name in ("tilings-my-shards", "tilings-halves-shards"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "note").write_text("mine")
    build_census(PUZZLE, Content.TILINGS, folder=tmp_path)
    assert len(list(tmp_path.glob("*/note"))) == 2


def test_what_a_worker_of_other_sources_made_is_refused_and_not_kept(build, whole, tmp_path):
    def foreign(function, tasks):
        for task in tasks:
            shard, data = function(task)
            yield shard, sealed_header(data, sources="0" * 16)

    with pytest.raises(StorageError, match="another version"):
        build(runner=foreign)
    assert list(tmp_path.rglob("*.shard")) == []
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert build() == whole


def lying(change):
    """Return a runner whose worker changes its answers before it seals them."""

    def run(function, tasks):
        for task in tasks:
            shard, data = function(task)
            head, _, body = data.partition(b"\n")
            answers = np.frombuffer(body, "<u8").copy()
            change(shard, answers)
            fields = {key: json.loads(head)[key] for key in ("puzzle", "content", "method", "shard", "sources")}
            yield shard, headed(shards.SCHEMA, fields, answers.tobytes())

    return run


def test_a_worker_that_adds_one_is_found_out_and_nothing_of_it_is_kept(build, whole, tmp_path):
    def add_one(shard, answers):
        if shard == 2:
            answers += 1

    with pytest.raises(WrongCensusError, match=r"shard 2 has [0-9]+ for board [A-D0-9 ]+, and a second count [0-9]+:"):
        build(runner=lying(add_one))
    assert sorted(path.name for path in tmp_path.rglob("*.shard")) == ["00000.shard", "00001.shard"]
    assert build() == whole


def test_one_wrong_number_that_no_sample_meets_is_found_by_the_grand_total(build, whole, tmp_path, monkeypatch):
    def add_one(shard, answers):
        if shard == 2:
            answers[3] += 1

    monkeypatch.setattr("solver.census.shards.SampleCheck.require", lambda *_: None)
    with pytest.raises(WrongCensusError, match=r"the census has [0-9,]+ tilings in all, but there are [0-9,]+:"):
        build(runner=lying(add_one))
    assert not [path for path in tmp_path.rglob("*") if path.suffix == ".shard"]
    assert build() == whole


def test_a_solvability_that_is_turned_round_is_found_out(tmp_path):
    def turn_round(_shard, answers):
        np.subtract(1, answers, out=answers)

    with pytest.raises(WrongCensusError):
        build_census(PUZZLE, Content.SOLVABILITY, folder=tmp_path, method="searches", runner=lying(turn_round))
    assert not list(tmp_path.rglob("*.shard"))


def test_a_shard_that_a_runner_forgets_is_noticed(build, whole):
    with pytest.raises(SolverError, match="orbits are in no shard"):
        build(runner=lambda function, tasks: iter([function(task) for task in list(tasks)[:-1]]))
    assert build() == whole


def test_a_damaged_census_is_built_again(build, tmp_path):
    whole = build()
    path = census_path(tmp_path, Content.TILINGS)
    path.write_bytes(whole[:-1])
    with pytest.warns(DamagedTableWarning, match="building it again"):
        assert build() == whole


def test_the_census_of_another_puzzle_is_not_overwritten(build, tmp_path):
    whole = build()
    with pytest.raises(ForeignCensusError, match="name another folder"):
        build_census(Puzzle.parse("4x4/3:4*L3,I1"), Content.TILINGS, folder=tmp_path)
    assert census_path(tmp_path, Content.TILINGS).read_bytes() == whole


@pytest.mark.parametrize("name", ["file", "file/below", "n" * 300])
def test_a_folder_that_can_not_be_used_is_a_storage_error(build, tmp_path, name):
    (tmp_path / "file").write_bytes(b"no folder")
    with warnings.catch_warnings():
        # What can't be there can't be damaged.
        warnings.simplefilter("error" if name.startswith("file") else "ignore")
        with pytest.raises(StorageError, match=r"can't be (written|read)"):
            build(tmp_path / name)
    assert (tmp_path / "file").read_bytes() == b"no folder"


def test_a_folder_that_may_not_be_written_is_a_storage_error(build, whole, tmp_path, monkeypatch):
    # Root may write anywhere, so it is simulated.
    def refuse(*_arguments, **_options):
        raise PermissionError(errno.EACCES, "Permission denied")

    with monkeypatch.context() as patch:
        patch.setattr("tempfile.mkstemp", refuse)
        with pytest.raises(StorageError, match="Permission denied"):
            build(tmp_path / "new")
    assert build(tmp_path / "new") == whole


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_a_full_disk_at_any_moment_loses_nothing(build, whole, tmp_path, monkeypatch, call):
    folder = tmp_path / "full"
    owner = os if call == "fsync" else Path
    original = getattr(owner, call)
    room = 0
    while True:
        left = [room]

        def limited(*arguments, left=left):
            left[0] -= 1
            if left[0] < 0:
                raise OSError(errno.ENOSPC, "No space left on device")
            return original(*arguments)

        with monkeypatch.context() as patch:
            patch.setattr(owner, call, limited)
            try:
                assert build(folder) == whole
                break
            except StorageError as error:
                told = str(error)
        assert "No space left on device" in told
        assert list(folder.rglob("*.part")) == []
        room += 1
    # Each call went on where the one before stopped, so little room was enough.
    assert 0 < room <= 6


def test_files_that_can_not_grow_are_a_storage_error(build, whole, tmp_path):
    resource = pytest.importorskip("resource")
    folder = tmp_path / "small"
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    for most in (0, 100, len(whole) - 1):
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))
        try:
            with pytest.raises(StorageError, match="File too large"):
                build(folder)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        assert list(folder.rglob("*.part")) == []
        # Shards are smaller than the census.
        assert bool(list(folder.rglob("*.shard"))) == (most > 100)
    assert build(folder) == whole


def test_threads_are_called_off_without_a_word(build, whole, monkeypatch):
    def full(_handle):
        raise OSError(errno.ENOSPC, "No space left on device")

    def slow(task, work=shards.work):
        time.sleep(0.1)
        return work(task)

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        patch.setattr(shards, "work", slow)
        with pytest.raises(StorageError, match="No space left on device"):
            build(runner=threads(2))
        # A warning in what is given up would come here.
        gc.collect()
    assert build(runner=threads(2)) == whole


class Killed(BaseException):
    """Stands for the end of the process."""


@pytest.mark.parametrize("call", ["fsync", "replace", "chmod"])
def test_killed_at_each_step_of_each_write(build, whole, tmp_path, monkeypatch, call):
    owner = os if call == "fsync" else Path
    original = getattr(owner, call)
    steps = 0
    while True:
        left = [steps]

        def kill(*arguments, left=left, **options):
            left[0] -= 1
            if left[0] < 0:
                raise Killed
            return original(*arguments, **options)

        folder = tmp_path / str(steps)
        with monkeypatch.context() as patch, contextlib.suppress(Killed):
            patch.setattr(owner, call, kill)
            build(folder)
            break
        assert build(folder) == whole
        steps += 1
    assert steps > 3


def test_two_processes_may_build_the_same(build, whole, tmp_path):
    # The other one finishes first, and takes the shards away.
    folder = tmp_path / "both"

    def overtaken(function, tasks):
        for n, task in enumerate(tasks):
            if n == 2:
                build(folder)
            yield function(task)

    assert build(folder, runner=overtaken) == whole


def test_halves_are_refused_where_nothing_is_compiled(tmp_path, monkeypatch):
    monkeypatch.setattr(jit, "available", lambda: False)
    with pytest.raises(InputError, match="searches"):
        build_census(PUZZLE, Content.TILINGS, folder=tmp_path, method="halves")


def test_bad_input_is_refused(tmp_path):
    def refused(puzzle, **options):
        return build_census(Puzzle.parse(puzzle), Content.TILINGS, folder=tmp_path, **options)

    with pytest.raises(InputError, match="no method 'guess': take halves or searches"):
        refused("3x4/3:3*L3", method="guess")
    with pytest.raises(InputError, match="a census holds at most"):
        refused("8x8/20:11*L4")
    with pytest.raises(GridTooLargeError):
        refused("5x13/1:32*I2")
    with pytest.raises(InputError, match="halves computes tilings only"):
        build_census(PUZZLE, Content.SOLVABILITY, folder=tmp_path, method="halves")
    with pytest.raises(InputError, match="0 jobs"):
        refused("3x4/3:3*L3", runner=threads(0))
    assert list(tmp_path.iterdir()) == []


def test_what_another_process_has_finished_meanwhile_is_taken(method, tmp_path):
    shard_folder = tmp_path / f"{Content.TILINGS}-{method}-shards"

    def slow(work, tasks):
        first, *_ = tasks
        build_census(PUZZLE, Content.TILINGS, folder=tmp_path, method=method)
        assert not shard_folder.exists()
        # A file in its place: as when the folder is taken away while a shard is written.
        shard_folder.write_bytes(b"")
        yield work(first)

    found = build_census(PUZZLE, Content.TILINGS, folder=tmp_path, method=method, runner=slow)
    shard_folder.unlink()
    assert np.array_equal(found.answers, build_census(PUZZLE, Content.TILINGS, folder=tmp_path).answers)


def by_two(second=lambda _task, result: result, done=None):
    """Return a runner that does every task by two workers."""

    def run(function, tasks):
        for task in tasks:
            if done is not None:
                done.append(task[3])
            result = function(task)
            yield DoneTwice(task, (result, second(task, result)), ("tcp://one:1", "tcp://two:2"))

    return TwiceRunner(run)


def test_a_lie_that_keeps_the_total_is_found_by_a_second_worker_alone(build, whole, tmp_path, monkeypatch):
    # A sample that meets neither board.
    monkeypatch.setattr("solver.census.shards.SAMPLE", 0)
    lying = lambda function, tasks: (moved(task, function(task)) for task in tasks)  # noqa: E731
    assert build(tmp_path / "wrong", runner=lying) != whole
    done: list[int] = []
    with pytest.raises(WrongCensusError) as caught:
        build(tmp_path / "found", runner=by_two(lambda task, result: moved(task, result) if done[1:] else result, done))
    told = str(caught.value)
    assert told.startswith(f"shard {done[1]} differs as tcp://one:1 and as tcp://two:2 have it (for board ")
    said, other, right = (int(number) for number in re.findall(r"(\d+)(?: and|, and|\))", told.partition("board")[2]))
    assert abs(said - other) == 1
    assert right == said
    (kept,) = (tmp_path / "found").rglob("*.shard")
    assert kept.name == f"{done[0]:05d}.shard"
    again: list[int] = []
    assert build(tmp_path / "found", runner=by_two(done=again)) == whole
    assert done[0] not in again


def test_a_shard_of_another_form_is_told_with_both_workers(build, tmp_path):
    with pytest.raises(WrongCensusError, match=r"tcp://two:2 have it .one of them is not even of the right form"):
        build(tmp_path, runner=by_two(lambda _task, result: (result[0], result[1][:-1])))


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_recount_on_this_machine_has_the_same_bytes(build, whole, tmp_path, jobs):
    assert build(tmp_path, runner=twice(threads(jobs))) == whole


def test_shards_that_were_made_once_are_not_trusted_by_a_recount(build, kept, whole, tmp_path):
    done: list[int] = []
    number = len(list(kept.iterdir()))
    assert build(tmp_path, runner=by_two(done=done)) == whole
    assert sorted(done) == list(range(number))


def test_a_finished_census_is_not_taken_for_a_recounted_one(build, whole, method, tmp_path):
    build(tmp_path)
    with pytest.raises(InputError, match="does not tell whether it was recounted: name a new --folder"):
        build(tmp_path, runner=by_two())
    # Unless the run was killed between its last two steps.
    left = tmp_path / f"tilings-{method}-recounted-shards"
    left.mkdir()
    assert build(tmp_path, runner=by_two()) == whole
    left.mkdir()
    assert build(tmp_path) == whole
