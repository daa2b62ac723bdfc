"""Sets come from files and run folders; only a manifest with the right checksum vouches for where."""

import base64
import hashlib
import json
import os
import re

import pytest

from dicelab.archive.gallery import gallery_html
from dicelab.archive.gathering import find_sets
from dicelab.dice import DiceSet, dice_set_json
from dicelab.errors import DiceError
from solver.polyform import Puzzle
from solver.runs.storage import sealed, sha256

MANIFEST = "dicelab/manifest/1"
NOON = 1_795_262_400


@pytest.fixture
def run(tmp_path, random_set):
    """A folder as ``evolve`` writes it, with two sets."""
    folder = tmp_path / "run"
    (folder / "discoveries").mkdir(parents=True)
    files = {}
    for seed in (1, 2):
        name = f"discoveries/set-{seed}.json"
        data = dice_set_json(random_set(seed)).encode()
        (folder / name).write_bytes(data)
        files[name] = sha256(data)
    (folder / "settings.json").write_bytes(sealed("dicelab/evolve-settings/1", {"seed": 7, "scorer": "census"}))
    (folder / "manifest.json").write_bytes(sealed(MANIFEST, {"version": "0.1.0", "seed": 7, "files": files}))
    os.utime(folder / "manifest.json", (NOON, NOON))
    return folder


def test_a_run_vouches_for_its_sets(run, random_set):
    found = list(find_sets(run))
    assert [one.dice_set for one in found] == [random_set(1), random_set(2)]
    for one in (*found, *find_sets(run / "discoveries" / "set-1.json")):
        assert (one.command, one.seed, one.version, one.at) == ("evolve", "7", "0.1.0", "2026-11-21T12:00:00Z")
        assert [proof.program for proof in one.confirmations] == ["cp-sat"]


def test_a_set_that_was_changed_is_not_credited_to_the_run(run, random_set):
    (run / "discoveries" / "set-1.json").write_text(dice_set_json(random_set(3)))
    first, second = find_sets(run)
    assert (first.command, first.seed, first.confirmations) == ("import", "", ())
    assert second.command == "evolve"


def test_a_damaged_manifest_is_told_once(run):
    manifest = run / "manifest.json"
    manifest.write_bytes(manifest.read_bytes().replace(b'"seed": 7', b'"seed": 8'))
    told: list[str] = []
    assert {one.command for one in find_sets(run, told.append)} == {"import"}
    assert len(told) == 1
    assert "checksum does not match" in told[0]


@pytest.mark.parametrize(
    ("more", "command", "programs"),
    [
        ({"command": "design"}, "design", ["cp-sat"]),
        ({"command": "python -m x", "confirmed_by": ["bitmask", "cp-sat"]}, "python -m x", ["bitmask", "cp-sat"]),
    ],
)
def test_a_manifest_may_tell_more(run, more, command, programs):
    value = json.loads((run / "manifest.json").read_bytes())
    files = {"files": value["files"], "seed": 1}
    (run / "manifest.json").write_bytes(sealed(MANIFEST, files | more))
    for one in find_sets(run):
        assert one.command == command
        assert [proof.program for proof in one.confirmations] == programs


@pytest.mark.parametrize("more", [{"confirmed_by": ["not a program", 3]}, {"command": ["a"]}, {"seed": "<b>"}])
def test_a_manifest_with_other_values_vouches_for_nothing(run, more):
    value = json.loads((run / "manifest.json").read_bytes())
    (run / "manifest.json").write_bytes(sealed(MANIFEST, {"files": value["files"], "seed": 1} | more))
    warnings: list[str] = []
    assert {one.command for one in find_sets(run, warnings.append)} == {"import"}
    assert len(warnings) == 1
    assert "is damaged" in warnings[0]


def test_what_holds_no_set_is_told(tmp_path, run):
    (tmp_path / "empty").mkdir()
    with pytest.raises(DiceError, match="no dice-set file in it"):
        list(find_sets(tmp_path / "empty"))
    with pytest.raises(DiceError, match="no such file"):
        list(find_sets(tmp_path / "gone"))
    (run / "discoveries" / "set-1.json").write_text('{"schema": "dicelab/dice-set/1", "dice": 3}')
    with pytest.raises(DiceError, match=r"set-1\.json"):
        list(find_sets(run))


def test_a_gallery_allows_its_own_script_and_style_by_their_checksums_and_no_other(entry):
    page = gallery_html([entry(1)], "Mine")
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    directives = dict(part.split(" ", 1) for part in policy.split("; "))
    assert directives.keys() == {"default-src", "style-src", "script-src", "base-uri", "form-action"}
    for element, directive in (("style", "style-src"), ("script", "script-src")):
        (text,) = re.findall(rf"<{element}>(.*?)</{element}>", page, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert directives.pop(directive) == f"'sha256-{digest}'"
    assert set(directives.values()) == {"'none'"}
    assert " style=" not in page, "the policy forbids it"


def test_a_gallery_shows_every_set_and_takes_no_name_for_markup(entry, random_set):
    from dataclasses import replace

    from dicelab.archive.gathering import entry_of

    evil = "<script>alert('x')</script> & \"q\""
    entries = [entry(1), entry(5), entry_of(replace(random_set(9), name=evil), "2026-11-21T12:00:00Z", tags=["<b>"])]
    page = gallery_html(entries, "<i>mine</i>", "<u>")
    assert page == gallery_html(entries, "<i>mine</i>", "<u>")
    assert page.count("<svg ") == page.count("</svg>") == 3
    assert not re.search(r"<(b|i|u)>", page)
    assert page.count("<script>") == page.count("</script>") == 1
    assert "&lt;script&gt;" in page
    assert not re.search(r"(src|href)=\"(?!#)", page), "no other file, no network"
    for one in entries:
        assert f'href="#set-{one.id}"' in page
        assert f'id="set-{one.id}"' in page


@pytest.mark.parametrize("text", ["triangles@4,2-6,2-6,4/2:I4,L4,2*I1", "hexagons@2-4,1-5,2-4/2:T3,I2"])
def test_a_gallery_draws_sets_on_any_lattice(text):
    from dicelab.archive.gathering import entry_of

    dice_set = DiceSet.of_masks([0b0111, 0b111000], Puzzle.parse(text), "few")
    page = gallery_html([entry_of(dice_set, "2026-11-22T12:00:00Z")], "Mine")
    assert page.count("<polygon") == len(dice_set.puzzle.grid)
    assert f"board of {len(dice_set.puzzle.grid)} {dice_set.puzzle.grid.lattice.name}" in page
