"""Chosen boards as text, as JSON, and as sheets to be printed."""

from __future__ import annotations

from pathlib import Path
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any

from dicelab.dice.names import in_text, plain
from dicelab.errors import DiceError
from dicelab.render.drawing import labels_inside
from dicelab.render.puzzle import puzzle_title
from dicelab.render.sheet import SheetBoard, sheet_html, sheet_svgs
from dicelab.render.text import WIDTH, board_rows, laid_letters, tiling_rows, wrap
from solver.polyform import Puzzle
from solver.polyform.puzzle import COPY_LABELS
from solver.runs.formats import numbered, write_files
from solver.runs.storage import json_text
from solver.words import counted, files_in_words, listed

if TYPE_CHECKING:
    from dicelab.score.choosing import ChosenBoard, ChosenBoards

MOST_DRAWN = 1_000
"""Boards of a sheet at most."""

MOST_IN_CAPTION = 3
"""Cells of a board that its caption names."""

GAP = 3
"""Columns between two boards."""


def boards_json(chosen: ChosenBoards) -> dict[str, Any]:
    """Return the boards with their numbers of tilings, and their source."""
    return {
        "puzzle": chosen.puzzle.format(),
        **({"game": chosen.puzzle.title} if chosen.puzzle.title else {}),
        "set": chosen.dice_set and chosen.dice_set.name,
        "tilings": chosen.tilings.format(),
        "difficulty": list(chosen.difficulty),
        "distinct": chosen.distinct,
        **({"players": [player.format() for player in chosen.players]} if is_race(chosen) else {}),
        "seed": chosen.seed,
        "matching": chosen.matching,
        "difficulties": {
            name: {"least": least, "most": most, "boards": number}
            for name, (least, most, number) in chosen.difficulties.items()
        },
        "boards": [
            {
                "number": number,
                **({"pair": mark(chosen, number)} if chosen.players and not is_race(chosen) else {}),
                **({"round": mark(chosen, number)} if is_race(chosen) else {}),
                **({"name": one.name} if one.name else {}),
                "board": one.board.format(),
                "tilings": one.tilings,
                "difficulty": one.difficulty,
                **({} if one.roll is None else {"roll": one.roll}),
                **({} if one.tiling is None or one.laid else {"tiling": one.tiling.format()}),
                **(
                    {"laid": chosen.puzzle.grid.draw(laid_letters(one.tiling, one.laid))}
                    if one.tiling and one.laid
                    else {}
                ),
                **({"link": one.link} if one.link else {}),
            }
            for number, one in enumerate(chosen.boards, start=1)
        ],
        **({"files": list(map(str, chosen.files))} if chosen.files else {}),
    }


def answer_text(chosen: ChosenBoards) -> str:
    """Return the boards, or the files that they were written to."""
    if not chosen.files:
        return boards_text(chosen, chosen.title)
    files = files_in_words(list(map(str, chosen.files)))
    seed = "" if chosen.is_named else f" Seed {chosen.seed}."
    return f"{counted(len(chosen), 'board')} written to {files}.{seed}"


def boards_text(chosen: ChosenBoards, title: str = "") -> str:
    """Return the boards drawn side by side in 80 columns, numbered, with a tiling where they have one."""
    lines = [*wrap(plain(title), WIDTH), ""] if title else []
    blocks = [_block(one) for one in listed_boards(chosen)]
    width = max(len(line) for block in blocks for line in block)
    across, players = max(1, (WIDTH + GAP) // (width + GAP)), max(1, len(chosen.players))
    # A row has whole rounds where they fit.
    across -= across % players if across > players else 0
    for start in range(0, len(blocks), across):
        row = blocks[start : start + across]
        tall = max(map(len, row))
        padded = [[*block, *[""] * (tall - len(block))] for block in row]
        lines += ["".join(line.ljust(width + GAP) for line in one).rstrip() for one in zip(*padded, strict=True)]
        lines.append("")
    if any(one.tiling for one in chosen.boards):
        lines += wrap("Pieces: " + pieces_text(chosen.puzzle) + ". # is a blocker.", WIDTH, "  ")
    lines += wrap(chosen_text(chosen), WIDTH)
    return "\n".join(lines)


def _block(one: SheetBoard) -> list[str]:
    grid = one.board.grid
    drawn = board_rows(one.board) if one.tiling is None else tiling_rows(one.tiling, one.laid)
    spaced = [row if labels_inside(grid) else " ".join(row) for row in drawn.splitlines()]
    # Five to a line are not wider than the line above.
    names = one.board.format().split()
    labels = [" ".join(names[start : start + 5]) for start in range(0, len(names), 5)]
    head = f"{one.number}. {one.name}{': ' if one.name and one.caption else ''}{one.caption}"
    return [head, *spaced, *labels, *([one.link] if one.link else [])]


def board_caption(one: ChosenBoard, *, is_named: bool = False) -> str:
    """Say how hard a board is; before that of a named one, which board it is, where its cells are as few as a date's.

    Examples
    --------
    >>> from dicelab.score.choosing import ChosenBoard
    >>> from solver.polyform import Board
    >>> board_caption(ChosenBoard(Board.parse("A1 B2", "2x3"), 1, "very-hard"), is_named=True)
    'A1 B2, very hard, 1 tiling'
    """
    cells = one.board.format() if is_named and one.board.blockers.bit_count() <= MOST_IN_CAPTION else ""
    level = (one.difficulty or "").replace("-", " ")
    number = "" if one.tilings is None else f"{counted(one.tilings, 'tiling')}" if one.tilings else "no tiling"
    return ", ".join(filter(None, (cells, level, number)))


def pieces_text(puzzle: Puzzle) -> str:
    """Say which character of a tiling stands for which piece.

    Examples
    --------
    >>> pieces_text(Puzzle.parse("2x3/2:2*I1,I2"))
    '1 I1, 2 I1, 3 I2'
    """
    return ", ".join(f"{label} {piece.name}" for label, piece in zip(COPY_LABELS, puzzle.pieces, strict=False))


def chosen_text(chosen: ChosenBoards) -> str:
    """Name the source of the boards, and the command that chooses them again."""
    if chosen.is_named:
        return f"{counted(len(chosen), 'board')} of {puzzle_title(chosen.puzzle)}."
    number, whose = len(chosen), "of the puzzle" if chosen.dice_set is None else f"that {_name(chosen)} can roll"
    solvable = "solvable" if chosen.tilings.least else "solvable or not"
    wanted = [solvable if chosen.tilings.most is None and chosen.tilings.least <= 1 else chosen.tilings.words()]
    if chosen.difficulty:
        *others, last = chosen.difficulty
        wanted.append(f"{', '.join(others)} or {last}" if others else last)
    alike = "; no two are rotations or reflections of each other" if chosen.distinct else ""
    # Players may have dice or a difficulty of their own, which are told with them.
    of, match = ("", "") if is_race(chosen) else (f" of {chosen.matching:,}", " that match")
    return (
        f"{number:,}{of} boards {whose}{match} ({'; '.join(wanted)}){alike}.{_players_text(chosen)} Seed {chosen.seed}."
    )


def _players_text(chosen: ChosenBoards) -> str:
    """Say who plays which board, and how alike the boards of a round are."""
    if not chosen.players:
        return ""
    size = len(chosen.players)
    rounds = [chosen.boards[start : start + size] for start in range(0, len(chosen), size)]
    equal = sum(len({one.tilings for one in boards}) == 1 for boards in rounds)
    if not is_race(chosen):
        return f" Pairs with equal numbers of tilings: {equal:,} of {len(rounds):,}."
    handicaps = (f" ({player.handicap.words()})" if player.handicap.words() else "" for player in chosen.players)
    named = [f"{in_text(player.name)}{said}" for player, said in zip(chosen.players, handicaps, strict=True)]
    return f" A race of {counted(len(rounds), 'round')}: {listed(named, 'and')}."


def is_race(chosen: ChosenBoards) -> bool:
    """Tell whether the boards have players with names; those of pairs have none."""
    return any(player.name for player in chosen.players)


def mark(chosen: ChosenBoards, number: int) -> int | str:
    """Return the number of a board on sheets, from 1; in a race 3a and 3b are the boards of the third round."""
    if not chosen.players:
        return number
    turn, player = divmod(number - 1, len(chosen.players))
    return f"{turn + 1}{ascii_lowercase[player]}"


def _name(chosen: ChosenBoards) -> str:
    return (in_text(chosen.dice_set.name) or "the set") if chosen.dice_set else ""


def boards_svgs(chosen: ChosenBoards, title: str = "", *, per_page: int = 6, paper: str = "a4") -> list[str]:
    """Draw the boards on sheets, one SVG for each; those that have a tiling are drawn with it.

    Raises :class:`DiceError` if there are more than 1,000 boards, or the paper or the boards on a page can't be.
    """
    if len(chosen) > MOST_DRAWN:
        raise DiceError(f"{len(chosen):,} boards on sheets: draw {MOST_DRAWN:,} at most")
    boards = listed_boards(chosen)
    note = "" if chosen.is_named else f"{_name(chosen) and f'dice {_name(chosen)}, '}seed {chosen.seed}"
    # Solutions are the teacher's, and boards with names have their owners.
    name_line = not any(one.name or one.tiling for one in boards)
    return sheet_svgs(
        boards,
        chosen.puzzle,
        title or default_title(chosen),
        note=note,
        per_page=per_page,
        paper=paper,
        name_line=name_line,
        players=max(1, len(chosen.players)),
    )


def listed_boards(chosen: ChosenBoards) -> list[SheetBoard]:
    """Return the boards as they are numbered on sheets."""
    return [
        SheetBoard(
            mark(chosen, number),
            one.board,
            board_caption(one, is_named=chosen.is_named),
            one.tiling,
            one.name,
            one.link,
            one.laid,
        )
        for number, one in enumerate(chosen.boards, start=1)
    ]


def write_boards(chosen: ChosenBoards, out: Path, title: str, per_page: int, paper: str, *, force: bool) -> list[Path]:
    """Write the files that the suffix asks for; several sheets of SVG are numbered."""
    suffix = out.suffix.lower()
    if suffix == ".svg":
        texts = boards_svgs(chosen, title, per_page=per_page, paper=paper)
    elif suffix == ".html":
        texts = [boards_html(chosen, title, per_page=per_page, paper=paper)]
    elif suffix == ".json":
        texts = [json_text({"schema": "dicelab/boards/1", **boards_json(chosen)}, indent=2) + "\n"]
    else:
        texts = [boards_text(chosen, chosen.title) + "\n"]
    return write_files(numbered(out, [text.encode() for text in texts]), force=force)


def default_title(chosen: ChosenBoards) -> str:
    """Return a title where none was given."""
    what = "solutions" if any(one.tiling and not one.laid for one in chosen.boards) else "boards"
    title, is_named = puzzle_title(chosen.puzzle), chosen.puzzle.title or chosen.puzzle.name
    return f"{title}: {what}" if is_named else f"{what.capitalize()}: {title}"


def boards_html(chosen: ChosenBoards, title: str = "", *, per_page: int = 6, paper: str = "a4") -> str:
    """Return the sheets as one page for a browser, which prints each of them on a sheet of its own."""
    pages = boards_svgs(chosen, title, per_page=per_page, paper=paper)
    return sheet_html(pages, title or default_title(chosen), paper)
