"""Requests to the studio's server without a socket: every byte of the head is as the test writes it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from dicelab.studio.calls import Work
from dicelab.studio.catalogue import answer_to
from dicelab.studio.pool import AskError
from dicelab.studio.worker import failure
from tests.loops import run_apart

PORT = 8765
HOST = f"127.0.0.1:{PORT}"


@dataclass(frozen=True, slots=True)
class Answer:
    """What the server answered."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)

    def refused(self) -> str:
        """Return the one line of a refusal."""
        assert 400 <= self.status < 500, self
        found = self.json()
        assert found["schema"] == "dicelab/error/1"
        assert set(found) == {"schema", "error"}
        assert "\n" not in found["error"]
        assert "Traceback" not in found["error"]
        return found["error"]


class HerePool:
    """Answers in this process, as the workers do."""

    def __init__(self, folder: Path, puzzles: tuple[str, ...] = ()) -> None:
        self.work = Work(lambda _message: None, puzzles, folder)
        self.asked: list[str] = []

    async def ask(self, call: str, arguments: dict[str, Any], *, seconds: float, slow: bool = False) -> Any:
        assert seconds > 0
        assert slow in {False, True}
        self.asked.append(call)
        try:
            return json.loads(json.dumps(answer_to(call, arguments, self.work)))
        except Exception as error:
            status, text = failure(error)
            if status == 500:
                raise
            raise AskError(status, text) from None

    async def close(self) -> None:
        """Nothing to end."""


class Client:
    """Sends requests to an application, with the cookie once it has one."""

    def __init__(self, app: Any, cookie: str = "", *, host: str = HOST, address: str = "127.0.0.1") -> None:
        self.app, self.cookie, self.host, self.address = app, cookie, host, address

    def raw(
        self,
        method: str,
        target: str,
        headers: Iterable[tuple[str, str]] = (),
        chunks: Iterable[bytes] = (),
    ) -> Answer:
        """Send a request whose head is nothing but this."""
        path, _, query = target.partition("?")
        pairs = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode("latin-1"),
            "root_path": "",
            "headers": pairs,
            "client": (self.address, 50000),
            "server": ("127.0.0.1", PORT),
            "state": {},
        }
        parts = list(chunks) or [b""]
        waiting = [
            {"type": "http.request", "body": part, "more_body": number + 1 < len(parts)}
            for number, part in enumerate(parts)
        ]
        sent: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return waiting.pop(0) if waiting else {"type": "http.disconnect"}

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        run_apart(self.app(scope, receive, send))
        head = sent[0]
        found = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in head["headers"]}
        return Answer(head["status"], found, b"".join(message.get("body", b"") for message in sent[1:]))

    def ask(self, method: str, target: str, *, body: bytes = b"", **headers: str) -> Answer:
        """Send a request as a browser does."""
        given = {"host": self.host, "cookie": self.cookie, "sec-fetch-site": "same-origin"}
        if body:
            given |= {"content-type": "application/json", "content-length": str(len(body))}
        given |= {name.replace("_", "-"): value for name, value in headers.items()}
        return self.raw(method, target, [pair for pair in given.items() if pair[1]], [body])

    def get(self, target: str, **headers: str) -> Answer:
        """Get something."""
        return self.ask("GET", target, body=b"", **headers)

    def post(self, target: str, value: Any, **headers: str) -> Answer:
        """Send JSON."""
        return self.ask("POST", target, body=json.dumps(value).encode(), **headers)


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A page."""
    folder = tmp_path / "site"
    (folder / "js" / "parts").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>studio</title>" + " " * 600)
    (folder / "js" / "parts" / "dom.js").write_text("export {};")
    (folder / "notes.secret").write_text("not for browsers")
    return folder


@pytest.fixture
def pool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> HerePool:
    """Workers in this process, with an archive of their own."""
    monkeypatch.setenv("DICELAB_ARCHIVE", str(tmp_path / "archive.sqlite3"))
    return HerePool(tmp_path)


@pytest.fixture
def entrance() -> Any:
    """The way in."""
    pytest.importorskip("starlette")
    from dicelab.studio.security import Entrance

    return Entrance(PORT)


@pytest.fixture
def stranger(site: Path, pool: HerePool, entrance: Any) -> Client:
    """A browser that has no cookie yet."""
    from dicelab.studio.app import Studio, create_app
    from dicelab.studio.jobs import Jobs
    from dicelab.studio.security import LOOPBACK, allowed_hosts
    from dicelab.studio.static_files import StaticFiles

    return Client(create_app(Studio(pool, Jobs(1), StaticFiles(site)), entrance, allowed_hosts(LOOPBACK, PORT)))


@pytest.fixture
def client(stranger: Client, entrance: Any) -> Client:
    """A browser that has come in."""
    cookie = stranger.get(f"/?token={entrance.token}", sec_fetch_site="none").headers["set-cookie"].partition(";")[0]
    return Client(stranger.app, cookie)
