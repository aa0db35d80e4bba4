r"""Random Fourier features: the Gaussian kernel as the mean of cosines of random frequencies.

For :math:`\omega\sim N(0, I/\sigma)`

.. math:: \mathbb E\cos\langle\omega, x-x'\rangle = e^{-\lVert x-x'\rVert^2/(2\sigma)},

so the mean of D independent cosines is near the kernel, and it is an inner product of 2 D features.
Source: chapter 12, the Gaussian kernel.  A. Rahimi and B. Recht, Random features for large-scale
kernel machines, NIPS 20 (2007).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import ceil, log

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.notation import (
    Array,
    as_generator,
    as_points,
    in_unit_interval,
    positive,
    positive_integer,
)


@dataclass(frozen=True, slots=True, eq=False)
class RandomFeatures:
    r"""The map to cosines and sines of D frequencies; as a kernel, ``features.kernel``.

    .. math:: \varphi(x) = \frac1{\sqrt D}\bigl(\cos\langle\omega_i, x\rangle,\
              \sin\langle\omega_i, x\rangle\bigr)_{i\le D}

    ``omega``: (D, d).  Calling it with points (m, d) returns (m, 2 D).

    >>> RandomFeatures([[0.0], [2.0]])([[0.0]]).round(4)
    array([[0.7071, 0.7071, 0.    , 0.    ]])

    Implements: thm-random-features.
    """

    omega: Array = field(repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "omega", as_points(self.omega, "omega"))

    def __call__(self, X: ArrayLike) -> Array:
        phases = as_points(X, d=self.omega.shape[1]) @ self.omega.T
        waves = np.hstack([np.cos(phases), np.sin(phases)])
        return np.asarray(waves / np.sqrt(len(self.omega)))

    def kernel(self, X: ArrayLike, Z: ArrayLike) -> Array:
        r"""Return :math:`\hat K(x, z) = \frac1D\sum_i\cos\langle\omega_i, x-z\rangle`, (m, n)."""
        return np.asarray(self(X) @ self(Z).T)


def random_features(d: int, D: int, *, sigma: float, rng: np.random.Generator) -> RandomFeatures:
    r"""Return D random frequencies for the Gaussian kernel on :math:`\mathbb R^d`.

    .. math:: \omega_1,\dots,\omega_D \sim N(0, I/\sigma) \text{ independent}

    Raises ValueError unless d, D >= 1 and ``sigma`` > 0.

    >>> random_features(3, 5, sigma=2.0, rng=np.random.default_rng(0)).omega.shape
    (5, 3)

    Implements: thm-random-features.
    Source: chapter 12, the Gaussian kernel.
    """
    d, D, sigma = positive_integer(d, "d"), positive_integer(D, "D"), positive(sigma, "sigma")
    return RandomFeatures(as_generator(rng).normal(size=(D, d)) / np.sqrt(sigma))


def features_needed(m: int, *, eps: float, delta: float) -> int:
    r"""Return a number of frequencies that is enough for all pairs of m points at once.

    .. math:: D = \Bigl\lceil\frac2{\varepsilon^2}\log\frac{m(m-1)}\delta\Bigr\rceil

    Then with probability at least 1 - δ all :math:`\lvert\hat K-K\rvert<\varepsilon`.
    Raises ValueError unless m >= 2 and ``eps``, ``delta`` lie in (0, 1).

    >>> features_needed(100, eps=0.1, delta=0.01)
    2762

    Implements: thm-random-features.
    Source: chapter 12, the Gaussian kernel.
    """
    m = positive_integer(m, "m", 2)
    eps, delta = in_unit_interval(eps, "eps"), in_unit_interval(delta, "delta")
    return ceil(2 / eps**2 * log(m * (m - 1) / delta))
