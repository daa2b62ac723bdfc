"""The published figures as data, and what is known to be wrong among them."""

import inspect
import re

import msgspec
import pytest

from dicelab.dice import catalogue_set, roll_number
from dicelab.reproduce import CLAIMS, SOURCES, ClaimVerdict, UnknownClaimError, claims_named
from dicelab.reproduce.claim import GORALCZYK, PRINTED, PrintedSource, compare
from dicelab.reproduce.claims import CHECKS, EXPLANATIONS, METHODS
from dicelab.reproduce.computations import Computations


@pytest.fixture(scope="module")
def shared():
    return Computations()


def computed(shared, *names, quick=True):
    return {row.claim.name: row for row in compare(claims_named(names), shared, quick=quick)}


def test_every_figure_of_the_sources_has_an_entry():
    places = {(claim.source.key, claim.place.split(",")[0]) for claim in CLAIMS.values()}
    for number in ("1.1", "5.1", "5.2", "5.3", "6.1", "6.2"):
        assert ("Jensen 2023", f"Theorem {number}") in places
    for number in ("6.1", "6.2"):
        assert ("Jensen 2023", f"Corollary {number}") in places
    for number in ("4.2", "4.4", "4.6", "4.8", "4.10", "4.12"):
        assert ("Jensen and Treneer", f"Corollary {number}") in places
    for number in ("6.1", "6.2", "6.3", "6.4", "6.5", "6.6"):
        assert ("Jensen and Treneer", f"Example {number}") in places
    rows = {place: sum(claim.place == place for claim in CLAIMS.values()) for place in ("Table 2", "Table 3")}
    assert rows == {"Table 2": 20, "Table 3": 20 + 8}
    assert sum(claim.source.key == "Goralczyk 2024" and claim.place == "Table 4.1" for claim in CLAIMS.values()) == 11
    for section in ("Bone Pile", "Solve It!", "Brute-Force Collision Method", "Odometer Method", "Quadrilles"):
        assert ("Caviness 2014", section) in places
    assert {claim.source for claim in CLAIMS.values()} == set(SOURCES)


def test_names_are_what_can_be_typed():
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name) for name in CLAIMS)
    assert len({claim.statement + claim.place + claim.source.key for claim in CLAIMS.values()}) == len(CLAIMS)


def test_methods_of_a_claim_differ():
    for claim in CLAIMS.values():
        names = [method.name for method in claim.methods]
        assert len(set(names)) == len(names) > 0, claim.name


def test_every_claim_has_its_functions_and_every_function_its_claim():
    claims = [claim for printed in PRINTED for claim in printed.claims]
    keys = {claim.name for claim in claims} | {claim.family for claim in claims}
    for table in (METHODS, CHECKS, EXPLANATIONS):
        assert set(table) <= keys
    for claim in claims:
        assert CLAIMS[claim.name].methods, claim.name
        assert set(claim.only_in_full_run) <= {method.name for method in CLAIMS[claim.name].methods}
        assert not (claim.explanation and claim.loosely), claim.name
        assert bool(claim.why) == bool(CLAIMS[claim.name].shown), claim.name
    for whole in CLAIMS.values():
        computed = [way.compute for way in (*whole.methods, *whole.checks)]
        for function in computed + ([whole.shown] if whole.shown else []):
            inspect.signature(function).bind("the shared computations")
    explained = {key for claim in claims if claim.why for key in (claim.name, claim.family)}
    assert set(EXPLANATIONS) <= explained


def test_the_data_files_are_read_as_they_are_meant():
    data = msgspec.to_builtins(GORALCZYK)
    assert msgspec.convert(data, PrintedSource) == GORALCZYK
    with pytest.raises(msgspec.ValidationError, match="unknown field"):
        msgspec.convert(data | {"claim": []}, PrintedSource)


def test_the_boards_of_goralczyk_are_the_rolls_of_their_numbers():
    dice = catalogue_set("goralczyk")
    labels = {claim.name: claim.case["board"] for claim in GORALCZYK.claims if "table-4-1" in claim.name}
    assert len(labels) == 11
    for name, board in labels.items():
        number = int(name.rpartition("-")[2])
        assert dice.puzzle.grid.labels(roll_number(dice, number)) == board
        assert CLAIMS[name].statement == f"Solutions of board {number} ({board})"
    assert GORALCZYK.tilings[1].blockers == labels["goralczyk-table-4-1-542"]


def test_an_unknown_name_suggests_the_nearest():
    with pytest.raises(UnknownClaimError, match="did you mean jensen-theorem-6-2"):
        claims_named(["jensen-theorem-6.2"])


def test_claims_come_in_the_order_of_the_sources():
    assert [claim.name for claim in claims_named(["goralczyk-rolls", "jensen-rolls"])] == [
        "jensen-rolls",
        "goralczyk-rolls",
    ]
    assert claims_named([]) == list(CLAIMS.values())


@pytest.mark.slow
def test_the_theorems_of_jensen_hold(shared):
    names = [f"jensen-theorem-{number}" for number in ("1-1", "5-1", "5-2", "5-3", "6-1", "6-2")]
    rows = computed(shared, *names, "jensen-corollary-6-1", "jensen-corollary-6-2", "jensen-theorem-5-1-cases")
    assert {row.verdict for row in rows.values()} == {ClaimVerdict.AGREES}


def test_table_3_has_eleven_figures_in_the_wrong_row_and_two_misprints(shared):
    rows = computed(shared, *(name for name in CLAIMS if name.startswith("jensen-table-3-")))
    wrong = [row for row in rows.values() if row.verdict != ClaimVerdict.AGREES]
    assert {row.verdict for row in wrong} == {ClaimVerdict.EXPLAINED}
    assert sum(row.computed[3] != row.claim.published[3] for row in wrong) == 11
    assert sum(row.computed[2] != row.claim.published[2] for row in wrong) == 2
    lines = [row for name, row in rows.items() if name != "jensen-table-3-total"]
    assert sorted(row.computed[3] for row in lines) == sorted(row.claim.published[3] for row in lines)
    assert sum(row.computed[3] for row in lines) == 172_440


def test_the_figures_of_a_claim_stand_in_the_words_of_its_source():
    # Elsewhere a figure is counted in a list or a formula that is quoted, or "none" is told in words.
    told = {"goralczyk-solutions", "caviness-dominoes", "caviness-digits", "jensen-example-1", "jensen-walls"}
    words = {"one": 1, "four": 4, "eight": 8}
    for claim in (claim for printed in PRINTED for claim in printed.claims if claim.name not in told):
        if not isinstance(claim.published, str):
            figures = {claim.published} if isinstance(claim.published, int) else set(claim.published)
            quoted = {int(re.sub("[, ]", "", number)) for number in re.findall(r"\d+(?:[, ]\d{3})*", claim.quote)}
            quoted |= {number for word, number in words.items() if re.search(rf"\b{word}\b", claim.quote)}
            assert figures <= quoted | {0}, claim.name
        elif claim.published.endswith("%"):
            assert claim.published.replace(" ", "") in claim.quote, claim.name


def test_seven_claims_are_loosely_worded(shared):
    names = [name for name, claim in CLAIMS.items() if claim.loosely]
    assert set(names) == {
        "jensen-days",
        "jensen-procedure",
        "goralczyk-slower",
        "jensen-treneer-proof-4-2",
        "jensen-treneer-conjecture-7-5",
        "jensen-treneer-conjecture-7-6",
        "jensen-treneer-odd-greatest",
    }
    assert {row.verdict for row in computed(shared, *names).values()} == {ClaimVerdict.LOOSELY_WORDED}
    assert sum(bool(claim.why) for claim in CLAIMS.values()) == 40 + 7
    assert len(CLAIMS) == 190 + 40 + 7


def test_goralczyk_is_right_but_for_two_comments(shared):
    names = [name for name in CLAIMS if name.startswith("goralczyk")]
    rows = computed(shared, *names)
    wrong = {name: row.computed for name, row in rows.items() if row.verdict != ClaimVerdict.AGREES}
    assert wrong == {"goralczyk-comment-1": 339, "goralczyk-comment-3": 255, "goralczyk-slower": "not always"}
    assert rows["goralczyk-example"].computed == 4_238
    assert rows["goralczyk-example"].methods == 2


def test_caviness_is_right_but_for_seven_figures(shared):
    rows = computed(shared, *(name for name in CLAIMS if name.startswith("caviness")))
    wrong = {name: row for name, row in rows.items() if row.verdict != ClaimVerdict.AGREES}
    assert {row.verdict for row in wrong.values()} == {ClaimVerdict.EXPLAINED}
    lists = {name for name, row in wrong.items() if isinstance(row.computed, tuple)}
    assert lists == {"caviness-frequencies-16", "caviness-reading"}
    assert {name: row.computed for name, row in wrong.items() if name not in lists} == {
        "caviness-dominoes": 28,
        "caviness-solve-puzzle": "others too",
        "caviness-branch": 0,
        "caviness-digits": 28,
        "caviness-sorting": "more passes",
    }
    assert all(row.methods > 1 for name, row in rows.items() if name != "caviness-solve-puzzle")


@pytest.mark.slow
def test_example_6_4_misses_solvable_boards(shared):
    names = "jensen-treneer-6-4-unsolvable", "jensen-treneer-6-4-reduced-unsolvable"
    rows = computed(shared, *names, quick=False)
    assert {row.verdict for row in rows.values()} == {ClaimVerdict.EXPLAINED}
    assert [row.computed for row in rows.values()] == [453_664, 3_169_796]
    assert {row.methods for row in rows.values()} == {2}


def test_three_tables_lack_a_row(shared):
    rows = computed(shared, *(name for name in CLAIMS if name.startswith("jensen-treneer-corollary")))
    wrong = {row.claim.place for row in rows.values() if row.verdict == ClaimVerdict.EXPLAINED}
    assert wrong == {"Corollary 4.4", "Corollary 4.8", "Corollary 4.10"}
    assert sum(row.verdict == ClaimVerdict.AGREES for row in rows.values()) == 3


@pytest.mark.parametrize(
    "examples", [pytest.param(False, id="small"), pytest.param(True, id="examples", marks=pytest.mark.slow)]
)
def test_no_explanation_is_left_over(shared, examples):
    explained = [name for name, claim in CLAIMS.items() if claim.why and claim.quick]
    names = [name for name in explained if name.startswith("jensen-treneer-6-") == examples]
    rows = computed(shared, *names)
    assert {row.verdict for row in rows.values()} <= {ClaimVerdict.EXPLAINED, ClaimVerdict.LOOSELY_WORDED}
