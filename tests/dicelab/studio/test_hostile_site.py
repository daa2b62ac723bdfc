"""An exported studio whose files are damaged on their way or by their host: what the page's readers do, under Node."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from importlib.resources import files

import pytest

from dicelab.studio.documents import studio_puzzles
from dicelab.studio.site_export import site_files

NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(NODE is None, reason="Node is not installed")

READ = """
import { readFileSync } from "node:fs";
import { loadPuzzle } from "./puzzle.js";
import { readTable } from "./tables.js";

const [kind, secure] = process.argv.slice(2);
if (secure !== "secure") Object.defineProperty(globalThis, "crypto", { value: undefined });
const { studio, cases } = JSON.parse(readFileSync("cases.json"));
const one = studio.puzzles[0];
const answer = (data) => ({ ok: true, arrayBuffer: async () => Uint8Array.from(Buffer.from(data, "base64")).buffer });
let [data, document] = [null, JSON.parse(readFileSync("document.json"))];
globalThis.fetch = async () => answer(data);
const said = [];
for (data of cases) {
  try {
    if (kind === "document") await loadPuzzle(one.id, one.sha256);
    else await readTable(document.unsolvable, "https://somewhere.example/", "unsolvable");
    said.push("");
  } catch (error) {
    said.push(error.message);
  }
}
console.log(JSON.stringify(said));
"""


@pytest.fixture(scope="module")
def site():
    return site_files([one for one in studio_puzzles() if one.id == "genius-square"], tilings=False)


@pytest.mark.parametrize("secure", ["secure", "insecure"])
@pytest.mark.parametrize("kind", ["table", "document"])
def test_what_is_damaged_is_refused_also_where_browsers_lend_no_checksums(site, kind, secure, tmp_path):
    import base64

    whole = site["data/genius-square.unsolvable" if kind == "table" else "data/genius-square.json"]
    cases, generator = [whole], random.Random(3)
    cases += [whole[: len(whole) * part // 8] for part in range(8)] + [whole[:-1], whole + b"\n"]
    for place in [*range(0, 400, 9), *(generator.randrange(len(whole)) for _ in range(40))]:
        cases.append(whole[:place] + bytes([whole[place] ^ 1 << generator.randrange(8)]) + whole[place + 1 :])
    for name in ("puzzle.js", "tables.js", "model.js", "sha256.js"):
        (tmp_path / name).write_bytes((files("dicelab.studio") / "site" / "js" / "engine" / name).read_bytes())
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "read.js").write_text(READ)
    (tmp_path / "document.json").write_bytes(site["data/genius-square.json"])
    content = {
        "studio": json.loads(site["data/studio.json"]),
        "cases": [base64.b64encode(one).decode() for one in cases],
    }
    (tmp_path / "cases.json").write_text(json.dumps(content))
    done = subprocess.run(
        [str(NODE), "read.js", kind, secure], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    first, *others = json.loads(done.stdout)
    assert first == ""
    assert len(others) == len(cases) - 1
    assert all("is damaged, or of another version of the studio: reload the page" in one for one in others)
