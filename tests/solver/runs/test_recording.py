"""A folder of results and its manifest."""

import json

from solver.runs.recording import MANIFEST, SCHEMA, Recording
from solver.runs.storage import read_sealed, sha256


def test_the_manifest_names_every_file_with_its_checksum(tmp_path):
    folder = tmp_path / "results"
    recording = Recording(folder, "a computation", "dicelab compute", seed=7, packages=("numpy", "no-such-package"))
    recording.write("a.txt", "ä")
    recording.write_json("b/c.json", {"schema": "x/1"})
    recording.finish()
    found = read_sealed(folder / MANIFEST, SCHEMA)
    assert found["experiment"] == "a computation"
    assert found["seed"] == 7
    assert found["files"]["a.txt"] == sha256("ä".encode())
    assert set(found["files"]) == {"a.txt", "b/c.json"}
    assert found["versions"]["numpy"]
    assert found["versions"]["no-such-package"] is None
    assert json.loads((folder / "b" / "c.json").read_text(encoding="utf-8")) == {"schema": "x/1"}


def test_what_an_earlier_run_left_is_removed(tmp_path):
    for name in ("old", "new"):
        recording = Recording(tmp_path, "a computation", "dicelab compute")
        recording.write(f"{name}.txt", name)
        recording.finish()
    assert sorted(path.name for path in tmp_path.iterdir()) == [MANIFEST, "new.txt"]


def test_a_run_that_is_cut_off_leaves_the_old_manifest(tmp_path):
    recording = Recording(tmp_path, "a computation", "dicelab compute")
    recording.write("a.txt", "1")
    recording.finish()
    before = (tmp_path / MANIFEST).read_bytes()
    Recording(tmp_path, "a computation", "dicelab compute").write("a.txt", "2")
    assert (tmp_path / MANIFEST).read_bytes() == before
