"""The API is what its description says."""

import json
import re
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

pytest.importorskip("starlette")

from starlette.routing import Route

from dicelab.studio.app import Studio, routes
from dicelab.studio.catalogue import CALLS, SEARCHES
from dicelab.studio.jobs import Job, Jobs, JobStatus
from dicelab.studio.pool import AskError, KeptAnswers
from dicelab.studio.schema import api_schema
from dicelab.studio.sharing.share import Share
from tests.dicelab.studio.server.conftest import HerePool
from tests.loops import run_apart

SCHEMA = api_schema()
EXAMPLES = [
    (path, method, name, example["value"], operation)
    for path, operations in SCHEMA["paths"].items()
    for method, operation in operations.items()
    for name, example in operation.get("requestBody", {})
    .get("content", {})
    .get("application/json", {})
    .get("examples", {})
    .items()
]


def holds(value, schema):
    """Hold a JSON value against the parts of JSON Schema that the description uses for answers."""
    if "$ref" in schema:
        return holds(value, SCHEMA["components"]["schemas"][schema["$ref"].rpartition("/")[2]])
    if "const" in schema and value != schema["const"]:
        return False
    if "pattern" in schema and not re.search(schema["pattern"], value):
        return False
    if schema.get("type") == "object":
        fields = schema.get("properties", {})
        return set(schema.get("required", ())) <= set(value) and all(
            holds(value[name], kind) for name, kind in fields.items() if name in value
        )
    return True


SLOW = {"boards", "census", "certificate", "count", "prove", "stats", "verify"}
"""These compile and count."""


@pytest.mark.parametrize(
    ("path", "method", "name", "value", "operation"),
    [pytest.param(*one, id=one[2], marks=[pytest.mark.slow] if one[2] in SLOW else []) for one in EXAMPLES],
)
def test_every_example_is_answered_as_described(client, path, method, name, value, operation):
    if name in SEARCHES:
        call = dict(value)
        msgspec.convert({key: one for key, one in call.items() if key != "verb"}, CALLS[name].kind)
        return
    answer = client.ask(method.upper(), path, body=json.dumps(value).encode())
    assert answer.status == 200, answer
    assert holds(answer.json(), operation["responses"]["200"]["content"]["application/json"]["schema"])


def test_every_address_of_the_api_is_described():
    share = Share("http://192.168.1.7:8765", 8765)
    served = {
        (route.path, method.lower())
        for route in routes(Studio(HerePool(Path()), Jobs(1)), share)
        if isinstance(route, Route) and route.path.startswith("/api/") and "{name:path}" not in route.path
        for method in (route.methods or set()) - {"HEAD"}
    }
    described = {(path, method) for path, operations in SCHEMA["paths"].items() for method in operations}
    assert served == described


def test_the_description_is_served_and_complete(client):
    found = client.get("/api/schema").json()
    assert found == json.loads(json.dumps(SCHEMA))
    text = json.dumps(found)
    names = set(re.findall(r'"#/components/schemas/(\w+)"', text))
    assert names <= set(found["components"]["schemas"])
    for operations in found["paths"].values():
        for operation in operations.values():
            assert operation["summary"]
            assert {"400", "401", "403", "413", "504"} <= set(operation["responses"])


def test_the_status_of_a_job_is_as_described():

    async def status():
        return Job("design", {}).status()

    found = run_apart(status())
    assert msgspec.convert(found, JobStatus).state == "waiting"
    assert set(found) == set(SCHEMA["components"]["schemas"]["JobStatus"]["properties"])


NEEDY = sorted(
    path
    for path, _, name, *_ in EXAMPLES
    if name in SEARCHES or any(field.required for field in msgspec.structs.fields(CALLS[name].kind))
)
"""Addresses of questions that have a field which must be there."""

ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
TEXTS = st.sampled_from(
    [
        "default",
        "2x4/2:3*I2",
        "A1 B2 | A2 B1",
        "A1 B1",
        "1:001110",
        "A1 A2",
        "{}",
        "#",
        "|",
        "1-10",
        "fewest",
        "easy",
        "-",
    ]
) | st.text(max_size=30)


@st.composite
def questions(draw):
    """Draw an address and a body: fields of the right names with values that may be right."""
    path, method, _, example, _ = draw(st.sampled_from([one for one in EXAMPLES if one[2] not in {*SEARCHES, *SLOW}]))
    value = dict(example)
    kind = CALLS.get(path.rpartition("/")[2], CALLS["archive-add"]).kind
    fields = [field.name for field in msgspec.structs.fields(kind)]
    for name in draw(st.lists(st.sampled_from(fields), max_size=3)):
        value[name] = draw(st.one_of(TEXTS, st.integers(-3, 12), ANY))
    if draw(st.integers(0, 9)) == 0:
        value[draw(st.text(max_size=10))] = draw(ANY)
    # Surrogates and numbers that are none go out as they are.
    return path, method, json.dumps(value).encode()


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(questions())
def test_no_question_is_answered_with_an_internal_error(client, question):
    path, method, body = question
    answer = client.ask(method.upper(), path, body=body)
    assert answer.status < 500, (body, answer)
    if answer.status != 200:
        answer.refused()


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.sampled_from(NEEDY),
    st.binary(max_size=200) | ANY.map(lambda one: json.dumps(one).encode()),
)
def test_no_body_is_answered_with_an_internal_error(client, path, body):
    answer = client.ask("POST", path, body=body, content_type="application/json")
    assert answer.status == 400, (body, answer)
    answer.refused()


def test_answers_that_can_not_change_are_kept_and_asked_once(client, pool):
    for _ in range(3):
        client.post("/api/explain", {"board": "A6 B1 B5 D1 E3 F2 F4"})
        client.post("/api/explain", {"puzzle": "genius-square", "board": "A6 B1 B5 D1 E3 F2 F4"})
    assert pool.asked == ["explain"]
    seeds = [client.post("/api/roll", {"dice": "default"}).json()["board"] for _ in range(5)]
    assert pool.asked.count("roll") == 5
    assert len(set(seeds)) > 1
    for _ in range(2):
        client.post("/api/roll", {"dice": "default", "seed": 1})
    assert pool.asked.count("roll") == 6


def test_answers_are_kept_up_to_so_many_bytes():
    import asyncio

    async def test():
        kept, asked = KeptAnswers(most=100), []

        def ask(key, size):
            async def answer():
                asked.append(key)
                await asyncio.sleep(0)
                if not size:
                    raise AskError(400, "no")
                return b"x" * size

            return answer

        await asyncio.gather(*(kept.get(b"a", ask("a", 20)) for _ in range(50)))
        assert asked == ["a"]
        for key in (b"b", b"c", b"d", b"e"):
            await kept.get(key, ask(key, 20))
        await kept.get(b"a", ask("a again", 20))
        assert asked[-1] == "a again"
        await kept.get(b"e", ask("e again", 20))
        await kept.get(b"large", ask("large", 50))
        await kept.get(b"large", ask("large", 50))
        assert asked[-2:] == ["large", "large"]
        for _ in range(2):
            with pytest.raises(AskError):
                await kept.get(b"wrong", ask("wrong", 0))
        assert asked[-2:] == ["wrong", "wrong"]

    run_apart(test())


def test_the_files_of_the_page_are_compressed_and_not_sent_twice(client, monkeypatch, tmp_path):
    # Without a census, of whose tilings a table would be made.
    monkeypatch.setenv("DICELAB_CACHE", str(tmp_path / "cache"))
    plain = client.get("/")
    assert plain.headers["etag"]
    small = client.get("/", accept_encoding="br, gzip")
    assert small.headers["content-encoding"] == "gzip"
    assert len(small.body) < len(plain.body)
    assert client.get("/", if_none_match=f'"x", {plain.headers["etag"]}').status == 304
    assert client.get("/index.html").body == plain.body
    assert client.get("/js/parts/dom.js").headers["content-type"].startswith("text/javascript")
    document = client.get("/data/genius-square.json").json()
    assert (document["schema"], len(document["cells"])) == ("dicelab/studio-puzzle/1", 36)
    assert client.get("/data/studio.json").json()["server"] is True
    table = client.get(f"/data/{document['unsolvable']['file']}")
    assert len(table.body) == document["unsolvable"]["bytes"]
    header = json.loads(table.body.partition(b"\n")[0])
    assert (header["schema"], header["boards"]) == ("dicelab/studio-table/1", 172_440)


def test_the_archive_takes_a_set_and_lists_it_without_its_path(client, tmp_path):
    assert client.get("/api/archive").json() == {"schema": "dicelab/archive-list/1", "total": 0, "sets": []}
    assert client.post("/api/archive", {"dice": "default", "tags": ["retail"]}).json()["new"] == 1
    found = client.get("/api/archive?limit=5&where=rolls%20%3E%201000&order=name").json()
    assert [(one["name"], one["tags"], one["puzzle_text"]) for one in found["sets"]] == [
        ("default", ["retail"], "genius-square")
    ]
    assert str(tmp_path) not in json.dumps(found)
    ident = found["sets"][0]["id"]
    assert client.post("/api/export", {"dice": ident}).json()["content"].count("A6") == 3
    for query in ("limit=0", "limit=x", "where=nothing", "order=;", "path=/etc"):
        assert client.get(f"/api/archive?{query}").status == 400
