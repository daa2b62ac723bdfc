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
