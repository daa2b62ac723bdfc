"""Command lines on a cluster of real processes: what a run ends with is the same as without."""

import re
import signal
import socket
import time
from threading import Thread

import pytest

from solver.runs import jit
from tests.certificates import OPENSSL, make_certificates
from tests.clusters import scheduler, two_workers, worker

pytest.importorskip("distributed")
# Real processes on a cluster take seconds each; tests/solver/runs/test_cluster.py has one for every day.
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not jit.available(), reason="in plain Python a shard takes minutes"),
]

SMALL = "3x4/3:I1,I2,I3,L3"
SQUARE = "4x4/3:I1,I2,I3,L3,O4"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("cluster")


@pytest.fixture(scope="module")
def address(folder):
    with two_workers(folder) as address:
        yield address


def files_of(folder):
    """Return all that a run left, by name."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def census_of(folder):
    return ("census", "build", "--puzzle", SMALL, "--method", "searches", "--folder", folder)


def test_a_census(address, dicelab, tmp_path):
    assert dicelab(*census_of(tmp_path / "here")).code == 0
    assert dicelab(*census_of(tmp_path / "there"), "--cluster", address).code == 0
    assert files_of(tmp_path / "there") == files_of(tmp_path / "here") != {}


LIAR = """\
from solver.census import shards
from tests.clusters import moved

# Dask imports this file more than once.
honest = shards.__dict__.setdefault("honest", shards.work)


def work(task):
    return moved(task, honest(task))


work.__module__ = shards.__name__
shards.work = work
"""


def test_a_recount_finds_a_worker_that_lies(dicelab, tmp_path, monkeypatch):
    # A sample that meets neither of the two boards.
    monkeypatch.setattr("solver.census.shards.SAMPLE", 0)
    (tmp_path / "liar.py").write_text(LIAR)
    build = ("census", "build", "--puzzle", SMALL, "--method", "halves", "--folder")
    assert dicelab(*build, tmp_path / "here").code == 0
    with scheduler(tmp_path) as (address, _), worker(address, tmp_path / "1", "--preload", tmp_path / "liar.py"):
        assert dicelab(*build, tmp_path / "believed", "--cluster", address).code == 0
        assert files_of(tmp_path / "believed").keys() == files_of(tmp_path / "here").keys()
        assert files_of(tmp_path / "believed") != files_of(tmp_path / "here")
        with worker(address, tmp_path / "2"):
            done = dicelab(*build, tmp_path / "recounted", "--cluster", address, "--recount")
    assert (done.code, done.out) == (3, "")
    (line,) = [line for line in done.err.splitlines() if line.startswith("dicelab: ")]
    told = re.match(r"dicelab: shard 0 differs as (\S+) and as (\S+) have it \(for board .*\): it is not kept; ", line)
    assert told is not None
    assert len({address, *told.groups()}) == 3
    assert files_of(tmp_path / "recounted") == {}


@pytest.mark.parametrize(
    ("options", "code"),
    [
        # Local search; CP-SAT, which finds one; CP-SAT, which proves that there is none; both, until nothing is open.
        (("--sizes", "5,5,4", "--min-tilings", 2), 0),
        (("--sizes", "4,4,4", "--connected", "--seed", 3), 0),
        (("--sizes", "5,5,6", "--min-tilings", 3), 4),
        (("--sizes", "5,5,6", "--maximize", "fewest"), 0),
    ],
)
def test_a_design(address, dicelab, tmp_path, options, code):
    design = ("design", "--puzzle", SQUARE, *options, "--members", 3)
    assert dicelab(*design, "--out", tmp_path / "here", "--jobs", 1).code == code
    assert dicelab(*design, "--out", tmp_path / "there", "--cluster", address).code == code
    assert files_of(tmp_path / "there") == files_of(tmp_path / "here") != {}


EVOLVE = ("evolve", "--puzzle", SQUARE, "--sizes", "5,5,4", "--population", 18, "--islands", 3, "--migrate", 2)
FRONT = (*EVOLVE, "--generations", 6, "--objective", "fewest,variation")
GALLERY = (*EVOLVE, "--generations", 6, "--objective", "mean,variation,zones", "--mode", "map-elites")


@pytest.mark.parametrize("evolve", [FRONT, GALLERY])
def test_an_evolution(address, dicelab, tmp_path, evolve):
    assert dicelab(*evolve, "--out", tmp_path / "here", "--jobs", 1).code == 0
    assert dicelab(*evolve, "--out", tmp_path / "there", "--cluster", address).code == 0
    assert files_of(tmp_path / "there") == files_of(tmp_path / "here") != {}


@pytest.mark.parametrize(
    "verb",
    [
        ("census", "build", "--puzzle", SQUARE, "--folder"),
        (*FRONT, "--out"),
        ("design", "--puzzle", SQUARE, "--sizes", "5,5,4", "--out"),
    ],
)
def test_a_cluster_that_is_not_there_changes_nothing(verb, dicelab, tmp_path, monkeypatch):
    monkeypatch.setattr("solver.runs.dask_cluster.ANSWER_SECONDS", 1)
    out = tmp_path / "out"
    # Taken, and nobody listens: no other program gets this port.
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        done = dicelab(*verb, out, "--cluster", f"tcp://127.0.0.1:{taken.getsockname()[1]}")
    assert (done.code, done.out) == (3, "")
    assert done.err.startswith("dicelab: no scheduler answers at tcp://127.0.0.1:")
    assert done.err.count("\n") == 1
    # The same command does it without: what is there is no hindrance.
    assert dicelab(*verb, out).code == 0


@pytest.mark.parametrize("verb", [(*EVOLVE, "--generations", 400, "--objective", "fewest,variation")])
def test_an_evolution_that_loses_its_scheduler_goes_on_without(verb, dicelab, process, tmp_path):
    assert dicelab(*verb, "--out", tmp_path / "here", "--jobs", 1).code == 0
    out = tmp_path / "there"
    with scheduler(tmp_path / "nodes") as (address, lost), worker(address, tmp_path / "nodes" / "1"):
        stopper = Thread(target=stop_when, args=(out / "checkpoint.json.previous", lost))
        stopper.start()
        done = process(*verb, "--out", out, "--cluster", address)
        stopper.join()
    assert (done.code, done.out) == (3, "")
    *_improvements, told, error = done.err.splitlines()
    assert told == f"progress is saved; continue with dicelab evolve --resume {out}"
    assert error == f"dicelab: the scheduler at {address} was lost: start it again, and continue with the same command"
    assert dicelab("evolve", "--resume", out).code == 0
    assert files_of(out) == files_of(tmp_path / "here")


def stop_when(file, lost):
    """End a process as soon as there is a file."""
    while not file.exists() and lost.poll() is None:
        time.sleep(0.01)
    lost.send_signal(signal.SIGKILL)


@pytest.mark.skipif(OPENSSL is None, reason="certificates are made by openssl")
def test_a_cluster_with_certificates(process, dicelab, tmp_path):
    good, foreign = make_certificates(tmp_path / "good"), make_certificates(tmp_path / "foreign")
    with (
        scheduler(tmp_path / "nodes", "--protocol", "tls", *good.options()) as (address, _),
        worker(address, tmp_path / "nodes" / "1", *good.options()),
    ):
        assert address.startswith("tls://")
        there = (*census_of(tmp_path / "there"), "--cluster", address)
        for environment, wrong in (
            (foreign.environment(), address),
            (good.environment(), address.replace("tls", "tcp")),
        ):
            refused = process(*there[:-1], wrong, **environment)
            assert (refused.code, refused.out) == (3, "")
            assert refused.err.startswith(f"dicelab: no scheduler answers at {wrong} (")
            assert refused.err.count("\n") == 1
        # What takes longer than usual would tell how far it is.
        done = process(*there, "--quiet", **good.environment())
    assert (done.code, done.err) == (0, "")
    assert dicelab(*census_of(tmp_path / "here")).code == 0
    assert files_of(tmp_path / "there") == files_of(tmp_path / "here")
