r"""One parameter that can label everything: the sine, rounded upwards.

.. math:: h_\theta(x) = \lceil\tfrac12\sin(\theta x)\rceil

On the points :math:`x_j = 2^{-j}` the binary digits of :math:`\theta/\pi` are read one by one.
With :math:`\theta = \pi N`, N an integer, the sine is positive at :math:`2^{-j}` if and only if
:math:`0 < N \bmod 2^{j+1} < 2^j`; no rounding is involved, however many points there are.

Source: chapter 07, parameters and dimension.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lecture_code.arguments import as_list
from lecture_code.notation import positive_integer


def sine_parameter(y: Sequence[int]) -> int:
    r"""Return N such that the sine with :math:`\theta = \pi N` gives :math:`2^{-j}` the label y_j.

    .. math:: N = 1 + \sum_{i=1}^n (1 - y_i)\, 2^i

    ``y``: n >= 1 labels in {0, 1}, that of :math:`2^{-1}` first.  Returns an integer of any size.
    Raises ValueError on other labels, or none.

    >>> sine_parameter([1, 0, 1])
    5

    Implements: prop-sine.
    Source: chapter 07, the sine class.
    """
    labels = as_list(y, "y")
    if not labels or any(np.ndim(label) or label not in (0, 1) for label in labels):
        raise ValueError(f"y must hold at least one label, each 0 or 1; got {labels!r:.60}")
    return 1 + sum((1 - int(label)) << i for i, label in enumerate(labels, start=1))


def sine_labels(N: int, n: int) -> list[int]:
    r"""Return the labels of :math:`2^{-1}, \dots, 2^{-n}` by the sine with :math:`\theta = \pi N`.

    .. math:: \lceil\tfrac12\sin(\pi N 2^{-j})\rceil = 1 \iff 0 < N \bmod 2^{j+1} < 2^j

    ``N``: an integer, at least 0; ``n``: at least 1.  Raises ValueError outside.

    >>> sine_labels(5, 3)
    [1, 0, 1]

    Implements: prop-sine.
    Source: chapter 07, the sine class.
    """
    N, n = positive_integer(N, "N", least=0), positive_integer(n, "n")
    return [int(0 < N % (1 << (j + 1)) < 1 << j) for j in range(1, n + 1)]
