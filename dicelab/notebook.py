"""The status line of a notebook while a function is at work: its progress, and the best set so far."""

from __future__ import annotations

import contextvars
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from solver.runs.progress import Progress

FIRST_SECONDS = 1.0
"""How long nothing is shown: most answers come sooner."""
_BETWEEN_SECONDS = 0.5


class Display(Protocol):
    """Shows text in plain form and as HTML, in place of the text before."""

    def __call__(self, plain: str, html: str, /) -> None:
        """Show the text."""


class StatusLine:
    """One line of how far a function is, and below it the best set so far."""

    def __init__(self, name: str, show: Display, now: Callable[[], float] = time.monotonic) -> None:
        self._show, self._now, self._began = show, now, now()
        self._name, self._what, self._best = name, "", ""
        self._done, self._total = 0, 0
        self._is_shown = False

    def progress(self, done: int, total: int | None, what: str = "", /) -> None:
        """Take how far the function is."""
        self._done, self._total, self._what = done, total or 0, what

    def improved(self, improvement: object) -> None:
        """Take a set that is better than those before."""
        self._best = str(improvement)

    def tick(self) -> None:
        """Show the state, once the function has taken a while."""
        seconds = self._now() - self._began
        if seconds < FIRST_SECONDS:
            return
        from html import escape

        line, bar = f"{self._what or self._name + ': working'} ({seconds:.0f} s)", ""
        if self._total:
            line = f"{self._what or self._name}: {self._done:,} of {self._total:,} ({seconds:.0f} s)"
            bar = f'<progress value="{self._done}" max="{self._total}"></progress> '
        best = f"<br><small>{escape(self._best)}</small>" if self._best else ""
        self._is_shown = True
        self._show("\n".join(filter(None, (line, self._best))), f"{bar}{escape(line)}{best}")

    def clear(self) -> None:
        """Leave nothing behind: the result follows."""
        if self._is_shown:
            self._show("", "")


def in_notebook() -> bool:
    """Tell whether this program runs in a kernel of Jupyter."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    return getattr(shell, "kernel", None) is not None


_AT_WORK = threading.Lock()
"""Held while a function shows its state: those that it calls show none of their own."""


@contextmanager
def shown(name: str) -> Iterator[tuple[Progress, Callable[[object], None]] | None]:
    """Show in the notebook how far a function is; give nothing outside a notebook, and within another such call."""
    if not in_notebook() or not _AT_WORK.acquire(blocking=False):
        yield None
        return
    status, ended = StatusLine(name, _displayed()), threading.Event()

    def watch() -> None:
        while not ended.wait(_BETWEEN_SECONDS):
            status.tick()

    # A kernel finds the cell of an output by the context that the cell runs in.
    watcher = threading.Thread(target=contextvars.copy_context().run, args=(watch,), daemon=True, name="notebook")
    watcher.start()
    try:
        yield status.progress, status.improved
    finally:
        ended.set()
        watcher.join()
        status.clear()
        _AT_WORK.release()


def _displayed() -> Display:
    from IPython.display import display  # type: ignore[import-not-found, unused-ignore]

    handle: Any = None

    def show(plain: str, html: str, /) -> None:
        nonlocal handle
        content = {"text/plain": plain, "text/html": html}
        if handle is None:
            handle = display(content, raw=True, display_id=True)
        else:
            handle.update(content, raw=True)

    return show


@contextmanager
def shown_ports(name: str, wanted: Collection[str]) -> Iterator[dict[str, Any]]:
    """Give those ports of a verb that show a notebook how far it is: ``progress`` and ``improved``.

    Parameters
    ----------
    name
        Of the function, as it is shown.
    wanted
        The ports that the function has and the caller did not give.
    """
    if not {"progress", "improved"}.intersection(wanted):
        yield {}
        return
    with shown(name) as state:
        found: dict[str, Any] = {} if state is None else {"progress": state[0], "improved": state[1]}
        yield {port: function for port, function in found.items() if port in wanted}
