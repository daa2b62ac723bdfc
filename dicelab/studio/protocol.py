"""Connections that nobody holds for ever: heads come in time, unread bodies end, and no device has all of them."""

from __future__ import annotations

import asyncio
import contextlib

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from dicelab.studio.security import MOST_HEAD, SECURITY_HEADERS, error_response
from dicelab.studio.sharing.messages import device

HEAD_SECONDS = 10.0
"""From the first byte of a request to the end of its head, and from a connection to its first request."""
MOST_OF_DEVICE = 100
"""Connections of one device at once; this machine, where a proxy may stand for many, has no such limit."""
_HERE = (device("127.0.0.1"), device("::1"), "")


class PatientProtocol(H11Protocol):
    """HTTP/1.1 that closes a connection whose request head does not arrive in time."""

    head_seconds = HEAD_SECONDS
    most_of_device = MOST_OF_DEVICE
    device: str = ""
    _head_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin to wait for the first request."""
        super().connection_made(transport)  # type: ignore[arg-type]
        self.device = device(self.client[0]) if self.client else ""
        own = [one for one in self.connections if getattr(one, "device", "") == self.device]
        if self.device not in _HERE and len(own) > self.most_of_device:
            transport.abort()  # type: ignore[attr-defined]
            return
        if self.device not in _HERE:
            # Cookies of other ports are a matter of this machine, and its memory is not that of others.
            self.conn = h11.Connection(h11.SERVER, MOST_HEAD)
        self._watch()

    def on_response_complete(self) -> None:
        """Go on to the next request; but where an answer came before the end of a body, nobody reads the rest."""
        is_unread = self.conn.their_state is h11.SEND_BODY
        super().on_response_complete()
        if is_unread:
            self.transport.close()

    def data_received(self, data: bytes) -> None:
        """Take bytes, and wait for the rest of a head that has begun."""
        super().data_received(data)
        if self.conn.their_state is h11.IDLE:
            self._watch()
        else:
            self._unwatch()

    def send_400_response(self, _msg: str) -> None:
        """Refuse bytes that are no HTTP, with the error body of the application."""
        refusal = error_response(400, "the request is not HTTP that can be read", Connection="close")
        head = h11.Response(status_code=400, headers=[*refusal.raw_headers, *SECURITY_HEADERS.items()])
        # Nothing more can be said where an answer has begun.
        with contextlib.suppress(h11.LocalProtocolError):
            for event in (head, h11.Data(data=bytes(refusal.body)), h11.EndOfMessage()):
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self._unwatch()
        super().connection_lost(exc)

    def _watch(self) -> None:
        if self._head_timer is None:
            self._head_timer = self.loop.call_later(self.head_seconds, self.transport.close)

    def _unwatch(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None
