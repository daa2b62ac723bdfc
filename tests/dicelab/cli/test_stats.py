"""``dicelab stats`` and the objectives that it tells."""

import json

import pytest

from dicelab.score.objectives import OBJECTIVES, STANDARD

TINY = {
    "schema": "dicelab/dice-set/1",
    "name": "tiny",
    "puzzle": "2x4/2:3*I2",
    "dice": [["A1", "A3", "A3", "B4"], ["A2", "A4", "B1", "B3"]],
}


@pytest.fixture
def tiny(tmp_path):
    path = tmp_path / "tiny.json"
    path.write_text(json.dumps(TINY), encoding="utf-8")
    return path


def test_the_standard_objectives(dicelab, tiny):
    told = json.loads(dicelab("stats", tiny, "--json").out)
    assert list(told["objectives"]) == list(STANDARD)
    assert told["objectives"]["mean"] == told["by_board"]["mean"]
    assert told["objectives"]["face-variation"] == told["by_face"]["variation"]
    assert told["objectives"]["unsolvable"] == told["by_board"]["unsolvable"]
    assert told["objectives"]["face-unsolvable"] == told["by_face"]["unsolvable"] / told["by_face"]["total"]
    text = dicelab("stats", tiny).out
    assert max(map(len, text.splitlines())) <= 80
    assert all(f"\n{label} " in text for label in STANDARD)


def test_odds_swaps_and_another_set(dicelab, tiny, tmp_path):
    other = "A1 A3 | A2 A4"
    asked = ["--at-most", "0,1", "--games", "2", "--swaps", "3", "--against", other, "--boards", "0"]
    told = json.loads(dicelab("stats", tiny, *asked, "--json").out)
    by_face = told["by_face"]
    chance = by_face["unsolvable"] / by_face["total"]
    assert [one["at_most"] for one in told["odds"]["chances"]] == [0, 1]
    assert told["odds"]["chances"][0]["chance_in_games"] == pytest.approx(1 - (1 - chance) ** 2)
    assert [[one["faces"] for one in die["faces"]] for die in told["by_die"]] == [[1, 2, 1], [1, 1, 1, 1]]
    assert told["against"]["by_face"]["total"] == 4
    for name, sign in (("easier", 1), ("harder", -1)):
        fewer = [sign * one["chance_of_fewer"] for one in told["swaps"][name]]
        assert len(fewer) <= 3
        assert all(one < sign / 2 for one in fewer)
    text = dicelab("stats", tiny, *asked).out
    assert max(map(len, text.splitlines())) <= 80
    brief = dicelab("stats", tiny, "--objective", "fewest,mean").out
    assert len(brief.splitlines()) == 3
    assert "0" in dicelab("stats", tiny, "--games", "0").refused()
    csv = tmp_path / "odds.csv"
    dicelab("stats", tiny, "--at-most", "0", "--out", csv)
    assert f"chance of at most 0,{told['by_board']['unsolvable'] / told['boards']},{chance}" in csv.read_text()


def test_a_cache_that_can_not_be_written_to_stops_nothing(dicelab, tiny, tmp_path, monkeypatch):
    told = dicelab("stats", tiny, "--json")
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setenv("DICELAB_CACHE", str(tmp_path / "file" / "below"))
    done = dicelab("stats", tiny, "--json")
    assert (done.code, done.out) == (0, told.out)
    assert done.err.startswith("dicelab: warning: ")
    assert done.err.count("\n") == 1


def test_objectives_by_name(dicelab, tiny):
    done = dicelab("stats", tiny, "--json", "--objective", f"band=1-2,distance={tiny},variation:max")
    values = json.loads(done.out)["objectives"]
    faces = "A1 A3 A3 B4 | A2 A4 B1 B3"
    assert list(values) == ["band=1-2", f"distance={faces}", "variation:max"]
    assert values[f"distance={faces}"] == 0


def test_shared_cells(dicelab, tmp_path):
    path = tmp_path / "shared.json"
    path.write_text(json.dumps(TINY | {"dice": [["A1", "A2"], ["A1", "A2"]]}), encoding="utf-8")
    assert "pass --shared-cells" in dicelab("stats", path).refused()
    done = dicelab("stats", path, "--shared-cells", "--json", "--objective", "rolls,reroll-probability,symmetry")
    # The two throws without a collision show the same board.
    assert json.loads(done.out)["objectives"] == {"rolls": 1, "reroll-probability": 0.5, "symmetry": 1}


def test_the_list_of_objectives(dicelab):
    text = dicelab("stats", "--list-objectives")
    assert text.code == 0
    assert all(f"\n{name}" in text.out for name in OBJECTIVES)
    told = json.loads(dicelab("stats", "--list-objectives", "--json").out)
    assert told["schema"] == "dicelab/objectives/1"
    assert [one["name"] for one in told["objectives"]] == list(OBJECTIVES)


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ((), "SET is missing: name a dice set, or pass --list-objectives"),
        (("default", "--objective", "fewst"), "no objective 'fewst': did you mean fewest?"),
        (("default", "--objective", ""), "separate names by single commas"),
        (("theorem-5.3", "--objective", "distance=/no/such"), "objective distance: /no/such: no such file"),
    ],
)
def test_bad_objectives_take_one_line(dicelab, args, message):
    assert message in dicelab("stats", *args).refused()


def test_statistics_of_a_census_at_hand_load_no_compiler(process):
    # The first call unpacks the census into the cache.
    process("stats", "default")
    code = "import sys\nfrom dicelab.cli.main import status\nstatus()\nprint('HEAVY', 'numba' in sys.modules)"
    assert process("stats", "default", code=code).out.endswith("HEAVY False\n")
