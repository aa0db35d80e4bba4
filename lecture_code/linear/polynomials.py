r"""Least-squares polynomials on [-1, 1], in a basis in which risks are sums of squares.

The basis is :math:`\varphi_j = \sqrt{2j+1}\,P_j` with the Legendre polynomials :math:`P_j`.  It is
orthonormal under the uniform distribution on [-1, 1]:
:math:`\frac12\int\varphi_j\varphi_k = 1[j=k]`.  Monomials would do in exact arithmetic; in floating
point their columns are nearly dependent.

:Source: chapter 04, polynomials.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache

import numpy as np
from numpy.polynomial.legendre import leggauss, legvander
from numpy.typing import ArrayLike

from lecture_code.core import validate
from lecture_code.core.records import Record
from lecture_code.core.types import Array, Inputs, Predictor, Reals

NODES = 200  # of the quadrature; exact for polynomials of degree 399


@dataclass(frozen=True, slots=True, eq=False)
class PolynomialFit(Record):
    r"""The predictor :math:`h(x) = \sum_j c_j\,\varphi_j(x)` on [-1, 1].

    >>> PolynomialFit([2.0])([0.0, 0.5])
    array([2., 2.])
    """

    #: The coefficients in the orthonormal basis, ``(degree + 1,)``.
    c: Array = field(repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "c", validate.vector(self.c, name="c"))
        Record.__post_init__(self)

    def __call__(self, X: Inputs) -> Array:
        """Return h(x) for each point of ``X``."""
        values: Array = _basis(_on_interval(X, "X"), len(self.c) - 1) @ self.c
        return values


def fit_polynomial(x: Inputs, y: Reals, *, degree: int) -> PolynomialFit:
    r"""Return the polynomial of least squares on the sample: ERM for the squared loss.

    .. math:: \operatorname{argmin}_{\deg h\le k}\ \frac1m\sum_{i=1}^m (h(x_i) - y_i)^2

    Raises a ValueError if there are not k + 1 different points: the minimiser is not unique then.

    >>> fit_polynomial([-1, 0, 1], [1, 0, 1], degree=2)([0.5]).round(6)
    array([0.25])

    :Source: chapter 04, polynomials.
    """
    V = basis(x, degree)
    truth = validate.labels(y, len(V), None)
    if len(np.unique(V[:, :2], axis=0)) < V.shape[1] and V.shape[1] > 1:
        raise ValueError(f"x must hold degree + 1 = {V.shape[1]} different points; it does not")
    c: Array = np.linalg.lstsq(V, truth, rcond=None)[0].astype(np.float64)
    return PolynomialFit(c)


def fit_polynomials(x: ArrayLike, y: ArrayLike, degree: int) -> Array:
    """Return the coefficients of the least-squares polynomials of many samples at once.

    Each row of ``x`` and ``y``, both (T, m), is a sample with more than ``degree`` different
    points; each row of the answer, (T, degree + 1), is one polynomial.

    >>> fit_polynomials([[-1, 1], [0, 1]], [[1, 3], [1, 4]], 1).round(4)
    array([[2.    , 0.5774],
           [1.    , 1.7321]])

    :Source: chapter 04, bias and variance.
    """
    points, truth = validate.array(x, "x"), validate.array(y, "y")
    if points.ndim != 2 or points.shape != truth.shape:
        raise ValueError(f"x and y must be (T, m); got {points.shape} and {truth.shape}")
    V = basis(points.reshape(-1), degree).reshape(*points.shape, -1)  # (T, m, k + 1)
    if V.shape[1] < V.shape[2]:
        raise ValueError(f"m must be at least degree + 1 = {V.shape[2]}; got {V.shape[1]}")
    Q, R = np.linalg.qr(V)
    if (np.abs(np.diagonal(R, axis1=1, axis2=2)).min(axis=1) < 1e-10).any():
        raise ValueError(f"x must hold degree + 1 = {V.shape[2]} different points in each row")
    c: Array = np.linalg.solve(R, Q.transpose(0, 2, 1) @ truth[:, :, None])[:, :, 0]
    return c


def best_polynomial(target: Predictor, degree: int) -> PolynomialFit:
    r"""Return the best polynomial of degree at most k < 200: the projection of a smooth target.

    .. math:: c_j = \tfrac12\int_{-1}^1 \varphi_j(x)\,f(x)\,dx, \qquad j \le k

    >>> best_polynomial(lambda x: x**3, 2)([1.0]).round(6)  # 3x/5
    array([0.6])

    :Implements: prop-projection.
    """
    if validate.whole(degree, "degree", at_least=0) >= NODES:
        raise ValueError(f"degree must be below {NODES}; got {degree}")
    x, weights = _quadrature(NODES)
    return PolynomialFit(np.asarray(basis(x, degree).T @ (weights * target(x)) / 2, dtype=float))


def regression_risk(h: Predictor, target: Predictor, sigma: float) -> float:
    r"""Return the exact risk of a predictor if y is the target plus noise of variance σ².

    .. math:: L_{\mathcal D}(h) = \sigma^2 + \tfrac12\int_{-1}^1 (h(x) - f(x))^2\,dx

    The integral is taken by Gauss and Legendre's rule with 200 nodes; a ValueError says if 300
    nodes give another value, because h or f is not smooth.

    >>> round(regression_risk(PolynomialFit([0.0]), lambda x: x, 1.0), 6)
    1.333333

    :Implements: prop-projection.
    """
    sigma = validate.number(sigma, "sigma", at_least=0)

    def gap(x: Array) -> Array:
        return (h(x) - target(x)) ** 2

    value, again = _mean_on_interval(gap, NODES), _mean_on_interval(gap, NODES + NODES // 2)
    size = _mean_on_interval(lambda x: h(x) ** 2 + target(x) ** 2, NODES)
    if not abs(value - again) <= 1e-9 * max(min(1.0, size), abs(value)):
        raise ValueError(
            f"h and target must be smooth on [-1, 1]; two quadratures give {value:g} and {again:g}"
        )
    return validate.number(sigma * sigma, "sigma^2") + value


def basis(x: Inputs, degree: int) -> Array:
    r"""Return the values of the basis polynomials, :math:`\varphi_j(x_i)`, as (m, degree + 1).

    >>> basis([0.0, 1.0], 1).round(4)
    array([[1.    , 0.    ],
           [1.    , 1.7321]])

    :Implements: prop-projection.
    """
    return _basis(_on_interval(x, "x"), validate.whole(degree, "degree", at_least=0))


def _on_interval(x: Inputs, name: str) -> Array:
    """Return points of [-1, 1], given as (m,) or (m, 1), as an (m,) array."""
    points = validate.points(x, name, line=True)
    if points.ndim == 2 and points.shape[1] != 1:
        raise ValueError(f"{name} must hold points of the line; got shape {points.shape}")
    size = np.abs(points).max()
    if size > 1:
        raise ValueError(f"{name} must lie in [-1, 1]; got {size:g} in absolute value")
    return points.reshape(-1)


def _basis(x: Array, k: int) -> Array:
    return np.asarray(legvander(x, k) * np.sqrt(2 * np.arange(k + 1) + 1), dtype=np.float64)


@cache
def _quadrature(nodes: int) -> tuple[Array, Array]:
    """Return nodes and weights of Gauss and Legendre's rule, which cost more than to use them."""
    x, weights = leggauss(nodes)
    x.setflags(write=False)
    weights.setflags(write=False)
    return x, weights


def _mean_on_interval(f: Callable[[Array], Array], nodes: int) -> float:
    """Return the mean of f under the uniform distribution on [-1, 1], by the quadrature."""
    x, weights = _quadrature(nodes)
    return math.fsum(weights * f(x)) / 2
