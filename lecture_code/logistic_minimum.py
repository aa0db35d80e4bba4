r"""Does the logistic loss of a sample have a minimum?  A linear program decides, with a proof.

Write :math:`z_i = y_i x_i`.  **Theorem (Albert and Anderson 1984).**  Exactly one of the two holds:

* a vector v has :math:`\langle v, z_i\rangle \ge 0` for all i and :math:`> 0` for some i; then the
  loss falls for ever along v, and has no minimum;
* numbers :math:`\alpha_i > 0`, all of them positive, have :math:`\sum_i \alpha_i z_i = 0`; then
  the minimum is attained.

Source: chapter 05, when the minimum is attained.
A. Albert and J. A. Anderson, Biometrika 71 (1984).
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import linprog  # type: ignore[attr-defined]
from scipy.sparse import eye_array, hstack

from lecture_code.certificates import power_of_two
from lecture_code.notation import Array, Booleans, as_sample

TOLERANCE = 1e-7  # relative accuracy that the answer of the linear program is checked to have
OPTIONS = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}


class NoMinimum(ValueError):
    r"""The logistic loss of the sample falls for ever along ``direction`` and has no minimum.

    ``direction``: (d,) with :math:`y_i\langle v, x_i\rangle\ge0` for all i; ``escaping``: (m,),
    true where it is above 0.
    """

    def __init__(self, direction: Array, escaping: Booleans) -> None:
        super().__init__(
            "the logistic loss must have a minimum; it falls for ever along .direction, which "
            f"has a positive product with {int(escaping.sum())} of the {len(escaping)} examples "
            "and a negative one with none"
        )
        self.direction = direction
        self.escaping = escaping


@dataclass(frozen=True, slots=True, eq=False)
class Attainment:
    r"""The answer to "is the minimum attained?", with its proof.

    If ``attained``: ``certificate``, (m,), holds :math:`\alpha_i\ge1` with
    :math:`\sum_i\alpha_iy_ix_i=0` within rounding, and ``direction`` is 0.  If not: ``direction``
    is a v as above with as many strict inequalities as possible, and ``escaping``, (m,), says
    which; the certificate then vanishes on these and is at least 1 on the others.
    """

    attained: bool
    direction: Array
    escaping: Booleans = field(repr=False)
    certificate: Array = field(repr=False)


def minimum_attained(X: ArrayLike, y: ArrayLike) -> Attainment:
    r"""Return whether the logistic loss of the sample has a minimum, and the proof.

    .. math:: \max_{v, s} \sum_i s_i \quad\text{subject to}\quad
              s_i \le y_i\langle v, x_i\rangle, \quad 0 \le s_i \le 1

    The value is the number of examples that escape; it is 0 if and only if the minimum is
    attained.  ``X``: (m, d); ``y``: (m,) of -1 and +1.  Raises ValueError on bad input,
    RuntimeError if the sample lies on the border between the two cases within rounding.

    >>> minimum_attained([[1, 0], [1, 1], [1, 2], [1, 3]], [1, -1, 1, -1]).attained
    True
    >>> answer = minimum_attained([[1, 1], [1, -1], [1, 0], [1, 0]], [1, -1, 1, -1])
    >>> answer.attained, answer.escaping
    (False, array([ True,  True, False, False]))

    Implements: thm-logistic-minimum.
    Source: chapter 05, when the minimum is attained.
    """
    X, y = as_sample(X, y)
    m, d = X.shape
    width = power_of_two(np.abs(X).max(axis=0))
    Z = y[:, None] * (X / width)
    size = power_of_two(np.abs(Z).max(axis=1))  # rows, too: the solver's tolerances are absolute
    Z = Z / size[:, None]
    identity = eye_array(m)  # type: ignore[no-untyped-call]
    answer = linprog(  # type: ignore[no-untyped-call]
        np.r_[np.zeros(d), -np.ones(m)],
        A_ub=hstack([-Z, identity], format="csr"),  # type: ignore[no-untyped-call]
        b_ub=np.zeros(m),
        bounds=[(None, None)] * d + [(0, 1)] * m,
        method="highs",
        options=OPTIONS,
    )
    if answer.x is None:
        raise RuntimeError(f"the linear program was not solved: {answer.message}")
    v, s = answer.x[:d], answer.x[d:]
    alpha = np.maximum(-np.asarray(answer.ineqlin.marginals), 0.0)
    escaping = s > 0.5
    # At the optimum every s is 0 or 1, and alpha, its dual, is 0 where s is 1, else at least 1.
    short = max(float(np.abs(s - escaping).max()), float((1 - alpha[~escaping]).max(initial=0)))
    length = max(1.0, float(np.abs(v).max()))
    uneven = float(np.abs(alpha @ Z).max()) / max(1.0, float(alpha.max()))
    behind = float((-(Z @ v)).max()) / length
    if not max(short, uneven, behind) <= TOLERANCE:
        raise RuntimeError(
            "attained or not could not be decided: the sample lies on the border between the "
            f"two within rounding (errors {short:.1e}, {uneven:.1e}, {behind:.1e})"
        )
    if not escaping.any():
        v = np.zeros(d)
    return Attainment(not escaping.any(), v / width, escaping, alpha / size)
