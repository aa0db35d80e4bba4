"""The built pages as text: math, links, numbers, and nothing from elsewhere."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag

import pytest
from site_pages import CHAPTER_PAGES, PAGES

pytest_plugins = ["site_fixtures"]

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"}
CODE = {"pre", "code", "script", "style", "annotation", "svg", "textarea"}
LOADS = {"script": "src", "img": "src", "link": "href", "source": "src", "iframe": "src"}


@dataclass
class Html(HTMLParser):
    """What the tests ask of a page: ids, links, what it loads, images, metadata, prose."""

    ids: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    loads: list[str] = field(default_factory=list)
    images: list[dict] = field(default_factory=list)
    meta: dict[str, str] = field(default_factory=dict)
    prose: list[str] = field(default_factory=list)
    open_tags: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag not in VOID:
            self.open_tags.append(tag)
        if "id" in values and "svg" not in self.open_tags:
            self.ids.append(values["id"])
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        if values.get(LOADS.get(tag, "")) and values.get("rel") not in ("canonical", "search"):
            self.loads.append(values[LOADS[tag]])
        if tag == "img":
            self.images.append(values)
        if tag == "meta" and "name" in values:
            self.meta[values["name"]] = values.get("content", "")

    def handle_endtag(self, tag: str) -> None:
        if tag in self.open_tags:
            while self.open_tags.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        if not CODE.intersection(self.open_tags):
            self.prose.append(data)


def parse(path: Path) -> Html:
    html = Html()
    html.feed(path.read_text())
    return html


@pytest.fixture(scope="session")
def htmls(site):
    """Every page of the table of contents, parsed."""
    return {name: parse(site / f"{name}.html") for name in PAGES}


@pytest.mark.parametrize("name", PAGES)
def test_every_formula_is_rendered(site, htmls, name):
    text = (site / f"{name}.html").read_text()
    assert "ParseError" not in text
    assert "katex-error" not in text
    assert 'class="eqn-num"' not in text, "align numbers itself: write aligned, and (eq-label)"
    raw = [line for line in htmls[name].prose if re.search(r"\$|\\[a-zA-Z]+", line)]
    assert not raw, f"formulas left as source: {raw}"


@pytest.mark.parametrize("name", PAGES)
def test_no_role_or_directive_is_left_raw(htmls, name):
    raw = [line for line in htmls[name].prose if re.search(r"\{[a-z:]+\}`|:::|^```", line)]
    assert not raw, f"markup left as source: {raw}"


@pytest.mark.parametrize("name", PAGES)
def test_every_link_leads_somewhere(site, htmls, name):
    page = (site / name).with_suffix(".html")
    broken = []
    for link in htmls[name].links:
        if re.match(r"[a-z]+:", link):
            continue
        target, anchor = urldefrag(unquote(link))
        path = (page.parent / target).resolve() if target else page
        if not path.exists():
            broken.append(link)
        elif anchor and path.suffix == ".html":
            known = next((h for n, h in htmls.items() if site / f"{n}.html" == path), None)
            if anchor not in (known or parse(path)).ids:
                broken.append(link)
    assert not broken


@pytest.mark.parametrize("name", PAGES)
def test_nothing_is_loaded_from_another_host(site, htmls, name):
    foreign = [url for url in htmls[name].loads if re.match(r"([a-z]+:)?//", url)]
    assert not foreign
    for sheet in (url.split("?")[0] for url in htmls[name].loads if ".css" in url):
        text = ((site / name).parent / sheet).read_text()
        assert not re.findall(r"(?:url\(|@import)\s*[\"']?(?:https?:)?//", text), sheet


@pytest.mark.parametrize("name", PAGES)
def test_page_is_described_and_its_ids_are_its_own(htmls, name):
    html = htmls[name]
    assert html.meta.get("description")
    assert sorted(html.ids) == sorted(set(html.ids))
    assert [image["src"] for image in html.images if not image.get("alt")] == []


@pytest.mark.parametrize("kind", ["statement", "Exercise", "equation"])
def test_numbers_of_a_chapter_run_on_over_its_pages(site, kind):
    patterns = {
        "statement": r'<span class="caption-number">(?!Exercise|Figure)[A-Z][a-z]+ (\d+\.\d+) ',
        "Exercise": r'<span class="caption-number">Exercise (\d+\.\d+)',
        "equation": r'<span class="eqno">\((\d+\.\d+)',
    }
    found: dict[str, list[int]] = {}
    for name in CHAPTER_PAGES:
        chapter = str(int(Path(name).name[:2]))
        text = (site / f"{name}.html").read_text()
        for number in re.findall(patterns[kind], text):
            first, second = number.split(".")
            assert first == chapter, f"{kind} {number} stands in {name}"
            found.setdefault(chapter, []).append(int(second))
    assert found, f"no {kind} has a number"
    for chapter, numbers in found.items():
        assert numbers == list(range(1, len(numbers) + 1)), f"{kind}s of chapter {chapter}"
