"""Make the pages of the built site light: one style sheet, one script, small faces.

    python tools/site/light.py

Between two marks, `<!-- joined pages.css -->` and `<!-- /joined -->`, a template names files that
are to be one.  tools/site/join.mjs joins them, drops rules of others that no page and no script
can mean, and minifies the rest; the faces keep the letters of the book.  Then the joined file,
whose name tells its content, takes the place of what stands between the marks.

As long as the pages together mean and show the same as before, nothing is joined again.  Every file
is written beside its place and renamed, and what was made is written down last: what was
interrupted is done again.
"""

import json
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from bookext.html.formulas import NODE
from tools.files import write
from tools.site import faces
from tools.site.meaning import WORD, Memory, digest, of_data, of_page, of_script

ROOT = Path(__file__).resolve().parents[2]
SITE, MEMORY = ROOT / "_build" / "html", ROOT / "_build" / "light"
ASSETS = ROOT / "book" / "assets"
JOIN = Path(__file__).with_name("join.mjs")
MADE_BY = [Path(__file__), JOIN, Path(faces.__file__), ROOT / "package-lock.json"]
MARKS = re.compile(rb"<!-- joined (\S+)(?: (\w+))? -->(.*?)<!-- /joined -->", re.S)
FILE = re.compile(rb'(?:href|src)="(?:\.\./)*_static/([^"?]+)')
JOINED = re.compile(r"\w+\.[0-9a-f]{8}\.(css|js)")
IMPORT = re.compile(rb'@import +(?:url\()?"([^"]+\.css)"')
FACE = re.compile(r"url\(\./faces/([^)]+)\)")
RECORD = "joined.json"  # in _static
#: What scripts put together from parts, or only a reader's own Python writes.
KEPT = ["^:focus-visible$", "^ansi-", "^bs-tooltip", "^tooltip", "^dropdown-menu",
        "^(show|fade|active|hide|read)$"]  # fmt: skip
STATES = ["data-theme", "data-mode", "open", "hidden", "title"]
#: Of _static, what no page asks for.
UNASKED = [
    *("locales", "vendor", "searchtools.js", "language_data.js"),
    *("scripts/fontawesome*", "scripts/bootstrap*", "**/*.map"),
]
#: Most of the text needs these faces, and the browser learns of them late; if there are formulas,
#: those of formulas, too.
EARLY = {
    "pages.css": [
        *("newsreader-latin-400-normal", "newsreader-latin-400-italic"),
        *("newsreader-latin-600-normal", "source-sans-3-latin-400-normal"),
        "source-sans-3-latin-600-normal",
    ],
    "slides.css": ["newsreader-latin-400-normal", "source-sans-3-latin-400-normal"],
}
OF_FORMULAS = ["KaTeX_Main-Regular", "KaTeX_Math-Italic"]
FORMULA = b'class="katex'

Lists = Mapping[str, list[str]]  # the files of each joined one
Made = Mapping[str, str]  # the name that tells its content


@dataclass(frozen=True)
class Page:
    """A page with marks; `base`: the way from it to _static."""

    path: Path
    base: str
    data: bytes
    marks: Sequence[re.Match[bytes]]

    def with_each(self, new: Callable[[re.Match[bytes]], bytes]) -> bytes:
        """Return the page with something else in the place of its marks and what they enclose."""
        parts, at = [], 0
        for mark in self.marks:
            parts += [self.data[at : mark.start()], new(mark)]
            at = mark.end()
        return b"".join([*parts, self.data[at:]])

    def is_of(self, made: Made) -> bool:
        """Return whether the page loads what was made."""
        return all(sign_of(made[mark[1].decode()]) == mark[2] for mark in self.marks)


def sign_of(file: str) -> bytes:
    return file.split(".")[-2].encode()


def pages_of(site: Path) -> Iterator[Page]:
    """Yield the pages that have marks."""
    inside = (path for path in site.iterdir() if path.name not in ("_static", "lite"))
    for path in inside:
        for page in path.rglob("*.html") if path.is_dir() else [path]:
            if page.suffix == ".html" and (marks := [*MARKS.finditer(data := page.read_bytes())]):
                base = "../" * (len(page.relative_to(site).parts) - 1) + "_static/"
                yield Page(page, base, data, marks)


def lists_of(pages: Iterable[Page], before: Lists) -> Lists:
    """Return which files are to be one; of a page that is light the last build knows it."""
    lists: dict[str, list[str]] = {}
    old: set[str] = set()
    for mark in (mark for page in pages for mark in page.marks):
        name, files = mark[1].decode(), [file.decode() for file in FILE.findall(mark[3])]
        if mark[2]:
            old.add(name)
        elif lists.setdefault(name, files) != files:
            raise ValueError(f"{name} is joined from different files on different pages")
    return dict(sorted({**{name: before[name] for name in old}, **lists}.items()))


def sources_of(static: Path, files: Iterable[str]) -> dict[str, bytes]:
    """Return the files with those that they import."""
    sources: dict[str, bytes] = {}
    waiting = [static / file for file in files]
    while waiting:
        path = waiting.pop()
        sources[path.relative_to(static).as_posix()] = data = path.read_bytes()
        if path.suffix == ".css":
            waiting += [(path.parent / name.decode()).resolve() for name in IMPORT.findall(data)]
    return dict(sorted(sources.items()))


def read_all(
    static: Path, pages: Iterable[Page], sources: Mapping[str, bytes], folder: Path
) -> tuple[str, str, set[str]]:
    """Return what selectors can mean on the site, the letters and the names of frames in use."""
    styles = [data.decode("utf-8") for file, data in sources.items() if file.endswith(".css")]
    sheets = "\n".join(styles)
    memory = Memory(folder / "texts.json", set(WORD.findall(sheets)))
    for page in pages:
        memory.read(page.with_each(lambda mark: b""), of_page)
    figures = memory.frames()
    frames = (static / "figures" / f"{name}.js" for name in sorted(figures))
    for path in chain(static.glob("previews/**/*.js"), frames):
        memory.read(path.read_bytes(), of_page)
    for path in chain(*(static.glob(f"{folder}/*.js") for folder in ("live", "touch", "steps"))):
        memory.read(path.read_bytes(), of_script)
    for data in (data for file, data in sources.items() if file.endswith(".js")):
        memory.read(data, of_script)
    for path in static.glob("find-data.js"):
        memory.read(path.read_bytes(), of_data)
    write(memory.file, memory.as_json())
    words, shown = memory.sums()
    return words, "".join(sorted({*shown, *faces.ALWAYS, *faces.characters(sheets)})), figures


def join(static: Path, folder: Path, lists: Lists, words: str, shown: str, cuts: Path) -> Made:
    """Make the joined files in a folder and return their names; `cuts` keeps faces."""
    smaller = {
        face.name: faces.cut(face, shown, cuts, face.parent.name == "faces")
        for face in sorted(static.glob("third-party/**/*.woff2"))
    }
    for old in {*cuts.glob("*")} - {Path(each["file"]).parent for each in smaller.values()}:
        shutil.rmtree(old)
    given = {
        "from": str(static),
        "to": str(folder),
        "words": words,
        "kept": KEPT,
        "states": STATES,
        "cuts": smaller,
        "bundles": {
            name: [{"file": file, "own": is_own(file)} for file in files]
            for name, files in lists.items()
        },
    }
    done = subprocess.run([NODE, JOIN], input=json.dumps(given), capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"style sheets and scripts could not be joined:\n{done.stderr}")
    made: Made = json.loads(done.stdout)
    return made


def is_own(file: str) -> bool:
    return not file.startswith("third-party/") and (ASSETS / file).exists()


def move(folder: Path, static: Path) -> None:
    """Move what was made into its place."""
    (static / "faces").mkdir(exist_ok=True)
    for path in [*folder.glob("faces/*"), *folder.glob("*.*")]:
        write(static / path.relative_to(folder), path.read_bytes())


def faces_in(static: Path, made: Made) -> set[str]:
    sheets = [(static / name).read_text("utf-8") for name in made.values() if ".css" in name]
    return set(FACE.findall("\n".join(sheets)))


def forget(
    static: Path, pages: Iterable[Page], made: Made, kept: set[str], figures: set[str]
) -> None:
    """Remove what earlier builds made or left unfinished, and what no page asks for."""
    for folder in {static, static / "faces", *(page.path.parent for page in pages)}:
        for path in folder.glob(".*.new"):  # of tools.files
            path.unlink()
    for path in static.glob("figures/*"):
        if path.stem not in figures:
            path.unlink()
    for path in [path for pattern in UNASKED for path in static.glob(pattern)]:
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    for path in static.iterdir():
        if JOINED.fullmatch(path.name) and path.name not in made.values():
            path.unlink()
    for path in (static / "faces").iterdir():
        if path.name not in kept:
            path.unlink()


def asked_early(wanted: Iterable[str], base: str, names: Iterable[str]) -> str:
    """Return a script that asks for faces early; from a file that would only be refused."""
    files = [name for each in wanted for name in sorted(names) if name.startswith(f"{each}.")]
    return (
        f'<script>if (location.protocol !== "file:") for (const face of {json.dumps(files)}) '
        'document.head.append(Object.assign(document.createElement("link"), '
        f'{{rel: "preload", as: "font", crossOrigin: "", href: "{base}faces/" + face}}));</script>'
    )


def light(page: Page, made: Made, kept: set[str]) -> bytes:
    """Return a page that loads what is joined."""
    formulas = OF_FORMULAS * (FORMULA in page.data)

    def tags(mark: re.Match[bytes]) -> bytes:
        name = mark[1].decode()
        file = f"{page.base}{made[name]}"
        loads = f'<script defer src="{file}"></script>'
        if name.endswith(".css"):
            loads = f'<link rel="stylesheet" href="{file}">'
            if name in EARLY:
                loads = asked_early([*EARLY[name], *formulas], page.base, kept) + loads
        begin = b"<!-- joined %s %s -->" % (mark[1], sign_of(file))
        return b"%s%s<!-- /joined -->" % (begin, loads.encode())

    return page.with_each(tags)


def lighten(site: Path, folder: Path) -> int:
    """Make the pages of a site light and return how many were written; `folder`: the memory."""
    site = site.resolve()
    static, record = site / "_static", site / "_static" / RECORD
    folder.mkdir(parents=True, exist_ok=True)
    pages = list(pages_of(site))
    before: dict[str, Any] = json.loads(record.read_text("utf-8")) if record.exists() else {}
    lists = lists_of(pages, before.get("lists", {}))

    sources = sources_of(static, {file for each in lists.values() for file in each})
    words, shown, figures = read_all(static, pages, sources, folder)
    tools = digest(*(path.read_bytes() for path in MADE_BY), *sources.values())
    now = digest(*(text.encode() for text in (tools, json.dumps(lists), words, shown)))
    made: Made = before.get("made", {})
    if before.get("made of") != now or not all((static / name).exists() for name in made.values()):
        before = {}
        workshop = folder / "workshop"
        shutil.rmtree(workshop, ignore_errors=True)
        made = join(static, workshop, lists, words, shown, folder / "faces")
        move(workshop, static)
        write(record, json.dumps({"lists": lists}).encode())
    kept, written = faces_in(static, made), 0
    for page in pages:
        if before and page.is_of(made):
            continue
        if (new := light(page, made, kept)) != page.data:
            write(page.path, new)
            written += 1
    forget(static, pages, made, kept, figures)
    write(record, json.dumps({"lists": lists, "made": made, "made of": now}).encode())
    return written


def main() -> None:
    start = time.monotonic()
    count = lighten(SITE, MEMORY)
    took = time.monotonic() - start
    print(f"Style sheets, scripts and fonts are joined, in {took:.0f} s; pages changed: {count}")


if __name__ == "__main__":
    main()
