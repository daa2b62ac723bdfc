"""The studio as files: which there are, what they load, and which folders they are written to."""

from __future__ import annotations

import hashlib
import json
import re
from importlib.resources import files
from pathlib import Path
from posixpath import dirname, join, normpath

import pytest

import dicelab
from dicelab.studio import site_export
from dicelab.studio.documents import studio_puzzles
from dicelab.studio.site_export import CONTENT_SECURITY, export_site, site_files
from dicelab.studio.tables import BoardTable, read_table
from solver.errors import OutputExistsError, StorageError
from solver.runs.manifest import read_manifest

PUZZLES = [one for one in studio_puzzles() if one.id in {"calendar", "genius-square"}]
ROOT = Path(dicelab.__file__).parents[1]


@pytest.fixture(scope="module")
def site():
    return site_files(PUZZLES, tilings=False)


def pages(site):
    return {name: data.decode() for name, data in site.items() if name.endswith(".html")}


def listed(site):
    found = re.search(rb"const SITE = (\{.*?\});", site["service-worker.js"], re.DOTALL)
    assert found
    return json.loads(found[1])


def test_the_same_version_gives_the_same_bytes(site):
    assert site_files(PUZZLES, tilings=False) == site


def test_documents_name_the_tables_that_are_there(site):
    assert [one["id"] for one in json.loads(site["data/studio.json"])["puzzles"]] == ["genius-square", "calendar"]
    assert json.loads(site["data/studio.json"])["server"] is False
    for one in PUZZLES:
        document = json.loads(site[f"data/{one.id}.json"])
        assert document["tilings"] is None
        table, _ = read_table(site[f"data/{document['unsolvable']['file']}"], one.puzzle, "unsolvable")
        assert document["unsolvable"]["bytes"] == len(table.content)


def test_tilings_are_there_unless_they_are_left_out(monkeypatch):
    def tilings(puzzle, **_options):
        return BoardTable.of(puzzle, "tilings", {"orbits": 1_044_690, "most": 24_126}, bytes(100))

    monkeypatch.setattr("dicelab.studio.site_export.tilings_table", tilings)
    site = site_files(PUZZLES[:1])
    document = json.loads(site["data/genius-square.json"])
    assert document["tilings"]["orbits"] == 1_044_690
    assert len(site["data/genius-square.tilings"]) == document["tilings"]["bytes"]
    assert "data/genius-square.tilings" not in site_files(PUZZLES[:1], tilings=False)


def test_addresses_are_relative_and_lead_to_files_of_the_site(site):
    for name, text in pages(site).items():
        found = re.findall(r'(?:href|src)="([^"]+)"', text)
        assert {"manifest.webmanifest", "studio.css"} <= set(found), name
        assert [address for address in found if address not in site and not address.startswith("#")] == [], name
    for name, data in site.items():
        if name.endswith(".js"):
            imported = re.findall(r'^(?:import|export)\b[^";]*"(\.[^"]+)"', data.decode(), re.MULTILINE)
            assert [one for one in imported if normpath(join(dirname(name), one)) not in site] == [], name
            # Names of XML, and examples in what people read, are no requests.
            for address in re.findall(r"https?://[^\s\"'`<>)]+", data.decode()):
                assert address.startswith("http://www.w3.org/"), name


def test_pages_may_load_nothing_from_elsewhere(site):
    assert "http" not in CONTENT_SECURITY
    assert "unsafe" not in CONTENT_SECURITY
    for text in pages(site).values():
        assert f'content="{CONTENT_SECURITY}"' in text
        assert not re.search(r"<script(?![^>]*\bsrc=)|\son\w+=|\sstyle=|<style", text)


def test_the_server_says_the_same_and_that_no_page_may_frame_it():
    security = pytest.importorskip("dicelab.studio.security")
    assert f"{CONTENT_SECURITY}; frame-ancestors 'none'" == security.CONTENT_SECURITY


def test_modules_are_asked_for_ahead(site):
    for name, text in pages(site).items():
        ahead = re.findall(r'rel="modulepreload" href="([^"]+)"', text)
        assert "js/parts/dom.js" in ahead
        assert len(ahead) == len(set(ahead))
        assert ("js/engine/worker.js" in ahead) == (name != "domino.html")


def test_the_service_worker_lists_every_other_file_once(site):
    worker = listed(site)
    assert sorted([*worker["first"], *worker["later"]]) == sorted(set(site) - {"service-worker.js"})


def test_other_contents_make_another_version(site, monkeypatch):
    monkeypatch.setattr("dicelab.studio.documents.__version__", "9.9.9")
    other = site_files(PUZZLES, tilings=False)
    assert {name for name in site if site[name] != other[name]} == {"data/studio.json", "service-worker.js"}
    assert listed(other)["version"] != listed(site)["version"]


def test_the_icons_of_the_manifest_are_there(site):
    manifest = json.loads(site["manifest.webmanifest"])
    assert {icon["sizes"] for icon in manifest["icons"]} == {"any", "192x192", "512x512"}
    assert any(icon.get("purpose") == "maskable" for icon in manifest["icons"])
    for icon in manifest["icons"]:
        data = site[icon["src"]]
        if icon["type"] == "image/png":
            assert f"{int.from_bytes(data[16:20])}x{int.from_bytes(data[20:24])}" == icon["sizes"]


def test_every_static_file_is_in_the_package(site):
    folder = ROOT / "dicelab" / "studio" / "site"
    named = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert named <= set(site)
    assert all((files("dicelab.studio") / "site").joinpath(name).is_file() for name in named)


def contents(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_manifest_has_the_checksum_of_every_file(site, tmp_path):
    export_site(tmp_path / "site", site)
    written = contents(tmp_path / "site")
    assert read_manifest(tmp_path / "site" / "manifest.json").files == {
        name: hashlib.sha256(data).hexdigest() for name, data in site.items()
    }
    assert {name: data for name, data in written.items() if name != "manifest.json"} == site


def test_an_earlier_export_is_replaced_only_by_force(site, tmp_path):
    folder = tmp_path / "site"
    export_site(folder, site)
    (folder / "CNAME").write_text("studio.example")
    before = contents(folder)
    with pytest.raises(OutputExistsError, match="--force"):
        export_site(folder, site)
    assert contents(folder) == before
    fewer = {name: data for name, data in site.items() if "calendar" not in name}
    export_site(folder, {**fewer, "index.html": b"new"}, force=True)
    after = contents(folder)
    assert after["index.html"] == b"new"
    assert after["CNAME"] == b"studio.example"
    assert not any("calendar" in name for name in after)
    export_site(folder, site, force=True)
    assert contents(folder) == before


@pytest.mark.parametrize("force", [False, True])
def test_a_folder_of_something_else_is_left_alone(site, tmp_path, force):
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(OutputExistsError, match="another folder"):
        export_site(tmp_path, site, force=force)
    with pytest.raises(OutputExistsError, match="is a file"):
        export_site(tmp_path / "thesis.txt", site, force=force)
    assert contents(tmp_path) == {"thesis.txt": b"mine"}


def test_hidden_files_are_in_nobodys_way(site, tmp_path):
    (tmp_path / ".git").mkdir()
    export_site(tmp_path, site)
    assert (tmp_path / "index.html").is_file()


@pytest.mark.parametrize("error", [KeyboardInterrupt, StorageError])
def test_what_is_stopped_leaves_nothing_half(site, tmp_path, monkeypatch, error):
    written = []

    def stop(path, data):
        written.append(path)
        if len(written) > 5:
            raise error("stopped")
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_bytes(data)

    monkeypatch.setattr(site_export, "write_atomic", stop)
    with pytest.raises(error):
        export_site(tmp_path / "site", site)
    assert len(written) == 6
    assert not list(tmp_path.iterdir())


def test_what_is_killed_can_be_replaced(site, tmp_path, monkeypatch):
    folder = tmp_path / "site"
    export_site(folder, {**site, "data/old.json": b"old"})

    class Kill(BaseException):
        pass

    def stop(_path, _data):
        raise Kill

    with monkeypatch.context() as patch:
        patch.setattr(site_export, "write_atomic", stop)
        with pytest.raises(Kill):
            export_site(folder, site, force=True)
    export_site(folder, site, force=True)
    assert set(contents(folder)) == {*site, "manifest.json"}


def test_a_manifest_cannot_have_files_elsewhere_removed(site, tmp_path):
    (tmp_path / "thesis.txt").write_text("mine")
    folder = tmp_path / "site"
    export_site(folder, site)
    manifest = read_manifest(folder / "manifest.json")
    manifest.files["../thesis.txt"] = "0" * 64
    manifest.write(folder)
    export_site(folder, site, force=True)
    assert (tmp_path / "thesis.txt").read_text() == "mine"
