r"""Finite hypothesis classes on the line, and what they say on given points.

A class is a list of predictors with labels in {0, 1}.  On n points only the (k, n) table of its
answers matters; the classes here hold one predictor for each different row.

:Source: chapters 01-04 and 07.
"""

from __future__ import annotations

import itertools

import numpy as np

from lecture_code.core import validate
from lecture_code.core.enumeration import few, power
from lecture_code.core.hypotheses import Constant, Interval, Table, Threshold
from lecture_code.core.records import lent
from lecture_code.core.types import Array, Booleans, Class, Inputs, Predictor, Reals


def thresholds(points: Reals) -> list[Predictor]:
    r"""Return the n + 1 thresholds that differ on n distinct points of the line.

    .. math:: h_a(x) = 1[x \le a], \qquad a \in \{x_{(1)} - 1, x_{(1)}, \dots, x_{(n)}\}

    The first one accepts no point, the last one all.

    >>> answers(thresholds([1, 2]), [1, 2])
    array([[0., 0.],
           [1., 0.],
           [1., 1.]])

    :Source: chapter 01, thresholds.
    """
    x = _sorted_points(points)
    return [Threshold(a) for a in (x[0] - 1, *x)]


def intervals(points: Reals) -> list[Predictor]:
    r"""Return the 1 + n(n+1)/2 intervals that differ on n distinct points of the line.

    .. math:: h_{a,b}(x) = 1[a \le x \le b], \qquad a \le b \text{ among the points, and } h = 0

    >>> len(intervals([1, 2, 3]))
    7

    :Source: chapters 01 and 07, intervals.
    """
    x = _sorted_points(points)
    few(1 + len(x) * (len(x) + 1) // 2, "points", "intervals", each=32)
    pairs = itertools.combinations_with_replacement(x, 2)
    return [Constant(0), *(Interval(a, b) for a, b in pairs)]


def singletons(points: Reals) -> list[Predictor]:
    r"""Return the indicator of the empty set and those of each of n distinct points.

    .. math:: h_\emptyset = 0, \qquad h_j(x) = 1[x = x_{(j)}]

    >>> answers(singletons([1, 2]), [1, 2])
    array([[0., 0.],
           [1., 0.],
           [0., 1.]])

    :Implements: prop-tight-finite.
    """
    return [Constant(0), *(Interval(x, x) for x in _sorted_points(points))]


def all_functions(points: Inputs) -> list[Predictor]:
    r"""Return all 2^n functions from n <= 16 distinct points to {0, 1}; they are 0 elsewhere.

    .. math:: \mathcal H = \{0, 1\}^{\{x_1, \dots, x_n\}}

    Function number f gives the point i the bit i of f.

    >>> answers(all_functions([1, 2]), [1, 2])
    array([[0., 0.],
           [1., 0.],
           [0., 1.],
           [1., 1.]])

    :Source: chapters 01 and 04, the class of all functions.
    """
    x = validate.points(points, "points", line=True)
    few(power(2, len(x)), "points", "functions", each=512)
    bits = np.arange(1 << len(x))[:, None] >> np.arange(len(x)) & 1
    return [Table(x, row) for row in bits]


def answers(H: Class, X: Inputs) -> Array:
    r"""Return the (k, n) table of what each of k hypotheses says on each of n points.

    .. math:: \bigl(h_j(x_i)\bigr)_{j \le k,\ i \le n}

    >>> answers([Constant(1), Threshold(2)], [1, 2, 3])
    array([[1., 1., 1.],
           [1., 1., 0.]])

    :Source: chapter 01, hypothesis classes.
    """
    X, H = lent(validate.points(X, line=True)), as_class(H)
    few(len(H) * len(X), "H and X", "answers")
    return np.array([validate.vector(h(X), len(X), name="h(X)") for h in H])


def errors(H: Class, X: Inputs, y: Reals) -> Booleans:
    r"""Return which of k hypotheses errs on which of n examples, a (k, n) table.

    .. math:: \bigl(h_j(x_i) \ne y_i\bigr)_{j \le k,\ i \le n}

    >>> errors(thresholds([1, 2]), [1, 2], [1, 0]).sum(axis=1)
    array([1, 0, 1])

    :Source: chapter 01, training error.
    """
    X = validate.points(X, line=True)
    y = validate.labels(y, len(X), None)
    wrong: Booleans = answers(H, X) != y
    return wrong


def as_class(H: Class) -> list[Predictor]:
    """Return a class as a list, with at least one predictor.

    >>> as_class([])
    Traceback (most recent call last):
    ValueError: H must be a list of predictors, at least one; got []
    """
    members = list(H)
    if not members:
        raise ValueError("H must be a list of predictors, at least one; got []")
    return members


def _sorted_points(points: Reals) -> Array:
    """Return distinct points of the line in increasing order."""
    x = np.sort(validate.vector(points, name="points"))
    if (np.diff(x) == 0).any():
        raise ValueError(f"points must be distinct; got {x[:-1][np.diff(x) == 0][0]:g} twice")
    return x
