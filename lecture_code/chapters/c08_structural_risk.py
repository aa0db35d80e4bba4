r"""Bounds that select: weights for hypotheses, codes, and structural risk minimisation.

Give each hypothesis a share w(h) of the failure probability before the sample is seen, with
:math:`\sum_h w(h)\le1`; then with probability at least :math:`1-\delta`, for all h at once,

.. math:: \lvert L_S(h)-L_{\mathcal D}(h)\rvert \le \sqrt{\frac{\log(2/(w(h)\delta))}{2m}} .

A prefix-free code gives the weights :math:`2^{-\lvert h\rvert}`: Occam's razor.

:Source: chapter 08, structural risk minimisation; L. Kraft, 1949.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.core import validate
from lecture_code.core.risk import erm
from lecture_code.core.types import Array, Predictor


def kraft_sum(words: Sequence[str]) -> Fraction:
    r"""Return Kraft's sum of a list of code words.

    .. math:: \sum_i 2^{-\lvert\sigma_i\rvert}

    Parameters
    ----------
    words : texts of 0 and 1
        At least one.

    >>> kraft_sum(["0", "10", "11"]), kraft_sum(["0", "1", "00"])
    (Fraction(1, 1), Fraction(5, 4))

    :Implements: lem-kraft.
    """
    _binary(words)
    return sum((Fraction(1, 2 ** len(word)) for word in words), Fraction(0))


def is_prefix_free(words: Sequence[str]) -> bool:
    """Return whether no word is the beginning of another one, nor twice in the list.

    Parameters
    ----------
    words : texts of 0 and 1
        At least one.

    >>> is_prefix_free(["0", "10", "11"]), is_prefix_free(["0", "01"])
    (True, False)

    :Implements: lem-kraft.
    """
    _binary(words)
    ordered = sorted(words)  # a word stands directly before a word that it begins
    return not any(b.startswith(a) for a, b in zip(ordered, ordered[1:], strict=False))


def prefix_code(lengths: Sequence[int]) -> list[str]:
    r"""Return a prefix-free code with words of the given lengths, in the order given.

    Shortest first, each word is the next free number written in binary: the sum of the
    :math:`2^{-\ell}` so far, to :math:`\ell` digits.

    Parameters
    ----------
    lengths : integers
        At least 1 each.

    Raises
    ------
    ValueError
        If Kraft's sum exceeds 1, for then there is no such code.

    >>> prefix_code([2, 1, 2])
    ['10', '0', '11']

    :Implements: lem-kraft.
    """
    wanted = [validate.whole(n, "lengths") for n in list(lengths)]
    if not wanted or sum(Fraction(1, 2**n) for n in wanted) > 1:
        raise ValueError(f"lengths must be at least one, with Kraft's sum at most 1; got {wanted}")
    words, used = [""] * len(wanted), Fraction(0)
    for i in sorted(range(len(wanted)), key=lambda i: wanted[i]):
        words[i] = f"{int(used * 2 ** wanted[i]):0{wanted[i]}b}"
        used += Fraction(1, 2 ** wanted[i])
    return words


def weighted_radius(weights: ArrayLike, m: int, delta: float) -> Any:
    r"""Return how far training and true error are apart at most, by the weight of the hypothesis.

    .. math:: \sqrt{\frac{\log(2/(w(h)\,\delta))}{2m}}

    For losses in [0, 1].

    Parameters
    ----------
    weights : number or array
        In (0, 1], :math:`2^{-\lvert h\rvert}` for a code word of :math:`\lvert h\rvert` bits.

    Returns
    -------
    float or array

    >>> round(weighted_radius(2.0**-10, 500, 0.05), 4)
    0.1031

    :Implements: thm-occam.
    """
    w = validate.array(weights, "weights")
    if not ((w > 0) & (w <= 1)).all():
        raise ValueError(f"weights must lie in (0, 1]; got {weights!r:.80}")
    share = np.log(2 / validate.number(delta, "delta", above=0, below=1)) - np.log(w)
    radius = np.sqrt(share / (2 * validate.whole(m, "m")))
    return float(radius) if radius.ndim == 0 else radius


@dataclass(frozen=True, slots=True, eq=False)
class SrmRun:
    """The hypothesis with the least bound, and the bounds of all.

    The run is a predictor.
    """

    h: Predictor
    #: Its place in the class.
    index: int
    #: The training errors, ``(k,)``.
    training: Array = field(repr=False)
    #: What is added to the training errors; ``bounds`` are the sums, ``(k,)``.
    radii: Array = field(repr=False)

    @property
    def bounds(self) -> Array:
        """Training error plus radius, (k,)."""
        return self.training + self.radii

    def __call__(self, X: ArrayLike) -> Array:
        """Return what the chosen predictor says of ``X``."""
        return self.h(np.asarray(X, dtype=float))


def structural_risk_minimiser(
    H: Sequence[Predictor],
    radii: ArrayLike,
    X: ArrayLike,
    y: ArrayLike,
) -> SrmRun:
    r"""Return the hypothesis that minimises training error plus its own radius.

    .. math:: h_S\in\operatorname{argmin}_{h\in\mathcal H}\
              L_S(h)+\varepsilon_{n(h)}(m, w(n(h))\,\delta)

    for the 0-1 loss.  Of equals the first wins.

    Parameters
    ----------
    radii : array (k,)
        At least 0, fixed before the sample is seen.
    X : array (m, d) or (m,)
        The points of the sample.

    >>> from lecture_code.core.hypotheses import Constant
    >>> structural_risk_minimiser([Constant(0), Constant(1)], [0.1, 0.5], [1, 2], [0, 1]).index
    0

    :Implements: thm-srm.
    """
    run = erm(H, validate.points(X, line=True), y)
    added = validate.vector(radii, len(run.risks), name="radii")
    if (added < 0).any():
        raise ValueError(f"radii must be at least 0; got {added.min():g}")
    index = int((run.risks + added).argmin())
    return SrmRun(list(H)[index], index, run.risks, added)


def _binary(words: Sequence[str]) -> None:
    given = list(words)
    if not given or not all(isinstance(word, str) and set(word) <= {"0", "1"} for word in given):
        raise ValueError(f"words must be texts of 0 and 1, at least one; got {given!r:.80}")
