r"""Sign networks built by hand: Boolean functions, polytopes, and unions of polytopes.

With values -1 and +1, a sign neuron computes "all of k" and "at least one of k":

.. math:: \operatorname{sign}\Bigl(\sum_{i=1}^k v_i-(k-1)\Bigr),\qquad
          \operatorname{sign}\Bigl(\sum_{i=1}^k v_i+(k-1)\Bigr).

In all networks here the weighted sums of these neurons are odd integers, or at least 1 away
from 0, as long as no input lies on a hyperplane of the first layer.

:Source: chapter 13, what networks can express.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.core import validate
from lecture_code.core.enumeration import all_signs
from lecture_code.core.types import Array
from lecture_code.networks.network import SIGN, Network

Polytope = tuple[ArrayLike, ArrayLike]


def boolean_network(values: ArrayLike) -> Network:
    r"""Return a sign network of depth 2 that computes a Boolean function exactly.

    One hidden neuron for each u with the rarer value s, :math:`\operatorname{sign}(\langle u,x
    \rangle-(n-1))`; the output neuron says s if one of them fires.  There are at most 2^(n-1)
    hidden neurons (one, if f is constant).

    Parameters
    ----------
    values : array (2^n,)
        Of -1 and +1, f at the rows of ``all_signs(n)``, n at most 20.

    Raises
    ------
    ValueError
        On another number of values.

    >>> net = boolean_network([-1, 1, 1, -1])
    >>> net.sizes, net(all_signs(2)).ravel()
    ((2, 2, 1), array([-1.,  1.,  1., -1.]))

    :Implements: thm-boolean.
    """
    n = max(1, (validate.vector(values, name="values").size - 1).bit_length())
    f = validate.labels(values, 2**n, name="values")
    s = 1.0 if (f > 0).sum() <= (f < 0).sum() else -1.0
    marked = all_signs(n)[f == s]
    k = len(marked)
    if not k:  # constant: one neuron that is not listened to
        marked, second = all_signs(n)[:1], np.array([[-s], [0.0]])
    else:
        second = s * _some(k)
    return Network((np.vstack([np.full(len(marked), 1.0 - n), marked.T]), second), SIGN, SIGN)


def intersection_network(W: ArrayLike, b: ArrayLike) -> Network:
    r"""Return the sign network of depth 2 that says +1 where all of k halfspaces do.

    The halfspaces are :math:`\langle w_i,x\rangle+b_i>0`.  Right for every x on none of the k
    hyperplanes.

    Parameters
    ----------
    W : array (k, d)
        The normals, one a row.
    b : array (k,)
        The biases.

    >>> intersection_network([[1.0], [-1.0]], [0.0, 1.0])([[0.5], [2.0]]).ravel()
    array([ 1., -1.])

    :Implements: prop-polytopes.
    """
    first = _layer(W, b)
    return Network((first, _all(first.shape[1])), SIGN, SIGN)


def union_network(W: ArrayLike, b: ArrayLike) -> Network:
    r"""Return the sign network of depth 2 that says +1 where at least one of k halfspaces does.

    The halfspaces are :math:`\langle w_i,x\rangle+b_i>0`.  Right for every x on none of the k
    hyperplanes.

    Parameters
    ----------
    W : array (k, d)
        The normals, one a row.
    b : array (k,)
        The biases.

    >>> union_network([[1.0], [-1.0]], [-1.0, 0.0])([[0.5], [2.0]]).ravel()
    array([-1.,  1.])

    :Implements: prop-polytopes.
    """
    first = _layer(W, b)
    return Network((first, _some(first.shape[1])), SIGN, SIGN)


def union_of_polytopes(polytopes: Sequence[Polytope]) -> Network:
    r"""Return the sign network of depth 3 that says +1 inside at least one of the polytopes.

    One neuron of layer 1 for each side, one of layer 2 for each polytope.

    Parameters
    ----------
    polytopes : pairs (W, b)
        The inside of each is :math:`\langle w_i,x\rangle+b_i>0` for all rows.

    >>> net = union_of_polytopes([([[1.0], [-1.0]], [0.0, 1.0]), ([[1.0]], [-3.0])])
    >>> net([[0.5], [2.0], [4.0]]).ravel(), net.sizes
    (array([ 1., -1.,  1.]), (1, 3, 2, 1))

    :Implements: prop-polytopes.
    """
    pairs = list(polytopes)
    if not pairs or not all(isinstance(pair, (tuple, list)) and len(pair) == 2 for pair in pairs):
        raise ValueError(f"polytopes must be pairs (W, b), at least one; got {polytopes!r:.80}")
    firsts = [_layer(W, b) for W, b in pairs]
    ends = np.cumsum([0, *(first.shape[1] for first in firsts)])
    second = np.zeros((1 + ends[-1], len(firsts)))
    for j, (start, stop) in enumerate(zip(ends, ends[1:], strict=False)):
        second[[0, *range(1 + start, 1 + stop)], j] = _all(stop - start)[:, 0]
    return Network((np.hstack(firsts), second, _some(len(firsts))), SIGN, SIGN)


def _all(k: int) -> Array:
    return np.array([[1.0 - k]] + [[1.0]] * k)


def _some(k: int) -> Array:
    return np.array([[k - 1.0]] + [[1.0]] * k)


def _layer(W: ArrayLike, b: ArrayLike) -> Array:
    normals = validate.points(W, "W")
    return np.vstack([validate.vector(b, len(normals), name="b"), normals.T])
