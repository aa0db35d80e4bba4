r"""Stability by enumeration, and the two constants on which it rests.

**How convex, how steep: the two constants on which stability rests.**

A function f is *λ-strongly convex* if every chord lies above it by at least

.. math:: \frac\lambda2\,\alpha(1-\alpha)\lVert w-u\rVert^2

at the point :math:`\alpha w+(1-\alpha)u`, and *ρ-Lipschitz* if
:math:`\lvert f(w)-f(u)\rvert\le\rho\lVert w-u\rVert`.  Sampled points can refute a constant, and
for quadratic functions the best one is an eigenvalue.

**Stability by enumeration: what happens to a learner when one example is replaced.**

For :math:`S=(z_1,\dots,z_m)` and a fresh z', :math:`S^{(i)}` has z' in place of :math:`z_i`.  On a
law with n atoms the losses of A(S) for all n^m samples fill one table, and everything about
replacing is reading in that table: the two sides of

.. math:: \mathbb E_S[L_{\mathcal D}(A(S)) - L_S(A(S))]
          = \mathbb E_{(S,z'),i}[\ell(A(S^{(i)}),z_i) - \ell(A(S),z_i)]

are computed by different sums.

Source: chapter 09, strong convexity; chapter 09, stable rules do not overfit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.core.enumeration import all_sequences, count_probabilities, count_vectors
from lecture_code.core.laws import FiniteLaw
from lecture_code.core.losses import incurred, zero_one
from lecture_code.core.types import Array, Integers, Learner, Loss
from lecture_code.core.validate import (
    as_function,
    as_numbers,
    as_points,
    as_vector,
    of_kind,
    positive_integer,
    probability_vector,
)

Function = Callable[[Array], Array]  # (k, d) points to (k,) values


def chord_gap(f: Function, w: ArrayLike, u: ArrayLike, alpha: ArrayLike) -> Array:
    r"""Return by how much the chord of f from u to w lies above f.

    .. math:: \alpha f(w) + (1-\alpha)f(u) - f(\alpha w+(1-\alpha)u)

    ``f``: maps points (k, d) to values (k,); ``w``, ``u``: (k, d); ``alpha``: (k,) in [0, 1].
    Returns (k,).

    >>> chord_gap(lambda P: (P**2).sum(axis=1), [[0.0], [2.0]], [[2.0], [2.0]], [0.5, 0.5])
    array([1., 0.])

    Source: chapter 09, strong convexity.
    """
    first, second, share = _chords(w, u, alpha)
    f = as_function(f, "f")
    between = share[:, None] * first + (1 - share)[:, None] * second
    return np.asarray(share * f(first) + (1 - share) * f(second) - f(between))


def strong_convexity(f: Function, w: ArrayLike, u: ArrayLike, alpha: ArrayLike) -> float:
    r"""Return the largest λ that these chords allow: no larger one is a modulus of f.

    .. math:: \min_k \frac{\text{chord gap}_k}{\frac12\alpha_k(1-\alpha_k)\lVert w_k-u_k\rVert^2}

    Parameters as for ``chord_gap``, with 0 < alpha < 1 and w ≠ u.  It is negative if a chord lies
    below f.

    >>> strong_convexity(lambda P: (P**2).sum(axis=1), [[0.0]], [[2.0]], [0.5])
    2.0

    Implements: def-strongly-convex.
    Source: chapter 09, strong convexity.
    """
    first, second, share = _chords(w, u, alpha)
    needed = 0.5 * share * (1 - share) * ((first - second) ** 2).sum(axis=1)
    if not (needed > 0).all():
        raise ValueError("w and u must differ and alpha lie inside (0, 1); got a trivial chord")
    return float((chord_gap(f, first, second, share) / needed).min())


def quadratic_modulus(Q: ArrayLike) -> float:
    r"""Return the largest λ for which ½⟨w, Qw⟩ is λ-strongly convex: the least eigenvalue of Q.

    ``Q``: (d, d), symmetric.  Negative if the function is not convex.  Raises ValueError if Q is
    not symmetric.

    >>> round(quadratic_modulus([[2.0, 0.0], [0.0, 3.0]]), 9)
    2.0

    Implements: prop-quadratic-modulus.
    Source: chapter 09, strong convexity.
    """
    matrix = as_points(Q, "Q")
    if matrix.shape[0] != matrix.shape[1] or not np.allclose(matrix, matrix.T, rtol=1e-12):
        raise ValueError(f"Q must be square and symmetric; got shape {matrix.shape}")
    return float(np.linalg.eigvalsh(matrix)[0])


def lipschitz_ratio(f: Callable[[Array], Array], W: ArrayLike) -> float:
    r"""Return the steepest secant of f between the given points: no smaller ρ is possible.

    .. math:: \max_{j\ne k}\frac{\lVert f(w_j)-f(w_k)\rVert}{\lVert w_j-w_k\rVert}

    ``f``: maps points (k, d) to values (k,) or (k, q); ``W``: (k, d), at least two different
    points; equal points are left out.

    >>> lipschitz_ratio(lambda P: np.abs(P[:, 0]), [[-1.0], [0.0], [3.0]])
    1.0

    Implements: def-lipschitz.
    Source: chapter 09, Lipschitz functions.
    """
    points = as_points(W, "W")
    values = as_numbers(as_function(f, "f")(points), "f(W)").reshape(len(points), -1)
    j, k = np.triu_indices(len(points), 1)
    distance = np.linalg.norm(points[j] - points[k], axis=1)
    apart = distance > 0
    if not apart.any():
        raise ValueError(f"W must hold two different points; got {len(points)} equal ones")
    change = np.linalg.norm(values[j] - values[k], axis=1)
    return float((change[apart] / distance[apart]).max())


def _chords(w: ArrayLike, u: ArrayLike, alpha: ArrayLike) -> tuple[Array, Array, Array]:
    first, second = as_points(w, "w"), as_points(u, "u")
    share = as_vector(alpha, name="alpha")
    if first.shape != second.shape or len(share) != len(first):
        raise ValueError(
            "w, u and alpha must have one row a chord; "
            f"got {first.shape}, {second.shape} and {share.shape}"
        )
    if not ((share >= 0) & (share <= 1)).all():
        raise ValueError(f"alpha must lie in [0, 1]; got {share.min():g} to {share.max():g}")
    return first, second, share


def replaced(n: int, m: int, i: int) -> Integers:
    r"""Return the numbers of the samples :math:`S^{(i)}`, (n^m, n): a column for each z'.

    ``i``: 0 to m - 1.

    >>> replaced(2, 2, 0).tolist()  # (0,0): z' = 0 or 1 at the first place
    [[0, 2], [1, 3], [0, 2], [1, 3]]

    Implements: def-replace-one.
    Source: chapter 09, replacing one example.
    """
    samples = all_sequences(n, m)
    if positive_integer(i, "i", least=0) >= m:
        raise ValueError(f"i must be below m = {m}; got {i}")
    place = n ** (m - 1 - i)
    number = np.arange(len(samples)) - samples[:, i] * place
    moved: Integers = number[:, None] + place * np.arange(n)
    return moved


@dataclass(frozen=True, slots=True, eq=False)
class Stability:
    r"""What replacing one example does to a learner under a law.

    ``risk``, ``training``: the means of :math:`L_{\mathcal D}(A(S))` and of :math:`L_S(A(S))`;
    ``outside``: (m,), the means of :math:`\ell(A(S^{(i)}), z_i)` for each i; ``inside``: (m,),
    those of :math:`\ell(A(S), z_i)`; ``table``: (n^m, n), the loss of A(S) on each atom.

    >>> Stability(0.5, 0.25, np.full(2, 0.5), np.full(2, 0.25), np.zeros((4, 2))).gap
    0.25

    Source: chapter 09, stable rules do not overfit.
    """

    risk: float
    training: float
    outside: Array
    inside: Array
    table: Array = field(repr=False)

    @property
    def gap(self) -> float:
        """The left side: by how much the mean risk exceeds the mean training error."""
        return self.risk - self.training

    @property
    def rate(self) -> float:
        """The right side: the mean change of the loss on the example that is replaced."""
        return float((self.outside - self.inside).mean())


def replace_one(A: Learner, law: FiniteLaw, m: int, *, loss: Loss = zero_one) -> Stability:
    r"""Return both sides of the identity, over all samples, replacements and indices.

    ``A``: a deterministic learner, which may depend on the order of the examples; ``law``: with n
    atoms; ``m``: examples, n^m at most 200 000; ``loss``: the 0-1 loss unless another is given.

    >>> from lecture_code.core.hypotheses import Constant
    >>> law = FiniteLaw([0, 1], [0, 1], [0.5, 0.5])
    >>> replace_one(lambda X, y: Constant(1), law, 2).rate
    0.0

    Implements: thm-stability-identity, def-oaros.
    Source: chapter 09, stable rules do not overfit.
    """
    p = of_kind(law, FiniteLaw, "law").p.astype(float)
    as_function(A, "A")
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

    ``table``: (n^m, n), the loss of A(S) on each atom, as in ``Stability``.  Raises ValueError if
    its rows are no n^m samples.

    >>> uniform_stability([[0, 1], [1, 1]], 1)
    1.0

    Implements: def-uniform-stability.
    Source: chapter 09, uniform stability.
    """
    losses = as_points(table, "table")
    n = losses.shape[-1]
    if losses.shape != (n ** positive_integer(m, "m"), n):
        raise ValueError(f"table must be (n^m, n) with m = {m}; got {losses.shape}")
    changes = (np.ptp(losses[replaced(n, m, i)], axis=1).max() for i in range(m))
    return float(max(changes))


def completions(p: ArrayLike, m: int) -> tuple[Integers, Array]:
    r"""Return all ways to complete m - 1 examples by one more, the order forgotten.

    For learners that ignore the order: rows are the count vectors of m - 1 draws, columns the atoms
    that are added, so that two entries of a row are samples that differ in one example.  ``p``:
    (n,) probabilities; ``m``: at least 1.  Returns the counts (N, n, n) and the probabilities (N,)
    of the rows.

    >>> counts, chance = completions([0.5, 0.5], 2)
    >>> counts[0].tolist(), chance.tolist()
    ([[1, 1], [0, 2]], [0.5, 0.5])

    Implements: def-replace-one.
    Source: chapter 09, exact enumeration.
    """
    weights = probability_vector(p).astype(float)
    n = len(weights)
    rest = count_vectors(n, positive_integer(m, "m") - 1)
    return rest[:, None, :] + np.eye(n, dtype=np.int64), count_probabilities(rest, weights)


def replace_one_rate(losses: ArrayLike, chance: ArrayLike, p: ArrayLike) -> float:
    r"""Return the mean change of the loss on the replaced example, from completed samples.

    .. math:: \sum_{c}\mathbb P[c]\sum_{j,k}p_jp_k
              \bigl[\ell(A(c+e_k), z_j) - \ell(A(c+e_j), z_j)\bigr]

    ``losses``: (N, n, n), entry (c, k, j) is the loss on atom j after completing c by k;
    ``chance``: (N,), as from ``completions``; ``p``: (n,).  Raises ValueError on other shapes.

    >>> replace_one_rate([[[0, 1], [1, 0]]], [1.0], [0.5, 0.5])
    0.5

    Implements: thm-stability-identity.
    Source: chapter 09, exact enumeration.
    """
    table, rows = as_numbers(losses, "losses"), as_vector(chance, name="chance")
    weights = probability_vector(p).astype(float)
    n = len(weights)
    if table.shape != (len(rows), n, n):
        raise ValueError(f"losses must be ({len(rows)}, {n}, {n}); got {table.shape}")
    seen = np.diagonal(table, axis1=1, axis2=2)  # l(A(c + e_j), z_j)
    return float(rows @ (np.einsum("ckj,k->cj", table, weights) - seen) @ weights)
