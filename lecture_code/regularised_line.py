r"""Regularised hinge losses on the line, exactly: the laboratory of chapter 09.

With one weight and losses :math:`\ell_j(w) = \max(0, b_j - a_jw)`, the derivative of

.. math:: F_c(w) = \lambda w^2 + \frac1m\sum_{j=1}^n c_j\max(0, b_j - a_jw)

is :math:`2\lambda w - s(w)`, where s is a falling step function: :math:`s_k/m` on the k-th of the
intervals between the kinks :math:`t_1\le t_2\le\dots`.  So the minimiser is where the rising
line crosses the stairs, :math:`w = \max_k\min\bigl(s_k/(2\lambda), t_k\bigr)`.  One formula solves
all count vectors c at once.  Source: chapter 09, exact enumeration.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.arguments import as_numbers
from lecture_code.notation import Array, as_points, as_vector, positive

ROUNDING = 1e-9  # of the slopes that certify the minimiser, relative to their size


def hinge_line(a: ArrayLike, b: ArrayLike, counts: ArrayLike, *, lam: float) -> Array:
    r"""Return the exact minimisers for many count vectors.

    .. math:: \operatorname{argmin}_w\ \lambda w^2 + \frac1m\sum_jc_j\max(0, b_j-a_jw),
              \qquad m=\sum_jc_j

    ``a``, ``b``: (n,), the losses of the atoms; the hinge loss of (x, y) has a = yx and b = 1;
    ``counts``: (N, n), at least 0, not all 0 in a row; ``lam``: above 0.  Returns (N,).  The
    answer is certified: the slopes of F left and right of it have the right signs.  Raises
    ValueError on bad input, RuntimeError if the certificate fails.

    >>> hinge_line([1, -1], [1, 1], [[2, 0], [1, 1]], lam=1)
    array([0.5, 0. ])

    Implements: def-rlm.
    Source: chapter 09, exact enumeration.
    """
    slopes = as_vector(a, name="a")
    heights = as_vector(b, len(slopes), "b")
    share, lam = _shares(counts, len(slopes)), positive(lam, "lam")
    positive(2 * lam, "2 lam")
    moving = slopes != 0  # the other losses are constant
    kinks = heights[moving] / slopes[moving]
    order = np.argsort(kinks)
    kinks, bent = kinks[order], slopes[moving][order]
    weighted = share[:, moving][:, order] * bent
    # Left of all kinks the losses with a > 0 are at work; each kink switches one of them off, or
    # one with a < 0 on: in both cases the sum falls by |a|.
    start = weighted[:, bent > 0].sum(axis=1, keepdims=True)
    stairs = np.concatenate([start, start - np.cumsum(np.abs(weighted), axis=1)], axis=1)
    w: Array = np.minimum(stairs / (2 * lam), np.append(kinks, np.inf)).max(axis=1)
    _certify(w, kinks, stairs, lam)
    return w


def hinge_losses(w: ArrayLike, a: ArrayLike, b: ArrayLike) -> Array:
    r"""Return the loss of each weight on each atom, :math:`\max(0, b_j - a_jw)`.

    ``w``: (...); ``a``, ``b``: (n,).  Returns (..., n).  Raises ValueError on other lengths.

    >>> hinge_losses([0.0, 2.0], [1, -1], [1, 1])
    array([[1., 1.],
           [0., 3.]])

    Source: chapter 09, exact enumeration.
    """
    slopes = as_vector(a, name="a")
    heights = as_vector(b, len(slopes), "b")
    losses: Array = np.maximum(0, heights - slopes * as_numbers(w, "w")[..., None])
    return losses


def _shares(counts: ArrayLike, n: int) -> Array:
    c = as_points(counts, "counts")
    if c.shape[1] != n or (c < 0).any() or not c.sum(axis=1).all():
        raise ValueError(f"counts must be rows of {n} numbers >= 0, not all 0; got {c.shape}")
    share: Array = c / c.sum(axis=1, keepdims=True)
    return share


def _certify(w: Array, kinks: Array, stairs: Array, lam: float) -> None:
    """Raise unless 2 lam w lies between the step right of w and the step left of it."""
    near = ROUNDING * (1 + np.abs(w))
    rows = np.arange(len(w))
    left = stairs[rows, (kinks < (w - near)[:, None]).sum(axis=1)]
    right = stairs[rows, (kinks <= (w + near)[:, None]).sum(axis=1)]
    allowed = ROUNDING * (1 + np.abs(stairs).max(axis=1) + 2 * lam * np.abs(w)) + 2 * lam * near
    if not ((2 * lam * w <= left + allowed) & (2 * lam * w >= right - allowed)).all():
        raise RuntimeError("the minimiser on the line fails its certificate")
