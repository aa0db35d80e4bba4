"""Read a proof with marks of steps as parts that build up, a step at a key."""

from collections.abc import Iterator, Sequence

from docutils import nodes

from bookext.nodes.detached import detached
from bookext.nodes.steps import is_mark
from bookext.nodes.tags import element
from bookext.slides.choose import BUILT, Part
from bookext.slides.html import Press, sentences, words


def steps(press: Press, blocks: Sequence[nodes.Node]) -> list[Part]:
    """Return the steps of a proof; nothing that stands before its first mark."""
    return [
        Part(press.html(step), words(step), len(list(step.findall(nodes.math_block))))
        for step in divided(blocks)
    ]


def divided(blocks: Sequence[nodes.Node]) -> Iterator[nodes.Element]:
    """Yield an element for each step that begins a sentence; other steps build up inside it.

    >>> mark, text = element("span", "step-mark"), nodes.Text
    >>> begin = [text("Proof. "), mark, text("By A, "), mark.copy(), text("and by B, ")]
    >>> (step,) = divided([nodes.paragraph("", "", *begin), nodes.math_block("", "x<y")])
    >>> step.astext(), [each.astext() for each in step.findall(is_built)]
    ('By A, and by B, x<y', ['and by B, x<y'])
    """
    step = at = None
    for block in blocks:
        if not isinstance(block, nodes.paragraph):
            if at is not None:
                at += detached(block)
            continue
        for sentence in sentences(block):
            first, *later = between_marks(sentence)
            if later and (step is None or not "".join(n.astext() for n in first).strip()):
                if step is not None:
                    yield step
                step, (first, *later) = element("div", "steps"), later
            if step is not None:
                line = element("div", "said", *first)
                step += line
                at = step
                for each in later:
                    at = element("div", BUILT, *each)
                    line += at
    if step is not None:
        yield step


def between_marks(sentence: Sequence[nodes.Node]) -> list[list[nodes.Node]]:
    runs: list[list[nodes.Node]] = [[]]
    for node in sentence:
        if is_mark(node):
            runs.append([])
        else:
            runs[-1].append(node)
    return runs


def is_built(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Element) and BUILT in node.get("classes", ())
