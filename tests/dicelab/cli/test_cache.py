"""``dicelab cache``: what is kept is listed and removed, and nothing else."""

import json
import os

import pytest

from solver.census.census_file import census_folder
from solver.polyform import Puzzle
from solver.runs import jit
from solver.runs.cache_folder import CACHE_FOLDER
from solver.runs.storage import headed

PUZZLE = Puzzle.parse("2x4/2:3*I2")
KEY = "0123456789abcdef"


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """A cache with code and a census of another version, a census of this one, files of others, and links."""
    folder = tmp_path / "cache"
    monkeypatch.setenv(CACHE_FOLDER, str(folder))
    new = census_folder(PUZZLE)
    census = headed("dicelab/orbit-census/1", {"puzzle": PUZZLE.format(), "content": "tilings"}, b"body")
    for name, data in (
        (f"compiled/cpython-30-numba9-{KEY}/rows/code.nbc", b"code"),
        (f"census/{KEY}-{KEY}/shards/1.shard", b"shard"),
        (f"census/{new.name}/tilings.census", census),
        (f"studio/{KEY}-{jit.source_stamp()}.tilings", b"table"),
        ("census/mine/notes", b"mine"),
        ("mine", b"mine"),
    ):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    outside = tmp_path / "outside"
    (outside / "rows").mkdir(parents=True)
    (outside / "rows" / "code.nbc").write_bytes(b"theirs")
    (folder / "compiled" / f"objects-{KEY}").symlink_to(outside)
    (folder / "census" / f"{KEY}-{KEY}" / "link").symlink_to(outside)
    return folder


def entries(dicelab):
    return {one["name"]: one for one in json.loads(dicelab("cache", "list", "--json").out)["entries"]}


def test_each_entry_is_listed_with_its_size_and_use(dicelab, cache):
    found = entries(dicelab)
    assert len(found) == 4
    code = found[f"compiled/cpython-30-numba9-{KEY}"]
    assert (code["bytes"], code["outdated"], code["use"]) == (4, True, "compiled code, of another version")
    census = found[f"census/{census_folder(PUZZLE).name}"]
    assert (census["outdated"], census["use"]) == (False, "census (tilings) of 2x4/2:3*I2")
    shown = dicelab("cache", "list").out
    assert str(cache) in shown
    assert "census (tilings) of 2x4/2:3*I2" in shown
    assert "dicelab cache clear outdated" in shown


def test_what_is_chosen_goes_and_all_else_stays(dicelab, cache, tmp_path):
    assert "choose what to remove" in dicelab("cache", "clear").refused()
    assert "is not in the cache" in dicelab("cache", "clear", "../outside").refused()
    assert "is not in the cache" in dicelab("cache", "clear", "census/mine").refused()
    assert "choose what to remove" in dicelab("cache", "clear", "census", "--all").refused()
    assert len(entries(dicelab)) == 4
    assert dicelab("cache", "clear", "outdated").code == 0
    assert sorted(one["kind"] for one in entries(dicelab).values()) == ["census", "studio"]
    assert dicelab("cache", "clear", f"census/{census_folder(PUZZLE).name}").code == 0
    assert [one["kind"] for one in entries(dicelab).values()] == ["studio"]
    assert dicelab("cache", "clear", "--all").code == 0
    assert entries(dicelab) == {}
    left = sorted(path.relative_to(cache).as_posix() for path in cache.rglob("*") if path.is_file())
    assert left == ["census/mine/notes", "mine"]
    assert (tmp_path / "outside" / "rows" / "code.nbc").read_bytes() == b"theirs"


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="Windows has other permissions")
def test_what_others_may_have_written_is_left_to_the_user(dicelab, cache):
    (cache / "compiled").chmod(0o777)
    done = dicelab("cache", "clear", "compiled")
    assert "may be written to by other users: remove it yourself" in done.err
    assert (cache / "compiled" / f"cpython-30-numba9-{KEY}").is_dir()
