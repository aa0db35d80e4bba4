"""Statements that say more than they do, on a page made up for it: what notices, and what not."""

import ast
import doctest

import pytest

from tools.judge import bites, strengthen
from tools.pages import page_flow

PAGE = """
:::{prf:theorem} Made up
:label: LABEL
The sum of the first $n$ odd numbers is at most $n^2$.
:::

```{code-cell} ipython3
import numpy as np
from lecture_code.checks import check, claim, report
from lecture_code.theory.concentration import hoeffding
rng = np.random.default_rng(3)
n = np.arange(1, 9)
sums = np.cumsum(2 * n - 1)
noise = rng.random(8)
```

```{code-cell} ipython3
CLAIM
```
"""


def judged(code, label="thm-made-up"):
    text = PAGE.replace("CLAIM", code).replace("LABEL", label)
    told, deaf = bites.judge("book/made-up", text)
    return told[label], deaf


def test_the_functions_do_what_their_docstrings_show():
    for module in (page_flow, strengthen):
        assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize(
    ("formula", "changed"),
    [
        ("a + b", {"a", "b"}),
        ("a - b / 2", {"a", "a - b", "a - 1 / 2", "a - b / 4"}),
        ("max(a, 3)", {"a", "3", "max(a, 6)", "max(a, 3 / 2)"}),
        ("(R * B) ** 2", {"R * B", "(R * B) ** 4", "R ** 2", "B ** 2"}),
        ("np.log(2 / d)", {"1", "np.log(2)", "np.log(1 / d)", "np.log(4 / d)"}),
        ("np.exp(-m * f(3))", {"np.exp(-m)", "np.exp(f(3))"}),
        ("np.round(a * b, 6)", {"np.round(a, 6)", "np.round(b, 6)"}),  # the digits stay
        ("(a * b).round(6)", {"a.round(6)", "b.round(6)"}),
    ],
)
def test_a_formula_is_changed_in_every_place(formula, changed):
    tree = ast.parse(formula, mode="eval")
    found = {
        words.split(" → ")[1] for _, _, words in strengthen.written(strengthen.slot(tree, "body"))
    }
    assert found == changed
    assert ast.unparse(tree) == formula


def test_a_sharp_claim_notices_all_that_says_more():
    score, deaf = judged('check("thm-made-up", sums, "<=", n ** 2, note="w")')
    assert (score["made"], score["unnoticed"], deaf) == (1, [], [])  # n; n ** 4 says less


def test_a_bound_that_is_a_list_is_halved_in_all_its_entries():
    code = """\
from fractions import Fraction
bound = [Fraction(k, 2) for k in sums.tolist()]
check("thm-made-up", BOUND, "<=", bound, note="w")"""
    words = "bound → bound / 2"
    assert judged(code.replace("BOUND", "bound"))[0]["noticed"] == 1
    assert judged(code.replace("BOUND", "sums / 4"))[0]["unnoticed"] == [words]


def test_a_loose_claim_notices_nothing_and_is_told():
    score, deaf = judged('bound = 100 * n ** 3\ncheck("thm-made-up", sums, "<=", bound, note="w")')
    assert "100 * n ** 3 → n ** 3" in score["unnoticed"]
    assert (score["noticed"], len(deaf)) == (0, 1)


def test_one_sharp_world_is_enough_for_a_formula():
    code = """\
report(claim("thm-made-up", "w").holds(sums, "<=", n ** 2),
       claim("thm-made-up", "v").holds(sums / 9, "<=", n ** 2))"""
    score, deaf = judged(code)
    assert (score["made"], score["noticed"], len(deaf)) == (1, 1, 1)  # the other world is deaf


def test_the_bound_of_a_quotient_is_found_and_the_world_stays():
    code = 'part = sums / (2 * n ** 2)\ncheck("thm-made-up", part, "<=", 1, note="w")'
    score, _ = judged(code)
    assert sorted(score["unnoticed"]) == ["1 → 1 / 2", "2 * n ** 2 → n ** 2"]
    assert score["made"] == 4  # and 2 * n, 2


def test_what_is_drawn_is_drawn_as_before():
    code = """\
other = rng.random(3)
draws = rng.random(8)
twelfth = np.random.default_rng(3).random(12)[11]
check("thm-made-up", [draws[0], -draws[0], 1], "<=", [twelfth, -twelfth, 2], note="w")"""
    assert judged(code)[0] == {"made": 1, "noticed": 0, "unnoticed": ["2 → 1"]}


@pytest.mark.parametrize("seen", [True, False])
def test_a_formula_of_the_package_is_changed_and_its_page_or_its_test_notices(seen):
    code = 'check("prop-chebyshev-rate", 1 / 16 / n, "<=", chebyshev(n, 2, 1 / 4), note="w")'
    if not seen:
        code = 'check("prop-chebyshev-rate", n.sum(), "==", 36, note="w")'
    code = f"from lecture_code.theory.concentration import chebyshev\n{code}"
    score, deaf = judged(code, "prop-chebyshev-rate")
    assert score["made"] == score["noticed"] > 1
    assert deaf == []
