"""What a browser may send, and what becomes of everything else."""

import asyncio
import json

import pytest

pytest.importorskip("starlette")

from dicelab.studio.requests import MOST_BYTES, BodyLimits
from tests.dicelab.studio.server.conftest import HOST, Client
from tests.loops import run_apart

DEEP = 100_000


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b"[]", "Expected `object`"),
        (b"null", "Expected `object`"),
        (b"3", "Expected `object`"),
        (b"{}", "missing required field `dice`"),
        (b'{"dice": NaN}', "NaN is not a number"),
        (b'{"dice": -Infinity}', "-Infinity is not a number"),
        (b'{"dice": 3}', "Expected `str`, got `int`"),
        (b'{"dice": null}', "Expected `str`, got `null`"),
        (b'{"dice": ["A1"]}', "Expected `str`, got `array`"),
        (b'{"dice": {"a": {"a": {}}}}', "Expected `str`, got `object`"),
        (b'{"dice": 1e999}', "Expected `str`, got `float`"),
        (b'{"dice": ' + b"9" * 5000 + b"}", "not JSON that can be read"),
        (b'{"dice": "default", "dice": "theorem-5.3"}', "'dice' stands twice"),
        (b'{"dice": "default", "d\\u0069ce": "x"}', "'dice' stands twice"),
        (b'{"dice": "default", "path": "/etc/passwd"}', "unknown field `path`"),
        (b'{"dice": "default", "a\\nb\\u202e": 1}', "unknown field `a b?`"),
        (b'{"dice": "default", "shared_cells": "yes"}', "Expected `bool`"),
        (b'{"dice": "default", "shared_cells": 1}', "Expected `bool`"),
        (b'{"dice": "\\ud800"}', "U+0000, or half of one"),
        (b'{"dice": "A1\\u0000"}', "U+0000, or half of one"),
        (b'{"d\\udfff": 1}', "U+0000, or half of one"),
        (b'{"dice": "\xff"}', "not UTF-8"),
        (b'{"dice": "\xed\xa0\x80"}', "not UTF-8"),
        (b"\xef\xbb\xbf{}", "not JSON"),
        (b"\xff\xfe{\x00}\x00", "not UTF-8"),
        (b'{"dice": ""}', "length >= 1"),
        (b'{"dice": "default", "puzzle": 7}', "Expected `str | null`"),
        (b'{"dice": "' + b"A1 " * 10_000 + b'"}', "length <= 20000"),
        (b"[" * 30_000, "nested too deeply"),
        (b'{"a":' * 10_000, "nested too deeply"),
        (b'{"dice": "default"} {}', "not JSON"),
        (b"{'dice': 'default'}", "not JSON"),
        (b'{"dice": "default",}', "not JSON"),
    ],
)
def test_hostile_json_is_refused_in_one_line(client, pool, body, says):
    refused = client.ask("POST", "/api/verify", body=body, content_type="application/json")
    assert refused.status == 400
    assert says in refused.refused()
    assert pool.asked == []


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ({"dice": "A1 | " * 5000}, "length <= 20000"),
        ({"dice": " | ".join(["A1"] * 3000)}, "3,000 dice for 7 blockers"),
        ({"dice": json.dumps({"schema": "dicelab/dice-set/1", "dice": [["A1"]] * 1500})}, "1,500 dice for 7 blockers"),
        ({"dice": "A1×1000 | " * 100}, "no face"),
        ({"dice": "A9 | A1"}, "'A9'"),
        ({"dice": "default", "puzzle": "genius-star"}, "genius-star"),
        ({"dice": "default", "puzzle": "9999x9999/1:I2"}, "9999"),
        ({"dice": "A1 | A2", "puzzle": "20x20/2:199*I2"}, "at most 59"),
        ({"dice": "A1 | A2", "puzzle": "9x9/3:39*I2"}, "81 cells: use at most 64"),
        ({"dice": "A1 | A2", "puzzle": "6x6/2:" + "I2," * 5000}, "more than 36 pieces"),
        ({"dice": "A1 | A2", "puzzle": '{"schema": "dicelab/puzzle/2"}'}, "line 1"),
        ({"dice": "A1 | A2", "puzzle": "{" * 1000}, "not JSON"),
        ({"dice": "(" * 9000}, "which is no dice set"),
        ({"dice": "[" * 9000}, "nested too deeply"),
        ({"dice": "deadbeef"}, "the archive is empty"),
        ({"dice": "../../etc/passwd"}, "which is no dice set"),
        ({"dice": "/etc/passwd"}, "which is no dice set"),
        ({"dice": "genius-star#../x"}, "variant"),
    ],
)
def test_dice_and_puzzles_that_can_not_be_are_refused_with_a_reason(client, value, says):
    answer = client.post("/api/verify", value)
    assert answer.status == 400
    text = answer.refused()
    assert says in text
    assert "passwd" not in text or "'" in text


@pytest.mark.parametrize(
    ("address", "value"),
    [
        ("count", {"board": "A1"}),
        ("count", {"board": "A1 A1 A2 A3 A4 A5 A6"}),
        ("count", {"board": "{" * 3000}),
        ("count", {"board": '{"board": "A1", "puzzle": "2x3/2:O4"}'}),
        ("count", {"board": "A6 B1 B5 D1 E3 F2 F4", "limit": 0}),
        ("count", {"board": "A6 B1 B5 D1 E3 F2 F4", "limit": 2**70}),
        ("count", {"board": "A6 B1 B5 D1 E3 F2 F4", "limit": 1.5}),
        ("solve", {"board": "A6 B1 B5 D1 E3 F2 F4", "limit": 100_000}),
        ("explain", {"board": "A6 B1 B5 D1 E3 F2 F4", "positions": 10**9}),
        ("roll", {"dice": "default", "seed": -1}),
        ("roll", {"dice": "default", "seed": 1, "number": 1}),
        ("roll", {"dice": "default", "number": 62_209}),
        ("roll", {"dice": "default", "count": 10**6}),
        ("stats", {"dice": "A1 A2 | B1 B3", "puzzle": "2x3/2:O4", "objective": "nothing"}),
        ("stats", {"dice": "A1 A2 | B1 B3", "puzzle": "2x3/2:O4", "objective": "distance=/etc/passwd"}),
        ("export", {"dice": "default", "format": "exe"}),
        ("export", {"dice": "default", "faces": "6,x"}),
        ("boards", {"puzzle": "8x8/7:3*I19", "count": 1}),
        ("domino", {"task": "solve"}),
        ("domino", {"task": "solve", "grid": "99:00"}),
        ("domino", {"task": "hint", "grid": "1:001110", "placed": "Z9"}),
        ("puzzle", {"text": "nothing-like-that"}),
        ("puzzle", {"text": "/etc/passwd"}),
        ("archive", {"dice": "default", "tags": ["a,b"]}),
    ],
)
def test_questions_out_of_range_are_refused_with_a_reason(client, address, value):
    answer = client.post(f"/api/{address}", value)
    assert answer.status == 400
    assert len(answer.refused()) > 10


def test_too_many_rolls_are_refused_before_they_are_looked_at(client):
    dice = " | ".join(
        " ".join(f"{row}{column}" for row in "ABCDEF"[i : i + 2] for column in range(1, 7)) for i in range(5)
    )
    answer = client.post("/api/verify", {"dice": f"{dice} | A1 A2 A3 A4 A5 A6 | B1 B2 B3 B4 B5", "shared_cells": True})
    assert "rolls, and here at most 3,000,000" in answer.refused()


@pytest.mark.parametrize("kind", ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "json"])
def test_only_json_is_read(client, kind):
    answer = client.ask("POST", "/api/verify", body=b'{"dice": "default"}', content_type=kind)
    assert answer.status == 415
    assert client.ask("POST", "/api/jobs", body=b"{}", content_type=kind).status == 415
    assert (
        client.ask("POST", "/api/roll", body=b'{"dice": "default"}', content_type="Application/JSON; a=b").status == 200
    )


def sent(client, chunks, *, length=None, chunked=True):
    headers = [("host", HOST), ("cookie", client.cookie), ("content-type", "application/json")]
    headers += [("transfer-encoding", "chunked")] if chunked else []
    headers += [("content-length", str(length))] if length is not None else []
    return client.raw("POST", "/api/roll", headers, chunks)


def test_a_body_has_64_kilobytes_at_most(client):
    whole = b'{"dice": "default"}'
    most = whole + b" " * (MOST_BYTES - len(whole))
    assert sent(client, [most], length=len(most), chunked=False).status == 200
    assert sent(client, [most[:10], most[10:]]).status == 200
    for answer in (
        sent(client, [most + b" "], length=len(most) + 1, chunked=False),
        sent(client, [most, b" "]),
        sent(client, [b" " * 1000] * 66),
        # A length that is a lie, either way.
        sent(client, [most, b" "], length=5, chunked=False),
        sent(client, [whole], length=10**12, chunked=False),
        sent(client, [whole], length=10**30, chunked=False),
    ):
        assert answer.status == 413
        assert "65,536 bytes" in answer.refused()
        assert answer.headers["connection"] == "close"
    assert sent(client, [b"x"] * 3, length="-5", chunked=False).status == 400


def test_a_body_that_comes_too_slowly_is_given_up():
    async def app(_scope, _receive, _send):
        raise AssertionError("the body is not there yet")

    class Slow(Client):
        async def drip(self, scope):
            sent = []

            async def receive():
                await asyncio.sleep(0.01)
                return {"type": "http.request", "body": b" ", "more_body": True}

            async def send(message):
                sent.append(message)

            await self.app(scope, receive, send)
            return sent

    headers = [(b"transfer-encoding", b"chunked")]
    messages = run_apart(
        Slow(BodyLimits(app, seconds=0.05)).drip({"type": "http", "method": "POST", "headers": headers})
    )
    assert messages[0]["status"] == 408
    assert b"not complete after 0.05 seconds" in messages[1]["body"]


def test_a_fault_is_told_to_the_terminal_and_not_to_the_browser(client, monkeypatch, caplog):
    def fails(_asked, _work):
        raise KeyError("a secret of /srv/ann")

    monkeypatch.setattr("dicelab.studio.questions.Roll.answer", fails)
    answer = client.post("/api/roll", {"dice": "default"})
    assert answer.status == 500
    assert answer.json() == {
        "schema": "dicelab/error/1",
        "error": "internal error: see the terminal where dicelab web runs",
    }
    assert "POST '/api/roll': KeyError" in caplog.text


def test_names_are_escaped_in_pictures(client):
    name = "</title><script>alert(1)</script>&\"'"
    content = client.post("/api/export", {"dice": "default", "name": name, "format": "svg"}).json()["content"]
    assert "<script" not in content
    dice = json.dumps({"schema": "dicelab/dice-set/1", "name": name, "dice": [["A1"], ["B1"]], "puzzle": "2x3/2:O4"})
    content = client.post("/api/export", {"dice": dice, "format": "svg"}).json()["content"]
    assert "&lt;script&gt;" in content
    assert "<script" not in content


def test_no_answer_names_a_path_of_this_machine(client, tmp_path):
    (tmp_path / "archive.sqlite3").write_bytes(b"not an archive")
    for answer in (
        client.get("/api/archive"),
        client.post("/api/archive", {"dice": "default"}),
        client.post("/api/verify", {"dice": "deadbeef"}),
    ):
        assert answer.status in {400, 503}
        assert str(tmp_path) not in answer.body.decode()
        assert "archive.sqlite3" not in answer.body.decode()
