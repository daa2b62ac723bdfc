"""What a verb shows while it works, by a clock of the test's own."""

from __future__ import annotations

import io

import pytest

from dicelab.cli import terminal
from dicelab.cli.terminal import SignsOfLife, Terminal


class Clock:
    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


class FakeTerminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def clock() -> Clock:
    return Clock()


def watched(signs: SignsOfLife, clock: Clock, seconds: int) -> None:
    for _ in range(seconds * 10):
        clock.seconds += 0.1
        signs.tick(first=True)


def test_the_first_line_comes_within_a_second_and_the_next_every_few_seconds(clock):
    stream = io.StringIO()
    signs = SignsOfLife(clock, stream)
    signs.begin("dicelab verify: working")
    watched(signs, clock, 1)
    assert stream.getvalue() == "dicelab verify: working (1 s)\n"
    signs.doing("rolls: 3 of 9")
    watched(signs, clock, 20)
    lines = stream.getvalue().splitlines()
    # What is the same is not said again.
    assert lines[1:] == ["rolls: 3 of 9 (6 s)", *(f"… ({seconds} s)" for seconds in (11, 16, 21))]
    signs.say("better: 5 of 9, after 22 s", "rolls: 5 of 9")
    signs.doing("rolls: 5 of 9")
    watched(signs, clock, 5)
    assert stream.getvalue().splitlines()[-1] == "… (26 s)"


def test_what_a_verb_prints_is_a_sign_of_life_itself(clock):
    stream = io.StringIO()
    signs = SignsOfLife(clock, stream)
    signs.begin("solving")
    for _ in range(20):
        watched(signs, clock, 1)
        signs.spoke()
    assert stream.getvalue().count("\n") == 1


@pytest.mark.parametrize("quiet", [True, False])
def test_nothing_before_the_beginning_after_the_end_or_when_quiet(clock, quiet):
    stream = io.StringIO()
    signs = SignsOfLife(clock, stream)
    watched(signs, clock, 20)
    signs.begin("solving", quiet=quiet)
    if not quiet:
        signs.end()
    watched(signs, clock, 20)
    assert stream.getvalue() == ""


def test_a_terminal_has_one_line_that_is_erased_before_anything_else_is_printed(clock, monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    stream = FakeTerminal()
    signs = SignsOfLife(clock, stream)
    signs.begin("solving")
    watched(signs, clock, 3)
    assert "\n" not in stream.getvalue()
    assert stream.getvalue().endswith("solving (3 s)")
    signs.spoke()
    assert stream.getvalue().endswith("\r\x1b[K")
    with signs.replaced():
        shown = stream.getvalue()
        watched(signs, clock, 20)
        assert stream.getvalue() == shown


def test_a_closed_stream_stops_nothing(clock):
    stream = io.StringIO()
    signs = SignsOfLife(clock, stream)
    signs.begin("solving")
    stream.close()
    monkey = pytest.MonkeyPatch()
    monkey.setattr(terminal, "is_live_terminal", lambda _stream=None: False)
    watched(signs, clock, 10)
    monkey.undo()


def test_progress_without_a_terminal_prints_lines_and_none_when_quiet(clock, monkeypatch, capsys):
    signs = SignsOfLife(clock)
    monkeypatch.setattr(terminal, "SIGNS", signs)
    signs.begin("dicelab verify: working")
    with Terminal(json=False, quiet=False, verbose=False).progress("rolls") as progress:
        for done in range(12):
            clock.seconds += 1
            progress(done, 1000)
        progress(12, None, "best 3 changes, at least 2")
    assert capsys.readouterr().err.splitlines() == ["rolls: 4 of 1,000 (5 s)", "rolls: 9 of 1,000 (10 s)"]
    clock.seconds += 5
    signs.tick()
    assert capsys.readouterr().err == "dicelab verify: working (17 s)\n"
    with Terminal(json=False, quiet=True, verbose=False).progress("rolls") as progress:
        clock.seconds += 100
        progress(5, 1000)
    assert capsys.readouterr().err == ""
