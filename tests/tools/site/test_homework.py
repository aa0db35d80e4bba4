"""The sample homework gets into the site, and is written again only when it has changed."""

import shutil
from pathlib import Path

import pytest
from site_pages import ROOT

from bookext.course import weeks
from tools.site import homework


@pytest.fixture
def book(tmp_path) -> Path:
    """Return a folder with two masters, the kit and a course."""
    root = tmp_path / "book"
    for name in ("homework", "tools", "lecture_code"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    for master in (root / "homework/masters").glob("*.*"):
        if master.name[:2] not in ("06", "12"):
            master.unlink()
    (root / weeks.DATA).parent.mkdir(parents=True)
    shutil.copy(ROOT / weeks.DATA, root / weeks.DATA)
    return root


def test_what_is_offered_follows_the_masters_and_the_course(book, tmp_path):
    site, kept = tmp_path / "site", tmp_path / "kept"
    site.mkdir()

    def offered() -> dict[str, int]:
        homework.offer(site, kept, book)
        made = {path.name: path.stat().st_mtime_ns for path in (kept / "notebooks").iterdir()}
        assert sorted(made) == sorted(path.name for path in (site / "homework").iterdir())
        return made

    first = offered()
    assert len(first) == 4
    assert offered() == first  # nothing was written again
    master = book / "homework/masters/06-perceptron.md"
    master.write_text(master.read_text("utf-8").replace("a cautious", "a careful"), "utf-8")
    again = offered()
    assert again.keys() == first.keys()
    assert again != first
    assert "a careful perceptron" in (site / "homework/homework-06-perceptron.ipynb").read_text()
    course = book / weeks.DATA
    course.write_text(course.read_text("utf-8").replace("solutions: true", "solutions: false"))
    assert sorted(offered()) == ["homework-06-perceptron.ipynb", "homework-12-kernels.ipynb"]


def test_what_was_left_unfinished_is_written_again(book, tmp_path):
    site, kept = tmp_path / "site", tmp_path / "kept"
    site.mkdir()
    (kept / "notebooks").mkdir(parents=True)
    (kept / "notebooks" / "half.ipynb").write_text("{")
    assert homework.offer(site, kept, book) == 4
    assert not (site / "homework" / "half.ipynb").exists()
