r"""Stability: what happens to a learner when one example is replaced.

For :math:`S=(z_1,\dots,z_m)` and a fresh z', :math:`S^{(i)}` has z' in place of :math:`z_i`.  On a
law with n atoms the losses of A(S) for all n^m samples fill one table, and everything about
replacing is reading in that table: the two sides of

.. math:: \mathbb E_S[L_{\mathcal D}(A(S)) - L_S(A(S))]
          = \mathbb E_{(S,z'),i}[\ell(A(S^{(i)}),z_i) - \ell(A(S),z_i)]

are computed by different sums.

**The bounds as formulas.**  ``lipschitz_rate``, ``oracle_lambda`` and ``smooth_rate`` are for the
minimiser of :math:`L_S(w)+\lambda\lVert w\rVert^2` with a convex loss, ρ-Lipschitz or β-smooth in
w, ``uniform_bound`` for every uniformly stable learner.  Their parameters may be arrays.

:Source: chapter 09, stable rules do not overfit.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.core import validate
from lecture_code.core.distributions import FiniteDistribution
from lecture_code.core.enumeration import all_sequences, count_probabilities, count_vectors
from lecture_code.core.losses import incurred, zero_one
from lecture_code.core.types import Array, Integers, Learner, Loss


def replaced(n: int, m: int, i: int) -> Integers:
    r"""Return the numbers of the samples :math:`S^{(i)}`, a column for each z'.

    Parameters
    ----------
    n : int
        Number of atoms.
    i : int
        0 to m - 1.

    Returns
    -------
    array (n^m, n)

    >>> replaced(2, 2, 0).tolist()  # (0,0): z' = 0 or 1 at the first place
    [[0, 2], [1, 3], [0, 2], [1, 3]]

    :Implements: def-replace-one.
    """
    samples = all_sequences(n, m)
    if validate.whole(i, "i", at_least=0) >= m:
        raise ValueError(f"i must be below m = {m}; got {i}")
    place = n ** (m - 1 - i)
    number = np.arange(len(samples)) - samples[:, i] * place
    moved: Integers = number[:, None] + place * np.arange(n)
    return moved


@dataclass(frozen=True, slots=True, eq=False)
class Stability:
    r"""What replacing one example does to a learner under a law.

    >>> Stability(0.5, 0.25, np.full(2, 0.5), np.full(2, 0.25), np.zeros((4, 2))).gap
    0.25

    :Source: chapter 09, stable rules do not overfit.
    """

    #: The means of :math:`L_{\mathcal D}(A(S))` and of :math:`L_S(A(S))`.
    risk: float
    #: The means of :math:`L_{\mathcal D}(A(S))` and of :math:`L_S(A(S))`.
    training: float
    #: The means of :math:`\ell(A(S^{(i)}), z_i)` for each i, ``(m,)``.
    outside: Array
    #: The means of :math:`\ell(A(S), z_i)` for each i, ``(m,)``.
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


def replace_one(A: Learner, law: FiniteDistribution, m: int, *, loss: Loss = zero_one) -> Stability:
    r"""Return both sides of the identity, over all samples, replacements and indices.

    Parameters
    ----------
    A : learner
        A deterministic one, which may depend on the order of the examples.
    law : FiniteDistribution
        With n atoms.
    m : int
        Number of examples, as few as ``all_sequences`` can list.
    loss : loss
        0-1 unless another is given.

    >>> from lecture_code.core.hypotheses import Constant
    >>> law = FiniteDistribution([0, 1], [0, 1], [0.5, 0.5])
    >>> replace_one(lambda X, y: Constant(1), law, 2).rate
    0.0

    :Implements: thm-stability-identity, def-oaros.
    """
    p = law.p.astype(float)
    samples = all_sequences(len(p), m)
    table = np.array([incurred(loss, A(law.X[s], law.y[s]), law.X, law.y) for s in samples])
    chance = p[samples].prod(axis=1)
    own = np.take_along_axis(table, samples, axis=1)  # (n^m, m): l(A(S), z_i)
    outside = np.empty(m)
    for i in range(m):
        moved = table[replaced(len(p), m, i), samples[:, i][:, None]]  # l(A(S^(i)), z_i)
        outside[i] = chance @ (moved @ p)
    return Stability(
        float(chance @ (table @ p)), float(chance @ own.mean(axis=1)), outside, chance @ own, table
    )


def uniform_stability(table: ArrayLike, m: int) -> float:
    r"""Return the largest change of any loss when one example is replaced.

    .. math:: \kappa = \max_{S,i,z',z}\ \lvert\ell(A(S),z) - \ell(A(S^{(i)}),z)\rvert

    Parameters
    ----------
    table : array (n^m, n)
        The loss of A(S) on each atom, as in ``Stability``.

    Raises
    ------
    ValueError
        If the rows of the table are no n^m samples.

    >>> uniform_stability([[0, 1], [1, 1]], 1)
    1.0

    :Implements: def-uniform-stability.
    """
    losses = validate.points(table, "table")
    n = losses.shape[-1]
    if losses.shape != (n ** validate.whole(m, "m"), n):
        raise ValueError(f"table must be (n^m, n) with m = {m}; got {losses.shape}")
    changes = (np.ptp(losses[replaced(n, m, i)], axis=1).max() for i in range(m))
    return float(max(changes))


def completions(p: ArrayLike, m: int) -> tuple[Integers, Array]:
    r"""Return all ways to complete m - 1 examples by one more, the order forgotten.

    For learners that ignore the order: rows are the count vectors of m - 1 draws, columns the atoms
    that are added, so that two entries of a row are samples that differ in one example.

    Returns
    -------
    counts : array (N, n, n)
    chance : array (N,)
        The probabilities of the rows.

    >>> counts, chance = completions([0.5, 0.5], 2)
    >>> counts[0].tolist(), chance.tolist()
    ([[1, 1], [0, 2]], [0.5, 0.5])

    :Implements: def-replace-one.
    """
    weights = validate.probabilities(p).astype(float)
    n = len(weights)
    rest = count_vectors(n, validate.whole(m, "m") - 1)
    return rest[:, None, :] + np.eye(n, dtype=np.int64), count_probabilities(rest, weights)


def replace_one_rate(losses: ArrayLike, chance: ArrayLike, p: ArrayLike) -> float:
    r"""Return the mean change of the loss on the replaced example, from completed samples.

    .. math:: \sum_{c}\mathbb P[c]\sum_{j,k}p_jp_k
              \bigl[\ell(A(c+e_k), z_j) - \ell(A(c+e_j), z_j)\bigr]

    Parameters
    ----------
    losses : array (N, n, n)
        Entry (c, k, j) is the loss on atom j after completing c by k.
    chance : array (N,)
        As from ``completions``.
    p : array (n,)
        Probabilities of the atoms.

    >>> replace_one_rate([[[0, 1], [1, 0]]], [1.0], [0.5, 0.5])
    0.5

    :Implements: thm-stability-identity.
    """
    table, rows = validate.array(losses, "losses"), validate.vector(chance, name="chance")
    weights = validate.probabilities(p).astype(float)
    n = len(weights)
    if table.shape != (len(rows), n, n):
        raise ValueError(f"losses must be ({len(rows)}, {n}, {n}); got {table.shape}")
    seen = np.diagonal(table, axis1=1, axis2=2)  # l(A(c + e_j), z_j)
    return float(rows @ (np.einsum("ckj,k->cj", table, weights) - seen) @ weights)


def _plain(x: Any) -> Any:
    return float(x) if np.ndim(x) == 0 else x


def lipschitz_rate(m: ArrayLike, lam: ArrayLike, *, rho: ArrayLike = 1.0) -> Any:
    r"""Return the rate of regularised loss minimisation with a ρ-Lipschitz loss.

    .. math:: \frac{\rho^2}{\lambda m}

    It bounds the expected gap of risk and training error, and the change of every loss when one
    example is replaced.

    Returns
    -------
    float or array

    >>> lipschitz_rate(100, 0.1)
    0.1

    :Implements: thm-rlm-stable.
    """
    m, lam, rho = (
        validate.array(m, "m", at_least=1),
        validate.array(lam, "lam", above=0),
        validate.array(rho, "rho", above=0),
    )
    return _plain(rho**2 / (lam * m))


def oracle_lambda(m: ArrayLike, *, rho: ArrayLike, B: ArrayLike) -> Any:
    r"""Return the λ with the least oracle bound against all vectors of length at most B.

    .. math:: \lambda = \frac\rho{B\sqrt m}, \qquad
              \lambda B^2+\frac{\rho^2}{\lambda m} = \frac{2\rho B}{\sqrt m}

    Returns
    -------
    float or array

    >>> oracle_lambda(100, rho=1, B=2)
    0.05

    :Implements: cor-oracle-rate.
    """
    m, rho, B = (
        validate.array(m, "m", at_least=1),
        validate.array(rho, "rho", above=0),
        validate.array(B, "B", above=0),
    )
    return _plain(rho / (B * np.sqrt(m)))


def smooth_rate(m: ArrayLike, lam: ArrayLike, *, beta: ArrayLike, C: ArrayLike) -> Any:
    r"""Return the rate of regularised loss minimisation with a β-smooth loss.

    .. math:: \frac{4\beta C}{\lambda m}, \qquad\text{for }\lambda\ge\frac{2\beta}m

    Parameters
    ----------
    C : float or array
        At least 0, bounds the loss of w = 0, or is the mean training error.

    Returns
    -------
    float or array

    Raises
    ------
    ValueError
        Outside these ranges, in particular if lam is below 2 beta/m.

    >>> smooth_rate(100, 0.1, beta=1, C=0.5)
    0.2

    :Implements: thm-rlm-smooth.
    """
    m, lam = validate.array(m, "m", at_least=1), validate.array(lam, "lam", above=0)
    beta, C = validate.array(beta, "beta", above=0), validate.array(C, "C", at_least=0)
    if not (lam * m >= 2 * beta * (1 - 1e-12)).all():
        raise ValueError(f"lam must be at least 2 beta/m; got {lam!s:.60} for m = {m!s:.60}")
    return _plain(4 * beta * C / (lam * m))


def uniform_bound(m: ArrayLike, kappa: ArrayLike, delta: ArrayLike, *, a: ArrayLike = 1.0) -> Any:
    r"""Return the bound on risk minus training error for uniformly stable learners.

    .. math:: \kappa + (2m\kappa+a)\sqrt{\frac{\log(1/\delta)}{2m}}

    It holds with probability at least 1 - δ.

    Parameters
    ----------
    kappa : float or array
        At least 0, the uniform stability.
    a : float or array
        Above 0, the losses lie in [0, a].

    Returns
    -------
    float or array

    >>> round(uniform_bound(200, 0.0, 0.05), 4)  # Hoeffding for one fixed predictor
    0.0865

    :Implements: thm-uniform-stability.
    :Source: chapter 09, uniform stability; O. Bousquet and A. Elisseeff, 2002.
    """
    m, kappa = validate.array(m, "m", at_least=1), validate.array(kappa, "kappa", at_least=0)
    delta, a = validate.array(delta, "delta", above=0), validate.array(a, "a", above=0)
    if not (delta < 1).all():
        raise ValueError(f"delta must lie in (0, 1); got {delta!s:.60}")
    return _plain(kappa + (2 * m * kappa + a) * np.sqrt(np.log(1 / delta) / (2 * m)))
