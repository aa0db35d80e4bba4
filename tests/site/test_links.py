"""Binder, Colab and repository links: absent as long as no address is set, right once it is."""

import os
import re
import shutil
import subprocess
import sys

import nbformat
import pytest
import yaml
from IPython.core.inputtransformer2 import TransformerManager
from site_html import parse
from site_pages import CHAPTER_PAGES, PAGES, ROOT

from tools.pages import record
from tools.pages.plain.notebook import INSTALL, package, read_book

pytest_plugins = ["site_fixtures"]

ADDRESS = "https://github.com/someone/notes"
SERVICES = ["mybinder.org", "colab.research.google.com"]
CHAPTER = """\
---
jupytext:
  text_representation: {extension: .md, format_name: myst}
kernelspec: {display_name: Python 3, language: python, name: python3}
---
# Small

:::{prf:definition} Sign
:label: def-small
A *sign* is one of two.
:::

See {prf:ref}`def-small`.

```{code-cell} ipython3
from lecture_code.core.losses import zero_one
print(7)
```
"""


def links_of(path):
    return [link["href"] for link in parse(path).find_all("a", href=True)]


def address_is_set() -> bool:
    return bool(package(yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))))


@pytest.fixture(scope="module")
def small_book(tmp_path_factory):
    """Return a recorded and built book of two pages with these settings and an address."""
    root = tmp_path_factory.mktemp("addressed")
    for name in ("_templates", "assets", "references.bib"):
        source, target = ROOT / "book" / name, root / "book" / name
        shutil.copytree(source, target) if source.is_dir() else shutil.copy(source, target)
    config = (ROOT / "_config.yml").read_text("utf-8")
    config, count = re.subn(r"^  url: .*$", f"  url: {ADDRESS}", config, flags=re.M)
    assert count == 1
    config = config.replace('baseurl: ""', "baseurl: https://someone.example/notes")
    (root / "_config.yml").write_text(config)
    (root / "_toc.yml").write_text(
        "format: jb-book\nroot: book/intro\nparts: [{caption: Chapters, numbered: true, "
        "chapters: [{file: book/06-small}]}]\n"
    )
    (root / "book/intro.md").write_text("# The book\n\nSee {doc}`06-small`.\n")
    (root / "book/06-small.md").write_text(CHAPTER)
    assert record.main([], root) == 0
    builder = [os.path.join(os.path.dirname(sys.executable), "jupyter-book"), "build", "-W", "-n"]
    done = subprocess.run([*builder, root], cwd=root, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    return root


@pytest.mark.slow
def test_a_chapter_leads_to_its_record(small_book):
    links = links_of(small_book / "_build/html/book/06-small.html")
    notebook = "main/book/06-small.ipynb"
    assert f"https://colab.research.google.com/github/someone/notes/blob/{notebook}" in links
    binder = "https://mybinder.org/v2/gh/someone/notes/main?urlpath=lab/tree/book/06-small.ipynb"
    assert binder in links
    assert ADDRESS in links
    assert (small_book / "book/06-small.ipynb").exists()


@pytest.mark.slow
def test_the_download_is_still_the_record(small_book):
    """Cell by cell, with all outputs that a reader sees."""
    given = nbformat.read(small_book / "_build/html/_sources/book/06-small.ipynb", as_version=4)
    recorded = nbformat.read(small_book / "book/06-small.ipynb", as_version=4)
    nbformat.validate(given)
    for output in (each for cell in recorded.cells for each in cell.get("outputs", [])):
        seen = output.get("data", {})
        output["data"] = {kind: seen[kind] for kind in seen if "lecture-code" not in kind}
    for output in (each for cell in given.cells for each in cell.get("outputs", [])):
        output.setdefault("data", {})
    assert given == recorded
    assert any(cell.get("outputs") for cell in given.cells)


@pytest.mark.slow
def test_an_addressed_site_names_its_pages_by_whole_addresses(small_book):
    site, home = small_book / "_build/html", "https://someone.example/notes/"
    head = parse(site / "book/06-small.html").head
    assert head.select_one("link[rel=canonical]")["href"] == f"{home}book/06-small.html"
    told = {tag["property"]: tag["content"] for tag in head.select("meta[property]")}
    assert told["og:url"] == f"{home}book/06-small.html"
    assert told["og:image"] == f"{home}_static/cover.png"
    assert f'base.href = "{home}"' in (site / "404.html").read_text("utf-8")
    assert (site / ".nojekyll").exists()  # else GitHub shows no folder that begins with _


@pytest.mark.slow
def test_a_page_without_cells_has_the_repository_only(small_book):
    links = links_of(small_book / "_build/html/book/intro.html")
    assert ADDRESS in links
    assert [x for x in links if any(service in x for service in SERVICES)] == []


@pytest.mark.slow
def test_the_record_installs_the_package_where_it_is_missing(small_book):
    notebook = nbformat.read(small_book / "book/06-small.ipynb", as_version=4)
    first = next(cell for cell in notebook.cells if cell.cell_type == "code")
    assert first.metadata.tags == [INSTALL]
    code = compile(TransformerManager().transform_cell(first.source), "cell", "exec")
    asked = []

    class Shell:
        def run_line_magic(self, name, arguments):
            asked.append(f"{name} {arguments}")

    here = {"get_ipython": Shell}
    exec(code, here)
    assert asked == []  # the package is here
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "lecture_code", None)
        exec(code, here)
    assert asked == [f"pip install -q git+{ADDRESS}@main"]


@pytest.mark.slow
def test_references_of_the_record_are_links(small_book):
    text = (small_book / "book/06-small.ipynb").read_text("utf-8")
    assert "[Definition 6.1](https://someone.example/notes/book/06-small.html#def-small)" in text


@pytest.mark.slow
def test_the_record_passes_nbval_and_its_own_check(small_book):
    options = ["--nbval", "--nbval-current-env", "-q", "-p", "no:cacheprovider", "-c", os.devnull]
    command = [sys.executable, "-m", "pytest", *options, "book/06-small.ipynb"]
    done = subprocess.run(command, cwd=small_book, capture_output=True, text=True)
    assert "2 passed" in done.stdout, done.stdout[-2000:]
    assert record.main(["--changed"], small_book) == 0
    assert read_book(small_book)[0].package


@pytest.mark.skipif(address_is_set(), reason="the address of the repository is set")
def test_without_an_address_nothing_points_there(site):
    for name in PAGES:
        links = links_of(site / f"{name}.html")
        assert [x for x in links if any(service in x for service in SERVICES)] == []
    for name in CHAPTER_PAGES:
        assert "pip install" not in (ROOT / f"{name}.ipynb").read_text("utf-8")


def test_binder_installs_what_the_notebooks_import():
    lines = (ROOT / ".binder/requirements.txt").read_text().splitlines()
    asked = {line.partition("#")[0].strip() for line in lines}
    assert {"-e .", "-c ../constraints.txt", "matplotlib", "ipywidgets", "scikit-learn"} <= asked
    python = (ROOT / ".binder/runtime.txt").read_text().strip()
    assert python == "python-3.11"
