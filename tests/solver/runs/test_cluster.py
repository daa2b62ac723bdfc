"""A cluster of real processes on this machine: the same bytes, also where a worker is lost."""

import shutil
import signal
import socket
import time

import pytest

from solver.census import Content, build_census, census_path
from solver.census.methods import Searches
from solver.census.shards import work
from solver.errors import InputError, SolverError
from solver.polyform import Puzzle
from solver.runs import ClusterError, DoneTwice, cluster, cluster_twice, jit
from solver.runs.storage import sha256
from tests.clusters import ROOT, endless, scheduler, two_workers, worker

pytest.importorskip("distributed")
pytestmark = pytest.mark.skipif(not jit.available(), reason="in plain Python a shard takes minutes")

TINY, SMALL = Puzzle.parse("4x4/4:I4,I3,L3,I2"), Puzzle.parse("3x4/3:I1,I2,I3,L3")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("cluster")


@pytest.fixture(scope="module")
def address(folder):
    with two_workers(folder) as address:
        yield address


def census_bytes_of(puzzle, folder, **options):
    build_census(puzzle, Content.TILINGS, folder=folder, **options)
    return census_path(folder, Content.TILINGS).read_bytes()


@pytest.mark.parametrize("method", ["searches", "halves"])
def test_the_same_bytes_as_in_this_process(address, tmp_path, method, monkeypatch):
    # Fewer than there are shards.
    monkeypatch.setattr("solver.runs.dask_cluster.LIVE_TASKS", 5)
    here = census_bytes_of(TINY, tmp_path / "here", method=method)
    seen = []
    with cluster(address) as runner:
        there = census_bytes_of(
            TINY, tmp_path / "there", method=method, runner=runner, progress=lambda *numbers: seen.append(numbers)
        )
    assert there == here
    assert seen == sorted(set(seen))
    assert seen[-1][0] == seen[-1][1]


def test_a_runner_serves_more_than_one_census(address, tmp_path):
    with cluster(address.removeprefix("tcp://")) as runner:
        for puzzle in (TINY, SMALL):
            there = census_bytes_of(puzzle, tmp_path / f"there {len(puzzle.grid)}", runner=runner)
            assert there == census_bytes_of(puzzle, tmp_path / f"here {len(puzzle.grid)}")
        # Nothing to do.
        assert list(runner(work, [])) == []


def test_each_task_is_done_by_two_workers(address, monkeypatch):
    monkeypatch.setattr("solver.runs.dask_cluster.LIVE_TASKS", 6)
    with cluster_twice(address) as runner:
        done = list(runner(sha256, [bytes([n]) for n in range(20)]))
    assert sorted(one.task for one in done) == [bytes([n]) for n in range(20)]
    assert all(one.results == (sha256(one.task),) * 2 for one in done)
    assert len({worker for one in done for worker in one.by}) == 2
    assert all(len(set(one.by)) == 2 for one in done)


def test_a_recount_has_the_same_bytes(address, tmp_path):
    here = census_bytes_of(SMALL, tmp_path / "here", method="searches")
    with cluster_twice(address) as runner:
        assert census_bytes_of(SMALL, tmp_path / "there", method="searches", runner=runner) == here
    assert [path.name for path in (tmp_path / "there").iterdir()] == ["tilings.census"]


@pytest.mark.slow
def test_a_worker_that_is_killed_loses_nothing(address, folder, tmp_path):
    here = census_bytes_of(TINY, tmp_path / "here", method="searches")
    with worker(address, folder / "3") as lost, cluster(address) as runner:
        done = []

        def killing(function, tasks):
            for shard, data in runner(function, tasks):
                done.append(shard)
                if len(done) == 20:
                    lost.send_signal(signal.SIGKILL)
                yield shard, data

        there = census_bytes_of(TINY, tmp_path / "there", method="searches", runner=killing)
        assert lost.wait(10) == -signal.SIGKILL
    assert there == here
    assert sorted(done) == list(range(len(done)))
    assert len(done) > 100


@pytest.mark.slow
def test_a_run_that_was_left_goes_on(address, tmp_path):
    here = census_bytes_of(TINY, tmp_path / "here", method="searches")

    class LeftError(Exception):
        pass

    def leave(settled, _all):
        if settled > 60:
            raise LeftError

    with pytest.raises(LeftError), cluster(address) as runner:
        census_bytes_of(TINY, tmp_path / "there", method="searches", runner=runner, progress=leave)
    kept = len(list((tmp_path / "there").rglob("*.shard")))
    done = []
    with cluster(address) as runner:

        def counting(function, tasks):
            done.extend(tasks)
            return runner(function, done)

        assert census_bytes_of(TINY, tmp_path / "there", method="searches", runner=counting) == here
    assert kept > 0
    assert len(done) + kept == Searches(TINY).shards


def test_a_worker_that_fails_is_told_in_one_line(address):
    task = ("3x4/3:no,piece", Content.TILINGS, "searches", 0)
    with (
        cluster(address) as runner,
        pytest.raises(ClusterError, match=r"a worker failed: .*'no'") as caught,
    ):
        list(runner(work, [task]))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("to", [cluster, cluster_twice])
def test_a_failure_that_can_not_be_pickled_is_told(address, to):
    with (
        to(address) as runner,
        pytest.raises(ClusterError, match=r"^a worker failed: maximum recursion depth exceeded"),
    ):
        list(runner(endless, [1, 2]))


TASKS = [bytes([n]) for n in range(40)]


def killing_one(address, lost):
    """Do tasks twice, and end a worker after the first one."""
    done: list[DoneTwice[bytes, str]] = []
    with cluster_twice(address) as runner:
        for one in runner(sha256, TASKS):
            if not done:
                # Most of the others are done meanwhile, and what this worker has of them is lost.
                time.sleep(1)
                lost.send_signal(signal.SIGKILL)
                assert lost.wait(10) == -signal.SIGKILL
            done.append(one)
    return done


@pytest.mark.slow
def test_a_recount_does_again_what_a_lost_worker_did(address, folder):
    with worker(address, folder / "3") as lost:
        Client = pytest.importorskip("distributed").Client  # noqa: N806 - a class
        with Client(address, set_as_default=False) as client:
            client.wait_for_workers(3, timeout=60)
        done = killing_one(address, lost)
    assert sorted(one.task for one in done) == TASKS
    assert all(one.results == (sha256(one.task),) * 2 for one in done)


@pytest.mark.slow
def test_a_recount_that_one_worker_is_left_for_ends(tmp_path):
    with (
        scheduler(tmp_path) as (address, _),
        worker(address, tmp_path / "1"),
        worker(address, tmp_path / "2") as lost,
        pytest.raises(ClusterError, match=r" has 1 worker, and --recount needs two: start another there$"),
    ):
        killing_one(address, lost)


def test_a_worker_with_another_dicelab_is_refused(tmp_path):
    shutil.copytree(ROOT / "solver", tmp_path / "other" / "solver", ignore=shutil.ignore_patterns("__pycache__"))
    with (tmp_path / "other" / "solver" / "errors.py").open("a") as file:
        file.write("# Another.\n")
    other = {"PYTHONPATH": str(tmp_path / "other")}
    with (
        scheduler(tmp_path / "nodes") as (address, _),
        worker(address, tmp_path / "nodes" / "1", environment=other),
        cluster(address) as runner,
        pytest.raises(ClusterError, match=r"^a worker has another version of dicelab than this machine: ") as caught,
    ):
        list(runner(sha256, [b"dice"]))
    assert "\n" not in str(caught.value)


NAMES = ("ca-file", "client.cert", "client.key")


@pytest.mark.parametrize(
    ("named", "told"),
    [
        ({}, "needs certificates: name them in Dask's configuration"),
        ({"ca-file": __file__}, "needs certificates: name them in Dask's configuration"),
        (dict.fromkeys(NAMES, "missing.pem"), r"can't be read \(\[Errno 2\] No such file or directory\)"),
        (dict.fromkeys(NAMES, __file__), r"can't be read \(\["),
    ],
)
def test_certificates_that_are_not_there_are_told(named, told):
    import dask.config

    wrong = "tls://127.0.0.1:8786"
    with (
        dask.config.set({f"distributed.comm.tls.{name}": value for name, value in named.items()}),
        pytest.raises(ClusterError, match=told) as caught,
        cluster(wrong),
    ):
        pytest.fail("there is no scheduler")
    assert wrong in str(caught.value)
    assert "\n" not in str(caught.value)


def test_nobody_answers(monkeypatch):
    monkeypatch.setattr("solver.runs.dask_cluster.ANSWER_SECONDS", 2)
    # Taken, and nobody listens: no other program gets this port.
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        wrong = f"tcp://127.0.0.1:{taken.getsockname()[1]}"
        start = time.monotonic()
        with pytest.raises(ClusterError, match=wrong) as caught, cluster(wrong):
            pytest.fail("there is no scheduler")
        assert time.monotonic() - start < 10
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "wrong", ["", "localhost", "tcp://", "host:port", "tcp://a b:8786", "127.0.0.1:999999", "🎲:1x"]
)
def test_what_is_no_address_is_refused(wrong):
    with pytest.raises((InputError, ClusterError), match="scheduler") as caught, cluster(wrong):
        pytest.fail("there is no scheduler")
    assert isinstance(caught.value, SolverError)
    assert "\n" not in str(caught.value)


def after(number, results, do):
    """Yield results, and do something after so many of them."""
    for done, result in enumerate(results):
        if done == number:
            do()
        yield result


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
def test_all_workers_lost_are_told_soon(tmp_path, number):
    with (
        scheduler(tmp_path) as (address, _),
        worker(address, tmp_path / "1") as lost,
        cluster(address) as runner,
        pytest.raises(
            ClusterError, match="has lost all its workers: start some, and continue with the same command"
        ) as caught,
    ):
        list(after(3, runner(sha256, [b""] * 100_000), lambda: lost.send_signal(number)))
    assert "\n" not in str(caught.value)


@pytest.mark.slow
def test_a_scheduler_without_workers_or_that_is_lost_is_told(folder, tmp_path):
    with scheduler(tmp_path / "own") as (address, started):
        with pytest.raises(ClusterError, match="no worker"), cluster(address):
            pytest.fail("there is no worker")

        def killing(function, tasks):
            with cluster(address) as runner:
                for n, result in enumerate(runner(function, tasks)):
                    if n == 5:
                        started.kill()
                    yield result

        with worker(address, folder / "4"), pytest.raises(ClusterError):
            census_bytes_of(TINY, tmp_path / "there", method="searches", runner=killing)
    # What was done by then is kept.
    assert census_bytes_of(TINY, tmp_path / "there", method="searches") == census_bytes_of(
        TINY, tmp_path / "here", method="searches"
    )
