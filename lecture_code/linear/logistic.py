r"""Logistic regression: the most likely weights by Newton's method, if there are any.

With labels -1 and +1 and :math:`P_w(y\mid x) = 1/(1 + e^{-y\langle w, x\rangle})` the negative
mean log-likelihood is the empirical risk of the logistic loss,

.. math:: L_S(w) = \frac1m\sum_{i=1}^m \log(1 + e^{-y_i\langle w, x_i\rangle}),

which is convex.  There is no bias and no regularisation; for a bias take the points (1, x).  Where
the risk has no minimum, the run says so and gives the direction in which it falls for ever.

**Theorem (Albert and Anderson 1984).**  With :math:`z_i = y_i x_i` exactly one of the two holds:

* a vector v has :math:`\langle v, z_i\rangle \ge 0` for all i and :math:`> 0` for some i; then the
  loss falls for ever along v, and has no minimum;
* numbers :math:`\alpha_i > 0`, all of them positive, have :math:`\sum_i \alpha_i z_i = 0`; then
  the minimum is attained.

:Source: chapter 05, logistic regression.  A. Albert and J. A. Anderson, Biometrika 71 (1984).
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from scipy.linalg import cho_factor, cho_solve
from scipy.sparse import eye_array, hstack
from scipy.special import expit

from lecture_code.core import validate
from lecture_code.core.predictors import LinearPredictor
from lecture_code.core.records import Record
from lecture_code.core.scale import in_units, length, power_of_two
from lecture_code.core.types import Array, Booleans, Points, Signs
from lecture_code.solvers.certificates import orthonormal_basis
from lecture_code.solvers.interior_point import weighted_gram
from lecture_code.solvers.lp import solve

FAR = 25.0  # a margin beyond which a sample is suspected to have no minimum
LEAST = 1e-6  # the shortest step that is tried
TOLERANCE = 1e-7  # relative accuracy that the answer of the linear program is checked to have


def logistic_regression(
    X: Points, y: Signs, *, tol: float = 1e-10, max_updates: int = 200
) -> LogisticRun:
    r"""Return the minimiser of the logistic risk, the shortest if there are several.

    .. math:: \hat w \in \operatorname{argmin}_w
              \frac1m\sum_i \log(1 + e^{-y_i\langle w, x_i\rangle})

    A step of Newton's method solves a weighted least-squares problem, hence the other name,
    iteratively reweighted least squares; a step that does not lower the risk enough is halved.  The
    run ends when the decrement :math:`\sqrt{g^\top H^{-1}g}` is at most ``tol``.  Raises NoMinimum
    with a direction if the risk has no minimum, RuntimeError if ``max_updates`` steps do not
    suffice or the case cannot be decided.

    >>> run = logistic_regression([[1, 0], [1, 1], [1, 2], [1, 3]], [-1, 1, -1, 1])
    >>> run.w.round(4), run.probability([[1, 3]]).round(4)
    (array([-1.3623,  0.9082]), array([0.7961]))
    >>> logistic_regression([[1], [2]], [1, 1])
    Traceback (most recent call last):
    lecture_code.linear.logistic.NoMinimum: the logistic loss must have a minimum; it falls
    for ever along .direction, which has a positive product with 2 of the 2 examples and a
    negative one with none

    :Implements: alg-newton-logistic, thm-newton, thm-mle-erm.
    """
    X, y = validate.sample(X, y)
    tol, most = validate.number(tol, "tol", above=0), validate.whole(max_updates, "max_updates")
    X, size = in_units(X)
    Z, V = _independent_columns(X)  # w = V u / size has the scores Z u
    u, margins, attained = np.zeros(Z.shape[1]), np.zeros(len(y)), False
    trace, risks = [V @ u], [float(np.log(2))]
    for _ in range(most + 1):
        # 1. The probability of the other label, the gradient and the Hessian.
        p = expit(-margins)
        g, H = -((p * y) @ Z) / len(y), weighted_gram(Z, p * (1 - p) / len(y))
        # 2. Newton's step.
        try:
            s: Array = -cho_solve(cho_factor(H), g)  # type: ignore[no-untyped-call]
        except np.linalg.LinAlgError:  # the Hessian has died away: the run is far out
            break
        if -(g @ s) <= tol * tol:
            slope = length((y * expit(-y * (X @ trace[-1]))) @ X / len(y))
            way = np.array(trace) / size
            return LogisticRun(
                way[-1], risks[-1], len(risks) - 1, slope * size, np.array(risks), way
            )
        # 3. The first of 1, 1/2, 1/4, ... with at least a quarter of the fall that g predicts.
        along = y * (Z @ s)
        t, risk = _first_fall(margins, along, risks[-1], float(g @ s))
        if t < LEAST:  # the rest is rounding
            break
        u = u + t * s
        margins = margins + t * along
        trace.append(V @ u)
        risks.append(risk)
        if not attained and margins.max() > FAR:
            attained = _require_minimum(X, y)
    _require_minimum(X, y)
    raise RuntimeError(
        f"Newton's method did not reach tol = {tol:g} within {min(len(risks) - 1, most)} updates: "
        "they are too few, tol is within the rounding, or the minimum is far away"
    )


@dataclass(frozen=True, slots=True, eq=False)
class LogisticRun(LinearPredictor):
    """The minimiser ``w`` of the logistic risk, and how Newton's method got there."""

    w: Array
    #: :math:`L_S(w)`.
    risk: float
    updates: int
    #: The length of the gradient at ``w``.
    gradient: float
    #: The risks of ``w_0, ..., w_T``.
    risks: Array = field(repr=False)
    #: The vectors ``w_0, ..., w_T``, one per row.
    trace: Array = field(repr=False)

    def probability(self, X: Points) -> Array:
        r"""Return the probability :math:`1/(1 + e^{-\langle w, x\rangle})` of the label +1."""
        return np.asarray(expit(self.score(X)), dtype=np.float64)


def _independent_columns(X: Array) -> tuple[Array, Array]:
    """Return Z (m, k) of rank k and V (d, k) with XV = Z, so that Zu runs through all scores Xw."""
    size = power_of_two(np.maximum(X.max(axis=0), -X.min(axis=0)))
    size = size if size.max() > 1024 * size.min() else np.ones_like(size)
    Z = X if (size == 1).all() else X / size
    values = np.linalg.eigvalsh(weighted_gram(Z, np.full(len(X), 1 / len(X))))
    if values[0] > 1e-12 * values[-1]:
        return Z, np.diag(1 / size)
    if found := orthonormal_basis(X):
        return found
    U, s, Vt = np.linalg.svd(X, full_matrices=False)
    rank = int((s > max(X.shape) * np.finfo(float).eps * s[0]).sum())
    return U[:, :rank], Vt[:rank].T / s[:rank]


def _first_fall(margins: Array, along: Array, risk: float, slope: float) -> tuple[float, float]:
    """Return the first t of 1, 1/2, 1/4, ... with a risk of at most risk + t slope / 4, and it."""
    t, rounding = 1.0, 1e-15 * max(1.0, risk)
    while t >= LEAST:
        after = float(np.logaddexp(0, -(margins + t * along)).mean())
        if after <= risk + t * slope / 4 + rounding:
            break
        t /= 2
    return t, after


def _require_minimum(X: Array, y: Array) -> bool:
    """Return True if the risk of the sample has a minimum, else raise NoMinimum."""
    answer = minimum_attained(X, y)
    if not answer.attained:
        raise NoMinimum(answer.direction, answer.escaping)
    return True


class NoMinimum(ValueError):
    r"""The logistic loss of the sample falls for ever along ``direction`` and has no minimum.

    The products :math:`y_i\langle v, x_i\rangle` with the direction v are at least 0, and above 0
    where ``escaping`` is True.
    """

    def __init__(self, direction: Array, escaping: Booleans) -> None:
        super().__init__(direction, escaping)  # all that pickle and copy need
        self.direction = direction
        self.escaping = escaping

    def __str__(self) -> str:
        return (
            "the logistic loss must have a minimum; it falls for ever along .direction, which has "
            f"a positive product with {int(self.escaping.sum())} of the {len(self.escaping)} "
            "examples and a negative one with none"
        )


@dataclass(frozen=True, slots=True, eq=False)
class Attainment(Record):
    """The answer to "is the minimum attained?", with its proof."""

    attained: bool
    #: If attained: 0.  If not: a v with :math:`y_i\langle v, x_i\rangle\ge0` for all i and as many
    #: strict inequalities as possible.
    direction: Array
    #: Which inequalities are strict.
    escaping: Booleans = field(repr=False)
    #: If attained: :math:`\alpha_i\ge1` with :math:`\sum_i\alpha_iy_ix_i=0` within rounding.  If
    #: not: it vanishes on the strict inequalities and is at least 1 on the others.
    certificate: Array = field(repr=False)


def minimum_attained(X: Points, y: Signs) -> Attainment:
    r"""Return whether the logistic loss of the sample has a minimum, and the proof.

    .. math:: \max_{v, s} \sum_i s_i \quad\text{subject to}\quad
              s_i \le y_i\langle v, x_i\rangle, \quad 0 \le s_i \le 1

    The value is the number of examples that escape; it is 0 if and only if the minimum is attained.
    Raises RuntimeError if the sample lies on the border between the two cases within rounding.

    >>> minimum_attained([[1, 0], [1, 1], [1, 2], [1, 3]], [1, -1, 1, -1]).attained
    True
    >>> answer = minimum_attained([[1, 1], [1, -1], [1, 0], [1, 0]], [1, -1, 1, -1])
    >>> answer.attained, answer.escaping
    (False, array([ True,  True, False, False]))

    :Implements: thm-logistic-minimum.
    """
    X, y = validate.sample(X, y)
    m, d = X.shape
    width = power_of_two(np.abs(X).max(axis=0))
    Z = y[:, None] * (X / width)
    size = power_of_two(np.abs(Z).max(axis=1))  # rows, too: the solver's tolerances are absolute
    size = np.where(Z.any(axis=1), size, 1.0)  # a zero example stays as it is
    Z = Z / size[:, None]
    identity = eye_array(m)  # type: ignore[no-untyped-call]
    rows = hstack([-Z, identity], format="csr")  # type: ignore[no-untyped-call]
    low, high = np.r_[np.full(d, -np.inf), np.zeros(m)], np.r_[np.full(d, np.inf), np.ones(m)]
    v_s, mu = solve(np.r_[np.zeros(d), -np.ones(m)], rows, np.zeros(m), low, high)
    v, s, alpha = v_s[:d], v_s[d:], np.maximum(-mu, 0.0)
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
