"""Coroutines in tests whose process may have the loop of a browser."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def run_apart(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in a thread of its own: Playwright keeps a loop in the one of the tests, once it was used."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()
