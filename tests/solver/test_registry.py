"""What ships, what packages bring, what a module holds, and what a user's file holds: found by name."""

from importlib.metadata import EntryPoint

import pytest

from solver import registry
from solver.errors import InputError
from solver.registry import Registry


@pytest.fixture
def numbers(monkeypatch):
    points = [EntryPoint("pi", "math:pi", "test.numbers"), EntryPoint("one", "math:tau", "test.numbers")]
    points += [EntryPoint("gone", "no_such_module:thing", "test.numbers")]
    monkeypatch.setattr(registry, "entry_points", lambda group: points if group == "test.numbers" else [])
    return Registry("number", "test.numbers", lambda: {"one": 1, "two": 2})


def test_packages_add_to_what_ships_and_take_no_name_away(numbers):
    assert list(numbers) == ["one", "two", "gone", "pi"]
    assert (numbers["one"], round(numbers["pi"], 2), len(numbers), "pi" in numbers) == (1, 3.14, 4, True)


def test_a_package_that_can_not_be_loaded_harms_no_other(numbers):
    with pytest.raises(InputError, match="number gone: the package that brings it can't be loaded"):
        numbers["gone"]
    assert numbers.find("two") == 2


@pytest.mark.parametrize("code", ["raise RuntimeError('boom')", "def wrong(:", "import no_such_module"])
def test_whatever_a_package_raises_is_an_error_of_one_line(monkeypatch, tmp_path, code):
    (tmp_path / "broken_package.py").write_text(code)
    monkeypatch.syspath_prepend(tmp_path)
    points = [EntryPoint("broken", "broken_package:thing", "test.numbers"), EntryPoint("e", "math:e", "test.numbers")]
    monkeypatch.setattr(registry, "entry_points", lambda group: points)  # noqa: ARG005 - as it is called
    numbers: Registry[object] = Registry("number", "test.numbers")
    with pytest.raises(InputError, match="number broken: the package that brings it can't be loaded"):
        numbers["broken"]
    assert list(numbers.usable()) == ["e"]


@pytest.mark.parametrize("turned", [False, True])
def test_no_package_takes_the_name_of_another(monkeypatch, turned):
    points = [EntryPoint("pi", "cmath:pi", "math.numbers"), EntryPoint("pi", "math:pi [more]", "math.numbers")]
    points += [EntryPoint("e", "cmath:e", "math.numbers"), EntryPoint("e", "statistics:e", "math.numbers")]
    monkeypatch.setattr(registry, "entry_points", lambda group: points[:: -1 if turned else 1])  # noqa: ARG005 - as above
    numbers: Registry[object] = Registry("number", "math.numbers")
    # The group belongs to the package math.
    assert (list(numbers), numbers.place("pi")) == (["e", "pi"], "math:pi")
    with pytest.raises(InputError, match=r"number e: several packages bring it \(cmath:e, statistics:e\): keep one"):
        numbers["e"]


def test_a_module_is_asked_for_what_it_has(numbers):
    assert numbers.find("math:e") == pytest.approx(2.718, abs=0.001)
    with pytest.raises(InputError, match="math has no ee"):
        numbers.find("math:ee")
    with pytest.raises(InputError, match="no_such_module can't be imported"):
        numbers.find("no_such_module:thing")
    with pytest.raises(InputError, match="there is no number 'tow': did you mean two"):
        numbers.find("tow")


def test_a_file_is_run_only_where_it_is_asked_for(numbers, tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("seven = 7\n")
    with pytest.raises(InputError, match="there is no number"):
        numbers.find(f"{file}:seven")
    numbers.run_file(f"{file}:seven")
    assert numbers.find(f"{file}:seven") == 7
    assert numbers.is_local(f"{file}:seven")
    with pytest.raises(InputError, match="has no attribute 'eight'"):
        numbers.run_file(f"{file}:eight")
    with pytest.raises(InputError, match="No such file"):
        numbers.run_file(f"{tmp_path / 'other.py'}:seven")


def test_what_can_not_be_used_is_refused():
    def whole(found, name):
        if not isinstance(found, int):
            raise InputError(f"number {name}: it is not whole")
        return found

    with pytest.raises(InputError, match="math:pi: it is not whole"):
        Registry("number", "test.none", {}, whole).find("math:pi")
