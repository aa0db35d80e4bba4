"""Find on a written page the pieces of which slides are made."""

import re
from collections.abc import Iterator
from itertools import compress

from docutils import nodes
from sphinx.util.docutils import SphinxDirective
from sphinx_proof.nodes import proof_node

from bookext.evidence.collect import results_of
from bookext.evidence.results import Result
from bookext.labels import name_of, numbered, statements
from bookext.nodes.detached import detached, is_of_pages
from bookext.nodes.proof_ideas import ideas
from bookext.nodes.tags import slide_node, tag
from bookext.slides.choose import HERE, IDEA, PROOF, Part, Piece
from bookext.slides.html import Press, sentences, verdict, words
from bookext.slides.own import with_notes
from bookext.slides.steps import steps
from bookext.source import MarkupError

TASK = "your-turn"
FIGURE_NAME = 'class="explore-title">'
MOST_BROKEN = 2  # refutations on a slide
SAID = (nodes.paragraph, nodes.bullet_list, nodes.enumerated_list, nodes.math_block)
YOUR_TURN = re.compile(r"^[\s(★]*(?:Your turn: *)?")


class SlideDirective(SphinxDirective):
    """`{slide} Title`: a slide of its own, or with `:of: label` the short form of a statement.

    What stands below a line "Notes:" is for the speaker.  With `:here: fig-a` it has no content:
    the slide of that figure stands here, though the figure stands elsewhere on the page.
    """

    has_content = True
    optional_arguments = 1
    final_argument_whitespace = True
    option_spec = {"of": str.strip, "here": str.strip}  # noqa: RUF012

    def run(self):
        of, here = self.options.get("of", ""), self.options.get("here", "")
        node = slide_node("", title="".join(self.arguments), of=of, here=here)
        place = f"{self.env.docname}.md", self.content_offset + 1
        try:
            texts = with_notes("\n".join(self.content), *place)
        except MarkupError as error:
            raise self.error(str(error)) from error
        for text in texts:
            node += nodes.container("", *self.parse_text_to_nodes(text))
        return [node]


def is_marked(node: nodes.Element) -> bool:
    """Return whether a node is wanted on a slide: {.slide}, `:class: slide`, or a cell's tag."""
    return bool({"slide", "tag_slide"} & set(node.get("classes", ())))


def slug(text: str) -> str:
    return nodes.make_id(" ".join(text.split()[:5])) or "slide"


class Reader:
    """One page: its document, and what the book knows of it."""

    def __init__(self, app, page: str, document: nodes.document) -> None:
        self.env, self.page, self.document = app.env, page, document
        self.press = Press(app.builder)
        self.numbers = {
            label: name_of(kind, number) for label, _, kind, number in statements(app.env)
        }
        counted = app.env.toc_fignumbers.get(page, {})
        self.figures = {
            name: numbered(number) for name, number in counted.get("figure", {}).items()
        }
        self.results = {r.statement.label: r for r in results_of(app.env) if r.page == page}
        self.proofs: dict[str, nodes.Element] = {}
        for proof in document.findall(proof_node):
            self.proofs.update(dict.fromkeys(proof.get("proves", ()), proof))
        self.titles: dict[str, str] = {}
        self.broken: dict[str, Piece] = {}  # shown after the proof
        self.proved: list[str] = []

    def place(self, anchor: str) -> str:
        return f"{self.page}#{anchor}"

    def pieces(self) -> Iterator[Piece]:
        (top,) = (n for n in self.document.children if isinstance(n, nodes.section))
        yield self.opening(top)
        yield from self.section(top)

    def opening(self, top: nodes.section) -> Piece:
        """Return the title of the page and what it opens with."""
        first = []
        for node in top.children[1:]:
            if isinstance(node, nodes.paragraph):
                first.append(node)
            elif not isinstance(node, (nodes.comment, nodes.target)):
                break
        name = self.page.rpartition("/")[2]
        title = self.press.words(*top[0].children)
        parts = tuple(self.press.parts(first))
        return Piece("page", name, title, parts, place=self.place(""), marked=True)

    def section(self, section: nodes.Element) -> Iterator[Piece]:
        title = section[0] if isinstance(section[0], nodes.title) else None
        heading = self.press.words(*title.children) if title is not None else ""
        anchor = section["ids"][0] if section["ids"] else ""
        for node in section.children:
            if not isinstance(node, nodes.Element) or "further" in node.get("classes", ()):
                continue
            if isinstance(node, nodes.section):
                yield from self.section(node)
            elif isinstance(node, slide_node):
                yield self.own(node, heading, anchor)
            elif isinstance(node, proof_node):
                yield from self.proof(node)
            elif "realtype" in node:
                yield from self.breaking()
                yield from self.statement(node)
            elif "exercise" in node["classes"] and TASK in node["classes"]:
                yield self.task(node)
            elif node.get("nb_element") == "cell_code":
                yield from self.cell(node, heading)
            elif is_marked(node):
                yield self.line(node, heading, anchor)
        yield from self.breaking()

    def own(self, node: slide_node, heading: str, anchor: str) -> Piece:
        if node["here"]:
            return Piece(HERE, node["here"], "", ())
        shown, spoken = node.children
        parts, notes = tuple(self.press.parts(shown.children)), self.press.notes(*spoken.children)
        if node["of"]:
            return Piece("short", node["of"], "", parts, notes=notes)
        title = self.press.said(node["title"]) if node["title"] else heading
        name = slug(node["title"] or shown.astext())
        return Piece("own", name, title, parts, notes=notes, place=self.place(anchor))

    def line(self, node: nodes.Element, heading: str, anchor: str) -> Piece:
        place = self.place(node["ids"][0] if node["ids"] else anchor)
        parts = tuple(self.press.parts([node]))
        return Piece("line", slug(node.astext()), heading, parts, place=place, marked=True)

    def statement(self, node: nodes.Element) -> Iterator[Piece]:
        label, kind = node["label"], node["realtype"]
        number, place = self.numbers.get(label, ""), self.place(label)
        title = self.press.title(node[0]) if isinstance(node[0], nodes.title) else ""
        self.titles[label] = title
        content = next((n for n in node.children if isinstance(n, nodes.section)), node)
        proof = self.proofs.get(label)
        whole = proof is not None and not ideas(words_of(proof))  # else it stands with its idea
        notes = self.press.notes(*words_of(proof)) if whole else ""
        parts = tuple(self.press.parts(content.children))
        yield Piece(kind, label, title or number, parts, number, notes, place)
        if (found := self.results.get(label)) and found.refutes:
            rows, over = tuple(self.rows(found)), f"Tested, and broken · {number}"
            name = f"breaks-of-{label}"
            self.broken[label] = Piece("breaks", name, title, rows, over, place=place, about=kind)
        if proof is None:
            self.proved.append(label)

    def breaking(self) -> Iterator[Piece]:
        """Yield what breaks the statements that were proved, when nothing more is said of them."""
        for label in self.proved:
            if piece := self.broken.pop(label, None):
                yield piece
        self.proved.clear()

    def rows(self, result: Result) -> Iterator[Part]:
        """Yield the first check, and what breaks the statement; nothing is claimed twice."""
        says = [each.fields.get("says") for each in result.refutes]
        new = [not claim or claim not in says[:at] for at, claim in enumerate(says)]
        broken = list(compress(result.refutes, new))
        for sign, found in [("✓", result.checks[:1]), ("✗", broken[:MOST_BROKEN])]:
            for each in found:
                fields = each.fields
                world = fields.get("note", "").partition(": ")[0]
                text = " · ".join(filter(None, [fields.get("because"), world]))
                row = verdict(sign, each.kind, text, fields.get("says", ""), fields["case"])
                yield Part(self.press.html(row), words(row[1], row[2]), breaks=sign == "✗")

    def proof(self, node: proof_node) -> Iterator[Piece]:
        label = next(iter(node.get("proves", ())), "")
        number, title = self.numbers.get(label, ""), self.titles.get(label, "")
        over, place = f"Idea of the proof · {number}", self.place(f"proof-of-{label}")
        notes = self.press.notes(*words_of(node))
        found = ideas(words_of(node))
        parts = [self.press.sentence(detached(idea).children) for idea in found]
        if parts:
            yield Piece("idea", f"{IDEA}{label}", title, tuple(parts), over, notes, place)
        over, said = f"Proof · {number}", "" if found else notes
        if whole := tuple(steps(self.press, words_of(node))):
            yield Piece("step", f"{PROOF}{label}", title, whole, over, said, place)
        for step in node.findall(nodes.Element):
            if is_marked(step) and isinstance(step, (nodes.paragraph, nodes.bullet_list)):
                parts = self.press.parts([step])
                name = slug(step.astext())
                yield Piece("step", name, title, tuple(parts), over, said, place, True)
        self.proved += node.get("proves", ())

    def task(self, node: nodes.Element) -> Piece:
        """Return a task of the reader; hints and solution are for the speaker."""
        label = node["label"]
        inside = next(n for n in node.children if isinstance(n, nodes.section))
        title = YOUR_TURN.sub("", self.press.title(node[0]))
        told: list[nodes.Node] = []
        answer: list[nodes.Node] = []
        for each in node.findall(is_answer):
            told += each.children[1:]
            if "solution" in each["classes"]:
                answer += [n for part in each.findall(nodes.section) for n in part.children]
        answer = [each for each in answer if not is_of_pages(each)]
        plain = all(isinstance(each, SAID) for each in answer)
        over, notes = f"Your turn · {self.numbers.get(label, '')}", self.press.notes(*told)
        parts, title = tuple(self.press.parts(inside.children)), title[:1].upper() + title[1:]
        said = tuple(self.press.parts(answer)) if plain else ()
        return Piece("task", label, title, parts, over, notes, self.place(label), answer=said)

    def cell(self, node: nodes.Element, heading: str) -> Iterator[Piece]:
        figure, name = next(iter(node.findall(nodes.figure)), None), node["ids"][0]
        if figure is None:
            if is_marked(node):
                html = self.press.html(with_name(detached(node), name))
                part = Part(html, 0)
                yield Piece("code", name, heading, (part,), place=self.place(name), marked=True)
            return
        label = figure["ids"][0]
        caption = next(iter(figure.findall(nodes.caption)), None)
        spoken = list(sentences(caption)) if caption is not None else []
        asked = [s for s in spoken if "".join(n.astext() for n in s).rstrip().endswith("?")]
        shown = (asked or spoken)[:1]
        rest = [nodes.paragraph("", "", *s) for s in spoken if s not in shown]
        for seen in figure.findall(tag):
            if "seen" in seen["classes"]:
                rest += seen.children[1:]
        picture = self.press.html(detached(figure[0]))
        title = picture.partition(FIGURE_NAME)[2].partition("</p>")[0] or heading
        if label in self.figures:
            title = f"Figure {self.figures[label]} · {title}"
        plate = "picture by-daylight" if "by-daylight" in figure["classes"] else "picture"
        picture = Part(f'<div class="{plate}">{picture}</div>', 0)
        parts = (*map(self.press.sentence, shown), picture)
        notes = self.press.notes(*rest)
        yield Piece("figure", label, title, parts, "", notes, self.place(label))


def words_of(proof: proof_node) -> list[nodes.Node]:
    """Return a proof without what stands there while it is folded."""
    (fold,) = proof.children
    return fold.children[1:]


def is_answer(node: nodes.Node) -> bool:
    """Return whether a node is the fold of a hint or a solution."""
    return isinstance(node, tag) and bool({"hint", "solution"} & set(node["classes"]))


def with_name(node: nodes.Element, name: str) -> nodes.Element:
    node["ids"] = [name]
    return node


def skip(self, node):
    raise nodes.SkipNode


def setup(app):
    app.add_node(slide_node, html=(skip, None))
    app.add_directive("slide", SlideDirective)
