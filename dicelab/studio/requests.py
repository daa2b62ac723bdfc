"""Reading requests: a limit of bytes, a limit of time, and JSON without a second meaning."""

from __future__ import annotations

import asyncio
import json
from typing import Any, NoReturn, TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dicelab.studio.security import error_response

MOST_BYTES = 64 * 1024
"""Of the body of a request."""
BODY_SECONDS = 10.0
"""How long a body may take to arrive."""
MOST_SHOWN = 200
"""Characters of an error about a body."""

Value = TypeVar("Value")


class BodyError(ValueError):
    """A body can't be used; the message says why."""


class BodyLimits:
    """Reads the body of a request before it is answered, and refuses one that is too large or too slow."""

    def __init__(self, app: ASGIApp, *, seconds: float = BODY_SECONDS, most: int = MOST_BYTES) -> None:
        self._app, self._seconds, self._most = app, seconds, most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        names = {name for name, _ in scope.get("headers", [])}
        if scope["type"] != "http" or not names & {b"content-length", b"transfer-encoding"}:
            await self._app(scope, receive, send)
            return
        lengths = [value for name, value in scope["headers"] if name == b"content-length"]
        announced = max((int(value) if value.isdigit() else 0 for value in lengths), default=0)
        body = None
        refusal = error_response(413, f"the request has more than {self._most:,} bytes: send less", Connection="close")
        if announced <= self._most:
            try:
                async with asyncio.timeout(self._seconds):
                    body = await _body(receive, self._most)
            except TimeoutError:
                refusal = error_response(
                    408,
                    f"the request was not complete after {self._seconds:g} seconds: send it again",
                    Connection="close",
                )
            except ConnectionError:
                return
        if body is None:
            await refusal(scope, receive, send)
            return
        waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive_again() -> Message:
            return waiting.pop() if waiting else await receive()

        await self._app(scope, receive_again, send)


async def _body(receive: Receive, most: int) -> bytes | None:
    """Return the whole body; nothing if it is too large."""
    body = bytearray()
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ConnectionError
        body += message.get("body", b"")
        if len(body) > most:
            return None
        more = message.get("more_body", False)
    return bytes(body)


async def json_body(request: Request) -> bytes:
    """Return the body of a request that says it is JSON.

    Raises
    ------
    HTTPException
        415 if it says something else.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise HTTPException(415, "send JSON, with the content type application/json")
    return await request.body()


def read_json(body: bytes, kind: type[Value]) -> Value:
    """Read the one value that a body means.

    Raises
    ------
    BodyError
        In one line, if the body is not JSON, repeats a key, has NaN or an infinity, half a character or a zero
        character in a text, too many levels, an unknown field, or a value of a wrong type or size.

    Examples
    --------
    >>> class Point(msgspec.Struct, forbid_unknown_fields=True):
    ...     x: int
    >>> read_json(b'{"x": 3}', Point)
    Point(x=3)
    >>> read_json(b'{"x": 3, "x": 4}', Point)
    Traceback (most recent call last):
    dicelab.studio.requests.BodyError: the field 'x' stands twice: write it once
    """
    try:
        value = json.loads(body.decode(), object_pairs_hook=_fields, parse_constant=_no_number)
    except UnicodeDecodeError:
        raise BodyError("the request is not UTF-8: send JSON") from None
    except RecursionError:
        raise BodyError("the request is nested too deeply: send plain fields") from None
    except BodyError:
        raise
    except ValueError:
        # Numbers of thousands of digits, too.
        raise BodyError("the request is not JSON that can be read: send one object") from None
    _require_texts(value)
    try:
        return msgspec.convert(value, kind)
    except (msgspec.ValidationError, OverflowError) as error:
        text = " ".join(str(error).split())
        # Names of fields come from the browser.
        shown = "".join(one if one.isprintable() else "?" for one in text)
        raise BodyError(shown[:MOST_SHOWN]) from None


def _fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise BodyError(f"the field {twice[:40]!a} stands twice: write it once")
    return found


def _no_number(text: str) -> NoReturn:
    raise BodyError(f"{text} is not a number: write one with digits")


def _require_texts(value: object) -> None:
    """Refuse half characters and zero characters, of which no label, name or number is made."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            waiting += [*one, *one.values()]
        elif isinstance(one, list):
            waiting += one
        elif isinstance(one, str) and any(character == "\0" or "\ud800" <= character <= "\udfff" for character in one):
            raise BodyError("a text has a character that no text has (U+0000, or half of one): leave it out")
