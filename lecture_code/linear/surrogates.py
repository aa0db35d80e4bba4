r"""Surrogate losses: convex functions of the margin that stand in for the 0-1 loss.

A *surrogate* φ charges φ(y s) for the score s.  At a point with probability η of the label +1 the
score α costs :math:`C_\eta(\alpha) = \eta\varphi(\alpha) + (1-\eta)\varphi(-\alpha)` on average,
and :math:`H(\eta) = \inf_\alpha C_\eta(\alpha)` is the best that a score can do.  The number

.. math:: \psi(\theta) = \varphi(0) - H\bigl(\tfrac{1+\theta}2\bigr)

turns an excess of the surrogate risk into a bound on the excess of the 0-1 risk.

:Source: chapter 05, surrogate losses.  P. L. Bartlett, M. I. Jordan and J. D. McAuliffe, Journal of
    the American Statistical Association 101 (2006).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import eye_array, hstack
from scipy.special import xlogy

from lecture_code.core import validate
from lecture_code.core.losses import hinge, logistic
from lecture_code.core.types import Array, Points, Signs
from lecture_code.solvers.certificates import conditioned
from lecture_code.solvers.lp import minimise


@dataclass(frozen=True, slots=True, eq=False)
class Surrogate:
    r"""A surrogate loss φ with what is known of it in closed form.

    All functions take and return arrays of one shape.

    >>> hinge = SURROGATES["hinge"]
    >>> hinge.phi(np.array([-1.0, 0.0, 2.0])), hinge.psi(np.array([0.5]))
    (array([2., 1., 0.]), array([0.5]))

    :Source: chapter 05, surrogate losses.
    """

    name: str
    #: The function of the margin.
    phi: Callable[[Array], Array] = field(repr=False)
    #: :math:`\varphi'(0)`.
    slope: float
    #: The function H(η).
    best: Callable[[Array], Array] = field(repr=False)
    #: A score with :math:`C_\eta(\alpha)=H(\eta)`, for 0 < η < 1.
    minimiser: Callable[[Array], Array] = field(repr=False)

    def conditional(self, eta: ArrayLike, alpha: ArrayLike) -> Array:
        r"""Return :math:`C_\eta(\alpha)=\eta\varphi(\alpha)+(1-\eta)\varphi(-\alpha)`.

        A column of η, (k, 1), with a row of scores, (n,), gives a table.

        >>> SURROGATES["squared"].conditional(0.75, 0.5)
        array(0.75)
        """
        p, a = validate.array(eta, "eta", at_least=0, at_most=1), validate.array(alpha, "alpha")
        return np.asarray(p * self.phi(a) + (1 - p) * self.phi(-a))

    def psi(self, theta: ArrayLike) -> Array:
        r"""Return :math:`\psi(\theta) = \varphi(0) - H((1+\theta)/2)`, for θ in [-1, 1].

        >>> SURROGATES["squared"].psi([0.0, 0.5])
        array([0.  , 0.25])

        :Implements: thm-calibration.
        """
        t = validate.array(theta, "theta", at_least=-1, at_most=1)
        return np.asarray(self.phi(np.zeros(1))[0] - self.best((1 + t) / 2))


def least_hinge(X: Points, y: Signs) -> Array:
    r"""Return a vector w with the least mean hinge loss on the sample, without a regulariser.

    .. math:: \min_{w, \xi} \sum_i \xi_i \quad\text{subject to}\quad
              \xi_i \ge 1 - y_i\langle w, x_i\rangle, \quad \xi_i \ge 0

    The answer is proved by multipliers: numbers :math:`0\le\alpha_i\le1` with
    :math:`\sum_i\alpha_iy_ix_i=0` give :math:`\sum_i\alpha_i` as a lower bound for every w.  Raises
    RuntimeError if the two sums do not meet.

    >>> least_hinge([[1], [1], [1]], [1, 1, -1]).round(6)
    array([1.])

    :Source: chapter 05, surrogate losses that fail.
    """
    X, y = validate.sample(X, y)
    m, d = X.shape
    points, V = conditioned(X)
    Z = y[:, None] * points
    identity = eye_array(m)  # type: ignore[no-untyped-call]
    rows = hstack([-Z, -identity], format="csr")  # type: ignore[no-untyped-call]
    low, high = np.r_[np.full(d, -np.inf), np.zeros(m)], np.full(d + m, np.inf)
    w_xi, _ = minimise(np.r_[np.zeros(d), np.ones(m)], rows, -np.ones(m), low, high)
    return V @ w_xi[:d]


# Functions of the module, so that the surrogates can be sent to another process.


def _hinge_best(p: Array) -> Array:
    return 2 * np.minimum(p, 1 - p)


def _hinge_minimiser(p: Array) -> Array:
    return np.where(p >= 0.5, 1.0, -1.0)


def _entropy(p: Array) -> Array:
    return np.asarray(-xlogy(p, p) - xlogy(1 - p, 1 - p))


def _log_odds(p: Array) -> Array:
    return np.asarray(np.log(p / (1 - p)))


def _squared(u: Array) -> Array:
    return (1 - u) ** 2


def _squared_best(p: Array) -> Array:
    return 4 * p * (1 - p)


def _squared_minimiser(p: Array) -> Array:
    return 2 * p - 1


def _exponential(u: Array) -> Array:
    return np.asarray(np.exp(-u))


def _exponential_best(p: Array) -> Array:
    return np.asarray(2 * np.sqrt(p * (1 - p)))


def _half_log_odds(p: Array) -> Array:
    return _log_odds(p) / 2


#: The surrogates of the chapter by name; the logistic loss in nats.
SURROGATES = {
    s.name: s
    for s in (
        Surrogate("hinge", partial(hinge, y=1), -1.0, _hinge_best, _hinge_minimiser),
        Surrogate("logistic", partial(logistic, y=1), -0.5, _entropy, _log_odds),
        Surrogate("squared", _squared, -2.0, _squared_best, _squared_minimiser),
        Surrogate("exponential", _exponential, -1.0, _exponential_best, _half_log_odds),
    )
}
