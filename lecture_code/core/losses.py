r"""Losses: what one prediction costs when the answer is y.

Each loss maps ``(prediction, y)``, two arrays of shape (m,), to an ``(m,)`` array of numbers
:math:`\ge 0`.  The first three take any predictions; the *score losses* take real scores s and
labels y in {-1, +1}, depend on the margin y s alone, and broadcast: the scores may be those of many
vectors, a row each.

:Source: chapters 02, 05, 06 and 11.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.core import validate
from lecture_code.core.types import SIGNS, Array, Loss, Predictor, Reals


def _matched(prediction: ArrayLike, y: ArrayLike) -> tuple[Array, Array]:
    said = validate.vector(prediction, name="prediction")
    return said, validate.labels(y, len(said), None)


def _margins(scores: ArrayLike, y: ArrayLike) -> Array:
    s, labels = validate.array(scores, "scores"), validate.array(y, "y")
    one_each = s.ndim == labels.ndim == 1
    validate.labels(labels.ravel(), s.size if one_each else labels.size, SIGNS)
    try:
        return np.asarray(s * labels)
    except ValueError as error:
        raise ValueError(
            f"y must broadcast against scores of shape {s.shape}; got shape {labels.shape}"
        ) from error


def zero_one(prediction: Reals, y: Reals) -> Array:
    r"""Return 1 where the prediction is wrong and 0 where it is right.

    .. math:: \ell_{0-1}(\hat y, y) = 1[\hat y \ne y]

    Returns
    -------
    array (m,)

    >>> zero_one([1, 0, -1], [1, 1, -1])
    array([0., 1., 0.])

    :Source: chapter 02, 0-1 loss.
    """
    said, truth = _matched(prediction, y)
    return np.where(said == truth, 0.0, 1.0)


def squared(prediction: ArrayLike, y: ArrayLike) -> Array:
    r"""Return the squared difference of prediction and answer.

    .. math:: \ell_{sq}(\hat y, y) = (\hat y - y)^2

    Parameters
    ----------
    prediction, y : array (m,)
        In the unit of y.

    Returns
    -------
    array (m,)
        In the square of the unit of y.

    >>> squared([1.0, 3.0], [0.0, 1.0])
    array([1., 4.])

    :Source: chapter 02, squared loss.
    """
    said, truth = _matched(prediction, y)
    difference: Array = said - truth
    return difference**2


def absolute(prediction: ArrayLike, y: ArrayLike) -> Array:
    r"""Return the absolute difference of prediction and answer.

    .. math:: \ell_{abs}(\hat y, y) = \lvert\hat y - y\rvert

    Parameters
    ----------
    prediction, y : array (m,)
        In the unit of y.

    Returns
    -------
    array (m,)
        In the unit of y.

    >>> absolute([1.0, 3.0], [0.0, 1.0])
    array([1., 2.])

    :Source: chapter 02, absolute loss.
    """
    said, truth = _matched(prediction, y)
    return np.abs(said - truth)


def hinge(scores: ArrayLike, y: ArrayLike) -> Array:
    r"""Return how far the margin y s falls short of 1.

    .. math:: \ell_{hinge}(s, y) = \max(0, 1 - y s)

    Parameters
    ----------
    scores : array
        Real, of any shape.
    y : array
        -1 and +1, broadcast against ``scores``.

    Returns
    -------
    array
        At least the 0-1 loss of sign(s).

    >>> hinge([2.0, 0.5, -1.0], 1)
    array([0. , 0.5, 2. ])

    :Implements: def-hinge.
    """
    return np.asarray(np.maximum(0.0, 1 - _margins(scores, y)))


def best_biases(scores: ArrayLike, y: ArrayLike) -> tuple[float, float]:
    r"""Return the first and the last bias b with the least mean hinge loss for fixed scores.

    Sort the numbers :math:`c_i=y_i-s_i`; with p positive labels the best biases fill the interval
    from the p-th to the next.

    Parameters
    ----------
    scores : array (m,)
        The numbers :math:`s_i=\langle w,x_i\rangle`.
    y : array (m,)
        -1 and +1.

    Returns
    -------
    first, last : float
        An end is infinite if there is one label only.

    >>> best_biases([1, 2, -3], [1, 1, -1])
    (0.0, 2.0)

    :Implements: prop-best-bias.
    """
    s = validate.vector(scores, name="scores")
    labels = validate.labels(y, len(s))
    c = np.r_[-np.inf, np.sort(labels - s), np.inf]
    positives = int((labels > 0).sum())
    return float(c[positives]), float(c[positives + 1])


def logistic(scores: ArrayLike, y: ArrayLike) -> Array:
    r"""Return the logistic loss, in nats.

    .. math:: \ell_{log}(s, y) = \log(1 + e^{-y s})

    It never overflows.

    Parameters
    ----------
    scores : array
        Real, of any shape.
    y : array
        -1 and +1, broadcast against ``scores``.

    Returns
    -------
    array
        Divided by log 2 it is at least the 0-1 loss of sign(s).

    >>> logistic([0.0, -1000.0], [1, 1]).round(4)
    array([6.931e-01, 1.000e+03])

    :Source: chapter 05, logistic regression.
    """
    return np.logaddexp(0, -_margins(scores, y))


def weighted_zero_one(false_accept: float, false_reject: float) -> Loss:
    r"""Return the 0-1 loss that prices its two kinds of error differently.

    .. math:: \ell(\hat y, y) = c_{FA}\,1[\hat y \ne y,\ y \ne 1] + c_{FR}\,1[\hat y \ne y,\ y = 1]

    The label 1 means "accept"; the other label is 0 or -1, the same throughout y.  A supermarket
    minds rejecting a customer, a secret service minds accepting an intruder.

    Parameters
    ----------
    false_accept, false_reject : float
        The two costs, above 0.

    >>> secret_service = weighted_zero_one(false_accept=1000, false_reject=1)
    >>> secret_service([1, 0, 1], [0, 1, 1])
    array([1000.,    1.,    0.])

    :Source: chapter 02, fingerprints.
    """
    accept = validate.number(false_accept, "false_accept", above=0)
    reject = validate.number(false_reject, "false_reject", above=0)

    def loss(prediction: ArrayLike, y: ArrayLike) -> Array:
        said = validate.vector(prediction, name="prediction")
        truth = validate.labels(y, len(said), (-1, 0, 1))
        if (truth == 0).any() and (truth == -1).any():
            raise ValueError("y must hold labels in {0, 1} or in {-1, +1}; got both 0 and -1")
        return np.where(said == truth, 0.0, np.where(truth == 1, reject, accept))

    return loss


def incurred(loss: Loss, h: Predictor, X: Array, y: Array) -> Array:
    r"""Return the loss of a predictor on each example, having checked what both return.

    :Implements: def-loss.
    """
    said = validate.vector(h(X), name="h(X)")
    if len(said) != len(y):
        raise ValueError(f"h must give one prediction per point, {len(y)} in all; got {len(said)}")
    values = validate.vector(loss(said, y), len(y), name="loss")
    if (values < 0).any():
        raise ValueError(f"loss must give no negative number; got {values.min():g}")
    return values
