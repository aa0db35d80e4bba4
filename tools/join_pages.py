"""Join the built pages of the site into one page a chapter for paper.

Hints and solutions stand at the end of their chapter, so that they are not in sight while one
tries. The numbers of pages (`<a class="page">`) are empty and filled in by tools/print_pages.py.
Every chapter is printed by itself; links to other chapters begin with ELSEWHERE, and
tools/merge_pdf.py makes them links inside the book.
"""

import html
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bs4 import BeautifulSoup, Tag
from paper_page import Aside, Site, printable, slug

ELSEWHERE = "elsewhere:"  # what stands before the #name of a place in another chapter


@dataclass(frozen=True, slots=True)
class Part:
    """What is printed in one go: the front or a chapter.

    `rows` are the depth, place and words of its lines in the table of contents, `places` its
    ids, `asks` the ids of other parts that it links to.
    """

    name: str
    body: str
    rows: tuple[tuple[int, str, str], ...]
    places: frozenset[str]
    asks: frozenset[str]


def pages_of(entry: Mapping[str, Any], depth: int = 1) -> Iterator[tuple[int, str]]:
    """The pages of a _toc.yml in reading order: chapters have depth 1, what is nested more."""
    if name := entry.get("root") or entry.get("file"):
        yield depth, name
    for below in ("parts", "chapters", "sections"):
        for child in entry.get(below, []):
            yield from pages_of(child, depth + (below == "sections"))


def chapters_of(pages: Iterable[tuple[int, str]]) -> list[list[tuple[int, str]]]:
    """The pages chapter by chapter."""
    chapters: list[list[tuple[int, str]]] = []
    for depth, name in pages:
        if depth == 1:
            chapters.append([])
        chapters[-1].append((depth, name))
    return chapters


def join_chapter(site: Site, pages: Sequence[tuple[int, str]], folder: Path) -> Part:
    """A chapter as one page that is to stand in `folder`."""
    soup = BeautifulSoup('<main class="chapter"></main>', "html.parser")
    aside = Aside()
    for depth, name in pages:
        soup.main.append(printable(site, depth, name, folder, aside))
    gather_answers(soup, soup.main)
    rows = tuple(lines(soup, aside))
    return part_of(slug(pages[0][1]), soup, rows, aside)


def front_part(front: str, chapters: Iterable[Part]) -> Part:
    """The title page and the table of contents, with room for the numbers of pages."""
    rows = [
        f'<li class="h{depth}"><a href="#{place}">{html.escape(words)}</a>'
        f'<span class="dots"></span><a class="page" href="#{place}"></a></li>'
        for chapter in chapters
        for depth, place, words in chapter.rows
    ]
    contents = f'<nav class="contents"><h1>Contents</h1><ul>{"".join(rows)}</ul></nav>'
    return part_of("front", BeautifulSoup(front + contents, "html.parser"), (), Aside())


def part_of(
    name: str, soup: BeautifulSoup, rows: tuple[tuple[int, str, str], ...], aside: Aside
) -> Part:
    """Mark the links that leave a part, and put back what was set aside."""
    places = frozenset(tag["id"] for tag in soup.select("[id]"))
    leaving = [a for a in soup.select('a[href^="#"]') if a["href"][1:] not in places]
    asks = frozenset(a["href"][1:] for a in leaving)
    for link in leaving:
        link["href"] = ELSEWHERE + link["href"]
    return Part(name, aside.back(str(soup)), rows, places, asks)


def join_pages(parts: Sequence[Part], head: str) -> dict[str, str]:
    """The HTML pages of the parts, the front first, by name.

    `head` is what the HTML head needs. Raises ValueError if a link inside the book leads nowhere.
    """
    known = frozenset[str]().union(*(part.places for part in parts))
    asked = frozenset[str]().union(*(part.asks for part in parts))
    if asked - known:
        raise ValueError(f"links that lead nowhere on paper: {', '.join(sorted(asked - known))}")
    return {part.name: page_of(part, head, asked & part.places) for part in parts}


def page_of(part: Part, head: str, asked: Iterable[str]) -> str:
    """The HTML page of a part, of which other parts ask for some places.

    Chromium names a place in the PDF only if the same page has a link to it, seen or not.
    """
    words = json.dumps(part.rows[0][2] if part.rows else "", ensure_ascii=False)
    links = "".join(f'<a href="#{place}"></a>' for place in sorted(asked))
    return f"""<!doctype html>
<html lang="en" data-theme="light"><head><meta charset="utf-8">{head}
<style>@page {{ @top-right {{ content: {words}; }} }}</style></head>
<body>{part.body}
<div hidden>{links}</div></body></html>
"""


def gather_answers(soup: BeautifulSoup, chapter: Tag) -> None:
    """Move hints and solutions to the end of the chapter, with references there and back."""
    prefix = chapter.article["id"]
    answers: list[Tag] = []
    exercise: Tag | None = None
    for box in chapter.select("div.exercise, div.hint, div.solution"):
        if "exercise" in box["class"]:
            exercise = box
        elif exercise and not box.find_parent("div", class_=["hint", "solution"]):
            kind = "Hint" if "hint" in box["class"] else "Solution"
            refer(soup, exercise, box, kind, f"{prefix}--answer-{len(answers) + 1}")
            answers.append(box)
    if answers:
        section = soup.new_tag("section", attrs={"class": "answers"})
        title = soup.new_tag("h2", id=f"{prefix}--answers")
        title.string = "Hints and solutions"
        section.extend([title, *(box.extract() for box in answers)])
        chapter.append(section)


def refer(soup: BeautifulSoup, exercise: Tag, box: Tag, kind: str, name: str) -> None:
    """Write under the exercise on which page the answer stands, and over it what it answers."""
    name = box["id"] = box.get("id", name)
    back = soup.new_tag("a", href=f"#{exercise['id']}")
    back.string = exercise.select_one(".caption-number").get_text(strip=True)
    title = box.select_one(".admonition-title")
    title.clear()
    title.extend([f"{kind} to ", back])
    line = exercise.find("p", class_="answer", recursive=False)
    if line is None:
        line = soup.new_tag("p", attrs={"class": "answer"})
        exercise.append(line)
    line.append(f"; {kind.lower()}: page " if line.contents else f"{kind}: page ")
    line.append(soup.new_tag("a", href=f"#{name}", attrs={"class": "page"}))


def lines(soup: BeautifulSoup, aside: Aside) -> Iterator[tuple[int, str, str]]:
    """The lines of a chapter in the table of contents."""
    for heading in soup.select("article h1, h2"):
        owner = heading if heading.get("id") else heading.find_parent(id=True)
        words = aside.words(heading.get_text()).strip()
        yield int(heading.name[1]), owner["id"], words
