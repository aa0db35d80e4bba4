"""Join the built pages of the site into one page for paper.

What moves or folds on a screen stands still and open here: of an explorable figure the frame in
the middle stays, with a pointer to the live one; folded text is open; hints and solutions stand
at the end of their chapter, so that they are not in sight while one tries. The numbers of pages
(`<a class="page">`) are empty and filled in by tools/pdf.py.
"""

import html
import json
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from posixpath import dirname, join, normpath
from typing import Any

from bs4 import BeautifulSoup, Tag

LEAVE_OUT = """script, style, noscript, button, template, input, dialog, .headerlink, summary,
.toctree-wrapper, .d-print-none, .only-screen, .toggle-button, .visually-hidden"""
FORMULA = "Formula: "  # how the text of a formula begins, by which tools/pdf.py knows it
ASIDE = re.compile("\ue000(\\d+)\ue001")  # what stands for a formula that is set aside


@dataclass(frozen=True, slots=True)
class Site:
    """The built site: its folder, its public address (or ""), and depth and name of its pages."""

    folder: Path
    address: str
    pages: tuple[tuple[int, str], ...]


def pages_of(entry: Mapping[str, Any], depth: int = 1) -> Iterator[tuple[int, str]]:
    """The pages of a _toc.yml in reading order: chapters have depth 1, what is nested more."""
    if name := entry.get("root") or entry.get("file"):
        yield depth, name
    for below in ("parts", "chapters", "sections"):
        for child in entry.get(below, []):
            yield from pages_of(child, depth + (below == "sections"))


def slug(page: str) -> str:
    return PurePosixPath(page).name


def join_pages(site: Site, front: str, head: str, folder: Path) -> str:
    """The whole book as one HTML page that is to stand in `folder`.

    `front` is the title page, `head` what the HTML head needs. Raises ValueError if a link
    inside the book leads nowhere.
    """
    book = BeautifulSoup('<main class="book"></main>', "html.parser")
    chapter: Tag = book.main
    formulas: list[str] = []
    for depth, name in site.pages:
        article = printable(site, depth, name, folder, formulas)
        if depth == 1:
            gather_answers(book, chapter)
            chapter = book.new_tag("div", attrs={"class": "chapter"})
            book.main.append(chapter)
        chapter.append(article)
    gather_answers(book, chapter)
    known = {tag["id"] for tag in book.select("[id]")}
    lost = [a["href"] for a in book.select('a[href^="#"]') if a["href"][1:] not in known]
    if lost:
        raise ValueError(f"links that lead nowhere on paper: {', '.join(sorted(set(lost)))}")
    rules, rows = heads(book), contents(book)  # both mark the book
    written = ASIDE.sub(lambda place: formulas[int(place[1])], str(book))
    return f"""<!doctype html>
<html lang="en" data-theme="light"><head><meta charset="utf-8">{head}{rules}</head>
<body>{front}
{rows}
{written}</body></html>
"""


def printable(site: Site, depth: int, name: str, folder: Path, formulas: list[str]) -> Tag:
    """The article of a page without what only a screen can do, its names made its own."""
    page = BeautifulSoup((site.folder / f"{name}.html").read_text("utf-8"), "html.parser")
    article = page.article
    set_aside(article, formulas)
    for figure in article.select(".explore"):
        stand_still(figure, site, name)
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
    article["id"] = slug(name)
    return article.extract()


def stand_still(figure: Tag, site: Site, name: str) -> None:
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
    standing.append(BeautifulSoup(frame, "html.parser"))
    standing["aria-label"] = data["readouts"][at]
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


def set_aside(article: Tag, formulas: list[str]) -> None:
    """Take the formulas, nine tenths of a page, out of the tree: what searches it is quick then.

    Those of headings stay, because their words go into the table of contents.
    """
    for formula in article.find_all("span", class_="katex"):
        say(formula)
        if not formula.find_parent(re.compile("^h[1-6]$")):
            formulas.append(str(formula))
            formula.replace_with(f"\ue000{len(formulas) - 1}\ue001")


def say(formula: Tag) -> None:
    """A formula is an image whose text is its TeX: screen readers find no MathML in a PDF."""
    source = formula.select_one("annotation")
    if source:
        formula["role"] = "img"
        formula["aria-label"] = FORMULA + " ".join(source.get_text().split())
        formula.select_one(".katex-mathml").decompose()
        del formula.select_one(".katex-html")["aria-hidden"]


def as_boxes(article: Tag) -> None:
    """Proofs, hints and solutions fold on the screen (_ext/folds.py); on paper they are boxes."""
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


def name_apart(article: Tag, prefix: str) -> None:
    """Put the page's name before each of its ids, and before what refers to them inside SVG."""
    for tag in article.select("[id]"):
        tag["id"] = f"{prefix}--{tag['id']}"
    for name in ("aria-labelledby", "aria-describedby", "for"):
        for tag in article.select(f"[{name}]"):
            tag[name] = " ".join(f"{prefix}--{part}" for part in tag[name].split())
    for tag in article.select("svg *"):
        for name, value in list(tag.attrs.items()):
            if name.endswith("href") and value.startswith("#"):
                tag[name] = f"#{prefix}--{value[1:]}"
            elif isinstance(value, str) and "url(#" in value:
                tag[name] = value.replace("url(#", f"url(#{prefix}--")


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


def gather_answers(book: BeautifulSoup, chapter: Tag) -> None:
    """Move hints and solutions to the end of the chapter, with references there and back."""
    prefix = chapter.article["id"] if chapter.article else ""
    answers: list[Tag] = []
    exercise: Tag | None = None
    for box in chapter.select("div.exercise, div.hint, div.solution"):
        if "exercise" in box["class"]:
            exercise = box
        elif exercise and not box.find_parent("div", class_=["hint", "solution"]):
            kind = "Hint" if "hint" in box["class"] else "Solution"
            refer(book, exercise, box, kind, f"{prefix}--answer-{len(answers) + 1}")
            answers.append(box)
    if answers:
        section = book.new_tag("section", attrs={"class": "answers"})
        title = book.new_tag("h2", id=f"{prefix}--answers")
        title.string = "Hints and solutions"
        section.extend([title, *(box.extract() for box in answers)])
        chapter.append(section)


def refer(book: BeautifulSoup, exercise: Tag, box: Tag, kind: str, name: str) -> None:
    """Write under the exercise on which page the answer stands, and over it what it answers."""
    name = box["id"] = box.get("id", name)
    back = book.new_tag("a", href=f"#{exercise['id']}")
    back.string = exercise.select_one(".caption-number").get_text(strip=True)
    title = box.select_one(".admonition-title")
    title.clear()
    title.extend([f"{kind} to ", back])
    line = exercise.find("p", class_="answer", recursive=False)
    if line is None:
        line = book.new_tag("p", attrs={"class": "answer"})
        exercise.append(line)
    line.append(f"; {kind.lower()}: page " if line.contents else f"{kind}: page ")
    line.append(book.new_tag("a", href=f"#{name}", attrs={"class": "page"}))


def contents(book: BeautifulSoup) -> str:
    """The table of contents: chapters and their sections, with room for the numbers of pages."""
    rows = []
    for heading in book.select(".chapter > article h1, .chapter h2"):
        owner = heading if heading.get("id") else heading.find_parent(id=True)
        words = heading.get_text().strip()
        rows.append(
            f'<li class="{heading.name}"><a href="#{owner["id"]}">{html.escape(words)}</a>'
            f'<span class="dots"></span><a class="page" href="#{owner["id"]}"></a></li>'
        )
    return f'<nav class="contents"><h1>Contents</h1><ul>{"".join(rows)}</ul></nav>'


def heads(book: BeautifulSoup) -> str:
    """The running heads, one named page a chapter."""
    rules = []
    for number, chapter in enumerate(book.select(".chapter"), start=1):
        chapter["style"] = f"page: chapter-{number}"
        words = json.dumps(chapter.h1.get_text().strip(), ensure_ascii=False)
        rules.append(f"@page chapter-{number} {{ @top-right {{ content: {words}; }} }}")
    return f"<style>{' '.join(rules)}</style>"
