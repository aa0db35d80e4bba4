"""What Sphinx finds executed: the pages that changed, each once, and none whose cells fail."""

import re
from pathlib import Path

import pytest
from jupyter_cache import get_cache
from myst_nb.core.read import myst_nb_reader_plugin
from nbformat import NotebookNode

from tools.site import build_site

HEAD = """---
jupytext:
  text_representation: {format_name: myst}
kernelspec: {display_name: Python 3, language: python, name: python3}
---
"""


def small_book(folder: Path, **cells: str) -> None:
    sections = "".join(f"- file: {page}\n" for page in cells)
    (folder / "_toc.yml").write_text(f"format: jb-book\nroot: start\nchapters:\n{sections}")
    (folder / "start.md").write_text("# Start\n\nA page without cells.\n")
    for page, cell in cells.items():
        (folder / f"{page}.md").write_text(
            f"{HEAD}\n# {page}\n\n```{{code-cell}} ipython3\n{cell}\n```\n"
        )


def executed(folder: Path, capfd) -> list[str]:
    build_site.execute_pages(folder / "cache", folder)
    said = capfd.readouterr().err  # each run in this process adds a handler, and says all again
    return sorted(set(re.findall(r"Executing: .*/(\w+)\.md", said)))


def last_cell(folder: Path, page: str) -> list[NotebookNode]:
    notebook = myst_nb_reader_plugin(str(folder / f"{page}.md"))
    _, whole = get_cache(str(folder / "cache")).merge_match_into_notebook(notebook)
    return whole.cells[-1].outputs


def outputs(folder: Path, page: str) -> str:
    return last_cell(folder, page)[0].text


def test_pages_are_executed_once_and_again_when_their_cells_change(tmp_path, capfd):
    small_book(tmp_path, one="print(6 * 7)", two="print('b' + 'c')")
    assert executed(tmp_path, capfd) == ["one", "two"]
    assert (outputs(tmp_path, "one"), outputs(tmp_path, "two")) == ("42\n", "bc\n")
    assert executed(tmp_path, capfd) == []
    small_book(tmp_path, one="print(6 * 8)", two="print('b' + 'c')")
    assert executed(tmp_path, capfd) == ["one"]
    assert outputs(tmp_path, "one") == "48\n"


def test_other_words_around_the_cells_need_no_execution(tmp_path, capfd):
    small_book(tmp_path, one="print(1)")
    assert executed(tmp_path, capfd) == ["one"]
    page = tmp_path / "one.md"
    page.write_text(page.read_text() + "\nOne word more.\n")
    assert executed(tmp_path, capfd) == []


@pytest.mark.parametrize(
    "cell",
    [
        "1 / 0",
        "import os; os._exit(3)",
        pytest.param("while for", marks=pytest.mark.slow),
        pytest.param("import no_such_module", marks=pytest.mark.slow),
    ],
)
def test_a_page_that_fails_is_not_kept(tmp_path, capfd, cell):
    small_book(tmp_path, bad=cell, good="print(1)")
    assert executed(tmp_path, capfd) == ["bad", "good"]
    assert outputs(tmp_path, "good") == "1\n"
    assert executed(tmp_path, capfd) == ["bad"]


def test_a_kernel_works_beside_its_page_and_shows_figures(tmp_path, monkeypatch):
    monkeypatch.delenv("MPLBACKEND", raising=False)
    monkeypatch.setenv("TOLD_BY_US", "yes")
    small_book(
        tmp_path,
        place="import os, pathlib\nprint(os.environ['TOLD_BY_US'], pathlib.Path.cwd())",
        figure="import matplotlib.pyplot as plt\nline = plt.plot([1, 2])",
    )
    build_site.execute_pages(tmp_path / "cache", tmp_path)
    assert outputs(tmp_path, "place") == f"yes {tmp_path}\n"
    assert [sorted(output.data) for output in last_cell(tmp_path, "figure")] == [
        ["image/png", "text/plain"]
    ]


@pytest.mark.parametrize(
    ("edited", "same"),
    [
        ('"""Double."""\n\ndef twice(x):\n    """Return more."""\n    return x + x  # clear', True),
        ("def twice(x):\n    return x + x", True),
        ('def twice(x):\n    """Return twice."""\n    return 2 * x', False),
        ('def twice(x):\n    """Return twice."""\n    "x"\n    return x + x', False),
    ],
)
def test_cells_are_run_again_for_code_and_not_for_its_words(tmp_path, edited, same):
    module = tmp_path / "module.py"
    module.write_text('def twice(x):\n    """Return twice."""\n    return x + x\n')
    before = build_site.without_words(module)
    module.write_text(edited)
    assert (build_site.without_words(module) == before) is same


def test_a_page_is_executed_again_when_its_cells_change():
    """A sentence is no cell: the run of before serves."""
    page = "# A page\n\nA sentence.\n\n```{code-cell} ipython3\nx = 1\n```\n"
    before = dict(build_site.digests({"p": page}, {}))
    said = dict(build_site.digests({"p": page.replace("sentence", "question")}, before))
    ran = dict(build_site.digests({"p": page.replace("1", "2")}, before))
    assert before["p"]["cells"] == said["p"]["cells"] != ran["p"]["cells"]
    assert dict(build_site.digests({"p": page}, before)) == before
