"""``dicelab design``: found, impossible, unknown, refused; and a search that is cut off."""

import json

import pytest
from pysat.formula import CNF
from pysat.solvers import Solver

from dicelab.dice import read_dice_set

SMALL = ["--puzzle", "2x4/2:3*I2", "--sizes", "4,4"]


def test_a_set_is_found_and_always_solvable(dicelab, tmp_path):
    done = dicelab("design", *SMALL, "--out", tmp_path / "run", "--json")
    assert done.code == 0
    answer = json.loads(done.out)
    assert (answer["schema"], answer["status"], answer["set"]["rolls"]) == ("dicelab/design/1", "found", 16)
    assert answer["fewest"] >= 1
    assert dicelab("verify", tmp_path / "run" / "design.json").code == 0
    assert read_dice_set(tmp_path / "run" / "design.json").labels() == answer["set"]["dice"]
    assert (tmp_path / "run" / "design.svg").read_text(encoding="utf-8").startswith("<")


def test_a_search_that_did_not_begin_says_so(dicelab):
    done = dicelab("design", *SMALL, "--seconds", "0")
    assert done.code == 3
    assert "tables and compiled code are made first, and kept, so ask again" in " ".join(done.out.split())


def test_constraints_hold(dicelab):
    line = ["--fix", "a1=2", "--fix", "B1=1", "--invariant", "mirror-left-right"]
    answer = json.loads(dicelab("design", *SMALL, *line, "--min-tilings", "0", "--json").out)
    one, two = answer["set"]["dice"]
    assert "B1" in one
    assert "A1" in two
    assert {frozenset(one), frozenset(two)} == {
        frozenset(f"{cell[0]}{5 - int(cell[1])}" for cell in die) for die in (one, two)
    }


def test_what_is_impossible_is_proved(dicelab, tmp_path):
    done = dicelab("design", *SMALL, "--min-tilings", "9", "--out", tmp_path / "run")
    assert done.code == 4
    assert done.out.startswith("Proved impossible: no set meets these constraints.")
    with Solver("cadical195", bootstrap_with=CNF(from_file=str(tmp_path / "run" / "proof.cnf")).clauses) as solver:
        assert not solver.solve()


def test_no_time_is_no_answer(dicelab):
    done = dicelab("design", *SMALL, "--min-tilings", "9", "--seconds", "0")
    assert done.code == 3
    assert done.out.startswith("Unknown: no set was found")
    assert "stopped by its time limit" in done.out


def test_the_best_is_told_with_its_bound(dicelab):
    done = dicelab("design", *SMALL, "--min-tilings", "0", "--maximize", "fewest", "--json")
    answer = json.loads(done.out)
    assert (done.code, answer["status"]) == (0, "optimal")
    assert answer["value"] == answer["bound"] == answer["fewest"]


def test_a_set_with_one_die_doubled_is_repaired(dicelab, tmp_path):
    right = json.loads(dicelab("design", *SMALL, "--json").out)["set"]["dice"]
    broken = tmp_path / "broken.json"
    content = {"schema": "dicelab/dice-set/1", "puzzle": "2x4/2:3*I2", "shared_cells": True, "dice": [right[0]] * 2}
    broken.write_text(json.dumps(content), encoding="utf-8")
    answer = json.loads(dicelab("design", "--from", broken, "--changes", "4", "--json").out)
    assert answer["status"] == "found"
    assert sorted(map(sorted, answer["set"]["dice"])) == sorted(map(sorted, right))
    refused = dicelab("design", "--from", broken, "--changes", "3")
    assert refused.code == 4
    assert "`--minimize changes` finds the fewest" in " ".join(refused.out.split())
    best = json.loads(dicelab("design", "--from", broken, "--minimize", "changes", "--json").out)
    assert (best["status"], best["value"]) == ("optimal", 4)


def test_the_same_set_with_any_number_of_jobs(dicelab, tmp_path):
    for jobs in (1, 3):
        assert dicelab("design", *SMALL, "--seed", "5", "--jobs", jobs, "--out", tmp_path / str(jobs)).code == 0
    for file in (tmp_path / "1").iterdir():
        assert file.read_bytes() == (tmp_path / "3" / file.name).read_bytes(), file.name


def test_a_search_goes_on_where_it_was_cut_off(dicelab, tmp_path):
    line = [*SMALL, "--maximize", "fewest", "--min-tilings", "0"]
    assert dicelab("design", *line, "--out", tmp_path / "whole").code == 0
    assert dicelab("design", *line, "--out", tmp_path / "cut", "--seconds", "0").code == 3
    assert dicelab("design", "--resume", tmp_path / "cut").code == 0
    for name in ("checkpoint.json", "design.json", "manifest.json"):
        assert (tmp_path / "whole" / name).read_bytes() == (tmp_path / "cut" / name).read_bytes(), name
    # What is over stays so.
    assert dicelab("design", "--resume", tmp_path / "cut").code == 0


def test_physical_dice(dicelab):
    answer = json.loads(dicelab("design", *SMALL, "--faces", "6", "--json").out)
    assert [len(die) for die in answer["set"]["dice"]] == [6, 6]
    plain = json.loads(dicelab("design", *SMALL, "--json").out)
    assert [set(die) for die in answer["set"]["dice"]] == [set(die) for die in plain["set"]["dice"]]


def test_faces_that_do_not_fit_are_told_before_the_search(dicelab):
    done = dicelab("design", *SMALL, "--faces", "1")
    assert done.code == 2
    assert "give it more faces" in done.err


def test_a_repaired_set_keeps_its_faces_and_tells_what_is_new(dicelab, tmp_path):
    broken = {
        "schema": "dicelab/dice-set/1",
        "puzzle": "2x4/2:3*I2",
        "shared_cells": True,
        "dice": [["A1", "A3", "A1", "B2", "B4", "B4"], ["A1", "A4", "B1", "B3"]],
    }
    path = tmp_path / "broken.json"
    path.write_text(json.dumps(broken), encoding="utf-8")
    answer = json.loads(dicelab("design", "--from", path, "--minimize", "changes", "--json").out)
    assert answer["status"] == "optimal"
    assert answer["set"]["dice"] == [["A1", "A3", "A1", "B2", "B4", "B4"], ["A2", "A4", "B1", "B3"]]
    assert answer["changes"] == [{"die": 2, "face": 1, "from": "A1", "to": "A2"}]
    piped = dicelab("design", "--from", "-", "--minimize", "changes", stdin=path.read_text())
    assert "no set whose dice have these sizes and share no cell is better" in " ".join(piped.out.split())


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (["--sizes", "6,5"], "give 7 numbers"),
        (["--sizes", "9,5,5,5,5,5,5"], "need 39 cells"),
        (["--fix", "A1=1", "--fix", "A1=2"], "fix A1: it is put on die 1 and on die 2"),
        (["--fix", "A1"], "write a cell and its die"),
        (["--fix", "A9=1"], "A9"),
        (["--fix", "A1=8"], "there are dice 1 to 7"),
        (["--fix", "A1=off"], "leave 0 of the board"),
        (["--changes", "3"], "--changes needs --from"),
        (["--from", "default"], "--from needs --minimize changes"),
        (["--from", "nothing", "--changes", "1"], "nothing"),
        (["--from", "default", "--changes", "1", "--puzzle", "2x4/2:3*I2"], "leave the puzzle out"),
        (["--away-from", "defualt"], "did you mean default"),
        (["--invariant", "rotate-90"], "because of the dice of"),
        (["--invariant", "mirror"], "no symmetry 'mirror'"),
        (["--maximize", "fewst"], "did you mean fewest"),
        (["--minimize", "math:pi"], "it is no function of a subject"),
        (["--maximize", "fewest", "--minimize", "perimeter"], "exclude each other"),
        (["--maximize", "distance"], "distance=SET"),
        (["--minimize", "changes"], "--from SET"),
        (["--min-tilings", "-1"], "min-tilings -1"),
        (["--seed", "-1"], "seed -1"),
        (["--members", "0"], "members 0"),
        (["--resume", "gone"], "no such folder"),
        (["--resume", "gone", "--seed", "1"], "leave out --seed"),
        (["--constraint", "conected"], "did you mean connected"),
        (["--cluster", "nowhere"], "not the address"),
    ],
)
def test_bad_usage_is_one_line(dicelab, tmp_path, monkeypatch, line, says):
    monkeypatch.chdir(tmp_path)
    assert says in dicelab("design", *line).refused()
    assert not list(tmp_path.iterdir())


# Ctrl-C, or another signal, after the first epoch.
STOPPED = """
import os, signal
import dicelab.search.design.search as search
after = search.DesignSearch._after
def stop(self, state, *rest):
    if state.value is not None:
        os.kill(os.getpid(), int(os.environ["SIGNAL"]))
    return after(self, state, *rest)
search.DesignSearch._after = stop
from dicelab.cli.main import main
main()
"""
MOST = ["--puzzle", "4x4/4:I1,I2,I2,I3,L4", "--sizes", "4,4,4,4", "--maximize", "fewest", "--min-tilings", "0"]


@pytest.mark.parametrize(("number", "code"), [(2, 130), pytest.param(15, 143, marks=pytest.mark.slow)])
def test_what_was_found_before_a_signal_is_printed_and_written(process, dicelab, tmp_path, number, code):
    line = ["design", *MOST, "--out", tmp_path / "run"]
    stopped = process(*line, "--json", code=STOPPED, SIGNAL=str(number))
    assert stopped.code == code
    answer = json.loads(stopped.out)
    assert (answer["finished"], answer["status"]) == (False, "found")
    assert answer["stopped_by"] == {2: "interrupted", 15: "terminated"}[number]
    assert answer["value"] == answer["fewest"]
    assert read_dice_set(tmp_path / "run" / "design.json").labels() == answer["set"]["dice"]
    assert "continue with dicelab design --resume" in stopped.err
    assert dicelab("design", "--resume", tmp_path / "run").code == 0
    assert dicelab(*line[:-1], tmp_path / "whole").code == 0
    for name in ("design.json", "manifest.json"):
        assert (tmp_path / "run" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


# Ctrl-C when the answer is printed already.
LATE = """
import signal
import dicelab.cli.main as cli
cli.threads_have_ended = lambda: signal.raise_signal(signal.SIGINT)
cli.main()
"""


def test_ctrl_c_after_the_answer_changes_nothing(process):
    done = process("count", "A1 B1", "--puzzle", "2x3/2:O4", code=LATE)
    assert (done.code, done.out, done.err) == (0, "1\n", "")


def test_what_was_found_is_printed_without_a_folder_too(process):
    stopped = process("design", *MOST, code=STOPPED, SIGNAL="2")
    assert stopped.code == 130
    assert "Best so far: the hardest roll has" in stopped.out
    assert "The search was interrupted." in stopped.out
    assert "best so far: the hardest roll has" in stopped.err


def test_improvements_are_lines_on_standard_error_unless_quiet(dicelab):
    done = dicelab("design", *MOST)
    *_, last = [line for line in done.err.splitlines() if line.startswith("best")]
    value = done.out[done.out.index("the hardest roll has") :].split()[4]
    assert f"the hardest roll has {value} tiling" in last
    assert dicelab("design", *MOST, "--quiet").err == ""


def test_the_nearest_miss_fails_where_verify_says_so(dicelab, tmp_path):
    done = dicelab("design", "--puzzle", "2x4/2:3*I2", "--sizes", "5,3", "--json")
    assert done.code == 4
    near = json.loads(done.out)["nearest"]
    content = {"schema": "dicelab/dice-set/1", "puzzle": "2x4/2:3*I2", "dice": near["dice"]}
    path = tmp_path / "nearest.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    verified = json.loads(dicelab("verify", path, "--json").out)
    assert near["failing"] == verified["unsolvable"] == len(near["boards"]) > 0
    assert sorted(near["boards"]) == sorted(verified["unsolvable_boards"])
    # Without the cells that it names, the set is always solvable.
    for one in near["left_off"]:
        content["dice"][one["die"] - 1].remove(one["cell"])
    path.write_text(json.dumps(content), encoding="utf-8")
    assert [len(die) for die in content["dice"]] == near["smaller_sizes"]
    assert dicelab("verify", path).code == 0


def test_the_bound_is_proved_and_checked_independently(dicelab, tmp_path):
    file = tmp_path / "best.proof"
    done = dicelab("design", *SMALL, "--maximize", "fewest", "--prove", file, "--json")
    assert done.code == 0
    content = json.loads(done.out)
    assert content["proof"]["min_tilings"] == content["value"] + 1
    assert content["proof"]["bytes"] == file.stat().st_size
    assert list(tmp_path.iterdir()) == [file]
    checked = dicelab("check", file, "--json")
    assert (checked.code, json.loads(checked.out)["proved"]) == (0, True)
    assert "Proved: there are no such dice." in dicelab("check", file).out
    assert dicelab("design", *SMALL, "--maximize", "fewest", "--prove", file).code == 2
    refused = dicelab("design", *SMALL, "--minimize", "perimeter", "--prove", tmp_path / "other")
    assert (refused.code, "--minimize" in refused.err) == (2, True)
    assert "nothing was proved" in dicelab("design", *SMALL, "--prove", tmp_path / "none").err


def test_a_proof_that_is_not_finished_is_told_with_what_is_left(dicelab, tmp_path, monkeypatch):
    file = tmp_path / "best.proof"

    def is_stopped(*_, **__):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("dicelab.search.design.proving_cases.search_cases", is_stopped)
        done = dicelab("design", *SMALL, "--maximize", "fewest", "--prove", file, "--json")
    told = json.loads(done.out)["unfinished_proof"]
    assert (done.code, told["kind"], told["stopped_by"], told["cases"]) == (130, "cases", "interrupted", 0)
    assert not file.exists()


def test_objectives_of_a_file_that_is_typed(dicelab, tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("def boards(subject):\n    'Boards.'\n    return float(subject.boards)\n")
    done = dicelab("design", *SMALL, "--minimize", f"{file}:boards", "--json")
    answer = json.loads(done.out)
    assert (done.code, answer["value"], answer["improved_by"], answer["bound"]) == (0, 16.0, "local search", None)
    assert "No such file" in dicelab("design", *SMALL, "--minimize", f"{tmp_path / 'gone.py'}:f").refused()


def test_a_configured_name_of_a_file_is_not_run(dicelab, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text("raise SystemExit(9)\n")
    (tmp_path / "dicelab.toml").write_text(f"[design]\nminimize = '{tmp_path}/mine.py:boards'\n")
    assert "there is no objective" in dicelab("design", *SMALL).refused()
