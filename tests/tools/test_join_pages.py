"""tools/join_pages.py: what it makes of a small site of three pages."""

import json

import pytest
from bs4 import BeautifulSoup
from join_pages import (
    ELSEWHERE,
    chapters_of,
    front_part,
    join_chapter,
    join_pages,
    pages_of,
)
from paper_page import FORMULA, Site

TOC = {
    "root": "book/intro",
    "parts": [{"chapters": [{"file": "book/06-lines", "sections": [{"file": "book/06-more"}]}]}],
}
PAGE = "<html><body><nav>menu</nav><article class='bd-article'>{}</article></body></html>"
FORMULA_OF_KATEX = (
    '<span class="katex"><span class="katex-mathml"><math><annotation>w_{t}\n\\le 1</annotation>'
    '</math></span><span class="katex-html" aria-hidden="true">w</span></span>'
)
FIGURE = """<figure id="fig-x"><div class="explore"><p class="explore-title">A run</p>
<label>t <input type="range"><span>0</span></label>
<label>rule <select><option>a</option><option>b</option></select></label>
<div class="explore-frame" role="img" aria-label="t = 0"><svg><use href="#old"/></svg></div>
<output>t = 0</output><script type="application/json">%s</script><script>move()</script></div>
</figure>"""
DATA = {
    "values": [["0", "5", "9"], ["a", "b"]],
    "readouts": ["0 a", "0 b", "5 a", "5 b", "9 a", "9 b"],
    "pieces": [
        "<svg aria-hidden='true'><g id='p' clip-path='url(#q)'></g>",
        "<use href='#p'/>",
        "</svg>",
        "<i></i>",
    ],
    "frames": [[0, 2], [0, 2], [0, 1, 2], [0, 2], [0, 2], [0, 2]],
}
INTRO = """<section id="top"><h1>The book<a class="headerlink" href="#top">#</a></h1>
<p><a href="06-more.html#thm-x">Theorem 6.1</a>, <a href="06-lines.html">lines</a>,
<a href="https://example.org/paper">a paper</a>, <a href="https://doi.org/10.1/x">doi:10.1/x</a>,
<a href="../_sources/book/intro.md">source</a> <a href="#top">here</a>
<a href="../_modules/x.html#y"><span class="viewcode-link">[source]</span></a></p>
<img src="../_images/a.svg" alt="a"></section>"""
LINES = f"""<section id="top"><h1>6. Lines</h1><h2>6.1. First {FORMULA_OF_KATEX}</h2>
<p>{FORMULA_OF_KATEX}</p>
<details class="admonition hide above-input"><summary>Show</summary>
<pre><span class="k">import</span>
<a href="#top"><span>x</span></a></pre></details>
<details class="sd-dropdown"><summary>The calculation</summary><p>open</p></details>
{FIGURE % json.dumps(DATA)}</section>"""
MORE = """<section id="top"><h1>6.2. More</h1><div class="theorem" id="thm-x">T</div>
<details class="the-proof" open><summary><span>Proof</span></summary><p><em>Proof.</em> Clear.</p>
</details><div class="exercise" id="ex-a"><p class="admonition-title"><span class="caption-number">
Exercise 6.1 </span>(easy)<a class="headerlink" href="#ex-a">#</a></p></div>
<details class="dropdown admonition hint"><summary class="admonition-title">Hint</summary>
<p>Look.</p></details>
<details class="solution dropdown admonition" id="s1"><summary class="admonition-title">Solution to
Exercise 6.1 (easy)</summary><div class="cell">code</div></details><p>after</p></section>"""


def joined(tmp_path, address="", more=MORE):
    """The pages of the front and of the two chapters."""
    (tmp_path / "book").mkdir()
    for name, text in (("intro", INTRO), ("06-lines", LINES), ("06-more", more)):
        (tmp_path / f"book/{name}.html").write_text(PAGE.format(text), "utf-8")
    site = Site(tmp_path, address, tuple(pages_of(TOC)))
    folder = tmp_path / "out"
    chapters = [join_chapter(site, pages, folder) for pages in chapters_of(site.pages)]
    pages = join_pages([front_part("<header>F</header>", chapters), *chapters], "")
    assert list(pages) == ["front", "intro", "06-lines"]
    return {name: BeautifulSoup(text, "html.parser") for name, text in pages.items()}


def test_pages_come_in_order_with_their_depth():
    pages = [(1, "book/intro"), (1, "book/06-lines"), (2, "book/06-more")]
    assert list(pages_of(TOC)) == pages
    assert chapters_of(pages) == [pages[:1], pages[1:]]


def test_headings_are_those_of_one_book(tmp_path):
    book = joined(tmp_path)
    headings = [
        (tag.name, tag.get_text())
        for page in list(book.values())[1:]
        for tag in page.select("h1, h2, h3")
    ]
    assert headings == [
        ("h1", "The book"),
        ("h1", "6. Lines"),
        ("h2", "6.1. First w"),
        ("h2", "6.2. More"),
        ("h2", "Hints and solutions"),
    ]
    front = book["front"]
    rows = [(row["class"], row.a.get_text()) for row in front.select("nav.contents li")]
    assert rows == [([name], words) for name, words in headings]
    assert front.header.get_text() == "F"
    for page in book.values():
        assert page.select("body > nav") == page.select("nav.contents")  # no menu


def test_names_are_unique_and_links_stay_inside(tmp_path):
    book = joined(tmp_path)
    names = [tag["id"] for page in book.values() for tag in page.select("[id]")]
    assert len(names) == len(set(names))
    links = {a.get_text(): a["href"] for a in book["intro"].select("#intro p a")}
    assert links["Theorem 6.1"] == f"{ELSEWHERE}#06-more--thm-x"
    assert links["lines"] == f"{ELSEWHERE}#06-lines"
    assert links["here"] == "#intro--top"
    assert "source" not in links
    assert "[source]" not in book["intro"].get_text()
    assert book["intro"].select_one("img")["src"] == "../_images/a.svg"


def test_what_others_ask_for_is_linked_to_in_its_own_page(tmp_path):
    hidden = joined(tmp_path)["06-lines"].select("div[hidden] a")
    places = {link["href"] for link in hidden}
    assert {"#06-more--thm-x", "#06-lines", "#06-lines--answers"} <= places
    assert {link.get_text() for link in hidden} == {""}


def test_links_to_elsewhere_say_where(tmp_path):
    notes = joined(tmp_path)["intro"].select(".address")
    assert [note.get_text() for note in notes] == [" (example.org/paper)"]


def test_a_lost_link_is_an_error(tmp_path):
    with pytest.raises(ValueError, match="06-more--thm-x"):
        joined(tmp_path, more=MORE.replace("thm-x", "thm-y"))


@pytest.mark.parametrize("address", ["", "https://book.example/x"])
def test_an_explorable_figure_stands_still(tmp_path, address):
    figure = joined(tmp_path, address)["06-lines"].select_one(".explore")
    assert figure.select("script, input, select, label, output") == []
    assert "role" not in figure.select_one(".explore-frame").attrs
    assert figure.svg.attrs == {"role": "img", "aria-label": "5 a"}
    assert figure.use["href"] == f"#{figure.g['id']}" == "#06-lines--p"
    assert figure.g["clip-path"] == "url(#06-lines--q)"
    pointer = figure.select_one(".pointer")
    assert pointer.get_text().startswith("t = 5, rule = a here; it moves on ")
    assert "06-lines.html" in pointer.get_text()
    if address:
        assert pointer.a["href"] == f"{address}/book/06-lines.html#fig-x"


def test_what_is_folded_is_open(tmp_path):
    book = joined(tmp_path)["06-lines"]
    assert book.select("details, summary") == []
    assert book.select_one(".folded-code").get_text().strip() == "import\nx"
    assert book.select_one(".folded-code a")["href"] == "#06-lines--top"
    assert book.select_one(".unfolded").get_text() == "The calculationopen"
    assert book.select_one("div.the-proof").get_text().strip() == "Proof. Clear."


def test_hints_and_solutions_stand_at_the_end_of_the_chapter(tmp_path):
    book = joined(tmp_path)["06-lines"]
    after = book.find("p", string="after")
    assert after.find_next("section", class_="answers")
    exercise = book.select_one(".exercise")
    assert exercise.select_one(".answer").get_text() == "Hint: page ; solution: page "
    there = [link["href"] for link in exercise.select("a.page")]
    boxes = book.select(".answers > div")
    assert there == [f"#{box['id']}" for box in boxes]
    assert [box.a["href"] for box in boxes] == ["#06-more--ex-a"] * 2
    titles = [box.select_one("p.admonition-title").get_text() for box in boxes]
    assert titles == ["Hint to Exercise 6.1", "Solution to Exercise 6.1"]


def test_a_formula_is_an_image_with_its_source(tmp_path):
    formulas = joined(tmp_path)["06-lines"].select(".katex")
    assert len(formulas) == 2
    in_heading, in_text = formulas
    assert in_heading.attrs == {"class": ["katex"]}
    assert in_text["role"] == "img"
    assert in_text["aria-label"] == FORMULA + r"w_{t} \le 1"
    for formula in formulas:
        assert formula.select(".katex-mathml, [aria-hidden]") == []
        assert formula.get_text() == "w"


def test_a_span_that_does_not_end_is_an_error(tmp_path):
    with pytest.raises(ValueError, match="does not end"):
        joined(tmp_path, more='<p><span class="katex"><span>w</span></p>')


def test_each_chapter_has_its_running_head(tmp_path):
    book = joined(tmp_path)
    heads = {"front": '""', "intro": '"The book"', "06-lines": '"6. Lines"'}
    for name, words in heads.items():
        assert f"@top-right {{ content: {words}; }}" in book[name].style.string
