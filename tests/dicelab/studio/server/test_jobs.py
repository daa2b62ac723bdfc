"""Searches of the page: their queue, their events, and how they end."""

import asyncio
import json

import pytest

pytest.importorskip("starlette")

from dicelab.studio.jobs import KEPT_ENDED, MOST_WAITING, Jobs
from dicelab.studio.pool import AskError
from tests.loops import run_apart

BEST = {"dice": "A1 | B2", "standing": "best so far", "failing": 0, "seconds": 0.1}
RESULT = {"verb": "design", "best": BEST, "standing": "Proved best.", "outcome": {"schema": "dicelab/design/1"}}
DONE = [{"ready": True}, {"progress": [1, 9, "epochs"]}, {"improvement": BEST}, {"result": RESULT}]


class Worker:
    """A process that is none: it says what the test tells it to, and the rest once it is interrupted or let go on."""

    def __init__(self, messages, last=()):
        self.first, self.last = messages, last
        self.go_on = asyncio.Event()
        self.interrupted = self.killed = False

    async def messages(self, call, arguments):
        self.asked = (call, arguments)
        for message in self.first:
            yield message
            await asyncio.sleep(0)
        if self.last:
            await self.go_on.wait()
            for message in () if self.killed else self.last:
                yield message

    def interrupt(self):
        self.interrupted = True
        self.go_on.set()

    def kill(self):
        self.killed = True
        self.go_on.set()

    async def ended(self):
        """It has."""


def run(test, *workers, at_once=1):
    """Run a test in a loop, with these workers in turn, or others that are done at once."""

    async def within():
        made = [worker() for worker in workers]

        async def start(_arguments):
            await asyncio.sleep(0)
            return made.pop(0) if made else Worker(DONE)

        jobs = Jobs(at_once, start=start)
        await test(jobs, list(made))
        await jobs.close()

    run_apart(within())


async def settle():
    for _ in range(30):
        await asyncio.sleep(0)


async def told(jobs, job, after=0):
    """Return the server-sent events of a job: number, name and content."""
    found = []
    async for data in jobs.events(job, after):
        fields = dict(line.split(": ", 1) for line in data.decode().strip().split("\n"))
        if "id" in fields:
            found.append((int(fields["id"]), fields["event"], json.loads(fields["data"])))
    return found


def test_a_job_tells_of_its_progress_its_improvements_and_its_end():
    async def test(jobs, _made):
        job = jobs.add("design", {"seed": 1})
        events = await told(jobs, job)
        assert [name for _, name, _ in events] == ["state", "progress", "improvement", "state"]
        assert [number for number, _, _ in events] == sorted({number for number, _, _ in events})
        assert events[-1][2]["state"] == "done"
        assert events[-1][2]["best"] == BEST
        assert events[-1][2]["standing"] == "Proved best."
        assert job.result == RESULT

    run(test)


def test_a_page_that_comes_back_is_told_what_it_has_missed():
    async def test(jobs, _made):
        job = jobs.add("design", {})
        events = await told(jobs, job)
        for number, _, _ in events:
            assert await told(jobs, job, number) == [event for event in events if event[0] > number]

    run(test, lambda: Worker([*DONE[:2], {"improvement": BEST}, {"improvement": BEST | {"failing": 1}}, DONE[-1]]))


def test_cancelled_jobs_hand_over_the_best_so_far():
    async def test(jobs, made):
        job = jobs.add("evolve", {})
        await settle()
        assert (await jobs.cancel(job.id)).state == "stopping"
        await settle()
        assert made[0].interrupted
        assert (job.state, job.status()["best"]) == ("cancelled", BEST)

    run(test, lambda: Worker(DONE[:3], DONE[3:]))


def test_a_job_is_killed_before_it_can_hear_ctrl_c():
    async def test(jobs, made):
        job = jobs.add("evolve", {})
        await settle()
        await jobs.cancel(job.id)
        await settle()
        assert (made[0].interrupted, made[0].killed, job.state) == (False, True, "cancelled")

    run(test, lambda: Worker([], DONE))


def test_a_job_whose_process_dies_has_failed():
    async def test(jobs, _made):
        for messages, text in (([], "unexpectedly"), ([{"error": "no such set", "status": 400}], "no such set")):
            job = jobs.add("repair", {})
            await settle()
            assert job.state == "failed", messages
            assert text in job.status()["error"]

    run(test, lambda: Worker([{"ready": True}]), lambda: Worker([{"error": "no such set", "status": 400}]))


def test_as_many_jobs_run_as_there_are_cores_and_the_others_wait():
    async def test(jobs, made):
        found = [jobs.add("design", {}) for _ in range(2)]
        await settle()
        found += [jobs.add("design", {}) for _ in range(MOST_WAITING)]
        assert [job.state for job in found[:3]] == ["running", "running", "waiting"]
        with pytest.raises(AskError, match="20 searches are waiting") as refused:
            jobs.add("design", {})
        assert refused.value.status == 503
        await jobs.cancel(found[2].id)
        made[0].go_on.set()
        await settle()
        assert [job.state for job in found[:4]] == ["done", "running", "cancelled", "done"]

    run(test, *[lambda: Worker(DONE[:1], DONE[1:])] * 2, at_once=2)


def test_only_the_latest_jobs_are_kept():
    async def test(jobs, _made):
        first = jobs.add("design", {})
        await settle()
        for _ in range(KEPT_ENDED):
            jobs.add("design", {})
            await settle()
        assert len(jobs.list()) == KEPT_ENDED
        with pytest.raises(AskError, match="no such search"):
            jobs.get(first.id)
        latest = jobs.list()[0]
        await jobs.cancel(latest.id)
        assert latest not in jobs.list()

    run(test)


def test_streams_end_with_the_server():
    async def test(jobs, _made):
        job = jobs.add("design", {})
        listening = asyncio.ensure_future(told(jobs, job))
        await settle()
        jobs.end_streams()
        assert [name for _, name, _ in await asyncio.wait_for(listening, 5)] == ["state"]

    run(test, lambda: Worker(DONE[:1], DONE[1:]))


def test_the_addresses_of_jobs(client):
    assert client.get("/api/jobs").json() == {"schema": "dicelab/jobs/1", "at_once": 1, "jobs": []}
    assert client.post("/api/jobs", {}).refused().startswith("a search has a verb")
    assert "choose from evolve" in client.post("/api/jobs", {"verb": ["verify"]}).refused()
    assert "sizes" in client.post("/api/jobs", {"verb": "evolve", "sizes": "6"}).refused()
    assert "unknown field `out`" in client.post("/api/jobs", {"verb": "evolve", "out": "runs"}).refused()
    assert "goal" in client.post("/api/jobs", {"verb": "improve", "dice": "default", "goal": "x"}).refused()
    assert client.post("/api/jobs", {"verb": "design", "maximize": "changes=/etc/passwd"}).status == 400
    for address in ("/api/jobs/1", "/api/jobs/1/events"):
        assert client.get(address).status == 404
    assert client.ask("DELETE", "/api/jobs/%2e%2e").status == 404


def test_dice_that_share_cells_can_be_asked_for(monkeypatch, tmp_path):
    from dicelab.studio import searches
    from dicelab.studio.calls import Work
    from dicelab.studio.catalogue import answer_to

    class AskedError(Exception):
        pass

    def search(settings, **_options):
        raise AskedError(settings)

    monkeypatch.setattr("dicelab.search.design.running.design", search)
    monkeypatch.setattr(searches, "_be_nice", lambda: None)
    value = {"puzzle": "2x4/2:3*I2", "sizes": [4, 4], "shared_cells": True}
    with pytest.raises(AskedError) as asked:
        answer_to("design", value, Work(lambda _message: None, (), tmp_path))
    assert asked.value.args[0].question.shared_cells


def test_no_file_is_read_that_a_goal_or_a_constraint_names(tmp_path, monkeypatch):
    from dicelab.studio import searches
    from dicelab.studio.calls import Work
    from dicelab.studio.catalogue import answer_to

    monkeypatch.setattr(searches, "_be_nice", lambda: None)
    (tmp_path / "mine.txt").write_text("A1 A3 B2 B4 | A2 A4 B1 B3")
    value = {"puzzle": "2x4/2:3*I2", "sizes": [4, 4]}
    for text in (f"{tmp_path}/mine.txt", f"{tmp_path}"):
        with pytest.raises(ValueError, match="which is no dice set"):
            answer_to("design", value | {"maximize": f"distance={text}"}, Work(lambda _message: None, (), tmp_path))
        for search, name in (("design", "away-from"), ("evolve", "away-from"), ("evolve", "changes")):
            asked = {"constraint": [f"{name}={text}=1"]}
            with pytest.raises(ValueError, match="which is no dice set"):
                answer_to(search, value | asked, Work(lambda _message: None, (), tmp_path))
    goal = {"maximize": "distance=A1 A3 B2 B4 | A2 A4 B1 B3"}
    found = answer_to("design", value | goal, Work(lambda _message: None, (), tmp_path))
    assert found["outcome"]["status"] == "optimal"
    apart = value | {"constraint": ["away-from=A1 A3 B2 B4 | A2 A4 B1 B3=2"]}
    found = answer_to("design", apart, Work(lambda _message: None, (), tmp_path))
    assert found["best"] is None or found["best"]["dice"] != "A1 A3 B2 B4 | A2 A4 B1 B3"
