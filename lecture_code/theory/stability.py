r"""Stability: what happens to a learner when one example is replaced.

For :math:`S=(z_1,\dots,z_m)` and a fresh z', :math:`S^{(i)}` has z' in place of :math:`z_i`.  On a
distribution with n atoms the losses of A(S) for all n^m samples fill one table, and everything
about replacing is reading in that table: the two sides of

.. math:: \mathbb E_S[L_{\mathcal D}(A(S)) - L_S(A(S))]
          = \mathbb E_{(S,z'),i}[\ell(A(S^{(i)}),z_i) - \ell(A(S),z_i)]

are computed by different sums.

**The bounds as formulas.**  ``lipschitz_rate``, ``oracle_lambda`` and ``smooth_rate`` are for the
minimiser of :math:`L_S(w)+\lambda\lVert w\rVert^2` with a convex loss, ρ-Lipschitz or β-smooth in
w.  Their parameters may be arrays; the result is then an array, else a float.

:Source: chapter 09, stable rules do not overfit.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.core import validate
from lecture_code.core.distributions import FiniteDistribution
from lecture_code.core.enumeration import (
    all_sequences,
    count_probabilities,
    count_vectors,
    few,
    power,
)
from lecture_code.core.losses import incurred, zero_one
from lecture_code.core.records import Record, lent
from lecture_code.core.types import Array, Integers, Learner, Loss, Numbers, Vector
from lecture_code.theory.concentration import float_or_array


@dataclass(frozen=True, slots=True, eq=False)
class Stability(Record):
    """What replacing one example does to a learner under a distribution.

    >>> Stability(0.5, 0.25, np.full(2, 0.5), np.full(2, 0.25), np.zeros((4, 2))).gap
    0.25
    """

    #: The mean of :math:`L_{\mathcal D}(A(S))`.
    risk: float
    #: The mean of :math:`L_S(A(S))`.
    training: float
    #: The mean of :math:`\ell(A(S^{(i)}), z_i)` for each i, ``(m,)``.
    outside: Array
    #: The mean of :math:`\ell(A(S), z_i)` for each i, ``(m,)``.
    inside: Array
    #: The loss of A(S) on each atom, ``(n^m, n)``.
    table: Array = field(repr=False)

    @property
    def gap(self) -> float:
        """The left side: by how much the mean risk exceeds the mean training error."""
        return self.risk - self.training

    @property
    def rate(self) -> float:
        """The right side: the mean change of the loss on the example that is replaced."""
        return float((self.outside - self.inside).mean())


def replace_one(A: Learner, D: FiniteDistribution, m: int, *, loss: Loss = zero_one) -> Stability:
    r"""Return both sides of the identity, over all samples, replacements and indices.

    The learner is deterministic, and may depend on the order of the examples.

    >>> from lecture_code.core.hypotheses import Constant
    >>> D = FiniteDistribution([0, 1], [0, 1], [0.5, 0.5])
    >>> replace_one(lambda X, y: Constant(1), D, 2).rate
    0.0

    :Implements: thm-stability-identity, def-oaros.
    """
    p = D.p.astype(float)
    few(power(len(p), validate.whole(m, "m")), "m", "runs of the learner", each=256)
    samples = all_sequences(len(p), m)
    table = np.array([incurred(loss, A(lent(D.X[s]), lent(D.y[s])), D.X, D.y) for s in samples])
    chance = p[samples].prod(axis=1)
    own = np.take_along_axis(table, samples, axis=1)  # (n^m, m): l(A(S), z_i)
    outside = np.empty(m)
    for i in range(m):
        moved = table[replaced(len(p), m, i), samples[:, i][:, None]]  # l(A(S^(i)), z_i)
        outside[i] = chance @ (moved @ p)
    return Stability(
        float(chance @ (table @ p)), float(chance @ own.mean(axis=1)), outside, chance @ own, table
    )


def replaced(n: int, m: int, i: int) -> Integers:
    r"""Return the numbers of the samples :math:`S^{(i)}`, a row for each S, a column for each z'.

    Samples are sequences of m out of n atoms, in the order of ``all_sequences``.

    >>> replaced(2, 2, 0).tolist()  # (0,0): z' = 0 or 1 at the first place
    [[0, 2], [1, 3], [0, 2], [1, 3]]

    :Implements: def-replace-one.
    """
    samples = all_sequences(n, m)
    few(len(samples) * n, "m", "changes")
    i = validate.whole(i, "i", at_least=0, at_most=m - 1)
    place = n ** (m - 1 - i)
    number = np.arange(len(samples)) - samples[:, i] * place
    moved: Integers = number[:, None] + place * np.arange(n)
    return moved


def uniform_stability(table: ArrayLike, m: int) -> float:
    r"""Return the largest change of any loss when one example is replaced.

    .. math:: \kappa = \max_{S,i,z',z}\ \lvert\ell(A(S),z) - \ell(A(S^{(i)}),z)\rvert

    The table is that of ``Stability``.

    >>> uniform_stability([[0, 1], [1, 1]], 1)
    1.0

    :Implements: def-uniform-stability.
    """
    losses = validate.array(table, "table", "(n^m, n)")
    n = losses.shape[-1]
    if losses.shape != (n ** validate.whole(m, "m"), n):
        raise ValueError(f"table must be (n^m, n) with m = {m}; got {losses.shape}")
    changes = (np.ptp(losses[replaced(n, m, i)], axis=1).max() for i in range(m))
    return float(max(changes))


def completions(p: Vector, m: int) -> tuple[Integers, Array]:
    """Return all ways to complete m - 1 examples by one more, regardless of order.

    For learners that ignore the order: rows are the N count vectors of m - 1 draws, columns the
    atoms that are added, so that two entries of a row are samples that differ in one example.
    Returned are the counts, (N, n, n), and the probabilities of the rows, (N,).

    >>> counts, chance = completions([0.5, 0.5], 2)
    >>> counts[0].tolist(), chance.tolist()
    ([[1, 1], [0, 2]], [0.5, 0.5])

    :Implements: def-replace-one.
    """
    weights = validate.probabilities(p).astype(float)
    n = len(weights)
    rest = count_vectors(n, validate.whole(m, "m") - 1)
    few(len(rest) * n * n, "m", "counts")
    return rest[:, None, :] + np.eye(n, dtype=np.int64), count_probabilities(rest, weights)


def lipschitz_rate(m: Numbers, lam: Numbers, *, rho: Numbers = 1.0) -> Any:
    r"""Return the rate of regularised loss minimisation with a ρ-Lipschitz loss.

    .. math:: \frac{\rho^2}{\lambda m}

    It bounds the expected gap of risk and training error, and the change of every loss when one
    example is replaced.

    >>> lipschitz_rate(100, 0.1)
    0.1

    :Implements: thm-rlm-stable.
    """
    m, lam = validate.array(m, "m", at_least=1), validate.array(lam, "lam", above=0)
    rho = validate.array(rho, "rho", above=0)
    with np.errstate(over="ignore"):
        rate = rho * (rho / (lam * m))
    return float_or_array(validate.array(rate, "the rate"))


def oracle_lambda(m: Numbers, *, rho: Numbers, B: Numbers) -> Any:
    r"""Return the λ with the least oracle bound against all vectors of length at most B.

    .. math:: \lambda = \frac\rho{B\sqrt m}, \qquad
              \lambda B^2+\frac{\rho^2}{\lambda m} = \frac{2\rho B}{\sqrt m}

    >>> oracle_lambda(100, rho=1, B=2)
    0.05

    :Implements: cor-oracle-rate.
    """
    m, rho = validate.array(m, "m", at_least=1), validate.array(rho, "rho", above=0)
    return float_or_array(rho / (validate.array(B, "B", above=0) * np.sqrt(m)))


def smooth_rate(m: Numbers, lam: Numbers, *, beta: Numbers, C: Numbers) -> Any:
    r"""Return the rate of regularised loss minimisation with a β-smooth loss.

    .. math:: \frac{4\beta C}{\lambda m}, \qquad\text{for }\lambda\ge\frac{2\beta}m

    C bounds the loss of w = 0, or is the mean training error.

    >>> smooth_rate(100, 0.1, beta=1, C=0.5)
    0.2

    :Implements: thm-rlm-smooth.
    """
    m, lam = validate.array(m, "m", at_least=1), validate.array(lam, "lam", above=0)
    beta, C = validate.array(beta, "beta", above=0), validate.array(C, "C", at_least=0)
    if not (lam * m >= 2 * beta * (1 - 1e-12)).all():
        raise ValueError(f"lam must be at least 2 beta/m; got {lam!s:.60} for m = {m!s:.60}")
    with np.errstate(over="ignore"):
        rate = 4 * beta * (C / (lam * m))
    return float_or_array(validate.array(rate, "the rate"))
