"""``dicelab play`` on a full screen: by keys and by typed lines, to its end, at 80 and at 200 columns."""

import os
import re
import select
import signal
import struct
import subprocess
import sys
import time

import pytest

import dicelab as package
from dicelab.play.choosing import new_position
from dicelab.play.game import Game, GameTable
from dicelab.play.hand import Direction, Hand
from dicelab.play.verbs import position_of
from tests.loops import run_apart

pytestmark = pytest.mark.slow
fcntl, pty, termios = map(pytest.importorskip, ("fcntl", "pty", "termios"))
screens = pytest.importorskip("dicelab.play.full_screen")

BOARD = "A6 B1 B5 D1 E3 F2 F4"
DIGITS = "123456789"


def keys_to(hand, mask, position):
    """Return the keys that a player presses to lay a piece on some cells, from where the cursor is."""
    grid = position.puzzle.grid
    for flips in range(2):
        for turns in range(len(grid.lattice.rotations)):
            turned = hand.flipped() if flips else hand
            for _ in range(turns):
                turned = turned.turned()
            for cell in grid.cells(mask):
                if turned.at(cell).mask(grid) == mask:
                    return [*"f" * flips, *"r" * turns, *walk(grid, hand.cell, cell)]
    raise AssertionError(grid.labels(mask))


def walk(grid, start, end):
    """Return the arrow keys from a cell to another."""
    ways: dict[int, tuple[str, ...]] = {start: ()}
    edge = [start]
    while end not in ways:
        cell = edge.pop(0)
        for direction in Direction:
            there = Hand(cell, None).moved(grid, direction).cell
            if there not in ways:
                ways[there] = (*ways[cell], direction.value)
                edge.append(there)
    return ways[end]


def lines_of(app):
    return ["".join(segment.text for segment in strip) for strip in app.screen._compositor.render_strips()]


async def settled(app, pilot):
    """Wait until every command is answered."""
    await pilot.pause()
    await app.workers.wait_for_complete()
    await pilot.pause()


@pytest.mark.parametrize(("puzzle", "size"), [("genius-square", (80, 24)), ("genius-star", (200, 50))])
def test_a_board_is_played_to_its_end_by_keys(puzzle, size):
    async def play():
        position = new_position(puzzle, seed=3)
        tiling = package.solve(position.board, position.puzzle).tiling
        assert tiling is not None
        app = screens.FullScreen(GameTable(Game(position)))
        async with app.run_test(size=size) as pilot:
            for number, mask in enumerate(tiling.masks):
                piece = position.puzzle.pieces[number]
                await pilot.press(str(1 + position.puzzle.pieces.index(piece)))
                assert app.hand.piece == piece
                await pilot.press(*keys_to(app.hand, mask, app.table.game.position), "enter")
                await settled(app, pilot)
                assert len(app.table.game.position.placed) == number + 1
                assert all(len(line) <= size[0] for line in lines_of(app))
            assert app.table.game.is_solved
            assert any(": solved in 0:" in line for line in lines_of(app))
            # After the end a command changes nothing, and a key leaves.
            await pilot.press("u")
            await settled(app, pilot)
            assert app.table.game.is_solved
            await pilot.press("enter")
        assert app.return_value is None

    run_apart(play())


def test_keys_are_commands_and_typed_lines_are_too():
    async def play():
        app = screens.FullScreen(GameTable(Game(position_of(BOARD))))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("l", "h", ":")
            await pilot.press(*"T4 A1,A2,A3,B2", "enter", "escape")
            await settled(app, pilot)
            assert app.table.game.position.format() == "T4 A1,A2,A3,B2"
            assert "[ok] The position can be completed." in "\n".join(lines_of(app))
            await pilot.press("u", "y", "backspace")
            await settled(app, pilot)
            # The cursor is on A1, which T4 covered.
            assert app.table.game.position.format() == ""
            assert (app.table.game.tries, app.table.game.hints, app.table.has_light) == (1, 1, True)
            await pilot.press("9", "enter")
            await settled(app, pilot)
            assert app.table.game.position.format() == "S4 A1,A2,B2,B3"
            # The third row begins in the sixth line, and its third cell after three columns and two cells of four.
            await pilot.click("#board", offset=(1 + 3 + 2 * 4 + 1, 5))
            await pilot.pause()
            assert app.table.game.position.puzzle.grid.label(app.hand.cell) == "C3"
            await pilot.press("q")

    run_apart(play())


def on_a_terminal(*arguments, keys, columns=80, end=None, **environment):
    """Run the verb on a terminal of its own; return its exit status and all that it wrote."""
    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    code = "import sys; from dicelab.cli.main import main; main(sys.argv[1:])"
    process = subprocess.Popen(
        [sys.executable, "-c", code, "play", *arguments],
        stdin=follower,
        stdout=follower,
        stderr=follower,
        start_new_session=True,
        env=os.environ | {"TERM": "xterm-256color"} | environment,
    )
    os.close(follower)
    written, deadline, pending = b"", time.monotonic() + 60, list(keys)
    while time.monotonic() < deadline:
        ready, _, _ = select.select([leader], [], [], 0.3)
        try:
            got = os.read(leader, 1 << 16) if ready else b""
        except OSError:
            break
        written += got
        if not ready and (b"In hand" in written or b"> " in written):
            if pending:
                os.write(leader, pending.pop(0))
            elif end is not None:
                process.send_signal(end)
                end = None
    os.close(leader)
    return process.wait(10), written.decode(errors="replace")


def test_a_whole_process_plays_leaves_the_screen_as_it_was_and_prints_its_result():
    status, written = on_a_terminal(BOARD, keys=[b":", b"T4 A1,A2,A3,B2\r", b"\x1b", b"q"])
    assert status == 0
    after = written.rpartition("\x1b[?1049l")[2]
    assert "left unsolved" in after
    assert "1 piece placed" in after


@pytest.mark.parametrize(("end", "status"), [(signal.SIGTERM, 143), (None, 130)])
def test_what_is_stopped_leaves_the_screen_as_it_was(end, status):
    found, written = on_a_terminal(BOARD, keys=[] if end else [b"\x03"], end=end)
    assert found == status
    assert "\x1b[?1049l" in written


@pytest.mark.parametrize("arguments", [[], ["--no-color"]])
def test_colours_are_left_out_where_they_are_not_wanted(arguments):
    environment = {"COLORTERM": "truecolor"} | ({} if arguments else {"NO_COLOR": "1"})
    _, written = on_a_terminal(BOARD, *arguments, keys=[b"q"], **environment)
    shades = re.findall(r"[34]8;2;([0-9]+);([0-9]+);([0-9]+)", written)
    assert all(red == green == blue for red, green, blue in shades)
    assert "In hand: 1 I1/1 of 1" in written


@pytest.mark.parametrize(("arguments", "kind"), [(["--plain"], "xterm"), ([], "dumb")])
def test_a_prompt_takes_the_place_of_the_screen(arguments, kind):
    status, written = on_a_terminal(BOARD, *arguments, keys=[b"quit\r"], TERM=kind)
    assert status == 0
    assert "\x1b[?1049h" not in written
    assert "Type help for the commands" in written
