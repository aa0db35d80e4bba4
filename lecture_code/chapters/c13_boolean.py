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

from lecture_code.core import validate
from lecture_code.core.enumeration import all_signs
from lecture_code.core.types import Array, Points, Signs, Vector
from lecture_code.networks.network import SIGN, Network


def boolean_network(values: Signs) -> Network:
    r"""Return a sign network of depth 2 that computes a Boolean function f exactly.

    One hidden neuron for each u with the rarer value s, :math:`\operatorname{sign}(\langle u,x
    \rangle-(n-1))`; the output neuron says s if one of them fires.  There are at most 2^(n-1)
    hidden neurons (one, if f is constant).  The 2^n ``values`` are f at the rows of
    ``all_signs(n)``, n at most 20.

    >>> net = boolean_network([-1, 1, 1, -1])
    >>> net.sizes, net(all_signs(2)).ravel()
    ((2, 2, 1), array([-1.,  1.,  1., -1.]))

    :Implements: thm-boolean.
    """
    f = validate.labels(values, name="values")
    n = max(1, (len(f) - 1).bit_length())
    validate.vector(f, 2**n, "values")
    s = 1.0 if (f > 0).sum() <= (f < 0).sum() else -1.0
    marked = all_signs(n)[f == s]
    if len(marked):
        second = s * _some(len(marked))
    else:  # constant: one neuron that is not listened to
        marked, second = all_signs(n)[:1], np.array([[-s], [0.0]])
    return Network((np.vstack([np.full(len(marked), 1.0 - n), marked.T]), second), SIGN, SIGN)


def union_of_polytopes(polytopes: Sequence[tuple[Points, Vector]]) -> Network:
    r"""Return the sign network of depth 3 that says +1 inside at least one of the polytopes.

    The inside of each, a pair (W, b), is :math:`\langle w_i,x\rangle+b_i>0` for all rows.  One
    neuron of layer 1 for each side, one of layer 2 for each polytope.

    >>> net = union_of_polytopes([([[1.0], [-1.0]], [0.0, 1.0]), ([[1.0]], [-3.0])])
    >>> net([[0.5], [2.0], [4.0]]).ravel(), net.sizes
    (array([ 1., -1.,  1.]), (1, 3, 2, 1))

    :Implements: prop-polytopes.
    """
    firsts = [_layer(W, b) for W, b in polytopes]
    if not firsts:
        raise ValueError("polytopes must be pairs (W, b), at least one; got none")
    ends = np.cumsum([0, *(first.shape[1] for first in firsts)])
    second = np.zeros((1 + ends[-1], len(firsts)))
    for j, (start, stop) in enumerate(zip(ends, ends[1:], strict=False)):
        second[[0, *range(1 + start, 1 + stop)], j] = _all(stop - start)[:, 0]
    return Network((np.hstack(firsts), second, _some(len(firsts))), SIGN, SIGN)


def _all(k: int) -> Array:
    """Return the bias and the weights of a neuron for "all of k"."""
    return np.array([[1.0 - k]] + [[1.0]] * k)


def _some(k: int) -> Array:
    """Return the bias and the weights of a neuron for "at least one of k"."""
    return np.array([[k - 1.0]] + [[1.0]] * k)


def _layer(W: Points, b: Vector) -> Array:
    """Return a layer with a neuron for each halfspace, its bias first."""
    normals = validate.points(W, "W")
    return np.vstack([validate.vector(b, len(normals), name="b"), normals.T])
