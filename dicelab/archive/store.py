"""The archive: entries in, entries out. One process may read while another writes; a kill loses nothing that was told.

Every change is a transaction, on disk when the method returns. Each entry carries the checksum of all that is known of
it, which is compared whenever it is read. Before its first change a session keeps a checked copy of the file as it was.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar

import msgspec

from dicelab.archive.database import (
    archive_path,
    backup_path,
    connect,
    create,
    has_archive,
    is_there,
    journal_path,
    make_column,
    require_short_name,
    sqlite_errors,
    stored_labels,
)
from dicelab.archive.entry import Entry, require_tag
from dicelab.archive.listing import Import, Listing
from dicelab.archive.query import Columns, UnknownColumnError
from dicelab.archive.rows import (
    check,
    copy_checked,
    keep_copy,
    one_state,
    put_aside_path,
    read_entries,
    row_numbers,
    write_entry,
)
from dicelab.errors import DiceError, OutputExistsError
from solver.display import FrameLibrary, Tabular
from solver.errors import StorageError, quoted
from solver.runs.storage import atomic_file, require_free

if TYPE_CHECKING:
    from dicelab.dice import DiceSet

T = TypeVar("T")

LEAST_DIGITS = 4
"""Of an id that a user writes."""

MOST_OBJECTIVES = 200
KEY_DIGITS = 64
OWN_OBJECTIVES = 50
"""Those of them that only measurements here may take, so that others can't take all."""


class Archive(Tabular):
    """Discovered dice sets in one file, an entry for each class; open until :meth:`close` or the end of ``with``.

    A copy, also one in another process, opens the file again.

    ``path`` is by default ``$DICELAB_ARCHIVE``, or ``archive.sqlite3`` in the user's data folder. With ``writing`` the
    archive may be changed; with ``make`` a file that is not there is made; of a ``foreign`` one no byte is written,
    not even to end a change that was cut off. Raises :class:`DiceError` if there is no
    file, or it is no archive, and :class:`StorageError` if it is damaged, or can't be read.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> import dicelab
    >>> dice = dicelab.load("A1 A2 A3 | B1 B3", "2x3/2:O4")
    >>> with TemporaryDirectory() as folder:
    ...     with dicelab.Archive(f"{folder}/mine.sqlite3", writing=True, make=True) as archive:
    ...         archive.import_sets([dice])
    ...         [(entry.sizes, dict(entry.values)["fewest"]) for entry in archive.entries("rolls = 6")]
    (1, 0)
    [('3,2', 0.0)]
    """

    def __init__(
        self,
        path: str | os.PathLike[str] | None = None,
        *,
        writing: bool = False,
        make: bool = False,
        foreign: bool = False,
    ) -> None:
        self.path: Path = archive_path(path)
        path = self.path
        if not foreign:
            require_short_name(path)
        # An archive that has just been made is nothing to keep a copy of.
        self._has_copy = make and not is_there(path)
        if self._has_copy:
            create(path)
        self._writing_allowed, self._foreign = writing, foreign
        self._connection = connect(path, writing=writing, foreign=foreign)

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(type(self), writing=self._writing_allowed, foreign=self._foreign), (self.path,)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def __repr__(self) -> str:
        return f"Archive({str(self.path)!r})"

    def __len__(self) -> int:
        return self.count()

    def to_dataframe(self, backend: FrameLibrary | None = None) -> Any:  # noqa: ANN401 - see Tabular
        """Return a row for each entry, those that were added last first."""
        return self.listing().to_dataframe(backend)

    @property
    def labels(self) -> tuple[str, ...]:
        """The objectives that some of its sets were measured by, sorted."""
        with sqlite_errors(self.path):
            return tuple(sorted(stored_labels(self._connection)))

    def _asked(self, question: Callable[[Columns], T]) -> T:
        """Return the answer to a question about columns; any standard objective is one."""
        with sqlite_errors(self.path):
            try:
                return question(Columns(self._connection))
            except UnknownColumnError:
                from dicelab.score.objectives import STANDARD

                return question(Columns(self._connection, STANDARD))

    def count(self, where: str = "") -> int:
        """Return how many entries meet a condition."""
        return self._asked(lambda columns: columns.count(self._connection, where))

    def entries(self, where: str = "", order: str = "-added", limit: int = -1) -> Iterator[Entry]:
        """Yield the entries that meet a condition, in order.

        A condition is SQL as :mod:`dicelab.archive.query` has it, an order names columns; a negative limit is none.
        Raises :class:`DiceError` if the condition or the order can't be read, and :class:`StorageError` if the archive
        is damaged.
        """
        with one_state(self._connection, self.path):
            numbers = self._asked(lambda columns: columns.numbers(self._connection, where, order, limit))
            yield from read_entries(self._connection, self.path, numbers)

    def get(self, digits: str) -> Entry:
        """Return the entry whose key begins with some digits.

        Raises :class:`DiceError` if these are no four hexadecimal digits or more, or there is no such entry, or there
        are several.
        """
        from dicelab.dice.names import SET_ID

        match = SET_ID.fullmatch(digits)
        if not match:
            raise DiceError(
                f"{quoted(digits)} is not an id: write at least its first {LEAST_DIGITS} hexadecimal digits"
            )
        beginning = match[1].lower()
        found = self._first_two("key >= ? AND key < ?", beginning, beginning + "g")
        if not found:
            raise DiceError(f"no set {digits!r} in {self.path}: dicelab archive list tells the ids")
        if len(found) > 1:
            raise DiceError(f"several ids begin with {digits!r}, such as {found[0].id} and {found[1].id}: write more")
        return found[0]

    def keys(self, idents: Sequence[str] = (), where: str = "") -> list[str]:
        """Return the keys of the sets that are named by their first digits, or else of those that meet a condition.

        Raises :class:`DiceError` if there are both, or neither; or a set is unknown.
        """
        if bool(idents) == bool(where.strip()):
            raise DiceError("name sets by their ids, or else pass --where")
        if idents:
            return list(dict.fromkeys(self.get(ident).key for ident in idents))
        return [entry.key for entry in self.entries(where, "key")]

    def listing(self, where: str = "", order: str = "-added", limit: int = -1, columns: str = "") -> Listing:
        """Return the entries that meet a condition, to be shown with the usual columns, those of the order and more."""
        shown = self._asked(lambda known: known.shown(order, columns))
        with one_state(self._connection, self.path):
            entries = tuple(self.entries(where, order, limit))
            # A limit that was not reached leaves nothing to count.
            total = self.count(where) if len(entries) == limit else len(entries)
        return Listing(str(self.path), entries, total, tuple(shown))

    def dice_set(self, digits: str) -> DiceSet:
        """Return the dice set whose key begins with some digits, as its first origin had it."""
        from dicelab.archive.trust import require_true, set_of

        entry = self.get(digits)
        require_true(entry, self.path)
        return set_of(entry)

    def gallery(self, where: str = "", order: str = "-added", limit: int = 200, title: str = "Dice sets") -> str:
        """Return an HTML page with a picture and the objectives of each set that meets a condition."""
        from dicelab.archive.gallery import gallery_html
        from dicelab.archive.trust import require_true

        listing = self.listing(where, order, limit)
        for entry in listing.entries:
            require_true(entry, self.path)
        about = f"Those with {where}" if where.strip() else ""
        if len(listing.entries) < listing.total:
            about = f"The first of {listing.total:,}" + (f" with {where}" if where.strip() else "")
        return gallery_html(listing.entries, title, about)

    def check(self) -> int:
        """Look at every byte that matters, and return how many entries there are.

        Key, class, sizes, rolls and origins of each entry are computed anew from its dice.
        """
        from dicelab.archive.trust import require_true

        sets = check(self._connection, self.path)
        for entry in self.entries(order="key"):
            require_true(entry, self.path)
        return sets

    def import_sets(
        self, sources: Iterable[str | Path | DiceSet], *, measured: bool = True, tags: Collection[str] = ()
    ) -> tuple[int, int]:
        """Take in dice sets, names of the catalogue, dice-set files, and all sets of folders; like :meth:`add`.

        To measure the standard objectives needs a census of each puzzle.
        """
        from dicelab.archive.gathering import gather

        return self.add(gather(sources, measured=measured, tags=tags).entries)

    @classmethod
    def take_in(cls, path: str | os.PathLike[str] | None, gathered: Import) -> Import:
        """Add gathered sets to the archive in a file, which is made if there is none and something to keep."""
        path = archive_path(path)
        new = more = 0
        if gathered.entries:
            with cls(path, writing=True, make=True) as archive:
                new, more = archive.add(gathered.entries)
        return replace(gathered, archive=str(path), new=new, more=more)

    def add(self, entries: Iterable[Entry]) -> tuple[int, int]:
        """Take entries in, all or none; return how many were new, and how many others told something new."""
        new = more = 0
        with self._writing():
            for entry in entries:
                known = self._known(entry.key)
                # By itself too, so that nothing is there twice.
                united = (known or entry).united(entry)
                if united != known:
                    self._write(united)
                    new += known is None
                    more += known is not None
        return new, more

    def merge(self, other: Archive | str | os.PathLike[str]) -> tuple[int, int, int]:
        """Take in all entries of another archive or its file; return how many were read, new, and told something new.

        Nothing is changed where either is damaged, and no byte is written where all entries are known as they are. The
        fields that follow from the dice are computed anew; origins, confirmations and objectives are marked as claimed,
        and take the place of nothing that was found out here. ``bitmask`` looks at sets that are said to be confirmed,
        unless that takes too long. An entry that is not what it says, or has values that none can have, refuses the
        whole archive.
        """
        if isinstance(other, Archive):
            return self._merged(other)
        with Archive(other, foreign=True) as opened:
            return self._merged(opened)

    def _merged(self, other: Archive) -> tuple[int, int, int]:
        from dicelab.archive.trust import from_others

        if other.path.resolve() == self.path.resolve():
            raise DiceError(f"{other.path} is this archive: name another")
        check(other._connection, other.path)
        taken = [from_others(entry, self._known(entry.key), other.path) for entry in other.entries(order="key")]
        return len(taken), *self.add(taken)

    def tag(self, keys: str | Sequence[str], add: Collection[str] = (), remove: Collection[str] = ()) -> int:
        """Give entries, named by the first digits of their keys, tags and take others; return how many changed."""
        for tag in (*add, *remove):
            require_tag(tag)
        changed = 0
        keys = self._full_keys(keys)
        with self._writing():
            for key in keys:
                entry = self._known_or_gone(key)
                tags = tuple(sorted({*entry.tags, *add} - set(remove)))
                if tags != entry.tags:
                    self._write(msgspec.structs.replace(entry, tags=tags))
                    changed += 1
        return changed

    def remove(self, keys: str | Sequence[str]) -> None:
        """Forget entries, named by the first digits of their keys, all or none."""
        keys = self._full_keys(keys)
        with self._writing():
            for key in keys:
                self._known_or_gone(key)
                self._keep_first_copy()
                self._connection.execute("DELETE FROM sets WHERE key = ?", [key])

    def backup(self, target: str | os.PathLike[str], *, force: bool = False) -> int:
        """Write a checked copy to a file, also while others write to the archive; return how many sets it has.

        Raises :class:`OutputExistsError` if the file exists, without ``force``.
        """
        target = Path(target)
        if target.resolve() == self.path.resolve():
            raise OutputExistsError(f"{target} is the archive itself: name another file")
        require_free(target, force=force)
        with atomic_file(target) as part:
            return copy_checked(self.path, part)

    @classmethod
    def restore(
        cls,
        path: str | os.PathLike[str] | None = None,
        source: str | os.PathLike[str] | None = None,
        *,
        force: bool = False,
    ) -> tuple[int, Path | None]:
        """Put the last good copy back; return how many sets it has, and where the old archive is, if there was one.

        ``source`` is another copy than the one kept beside the archive; with ``force`` a whole archive is replaced too.
        A damaged archive stays, under another name.
        """
        from dicelab.archive.trust import require_honest

        path = archive_path(path)
        require_short_name(path)
        there = is_there(path)
        chosen = backup_path(path) if source is None else Path(source)
        if not chosen.exists():
            raise DiceError(f"no copy {chosen}: name one by --from")
        if there and not force and cls._is_whole(path):
            raise DiceError(f"{path} is whole: pass --force to put {chosen} in its place all the same")
        aside = None
        with atomic_file(path) as part:
            sets = copy_checked(chosen, part, foreign=True)
            if source is not None:
                with cls(part, foreign=True) as copy:
                    for entry in copy.entries(order="key"):
                        require_honest(entry, chosen)
            if there:
                aside = put_aside_path(path)
                # The journal of the old file must not be applied to the new one.
                if journal_path(path).exists():
                    journal_path(path).replace(journal_path(aside))
                aside.hardlink_to(path)
        return sets, aside

    @classmethod
    def _is_whole(cls, path: Path) -> bool:
        try:
            with cls(path) as archive:
                check(archive._connection, path)
        except (StorageError, DiceError):
            return False
        return True

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Begin a change: no other process writes until its end. It is undone by an error."""
        with sqlite_errors(self.path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):
                    self._connection.execute("ROLLBACK")
                raise

    def _keep_first_copy(self) -> None:
        """Keep a copy of the archive before the first change of this session."""
        if not self._has_copy:
            keep_copy(self.path)
            self._has_copy = True

    def _first_two(self, condition: str, *given: object) -> list[Entry]:
        with one_state(self._connection, self.path):
            numbers = row_numbers(self._connection, condition, *given)[:2]
            return list(read_entries(self._connection, self.path, numbers))

    def _known(self, key: str) -> Entry | None:
        return next(iter(self._first_two("key = ?", key)), None)

    def _full_keys(self, keys: str | Iterable[str]) -> list[str]:
        listed = [keys] if isinstance(keys, str) else keys
        # A whole key may be that of an entry which another process has just removed.
        return [key if len(key) == KEY_DIGITS else self.get(key).key for key in listed]

    def _known_or_gone(self, key: str) -> Entry:
        found = self._known(key)
        if found is None:
            raise DiceError(f"set {key[:12]} has just been removed by another process: list again")
        return found

    def _write(self, entry: Entry) -> None:
        self._keep_first_copy()
        stored = stored_labels(self._connection)
        made = [label for label, _ in entry.values if label not in stored]
        if made and len(stored) + len(made) > MOST_OBJECTIVES - OWN_OBJECTIVES * entry.claimed:
            raise StorageError(f"{self.path} has {len(stored)} objectives: it takes no {len(made)} more")
        for label in made:
            make_column(self._connection, label)
        write_entry(self._connection, entry)


def set_of_archive(text: str, *, shared_cells: bool = False) -> DiceSet:  # noqa: ARG001 - the archive knows
    """Return a set by its id in the archive of this user.

    Raises :class:`DiceError` if there is no archive, or no such set in it.
    """
    path = archive_path()
    if not has_archive():
        raise DiceError(f"no file {text!r}, and as an id it needs an archive, which {path} is not: check the name")
    with Archive(path) as archive:
        return archive.dice_set(text)


def ids_of_archive() -> list[str]:
    """Return the newest ids of the archive of this user, for a shell that completes them."""
    if not has_archive():
        return []
    with Archive(archive_path()) as archive:
        return [entry.key[:12] for entry in archive.entries("", "-added", 200)]
