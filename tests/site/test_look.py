"""The look of the pages: their head, what is around them, the dark, small screens, paper."""

import re
from pathlib import Path
from urllib.parse import urljoin

import pytest
from docutils import nodes
from site_html import parse, parse_page
from site_pages import CHAPTER_PAGES, PAGES, QuietHandler, served
from site_walk import switch

from bookext.course.marks import listed, minutes
from bookext.html.formulas import CLOSING, OPENING
from bookext.html.head import described
from bookext.html.pictures import has_tones
from bookext.source import parse as parse_source

pytest_plugins = ["site_fixtures"]
browser_test = pytest.mark.browser

PROOF, PLATES, TITLE = "book/06-perceptron-proof", "book/12-kernels", "Learning Theory You Can Run"


# The head


@pytest.mark.parametrize("name", CHAPTER_PAGES)
def test_a_page_says_where_it_stands_and_how_long_it_takes(site, name):
    page = parse(site / f"{name}.html")
    chapter = int(Path(name).name[:2])
    window, suffix = page.title.get_text().rsplit(" — ", 1)
    assert suffix == TITLE
    assert window.startswith(f"{chapter} ")
    place = page.select_one("article .page-place")
    if re.fullmatch(r"\d\d-[a-z-]+", Path(name).name) and "›" not in window:
        assert place is None  # the first page of a chapter
        assert re.fullmatch(r"\d+ ", page.select_one("h1 > .section-number").get_text())
    else:
        first = (site / "book" / place.a["href"]).resolve()
        assert parse(first).title.get_text() == f"{place.a.get_text()} — {TITLE}"
        heading = page.h1.find(string=True, recursive=False)
        assert window == f"{place.a.get_text()} › {heading}"
    facts = page.select_one("article .page-facts > p").get_text(" ", strip=True)
    assert 1 <= int(re.search(r"(\d+) minutes?\b", facts)[1]) <= 120
    beside = page.select("li.toctree-l1.active a.reference:not(.here-section)")
    (at,) = (at for at, link in enumerate(beside, start=1) if "current" in link["class"])
    assert f"page {at} of {len(beside)}" in facts


def test_the_front_matter_says_what_a_page_is_good_for_and_what_it_needs(site):
    facts = parse_page(PROOF).select_one(".page-facts")
    assert len(facts.select(".able dd")) == 3
    assert facts.select_one("a[href='06-perceptron.html#alg-perceptron']").get_text()
    assert facts.select_one(".course.core").get_text() == "First course"
    assert parse_page("book/06-perceptron-exercises").select("article .page-facts dl") == []


def test_what_a_further_page_needs_is_read_off_the_theorem_map(site):
    facts = parse_page("book/11-svm-duality").select_one(".page-facts")
    needs = [link["href"] for link in facts.select(":scope > dl a")]
    assert 1 <= len(needs) <= 4
    assert all(".html#" in link and not link.startswith("11-svm-duality") for link in needs)


def document(*children: nodes.Node) -> nodes.document:
    page = nodes.document("", "")
    page += nodes.section("", *children)
    return page


def paragraph(text: str) -> nodes.paragraph:
    return nodes.paragraph("", "", nodes.Text(text))


def test_minutes_are_those_of_words_proofs_moving_figures_and_tasks():
    words = "word " * 390
    code = "```{code-cell}\n" + "code " * 2000 + "\n```\n"
    hint = "```{hint}\n" + "word " * 2000 + "\n```\n"
    for more, wanted in [
        ("", 3),
        (code + hint, 3),
        (":::{prf:proof}\nClear.\n:::\n", 6),
        (":::{prf:proof}\n" + "word " * 130 + "\n:::\n", 10),
        ("```{code-cell}\nexplore(draw)\n```\n" * 2, 8),
        ("```{exercise}\n:class: your-turn\nTry.\n```\n", 11),
    ]:
        assert minutes(parse_source(f"{words}\n\n{more}", "a.md")) == wanted, more
    assert minutes(parse_source("word", "a.md")) == 1


def test_a_description_is_as_many_sentences_as_say_something():
    short, long = (
        "So it is.",
        "This is a sentence that goes on until it has said what it has to say.",
    )
    page = document(paragraph(f"{short}\n{long}\nAnd more."))
    assert described(page) == f"{short} {long}"
    assert described(document(nodes.admonition("", paragraph(long)))) == ""


@pytest.mark.parametrize("given", [["a", "b"], '["a", "b"]'])
def test_a_list_of_the_front_matter_comes_as_it_is_or_as_json(given):
    assert listed(given) == ["a", "b"]


def test_every_page_has_a_description_of_its_own_and_a_picture(site):
    described: dict[str, str] = {}
    whole = parse_page("book/intro").select_one("meta[name=description]")["content"]
    for name in PAGES:
        page = parse(site / f"{name}.html")
        words = page.select_one("meta[name=description]")["content"]
        assert page.select_one("meta[property='og:description']")["content"] == words
        without_text = name in ("book/intro", "book/bibliography")
        assert without_text == (words == whole)
        assert without_text or described.setdefault(words, name) == name
        assert not re.search(r"\\[a-z]|\$|\b(?:thm|lem|def|prop|cor)-", words), words
        picture = page.select_one("meta[property='og:image']")["content"]
        assert ((site / name).parent / picture).resolve().exists()


# Around the text


def test_chevrons_are_named_after_their_chapter_and_nothing_is_said_twice(site):
    page = parse_page(PROOF)
    names = [fold["aria-label"] for fold in page.select("#pst-primary-sidebar summary")]
    assert "Pages of 6 The perceptron" in names
    assert len(names) == len(set(names)) >= 14
    top = page.select("#pst-primary-sidebar :is(header a, .toctree-l1 > a)")
    words = [link.get_text(" ", strip=True) for link in top]
    assert len(words) == len(set(words))


def test_the_footer_says_who_wrote_it_and_how_it_may_be_used(site):
    for name in PAGES:
        footer = parse(site / f"{name}.html").select_one(".bd-footer-content")
        assert footer.select_one("a[rel=license]").get_text() == "CC BY 4.0"
        assert "authors" in footer.get_text()


@browser_test
def test_the_wordmark_and_the_search_stay_in_sight(visit):
    with visit(PROOF) as seen:
        seen.page.locator("#pst-primary-sidebar").evaluate("e => e.scrollTo(0, 600)")
        for part in (".navbar-brand", ".search-button-field"):
            box = seen.page.locator(f"#pst-primary-sidebar {part}").bounding_box()
            assert 0 <= box["y"] < 120


HERE = """() => {
  const side = document.querySelector(".bd-sidebar-primary");
  const place = (selector) => side.querySelector(selector).getBoundingClientRect();
  return [place(".sidebar-primary-item").bottom, place(".toctree-l1.current > a").top,
    place(".bd-docs-nav a.current").bottom, side.getBoundingClientRect().bottom];
}"""


@browser_test
def test_the_contents_show_where_one_is_after_a_link_to_another_chapter(visit):
    with visit("book/13-neural-networks-theory") as seen:
        for name in ("03-uniform-convergence-rademacher", "13-neural-networks-looking-back"):
            seen.page.evaluate("name => { location.href = `${name}.html`; }", name)
            seen.page.wait_for_url(f"**/{name}.html")
            head, chapter, entry, end = seen.page.evaluate(HERE)
            assert head <= chapter < entry <= end


@browser_test
def test_the_magnifier_lies_beside_the_words_of_the_search(visit):
    with visit(PROOF) as seen:
        seen.page.keyboard.press("Control+k")
        icon = seen.page.locator("dialog .fa-magnifying-glass").bounding_box()
        field = seen.page.locator("dialog input[type=search]")
        inside = field.evaluate("e => parseFloat(getComputedStyle(e).paddingLeft)")
        assert icon["x"] + icon["width"] <= field.bounding_box()["x"] + inside


@browser_test
def test_the_words_that_hide_the_marks_of_a_search_stand_without_an_icon(visit):
    with visit(PROOF) as seen:
        seen.page.goto(f"{seen.page.url}?highlight=margin")
        link = seen.page.locator(".highlight-link a")
        assert link.inner_text() == "Hide Search Matches"
        assert link.evaluate("e => getComputedStyle(e, '::before').content") == "none"


# A page that is not there


class Publisher(QuietHandler):
    """A server that shows 404.html, as those do on which sites are published."""

    def send_error(self, code, message=None, explain=None):
        text = Path(self.directory, "some", "path", "404.html").read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(text)


@browser_test
@pytest.mark.parametrize(
    "gone",
    ["gone.html", "book/06-gone.html", "book/deep/er/gone", "homework/gone", "slides/gone.html"],
)
def test_a_page_that_is_not_there_leads_into_the_book_from_any_depth(site, browser, tmp_path, gone):
    (tmp_path / "some").mkdir()
    (tmp_path / "some" / "path").symlink_to(site)
    with served(tmp_path, Publisher) as host:
        root = f"{host}some/path/"
        page = browser.new_page()
        assert page.goto(root + gone).status == 404
        assert page.locator("h1").inner_text() == "This page is not here"
        link = page.locator("main a").first
        assert link.evaluate("a => a.href") == urljoin(root, "book/intro.html")
        style = "document.querySelector('link[rel=stylesheet]').sheet !== null"
        assert page.evaluate(style)
        assert page.locator("input").input_value() == "gone"
        page.locator("button").click()
        page.wait_for_url(urljoin(root, "search.html?q=gone"))
        page.close()


# Formulas and the marks behind them


@pytest.mark.parametrize(
    ("before", "after", "kept"),
    [
        ("so", ", and", ","), ("at", "-th place", "-"), ("see (", "), too", "),"),
        ("in", " all", ""), ("the", "’s", "’s"), ("or", "—which", ""),
    ],
)  # fmt: skip
def test_what_touches_a_formula_stays_with_it(before, after, kept):
    assert CLOSING.match(after)[0] == kept
    assert OPENING.search(before)[0] == ("(" if before.endswith("(") else "")


@pytest.mark.parametrize("name", CHAPTER_PAGES)
def test_no_mark_follows_a_formula_outside_of_their_element(site, name):
    loose = []
    for formula in parse(site / f"{name}.html").select("article p > span.math"):
        following = formula.next_sibling
        if isinstance(following, str) and re.match(r"[.,;:!?)]", following):
            loose.append(formula.get_text() + following[:20])
    assert loose == []


@pytest.mark.parametrize("name", CHAPTER_PAGES)
def test_a_closed_proof_shows_its_idea_in_one_sentence(site, name):
    odd = []
    for idea in parse(site / f"{name}.html").select("summary .idea"):
        for known in idea.select("em, .katex"):  # of which theorem; formulas
            known.replace_with("X")
        said = idea.get_text().removeprefix("X").strip()
        sentences = len(re.findall(r"[.?!](?=\s|$)", said))
        if sentences != 1 or "part by part" in said or len(said.split()) < 4:
            odd.append(said)
    assert odd == []


# Dark pages


@pytest.mark.parametrize(
    ("html", "meant"),
    [
        ("<svg><path style='fill: #0072b2'/></svg><figcaption>A line.</figcaption>", False),
        ("<svg><image href='data:image/png;base64,x'/></svg>", True),
        ("".join(f"<path style='fill: #0000{k:02}'/>" for k in range(9)), True),
        ('<svg class="plate" viewBox="0 0 1 1"></svg>', True),
    ],
)
def test_a_figure_with_pixels_or_scales_means_its_tones(html, meant):
    assert has_tones(html) == meant


@browser_test
def test_what_means_its_tones_is_not_turned_in_the_dark(visit):
    look = "e => [getComputedStyle(e).filter, getComputedStyle(e).backgroundColor]"
    with visit(PLATES, theme="dark") as seen:
        plates = seen.page.locator("figure.by-daylight .explore-frame svg")
        assert plates.count() >= 1
        assert set(map(tuple, plates.evaluate_all(f"all => all.map({look})"))) == {
            ("none", "rgb(253, 252, 248)")
        }
        others = seen.page.locator("figure:not(.by-daylight) .explore-frame svg")
        assert others.first.evaluate(look)[0] != "none"


# Figures

CUT = """() => [...document.querySelectorAll("figure svg, .cell_output svg")].flatMap((svg) => {
  const edge = svg.getBoundingClientRect(), place = (e) => e.getBoundingClientRect();
  const ground = (box) => box.width > .9 * edge.width && box.height > .9 * edge.height;
  return [...svg.querySelectorAll("use, path, text")]
    .filter((e) => !e.closest("defs, clipPath, [clip-path], [style*=clip-path]"))
    .filter((e) => (place(e).width || place(e).height) && !ground(place(e)))
    .filter((e) => Math.max(edge.left - place(e).left, place(e).right - edge.right,
      edge.top - place(e).top, place(e).bottom - edge.bottom) > 1)
    .map((e) => `${svg.parentElement.innerText.slice(0, 40)}: ${e.outerHTML.slice(0, 80)}`);
})"""
QUICK = {PROOF, PLATES}


@browser_test
@pytest.mark.parametrize(
    "name",
    [n if n in QUICK else pytest.param(n, marks=pytest.mark.slow) for n in CHAPTER_PAGES],
)
def test_nothing_of_a_figure_is_cut_by_its_edge(visit, name):
    with visit(name) as seen:
        seen.page.evaluate(
            "document.querySelectorAll('details').forEach((e) => { e.open = true; })"
        )
        assert seen.page.evaluate(CUT) == []


# Sliders


@browser_test
def test_a_slider_is_filled_to_its_value_and_its_row_is_easy_to_hit(visit):
    with visit(PROOF) as seen:
        slider = seen.page.locator(".explore input[type=range]").first
        slider.focus()
        for _ in range(2):
            seen.page.keyboard.press("ArrowRight")
        at, now = slider.evaluate("e => [+e.style.getPropertyValue('--at'), e.value / e.max]")
        assert at == pytest.approx(now)
        assert at > 0
        assert slider.bounding_box()["height"] >= 44


@browser_test
def test_ticks_stand_where_the_thumb_can_stop(visit):
    places = "e => [...e.querySelectorAll('option')].map((tick) => tick.getBoundingClientRect().x)"
    with visit(PROOF) as seen:
        row = seen.page.locator(".explore label:has(datalist)").first
        track, ticks = row.locator("input").bounding_box(), row.evaluate(places)
        step = (track["width"] - 24) / (len(ticks) - 1)
        expected = [track["x"] + 12 + k * step for k in range(len(ticks))]
        assert ticks == pytest.approx(expected, abs=1.5)


# Small screens


@pytest.fixture
def phone(browser, address):
    context = browser.new_context(
        viewport={"width": 320, "height": 700}, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    yield lambda name: (page.goto(f"{address}{name}.html"), page)[1]
    context.close()


@browser_test
def test_what_is_wider_than_a_telephone_shows_it(phone):
    page = phone("book/13-neural-networks-theory")  # cases
    wide = page.locator("div.math > .katex-display.scrolls")
    assert wide.count() > 0
    assert wide.first.evaluate("e => getComputedStyle(e).backgroundImage").count("gradient") == 4
    fits = "e => e.scrollWidth <= e.clientWidth + 1"
    still = page.locator("div.math > .katex-display:not(.scrolls):visible")
    assert all(still.evaluate_all(f"all => all.map({fits})"))


@browser_test
@pytest.mark.parametrize("part", [".cell_input", ".cell_output"])
def test_no_copy_button_lies_on_code_or_output_where_nothing_hovers(phone, part):
    page = phone("book/01-learning-model")
    cells = page.locator(f"{part} .highlight:has(> button.copybtn):visible")
    assert cells.count() > 0
    lies = """cell => {
      const button = cell.querySelector("button.copybtn").getBoundingClientRect();
      const range = document.createRange();
      range.selectNodeContents(cell.querySelector("pre"));
      return button.bottom > range.getBoundingClientRect().top + 1;
    }"""
    assert not any(cells.evaluate_all(f"all => all.map({lies})"))


@browser_test
def test_a_line_that_opens_is_high_enough_for_a_finger(phone):
    page = phone(PROOF)
    heights = page.locator("article :is(.evidence, .quiet) > summary:visible").evaluate_all(
        "all => all.map(e => e.getBoundingClientRect().height)"
    )
    assert min(heights) >= 40


@browser_test
def test_a_long_formula_ends_its_lines_on_a_telephone(visit):
    for name in (PROOF, "book/01-learning-model-finite", "book/07-vc-dimension-growth"):
        with visit(name, width=390) as seen:
            cut = seen.page.locator(".katex-display:visible").evaluate_all(
                "all => all.filter(e => e.scrollWidth > e.clientWidth + 1).length"
            )
        assert cut == 0, name


@browser_test
@pytest.mark.parametrize("width", [390, 1280])
def test_a_figure_keeps_its_height_while_it_moves(visit, width):
    with visit("book/03-uniform-convergence-hoeffding", width=width) as seen:
        seen.page.evaluate("bringFrames()")
        for figure in seen.page.locator(".explore:has(input):visible").all():
            heights = figure.evaluate("""figure => {
              const slider = figure.querySelector("input"), seen = new Set();
              for (slider.value = 0; ; slider.value = Number(slider.value) + 1) {
                slider.dispatchEvent(new Event("input", { bubbles: true }));
                seen.add(figure.offsetHeight);
                if (slider.value === slider.max) return seen.size;
              }
            }""")
            assert heights == 1, figure.get_attribute("aria-label")


# Paper


PRINTED = """() => {
  const look = (selector, property) => {
    const e = document.querySelector(selector);
    return e && getComputedStyle(e)[property];
  };
  return [look("article section > p", "color"), look("article .cell_input pre .n", "color"),
    look("figure:not(.by-daylight) .explore-frame svg", "filter"), look("body", "backgroundColor")];
}"""


@browser_test
@pytest.mark.parametrize("heard", [True, False])
def test_a_dark_page_is_printed_by_day(visit, heard):
    with visit(PROOF, theme="dark") as seen:
        switch(seen.page, "code")
        seen.page.emulate_media(media="print", color_scheme="dark")
        if heard:
            seen.page.evaluate("dispatchEvent(new Event('beforeprint'))")
        text, code, figure, _ = seen.page.evaluate(PRINTED)
        assert text == code == "rgb(0, 0, 0)"
        assert figure == "none"
        if heard:
            seen.page.evaluate("dispatchEvent(new Event('afterprint'))")
        assert seen.page.evaluate("document.documentElement.dataset.theme") == "dark"


@browser_test
def test_the_printed_page_has_its_chapter_and_its_number(visit):
    with visit(PROOF) as seen:
        seen.page.emulate_media(media="print")
        assert seen.page.locator("article .page-place").is_visible()
        (title,) = seen.page.locator("h1:visible").all_inner_texts()
        assert title.startswith("The perceptron convergence theorem")
