"""Write numbers, comparisons and statements, for the lines of checks and for their errors.

The same on every machine: at most four significant digits, whole numbers in full, floats up to
1e-12 as 0.  A label is written as "Theorem 6.8 (Novikoff)", with the numbers of the book's pages,
which tools/pages/record.py writes to statements.json.

:Source: the book's page on how its checks work.
"""

from __future__ import annotations

import json
import math
from decimal import Decimal
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lecture_code.checks.compare import NOISE, Comparison, Number, as_float
from lecture_code.checks.estimates import Estimate

LARGEST = 10**30  # whole numbers beyond are written like floats
LONGEST = 10**7  # a float that is whole is written in full below
SIGNS = {"<=": "≤", ">=": "≥", "==": "=", "<": "<", ">": ">"}
FAILS = {"<=": ">", ">=": "<", "==": "≠", "<": "≥", ">": "≤"}  # what is true where a claim is not
RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def _short(x: Number, noise: float = NOISE) -> str:
    """Return a number as text of at most four significant digits, but whole numbers in full."""
    if isinstance(x, float) and abs(x) <= noise:
        return "0"
    text = str(x)
    whole = isinstance(x, int) and abs(x) < LARGEST
    return text if whole or (isinstance(x, Fraction) and len(text) <= 9) else _rounded(x)


def plain(x: Number, noise: float = NOISE) -> int | float | str:
    """Return a number as JSON holds it: fractions and whole numbers exactly, floats rounded.

    A fraction is a text, "2/3", of which ``Fraction`` makes the number again, and so are a whole
    number of more than 30 digits and an infinity.  A float is rounded to four significant digits,
    and up to ``noise`` it becomes 0.

    >>> plain(2 / 3), plain(Fraction(2, 3)), plain(7), plain(Fraction(7)), plain(float("inf"))
    (0.6667, '2/3', 7, 7, 'inf')
    """
    if isinstance(x, float):
        text = _short(x, noise)
        return float(text) if math.isfinite(x) else text
    whole = x.numerator if isinstance(x, Fraction) and x.denominator == 1 else x
    return whole if isinstance(whole, int) and abs(whole) < LARGEST else str(whole)


def nice(x: Number, noise: float = NOISE) -> str:
    """Return a number as one prints it, floats up to ``noise`` as 0.

    >>> nice(-13.06), nice(Fraction(-1, 3)), nice(12345), nice(12345.6), nice(math.inf)
    ('−13.06', '−1/3', '12,345', '12,350', '∞')
    >>> nice(1.6e-8), nice(1e-6), nice(1e6), nice(10**31), nice(3.0), nice(True)
    ('1.6 × 10⁻⁸', '10⁻⁶', '1,000,000', '10³¹', '3', 'true')
    """
    if isinstance(x, bool):
        return str(x).lower()
    if isinstance(x, float):
        x = float(_short(x, noise))
        x = int(x) if x.is_integer() and abs(x) < LONGEST else x
    text = f"{x:,}" if isinstance(x, int) and abs(x) < LARGEST else _short(x, noise)
    first, _, power = text.partition("e")
    if power:
        raised = str(int(power)).translate(RAISED)
        text = f"10{raised}" if first == "1" else f"{first} × 10{raised}"
    return text.replace("inf", "∞").replace("-", "−")


def case(claim: Comparison, i: int) -> tuple[str, str]:
    """Return entry ``i`` as a relation that is true, and of how many it is one.

    An entry that violates the claim is shown with what is true instead.

    >>> from lecture_code.checks.compare import compare
    >>> case(compare(21, "<=", 63**0.5, None), 0)
    ('21 > 7.937', '')
    >>> case(compare([21, 2, 3], "<=", 63, None), 0), case(compare([1, 2], "==", [1, 2], None), 0)
    (('21 ≤ 63', 'closest of 3'), ('equal in both cases', ''))
    >>> case(compare(0.11781, "==", 0.11812, 0.01), 0), case(compare(1 / 3, "<=", 1 / 3, None), 0)
    (('0.1178 ≈ 0.1181, within 0.01', ''), ('0.3333 = 0.3333', ''))
    """
    n, broken, relation = len(claim.slack), bool(claim.violated[i]), claim.relation
    m, b = value_of(claim.measured[i]), value_of(claim.bound[i])
    failing = int(claim.violated.sum())
    several = _all(n) if failing == n else f"{nice(failing)} of {nice(n)}"
    truth = isinstance(m, bool) or isinstance(b, bool)
    things = "numbers" if len(claim.shape) > 1 and not truth else "cases"  # not so many vectors
    count = f"in {several} {things}" if broken and n > 1 else ""
    if truth:
        return _case_of_truths(n, broken, count), ""
    if relation == "==" and claim.within is None and not broken and n > 1:
        return f"equal in {_all(n)} {things}", ""
    within_reach = relation == "==" and claim.within is not None and not broken
    sign = "≈" if within_reach else (FAILS if broken else SIGNS)[relation]
    left, right = nice(m, claim.noise), nice(b, claim.noise)
    alike = _short(as_float(m), claim.noise) == _short(as_float(b), claim.noise)
    if alike and sign in "≤≥" and left != "0" and claim.close[i]:
        sign = "="
    said, slack = f"{left} {sign} {right}", native(claim.slack[i])
    loose = within_reach or (sign in "<>≤≥" and not broken and slack < 0)
    if claim.within is not None and loose:
        said += f", within {nice(claim.within)}"
    elif alike and sign in "<>≤≥≠" and slack and not claim.close[i]:
        said += f", by {nice(-slack if slack < 0 else slack, 0)}"
    if broken or n == 1:
        return said, count
    return said, f"in {_all(n)} {things}" if within_reach else f"closest of {nice(n)}"


def _case_of_truths(n: int, broken: bool, count: str) -> str:
    if broken:
        return f"fails {count}".rstrip()
    return f"holds in {_all(n)} cases" if n > 1 else "holds"


def _all(n: int) -> str:
    return "both" if n == 2 else f"all {nice(n)}"


def told(claim: Comparison, i: int) -> str:
    """Return entry ``i`` for an error: what is true there, of how many it is one, and where.

    >>> from lecture_code.checks.compare import compare
    >>> told(compare(5, "<=", 3, None), 0), told(compare([1, 5, 7], "<=", 3, None), 1)
    ('5 > 3', '5 > 3, in 2 of 3 cases, the first at entry 1')
    """
    said, count = case(claim, i)
    first_of = "the first " if claim.violated.sum() > 1 else ""
    place = f"{first_of}at entry {index_of(claim, i)}" if claim.shape else ""
    return ", ".join(filter(None, [said, count, place]))


def doubt(claim: Comparison) -> str:
    """Return the words for a claim that is undecided: where first, and why.

    >>> from lecture_code.checks.compare import compare
    >>> doubt(compare(float("nan"), "<=", 3, None))
    'nan ≤ 3 compares what is not a number'
    """
    i = first(claim.undefined if claim.undefined.any() else ~(claim.holds | claim.violated))
    m, b = (nice(value_of(side[i]), claim.noise) for side in (claim.measured, claim.bound))
    place = f" at entry {index_of(claim, i)}" if claim.shape else ""
    said = f"{m} {SIGNS[claim.relation]} {b}{place}"
    if claim.undefined[i]:
        return f"{said} compares what is not a number"
    if claim.basis == "simulated":
        ends = [f"[{nice(e.low)}, {nice(e.high)}]" for e in estimates(claim, i)]
        return f"{said} is too close to tell (limits {' and '.join(ends)})"
    return f"{said} cannot be distinguished from equality (floats agree up to rounding)"


def first(where: NDArray[np.bool_]) -> int:
    """Return the index of the first True.

    >>> first(np.array([False, True, True]))
    1
    """
    return int(np.argmax(where))


def _rounded(x: Number) -> str:
    size = as_float(x)
    if math.isinf(size) and not isinstance(x, float):
        return f"{Decimal(x.numerator) / x.denominator:.4g}"
    return f"{size * (1 + 1e-10):.4g}"


def native(x: Any) -> Number:
    """Return a numpy number as the Python number it is.

    >>> native(np.float64(0.5))
    0.5
    """
    number: Number = x.item() if isinstance(x, np.generic) else x
    return number


def value_of(side: Any) -> Number:
    """Return a number, or the value of an estimate.

    >>> from lecture_code.checks.estimates import frequency
    >>> value_of(frequency(3, 12)), value_of(np.float64(2.5))
    (0.25, 2.5)
    """
    return side.value if isinstance(side, Estimate) else native(side)


def estimates(claim: Comparison, i: int) -> list[Estimate]:
    """Return the sides of an entry that are estimates."""
    return [side for side in (claim.measured[i], claim.bound[i]) if isinstance(side, Estimate)]


def index_of(claim: Comparison, i: int) -> Any:
    """Return an entry's index in the array the reader gave: an integer, or a list of them.

    >>> from lecture_code.checks.compare import compare
    >>> index_of(compare([[1, 2], [3, 4]], "<=", 9, None), 2)
    [1, 0]
    """
    index = [int(k) for k in np.unravel_index(i, claim.shape)]
    return index[0] if len(index) == 1 else index


@cache
def _statements() -> dict[str, str]:
    """Return the kind, number and title of every statement and exercise of the book, by label."""
    kept = files("lecture_code.checks").joinpath("statements.json").read_text("utf-8")
    return dict(json.loads(kept))


def name_of(label: str) -> str:
    """Return what the book calls a statement, or the label of what it does not know.

    >>> name_of("thm-of-another-book")
    'thm-of-another-book'
    """
    return _statements().get(label, label)
