"""Taking one chapter, one sheet, one exercise or one homework, as "For lecturers" tells it.

The commands are those of the section in book/teaching.md, in a folder that holds nothing but
``book``, a copy of what a clone holds.
"""

import ast
import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell
from setuptools import find_packages

from lecture_code.checks.formatting import name_of
from tools.run_tests import KERNELS

ROOT = Path(__file__).resolve().parents[2]
TEACHING = ROOT / "book" / "teaching.md"
PROGRAMS = Path(sys.executable).parent
PAGES = ["06-perceptron", "06-perceptron-exercises"]
COPIED = ["Makefile", "book", "constraints.txt", "homework", "lecture_code", "pyproject.toml"]
SHEETS = sorted(path.stem for path in (ROOT / "book").glob("*-exercises*.ipynb"))
NAMED = re.compile(r"^> \*\*Exercise (\d+\.\d+)", re.M)  # where an exercise begins
OLD_ENOUGH = [f"BIN={PROGRAMS}", "--old-file=.venv/.installed"]  # make need not install anything


def blocks(language: str) -> list[str]:
    """Return the blocks of this language in the section of book/teaching.md."""
    found = re.search(
        r"^## Take one chapter.*?(?=^## |\Z)", TEACHING.read_text("utf-8"), re.M | re.S
    )
    return re.findall(rf"^```{language}\n(.*?)^```$", found[0], re.M | re.S)


def commands(word: str) -> list[str]:
    """Return the commands of the block that has this word."""
    (block,) = [block for block in blocks("bash") if word in block]
    return block.splitlines()


def copying(word: str) -> str:
    """Return the commands of that block that only make folders, copy and leave lines out."""
    kinds = ("mkdir ", "cp ", "sed ", "cd ")
    return "\n".join(line for line in commands(word) if line.startswith(kinds))


def run(command: str, folder: Path, **variables: str) -> str:
    """Return what a command of a shell prints; the test fails if the command does."""
    ours = {"MPLBACKEND", *KERNELS}
    clean = {name: value for name, value in os.environ.items() if name not in ours}
    told = subprocess.run(
        ["bash", "-ec", command],
        cwd=folder,
        env={**clean, "IPYTHONDIR": str(folder / ".ipython"), **variables},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert told.returncode == 0, f"{command}\n{told.stdout}"
    return told.stdout


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Return a folder with nothing but ``book``, which holds what a clone does."""
    left = shutil.ignore_patterns("__pycache__", "third-party", ".*")
    for name in COPIED:
        target = tmp_path / "book" / name
        target.parent.mkdir(exist_ok=True)
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, target, ignore=left)
        else:
            shutil.copy2(ROOT / name, target)
    return tmp_path


def install(folder: Path) -> Path:
    """Install a wheel of the package, and nothing else, into a folder of its own there."""
    from tools.browser import lite

    wheel = lite.own_wheel(folder)
    run(
        f"{sys.executable} -m pip install --quiet --no-deps --no-index --target installed {wheel}",
        folder,
    )
    return folder / "installed"


def execute(notebook: nbformat.NotebookNode, path: Path, package: Path) -> nbformat.NotebookNode:
    """Run a notebook there with this package, which it says in a last cell that it did."""
    notebook.cells.append(new_code_cell("import lecture_code\nprint(lecture_code.__file__)"))
    nbformat.write(notebook, path)
    run(f"{PROGRAMS}/jupyter execute --inplace {path.name}", path.parent, PYTHONPATH=str(package))
    ran = nbformat.read(path, as_version=4)
    (said,) = ran.cells.pop().outputs
    assert said["text"].strip() == str(package / "lecture_code" / "__init__.py")
    return ran


def verdicts(notebook: nbformat.NotebookNode) -> list[str]:
    """Return what the checks in a notebook say."""
    return [
        output["data"]["text/plain"]
        for cell in notebook.cells
        if cell.cell_type == "code"
        for output in cell.outputs
        if "application/vnd.lecture-code.check+json" in output.get("data", {})
    ]


def test_a_page_and_a_sheet_run_elsewhere(place):
    run(copying("jupyter execute"), place)
    course = place / "course"
    assert {path.name for path in course.iterdir()} == {f"{name}.ipynb" for name in PAGES}
    package = install(place)
    for name in PAGES:
        assert f"course/{name}.ipynb" in commands("jupyter execute")[-1]
        recorded = nbformat.read(course / f"{name}.ipynb", as_version=4)
        said = verdicts(recorded)
        assert len(said) > 5
        assert verdicts(execute(recorded, course / f"{name}.ipynb", package)) == said


def one_exercise(sheet: nbformat.NotebookNode, number: str) -> nbformat.NotebookNode:
    """Return an exercise alone: the code cells above the first of its sheet, then its own cells."""
    starts = [i for i, cell in enumerate(sheet.cells) if NAMED.search(cell.source)]
    begin = next(i for i in starts if number in NAMED.findall(sheet.cells[i].source))
    end = next((i for i in starts if i > begin), len(sheet.cells))
    first = [cell for cell in sheet.cells[: starts[0]] if cell.cell_type == "code"]
    cells = [*first, *sheet.cells[begin:end]]
    return nbformat.v4.new_notebook(cells=cells, metadata=sheet.metadata)


def test_an_exercise_runs_alone_and_can_be_had_without_its_solution(place):
    sheet = nbformat.read(place / "book/book/06-perceptron-exercises.ipynb", as_version=4)
    numbers = [n for cell in sheet.cells for n in NAMED.findall(cell.source)]
    number = name_of("ex-bits").removeprefix("Exercise ").partition(" ")[0]
    alone = one_exercise(sheet, number)
    assert f"Solution to Exercise {number}" in str(alone)
    said = "\n".join(cell.source for cell in alone.cells)
    assert NAMED.findall(said) == [number]
    assert number in numbers
    assert len(numbers) > 5
    solution = [cell for cell in alone.cells if "solution" in cell.metadata.get("tags", [])]
    assert solution
    assert "ex-bits" in str(solution)
    ran = execute(alone, place / "alone.ipynb", install(place))
    assert len(verdicts(ran)) == 1


@pytest.mark.slow
def test_all_exercises_run_alone_but_for_names_of_earlier_ones():
    from matplotlib import rc_context

    run_alone, missing = 0, []
    for name in SHEETS:
        sheet = nbformat.read(ROOT / "book" / f"{name}.ipynb", as_version=4)
        for number in NAMED.findall("\n".join(cell.source for cell in sheet.cells)):
            cells = one_exercise(sheet, number).cells
            names: dict[str, object] = {}
            try:
                with rc_context():
                    for cell in cells:
                        if cell.cell_type == "code":
                            exec(compile(cell.source, name, "exec"), names)
                run_alone += 1
            except NameError as error:
                missing.append(f"{number}: {error}")
    assert run_alone > 150
    assert len(missing) < 0.1 * run_alone, missing


@pytest.mark.slow
def test_a_homework_is_made_of_its_three_files(place):
    word = "HOMEWORK_MASTERS"
    run(copying(word), place)
    masters = place / "course" / "masters"
    assert len(list(masters.iterdir())) == 3
    shutil.rmtree(place / "book" / "homework" / "masters")
    master = masters / "06-perceptron.md"
    master.write_text(master.read_text("utf-8").replace("a cautious perceptron", "mine"), "utf-8")
    *_, make = commands(word)
    assert make.startswith("make homework ")
    assert "python -m homework.kit.make 06-perceptron" in run(f"{make} --dry-run", place / "book")
    told = run(f"{make} {' '.join(OLD_ENOUGH)}", place / "book")
    assert "All is well" in told
    student = place / "book/dist/homework/06-perceptron/student/homework-06-perceptron.ipynb"
    assert "# Homework 6: mine" in student.read_text("utf-8")


def imports_of(code: str) -> Iterator[str]:
    """Yield the modules outside Python and lecture_code that a piece of code imports."""
    for node in ast.walk(ast.parse(code)):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names = [node.module or ""]
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module"):
            names = [node.args[0].value] if isinstance(node.args[0], ast.Constant) else []
        for name in names:
            top = name.partition(".")[0]
            if top not in {*sys.stdlib_module_names, "lecture_code"}:
                yield top


def distributions(modules: set[str]) -> set[str]:
    """Return what one installs to have these modules."""
    known = importlib.metadata.packages_distributions()
    return {known[module][0].lower() for module in modules}


def project() -> dict:
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def test_what_the_package_imports_is_what_it_declares():
    files = (ROOT / "lecture_code").rglob("*.py")
    imported = {name for path in files for name in imports_of(path.read_text("utf-8"))}
    assert {"numpy", "matplotlib", "ipywidgets"} <= imported
    assert distributions(imported) == set(project()["project"]["dependencies"])


def test_what_the_notebooks_import_is_declared_or_optional():
    declared = project()["project"]
    optional = {name for names in declared["optional-dependencies"].values() for name in names}
    imported = {
        name
        for path in (ROOT / "book").glob("*.ipynb")
        for cell in nbformat.read(path, as_version=4).cells
        if cell.cell_type == "code"
        for name in imports_of(cell.source)
    }
    assert optional == distributions(imported) - set(declared["dependencies"])
    assert "comparison" in declared["optional-dependencies"]
    assert 'pip install "./book[comparison]"' in commands("jupyter execute")


def test_the_browser_loads_what_the_package_declares():
    from tools.browser import lite

    brought = {"cycler", "pillow", "matplotlib-inline"}  # by matplotlib and by IPython
    notebooks = {"ipython", "ipywidgets"}  # what is run on the page needs neither
    declared = set(project()["project"]["dependencies"])
    assert set(lite.LECTURE_CODE) | notebooks | brought == declared


def test_every_file_of_the_package_is_packed():
    packed = project()["tool"]["setuptools"]
    packages = find_packages(str(ROOT), include=packed["packages"]["find"]["include"])
    assert {"lecture_code", "lecture_code.linear", "bookext"} <= set(packages)
    more = packed["package-data"]
    found = {
        path
        for package in packages
        for pattern in ["*.py", *more.get(package, [])]
        for path in ROOT.joinpath(*package.split(".")).glob(pattern)
    }
    files = {path for path in (ROOT / "lecture_code").rglob("*") if path.is_file()}
    assert {path for path in files if "__pycache__" not in path.parts} <= found


@pytest.mark.slow
def test_the_commands_do_what_they_say_in_a_new_environment(place):
    programs = place / "new" / "bin"
    run(f"{sys.executable} -m venv new && new/bin/pip install -q nbclient ipykernel", place)
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"
    run("\n".join(commands("jupyter execute")), place, PATH=path)
    say = "python -c 'import lecture_code.plots, sklearn; print(lecture_code.__file__)'"
    where = Path(run(say, place / "course", PATH=path).splitlines()[-1])
    assert where.is_relative_to(programs.parent)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "parts"),
    [
        (
            "06-perceptron",
            ["Definition 1 ", "✓ the package picks the same", "Rosenblatt ["],
        ),
        (
            "06-perceptron-proof",
            ["Theorem 1 (Novikoff)", "Novikoff [", "One proof in five"],
        ),
    ],
)
def test_a_page_is_built_into_another_jupyter_book(name, parts, place):
    run(copying("references.bib").replace("06-perceptron", name), place)
    site = place / "course" / "site"
    (settings,) = blocks("yaml")
    (site / "_config.yml").write_text(settings)
    (site / "_toc.yml").write_text(f"format: jb-book\nroot: {name}\nchapters: [file: end]\n")
    (site / "end.md").write_text("# References\n\n```{bibliography}\n```\n")
    told = run(f"{PROGRAMS}/jupyter-book build .", site, PYTHONPATH=str(install(place)))
    warnings = [line for line in told.splitlines() if "WARNING:" in line]
    missing = r"label '[\w-]+' not found|unknown document: '[\w-]+'|undefined label: '[\w-]+'"
    assert [line for line in warnings if not re.search(missing, line)] == []
    page = (site / "_build" / "html" / f"{name}.html").read_text("utf-8")
    words = " ".join(re.sub("<[^>]*>", "", page).split())
    assert [part for part in parts if part not in words] == []
    assert "{." not in words
