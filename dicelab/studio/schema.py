"""The API in the words of OpenAPI 3.1: each address with its parameters, an example, and its answer."""

from __future__ import annotations

from typing import Any

import msgspec

from dicelab.studio.calls import Call
from dicelab.studio.catalogue import CALLS, SEARCHES
from dicelab.studio.jobs import Best, JobStatus
from dicelab.studio.security import ERROR_SCHEMA
from dicelab.studio.sharing.messages import Begin, Join, Report
from dicelab.version import __version__

REFERENCE = "#/components/schemas/{name}"

REFUSALS = {
    "400": "The question can't be used; the error says why.",
    "401": "The browser has no cookie: open the address that dicelab web prints.",
    "403": "Another site, or a page of another origin, asks.",
    "408": "The question took too long to arrive.",
    "413": "The question has more than 65,536 bytes.",
    "415": "The question is not JSON.",
    "422": "The question can't be answered within the limits of this program.",
    "503": "Too many questions wait, or the program that computes has ended.",
    "504": "The answer took too long.",
}


def api_schema() -> dict[str, Any]:
    """Return the description of the API.

    Examples
    --------
    >>> api_schema()["paths"]["/api/verify"]["post"]["requestBody"]["required"]
    True
    """
    kinds = [call.kind for name, call in CALLS.items() if name != "data"]
    _, components = msgspec.json.schema_components(
        [*kinds, JobStatus, Best, Join, Report, Begin], ref_template=REFERENCE
    )
    components["Error"] = {
        "type": "object",
        "properties": {"schema": {"const": ERROR_SCHEMA}, "error": {"type": "string"}},
        "required": ["schema", "error"],
    }
    for verb in SEARCHES:
        _add_verb(components[CALLS[verb].kind.__name__], verb)
    paths = {f"/api/{call.address}": {"post": _question(call)} for call in CALLS.values() if call.address}
    paths["/api/archive"] |= _archive_list()
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "dicelab",
            "version": __version__,
            "description": "The questions of dicelab's command line; the answers are what --json prints.",
        },
        "paths": paths | _jobs() | _rooms() | _others(),
        "components": {"schemas": components},
    }


def _add_verb(schema: dict[str, Any], verb: str) -> None:
    """Add the field by which the kinds of searches are told apart."""
    schema["properties"] = {"verb": {"const": verb}, **schema["properties"]}
    schema["required"] = ["verb", *schema.get("required", [])]


def _question(call: Call) -> dict[str, Any]:
    examples = {call.name: dict(call.example)} if call.example else {}
    return {
        "operationId": call.name,
        "summary": _summary(call.kind),
        "requestBody": _body({"$ref": REFERENCE.format(name=call.kind.__name__)}, examples),
        "responses": _responses("200", _of_schema(call.schema)),
    }


def _summary(kind: type) -> str:
    return (kind.__doc__ or "").strip().splitlines()[0]


def _of_schema(begins: str) -> dict[str, Any]:
    """Return the schema of an answer that tells its own."""
    is_whole = begins and not begins.endswith("-")
    exact = {"const": f"dicelab/{begins}/1"} if is_whole else {"pattern": f"^dicelab/{begins}[a-z-]+/1$"}
    return {"type": "object", "properties": {"schema": {"type": "string", **exact}}, "required": ["schema"]}


def _body(schema: dict[str, Any], examples: dict[str, dict[str, Any]]) -> dict[str, Any]:
    shown = {name: {"value": value} for name, value in examples.items()}
    return {"required": True, "content": {"application/json": {"schema": schema, "examples": shown}}}


def _responses(status: str, schema: dict[str, Any] | None, kind: str = "application/json") -> dict[str, Any]:
    found: dict[str, Any] = {status: {"description": "The answer.", "content": {kind: {"schema": schema or {}}}}}
    refused = {"application/json": {"schema": {"$ref": REFERENCE.format(name="Error")}}}
    return found | {number: {"description": text, "content": refused} for number, text in REFUSALS.items()}


def _parameters(kind: type[msgspec.Struct]) -> list[dict[str, Any]]:
    """Return the parameters in the query of an address."""
    _, components = msgspec.json.schema_components([kind], ref_template=REFERENCE)
    fields = components[kind.__name__]["properties"]
    return [{"name": name, "in": "query", "schema": schema} for name, schema in fields.items()]


def _archive_list() -> dict[str, Any]:
    lists = CALLS["archive-list"]
    listed = _question(lists) | {"parameters": _parameters(lists.kind)}
    del listed["requestBody"]
    return {"get": listed}


def _jobs() -> dict[str, Any]:
    job = {"$ref": REFERENCE.format(name="JobStatus")}
    whole = _of_schema("job")
    whole["properties"] |= {"job": job, "arguments": {"type": "object"}, "outcome": {"type": ["object", "null"]}}
    listed = _of_schema("jobs")
    listed["properties"] |= {"at_once": {"type": "integer"}, "jobs": {"type": "array", "items": job}}
    verbs = {
        "oneOf": [{"$ref": REFERENCE.format(name=CALLS[verb].kind.__name__)} for verb in SEARCHES],
        "discriminator": {
            "propertyName": "verb",
            "mapping": {verb: REFERENCE.format(name=CALLS[verb].kind.__name__) for verb in SEARCHES},
        },
    }
    examples = {verb: {"verb": verb, **CALLS[verb].example} for verb in SEARCHES}
    ident = {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}
    last = {"name": "Last-Event-ID", "in": "header", "schema": {"type": "integer"}}

    def operation(name: str, summary: str, responses: dict[str, Any], **more: Any) -> dict[str, Any]:  # noqa: ANN401
        return _operation(name, summary, responses, "search", **more)

    one = {
        "get": operation("job", "A search, with its outcome.", _responses("200", whole), parameters=[ident]),
        "delete": operation(
            "cancel", "Stop a search, or forget one that has ended.", _responses("200", whole), parameters=[ident]
        ),
    }
    events = operation(
        "events",
        "What changes, as server-sent events with numbers: progress, improvement and state, each a JobStatus.",
        _responses("200", {"type": "string"}, "text/event-stream"),
        parameters=[ident, last],
    )
    start = operation("start", "Start a search.", _responses("202", whole), requestBody=_body(verbs, examples))
    every = operation("jobs", "All searches, the latest first.", _responses("200", listed))
    return {
        "/api/jobs": {"get": every, "post": start},
        "/api/jobs/{id}": one,
        "/api/jobs/{id}/events": {"get": events},
    }


def _operation(name: str, summary: str, responses: dict[str, Any], what: str, **more: Any) -> dict[str, Any]:  # noqa: ANN401
    missing = {"404": {"description": f"There is no such {what}."}} if "parameters" in more else {}
    return {"operationId": name, "summary": summary, **more, "responses": responses | missing}


def _rooms() -> dict[str, Any]:
    """Return the addresses of races, which are there with --share only."""
    ident = {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}
    player = ident | {"name": "player"}
    room = _responses("200", _of_schema("room"))

    def one(name: str, summary: str, *, kind: type | None = None, **more: Any) -> dict[str, Any]:  # noqa: ANN401
        if kind is not None:
            more["requestBody"] = _body({"$ref": REFERENCE.format(name=kind.__name__)}, {})
            summary = summary or _summary(kind)
        found = {"parameters": [ident], "responses": room} | more
        return _operation(f"room-{name}", f"{summary} (With --share.)", found.pop("responses"), "room", **found)

    events = _responses("200", {"type": "string"}, "text/event-stream")
    picture = _responses("200", {"type": "string"}, "image/svg+xml")
    rooms = _responses("200", _of_schema("rooms"))
    opened = {"operationId": "room-open", "summary": "Open a room. (With --share, for the owner.)", "responses": room}
    listed = {"operationId": "rooms", "summary": "All rooms; for a guest, the own one. (With --share.)"}
    return {
        "/api/rooms": {"get": listed | {"responses": rooms}, "post": opened},
        "/api/rooms/{id}": {
            "get": one("told", "A room, as the one who asks may know it."),
            "delete": one("close", "Close a room. For the owner."),
        },
        "/api/rooms/{id}/events": {
            "get": one("events", "The room at each change, as server-sent events.", responses=events)
        },
        "/api/rooms/{id}/join": {"post": one("join", "", kind=Join)},
        "/api/rooms/{id}/report": {"post": one("report", "", kind=Report)},
        "/api/rooms/{id}/begin": {"post": one("begin", "", kind=Begin)},
        "/api/rooms/{id}/stop": {"post": one("stop", "End the round as it stands. For the owner.")},
        "/api/rooms/{id}/code": {"post": one("code", "A new code; the old one lets nobody in. For the owner.")},
        "/api/rooms/{id}/code.svg": {"get": one("picture", "The link of the room as a QR code.", responses=picture)},
        "/api/rooms/{id}/players/{player}": {
            "delete": one("remove", "Put a player out. For the owner.", parameters=[ident, player])
        },
    }


def _others() -> dict[str, Any]:
    described = {"operationId": "schema", "summary": "This description.", "responses": _responses("200", None)}
    return {"/api/schema": {"get": described}}
