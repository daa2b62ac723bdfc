"""Answers of other programs: right ones are taken, wrong ones are refused with what is wrong."""

import highspy
import pytest
from hypothesis import assume, given, settings, strategies as st
from pysat.solvers import Solver

from solver.errors import InputError
from solver.exact_cover import ExactCover, Status
from solver.exact_cover.backends.brute_force import BruteForce
from solver.exact_cover.formats.answers import fault_of, read_answer
from solver.exact_cover.formats.dlx import dlx_names
from solver.exact_cover.formats.mip import column_names, lp_text
from solver.exact_cover.formula import formula_of
from tests.solver.exact_cover.backends.conformance import every_solution
from tests.strategies import covers, planted_covers

SQUARE = ExactCover(("a", "b", "c", "d"), ((0, 1), (2, 3), (0, 2), (1, 3)))


def read(text, problem):
    """Read an answer whose kind is known."""
    answer = read_answer(text, problem)
    assert answer is not None
    return answer


def as_dlx(problem, solutions):
    """Print solutions as DLX1 does with m1, each option from another of its items on."""
    names = dlx_names(problem)
    lines = []
    for number, solution in enumerate(solutions, start=1):
        lines.append(f"{number}:")
        for option in reversed(solution):
            held = [names[item] for item in problem.options[option]]
            turned = held[number % len(held) :] + held[: number % len(held)]
            lines.append(f" {' '.join(turned)} ({option + 1} of {len(problem.options)})")
    return "\n".join(lines) + "\n"


@given(problem=planted_covers())
@settings(max_examples=30)
def test_the_output_of_a_sat_solver_is_read(problem):
    formula = formula_of(problem)
    with Solver("cadical195", bootstrap_with=formula.clauses) as solver:
        assert solver.solve()
        model = solver.get_model()
    competition = f"c a comment\ns SATISFIABLE\nv {' '.join(map(str, model[:3]))}\n"
    competition += f"v {' '.join(map(str, model[3:]))} 0\n"
    for form, text in (("a SAT solver", competition), ("MiniSat", f"SAT\n{' '.join(map(str, model))} 0\n")):
        answer = read(text, problem)
        assert (answer.form, answer.status, answer.fault) == (form, Status.SOLVED, None)
        assert set(answer.solutions) <= every_solution(problem)


@given(problem=planted_covers())
@settings(max_examples=30)
def test_the_solutions_that_dlx_prints_are_read(problem):
    solutions = list(BruteForce().solutions(problem))
    answer = read(as_dlx(problem, solutions), problem)
    assert answer.fault is None
    if len(set(problem.options)) == len(problem.options):
        assert answer.solutions == tuple(solutions)
    # Of equal options nobody can tell which one was meant.
    assert set(answer.solutions) <= set(solutions)


@given(problem=covers(), data=st.data())
@settings(max_examples=30)
def test_a_solution_that_is_none_has_a_fault(problem, data):
    options = range(len(problem.options))
    chosen = tuple(sorted(data.draw(st.sets(st.sampled_from(options)) if options else st.just(set()))))
    assert (fault_of(chosen, problem) is None) == (chosen in every_solution(problem))
    assume(chosen)
    values = " ".join(str(n + 1 if n in chosen else -n - 1) for n in options)
    answer = read(f"s SATISFIABLE\nv {values} 0\n", problem)
    assert (answer.solutions == (chosen,)) == (answer.fault is None) == (chosen in every_solution(problem))


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        ("1 2 3 -4", "a is covered 2 times"),
        ("1 -2 -3 -4", "c and 1 more are not covered"),
        ("-1 -2 -3 -4", "a and 3 more are not covered"),
        ("1 2 -3 -4 9", "no variable 9: the answer belongs to another problem"),
        ("", "a and 3 more are not covered"),
    ],
)
def test_what_is_wrong_with_a_model_is_said(chosen, words):
    answer = read(f"s SATISFIABLE\nv {chosen} 0\n", SQUARE)
    assert (answer.status, answer.solutions) == (Status.SOLVED, ())
    assert words in answer.fault


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (" a b (1 of 2)\n", "c and 1 more are not covered"),
        (" a b (1 of 2)\n d c (1 of 1)\n a b (2 of 2)\n", "option a b is chosen twice"),
        (" a d (1 of 2)\n", "no option is a d"),
        (" a e (1 of 2)\n", "'e' is not an item"),
        ("1:\n a b (1 of 2)\n c d (?)\n2:\n a c (1 of 2)\n", "solution 2: b and 1 more are not covered"),
    ],
)
def test_what_is_wrong_with_dlx_output_is_said(text, words):
    answer = read(text, SQUARE)
    assert answer.form == "DLX"
    assert words in answer.fault


def test_what_dlx_says_beside_its_solutions():
    basics = "(4 options, 4+0 items, 12 entries successfully read)\n"
    total = "Altogether {} solutions, 183+260 mems, 9 updates, 348 bytes, 7 nodes, ccost 0%.\n"
    answer = read(basics + "1:\n a b (1 of 2)\n c d (1 of 1)\n" + total.format(2), SQUARE)
    assert answer.solutions == ((0, 1),)
    assert read(basics + total.format(0), SQUARE).status is Status.UNSOLVABLE
    with pytest.raises(InputError, match="run the program with m1"):
        read(basics + total.format(2), SQUARE)


def test_dlx3_says_which_items_are_covered_no_more():
    problem = ExactCover(("a", "b", "c"), ((0, 2), (1, 2), (0, 1)), (1, 1, 2), 2)
    answer = read("1:\n a b (2 of 2)\n null c (1 of 1)\n2:\n c a (1 of 2)\n b c (1 of 1)\n", problem)
    assert answer.solutions == ((2,), (0, 1))


def highs_file(problem, values, status="Optimal"):
    """Write a solution file in HiGHS' raw style."""
    columns = [f"{name} {value}" for name, value in zip(column_names(problem), values, strict=True)]
    told = ["Model status", status, "", "# Primal solution values", "Feasible", "Objective 0"]
    return "\n".join([*told, f"# Columns {len(columns)}", *columns, "# Rows 0", ""])


def cplex_file(problem, values):
    """Write a solution file as CPLEX does."""
    columns = "".join(
        f'<variable name="{name}" index="{n}" value="{value}"/>'
        for n, (name, value) in enumerate(zip(column_names(problem), values, strict=True))
    )
    return (
        '<?xml version = "1.0" encoding="UTF-8" standalone="yes"?>\n<CPLEXSolution version="1.2">'
        f'<header solutionStatusString="integer optimal solution"/><variables>{columns}</variables></CPLEXSolution>'
    )


@pytest.mark.parametrize(("write", "form"), [(highs_file, "HiGHS"), (cplex_file, "CPLEX")])
def test_a_solution_file_of_a_mip_solver_is_read(write, form):
    # Floating point leaves a little.
    answer = read(write(SQUARE, [1e-9, 0, 0.9999999, 1]), SQUARE)
    assert (answer.form, answer.fault, answer.solutions) == (form, None, ((2, 3),))
    assert "'x2_c_d' is 0.5" in read(write(SQUARE, [1, 0.5, 0, 0]), SQUARE).fault
    assert "c and 1 more are not covered" in read(write(SQUARE, [1, 0, 0, 0]), SQUARE).fault
    # The same columns, of a problem that has other options.
    other = ExactCover(SQUARE.items, ((0, 3), (1, 2), (0, 2), (1, 3)))
    assert "it belongs to another problem" in read(write(other, [1, 1, 0, 0]), SQUARE).fault


def test_highs_itself_is_understood(tmp_path):
    model, solution = tmp_path / "square.lp", tmp_path / "square.sol"
    for problem, expected in ((SQUARE, Status.SOLVED), (ExactCover(("a", "b"), ((0,),)), Status.UNSOLVABLE)):
        model.write_text(lp_text(problem), encoding="utf-8")
        highs = highspy.Highs()
        highs.setOptionValue("output_flag", False)
        highs.readModel(str(model))
        highs.run()
        highs.writeSolution(str(solution), 0)
        answer = read(solution.read_text(encoding="utf-8"), problem)
        assert (answer.form, answer.status, answer.fault) == ("HiGHS", expected, None)
        assert len(answer.solutions) == (expected is Status.SOLVED)


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("c\ns UNSATISFIABLE\n", Status.UNSOLVABLE),
        ("s UNKNOWN\n", Status.UNKNOWN),
        ("s \ns UNKNOWN \r\nv\n", Status.UNKNOWN),
        ("\ufeffs\tUNKNOWN\r", Status.UNKNOWN),
        ("UNSAT\n", Status.UNSOLVABLE),
        ("INDET\n", Status.UNKNOWN),
        ("Model status\nTime limit reached\n\n# Primal solution values\nNone\n", Status.UNKNOWN),
        ("Model status\nInfeasible\n", Status.UNSOLVABLE),
    ],
)
def test_an_answer_without_a_solution_is_repeated_and_not_believed(text, status):
    answer = read(text, SQUARE)
    assert (answer.status, answer.solutions, answer.fault) == (status, (), None)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("s SATISFIABLE\nv 1 2 -3\n", "cut off"),
        ("s SATISFIABLE\n", "cut off"),
        ("SAT\n1 2 -3", "cut off"),
        ("s SATISFIABLE\nv 1 0 2 0\n", "'0' among the values"),
        ("s SATISFIABLE\nv 1 two 0\n", "'two' among the values"),
        ("s SATISFIABLE\nv 1 -1 0\n", "true and false"),
        ("s SATISFIABLE\ns SATISFIABLE\nv 1 0\n", "2 lines start with s"),
        ("s UNSATISFIABLE\nv 1 0\n", "one of them is wrong"),
        ("1:\n a b (1 of 2)\nsomething\n", "line 3"),
        ("Model status\nOptimal\n# Primal solution values\nFeasible\n# Columns 4\nx1 1\n", "cut off"),
        ("<CPLEXSolution>", "no XML that can be read"),
        ("<!DOCTYPE a><a/>", "document type"),
    ],
)
def test_a_damaged_answer_is_refused(text, words):
    with pytest.raises(InputError) as error:
        read(text, SQUARE)
    assert words in str(error.value)


@pytest.mark.parametrize("text", ["", "\n", "hello", "#22\n112\n", "{}", "1 2 3 0"])
def test_another_text_is_no_answer(text):
    assert read_answer(text, SQUARE) is None


@given(
    st.text(max_size=60),
    st.sampled_from(
        ["s SATISFIABLE\nv ", "s UNKNOWN\ns", "SAT\n", "1:\n a (", "Altogether ", "Model status\n", "<", ""]
    ),
)
def test_any_text_is_read_or_refused(text, head):
    try:
        answer = read_answer(head + text, SQUARE)
    except InputError:
        return
    assert answer is None or all(SQUARE.is_solution(solution) for solution in answer.solutions)
