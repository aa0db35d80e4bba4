"""The Python side of "Run here", without a browser: names, generators, errors, measure."""

import importlib.util
import json
from pathlib import Path

import matplotlib.pyplot as plt
import pytest
from IPython.core.interactiveshell import InteractiveShell

MODULE = Path(__file__).resolve().parents[2] / "book" / "assets" / "live" / "page_session.py"


@pytest.fixture
def said() -> list[tuple[str, str]]:
    return []


@pytest.fixture
def session(monkeypatch, said):
    for name in ("MPLBACKEND", "LECTURE_CODE_FIGURES", "LECTURE_CODE_EXPLORE"):
        monkeypatch.setenv(name, "")  # the module sets them
    monkeypatch.syspath_prepend(MODULE.parent)
    spec = importlib.util.spec_from_file_location("page_session", MODULE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    yield module.Session(lambda kind, text: said.append((kind, text)))
    plt.close("all")


def run(session, above: int, code: str, *, own: bool = False) -> dict | None:
    wrong = session.run(f"cell-{above}", f"Cell {above + 1}", code, above, own)
    return json.loads(wrong) if wrong else None


def test_a_cell_that_runs_again_begins_where_it_began(session, said):
    run(session, 0, "import numpy as np\nrng = np.random.default_rng(3)\nx = 1")
    for _ in range(2):
        run(session, 1, "x += 1\n(x, round(rng.random(), 3))")
    assert said[0] == said[1] == ("text", "(2, 0.086)")
    run(session, 2, "x")
    assert said[2] == ("text", "2")


def test_a_cell_of_the_readers_own_changes_nothing_below_it(session, said):
    run(session, 0, "x = 1")
    run(session, 1, "x = 5", own=True)
    run(session, 1, "x")
    assert said == [("text", "1")]


def test_an_error_names_the_lines_of_the_cells_it_came_through(session):
    run(session, 0, "def f(x):\n    return 1 / x")
    wrong = run(session, 1, "f(0)")
    assert wrong["kind"] == "ZeroDivisionError"
    assert wrong["places"] == [["Cell 2", 1, "f(0)"], ["Cell 1", 2, "return 1 / x"]]
    assert "page_session" not in wrong["all"]
    assert run(session, 1, "f(")["places"] == [["Cell 2", 1, "f("]]
    assert run(session, 1, "import no_such_module")["missing"] == "no_such_module"


def test_a_semicolon_keeps_a_value_to_itself_and_output_is_cut(session, said):
    run(session, 0, "3;")
    assert said == []
    run(session, 0, "print('x' * 60_000)\nprint('y')")
    assert "".join(text for kind, text in said if kind == "stdout") == "x" * 50_000
    assert [kind for kind, _ in said].count("cut") == 1


def test_figures_explorations_and_findings_arrive(session, said):
    run(session, 0, "import matplotlib.pyplot as plt\nfrom lecture_code.explore import explore\n"
        "from lecture_code.checks import check\nplt.plot([1, 2]);")  # fmt: skip
    assert [kind for kind, _ in said] == ["html"]
    assert 'class="explore-frame"' in said.pop()[1]
    run(session, 1, "n = 3\ndef draw(k):\n    plt.plot(range(n * k))\n"
        "explore(draw, title='T', describe=lambda k: f'{n * k} points', k=[1, 2])")  # fmt: skip
    [(kind, page)] = said
    number = int(page.partition('data-asks="')[2].partition('"')[0])
    run(session, 2, "n = 100")
    assert session.frame(number, [1])[1] == "6 points"  # with the names of its own cell
    assert session.names["n"] == 100
    said.clear()
    run(session, 3, "check('thm-novikoff', 3, '<=', 4, note='one world')")
    assert [(kind, json.loads(text)[0]["kind"]) for kind, text in said] == [("findings", "check")]
    run(session, 1, "n = 4")
    assert session.figures == {}


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("x = 1\n%timeit x + 1", "`%timeit` is a notebook command"),
        ("%%time\nx = 1", "`%%time` is a notebook command"),
        ("%matplotlib inline\nx = 1", "figures show by themselves"),
        ("%%javascript\nalert(1)", "`%%javascript` is a notebook command"),
        ("!pip install pandas", "loads what the site has"),
        ("%pip install pandas", "loads what the site has"),
        ("! pip install pandas", "loads what the site has"),
        ("files = !ls -l", "`!ls` is a shell command"),
        ("import math\nmath.sqrt?", "help(math.sqrt)"),
        ("?print", "help(print)"),
        ("print??", "help(print)"),
        ("await f()", "inside an async def"),
        ("async with f() as g:\n    pass", "inside an async def"),
        ("x = [y async for y in z]", "inside an async def"),
        ("get_ipython().run_line_magic('time', '')", "belongs to notebooks"),
    ],
)
def test_what_notebooks_have_and_a_page_has_not_gets_a_sentence_that_helps(session, code, words):
    assert words in run(session, 0, code)["hint"]


@pytest.mark.parametrize("code", ["1 +", "x = 5 % * 2", "1 / 0", "if x = 3: pass", "x = 'a", "!"])
def test_other_mistakes_get_no_advice_about_notebooks_but_a_shell(session, code):
    assert bool(run(session, 0, code)["hint"]) == (code == "!")


@pytest.mark.parametrize(
    "code", ["input('Name? ')", "import sys\nsys.stdin.read()", "next(sys.stdin)"]
)
def test_a_program_that_asks_is_told_that_nobody_answers(session, code):
    assert "cannot read input" in run(session, 0, f"import sys\n{code}")["message"]


@pytest.fixture
def shell():
    """Give one test the shell of IPython, of which there is one."""
    InteractiveShell.clear_instance()
    yield
    InteractiveShell.clear_instance()


DISPLAYED = """
from IPython.display import HTML, Image, Markdown, SVG, clear_output, display
display(HTML("<b>first</b>"), "second")
display(Markdown("*third*"))
display(Image(data=b"\\x89PNG\\r\\n\\x1a\\n", format="png"))
display(SVG("<svg xmlns='http://www.w3.org/2000/svg'/>"))
clear_output()
HTML("<i>last</i>")
"""


@pytest.mark.usefixtures("shell")
def test_displays_of_ipython_show_under_their_cell(session, said):
    assert run(session, 0, DISPLAYED) is None
    assert [kind for kind, _ in said] == ["html", "text", "text", "html", "html", "clear", "html"]
    texts = [text for _, text in said]
    assert texts[:3] == ["<b>first</b>", "'second'", "*third*"]
    assert texts[3].startswith('<img alt="" src="data:image/png;base64,iVBO')
    assert texts[4].startswith("<svg")
    assert texts[-1] == "<i>last</i>"


@pytest.mark.usefixtures("shell")
def test_a_widget_says_that_it_needs_a_notebook(session, said):
    code = "from ipywidgets import interact\ninteract(lambda x: print(2 * x), x=(1, 5));"
    assert run(session, 0, code) is None
    kinds = dict(said)
    assert "clear" not in kinds
    assert "needs a notebook" in kinds["cut"]
    assert not any("interactive(" in text or "\x1b" in text for text in kinds.values())


def follow(session, code: str, above: int = 0, key: str = "") -> dict[str, tuple[str, str]]:
    found = json.loads(session.follows(key, code, above))
    return {name: (sentence, module) for name, sentence, module in found}


def test_what_can_follow_has_its_sentence_and_where_it_is_imported_from(session):
    found = follow(session, "run = batch")
    sentence, module = found["batch_perceptron"]
    assert sentence.startswith("Run the batch perceptron")
    assert module == "lecture_code.linear.perceptron"
    assert found["claim"][1] == "lecture_code.checks"
    assert found["abs"] == ("Return the absolute value of the argument.", "")
    assert "while" in found
    assert not [name for name in found if name.startswith("_")]
    assert "__import__" in follow(session, "__imp")


def test_what_a_cell_left_can_be_asked_for_its_attributes(session):
    run(session, 0, "import numpy as np\nX = np.ones((3, 2))")
    run(session, 1, "Y = X.T", own=True)
    assert follow(session, "X", 1)["X"] == ("ndarray (3, 2)", "")
    assert "transposed" in follow(session, "(X.", 1)["T"][0]
    assert "X" not in follow(session, "X", 0)
    assert "Y" not in follow(session, "Y", 1)
    assert "Y" in follow(session, "Y", 1, "cell-1")
    assert follow(session, "nothing.known.", 1) == {}
    run(session, 1, "class Sly:\n @property\n def x(self):\n  'Be 1.'\n  1 / 0\ns = Sly()")
    assert follow(session, "s.", 2)["x"] == ("Be 1.", "")


def test_imports_are_completed(session):
    assert "linear" in follow(session, "from lecture_code.")
    assert "perceptron" in follow(session, "import lecture_code.linear.per")
    inside = follow(
        session, "x = 1\nfrom lecture_code.linear.perceptron import (\n    pocket,\n    ba"
    )
    assert "batch_perceptron" in inside
    assert "np" not in inside
    assert follow(session, "from no.such.thing import ") == {}
