"""``dicelab archive`` from end to end, and ids for SET in every verb."""

import json

import pytest

from dicelab.archive import gathering
from solver.census import BoardCounts

PUZZLE = "4x4/3:I1,I2,I3,L3,O4"


@pytest.fixture
def sets(tmp_path):
    """Three dice-set files: the second is the first turned upside down and renamed, the third can't always be tiled."""
    first = [["A1", "A2", "B1"], ["A3", "A4", "B4"], ["D1", "D4"]]
    turned = [["A1", "A4"], ["D1", "D2", "C1"], ["D3", "D4", "C4"]]
    paths = []
    for name, dice in (("one", first), ("other", turned), ("third", [["A2"], ["B3"], ["C4"]])):
        path = tmp_path / f"{name}.json"
        path.write_text(
            json.dumps({"schema": "dicelab/dice-set/1", "name": name, "puzzle": PUZZLE, "dice": dice}), encoding="utf-8"
        )
        paths.append(path)
    return paths


@pytest.fixture
def archive(tmp_path, monkeypatch):
    path = tmp_path / "data" / "mine.sqlite3"
    monkeypatch.setenv("DICELAB_ARCHIVE", str(path))
    return path


def said(done):
    assert done.code == 0, done
    return json.loads(done.out)


@pytest.mark.usefixtures("archive")
def test_a_set_with_many_boards_to_count_is_measured_on_request(dicelab, sets, monkeypatch):
    monkeypatch.setattr(gathering, "tilings_source", lambda puzzle, **_: BoardCounts(puzzle))
    monkeypatch.setattr(gathering, "MOST_COUNTED", 3)
    done = dicelab("archive", "import", sets[0])
    assert done.code == 0
    assert "one: not measured" in done.err
    assert "boards to count take minutes; --measure counts them" in done.err
    assert said(dicelab("archive", "list", "--where", "fewest is null", "--json"))["total"] == 1
    assert dicelab("archive", "import", sets[0], "--measure").code == 0
    assert said(dicelab("archive", "list", "--where", "fewest >= 1", "--json"))["total"] == 1


@pytest.mark.usefixtures("archive")
def test_a_way_from_files_to_a_gallery(dicelab, sets, tmp_path):
    taken = said(dicelab("archive", "import", *sets[:2], "--tag", "mine", "--confirm", "bitmask,brute-force", "--json"))
    assert (taken["read"], taken["new"], taken["more"], len(taken["ids"])) == (2, 1, 1, 1)
    ident = taken["ids"][0]
    where = "fewest >= 1 and has(tags, 'mine') and confirmations = 2"
    listed = said(dicelab("archive", "list", "--where", where, "--json"))
    (found,) = listed["sets"]
    assert (found["id"], found["name"], found["rolls"], found["tags"]) == (ident, "one", 18, ["mine"])
    assert {one["name"] for one in found["origins"]} == {"one", "other"}
    assert {one["program"] for one in found["confirmations"]} == {"bitmask", "brute-force"}
    statistics = said(dicelab("stats", ident, "--json"))
    assert statistics["by_board"]["least"] == found["objectives"]["fewest"]
    page = tmp_path / "gallery.html"
    assert said(dicelab("archive", "export", "--out", page, "--json"))["sets"] == 1
    assert ident in page.read_text(encoding="utf-8")
    assert "exists" in dicelab("archive", "export", "--out", page).refused()
    shown = dicelab("archive", "show", ident).out
    assert "always solvable by brute-force" in shown
    assert max(map(len, shown.splitlines())) <= 80


def test_an_unsolvable_set_is_not_taken_in_where_it_is_to_be_confirmed(dicelab, sets, archive):
    done = dicelab("archive", "import", sets[2], "--confirm", "bitmask", "--no-measure")
    assert done.code == 4
    assert "third: 1 unsolvable rolls, left out" in done.out
    assert not archive.exists()
    assert dicelab("archive", "import", sets[2], "--no-measure").code == 0
    assert said(dicelab("archive", "list", "--where", "fewest is null", "--json"))["total"] == 1


@pytest.mark.usefixtures("archive")
def test_the_beginning_of_an_id_is_a_set_in_every_verb(dicelab, sets):
    assert "needs an archive" in dicelab("verify", "beef").refused()
    ident = said(dicelab("archive", "import", *sets, "--no-measure", "--json"))["ids"][0]
    for verb in ("verify", "rules", "stats", "export", "roll"):
        assert dicelab(verb, ident[:6]).code == dicelab(verb, sets[0]).code, verb
    assert said(dicelab("verify", f"set-{ident}", "--json"))["set"] == "one"
    assert "no set 'beefbeef'" in dicelab("verify", "beefbeef").refused()


@pytest.mark.usefixtures("archive")
def test_tags_merge_and_removal(dicelab, sets, tmp_path):
    other = tmp_path / "other.sqlite3"
    dicelab("archive", "import", sets[0], "--no-measure")
    dicelab("archive", "import", sets[1], sets[2], "--no-measure", "--tag", "theirs", "--archive", other)
    merged = said(dicelab("archive", "merge", other, "--json"))
    assert (merged["new"], merged["more"], merged["total"]) == (1, 1, 2)
    assert dicelab("archive", "merge", other).out == "0 added, 0 updated, 2 unchanged; 2 sets in all\n"
    assert said(
        dicelab("archive", "tag", "--where", "has(tags, 'theirs')", "--add", "good", "--drop", "theirs", "--json")
    ) == {
        "schema": "dicelab/archive-tag/1",
        "sets": 2,
        "changed": 2,
    }
    assert said(dicelab("archive", "check", "--json"))["sets"] == 2
    assert len(said(dicelab("archive", "remove", "--where", "name = 'third'", "--json"))["removed"]) == 1
    assert dicelab("archive", "list").out.splitlines()[-1] == "1 set"
    assert said(dicelab("archive", "restore", "--force", "--json"))["sets"] == 2
    assert said(dicelab("archive", "backup", tmp_path / "copy", "--json"))["sets"] == 2


@pytest.mark.usefixtures("archive")
def test_a_list_shows_every_column_that_is_stored(dicelab, sets):
    dicelab("archive", "import", sets[0], "--no-measure", "--tag", "good", "--tag", "odd", "--confirm", "bitmask")
    more = ["tags", "seeds", "commands", "programs", "added"]
    head, row, _ = dicelab("archive", "list", "--columns", ",".join(more)).out.splitlines()
    assert head.split() == ["id", "name", "rolls", "fewest", "variation", *more]
    assert row.split()[5:-1] == ["good,", "odd", "–", "import", "bitmask"]
    everything = (
        "id,key,name,names,rolls,dice,confirmations,class,puzzle,sizes,added,measured-by,versions,shared-cells,fewest"
    )
    assert PUZZLE in dicelab("archive", "list", "--columns", everything).out


def test_a_damaged_archive_is_one_line_and_can_be_restored(dicelab, sets, archive):
    dicelab("archive", "import", sets[0], "--no-measure")
    dicelab("archive", "import", sets[2], "--no-measure")
    archive.write_bytes(archive.read_bytes()[:5000])
    for line in (["list"], ["show", "abcd"], ["check"], ["import", sets[1], "--no-measure"]):
        told = dicelab("archive", *line).refused()
        assert f"its last good copy is {archive}.backup: dicelab archive restore" in told
    assert "is damaged" in dicelab("verify", "abcdef").refused()
    assert said(dicelab("archive", "restore", "--json"))["sets"] == 1
    assert dicelab("archive", "check").code == 0


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (["list"], "no archive"),
        (["show", "abcd"], "no archive"),
        (["merge", "gone"], "no archive gone"),
        (["import", "gone.json"], "no such file"),
        (["import", "default", "--tag", "a,b"], "1 to 60 characters"),
        (["import"], "SET|DIR"),
        (["tag", "abcd"], "nothing to do"),
        (["remove"], "no archive"),
        (["export"], "Missing option '--out'"),
        (["restore"], "no copy"),
        (["lst"], "lst"),
    ],
)
def test_bad_usage_is_one_line(dicelab, archive, line, says):
    assert says in dicelab("archive", *line).refused()
    assert not archive.exists()


@pytest.mark.usefixtures("archive")
def test_conditions_that_can_not_be_read(dicelab, sets):
    dicelab("archive", "import", sets[0], "--no-measure")
    assert "did you mean fewest?" in dicelab("archive", "list", "--where", "fewst > 1").refused()
    assert "no column 'x'" in dicelab("archive", "list", "--order-by", "-x").refused()
    assert "no column 'x'" in dicelab("archive", "list", "--columns", "x").refused()
    assert "did you mean seeds?" in dicelab("archive", "list", "--columns", "sed").refused()
    many = ",".join(f"x{n}" for n in range(3000))
    assert "3,000 columns: name at most 50" in dicelab("archive", "list", "--order-by", many).refused()
    # The same name a thousand times is one.
    assert dicelab("archive", "list", "--order-by", ",".join(["rolls"] * 1000)).code == 0
    assert "by their ids, or else" in dicelab("archive", "remove").refused()


@pytest.mark.usefixtures("archive")
def test_a_list_loads_no_arrays(process, dicelab, sets):
    dicelab("archive", "import", sets[0], "--no-measure")
    code = (
        "import sys\nfrom dicelab.cli.main import status\nstatus()\n"
        "print('HEAVY', sorted({'numpy', 'ortools', 'deap', 'numba', 'joblib', 'rich'} & set(sys.modules)))"
    )
    done = process("archive", "list", "--where", "rolls > 1 and not has(tags, 'x')", code=code)
    assert done.out.endswith("HEAVY []\n")
