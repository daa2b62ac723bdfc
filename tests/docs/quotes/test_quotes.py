"""Quotations are found where the words stand in a text, however it writes its formulas, and nowhere else."""

import json

import pytest

from docs.programs.quotes.matching import found_in, plain
from docs.programs.quotes.run import fingerprint
from experiments.recording import RESULTS


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("about  15\ndays", "about 15 days"),
        ("*Exactly 172,440* out of `all`", "Exactly 172,440 out of all"),
        (r"we get $4 \cdot 2 \cdot 26 = 208$ boards", "we get 4·2·26=208 boards"),
        (r"symmetries of $D_4$.", "symmetries of D_4."),
        (r"$\binom{36}{7}$ and $\frac{r-t}{2}$", "C(36,7) and (r-t)/2"),
        (r"\lceil\frac{n^{2}}{2}\rceil\geq{2k\choose\frac{r}{2}}", "⌈n²/2⌉≥C(2k,r/2)"),
        (r"(\lambda_{1},\delta_{2}) in \overline{\mathcal{B}}(m,n;r)", "(λ1,δ2) in B\u0304(m,n;r)"),
        ("| (7,0,0,0) | 36 |  | 8 |\n| (6,1,0,0) |", "| (7,0,0,0) | 36 | 8 | (6,1,0,0) |"),
    ],
)
def test_the_form_in_which_texts_are_compared(text, form):
    assert plain(text) == form


def test_words_are_found_in_their_order_only():
    text = plain("To solve all boards without any other\ntime saves would take about 15 days of pure computation.")
    assert found_in("would take about 15 days", text)
    assert found_in("To solve all boards […] about 15 days", text)
    assert not found_in("about 15 days […] To solve all boards", text)
    assert not found_in("would take 15 days", text)


def test_the_first_copy_of_a_formula_is_passed_over_and_nothing_else():
    text = plain(r"a 6×66\times 6 board of (m,n;r)\mathcal{B}(m,n;r) for 1rmn1\leq r\leq mn is unsolvable")
    assert found_in("a 6×6 board of B(m,n;r) for 1≤r≤mn", text, doubled=True)
    assert not found_in("a 6×6 board of B(m,n;r) for 1≤r≤mn", text)
    assert not found_in("is solvable", text, doubled=True)
    assert not found_in("a 6×6 board for 1≤r≤mn", text, doubled=True)


def test_all_quotations_were_checked_as_they_are_now():
    result = json.loads((RESULTS / "quotes" / "result.json").read_text(encoding="utf-8"))
    assert result["quotations_sha256"] == fingerprint()
    assert [one["not_found"] for one in result["sources"]] == [[]] * 4
    assert sum(one["claims"] for one in result["sources"]) == 237
