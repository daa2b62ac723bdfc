"""Guests of a race on the studio's server: what they may do, and that it is nothing else."""

import asyncio
import json
import logging
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette")

from dicelab.studio.app import GUEST_BYTES, Studio, create_app, routes
from dicelab.studio.jobs import Jobs
from dicelab.studio.security import LOOPBACK, allowed_hosts
from dicelab.studio.sharing.rooms import MOST_PLAYERS
from dicelab.studio.sharing.routes import guest_routes
from dicelab.studio.sharing.share import Share, own_addresses
from dicelab.studio.static_files import StaticFiles
from tests.dicelab.studio.server.conftest import HOST, PORT, Client, HerePool
from tests.dicelab.studio.sharing.test_rooms import Clock
from tests.loops import run_apart

LAN = f"192.168.1.7:{PORT}"
GUEST_COOKIE = f"dicelab-guest-{PORT}"
BOARD = "A6 B1 B5 D1 E3 F2 F4"


@pytest.fixture
def studio(site, pool):
    (site / "play.html").write_text("<!doctype html><title>play</title>")
    return Studio(pool, Jobs(1), StaticFiles(site))


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def share(clock):
    from dicelab.studio.sharing.rooms import Rooms

    return Share(f"http://{LAN}", PORT, rooms=Rooms(clock))


@pytest.fixture
def app(studio, entrance, share):
    return create_app(studio, entrance, allowed_hosts(LOOPBACK, PORT), share, allowed_hosts(["192.168.1.7"], PORT))


@pytest.fixture
def owner(app, entrance):
    """The browser of whoever started the server."""
    answer = Client(app).get(f"/?token={entrance.token}", sec_fetch_site="none")
    return Client(app, answer.headers["set-cookie"].partition(";")[0])


def entered(app, room, address="192.168.1.20"):
    """Return a browser that came in by the code of a room."""
    stranger = Client(app, host=LAN, address=address)
    # A browser tells no Sec-Fetch-Site where the address is not that of this machine.
    answer = stranger.get(f"/play.html?room={room.code}", sec_fetch_site="")
    assert (answer.status, answer.headers["location"]) == (303, "/play.html")
    return Client(app, answer.headers["set-cookie"].partition(";")[0], host=LAN, address=address)


@pytest.fixture
def guest(app, share):
    return entered(app, share.first)


def api(room, more=""):
    return f"/api/rooms/{room.id}{more}"


def test_a_code_becomes_a_cookie_of_its_own(app, share):
    answer = Client(app, host=LAN).get(f"/play.html?room={share.first.code}", sec_fetch_site="")
    name, *rules = answer.headers["set-cookie"].split("; ")
    assert name.startswith(f"{GUEST_COOKIE}=")
    assert share.first.code not in name
    assert set(rules) == {"Path=/", "HttpOnly", "SameSite=Strict"}
    known = Client(app, name, host=LAN)
    assert known.get("/play.html").status == 200
    assert known.get("/").headers["location"] == "/play.html"
    again = known.get(f"/play.html?room={share.first.code}")
    assert again.status == 303
    assert "set-cookie" not in again.headers


def test_without_a_code_there_is_only_the_form(app, pool):
    stranger = Client(app, host=LAN)
    for path in ("/", "/play.html"):
        answer = stranger.get(path, accept="text/html")
        assert answer.status == 401
        assert b'name="room"' in answer.body
        assert "form-action 'self'" in answer.headers["content-security-policy"]
        assert "unsafe" not in answer.headers["content-security-policy"]
    for path in ("/js/parts/dom.js", "/data/studio.json", "/api/rooms", "/api/schema", "/index.html"):
        assert stranger.get(path).status == 401
    assert pool.asked == []


def targets(found):
    parts = {"{name:path}": "any/thing", "{name}": "studio.json", "{id}": "1", "{player}": "2"}
    for route in found:
        path = route.path
        for part, value in parts.items():
            path = path.replace(part, value)
        yield from ((method, path) for method in sorted(route.methods or ()))


def test_every_route_is_refused_to_strangers_and_the_owners_to_guests(app, share, pool, studio):
    guest = entered(app, share.first)
    own = set(targets(guest_routes(studio.files, studio.ready))) - {
        (method, "/api/any/thing") for method in ("GET", "HEAD", "POST", "DELETE")
    }
    every = list(targets(routes(Studio(HerePool(Path()), Jobs(1)), share)))
    assert len(every) > 35
    forbidden = [one for one in every if one not in own]
    assert {("POST", "/api/rooms"), ("POST", "/api/rooms/1/begin"), ("POST", "/api/verify")} <= set(forbidden)
    before = share.rooms.list()
    for method, path in every:
        body = b"{}" if method == "POST" else b""
        for cookie in ("", f"{GUEST_COOKIE}=x", f"dicelab-{PORT}=x"):
            for host in (LAN, HOST):
                answer = Client(app, cookie, host=host).ask(method, path, body=body)
                assert answer.status == 401, (method, path)
                assert "set-cookie" not in answer.headers
    for method, path in forbidden:
        for target in (path, path.replace("/1", f"/{share.first.id}")):
            if (method, target.replace(share.first.id, "1")) not in own:
                assert guest.ask(method, target, body=b"{}" if method == "POST" else b"").status in {403, 405}, target
    assert share.rooms.list() == before
    assert pool.asked == []


def test_cookies_of_the_owner_and_of_guests_do_not_open_each_others_doors(app, owner, guest):
    secret = guest.cookie.partition("=")[2]
    assert Client(app, f"dicelab-{PORT}={secret}").post("/api/rooms", {}).status == 401
    assert Client(app, f"{GUEST_COOKIE}={owner.cookie.partition('=')[2]}").get("/play.html").status == 401
    # At a name for guests alone the owner's cookie opens nothing either.
    assert Client(app, owner.cookie, host=LAN).get("/data/studio.json").status == 401
    both = Client(app, f"{owner.cookie}; {guest.cookie}", host=LAN)
    assert both.post("/api/roll", {"dice": "default"}).status == 403
    assert both.get("/api/rooms").json()["guest"] is True
    here = Client(app, f"{guest.cookie}; {owner.cookie}")
    assert here.get("/api/rooms").json()["guest"] is False
    assert here.get("/?token=x", sec_fetch_site="none").headers["location"] == "/"
    assert guest.get("/?token=x").headers["location"] == "/play.html"


@pytest.mark.parametrize(
    "host", ["evil.example", f"192.168.1.8:{PORT}", "192.168.1.7:80", f"rebound.192.168.1.7:{PORT}"]
)
def test_guests_too_come_by_an_address_of_the_list(app, guest, share, host):
    assert Client(app, guest.cookie, host=host).get("/play.html").status == 421
    assert Client(app, host=host).get(f"/play.html?room={share.first.code}").status == 421


def test_pages_of_others_can_not_act_for_a_guest(guest, share):
    body = b'{"name": "Eve"}'
    for headers in (
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": f"http://{HOST}"},
        {"sec_fetch_site": "cross-site"},
        {"sec_fetch_site": "same-site"},
    ):
        assert guest.ask("POST", api(share.first, "/join"), body=body, **headers).status == 403
    assert guest.ask("POST", api(share.first, "/join"), body=body, content_type="text/plain").status == 415
    assert share.first.players == {}
    assert guest.ask("POST", api(share.first, "/join"), body=body, origin=f"http://{LAN}").status == 200


def test_codes_can_not_be_guessed(app, share):
    right = share.first.code
    wrong = [code for code in ("00000000", "1234 5678", "x", "1", "%00", "9" * 3000) if code != right]
    eve = Client(app, host=LAN, address="192.168.1.66")
    answers = [eve.get(f"/play.html?room={wrong[number % len(wrong)]}") for number in range(12)]
    assert [answer.status for answer in answers] == [403] * 5 + [429] * 7
    assert all("set-cookie" not in answer.headers for answer in answers)
    # Not even the right one is told from a wrong one then; another device is let in.
    assert eve.get(f"/play.html?room={right}").status == 429
    assert entered(app, share.first, "192.168.1.21").get("/play.html").status == 200
    # Many devices have a limit together; those of one network of version 6 count as one.
    found = [Client(app, host=LAN, address=f"fd00::{number:x}").get("/?room=00000000").status for number in range(10)]
    assert found == [403] * 5 + [429] * 5
    found = [Client(app, host=LAN, address=f"10.0.0.{number}").get("/?room=00000000").status for number in range(40)]
    assert found.count(403) == 20


def test_an_old_code_and_a_closed_room_let_nobody_in(app, owner, guest, share):
    room, old = share.first, share.first.code
    found = owner.post(api(room, "/code"), {}).json()
    assert found["code"].replace(" ", "") == room.code != old
    assert found["address"] == f"http://{LAN}/play.html?room={room.code}"
    assert Client(app, host=LAN).get(f"/play.html?room={old}").status == 403
    assert guest.get("/play.html").status == 200
    assert owner.ask("DELETE", api(room)).status == 200
    assert guest.get("/play.html").status == 401
    assert Client(app, host=LAN).get(f"/play.html?room={room.code}").status == 403
    assert owner.get(api(room)).status == 404


def test_a_guest_who_was_put_out_is_out(app, owner, guest, share):
    old = share.first.code
    ident = guest.post(api(share.first, "/join"), {"name": "Eve"}).json()["you"]
    assert owner.ask("DELETE", api(share.first, f"/players/{ident}")).json()["players"] == []
    assert guest.get("/api/rooms").status == 401
    assert Client(app, host=LAN).get(f"/play.html?room={old}").status == 403


def play(owner, guest, share, clock):
    """Begin a round of two players, and wait for its start."""
    owner.post(api(share.first, "/join"), {"name": "Ann"})
    guest.post(api(share.first, "/join"), {"name": "Bob"})
    begun = owner.post(api(share.first, "/begin"), {"puzzle": "genius-square", "board": BOARD})
    assert begun.json()["state"] == "countdown"
    clock.now += 6


def solution():
    """Return a tiling of the board as pages report it."""
    from dicelab import solve
    from dicelab.studio.documents import puzzles

    puzzle = puzzles(())["genius-square"].puzzle
    tiling = solve(BOARD).tiling
    assert tiling
    return [
        [list(puzzle.kinds).index(piece), *puzzle.grid.cells(mask)]
        for piece, mask in zip(puzzle.pieces, tiling.masks, strict=True)
    ]


def test_the_server_decides_who_has_won(owner, guest, share, clock):
    tiling = solution()
    room = share.first
    report = {"round": 1, "laid": tiling}
    play(owner, guest, share, clock)
    for forged in (
        {"round": 1, "laid": [], "solved": True},
        {"round": 1, "laid": [*tiling[:-1], tiling[0]]},
        {"round": 1, "laid": [[one[0], *reversed([(cell + 1) % 36 for cell in one[1:]])] for one in tiling]},
        {"round": 1, "laid": [[0, 64]]},
        {"round": 1, "laid": [[0, 0]] * 65},
        {"round": "1", "laid": tiling},
        {"round": 1e99, "laid": tiling},
    ):
        guest.post(api(room, "/report"), forged).refused()
    guest.post(api(room, "/report"), {"round": 2, "laid": tiling}).refused()
    assert guest.post(api(room, "/report"), {"round": 1, "laid": tiling[:3]}).json()["laid"] == tiling[:3]
    clock.now += 10
    won = guest.post(api(room, "/report"), report).json()
    assert [(one["name"], one["place"], one["seconds"]) for one in won["players"]] == [
        ("Ann", None, None),
        ("Bob", 1, 11.0),
    ]
    assert owner.post(api(room, "/report"), report).json()["state"] == "over"
    assert guest.post(api(room, "/report"), report).status == 409
    assert owner.post(api(room, "/begin"), {"puzzle": "genius-square", "board": BOARD}).json()["round"]["number"] == 2
    assert guest.post(api(room, "/report"), report).status == 409
    for board, puzzle in (("A1", "genius-square"), (BOARD, "no-such-puzzle"), (BOARD, "../x")):
        owner.post(api(room, "/begin"), {"puzzle": puzzle, "board": board}).refused()


def test_guests_read_only_data_that_is_there(owner, guest, share, clock, pool):
    assert guest.get("/data/genius-square.json").status == 404
    play(owner, guest, share, clock)
    asked = list(pool.asked)
    assert guest.get("/data/genius-square.json").status == 200
    for name in ("genius-star.json", "domino.json", "no-such.json", "genius-square.tilings"):
        assert guest.get(f"/data/{name}").status == 404
    assert pool.asked == asked
    own = owner.get("/data/studio.json").json()
    assert (own["server"], own["share"], "guest" in own) == (True, True, False)
    found = guest.get("/data/studio.json").json()
    assert (found["server"], found["share"], found["guest"]) == (False, True, True)
    assert [one["id"] for one in found["puzzles"]] == ["genius-square"]


def test_a_guest_knows_no_other_room(app, owner, guest, share):
    other = owner.post("/api/rooms", {}).json()["id"]
    assert [one["id"] for one in guest.get("/api/rooms").json()["rooms"]] == [share.first.id]
    for path in (f"/api/rooms/{other}", f"/api/rooms/{other}/events", "/api/rooms/..", "/api/rooms/%2e%2e"):
        assert guest.get(path).status in {403, 404}
    for path in (f"/api/rooms/{other}/join", f"/api/rooms/{other}/report"):
        assert guest.post(path, {"name": "Bob"}).status == 404
    # The code of the other room leads there, and out of the first.
    room = share.rooms.get(other)
    answer = guest.get(f"/play.html?room={room.code}")
    moved = Client(app, answer.headers["set-cookie"].partition(";")[0], host=LAN)
    assert [one["id"] for one in moved.get("/api/rooms").json()["rooms"]] == [other]
    assert moved.get(api(share.first)).status == 404


def test_what_guests_send_is_small(guest, share):
    body = json.dumps({"name": "x" * GUEST_BYTES}).encode()
    assert guest.ask("POST", api(share.first, "/join"), body=body).status == 413
    assert guest.ask("POST", api(share.first, "/join"), body=body, content_length="").status in {411, 413, 415, 400}
    chunked = [("host", LAN), ("cookie", guest.cookie), ("transfer-encoding", "chunked")]
    assert guest.raw("POST", api(share.first, "/join"), chunked, [b" " * 4096] * 3).status == 413
    values: list[Any] = [
        {"name": "x" * 300},
        {"name": 1},
        {"name": "a\x00"},
        {"name": "\x1b[2J"},
        {},
        [],
        None,
        "\u202e",
    ]
    for value in values:
        guest.post(api(share.first, "/join"), value).refused()
    assert share.first.players == {}


def test_markup_in_names_stays_text(guest, share):
    name = "<img src=x>&amp;"
    answer = guest.post(api(share.first, "/join"), {"name": name})
    assert answer.json()["players"][0]["name"] == name
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_guest_may_not_ask_all_the_time(app, share):
    guest = entered(app, share.first, "192.168.1.30")
    found = {guest.get("/js/parts/dom.js").status for _ in range(200)}
    assert found == {200, 429}
    assert entered(app, share.first, "192.168.1.31").get("/js/parts/dom.js").status == 200


def test_a_thousand_guests_take_no_more_room_than_a_few(app, share):
    first = entered(app, share.first)
    assert first.post(api(share.first, "/join"), {"name": "First"}).status == 200
    names = 0
    for number in range(1000):
        guest = entered(app, share.first)
        if number % 20 == 0:
            names += guest.post(api(share.first, "/join"), {"name": f"Guest {number}"}).status == 200
    assert names == MOST_PLAYERS - 1
    assert len(share.first.players) == MOST_PLAYERS
    assert len(share.door._guests) <= 64
    assert first.get("/api/rooms").json()["rooms"][0]["you"]
    assert guest.post(api(share.first, "/join"), {"name": "Late"}).status == 503


async def told(app, client, target, until):
    """Return the events of a stream, until it has told so many."""
    found: list[dict[str, Any]] = []
    enough = asyncio.Event()
    heads = [("host", client.host), ("cookie", client.cookie)]
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": target,
        "raw_path": target.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(name.encode(), value.encode()) for name, value in heads],
        "client": (client.address, 50000),
        "server": ("127.0.0.1", PORT),
        "state": {},
    }

    async def receive():
        await enough.wait()
        return {"type": "http.disconnect"}

    async def send(message):
        lines = message.get("body", b"").decode().splitlines()
        found.extend(json.loads(line[6:]) for line in lines if line.startswith("data: "))
        if len(found) >= until:
            enough.set()

    async with asyncio.timeout(20):
        await app(scope, receive, send)
    return found


def test_players_hear_of_each_other_and_are_seen_to_leave(app, owner, guest, share, clock):
    tiling = solution()
    play(owner, guest, share, clock)

    async def test():
        hearing = asyncio.ensure_future(told(app, guest, api(share.first, "/events"), 3))
        await asyncio.sleep(0.05)
        assert share.first.view("host")["players"][1]["here"]
        share.first.report("host", 1, tiling[:2])
        share.first.report("host", 1, tiling[:3])
        await asyncio.sleep(0.3)
        share.first.report("host", 1, tiling[:4])
        return await hearing

    found = run_apart(test())
    # Two changes at once are told together.
    assert [one["players"][0]["placed"] for one in found] == [0, 3, 4]
    assert all(one["laid"] == [] for one in found)
    assert not share.first.view("host")["players"][1]["here"]


def test_streams_end_with_the_room(app, guest, share):
    async def test():
        hearing = asyncio.ensure_future(told(app, guest, api(share.first, "/events"), 99))
        await asyncio.sleep(0.15)
        share.rooms.close_all()
        return await hearing

    assert run_apart(test())[-1] == "stop"


def test_nothing_is_told_to_the_terminal_in_the_words_of_a_guest(guest, share, caplog):
    with caplog.at_level(logging.DEBUG):
        guest.get("/x\n\x1b[31mred")
        guest.post(api(share.first, "/join"), {"name": "\x1b[31m\nred"})
        guest.get("/play.html?room=%0a%1b")
    assert not [record for record in caplog.records if record.name.startswith("dicelab")]


def test_the_link_is_drawn_as_a_code(owner, share):
    pytest.importorskip("segno")
    answer = owner.get(api(share.first, "/code.svg"))
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.body.startswith(b"<svg")
    assert b"style=" not in answer.body


def test_without_share_nothing_of_this_is_there(client, stranger):
    for method, path in (("GET", "/api/rooms"), ("POST", "/api/rooms"), ("GET", "/api/rooms/1/events")):
        assert client.ask(method, path, body=b"{}" if method == "POST" else b"").status == 404
    assert "share" not in client.get("/data/studio.json").json()
    answer = stranger.get("/play.html?room=12345678", accept="text/html")
    assert answer.status == 401
    assert b"<form" not in answer.body
    assert stranger.get("/play.html", host=LAN).status == 421


def test_own_addresses_are_those_of_the_network():
    for address in own_addresses():
        assert not address.startswith(("127.", "[::", "0.", "[fe80"))
        allowed_hosts([address], PORT)
