"""The static files of the page, in memory with a compressed copy each; no address becomes a path."""

from __future__ import annotations

import gzip
import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

SITE = Path(__file__).with_name("site")

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
    ".txt": "text/plain; charset=utf-8",
}
"""The content type of each suffix that is served; other files of the folder are not."""

LEAST_COMPRESSED = 512
"""Bytes below which compression saves nothing that matters."""

INDEX = "index.html"


@dataclass(frozen=True, slots=True)
class StaticContent:
    """The bytes of an answer, and a compressed copy where it is shorter."""

    type: str
    plain: bytes
    compressed: bytes | None
    tag: str

    @classmethod
    def of(cls, plain: bytes, kind: str) -> StaticContent:
        """Compress some bytes, and give them a tag that changes with them."""
        compressed = gzip.compress(plain, 9, mtime=0) if len(plain) >= LEAST_COMPRESSED else plain
        tag = f'"{hashlib.sha256(plain).hexdigest()[:20]}"'
        return cls(kind, plain, compressed if len(compressed) < len(plain) * 0.95 else None, tag)

    def with_fields(self, **more: Any) -> StaticContent:  # noqa: ANN401
        """Return a copy of the JSON object with these fields."""
        return StaticContent.of(json.dumps(json.loads(self.plain) | more).encode(), self.type)

    def response(self, request: Request) -> Response:
        """Return the answer to a request: the bytes, or that the browser has them already."""
        headers = {"ETag": self.tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        if self.tag in [tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")]:
            return Response(status_code=304, headers=headers)
        if self.compressed is not None and accepts_gzip(request.headers.get("accept-encoding", "")):
            return Response(self.compressed, headers=headers | {"Content-Encoding": "gzip"}, media_type=self.type)
        return Response(self.plain, headers=headers, media_type=self.type)


def accepts_gzip(header: str) -> bool:
    """Tell whether a browser takes gzip.

    Examples
    --------
    >>> accepts_gzip("br, gzip;q=0.8"), accepts_gzip("gzip;q=0"), accepts_gzip("")
    (True, False, False)
    """
    for part in header.lower().split(","):
        name, _, quality = part.strip().partition(";")
        if name.strip() == "gzip":
            return quality.strip().removeprefix("q=").strip("0.") != "" or not quality
    return False


class StaticFiles:
    """The files of a folder, read when the server starts; one that has changed since is read again.

    Parameters
    ----------
    folder
        By default that of the package.
    """

    def __init__(self, folder: Path = SITE) -> None:
        self._paths = {
            path.relative_to(folder).as_posix(): path
            for path in sorted(folder.rglob("*"))
            if path.suffix in TYPES and path.is_file()
        }
        self._read: dict[str, tuple[int, StaticContent]] = {}

    @property
    def names(self) -> list[str]:
        """The addresses, without the slash that they begin with."""
        return list(self._paths)

    def get(self, name: str) -> StaticContent | None:
        """Return a file by its address, or nothing."""
        path = self._paths.get(name or INDEX)
        if path is None:
            return None
        try:
            changed = path.stat().st_mtime_ns
            known = self._read.get(name)
            if known is None or known[0] != changed:
                known = self._read[name] = (changed, StaticContent.of(path.read_bytes(), TYPES[path.suffix]))
        except OSError:
            return None
        return known[1]
