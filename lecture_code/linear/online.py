r"""The perceptron online: predict, see the label, learn from a mistake; every example comes once.

**Theorem (Freund and Schapire 1999).**  For every sequence of examples, every unit vector ``u`` and
every :math:`\gamma > 0` the perceptron makes at most :math:`((R + D)/\gamma)^2` mistakes, where
:math:`R = \max_t \lVert x_t \rVert` and :math:`D^2 = \sum_t \xi_t^2` with
:math:`\xi_t = \max(0, \gamma - y_t \langle u, x_t \rangle)`.

If ``u`` has margin :math:`\gamma`, then D = 0, and this is Novikoff's bound.

:Source: chapter 06.  Y. Freund and R. E. Schapire, Machine Learning 37 (1999), theorem 2.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from lecture_code.core import validate
from lecture_code.core.predictors import LinearPredictor
from lecture_code.core.scale import in_units
from lecture_code.core.types import Array, Integers, Points, Signs
from lecture_code.linear.perceptron import iterates, next_mistake


def online_perceptron(X: Points, y: Signs) -> OnlineRun:
    r"""Read the examples once, in order, and add each one that is a mistake.

    .. math:: y_t \langle w, x_t \rangle \le 0 \;\Rightarrow\; w \leftarrow w + y_t x_t

    >>> run = online_perceptron([[1, 0], [2, 1], [1, -1]], [1, 1, -1])
    >>> run.mistakes, run.w, len(run.hypotheses)
    (array([0, 2]), array([0., 1.]), 4)

    :Implements: alg-online.
    """
    X, y = validate.sample(X, y)
    given, (X, size) = X, in_units(X)
    w = np.zeros(X.shape[1])  # 1.
    mistakes: list[int] = []
    t = next_mistake(w, X, y)
    while t is not None:  # 2. the rounds in between leave w as it is
        w += y[t] * X[t]
        mistakes.append(t)
        t = next_mistake(w, X, y, t + 1)
    return OnlineRun(w * size, np.array(mistakes, dtype=np.int64), given, y)


@dataclass(frozen=True, slots=True, eq=False)
class OnlineRun(LinearPredictor):
    """One pass of the perceptron: the last vector ``w``, and where it erred."""

    w: Array
    #: The indices of the mistakes in the order of reading.
    mistakes: Integers
    X: Array = field(repr=False)
    y: Array = field(repr=False)

    @property
    def trace(self) -> Array:
        """The vectors after 0, 1, 2 and more mistakes, one per row."""
        return iterates(self.X, self.y, self.mistakes)

    @property
    def hypotheses(self) -> Array:
        """The vector before each example, and the last one: shape (m + 1, d)."""
        so_far = np.searchsorted(self.mistakes, np.arange(len(self.X) + 1))
        return self.trace[so_far]

    @property
    def survival(self) -> Integers:
        """How many of the m + 1 hypotheses each vector of ``trace`` is."""
        return np.diff(self.mistakes + 1, prepend=0, append=len(self.X) + 1)


@dataclass(frozen=True, slots=True, eq=False)
class AveragedPerceptron(LinearPredictor):
    r"""The predictor :math:`x \mapsto \operatorname{sign} \langle \bar w, x \rangle`."""

    #: The average :math:`\bar w`.
    w: Array
    #: The run whose vectors are averaged.
    run: OnlineRun = field(repr=False)


def averaged_perceptron(X: Points, y: Signs) -> AveragedPerceptron:
    r"""Return the average of the m + 1 vectors of an online run, a predictor for new examples.

    .. math:: \bar w = \frac1{m+1} \sum_{t=0}^{m} w^{(t)}, \qquad
              w^{(t)} \text{ the vector after } t \text{ examples}

    >>> averaged_perceptron([[1, 0], [2, 1], [1, -1]], [1, 1, -1]).w
    array([0.5 , 0.25])

    :Implements: sec-online-batch.
    :Source: chapter 06; Freund and Schapire (1999).
    """
    run = online_perceptron(X, y)
    return AveragedPerceptron(run.survival @ run.trace / (len(run.X) + 1), run)
