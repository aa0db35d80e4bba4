r"""The features of the Gaussian kernel: all monomials, damped; and what it costs to stop early.

With :math:`a! = a_1!\cdots a_d!` and :math:`\lvert a\rvert = a_1+\dots+a_d`,

.. math:: \psi_a(x) = e^{-\lVert x\rVert^2/(2\sigma)}\,x^a/\sqrt{a!\,\sigma^{\lvert a\rvert}},
          \qquad \sum_a\psi_a(x)\psi_a(x') = e^{-\lVert x-x'\rVert^2/(2\sigma)} .

σ is a variance, a squared length, as in ``kernels.Gaussian``.
Source: chapter 12, the Gaussian kernel.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import gammaln, xlogy

from lecture_code.monomials import exponents
from lecture_code.notation import Array, as_points, as_vector, positive, positive_integer


def gaussian_features(X: ArrayLike, *, sigma: float, N: int) -> Array:
    r"""Return the features of degree at most N.

    .. math:: \psi_a(x) = e^{-\lVert x\rVert^2/(2\sigma)}\,x^a/\sqrt{a!\,\sigma^{\lvert a\rvert}}

    ``X``: (m, d); ``sigma`` > 0.  Returns (m, C(d + N, N)), the exponents in the order of
    ``monomials.exponents``.  Raises ValueError on bad input.

    >>> gaussian_features([[0.0], [1.0]], sigma=1.0, N=2).round(4)
    array([[1.    , 0.    , 0.    ],
           [0.6065, 0.6065, 0.4289]])

    Implements: thm-gaussian-expansion.
    Source: chapter 12, the Gaussian kernel.
    """
    X, sigma = as_points(X), positive(sigma, "sigma")
    A = exponents(X.shape[1], positive_integer(N, "N"))
    # In logarithms: a monomial may overflow where its damped feature is at most 1.
    sizes = sum(xlogy(a, np.abs(x)[:, None]) for a, x in zip(A.T, X.T, strict=True))
    signs = 1.0 - 2.0 * ((X < 0).astype(int) @ (A.T % 2) % 2)
    weights = (gammaln(A + 1).sum(axis=1) + np.log(sigma) * A.sum(axis=1)) / 2
    damped = (X**2).sum(axis=1) / (2 * sigma)
    return np.asarray(signs * np.exp(sizes - weights - damped[:, None]))


def truncated_gaussian(X: ArrayLike, Z: ArrayLike, *, sigma: float, N: int) -> Array:
    r"""Return the Gaussian kernel without its features of degree above N.

    .. math:: K_N(x, x') = e^{-(\lVert x\rVert^2+\lVert x'\rVert^2)/(2\sigma)}
              \sum_{n=0}^N\frac1{n!}\Bigl(\frac{\langle x, x'\rangle}\sigma\Bigr)^n

    ``X``: (m, d); ``Z``: (n, d); N >= 0.  Returns (m, n).  Raises ValueError on bad input.

    >>> truncated_gaussian([[1.0]], [[1.0]], sigma=1.0, N=2).round(4)
    array([[0.9197]])

    Implements: thm-gaussian-expansion.
    Source: chapter 12, the Gaussian kernel.
    """
    s, damped = _parts(X, Z, sigma)
    total = np.zeros_like(s)
    for n in range(positive_integer(N, "N", 0) + 1):  # in logarithms, lest a power overflow
        total += np.sign(s) ** n * np.exp(xlogy(n, np.abs(s)) - gammaln(n + 1) + damped)
    return np.asarray(total)


def truncation_bound(X: ArrayLike, Z: ArrayLike, *, sigma: float, N: int) -> Array:
    r"""Return the bound on what the features of degree above N contribute.

    .. math:: \lvert K-K_N\rvert \le \frac{t^{N+1}}{(N+1)!}\,
              e^{\,t-(\lVert x\rVert^2+\lVert x'\rVert^2)/(2\sigma)},\qquad
              t = \frac{\lvert\langle x, x'\rangle\rvert}\sigma

    Arguments as for ``truncated_gaussian``; the exponent is never positive.

    >>> truncation_bound([[1.0]], [[1.0]], sigma=1.0, N=2).round(4)
    array([[0.1667]])

    Implements: thm-gaussian-expansion.
    Source: chapter 12, the Gaussian kernel.
    """
    s, damped = _parts(X, Z, sigma)
    t, N = np.abs(s), positive_integer(N, "N", 0)
    return np.asarray(np.exp(xlogy(N + 1, t) + t + damped - gammaln(N + 2)))


def polynomial_weights(a: ArrayLike, *, sigma: float) -> Array:
    r"""Return the weights of a damped polynomial of one variable on the features of the line.

    .. math:: w_n = a_n\sqrt{n!\,\sigma^n},\qquad
              \sum_nw_n\psi_n(x) = e^{-x^2/(2\sigma)}\sum_na_nx^n

    ``a``: (N + 1,) coefficients, the constant first.  Raises ValueError on bad input.

    >>> polynomial_weights([1.0, 0.0, 3.0], sigma=2.0).round(4)
    array([1.    , 0.    , 8.4853])

    Implements: thm-gaussian-polynomials.
    Source: chapter 12, the Gaussian kernel.
    """
    a, sigma = as_vector(a, name="a"), positive(sigma, "sigma")
    n = np.arange(len(a))
    return np.asarray(a * np.exp((gammaln(n + 1) + n * np.log(sigma)) / 2))


def _parts(X: ArrayLike, Z: ArrayLike, sigma: float) -> tuple[Array, Array]:
    X, Z, sigma = as_points(X), as_points(Z, "Z"), positive(sigma, "sigma")
    if X.shape[1] != Z.shape[1]:
        raise ValueError(f"Z must have points of {X.shape[1]} coordinates, as X; got {Z.shape[1]}")
    squares = (X**2).sum(axis=1)[:, None] + (Z**2).sum(axis=1)
    return X @ Z.T / sigma, -squares / (2 * sigma)
