"""``dicelab make``."""

import json


def test_a_game_is_written_for_laser_and_printer(dicelab, tmp_path):
    done = dicelab(
        "make", "default", "--laser", tmp_path / "g.svg", "--stl", tmp_path / "parts", "--3mf", tmp_path / "g.3mf"
    )
    assert done.code == 0
    assert "11 solids" in done.out
    assert "17 parts" in done.out
    assert len(list((tmp_path / "parts").glob("*.stl"))) == 11
    assert "exists" in dicelab("make", "default", "--stl", tmp_path / "parts").refused()
    assert dicelab("make", "default", "--stl", tmp_path / "parts", "--force").code == 0


def test_json_names_files_parts_and_sizes(dicelab, tmp_path):
    done = dicelab("make", "--puzzle", "2x3/0:2*I3", "--stl", tmp_path / "parts", "--json")
    content = json.loads(done.out)
    assert content["schema"] == "dicelab/make/1"
    assert [(one["name"], one["copies"]) for one in content["solids"]] == [("tray", 1), ("piece I3", 2)]
    assert len(content["stl"]["files"]) == 2


def test_wrong_files_and_sizes_are_refused_before_anything_is_written(dicelab, tmp_path):
    parts = tmp_path / "parts"
    assert "--laser" in dicelab("make", "default").refused()
    assert ".svg or .dxf" in dicelab("make", "default", "--laser", tmp_path / "g.png", "--stl", parts).refused()
    assert "--laser" in dicelab("make", "default", "--format", "dxf", "--stl", parts).refused()
    assert "no folder" in dicelab("make", "default", "--stl", tmp_path / "a" / "b").refused()
    small = dicelab("make", "default", "--laser", tmp_path / "g.svg", "--sheet", "100x100", "--stl", parts).refused()
    assert "--cell" in small
    assert not list(tmp_path.iterdir())
    parts.write_text("not a folder")
    assert "is a file" in dicelab("make", "default", "--stl", parts).refused()
