r"""Halfspaces through the origin: a separator, or the proof that there is none.

**Theorem (Gordan 1873).**  For a sample with labels -1 and +1 exactly one of the two exists:

* a vector ``w`` with :math:`y_i \langle w, x_i \rangle > 0` for all ``i`` (a *separator*);
* weights :math:`\alpha_i \ge 0`, :math:`\sum_i \alpha_i = 1`, with
  :math:`\sum_i \alpha_i y_i x_i = 0` (a *certificate* that no separator exists).

Both come out of one linear program, :math:`\max t` subject to
:math:`y_i \langle w, x_i \rangle \ge t`, :math:`|w_j| \le 1`, :math:`t \le 1`: ``w`` is its
solution, :math:`\alpha` its dual.  The program is solved in floating point and believed in nothing:
an answer is returned only when it has been proved, otherwise a RuntimeError says so.

Halfspaces with a bias are those of the points (1, x), see :func:`homogenise`.

**Empirical risk minimisation over halfspaces by a linear program.**  A sample is separable if and
only if some ``w`` has :math:`y_i \langle w, x_i \rangle \ge 1` for all ``i``: scale a separator by
one over its smallest product.  So a separator is any feasible vector of the linear program with the
rows :math:`y_i x_i` and the right-hand sides 1.  What is maximised does not matter; different
objectives give different separators.

:Source: chapters 05 and 06, linear programming for halfspaces.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.core import validate
from lecture_code.core.predictors import LinearPredictor
from lecture_code.core.types import Array, Integers, Points, Signs
from lecture_code.solvers.certificates import (
    margin_error,
    power_of_two,
    proves_inseparable,
    separates,
)
from lecture_code.solvers.lp import Infeasible, Unbounded, maximise, solve

# Points that join the working set at a time.
BATCH = 50


class Inseparable(ValueError):
    r"""No halfspace through the origin separates the sample; ``certificate`` is the proof.

    Parameters
    ----------
    certificate : array (m,)
        :math:`\alpha \ge 0`, :math:`\sum_i \alpha_i = 1` and :math:`\sum_i \alpha_i y_i x_i = 0`.
    which : str
        What does not separate, for the message.
    """

    def __init__(self, certificate: Array, which: str = "halfspace through the origin") -> None:
        count = np.count_nonzero(certificate)
        super().__init__(
            f"the sample must be separable by a {which}; "
            f"{count} of its examples already are not (see .certificate)"
        )
        self.certificate = certificate


@dataclass(frozen=True, slots=True, eq=False)
class Separation(LinearPredictor):
    r"""The answer to "is this sample separable?", with its proof.

    The answer is a predictor as well: ``answer(X_new)`` are signs.
    """

    separable: bool
    #: A separator if separable, else 0, ``(d,)``.
    w: Array
    #: :math:`\min_i y_i \langle w, x_i \rangle`, above 0 if separable, else 0.
    margin: float
    #: If not separable: the :math:`\alpha` of Gordan's theorem, ``(m,)``.
    certificate: Array | None = field(repr=False)
    #: The indices with :math:`\alpha_i > 0`, at most ``d + 1`` of them.
    support: Integers


def homogenise(X: Points) -> Array:
    r"""Return the points :math:`(1, x)`, so that the first weight is the bias.

    Returns
    -------
    array (m, d + 1)

    >>> homogenise([[2.0, 3.0]])
    array([[1., 2., 3.]])

    :Implements: def-hypothesis.
    """
    points = validate.points(X)
    return np.hstack([np.ones((len(points), 1)), points])


def separating_halfspace(X: Points, y: Signs) -> Separation:
    r"""Return a separator of the sample, or a certificate that there is none.

    .. math:: \max t \quad\text{subject to}\quad
              y_i \langle w, x_i \rangle \ge t, \quad |w_j| \le 1, \quad t \le 1.

    Raises
    ------
    RuntimeError
        When the sample is so close to the border between the two cases that neither answer can be
        proved.

    >>> separating_halfspace([[1, 0], [-3, 1]], [1, 1]).separable
    True
    >>> answer = separating_halfspace([[1, 0], [-1, 1], [0, -2]], [1, 1, 1])
    >>> answer.separable, answer.certificate
    (False, array([0.4, 0.4, 0.2]))

    :Implements: def-separable, thm-gordan.
    """
    X, y = validate.sample(X, y)
    zero = np.flatnonzero(~X.any(axis=1))
    if len(zero):
        return _inseparable(X, zero[:1], np.ones(1))
    scale = power_of_two(np.maximum(X.max(axis=0), -X.min(axis=0)))
    working = np.linspace(0, len(X) - 1, min(BATCH, len(X))).astype(np.int64)
    while True:
        Z = y[working, None] * (X[working] / scale)
        w, alpha = _program(Z)
        scores = y * (X @ (w / scale))  # (m, d) @ (d,)
        if scores.min() > 0 and separates(w / scale, X, y):
            empty = np.empty(0, dtype=np.int64)
            return Separation(True, w / scale, float(scores.min()), None, empty)
        support = np.flatnonzero(alpha > 0)
        proof = proves_inseparable(Z[support], alpha[support])
        if proof is not None:
            return _inseparable(X, working[support], proof)
        # Constraint generation: the examples worst served by w join the working set.
        worst = np.argpartition(scores, min(BATCH, len(X)) - 1)[:BATCH]
        unproved = scores[worst] <= margin_error(w / scale, X[worst])
        new = np.setdiff1d(worst[unproved], working)
        if not len(new):
            raise RuntimeError(
                "separable or not could not be decided: the sample lies on the border between "
                f"the two within rounding (smallest scaled margin {scores.min():.1e})"
            )
        working = np.union1d(working, new)


def _program(Z: Array) -> tuple[Array, Array]:
    # Rows are scaled as columns were: the solver's tolerances are absolute.
    size = power_of_two(np.abs(Z).max(axis=1))
    k, d = Z.shape
    rows = np.c_[-Z / size[:, None], np.ones(k)]  # t - <w, z_i> <= 0
    low, high = np.r_[-np.ones(d), -np.inf], np.ones(d + 1)
    w_t, mu = solve(np.r_[np.zeros(d), -1.0], rows, np.zeros(k), low, high)
    return w_t[:d], np.maximum(-mu, 0.0) / size


def _inseparable(X: Array, support: Integers, alpha: Array) -> Separation:
    certificate = np.zeros(len(X))
    certificate[support] = alpha
    return Separation(False, np.zeros(X.shape[1]), 0.0, certificate, np.flatnonzero(certificate))


def lp_erm(X: Points, y: Signs, *, objective: ArrayLike | None = None) -> Separation:
    r"""Return a vector with all products at least 1, or the certificate that there is none.

    .. math:: \max \langle u, w \rangle \quad\text{subject to}\quad
              y_i \langle w, x_i \rangle \ge 1, \quad i = 1, \dots, m.

    On a separable sample the answer has training error 0.

    Parameters
    ----------
    objective : array (d,) or None
        The vector u, by default 0.

    Raises
    ------
    ValueError
        For an objective without a bound.
    RuntimeError
        If no answer can be proved.

    >>> answer = lp_erm([[1, 0], [-3, 1]], [1, 1], objective=[-1, -1])
    >>> answer.separable, answer.w, answer([[2, 2], [0, -1]])
    (True, array([1., 4.]), array([ 1., -1.]))
    >>> lp_erm([[1.0], [-2.0]], [1, 1]).certificate
    array([0.66666667, 0.33333333])

    :Implements: alg-lp-erm.
    """
    X, y = validate.sample(X, y)
    u = (
        np.zeros(X.shape[1])
        if objective is None
        else validate.vector(objective, X.shape[1], name="objective")
    )
    scale = power_of_two(np.abs(X).max(axis=0))  # of the columns, for the solver
    A, v = y[:, None] * (X / scale), np.ones(len(X))  # 1.
    try:
        w = maximise(u / scale, A, v).w / scale  # 2.
    except Infeasible:
        answer = separating_halfspace(X, y)  # proves what the solver believes
        if not answer.separable:
            return answer
        w = answer.w
    except Unbounded as error:
        raise Unbounded(error.ray / scale, "objective") from error
    if not separates(w, X, y):
        raise RuntimeError("the solution of the linear program does not separate, within rounding")
    margin = float((y * (X @ w)).min())
    if margin < 1:  # by a rounding error, or because the margin is tiny
        w, margin = w / margin, 1.0
    return Separation(True, w, margin, None, np.empty(0, dtype=np.int64))  # 3.
