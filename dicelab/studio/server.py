"""The studio's server from start to end: its socket, its address, and the signals that end it."""

from __future__ import annotations

import contextlib
import errno
import importlib.util
import ipaddress
import logging
import os
import socket
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from dicelab.errors import DiceError, MissingPackageError

if TYPE_CHECKING:
    from dicelab.studio.security import Entrance
    from dicelab.studio.sharing.share import Share

USUAL_PORT = 8765
USUAL_HOST = "127.0.0.1"
ALL_ADDRESSES = "0.0.0.0"  # noqa: S104 - where races are shared, which is asked for
NEEDED = ("starlette", "uvicorn")
SHUTDOWN_SECONDS = 2
MOST_CONNECTIONS = 500


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The address and the content of the server."""

    host: str | None = None
    """``None`` for this machine alone, or for all its networks where races are shared."""
    port: int | None = None
    """0 for any; ``None`` for the usual one, or any if that is taken."""
    puzzles: tuple[str, ...] = ()
    """Files or texts of puzzles beside those of the catalogue."""
    allowed_hosts: tuple[str, ...] = ()
    """Names behind which the server may be reached beside its own."""
    tracebacks: bool = False
    """Whether the terminal is told where faults came from."""
    share: bool = False
    """Whether guests may come in for races, by the code of a room."""


@dataclass(frozen=True, slots=True)
class Listening:
    """A server that is about to answer."""

    address: str
    """The address that a browser opens, with the token."""
    is_public: bool
    """Whether others than this machine can reach it."""
    renew: Callable[[], str]
    """Returns another address that opens the studio once more."""
    guests: Callable[[], GuestAddress] | None = None
    """Returns the address for guests of a race, with a new code at each call; None if races are not shared."""


@dataclass(frozen=True, slots=True)
class GuestAddress:
    """The address and the code for guests of a race."""

    base: str
    """The page where they type the code, such as ``http://192.168.1.7:8765``."""
    code: str
    """As it is read aloud."""
    link: str
    """The link that opens the room without typing."""
    hours: float
    """How long the code is good."""
    is_public: bool
    """Whether others than this machine can reach it."""


def require_packages() -> None:
    """Raise :class:`MissingPackageError` if a package of the server is not installed."""
    for package in NEEDED:
        if importlib.util.find_spec(package) is None:
            raise MissingPackageError.of("the studio", package, "web")


def serve(settings: ServerSettings, started: Callable[[Listening], None]) -> None:
    """Serve the studio until SIGINT or SIGTERM, which are raised again when all has ended.

    Parameters
    ----------
    started
        Called once, when browsers are heard.

    Raises
    ------
    DiceError
        If the host or the port can't be used.
    MissingPackageError
        If the extra ``web`` is not installed.
    """
    require_packages()
    host = settings.host or (ALL_ADDRESSES if settings.share else USUAL_HOST)
    listener = open_socket(host, settings.port)
    with listener:
        from dicelab.studio.security import LOOPBACK, Entrance, allowed_hosts

        port = listener.getsockname()[1]
        bound = ipaddress.ip_address(listener.getsockname()[0].partition("%")[0])
        try:
            hosts = allowed_hosts([*LOOPBACK, *settings.allowed_hosts], port)
        except ValueError as error:
            raise DiceError(f"--allow-host: {error}") from None
        if bound.is_unspecified:
            # One with a port of its own may be that of a proxy, which need not be there yet.
            shown = next((name for name in settings.allowed_hosts if f"{name}:{port}".lower() in hosts), LOOPBACK[0])
        else:
            # Browsers write an address in their own way, and do not take every name that this machine knows.
            shown = f"[{bound}]" if bound.version == 6 else str(bound)
            hosts |= allowed_hosts([shown], port)
            with contextlib.suppress(ValueError):
                hosts |= allowed_hosts([host], port)
                shown = host
        entrance = Entrance(port)

        def address(token: str) -> str:
            return f"http://{shown}:{port}/?token={token}"

        share, guest_hosts = None, frozenset[str]()
        if settings.share:
            share, guest_hosts = _shared(settings, shown, port, bound)
        # Browsers that come before the loop runs wait for it.
        started(
            Listening(
                address(entrance.token),
                settings.host is not None and not bound.is_loopback,
                lambda: address(entrance.renew()),
                None if share is None else partial(_for_guests, share, is_public=not bound.is_loopback),
            )
        )
        _run(settings, listener, entrance, hosts, share, guest_hosts)


def _shared(
    settings: ServerSettings, shown: str, port: int, bound: ipaddress.IPv4Address | ipaddress.IPv6Address
) -> tuple[Share, frozenset[str]]:
    """Return the races of a server, and the names under which only guests reach it."""
    from dicelab.studio.security import allowed_hosts
    from dicelab.studio.sharing.share import Share, own_addresses

    names = [shown]
    if bound.is_unspecified:
        names = [name for name in own_addresses() if bound.version == 6 or not name.startswith("[")]
        if not names:
            raise DiceError("--share: this computer is on no network: name one of its addresses with --host")
    base = shown if settings.allowed_hosts else names[0]
    return Share(f"http://{base}:{port}", port, settings.puzzles), allowed_hosts(names, port)


def _for_guests(share: Share, *, is_public: bool) -> GuestAddress:
    from dicelab.studio.sharing.messages import shown_code
    from dicelab.studio.sharing.rooms import CODE_SECONDS

    room = share.renew()
    return GuestAddress(share.base, shown_code(room.code), share.address(room), CODE_SECONDS / 3600, is_public)


def open_socket(host: str, port: int | None) -> socket.socket:
    """Return a socket that listens; on any port where the usual one is taken and none was asked for."""
    wanted = USUAL_PORT if port is None else port
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, wanted, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (OSError, UnicodeError):
        raise DiceError(f"--host {host}: no such address on this machine: use {USUAL_HOST}") from None
    listener = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(256)
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE and port is None:
            return open_socket(host, 0)
        raise DiceError(_why_not(error, host, wanted)) from None
    return listener


def _why_not(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"--port {port}: another program listens there: choose another port, or leave --port out"
    if error.errno == errno.EACCES:
        return f"--port {port}: only the administrator may listen there: choose a port from 1024"
    return f"--host {host}: this machine can't listen there ({error.strerror}): use {USUAL_HOST}"


def _run(
    settings: ServerSettings,
    listener: socket.socket,
    entrance: Entrance,
    hosts: frozenset[str],
    share: Share | None,
    guest_hosts: frozenset[str],
) -> None:
    import asyncio

    import uvicorn

    from dicelab.studio.app import Studio, create_app
    from dicelab.studio.jobs import Jobs
    from dicelab.studio.pool import Pool
    from dicelab.studio.protocol import PatientProtocol
    from dicelab.studio.security import MOST_COOKIES, MOST_HEAD
    from dicelab.studio.worker import PREFIX, TRACEBACKS

    if settings.tracebacks:
        os.environ[TRACEBACKS] = "1"
    # uvicorn would report errors that the application logs already, and requests that the end of the server cuts off.
    logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)

    class Server(uvicorn.Server):
        """Ends the streams of events first, so that no page holds up the end."""

        def __init__(self, config: uvicorn.Config, studio: Studio) -> None:
            super().__init__(config)
            self._studio = studio

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            """End all requests in progress."""
            self._studio.jobs.end_streams()
            if share is not None:
                share.rooms.close_all()
            await super().shutdown(sockets)

    async def run(folder: str) -> None:
        if share is not None:
            share.run_in(asyncio.get_running_loop())
        cores = os.cpu_count() or 1
        arguments = (folder, *settings.puzzles)
        studio = Studio(Pool(cores, arguments), Jobs(cores, arguments))
        config = uvicorn.Config(
            create_app(studio, entrance, hosts, share, guest_hosts),
            http=PatientProtocol,
            ws="none",
            lifespan="on",
            loop="asyncio",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            timeout_keep_alive=15,
            timeout_graceful_shutdown=SHUTDOWN_SECONDS,
            h11_max_incomplete_event_size=MOST_HEAD + MOST_COOKIES,
            limit_concurrency=MOST_CONNECTIONS,
        )
        await Server(config, studio).serve([listener])

    with tempfile.TemporaryDirectory(prefix=PREFIX, ignore_cleanup_errors=True) as folder:
        asyncio.run(run(folder))


def puzzles_or_raise(texts: Sequence[str]) -> tuple[str, ...]:
    """Return the puzzles to add as workers take them; raise the error that one of them can't be read with."""
    if texts:
        from dicelab.studio.documents import puzzles

        puzzles(tuple(texts))
    return tuple(texts)
