"""Who gets in, and who does not."""

from pathlib import Path

import pytest

pytest.importorskip("starlette")

from starlette.routing import Route

from dicelab.studio.app import Studio, routes
from dicelab.studio.jobs import Jobs
from dicelab.studio.security import CONTENT_SECURITY, LOOPBACK, MOST_HEAD, allowed_hosts
from tests.dicelab.studio.server.conftest import HOST, PORT, Client, HerePool


def test_the_token_is_exchanged_once_for_a_cookie(stranger, entrance):
    first = stranger.get(f"/?token={entrance.token}", sec_fetch_site="none")
    assert (first.status, first.headers["location"]) == (303, "/")
    name, *rules = first.headers["set-cookie"].split("; ")
    assert name.startswith(f"dicelab-{PORT}=")
    assert set(rules) == {"Path=/", "HttpOnly", "SameSite=Strict"}
    again = stranger.get(f"/?token={entrance.token}", accept="text/html")
    assert again.status == 401
    assert b"press Enter" in again.body
    assert "set-cookie" not in again.headers
    known = Client(stranger.app, name)
    assert known.get(f"/?token={entrance.token}").headers["location"] == "/"
    assert known.get("/").status == 200


def test_enter_gives_a_new_address_and_the_old_browser_stays_in(client, entrance):
    old = entrance.token
    new = entrance.renew()
    assert new != old
    other = Client(client.app)
    assert other.get(f"/?token={old}").status == 401
    assert other.get(f"/?token={new}").status == 303
    assert client.get("/").status == 200


@pytest.mark.parametrize("token", ["", "x", "ä", "%FF", "a" * 5000])
def test_another_token_opens_nothing(stranger, token):
    assert stranger.get(f"/?token={token}").status == 401


def targets():
    found = []
    for route in routes(Studio(HerePool(Path()), Jobs(1))):
        assert isinstance(route, Route)
        path = route.path.replace("{name:path}", "any/thing").replace("{name}", "studio.json").replace("{id}", "1")
        found += [(method, path) for method in sorted(route.methods or ())]
    return found


def test_every_route_is_refused_without_the_cookie(stranger, pool):
    known = targets()
    assert len(known) > 20
    for method, path in [*known, ("GET", "/"), ("GET", "/js/parts/dom.js"), ("POST", "/nowhere"), ("DELETE", "/")]:
        for cookie in ("", f"dicelab-{PORT}=", f"dicelab-{PORT}=x", "dicelab-1=x; a=b", "=;=;;"):
            answer = stranger.ask(method, path, body=b"{}" if method == "POST" else b"", cookie=cookie)
            assert answer.status == 401, (method, path)
            assert "set-cookie" not in answer.headers
    assert pool.asked == []


@pytest.mark.parametrize(
    ("hosts", "status"),
    [
        ([HOST], 200),
        (["LOCALHOST:8765"], 200),
        (["[::1]:8765"], 200),
        (["127.0.0.1"], 421),
        (["127.0.0.1:80"], 421),
        (["127.0.0.1:8765."], 421),
        (["localhost.:8765"], 421),
        (["evil.example"], 421),
        (["evil.example:8765"], 421),
        (["127.0.0.1:8765@evil.example"], 421),
        (["ann@127.0.0.1:8765"], 421),
        (["127.0.0.1:08765"], 421),
        (["127.1:8765"], 421),
        (["0.0.0.0:8765"], 421),
        (["::1:8765"], 421),
        (["127.0.0.1:8765, evil.example"], 421),
        ([" "], 421),
        ([""], 421),
        ([], 400),
        ([HOST, HOST], 400),
        ([HOST, "evil.example"], 400),
    ],
)
def test_the_host_is_one_of_a_list(client, hosts, status):
    headers = [*[("host", host) for host in hosts], ("cookie", client.cookie)]
    assert client.raw("GET", "/", headers).status == status


def test_names_of_proxies_are_let_in_with_and_without_the_port():
    found = allowed_hosts(["Studio.Example", "other.example:443", "[fe80::1]"], PORT)
    assert found == {
        "studio.example",
        "studio.example:8765",
        "other.example:443",
        "[fe80::1]",
        "[fe80::1]:8765",
    }
    assert "127.0.0.1" in allowed_hosts(LOOPBACK, 80)
    for wrong in ("", "a b", "http://x", "x/", "*", "x:99999", "ä", "x:"):
        with pytest.raises(ValueError, match="not the name of a host"):
            allowed_hosts([wrong], PORT)


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "DELETE"])
def test_other_sites_and_origins_are_refused_on_every_method(client, method):
    for headers in (
        {"sec_fetch_site": "cross-site"},
        {"sec_fetch_site": "same-site"},
        {"sec_fetch_site": "nonsense"},
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:8766"},
        {"origin": "http://localhost:8765"},
        {"origin": f"ftp://{HOST}"},
    ):
        answer = client.ask(method, "/api/verify", body=b"{}", **headers)
        assert answer.status == 403, headers
        assert "set-cookie" not in answer.headers
    assert client.ask("POST", "/api/verify", body=b"{}", origin=f"http://{HOST}").status == 400


def test_a_token_from_another_site_is_not_spent(stranger, entrance):
    assert stranger.get(f"/?token={entrance.token}", sec_fetch_site="cross-site").status == 403
    assert stranger.get(f"/?token={entrance.token}", sec_fetch_site="none").status == 303


@pytest.mark.parametrize("method", ["OPTIONS", "TRACE", "PUT", "PATCH", "CONNECT", "PROPFIND", "get"])
def test_other_methods_are_refused(client, method):
    answer = client.ask(method, "/")
    assert answer.status == 405
    assert "GET" in answer.headers["allow"]


def test_a_request_tells_the_length_of_its_body_in_one_way(client, pool):
    lengths = [("content-length", "19"), ("transfer-encoding", "chunked")]
    headers = [("host", HOST), ("cookie", client.cookie), ("content-type", "application/json")]
    for length in lengths:
        assert client.raw("POST", "/api/roll", [*headers, length], [b'{"dice": "default"}']).status == 200
    asked = len(pool.asked)
    assert "in one way" in client.raw("POST", "/api/roll", [*headers, *lengths], [b'{"dice": "default"}']).refused()
    assert len(pool.asked) == asked


def test_the_head_of_a_request_has_16_kilobytes_at_most(client):
    assert client.get("/", a="b" * 15_000).status == 200
    for answer in (
        client.get("/", a="b" * MOST_HEAD),
        client.get("/" + "b" * MOST_HEAD),
        client.get("/?" + "b" * MOST_HEAD),
        client.get("/", **{f"a{i}": "b" for i in range(9000)}),
    ):
        assert answer.status == 431
        assert "16,384 bytes" in answer.refused()


def test_cookies_that_pages_of_other_ports_have_set_keep_nobody_out(client):
    others = "; ".join([f"dicelab-{PORT}=x", f"dicelab-{PORT}="] * 200 + [f"o={'x' * 4000}"] * 180)
    assert client.get("/", cookie=f"{others}; {client.cookie}").status == 200
    assert client.get("/", cookie=others).status == 401


def test_head_is_get_without_the_body(client):
    assert client.ask("HEAD", "/").status == 200
    assert client.ask("HEAD", "/data/studio.json").headers["content-type"] == "application/json"


@pytest.mark.parametrize("target", ["/", "/js/parts/dom.js", "/nowhere", "/api/nothing", "/data/studio.json"])
def test_every_answer_has_the_headers_that_protect(client, stranger, target):
    for answer in (client.get(target), stranger.get(target), client.get(target, host="evil.example")):
        assert answer.headers["content-security-policy"] == CONTENT_SECURITY
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["cross-origin-opener-policy"] == "same-origin"
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"
        assert answer.headers["cache-control"] in {"no-store", "no-cache"}
    assert "unsafe" not in CONTENT_SECURITY


@pytest.mark.parametrize(
    "path",
    [
        "/../pyproject.toml",
        "/..%2f..%2fpyproject.toml",
        "/js/../../notes.secret",
        "/notes.secret",
        "/js/..\\..\\notes.secret",
        "//etc/passwd",
        "/etc/passwd",
        "/js/",
        "/js",
        "/index.html\x00.js",
        "/data/../studio.json",
        "/data/..%2fstudio.json",
        "/data/nothing.json",
        "/data/studio.json/x",
        "/data/STUDIO.json",
    ],
)
def test_no_address_becomes_a_path(client, path):
    answer = client.get(path)
    assert answer.status == 404
    answer.refused()
