r"""Minimum disagreement as an integer program with a "big M", and why not to believe it.

.. math:: \min \sum_i s_i \quad\text{subject to}\quad
          y_i \langle w, x_i \rangle \ge 1 - M_i s_i, \quad s_i \in \{0, 1\}, \quad |w_j| \le \beta,

with :math:`M_i = 1 + \beta \lVert x_i \rVert_1`.  For integer data with entries up to K the box
:math:`\beta = K^{d-1} d^{d/2}` loses nothing (Cramer and Hadamard).  But solvers accept an
:math:`s_i` of a millionth as zero, and a millionth of a huge :math:`M_i` is a lot: then the claimed
number of mistakes is not the true one.  Here both are reported.

:Source: chapter 05, minimum disagreement by integer programming.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.optimize import milp  # type: ignore[attr-defined]

from lecture_code.core import validate
from lecture_code.core.predictors import LinearPredictor
from lecture_code.core.records import Record
from lecture_code.core.scale import power_of_two
from lecture_code.core.types import Array, Points, Signs
from lecture_code.linear.disagreement import disagreements
from lecture_code.solvers.lp import silence


@dataclass(frozen=True, slots=True, eq=False)
class BigM(LinearPredictor, Record):
    """What the integer program says; a predictor.

    If ``claimed`` and ``mistakes`` differ, the solver was deceived by its tolerances; if they
    agree, ``mistakes`` is attained, but that it is the minimum rests on the solver.
    """

    w: Array
    #: The least value of the program, rounded.
    claimed: int
    #: The true number of mistakes of ``w``.
    mistakes: int


def big_m(X: Points, y: Signs, *, box: float | None = None) -> BigM:
    r"""Return what the integer program with a big M answers, and what is true of its answer.

    ``box`` is :math:`\beta`, by default :func:`integer_box`.  Raises RuntimeError if the solver
    gives up.

    >>> answer = big_m([[1, 0], [1, 1], [1, 2], [1, 3]], [1, -1, 1, 1])
    >>> answer.claimed, answer.mistakes
    (1, 1)

    :Implements: prop-box.
    """
    X, y = validate.sample(X, y)
    beta = integer_box(X) if box is None else validate.number(box, "box", above=0)
    m, d = X.shape
    size = power_of_two(np.abs(X).max()).item()  # the solver's tolerances are absolute
    Z, M, beta = y[:, None] * (X / size), 1 + beta * np.abs(X).sum(axis=1), beta * size
    with silence():
        answer = milp(  # type: ignore[no-untyped-call]
            np.r_[np.zeros(d), np.ones(m)],
            constraints=(np.c_[Z, np.diag(M)], 1, np.inf),
            integrality=np.r_[np.zeros(d), np.ones(m)],
            bounds=(np.r_[np.full(d, -beta), np.zeros(m)], np.r_[np.full(d, beta), np.ones(m)]),
        )
    if answer.x is None:
        raise RuntimeError(f"the integer program was not solved: {answer.message}")
    w = answer.x[:d] / size
    return BigM(w, round(answer.fun), disagreements(w, X, y))


def integer_box(X: Points) -> float:
    r"""Return :math:`\beta = K^{d-1} d^{d/2}` for integer points with entries up to K.

    >>> integer_box(np.eye(4))
    16.0

    :Implements: prop-box.
    """
    X = validate.array(X, "X", "(m, d)", whole=True)
    d, K = X.shape[1], max(float(np.abs(X).max()), 1.0)
    return float(K ** (d - 1) * d ** (d / 2))
