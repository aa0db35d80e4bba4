"""What the light pages load: all that they need, whatever was built before, and nothing else."""

import os
import re
import shutil
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from tools.site import light
from tools.site.faces import cut
from tools.site.meaning import Memory, of_page

ROOT = Path(__file__).resolve().parents[3]
FACE = "third-party/faces/newsreader-latin-400-normal.woff2"
BASIC = "ol.upper { list-style: upper-alpha } ol.lower { list-style: lower-alpha }"
THEME = """@import "basic.css";
.kept { color: red } .lost { color: blue } .late { color: green } div { color: teal }"""
LOOK = f"""@font-face {{ font-family: "Book Text"; src: url({FACE}) format("woff2"); }}
.box:is(.mine, .yours) {{ color: plum }}"""
RANGE = re.compile(r"U\+(\w+)(?:-(\w+))?")
PAGE = """<html><head><!-- joined pages.css -->
<link rel="stylesheet" href="{up}_static/theme.css?v=1">
<link rel="stylesheet" href="{up}_static/look.css">
<!-- /joined --><!-- joined pages.js -->
<script src="{up}_static/options.js"></script><script defer src="{up}_static/book.js?v=2"></script>
<!-- /joined --></head><body>{body}</body></html>"""


def site_of(folder: Path, **pages: str) -> Path:
    """Write a site as Sphinx leaves it."""
    static = folder / "_static"
    (static / FACE).parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(ROOT / "book" / "assets" / FACE, static / FACE)
    (static / "locales").mkdir(exist_ok=True)
    files = {"theme.css": THEME, "look.css": LOOK, "options.js": "const OPTIONS = {};"}
    for name, text in {**files, "basic.css": BASIC, "book.js": "OPTIONS.said = 'made';"}.items():
        (static / name).write_text(text)
    for name, body in pages.items():
        up = "../" if name != "search" else ""
        page = folder / ("book" if up else "") / f"{name}.html"
        page.parent.mkdir(exist_ok=True)
        page.write_text(PAGE.format(up=up, body=body))
    return folder


def tree(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def sheet(site: Path) -> str:
    (path,) = site.glob("_static/pages.*.css")
    return path.read_text()


def letters_of(face: str | Path) -> set[int]:
    with TTFont(face) as font:
        return set(font.getBestCmap())


def fresh(folder: Path, **pages: str) -> dict[str, bytes]:
    """Return the files of the site built at once."""
    site = site_of(folder / "fresh", **pages)
    light.lighten(site, folder / "fresh-memory")
    return tree(site)


def test_a_page_loads_one_sheet_and_one_script(tmp_path):
    site = site_of(tmp_path / "site", one='<p class="kept">Word</p>', search="Search")
    assert light.lighten(site, tmp_path / "memory") == 2
    text = (site / "book/one.html").read_text()
    (loaded,) = re.findall(r'rel="stylesheet" href="\.\./_static/(pages\.\w{8}\.css)"', text)
    (script,) = re.findall(r'<script defer src="\.\./_static/(pages\.\w{8}\.js)"', text)
    assert "theme.css" not in text
    assert f'href="_static/{loaded}"' in (site / "search.html").read_text()
    assert not (site / "_static/locales").exists()
    made = (site / "_static" / script).read_text()
    assert made.startswith("const OPTIONS={}")  # a name that scripts share stays
    assert "try{OPTIONS.said" in made  # one of the book fails alone
    assert "reportError" in made


def test_rules_of_others_that_nothing_means_are_dropped_and_those_of_the_book_stay(tmp_path):
    site = site_of(tmp_path / "site", one='<p class="kept">late</p><ol class="upper">')
    light.lighten(site, tmp_path / "memory")
    assert ".kept" in sheet(site)
    assert "ol.upper" in sheet(site)
    assert ".box:is(.mine,.yours)" in sheet(site)
    assert not re.search(r"\.lost|\.late|div|\.lower", sheet(site))


def test_the_face_has_the_letters_of_the_book_and_the_whole_one_is_there_for_others(tmp_path):
    site = site_of(tmp_path / "site", one="<p>th&eacute;&nbsp;</p>")
    light.lighten(site, tmp_path / "memory")
    (face,) = site.glob("_static/faces/*.woff2")
    letters = letters_of(face)
    assert {ord("é"), ord("z"), 0xA0} <= letters
    assert ord("ß") not in letters
    first, second = re.findall(r"@font-face\{[^}]*\}", sheet(site))
    assert f"url(./faces/{face.name})" in first
    assert "U+E9" in first
    assert f"url({FACE})" in second
    assert any(int(a, 16) <= ord("ß") <= int(b or a, 16) for a, b in RANGE.findall(second))
    assert face.name in (site / "book/one.html").read_text()  # asked for early


@pytest.mark.parametrize("body", ['<p class="kept late">Word</p>', "<p>Straße</p>", "<div></div>"])
def test_a_changed_page_gives_what_a_fresh_build_gives(tmp_path, body):
    before = {"one": '<p class="kept">Word</p>', "two": "Two"}
    site, memory = site_of(tmp_path / "site", **before), tmp_path / "memory"
    light.lighten(site, memory)
    site_of(site, one=body)  # as Sphinx does: what has changed, and all of _static
    light.lighten(site, memory)
    assert tree(site) == fresh(tmp_path, **{**before, "one": body})


def test_where_nothing_new_is_meant_only_the_changed_page_is_written(tmp_path):
    site = site_of(tmp_path / "site", one="One", two="Two")
    light.lighten(site, tmp_path / "memory")
    site_of(site, one="Once")
    old = os.stat(site / "book/two.html").st_mtime_ns
    assert light.lighten(site, tmp_path / "memory") == 1
    assert os.stat(site / "book/two.html").st_mtime_ns == old
    assert light.lighten(site, tmp_path / "memory") == 0


class Stopped(Exception):
    """The machine is switched off."""


LATER = {"one": '<p class="late">&szlig;</p>', "two": "Two"}


@pytest.fixture(scope="module")
def whole_site(tmp_path_factory) -> dict[str, bytes]:
    return fresh(tmp_path_factory.mktemp("whole"), **LATER)


@pytest.mark.parametrize("again", [False, True], ids=["at first", "later"])
@pytest.mark.parametrize("after", range(9))
def test_interrupted_at_any_file_it_is_done_by_the_next_call(
    tmp_path, monkeypatch, whole_site, after, again
):
    site, memory = tmp_path / "site", tmp_path / "memory"
    if again:  # and something else was stopped in between
        site_of(site, one="One", two="Two")
        light.lighten(site, memory)
        site_of(site, one=LATER["one"])
        (site / "_static/.pages.01234567.css.new").touch()
    else:
        site_of(site, **LATER)
    written = []

    def stop(path: Path, data: bytes) -> None:
        if len(written) == after:
            path.with_name(f".{path.name}.new").write_bytes(data[: len(data) // 2])
            raise Stopped
        written.append(path)
        whole(path, data)

    whole = light.write
    with monkeypatch.context() as patch:
        patch.setattr(light, "write", stop)
        try:
            light.lighten(site, memory)
        except Stopped:
            assert len(written) == after
        else:
            assert len(written) <= after
    light.lighten(site, memory)
    assert tree(site) == whole_site


def test_pages_that_join_other_files_under_one_name_are_refused(tmp_path):
    site = site_of(tmp_path / "site", one="One", two="Two")
    page = site / "book/two.html"
    page.write_text(page.read_text().replace("_static/look.css", "_static/theme.css"))
    with pytest.raises(ValueError, match=r"pages\.css is joined from different files"):
        light.lighten(site, tmp_path / "memory")


def test_what_a_tool_complains_of_is_shown(tmp_path):
    site = site_of(tmp_path / "site", one="One")
    (site / "_static/book.js").write_text("let = ;")
    with pytest.raises(RuntimeError, match=r"book\.js:1:\d+: ERROR"):
        light.lighten(site, tmp_path / "memory")


def test_a_text_is_read_once(tmp_path):
    memory = Memory(tmp_path / "texts.json", {"kept", "p"})
    memory.read(b'<p class="kept other">\xce\xb1</p>', of_page)
    light.write(memory.file, memory.as_json())
    again = Memory(tmp_path / "texts.json", {"kept", "p"})
    assert again.known == memory.used != {}
    assert Memory(tmp_path / "texts.json", {"other"}).known == {}
    words, shown = memory.sums()
    assert words == "kept p"
    assert "α" in shown


def test_a_face_of_which_nothing_is_used_stays_whole(tmp_path):
    face = ROOT / "book" / "assets" / FACE
    made = cut(face, "你", tmp_path, typed=True)
    assert made["others"] == ""
    assert letters_of(made["file"]) == letters_of(face)
