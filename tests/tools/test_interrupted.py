"""What is interrupted goes on: the next call finishes, and never takes half for whole.

Interrupted here: a write on a full disk, a copy of assets, a run of a page that is being kept, an
assignment that takes the place of another, a record of the book; by Ctrl+C, a closed terminal or
a signal.  (An installation that is killed is in test_environment.py.)
"""

import errno
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from jupyter_cache import get_cache

from tools.files import beside, folder_beside, write
from tools.install import vendor
from tools.pages import record
from tools.site import build_site

ROOT = Path(__file__).resolve().parents[2]
HEAD = """---
jupytext:
  text_representation: {format_name: myst}
kernelspec: {display_name: Python 3, language: python, name: python3}
---
"""
KILLED = """
import os, signal
from pathlib import Path
from tools.files import beside
with beside(Path("grades.csv")) as new:
    new.write_text("student,")
    os.kill(os.getpid(), signal.SIGKILL)
"""


def full(*arguments: object, **options: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def leftovers(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_full_disk_leaves_the_file_that_was_there(tmp_path):
    write(tmp_path / "grades.csv", "student,points\n")

    def write_half() -> None:
        with beside(tmp_path / "grades.csv") as new:
            new.write_text("stu")
            full()

    with pytest.raises(OSError, match="No space"):
        write_half()
    assert (tmp_path / "grades.csv").read_text() == "student,points\n"
    assert leftovers(tmp_path) == ["grades.csv"]


def test_a_killed_program_leaves_the_file_that_was_there(tmp_path):
    write(tmp_path / "grades.csv", "student,points\n")
    assert subprocess.run([sys.executable, "-c", KILLED], cwd=tmp_path).returncode == -9
    assert (tmp_path / "grades.csv").read_text() == "student,points\n"
    write(tmp_path / "grades.csv", "anew\n")
    assert leftovers(tmp_path) == ["grades.csv"]


def test_an_assignment_is_replaced_whole_or_not_at_all(tmp_path):
    made = tmp_path / "06-perceptron"
    made.mkdir()
    (made / "assignment.json").write_text("old")

    def make_half() -> None:
        with folder_beside(made) as folder:
            (folder / "assignment.json").write_text("new")
            full()

    with pytest.raises(OSError, match="No space"):
        make_half()
    assert (made / "assignment.json").read_text() == "old"
    with folder_beside(made) as folder:
        (folder / "assignment.json").write_text("new")
    assert (made / "assignment.json").read_text() == "new"
    assert leftovers(tmp_path) == ["06-perceptron"]


def test_assets_that_were_copied_in_part_are_copied_again(tmp_path, monkeypatch):
    """The stamp that make asks for is gone from the first step to the last."""
    monkeypatch.setattr(vendor, "SITE", tmp_path / "third-party")
    monkeypatch.setattr(vendor, "STAMP", tmp_path / "third-party/.copied")
    monkeypatch.setattr(vendor, "install", lambda: None)
    vendor.main()
    whole = {path.name for path in vendor.SITE.rglob("*")}
    assert ".copied" in whole
    copy, copied = shutil.copy, []

    def until_full(*paths: object) -> None:
        copied.append(paths)
        copy(*paths) if len(copied) < 4 else full()

    with monkeypatch.context() as patch:
        patch.setattr(vendor.shutil, "copy", until_full)
        with pytest.raises(OSError, match="No space"):
            vendor.main()
    assert (vendor.SITE / "katex/katex.min.css").exists()
    assert not vendor.STAMP.exists()
    vendor.main()
    assert {path.name for path in vendor.SITE.rglob("*")} == whole


@pytest.mark.parametrize("left", ["half", "nothing"])
def test_a_run_that_was_being_kept_is_run_again(tmp_path, left):
    (tmp_path / "_toc.yml").write_text("format: jb-book\nroot: start\nchapters: [file: one]\n")
    (tmp_path / "start.md").write_text("# Start\n")
    code = "```{code-cell} ipython3\nprint(6 * 7)\n```\n"
    (tmp_path / "one.md").write_text(f"{HEAD}\n# one\n\n{code}")
    build_site.execute_pages(tmp_path / "cache", tmp_path)
    (kept,) = tmp_path.glob("cache/executed/*/base.ipynb")
    whole = kept.read_text()
    if left == "half":
        kept.write_text(whole[: len(whole) // 2])
    else:
        kept.unlink()
    build_site.drop_halves(tmp_path / "cache")
    build_site.execute_pages(tmp_path / "cache", tmp_path)
    (run,) = get_cache(str(tmp_path / "cache")).list_cache_records()
    (again,) = tmp_path.glob("cache/executed/*/base.ipynb")
    assert '"42\\n"' in again.read_text()
    build_site.drop_halves(tmp_path / "cache")
    assert [r.pk for r in get_cache(str(tmp_path / "cache")).list_cache_records()] == [run.pk]


def test_a_build_that_is_interrupted_keeps_its_runs_and_writes_all_pages(tmp_path, monkeypatch):
    monkeypatch.setattr(build_site, "BUILD", tmp_path)
    monkeypatch.setattr(build_site, "STAMP", tmp_path / "built-from.json")
    before, now = {"cells": "a", "pages": "a"}, {"cells": "a", "pages": "b"}
    get_cache(str(tmp_path / ".jupyter_cache")).list_cache_records()
    for folder in ("html", ".doctrees"):
        (tmp_path / folder).mkdir()
    write(build_site.STAMP, json.dumps(before))
    for _ in range(2):  # the second call comes after one that did not end
        build_site.forget_what_is_outdated(now, everything=False)
        assert json.loads(build_site.STAMP.read_text()) == {"cells": "a"}
        assert leftovers(tmp_path) == [".jupyter_cache", "built-from.json"]
        (tmp_path / "html").mkdir()
    build_site.forget_what_is_outdated(now | {"cells": "b"}, everything=False)
    assert leftovers(tmp_path) == ["built-from.json"]


def test_a_record_that_was_interrupted_still_knows_which_names_are_gone(tmp_path, monkeypatch):
    """A statement gets another name; the record stops before the page that mentions it follows."""
    (tmp_path / "_toc.yml").write_text(TOC)
    (tmp_path / "_config.yml").write_text("title: A small book\n")
    (tmp_path / "book").mkdir()
    for name, text in PAGES.items():
        (tmp_path / f"{name}.md").write_text(text)
    (tmp_path / record.FILE).parent.mkdir(parents=True)
    (tmp_path / record.FILE).write_text("{}")
    (tmp_path / "book/references.bib").write_text("")
    assert record.main([], tmp_path) == 0
    assert "Theorem 1.1 (Old)" in (tmp_path / "book/02-b.ipynb").read_text()
    (tmp_path / "book/01-a.md").write_text(PAGES["book/01-a"].replace("Old", "New"))
    with monkeypatch.context() as patch:
        patch.setattr(record, "execute", full)
        with pytest.raises(OSError, match="No space"):
            record.main(["01"], tmp_path)
    assert "Old" in (tmp_path / "book/02-b.ipynb").read_text()
    assert record.main(["01"], tmp_path) == 0
    assert "Theorem 1.1 (New)" in (tmp_path / "book/02-b.ipynb").read_text()
    assert record.GONE not in json.loads((tmp_path / "_build/record.json").read_text())


TOC = """format: jb-book
root: intro
parts:
- numbered: true
  chapters:
  - file: book/01-a
    sections: []
  - file: book/02-b
    sections: []
"""
THEOREM = ":::{prf:theorem} Old\n:label: thm-a\nTrue.\n:::\n"
NAMED = 'print(open("../lecture_code/checks/statements.json").read())'
PAGES = {
    "intro": "# Start\n",
    "book/01-a": f"{HEAD}\n# One\n\n{THEOREM}",
    "book/02-b": f"{HEAD}\n# Two\n\n```{{code-cell}} ipython3\n{NAMED}\n```\n",
}


OURS = {"PYTHONPATH": str(ROOT)}
DEAF = """
import signal, sys, time
signal.signal(signal.SIGINT, signal.SIG_IGN)
print("begun", flush=True)
time.sleep(100)
"""
FOLLOWS_DEAF = f"""
import sys
from pathlib import Path
from rich.console import Console
from tools.progress import Line, interrupted
def main():
    with Line("book", Console(file=sys.stdout), Path("log")) as line:
        line.run([sys.executable, "-c", {DEAF!r}], lambda said: print(said, flush=True) or True)
interrupted(main)
"""
RECORDS = """
from pathlib import Path
from tools.pages import record
from tools.progress import interrupted
interrupted(lambda: record.main([], Path.cwd()))
"""
SLEEPS = 'from pathlib import Path; Path("begun").touch(); import time; time.sleep(100)'


def stopped(program: subprocess.Popen, sign: int) -> tuple[int, str]:
    """Send a signal to a program and everything that is in front; return how it ends."""
    os.killpg(program.pid, sign)
    said, _ = program.communicate(timeout=60)
    return program.returncode, said


def begun(code: str, folder: Path) -> subprocess.Popen:
    """Start a program as a terminal does, which Ctrl+C reaches."""
    return subprocess.Popen(
        [sys.executable, "-c", code], cwd=folder, text=True, start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={**os.environ, **OURS},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )  # fmt: skip


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGHUP, signal.SIGTERM])
def test_a_program_that_takes_no_notice_ends_with_the_one_that_started_it(tmp_path, sign):
    program = begun(FOLLOWS_DEAF, tmp_path)
    assert program.stdout.readline() == "begun\n"
    status, said = stopped(program, sign)
    assert (status, said) == (130, "Interrupted. The same command continues from here.\n")


def test_ctrl_c_in_a_cell_ends_the_record_and_not_only_the_page(tmp_path):
    (tmp_path / "_toc.yml").write_text(TOC)
    (tmp_path / "_config.yml").write_text("title: A small book\n")
    (tmp_path / "book").mkdir()
    (tmp_path / "book/references.bib").write_text("")
    for name, text in PAGES.items():
        (tmp_path / f"{name}.md").write_text(text.replace(NAMED, SLEEPS))
    program, end = begun(RECORDS, tmp_path), time.monotonic() + 60
    while not (tmp_path / "book/begun").exists() and time.monotonic() < end:
        time.sleep(0.1)
    status, said = stopped(program, signal.SIGINT)
    assert status == 130
    assert said.splitlines()[-1] == "Interrupted. The same command continues from here."
    assert "ended the kernel" not in said
    assert not (tmp_path / "book/02-b.ipynb").exists()
