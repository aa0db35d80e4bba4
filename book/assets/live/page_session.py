"""The Python side of a page that runs in its place: its cells, what they show, what went wrong.

The worker (worker.js) writes this module to where Python finds it and calls ``Session``.  It is
the matplotlib backend of the page, too.  Neither IPython nor matplotlib is imported before a cell
asks for it.
"""

import ast
import io
import json
import linecache
import os
import re
import sys
import time
import traceback
import warnings
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout, suppress
from types import CodeType
from typing import Any

from page_names import names
from page_words import NO_WIDGET, WIDGET, Keyboard, advice, bundle, picture, route

os.environ.update(
    MPLBACKEND="module://page_session", LECTURE_CODE_FIGURES="svg", LECTURE_CODE_EXPLORE="page"
)
warnings.filterwarnings("ignore", "JsProxy.as_object_map", RuntimeWarning)  # of threadpoolctl

MOST_LETTERS = 50_000  # that one cell prints
MOST_PIECES = 100  # figures and tables that one cell shows
FINDINGS = "application/vnd.lecture-code.check+json"
PLAIN = ("text/markdown", "text/latex", "text/plain")  # shown as they are written
OF_NOTEBOOKS = re.compile(r"\b(?:IPython|ipywidgets)\b")

Names = dict[str, Any]
Kept = tuple[Names, dict[str, Any]]  # the names, and the states of the generators among them
Say = Callable[[str, str], None]  # a kind of output, and its text


class Output:
    """What one cell says; beyond a measure it is cut, and says so."""

    now: "Output"  # of the cell that runs

    def __init__(self, say: Say, prefix: str) -> None:
        self.say, self.prefix = say, prefix
        self.letters = self.pieces = 0
        self.streams = {kind: Stream(self, kind) for kind in ("stdout", "stderr")}

    def flush(self) -> None:
        for stream in self.streams.values():
            stream.flush()

    def text(self, kind: str, text: str) -> None:
        room = MOST_LETTERS - self.letters
        self.letters += len(text)
        if room > 0:
            self.say(kind, text[:room])
        if room > 0 and len(text) > room:
            self.say("cut", f"The page shows the first {MOST_LETTERS:,} characters of a cell.")

    def piece(self, kind: str, text: str) -> None:
        self.flush()
        self.pieces += 1
        if self.pieces <= MOST_PIECES:
            self.say(kind, text)
        elif self.pieces == MOST_PIECES + 1:
            self.say("cut", f"The page shows the first {MOST_PIECES} figures and tables of a cell.")

    def show(self, value: Any) -> None:
        """Show a value as a notebook does: in the richest form that the page can show."""
        drawn = type(value).__module__.startswith("matplotlib.")  # its figures come by themselves
        self.put(({} if drawn else {"text/plain": repr(value)}) | bundle(value))

    def put(self, forms: dict[str, Any]) -> None:
        """Show the richest of the forms of one thing, by their MIME types."""
        if FINDINGS in forms:
            found = forms[FINDINGS]
            self.piece("findings", json.dumps(found if isinstance(found, list) else [found]))
        elif WIDGET in forms:
            self.piece("cut", NO_WIDGET)
        elif rich := forms.get("text/html") or forms.get("image/svg+xml") or picture(forms):
            self.piece("html", rich)
        elif plain := next(filter(None, map(forms.get, PLAIN)), ""):
            self.flush()
            self.text("text", plain)

    def clear(self, _wait: bool = False) -> None:
        """Take away what the cell has shown, as ``clear_output`` asks."""
        self.flush()
        self.letters = self.pieces = 0
        self.say("clear", "")

    def figures(self) -> None:
        """Show the figures that are open, and close them."""
        plt = sys.modules.get("matplotlib.pyplot")
        if plt is None or not plt.get_fignums():
            return
        from lecture_code.explore.svg import distinct_ids, svg

        for number in plt.get_fignums():
            drawn = svg(plt.figure(number))
            [drawn] = distinct_ids([drawn], f"{self.prefix}-{self.pieces}-")
            self.piece(
                "html", f'<div class="explore"><div class="explore-frame">{drawn}</div></div>'
            )
        plt.close("all")


class Stream(io.TextIOBase):
    """Where a cell prints to; what it prints reaches the page at most twenty times a second."""

    def __init__(self, output: Output, kind: str) -> None:
        self.output, self.kind = output, kind
        self.parts: list[str] = []
        self.last = 0.0

    def write(self, text: str) -> int:
        self.parts.append(text)
        if time.monotonic() - self.last > 0.05:
            self.flush()
        return len(text)

    def flush(self) -> None:
        if self.parts:
            self.output.text(self.kind, "".join(self.parts))
        self.parts, self.last = [], time.monotonic()


class Session:
    """The names of the page, as they are before each of its cells.

    A cell starts from what stood before it: the names and the state of every generator among
    them.  So a cell that runs again draws the same numbers, and a figure draws with the names of
    its own cell even if a later one has used them for something else.  What a cell changes inside
    an object stays changed; a run from the top mends it.
    """

    cells: set[str] = set()  # names of those that have run

    def __init__(self, say: Say) -> None:
        self.say = say
        self.names: Names = {}
        self.before: list[Kept] = [({"__name__": "__main__", "display": display}, {})]
        self.figures: dict[int, tuple[str, Kept]] = {}  # number -> key of its cell, its names
        self.last = ""  # the key of the cell that ran
        self.routed = False  # whether displays of IPython come here

    def run(self, key: str, name: str, code: str, above: int, own: bool) -> str | None:
        """Run the cell ``key`` below ``above`` cells; returns as JSON what went wrong, or None.

        A cell of the reader's ``own`` leaves the names below it as they were.
        """
        self.restore(self.before[above])
        self.forget([number for number, (of, _) in self.figures.items() if of == key])
        Output.now = output = Output(self.say, key)
        self.last = key
        self.cells.add(name)
        linecache.cache[name] = (len(code), None, code.splitlines(keepends=True), name)
        out, err = output.streams.values()
        wrong = None
        keyboard, sys.stdin = sys.stdin, Keyboard()
        with redirect_stdout(out), redirect_stderr(err):
            try:
                if OF_NOTEBOOKS.search(code):
                    self.route()
                for part, shown in compiled(code, name):
                    value = eval(part, self.names)
                    if shown and value is not None:
                        output.show(value)
                output.figures()
            except BaseException as error:
                wrong = told(error, code)
        sys.stdin = keyboard
        output.flush()
        if plt := sys.modules.get("matplotlib.pyplot"):
            plt.close("all")
        kept = self.kept()
        self.figures |= dict.fromkeys(known() - set(self.figures), (key, kept))
        if wrong:
            del self.before[above + 1 :]
        elif not own:
            self.before[above + 1 : above + 2] = [kept]
        return wrong

    def route(self) -> None:
        if not self.routed:
            with suppress(ImportError):  # the cell itself says what is missing
                route(lambda forms: Output.now.put(forms), lambda wait: Output.now.clear(wait))
                self.routed = True

    def frame(self, number: int, places: list[int]) -> list[str]:
        """The frame and the readout of an explorable figure, drawn with the names of its cell."""
        from lecture_code.explore.on_demand import frame

        now = self.kept()
        self.restore(self.figures[number][1])
        try:
            return list(frame(number, places))
        except Exception as error:
            return ["", str(error)]
        finally:
            self.restore(now)

    def follows(self, key: str, code: str, above: int) -> str:
        """What can follow this code of a cell, as JSON (page_names.py)."""
        before = self.before[min(above, len(self.before) - 1)][0]
        return json.dumps(names(code, self.names if key == self.last else before))

    def forget(self, gone: list[int]) -> None:
        if gone:
            from lecture_code.explore import on_demand

            on_demand.forget(gone)
            for number in gone:
                del self.figures[number]

    def kept(self) -> Kept:
        states = {name: value.bit_generator.state for name, value in generators(self.names)}
        return dict(self.names), states

    def restore(self, kept: Kept) -> None:
        names, states = kept
        self.names.clear()
        self.names.update(names)
        for name, state in states.items():
            names[name].bit_generator.state = state


def generators(names: Names) -> Iterator[tuple[str, Any]]:
    """The random generators among the names."""
    numpy: Any = sys.modules.get("numpy")
    for name, value in names.items() if numpy else ():
        if isinstance(value, numpy.random.Generator):
            yield name, value


def known() -> set[int]:
    """The numbers of the figures that can be asked for frames."""
    on_demand: Any = sys.modules.get("lecture_code.explore.on_demand")
    return on_demand.numbers() if on_demand else set()


def compiled(code: str, name: str) -> Iterator[tuple[CodeType, bool]]:
    """The statements of a cell, and its last expression, which is shown."""
    tree = ast.parse(code, name)
    last = tree.body[-1] if tree.body else None
    if isinstance(last, ast.Expr):
        tree.body.pop()
    yield compile(tree, name, "exec"), False
    if isinstance(last, ast.Expr):
        yield compile(ast.Expression(last.value), name, "eval"), not code.rstrip().endswith(";")


def display(*values: Any, **_options: Any) -> None:
    """Show values in the midst of a cell, as in a notebook."""
    for value in values:
        Output.now.show(value)


def show(*_args: Any, **_options: Any) -> None:
    """What ``plt.show`` does here."""
    Output.now.figures()


def __getattr__(name: str) -> Any:
    """The canvas of the figures, for matplotlib; it is imported when matplotlib is."""
    if name == "FigureCanvas":
        from matplotlib.backends.backend_agg import FigureCanvasAgg

        globals()[name] = FigureCanvasAgg  # matplotlib copies the dictionary of its backend
        return FigureCanvasAgg
    raise AttributeError(name)


def told(error: BaseException, code: str) -> str:
    """What a reader needs of an error: its kind, its words, the lines of the page it came through.

    Beside these, all that Python says, but for the lines of this module.
    """
    whole = traceback.TracebackException.from_exception(error)
    inner = [frame for frame in whole.stack if frame.filename != __file__]
    whole.stack = traceback.StackSummary.from_list(inner)
    cells = [frame for frame in inner if frame.filename in Session.cells]
    places = [(frame.filename, frame.lineno, frame.line or "") for frame in cells]
    if isinstance(error, SyntaxError) and error.filename:
        line = error.text or linecache.getline(error.filename, error.lineno or 1)
        places = [(error.filename, error.lineno, line.strip())]
    return json.dumps(
        {
            "kind": type(error).__name__,
            "message": str(error),
            "places": places,
            "hint": advice(error, code),
            "missing": getattr(error, "name", None) if isinstance(error, ImportError) else None,
            "all": "".join(whole.format()),
        }
    )
