r"""Distributions of examples in which every probability is computed, not estimated.

A finite distribution puts probability p_i on the example (x_i, y_i).  Risks are sums, the
expectation over all samples of size m is a finite sum too, and with Fractions for p all of it is
exact.

:Source: chapters 01 and 02.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from numbers import Rational
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lecture_code.core import validate
from lecture_code.core.enumeration import few, power
from lecture_code.core.losses import incurred, zero_one
from lecture_code.core.records import Record
from lecture_code.core.types import Array, Inputs, Integers, Loss, Predictor, Reals


@dataclass(frozen=True, slots=True, eq=False)
class FiniteDistribution(Record):
    r"""A distribution over finitely many examples.

    .. math:: \mathcal D = \sum_{i=1}^n p_i\,\delta_{(x_i, y_i)}

    The same x may occur with several y.

    >>> D = FiniteDistribution([0, 1, 1], [0, 0, 1], [Fraction(k, 6) for k in (3, 2, 1)])
    >>> D.risk(lambda X: X)
    Fraction(1, 3)

    :Implements: def-finite-law, def-joint-law.
    """

    #: The atoms' points, ``(n, d)``, or ``(n,)`` on the line.
    X: Array = field(repr=False)
    #: Their labels, ``(n,)``.
    y: Array = field(repr=False)
    #: Their probabilities, ``(n,)``: Fractions if all are rational, else floats.
    p: NDArray[Any]

    def __post_init__(self) -> None:
        X = validate.points(self.X, line=True)
        y = validate.labels(self.y, len(X), None)
        p = validate.probabilities(self.p)
        if len(p) != len(X):
            raise ValueError(f"p must have one entry per atom, {len(X)} in all; got {len(p)}")
        for name, value in (("X", X), ("y", y), ("p", p)):
            object.__setattr__(self, name, value)
        Record.__post_init__(self)

    def risk(self, h: Predictor, loss: Loss = zero_one) -> Fraction | float:
        r"""Return the exact risk :math:`L_{\mathcal D}(h) = \sum_i p_i\,\ell(h(x_i), y_i)`.

        A Fraction if all p_i are Fractions and all losses whole numbers.

        >>> FiniteDistribution([[0], [1]], [1, 1], [0.25, 0.75]).risk(lambda X: X[:, 0])
        0.25

        :Implements: def-true-risk, def-joint-risk, def-general-risk.
        """
        values = incurred(loss, h, self.X, self.y)
        return _total(q * _exact(v, "loss") for q, v in zip(self.p, values, strict=True))

    def sample(self, m: int, *, rng: np.random.Generator) -> tuple[Array, Array]:
        """Return m i.i.d. examples, their points and their labels.

        >>> X, y = FiniteDistribution([[0, 1]], [1], [1]).sample(3, rng=np.random.default_rng(0))
        >>> X.shape, y
        ((3, 2), array([1., 1., 1.]))

        :Implements: def-data-generation.
        """
        m, rng = validate.whole(m, "m"), validate.generator(rng)
        p = self.p.astype(float)
        atoms = rng.choice(len(p), size=m, p=p / p.sum())
        return self.X[atoms], self.y[atoms]

    def sequences(self, m: int) -> Iterator[tuple[Fraction | float, Integers]]:
        r"""Yield each sample of length m that can occur: its probability and its m atoms' indices.

        :math:`\mathbb P[(i_1, \dots, i_m)] = p_{i_1}\cdots p_{i_m}`; the order counts.  Too many
        samples are refused.

        >>> D = FiniteDistribution([0, 1], [0, 1], [Fraction(1, 3), Fraction(2, 3)])
        >>> [(str(p), list(map(int, atoms))) for p, atoms in D.sequences(2)]
        [('1/9', [0, 0]), ('2/9', [0, 1]), ('2/9', [1, 0]), ('4/9', [1, 1])]

        :Implements: def-independence.
        """
        m = validate.whole(m, "m")
        p = list(self.p if self.p.dtype == object else self.p.tolist())
        support = [i for i, q in enumerate(p) if q > 0]
        few(power(len(support), m), "m", "samples", each=16)
        drawn = itertools.product(support, repeat=m)
        return ((math.prod(p[i] for i in atoms), np.array(atoms)) for atoms in drawn)

    def expectation(self, f: Callable[[Array, Array], Any], m: int) -> Fraction | float:
        r"""Return the exact mean of a number f(X, y) over all samples of m i.i.d. examples.

        .. math:: \mathbb E_{S\sim\mathcal D^m}\,f(S)
                  = \sum_{i_1,\dots,i_m} p_{i_1}\cdots p_{i_m}\,f(S_{i_1\dots i_m})

        A Fraction if all p_i are Fractions and f gives whole numbers, booleans or Fractions.  Too
        many samples are refused.

        >>> D = FiniteDistribution([0, 1], [0, 1], [Fraction(1, 3), Fraction(2, 3)])
        >>> D.expectation(lambda X, y: y.sum(), 3)
        Fraction(2, 1)

        :Implements: def-independence.
        """
        return _total(
            p * _exact(f(self.X[atoms], self.y[atoms]), "f") for p, atoms in self.sequences(m)
        )


def uniform_on(X: Inputs, y: Reals) -> FiniteDistribution:
    r"""Return the uniform distribution on a sample: its true risk is the empirical risk.

    .. math:: L_S(h) = L_{\mathcal U(S)}(h)

    The probabilities are Fractions.

    >>> uniform_on([1, 2, 3], [0, 1, 1]).risk(lambda x: 0 * x)
    Fraction(2, 3)

    :Source: chapter 02, empirical risk.
    """
    X = validate.points(X, line=True)
    return FiniteDistribution(
        X, validate.labels(y, len(X), None), np.full(len(X), Fraction(1, len(X)))
    )


def uniform_ball(m: int, d: int, *, rng: np.random.Generator) -> Array:
    r"""Return m i.i.d. uniform points of the ball :math:`\lVert x\rVert \le 1`.

    A Gaussian vector gives the direction; the length is :math:`U^{1/d}`.

    >>> X = uniform_ball(100, 3, rng=np.random.default_rng(0))
    >>> X.shape, bool(np.linalg.norm(X, axis=1).max() <= 1)
    ((100, 3), True)

    :Source: chapter 06, random samples.
    """
    m, d, rng = validate.whole(m, "m"), validate.whole(d, "d"), validate.generator(rng)
    X = rng.standard_normal((m, d))
    length = rng.uniform(size=m) ** (1 / d)
    X *= (length / np.linalg.norm(X, axis=1))[:, None]
    return X


def _exact(value: Any, name: str) -> Fraction | float:
    """Return a whole or rational number as a Fraction, any other finite number as a float."""
    if isinstance(value, Rational):
        return Fraction(value)
    try:
        number = float(value)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name} must give real numbers; got {value!r:.80}") from error
    if not math.isfinite(number):
        raise ValueError(f"{name} must give finite numbers; got {number}")
    return Fraction(int(number)) if number.is_integer() else number


def _total(terms: Iterable[Fraction | float]) -> Fraction | float:
    """Return a sum, exact if all terms are."""
    listed = list(terms)
    if all(isinstance(term, Fraction) for term in listed):
        return sum(listed, Fraction(0))
    return math.fsum(listed)
