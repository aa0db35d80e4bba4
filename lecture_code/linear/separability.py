r"""Halfspaces through the origin: a separator, or the proof that there is none.

**Theorem (Gordan 1873).**  For a sample with labels -1 and +1 exactly one of the two exists:

* a vector ``w`` with :math:`y_i \langle w, x_i \rangle > 0` for all ``i`` (a *separator*);
* weights :math:`\alpha_i \ge 0`, :math:`\sum_i \alpha_i = 1`, with
  :math:`\sum_i \alpha_i y_i x_i = 0` (a *certificate* that no separator exists).

Linear programs find both in floating point, and nothing they say is believed: an answer is returned
only when it has been proved, otherwise a RuntimeError says so.  Halfspaces with a bias are those of
the points (1, x), see :func:`homogenise`.

:Source: chapters 05 and 06, linear programming for halfspaces.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from lecture_code.core import validate
from lecture_code.core.predictors import LinearPredictor
from lecture_code.core.scale import power_of_two
from lecture_code.core.types import Array, Integers, Points, Signs, Vector
from lecture_code.solvers.certificates import margin_error, proves_inseparable, separates
from lecture_code.solvers.lp import Infeasible, Unbounded, maximise, solve

# Points that join the working set at a time.
BATCH = 50


def lp_erm(X: Points, y: Signs, *, objective: Vector | None = None) -> Separation:
    r"""Return a vector with all products at least 1, or the certificate that there is none.

    .. math:: \max \langle u, w \rangle \quad\text{subject to}\quad
              y_i \langle w, x_i \rangle \ge 1, \quad i = 1, \dots, m

    A separator, divided by its smallest product, is such a vector.  Therefore the answer has
    training error 0 on a separable sample, whatever the ``objective`` u (default 0);
    different objectives give different separators.  Raises Unbounded for one that grows for ever,
    RuntimeError if no answer can be proved.

    >>> answer = lp_erm([[1, 0], [-3, 1]], [1, 1], objective=[-1, -1])
    >>> answer.separable, answer.w, answer([[2, 2], [0, -1]])
    (True, array([1., 4.]), array([ 1., -1.]))
    >>> lp_erm([[1.0], [-2.0]], [1, 1]).certificate
    array([0.66666667, 0.33333333])

    :Implements: alg-lp-erm.
    """
    X, y = validate.sample(X, y)
    d = X.shape[1]
    u = np.zeros(d) if objective is None else validate.vector(objective, d, "objective")
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


@dataclass(frozen=True, slots=True, eq=False)
class Separation(LinearPredictor):
    """The answer to "is this sample separable?", with its proof."""

    separable: bool
    #: A separator if separable, else 0.
    w: Array
    #: :math:`\min_i y_i \langle w, x_i \rangle`, above 0 if separable, else 0.
    margin: float
    #: If not separable: the :math:`\alpha` of Gordan's theorem, one number for each example.
    certificate: Array | None = field(repr=False)
    #: The indices with :math:`\alpha_i > 0`, at most ``d + 1`` of them.
    support: Integers


def separating_halfspace(X: Points, y: Signs) -> Separation:
    r"""Return a separator of the sample, or a certificate that there is none.

    .. math:: \max t \quad\text{subject to}\quad
              y_i \langle w, x_i \rangle \ge t, \quad |w_j| \le 1, \quad t \le 1

    The separator comes from this program, the certificate from its dual.  Raises
    RuntimeError when the sample is so close to the border between the two cases that neither
    answer can be proved.

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
        scores = y * (X @ (w / scale))
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
    """Return w and the multipliers of the program for the examples :math:`z_i = y_i x_i`."""
    # Rows are scaled as columns were: the solver's tolerances are absolute.
    size = power_of_two(np.abs(Z).max(axis=1))
    k, d = Z.shape
    rows = np.c_[-Z / size[:, None], np.ones(k)]  # t - <w, z_i> <= 0
    low, high = np.r_[-np.ones(d), -np.inf], np.ones(d + 1)
    w_t, mu = solve(np.r_[np.zeros(d), -1.0], rows, np.zeros(k), low, high)
    return w_t[:d], np.maximum(-mu, 0.0) / size


def _inseparable(X: Array, support: Integers, alpha: Array) -> Separation:
    """Return the answer that the weights ``alpha`` of the examples in ``support`` prove."""
    certificate = np.zeros(len(X))
    certificate[support] = alpha
    return Separation(False, np.zeros(X.shape[1]), 0.0, certificate, np.flatnonzero(certificate))


class Inseparable(ValueError):
    r"""No halfspace separates the sample; ``certificate`` is the :math:`\alpha` that proves it.

    >>> raise Inseparable(np.array([0.5, 0.5, 0.0]), "hyperplane")
    Traceback (most recent call last):
    lecture_code.linear.separability.Inseparable: the sample must be separable by a hyperplane;
    2 of its examples are already inseparable (see .certificate)
    """

    def __init__(self, certificate: Array, which: str = "halfspace through the origin") -> None:
        super().__init__(certificate, which)  # all that pickle and copy need
        self.certificate = certificate
        self.which = which

    def __str__(self) -> str:
        return (
            f"the sample must be separable by a {self.which}; "
            f"{np.count_nonzero(self.certificate)} of its examples are already inseparable "
            "(see .certificate)"
        )


def homogenise(X: Points) -> Array:
    r"""Return the points :math:`(1, x)`, so that the first weight is the bias.

    >>> homogenise([[2.0, 3.0]])
    array([[1., 2., 3.]])

    :Implements: def-homogenised.
    """
    points = validate.points(X)
    return np.hstack([np.ones((len(points), 1)), points])
