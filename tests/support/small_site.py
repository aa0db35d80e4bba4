"""Small books in a temporary folder, built with the real extensions of this one."""

import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

import small_book

CONFIG = """
import sys
sys.path.insert(0, {root!r})
extensions = ["myst_nb", "sphinx_proof", "sphinx_exercise", "sphinx_external_toc",
              "sphinxcontrib.bibtex", *{own!r}]
source_suffix = {{".md": "myst-nb"}}
myst_enable_extensions = ["amsmath", "attrs_block", "colon_fence", "dollarmath"]
external_toc_path = "_toc.yml"
nb_execution_mode = "off"
bibtex_bibfiles = ["book/references.bib"]
bibtex_reference_style = "author_year"
numfig = True
numfig_secnum_depth = 1
math_numfig = True
language = "en"
prf_realtyp_to_countertyp = {{
    kind: "theorem"
    for kind in ("algorithm", "corollary", "definition", "example", "lemma", "proposition",
                 "remark")
}}
"""


def build(
    folder: Path,
    files: Mapping[str, str],
    own: Iterable[str],
    *,
    apart: bool = False,
    **more: object,
) -> tuple[int, str]:
    """Write the files, build them with warnings as errors, and return the status and what was said.

    Pages are the files book/*.md in the order of their names, chapters those that begin with two
    digits; the site is in the folder "out". It happens in a process of its own if it is to be
    apart from the packages of this one; otherwise there may be ``more`` settings.
    """
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    (folder / "book/references.bib").touch()
    pages = sorted(path.stem for path in (folder / "book").glob("*.md"))
    chapters = [f"{{file: book/{name}}}" for name in pages if name[0].isdigit()]
    others = [f"{{file: book/{name}}}" for name in pages if not name[0].isdigit()]
    parts = [f"{{caption: Chapters, numbered: true, chapters: [{', '.join(chapters)}]}}"]
    parts += [f"{{caption: Reference, chapters: [{', '.join(others)}]}}"] * bool(others)
    (folder / "start.md").write_text("# Start\n")
    (folder / "_toc.yml").write_text(f"format: jb-book\nroot: start\nparts: [{', '.join(parts)}]\n")
    settings = CONFIG.format(root=str(folder), own=list(own))
    (folder / "conf.py").write_text(settings)
    if not apart:
        return small_book.build(folder, output="out", nitpicky=True, **more)
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "-n", "--keep-going", "--no-color"]
    done = subprocess.run([*command, ".", "out"], cwd=folder, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr
