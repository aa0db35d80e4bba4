"""tools/install/environment.py: an environment belongs to its folder, and is whole or made anew."""

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tools.install.try_pythons import pythons

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = "tools/install/environment.py"
NAME = ".venv-small"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Make a small project whose requirements are what it holds itself: nothing needs a network."""
    return project(tmp_path / "2026")


def project(place: Path) -> Path:
    (place / "tools/install").mkdir(parents=True)
    shutil.copy(ROOT / SCRIPT, place / SCRIPT)
    shutil.copy(ROOT / "pyproject.toml", place)
    (place / "requirements.txt").write_text("# nothing\n")
    return place


def asked(place: Path, *words: str, program: str = sys.executable, **env: str) -> str:
    """Return what the script says there; the test fails if it does."""
    done = tried(place, *words, program=program, **env)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def tried(place: Path, *words: str, program: str = sys.executable, **env: str):
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        [program, SCRIPT, f"{NAME}/.installed", "requirements.txt", *words],
        cwd=place, env={**os.environ, "PATH": path, **env}, capture_output=True, text=True,
    )  # fmt: skip


def prefix(place: Path) -> str:
    code = "import sys; print(sys.prefix)"
    python = place / NAME / "bin/python"
    return subprocess.run([python, "-c", code], capture_output=True, text=True).stdout.strip()


def mark(place: Path) -> Path:
    """Leave a file in the environment, which is gone when it was made anew."""
    (place / NAME / "mark").touch()
    return place / NAME / "mark"


def test_what_is_there_and_whole_is_left_alone(folder):
    assert "is not there yet" in asked(folder)
    assert prefix(folder) == str(folder / NAME)
    left = mark(folder)
    assert asked(folder) == ""
    (folder / "requirements.txt").write_text("# something else\n")
    asked(folder)
    assert left.exists()


@pytest.mark.parametrize("how", ["copied", "moved"])
def test_a_folder_that_was_copied_or_moved_gets_its_own(folder, how):
    asked(folder)
    left, other = mark(folder), folder.with_name("2027")
    if how == "copied":
        shutil.copytree(folder, other, symlinks=True)
    else:
        folder.rename(other)
    assert f"copied or moved here from {folder / NAME}" in asked(other)
    assert not (other / NAME / "mark").exists()
    assert left.exists() == (how == "copied")
    assert asked(other) == ""


def test_a_folder_reached_through_a_link_is_the_same(folder):
    asked(folder)
    folder.with_name("now").symlink_to(folder)
    assert asked(folder.with_name("now")) == ""


def test_an_environment_behind_a_link_is_not_emptied(folder):
    asked(folder)
    left, other = mark(folder), project(folder.with_name("2027"))
    (other / NAME).symlink_to(folder / NAME)
    assert f"is a link to {folder / NAME}, which is left alone" in asked(other)
    assert left.exists()
    assert not (other / NAME).is_symlink()
    assert asked(folder) == asked(other) == ""


def test_one_whose_python_is_gone_is_made_anew(folder):
    asked(folder)
    for name in ("python", "python3"):
        (folder / NAME / "bin" / name).unlink(missing_ok=True)
        (folder / NAME / "bin" / name).symlink_to(folder / "gone")
    assert "a Python that no longer exists" in asked(folder)
    assert prefix(folder) == str(folder / NAME)


def test_one_that_was_left_half_way_is_made_anew(folder):
    asked(folder)
    left, kills = mark(folder), folder / "kills"
    (folder / "requirements.txt").write_text("# something else\n")
    kills.mkdir()
    (kills / "uv").write_text("#!/bin/sh\nkill -9 $PPID\n")
    (kills / "uv").chmod(0o755)
    done = tried(folder, PATH=f"{kills}{os.pathsep}{os.environ['PATH']}")
    assert done.returncode == -signal.SIGKILL
    assert "is incomplete" in asked(folder)
    assert not left.exists()


def test_what_cannot_be_had_leaves_the_environment_as_it_was(folder):
    asked(folder)
    left = mark(folder)
    (folder / "requirements.txt").write_text("./nowhere\n")
    shutil.copytree(folder / NAME, folder / ".venv", symlinks=True)  # whose pip tries, in vain
    assert [tried(folder).returncode for _ in range(2)] == [1, 1]
    (folder / "requirements.txt").write_text("# nothing\n")
    assert asked(folder) == ""
    assert left.exists()


def test_a_python_that_is_not_served_gets_a_sentence_with_one_that_is(folder):
    served = pythons()
    pyproject = folder / "pyproject.toml"
    here = "{}.{}".format(*sys.version_info)
    others = [version for version in served if version != here]
    pyproject.write_text(re.sub(rf'.*Python :: {here}".*\n', "", pyproject.read_text()))
    fake, newest = folder / "bin", others[-1]
    fake.mkdir()
    (fake / f"python{newest}").write_text(f"#!/bin/sh\necho {newest}\n")
    (fake / f"python{newest}").chmod(0o755)
    done = tried(folder, PATH=f"{fake}{os.pathsep}{os.environ['PATH']}", GOAL="test")
    assert done.returncode == 1
    (sentence,) = done.stderr.splitlines()
    assert f"need Python {others[0]} to {newest}, but this is {here}" in sentence
    assert sentence.endswith(f"make test PYTHON=python{newest}")
    assert not (folder / NAME).exists()


def test_another_python_is_taken_only_when_it_is_asked_for(folder):
    asked(folder)
    python, known = folder / NAME / "bin/python", folder / NAME / ".folder"
    other = folder / "other-python"
    other.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    other.chmod(0o755)
    python.unlink()
    python.symlink_to(other)
    known.write_text(known.read_text().replace(os.path.realpath(sys.executable), str(other)))
    assert asked(folder) == ""
    assert f"has another Python, {other}" in asked(folder, "--this-python")
    assert asked(folder, "--this-python") == ""
