r"""Kernels: inner products of images, without the images; and new ones from old ones.

A map ψ into a space of features turns points x into vectors ψ(x); its kernel is

.. math:: K(x, x') = \langle\psi(x), \psi(x')\rangle .

Here a kernel is a function of two arrays of points, ``K(X, Z) -> (m, n)``: the block of all values
:math:`K(x_i, z_j)`.  Whoever knows these numbers can train and use linear predictors on ψ(x).

**New kernels from old ones: sums, products, power series, changes of the points, unit length.**  If
:math:`K_1, K_2` are kernels then so are

.. math:: K_1+K_2,\quad K_1K_2,\quad e^{K_1},\quad g(x)K_1(x,x')g(x'),\quad
          K_1(\varphi(x),\varphi(x')) .

Kernels are functions of two arrays of points, and so are the results.

:Source: chapter 12, kernels, and which functions are kernels.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike
from scipy.spatial.distance import cdist

from lecture_code.core import validate
from lecture_code.core.predictors import sign
from lecture_code.core.types import Array, Learner, Points, Predictor

# A function from points (m, d) and (n, d) to the block (m, n) of kernel values.
Kernel: TypeAlias = Callable[[ArrayLike, ArrayLike], Array]


@dataclass(frozen=True, slots=True, eq=False)
class Linear:
    r"""The inner product itself, :math:`K(x, x') = \langle x, x'\rangle`.

    >>> Linear()([[1, 2]], [[3, 4], [0, 1]])
    array([[11.,  2.]])
    """

    def __call__(self, X: ArrayLike, Z: ArrayLike) -> Array:
        r"""Return :math:`\langle x, z\rangle` for all rows x and z, (m, n)."""
        X, Z = _pair(X, Z)
        return np.asarray(X @ Z.T)


@dataclass(frozen=True, slots=True, eq=False)
class Polynomial:
    r"""The polynomial kernel, :math:`K(x, x') = (1 + \langle x, x'\rangle)^k` with k the degree.

    On integers the values are exact while they stay below 2^53.

    >>> Polynomial(2)([[1, 2]], [[3, 4], [0, 1]])
    array([[144.,   9.]])
    """

    degree: int

    def __post_init__(self) -> None:
        validate.whole(self.degree, "degree")

    def __call__(self, X: ArrayLike, Z: ArrayLike) -> Array:
        r"""Return :math:`(1 + \langle x, z\rangle)^k` for all rows x and z, (m, n)."""
        X, Z = _pair(X, Z)
        base = 1 + X @ Z.T
        block = base
        for _ in range(self.degree - 1):  # products of integers, where a power might round
            block = block * base
        return np.asarray(block)


@dataclass(frozen=True, slots=True, eq=False)
class Gaussian:
    r"""The Gaussian kernel, :math:`K(x, x') = e^{-\lVert x - x'\rVert^2/(2\sigma^2)}`.

    >>> Gaussian(2.0)([[0.0]], [[0.0], [2.0]])
    array([[1.        , 0.60653066]])
    """

    #: A length, the width; scikit-learn's ``gamma`` is 1/(2 sigma**2).
    sigma: float

    def __post_init__(self) -> None:
        validate.number(self.sigma, "sigma", above=0)

    def __call__(self, X: ArrayLike, Z: ArrayLike) -> Array:
        r"""Return :math:`e^{-\lVert x-z\rVert^2/(2\sigma^2)}` for all rows x and z, (m, n)."""
        X, Z = _pair(X, Z)
        # From differences, not from <x,x> - 2<x,z> + <z,z>: far from 0 that would cancel.
        return np.asarray(np.exp(cdist(X, Z, "sqeuclidean") / (-2 * self.sigma**2)))


@dataclass(frozen=True, slots=True, eq=False)
class Induced:
    r"""The kernel of an explicit map, :math:`K(x, x') = \langle\psi(x), \psi(x')\rangle`.

    >>> Induced(lambda X: np.hstack([X, X**2]))([[2]], [[3], [-1]])
    array([[42.,  2.]])

    :Implements: def-kernel.
    """

    #: Maps points (m, d) to their images (m, D).
    psi: Callable[[Array], Array] = field(repr=False)

    def __call__(self, X: ArrayLike, Z: ArrayLike) -> Array:
        r"""Return :math:`\langle\psi(x), \psi(z)\rangle` for all rows x and z, (m, n)."""
        X, Z = _pair(X, Z)
        return np.asarray(
            validate.points(self.psi(X), "psi(X)") @ validate.points(self.psi(Z), "psi(Z)").T
        )


def gram(K: Kernel, X: Points) -> Array:
    r"""Return the Gram matrix of the points.

    .. math:: G_{ij} = K(x_i, x_j)

    Returns
    -------
    array (m, m)
        Exactly symmetric.

    Raises
    ------
    ValueError
        If ``K`` returns another shape, a number that is not finite, or values that are not
        symmetric (to a relative 1e-9).

    >>> gram(Polynomial(2), [[0, 1], [1, 1]])
    array([[4., 4.],
           [4., 9.]])

    :Implements: def-gram.
    """
    X = validate.points(X)
    return validate.symmetric(_block(K, X, X), "K(X, X)")


@dataclass(frozen=True, slots=True, eq=False)
class KernelPredictor:
    r"""The predictor of :math:`w = \sum_j\alpha_j\psi(x_j)`, known by its coefficients alone.

    The predictor returns signs.

    >>> h = KernelPredictor([1, -2], [[0, 1], [0, 0]], Polynomial(2))
    >>> h.score([[0, 2]]), h([[0, 2]]), h.norm
    (array([7.]), array([1.]), 2.0)

    :Implements: prop-kernel-problem.
    """

    #: Coefficients, ``(m,)``.
    alpha: Array
    #: The points they belong to, ``(m, d)``.
    X: Array = field(repr=False)
    K: Kernel

    def __post_init__(self) -> None:
        X = validate.points(self.X)
        object.__setattr__(self, "X", X)
        object.__setattr__(self, "alpha", validate.vector(self.alpha, len(X), name="alpha"))

    def __call__(self, X: ArrayLike) -> Array:
        """Return the sign of the score of each row of ``X``."""
        return sign(self.score(X))

    def score(self, X: ArrayLike) -> Array:
        r"""Return :math:`\langle w, \psi(x)\rangle = \sum_j\alpha_jK(x_j, x)` for each row."""
        return np.asarray(self.alpha @ _block(self.K, self.X, validate.points(X)))

    @property
    def norm(self) -> float:
        r"""The norm of w, :math:`\sqrt{\alpha^\top G\alpha}`; ValueError if that is negative."""
        G = gram(self.K, self.X)
        square = float(self.alpha @ G @ self.alpha)
        if square < -1e-9 * float(abs(self.alpha) @ abs(G) @ abs(self.alpha)):
            raise ValueError(f"K must be a kernel; got a vector whose square is {square:.6g}")
        return float(np.sqrt(max(square, 0.0)))  # rounding may leave a tiny negative square


class KernelRun:
    r"""What a run with a predictor ``h`` of coefficients can do: score, and predict as ``h``.

    >>> class Run(KernelRun):
    ...     h = KernelPredictor([1, -1], [[1], [0]], Polynomial(2))
    >>> Run()([[1], [-1]])
    array([ 1., -1.])
    """

    __slots__ = ()
    h: KernelPredictor

    def __call__(self, X: ArrayLike) -> Array:
        """Return the sign of the score of each row of ``X``."""
        return self.h(X)

    def score(self, X: ArrayLike) -> Array:
        r"""Return :math:`\sum_j\alpha_jK(x_j, x)` for each row of ``X``."""
        return self.h.score(X)


@dataclass(frozen=True, slots=True, eq=False)
class EmbeddedPredictor:
    r"""The predictor :math:`x\mapsto h(\psi(x))`: ``h`` lives on the images."""

    psi: Callable[[Array], Array] = field(repr=False)
    h: Predictor

    def __call__(self, X: ArrayLike) -> Array:
        """Return what ``h`` says of the images ψ(x) of the rows of ``X``."""
        return self.h(self.psi(validate.points(X)))


def embedded(
    psi: Callable[[Array], Array], learner: Learner
) -> Callable[[ArrayLike, ArrayLike], EmbeddedPredictor]:
    r"""Return the learner that maps the points by ψ and trains on the images.

    Parameters
    ----------
    psi : callable
        Maps points (m, d) to images (m, D).
    learner : learner
        Any learner on the images.

    Returns
    -------
    learner
        Takes ``X`` (m, d) and ``y`` (m,) of -1 and +1.

    >>> from lecture_code.linear.perceptron import batch_perceptron
    >>> A = embedded(lambda X: np.hstack([X**0, X, X**2]), batch_perceptron)
    >>> A([[-2], [0], [2]], [1, -1, 1])([[3], [0.5]])
    array([ 1., -1.])

    :Implements: alg-embed.
    """

    def train(X: ArrayLike, y: ArrayLike) -> EmbeddedPredictor:
        X, y = validate.sample(X, y)
        images = psi(X)  # 1.
        h = learner(images, y)  # 2.
        return EmbeddedPredictor(psi, h)

    return train


def _pair(X: ArrayLike, Z: ArrayLike) -> tuple[Array, Array]:
    X, Z = validate.points(X), validate.points(Z, "Z")
    if X.shape[1] != Z.shape[1]:
        raise ValueError(f"Z must have points of {X.shape[1]} coordinates, as X; got {Z.shape[1]}")
    return X, Z


def _block(K: Kernel, X: Array, Z: Array) -> Array:
    block = validate.array(K(X, Z), "K(X, Z)")
    if block.shape != (len(X), len(Z)):
        wanted = (len(X), len(Z))
        raise ValueError(f"K(X, Z) must have shape {wanted}; got shape {block.shape}")
    return block


def multiplied(*kernels: Kernel) -> Kernel:
    """Return the product of the kernels, value by value.

    Parameters
    ----------
    *kernels : k kernels
        At least one.

    >>> from lecture_code.kernels.kernel import Linear, Polynomial
    >>> multiplied(Linear(), Polynomial(2))([[1, 2]], [[1, 0]])
    array([[4.]])

    :Implements: thm-kernel-rules.
    """
    parts = _some(kernels)
    return lambda X, Z: np.prod([K(X, Z) for K in parts], axis=0)


def exponential(K: Kernel) -> Kernel:
    r"""Return the kernel :math:`e^{K(x, x')}`.

    >>> from lecture_code.kernels.kernel import Linear
    >>> exponential(Linear())([[0, 2]], [[1, 0]])
    array([[1.]])

    :Implements: thm-kernel-rules.
    """
    return lambda X, Z: np.exp(K(X, Z))


def pulled_back(K: Kernel, phi: Callable[[Array], Array]) -> Kernel:
    r"""Return the kernel :math:`K(\varphi(x), \varphi(x'))`.

    Parameters
    ----------
    phi : callable
        Maps points (m, d) to points (m, D).

    >>> from lecture_code.kernels.kernel import Linear
    >>> pulled_back(Linear(), lambda X: X**2)([[3]], [[-1]])
    array([[9.]])

    :Implements: thm-kernel-rules.
    """
    return lambda X, Z: K(phi(validate.points(X)), phi(validate.points(Z, "Z")))


def normalised(K: Kernel) -> Kernel:
    r"""Return the kernel of the images scaled to length one.

    .. math:: \frac{K(x, x')}{\sqrt{K(x, x)K(x', x')}}

    Returns
    -------
    kernel
        Calling it raises ValueError where some K(x, x) is not above 0.

    >>> from lecture_code.kernels.kernel import Linear
    >>> normalised(Linear())([[3, 4]], [[0, 2]])
    array([[0.8]])

    :Implements: thm-kernel-rules.
    """

    def unit(X: ArrayLike, Z: ArrayLike) -> Array:
        points, others = validate.points(X), validate.points(Z, "Z")
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
    return tuple(K for K in kernels)
