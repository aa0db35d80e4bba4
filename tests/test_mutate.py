"""tools/mutate.py on a small package: what is killed, by whom, and what a survivor needs."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

TOOLS = Path(__file__).resolve().parent.parent / "tools"
sys.path.insert(0, str(TOOLS))

import mutate  # noqa: E402
import record  # noqa: E402
from mutant_trial import Project  # noqa: E402

LISTER = TOOLS.parent / ".venv-mutation/bin/python"

SUMS = '''"""Sums."""


def total(n):
    """The sum of the numbers below n.

    >>> total(3)
    3
    """
    found, k = 0, 0
    while k < n:
        found += k
        k += 1
    return found + 0


def most(a, b):
    """The larger of two numbers."""
    return a if a > b else b


def shown(n):
    """The words of a page."""
    return f"{n * 1} in all"


def unseen():
    """What nothing looks at."""
    return 4
'''
HIDDEN = '''"""Used by users alone, without a test of its own name."""

LIMIT = 7
'''
TESTS = """
from lecture_code.sums import most, total
from lecture_code.users import limit

def test_total():
    assert total(4) == 6

def test_most():
    assert most(1, 2) == most(2, 1) == 2
"""
PAGE = """---
jupytext:
  text_representation: {extension: .md, format_name: myst}
kernelspec: {display_name: Python 3, language: python, name: python3}
---
# One

```{code-cell} ipython3
from lecture_code.sums import shown

print(shown(5))
```
"""
USERS = '"""The limit."""\n\nfrom lecture_code.hidden import LIMIT\n\nlimit = LIMIT\n'
CHANGES = [  # module, function, was, becomes, what kills it
    ("sums", "total", "return found + 0", "return found + 1", "tests"),
    ("sums", "total", "k += 1", "k -= 1", "time"),
    ("sums", "shown", 'return f"{n * 1} in all"', 'return f"{n * 2} in all"', "book/01-one"),
    ("sums", "most", "return a if a > b else b", "return a if a >= b else b", ""),
    ("sums", "unseen", "return 4", "return 5", ""),
    ("hidden", "", "LIMIT = 7", "LIMIT = 7 / 0", "tests"),
]
REASON = {"verdict": "equivalent", "reason": "a and b are equal then."}
RUN = f"""
import json, sys
sys.path.insert(0, {str(TOOLS)!r})
import mutant_trial, mutate
mutant_trial.LEAST, mutate.WARM = 4.0, ["numpy"]
mutate.draw = lambda root, size: json.loads((root / "sample.json").read_text())[:size]
sys.exit(mutate.main(sys.argv[1:]))
"""


def sample() -> list[dict[str, object]]:
    sources = {"sums": SUMS, "hidden": HIDDEN}
    return [
        {
            "module": module,
            "function": function,
            "line": sources[module][: sources[module].index(was)].count("\n") + 1,
            "operator": "",
            "after": "the line before",
            "was": was,
            "becomes": becomes,
            "source": sources[module].replace(was, becomes),
        }
        for module, function, was, becomes, _ in CHANGES
    ]


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    root = tmp_path_factory.mktemp("project")
    for name, text in {
        "lecture_code/__init__.py": "",
        "lecture_code/sums.py": SUMS,
        "lecture_code/hidden.py": HIDDEN,
        "lecture_code/users.py": USERS,
        "tests/test_sums.py": TESTS,
        "pyproject.toml": '[tool.pytest.ini_options]\nmarkers = ["slow: not here"]\n',
        "_toc.yml": "format: jb-book\nroot: book/01-one\n",
        "_config.yml": "{}\n",
        "book/references.bib": "",
        "book/01-one.md": PAGE,
        "book/data/mutation.yml": "old: 1",
        "tests/survivors.yml": yaml.safe_dump([survivor("most") | REASON]),
        "sample.json": json.dumps(sample()),
    }.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    os.environ["PYTHONPATH"], before = str(root), os.environ.get("PYTHONPATH")
    try:
        assert record.main([], root) == 0
    finally:
        os.environ.pop("PYTHONPATH") if before is None else os.environ.update(PYTHONPATH=before)
    return root


def survivor(function: str) -> dict[str, str]:
    names = ("module", "function", "was", "becomes")
    found = next(dict(zip(names, c, strict=False)) for c in CHANGES if c[1] == function)
    return found | {"after": "the line before"}


def run(root: Path, *options: str) -> tuple[int, str]:
    command = [sys.executable, "-c", RUN, "--root", str(root), "--workers", "2", *options]
    done = subprocess.run(command, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


@pytest.fixture(scope="module")
def first(project):
    return run(project)


@pytest.mark.slow
@pytest.mark.parametrize(("module", "function", "was", "becomes", "killer"), CHANGES)
def test_each_mutant_meets_its_fate(first, module, function, was, becomes, killer):
    told = [line for line in first[1].splitlines() if f"{was} -> {becomes}:" in line]
    assert f"killed by {killer}," in told[0] if killer else "SURVIVES," in told[0]


@pytest.mark.slow
def test_a_survivor_without_a_reason_and_a_low_score_fail_the_run(first):
    status, said = first
    assert status == 1
    assert "sums.py, unseen: return 4 -> return 5 survives: write a test" in said
    assert "most" not in said.partition("survives: write")[2]
    assert "the score is 80.0 %, below 95 %" in said  # four of five; one is equivalent


@pytest.mark.slow
def test_what_is_known_is_kept_and_the_reasons_too(project, first):
    status, said = run(project, "--write")
    assert "6 of 6 are known" in said
    found = yaml.safe_load((project / "book/data/mutation.yml").read_text())
    assert found["mutants"] == 6
    assert found["killed"] == {"tests": 2, "chapters": 1, "time": 1}
    assert [each["function"] for each in found["survivors"]] == ["most", "unseen"]
    assert found["survivors"][0] == survivor("most") | REASON
    assert found["survivors"][1]["reason"] == ""


@pytest.mark.slow
def test_a_better_test_kills_what_survived(project, first):
    tests = project / "tests/test_sums.py"
    better = TESTS.replace("most, total", "most, total, unseen") + (
        "\ndef test_unseen():\n    assert unseen() == 4\n"
    )
    tests.write_text(better)
    try:
        status, said = run(project)
    finally:
        tests.write_text(TESTS)
    assert "return 4 -> return 5: killed by tests" in said
    assert status == 0
    assert "the score is 100.0 %" in said


@pytest.mark.slow
def test_tests_that_fail_without_a_change_are_no_killers(project, first):
    tests = project / "tests/test_sums.py"
    tests.write_text(TESTS + "\ndef test_wrong():\n    assert total(2) == 5\n")
    try:
        status, said = run(project, "--sample", "3")
    finally:
        tests.write_text(TESTS)
    assert status != 0
    assert "fails though nothing is changed" in said
    assert "the score" not in said


@pytest.mark.slow
def test_pages_and_tests_are_those_that_use_the_module(project):
    asked = Project(project)
    assert asked.tests_of("sums") == ["tests/test_sums.py"]
    assert asked.tests_of("hidden") == ["tests/test_sums.py"]
    assert asked.pages_of("sums") == ["book/01-one"]
    assert asked.pages_of("hidden") == []


def found(killed: int, *verdicts: str) -> dict[str, object]:
    survivors = [{"verdict": verdict, "reason": "because."} for verdict in verdicts]
    return {"mutants": killed + len(verdicts), "killed": {"tests": killed}, "survivors": survivors}


@pytest.mark.parametrize(
    ("counts", "score", "wrong"),
    [
        (found(19, "harmless"), 95.0, False),
        (found(18, "harmless"), 1800 / 19, True),
        (found(18, "harmless", "harmless", "equivalent"), 90.0, True),
        (found(1, "equivalent", "equivalent"), 100.0, False),
    ],
)
def test_the_score_counts_what_changes_anything(counts, score, wrong):
    assert mutate.score(counts) == pytest.approx(score)
    assert any("the score is" in line for line in mutate.faults(counts)) is wrong


def test_every_survivor_of_the_book_has_its_reason():
    told = yaml.safe_load((TOOLS.parent / "book/data/mutation.yml").read_text("utf-8"))
    assert told["mutants"] == sum(told["killed"].values()) + len(told["survivors"])
    assert list(mutate.faults(told)) == []


SKIPPED = '''"""Numbers 1 + 2 in words."""

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    ONE = 1 + 2

Row: TypeAlias = tuple[int, 3 + 4]


class Held:
    __slots__ = ("a" * 5,)

    def f(self, a: 6 + 7, *, b: "x" = None) -> 8 + 9:
        raise ValueError(f"{10 + 11} is too much")
'''
COUNTED = '''"""Counts."""


def both(a, b):
    return a + b * 2


def none(a):
    if a < 1:
        return not a
    return True
'''


def listed(root: Path, size: int, **modules: str) -> list[dict[str, str]]:
    if not LISTER.exists():
        pytest.skip("cosmic-ray is not installed: make .venv-mutation/.installed")
    (root / "lecture_code").mkdir(parents=True)
    for name, text in modules.items():
        (root / "lecture_code" / f"{name}.py").write_text(text)
    command = [LISTER, TOOLS / "mutants.py", "--root", root, "--size", str(size)]
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)


@pytest.mark.slow
def test_words_types_and_error_texts_are_left_alone(tmp_path):
    assert listed(tmp_path, 300, skipped=SKIPPED) == []


@pytest.mark.slow
def test_every_place_gives_one_other_program(tmp_path):
    found = listed(tmp_path, 300, counted=COUNTED)
    lines = COUNTED.splitlines()
    assert len(found) == 8  # + * 2, if < 1, not, True
    for each in found:
        assert lines[each["line"] - 1].strip() == each["was"] != each["becomes"]
        assert each["source"] != COUNTED
        compile(each["source"], "counted", "exec")
    assert {each["function"] for each in found} == {"both", "none"}


@pytest.mark.slow
def test_the_sample_of_a_module_does_not_depend_on_the_others(tmp_path):
    alone = listed(tmp_path / "a", 300, counted=COUNTED)
    both = listed(tmp_path / "b", 300, counted=COUNTED, more=COUNTED.replace("+", "-"))
    assert [each for each in both if each["module"] == "counted"] == alone
    assert listed(tmp_path / "c", 3, counted=COUNTED) == alone[:3]
