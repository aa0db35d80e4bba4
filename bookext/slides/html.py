"""Render parts of a page as the HTML of a slide, by the builder that renders the page."""

import re
from collections.abc import Iterator, Sequence

from docutils import nodes

from bookext.evidence.panel import in_short
from bookext.nodes.detached import detached, detached_line
from bookext.nodes.tags import element, inline
from bookext.slides.choose import Part

FORMULAS = (nodes.math, nodes.math_block)
NOT_READ = (*FORMULAS, nodes.literal, nodes.literal_block, nodes.raw)
WORD = re.compile(r"\w[\w’'.,/-]*")
END = re.compile(r"[.?!:;…][)”’\"*]*\s*$")
TITLE = re.compile(r"^\s*\(|\)\s*$")
SPAN = re.compile(r"^<span>(.*)</span>$", re.S)


def words(*parts: nodes.Node) -> int:
    """Count the words that are read, without formulas and code.

    >>> words(nodes.Text("So at most "), nodes.math("", "RB"))
    3
    """
    texts = (text for part in parts for text in part.findall(nodes.Text))
    return sum(len(WORD.findall(t)) for t in texts if not isinstance(t.parent, NOT_READ))


def sentences(paragraph: nodes.Element) -> Iterator[list[nodes.Node]]:
    """Yield the sentences of a paragraph: each begins a line, as all in this book.

    A line that goes on after a displayed formula, or before one, begins no sentence.

    >>> x = nodes.math("", "x")
    >>> text = nodes.paragraph("", "", nodes.Text("Put "), x, nodes.Text(".\\nGo."))
    >>> [len(sentence) for sentence in sentences(text)]
    [3, 1]
    """
    sentence: list[nodes.Node] = []
    parts = list(in_lines(detached(paragraph)))
    for part, following in zip(parts, [*parts[1:], None], strict=True):
        if part is not None:
            sentence.append(part)
        elif ends(sentence) and following is not None and begins(following, sentence[-1]):
            yield sentence
            sentence = []
        else:
            sentence.append(nodes.Text(" "))
    if sentence:
        yield sentence


def in_lines(paragraph: nodes.Element) -> Iterator[nodes.Node | None]:
    """Yield what stands in a paragraph, and None where a line ends."""
    for child in paragraph.children:
        if isinstance(child, nodes.Text):
            for at, line in enumerate(str(child).split("\n")):
                if at:
                    yield None
                if line:
                    yield nodes.Text(line)
        else:
            yield child


def ends(sentence: Sequence[nodes.Node]) -> bool:
    return bool(sentence) and (
        isinstance(sentence[-1], nodes.math_block) or bool(END.search(sentence[-1].astext()))
    )


def begins(part: nodes.Node, before: nodes.Node) -> bool:
    """Return whether a sentence may begin with this part, which begins a line."""
    goes_on = isinstance(before, nodes.math_block) and part.astext()[:1].islower()
    return not isinstance(part, nodes.math_block) and not goes_on


class Press:
    """A renderer of nodes of the page that is being written."""

    def __init__(self, builder) -> None:
        self.builder = builder

    def html(self, *parts: nodes.Node) -> str:
        whole = nodes.container("", *parts) if len(parts) != 1 else parts[0]
        return self.builder.render_partial(whole)["fragment"].strip()

    def words(self, *parts: nodes.Node) -> str:
        """Render what stands inside a line."""
        return SPAN.sub(r"\1", self.html(detached_line(*parts)))

    def said(self, text: str) -> str:
        """Render a text with formulas between dollars."""
        return self.words(*inline(text))

    def sentence(self, parts: Sequence[nodes.Node]) -> Part:
        displays = sum(isinstance(part, nodes.math_block) for part in parts)
        return Part(self.html(element("div", "said", *parts)), words(*parts), displays)

    def parts(self, blocks: Sequence[nodes.Node]) -> list[Part]:
        """Render blocks as sentences, items of lists, and whatever else as it is."""
        found: list[Part] = []
        for block in blocks:
            if isinstance(block, nodes.paragraph):
                found += map(self.sentence, sentences(block))
            elif isinstance(block, (nodes.bullet_list, nodes.enumerated_list)):
                found += self.items(detached(block))
            elif isinstance(block, nodes.math_block):
                found.append(Part(self.html(detached(block)), 0, 1))
            elif isinstance(block, nodes.Element) and not isinstance(block, nodes.title):
                copy = detached(block)
                found.append(Part(self.html(copy), words(copy)))
        return found

    def items(self, whole: nodes.Element) -> Iterator[Part]:
        start = whole.get("start", 1)
        for number, item in enumerate(whole.children, start=start):
            alone = whole.copy()
            alone += item.deepcopy()
            if isinstance(whole, nodes.enumerated_list):
                alone["start"] = number
            yield Part(self.html(alone), words(item), len(list(item.findall(nodes.math_block))))

    def notes(self, *blocks: nodes.Node) -> str:
        """Render blocks for the speaker's window, which knows MathML and no style of ours."""
        copies = [detached(block) for block in blocks]
        for formula in (each for copy in copies for each in copy.findall(is_formula)):
            formula["spoken"] = True
        return "\n".join(map(self.html, copies))

    def title(self, node: nodes.Element) -> str:
        """Render the title of a statement, without its brackets."""
        return TITLE.sub("", self.words(*node.children))


def is_formula(node: nodes.Node) -> bool:
    return isinstance(node, FORMULAS)


def verdict(sign: str, kind: str, text: str, formula: str, case: str) -> nodes.Node:
    """Write a check or a refutation as a row: what is claimed, and what came out."""
    row = element("div", f"verdict {kind}", element("span", "sign", sign, aria_hidden="true"))
    row += [element("span", "claim", in_short(text)), element("span", "case", case)]
    if formula:
        row += element("span", "formula", nodes.math("", formula))
    return row
