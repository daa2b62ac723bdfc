"""SECURITY.md: each promise names the tests that hold it, and each of them is there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_every_promise_names_tests_that_are_there() -> None:
    page = (ROOT / "SECURITY.md").read_text("utf-8")
    rows = [line.strip("| \n").split(" | ") for line in page.splitlines() if line.startswith("| ")][2:]
    assert len(rows) >= 10
    for who, promise, tests in rows:
        named = re.findall(r"`(tests/[^`]+)`", tests)
        assert named, who
        assert promise.endswith((".", ".)")), who
        missing = [name for name in named if not (ROOT / name).exists()]
        assert missing == [], who
