"""Who may ask the studio's server: host names, origins, the token of the start address and the cookie it becomes.

Pure ASGI, and before every route: whatever is not let in here never reaches a route, a file or a worker.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field
from secrets import compare_digest
from urllib.parse import parse_qsl

from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

ERROR_SCHEMA = "dicelab/error/1"

MOST_HEAD = 16 * 1024
"""Bytes in the head of a request: its address, and the names and values of its headers but for cookies."""

MOST_COOKIES = 1024 * 1024
"""Bytes of cookies. A browser sends those of all ports of a host, up to 180 of 4,096 bytes, whoever has set them."""

METHODS = ("GET", "HEAD", "POST", "DELETE")

CONTENT_SECURITY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

SECURITY_HEADERS = {
    b"content-security-policy": CONTENT_SECURITY.encode(),
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"x-frame-options": b"DENY",
    b"cache-control": b"no-store",
}
"""Of every answer; one that has such a header keeps its own."""

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")

REMEDY = "use the address that dicelab web prints, or start it with --allow-host NAME"

_NAME = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9.-]{0,252}[a-z0-9])?)(?::([0-9]{1,5}))?")


def allowed_hosts(names: Iterable[str], port: int) -> frozenset[str]:
    """Return the values of ``Host`` that are let in: each name with the port, and the names alone on port 80.

    Parameters
    ----------
    names
        Host names or addresses, in brackets if they have colons. One with a port of its own stands for itself only. One
        without, that is not of this machine's loopback, may be that of a proxy: it is let in with and without the port.

    Raises
    ------
    ValueError
        If one is no name of a host.

    Examples
    --------
    >>> sorted(allowed_hosts(["127.0.0.1", "studio.example"], 8765))
    ['127.0.0.1:8765', 'studio.example', 'studio.example:8765']
    """
    found = set()
    for name in names:
        match = _NAME.fullmatch(name.lower())
        if not match or int(match[2] or 0) > 65535:
            raise ValueError(f"{name!r} is not the name of a host: write it as in studio.example or 192.168.1.7")
        if match[2]:
            found.add(name.lower())
            continue
        found.add(f"{match[1]}:{port}")
        if match[1] not in LOOPBACK or port == 80:
            found.add(match[1])
    return frozenset(found)


@dataclass(slots=True)
class Entrance:
    """The token of the start address, which one browser exchanges once for the cookie."""

    port: int
    token: str = field(default_factory=lambda: secrets.token_urlsafe(32))
    _session: str = field(default_factory=lambda: secrets.token_urlsafe(32))
    _is_spent: bool = False

    @property
    def cookie_name(self) -> str:
        """The name of the cookie, one for each port: a browser sends the cookies of all ports of a host."""
        return f"dicelab-{self.port}"

    def exchange(self, token: str) -> str | None:
        """Return the header that sets the cookie for the token, which is then spent; nothing for another token."""
        if self._is_spent or not compare_digest(token.encode(), self.token.encode()):
            return None
        self._is_spent = True
        return f"{self.cookie_name}={self._session}; Path=/; HttpOnly; SameSite=Strict"

    def renew(self) -> str:
        """Return a new token; the cookie of the browsers that are in already stays good."""
        self.token, self._is_spent = secrets.token_urlsafe(32), False
        return self.token

    def admits(self, cookies: Iterable[str]) -> bool:
        """Tell whether some headers ``Cookie`` have the cookie.

        Any number of cookies may have its name, since pages of other ports can set them: one that is right is enough.
        """
        values = cookie_values(cookies, self.cookie_name)
        return any(compare_digest(value.encode(), self._session.encode()) for value in values)


def cookie_values(headers: Iterable[str], wanted: str) -> list[str]:
    """Return all values that some headers ``Cookie`` have for a name."""
    return [
        value.strip()
        for header in headers
        for name, _, value in (part.partition("=") for part in header.split(";"))
        if name.strip() == wanted
    ]


def error_response(status: int, text: str, **headers: str) -> Response:
    """Return an error as JSON, in one line."""
    return JSONResponse({"schema": ERROR_SCHEMA, "error": text}, status, headers)


class SecurityHeaders:
    """Gives every answer the headers that keep a browser from doing more with it than it should."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = {name.lower() for name, _ in message.get("headers", [])}
                more = [pair for pair in SECURITY_HEADERS.items() if pair[0] not in given]
                message = {**message, "headers": [*message.get("headers", []), *more]}
            await send(message)

        await self._app(scope, receive, send_with_headers)


@dataclass(frozen=True, slots=True)
class Guests:
    """The application for everybody but the owner of the studio."""

    app: ASGIApp
    hosts: frozenset[str] = frozenset()
    """Names under which there are guests only, beside those of the studio."""


class Gate:
    """Lets in only who asks this server by its own name, from its own pages, with its cookie."""

    def __init__(self, app: ASGIApp, entrance: Entrance, hosts: frozenset[str], guests: Guests | None = None) -> None:
        self._app, self._entrance, self._hosts, self._guests = app, entrance, hosts, guests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            await self._answer(scope)(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 1008})

    def _answer(self, scope: Scope) -> ASGIApp:
        """Return the application that answers a request."""
        headers: dict[bytes, list[str]] = {}
        for name, value in scope["headers"]:
            headers.setdefault(name.lower(), []).append(value.decode("latin-1"))
        return self._refusal(scope, headers) or self._visited(scope, headers)

    def _refusal(self, scope: Scope, headers: dict[bytes, list[str]]) -> Response | None:
        """Return the refusal of a request that nobody may send; None for others."""
        address = len(scope["path"]) + len(scope["query_string"])
        others = [pair for pair in scope["headers"] if pair[0].lower() != b"cookie"]
        if address + sum(len(name) + len(value) for name, value in others) > MOST_HEAD:
            return _refused(scope, 431, f"the head of the request has more than {MOST_HEAD:,} bytes: send less")
        refused = self._foreign(headers)
        if refused is not None:
            return _refused(scope, *refused)
        if scope["method"] not in METHODS:
            return _refused(scope, 405, f"the method is not known here: use {', '.join(METHODS)}")
        return None

    def _visited(self, scope: Scope, headers: dict[bytes, list[str]]) -> ASGIApp:
        """Return the studio for its owner, the door where there is one for guests, or a refusal."""
        if self._guests is not None and headers[b"host"][0].lower() not in self._hosts:
            # At a name that is for guests alone, nobody is the owner.
            return self._guests.app
        is_in = self._entrance.admits(headers.get(b"cookie", []))
        if scope["path"] == "/" and scope["method"] == "GET":
            entered = self._entered(scope, is_in=is_in)
            if entered is not None:
                return entered
        if is_in:
            return self._app
        if self._guests is not None:
            return self._guests.app
        return _refused(
            scope,
            401,
            "this studio is open in another browser, or its address is incomplete: copy the whole address that "
            "dicelab web prints",
        )

    def _foreign(self, headers: dict[bytes, list[str]]) -> tuple[int, str] | None:
        """Return the status and the reason why a request is not one of this server's own pages, or nothing."""
        named = headers.get(b"host", [])
        if len(named) != 1:
            return 400, "a request has exactly one Host"
        if {b"content-length", b"transfer-encoding"} <= headers.keys():
            # A proxy may see two requests where this server sees one.
            return 400, "a request tells the length of its body in one way only"
        host = named[0].lower()
        if host not in self._hosts and (self._guests is None or host not in self._guests.hosts):
            return 421, f"this studio does not answer to the name in the address: {REMEDY}"
        if any(site not in {"same-origin", "none"} for site in headers.get(b"sec-fetch-site", [])):
            return 403, "another site asked for this: open the studio by its own address"
        if any(origin.lower() not in {f"http://{host}", f"https://{host}"} for origin in headers.get(b"origin", [])):
            return 403, "a page of another origin asked for this: open the studio by its own address"
        return None

    def _entered(self, scope: Scope, *, is_in: bool) -> Response | None:
        """Return the answer to an address with a token, which is taken out of the address; nothing without one."""
        tokens = [value for name, value in parse_qsl(scope["query_string"].decode("latin-1")) if name == "token"]
        if not tokens:
            return None
        cookie = self._entrance.exchange(tokens[0])
        if cookie is None and not is_in:
            return _refused(
                scope,
                401,
                "this address was used before, and it opens the studio only once: press Enter where dicelab web runs, "
                "and it prints a new one",
            )
        # A studio that was exported and served at this port would be shown from the browser's cache.
        response = Response(status_code=303, headers={"Location": "/", "Clear-Site-Data": '"cache"'})
        if cookie is not None:
            response.headers["Set-Cookie"] = cookie
        return response


def _refused(scope: Scope, status: int, text: str) -> Response:
    """Return an error as a page for people, and as JSON for programs."""
    accepts = b" ".join(value for name, value in scope["headers"] if name == b"accept")
    if b"text/html" not in accepts or scope["path"].startswith("/api/"):
        response = error_response(status, text)
    else:
        sentence = text[:1].upper() + text[1:]
        response = HTMLResponse(
            '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>dicelab</title></head>'
            f"<body><h1>The studio is closed here</h1><p>{sentence}.</p></body></html>",
            status,
        )
    if status == 405:
        response.headers["Allow"] = ", ".join(METHODS)
    # The body of a refused request is not read.
    response.headers["Connection"] = "close"
    return response
