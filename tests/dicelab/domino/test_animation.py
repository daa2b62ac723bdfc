"""Facts of the animations: each frame shows its partial solutions, in one file, with and without scripts."""

import itertools
import re
from collections import Counter
from xml.etree import ElementTree as ET

import pytest

from dicelab.domino.animation import SECONDS, domino_animation, domino_animation_svg, player
from dicelab.domino.frames import MOST_PICTURES, Frame, Picture, frames_of_search, frames_of_steps
from dicelab.domino.picture import domino_svg
from dicelab.domino.tiles import DEAD, NEW, PLACED
from solver.domino.grading import deduce
from solver.domino.grid import DominoGrid
from solver.domino.human import human
from solver.domino.notation import parse_layout, parse_locations
from solver.errors import InputError
from solver.exact_cover.problem import Limits

SVG = "{http://www.w3.org/2000/svg}"

# Caviness (2014): m9, and its only solution.
M9 = DominoGrid.parse("6:14444400121662241200066652020022133335554333665545111653")
SOLUTION = parse_layout(M9.board, "LRLRTTTTLRTTBBBBTTBBTLRTBBTTBTTBLRBBTBBTLRLRBLRBLRLRLRLR")

# Of Simon Tatham's generator: one solution; of 15 partial solutions at a time it is the last that leads there.
WIDE = DominoGrid.parse("6:04465523654633652001406362130144111602213353004522265541")
HARD = DominoGrid.parse("6:15250453133606504446520325412006133155166440132230241662")
HOLES = DominoGrid.parse("6,8x8:.331155..331155.2244336622443366.556600..556600.0011224400112244")
NONE = DominoGrid.parse("2:200121020112")
SMALLEST = DominoGrid.parse("0:00")

ANIMATIONS = {
    "search": (M9, frames_of_search(human(M9))),
    "wide search": (WIDE, frames_of_search(human(WIDE))),
    "steps": (HARD, frames_of_steps(HARD, deduce(HARD).steps)),
    "holes": (HOLES, frames_of_search(human(HOLES))),
    "smallest": (SMALLEST, frames_of_search(human(SMALLEST))),
}

each = pytest.mark.parametrize(("grid", "frames"), ANIMATIONS.values(), ids=ANIMATIONS)


def page(grid, frames, title="a title"):
    return ET.fromstring(domino_animation(grid, frames, title=title))  # noqa: S314 - our own output


def picture(grid, frames, title=""):
    return ET.fromstring(domino_animation_svg(grid, frames, title=title))  # noqa: S314


def of_class(tree, name, kind):
    return [one for one in tree.iter(name) if kind in one.get("class", "").split()]


def used(element, look=None):
    """Return the locations of the tiles that an element refers to, of one look or any."""
    looks = [look] if look else [PLACED, NEW, DEAD]
    groups = [g for g in element.iter() if g.get("fill") in {one["fill"] for one in looks}]
    ids = [use.get("href") for group in groups for use in group if use.get("href")]
    return [tuple(map(int, one.removeprefix("#t").split("-"))) for one in ids]


# ------------------------------------------------------------ frames


def test_a_search_has_a_frame_for_each_round_and_ends_with_the_solution():
    search = human(M9)
    frames = frames_of_search(search)
    assert len(frames) == len(search.rounds) + 1
    assert frames[0].pictures[0].placed == ()
    assert [tuple(sorted(one.placed)) for one in frames[-1].pictures] == [SOLUTION]


@pytest.mark.parametrize("grid", [M9, WIDE, HOLES, NONE, SMALLEST])
def test_each_frame_shows_the_partial_solutions_of_its_round(grid):
    search = human(grid)
    for partials, frame in zip(search.lists, frames_of_search(search), strict=True):
        alive = Counter(frozenset(one.placed) for one in frame.pictures if not one.dead)
        assert alive == Counter(frozenset(partial.filled) for partial in partials)


@pytest.mark.parametrize("grid", [M9, WIDE, NONE])
def test_a_dead_end_is_shown_once_with_its_reason(grid):
    search = human(grid)
    frames = frames_of_search(search)
    dead = [(number, one) for number, frame in enumerate(frames) for one in frame.pictures if one.dead]
    given_up = [
        (number, move) for number, moves in enumerate(search.rounds, start=1) for move in moves if move.dead_end
    ]
    assert dead
    assert Counter((number, one.filled, one.note) for number, one in dead) == Counter(
        (number, move.state.filled, f"Dead end: {move.reason}") for number, move in given_up
    )
    assert sum("dead end" in frame.title for frame in frames) == len({number for number, _ in dead})


def test_what_leads_to_the_solution_is_drawn_however_many_there_are():
    search = human(WIDE)
    (solution,) = search.solutions
    frames = frames_of_search(search)
    assert max(len(frame.pictures) for frame in frames) > MOST_PICTURES
    assert all(any(set(one.placed) <= set(solution) for one in frame.shown) for frame in frames)


def test_the_last_frame_of_a_search_tells_how_it_ended():
    assert frames_of_search(human(M9))[-1].title == "Round 20: 1 solution"
    assert frames_of_search(human(NONE))[-1].title == "Round 3: 2 dead ends, no solution"
    stopped = frames_of_search(human(M9, Limits(nodes=4)))
    assert stopped[-1].title == "Round 4: 2 partial solutions; the search was stopped here"


def test_new_dominoes_are_those_that_the_round_before_did_not_have():
    frames = frames_of_search(human(M9))
    for before, after in itertools.pairwise(frames):
        states = [set(one.placed) for one in before.pictures if not one.dead]
        for one in after.pictures:
            assert set(one.placed) - set(one.new) in states


def test_steps_add_up_to_the_solution():
    steps = deduce(HARD).steps
    frames = frames_of_steps(HARD, steps)
    assert len(frames) == len(steps) + 1
    assert HARD.is_solution(tuple(sorted(frames[-1].pictures[0].placed)))
    for step, frame in zip(steps, frames[1:], strict=True):
        (one,) = frame.pictures
        assert (one.new, one.ruled_out, one.note) == (step.placed, step.ruled_out, step.text)


def test_a_sentence_may_end_the_steps():
    (*_, last) = frames_of_steps(HARD, deduce(HARD).steps[:9], end="No rule goes further.")
    (one,) = last.pictures
    assert (one.note, one.new, one.ruled_out) == ("No rule goes further.", (), ())


def test_what_steps_closed_is_never_placed_nor_ruled_out_again():
    for frame in frames_of_steps(HARD, deduce(HARD).steps):
        (one,) = frame.pictures
        covered = {cell for location in one.placed for cell in location}
        assert all(covered.isdisjoint(location) for location in one.gone)
        assert not set(one.gone) & set(one.ruled_out)


# ------------------------------------------------------------ the page


@each
def test_the_page_shows_each_picture_with_its_dominoes(grid, frames):
    items = of_class(page(grid, frames), "li", "frame")
    assert len(items) == len(frames)
    for item, frame in zip(items, frames, strict=True):
        figures = list(item.iter("figure"))
        assert item.find("h2").text == frame.title
        assert [figure.find("figcaption").text for figure in figures] == [one.note for one in frame.shown]
        for figure, one in zip(figures, frame.shown, strict=True):
            assert sorted(used(figure)) == sorted(one.placed)
            assert sorted(used(figure, DEAD)) == (sorted(one.placed) if one.dead else [])
            assert len(of_class(figure, "g", "ruled-out")) == len(one.ruled_out)
            if not one.dead:
                assert sorted(used(figure, NEW)) == sorted(one.new)


@each
@pytest.mark.parametrize("draw", [page, picture])
def test_whatever_is_referred_to_is_in_the_file_once(draw, grid, frames):
    tree = draw(grid, frames)
    ids = Counter(one.get("id") for one in tree.iter() if one.get("id"))
    assert set(ids.values()) == {1}
    assert {one.get("href") for one in tree.iter() if one.get("href")} <= {f"#{one}" for one in ids}
    assert not any(one.get("src") for one in tree.iter())


@pytest.mark.parametrize("draw", [domino_animation, domino_animation_svg])
def test_nothing_is_loaded(draw):
    text = draw(*ANIMATIONS["search"], title="")
    assert not re.search(r"url\(|@import|fetch|\w://(?!www\.w3\.org/2000/svg)", text)


def test_the_page_may_load_nothing():
    policy = [m.get("content") for m in page(*ANIMATIONS["search"]).iter("meta") if m.get("http-equiv")]
    assert policy[0].startswith("default-src 'none'")


def test_tiles_have_as_many_pips_as_their_numbers():
    tree = page(*ANIMATIONS["search"])
    by_id = {one.get("id"): one for one in tree.iter() if one.get("id")}
    for location in SOLUTION:
        tile = by_id[f"t{location[0]}-{location[1]}"]
        halves = [by_id[use.get("href")[1:]] for use in tile.iter("use")][1:]
        numbers = [M9.numbers[cell] for cell in location]
        assert [len(list(half.iter("circle"))) for half in halves] == numbers
        assert [text.text for half in halves for text in half.iter("text")] == [str(number) for number in numbers]


def test_digits_in_place_of_pips():
    grid, frames = ANIMATIONS["search"]
    assert "as-digits" not in domino_animation(grid, frames, title="").split("<body")[1].split(">")[0]
    assert "as-digits" in domino_animation(grid, frames, title="", with_pips=False).split("<body")[1].split(">")[0]
    assert "<circle" in domino_animation_svg(grid, frames)
    assert "<circle" not in domino_animation_svg(grid, frames, with_pips=False)


def test_without_scripts_all_frames_are_seen_and_no_buttons():
    tree = page(*ANIMATIONS["search"])
    assert not any(item.get("hidden") for item in of_class(tree, "li", "frame"))
    (controls,) = (one for one in tree.iter("div") if one.get("id") == "controls")
    assert controls.get("hidden")
    (said,) = (one for one in tree.iter("p") if one.get("aria-live"))
    assert said.get("aria-live") == "polite"


@pytest.mark.parametrize("script", list(map(player, ["page.js", "page.css", "picture.js", "picture.css"])))
def test_scripts_are_the_same_in_html_and_in_xml(script):
    assert "<" not in script
    assert "&" not in script


def test_each_part_that_the_script_asks_for_is_on_the_page():
    tree = page(*ANIMATIONS["search"])
    assert set(re.findall(r'part\("([^"]+)"\)', player("page.js"))) <= {one.get("id") for one in tree.iter()}
    (slider,) = (one for one in tree.iter("input") if one.get("type") == "range")
    assert (slider.get("min"), slider.get("max")) == ("1", str(len(ANIMATIONS["search"][1])))


# ------------------------------------------------------------ the picture


@each
def test_the_picture_shows_each_frame_with_its_dominoes(grid, frames):
    groups = of_class(picture(grid, frames), f"{SVG}g", "frame")
    assert len(groups) == len(frames)
    for group, frame in zip(groups, frames, strict=True):
        boards = [g for g in group if "scale" in g.get("transform", "")]
        assert [sorted(used(board)) for board in boards] == [sorted(one.placed) for one in frame.shown]


def test_two_rows_of_boards_fit_a_screen():
    tree = picture(*ANIMATIONS["search"])
    assert float(tree.get("height")) < float(tree.get("width"))


@each
def test_boards_and_notes_lie_within_the_picture_and_not_over_each_other(grid, frames):
    tree = picture(grid, frames)
    width, height = float(tree.get("width")), float(tree.get("height"))
    board = 26 + 48 * grid.board.columns, 26 + 48 * grid.board.rows
    for group in of_class(tree, f"{SVG}g", "frame"):
        boxes = []
        for one in group:
            if "scale" in one.get("transform", ""):
                x, y, scale = map(float, re.findall(r"[\d.]+", one.get("transform")))
                boxes.append((x, y, x + scale * board[0], y + scale * board[1]))
            elif one.get("text-anchor") == "middle":
                size, x, y = (float(one.get(key)) for key in ("font-size", "x", "y"))
                half = 0.33 * size * len(one.text)
                boxes.append((x - half, y - 0.75 * size, x + half, y + 0.25 * size))
        assert min(min(x, y) for x, y, _, _ in boxes) >= 0
        assert max(right for _, _, right, _ in boxes) <= width
        assert max(bottom for _, _, _, bottom in boxes) <= height - 40
        for (x, y, right, bottom), (u, v, end, low) in itertools.combinations(boxes, 2):
            assert right <= u or end <= x or bottom <= v or low <= y


def visible(style, count, time):
    """Return the frames that the style shows at a time, from 0."""
    (duration,) = map(float, re.findall(r"animation-duration: ([\d.]+)s", style))
    delays = {
        int(n) - 1: float(at) for n, at in re.findall(r"nth-child\((\d+)\) \{ animation-delay: (-[\d.]+)s", style)
    }
    ends = {name: float(end) for name, end in re.findall(r"keyframes (\w+) \{ 0% \{[^}]*\} ([\d.]+)%", style)}
    shown = []
    for frame in range(count):
        phase = (time - delays.get(frame, 0)) % duration / duration * 100
        if phase < ends["last" if frame == count - 1 else "frame"]:
            shown.append(frame)
    return shown


@pytest.mark.parametrize("count", [2, 3, 13, 57])
def test_by_its_style_the_picture_shows_one_frame_after_the_other(count):
    frames = [Frame(f"frame {n}", (Picture(),)) for n in range(count)]
    style = "".join(one.text for one in picture(SMALLEST, frames).iter(f"{SVG}style"))
    for slot in range(2 * (count + 2)):
        assert visible(style, count, (slot + 0.5) * SECONDS) == [min(slot % (count + 2), count - 1)]


def test_a_picture_of_one_frame_stands_still():
    tree = picture(SMALLEST, [Frame("alone", (Picture(filled=((0, 1),)),))])
    style = "".join(one.text for one in tree.iter(f"{SVG}style"))
    assert "keyframes" not in style
    assert len(of_class(tree, f"{SVG}g", "last")) == 1


# ------------------------------------------------------------ both


@pytest.mark.parametrize("draw", [page, picture])
def test_of_sixty_partial_solutions_twelve_are_drawn_and_the_others_counted(draw):
    frames = [Frame("many", tuple(Picture(filled=((0, 1),), note=f"note {n}") for n in range(60)))]
    tree = draw(SMALLEST, frames)
    assert len(used(tree)) == MOST_PICTURES == 12
    assert "and 48 more, which are not drawn" in "".join(tree.itertext())


@pytest.mark.parametrize("draw", [page, picture])
@pytest.mark.parametrize("hostile", ["</title><script>alert(1)</script>", "a &amp; b <b>", '"]]>', "\x1b[31m\ud800red"])
def test_hostile_texts_are_text(draw, hostile):
    tree = draw(SMALLEST, [Frame(hostile, (Picture(note=hostile),))], hostile)
    seen = "".join(tree.itertext())
    assert seen.count(hostile.replace("\x1b", "").replace("\ud800", "")) >= 3
    assert len([one for one in tree.iter() if one.tag.endswith("script")]) == 1


@pytest.mark.parametrize("draw", [page, picture])
def test_what_can_not_be_drawn_is_refused(draw):
    with pytest.raises(InputError, match="give at least one"):
        draw(SMALLEST, [])
    overlapping = Picture(filled=parse_locations(M9.board, "A1-A2 A2-A3"))
    with pytest.raises(InputError, match="two dominoes on A2"):
        draw(M9, [Frame("wrong", (overlapping,))])


@pytest.mark.parametrize("name", ["search", "wide search", "steps"])
def test_files_are_small_since_tiles_are_defined_once(name):
    grid, frames = ANIMATIONS[name]
    apart = sum(len(domino_svg(grid, one.placed)) for frame in frames for one in frame.shown)
    assert len(domino_animation(grid, frames, title="")) < apart / 4
    assert len(domino_animation_svg(grid, frames)) < apart / 4
