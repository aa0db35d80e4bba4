"""What "Run here" answers to what notebooks have and a page has not; displays of IPython, too.

The worker (worker.js) writes this module beside ``page_session``.
"""

import base64
import io
import re
import sys
import traceback
from collections.abc import Callable
from typing import Any

NOTEBOOK = "A notebook has it: “Download” at the top opens the page as a notebook."
#: What a line begins with that is no Python, and what to do instead.
COMMANDS = {
    r"%matplotlib\b": "Leave out {}: figures show by themselves here.",
    r"%%?time": "{} is a notebook command, not Python: write `import time`, and "
    "`time.perf_counter()` before and after what you time. " + NOTEBOOK,
    r"[!%]\s*(?:pip|conda|mamba)\b": "{} cannot run here: `import` loads what the site has "
    "(numpy, scipy, matplotlib, scikit-learn), and nothing else can be installed. " + NOTEBOOK,
    r"%": "{} is a notebook command, not Python, and does not work on this page. " + NOTEBOOK,
    r"!": "{} is a shell command, and a browser has no shell. " + NOTEBOOK,
}
HELP = re.compile(r"^\s*(?:\?\??\s*([\w.]+)|([\w.]+)\s*\?\??)\s*$")
OF_NOTEBOOKS = re.compile(r"^\s*(?:[\w, .\[\]'\"]+=\s*)?([%!]{1,2}\s*\S*)")
AWAIT = re.compile(r"'(?:await|async \w+)' outside|asynchronous comprehension outside")
NO_KEYBOARD = (
    "A program on this page cannot read input: write the answer into the code, "
    'for example name = "Ada" instead of name = input(). ' + NOTEBOOK
)
NO_WIDGET = (
    "A widget that calls Python (interact, a slider of ipywidgets) needs a notebook. "
    + NOTEBOOK
    + " The sliders that work here are those of lecture_code.explore."
)
WIDGET = "application/vnd.jupyter.widget-view+json"
RICH = {
    "_repr_html_": "text/html",
    "_repr_svg_": "image/svg+xml",
    "_repr_png_": "image/png",
    "_repr_jpeg_": "image/jpeg",
    "_repr_markdown_": "text/markdown",
    "_repr_latex_": "text/latex",
}
PICTURES = ("image/png", "image/jpeg", "image/gif", "image/webp")


def advice(error: BaseException, code: str) -> str:
    """Say what a reader can do about code that is of a notebook and not of a page."""
    if isinstance(error, SyntaxError):
        lines = code.splitlines()[(error.lineno or 1) - 1 : error.lineno]
        return about_syntax(str(error.msg), "".join(lines))
    if isinstance(error, NameError) and error.name == "get_ipython":
        return "get_ipython belongs to notebooks. " + NOTEBOOK
    return ""


def about_syntax(message: str, line: str) -> str:
    if AWAIT.search(message):
        return (
            "In a notebook a cell can await; on this page, await and the like work only "
            "inside an async def. " + NOTEBOOK
        )
    if found := HELP.match(line):
        name = found[1] or found[2]
        return f"`{line.strip()}` is for notebooks; in Python it is help({name})."
    if found := OF_NOTEBOOKS.match(line):
        command, rest = found[1], line[found.end() :]
        for begins, says in COMMANDS.items():
            if re.match(begins, command + rest):
                return says.format(f"`{command}`")
    return ""


class Keyboard(io.TextIOBase):
    """The standard input of a page: whoever reads from it is told that there is none."""

    def readable(self) -> bool:
        return True

    def read(self, size: int | None = -1, /) -> str:
        raise RuntimeError(NO_KEYBOARD)

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
        raise RuntimeError(NO_KEYBOARD)


def bundle(value: Any) -> dict[str, Any]:
    """Return the forms in which a value shows itself, by their MIME types."""
    given = value._repr_mimebundle_() if hasattr(value, "_repr_mimebundle_") else {}
    forms = dict(given[0] if isinstance(given, tuple) else given or {})
    for name, kind in RICH.items():
        if kind not in forms and callable(getattr(type(value), name, None)):
            made = getattr(value, name)()
            forms[kind] = made[0] if isinstance(made, tuple) else made
    return forms


def picture(forms: dict[str, Any]) -> str:
    """Return the HTML of a picture among the forms of a thing, or nothing."""
    for kind in PICTURES:
        if data := forms.get(kind):
            text = base64.b64encode(data).decode() if isinstance(data, bytes) else data
            return f'<img alt="" src="data:{kind};base64,{"".join(text.split())}">'
    return ""


def by_widget() -> bool:
    """Return whether ipywidgets has led to this call."""
    names = (frame.f_globals.get("__name__", "") for frame, _ in traceback.walk_stack(None))
    return any(name.startswith("ipywidgets.") for name in names)


def route(show: Callable[[dict[str, Any]], None], clear: Callable[[bool], None]) -> None:
    """Let what IPython displays appear under the cell: ``show`` gets its bundle of MIME types.

    IPython shows by the publisher of its shell, so there is a shell, with a publisher of ours.
    """
    from IPython.core.displaypub import DisplayPublisher
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets.config import Config

    class Publisher(DisplayPublisher):
        def publish(self, data: dict[str, Any], *_args: Any, **_options: Any) -> None:
            show(data)

        def clear_output(self, wait: bool = False) -> None:
            if not by_widget():  # it would clear its own output, which is not there
                clear(wait)

    main, hooks = sys.modules["__main__"], (sys.displayhook, sys.excepthook)
    InteractiveShell.instance(
        config=Config(HistoryManager={"enabled": False}), display_pub_class=Publisher
    )
    sys.modules["__main__"] = main
    sys.displayhook, sys.excepthook = hooks
