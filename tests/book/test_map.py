"""Which result uses which: what is collected, circles, the layout of the map, its drawing."""

import random
import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest
import small_book
from bs4 import BeautifulSoup
from docutils import nodes
from hypothesis import given, settings
from hypothesis import strategies as st
from map_pages import BADLY_PLACED, table_of
from site_pages import ROOT

from bookext.evidence.statements import CLAIMS, LISTED
from bookext.theorems.drawing import draw, width_of
from bookext.theorems.graph import Graph, Statement, circles
from bookext.theorems.layout import MARGIN, WIDTH, lay_out, left, routes
from bookext.theorems.plain_math import plain

pytest_plugins = ["site_fixtures"]


def test_a_title_in_a_drawing_has_no_tex():
    title = [nodes.Text("At most "), nodes.math("", r"2^{VC}"), nodes.Text(" of "), nodes.Text("m")]
    assert plain(title) == "At most 2^VC of m"


# The graph


def statement(label, kind="theorem", chapter=1, number=1):
    return Statement(label, kind, f"book/{chapter:02}-x", chapter, (chapter, number), label)


def small_graph():
    """d (definition) <- a <- b, in chapter 1; c in chapter 2 uses b, and d through b."""
    found = [
        statement("d", "definition", 1, 1),
        statement("a", "lemma", 1, 2),
        statement("b", "theorem", 1, 3),
        statement("c", "corollary", 2, 1),
    ]
    return Graph.of(found, [("a", "d"), ("b", "a"), ("c", "b"), ("b", "b"), ("b", "nobody")])


def test_a_graph_has_the_pairs_both_ways_and_none_with_itself():
    graph = small_graph()
    assert graph.uses == {"d": (), "a": ("d",), "b": ("a",), "c": ("b",)}
    assert graph.users() == {"d": ["a"], "a": ["b"], "b": ["c"], "c": []}
    assert graph.statements["c"].full_name == "Corollary 2.1 (c)"


def test_a_page_needs_what_it_uses_of_other_pages():
    graph = small_graph()
    assert graph.needs("book/02-x", 4) == ["b"]
    assert graph.needs("book/01-x", 4) == []
    fans = [statement(x, chapter=2, number=at) for at, x in enumerate("xy", start=1)]
    pairs = [("x", "d"), ("x", "a"), ("y", "b"), ("y", "a"), ("y", "x")]
    graph = Graph.of([*graph.statements.values(), *fans], pairs)
    assert graph.needs("book/02-x", 2) == ["d", "a"]  # the most used, in the order of the book


def test_what_is_left_out_passes_its_uses_on():
    assert small_graph().only(["d", "c"]).uses == {"d": (), "c": ("d",)}


def test_a_chapter_is_shown_with_its_neighbours_only():
    around = small_graph().around(2)
    assert list(around.statements) == ["b", "c"]
    assert around.uses == {"b": (), "c": ("b",)}


def test_every_circle_is_found_and_only_circles():
    two = {"a": ["b"], "b": ["a", "x"], "x": ["y"], "y": ["z"], "z": ["x"], "free": ["a"]}
    assert sorted(circles(two)) == [["a", "b"], ["x", "y", "z"]]
    assert list(circles(small_graph().uses)) == []


@given(st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=30))
def test_a_circle_consists_of_uses_and_without_circles_none_is_left(pairs):
    labels = [str(k) for k in range(8)]
    graph = Graph.of([statement(x) for x in labels], [(str(a), str(b)) for a, b in pairs])
    for circle in circles(graph.uses):
        for user, used in pairwise([*circle, circle[0]]):
            assert used in graph.uses[user]
    assert list(circles(graph.without_circles().uses)) == []


# The layout


@st.composite
def books(draw_from):
    """Bands of labels and uses: inside a band of earlier labels only, between bands of any."""
    sizes = draw_from(st.lists(st.integers(1, 12), min_size=1, max_size=5))
    bands = [[f"{band}.{k}" for k in range(size)] for band, size in enumerate(sizes)]
    labels = [(band, k) for band, size in enumerate(sizes) for k in range(size)]
    ends = st.tuples(st.sampled_from(labels), st.sampled_from(labels))
    uses: dict[str, list[str]] = {}
    for (band, k), (other, j) in draw_from(st.lists(ends, max_size=40)):
        target = f"{other}.{j}"
        if (band != other or j < k) and target not in uses.get(f"{band}.{k}", []):
            uses.setdefault(f"{band}.{k}", []).append(target)
    return bands, uses, draw_from(st.integers(1, 5))


def laid_out(book):
    bands, uses, columns = book
    heights = {label: 36 + 12 * (len(label) % 3) for band in bands for label in band}
    return lay_out(bands, uses, heights, columns)


@given(books())
def test_every_result_has_one_place_of_its_own_in_its_band(book):
    bands, _, columns = book
    boxes, edges = laid_out(book)
    assert sorted(boxes) == sorted(label for band in bands for label in band)
    assert len({(box.row, box.column) for box in boxes.values()}) == len(boxes)
    first = 0
    for band, top, bottom in zip(bands, edges, edges[1:], strict=False):
        rows = {boxes[label].row for label in band}
        assert rows == set(range(first, first + len(rows)))
        first += len(rows)
        assert all(top < boxes[k].y < boxes[k].y + boxes[k].height < bottom for k in band)
    assert {box.column for box in boxes.values()} <= set(range(columns))


@given(books())
def test_the_boxes_of_a_row_are_as_high_as_the_highest_has_to_be_and_stand_below_the_row_above(
    book,
):
    boxes, _ = laid_out(book)
    rows: dict[int, list[str]] = {}
    for label, box in boxes.items():
        rows.setdefault(box.row, []).append(label)
    bottom = 0
    for _, labels in sorted(rows.items()):
        (y,), (height,) = ({getattr(boxes[k], of) for k in labels} for of in ("y", "height"))
        assert height == max(36 + 12 * (len(label) % 3) for label in labels)
        assert y > bottom
        bottom = y + height


@given(books())
def test_lines_go_forward_but_to_an_earlier_band(book):
    _, uses, _ = book
    boxes, _ = laid_out(book)
    for user, targets in uses.items():
        for used in targets:
            down = boxes[user].row > boxes[used].row
            assert down == (int(user.split(".")[0]) >= int(used.split(".")[0]))


def points(path: str):
    """Points along a path of M, C and V."""
    at = (0.0, 0.0)
    for letter, text in re.findall(r"([MCV])([\d. -]+)", path):
        numbers = [float(x) for x in text.split()]
        ends = {"M": [*numbers], "V": [at[0], *numbers], "C": numbers[-2:]}[letter]
        controls = numbers[:4] if letter == "C" else [*at, *ends]
        if letter != "M":
            for t in (k / 24 for k in range(25)):
                weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3)
                corners = (at, controls[:2], controls[2:], ends)
                yield tuple(
                    sum(w * c[i] for w, c in zip(weights, corners, strict=True)) for i in (0, 1)
                )
        at = (ends[0], ends[1])


@settings(max_examples=50)
@given(books())
def test_a_line_joins_its_ends_and_passes_through_no_box(book):
    _, uses, columns = book
    boxes, _ = laid_out(book)
    drawn = list(routes(boxes, uses, columns))
    assert [(user, used) for user, used, _ in drawn] == [(u, t) for u in uses for t in uses[u]]
    for user, used, path in drawn:
        line = list(points(path))
        for (x, y), end in ((line[0], used), (line[-1], user)):
            box = boxes[end]
            assert x == left(box.column) + WIDTH // 2
            assert y in (box.y, box.y + box.height)
        for box in boxes.values():
            hit = [
                (x, y)
                for x, y in line
                if left(box.column) < x < left(box.column) + WIDTH
                and box.y + 1e-6 < y < box.y + box.height - 1e-6
            ]
            assert not hit, (user, used, path)


# A book of thirteen chapters


def large_book(chapters=13, each=40):
    """Statements and pairs as in a finished book; three uses of four are in the own chapter."""
    chance = random.Random(13)
    words = ["risk", "uniform", "convergence", "under", "margins", "bounds for", "weights"]
    found, pairs = [], []
    for chapter in range(1, chapters + 1):
        for number in range(1, each + 1):
            kind = chance.choices(LISTED, [8, 7, 8, 5, 9, 3])[0]
            title = " ".join(chance.sample(words, chance.randint(1, 6))).capitalize()
            label = f"s-{chapter}-{number}"
            own = Statement(label, kind, f"book/{chapter:02}-x", chapter, (chapter, number), title)
            near = [other for other in found if other.chapter == chapter]
            for _ in range(chance.choice([0, 0, 1, 1, 2, 2, 3, 4]) if found else 0):
                inside = near and chance.random() < 0.75
                pairs.append((label, chance.choice(near if inside else found).label))
            found.append(own)
    return Graph.of(found, pairs)


@pytest.mark.parametrize("title", ["A title of seven words that needs three lines", "One", ""])
def test_a_title_is_never_cut(title):
    graph = Graph.of([statement("a"), Statement("b", "lemma", "b", 1, (1, 2), title)], [])
    drawn, _ = draw(graph, [("1", ["a", "b"])], {"a": "#a", "b": "#b"}, name="m", title="All")
    _, *lines = ET.fromstring(drawn).findall("g/a[@href='#b']/text/tspan")
    assert " ".join(line.text for line in lines) == title


def test_the_map_of_thirteen_chapters_is_light_and_nothing_in_it_overlaps():
    graph = large_book()
    shown = graph.only([k for k, s in graph.statements.items() if s.kind in CLAIMS])
    bands = [(f"{c} A chapter", labels) for c, labels in shown.chapters().items()]
    links = dict.fromkeys(shown.statements, "#x")
    drawn, height = draw(shown, bands, links, name="m", title="All")
    print(f"{len(links)} boxes, {len(drawn) // 1000} kB, {height} pixels")
    assert len(drawn) < 250_000
    tree = ET.fromstring(drawn)
    assert len(tree.findall(".//a")) == len(links) > 300
    places = []  # left, top, and the bottom of the words
    for anchor in tree.iter("a"):
        x, y = map(int, re.findall(r"\d+", anchor.get("transform")))
        name, *lines = anchor.findall("text/tspan")
        assert int(name.get("y")) > 10
        places.append((x, y, y + int([name, *lines][-1].get("y")) + 4))
        assert all(width_of(line.text) <= WIDTH for line in lines)
    apart = [abs(x - u) >= WIDTH or bottom < v or end < y
             for i, (x, y, bottom) in enumerate(places) for u, v, end in places[:i]]  # fmt: skip
    assert all(apart)
    assert max(x for x, _, _ in places) + WIDTH + MARGIN < int(tree.get("width"))
    assert max(bottom for _, _, bottom in places) < height
    assert {a.get("data-n") for a in tree.iter("a")} >= {
        p.get(end) for p in tree.iter("path") for end in ("data-from", "data-to") if p.get(end)
    }


# Small books, built by Sphinx with the real extensions

CONF = """
extensions = ["myst_parser", "sphinx_proof", "sphinx_exercise", "bookext.domain",
              "bookext.theorems.reader", "bookext.theorems.used_by", "bookext.theorems.map"]
source_suffix = {".md": "markdown"}
myst_enable_extensions = ["colon_fence", "dollarmath"]
html_theme = "basic"
root_doc = "book/intro"
prf_realtyp_to_countertyp = dict.fromkeys(
    ["lemma", "algorithm", "definition", "corollary", "proposition"], "theorem")
"""
MAP = "# Map\n" + "".join(f"\n```{{theorem-map}} {p}\n```\n" for p in ("book", "chapters"))
BASICS = """# Basics

:::{prf:definition} Small
:label: def-small
A set is *small* if

$$ n < 9 . $$ (eq-small)
:::

:::{prf:lemma} Halves
:label: lem-half
Half of a set is smaller.
:::

:::{prf:theorem} Small sets, $n^2$
:label: thm-small
There are small sets.
:::

:::{prf:proof}
By {eq}`eq-small`.

$$ 1 < 9 $$ (eq-one)
:::

:::{prf:proof}
*Of {prf:ref}`lem-half`.*
Otherwise {prf:ref}`def-small` fails; compare {prf:cf}`thm-small`.
:::
"""
LATER = """# Later

:::{prf:corollary} Later
:label: cor-later
What is {prf:ref}`small <def-small>` stays so.
:::

:::{prf:proof}
By {prf:ref}`lem-half` and {eq}`eq-one`; {prf:ref}`cor-later` repeats it.
:::
"""


def build(folder, *pages, again=False):
    """Build a book of these pages, and return the exit code, the complaints and the output."""
    book = folder / "book"
    book.mkdir(exist_ok=True)
    names = [f"{k:02}-x" for k in range(1, len(pages) + 1)]
    (folder / "conf.py").write_text(CONF)
    toc = "\n".join([*names, "theorem-map"])
    (book / "intro.md").write_text(f"# Book\n\n```{{toctree}}\n:numbered:\n{toc}\n```\n")
    (book / "theorem-map.md").write_text(MAP)
    for name, text in zip(names, pages, strict=True):
        path = book / f"{name}.md"
        if not path.exists() or path.read_text() != text:
            path.write_text(text)
    return *small_book.build(folder, output="out", nitpicky=True), folder / "out" / "book"


def parse(path):
    return BeautifulSoup(path.read_text("utf-8"), "html.parser")


@pytest.fixture(scope="module")
def good(tmp_path_factory):
    folder = tmp_path_factory.mktemp("good")
    code, complaints, out = build(folder, BASICS, LATER)
    assert (code, complaints) == (0, "")
    return folder, out


def test_references_of_statements_and_proofs_are_uses_and_comparisons_are_not(good):
    assert table_of(good[1] / "theorem-map.html") == {
        "Definition 1.1": ([], ["Lemma 1.2", "Theorem 1.3", "Corollary 2.1"]),
        "Lemma 1.2": (["Definition 1.1"], ["Corollary 2.1"]),
        "Theorem 1.3": (["Definition 1.1"], ["Corollary 2.1"]),
        "Corollary 2.1": (["Definition 1.1", "Lemma 1.2", "Theorem 1.3"], []),
    }


def test_the_maps_have_the_boxes_and_lines_of_the_table(good):
    page = parse(good[1] / "theorem-map.html")
    whole, first, second = page.select("svg.theorem-map:not(.key)")

    def said(drawing):
        names = {a["data-n"]: a.title.get_text() for a in drawing.select("a")}
        lines = drawing.select("path[data-from]")
        return sorted((names[p["data-from"]], names[p["data-to"]]) for p in lines)

    small, half, theorem, later = (
        "Definition 1.1 (Small)",
        "Lemma 1.2 (Halves)",
        "Theorem 1.3 (Small sets, n²)",
        "Corollary 2.1 (Later)",
    )
    assert said(whole) == sorted([(half, later), (theorem, later)])
    everything = sorted(
        [(small, half), (small, theorem), *((x, later) for x in (small, half, theorem))]
    )
    assert said(first) == everything
    assert said(second) == [pair for pair in everything if pair[1] == later]
    assert [a["href"] for a in whole.select("a")] == [
        "01-x.html#lem-half", "01-x.html#thm-small", "02-x.html#cor-later",
    ]  # fmt: skip


def test_a_statement_says_what_uses_it_and_leads_to_its_place_on_the_map(good):
    page = parse(good[1] / "01-x.html")
    line = page.select_one("#lem-half .used-by")
    assert line.get_text() == "used by Corollary 2.1 on the map"
    assert [a["href"].rpartition("/")[2] for a in line.select("a")] == [
        "02-x.html#cor-later", "theorem-map.html#of-lem-half",
    ]  # fmt: skip
    assert parse(good[1] / "theorem-map.html").select_one("a#of-lem-half")
    lines = parse(good[1] / "02-x.html").select(".used-by")
    assert {line.get_text() for line in lines} == {"on the map"}


def test_when_a_proof_changes_the_pages_it_speaks_of_are_written_again(good):
    folder, out = good
    fewer = LATER.replace("{prf:ref}`lem-half` and ", "")
    assert build(folder, BASICS, fewer)[:2] == (0, "")
    assert "used by" not in parse(out / "01-x.html").select_one("#lem-half").get_text()
    assert table_of(out / "theorem-map.html")["Lemma 1.2"][1] == []
    assert build(folder, BASICS, LATER)[:2] == (0, "")
    assert "used by" in parse(out / "01-x.html").select_one("#lem-half .used-by").get_text()


def test_a_circle_fails_the_build_and_says_where(tmp_path):
    circular = BASICS.replace("By {eq}`eq-small`.", "By {prf:ref}`cor-later`.")
    code, complaints, out = build(tmp_path, circular, LATER)
    assert code == 1
    assert (
        "use each other in a circle: cor-later (book/02-x) uses thm-small (book/01-x) uses "
        "cor-later (book/02-x). Prove one of them without the next" in complaints
    )
    assert complaints.count("in a circle") == 1
    assert "write it {prf:cf}`label`" in complaints
    assert "Traceback" not in complaints


def test_a_circle_in_one_chapter_can_still_be_drawn(tmp_path):
    circular = BASICS.replace("By {eq}`eq-small`.", "By {prf:ref}`lem-half`.")
    circular = circular.replace("{prf:cf}", "{prf:ref}")
    code, complaints, _ = build(tmp_path, circular)
    assert code == 1
    assert (
        "in a circle: lem-half (book/01-x) uses thm-small (book/01-x) uses lem-half" in complaints
    )
    assert "Traceback" not in complaints
    assert "RecursionError" not in complaints


def test_a_comparison_breaks_a_circle(tmp_path):
    compared = BASICS.replace("By {eq}`eq-small`.", "Trivial, compare {prf:cf}`cor-later`.")
    assert build(tmp_path, compared, LATER)[:2] == (0, "")


def test_a_proof_of_nothing_fails_the_build(tmp_path):
    code, complaints, _ = build(tmp_path, "# Lost\n\n:::{prf:proof}\nClear.\n:::\n")
    assert code == 1
    assert "01-x" in complaints
    assert "no statement comes before this proof, and it names none" in complaints


def test_a_proof_in_a_solution_is_none_of_the_statement_before(tmp_path, tmp_path_factory):
    proof = ":::{prf:proof}\nBy {prf:ref}`lem-half`.\n:::\n"
    exercise = "````{exercise}\n:label: ex-a\nProve it.\n````\n"
    folded = f"````{{solution}} ex-a\n\n{proof}````\n"
    gated = f"```{{solution-start}} ex-a\n```\n{proof}\n```{{solution-end}}\n```\n"
    for kind in (folded, gated):
        code, complaints, out = build(tmp_path, BASICS, f"# Ex\n\n{exercise}\n{kind}")
        assert (code, complaints) == (0, "")
        assert table_of(out / "theorem-map.html")["Lemma 1.2"] == (["Definition 1.1"], [])
    same_page = BASICS + f"\n{exercise}\n{gated}"
    code, complaints, out = build(tmp_path_factory.mktemp("same"), same_page)
    assert (code, complaints) == (0, "")
    assert table_of(out / "theorem-map.html")["Theorem 1.3"] == (["Definition 1.1"], [])


def test_a_long_list_of_users_is_cut_and_leads_to_the_table(tmp_path):
    users = "".join(
        f"\n:::{{prf:corollary}}\n:label: cor-{k}\nBy {{prf:ref}}`lem-half`.\n:::\n"
        for k in range(9)
    )
    code, complaints, out = build(tmp_path, BASICS, f"# Many\n{users}")
    assert (code, complaints) == (0, "")
    links = parse(out / "01-x.html").select("#lem-half .used-by a:not(.on-the-map)")
    assert [a.get_text() for a in links] == [*(f"Corollary 2.{k}" for k in range(1, 6)), "4 more"]
    assert links[-1]["href"] == "theorem-map.html#map-lem-half"
    assert len(parse(out / "theorem-map.html").select("#map-lem-half td:last-child a")) == 9


@pytest.mark.browser
def test_a_book_of_thirteen_chapters_can_be_built_and_read(browser, tmp_path):
    graph = large_book()
    pages = []
    for chapter, labels in graph.chapters().items():
        boxes = [f"# Chapter {chapter}\n"]
        for label in labels:
            used = (
                " and ".join(f"{{prf:ref}}`{target}`" for target in graph.uses[label]) or "nothing"
            )
            own = graph.statements[label]
            head = f":::{{prf:{own.kind}}} {own.title}\n:label: {label}"
            boxes.append(f"{head}\nThis uses {used}.\n:::\n")
        pages.append("\n".join(boxes))
    code, complaints, out = build(tmp_path, *pages)
    assert (code, complaints) == (0, "")
    path = out / "theorem-map.html"
    print(f"the page has {path.stat().st_size // 1000} kB")
    assert path.stat().st_size < 1_500_000
    assert len(table_of(path)) == 13 * 40
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(path.as_uri())
    page.add_style_tag(path=ROOT / "book" / "assets" / "theorem_map.css")
    assert page.locator("svg.theorem-map:not(.key)").count() == 14
    assert page.evaluate(BADLY_PLACED) == []
    page.close()
