"""What Google's Lighthouse says of the exported pages; no part of the project needs it."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

VARIABLE = "DICELAB_LIGHTHOUSE"
"""The command that starts Lighthouse, such as ``npx lighthouse@12``; without it nothing is measured."""

PAGES = ("welcome.html", "index.html#puzzle=genius-square", "play.html", "explore.html", "puzzle.html")
FORMS = {"phone": (), "desktop": ("--preset=desktop",)}
SCORES = ("performance", "accessibility", "best-practices", "seo")
TIMES = {"first paint": "first-contentful-paint", "largest paint": "largest-contentful-paint"}
BLOCKED = "total-blocking-time"
WEIGHT = "total-byte-weight"
HEAD = ("page", "as", "performance", "accessibility", "best practices", "SEO", *TIMES, "blocked", "weight")
_FLAGS = ("--quiet", "--output=json", "--chrome-flags=--headless=new --no-sandbox", "--max-wait-for-load=60000")


def judged(address: str, browser: str | None) -> Iterable[dict[str, Any]]:
    """Yield for each page, as a phone and as a desktop, the scores of 100, the times in seconds, and the bytes."""
    command = shlex.split(os.environ.get(VARIABLE, ""))
    if not command:
        return
    environment = os.environ | ({"CHROME_PATH": browser} if browser else {})
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        for page in PAGES:
            for form, flags in FORMS.items():
                asked = [*command, address + page, *_FLAGS, *flags, f"--output-path={report}"]
                subprocess.run(asked, check=True, env=environment, stdout=sys.stderr)
                found = json.loads(report.read_text(encoding="utf-8"))
                value = {name: one.get("numericValue") for name, one in found["audits"].items()}
                yield {
                    "page": page.partition("#")[0],
                    "form": form,
                    "lighthouse": found["lighthouseVersion"],
                    "scores": {name: round(100 * found["categories"][name]["score"]) for name in SCORES},
                    "seconds": {name: round(value[one] / 1000, 2) for name, one in TIMES.items()},
                    "blocked_seconds": round(value[BLOCKED] / 1000, 3),
                    "bytes": round(value[WEIGHT]),
                }


def row(one: dict[str, Any]) -> tuple[object, ...]:
    """Return a page's line of the table."""
    scores = [one["scores"][name] for name in SCORES]
    times = [f"{one['seconds'][name]:.1f} s" for name in TIMES]
    return (one["page"], one["form"], *scores, *times, f"{1000 * one['blocked_seconds']:.0f} ms", one["bytes"])
