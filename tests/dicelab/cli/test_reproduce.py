"""``dicelab reproduce``."""

import json
from pathlib import Path

from dicelab.reproduce import CLAIMS


def test_one_figure_on_the_terminal(dicelab, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    done = dicelab("reproduce", "jensen-rolls", "goralczyk-comment-1")
    assert done.code == 0
    assert "62,208" in done.out
    assert "“The game proclaims that there are 62,208 possible ways" in done.out
    assert "agrees." in done.out
    assert "differs, and it was computed why." in done.out
    assert max(map(len, done.out.splitlines())) <= 80
    assert not any(tmp_path.iterdir())


def test_nothing_is_written_unless_a_folder_is_named(dicelab, monkeypatch, tmp_path):
    (tmp_path / "results" / "reproduction").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("dicelab.reproduce.reproduction.claims_named", lambda _: [CLAIMS["jensen-rolls"]])
    assert dicelab("reproduce", "--quick").code == 0
    assert not list(Path("results/reproduction").iterdir())
    assert "written to results/reproduction" in dicelab("reproduce", "--quick", "--out", "results/reproduction").err


def test_what_is_loosely_worded_is_no_failure(dicelab):
    done = dicelab("reproduce", "jensen-days")
    assert done.code == 0
    assert "about 15 days of pure" in done.out
    assert "loosely worded" in done.out
    (found,) = json.loads(dicelab("reproduce", "jensen-days", "--json").out)["claims"]
    assert found["verdict"] == "loosely worded"
    assert found["agrees"] is None


def test_json(dicelab):
    done = dicelab("reproduce", "goralczyk-example", "--quick", "--json")
    found = json.loads(done.out)
    assert found["schema"] == "dicelab/reproduction/1"
    assert found["claims"][0]["computed"] == 4_238
    assert found["verdicts"] == {"agrees": 1}


def test_a_folder_is_written_again_but_no_other_touched(dicelab, tmp_path):
    folder = tmp_path / "results"
    for _ in range(2):
        assert dicelab("reproduce", "jensen-rolls", "--out", folder, "--quiet").code == 0
    assert sorted(path.name for path in folder.iterdir()) == ["errata.md", "manifest.json", "table.json", "table.md"]
    (folder / "notes").write_text("mine")
    assert "has notes, which does not belong" in dicelab("reproduce", "jensen-rolls", "--out", folder).refused()
    assert (folder / "notes").read_text() == "mine"


def test_names(dicelab):
    assert "did you mean jensen-rolls" in dicelab("reproduce", "jensen-roll").refused()
    listed = dicelab("reproduce", "--list")
    assert listed.code == 0
    assert set(CLAIMS) <= set(listed.out.split())
    assert max(map(len, listed.out.splitlines())) <= 80
    assert len(json.loads(dicelab("reproduce", "--list", "--json").out)["claims"]) == len(CLAIMS)


def test_an_unexplained_difference_is_false(dicelab, monkeypatch):
    from msgspec.structs import replace

    wrong = replace(CLAIMS["jensen-rolls"], published=62_209)
    monkeypatch.setitem(CLAIMS, "jensen-rolls", wrong)
    done = dicelab("reproduce", "jensen-rolls")
    assert done.code == 4
    assert "differs" in done.out


def test_pages_need_a_folder(dicelab, tmp_path):
    assert "--pages writes the figures of --out DIR" in dicelab("reproduce", "--pages").refused()
    assert "table.json can't be read" in dicelab("reproduce", "--pages", "--out", tmp_path).refused()
