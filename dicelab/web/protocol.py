"""Connections whose requests begin in time: a head that comes byte by byte would hold its connection for ever."""

from __future__ import annotations

import asyncio
import contextlib

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from dicelab.web.security import SECURITY_HEADERS, error_response

HEAD_SECONDS = 10.0
"""From the first byte of a request to the end of its head, and from a connection to its first request."""


class PatientProtocol(H11Protocol):
    """HTTP/1.1 that waits for the head of a request, but not longer than so many seconds."""

    head_seconds = HEAD_SECONDS
    _head_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin to wait for the first request."""
        super().connection_made(transport)  # type: ignore[arg-type]
        self._watch()

    def data_received(self, data: bytes) -> None:
        """Take bytes, and wait for the rest of a head that has begun."""
        super().data_received(data)
        if self.conn.their_state is h11.IDLE:
            self._watch()
        else:
            self._unwatch()

    def send_400_response(self, _msg: str) -> None:
        """Refuse what is no HTTP in the same way as the application refuses."""
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
