"""The article and its companions: numbers come from results/, no result is typed by hand, the PDFs are whole."""

import json
import re
import tomllib
from decimal import Decimal

import pytest

from dicelab.dice import DiceSet
from dicelab.dice.files import read_dice_set
from docs.programs.article.build import DOCUMENTS, USED, built, generated
from docs.programs.article.numbers import ARTICLE, DERIVED, NUMBERS, read_numbers
from experiments.recording import RESULTS
from solver.polyform import Puzzle

SOURCES = sorted(ARTICLE.rglob("*.typ"))

NUMERAL = re.compile(r"\d+(?:[.,]\d+)*")
WORDS = re.compile(
    r"\b(?:ten|eleven|twelve|\w+teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundreds?|thousands?|millions?)\b"
)

FONTS = {"NewCM10", "NewCMMath", "DejaVuSansMono", "LibertinusSerif"}

GIVEN = tomllib.loads((ARTICLE / "given.toml").read_text(encoding="utf-8"))


def text_of(pdf):
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        return "\n".join(page.get_textpage().get_text_range() for page in document)
    finally:
        document.close()


def fonts_of(pdf):
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        found = [part for page in document for part in page.get_objects() if isinstance(part, pypdfium2.PdfTextObj)]
        return {(part.get_font().get_base_name(), part.get_font().is_embedded) for part in found}
    finally:
        document.close()


def remarkable(text):
    """Return the numerals of a text that may be results: all but whole numbers below ten, in figures or words."""
    numerals = set(NUMERAL.findall(text))
    large = {numeral for numeral in numerals if "." in numeral or Decimal(numeral.replace(",", "")) >= 10}
    return large | set(WORDS.findall(text))


@pytest.fixture(scope="module")
def data():
    return {document: generated(document) for document in DOCUMENTS}


def test_every_number_of_the_article_has_a_key_and_every_key_a_number():
    used = {key for source in SOURCES for key in USED.findall(source.read_text(encoding="utf-8"))}
    derived = tomllib.loads(NUMBERS.read_text(encoding="utf-8"))[DERIVED].values()
    parts = {key for how in derived for key in how["of"]}
    assert used | parts == set(read_numbers())


def test_numbers_are_worked_out_of_those_that_they_name():
    numbers = read_numbers()
    assert numbers["square.solvable"].value == 8_347_680 - 172_440
    assert numbers["square.solvable-share"].text == "97.9%"
    assert numbers["star.golden-share"].sources == ("genius_star/golden", "genius_star/box")


def test_the_best_hardest_rolls_have_as_many_tilings_as_their_bounds_allow():
    numbers = read_numbers()
    assert numbers["cases.largest.most"].value == numbers["best-worst.fewest"].value == 33
    assert numbers["cases.retail.most"].value == numbers["best-worst-retail.fewest"].value == 74
    classes = json.loads((RESULTS / "cases/retail/result.json").read_text(encoding="utf-8"))["asked"]["74"]["sets"]
    best = read_dice_set(RESULTS / "design/best-worst-retail-sizes/set.json")
    assert [DiceSet.of_labels(one["dice"]).class_key() for one in classes] == [best.class_key()]


def test_the_best_set_of_the_largest_sizes_is_in_one_of_the_two_classes():
    classes = json.loads((RESULTS / "cases/largest/result.json").read_text(encoding="utf-8"))["asked"]["33"]["sets"]
    keys = {DiceSet.of_labels(one["dice"]).class_key() for one in classes}
    assert len(keys) == 2
    assert read_dice_set(RESULTS / "design/best-worst/set.json").class_key() in keys


def test_no_result_is_typed_by_hand(data):
    # What is generated, quoted or referred to is left out of this PDF, and so are formulas, which the next test reads.
    typed = [remarkable(text_of(built(document, data[document], blank=True)[0])) for document in DOCUMENTS]
    assert set().union(*typed) == set(GIVEN["text"])


def test_no_result_is_typed_by_hand_into_a_formula():
    found = set()
    for source in SOURCES:
        if source.name != "style.typ":
            for formula in re.findall(r"\$([^$]+)\$", source.read_text(encoding="utf-8")):
                found |= remarkable(USED.sub("", formula))
    assert found == set(GIVEN["formulas"])


def test_no_number_of_three_digits_that_is_typed_is_that_of_a_key():
    typed = {numeral for part in GIVEN.values() for numeral in part if len(numeral) >= 3}
    assert not typed & {number.text.replace(",", "") for number in read_numbers().values()}


def test_the_pairs_of_the_theorem_on_the_genius_star_are_as_its_proof_says():
    grid = Puzzle.parse("genius-star").grid
    labels = [grid.label(cell) for cell in range(len(grid))]
    cells = {label: cell for cell, label in enumerate(labels)}
    pairs = json.loads((RESULTS / "genius_star" / "partition" / "result.json").read_text(encoding="utf-8"))["pairs"]
    linked = {frozenset(pair["blocked"].split()) for pair in pairs}
    for pair in pairs:
        alone = [cells[label] for label in pair["alone"].split()]
        assert len(set(alone)) == 2
        around = {labels[other] for cell in alone for other in grid.cells(grid.neighbour_masks[cell])}
        assert around <= set(pair["blocked"].split())
    inner = {"3", "6", "14", "35", "43", "46"}
    assert all(frozenset((one, other)) in linked for one in inner for other in inner if one < other)
    companions = [cell for pair in linked if len(pair & inner) == 1 for cell in pair - inner]
    assert len(companions) == len(set(companions)) == 12
    assert len(linked) == 15 + 12


@pytest.mark.slow
@pytest.mark.parametrize(
    ("document", "told"),
    [("article", "11,387,941,312"), ("supplement", "3,169,796"), ("dominoes", "258,209,036,312,877,000")],
)
def test_a_document_is_built_without_a_warning_to_the_same_bytes(data, document, told):
    pdf, warnings = built(document, data[document])
    assert not warnings
    assert built(document, data[document])[0] == pdf
    text = text_of(pdf)
    assert {told, "References"} <= set(re.findall(r"[\d,]{5,}|References", text))
    # Only fonts that come with the typesetter are used, and all are embedded.
    fonts = fonts_of(pdf)
    assert all(embedded for _, embedded in fonts)
    assert {name.split("+")[-1].split("-")[0] for name, _ in fonts} <= FONTS


@pytest.mark.slow
def test_a_number_a_table_or_a_reference_that_is_not_there_fails(data):
    import typst

    data = data["article"]
    fewer = {key: number for key, number in data["numbers"].items() if key != "square.orbits"}
    with pytest.raises(typst.TypstError, match=r"square\.orbits"):
        built("article", {**data, "numbers": fewer})
    tables = {name: table for name, table in data["tables"].items() if name != "bounds"}
    with pytest.raises(typst.TypstError, match="bounds"):
        built("article", {**data, "tables": tables})
    sources = [source for source in data["sources"] if source["folder"] != "proofs"]
    with pytest.raises(typst.TypstError, match="from-proofs"):
        built("article", {**data, "sources": sources})
