"""A manifest says what made the files of a folder; those of version 0.1 say it in three shapes."""

import json
from pathlib import Path

import pytest

from solver.errors import OutputExistsError, StorageError
from solver.runs.manifest import MANIFEST, Manifest, Recording, read_manifest, require_results
from solver.runs.storage import read_sealed, sealed, sha256

RESULTS = Path(__file__).parents[3] / "results"


def test_the_manifest_names_every_file_with_its_checksum(tmp_path):
    folder = tmp_path / "results"
    recording = Recording(folder, "dicelab compute", seed=7, packages=("numpy", "no-such-package"))
    recording.write("a.txt", "ä")
    recording.write_json("b/c.json", {"schema": "x/1"})
    recording.finish()
    assert read_sealed(folder / MANIFEST, "dicelab/manifest/2")["command"] == "dicelab compute"
    found = read_manifest(folder / MANIFEST)
    assert (found.command, found.seed, found.confirmed_by) == ("dicelab compute", 7, ())
    assert found.files["a.txt"] == sha256("ä".encode())
    assert set(found.files) == {"a.txt", "b/c.json"}
    assert found.versions
    assert found.versions["numpy"]
    assert found.versions["no-such-package"] is None
    assert found.machine
    assert json.loads((folder / "b" / "c.json").read_text(encoding="utf-8")) == {"schema": "x/1"}


def test_what_an_earlier_run_left_is_removed(tmp_path):
    for name in ("old", "new"):
        recording = Recording(tmp_path, "dicelab compute")
        recording.write(f"{name}.txt", name)
        recording.finish()
    assert sorted(path.name for path in tmp_path.iterdir()) == [MANIFEST, "new.txt"]


def test_the_results_of_another_computation_in_a_folder_below_stay(tmp_path):
    for folder, name in (("", "counts/old"), ("dice/small", "counts/a"), ("", "new")):
        recording = Recording(tmp_path / folder, "dicelab compute")
        recording.write(f"{name}.txt", name)
        recording.finish()
    left = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    assert left == {MANIFEST, "new.txt", f"dice/small/{MANIFEST}", "dice/small/counts/a.txt"}


def test_a_run_that_is_cut_off_leaves_the_old_manifest(tmp_path):
    recording = Recording(tmp_path, "dicelab compute")
    recording.write("a.txt", "1")
    recording.finish()
    before = (tmp_path / MANIFEST).read_bytes()
    Recording(tmp_path, "dicelab compute").write("a.txt", "2")
    assert (tmp_path / MANIFEST).read_bytes() == before


def test_a_manifest_of_a_run_is_read_again_and_tells_nothing_of_the_machine(tmp_path):
    manifest = Manifest(command="evolve", seed=3, version="0.2.0", confirmed_by=("cp-sat",), files={"a": "b"})
    manifest.write(tmp_path)
    assert read_manifest(tmp_path / MANIFEST) == manifest
    assert read_sealed(tmp_path / MANIFEST, "dicelab/manifest/2").keys() == {
        "schema",
        "command",
        "seed",
        "version",
        "confirmed_by",
        "files",
    }


def test_a_manifest_vouches_for_the_file_that_it_was_written_with(tmp_path):
    for name in ("known", "changed", "unknown"):
        (tmp_path / name).write_text(name)
    files = {"known": sha256(b"known"), "changed": sha256(b"other")}
    manifest = Manifest(command="x", seed=None, version="1", confirmed_by=(), files=files)
    assert [name for name in ("known", "changed", "unknown") if manifest.vouches_for(tmp_path, tmp_path / name)] == [
        "known"
    ]


@pytest.mark.parametrize(("scorer", "programs"), [("census", ("cp-sat",)), ("cp-sat", ("bitmask", "cp-sat"))])
def test_what_an_old_manifest_of_evolve_leaves_out_follows_from_its_settings(tmp_path, scorer, programs):
    (tmp_path / "settings.json").write_bytes(sealed("dicelab/evolve-settings/1", {"seed": 7, "scorer": scorer}))
    (tmp_path / MANIFEST).write_bytes(sealed("dicelab/manifest/1", {"version": "0.1.0", "seed": 7, "files": {}}))
    expected = Manifest(command="evolve", seed=7, version="0.1.0", confirmed_by=programs, files={})
    assert read_manifest(tmp_path / MANIFEST) == expected


def test_an_old_manifest_of_design_is_read(tmp_path):
    content = {"version": "0.1.0", "command": "design", "seed": 1, "confirmed_by": ["bitmask"], "files": {"a": "b"}}
    (tmp_path / MANIFEST).write_bytes(sealed("dicelab/manifest/1", content))
    expected = Manifest(command="design", seed=1, version="0.1.0", confirmed_by=("bitmask",), files={"a": "b"})
    assert read_manifest(tmp_path / MANIFEST) == expected


def test_an_old_manifest_of_an_experiment_is_read(tmp_path):
    content = {
        "experiment": "tilings",
        "command": "python -m experiments.tilings.run",
        "seed": None,
        "versions": {"dicelab": "0.1.0", "numba": None},
        "machine": {"python": "3.11.7", "system": "Linux", "cores": 2},
        "files": {"a": "b"},
    }
    (tmp_path / MANIFEST).write_bytes(sealed("dicelab/manifest/1", content))
    found = read_manifest(tmp_path / MANIFEST)
    assert (found.command, found.seed, found.version) == (content["command"], None, "0.1.0")
    assert found.machine
    assert found.machine.cores == 2


def test_every_manifest_of_the_results_is_read_and_vouches_for_its_files():
    manifests = sorted(RESULTS.rglob(MANIFEST))
    assert manifests
    for path in manifests:
        manifest = read_manifest(path)
        assert manifest.version
        assert all(manifest.vouches_for(path.parent, path.parent / name) for name in manifest.files), path


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b'{"name": "left-pad"}', "has schema None"),
        (b"{", "is damaged"),
        (sealed("dicelab/manifest/2", {"command": "x"}), "is damaged"),
        (sealed("dicelab/manifest/1", {"command": ["x"]}), "is damaged"),
        (sealed("dicelab/manifest/1", {"confirmed_by": ["<b>"]}), "is damaged"),
        (sealed("dicelab/manifest/3", {}), "has schema 'dicelab/manifest/3'"),
    ],
)
def test_what_is_no_manifest_is_refused_by_name(tmp_path, content, says):
    (tmp_path / MANIFEST).write_bytes(content)
    with pytest.raises(StorageError, match=says) as caught:
        read_manifest(tmp_path / MANIFEST)
    assert str(caught.value).startswith(str(tmp_path / MANIFEST))


def test_only_earlier_results_may_be_replaced(tmp_path):
    def refusal(folder, *, force):
        with pytest.raises(OutputExistsError) as caught:
            require_results(folder, ("table.md",), "a table", force=force)
        return str(caught.value)

    require_results(tmp_path / "new", ("table.md",), "a table", force=False)
    folder = tmp_path / "results"
    folder.mkdir()
    require_results(folder, ("table.md",), "a table", force=False)
    (folder / "table.md").touch()
    (folder / ".table.md.abc.part").touch()
    assert refusal(folder, force=False).endswith(
        "already has a table: pass --force to overwrite it, or name another folder"
    )
    require_results(folder, ("table.md",), "a table", force=True)
    (folder / "thesis.tex").touch()
    assert "has thesis.tex, which does not belong to a table" in refusal(folder, force=True)
    assert "is a file" in refusal(folder / "thesis.tex", force=True)
