"""How a figure is compared, and what is written of it."""

import json

import pytest

from dicelab.errors import OutputExistsError
from dicelab.reproduce import (
    SOURCES,
    Claim,
    ClaimVerdict,
    Reproduction,
    Way,
)
from dicelab.reproduce.claim import CutOffError, compare
from dicelab.reproduce.computations import Computations
from dicelab.reproduce.reproduction import errata, formatted, reproduce, reproduction_json, table, terminal_text
from solver.errors import StorageError
from solver.runs.manifest import read_manifest
from solver.runs.storage import sha256


def claim(*values, published=1, explained=None, loosely=False, passed=None, quick=True, name="a-claim"):
    differs = explained is not None
    return Claim(
        name=name,
        statement="A | B",
        source=SOURCES[0],
        place="Table 1",
        quote="there is | one",
        published=published,
        methods=tuple(Way(_giving(value), quick, name=f"way {n}") for n, value in enumerate(values)),
        checks=() if passed is None else (Way(lambda _: (passed, "all was seen"), name="a look"),),
        shown=(lambda _: explained) if differs else None,
        explanation="It is a misprint." if differs and not loosely else "",
        loosely="It says “about”." if differs and loosely else "",
    )


def _giving(value):
    def compute(_shared):
        if value is None:
            raise CutOffError
        return value

    return compute


@pytest.mark.parametrize(
    ("one", "verdict", "code"),
    [
        (claim(1, 1), ClaimVerdict.AGREES, 0),
        (claim(2, 2), ClaimVerdict.DIFFERS, 4),
        (claim(2, 2, explained=True), ClaimVerdict.EXPLAINED, 0),
        (claim(2, explained=False), ClaimVerdict.DIFFERS, 4),
        (claim(2, 2, explained=True, loosely=True), ClaimVerdict.LOOSELY_WORDED, 0),
        (claim(1, explained=True, loosely=True), ClaimVerdict.AGREES, 0),
        (claim(2, explained=False, loosely=True), ClaimVerdict.DIFFERS, 4),
        (claim(2, 1, explained=True, loosely=True), ClaimVerdict.DISPUTED, 4),
        (claim(1, 2), ClaimVerdict.DISPUTED, 4),
        (claim(2, 1, explained=True), ClaimVerdict.DISPUTED, 4),
        (claim(1, passed=True), ClaimVerdict.AGREES, 0),
        (claim(1, passed=False), ClaimVerdict.DISPUTED, 4),
        (claim(1, None), ClaimVerdict.CUT_OFF, 3),
        (claim(None), ClaimVerdict.CUT_OFF, 3),
        (claim("18.22 %", published="18.2 %"), ClaimVerdict.DIFFERS, 4),
        (claim((1, 2), published=(1, 2)), ClaimVerdict.AGREES, 0),
    ],
)
def test_verdicts(one, verdict, code):
    rows = compare([one], Computations())
    assert rows[0].verdict == verdict
    assert Reproduction(rows).exit_status == code


def test_an_unexplained_difference_outweighs_what_was_cut_off():
    assert Reproduction(compare([claim(None), claim(2)], Computations())).exit_status == 4


def test_quick_runs_leave_out_what_is_slow():
    slow = claim(2, quick=False)
    (row,) = compare([slow], Computations(), quick=True)
    assert row.verdict == ClaimVerdict.LEFT_OUT
    assert row.computed is None
    assert Reproduction((row,)).exit_status == 0
    assert "not computed" in table([row], quick=True)


def test_only_methods_that_give_our_figure_are_counted():
    (row,) = compare([claim(1, 1, 2)], Computations())
    assert row.methods == 2


def test_what_is_long_is_computed_once():
    shared, numbers = Computations(), iter(range(3))
    assert [shared.once(lambda: next(numbers), "key") for _ in range(3)] == [0, 0, 0]
    assert shared.once(lambda: next(numbers), "another") == 1


def test_the_table_keeps_its_cells():
    rows = compare([claim(1)], Computations())
    line = next(line for line in table(rows, quick=False).splitlines() if "Table 1" in line)
    assert line == r"| Table 1 | A \| B | “there is \| one” | 1 | 1 | 1 | yes |"


def test_the_errata_have_what_differs_and_nothing_else():
    rows = compare([claim(1, name="right"), claim(2222, explained=True, name="wrong")], Computations())
    text = errata(rows)
    assert "`wrong`" in text
    assert "- Computed: 2,222" in text
    assert "It is a misprint." in text
    assert "`right`" not in text
    assert "Loosely worded, and" not in text


def test_what_is_loosely_worded_stands_apart_from_the_errors():
    rows = compare([claim(2, explained=True, loosely=True, name="loose"), claim(3, explained=True)], Computations())
    errors, loose = errata(rows).split("## Loosely worded, and no errors")
    assert "1 entry: Table 1." in errors
    assert "`loose`" not in errors
    assert "“there is | one”" in loose
    assert "Read strictly: 1" in loose
    assert "It says “about”." in loose
    assert "| loosely worded |" in table(rows, quick=False)


def test_the_json_says_the_same():
    loose = claim(2, explained=True, loosely=True)
    rows = compare([claim(2, 2, explained=True), claim((1, 2), published=(1, 3)), loose], Computations())
    found = json.loads(json.dumps(reproduction_json(rows, quick=False)))
    assert found["verdicts"] == {"explained": 1, "loosely worded": 1, "differs": 1}
    assert found["claims"][2]["verdict"] == "loosely worded"
    assert found["claims"][2]["agrees"] is None
    assert found["claims"][2]["explanation"] == "It says “about”."
    assert {one["quote"] for one in found["claims"]} == {"there is | one"}
    assert found["claims"][0]["explanation"] == "It is a misprint."
    assert found["claims"][0]["independent_methods"] == 2
    assert not found["claims"][0]["agrees"]
    assert found["claims"][1]["computed"] == [1, 2]
    assert found["claims"][1]["explanation"] is None


def test_the_terminal_has_80_columns():
    long = claim(
        "x" * 200, published="y" * 200, explained=True, name="a-name-that-is-longer-than-any-there-is-in-the-catalogue"
    )
    text = terminal_text(compare([long, claim(1)], Computations()))
    assert max(map(len, text.splitlines())) <= 80


def test_a_terminal_has_the_words_of_the_source_what_was_computed_and_the_verdict():
    rows = compare([claim(1, 1), claim(2, explained=True), claim(2, explained=True, loosely=True)], Computations())
    text = terminal_text(rows)
    assert text.count("The source: “there is | one”") == 3
    assert "Computed:   1 (2 independent methods)" in text
    assert "Verdict:    agrees." in text
    assert "Verdict:    differs, and it was computed why. It is a misprint." in text
    assert "Verdict:    loosely worded, and no error. It says “about”." in text


def test_a_whole_run_tells_of_what_does_not_simply_agree():
    rows = compare([claim(1, name="right"), claim(2, explained=True, name="wrong")], Computations())
    assert "right\n" not in str(Reproduction(rows))
    assert "wrong\n" in str(Reproduction(rows))
    assert str(Reproduction(rows)).endswith("2 published figures: 1 agree, 1 differ and are explained")
    assert "right\n" in str(Reproduction(rows).detailed())
    assert "right\n" in str(Reproduction(rows, named=True))


def test_two_runs_write_the_same_bytes_and_a_manifest(tmp_path):
    rows = compare([claim(1), claim(2, explained=True)], Computations())
    folders = [tmp_path / name for name in ("one", "two")]
    for folder in folders:
        Reproduction(rows).write(folder)
        Reproduction(rows).write(folder)
    for name in ("table.md", "table.json", "errata.md"):
        first, second = ((folder / name).read_bytes() for folder in folders)
        assert first == second
        assert read_manifest(folders[0] / "manifest.json").files[name] == sha256(first)
    assert json.loads((folders[0] / "table.json").read_text(encoding="utf-8"))["schema"] == "dicelab/reproduction/1"


def test_a_folder_with_other_things_is_refused(tmp_path):
    (tmp_path / ".table.md.abc.part").write_text("left over from a kill")
    found = reproduce(["jensen-placements"], out=tmp_path)
    assert isinstance(found, Reproduction)
    assert found.exit_status == 0
    assert not (tmp_path / ".table.md.abc.part").exists()
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(OutputExistsError, match=r"letter\.txt"):
        reproduce(["jensen-placements"], out=tmp_path)
    with pytest.raises(OutputExistsError, match=r"letter\.txt"):
        Reproduction(()).write(tmp_path)
    with pytest.raises(OutputExistsError, match="is a file"):
        reproduce(["jensen-placements"], out=tmp_path / "letter.txt")


def test_figures_are_written_for_people():
    assert formatted((1_521_054, 8)) == "1,521,054 / 8"


def test_pages_are_written_again_from_what_was_computed(tmp_path, monkeypatch):
    claims = {one.name: one for one in (claim(1, passed=True, name="right"), claim(2, explained=True, name="wrong"))}
    monkeypatch.setattr("dicelab.reproduce.reproduction.CLAIMS", claims)
    computed = Reproduction(compare(list(claims.values()), Computations()))
    computed.write(tmp_path)
    assert Reproduction.read(tmp_path).comparisons == computed.comparisons
    claims["wrong"] = claim(2, explained=True, loosely=True, name="wrong")
    (_, wrong) = Reproduction.read(tmp_path).comparisons
    assert wrong.verdict == ClaimVerdict.LOOSELY_WORDED
    claims["wrong"] = claim(2, published=3, explained=True, name="wrong")
    with pytest.raises(StorageError, match="has other claims than there are now"):
        Reproduction.read(tmp_path)
    (tmp_path / "table.json").unlink()
    with pytest.raises(StorageError, match="can't be read"):
        Reproduction.read(tmp_path)
