"""Days of a calendar puzzle: the cells that show one, the dates that people write, and days that do not exist."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta

from solver.polyform import Board, Grid, Puzzle

MONTHS = (
    "JANUARY",
    "FEBRUARY",
    "MARCH",
    "APRIL",
    "MAY",
    "JUNE",
    "JULY",
    "AUGUST",
    "SEPTEMBER",
    "OCTOBER",
    "NOVEMBER",
    "DECEMBER",
)
WEEKDAYS = ("MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN")

_ISO = re.compile(r"([0-9]{4})[-./]([0-9]{1,2})[-./]([0-9]{1,2})(?:[T ][0-9:.]+Z?)?")
_NUMBERS = re.compile(r"([0-9]{1,2})([-./]) ?([0-9]{1,2})(?:\2 ?([0-9]{4}|[0-9]{2})?)?")
_ENDINGS = {"ST", "ND", "RD", "TH", "OF"}


@dataclass(frozen=True, slots=True)
class Day:
    """A day of a year, with its weekday where the year is known; it need not exist.

    Examples
    --------
    >>> Day(2, 31).exists, Day(2, 29).exists, Day.of(date(2026, 11, 22)).weekday
    (False, True, 6)
    """

    month: int
    day: int
    weekday: int | None = None
    """From 0 for Monday."""

    @classmethod
    def of(cls, one: date) -> Day:
        """Return the day of a date."""
        return cls(one.month, one.day, one.weekday())

    @classmethod
    def in_year(cls, year: str | None, month: int, day: int) -> Day | None:
        """Return a day whose year is written with four digits, or is not known; nothing if no month is so long."""
        if not (1 <= month <= 12 and 1 <= day <= 31):
            return None
        found = cls(month, day)
        if year is None or len(year) < 4 or not found.exists or int(year) < 1:
            return found
        try:
            return cls.of(date(int(year), month, day))
        except ValueError:
            return found

    @property
    def text(self) -> str:
        """The day as a calendar has it, ``OCT 6``."""
        return f"{MONTHS[self.month - 1][:3]} {self.day}"

    @property
    def exists(self) -> bool:
        """Whether any year has the day."""
        # 2000 was a leap year.
        return (date(2000, self.month, 1) + timedelta(self.day - 1)).month == self.month

    def cells(self, puzzle: Puzzle) -> int:
        """Return the mask of the cells that show the day, one in each region; 0 if the puzzle is no such calendar."""
        words = set(self.text.split())
        words |= set() if self.weekday is None else {WEEKDAYS[self.weekday]}
        shown = [[cell for cell in Grid.cells(one) if puzzle.grid.label(cell) in words] for one in puzzle.regions]
        return Grid.mask(cell for cells in shown for cell in cells) if all(len(cells) == 1 for cells in shown) else 0


def is_calendar(puzzle: Puzzle) -> bool:
    """Tell whether the boards of a puzzle are days."""
    return any(Day(1, 1, weekday).cells(puzzle) for weekday in (None, 0))


def days_of(text: str, *, day_first: bool | None = None) -> tuple[Day, ...]:
    """Return the days that a text may mean: none, one, or two where nobody knows which number is the month.

    Parameters
    ----------
    day_first
        Whether the day stands before the month in dates such as ``3/4/2014``; ``None`` where that is not known.

    Examples
    --------
    >>> days_of("2014-10-06 00:00:00"), days_of("6.10.2014") == days_of("October 6th, 2014")
    ((Day(month=10, day=6, weekday=0),), True)
    >>> [(day.month, day.day) for day in days_of("3/4")], days_of("A1")
    ([(4, 3), (3, 4)], ())
    """
    text = text.strip().upper()
    found: list[Day | None] = []
    if match := _ISO.fullmatch(text):
        found = [Day.in_year(match[1], int(match[2]), int(match[3]))]
    elif match := _NUMBERS.fullmatch(text):
        first, mark, second, year = match.groups()
        # With points the day comes first wherever people write it so.
        found = [] if day_first is False and mark != "." else [Day.in_year(year, int(second), int(first))]
        found += [] if day_first or mark == "." else [Day.in_year(year, int(first), int(second))]
    else:
        words = [word for word in re.findall(r"[A-Z]+|[0-9]+|[^\sA-Z0-9,.]", text) if word not in _ENDINGS]
        months = [n for word in words for n, name in enumerate(MONTHS, 1) if len(word) > 2 and name.startswith(word)]
        numbers = [word for word in words if word.isdigit()]
        days, years = [one for one in numbers if len(one) < 3], [one for one in numbers if len(one) == 4]
        if len(months) == len(days) == 1 and len(words) == 2 + len(years) <= 3:
            found = [Day.in_year(years[0] if years else None, months[0], int(days[0]))]
    return tuple(dict.fromkeys(day for day in found if day is not None))


def no_such_day(board: Board, puzzle: Puzzle) -> str:
    """Return a note where the board of a calendar is a day that no year has, such as February 31; else nothing.

    Examples
    --------
    >>> calendar = Puzzle.parse("calendar")
    >>> no_such_day(Board.parse("FEB 31", calendar.grid), calendar)
    'there is no FEB 31 in any year; the board is a puzzle all the same'
    """
    if not puzzle.regions:
        return ""
    words = [puzzle.grid.label(cell) for cell in puzzle.grid.cells(board.blockers)]
    months = [number for number, name in enumerate(MONTHS, start=1) if name[:3] in words]
    days = [int(word) for word in words if word.isdecimal()]
    if len(months) != 1 or len(days) != 1 or not 1 <= days[0] <= 31 or Day(months[0], days[0]).exists:
        return ""
    return f"there is no {Day(months[0], days[0]).text} in any year; the board is a puzzle all the same"
