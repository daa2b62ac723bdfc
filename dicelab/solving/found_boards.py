"""The tilings of several boards, such as those of a file, as they are found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar

from dicelab.errors import DONE, FALSE, UNKNOWN, DiceError
from dicelab.solving.board_lists import BoardList, NamedBoard
from solver.words import counted


@dataclass
class FoundBoards:
    """The answers for boards in the order in which they were named."""

    asked: BoardList
    answer: Callable[[NamedBoard], Any]
    """Makes the ``FoundTilings`` of a board."""
    found: list[Any] = field(default_factory=list)
    schema: ClassVar[str] = "solve-list"
    undrawn: ClassVar[str] = "no board has a tiling"

    def parts(self, *, is_kept: bool) -> Iterator[str]:
        """Yield the answer for each board as text, below its number, name and blockers."""
        for number, one in enumerate(self.asked.boards, start=1):
            answer = self.answer(one)
            texts = list(answer.parts(is_kept=is_kept))
            self.found.append(answer)
            yield ("\n" if number > 1 else "") + "\n".join([f"{number}. {one}", *texts])

    def __str__(self) -> str:
        heads = (f"{number}. {one}" for number, one in enumerate(self.asked.boards, start=1))
        return "\n\n".join(f"{head}\n{found}" for head, found in zip(heads, self.found, strict=True))

    def to_json(self) -> dict[str, Any]:
        """Return each board with its name, its status and its tilings."""
        each = zip(self.asked.boards, self.found, strict=True)
        boards = [{**({"name": one.name} if one.name else {}), **found.to_json()} for one, found in each]
        for one in boards:
            one.pop("puzzle", None)
        return {"puzzle": self.asked.puzzle.format(), "boards": boards}

    def to_svg(self) -> str | None:
        """Draw the boards on a sheet, each with its first tiling."""
        from dicelab.render.puzzle import puzzle_title
        from dicelab.render.sheet import MOST_ON_PAGE, SheetBoard, sheet_svgs

        number = len(self.found)
        if number > MOST_ON_PAGE:
            raise DiceError(
                f"{number:,} boards on a sheet: draw {MOST_ON_PAGE} at most; dicelab boards --solved draws more"
            )
        each = zip(self.asked.boards, self.found, strict=True)
        drawn = [
            SheetBoard(place, one.board, "" if found.first else "no tiling", found.first, one.name)
            for place, (one, found) in enumerate(each, start=1)
        ]
        puzzle = self.asked.puzzle
        return sheet_svgs(drawn, puzzle, f"{puzzle_title(puzzle)}: solutions", per_page=number)[0]

    @property
    def notes(self) -> tuple[str, ...]:
        """What was ignored, or is odd."""
        return self.asked.notes

    @property
    def hints(self) -> list[str]:
        """How many boards have a tiling."""
        solved = sum(one.exit_status == DONE for one in self.found)
        return [f"{solved:,} of {counted(len(self.found), 'board')} with a tiling"]

    @property
    def exit_status(self) -> int:
        """0 if all boards have a tiling, 4 if one has none, 3 if that is not known of one."""
        statuses = {one.exit_status for one in self.found}
        return FALSE if FALSE in statuses else UNKNOWN if UNKNOWN in statuses else DONE
