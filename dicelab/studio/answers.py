"""The answers of the API: dicelab's public functions, on values that :mod:`dicelab.studio.inputs` reads."""

from __future__ import annotations

import base64
import io
import zipfile
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import msgspec

from dicelab.dice import DiceSet
from dicelab.errors import DiceError
from dicelab.studio import calls, inputs
from dicelab.studio.calls import Work
from solver.polyform import Puzzle, Tiling
from solver.polyform.puzzle_catalogue import equal_in_catalogue


def _json(schema: str, content: dict[str, Any]) -> dict[str, Any]:
    """Return what ``--json`` prints."""
    return {"schema": f"dicelab/{schema}/1", **content}


def _set(asked: calls.OnSet, *, as_printed: bool = False) -> DiceSet:
    puzzle = None if asked.puzzle is None else inputs.read_puzzle(asked.puzzle)
    read = inputs.as_printed if as_printed else inputs.read_dice
    return read(asked.dice, puzzle, shared_cells=asked.shared_cells, name=asked.name)


def answer_to(name: str, arguments: Mapping[str, Any], work: Work) -> dict[str, Any]:
    """Return the answer to a call as JSON values, by the function of its name."""
    function: Callable[[Any, Work], dict[str, Any]] = globals()[name.replace("-", "_")]
    return function(msgspec.convert(arguments, calls.CALLS[name].kind), work)


def verify(asked: calls.Verify, _work: Work) -> dict[str, Any]:
    """Look at every roll of a set."""
    from dicelab.verifying.verbs import verify
    from dicelab.verifying.verification_text import verification_json

    content = verification_json(verify(inputs.require_rolls(_set(asked, as_printed=True)), jobs=1))
    # A set that was painted carelessly has tens of thousands.
    content["unsolvable_boards"] = content["unsolvable_boards"][: asked.boards]
    return _json("verification", content)


def rules(asked: calls.Rules, _work: Work) -> dict[str, Any]:
    """Hold the rules against a set."""
    from dicelab.reasons.verbs import rules

    return _json("rules", rules(_set(asked)).to_json())


def stats(asked: calls.Stats, work: Work) -> dict[str, Any]:
    """Count the tilings of the rolls of a set."""
    from dicelab.api.sets import stats
    from dicelab.score.objectives import parse_objectives
    from dicelab.score.statistics_text import rolls_json

    dice_set = inputs.require_rolls(_set(asked))
    named = None
    if asked.objective is not None:
        # With labels, which name sets by their faces, nothing is looked for by a name that a browser sent.
        objectives = parse_objectives(asked.objective, dice_set.puzzle, inputs.load_reference)
        named = ",".join(one.label for one in objectives)
    statistics = stats(dice_set, objective=named, jobs=1, progress=_progress(work))
    return _json("stats", rolls_json(statistics, asked.boards))


def roll(asked: calls.Roll, _work: Work) -> dict[str, Any]:
    """Roll dice."""
    from dicelab.solving.rolling import roll, rolled_json

    return _json("roll", rolled_json(roll(_set(asked), seed=asked.seed, number=asked.number, count=asked.count)))


def export(asked: calls.Export, _work: Work) -> dict[str, Any]:
    """Write a set as a file."""
    from dicelab.dice.dice_set import faces_on, read_faces
    from dicelab.render.dice import export_dice_set

    dice_set = _set(asked, as_printed=True)
    if asked.faces is not None:
        dice_set = faces_on(dice_set, read_faces(asked.faces, len(dice_set.dice)))
    return _json("export", {"format": asked.format, "content": export_dice_set(dice_set, asked.format).decode()})


def solve(asked: calls.Solve, _work: Work) -> dict[str, Any]:
    """Find tilings; beside the rows of each stand the cells of each piece."""
    from dicelab.solving.tiling import solutions, solve, tilings_json

    puzzle = inputs.read_puzzle(asked.puzzle)
    board = inputs.read_board(asked.board, puzzle)
    if asked.limit == 1:
        solved = solve(board, puzzle)
        found, content = [] if solved.tiling is None else [solved.tiling], tilings_json(solved, [])
    else:
        stream = solutions(board, puzzle, limit=asked.limit)
        found = list(stream)
        content = tilings_json(stream, [])
    content["tilings"] = [tiling.format() for tiling in found]
    return _json("solve", content | {"placements": [_placements(tiling) for tiling in found]})


def _placements(tiling: Tiling) -> list[dict[str, Any]]:
    """Return the piece that lies on each cell: its kind, which of its copies, and its cells."""
    puzzle, copies = tiling.puzzle, dict.fromkeys(tiling.puzzle.kinds, 0)
    found = []
    for piece, mask in zip(puzzle.pieces, tiling.masks, strict=True):
        found.append({"piece": piece.name, "copy": copies[piece], "cells": puzzle.grid.labels(mask).split()})
        copies[piece] += 1
    return found


def count(asked: calls.Count, _work: Work) -> dict[str, Any]:
    """Count the tilings of a board."""
    from dicelab.solving.tiling import count

    puzzle = inputs.read_puzzle(asked.puzzle)
    return _json("count", count(inputs.read_board(asked.board, puzzle), puzzle, limit=asked.limit).to_json())


def explain(asked: calls.Explain, _work: Work) -> dict[str, Any]:
    """Say why a board has no tiling."""
    from dicelab.reasons.explain.text import explanation_json
    from dicelab.reasons.verbs import explain

    puzzle = inputs.read_puzzle(asked.puzzle)
    explanation = explain(inputs.read_board(asked.board, puzzle), puzzle, positions=asked.positions)
    content = explanation_json(explanation)
    if asked.svg:
        from dicelab.reasons.explain.picture import explanation_svg

        content["svg"] = explanation_svg(explanation) if explanation.findings else None
    return _json("explain", content)


def prove(asked: calls.Prove, work: Work) -> dict[str, Any]:
    """Prove that a board has no tiling; the files of the proof come in one archive."""
    from dicelab.verifying.proofs import BOARD_FILES, prove_board
    from dicelab.verifying.proofs.text import board_proof_json

    puzzle = inputs.read_puzzle(asked.puzzle)
    folder = work.folder / "proof"
    proof = prove_board(inputs.read_board(asked.board, puzzle), puzzle, seconds=25, folder=folder, force=True)
    content = board_proof_json(proof, folder)
    content.pop("folder", None)
    if proof.refutation is None:
        return _json("prove", content | {"zip": None})
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in BOARD_FILES:
            # Without a date, so that the same proof is the same file.
            archive.writestr(zipfile.ZipInfo(name), (folder / name).read_bytes(), zipfile.ZIP_DEFLATED)
    return _json("prove", content | {"zip": base64.b64encode(packed.getvalue()).decode()})


def certificate(asked: calls.Certificate, _work: Work) -> dict[str, Any]:
    """Write a certificate of a set, where every roll has a tiling."""
    from dicelab.verifying.verbs import verify

    verification = verify(inputs.require_rolls(_set(asked, as_printed=True)), jobs=1)
    data = verification.certificate()
    return _json(
        "certificate",
        {
            "always_solvable": verification.always_solvable,
            "certificate": None if data is None else base64.b64encode(data).decode(),
        },
    )


def boards(asked: calls.Boards, work: Work) -> dict[str, Any]:
    """Choose boards."""
    from dicelab.api.choosing import boards
    from dicelab.score.choosing_text import boards_json

    puzzle = None if asked.puzzle is None else inputs.read_puzzle(asked.puzzle)
    dice_set = None
    if asked.dice is not None:
        dice_set = inputs.require_rolls(inputs.read_dice(asked.dice, puzzle, shared_cells=asked.shared_cells))
    else:
        _require_quick(puzzle or inputs.read_puzzle("genius-square"))
    chosen = boards(
        puzzle,
        dice=dice_set,
        tilings=asked.tilings,
        difficulty=asked.difficulty,
        distinct=asked.distinct,
        count=asked.count,
        seed=asked.seed,
        solved=asked.solved,
        jobs=1,
        progress=_progress(work),
    )
    return _json("boards", boards_json(chosen))


def census(asked: calls.CensusInfo, work: Work) -> dict[str, Any]:
    """Tell the figures of a census."""
    from dicelab.score.statistics_text import census_json
    from solver.census import Content, build_census

    puzzle = _require_quick(inputs.read_puzzle(asked.puzzle))
    found = build_census(puzzle, Content.TILINGS, jobs=1, progress=_progress(work))
    return _json("census-info", census_json(found, asked.boards))


def _require_quick(puzzle: Puzzle) -> Puzzle:
    """Refuse a puzzle whose census takes long: it wants to be asked for where it can be stopped and go on."""
    from solver.census import is_quick

    if not is_quick(puzzle):
        name = puzzle.name or puzzle.format()
        raise DiceError(
            f"the tilings of all {puzzle.boards:,} boards are not counted yet, and counting them takes long: "
            f"run dicelab census build --puzzle '{name}'"
        )
    return puzzle


def puzzle(asked: calls.PuzzleOf, _work: Work) -> dict[str, Any]:
    """Return the puzzle document of a puzzle of one's own."""
    from dicelab.api.puzzles import CheckedPuzzle
    from dicelab.studio.documents import puzzle_document, studio_puzzles

    file = inputs.read_puzzle_file(asked.text)
    inputs.require_cells(file.puzzle)
    checked = CheckedPuzzle("", file, file.puzzle, inputs.dice_of(file))
    return puzzle_document(studio_puzzles([checked])[_catalogue_size()])


@cache
def _catalogue_size() -> int:
    from dicelab.studio.documents import studio_puzzles

    return len(studio_puzzles())


def domino(asked: calls.Domino, _work: Work) -> dict[str, Any]:
    """Do what is asked with a grid of dominoes."""
    from dicelab.studio.domino import TASKS

    return TASKS[asked.task](asked)


def archive_list(asked: calls.ArchiveList, _work: Work) -> dict[str, Any]:
    """List the sets of the archive, none where there is no archive yet."""
    from dicelab.archive import Archive, has_archive

    content: dict[str, Any] = {"total": 0, "sets": []}
    if has_archive():
        with Archive() as archive:
            content = archive.listing(asked.where, asked.order, asked.limit).to_json()
    content.pop("archive", None)
    for one in content["sets"]:
        own = equal_in_catalogue(Puzzle.parse(one["puzzle"]))
        # As the page calls it.
        one["puzzle_text"] = own.name or own.format()
    return _json("archive-list", content)


def archive_add(asked: calls.ArchiveAdd, work: Work) -> dict[str, Any]:
    """Take a set into the archive, which is made if there is none."""
    from dicelab.archive import Archive
    from dicelab.archive.gathering import gather

    gathered = gather([_set(asked)], tags=asked.tags, measured=asked.measured, jobs=1, progress=_progress(work))
    content = Archive.take_in(None, gathered).to_json()
    del content["archive"]
    return _json("archive-import", content)


def evolve(asked: calls.Evolve, work: Work) -> dict[str, Any]:
    """Breed sets."""
    from dicelab.studio.searches import evolve

    return evolve(asked, work)


def design(asked: calls.Design, work: Work) -> dict[str, Any]:
    """Find a set by exact methods."""
    from dicelab.studio.searches import design

    return design(asked, work)


def repair(asked: calls.Repair, work: Work) -> dict[str, Any]:
    """Mend a set."""
    from dicelab.studio.searches import repair

    return repair(asked, work)


def improve(asked: calls.Improve, work: Work) -> dict[str, Any]:
    """Make a set better."""
    from dicelab.studio.searches import improve

    return improve(asked, work)


def data(asked: calls.Data, work: Work) -> dict[str, Any]:
    """Return a file of the page; the bytes in base64."""
    from dicelab.studio.data import data_file

    return data_file(asked.name, work.puzzles)


def _progress(work: Work) -> Any:  # noqa: ANN401 - Progress
    from dicelab.studio.progress import reported

    return reported(work.send)
