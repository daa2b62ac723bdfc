"""The questions that a page waits for, each with its answer."""

from __future__ import annotations

import base64
import io
import zipfile
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Meta

from dicelab.studio.calls import (
    ApiQuestion,
    Call,
    DiceText,
    Number,
    Objective,
    OnBoard,
    OnSet,
    PuzzleText,
    Seed,
    Work,
    answered,
)

if TYPE_CHECKING:
    from solver.polyform import Puzzle, Tiling

MOST_ROLLS = 3_000_000
"""Rolls of a set whose every board is looked at."""

_DICE, _SMALL = "A1 A2 | B1 B3", "2x3/2:O4"
_TILED, _UNTILED = "A6 B1 B5 D1 E3 F2 F4", "A2 B1 A5 B6 C3 C4 D3"


@Call("verify", "verification", {"dice": "default"}, slow=True)
class Verify(OnSet, frozen=True, kw_only=True):
    """Whether every roll of a set has a tiling."""

    boards: Annotated[int, Meta(ge=0, le=100_000, description="How many boards without a tiling to list")] = 1000

    def answer(self, _work: Work) -> dict[str, Any]:
        """Look at every roll."""
        from dicelab.verifying.verbs import verify

        content = verify(self.dice_set(as_printed=True, most_rolls=MOST_ROLLS), jobs=1).to_json()
        # A set that was painted carelessly has tens of thousands.
        content["unsolvable_boards"] = content["unsolvable_boards"][: self.boards]
        return answered("verification", content)


@Call("rules", "rules", {"dice": "default"})
class Rules(OnSet, frozen=True, kw_only=True):
    """The findings of fast rules on a set."""

    def answer(self, _work: Work) -> dict[str, Any]:
        """Hold the rules against the set."""
        from dicelab.reasons.verbs import rules

        return answered("rules", rules(self.dice_set()).to_json())


@Call("stats", "stats", {"dice": _DICE, "puzzle": _SMALL}, seconds=90, slow=True)
class Stats(OnSet, frozen=True, kw_only=True):
    """How hard the rolls of a set are, and its objectives."""

    objective: Objective | None = None
    boards: Annotated[int, Meta(ge=0, le=1000, description="How many of the hardest and easiest boards")] = 3

    def answer(self, work: Work) -> dict[str, Any]:
        """Count the tilings of the rolls."""
        from dicelab.score.objectives import parse_objectives
        from dicelab.score.statistics_verb import stats
        from dicelab.studio import inputs

        dice_set = self.dice_set(most_rolls=MOST_ROLLS)
        named = None
        if self.objective is not None:
            # With labels, which name sets by their faces, nothing is looked for by a name that a browser sent.
            objectives = parse_objectives(self.objective, dice_set.puzzle, inputs.load_reference)
            named = ",".join(one.label for one in objectives)
        statistics = stats(dice_set, boards=self.boards, objective=named, jobs=1, progress=work.progress)
        return answered("stats", statistics.to_json())


@Call("roll", "roll", {"dice": "goralczyk", "number": 542})
class Roll(OnSet, frozen=True, kw_only=True):
    """Roll the dice of a set."""

    seed: Seed | None = None
    number: Annotated[int, Meta(ge=1, le=2**53, description="Of the roll, instead of a random one")] | None = None
    count: Annotated[int, Meta(ge=1, le=1000)] = 1

    def answer(self, _work: Work) -> dict[str, Any]:
        """Roll the dice."""
        from dicelab.solving.rolling import roll

        rolled = roll(self.dice_set(), seed=self.seed, number=self.number, count=self.count)
        return answered("roll", rolled.to_json())


@Call("export", "export", {"dice": "default", "format": "txt"})
class Export(OnSet, frozen=True, kw_only=True):
    """Write a set as a file."""

    format: Literal["json", "csv", "txt", "svg"] = "json"
    faces: (
        Annotated[str, Meta(max_length=400, description="Faces of the physical dice: 6, or one number a die")] | None
    ) = None

    def answer(self, _work: Work) -> dict[str, Any]:
        """Return the file's content."""
        from dicelab.dice.dice_set import faces_on, read_faces
        from dicelab.render.dice import export_dice_set

        dice_set = self.dice_set(as_printed=True)
        if self.faces is not None:
            dice_set = faces_on(dice_set, read_faces(self.faces, len(dice_set.dice)))
        return answered("export", {"format": self.format, "content": export_dice_set(dice_set, self.format).decode()})


@Call("certificate", "certificate", {"dice": "A1 A3 | A2 A4", "puzzle": "2x4/2:3*I2"}, seconds=60, slow=True)
class Certificate(OnSet, frozen=True, kw_only=True):
    """Write a certificate of an always-solvable set: a tiling of every roll."""

    def answer(self, _work: Work) -> dict[str, Any]:
        """Return the certificate in base64, where every roll has a tiling."""
        from dicelab.verifying.verbs import verify

        verification = verify(self.dice_set(as_printed=True, most_rolls=MOST_ROLLS), jobs=1)
        data = verification.certificate()
        content = None if data is None else base64.b64encode(data).decode()
        return answered("certificate", {"always_solvable": verification.always_solvable, "certificate": content})


@Call("solve", "solve", {"board": _TILED})
class Solve(OnBoard, frozen=True, kw_only=True):
    """Find tilings of a board."""

    limit: Annotated[int, Meta(ge=1, le=1000)] = 1

    def answer(self, _work: Work) -> dict[str, Any]:
        """Find tilings; beside the rows of each stand the cells of each piece."""
        from dicelab.solving.tiling import solutions, solve, tilings_json

        board, puzzle = self.read()
        if self.limit == 1:
            solved = solve(board, puzzle)
            found, content = [] if solved.tiling is None else [solved.tiling], tilings_json(solved, [])
        else:
            stream = solutions(board, puzzle, limit=self.limit)
            found = list(stream)
            content = tilings_json(stream, [])
        content["tilings"] = [tiling.format() for tiling in found]
        return answered("solve", content | {"placements": [_placements(tiling) for tiling in found]})


def _placements(tiling: Tiling) -> list[dict[str, Any]]:
    """Return the piece that lies on each cell: its kind, which of its copies, and its cells."""
    puzzle, copies = tiling.puzzle, dict.fromkeys(tiling.puzzle.kinds, 0)
    found = []
    for piece, mask in zip(puzzle.pieces, tiling.masks, strict=True):
        found.append({"piece": piece.name, "copy": copies[piece], "cells": puzzle.grid.labels(mask).split()})
        copies[piece] += 1
    return found


@Call("count", "count", {"board": _TILED})
class CountTilings(OnBoard, frozen=True, kw_only=True):
    """Count the tilings of a board."""

    limit: Number | None = None

    def answer(self, _work: Work) -> dict[str, Any]:
        """Count the tilings."""
        from dicelab.solving.tiling import count

        return answered("count", count(*self.read(), limit=self.limit).to_json())


@Call("explain", "explain", {"board": _UNTILED})
class Explain(OnBoard, frozen=True, kw_only=True):
    """Say why a board has no tiling."""

    positions: Annotated[int, Meta(ge=1, le=100_000)] = 10_000
    svg: Annotated[bool, Meta(description="Draw the reason too")] = False

    def answer(self, _work: Work) -> dict[str, Any]:
        """Find a reason."""
        from dicelab.reasons.explain.text import explanation_json
        from dicelab.reasons.verbs import explain

        explanation = explain(*self.read(), positions=self.positions)
        content = explanation_json(explanation)
        if self.svg:
            from dicelab.reasons.explain.picture import explanation_svg

            content["svg"] = explanation_svg(explanation) if explanation.findings else None
        return answered("explain", content)


@Call("prove", "prove", {"board": _UNTILED}, seconds=60, slow=True)
class Prove(OnBoard, frozen=True, kw_only=True):
    """Prove that a board has no tiling, in a form that other programs can check."""

    def answer(self, work: Work) -> dict[str, Any]:
        """Return the files of the proof in one archive."""
        from dicelab.verifying.board_proof import BOARD_FILES, prove_board

        folder = work.folder / "proof"
        proof = prove_board(*self.read(), seconds=25)
        content = proof.to_json(folder)
        content.pop("folder", None)
        if proof.refutation is None:
            return answered("prove", content | {"zip": None})
        proof.write(folder, force=True)
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for name in BOARD_FILES:
                # Without a date, so that the same proof is the same file.
                archive.writestr(zipfile.ZipInfo(name), (folder / name).read_bytes(), zipfile.ZIP_DEFLATED)
        return answered("prove", content | {"zip": base64.b64encode(packed.getvalue()).decode()})


@Call("boards", "boards", {"puzzle": "2x4/2:3*I2", "count": 2, "seed": 1}, seconds=90, slow=True)
class Boards(ApiQuestion, frozen=True, kw_only=True):
    """Choose boards by how hard they are."""

    puzzle: PuzzleText | None = None
    dice: DiceText | None = None
    shared_cells: bool = False
    tilings: Annotated[str, Meta(max_length=40, description="Such as 7, 1-10 or 100-")] | None = None
    difficulty: Annotated[str, Meta(max_length=40, description="Such as hard, or easy..hard")] | None = None
    distinct: bool = False
    count: Annotated[int, Meta(ge=1, le=200)] = 6
    seed: Seed | None = None
    solved: bool = False

    def answer(self, work: Work) -> dict[str, Any]:
        """Choose boards."""
        from dicelab.score.choosing_text import boards_json
        from dicelab.score.choosing_verb import boards
        from dicelab.studio import inputs

        puzzle = None if self.puzzle is None else inputs.read_puzzle(self.puzzle)
        dice_set = None
        if self.dice is not None:
            dice_set = inputs.read_dice(self.dice, puzzle, shared_cells=self.shared_cells)
            inputs.require_rolls(dice_set, MOST_ROLLS)
        else:
            _require_quick(puzzle or inputs.read_puzzle("genius-square"))
        chosen = boards(
            puzzle,
            dice=dice_set,
            tilings=self.tilings,
            difficulty=self.difficulty,
            distinct=self.distinct,
            count=self.count,
            seed=self.seed,
            solved=self.solved,
            jobs=1,
            progress=work.progress,
        )
        return answered("boards", boards_json(chosen))


@Call("census", "census-info", {"puzzle": "2x4/2:3*I2"}, seconds=90, slow=True)
class CensusFigures(ApiQuestion, frozen=True, kw_only=True):
    """The tilings of all boards of a puzzle, in figures."""

    puzzle: PuzzleText = "genius-square"
    boards: Annotated[int, Meta(ge=0, le=1000, description="How many of the hardest and easiest boards")] = 3

    def answer(self, work: Work) -> dict[str, Any]:
        """Read the census, or build it where that is quick."""
        from dicelab.score.statistics_text import census_json
        from dicelab.studio import inputs
        from solver.census import Content, build_census

        puzzle = _require_quick(inputs.read_puzzle(self.puzzle))
        found = build_census(puzzle, Content.TILINGS, jobs=1, progress=work.progress)
        return answered("census-info", census_json(found, self.boards))


def _require_quick(puzzle: Puzzle) -> Puzzle:
    """Refuse a puzzle whose census takes long: it wants to be asked for where it can be stopped and go on."""
    from dicelab.errors import DiceError
    from dicelab.score.sampling import long_census
    from solver.census import Content, is_quick

    if not is_quick(puzzle):
        raise DiceError(
            f"the tilings of all {puzzle.boards:,} boards are not counted yet, {long_census(puzzle, Content.TILINGS)}"
        )
    return puzzle


@Call("puzzle", "studio-puzzle", {"text": "2x4/2:3*I2"})
class PuzzleOf(ApiQuestion, frozen=True, kw_only=True):
    """The document of a puzzle of one's own."""

    text: PuzzleText

    def answer(self, _work: Work) -> dict[str, Any]:
        """Return the puzzle's document."""
        from dicelab.puzzles.report import CheckedPuzzle
        from dicelab.studio import inputs
        from dicelab.studio.documents import puzzle_document, studio_puzzles

        file = inputs.read_puzzle_file(self.text)
        inputs.require_cells(file.puzzle)
        checked = CheckedPuzzle("", file, file.puzzle, inputs.dice_of(file))
        return puzzle_document(studio_puzzles([checked])[_catalogue_size()])


@cache
def _catalogue_size() -> int:
    from dicelab.studio.documents import studio_puzzles

    return len(studio_puzzles())


@Call("domino", "domino-", {"task": "explain", "grid": "1:001110"})
class Domino(ApiQuestion, frozen=True, kw_only=True):
    """Solve, count, grade, explain, draw or make a grid of dominoes, or show all that the page draws of one."""

    task: Literal["solve", "count", "grade", "explain", "hint", "draw", "generate", "show"]
    grid: Annotated[str, Meta(max_length=2000, description="An ID such as 1:001011, or rows of numbers")] = ""
    placed: Annotated[str, Meta(max_length=4000, description="Such as A1-A2 B3-C3")] = ""
    ruled_out: Annotated[str, Meta(max_length=8000, description="Places that hold no domino")] = ""
    limit: Annotated[int, Meta(ge=1, le=1000)] = 1
    order: Annotated[int, Meta(ge=0, le=9, description="Of a new grid")] = 3
    difficulty: Literal["trivial", "basic", "hard", "extreme"] = "basic"
    seed: Seed = 0

    def answer(self, _work: Work) -> dict[str, Any]:
        """Do the task."""
        from dicelab.studio.domino import TASKS

        return TASKS[self.task](self)


@Call("data", "", {"name": "studio.json"}, seconds=120, slow=True, pure=False, address="")
class Data(ApiQuestion, frozen=True, kw_only=True):
    """A file of the page."""

    name: Annotated[str, Meta(pattern=r"^[a-z0-9-]{1,80}\.(json|unsolvable|tilings)$")]

    def answer(self, work: Work) -> dict[str, Any]:
        """Return the file; its bytes in base64."""
        from dicelab.studio.documents import data_file

        return data_file(self.name, work.puzzles)


@Call("archive-list", "archive-list", {}, pure=False, address="")
class ArchiveList(ApiQuestion, frozen=True, kw_only=True):
    """The sets of the archive."""

    where: Annotated[str, Meta(max_length=2000, description='Such as "fewest >= 11 and rolls > 60000"')] = ""
    order: Annotated[str, Meta(max_length=400)] = "-added"
    limit: Annotated[int, Meta(ge=1, le=1000)] = 200

    def answer(self, _work: Work) -> dict[str, Any]:
        """List the sets, none where there is no archive yet."""
        from dicelab.archive import Archive, has_archive
        from solver.polyform import Puzzle
        from solver.polyform.puzzle_catalogue import equal_in_catalogue

        content: dict[str, Any] = {"total": 0, "sets": []}
        if has_archive():
            with Archive() as archive:
                content = archive.listing(self.where, self.order, self.limit).to_json()
        content.pop("archive", None)
        for one in content["sets"]:
            own = equal_in_catalogue(Puzzle.parse(one["puzzle"]))
            # As the page calls it.
            one["puzzle_text"] = own.name or own.format()
        return answered("archive-list", content)


@Call(
    "archive-add",
    "archive-import",
    {"dice": "default", "tags": ["retail"]},
    seconds=90,
    slow=True,
    pure=False,
    address="archive",
)
class ArchiveAdd(OnSet, frozen=True, kw_only=True):
    """Keep a set in the archive."""

    tags: Annotated[tuple[Annotated[str, Meta(min_length=1, max_length=60)], ...], Meta(max_length=20)] = ()
    measured: Annotated[bool, Meta(description="Compute the objectives too, which may take a while")] = False

    def answer(self, work: Work) -> dict[str, Any]:
        """Add the set to the archive; a missing archive is made."""
        from dicelab.archive import Archive
        from dicelab.archive.gathering import gather

        found = gather([self.dice_set()], tags=self.tags, measured=self.measured, jobs=1, progress=work.progress)
        content = Archive.take_in(None, found).to_json()
        del content["archive"]
        return answered("archive-import", content)
