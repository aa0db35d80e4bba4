"""The built pages as text: math, links, numbers, and nothing from elsewhere."""

import re
from collections import Counter
from pathlib import Path
from urllib.parse import unquote, urldefrag
from xml.etree.ElementTree import fromstring

import pytest
from site_html import ids_of, light, parse, strings_outside, without_drawn_formulas
from site_pages import CHAPTER_PAGES, PAGES

from bookext.html.formulas import crowded

pytest_plugins = ["site_fixtures"]

NOT_PROSE = {"pre", "code", "script", "style", "svg", "title"}


def loaded_by(path: Path) -> list[str]:
    """Return the addresses of what a page loads by itself."""
    found = parse(path).select("script[src], img[src], source[src], iframe[src], link[href]")
    return [
        tag.get("src") or tag["href"]
        for tag in found
        if not {"canonical", "search", "next", "prev", "index"}.intersection(tag.get("rel", []))
    ]


def prose_of(path: Path) -> list[str]:
    """Return the texts of a page that are neither code nor rendered formulas."""
    found = strings_outside(parse(path), NOT_PROSE, classes={"katex"})
    return [text.strip() for text in found if text.strip()]


@pytest.fixture
def pages(site) -> list[Path]:
    """Return the pages of the table of contents."""
    return [site / f"{name}.html" for name in PAGES]


def test_every_formula_is_rendered(pages):
    """One with class eqn-num numbers itself: write aligned, and (eq-label)."""
    marks = ("ParseError", "katex-error", 'mathcolor="#cc0000"', 'class="eqn-num"')
    texts = {page.name: page.read_text("utf-8") for page in pages}
    assert [(name, mark) for name, text in texts.items() for mark in marks if mark in text] == []


MATH = re.compile("<math.*?</math>", re.S)


def test_the_mathml_of_every_formula_is_well_formed(site):
    files = [*site.glob("book/*.html"), *site.glob("slides/*.html")]
    found = {math: page.name for page in files for math in MATH.findall(page.read_text("utf-8"))}
    assert len(found) > 5000
    crowd = [(name, math) for math, name in found.items() if any(crowded(fromstring(math)))]
    assert crowd == []


def test_no_browser_translates_a_formula_or_what_a_figure_tells(pages):
    kinds = ".math, .explore label, .explore output, .explore-frame, .ev-number"
    told = [tag for page in pages for tag in parse(page).select(kinds)]
    assert len(told) > 10_000
    assert [str(tag)[:80] for tag in told if tag.get("translate") != "no"] == []


def test_no_formula_and_no_markup_is_left_raw(pages):
    raw = re.compile(r"\$|\\[a-zA-Z]+|\{[a-z:]+\}`|:::|^```")
    assert [
        (page.name, line) for page in pages for line in prose_of(page) if raw.search(line)
    ] == []


def broken_links(page: Path) -> list[str]:
    """Return the links of a page to a file, or to a place in one, that the site does not have."""
    broken = []
    for link in (tag["href"] for tag in parse(page).select("a[href]")):
        target, anchor = urldefrag(unquote(link))
        anchor = anchor.removeprefix("/")  # of a slide
        path = (page.parent / target).resolve() if target else page
        if re.match(r"[a-z]+:", link):
            continue
        if not path.exists() or (anchor and path.suffix == ".html" and anchor not in ids_of(path)):
            broken.append(link)
    return broken


def test_formulas_are_left_out_and_nothing_else():
    drawn = '<span class="katex-html" aria-hidden="true">{}</span>'
    inside = '<span class="base"><span>x</span><svg><path d="M0"/></svg></span><span>y</span>'
    page = f'<p>Let <span class="katex"><math>xy</math>{drawn}</span> be <span>it</span>.</p>'
    link = '<span><a href="#there">z</a></span>'
    for before, after in [(inside, ""), ("", ""), (link, link)]:
        assert without_drawn_formulas(page.format(before) * 2) == page.format(after) * 2


@pytest.mark.parametrize(
    ("drawn", "left"),
    [
        ('<math display="block"><mi>x</mi><mo>=</mo></math>', '<math display="block">x=</math>'),
        ('<svg role="img"><g id="g"><use href="#g"/></g>x</svg>', '<svg role="img">x</svg>'),
        ('<pre><span class="nf"><span class="pre">f</span></span>()</pre>', "<pre>f()</pre>"),
    ],
)
def test_of_formulas_drawings_and_code_the_text_stays(drawn, left):
    page = "<p><i>Let</i> {} <b>be</b></p>"
    assert light(page.format(drawn) * 2) == page.format(left) * 2


@pytest.mark.parametrize(
    "drawn",
    [
        '<math display="block"><mi id="x">x</mi></math>',
        '<svg role="img"><a href="there.html"><g>x</g></a></svg>',
        '<svg role="img"><image href="there.png"/></svg>',
        '<svg role="img"><script>1</script></svg>',
        '<pre><span class="n"><a href="there.html">f</a></span></pre>',
        '<pre><span class="n" id="f">f</span></pre>',
        "<script>'<svg role=\"img\"><g>x</g><\\/svg>'</script><svg>x</svg>",
    ],
)
def test_what_leads_or_loads_or_is_an_aim_stays_as_it_is(drawn):
    assert light(f"<p>{drawn}</p>" * 2) == f"<p>{drawn}</p>" * 2


def test_every_link_leads_somewhere(site, pages):
    """Those of the sources and of the search, too."""
    others = [site / "index.html", site / "search.html", *site.glob("_modules/**/*.html")]
    assert len(others) > 25
    broken = {path.name: broken_links(path) for path in [*pages, *others]}
    assert {name: links for name, links in broken.items() if links} == {}


def test_a_link_that_leads_nowhere_is_found(tmp_path):
    there = tmp_path / "there.html"
    there.write_text('<p id="here">Here.</p>')
    links = ["there.html", "there.html#here", "there.html#away", "gone.html", "#top", "mailto:x@y"]
    page = tmp_path / "page.html"
    page.write_text("".join(f'<a href="{link}">x</a>' for link in links))
    assert broken_links(page) == ["there.html#away", "gone.html", "#top"]


def test_nothing_is_loaded_from_another_host(pages):
    loaded = [(page, url) for page in pages for url in loaded_by(page)]
    assert [(page.name, url) for page, url in loaded if re.match(r"([a-z]+:)?//", url)] == []
    sheets = {(page.parent / url.split("?")[0]).resolve() for page, url in loaded if ".css" in url}
    assert {"pages", "results", "theorem_map"} <= {sheet.name.split(".")[0] for sheet in sheets}
    away = re.compile(r"(?:url\(|@import)\s*[\"']?(?:https?:)?//")
    assert [sheet.name for sheet in sheets if away.search(sheet.read_text("utf-8"))] == []


def test_pages_and_pictures_are_described(pages):
    described = "meta[name=description][content]:not([content=''])"
    assert [page.name for page in pages if not parse(page).select_one(described)] == []
    pictures = [(page.name, tag) for page in pages for tag in parse(page).select("img")]
    assert [(name, tag["src"]) for name, tag in pictures if not tag.get("alt")] == []


def test_no_id_occurs_twice(pages):
    twice = {page.name: Counter(ids_of(page)) - Counter(set(ids_of(page))) for page in pages}
    assert {name: list(ids) for name, ids in twice.items() if ids} == {}


@pytest.mark.parametrize(
    ("kind", "box"),
    [
        ("statement", ".proof"),
        ("exercise", ".exercise"),
        ("figure", "figure"),
        ("equation", ".math"),
    ],
)
def test_numbers_of_a_chapter_run_on_over_its_pages(site, kind, box):
    found: dict[int, list[int]] = {}
    for name in CHAPTER_PAGES:
        numbers = parse(site / f"{name}.html").select(f"{box} .caption-number, {box} > .eqno")
        for text in (tag.get_text() for tag in numbers):
            chapter, number = map(int, re.search(r"(\d+)\.(\d+)", text).groups())
            assert chapter == int(Path(name).name[:2]), f"{text} stands in {name}"
            found.setdefault(chapter, []).append(number)
    assert found, f"no {kind} has a number"
    for chapter, numbers in found.items():
        assert numbers == list(range(1, len(numbers) + 1)), f"{kind}s of chapter {chapter}"


def test_evidence_names_its_statement_by_number_and_links_to_it(site):
    for name in CHAPTER_PAGES:
        page = parse(site / f"{name}.html")
        assert page.select(".evidence"), name
        said = [tag.get_text() for tag in page.select(".evidence .ev-of")]
        assert [text for text in said if not re.match(r"[A-Z][a-z]+ \d+\.\d+$", text)] == [], name
        for row in page.select(".evidence.here tbody tr:not(.world)"):
            assert "#" in row.select_one("a.ev-of")["href"], name


def test_no_verdict_is_left_as_a_line_of_text(site):
    for name in CHAPTER_PAGES:
        said = " ".join(
            pre.get_text() for pre in parse(site / f"{name}.html").select(".cell_output")
        )
        assert not re.search("[✓✗] ", said), name
