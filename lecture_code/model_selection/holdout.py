r"""Fresh examples: what they guarantee, and how the guarantee is spoilt.

On n fresh examples a predictor of risk p makes :math:`K\sim\mathrm{Bin}(n, p)` mistakes.  The
functions here compute what happens when the examples are *not* fresh: when the best of r
candidates is judged by the examples that chose it, when a predictor is fitted to them, and when
questions about them are put together to a vote.  An ``Envelope`` keeps a test set until the end.

:Source: chapter 08, validation.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import gammaln, xlogy

from lecture_code.core import validate
from lecture_code.core.binomial import binomial, least_heads, most_heads
from lecture_code.core.enumeration import few
from lecture_code.core.records import owned
from lecture_code.core.types import Array, Inputs, Reals


class AlreadyOpened(RuntimeError):
    """The test set has been used before, so it cannot be used to judge again."""


class Envelope:
    """A test set that is handed over once, as arrays that cannot be written to.

    Calling the envelope gives ``(X, y)`` the first time and raises AlreadyOpened ever after.

    >>> test = Envelope([1, 2], [0, 1])
    >>> test.opened, test()[1], test.opened
    (False, array([0., 1.]), True)
    >>> test()
    Traceback (most recent call last):
    lecture_code...AlreadyOpened: this test set of 2 examples was used before; ...

    :Implements: def-test-set.
    """

    __slots__ = ("_X", "_opened", "_y")

    def __init__(self, X: Inputs, y: Reals) -> None:
        self._X = owned(validate.points(X, line=True))
        self._y = owned(validate.labels(y, len(self._X), None))
        self._opened = False

    @property
    def opened(self) -> bool:
        """Whether the test set was handed over."""
        return self._opened

    def __call__(self) -> tuple[Array, Array]:
        """Return the test set ``(X, y)``, once."""
        if self._opened:
            raise AlreadyOpened(
                f"this test set of {len(self._y)} examples was used before; take a new one"
            )
        self._opened = True
        return self._X, self._y


def coverage(p: ArrayLike, n: ArrayLike, eps: ArrayLike) -> Any:
    r"""Return the exact probability that n fresh examples judge a predictor of risk p within ε.

    .. math:: \mathbb P\bigl[\lvert K/n - p\rvert\le\varepsilon\bigr],
              \qquad K\sim\mathrm{Bin}(n, p)

    A share that differs from :math:`p\pm\varepsilon` by at most 1e-9 counts as equal to it.
    Numbers give a float, arrays are broadcast.

    >>> coverage(0.5, 2, 0.25), coverage(0.5, 2, 0.5)
    (0.5, 1.0)

    :Implements: thm-validation.
    """
    p, eps = validate.array(p, "p", at_least=0, at_most=1), validate.array(eps, "eps", at_least=0)
    n = validate.array(n, "n", at_least=1, whole=True)
    heads = binomial(n, p)
    inside = np.asarray(heads.cdf(most_heads(p + eps, n)) - heads.cdf(least_heads(p - eps, n) - 1))
    return float(inside) if inside.ndim == 0 else inside


def expected_least(n: int, r: int, p: float = 0.5) -> float:
    r"""Return the mean validation error of the winner among r independent candidates of risk p.

    .. math:: \mathbb E\min_{i\le r}\frac{K_i}n = \frac1n\sum_{j=1}^n\mathbb P[K\ge j]^r,
              \qquad K\sim\mathrm{Bin}(n, p)

    >>> expected_least(1, 1), expected_least(1, 2)
    (0.5, 0.25)

    :Implements: prop-winner.
    """
    n, r = validate.whole(n, "n"), validate.whole(r, "r")
    few(n, "n", "numbers", each=8)
    p = validate.number(p, "p", at_least=0, at_most=1)
    return float((binomial(n, p).sf(np.arange(n)) ** r).sum() / n)


def memoriser_errors(n: int, cells: int) -> Array:
    r"""Return the probabilities of 0, ..., n mistakes of a memoriser on its own n examples.

    The points are uniform on ``cells`` places and the labels are fair coins, so every predictor has
    risk 1/2; the memoriser, the best of all :math:`2^{\text{cells}}` predictors on the sample, errs
    :math:`\min(B, c-B)` times on a place seen c times, :math:`B\sim\mathrm{Bin}(c, 1/2)`.

    >>> memoriser_errors(2, 1)  # two labels at one place: they agree or they do not
    array([0.5, 0.5, 0. ])

    :Source: chapter 08, the mutation "peek".
    """
    n, cells = validate.whole(n, "n"), validate.whole(cells, "cells")
    few(n * n * cells, "n and cells", "numbers", each=1)
    half, mean = n // 2 + 1, n / cells
    one = np.zeros((n + 1, half))  # [c, mistakes] if the number c of visits is Poisson
    for c in range(n + 1):
        B = np.arange(c + 1)
        weight = np.exp(xlogy(c, mean) - mean - gammaln(c + 1))
        np.add.at(one[c], np.minimum(B, c - B), weight * binomial(c, 0.5).pmf(B))
    total, size = one, (2 * n + 2, 2 * half)
    spectrum = np.fft.rfft2(one, size)
    for _ in range(cells - 1):  # numbers of visits add up, and so do numbers of mistakes
        total = np.fft.irfft2(np.fft.rfft2(total, size) * spectrum, size)[: n + 1, :half]
    p = np.zeros(n + 1)
    p[:half] = np.maximum(total[n], 0)  # those with n visits in all
    p /= p.sum()
    return p


def vote_error(n: int, k: int) -> float:
    r"""Return the mean error on a test set of a vote of k guesses that asked it k questions.

    Each guess is a fair coin for every one of the n test points, turned round if the test set
    says that it errs on most of them; the vote takes the majority.  For odd n and k, with
    :math:`\beta_n=\binom{n-1}{(n-1)/2}2^{-n}`

    .. math:: \mathbb E\,L_T = \mathbb P\bigl[\mathrm{Bin}(k, \tfrac12+\beta_n) < \tfrac k2\bigr] .

    >>> vote_error(1, 5), round(vote_error(3, 1), 4)
    (0.0, 0.25)

    :Implements: prop-reuse.
    """
    for name, value in (("n", n), ("k", k)):
        if validate.whole(value, name) % 2 == 0:
            raise ValueError(f"{name} must be odd, so that no vote is tied; got {value}")
    return float(binomial(k, min(0.5 + edge(n), 1.0)).cdf((k - 1) // 2))


def edge(n: int) -> float:
    r"""Return by how much n fair coins lean to one side on average, as a share of n.

    .. math:: \beta_n = \mathbb E\bigl\lvert\tfrac Kn-\tfrac12\bigr\rvert
              = \binom{n-1}{(n-1)/2}2^{-n}, \qquad K\sim\mathrm{Bin}(n, \tfrac12),\ n\text{ odd}

    >>> edge(1), round(edge(3), 12)
    (0.5, 0.25)

    :Implements: prop-reuse.
    """
    if validate.whole(n, "n") % 2 == 0:
        raise ValueError(f"n must be odd; got {n}")
    return float(binomial(n - 1, 0.5).pmf((n - 1) // 2)) / 2
