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

import numpy as np

from lecture_code.core import validate
from lecture_code.core.records import Record
from lecture_code.core.risk import erm
from lecture_code.core.types import Array, Class, Inputs, Predictor, Reals, Vector


@dataclass(frozen=True, slots=True, eq=False)
class SrmRun(Record):
    """The hypothesis with the least bound, its index in the class, and the bounds of all.

    The run is a predictor.
    """

    h: Predictor
    index: int
    training: Array = field(repr=False)
    radii: Array = field(repr=False)

    @property
    def bounds(self) -> Array:
        """Training error plus radius, ``(k,)``."""
        return self.training + self.radii

    def __call__(self, X: Inputs) -> Array:
        """Return what the chosen predictor says of ``X``."""
        return self.h(np.asarray(X, dtype=float))


def structural_risk_minimiser(H: Class, radii: Vector, X: Inputs, y: Reals) -> SrmRun:
    r"""Return the hypothesis that minimises training error plus its own radius.

    .. math:: h_S\in\operatorname{argmin}_{h\in\mathcal H}\
              L_S(h)+\varepsilon_{n(h)}(m, w(n(h))\,\delta)

    for the 0-1 loss.  The radii are at least 0, and fixed before the sample is seen.  Of equals the
    first wins.

    >>> from lecture_code.core.hypotheses import Constant
    >>> structural_risk_minimiser([Constant(0), Constant(1)], [0.1, 0.5], [1, 2], [0, 1]).index
    0

    :Implements: thm-srm.
    """
    run = erm(H, X, y)
    radii = validate.array(radii, "radii", f"({len(run.risks)},)", at_least=0)
    index = int((run.risks + radii).argmin())
    return SrmRun(list(H)[index], index, run.risks, radii)


def kraft_sum(words: Sequence[str]) -> Fraction:
    r"""Return Kraft's sum of a list of code words, texts of 0 and 1.

    .. math:: \sum_i 2^{-\lvert\sigma_i\rvert}

    >>> kraft_sum(["0", "10", "11"]), kraft_sum(["0", "1", "00"])
    (Fraction(1, 1), Fraction(5, 4))

    :Implements: lem-kraft.
    """
    return sum((Fraction(1, 2 ** len(word)) for word in _binary(words)), Fraction(0))


def is_prefix_free(words: Sequence[str]) -> bool:
    """Return whether no word is the beginning of another word or appears twice.

    >>> is_prefix_free(["0", "10", "11"]), is_prefix_free(["0", "01"])
    (True, False)

    :Implements: lem-kraft.
    """
    ordered = sorted(_binary(words))  # a word stands directly before a word that it begins
    return not any(b.startswith(a) for a, b in zip(ordered, ordered[1:], strict=False))


def prefix_code(lengths: Sequence[int]) -> list[str]:
    r"""Return a prefix-free code with words of the given lengths, in the order given.

    Shortest first, each word is the next free number written in binary: the sum of the
    :math:`2^{-\ell}` so far, to :math:`\ell` digits.  If Kraft's sum exceeds 1, there is no such
    code, and a ValueError says so.

    >>> prefix_code([2, 1, 2])
    ['10', '0', '11']

    :Implements: lem-kraft.
    """
    wanted = [validate.whole(n, "lengths") for n in lengths]
    if not wanted or sum(Fraction(1, 2**n) for n in wanted) > 1:
        raise ValueError(f"lengths must be at least one, with Kraft's sum at most 1; got {wanted}")
    words, used = [""] * len(wanted), Fraction(0)
    for i in sorted(range(len(wanted)), key=lambda i: wanted[i]):
        words[i] = f"{int(used * 2 ** wanted[i]):0{wanted[i]}b}"
        used += Fraction(1, 2 ** wanted[i])
    return words


def _binary(words: Sequence[str]) -> list[str]:
    """Return code words as a list, at least one."""
    given = list(words)
    if not given or not all(isinstance(word, str) and set(word) <= {"0", "1"} for word in given):
        raise ValueError(f"words must be texts of 0 and 1, at least one; got {given!r:.80}")
    return given
