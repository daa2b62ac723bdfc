"""A problem as text for other programs, and their answers, read back and checked."""

from solver.exact_cover.formats.answers import ProgramAnswer, read_answer
from solver.exact_cover.formats.dlx import dlx_names, dlx_problem, dlx_text
from solver.exact_cover.formats.mip import lp_text, mps_text

__all__ = ["ProgramAnswer", "dlx_names", "dlx_problem", "dlx_text", "lp_text", "mps_text", "read_answer"]
