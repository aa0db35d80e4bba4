r"""Continuous functions on a cube as sums of exponentials of :math:`\langle k,x\rangle`.

With :math:`u_i=(e^{x_i}-1)/(e-1)` and :math:`F(u)=f(x)`, the Bernstein polynomial of F,

.. math:: B_nF(u) = \sum_{k\in\{0,\dots,n\}^d} F(k/n)\prod_{i=1}^d\binom n{k_i}
          u_i^{k_i}(1-u_i)^{n-k_i},

is the mean of F over independent binomial numbers, and close to F.  It is a polynomial in the
:math:`e^{x_i}`, hence a sum of functions :math:`c_k e^{\langle k,x\rangle}` of one variable each.

:Source: chapter 13, in d dimensions.  S. Bernstein, 1912.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import product

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.core import validate
from lecture_code.core.types import Array
from lecture_code.networks.network import RELU, Network
from lecture_code.networks.relu import relu_interpolant

MOST_TERMS = 20_000
HIGHEST_DEGREE = 1000  # above, binomial coefficients are no floats
MOST_CANCELLING = 16  # n d; above, the coefficients of the exponentials cancel all digits


def _grid(n: int, d: int) -> tuple[int, int, Array]:
    n, d = validate.whole(n, "n"), validate.whole(d, "d")
    if (n + 1) ** d > MOST_TERMS:
        raise ValueError(f"(n + 1)^d must be at most {MOST_TERMS}; got {n + 1}^{d}")
    return n, d, np.array(list(product(range(n + 1), repeat=d)), dtype=float)


def bernstein_polynomial(F: Callable[[Array], Array], n: int, U: ArrayLike) -> Array:
    r"""Return the Bernstein polynomial of F of degree n in each variable, at points of the cube.

    .. math:: B_nF(u) = \mathbb E\,F(Z/n),\qquad Z_i\sim\mathrm{Bin}(n,u_i)\text{ independent}

    Parameters
    ----------
    F : callable
        Takes (q, d) points of the cube and returns (q,) numbers.
    n : int
        The degree in each variable.
    U : array (m, d)
        With entries in [0, 1].

    Returns
    -------
    array (m,)

    Raises
    ------
    ValueError
        For more than 20,000 terms, or for n > 1000.

    >>> bernstein_polynomial(lambda U: U[:, 0] ** 2, 2, [[0.5]])  # u² + u(1 - u)/2
    array([0.375])

    :Implements: lem-bernstein.
    """
    U = validate.points(U, "U")
    if (U < 0).any() or (U > 1).any():
        raise ValueError("U must have entries between 0 and 1")
    n, _, k = _grid(n, U.shape[1])
    if n > HIGHEST_DEGREE:
        raise ValueError(f"n must be at most {HIGHEST_DEGREE}; got {n}")
    choose = np.array([math.comb(n, i) for i in range(n + 1)], dtype=float)
    i = np.arange(n + 1)
    heads = choose * U[:, :, None] ** i * (1 - U[:, :, None]) ** (n - i)  # (m, d, n + 1)
    weight = np.ones((len(U), len(k)))
    for j in range(U.shape[1]):
        weight *= heads[:, j, k[:, j].astype(int)]
    return np.asarray(weight @ F(k / n))


def ridge_coefficients(f: Callable[[Array], Array], n: int, d: int) -> tuple[Array, Array]:
    r"""Return exponents and coefficients of the Bernstein polynomial as exponentials of x.

    .. math:: B_nF(u(x)) = \sum_kc_ke^{\langle k,x\rangle}

    The coefficients have both signs and grow so fast that for n d above 16 their sum would consist
    of rounding errors.

    Parameters
    ----------
    f : callable
        Takes (q, d) points of the cube [0, 1]^d and returns (q,).
    n : int
        Degree, n d at most 16.
    d : int
        Dimension.

    Returns
    -------
    exponents : array ((n + 1)^d, d)
    coefficients : array ((n + 1)^d,)

    >>> k, c = ridge_coefficients(lambda X: np.expm1(X[:, 0]), 1, 1)  # F is linear
    >>> k.ravel(), c.round(6)
    (array([0., 1.]), array([-1.,  1.]))

    :Implements: thm-universal.
    """
    n, d, k = _grid(n, d)
    if n * d > MOST_CANCELLING:
        raise ValueError(f"n d must be at most {MOST_CANCELLING}; got {n} and {d}")
    values = np.asarray(f(np.log1p((math.e - 1) * k / n)), dtype=float).reshape((n + 1,) * d)
    # column j: binom(n, j) (z - 1)^j (e - z)^(n - j) / (e - 1)^n as a polynomial in z = e^x
    basis = np.zeros((n + 1, n + 1))
    for j in range(n + 1):
        power = np.array([1.0])
        for factor in [[-1.0, 1.0]] * j + [[math.e, -1.0]] * (n - j):
            power = np.convolve(power, factor)
        basis[:, j] = math.comb(n, j) * power / (math.e - 1) ** n
    for axis in range(d):
        values = np.moveaxis(np.tensordot(basis, values, axes=(1, axis)), 0, axis)
    return k, values.ravel()


def ridge_network(f: Callable[[Array], Array], n: int, d: int, *, N: int) -> Network:
    r"""Return a ReLU network of depth 2 that is close to f on the cube.

    Every :math:`e^{\langle k,x\rangle}`, k not 0, is replaced by a broken line with N pieces in the
    variable :math:`\langle k,x\rangle`, from 0 to :math:`\sum_i k_i`; that takes
    :math:`((n+1)^d-1)N` hidden units.

    Parameters
    ----------
    f : callable
        As for ``ridge_coefficients``.
    n : int
        Degree, n d at most 16.
    d : int
        Dimension.
    N : int
        Number of pieces, at least 1.

    >>> g = ridge_network(lambda X: np.expm1(X[:, 0]), 1, 1, N=100)
    >>> g([[0.5]]).round(3).item(), g.sizes
    (0.649, (1, 100, 1))

    :Implements: thm-universal.
    """
    N = validate.whole(N, "N")
    k, c = ridge_coefficients(f, n, d)
    inner, outer, constant = [], [], c[0]
    for direction, factor in zip(k[1:], c[1:], strict=True):
        t = np.linspace(0, direction.sum(), N + 1)
        first, second = relu_interpolant(t, np.exp(t)).weights
        inner.append(np.vstack([first[:1], direction[:, None] * first[1:]]))
        outer.append(factor * second[1:])
        constant += factor * second[0, 0]
    return Network((np.hstack(inner), np.vstack([[[constant]], *outer])), RELU)
