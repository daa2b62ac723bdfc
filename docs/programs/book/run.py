"""Draw the pictures of the book that no other result has."""

from __future__ import annotations

from docs.programs.book.pictures import pictures
from experiments.recording import Recording


def main() -> None:
    recording = Recording("book", "python -m docs.programs.book.run")
    for name, picture in pictures().items():
        recording.write(name, picture)
    recording.finish()


if __name__ == "__main__":
    main()
