"""Similar submissions: copies in disguise are found, honest solutions are not, nothing stops it."""

import ast
import random
import re
import time
from html.parser import HTMLParser

import pytest
from homework_samples import perceptron

from homework.kit.marking.similar import (
    LONGEST,
    SHOWN,
    SHOWN_LENGTH,
    SOLUTION,
    Pair,
    pairs,
    similar_page,
)
from homework.kit.writing.notebooks import solution_notebook, student_notebook

ARRAYS = '''
def cautious_perceptron(X, y, beta, max_updates=100_000):
    """Return the vector w and the list of the examples that changed it."""
    w = np.zeros(X.shape[1])
    history = []
    for _ in range(max_updates):
        margins = y * X.dot(w)
        if np.all(margins > beta):
            return w, history
        first = np.where(margins <= beta)[0][0]
        w += y[first] * X[first]
        history.append(int(first))
    return w, history
'''
LOOPS = """
def cautious_perceptron(X, y, beta, max_updates=100_000):
    m, d = X.shape
    w = [0.0] * d
    chosen = []
    done = False
    while not done and len(chosen) < max_updates:
        done = True
        for i in range(m):
            product = 0
            for j in range(d):
                product += w[j] * X[i, j]
            if y[i] * product <= beta:
                for j in range(d):
                    w[j] += y[i] * X[i, j]
                chosen.append(i)
                done = False
                break
    return np.array(w), chosen
"""
HELPER = """
def cautious_perceptron(X, y, beta, max_updates=100_000):
    def first_mistake(w):
        for i, (x, label) in enumerate(zip(X, y)):
            if label * np.dot(w, x) <= beta:
                return i
        return None

    w = np.zeros(len(X[0]))
    used = []
    i = first_mistake(w)
    while i is not None and len(used) < max_updates:
        w = w + y[i] * X[i]
        used.append(i)
        i = first_mistake(w)
    return w, used
"""
HONEST = {"ada": ARRAYS, "bob": LOOPS, "eve": HELPER}
BOUND = """
def price_bound(X, y, u, beta):
    norm = np.linalg.norm(u)
    if norm == 0:
        return math.inf
    margins = [label * np.dot(u, x) / norm for x, label in zip(X, y)]
    radius = max(np.linalg.norm(x) for x in X)
    if min(margins) > 0:
        return 5 * (radius**2 + 2 * beta) / min(margins) ** 2
    return math.inf
"""
WORK = ARRAYS + BOUND + HELPER.replace("cautious", "careful")
DISGUISES = {
    "names": re.sub(
        r"\b(X|y|u|beta|w|history|margins|first|radius|used|label|norm(?!\())\b", r"my_\1", WORK
    ),
    "comments": re.sub(r"(?<=[\w)\]])$", "  # mine", WORK, flags=re.MULTILINE),
    "formatting": ast.unparse(ast.parse(WORK)).replace("    ", "  ").replace("(", "(\n"),
    "constants": re.sub(r"\b\d[\d_]*\b", "77", WORK),
    "no docstrings": re.sub(r'    """.*"""\n', "", WORK),
    "annotations": re.sub(r"def (\w+)\(X, y(.*)\):", r"def \1(X: 'a', y: np.a\2) -> tuple:", WORK)
    .replace("history =", "history: list[int] =")
    .replace("    norm =", "    norm: float\n    norm =")
    .replace("first_mistake(w):", "first_mistake(w: list) -> list[list[list]]:"),
    "prints": WORK.replace("    w +=", "    print(margins)\n        w +="),
    "imports": WORK.replace(
        "    for", "    import numpy\n    from math import inf\n    pass\n    for", 1
    ),
    "order": HELPER + BOUND + ARRAYS,
    "one cell each": None,
}
EDITED = LOOPS.replace("product += w[j] * X[i, j]", "product = product + X[i, j] * w[j]")
EDITED = EDITED.replace("while not done and", "while (done == 0) and").replace("np.array", "list")


def given_code():
    """The code that every student got."""
    return code_of(student_notebook(perceptron()[0]))


def code_of(notebook):
    """The cells of a notebook as the grader reads them: without the one that makes ``grader``."""
    return [
        cell.source
        for cell in notebook.cells
        if cell.cell_type == "code" and "checker" not in cell.metadata.get("tags", [])
    ]


def filled_in(answer):
    """The code of a student who answered the first question so and no other."""
    return [answer if "def cautious" in cell else cell for cell in given_code()]


def random_program(seed):
    """A function of some sixty lines that nobody else writes."""
    rng = random.Random(seed)

    def value(depth=3):
        forms = ["{} + {}", "{} * {}", "f({}, {})", "{}[{}]", "[{}, {}]", "({} < {})", "-{}"]
        form = rng.choice(forms) if depth else rng.choice("abcdefg")
        return form.format(*(value(depth - 1) for _ in range(form.count("{}"))))

    lines, margin = ["def f(a, b, c, d, e, g):"], 1
    for _ in range(60):
        kinds = ["x = {}", "return {}", "for i in {}:", "if {}:", "while {}:"]
        kind = rng.choice(kinds[: 5 if margin < 4 else 2])
        lines.append("    " * margin + kind.format(value()))
        margin += kind.endswith(":")
        if not kind.endswith(":"):
            margin = rng.randint(1, margin)
    return "\n".join([*lines, "    " * margin + "return x"])


@pytest.mark.parametrize("disguise", DISGUISES)
def test_a_copy_in_disguise_is_found(disguise):
    copy = [DISGUISES[disguise]] if DISGUISES[disguise] else [BOUND, "a = 1", HELPER, ARRAYS]
    assert "".join(copy) != WORK
    assert ast.parse("\n".join(copy))
    (pair,) = pairs({"ada": [WORK], "bob": copy})
    assert (pair.one, pair.other, pair.share) == ("ada", "bob", 1.0)


def test_honest_solutions_of_the_same_question_are_not_alike():
    published = code_of(solution_notebook(perceptron()[0]))
    codes = {name: filled_in(answer) for name, answer in HONEST.items()} | {SOLUTION: published}
    assert pairs(codes, given_code()) == []
    for name in HONEST:  # though each is long enough to be recognised
        again = pairs({name: codes[name], "copy": codes[name]}, given_code())
        assert [pair.share for pair in again] == [1.0]


def test_a_copy_of_the_published_solution_is_found():
    published = code_of(solution_notebook(perceptron()[0]))
    answer = next(cell for cell in published if "def cautious" in cell)
    copy = filled_in(re.sub(r"\b(w|chosen|scores|mistaken)\b", r"my_\1", answer))
    codes = {"ada": filled_in(ARRAYS), "eve": copy, SOLUTION: published}
    (pair,) = pairs(codes, given_code())
    assert (pair.one, pair.other, pair.share) == ("eve", SOLUTION, 1.0)


def test_code_that_everybody_got_does_not_count():
    codes = {"ada": filled_in(ARRAYS), "bob": filled_in(LOOPS), "blank": given_code()}
    assert len(pairs(codes, threshold=0.3)) == 3  # the given function makes them alike
    assert pairs(codes, given_code(), threshold=0.3) == []


def test_the_most_similar_come_first_and_the_threshold_is_an_argument():
    codes = {"ada": [BOUND, LOOPS], "edited": [BOUND, EDITED], "bob": [ARRAYS], "copy": [ARRAYS]}
    first, second = pairs(codes)
    assert (first.one, first.other, first.share) == ("bob", "copy", 1.0)
    assert (second.one, second.other) == ("ada", "edited")
    assert 0.5 <= second.share < 0.95
    assert second.fingerprints > first.fingerprints
    assert pairs(codes, threshold=0.95) == [first]


def test_a_line_or_two_are_too_little_to_be_alike():
    assert pairs({"ada": ["x = [f(1, 2), g(3)]"], "bob": ["y = [g(4, 5), h(6)]"]}) == []


@pytest.mark.parametrize(
    ("copies", "own", "number"), [(5, 0, 10), (6, 0, 0), (2, 10, 1), (5, 7, 10), (6, 6, 0)]
)
def test_what_six_and_a_third_of_the_class_have_is_ignored(copies, own, number):
    codes = {f"copy {n}": [LOOPS] for n in range(copies)}
    assert len(pairs(codes | {f"own {n}": [random_program(n)] for n in range(own)})) == number


def test_in_a_class_two_copies_are_found_beside_what_everybody_has():
    codes = {str(student): [BOUND, random_program(student)] for student in range(6)}
    codes["copy"] = codes["4"]
    (pair,) = pairs(codes)
    assert (pair.one, pair.other, pair.share) == ("4", "copy", 1.0)


HOSTILE = {
    "parentheses": "(" * 10**5,
    "closed parentheses": "(" * 40_000 + ")" * 40_000,
    "brackets": "x = " + "[{" * 30_000,
    "signs": "x = " + "-" * 90_000 + "1",
    "attributes": "x" + ".a" * 40_000,
    "sum": "+".join(["1"] * 40_000),
    "deep blocks": "\n".join(" " * depth + "if x:" for depth in range(400)),
    "many broken lines": "x(\n" * 30_000,
    "no Python": "Dear grader,\n\tthis is my proof: \\frac{1}{2}\n" * 1000,
    "surrogates": "x = '\ud800'\n" + LOOPS,
    "null": "x = '\0'",
    "magic": "%matplotlib inline\n!echo hello\n?x",
    "large number": "x = " + "9" * 90_000,
    "megabyte": LOOPS * (10**6 // len(LOOPS) + 1),
    "megabyte in a line": "x = [" + "1, " * 350_000 + "]",
    "nothing": "",
}


@pytest.mark.parametrize("cell", [pytest.param(cell, id=name) for name, cell in HOSTILE.items()])
def test_no_submission_stops_the_report(cell):
    start = time.process_time()
    codes = {"ada": [LOOPS], "h": [cell], "\udc80<i>": [cell + "\n"], "copy": [LOOPS, cell]}
    found = pairs(codes)
    assert Pair("ada", "copy", 1.0, found[0].fingerprints) in found
    assert similar_page(found, codes, "T\udc80").encode("utf-8")
    assert time.process_time() - start < 5


@pytest.mark.parametrize(
    "cell",
    [
        "%matplotlib inline\n" + LOOPS + "\nthis is not Python\n)\n",
        "x" + ".a" * 2000 + "\n" + LOOPS,  # parsed, but deeper than a recursive walk can go
        LOOPS.replace("done = False\n", "done, note = False, '\\d'\n", 1),  # a SyntaxWarning
    ],
    ids=["broken lines around", "deep", "bad escape"],
)
def test_what_can_be_parsed_is_compared(cell):
    (pair,) = pairs({"ada": [LOOPS], "bob": [cell]})
    assert pair.share > 0.8


def test_padding_hides_nothing():
    padding = [f"x{n} = {random.Random(n).random()}" + " + a" * 20_000 for n in range(9)]
    assert sum(map(len, padding)) > 5 * LONGEST
    (pair,) = pairs({"ada": [LOOPS], "bob": [*padding, LOOPS, *padding]})
    assert pair.share == 1


def test_nothing_is_executed(tmp_path):
    cell = f"open({str(tmp_path / 'made')!r}, 'w')\n" + LOOPS
    assert pairs({"ada": [cell], "bob": [cell]})
    assert list(tmp_path.iterdir()) == []


def test_three_hundred_submissions_take_seconds():
    codes = {f"{n}": [random_program(2 * n), random_program(2 * n + 1)] for n in range(300)}
    codes["299"] = ["# mine", *reversed(codes["7"])]
    start = time.process_time()
    (pair,) = pairs(codes)
    assert time.process_time() - start < 20
    assert (pair.one, pair.other, pair.share) == ("7", "299", 1.0)


class Tags(HTMLParser):
    """The tags and the text of a page."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.text = [], ""
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)

    def handle_data(self, data):
        self.text += data


def test_the_page_shows_both_codes_folded_and_escaped():
    evil = "</pre></details><script>alert(1)</script><img src=x onerror=y>&amp;"
    codes = {"<b>ada</b>": [f"a = '{evil}'", LOOPS], evil: [LOOPS]}
    shown = Tags(similar_page(pairs(codes), codes, f"Homework 6 {evil}"))
    assert {"script", "img", "b", "pre", "details"} & set(shown.tags) == {"b", "pre", "details"}
    assert [shown.tags.count(tag) for tag in ("details", "pre", "b")] == [1, 2, 1]
    for said in ("100%", "<b>ada</b>", f"a = '{evil}'", "never a proof"):
        assert said in shown.text.replace("\n", " ")
    assert shown.text.count(LOOPS) == 2
    nobody = Tags(similar_page([], {}, "Homework 6"))
    assert "No two submissions are alike" in nobody.text
    assert "table" not in nobody.tags


def test_the_page_has_an_end():
    codes = {"a": ["x" * 10**6], "b": ["y"]}
    text = similar_page([Pair("a", "b", 1.0, 9)] * (SHOWN + 7), codes, "Homework 6")
    assert len(text) < SHOWN * (SHOWN_LENGTH + 1000)
    assert text.count("<details>") == SHOWN
    assert "7 further pairs" in text
    assert "(cut)" in text
