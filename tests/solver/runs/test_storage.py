"""Files that are written whole or not at all, and read only when they are whole."""

import errno
import json
import os
import socket
import stat
import threading
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from solver.errors import OutputExistsError, StorageError
from solver.runs.storage import (
    atomic_file,
    canonical_json,
    previous,
    read_sealed,
    require_free,
    sealed,
    sha256,
    unsealed,
    write_atomic,
)

SCHEMA = "dicelab/test/1"
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
contents = st.dictionaries(st.text().filter(lambda key: key not in {"schema", "sha256"}), json_values, max_size=4)


def full_disk(*_arguments, **_options):
    raise OSError(errno.ENOSPC, "No space left on device")


def files(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


class TestWriteAtomic:
    def test_writes_what_it_is_given_and_makes_the_folder(self, tmp_path):
        path = tmp_path / "a" / "b" / "file"
        write_atomic(path, b"\0\xff")
        assert files(path.parent) == {"file": b"\0\xff"}

    def test_replaces_and_leaves_nothing_else(self, tmp_path):
        for data in (b"one", b"two", b""):
            write_atomic(tmp_path / "file", data)
            assert files(tmp_path) == {"file": data}

    def test_keeps_the_previous_content(self, tmp_path):
        path = tmp_path / "file"
        for data, kept in ((b"one", None), (b"two", b"one"), (b"three", b"two")):
            write_atomic(path, data, keep_previous=True)
            assert path.read_bytes() == data
            assert (previous(path).read_bytes() if kept else None) == kept
        assert len(files(tmp_path)) == 2

    def test_is_shared_as_any_other_file(self, tmp_path):
        write_atomic(tmp_path / "file", b"")
        (tmp_path / "usual").write_bytes(b"")
        modes = {stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("file", "usual")}
        assert len(modes) == 1

    @pytest.mark.parametrize("keep_previous", [False, True])
    @pytest.mark.parametrize(
        "step", ["os.fsync", "pathlib.Path.write_bytes", "pathlib.Path.replace", "tempfile.mkstemp"]
    )
    def test_a_failure_leaves_everything_as_it_was(self, tmp_path, monkeypatch, step, keep_previous):
        path = tmp_path / "file"
        write_atomic(path, b"zero")
        write_atomic(path, b"one", keep_previous=True)
        before = files(tmp_path)
        with monkeypatch.context() as patch:
            patch.setattr(step, full_disk)
            with pytest.raises(StorageError, match=r"can't be written \(No space left on device\)"):
                write_atomic(path, b"two", keep_previous=keep_previous)
        assert files(tmp_path) == before

    def test_at_every_step_of_a_replacement_the_old_or_the_new_content_is_there(self, tmp_path, monkeypatch):
        path = tmp_path / "file"
        write_atomic(path, b"old")
        seen = []

        def watched(name):
            usual = getattr(os, name)

            def step(*arguments, **options):
                seen.append(path.read_bytes() if path.exists() else None)
                result = usual(*arguments, **options)
                seen.append(path.read_bytes() if path.exists() else None)
                return result

            return step

        for name in ("replace", "rename", "fsync", "link", "unlink"):
            monkeypatch.setattr(os, name, watched(name))
        write_atomic(path, b"new", keep_previous=True)
        assert seen[-1] == b"new"
        assert set(seen) == {b"old", b"new"}

    def test_the_last_rename_fails_and_the_old_content_is_there(self, tmp_path, monkeypatch):
        path = tmp_path / "file"
        write_atomic(path, b"old")
        usual = Path.replace

        def fails_on_the_target(self, target):
            return full_disk() if Path(target) == path else usual(self, target)

        monkeypatch.setattr(Path, "replace", fails_on_the_target)
        with pytest.raises(StorageError):
            write_atomic(path, b"new", keep_previous=True)
        assert path.read_bytes() == b"old"

    @pytest.mark.parametrize("where", ["a folder", "below a file", "too long"])
    def test_a_place_that_can_not_be_written(self, tmp_path, where):
        (tmp_path / "folder" / "inner").mkdir(parents=True)
        (tmp_path / "plain").write_bytes(b"")
        path = {
            "a folder": tmp_path / "folder",
            "below a file": tmp_path / "plain" / "x",
            "too long": tmp_path / ("n" * 300),
        }[where]
        with pytest.raises(StorageError, match="can't be written"):
            write_atomic(path, b"")
        assert sorted(entry.name for entry in tmp_path.iterdir()) == ["folder", "plain"]


needs_posix = pytest.mark.skipif(os.name != "posix", reason="devices, pipes and permissions of POSIX")


@needs_posix
class TestWhatIsNoRegularFile:
    def test_a_symbolic_link_stays_and_its_target_is_replaced(self, tmp_path):
        (tmp_path / "folder").mkdir()
        (tmp_path / "folder" / "file").write_bytes(b"old")
        link = tmp_path / "link"
        link.symlink_to(Path("folder") / "file")
        write_atomic(link, b"new", keep_previous=True)
        assert link.is_symlink()
        assert files(tmp_path / "folder") == {"file": b"new", "file.previous": b"old"}

    @pytest.mark.parametrize("force", [False, True])
    def test_a_link_that_leads_nowhere_is_refused(self, tmp_path, force):
        link = tmp_path / "link"
        link.symlink_to("nowhere")
        with pytest.raises(OutputExistsError, match="link to a file that does not exist"):
            require_free(link, force=force)
        with pytest.raises(StorageError, match="link to a file that does not exist"):
            write_atomic(link, b"new")
        assert [path.name for path in tmp_path.iterdir()] == ["link"]

    def test_a_pipe_is_written_to_and_stays(self, tmp_path):
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        require_free(pipe, force=False)
        received = []
        reader = threading.Thread(target=lambda: received.append(pipe.read_bytes()))
        reader.start()
        write_atomic(pipe, b"through")
        reader.join()
        assert received == [b"through"]
        assert pipe.is_fifo()

    def test_the_null_device_is_written_to_and_stays(self):
        before = Path(os.devnull).stat()
        require_free(Path(os.devnull), force=False)
        write_atomic(Path(os.devnull), b"gone", keep_previous=True)
        assert Path(os.devnull).is_char_device()
        assert Path(os.devnull).stat().st_mode == before.st_mode
        assert not previous(Path(os.devnull)).exists()

    def test_a_character_device_of_root_stays(self, tmp_path):
        device = tmp_path / "device"
        try:
            os.mknod(device, stat.S_IFCHR | 0o666, os.makedev(1, 3))
            device.open("wb").close()
        except OSError:
            pytest.skip("only root makes devices, where the system lets it")
        write_atomic(device, b"gone")
        assert device.is_char_device()

    def test_an_open_descriptor_is_written_to_where_it_stands(self, tmp_path):
        with (tmp_path / "file").open("wb", buffering=0) as file:
            file.write(b"first ")
            write_atomic(Path(f"/dev/fd/{file.fileno()}"), b"second")
        assert files(tmp_path) == {"file": b"first second"}

    def test_a_socket_is_refused_and_stays(self, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)  # a socket's path is short
        with socket.socket(socket.AF_UNIX) as made:
            made.bind("socket")
            with pytest.raises(OutputExistsError, match="it is a socket"):
                require_free(Path("socket"), force=True)
            with pytest.raises(StorageError, match="it is a socket"):
                write_atomic(Path("socket"), b"")
        assert Path("socket").is_socket()

    @pytest.mark.parametrize("mode", [0o600, 0o640, 0o444, 0o755])
    def test_a_file_keeps_its_permissions_and_so_does_its_previous_content(self, tmp_path, mode):
        path = tmp_path / "file"
        path.write_bytes(b"old")
        path.chmod(mode)
        write_atomic(path, b"new", keep_previous=True)
        assert {stat.S_IMODE(file.stat().st_mode) for file in (path, previous(path))} == {mode}

    def test_a_file_keeps_its_owner_where_root_writes_it(self, tmp_path):
        path = tmp_path / "file"
        path.write_bytes(b"old")
        try:
            os.chown(path, 12345, 12346)
        except OSError:
            pytest.skip("only root gives files away")
        write_atomic(path, b"new")
        assert (path.stat().st_uid, path.stat().st_gid) == (12345, 12346)


class TestTemporaryFiles:
    @needs_posix
    def test_those_of_the_same_file_are_removed_when_nobody_writes_them(self, tmp_path):
        for name in (
            ".file.abcd_123.part",
            ".other.abcd_123.part",
            ".file.longer.than.that.part",
            "file.abcd_123.part",
        ):
            (tmp_path / name).write_bytes(b"left")
        path = tmp_path / "file"
        with atomic_file(path) as part:
            part.write_bytes(b"first")
            write_atomic(path, b"second")
            assert part.exists()
        assert files(tmp_path).keys() == {
            "file",
            ".other.abcd_123.part",
            ".file.longer.than.that.part",
            "file.abcd_123.part",
        }
        assert path.read_bytes() == b"first"

    @needs_posix
    def test_one_that_is_a_link_leads_to_no_removal_elsewhere(self, tmp_path):
        (tmp_path / "mine").write_bytes(b"kept")
        (tmp_path / ".file.abcd_123.part").symlink_to("mine")
        write_atomic(tmp_path / "file", b"")
        assert (tmp_path / "mine").read_bytes() == b"kept"

    @pytest.mark.parametrize("name", ["n" * 245, "n" * 255, "é" * 127])
    def test_a_name_as_long_as_the_system_allows(self, tmp_path, name):
        try:
            (tmp_path / name).write_bytes(b"")
        except OSError:
            pytest.skip("a system with shorter names")
        write_atomic(tmp_path / name, b"new")
        assert files(tmp_path) == {name: b"new"}


class TestAtomicFile:
    def test_the_old_content_is_there_until_the_block_ends(self, tmp_path):
        path = tmp_path / "folder" / "file"
        for before, data in ((None, [b"a", b"b"]), (b"ab", [])):
            with atomic_file(path) as part:
                assert part.parent == path.parent
                with part.open("ab") as file:
                    for chunk in data:
                        file.write(chunk)
                assert (path.read_bytes() if path.exists() else None) == before
            assert files(path.parent) == {"file": b"".join(data)}

    def test_keeps_the_previous_content(self, tmp_path):
        path = tmp_path / "file"
        for data in (b"one", b"two"):
            with atomic_file(path, keep_previous=True) as part:
                part.write_bytes(data)
        assert files(tmp_path) == {"file": b"two", "file.previous": b"one"}

    @pytest.mark.parametrize(
        ("raised", "expected"),
        [
            (OSError(errno.ENOSPC, "No space left on device"), StorageError),
            (ValueError("no number"), ValueError),
            (KeyboardInterrupt(), KeyboardInterrupt),
        ],
        ids=lambda value: getattr(value, "__name__", None),
    )
    def test_a_block_that_fails_leaves_everything_as_it_was(self, tmp_path, raised, expected):
        path = tmp_path / "file"
        write_atomic(path, b"old")

        def write():
            with atomic_file(path) as part:
                part.write_bytes(b"half of the ne")
                raise raised

        with pytest.raises(expected):
            write()
        assert files(tmp_path) == {"file": b"old"}

    @pytest.mark.parametrize("step", ["os.fsync", "os.fstat", "pathlib.Path.replace", "tempfile.mkstemp"])
    def test_a_step_that_fails_leaves_everything_as_it_was(self, tmp_path, monkeypatch, step):
        path = tmp_path / "file"
        write_atomic(path, b"old")

        def write():
            with atomic_file(path) as part:
                part.write_bytes(b"new")

        with monkeypatch.context() as patch:
            patch.setattr(step, full_disk)
            with pytest.raises(StorageError, match=r"file can't be written \(No space left on device\)"):
                write()
        assert files(tmp_path) == {"file": b"old"}

    def test_a_part_that_is_gone_is_no_file(self, tmp_path):
        with pytest.raises(StorageError, match="can't be written"), atomic_file(tmp_path / "file") as part:
            part.unlink()
        assert not files(tmp_path)


class TestSealed:
    @given(content=contents)
    def test_round_trip(self, content):
        assert unsealed(sealed(SCHEMA, content), SCHEMA) == {"schema": SCHEMA, **content}

    @given(content=contents)
    def test_the_checksum_does_not_depend_on_how_the_file_is_laid_out(self, content):
        value = json.loads(sealed(SCHEMA, content))
        assert unsealed(json.dumps(dict(reversed(value.items())), indent=7).encode(), SCHEMA)

    def test_every_flipped_bit_that_changes_the_content_is_noticed(self):
        whole = sealed(SCHEMA, {"a": 12, "b": ["x", None]})
        content = json.loads(whole)
        noticed = 0
        for place in range(8 * len(whole)):
            flipped = bytearray(whole)
            flipped[place // 8] ^= 1 << place % 8
            try:
                value = unsealed(bytes(flipped), SCHEMA)
            except StorageError:
                noticed += 1
            else:
                # White space beside a value may turn into other white space.
                assert value == {key: content[key] for key in ("schema", "a", "b")}
        assert noticed > 7 * len(whole)

    def test_every_cut_is_noticed(self):
        whole = sealed(SCHEMA, {"a": 12, "b": ["x", None]})
        for length in range(len(whole.rstrip())):
            with pytest.raises(StorageError):
                unsealed(whole[:length], SCHEMA)

    @pytest.mark.parametrize(
        ("data", "words"),
        [
            (b"", "whole JSON"),
            (b"\xff\xfe\xfd", "whole JSON"),
            (b"[" * 100_000, "whole JSON"),
            (b"[]", "schema None"),
            (b"null", "schema None"),
            (b"{}", "schema None"),
            (b'{"schema": ["x"]}', r"schema \['x'\]"),
            (b'{"schema": "dicelab/test/2"}', "schema 'dicelab/test/2', not 'dicelab/test/1'"),
            (b'{"schema": "dicelab/test/1"}', "checksum"),
            (b'{"schema": "dicelab/test/1", "sha256": null}', "checksum"),
            (b'{"schema": "dicelab/test/1", "sha256": {}}', "checksum"),
            (b'{"schema": "dicelab/test/1", "a": ' + b"9" * 5000 + b"}", "whole JSON"),
            (b'{"schema": "dicelab/test/1", "a": "\\ud800"}', "damaged"),
            *((b'{"schema": "dicelab/test/1", "a": ' + b"[" * n + b"]" * n + b"}", "damaged") for n in (500, 950, 980)),
        ],
    )
    def test_foreign_and_damaged_files_get_one_line(self, tmp_path, data, words):
        with pytest.raises(StorageError, match=words):
            unsealed(data, SCHEMA)
        path = tmp_path / "some.json"
        path.write_bytes(data)
        with pytest.raises(StorageError, match=r"some\.json") as caught:
            read_sealed(path, SCHEMA)
        assert len(str(caught.value).splitlines()) == 1

    def test_a_file_on_disk(self, tmp_path):
        path = tmp_path / "some.json"
        write_atomic(path, sealed(SCHEMA, {"a": "é"}))
        assert read_sealed(path, SCHEMA) == {"schema": SCHEMA, "a": "é"}
        for wrong in (tmp_path, tmp_path / "missing.json"):
            with pytest.raises(StorageError, match="can't be read"):
                read_sealed(wrong, SCHEMA)


def test_canonical_json_does_not_depend_on_the_order_of_keys():
    assert canonical_json({"b": 1, "a": [True, "é"]}) == '{"a":[true,"é"],"b":1}'.encode()
    assert canonical_json({"a": 1, "b": 2}) == canonical_json({"b": 2, "a": 1})


def test_sha256_of_abc():
    # FIPS 180-4.
    assert sha256(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
