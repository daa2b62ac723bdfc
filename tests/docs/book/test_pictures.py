"""The pictures of the book are those that its program draws."""

from docs.programs.book.links import ROOT
from docs.programs.book.pictures import FIRST_SET, pictures
from experiments.recording import RESULTS


def test_the_stored_pictures_are_those_of_the_program():
    drawn = pictures()
    assert {path.name for path in (RESULTS / "book").glob("*.svg")} == set(drawn)
    for name, picture in drawn.items():
        assert (RESULTS / "book" / name).read_text("utf-8") == picture


def test_the_picture_of_the_tutorial_is_of_the_set_of_its_page():
    page = (ROOT / "docs" / "tutorial" / "first-set.md").read_text("utf-8")
    for number, faces in enumerate(FIRST_SET.split(" | "), start=1):
        assert f"die {number}  {faces}\n" in page
