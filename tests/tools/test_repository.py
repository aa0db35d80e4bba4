"""The repository: its commands, its dependencies, its files, and what the first pages promise."""

import ast
import doctest
import importlib
import json
import os
import re
import subprocess
from pathlib import Path

import pytest
import yaml
from book_source import blocks, pages

ROOT = Path(__file__).resolve().parents[2]
COMMANDS = {"book", "test", "test-all", "pdf", "lab", "record", "serve", "bench", "clean", "help"}
COMMANDS |= {"homework", "grade", "mutation"}
FILES = [path for top in ("bookext", "homework", "tools") for path in (ROOT / top).rglob("*.py")]
WITH_EXAMPLES = [path for path in sorted(FILES) if ">>> " in path.read_text("utf-8")]
FIRST_PAGES = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SOURCES.md", "CHANGELOG.md"]


def git(*arguments: str) -> list[str]:
    """Return the lines that git answers; the test is skipped outside a repository."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a git repository")
    answer = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True)
    assert answer.returncode == 0, answer.stderr
    return answer.stdout.splitlines()


def requirement_lines() -> list[str]:
    """Return each line of the requirements that asks for something."""
    return [
        line
        for path in sorted(ROOT.glob("requirements*.txt"))
        for line in path.read_text().splitlines()
        if line.strip() and not line.startswith(("#", "-e", "-r"))
    ]


def canonical(requirement: str) -> str:
    name = re.match(r"[A-Za-z0-9._-]+", requirement)[0]
    return re.sub(r"[-_.]+", "-", name).lower()


def test_help_names_every_command():
    answer = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True)
    listed = set(re.findall(r"^  make (\S+) +\S", answer.stdout, re.M))
    assert listed >= COMMANDS


@pytest.mark.parametrize("name", [*FIRST_PAGES, "homework/README.md"])
def test_a_program_is_called_where_it_is_installed(name):
    """Nobody is told to activate the environment."""
    bare = r"`((?:python3?|pip|pytest|jupyter|jupyter-book|ruff|mypy) [^`]*)`"
    found = re.findall(bare, (ROOT / name).read_text("utf-8"))
    assert found == [], "write .venv/bin/ before it"


def test_constraints_pin_every_requirement_exactly():
    lines = [line for line in (ROOT / "constraints.txt").read_text().splitlines() if line]
    pins = [line for line in lines if not line.startswith("#")]
    exact = re.compile(r'[\w.-]+==[\w.+!]+(; python_version (<|>=) "3\.\d+")?')
    assert [pin for pin in pins if not exact.fullmatch(pin)] == []
    missing = set(map(canonical, requirement_lines())) - set(map(canonical, pins))
    assert not missing, "make constraints writes them"


def test_front_end_packages_are_pinned_without_addresses():
    asked = json.loads((ROOT / "package.json").read_text())["devDependencies"]
    locked = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    for name, version in asked.items():
        entry = locked[f"node_modules/{name}"]
        assert entry["version"] == version
    for name, entry in locked.items():
        assert "resolved" not in entry, f"{name}: .npmrc keeps addresses out of the lock"
        assert not name or entry["integrity"].startswith("sha512-")


def test_a_clone_stands_alone():
    outside = re.compile(r"\.\./shared|(?<![\w.])/(?:work|root|home)/\w")
    odd = []
    for name in git("ls-files", "--cached", "--others", "--exclude-standard"):
        path = ROOT / name
        if path == Path(__file__) or not path.is_file():
            continue
        text = path.read_bytes().decode("utf-8", errors="ignore")
        odd += [f"{name}: {found[0]}" for found in outside.finditer(text)]
    assert odd == []


def test_nothing_ignored_is_kept():
    assert git("ls-files", "--cached", "--ignored", "--exclude-standard") == []


def test_every_chapter_of_the_contents_exists():
    contents = yaml.safe_load((ROOT / "_toc.yml").read_text())
    names = re.findall(r"'(?:file|root)': '([^']+)'", str(contents))
    assert len(names) > 3
    assert [name for name in names if not (ROOT / f"{name}.md").exists()] == []


def test_chapters_stand_in_the_order_of_their_file_names_without_a_gap():
    """Sphinx counts them as they stand in _toc.yml; everything else goes by the name."""
    parts = yaml.safe_load((ROOT / "_toc.yml").read_text())["parts"]
    (first,) = (part for part in parts if part.get("numbered"))
    for number, chapter in enumerate(first["chapters"], start=1):
        for page in [chapter, *chapter["sections"]]:
            assert page["file"].startswith(f"book/{number:02d}-"), page["file"]


@pytest.mark.parametrize("name", FIRST_PAGES)
def test_links_of_the_first_pages_lead_somewhere(name):
    targets = re.findall(r"\]\(([^)#]+)\)", (ROOT / name).read_text())
    local = [target for target in targets if "://" not in target]
    assert [target for target in local if not (ROOT / target).exists()] == []


def test_what_the_readme_shows_is_true():
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert result.attempted > 0
    assert result.failed == 0


@pytest.mark.parametrize("path", WITH_EXAMPLES, ids=lambda path: path.stem)
def test_what_a_module_shows_is_true(path):
    """Those of lecture_code run with the tests (tools/run_tests.py, part unit)."""
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted > 0
    assert result.failed == 0


@pytest.mark.parametrize(
    ("house", "names"),
    [
        ("homework/kit", {"writing", "proving", "running", "grading", "marking"}),
        ("tools", {"pages", "site", "browser", "measure", "judge", "install"}),
    ],
)
def test_packages_stay_small_and_say_what_they_are(house, names):
    packages = [path.parent for path in (ROOT / house).rglob("__init__.py")]
    assert names <= {package.name for package in packages}
    assert {path.parent for path in (ROOT / house).rglob("*.py")} == set(packages)
    for package in packages:
        assert len(list(package.glob("*.py"))) - 1 <= 15, package
        tree = ast.parse((package / "__init__.py").read_text("utf-8"))
        assert len(tree.body) == 1, package
        assert re.fullmatch(r"[^.\n]+\.", ast.get_docstring(tree)), package


def test_citation_names_what_it_must():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert {"cff-version", "message", "title", "authors"} <= citation.keys()


def test_machines_run_the_same_tests():
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
    assert (ROOT / ".ci" / "run").read_text().rstrip().endswith('make "${1:-test-daily}"')
    for name, command in (("test", ".ci/run"), ("weekly", ".ci/run test-all")):
        jobs = yaml.safe_load((ROOT / f".github/workflows/{name}.yml").read_text())["jobs"]
        steps = [step.get("run") for job in jobs.values() for step in job["steps"]]
        assert command in steps


ROW = re.compile(
    r"^\| (?P<title>[^|]+), `(?P<label>alg-[^|]+)`"
    r" \| \[(?P<names>.*?)\]\((?P<code>lecture_code/\S+)\)"
    r" \| \[\S+\]\((?P<page>book/\S+)\) \| \[\S+\]\((?P<test>tests/\S+)\) \|$",
    re.M,
)


def test_the_table_of_algorithms_is_that_of_the_book():
    rows = list(ROW.finditer((ROOT / "ARCHITECTURE.md").read_text("utf-8")))
    boxes = [
        (block.title, block.label, path.relative_to(ROOT).as_posix())
        for path in pages()
        for block in blocks(path)
        if block.name == "prf:algorithm"
    ]
    assert len(boxes) > 30
    assert sorted(row.group("title", "label", "page") for row in rows) == sorted(boxes)
    for row in rows:
        package, module = re.fullmatch(r"lecture_code/(\w+)/(\w+)\.py", row["code"]).groups()
        assert row["test"] == f"tests/package/{package}/test_{module}.py"
        code, test = ((ROOT / row[place]).read_text("utf-8") for place in ("code", "test"))
        for name in re.findall(r"`(\w+)`", row["names"]):
            assert re.search(rf"^(def|class) {name}\b", code, re.M), row[0]
            assert re.search(rf"\b{name}\b", test), f"{row['test']} does not test {name}"


OURS = {"lecture_code", "bookext", "homework", "benchmarks", "tools"}


def taken_from_others(tree: ast.AST) -> set[str]:
    """Return the names by which a module calls what it imports from other libraries."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {
                (alias.asname or alias.name).split(".")[0]
                for alias in node.names
                if alias.name.split(".")[0] not in OURS
            }
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] not in OURS:
            names |= {alias.asname or alias.name for alias in node.names}
    return names


HOOKS = {"sys.stdin", "sys.displayhook", "sys.excepthook"}  # there to be replaced, says Python


def replaced(tree: ast.AST) -> list[str]:
    """Return the attributes of imported modules, classes and functions that a module replaces."""
    names = taken_from_others(tree)
    found = []
    for node in ast.walk(tree):
        targets = getattr(node, "targets", [getattr(node, "target", None)])
        for target in ast.walk(ast.Tuple(elts=[t for t in targets if t is not None])):
            if isinstance(target, ast.Attribute) and isinstance(target.ctx, ast.Store):
                root = target.value
                while isinstance(root, ast.Attribute):
                    root = root.value
                if isinstance(root, ast.Name) and root.id in names:
                    found.append(ast.unparse(target))
        set_by_name = isinstance(node, ast.Call) and ast.unparse(node.func) == "setattr"
        if set_by_name and ast.unparse(node.args[0]).split(".")[0] in names:
            found.append(ast.unparse(node))
    return sorted(found)


def test_nobody_replaces_an_attribute_of_somebody_else():
    planted = "import numpy as np\nfrom a import b\nnp.random.default_rng = f\nb.C.d: int = 1\n"
    planted += "setattr(np, 'abs', g)\nnp.x, y = 1, 2\nown = np.y\nown[0] = np.z\n"
    wanted = ["b.C.d", "np.random.default_rng", "np.x", "setattr(np, 'abs', g)"]
    assert replaced(ast.parse(planted)) == wanted
    files = [name for name in git("ls-files", "*.py") if not name.startswith("tests/")]
    assert len(files) > 200
    found = {
        name: [
            what
            for what in replaced(ast.parse((ROOT / name).read_text("utf-8")))
            if what not in HOOKS
        ]
        for name in files
    }
    assert {name: what for name, what in found.items() if what} == {}
