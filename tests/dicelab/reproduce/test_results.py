"""The pages of ``results/reproduction`` follow from what was computed, in the words that the claims have now."""

from pathlib import Path

import pytest

from dicelab.reproduce import CLAIMS, ClaimVerdict, Reproduction
from dicelab.reproduce.reproduction import causes, errata, table

FOLDER = Path(__file__).parents[3] / "results" / "reproduction"


@pytest.fixture(scope="module")
def found():
    return Reproduction.read(FOLDER)


def test_pages_follow_from_the_table(found):
    assert (FOLDER / "table.md").read_text(encoding="utf-8") == table(found.comparisons, quick=False)
    assert (FOLDER / "errata.md").read_text(encoding="utf-8") == errata(found.comparisons)


def test_rows_of_one_column_and_figures_of_one_example_have_one_cause(found):
    wrong = [row for row in found.comparisons if row.verdict == ClaimVerdict.EXPLAINED]
    assert len(causes(found.comparisons)) == 26
    # Table 3: its order, and a digit in each of two rows; Example 6.4: three figures.
    assert len(causes([row for row in wrong if row.claim.place == "Table 3"])) == 3
    assert len(causes([row for row in wrong if row.claim.place == "Example 6.4"])) == 1


def test_the_verdicts_are_those_of_the_findings(found):
    verdicts = [row.verdict for row in found.comparisons]
    assert [row.claim.name for row in found.comparisons] == list(CLAIMS)
    assert {verdict: verdicts.count(verdict) for verdict in set(verdicts)} == {
        ClaimVerdict.AGREES: 190,
        ClaimVerdict.EXPLAINED: 40,
        ClaimVerdict.LOOSELY_WORDED: 7,
    }
