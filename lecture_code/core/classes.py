r"""Finite hypothesis classes on the line, and what they say on given points.

A class is a list of predictors with labels in {0, 1}.  On n points only the (k, n) table of its
answers matters; the classes here hold one predictor for each different row.

:Source: chapters 01-04 and 07.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.core import validate
from lecture_code.core.hypotheses import Constant, Interval, Table, Threshold
from lecture_code.core.types import Array, Booleans, Predictor

MOST_FUNCTIONS = 16  # points: 65,536 functions


def _sorted_points(points: ArrayLike) -> Array:
    x = np.sort(validate.vector(points, name="points"))
    if (np.diff(x) == 0).any():
        raise ValueError(f"points must be distinct; got {x[:-1][np.diff(x) == 0][0]:g} twice")
    return x


def thresholds(points: ArrayLike) -> list[Predictor]:
    r"""Return the n + 1 thresholds that differ on n points of the line.

    .. math:: h_a(x) = 1[x \le a], \qquad a \in \{x_{(1)} - 1, x_{(1)}, \dots, x_{(n)}\}

    Parameters
    ----------
    points : array (n,)
        Distinct.

    Returns
    -------
    n + 1 predictors
        The first one accepts no point, the last one all.

    >>> answers(thresholds([1, 2]), [1, 2])
    array([[0., 0.],
           [1., 0.],
           [1., 1.]])

    :Source: chapter 01, thresholds.
    """
    x = _sorted_points(points)
    return [Threshold(a) for a in (x[0] - 1, *x)]


def intervals(points: ArrayLike) -> list[Predictor]:
    r"""Return the 1 + n(n+1)/2 intervals that differ on n points of the line.

    .. math:: h_{a,b}(x) = 1[a \le x \le b], \qquad a \le b \text{ among the points, and } h = 0

    Parameters
    ----------
    points : array (n,)
        Distinct.

    Returns
    -------
    1 + n(n+1)/2 predictors

    >>> len(intervals([1, 2, 3]))
    7

    :Source: chapters 01 and 07, intervals.
    """
    pairs = itertools.combinations_with_replacement(_sorted_points(points), 2)
    return [Constant(0), *(Interval(a, b) for a, b in pairs)]


def singletons(points: ArrayLike) -> list[Predictor]:
    r"""Return the n indicators of one point each, and the one of none.

    .. math:: h_j(x) = 1[x = x_{(j)}], \qquad h_\emptyset = 0

    Parameters
    ----------
    points : array (n,)
        Distinct.

    >>> answers(singletons([1, 2]), [1, 2])
    array([[0., 0.],
           [1., 0.],
           [0., 1.]])

    :Implements: prop-tight-finite.
    """
    return [Constant(0), *(Interval(x, x) for x in _sorted_points(points))]


def all_functions(points: ArrayLike) -> list[Predictor]:
    r"""Return all 2^n functions from n points to {0, 1}; they are 0 elsewhere.

    .. math:: \mathcal H = \{0, 1\}^{\{x_1, \dots, x_n\}}

    Parameters
    ----------
    points : array (n,) or (n, d)
        Distinct, n <= 16.

    Returns
    -------
    2^n predictors
        Function number f gives the point i the bit i of f.

    >>> answers(all_functions([1, 2]), [1, 2])
    array([[0., 0.],
           [1., 0.],
           [0., 1.],
           [1., 1.]])

    :Source: chapters 01 and 04, the class of all functions.
    """
    x = validate.points(points, "points", line=True)
    if len(x) > MOST_FUNCTIONS:
        raise ValueError(f"points must be at most {MOST_FUNCTIONS}; got {len(x)}")
    bits = np.arange(1 << len(x))[:, None] >> np.arange(len(x)) & 1
    return [Table(x, row) for row in bits]


def as_class(H: Sequence[Predictor]) -> list[Predictor]:
    """Return a class as a list, or say what is wrong with it.

    Raises
    ------
    ValueError
        If H is empty or holds something that cannot be called.

    >>> as_class([])
    Traceback (most recent call last):
    ValueError: H must be a list of predictors, at least one; got []
    """
    try:
        members = list(H)
    except TypeError as error:
        raise ValueError(f"H must be a list of predictors, at least one; got {H!r:.80}") from error
    if not members or not all(map(callable, members)):
        raise ValueError(f"H must be a list of predictors, at least one; got {members!r:.80}")
    return members


def answers(H: Sequence[Predictor], X: ArrayLike) -> Array:
    r"""Return the table of what each hypothesis says on each point.

    .. math:: \bigl(h_j(x_i)\bigr)_{j \le k,\ i \le n}

    Parameters
    ----------
    X : array (n,) or (n, d)

    Returns
    -------
    array (k, n)

    Raises
    ------
    ValueError
        If a predictor does not give one finite answer a point.

    >>> answers([Constant(1), Threshold(2)], [1, 2, 3])
    array([[1., 1., 1.],
           [1., 1., 0.]])

    :Source: chapter 01, hypothesis classes.
    """
    points = validate.points(X, line=True)
    return np.array([validate.vector(h(points), len(points), name="h(X)") for h in as_class(H)])


def errors(H: Sequence[Predictor], X: ArrayLike, y: ArrayLike) -> Booleans:
    r"""Return which hypothesis errs on which example.

    .. math:: \bigl(h_j(x_i) \ne y_i\bigr)_{j \le k,\ i \le n}

    Parameters
    ----------
    X : array (n,) or (n, d)
    y : array (n,)
        Any labels.

    Returns
    -------
    array (k, n) of bool

    Raises
    ------
    ValueError
        As ``answers`` does.

    >>> errors(thresholds([1, 2]), [1, 2], [1, 0]).sum(axis=1)
    array([1, 0, 1])

    :Source: chapter 01, training error.
    """
    points = validate.points(X, line=True)
    truth = validate.labels(y, len(points), None)
    wrong: Booleans = answers(H, points) != truth
    return wrong
