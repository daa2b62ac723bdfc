"""Links, files and what a browser has kept, written by somebody who means harm; and pages of other origins."""

from __future__ import annotations

import contextlib
import http.server
import json
import threading
from urllib.parse import quote

import pytest

pytest.importorskip("playwright")

DICE = "dice=A1.B1~A2.B2~A3.B3~A4.B4~A5.B5~A6.B6~C1.C2"
SCRIPT = "<img src=x onerror=hacked=1><script>hacked=1</script>"
RIGHT = {"schema": "dicelab/dice-set/1", "puzzle": "genius-square", "dice": [["A1"]] * 7}


def is_whole(page):
    """Whether a page has its board, and nothing of what a stranger wrote has become markup or script."""
    page.wait_for_selector("cell-board [role=gridcell], cell-board svg")
    return page.evaluate(
        "typeof hacked === 'undefined' && ({}).polluted === undefined && !document.querySelector('img')"
    )


LINKS = (
    f"#puzzle=genius-square&dice={quote(SCRIPT)}",
    f"#puzzle=genius-square&{DICE}&name={quote(SCRIPT)}",
    f"#puzzle={quote(SCRIPT)}&{DICE}",
    f"#puzzle=../../etc/passwd&{DICE}&board=..%2f",
    "#puzzle=//evil.example/x&dice=A1",
    "#puzzle=constructor&dice=constructor.toString&board=hasOwnProperty",
    f"#__proto__=polluted&__proto__.polluted=1&constructor.prototype.polluted=1&{DICE}",
    "#puzzle=genius-square&dice=%00.%ff&name=%00&board=%00.%ff",
    "#puzzle=genius-square&dice=%&name=%E0%A4%A&board=%",
    "#puzzle=genius-square&dice=&board=&name=",
    "#&&&===&dice",
    "#puzzle=genius-square&dice=" + "A1." * 300_000,
    "#puzzle=genius-square&dice=" + "~" * 100_000,
    "#puzzle=genius-square&board=" + "A1." * 300_000,
    f"#puzzle=genius-square&board={quote(SCRIPT)}",
    f"#puzzle=genius-square&{DICE}&name={'%E2%80%AE' * 1000}",
)


@pytest.mark.parametrize("name", ["index.html", "explore.html"])
def test_no_link_harms_a_page(exported_site, serve_folder, page, name):
    address = f"{serve_folder(exported_site)}{name}"
    for link in LINKS:
        if name == "explore.html" and "board=" not in link:
            continue
        page.goto("about:blank")
        page.goto(address + link)
        assert is_whole(page), link[:80]


def test_no_file_that_is_dropped_harms_a_page(exported_site, serve_folder, page):
    page.goto(f"{serve_folder(exported_site)}index.html")
    assert is_whole(page)
    deep = "[" * 30_000 + "]" * 30_000
    for text in (
        json.dumps(RIGHT | {"name": SCRIPT}),
        json.dumps(RIGHT | {"name": {"toString": 1}, "puzzle": {"toString": 1}}),
        json.dumps(RIGHT | {"puzzle": SCRIPT}),
        json.dumps(RIGHT | {"dice": [[SCRIPT]]}),
        json.dumps(RIGHT | {"dice": [{"length": 10**9}, None, 3, "A1"]}),
        json.dumps(RIGHT | {"dice": [["A1"] * 5000] * 7}),
        json.dumps(RIGHT | {"dice": [[]] * 20_000}),
        json.dumps(RIGHT)[:-1] + ', "__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}',
        '{"schema": "dicelab/dice-set/1", "dice": ' + deep + "}",
        '{"schema": "dicelab/dice-set/1", "dice": 1e999}',
        '{"schema": "dicelab/dice-set/1"',
        "\0" * 60_000,
        "|" * 60_000,
        SCRIPT,
        "",
    ):
        page.evaluate(
            """([text, name]) => {
                const dataTransfer = new DataTransfer();
                dataTransfer.items.add(new File([text], name));
                dispatchEvent(new DragEvent("drop", { dataTransfer, cancelable: true }));
            }""",
            [text, SCRIPT],
        )
        page.wait_for_timeout(50)
        assert is_whole(page), text[:80]
    page.reload()
    assert is_whole(page)


@pytest.mark.parametrize("word", [SCRIPT, "__proto__", "constructor", "{", "null", '{"schema":null}', "[" * 50_000])
@pytest.mark.parametrize("name", ["index.html", "explore.html"])
def test_nothing_that_the_browser_has_kept_harms_a_page(exported_site, serve_folder, page, name, word):
    page.goto(f"{serve_folder(exported_site)}{name}")
    assert is_whole(page)
    page.evaluate("location.hash = ''")
    page.evaluate(
        """(word) => {
            const names = ["dicelab.theme", "dicelab.puzzle", ...Object.keys(localStorage)];
            for (const name of names) localStorage.setItem(name, word);
        }""",
        word,
    )
    page.reload()
    assert is_whole(page)
    assert page.locator("#theme").get_attribute("title").startswith("Colours: ")


@contextlib.contextmanager
def stranger(text):
    """Serve one page at another port."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            # One for the path / would take the place of the right one: then the studio wants a new address.
            for path in ("/api", "/api/jobs", "/index.html"):
                self.send_header("Set-Cookie", f"{text['cookie']}=x; Path={path}")
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(text["page"].encode())

        def log_message(self, *_words):
            """Say nothing."""

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/"
        finally:
            server.shutdown()


def test_pages_of_other_ports_can_not_use_the_studio(studio_server, open_page, faults):
    faults.expect("")
    own = open_page()
    own.goto(studio_server.address)
    assert is_whole(own)
    port = studio_server.origin.rpartition(":")[2]
    frame = (
        f"<iframe src='{studio_server.origin}/'></iframe><form method=post action='{studio_server.origin}/api/jobs'>"
    )
    with stranger({"cookie": f"dicelab-{port}", "page": frame}) as address:
        foreign = open_page(context=own.context)
        foreign.goto(address)
        assert foreign.frames[1].query_selector("cell-board") is None
        for options in ({}, {"mode": "no-cors"}, {"credentials": "include"}, {"method": "POST", "body": "{}"}):
            found = foreign.evaluate(
                "async ([a, o]) => { try { const r = await fetch(a, o); return [r.status, await r.text()]; }"
                " catch { return null; } }",
                [f"{studio_server.origin}/api/jobs", options],
            )
            assert found in (None, [0, ""])
        with foreign.expect_navigation() as navigation:
            foreign.evaluate("document.forms[0].submit()")
        assert navigation.value.status in {401, 403}
        foreign.goto(address)
        with foreign.expect_navigation() as navigation:
            foreign.evaluate("a => { location = a; }", f"{studio_server.origin}/api/jobs")
        assert navigation.value.status in {401, 403}
    # The cookies that it has set are beside the right one.
    assert own.evaluate("fetch('api/jobs').then((answer) => answer.status)") == 200
    assert own.reload().status == 200


def test_the_policy_stops_scripts_and_other_hosts(studio_server, exported_site, serve_folder, open_page, faults):
    faults.expect("")
    for address in (studio_server.address, f"{serve_folder(exported_site)}index.html"):
        page = open_page()
        page.goto(address)
        assert is_whole(page)
        blocked = page.evaluate(
            """async () => {
                const blocked = [];
                addEventListener("securitypolicyviolation", (event) => blocked.push(event.effectiveDirective));
                const add = (name, fields) => document.body.append(Object.assign(document.createElement(name), fields));
                add("script", { textContent: "hacked = 1" });
                add("script", { src: "http://127.0.0.1:9/x.js" });
                add("script", { src: "data:text/javascript,hacked=1" });
                add("img", { src: "http://127.0.0.1:9/x.png" });
                add("iframe", { src: "http://127.0.0.1:9/" });
                add("object", { data: "http://127.0.0.1:9/" });
                add("base", { href: "http://127.0.0.1:9/" });
                add("form", { action: "http://127.0.0.1:9/", method: "post" });
                document.forms[document.forms.length - 1].submit();
                await fetch("http://127.0.0.1:9/").catch(() => {});
                try { new Worker("data:text/javascript,0"); } catch { }
                for (let turn = 0; turn < 60 && new Set(blocked).size < 8; turn += 1) {
                  await new Promise((done) => setTimeout(done, 50));
                }
                return blocked;
            }"""
        )
        assert {
            "script-src-elem",
            "img-src",
            "frame-src",
            "object-src",
            "base-uri",
            "form-action",
            "connect-src",
        } <= set(blocked)
        assert page.evaluate("typeof hacked") == "undefined"
