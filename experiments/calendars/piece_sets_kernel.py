"""The compiled parts of :mod:`experiments.calendars.piece_sets`."""

from __future__ import annotations

import numba
import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]

ONE = np.uint64(1)


@numba.njit(cache=True, nogil=True)
def fill(
    starts: Numbers,
    masks: Words,
    kinds: Numbers,
    codes: Numbers,
    groups: Numbers,
    most: Numbers,
    region: Numbers,
    step: Numbers,
    covered: np.uint64,
    holes: int,
    first: int,
    stop: int,
    needed: int,
    shifts: Numbers,
) -> Words:
    """Fill the first empty cell in every way until all cells before ``stop`` are covered.

    ``masks[starts[c] : starts[c + 1]]`` are the placements whose first cell is ``c``. Each way is a word: the cells
    covered beyond ``stop``, the sum of the codes of its pieces, and the sum of the steps of its blockers. Each
    region of ``needed`` has its blocker.
    """
    found = np.empty(1 << 16, np.uint64)
    size = 0
    left = most.copy()
    used, code, board = np.uint64(0), 0, 0
    at = np.zeros(65, np.int64)
    cell = np.zeros(65, np.int64)
    cover = np.zeros(65, np.uint64)
    taken = np.zeros(65, np.int64)  # The placement that led from a level to the next, or -1 for a blocker.
    depth = 0
    cover[0], cell[0], at[0] = covered, first, -1
    while depth >= 0:
        here, mask = cell[depth], cover[depth]
        new = mask
        entered = False
        if at[depth] == -1:
            at[depth] = starts[here]
            if region[here] >= 0 and not holes >> region[here] & 1:
                holes |= 1 << region[here]
                board += step[here]
                new = mask | ONE << np.uint64(here)
                taken[depth] = -1
                entered = True
        if not entered:
            place, end = at[depth], starts[here + 1]
            while place < end:
                if not masks[place] & mask:
                    kind = kinds[place]
                    if not used >> np.uint64(kind) & ONE and left[groups[kind]] > 0:
                        used |= ONE << np.uint64(kind)
                        left[groups[kind]] -= 1
                        code += codes[kind]
                        new = mask | masks[place]
                        taken[depth] = place
                        entered = True
                        place += 1
                        break
                place += 1
            at[depth] = place
        if entered:
            while here < stop and new >> np.uint64(here) & ONE:
                here += 1
            if here < stop:
                depth += 1
                cover[depth], cell[depth], at[depth] = new, here, -1
                continue
            if holes & needed == needed:
                if size == len(found):
                    more = np.empty(2 * size, np.uint64)
                    more[:size] = found
                    found = more
                border = new >> np.uint64(stop) << np.uint64(shifts[0])
                found[size] = border | np.uint64(code) << np.uint64(shifts[1]) | np.uint64(board)
                size += 1
        else:
            depth -= 1
            if depth < 0:
                break
        back = taken[depth]
        if back < 0:
            holes &= ~(1 << region[cell[depth]])
            board -= step[cell[depth]]
        else:
            kind = kinds[back]
            used &= ~(ONE << np.uint64(kind))
            left[groups[kind]] += 1
            code -= codes[kind]
    return found[:size]


@numba.njit(cache=True, nogil=True)
def join(
    upper_codes: Numbers,
    upper_ends: Numbers,
    upper_boards: Numbers,
    upper_times: Numbers,
    lower_codes: Numbers,
    lower_ends: Numbers,
    lower_boards: Numbers,
    lower_times: Numbers,
    bits: int,
    index: Numbers,
    board: int,
    counts: NDArray[np.uint32],
) -> None:
    """Add the tilings that an upper and a lower half of one border make together.

    Group ``g`` of a half has the code of its pieces, and the boards ``ends[g - 1]`` to ``ends[g]`` with the number of
    times. The codes' lowest ``bits`` are a bit for each piece, what is above is the number of the one large piece.
    """
    low = (1 << bits) - 1
    before = 0
    for group in range(len(upper_codes)):
        code, end = upper_codes[group], upper_ends[group]
        start = 0
        for other in range(len(lower_codes)):
            last = lower_ends[other]
            second = lower_codes[other]
            if not code & second & low and not (code > low and second > low):
                row = index[code + second]
                if row >= 0:
                    for a in range(before, end):
                        at, times = board + upper_boards[a], upper_times[a]
                        for b in range(start, last):
                            counts[row, at + lower_boards[b]] += np.uint32(times * lower_times[b])
            start = last
        before = end
