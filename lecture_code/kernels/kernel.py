r"""Kernels: inner products of images, without the images; and new kernels from old ones.

A map ψ into a space of features turns points x into vectors ψ(x); its kernel is
:math:`K(x, x') = \langle\psi(x), \psi(x')\rangle`.  In code a kernel is a function of two
arrays of points, ``K(X, Z) -> (m, n)``: the block of all values :math:`K(x_i, z_j)`.  These numbers
suffice to train and to use linear predictors on ψ(x).

**New kernels.**  If :math:`K_1, K_2` are kernels then so are

.. math:: K_1+K_2,\ \ K_1K_2,\ \ e^{K_1},\ \ g(x)K_1(x,x')g(x'),\ \ K_1(\varphi(x),\varphi(x')) .

:Source: chapter 12, kernels, and which functions are kernels.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TypeAlias

import numpy as np

from lecture_code.core import validate
from lecture_code.core.predictors import sign
from lecture_code.core.records import Record, lent
from lecture_code.core.scale import power_of_two, served, squares
from lecture_code.core.types import Array, Learner, Points, Predictor, Signs

#: A function from points ``(m, d)`` and ``(n, d)`` to the block ``(m, n)`` of kernel values.
Kernel: TypeAlias = Callable[[Points, Points], Array]
#: A map from points ``(m, d)`` to their images ``(m, D)``.
FeatureMap: TypeAlias = Callable[[Array], Array]


@dataclass(frozen=True, slots=True, eq=False)
class EmbeddedPredictor:
    r"""The predictor :math:`x\mapsto h(\psi(x))`: ``h`` lives on the images."""

    psi: FeatureMap = field(repr=False)
    h: Predictor

    def __call__(self, X: Points) -> Array:
        """Return what ``h`` predicts for the images ψ(x) of the rows of ``X``."""
        return self.h(self.psi(validate.points(X)))


def embedded(psi: FeatureMap, learner: Learner) -> Callable[[Points, Signs], EmbeddedPredictor]:
    r"""Return the learner that maps the points by ψ and trains ``learner`` on the images.

    >>> from lecture_code.linear.perceptron import batch_perceptron
    >>> A = embedded(lambda X: np.hstack([X**0, X, X**2]), batch_perceptron)
    >>> A([[-2], [0], [2]], [1, -1, 1])([[3], [0.5]])
    array([ 1., -1.])

    :Implements: alg-embed.
    """
    return partial(_train_on_images, psi, learner)


def _train_on_images(psi: FeatureMap, learner: Learner, X: Points, y: Signs) -> EmbeddedPredictor:
    X, y = validate.sample(X, y)
    images = np.asarray(psi(lent(X)))  # 1.
    h = learner(lent(images), lent(y))  # 2.
    return EmbeddedPredictor(psi, h)


@dataclass(frozen=True, slots=True, eq=False)
class Linear:
    r"""The inner product itself, :math:`K(x, x') = \langle x, x'\rangle`.

    >>> Linear()([[1, 2]], [[3, 4], [0, 1]])
    array([[11.,  2.]])
    """

    def __call__(self, X: Points, Z: Points) -> Array:
        r"""Return :math:`\langle x, z\rangle` for all rows x and z, (m, n)."""
        X, Z = _pair(X, Z)
        served(X, Z)
        return X @ Z.T


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

    def __call__(self, X: Points, Z: Points) -> Array:
        r"""Return :math:`(1 + \langle x, z\rangle)^k` for all rows x and z, (m, n)."""
        X, Z = _pair(X, Z)
        block = base = 1 + X @ Z.T
        for _ in range(self.degree - 1):  # products of integers, where a power might round
            block = block * base
        return block


@dataclass(frozen=True, slots=True, eq=False)
class Gaussian:
    r"""The Gaussian kernel, :math:`K(x, x') = e^{-\lVert x - x'\rVert^2/(2\sigma^2)}`.

    >>> Gaussian(2.0)([[0.0]], [[0.0], [2.0]])
    array([[1.        , 0.60653066]])
    """

    #: The width, a length; scikit-learn's ``gamma`` is 1/(2 sigma**2).
    sigma: float

    def __post_init__(self) -> None:
        validate.number(self.sigma, "sigma", above=0)

    def __call__(self, X: Points, Z: Points) -> Array:
        r"""Return :math:`e^{-\lVert x-z\rVert^2/(2\sigma^2)}` for all rows x and z, (m, n)."""
        X, Z = _pair(X, Z)
        size = float(power_of_two(np.array(float(self.sigma))))  # so that sigma is about 1
        return np.asarray(np.exp(squares(X, Z, size) / (-2 * (self.sigma / size) ** 2)))


@dataclass(frozen=True, slots=True, eq=False)
class Induced:
    r"""The kernel of an explicit map, :math:`K(x, x') = \langle\psi(x), \psi(x')\rangle`.

    >>> Induced(lambda X: np.hstack([X, X**2]))([[2]], [[3], [-1]])
    array([[42.,  2.]])

    :Implements: def-kernel.
    """

    psi: FeatureMap = field(repr=False)

    def __call__(self, X: Points, Z: Points) -> Array:
        r"""Return :math:`\langle\psi(x), \psi(z)\rangle` for all rows x and z, (m, n)."""
        X, Z = _pair(X, Z)
        image, other = (validate.points(self.psi(of), "psi(X)") for of in (X, Z))
        served(image, other, "psi(X) and psi(Z)")
        return image @ other.T


def gram(K: Kernel, X: Points) -> Array:
    r"""Return the Gram matrix of the points, :math:`G_{ij} = K(x_i, x_j)`, exactly symmetric.

    Raises a ValueError for values that are not symmetric (to a relative 1e-9), or not finite.

    >>> gram(Polynomial(2), [[0, 1], [1, 1]])
    array([[4., 4.],
           [4., 9.]])

    :Implements: def-gram.
    """
    X = validate.points(X)
    return validate.symmetric(_block(K, X, X), "K(X, X)")


@dataclass(frozen=True, slots=True, eq=False)
class KernelPredictor(Record):
    r"""The predictor of signs of :math:`w = \sum_j\alpha_j\psi(x_j)`, known by its coefficients.

    >>> h = KernelPredictor([1, -2], [[0, 1], [0, 0]], Polynomial(2))
    >>> h.score([[0, 2]]), h([[0, 2]]), h.norm
    (array([7.]), array([1.]), 2.0)

    :Implements: prop-kernel-problem.
    """

    alpha: Array
    #: The points :math:`x_j`, ``(m, d)``.
    X: Array = field(repr=False)
    K: Kernel

    def __post_init__(self) -> None:
        X = validate.points(self.X)
        object.__setattr__(self, "X", X)
        object.__setattr__(self, "alpha", validate.vector(self.alpha, len(X), "alpha"))
        Record.__post_init__(self)

    def __call__(self, X: Points) -> Array:
        """Return the sign of the score of each row of ``X``."""
        return sign(self.score(X))

    def score(self, X: Points) -> Array:
        r"""Return :math:`\langle w, \psi(x)\rangle = \sum_j\alpha_jK(x_j, x)` for each row."""
        return self.alpha @ _block(self.K, self.X, validate.points(X))

    @property
    def norm(self) -> float:
        r"""The norm of w, :math:`\sqrt{\alpha^\top G\alpha}`; ValueError if that is negative."""
        G = gram(self.K, self.X)
        square = float(self.alpha @ G @ self.alpha)
        if square < -1e-9 * float(abs(self.alpha) @ abs(G) @ abs(self.alpha)):
            raise ValueError(f"K must be a kernel; got a vector whose square is {square:.6g}")
        return float(np.sqrt(max(square, 0.0)))  # rounding may leave a tiny negative square


class KernelRun(Record):
    """A run whose predictor ``h`` has coefficients: it scores and predicts as ``h`` does."""

    __slots__ = ()
    h: KernelPredictor

    def __call__(self, X: Points) -> Array:
        """Return the sign of the score of each row of ``X``."""
        return self.h(X)

    def score(self, X: Points) -> Array:
        r"""Return :math:`\sum_j\alpha_jK(x_j, x)` for each row of ``X``."""
        return self.h.score(X)


def multiplied(*kernels: Kernel) -> Kernel:
    """Return the product of the kernels, value by value.

    >>> multiplied(Linear(), Polynomial(2))([[1, 2]], [[1, 0]])
    array([[4.]])

    :Implements: thm-kernel-rules.
    """
    if not kernels:
        raise ValueError("kernels must be at least one; got none")
    return partial(_product, kernels)


def exponential(K: Kernel) -> Kernel:
    r"""Return the kernel :math:`e^{K(x, x')}`.

    >>> exponential(Linear())([[0, 2]], [[1, 0]])
    array([[1.]])

    :Implements: thm-kernel-rules.
    """
    return partial(_exponential, K)


def pulled_back(K: Kernel, phi: FeatureMap) -> Kernel:
    r"""Return the kernel :math:`K(\varphi(x), \varphi(x'))`.

    >>> pulled_back(Linear(), lambda X: X**2)([[3]], [[-1]])
    array([[9.]])

    :Implements: thm-kernel-rules.
    """
    return partial(_pulled_back, K, phi)


def normalised(K: Kernel) -> Kernel:
    r"""Return the kernel of the images scaled to length one, where K(x, x) must be above 0.

    .. math:: \frac{K(x, x')}{\sqrt{K(x, x)K(x', x')}}

    >>> normalised(Linear())([[3, 4]], [[0, 2]])
    array([[0.8]])

    :Implements: thm-kernel-rules.
    """
    return partial(_normalised, K)


def _product(kernels: tuple[Kernel, ...], X: Points, Z: Points) -> Array:
    return np.asarray(np.prod([K(X, Z) for K in kernels], axis=0))


def _exponential(K: Kernel, X: Points, Z: Points) -> Array:
    return np.exp(K(X, Z))


def _pulled_back(K: Kernel, phi: FeatureMap, X: Points, Z: Points) -> Array:
    return K(phi(validate.points(X)), phi(validate.points(Z, "Z")))


def _normalised(K: Kernel, X: Points, Z: Points) -> Array:
    X, Z = validate.points(X), validate.points(Z, "Z")
    block: Array = K(X, Z) / np.outer(_roots(K, X, "X"), _roots(K, Z, "Z"))
    return block


def _roots(K: Kernel, X: Array, name: str) -> Array:
    """Return the root of K(x, x) for each point."""
    found = np.array([float(K(x[None], x[None])[0, 0]) for x in X])
    if not (found > 0).all():
        raise ValueError(f"K(x, x) must be above 0 for each row of {name}; got {found.min():g}")
    return np.asarray(np.sqrt(found))


def _pair(X: Points, Z: Points) -> tuple[Array, Array]:
    X = validate.points(X)
    return X, validate.points(Z, "Z", X.shape[1])


def _block(K: Kernel, X: Array, Z: Array) -> Array:
    """Return the block of kernel values, having checked it."""
    with np.errstate(over="ignore", invalid="ignore"):  # which is refused, by its name
        return validate.array(K(X, Z), "K(X, Z)", f"({len(X)}, {len(Z)})")
