"""The book as it is built: nothing is missing, and nothing is loaded from elsewhere."""

import os
import re
import subprocess
import sys

import pytest

import dicelab
from dicelab.cli.verbs import verb_names
from dicelab.verb import DECLARED, verbs_of
from docs.programs.book.links import ROOT, file_of, in_the_site, is_local, linked, targets
from tests.browser import axe_findings, served

LIBRARY = ROOT / "docs" / "reference" / "library"
LOADED = re.compile(r"""<(?:script|link|img|iframe|source)\b[^>]*?(?:src|href)=["']?(?:https?:)?//""")


def test_every_public_name_has_a_place_in_the_reference():
    text = "\n".join(path.read_text("utf-8") for path in LIBRARY.glob("*.md"))
    for name in dicelab.__all__:
        # Some names stand for a function that has another one where it is defined.
        defined = getattr(dicelab, name).__name__ if callable(getattr(dicelab, name)) else name
        assert re.search(rf"^::: [\w.]+\.{defined}$", text, re.MULTILINE), name


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "docs/index.md"])
def test_the_links_of_the_front_pages_lead_somewhere(page):
    found = [target for target in targets((ROOT / page).read_text("utf-8")) if is_local(target)]
    assert found
    for target in found:
        assert (ROOT / file_of(page, target)).exists(), target


def test_a_link_is_a_path_in_the_project_and_in_the_site():
    assert in_the_site("docs/results/sets.md", "../../results/evolve/result.md#a") == "evolve/result.md#a"
    assert in_the_site("docs/how-to/proofs.md", "../reference/glossary.md") == "../reference/glossary.md"
    assert in_the_site("results/evolve/result.md", "front.svg") == "front.svg"
    assert in_the_site("CONTRIBUTING.md", "docs/reference/glossary.md") == "reference/glossary.md"
    assert in_the_site("docs/index.md", "https://example.org/x") == "https://example.org/x"
    assert linked("[a](b)\n```\n[a](b)\n```", str.upper) == "[a](B)\n```\n[a](b)\n```"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The book, built strictly: a warning is an error."""
    pytest.importorskip("mkdocs")
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return folder


@pytest.mark.slow
def test_the_pages_load_nothing_from_elsewhere(site):
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 80
    for page in pages:
        text = page.read_text("utf-8")
        assert not LOADED.search(text), page
        assert "Content-Security-Policy" in text, page
    for sheet in site.rglob("*.css"):
        assert not re.search(r"url\(['\"]?(?:https?:)?//|@import", sheet.read_text("utf-8")), sheet


@pytest.mark.slow
def test_the_search_finds_a_page_and_asks_no_other_host(site, browser):
    with served(site) as address, browser.new_page() as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(address)
        page.locator("input.md-search__input").click()
        page.keyboard.type("representative")
        page.locator(".md-search-result__link", has_text="Orbits and symmetry").first.click()
        page.locator("h1", has_text="Orbits and symmetry").wait_for()
        assert [url for url in asked if not url.startswith((address, "data:", "blob:"))] == []
        assert len(asked) > 5


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everybody_can_read_the_pages(site, scheme, browser):
    # The pages refuse foreign scripts, and the one that looks at them is foreign.
    with served(site) as address, browser.new_context(color_scheme=scheme, bypass_csp=True) as context:
        for place in ("", "tutorial/first-set/", "explanation/exact-cover/", "reference/library/functions/"):
            page = context.new_page()
            page.goto(address + place)
            page.locator(f"body[data-md-color-scheme={'slate' if scheme == 'dark' else 'default'}]").wait_for()
            assert axe_findings(page) == []


@pytest.mark.slow
def test_each_verb_has_a_page_with_its_examples(site):
    declared = [one for name in DECLARED for one in verbs_of(DECLARED[name], name)]
    examples = {" ".join(one.words): one.examples for one in declared}
    for verb in verb_names():
        text = (site / "reference" / "command-line" / verb / "index.html").read_text("utf-8")
        words = re.sub(r"<[^>]*>", "", text).replace("&quot;", '"').replace("&#39;", "'").replace("&gt;", ">")
        for name, lines in examples.items():
            if name.split()[0] == verb:
                assert all(f"dicelab {line}" in words for line in lines), name


@pytest.mark.slow
def test_results_are_pages_and_docstrings_have_no_marks_left(site):
    assert (site / "results" / "reproduction" / "errata" / "index.html").exists()
    for page in (site / "reference" / "library").rglob("*.html"):
        assert not re.search(r":(?:func|class|meth|attr|data|mod):", page.read_text("utf-8")), page
    assert (site / "search" / "search_index.json").exists()
