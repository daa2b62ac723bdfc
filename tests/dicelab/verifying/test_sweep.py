"""Verification by blocks: it agrees with lists of all rolls, whatever is killed, however many threads; large boards."""

import json
import signal
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import dicelab
from dicelab import check
from dicelab.check import check_certificate
from dicelab.dice import DiceSet, catalogue_set, dice_set_json, roll_number
from dicelab.errors import DiceError, DicelabError
from dicelab.verifying import sweep as sweeping, verify
from dicelab.verifying.sweep import MOST_KEPT, SWEEP, Sweep, SweepState
from dicelab.verifying.verification import swept
from solver.errors import GridTooLargeError, InputError
from solver.exact_cover.backends.bitmask import Bitmask
from solver.polyform import Puzzle
from solver.runs.storage import sealed
from tests.random_puzzles import EVERY_LATTICE, random_puzzle

LARGE = "8x8/8:I1,2*I2,I3,L3,I4,L4,O4,S4,T4,P5,V5,L5,N5,Y5"


def random_dice(puzzle, generator, most=40):
    """Deal the cells that may be blocked to dice, some of which repeat faces."""
    cells = [cell for cell in range(len(puzzle.grid)) if puzzle.blockable >> cell & 1]
    generator.shuffle(cells)
    cuts = np.sort(generator.permutation(np.arange(1, len(cells)))[: puzzle.blockers - 1])
    parts = [part.tolist()[:most] for part in np.split(np.array(cells), cuts)]
    faces = [[*part, *generator.choice(part, int(generator.integers(0, 3))).tolist()] for part in parts]
    labels = [[puzzle.grid.label(int(cell)) for cell in die] for die in faces]
    return DiceSet.of_labels(labels, puzzle)


def even_dice(puzzle, faces, seed):
    cells = np.random.default_rng(seed).permutation(len(puzzle.grid))[: faces * puzzle.blockers].reshape(-1, faces)
    return DiceSet.of_masks([puzzle.grid.mask(map(int, die)) for die in cells], puzzle)


def failing_of(verification):
    assert verification.failing is not None
    return verification.failing


def resealed(checkpoint, **changes):
    """Return a checkpoint with other content and a right checksum."""
    content = json.loads(checkpoint.read_bytes()) | changes
    return sealed(content.pop("schema"), {key: value for key, value in content.items() if key != "sha256"})


@pytest.fixture
def small_blocks(monkeypatch):
    monkeypatch.setattr(sweeping, "_BLOCK", 20)


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("lattice", EVERY_LATTICE, ids=lambda lattice: lattice.name)
def test_a_sweep_agrees_with_lists_of_rolls(lattice):
    generator = np.random.default_rng(7)
    failing = tried = 0
    while tried < 12:
        puzzle = random_puzzle(generator, lattice, most_blockers=4)
        if not puzzle.blockers:
            continue
        tried += 1
        dice = random_dice(puzzle, generator)
        listed, swept = verify(dice, ["bitmask"]), verify(dice, [SWEEP, "bitmask"])
        assert swept.always_solvable == listed.always_solvable
        assert swept.unsolvable.tolist() == listed.unsolvable.tolist()
        assert swept.unsolvable_probability == pytest.approx(listed.unsolvable_probability, abs=1e-12)
        assert [one.unsolvable for one in swept.verdicts] == [len(listed.unsolvable)] * 2
        assert swept.verdicts[0].solvable.tolist() == listed.verdicts[0].solvable.tolist()
        assert swept.rolls.boards.tolist() == listed.rolls.boards.tolist()
        failing += not listed.always_solvable
    assert 0 < failing < tried


@pytest.mark.usefixtures("small_blocks")
def test_the_number_of_jobs_changes_nothing():
    dice = random_dice(Puzzle.parse("4x4/5:I1,I2,2*L4"), np.random.default_rng(2))
    one, two = (verify(dice, [SWEEP], jobs=jobs) for jobs in (1, 2))
    assert one.failing == two.failing
    assert 0 < failing_of(one).number < one.rolls.rolls
    assert one.lasting_json() == two.lasting_json()
    assert one.certificate() is two.certificate() is None


def test_repeated_faces_weigh_the_failing_rolls():
    dice = DiceSet.parse("A1 A1 A2 | B1 B3 B3 B3", Puzzle.parse("2x3/2:O4"))
    # A tiling is left by A1 and B1 alone, 2 of 3 and 1 of 4 faces.
    result = verify(dice, [SWEEP])
    assert failing_of(result).weight == 10
    assert Fraction(result.unsolvable_probability) == Fraction(10 / 12)
    assert [dice.puzzle.grid.labels(mask) for mask in result.unsolvable.tolist()] == ["A1 B3", "A2 B1", "A2 B3"]


@pytest.mark.usefixtures("small_blocks")
def test_of_many_failing_rolls_the_first_are_kept(monkeypatch):
    dice = random_dice(Puzzle.parse("4x4/5:I1,I2,2*L4"), np.random.default_rng(2))
    every = verify(dice, [SWEEP])
    monkeypatch.setattr(sweeping, "MOST_KEPT", 30)
    some = verify(dice, [SWEEP])
    assert failing_of(some).first == failing_of(every).first[:30]
    assert (failing_of(some).number, failing_of(some).weight) == (failing_of(every).number, failing_of(every).weight)
    assert some.unsolvable.tolist() == every.unsolvable.tolist()[:30]
    assert f"{failing_of(every).number:,} of the" in str(some)
    assert "pass --json for the first 30" in str(some)
    with pytest.raises(DiceError, match=f"{failing_of(every).number} rolls fail: only the first 30 are listed"):
        _ = some.verdicts[0].solvable
    assert MOST_KEPT == 100_000


def test_what_needs_a_list_of_too_many_rolls_says_so():
    most = DiceSet.of_masks([0b1111 << 4 * n for n in range(16)], Puzzle.parse("8x8/16:12*O4"))
    result = swept(Sweep(most, [SWEEP], None, share=True), SweepState.before([SWEEP]))
    assert len(result.rolls) == 4**16
    for ask in (lambda: result.rolls.boards, lambda: result.verdicts[0].solvable, result._columns):
        with pytest.raises(DiceError, match="4,294,967,296 rolls are too many to list"):
            ask()
    more = DiceSet.of_masks([0b111 << 3 * n for n in range(21)], Puzzle.parse("8x8/21:I3,10*O4"))
    with pytest.raises(DiceError, match="10,460,353,203 rolls: verify sets of at most 4,294,967,296"):
        verify(more)


def test_a_certificate_does_not_depend_on_blocks(monkeypatch):
    dice = catalogue_set("default")
    listed = verify(dice, ["bitmask"]).certificate()
    monkeypatch.setattr(sweeping, "_BLOCK", 5000)
    result = sweeping_of(dice, ["bitmask"])
    assert result.certificate() == listed
    assert verify(dice, [SWEEP], jobs=2).certificate() == verify(dice, [SWEEP]).certificate() != listed


def sweeping_of(dice, backends):
    sweep = Sweep(dice, backends, None, share=True)
    return swept(sweep, sweep.run())


def test_a_certificate_of_a_sweep_is_right(tmp_path):
    file = tmp_path / "theorem.certificate"
    result = dicelab.verify("theorem-5.3", backend=SWEEP, certificate=file)
    assert result.always_solvable
    report = check_certificate(file)
    assert report.ok
    assert report.tilings == 93_750


def test_backends_that_disagree_name_a_board(census):
    def liar(boards):
        solvable = census.is_solvable(boards)
        solvable[12345] = False
        return solvable

    dice = catalogue_set("default")
    board = dice.puzzle.grid.labels(roll_number(dice, 12346))
    with pytest.raises(DicelabError, match=f"sweep and census disagree on board {board}"):
        verify(dice, [SWEEP, "census"], look_up=liar)


def test_dice_that_share_cells_are_listed():
    shared = DiceSet.parse("A1 A2 | A2 B3", Puzzle.parse("2x3/2:O4"), shared_cells=True)
    with pytest.raises(DiceError, match="share cells are not verified by blocks"):
        verify(shared, [SWEEP])
    assert verify(shared).verdicts[0].backend == "bitmask"


# ---------------------------------------------------------------- folders

PROGRAM = "import sys; from dicelab.cli.main import status; sys.exit(status(sys.argv[1:]))"


def test_a_verification_that_is_killed_goes_on(tmp_path):
    puzzle = Puzzle.parse(LARGE)
    dice = even_dice(puzzle, 6, 5)
    file = tmp_path / "dice.json"
    file.write_text(dice_set_json(dice), encoding="utf-8")
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    expected = dicelab.verify(file, backend=SWEEP, out=whole, jobs=2)
    assert failing_of(expected).number > 0
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, "verify", str(file), "--backend", "sweep", "--out", str(killed), "--jobs", "1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        while running.poll() is None:
            checkpoint = killed / "checkpoint.json"
            if checkpoint.exists() and json.loads(checkpoint.read_bytes())["state"]["blocks"]:
                running.kill()
                break
            time.sleep(0.005)
        running.wait()
    assert running.returncode == -signal.SIGKILL, "the verification was over before it was killed"
    before = json.loads((killed / "checkpoint.json").read_bytes())["state"]["blocks"]
    assert 0 < before < 36
    assert not (killed / "verification.json").exists()
    resumed = dicelab.verify(resume=killed)
    assert resumed.failing == expected.failing
    assert [(one.calls, one.unsolvable) for one in resumed.verdicts] == [
        (one.calls, one.unsolvable) for one in expected.verdicts
    ]
    names = {"verification.json", "manifest.json", "checkpoint.json", "checkpoint.json.previous"}
    assert {one.name for one in killed.iterdir()} == names
    assert (killed / "verification.json").read_bytes() == (whole / "verification.json").read_bytes()


@pytest.mark.usefixtures("small_blocks")
def test_an_interrupted_verification_is_saved(tmp_path):
    dice = DiceSet.parse("A1 A2 A3 A4 | B1 B2 B3 B4 | C1 C2 C3", Puzzle.parse("3x4/3:2*I3,L3"))
    folder = tmp_path / "run"
    notes: list[str] = []

    def stop(done, _total, _what=""):
        if done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        dicelab.verify(dice, backend="sweep,bitmask", out=folder, jobs=1, progress=stop, note=notes.append)
    assert notes == [f"progress is saved; continue with dicelab verify --resume {folder}"]
    resumed = dicelab.verify(resume=folder)
    assert resumed.dice_set == dice
    assert resumed.failing == verify(dice, [SWEEP]).failing
    assert [one.backend for one in resumed.verdicts] == ["sweep", "bitmask"]


def test_a_folder_is_not_taken_for_another(tmp_path):
    with pytest.raises(DiceError, match="--resume keeps the settings"):
        dicelab.verify("default", resume=tmp_path)
    with pytest.raises(DiceError, match="SET is missing"):
        dicelab.verify()
    with pytest.raises(InputError, match="no whole checkpoint of a verification"):
        dicelab.verify(resume=tmp_path)
    with pytest.raises(DiceError, match="no backend"):
        dicelab.verify("default", backend="bitmaks", out=tmp_path / "new")
    shared = DiceSet.parse("A1 A2 | A2 B3", Puzzle.parse("2x3/2:O4"), shared_cells=True)
    with pytest.raises(DiceError, match="share cells are not verified by blocks"):
        dicelab.verify(shared, shared_cells=True, out=tmp_path / "new")
    assert not (tmp_path / "new").exists()


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("blocks", 99),
        ("blocks", -1),
        ("calls", []),
        ("calls", [-5]),
        ("seconds", [0.0, 0.0]),
        ("failing", 2),
        ("failing", -1),
        ("weight", "many"),
        ("weight", "9" * 40),
        ("first", []),
        ("first", [3, 2, 1]),
        ("first", [1, 2, 48]),
    ],
)
def test_a_checkpoint_that_its_dice_refute_is_damaged(tmp_path, field, value):
    """Its checksum is right; the checkpoint before is used, and where there is none the run is refused."""
    dice = DiceSet.parse("A1 A2 A3 A4 | B1 B2 B3 B4 | C1 C2 C3", Puzzle.parse("3x4/3:2*I3,L3"))
    whole = dicelab.verify(dice, backend=SWEEP, out=tmp_path / "run")
    assert whole.verdicts[0].unsolvable > 2
    last = tmp_path / "run" / "checkpoint.json"
    state = json.loads(last.read_bytes())["state"] | {field: value}
    refuted = resealed(last, state=state)
    last.write_bytes(refuted)
    warnings: list[str] = []
    assert dicelab.verify(resume=tmp_path / "run", warn=warnings.append).failing == whole.failing
    assert len(warnings) == 1
    assert "is damaged" in warnings[0]
    for file in (tmp_path / "run").glob("checkpoint.json*"):
        file.unlink()
    last.write_bytes(refuted)
    with pytest.raises(InputError, match="no whole checkpoint of a verification"):
        dicelab.verify(resume=tmp_path / "run")


def test_a_checkpoint_of_an_unknown_backend_is_refused(tmp_path):
    dice = DiceSet.parse("A1 A2 | B1 B3", Puzzle.parse("2x3/2:O4"))
    dicelab.verify(dice, backend=SWEEP, out=tmp_path / "run")
    for file in (tmp_path / "run").glob("checkpoint.json*"):
        file.write_bytes(resealed(file, backends=["guess"]))
    with pytest.raises(DiceError, match="no backend 'guess'"):
        dicelab.verify(resume=tmp_path / "run")


# ---------------------------------------------------------------- more than 64 cells


@pytest.mark.parametrize(
    "text",
    ["7x10/6:2*I2,2*L3,4*T4,3*L4,2*P5,2*N5,F5,I1", "9x9/9:2*I1,3*I2,I3,L3,I4,2*L4,O4,S4,2*T4,P5,V5,L5,N5,Y5,F5"],
    ids=["70 cells", "81 cells"],
)
def test_dice_on_large_boards(text, tmp_path):
    puzzle = Puzzle.parse(text)
    grid, last = puzzle.grid, len(puzzle.grid) - 1
    # Two corners that may both be cut off, and one piece of one cell or two.
    corners = [*grid.neighbours[0], *grid.neighbours[last]]
    others = [c for c in np.random.default_rng(3).permutation(len(grid)).tolist() if c not in {0, last, *corners}]
    dice = [[cell, others.pop()] for cell in corners]
    dice += [[others.pop()] for _ in range(puzzle.blockers - 4)]
    dice_set = DiceSet.of_masks([grid.mask(die) for die in dice], puzzle)
    expected = [
        number
        for number in range(dice_set.roll_count)
        if Bitmask().solve(puzzle.board_problem(roll_number(dice_set, number + 1))[0]).solution is None
    ]
    result = verify(dice_set)
    assert result.verdicts[0].backend == SWEEP
    assert list(failing_of(result).first) == expected
    assert result.unsolvable.tolist() == [roll_number(dice_set, number + 1) for number in expected]
    assert result.to_json()["unsolvable"] == len(expected)
    assert "solvable" in str(result)
    assert verify(dice_set, ["bitmask"]).failing == result.failing
    with pytest.raises(GridTooLargeError):
        _ = result.rolls.boards
    file = tmp_path / "dice.json"
    file.write_text(dice_set_json(dice_set), encoding="utf-8")
    assert dicelab.verify(file).failing == result.failing
    good = next(number for number in range(dice_set.roll_count) if number not in expected)
    kept = roll_number(dice_set, good + 1)
    alone = DiceSet.of_masks([mask & kept for mask in dice_set.masks], puzzle)
    certificate = tmp_path / "large.certificate"
    assert dicelab.verify(alone, certificate=certificate).always_solvable
    assert check_certificate(certificate).ok
    independent = Path(check.__file__).with_name("independent_check.py")
    done = subprocess.run([sys.executable, independent, certificate], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
