r"""Losses: what one prediction costs when the answer is y, a number :math:`\ge 0`.

The first losses take any predictions, one for each label.  The *score losses*, hinge and logistic,
take real scores s and labels y in {-1, +1}, depend on the margin y s alone, and broadcast: the
scores may be those of many vectors, one per row.

:Source: chapters 02, 05, 06 and 11.
"""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.core import validate
from lecture_code.core.records import lent
from lecture_code.core.types import SIGNS, Array, Loss, Predictor, Reals, Signs


def zero_one(prediction: Reals, y: Reals) -> Array:
    r"""Return 1 where the prediction is wrong and 0 where it is right.

    .. math:: \ell_{0-1}(\hat y, y) = 1[\hat y \ne y]

    >>> zero_one([1, 0, -1], [1, 1, -1])
    array([0., 1., 0.])

    :Source: chapter 02, 0-1 loss.
    """
    said, truth = _matched(prediction, y)
    return np.where(said == truth, 0.0, 1.0)


def weighted_zero_one(false_accept: float, false_reject: float) -> Loss:
    r"""Return the 0-1 loss in which the two kinds of error have different costs.

    .. math:: \ell(\hat y, y) = c_{FA}\,1[\hat y \ne y,\ y \ne 1] + c_{FR}\,1[\hat y \ne y,\ y = 1]

    The label 1 means "accept"; the other label is 0 or -1, the same throughout y.  A supermarket
    minds rejecting a customer, a secret service minds accepting an intruder.

    >>> secret_service = weighted_zero_one(false_accept=1000, false_reject=1)
    >>> secret_service([1, 0, 1], [0, 1, 1])
    array([1000.,    1.,    0.])

    :Source: chapter 02, fingerprints.
    """
    accept = validate.number(false_accept, "false_accept", above=0)
    reject = validate.number(false_reject, "false_reject", above=0)
    return partial(_weighted, accept=accept, reject=reject)


def _weighted(prediction: Reals, y: Reals, *, accept: float, reject: float) -> Array:
    said = validate.vector(prediction, name="prediction")
    truth = validate.labels(y, len(said), (-1, 0, 1))
    if (truth == 0).any() and (truth == -1).any():
        raise ValueError("y must hold labels in {0, 1} or in {-1, +1}; got both 0 and -1")
    return np.where(said == truth, 0.0, np.where(truth == 1, reject, accept))


def squared(prediction: Reals, y: Reals) -> Array:
    r"""Return the squared difference of prediction and answer.

    .. math:: \ell_{sq}(\hat y, y) = (\hat y - y)^2

    >>> squared([1.0, 3.0], [0.0, 1.0])
    array([1., 4.])

    :Source: chapter 02, squared loss.
    """
    said, truth = _matched(prediction, y)
    with np.errstate(over="ignore"):
        return validate.array((said - truth) ** 2, "the squared loss")


def absolute(prediction: Reals, y: Reals) -> Array:
    r"""Return the absolute difference of prediction and answer.

    .. math:: \ell_{abs}(\hat y, y) = \lvert\hat y - y\rvert

    >>> absolute([1.0, 3.0], [0.0, 1.0])
    array([1., 2.])

    :Source: chapter 02, absolute loss.
    """
    said, truth = _matched(prediction, y)
    return np.abs(said - truth)


def hinge(scores: ArrayLike, y: ArrayLike) -> Array:
    r"""Return how far the margin y s falls short of 1: at least the 0-1 loss of sign(s).

    .. math:: \ell_{hinge}(s, y) = \max(0, 1 - y s)

    >>> hinge([2.0, 0.5, -1.0], 1)
    array([0. , 0.5, 2. ])

    :Implements: def-hinge.
    """
    return np.asarray(np.maximum(0.0, 1 - _margins(scores, y)))


def best_biases(scores: Reals, y: Signs) -> tuple[float, float]:
    r"""Return the first and the last bias b with the least mean hinge loss for fixed scores.

    Sort the numbers :math:`c_i = y_i - s_i` with the scores :math:`s_i = \langle w, x_i\rangle`;
    with p positive labels the best biases fill the interval from the p-th to the next.  With one
    label only, an end is infinite.

    >>> best_biases([1, 2, -3], [1, 1, -1])
    (0.0, 2.0)

    :Implements: prop-best-bias.
    """
    s = validate.vector(scores, name="scores")
    y = validate.labels(y, len(s))
    c = np.r_[-np.inf, np.sort(y - s), np.inf]
    p = int((y > 0).sum())
    return float(c[p]), float(c[p + 1])


def logistic(scores: ArrayLike, y: ArrayLike) -> Array:
    r"""Return the logistic loss, in nats; it never overflows.

    .. math:: \ell_{log}(s, y) = \log(1 + e^{-y s})

    Divided by log 2 it is at least the 0-1 loss of sign(s).

    >>> logistic([0.0, -1000.0], [1, 1]).round(4)
    array([6.931e-01, 1.000e+03])

    :Source: chapter 05, logistic regression.
    """
    return np.logaddexp(0, -_margins(scores, y))


def incurred(loss: Loss, h: Predictor, X: Array, y: Array) -> Array:
    r"""Return the loss of a predictor on each example, having checked what both return.

    :Implements: def-loss.
    """
    said = validate.vector(h(lent(X)), name="h(X)")
    if len(said) != len(y):
        raise ValueError(f"h must give one prediction per point, {len(y)} in all; got {len(said)}")
    values = validate.vector(loss(said, lent(y)), len(y), name="loss")
    if (values < 0).any():
        raise ValueError(f"loss must give no negative number; got {values.min():g}")
    return values


def _matched(prediction: Reals, y: Reals) -> tuple[Array, Array]:
    """Return predictions and labels, one for each."""
    said = validate.vector(prediction, name="prediction")
    return said, validate.labels(y, len(said), None)


def _margins(scores: ArrayLike, y: ArrayLike) -> Array:
    """Return y s, in the shape of the scores or of the labels."""
    s, labels = validate.array(scores, "scores"), validate.array(y, "y")
    one_each = s.ndim == labels.ndim == 1
    validate.labels(labels.ravel(), s.size if one_each else labels.size, SIGNS)
    try:
        paired = np.broadcast_shapes(s.shape, labels.shape) in (s.shape, labels.shape)
    except ValueError:
        paired = False
    if not paired:  # scores (m, 1) and labels (m,) would make a table of each with each
        raise ValueError(
            f"y must broadcast against scores of shape {s.shape}, one label for each score; "
            f"got shape {labels.shape}"
        )
    return np.asarray(s * labels)
