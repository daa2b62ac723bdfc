"""How far a long computation is."""

from __future__ import annotations

from typing import Protocol


class Progress(Protocol):
    """Called from time to time with how far the work is.

    Examples
    --------
    >>> def spoken(done: int, total: int | None, what: str = "", /) -> None:
    ...     print(f"{what}: {done} of {total}")
    >>> report: Progress = spoken
    >>> report(3, 10, "boards")
    boards: 3 of 10
    """

    def __call__(self, done: int, total: int | None, what: str = "", /) -> None:
        """Take the work done, its total (``None`` where nobody knows), and the activity, if that changed."""


def silent(_done: int, _total: int | None, _what: str = "", /) -> None:
    """Show no progress.

    Examples
    --------
    >>> silent(3, 10, "boards")
    """


def labelled(progress: Progress, label: str) -> Progress:
    """Return a function that says ``label`` where the work names no activity.

    Examples
    --------
    >>> labelled(lambda done, total, what: print(what, done, total), "boards")(3, 10)
    boards 3 10
    """
    return lambda done, total, what="": progress(done, total, what or label)
