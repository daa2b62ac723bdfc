"""The server and its workers as processes: how they begin, how they end, and what a slow or rude client gets."""

import asyncio
import contextlib
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

pytest.importorskip("uvicorn")

from dicelab.cli.main import status
from dicelab.studio.pool import AskError, Pool
from tests.loops import run_apart
from tests.studio import Running

ROOT = Path(__file__).parents[4]
ROWS = " | ".join(
    [*(" ".join(f"{row}{n}" for n in range(1, 7)) for row in "ABCD"), "E1 E2 E3 E4 E5", "F1 F2 F3", "F4 F5 F6"]
)
"""Dice that need many changes: a set is found soon, and what is best takes long."""
posix = pytest.mark.skipif(os.name != "posix", reason="signals")


@pytest.fixture
def running(tmp_path):
    server = Running(tmp_path)
    yield server
    server.end()


def is_alive(number):
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_until(condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.slow
@posix
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_the_server_and_all_that_it_has_started(running, tmp_path, number, code):
    assert running.ask("GET", "/data/studio.json")[0] == 200
    job = json.loads(running.ask("POST", "/api/jobs", {"verb": "evolve", "seconds": 600})[2])["job"]
    stream = http.client.HTTPConnection("127.0.0.1", running.port, timeout=60)
    stream.request("GET", f"/api/jobs/{job['id']}/events", headers={"Cookie": running.cookie})
    events = stream.getresponse()
    assert (events.getheader("content-type") or "").startswith("text/event-stream")
    wait_until(lambda: len(running.children()) >= 2)
    children = running.children()
    running.process.send_signal(number)
    assert running.process.wait(30) == code
    events.read()
    stream.close()
    wait_until(lambda: not any(map(is_alive, children)))
    assert "Traceback" not in running.process.stderr.read()
    assert not list(tmp_path.glob("dicelab-web-*"))


@pytest.mark.slow
@posix
def test_workers_end_when_the_server_is_killed(running, tmp_path):
    running.ask("GET", "/data/studio.json")
    running.ask("POST", "/api/jobs", {"verb": "evolve", "seconds": 600})
    wait_until(lambda: len(running.children()) >= 2)
    children = running.children()
    # The first moments of a process are those of Python, which does not read yet.
    wait_until(lambda: len(list(tmp_path.glob("dicelab-web-*/*"))) >= 2)
    running.process.kill()
    running.process.wait()
    wait_until(lambda: not any(map(is_alive, children)))
    wait_until(lambda: not list(tmp_path.glob("dicelab-web-*")))


@pytest.mark.slow
@posix
def test_a_search_goes_on_while_pages_come_and_go(running):
    value = {"verb": "repair", "dice": ROWS, "seconds": 600}
    job = json.loads(running.ask("POST", "/api/jobs", value)[2])["job"]

    def now():
        return json.loads(running.ask("GET", f"/api/jobs/{job['id']}")[2])

    wait_until(lambda: now()["job"]["best"], 120)
    assert running.ask("DELETE", f"/api/jobs/{job['id']}")[0] == 200
    wait_until(lambda: now()["job"]["state"] == "cancelled")
    found = now()
    assert found["outcome"]["stopped_by"] == "interrupted"
    assert found["job"]["best"]["dice"].count("|") == 6
    events = running.ask("GET", f"/api/jobs/{job['id']}/events")[2].decode()
    assert "event: improvement\n" in events
    last = max(int(line[4:]) for line in events.splitlines() if line.startswith("id: "))
    assert running.ask("GET", f"/api/jobs/{job['id']}/events", **{"Last-Event-ID": str(last)})[0] == 204
    small = {"verb": "design", "puzzle": "2x4/2:3*I2", "sizes": [4, 4]}
    other = json.loads(running.ask("POST", "/api/jobs", small)[2])["job"]["id"]
    wait_until(lambda: json.loads(running.ask("GET", f"/api/jobs/{other}")[2])["job"]["state"] == "done")
    assert "/" not in json.dumps(json.loads(running.ask("GET", f"/api/jobs/{other}")[2])["outcome"]["set"])


@pytest.mark.slow
def test_cookies_of_other_ports_lock_nobody_out(running):
    # As many as Chromium keeps for a host, each as long as it takes them.
    others = "; ".join(f"other-{number:03}={'x' * 4086}" for number in range(180))
    assert running.ask("GET", "/", Cookie=f"{others}; {running.cookie}")[0] == 200


@pytest.mark.slow
def test_rude_requests_are_refused_and_the_server_goes_on(running):
    for head in (
        b"GET / HTTP/1.0\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
        b"GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: %b\r\nHost: evil.example\r\n\r\n" % running.host.encode(),
        b"GET / HTTP/1.1\r\nHost: %b\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n"
        % running.host.encode(),
        b"GET / HTTP/1.1\r\nHost: %b\r\nA: %b\r\n\r\n" % (running.host.encode(), b"a" * 100_000),
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"A" * 1_200_000,
    ):
        found = running.raw(head)
        assert not found or found.split()[1] in {b"400", b"401", b"421", b"431"}, (head[:60], found)
        assert b"Traceback" not in found
    names = f"Host: {running.host}\r\nCookie: {running.cookie}\r\nContent-Type: application/json\r\n"
    begins = b"POST /api/roll HTTP/1.1\r\n" + names.encode()
    large = b"10000\r\n" + b" " * 65536 + b"\r\n" + b"1\r\n \r\n0\r\n\r\n"
    assert b" 413 " in running.raw(begins + b"Transfer-Encoding: chunked\r\n\r\n" + large)[:40]
    assert b" 413 " in running.raw(begins + b"Content-Length: 65537\r\n\r\n")[:40]
    assert b" 408 " in running.raw(begins + b"Content-Length: 20\r\n\r\n{")[:40]
    assert running.raw(b"GET / HTTP/1.1\r\nHo") == b""
    assert running.ask("GET", "/")[0] == 200


@pytest.mark.slow
@posix
def test_enter_prints_another_address_that_opens_the_studio_once_more(tmp_path):
    import pty

    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "dicelab", "web", "--port", "0", "--no-open", "--json"]
    process = subprocess.Popen(
        command,
        stdin=theirs,
        stdout=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    try:
        assert process.stdout
        first = json.loads(process.stdout.readline())["address"]
        os.write(ours, b"\n")
        second = json.loads(process.stdout.readline())["address"]
        assert first.partition("=")[0] == second.partition("=")[0]
        host = first.split("/")[2]
        for address, code in ((first, 401), (second, 303), (second, 401)):
            connection = http.client.HTTPConnection(host, timeout=60)
            connection.request("GET", address.partition(host)[2])
            assert connection.getresponse().status == code
            connection.close()
    finally:
        process.terminate()
        process.communicate()
        os.close(ours)
        os.close(theirs)


@pytest.mark.slow
def test_a_worker_that_takes_too_long_is_replaced(tmp_path):
    async def test():
        pool = Pool(1, [str(tmp_path)])
        with pytest.raises(AskError, match="no answer within") as late:
            await pool.ask("verify", {"dice": "default"}, seconds=0.01)
        assert late.value.status == 504
        with pytest.raises(AskError, match="is not a cell") as wrong:
            await pool.ask("roll", {"dice": "Z9 | A1"}, seconds=60)
        assert wrong.value.status == 400
        questions = [pool.ask("roll", {"dice": "goralczyk", "number": 542}, seconds=60, slow=True) for _ in range(5)]
        assert {one["board"] for one in await asyncio.gather(*questions)} == {"A2 B6 C1 C6 D4 D5 F1"}
        await pool.close()

    run_apart(test())


def refused(capsys, *options):
    assert status(["web", *options]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("dicelab: ")
    assert err.count("\n") == 1
    return err


def test_what_can_not_be_served_is_refused_in_one_line(capsys):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert "another program listens there" in refused(capsys, "--port", str(port))
    assert "no such address" in refused(capsys, "--host", "no.such.host.invalid")
    assert "can't listen there" in refused(capsys, "--host", "192.0.2.1")
    assert "not the name of a host" in refused(capsys, "--port", "0", "--allow-host", "http://x")
    assert "65536" in refused(capsys, "--port", "65536")
    assert "no-such-puzzle" in refused(capsys, "--puzzle", "no-such-puzzle")


@pytest.mark.slow
def test_what_others_can_reach_is_warned_about(tmp_path):
    server = Running(tmp_path, "--host", "0.0.0.0", "--allow-host", "studio.example")  # noqa: S104 - what is warned about
    try:
        assert server.host.startswith("studio.example:")
        status, _, body = server.ask("GET", "/", Host="evil.example")
        assert (status, json.loads(body)["schema"]) == (421, "dicelab/error/1")
        assert server.ask("GET", "/", Host="studio.example")[0] == 200
    finally:
        server.process.terminate()
        assert "others on the network can reach this studio" in server.process.communicate()[1]


@pytest.mark.parametrize(
    ("host", "names", "shown", "answers_to"),
    [
        ("127.0.0.1", (), "127.0.0.1", "127.0.0.1"),
        ("LOCALHOST", (), "LOCALHOST", "localhost"),
        ("127.1", (), "127.1", "127.0.0.1"),
        ("127.0.0.2", ("studio.example",), "127.0.0.2", "127.0.0.2"),
        ("0.0.0.0", (), "127.0.0.1", "127.0.0.1"),  # noqa: S104 - what is tested
        ("0", (), "127.0.0.1", "127.0.0.1"),
        ("0.0.0.0", ("[fd00::1]",), "[fd00::1]", "[fd00::1]"),  # noqa: S104
        ("0.0.0.0", ("a.example:443", "Studio.example"), "Studio.example", "studio.example"),  # noqa: S104
        ("0.0.0.0", ("a.example:443",), "127.0.0.1", "127.0.0.1"),  # noqa: S104
    ],
)
def test_the_address_that_is_printed_is_one_that_is_let_in(monkeypatch, host, names, shown, answers_to):
    from dicelab.studio import server

    told: list[server.Listening] = []
    ran: list[tuple[int, frozenset[str]]] = []

    def run(_settings, listener, _entrance, hosts, share, guest_hosts):
        assert (share, guest_hosts) == (None, frozenset())
        ran.append((listener.getsockname()[1], hosts))

    monkeypatch.setattr(server, "_run", run)
    server.serve(server.ServerSettings(host, 0, allowed_hosts=names), told.append)
    [listening], [(port, hosts)] = told, ran
    assert listening.address.startswith(f"http://{shown}:{port}/?token=")
    assert f"{answers_to}:{port}" in hosts
    assert listening.is_public == (host[0] == "0")


@pytest.mark.parametrize(
    ("host", "names", "base", "owners", "guests"),
    [
        (None, (), "192.168.1.7", ("127.0.0.1", "localhost", "[::1]"), ("192.168.1.7", "10.0.0.2")),
        ("127.0.0.1", (), "127.0.0.1", ("127.0.0.1", "localhost", "[::1]"), ("127.0.0.1",)),
        (None, ("studio.example",), "studio.example", ("127.0.0.1", "studio.example"), ("192.168.1.7", "10.0.0.2")),
    ],
)
def test_guests_come_by_the_addresses_on_the_network(monkeypatch, host, names, base, owners, guests):
    from dicelab.studio import server

    told: list[server.Listening] = []
    ran: list[tuple[int, frozenset[str], frozenset[str]]] = []

    def run(_settings, listener, _entrance, hosts, _share, guest_hosts):
        ran.append((listener.getsockname()[1], hosts, guest_hosts))

    monkeypatch.setattr(server, "_run", run)
    monkeypatch.setattr("dicelab.studio.sharing.share.own_addresses", lambda: ["192.168.1.7", "10.0.0.2", "[fd00::7]"])
    server.serve(server.ServerSettings(host, 0, allowed_hosts=names, share=True), told.append)
    [listening], [(port, hosts, guest_hosts)] = told, ran
    assert listening.guests is not None
    first, second = listening.guests(), listening.guests()
    assert first.base == second.base == f"http://{base}:{port}"
    assert first.link == f"{first.base}/play.html?room={first.code.replace(' ', '')}"
    assert first.code != second.code
    assert {f"{name}:{port}" for name in owners} <= hosts
    assert {name for name in guest_hosts if name.endswith(f":{port}")} == {f"{name}:{port}" for name in guests}


def test_a_computer_without_a_network_shares_nothing(capsys, monkeypatch):
    monkeypatch.setattr("dicelab.studio.sharing.share.own_addresses", list)
    assert "--host" in refused(capsys, "--share", "--port", "0")


def test_a_time_limit_is_not_told_as_a_cancellation(monkeypatch):
    from dicelab.studio.catalogue import CALLS
    from dicelab.studio.worker import _answer
    from solver.runs.progress import TimeIsUpError

    sent: list[dict[str, str]] = []
    for error in (TimeIsUpError, KeyboardInterrupt):

        def fails(_asked, _work, error=error):
            raise error

        monkeypatch.setattr("dicelab.studio.questions.Roll.answer", fails)
        request = {"call": "roll", "arguments": CALLS["roll"].example}
        _answer(request, SimpleNamespace(send=sent.append), [], Path())  # type: ignore[arg-type]
    assert [message["error"].partition(" before")[0] for message in sent] == ["the time was over", "cancelled"]


def test_what_is_told_to_the_terminal_does_not_steer_it(capfd, monkeypatch):
    from dicelab.studio.catalogue import CALLS
    from dicelab.studio.worker import _answer

    def fails(_asked, _work):
        raise KeyError("\x1b[31m\x07\nred\u202e")

    monkeypatch.setattr("dicelab.studio.questions.Roll.answer", fails)
    request = {"call": "roll", "arguments": CALLS["roll"].example}
    _answer(request, SimpleNamespace(send=dict), [], Path())  # type: ignore[arg-type]
    assert capfd.readouterr().err.strip().isprintable()


def test_another_port_is_taken_where_none_was_asked_for(monkeypatch):
    from dicelab.studio import server

    with socket.create_server(("127.0.0.1", 0)) as taken:
        monkeypatch.setattr(server, "USUAL_PORT", taken.getsockname()[1])
        with server.open_socket("127.0.0.1", None) as other:
            assert other.getsockname()[1] not in {0, taken.getsockname()[1]}


def test_a_missing_extra_is_named(capsys, monkeypatch):
    monkeypatch.setattr("dicelab.studio.server.NEEDED", ("starlette", "no_such_package"))
    assert status(["web"]) == 3
    assert "pip install no_such_package" in capsys.readouterr().err


def test_the_server_itself_loads_nothing_that_computes():
    code = (
        "import sys; import dicelab.studio.server, dicelab.studio.app, dicelab.studio.jobs, dicelab.studio.protocol; "
        "print(sorted({'numpy', 'numba', 'ortools', 'deap', 'joblib'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout == "[]\n"


def test_what_is_no_http_is_refused_with_the_headers_that_protect():
    from uvicorn import Config
    from uvicorn.server import ServerState

    from dicelab.studio.protocol import PatientProtocol

    async def app(_scope, _receive, _send):
        raise AssertionError("this is no request")

    async def test():
        config = Config(app, http=PatientProtocol, log_config=None, lifespan="off", access_log=False)
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: PatientProtocol(config, ServerState(), {}), "127.0.0.1", 0)
        async with server:
            for data in (b"\x16\x03\x01\r\n\r\n", b"GET / HTTP/1.1\r\nHost : x\r\n\r\n"):
                reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
                writer.write(data)
                head, _, body = (await asyncio.wait_for(reader.read(), 30)).partition(b"\r\n\r\n")
                assert head.startswith(b"HTTP/1.1 400 ")
                assert b"content-security-policy: default-src 'none'" in head.lower()
                assert b"connection: close" in head.lower()
                assert json.loads(body)["schema"] == "dicelab/error/1"
                writer.close()
                await writer.wait_closed()

    run_apart(test())


def test_a_head_that_comes_too_slowly_is_given_up():
    from uvicorn import Config
    from uvicorn.server import ServerState

    from dicelab.studio.protocol import PatientProtocol

    class Impatient(PatientProtocol):
        head_seconds = 0.05

    async def app(_scope, _receive, send):
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body"})

    async def test():
        config = Config(app, http=Impatient, log_config=None, lifespan="off", access_log=False)
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: Impatient(config, ServerState(), {}), "127.0.0.1", 0)
        async with server:
            for whole in (b"", b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"):
                Impatient.head_seconds = 600.0 if whole else 0.05
                reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
                if whole:
                    writer.write(whole)
                    assert b" 204 " in await reader.readuntil(b"\r\n\r\n")
                Impatient.head_seconds = 0.05
                writer.write(b"GET / HTTP/1.1\r\nHo")
                with contextlib.suppress(ConnectionError):
                    assert await asyncio.wait_for(reader.read(), 30) == b""
                writer.close()
                with contextlib.suppress(ConnectionError):
                    await writer.wait_closed()

    run_apart(test())


def test_who_is_answered_before_the_end_of_a_body_cannot_hold_the_connection():
    from uvicorn import Config
    from uvicorn.server import ServerState

    from dicelab.studio.protocol import PatientProtocol

    async def app(_scope, _receive, send):
        await send({"type": "http.response.start", "status": 401, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body"})

    async def test():
        config = Config(
            app, http=PatientProtocol, log_config=None, lifespan="off", access_log=False, timeout_keep_alive=600
        )
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: PatientProtocol(config, ServerState(), {}), "127.0.0.1", 0)
        async with server:
            reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
            writer.write(b"POST /api/x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
            assert b" 401 " in await asyncio.wait_for(reader.read(), 30)
            writer.close()
            await writer.wait_closed()

    run_apart(test())


def test_one_device_cannot_have_all_connections(monkeypatch):
    from uvicorn import Config
    from uvicorn.server import ServerState

    from dicelab.studio import protocol

    async def app(_scope, _receive, send):
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body"})

    async def test():
        config = Config(app, http=protocol.PatientProtocol, log_config=None, lifespan="off", access_log=False)
        state, loop = ServerState(), asyncio.get_running_loop()
        server = await loop.create_server(lambda: protocol.PatientProtocol(config, state, {}), "127.0.0.1", 0)
        async with server:
            found = []
            for _ in range(3):
                reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
                writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                with contextlib.suppress(ConnectionError):
                    found.append((await asyncio.wait_for(reader.read(12), 30), writer))
            for _, writer in found:
                writer.close()
            return [answer for answer, _ in found if answer]

    monkeypatch.setattr(protocol.PatientProtocol, "most_of_device", 2)
    assert len(run_apart(test())) == 3, "this machine has no limit"
    monkeypatch.setattr(protocol, "_HERE", ())
    assert len(run_apart(test())) == 2
