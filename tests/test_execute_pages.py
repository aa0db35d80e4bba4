"""What Sphinx finds executed: the pages that changed, each once, and none whose cells fail."""

import sys
from pathlib import Path

import pytest
from jupyter_cache import get_cache
from myst_nb.core.read import myst_nb_reader_plugin
from nbformat import NotebookNode

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tools"))

import execute_pages  # noqa: E402

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


def executed(folder: Path, capsys) -> list[str]:
    execute_pages.main(str(folder / "cache"), folder)
    return sorted(line.split()[4] for line in capsys.readouterr().out.splitlines() if ":" in line)


def last_cell(folder: Path, page: str) -> list[NotebookNode]:
    notebook = myst_nb_reader_plugin(str(folder / f"{page}.md"))
    _, whole = get_cache(str(folder / "cache")).merge_match_into_notebook(notebook)
    return whole.cells[-1].outputs


def outputs(folder: Path, page: str) -> str:
    return last_cell(folder, page)[0].text


def test_pages_are_executed_once_and_again_when_their_cells_change(tmp_path, capsys):
    small_book(tmp_path, one="print(6 * 7)", two="print('b' + 'c')")
    assert executed(tmp_path, capsys) == ["one,", "two,"]
    assert (outputs(tmp_path, "one"), outputs(tmp_path, "two")) == ("42\n", "bc\n")
    assert executed(tmp_path, capsys) == []
    small_book(tmp_path, one="print(6 * 8)", two="print('b' + 'c')")
    assert executed(tmp_path, capsys) == ["one,"]
    assert outputs(tmp_path, "one") == "48\n"


def test_other_words_around_the_cells_need_no_execution(tmp_path, capsys):
    small_book(tmp_path, one="print(1)")
    assert executed(tmp_path, capsys) == ["one,"]
    page = tmp_path / "one.md"
    page.write_text(page.read_text() + "\nOne word more.\n")
    assert executed(tmp_path, capsys) == []


@pytest.mark.parametrize(
    "cell", ["1 / 0", "while for", "import no_such_module", "import os; os._exit(3)"]
)
def test_a_page_that_fails_is_told_and_not_kept(tmp_path, capsys, cell):
    small_book(tmp_path, bad=cell, good="print(1)")
    execute_pages.main(str(tmp_path / "cache"), tmp_path)
    assert "bad, fails: see below" in capsys.readouterr().out
    assert outputs(tmp_path, "good") == "1\n"
    assert [path.stem for path in execute_pages.not_executed(
        get_cache(str(tmp_path / "cache")), tmp_path
    )] == ["bad"]  # fmt: skip


def test_a_kernel_has_imported_what_the_pages_import_and_shares_nothing_else(tmp_path, capsys):
    small_book(
        tmp_path,
        one="import sys, fractions\nfractions.left = 1\nprint('imaplib' in sys.modules)",
        two="import fractions, imaplib\nfractions.left = 1\nprint('left' in globals())",
        three="import fractions\nprint(hasattr(fractions, 'left'))",
        four="import warm_kernels",
    )
    execute_pages.main(str(tmp_path / "cache"), tmp_path)
    assert "four, fails" in capsys.readouterr().out  # our tools are no part of the book
    assert [outputs(tmp_path, page) for page in ("one", "two", "three")] == [
        "True\n", "False\n", "False\n"
    ]  # fmt: skip


def test_a_kernel_works_beside_its_page_and_shows_figures(tmp_path, monkeypatch):
    monkeypatch.delenv("MPLBACKEND", raising=False)
    monkeypatch.setenv("TOLD_BY_US", "yes")
    small_book(
        tmp_path,
        place="import os, pathlib\nprint(os.environ['TOLD_BY_US'], pathlib.Path.cwd())",
        figure="import matplotlib.pyplot as plt\nline = plt.plot([1, 2])",
    )
    execute_pages.main(str(tmp_path / "cache"), tmp_path)
    assert outputs(tmp_path, "place") == f"yes {tmp_path}\n"
    assert [sorted(output.data) for output in last_cell(tmp_path, "figure")] == [
        ["image/png", "text/plain"]
    ]
