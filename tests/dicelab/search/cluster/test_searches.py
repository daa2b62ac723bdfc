"""Searches on a cluster of real processes: a worker or the scheduler that is lost takes nothing with it."""

import shutil
import signal
from typing import Any

import pytest

from dicelab.search.design.running import CHECKPOINT_SCHEMA, DESIGN_RUN, DesignCheckpoint, search
from dicelab.search.design.search import DesignSearch
from dicelab.search.design.settings import DesignSettings
from dicelab.search.evolve.candidates import successors
from dicelab.search.evolve.islands import Islands
from dicelab.search.evolve.settings import EvolutionSettings
from dicelab.search.question import Question
from solver.runs import ClusterError, cluster, jit, processes, threads
from solver.runs.cache_folder import CACHE_FOLDER, cache_folder
from solver.runs.folder import RunFolder
from tests.clusters import scheduler, two_workers, worker

pytest.importorskip("distributed")
# Real processes on a cluster take seconds each; tests/solver/runs/test_cluster.py has one for every day.
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not jit.available(), reason="in plain Python a search takes minutes"),
]

SQUARE = "4x4/3:I1,I2,I3,L3,O4"
FEWEST = DesignSettings(Question(SQUARE, (5, 5, 6), objectives=("fewest",)), members=3)
OPTIONS: dict[str, Any] = {
    "puzzle": SQUARE,
    "sizes": (5, 5, 4),
    "population": 18,
    "generations": 8,
    "islands": 3,
    "migrate": 2,
}
FRONT = EvolutionSettings(objectives=("fewest", "variation"), **OPTIONS)
GRID = EvolutionSettings(objectives=("mean", "variation", "zones"), mode="map-elites", **OPTIONS)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("cluster")


@pytest.fixture(scope="module")
def address(folder):
    with two_workers(folder) as address:
        yield address


def evolved(settings, runner):
    """Return the states of a run."""
    islands = Islands(settings, runner)
    first = islands.begin()
    return [first, *successors(islands, first, settings.generations)]


def killing(runner, lost, after):
    """Return a runner that loses a process when it has given so many results in all."""
    given = 0

    def run_and_kill(function, tasks):
        nonlocal given
        for result in runner(function, tasks):
            given += 1
            if given == after:
                lost.send_signal(signal.SIGKILL)
            yield result

    return run_and_kill


@pytest.mark.parametrize("settings", [FRONT, GRID])
def test_islands_are_the_same_everywhere(address, settings):
    here = evolved(settings, threads(1))
    assert [state.generation for state in here] == [0, 2, 4, 6, 8]
    assert here[-1].kept
    assert evolved(settings, processes(2)) == here
    with cluster(address) as runner:
        assert evolved(settings, runner) == here
        # Taken up in the middle.
        assert list(successors(Islands(settings, runner), here[2], settings.generations)) == here[3:]


def test_a_worker_that_is_killed_takes_no_island_with_it(address, folder):
    here = evolved(FRONT, threads(1))
    # The sample is 8 tasks, each epoch 3.
    with worker(address, folder / "lost") as lost, cluster(address) as runner:
        assert evolved(FRONT, killing(runner, lost, 12)) == here
        assert lost.wait(10) == -signal.SIGKILL


def test_a_worker_that_is_killed_takes_no_member_of_a_design_with_it(address, folder):
    search = DesignSearch(FEWEST)
    here = list(search.epochs(search.start(), threads(1)))
    assert len(here) > 2
    with worker(address, folder / "lost too") as lost, cluster(address) as runner:
        assert list(search.epochs(search.start(), killing(runner, lost, 5))) == here
        assert lost.wait(10) == -signal.SIGKILL


def test_workers_begin_with_an_empty_cache(tmp_path):
    here = evolved(FRONT, threads(1))
    # To compile takes long, and is not what this is about.
    shutil.copytree(cache_folder() / "compiled", tmp_path / "cache" / "compiled")
    empty = {CACHE_FOLDER: str(tmp_path / "cache")}
    with (
        scheduler(tmp_path / "nodes") as (address, _),
        # Both make the table, in the same folder at the same time.
        worker(address, tmp_path / "nodes" / "1", environment=empty),
        worker(address, tmp_path / "nodes" / "2", environment=empty),
        cluster(address) as runner,
    ):
        assert evolved(FRONT, runner) == here
    kept = [path.name for path in (tmp_path / "cache" / "census").glob("*/*.census")]
    # Workers keep the tilings, and the solvable boards that the constraints of a question ask for, each once.
    assert "tilings.census" in kept
    assert len(set(kept)) == len(kept)


def test_a_design_that_loses_its_scheduler_goes_on_without(tmp_path):
    here, there = (RunFolder(tmp_path / name, DESIGN_RUN) for name in ("here", "there"))
    search(FEWEST, threads(1), folder=here)
    with (
        scheduler(tmp_path / "nodes") as (address, lost),
        worker(address, tmp_path / "nodes" / "1"),
        pytest.raises(ClusterError) as caught,
        cluster(address) as runner,
    ):
        search(FEWEST, killing(runner, lost, 5), folder=there)
    assert "\n" not in str(caught.value)
    kept = there.load(CHECKPOINT_SCHEMA, DesignCheckpoint, pytest.fail)
    assert kept.state is not None
    assert kept.state.epoch > 0
    assert not kept.state.over
    search(kept.settings, threads(1), folder=there, state=kept.state)
    names = {path.name for path in here.path.iterdir()}
    assert names == {path.name for path in there.path.iterdir()}
    assert all((here.path / name).read_bytes() == (there.path / name).read_bytes() for name in names)
