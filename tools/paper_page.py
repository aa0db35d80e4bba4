"""One built page of the site, made ready for paper.

What moves or folds on a screen stands still and open here: of an explorable figure the frame in
the middle stays, with a pointer to the live one; folded text is open. tools/join_pages.py joins
the pages to chapters.
"""

import html
import json
import os
import re
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from posixpath import dirname, join, normpath

from bs4 import BeautifulSoup, Tag

LEAVE_OUT = """script, style, noscript, button, template, input, dialog, .headerlink, summary,
.toctree-wrapper, .d-print-none, .only-screen, .toggle-button, .visually-hidden,
a:has(> .viewcode-link)"""
FORMULA = "Formula: "  # how the text of a formula begins, by which tools/merge_pdf.py knows it
ASIDE = re.compile("\ue000(\\d+)\ue001")  # what stands for a piece that is set aside
SPANS = re.compile(r"<span\b|</span>")
SAID = re.compile(r' role="img" aria-label="[^"]*"')
MATHML = re.compile(r'<span class="katex-mathml">.*?</span>', re.S)
SOURCE = re.compile(r"<annotation\b[^>]*>(.*?)</annotation>", re.S)
SCRIPT = re.compile(r"(<script\b.*?</script>)", re.S)
DRAWING = re.compile(r"<svg\b(?:(?!<svg\b|<a\b).)*?</svg>", re.S)  # and no link in it
CODE = re.compile(r"<pre>(?:(?!\bid=).)*?</pre>", re.S)
LINK = re.compile(r"(<pre>|</pre>|<a\b[^>]*>|</a>)")
HIDDEN = re.compile(r""" aria-hidden=["']true["']""")
NAMES = re.compile(r"""(\bid=["']|href=["']#|url\(#)""")  # what in a drawing comes before a name


@dataclass(frozen=True, slots=True)
class Site:
    """The built site: its folder, its public address (or ""), and depth and name of its pages."""

    folder: Path
    address: str
    pages: tuple[tuple[int, str], ...]


class Aside(list[str]):
    """The pieces of a chapter that are kept out of its tree: what searches it is quick then."""

    def put(self, piece: str) -> str:
        """What stands for a piece."""
        self.append(piece)
        return f"\ue000{len(self) - 1}\ue001"

    def back(self, text: str) -> str:
        """The text with all its pieces."""
        return ASIDE.sub(lambda place: self[int(place[1])], text)

    def plain(self, text: str) -> None:
        """Say the formulas of a heading by their letters, as the outline does."""
        for place in ASIDE.finditer(text):
            self[int(place[1])] = SAID.sub("", self[int(place[1])], count=1)

    def words(self, text: str) -> str:
        """The text with the letters of its formulas."""

        def letters(place: re.Match[str]) -> str:
            return html.unescape(re.sub("<[^>]*>", "", self[int(place[1])]))

        return ASIDE.sub(letters, text)


def slug(page: str) -> str:
    return PurePosixPath(page).name


def printable(site: Site, depth: int, name: str, folder: Path, aside: Aside) -> Tag:
    """The article of a page without what only a screen can do, its names made its own."""
    text = (site.folder / f"{name}.html").read_text("utf-8")
    text = text[text.index("<article") : text.rindex("</article>")] + "</article>"
    parts = SCRIPT.split(text)
    parts[::2] = [set_aside(part, slug(name), aside) for part in parts[::2]]
    page = BeautifulSoup("".join(parts), "html.parser")
    article = page.article
    for figure in article.select(".explore"):
        stand_still(figure, site, name, aside)
    as_boxes(article)
    unfold(page, article)
    for tag in article.select(LEAVE_OUT):
        tag.decompose()
    name_apart(article, slug(name))
    for link in article.select("a[href]"):
        redirect(link, site, name, page)
    for picture in article.select("img[src]"):
        file = site.folder / dirname(name) / picture["src"].split("?")[0]
        picture["src"] = os.path.relpath(file.resolve(), folder)
    for number in reversed(range(1, 7)):
        for heading in article.select(f"h{number}"):
            heading.name = f"h{min(6, number + depth - 1)}"
            aside.plain(heading.get_text())
    article["id"] = slug(name)
    return article.extract()


def stand_still(figure: Tag, site: Site, name: str, aside: Aside) -> None:
    """Of an explorable figure keep one frame: the middle of each slider, the first of each menu."""
    data = json.loads(figure.select_one('script[type="application/json"]').string)
    at, settings = 0, []
    for label, values in zip(figure.select("label"), data["values"], strict=True):
        chosen = 0 if label.select_one("select") else len(values) // 2
        at = at * len(values) + chosen
        settings.append(f"{next(label.stripped_strings)} = {values[chosen]}")
        label.decompose()
    frame = "".join(data["pieces"][piece] for piece in data["frames"][at])
    standing = figure.select_one(".explore-frame")
    standing.clear()
    standing.append(aside.put(telling(apart(frame, slug(name)), data["readouts"][at])))
    del standing["role"], standing["aria-label"]
    figure.output.string = data["readouts"][at]
    figure.output.name = "p"
    owner = figure.find_parent("figure")
    anchor = f"#{owner['id']}" if owner and owner.get("id") else ""
    where = f"the website, page {slug(name)}.html"
    if site.address:
        target = html.escape(f"{site.address}/{name}.html{anchor}")
        where = f'<a class="live" href="{target}">{target.split("://")[-1]}</a>'
    shown = html.escape(", ".join(settings))
    pointer = f'<p class="pointer">{shown} here; it moves on {where}</p>'
    figure.append(BeautifulSoup(pointer, "html.parser"))


def telling(drawing: str, words: str) -> str:
    """The drawing with its text; Chromium tags the drawing as a figure, not what is around it."""
    head, _, rest = drawing.partition(">")
    return f'{HIDDEN.sub("", head)} role="img" aria-label="{html.escape(words)}">{rest}'


def set_aside(text: str, prefix: str, aside: Aside) -> str:
    """Take formulas, drawings and code out of the text of a page: nine tenths of it."""
    text = set_formulas_aside(text, aside)
    text = DRAWING.sub(lambda drawing: aside.put(apart(drawing[0], prefix)), text)
    return CODE.sub(lambda code: set_code_aside(code[0], aside), text)


def set_formulas_aside(text: str, aside: Aside) -> str:
    kept, at = [], 0
    while (start := text.find('<span class="katex">', at)) >= 0:
        end = end_of_span(text, start)
        kept += [text[at:start], aside.put(said(text[start:end]))]
        at = end
    return "".join([*kept, text[at:]])


def set_code_aside(code: str, aside: Aside) -> str:
    """Keep only the links of a piece of code."""
    parts = LINK.split(code)
    parts[::2] = [aside.put(part) if part else part for part in parts[::2]]
    return "".join(parts)


def end_of_span(text: str, start: int) -> int:
    """Where the span ends that starts there."""
    depth = 0
    for tag in SPANS.finditer(text, start):
        depth += 1 if tag[0] == "<span" else -1
        if depth == 0:
            return tag.end()
    raise ValueError(f"a span that does not end: {text[start : start + 60]}")


def said(formula: str) -> str:
    """A formula is an image whose text is its TeX: screen readers find no MathML in a PDF."""
    source = SOURCE.search(formula)
    if not source:
        return formula
    spoken = html.escape(FORMULA + " ".join(html.unescape(source[1]).split()))
    formula = MATHML.sub("", formula, count=1).replace(' aria-hidden="true"', "", 1)
    return f'<span class="katex" role="img" aria-label="{spoken}">{formula.partition(">")[2]}'


def as_boxes(article: Tag) -> None:
    """What folds on the screen (bookext/html/folds.py) is a box on paper."""
    for fold in article.select("details.the-proof"):
        fold.summary.decompose()
        fold.name = "div"
        del fold["open"]
    for fold in article.select("details.dropdown"):
        fold.name, fold.summary.name = "div", "p"


def unfold(page: BeautifulSoup, article: Tag) -> None:
    """Open what is folded: proofs and the code of cells without their handles, the rest under
    its title."""
    for fold in article.select("details"):
        kinds = fold.attrs.pop("class", [])
        kinds = ["folded-code"] if "hide" in kinds else kinds
        if not {"folded-code", "the-proof"}.intersection(kinds):
            kinds = kinds if "admonition" in kinds else ["unfolded"]
            title = page.new_tag("p", attrs={"class": "admonition-title"})
            title.extend(list(fold.summary.contents))
            fold.summary.insert_after(title)
        fold.attrs.pop("open", None)
        fold.name, fold["class"] = "div", kinds


def apart(drawing: str, prefix: str) -> str:
    """Put the page's name before each name in a drawing."""
    return NAMES.sub(rf"\g<1>{prefix}--", drawing)


def name_apart(article: Tag, prefix: str) -> None:
    """Put the page's name before each of its ids, and before what refers to them."""
    for tag in article.find_all(True):
        for name, value in tag.attrs.items():
            if name == "id":
                tag[name] = f"{prefix}--{value}"
            elif name in ("aria-labelledby", "aria-describedby", "for"):
                tag[name] = " ".join(f"{prefix}--{part}" for part in value.split())
            elif isinstance(value, str) and "url(#" in value:
                tag[name] = apart(value, prefix)


def redirect(link: Tag, site: Site, name: str, page: BeautifulSoup) -> None:
    """Links inside the book jump inside the paper; others show where they lead."""
    href = link["href"]
    if re.match(r"[a-z]+:", href):
        address = re.sub(r"^(https?://|mailto:)", "", href).rstrip("/")
        shown, path = link.get_text(strip=True), address.partition("/")[2]
        if address not in shown and not ("/" in path and path in shown):
            note = page.new_tag("span", attrs={"class": "address"})
            note.string = f" ({address})"
            link.insert_after(note)
        return
    file, _, anchor = href.partition("#")
    target = normpath(join(dirname(name), file)).removesuffix(".html") if file else name
    if target in (known for _, known in site.pages):
        link["href"] = f"#{slug(target)}--{anchor}" if anchor else f"#{slug(target)}"
    elif site.address:
        link["href"] = f"{site.address}/{normpath(join(dirname(name), file))}"
    else:
        link.unwrap()
