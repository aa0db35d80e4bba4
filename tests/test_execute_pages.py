"""What Sphinx finds executed: the pages that changed, each once, and none whose cells fail."""

import sys
from pathlib import Path

from jupyter_cache import get_cache
from myst_nb.core.read import myst_nb_reader_plugin

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


def outputs(folder: Path, page: str) -> str:
    notebook = myst_nb_reader_plugin(str(folder / f"{page}.md"))
    _, whole = get_cache(str(folder / "cache")).merge_match_into_notebook(notebook)
    return whole.cells[-1].outputs[0].text


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


def test_a_page_that_fails_is_told_and_not_kept(tmp_path, capsys):
    small_book(tmp_path, bad="1 / 0")
    execute_pages.main(str(tmp_path / "cache"), tmp_path)
    assert "bad, fails: see below" in capsys.readouterr().out
    assert [path.stem for path in execute_pages.not_executed(
        get_cache(str(tmp_path / "cache")), tmp_path
    )] == ["bad"]  # fmt: skip
