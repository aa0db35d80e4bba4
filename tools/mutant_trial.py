"""What becomes of one mutant: the tests of its module, then the pages that import the module.

The tests run in a fork of this process, which has imported what is slow to import, but nothing of
lecture_code; the package is a copy with one file changed. What notices a mutant must be content
with the package as it is: the very test that failed, or the page, runs again without the change.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import run_cells
from plain.notebook import read_book
from plain.numbering import read_cells
from record import record

PATIENCE, LEAST = 5, 30.0  # a mutant may take so many times the clean run, and so many seconds
MOST = 600.0  # seconds for anything without a change
MOST_PAGES = 12  # of those that import the module, the shortest
COMMON = "tests/test_records.py"  # what is asked of every module
BROKEN = 99  # the status of a fork in which this program itself failed
OPTIONS = ["-x", "-q", "-p", "no:cacheprovider", "-m", "not slow", "--tb=line", "--assert=plain"]
TESTS, PAGES = "tests/test_*.py", "pages"
SLOW_TESTS = re.compile(r"tests/test_(site|homework)_")
Mutant = Mapping[str, Any]


class Broken(Exception):
    """Something is wrong that no mutant is to blame for."""


@cache
def imported(text: str) -> frozenset[str]:
    """The modules of the package that a text names after its dot or imports from it."""
    listed = " ".join(re.findall(r"from lecture_code import ([^(\n]+|\([^)]+\))", text))
    return frozenset([*re.findall(r"\blecture_code\.(\w+)", text), *re.findall(r"\w+", listed)])


@dataclass(frozen=True)
class Project:
    """Which tests and which pages a module meets."""

    root: Path

    @cache  # noqa: B019
    def texts(self, pattern: str) -> Mapping[str, str]:
        files = sorted(self.root.glob(pattern))
        return {str(file.relative_to(self.root)): file.read_text("utf-8") for file in files}

    @cache  # noqa: B019
    def pages(self) -> Mapping[str, str]:
        return read_book(self.root)[1]

    @cache  # noqa: B019
    def users(self, module: str, pattern: str) -> list[str]:
        """The files that import a module; if none does, those that import what imports it."""
        asked, seen = {module}, {module}
        texts = self.pages() if pattern == PAGES else self.texts(pattern)
        code = self.texts("lecture_code/*.py")
        while asked:
            if found := [name for name, text in texts.items() if asked & imported(text)]:
                return found
            asked = {Path(name).stem for name, text in code.items() if asked & imported(text)}
            asked -= seen
            seen |= asked
        return []

    def tests_of(self, module: str) -> list[str]:
        """The test file of that name; without one, the tests that use the module."""
        own = f"tests/test_{module}.py"
        if own in self.texts(TESTS):
            return [own]
        return [name for name in self.users(module, TESTS) if not SLOW_TESTS.match(name)]

    def pages_of(self, module: str) -> list[str]:
        """The pages that use the module, those with the fewest cells first."""
        pages = self.pages()
        found = sorted(self.users(module, PAGES), key=lambda page: pages[page].count("{code-cell}"))
        return found[:MOST_PAGES]


class FirstFailure:
    """Writes the name of the first test that fails into a file; a collection has no name."""

    def __init__(self, file: Path):
        self.file = file
        self.paths: dict[str, Path] = {}
        file.unlink(missing_ok=True)

    def pytest_itemcollected(self, item: pytest.Item) -> None:
        self.paths[item.nodeid] = item.path

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.file.exists():
            rest = report.nodeid.partition("::")[2]
            self.file.write_text(f"{self.paths[report.nodeid]}::{rest}")


class Copy:
    """A copy of the package that comes first on the path, with at most one file changed."""

    def __init__(self, root: Path, scratch: str):
        self.root, self.folder = root, Path(tempfile.mkdtemp(dir=scratch))
        self.log, self.failure = self.folder / "log", self.folder / "failure"
        skip = shutil.ignore_patterns("__pycache__")
        shutil.copytree(root / "lecture_code", self.folder / "lecture_code", ignore=skip)
        subprocess.run([sys.executable, "-m", "compileall", "-q", self.folder], check=True)

    def file(self, module: str) -> Path:
        return self.folder / "lecture_code" / f"{module}.py"

    def put(self, module: str, source: str) -> None:
        """Write a module, and remove what was compiled: a change may keep size and second."""
        self.file(module).write_text(source, "utf-8")
        for old in self.folder.glob(f"lecture_code/__pycache__/{module}.*"):
            old.unlink()

    def restore(self, module: str) -> None:
        self.put(module, (self.root / "lecture_code" / f"{module}.py").read_text("utf-8"))

    def enter(self) -> None:
        """Make a process use this copy, and no other."""
        sys.path.insert(0, str(self.folder))
        os.environ |= {"PYTHONPATH": str(self.folder), "PYTHONDONTWRITEBYTECODE": "1"}
        os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
        sys.dont_write_bytecode = True
        os.chdir(self.root)

    def test(self, what: Sequence[str]) -> int:
        """The status of pytest on files or single tests; run in a fork."""
        self.enter()
        place = [f"--rootdir={self.root}", f"--config-file={self.root / 'pyproject.toml'}"]
        teller = FirstFailure(self.failure)
        status = int(pytest.main([*OPTIONS, *place, "--doctest-modules", *what], [teller]))
        package = sys.modules.get("lecture_code")
        if package and not str(package.__file__).startswith(str(self.folder)):
            raise Broken(f"the tests used {package.__file__}, not the copy")
        return status

    def read(self, page: str, limit: float) -> int:
        """0 if a page says what its record says, else 1; run in a fork."""
        self.enter()
        run_cells.CELL_LIMIT = int(limit)
        book, sources = read_book(self.root)
        cells = read_cells(sources[page], f"{page}.md")
        before = (self.root / f"{page}.ipynb").read_text("utf-8")
        try:
            run, _ = run_cells.execute(cells, self.root / f"{page}.md", run_cells.RECORDING)
            return int(record(page, sources[page], book, run) != before)
        except run_cells.RecordError as error:
            print(error)
            return 1


def forked(job: Callable[[], int], limit: float, log: Path) -> tuple[int | None, float]:
    """The status of a job in a process of its own, None after the limit; and the seconds."""
    start = time.monotonic()
    child = os.fork()
    if child == 0:
        status = BROKEN
        try:
            os.setpgid(0, 0)
            said = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            os.dup2(said, 1)
            os.dup2(said, 2)
            status = job()
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)
    while (ended := os.waitpid(child, os.WNOHANG))[0] == 0:
        if time.monotonic() - start > limit:
            os.killpg(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return None, limit
        time.sleep(0.01)
    status = os.waitstatus_to_exitcode(ended[1])
    if status == BROKEN:
        raise Broken(log.read_text(errors="replace")[-3000:])
    return status, time.monotonic() - start


@dataclass(frozen=True)
class Trial:
    """The tries of one worker."""

    project: Project
    copy: Copy

    @cache  # noqa: B019
    def clean(self, kind: str, *what: str) -> float:
        """The seconds of tests or of a page without a change; they must be content then."""
        job = {"test": lambda: self.copy.test(what), "page": lambda: self.copy.read(what[0], MOST)}
        status, seconds = forked(job[kind], MOST, self.copy.log)
        if status != 0:
            said = self.copy.log.read_text(errors="replace")[-1500:]
            raise Broken(f"{' '.join(what)}: fails though nothing is changed:\n{said}")
        return seconds

    def changed(
        self, mutant: Mutant, job: Callable[[float], int], again: Callable[[], float]
    ) -> str:
        """What a job says of the mutant: "" (content), "fails", or "time" of several clean runs."""
        status = self.tried(mutant, job, LEAST)
        if status is None and (limit := PATIENCE * again()) > LEAST:
            status = self.tried(mutant, job, limit)
        return "time" if status is None else "fails" if status else ""

    def tried(self, mutant: Mutant, job: Callable[[float], int], limit: float) -> int | None:
        """The status of a job with the mutant in its place."""
        self.copy.put(mutant["module"], mutant["source"])
        try:
            return forked(lambda: job(limit), limit, self.copy.log)[0]
        finally:
            self.copy.restore(mutant["module"])

    def tests(self, mutant: Mutant, what: Sequence[str]) -> str:
        """The same for tests; what fails is run again without the change."""
        again = lambda: self.clean("test", *what)  # noqa: E731
        said = self.changed(mutant, lambda _: self.copy.test(what), again)
        if said == "fails":
            failure = self.copy.failure
            self.clean("test", *([failure.read_text()] if failure.exists() else what))
        return said

    def killer(self, mutant: Mutant) -> str:
        """What notices a mutant: "tests", "time", the name of a page, or "" if nothing does."""
        module, root = mutant["module"], self.project.root
        examples = [str(self.copy.file(module))] if ">>> " in mutant["source"] else []
        for what in ([*examples, *self.project.tests_of(module)], [COMMON]):
            if what != [COMMON] or (root / COMMON).exists():
                said = self.tests(mutant, what)
                if said:
                    return "tests" if said == "fails" else said
        for page in self.project.pages_of(module):
            again = lambda page=page: self.clean("page", page)  # noqa: E731
            said = self.changed(mutant, lambda limit, page=page: self.copy.read(page, limit), again)
            if said:
                again()
                return page if said == "fails" else said
        return ""


@cache
def worker(root: Path, scratch: str) -> Trial:
    """The trial of this process, with a copy of its own."""
    return Trial(Project(root), Copy(root, scratch))


def try_out(root: Path, scratch: str, mutant: Mutant) -> tuple[str, float]:
    """What notices a mutant, and the seconds that took."""
    start = time.monotonic()
    return worker(root, scratch).killer(mutant), time.monotonic() - start
