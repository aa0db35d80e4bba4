r"""Empirical risk minimisation over halfspaces by a linear programme.

A sample is separable if and only if some ``w`` has :math:`y_i \langle w, x_i \rangle \ge 1` for
all ``i``: scale a separator by one over its smallest product.  So a separator is any feasible
vector of the linear programme with the rows :math:`y_i x_i` and the right-hand sides 1.  What is
maximised does not matter; different objectives give different separators.

Source: chapter 05, linear programming for halfspaces.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.certificates import power_of_two, separates
from lecture_code.halfspaces import Separation, separating_halfspace
from lecture_code.linear_programme import Infeasible, Unbounded, maximise
from lecture_code.notation import as_sample, as_vector


def lp_erm(X: ArrayLike, y: ArrayLike, *, objective: ArrayLike | None = None) -> Separation:
    r"""Return a vector with all products at least 1, or the certificate that there is none.

    .. math:: \max \langle u, w \rangle \quad\text{subject to}\quad
              y_i \langle w, x_i \rangle \ge 1, \quad i = 1, \dots, m.

    ``X`` is ``(m, d)``, ``y`` holds -1 and +1; ``objective`` is u, by default 0.  On a separable
    sample the answer has training error 0.  Raises ValueError for bad input and for an objective
    without a bound, RuntimeError if no answer can be proved.

    >>> answer = lp_erm([[1, 0], [-3, 1]], [1, 1], objective=[-1, -1])
    >>> answer.separable, answer.w, answer([[2, 2], [0, -1]])
    (True, array([1., 4.]), array([ 1., -1.]))
    >>> lp_erm([[1.0], [-2.0]], [1, 1]).certificate
    array([0.66666667, 0.33333333])

    Implements: alg-lp-erm.
    Source: chapter 05, LP-ERM.
    """
    X, y = as_sample(X, y)
    u = np.zeros(X.shape[1]) if objective is None else as_vector(objective, X.shape[1], "objective")
    scale = power_of_two(np.abs(X).max(axis=0))
    try:
        w = maximise(u / scale, y[:, None] * (X / scale), np.ones(len(X))).w / scale
    except Infeasible:
        answer = separating_halfspace(X, y)  # proves what the solver believes
        if not answer.separable:
            return answer
        w = answer.w
    except Unbounded as error:
        raise Unbounded(error.ray / scale, "objective") from error
    if not separates(X, y, w):
        raise RuntimeError("the solution of the linear program does not separate, within rounding")
    margin = float((y * (X @ w)).min())
    if margin < 1:  # by a rounding error, or because the margin is tiny
        w, margin = w / margin, 1.0
    return Separation(True, w, margin, None, np.empty(0, dtype=np.int64))
