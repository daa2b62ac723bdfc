"""Lists of boards as people have them: lines, spreadsheets, dates, names of pupils."""

import re
from datetime import date, timedelta

import pytest

from dicelab.errors import DiceError
from dicelab.kinds import FileContent
from dicelab.solving.board_lists import NamedBoard, board_list
from dicelab.solving.calendars import Day, days_of, no_such_day
from solver.polyform import Board, Puzzle

CALENDAR = Puzzle.parse("calendar")


def read(text, puzzle="calendar"):
    data = text if isinstance(text, bytes) else text.encode()
    return board_list([FileContent(data, "class.csv")], puzzle)


@pytest.mark.parametrize(
    "text",
    [
        "Anna: OCT 6\nBen: FEB 29\n",
        "Anna OCT 6\nFEB 29 Ben\n",
        "Anna, OCT 6\nBen – FEB 29\n",
        "Name\tBirthday\nAnna\t6.10.2014\nBen\t29.2.2012\n".encode("utf-16"),
        "# class 4b\nAnna – October 6\n\nBen - 29 Feb 2012\n",
        "Anna,OCT 6\nBen,FEB 29\n",
        "Anna;OCT;6\nBen;FEB;29\n",
        "OCT\t6\tAnna\nFEB\t29\tBen\n",
        "Name;Birthday\nAnna;6.10.2014\nBen;29.2.2012\n",
        "\ufeffsep=;\nPupil;born\nAnna;2014-10-06 00:00:00\nBen;2012-02-29 00:00:00\n",
        'BIRTH DATE,NAME\n"October 6, 2014",Anna\n"February 29, 2012",Ben\n',
        "Month,Day,Name\nOCT,6,Anna\nFEB,29,Ben\n",
        "name,date\nAnna,10/6/2014\nBen,2/29/2012\n",
        '{"puzzle": "calendar", "boards": [{"board": "OCT 6", "name": "Anna"}, {"board": "FEB 29", "name": "Ben"}]}',
    ],
)
def test_one_class_in_many_forms(text):
    found = read(text)
    assert [str(one) for one in found.boards] == ["Anna: OCT 6", "Ben: FEB 29"]
    assert not found.notes


def test_other_columns_are_ignored_with_a_note():
    found = read("Class 4b\nNo;First name;Surname;Class;Birthday\n1;Zoë;Byte;4b;1.2.2013\n2;Li;May;4b;31.12.2012\n")
    assert [str(one) for one in found.boards] == ["Zoë Byte: FEB 1", "Li May: DEC 31"]
    assert found.notes == ("row 1 ('Class 4b') is ignored: it has no board", "columns 'No' and 'Class' are ignored")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Anna OCT 6\nBen\n", "class.csv: row 2: 'Ben' names no board"),
        ("Anna;OCT 6\nBen;OCT 6 7\n", "row 2: 3 blockers on the board: place 2"),
        ("name,date\nAnna,10/6/2014\nBen,2/3/2012\n", "row 2: '10/6/2014' may be JUN 10 or OCT 6"),
        ("name,date\nAnna,10/26/2014\nBen,26/3/2012\n", "some dates have the day first"),
        ("A1 B2\nA3 B4\n", "row 1: "),
        ("Name;Geburtstag\nAnna;6. Oktober 2014\n", "row 2: 'Anna 6. Oktober 2014' names no board"),
        ("Zoë;OCT 6\n".encode("latin-1"), "is not UTF-8 (byte 2)"),
        ("", "no board"),
        ("{", "not whole"),
    ],
)
def test_what_is_no_list_gets_one_line(text, says):
    with pytest.raises(DiceError, match=re.escape(says)) as caught:
        read(text)
    assert len(str(caught.value).splitlines()) == 1


def test_weekdays_need_a_year():
    assert [str(one) for one in read("Anna 6.10.2014\n", "calendar-weekdays").boards] == ["Anna: OCT 6 MON"]
    with pytest.raises(DiceError, match="add the year"):
        read("Anna 6.10.\n", "calendar-weekdays")


def test_boards_of_other_puzzles_and_drawings():
    lines = "A6, B1, B5, D1, E3, F2, F4\nA1 A2 A3 A4 A5 A6 B1\n"
    assert [one.board.format() for one in read(lines, None).boards] == ["A6 B1 B5 D1 E3 F2 F4", "A1 A2 A3 A4 A5 A6 B1"]
    board = Board.parse("A1 B2", "2x3")
    found = board_list([board, NamedBoard(board, "Anna"), "#..\n.#.\n"], "2x3/2:O4")
    assert [str(one) for one in found.boards] == ["A1 B2", "Anna: A1 B2", "A1 B2"]
    with pytest.raises(DiceError, match=r"no\.csv: no such file"):
        board_list(["no.csv"])


def test_every_day_of_a_leap_year_is_a_board_and_no_other_day_exists():
    days = {(day.month, day.day) for day in (date(2000, 1, 1) + timedelta(n) for n in range(366))}
    for month in range(1, 13):
        for number in range(1, 32):
            day = Day(month, number)
            board = Board(day.cells(CALENDAR), CALENDAR.grid)
            assert board.format() == day.text
            assert bool(no_such_day(board, CALENDAR)) == (not day.exists) == ((month, number) not in days)


def test_a_date_is_read_in_all_its_spellings():
    spellings = ["2014-10-06", "6.10.2014", "6 October 2014", "Oct. 6, 2014", "6th of October 2014", "2014/10/6"]
    assert {days_of(text) for text in spellings} == {(Day(10, 6, 0),)}
    assert [days_of(text) for text in ("A1", "13/13", "32 May", "May", "6", "Otto 6")] == [()] * 6
