"""The rules of races: who gets in, who is told what, and who has won."""

import pytest

from dicelab.studio.pool import AskError
from dicelab.studio.sharing.messages import Seat, new_code, read_code, shown_code
from dicelab.studio.sharing.names import checked_name
from dicelab.studio.sharing.rooms import (
    CODE_SECONDS,
    COUNTDOWN_SECONDS,
    HOST,
    IDLE_SECONDS,
    MOST_LISTENERS,
    MOST_PAGES,
    MOST_PLAYERS,
    MOST_ROOMS,
    REVEAL_SECONDS,
    ROUND_SECONDS,
    Rooms,
)
from solver.polyform import Puzzle

PUZZLE = Puzzle.parse("2x3/1:L3,I2")
"""One blocker on six cells: A1 A2 A3 are cells 0 to 2, B1 B2 B3 cells 3 to 5."""
L3, I2 = (list(PUZZLE.kinds).index(piece) for piece in PUZZLE.pieces)
BOARD = "B2"
TILING = [[L3, 0, 1, 3], [I2, 2, 5]]


class Clock:
    """Time that a test moves."""

    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def rooms(clock):
    return Rooms(clock)


@pytest.fixture
def room(rooms):
    """A room with two players."""
    found = rooms.open()
    found.join(HOST, "Ann")
    found.join("bob's key", "Bob")
    return found


def begin(room, clock, puzzle=PUZZLE, board=BOARD):
    room.begin("small", puzzle, board)
    clock.now += COUNTDOWN_SECONDS + 1


def refused(status, does, *given):
    with pytest.raises(AskError) as error:
        does(*given)
    assert error.value.status == status
    assert "\n" not in error.value.text
    return error.value.text


def others(room, key):
    return {one["name"]: one for one in room.view(key)["players"]}


def test_a_player_with_a_handicap_begins_with_a_board_and_pieces_of_the_own(room, clock):
    bob = others(room, HOST)["Bob"]["id"]
    # On the mirrored board the long piece lies already.
    seat = Seat(bob, "A2", [[L3, 0, 3, 4]], "hard,laid=1")
    room.begin("small", PUZZLE, BOARD, [seat])
    clock.now += COUNTDOWN_SECONDS + 1
    seen = room.view("bob's key")
    assert (seen["round"]["board"], list(seen["laid"])) == ([1], [[L3, 0, 3, 4]])
    assert room.view(HOST)["round"]["board"] == [4]
    assert others(room, HOST)["Bob"]["handicap"] == "hard boards, 1 piece laid"
    assert others(room, HOST)["Ann"]["handicap"] == ""
    refused(400, room.report, "bob's key", 1, TILING)
    room.report("bob's key", 1, [[L3, 0, 3, 4], [I2, 2, 5]])
    assert others(room, HOST)["Bob"]["place"] == 1
    # The next round is without it.
    begin(room, clock)
    assert others(room, HOST)["Bob"]["handicap"] == ""
    assert room.view("bob's key")["round"]["board"] == [4]


@pytest.mark.parametrize(
    "seat",
    [("A9", [], ""), ("A1 A2", [], ""), ("A2", [[L3, 0, 1, 3]], ""), ("A2", [], "fast"), ("B2", TILING, "laid=2")],
)
def test_a_seat_that_is_none_begins_no_round(room, seat):
    bob = others(room, HOST)["Bob"]["id"]
    refused(400, room.begin, "small", PUZZLE, BOARD, [Seat(bob, *seat)])
    assert room.view(HOST)["state"] == "waiting"


def test_the_first_tiling_wins_and_others_may_finish(room, clock):
    begin(room, clock)
    room.report("bob's key", 1, TILING[:1])
    assert others(room, HOST)["Bob"]["placed"] == 1
    clock.now += 2
    room.report(HOST, 1, TILING)
    assert room.state == "running"
    clock.now += 3
    room.report("bob's key", 1, TILING)
    assert room.state == "over"
    found = others(room, HOST)
    assert [(found[name]["place"], found[name]["seconds"], found[name]["wins"]) for name in ("Ann", "Bob")] == [
        (1, 3.0, 1),
        (2, 6.0, 0),
    ]
    refused(409, room.report, "bob's key", 1, TILING)
    begin(room, clock)
    assert others(room, HOST)["Ann"] | {"place": None, "placed": 0, "wins": 1} == others(room, HOST)["Ann"]
    refused(409, room.report, HOST, 1, TILING)


@pytest.mark.parametrize(
    "laid",
    [
        pytest.param([[L3, 0, 1, 3], [I2, 4, 5]], id="on the blocker"),
        pytest.param([[L3, 0, 1, 3], [I2, 1, 2]], id="on each other"),
        pytest.param([[L3, 0, 1, 3], [L3, 0, 1, 3]], id="one piece twice"),
        pytest.param([[L3, 0, 1, 2], [I2, 2, 5]], id="of another shape"),
        pytest.param([[L3, 0, 1, 3], [I2, 2, 3]], id="torn apart"),
        pytest.param([[L3, 0, 1, 3], [I2, 2, 2]], id="a cell twice"),
        pytest.param([[L3, 0, 1, 3], [2, 2, 5]], id="of no piece"),
        pytest.param([[L3, 0, 1, 3], [-1, 2, 5]], id="of a piece below none"),
        pytest.param([[L3, 0, 1, 3], [I2, 5, 6]], id="beside the board"),
        pytest.param([[L3, 0, 1, 3], [I2, 63, 62]], id="far away"),
        pytest.param([[L3]], id="nowhere"),
        pytest.param([[]], id="nothing"),
        pytest.param([*TILING, [I2, 2, 5]], id="too many"),
    ],
)
def test_a_forged_position_is_refused_and_changes_nothing(room, clock, laid):
    begin(room, clock)
    room.report("bob's key", 1, TILING[:1])
    before = others(room, HOST)
    refused(400, room.report, "bob's key", 1, laid)
    assert others(room, HOST) == before


def test_nobody_plays_before_the_start_or_without_a_name(room, clock):
    refused(409, room.report, HOST, 1, TILING)
    room.begin("small", PUZZLE, BOARD)
    assert room.state == "countdown"
    refused(409, room.report, HOST, 1, TILING)
    clock.now += COUNTDOWN_SECONDS + 1
    refused(403, room.report, "a stranger", 1, TILING)
    refused(409, room.report, HOST, 2, TILING)
    room.stop()
    refused(409, room.report, HOST, 1, TILING)


def test_the_board_is_told_just_before_the_start(room, clock):
    room.begin("small", PUZZLE, BOARD)
    assert room.view(HOST)["round"]["board"] is None
    assert room.seconds_to_change() == pytest.approx(COUNTDOWN_SECONDS - REVEAL_SECONDS)
    clock.now += room.seconds_to_change()
    assert room.view("bob's key")["round"]["board"] == [4]
    assert room.state == "countdown"
    clock.now += room.seconds_to_change()
    assert room.state == "running"
    clock.now += ROUND_SECONDS
    assert room.state == "over"
    assert room.seconds_to_change() is None


def test_others_are_told_how_much_is_placed_but_not_where(room, clock):
    begin(room, clock)
    room.report("bob's key", 1, TILING[:1])
    assert room.view("bob's key")["laid"] == TILING[:1]
    found = room.view(HOST)
    assert found["laid"] == ()
    told = {"id", "name", "host", "handicap", "here", "placed", "seconds", "place", "wins"}
    assert set(found["players"][1]) == told
    assert "code" in found
    assert "code" not in room.view("bob's key")
    assert "bob's key" not in str(found)


def test_whoever_comes_back_goes_on(room, clock):
    begin(room, clock)
    listener = room.listen("bob's key", lambda: None)
    room.report("bob's key", 1, TILING[:1])
    assert others(room, HOST)["Bob"]["here"]
    room.leave(listener)
    assert not others(room, HOST)["Bob"]["here"]
    room.listen("bob's key", lambda: None)
    assert room.view("bob's key")["laid"] == TILING[:1]
    room.report("bob's key", 1, TILING)
    assert others(room, HOST)["Bob"]["place"] == 1


def test_a_board_that_the_puzzle_has_not_begins_no_round(room):
    for board in ("", "B2 B3", "C1", "#" * 4000):
        refused(400, room.begin, "small", PUZZLE, board)
    assert room.state == "waiting"


@pytest.mark.parametrize("name", ["Ann", "Jörg", "李雷", "<b>Ann</b>", "Zoë 2", "نور", "O'Neil"])
def test_names_are_text_of_any_language(name):
    assert checked_name(f"  {name} ") == name


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "x" * 25,
        "\x1b[31mred",
        "a\u202eb",
        "a\u200bb",
        "a\x00",
        "a\x7fb",
        "...",
        "a" + "\u0301" * 9,
        "a\u2028b" * 9,
    ],
)
def test_names_that_could_do_harm_are_refused(name):
    refused(400, checked_name, name)


@pytest.mark.parametrize("unseen", ["\u3164", "\u115f", "\uffa0", "\u2800", "\ufe0f", "\u034f", "\U000e0100"])
def test_letters_that_nobody_sees_make_no_second_name(unseen, room):
    refused(400, checked_name, unseen * 3)
    refused(409, room.join, "carl's key", f"A{unseen}nn")


@pytest.mark.parametrize("name", ["\u0412ob", "B\u03bfb", "\uff22\u03bfb"])
def test_a_name_has_letters_of_one_script(name, room):
    refused(400, room.join, "carl's key", name)


@pytest.mark.parametrize("name", ["Зоя", "ケン 健 Ken", "Ζωή", "עדי", "Zoë 2"])
def test_names_of_any_script_are_taken(name, room):
    assert room.join("carl's key", name).name == name


@pytest.mark.parametrize("name", ["bob", "\u0412\u041e\u0412", "B0b", "\uff22ob"])
def test_a_name_that_looks_like_another_is_refused(name, room):
    refused(409, room.join, "carl's key", name)


def test_a_round_that_is_over_does_not_go_on_for_who_comes_later(room, clock):
    begin(room, clock)
    for key in (HOST, "bob's key"):
        room.report(key, 1, TILING)
    assert room.state == "over"
    room.join("carl's key", "Carl")
    assert room.state == "over"
    refused(409, room.report, "carl's key", 1, TILING)
    begin(room, clock)
    assert room.report("carl's key", 2, TILING).wins == 1


def test_line_breaks_in_names_are_blanks():
    assert checked_name("Ann\r\nSet-Cookie: x") == "Ann Set-Cookie: x"


def test_a_name_stands_for_one_player(room):
    refused(409, room.join, "carl's key", "ANN")
    assert room.join("bob's key", "Carl").id == room.view("bob's key")["you"]
    room.join("another key", "Bob")
    assert list(others(room, HOST)) == ["Ann", "Carl", "Bob"]


def test_the_host_puts_a_player_out(room):
    ident = room.view("bob's key")["you"]
    woken: list[str] = []
    listener = room.listen("bob's key", lambda: woken.append("again"))
    woken.clear()
    assert room.remove(ident) == "bob's key"
    assert (listener.ended, woken) == ("out", ["again"])
    assert room.view("bob's key")["you"] is None
    refused(404, room.remove, ident)


def test_a_room_has_only_so_many_players_and_pages(rooms):
    room = rooms.open()
    for number in range(MOST_PLAYERS):
        room.join(f"key {number}", f"Player {number}")
    refused(503, room.join, "one more", "Late")
    own = [room.listen("key 0", lambda: None) for _ in range(MOST_PAGES + 2)]
    assert [one.ended for one in own] == ["pages", "pages", *[None] * MOST_PAGES]
    for number in range(MOST_LISTENERS - MOST_PAGES):
        room.listen(f"key {number + 1}", lambda: None)
    refused(503, room.listen, "one more", lambda: None)
    room.listen(HOST, lambda: None)


def test_a_code_lets_in_until_it_is_old_or_another_takes_its_place(rooms, clock):
    first, second = rooms.open(), rooms.open()
    assert rooms.of_code(shown_code(first.code)) is first
    assert rooms.of_code(f"{second.code[:3]}-{second.code[3:]}") is second
    for wrong in ("", "0", first.code + "0", "x" * 1000, "१२३४५६७८", f"{first.code}\x00"):
        assert rooms.of_code(wrong) is None
    old, new = first.code, first.renew_code()
    assert (rooms.of_code(old), rooms.of_code(new)) == (None, first)
    clock.now += CODE_SECONDS
    assert rooms.of_code(new) is None
    assert first.view(HOST)["code"] is None


def test_a_code_is_eight_digits_that_nobody_can_foresee():
    found = {new_code() for _ in range(1000)}
    assert len(found) > 990
    assert all(read_code(code) == code for code in found)


def test_rooms_are_few_and_end_when_nothing_happens(rooms, clock):
    for _ in range(MOST_ROOMS):
        last = rooms.open()
    refused(503, rooms.open)
    clock.now += IDLE_SECONDS
    last.join(HOST, "Ann")
    clock.now += 1
    assert rooms.list() == [last]
    rooms.close(last.id)
    assert last.is_closed
    refused(404, rooms.get, last.id)
