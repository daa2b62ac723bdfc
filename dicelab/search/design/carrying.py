"""Carrying a search on until it ends, its time is up, or somebody stops it: what was reached by then is kept."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from typing import TypeVar

from dicelab.search.design import stopping
from dicelab.search.design.overlapping import OverlappingState
from dicelab.search.design.stopping import SearchStoppedError
from dicelab.search.design.values import DesignState
from solver.runs.interruption import Stopped, stopped_by, time_limit

State = TypeVar("State", DesignState, OverlappingState)

SECONDS_TO_STOP = 0.5
"""How long searches that were stopped are waited for."""


def carried(
    load_tables: Callable[[], None],
    begin_search: Callable[[], State],
    epochs: Callable[[State], Iterator[State]],
    state: State | None,
    reached: Callable[[State], None],
    seconds: float | None,
) -> tuple[State | None, Stopped]:
    """Carry a search on to its end or until it is stopped; return its last state, and what stopped it."""
    begin = time.monotonic()
    stopped: Stopped = ""
    try:
        with time_limit(seconds) as is_interrupted, _stopping_after(None if is_interrupted else seconds):
            # Searches that were stopped before and could not be waited for then.
            stopping.wait()
            load_tables()
            state = state or begin_search()
            for state in epochs(state):  # noqa: B020 - each state goes on from the one before
                reached(state)
                if seconds is not None and time.monotonic() - begin >= seconds:
                    break
    except SearchStoppedError:
        # An epoch that was cut off counts for nothing, so that --resume ends as if there had been no limit.
        stopped = "time"
    except KeyboardInterrupt as error:
        stopped = stopped_by(error)
    if stopped or (state is not None and not state.over):
        stopping.stop()
        stopping.wait(SECONDS_TO_STOP)
    if state is not None and state.over:
        return state, ""
    return state, stopped or "time"


@contextlib.contextmanager
def _stopping_after(seconds: float | None) -> Iterator[None]:
    """Stop the searches by themselves after so long, where the main thread can't be interrupted."""
    if seconds is None:
        yield
        return
    late = threading.Timer(min(seconds, threading.TIMEOUT_MAX), stopping.stop)
    late.daemon = True
    late.start()
    try:
        yield
    finally:
        late.cancel()
