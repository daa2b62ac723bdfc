"""What is published: the wheel and the source distribution hold what they should, and are the same bytes every time."""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email.parser import HeaderParser
from pathlib import Path

import pytest
import yaml

from dicelab import __version__

ROOT = Path(__file__).parents[1]
PACKAGES = "dicelab/", "solver/"
MOST_WHEEL, MOST_SOURCE = 4 << 20, 16 << 20
"""Bytes: beyond, something came along that nobody needs."""
METADATA = {"METADATA", "RECORD", "WHEEL", "entry_points.txt", "extra_metadata/CITATION.cff", "licenses/LICENSE"}


def tracked():
    if not (ROOT / ".git").exists() or shutil.which("git") is None:
        pytest.skip("a source distribution is no repository, whose list of files is what it is held to")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True).stdout  # noqa: S607
    return sorted(name for name in os.fsdecode(listed).split("\0") if name and (ROOT / name).is_file())


def built(folder, *, epoch="1700000000"):
    """Copy the tracked files, and build a source distribution and, of that, a wheel."""
    source, out = folder / "source", folder / "out"
    for name in tracked():
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, source / name)
    subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", out, source],
        env=os.environ | {"SOURCE_DATE_EPOCH": epoch},
        check=True,
        capture_output=True,
    )
    (sdist,), (wheel,) = out.glob("*.tar.gz"), out.glob("*.whl")
    return sdist, wheel


@pytest.fixture(scope="module")
def published(tmp_path_factory):
    pytest.importorskip("build")
    pytest.importorskip("hatchling")
    return built(tmp_path_factory.mktemp("published"))


def test_the_version_is_the_same_wherever_it_stands():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert project["dynamic"] == ["version"]
    assert citation["version"] == __version__
    assert citation["license"] == project["license"]
    assert [one["name"] for one in citation["authors"]] == [one["name"] for one in project["authors"]]
    # A version is released on the day that it is dated, once the changelog has a section for it.
    dated = re.findall(r"^## \[([0-9.]+)\] - ([0-9-]{10})$", changes, flags=re.MULTILINE)
    assert not dated or dated[0] == (__version__, str(citation["date-released"]))
    assert re.search(r"^## \[Unreleased\]$", changes, flags=re.MULTILINE)


def test_actions_are_pinned_by_their_commits_and_rights_are_given_one_by_one():
    for path in (ROOT / ".github" / "workflows").glob("*.yml"):
        workflow = yaml.safe_load(path.read_text("utf-8"))
        assert workflow["permissions"] == {}
        for job in workflow["jobs"].values():
            assert job["permissions"].keys() <= {"contents", "id-token", "attestations"}
            for step in (job, *job.get("steps", ())):
                used = step.get("uses", "")
                assert re.fullmatch(r"|\./\.github/workflows/[\w.]+|[\w/-]+@[0-9a-f]{40}", used), used


@pytest.mark.slow
def test_the_wheel_holds_the_packages_and_its_metadata_alone(published):
    _, wheel = published
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        metadata = {name.partition(".dist-info/")[2] for name in names if ".dist-info/" in name}
        assert wheel.name == f"dicelab-{__version__}-py3-none-any.whl"
        assert archive.testzip() is None
    assert {name for name in names if ".dist-info/" not in name} == {
        name for name in tracked() if name.startswith(PACKAGES)
    }
    assert metadata == METADATA
    assert {"dicelab/py.typed", "solver/py.typed"} <= names
    # Its name says that it is for every system, as no part of it is compiled.
    assert wheel.stat().st_size < MOST_WHEEL


@pytest.mark.slow
def test_the_metadata_names_version_licence_python_and_extras(published):
    _, wheel = published
    with zipfile.ZipFile(wheel) as archive:
        place = f"dicelab-{__version__}.dist-info"
        said = HeaderParser().parsestr(archive.read(f"{place}/METADATA").decode())
        assert archive.read(f"{place}/licenses/LICENSE") == (ROOT / "LICENSE").read_bytes()
        assert "dicelab = dicelab." in archive.read(f"{place}/entry_points.txt").decode()
    assert (said["Name"], said["Version"], said["License-Expression"]) == ("dicelab", __version__, "MIT")
    assert said["License-File"] == "LICENSE"
    assert said["Requires-Python"] == ">=3.11"
    assert "Typing :: Typed" in said.get_all("Classifier", [])
    assert {"all", "web", "print"} <= set(said.get_all("Provides-Extra", []))
    assert said["Description-Content-Type"] == "text/markdown"


@pytest.mark.slow
def test_the_source_distribution_holds_all_that_is_tracked_but_settings_of_tools(published):
    sdist, _ = published
    with tarfile.open(sdist) as archive:
        names = {member.name.partition("/")[2] for member in archive.getmembers() if member.isfile()}
        assert {member.type for member in archive.getmembers()} <= {tarfile.REGTYPE, tarfile.DIRTYPE}
    # .gitignore is there, since what is built of it leaves the same files out.
    assert names == {name for name in tracked() if not name.startswith(".")} | {"PKG-INFO", ".gitignore"}
    assert sdist.stat().st_size < MOST_SOURCE


@pytest.mark.slow
def test_two_builds_are_the_same_bytes(published, tmp_path):
    again = built(tmp_path)
    for first, second in zip(published, again, strict=True):
        assert first.name == second.name
        assert first.read_bytes() == second.read_bytes()


@pytest.mark.slow
def test_what_is_unpacked_works_and_its_tests_run(published, tmp_path):
    sdist, wheel = published
    shutil.unpack_archive(wheel, tmp_path / "wheel", "zip")
    shutil.unpack_archive(sdist, tmp_path / "sdist", filter="data")
    (source,) = (tmp_path / "sdist").iterdir()

    def run(*command, of, code=0):
        environment = os.environ | {"PYTHONPATH": str(of), "PYTHONSAFEPATH": "1"}
        done = subprocess.run([sys.executable, *command], cwd=source, env=environment, capture_output=True, check=False)
        assert done.returncode == code, (done.stdout + done.stderr).decode()
        return done.stdout.decode()

    for of in (tmp_path / "wheel", source):
        assert run("-m", "dicelab", "--version", of=of).split()[-1] == __version__
        where = run("-c", "import dicelab; print(dicelab.__file__)", of=of)
        assert Path(where.strip()).is_relative_to(of)
        assert "genius-star" in run("-m", "dicelab", "puzzle", "list", of=of)
    told = run("-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/dicelab/dice/test_dice_set.py", of=source)
    assert " passed" in told
    # What was installed is known file by file, so that damage is told.
    (tmp_path / "wheel" / "dicelab" / "studio" / "site" / "index.html").unlink()
    with (tmp_path / "wheel" / "solver" / "words.py").open("a") as file:
        file.write("# changed\n")
    problems = json.loads(run("-m", "dicelab", "doctor", "--json", of=tmp_path / "wheel", code=4))["problems"]
    assert [one["what"].partition(":")[0] for one in problems] == ["dicelab", "the studio"]
    assert "and 1 more missing or changed" in problems[0]["what"]
