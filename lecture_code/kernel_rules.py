r"""New kernels from old ones: sums, products, power series, changes of the points, unit length.

If :math:`K_1, K_2` are kernels then so are

.. math:: K_1+K_2,\quad K_1K_2,\quad e^{K_1},\quad g(x)K_1(x,x')g(x'),\quad
          K_1(\varphi(x),\varphi(x')) .

Kernels are functions of two arrays of points, as in ``kernels``, and so are the results.
Source: chapter 12, which functions are kernels.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.arguments import as_function
from lecture_code.kernels import Kernel
from lecture_code.notation import Array, as_points, positive


def scaled(a: float, K: Kernel) -> Kernel:
    """Return the kernel a K, for a > 0.

    >>> from lecture_code.kernels import Linear
    >>> scaled(3, Linear())([[1, 2]], [[1, 0]])
    array([[3.]])
    """
    factor = positive(a, "a")
    as_function(K, "K")
    return lambda X, Z: np.asarray(factor * K(X, Z))


def added(*kernels: Kernel) -> Kernel:
    """Return the sum of the kernels.

    >>> from lecture_code.kernels import Linear, Polynomial
    >>> added(Linear(), Polynomial(2))([[1, 2]], [[1, 0]])
    array([[5.]])

    Implements: thm-kernel-rules.
    """
    parts = _some(kernels)
    return lambda X, Z: np.sum([K(X, Z) for K in parts], axis=0)


def multiplied(*kernels: Kernel) -> Kernel:
    """Return the product of the kernels, value by value.

    >>> from lecture_code.kernels import Linear, Polynomial
    >>> multiplied(Linear(), Polynomial(2))([[1, 2]], [[1, 0]])
    array([[4.]])

    Implements: thm-kernel-rules.
    """
    parts = _some(kernels)
    return lambda X, Z: np.prod([K(X, Z) for K in parts], axis=0)


def exponential(K: Kernel) -> Kernel:
    r"""Return the kernel :math:`e^{K(x, x')}`.

    >>> from lecture_code.kernels import Linear
    >>> exponential(Linear())([[0, 2]], [[1, 0]])
    array([[1.]])

    Implements: thm-kernel-rules.
    """
    as_function(K, "K")
    return lambda X, Z: np.exp(K(X, Z))


def pulled_back(K: Kernel, phi: Callable[[Array], Array]) -> Kernel:
    r"""Return the kernel :math:`K(\varphi(x), \varphi(x'))`.

    ``phi`` maps points (m, d) to points (m, D).

    >>> from lecture_code.kernels import Linear
    >>> pulled_back(Linear(), lambda X: X**2)([[3]], [[-1]])
    array([[9.]])

    Implements: thm-kernel-rules.
    """
    as_function(K, "K")
    as_function(phi, "phi")
    return lambda X, Z: K(phi(as_points(X)), phi(as_points(Z, "Z")))


def normalised(K: Kernel) -> Kernel:
    r"""Return the kernel of the images scaled to length one.

    .. math:: \frac{K(x, x')}{\sqrt{K(x, x)K(x', x')}}

    Calling it raises ValueError where some K(x, x) is not above 0.

    >>> from lecture_code.kernels import Linear
    >>> normalised(Linear())([[3, 4]], [[0, 2]])
    array([[0.8]])

    Implements: thm-kernel-rules.
    """

    as_function(K, "K")

    def unit(X: ArrayLike, Z: ArrayLike) -> Array:
        points, others = as_points(X), as_points(Z, "Z")
        return np.asarray(
            K(points, others)
            / np.sqrt(np.outer(_squares(K, points, "X"), _squares(K, others, "Z")))
        )

    return unit


def _squares(K: Kernel, X: Array, name: str) -> Array:
    squares = np.array([float(K(x[None], x[None])[0, 0]) for x in X])
    if not (squares > 0).all():
        raise ValueError(f"K(x, x) must be above 0 for each row of {name}; got {squares.min():g}")
    return squares


def _some(kernels: tuple[Kernel, ...]) -> tuple[Kernel, ...]:
    if not kernels:
        raise ValueError("kernels must be at least one; got none")
    return tuple(as_function(K, "kernels") for K in kernels)
