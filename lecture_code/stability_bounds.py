r"""What stability promises: the bounds of chapter 09 as formulas.

All are for the minimiser of :math:`L_S(w)+\lambda\lVert w\rVert^2` with a convex loss, ρ-Lipschitz
or β-smooth in w.  Every parameter may be an array.  Source: chapter 09.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.notation import Array


def _above(value: ArrayLike, name: str, least: float = 0.0, *, closed: bool = False) -> Array:
    try:
        x = np.asarray(value, dtype=float)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name} must hold numbers; got {value!r:.60}") from error
    if not np.isfinite(x).all() or not ((x >= least) if closed else (x > least)).all():
        side = "at least" if closed else "above"
        raise ValueError(f"{name} must be finite and {side} {least:g}; got {value!r:.60}")
    return x


def _plain(x: Any) -> Any:
    return float(x) if np.ndim(x) == 0 else x


def lipschitz_rate(m: ArrayLike, lam: ArrayLike, *, rho: ArrayLike = 1.0) -> Any:
    r"""Return the rate of regularised loss minimisation with a ρ-Lipschitz loss.

    .. math:: \frac{\rho^2}{\lambda m}

    It bounds the expected gap of risk and training error, and the change of every loss when one
    example is replaced.  ``m``: at least 1; ``lam``, ``rho``: above 0.  Raises ValueError outside.

    >>> lipschitz_rate(100, 0.1)
    0.1

    Implements: thm-rlm-stable.
    Source: chapter 09, Lipschitz losses are stable.
    """
    m, lam, rho = _above(m, "m", 1, closed=True), _above(lam, "lam"), _above(rho, "rho")
    return _plain(rho**2 / (lam * m))


def oracle_lambda(m: ArrayLike, *, rho: ArrayLike, B: ArrayLike) -> Any:
    r"""Return the λ with the least oracle bound against all vectors of length at most B.

    .. math:: \lambda = \frac\rho{B\sqrt m}, \qquad
              \lambda B^2+\frac{\rho^2}{\lambda m} = \frac{2\rho B}{\sqrt m}

    ``m``: at least 1; ``rho``, ``B``: above 0.  Raises ValueError outside.

    >>> oracle_lambda(100, rho=1, B=2)
    0.05

    Implements: cor-oracle-rate.
    Source: chapter 09, the oracle inequality.
    """
    m, rho, B = _above(m, "m", 1, closed=True), _above(rho, "rho"), _above(B, "B")
    return _plain(rho / (B * np.sqrt(m)))


def smooth_rate(m: ArrayLike, lam: ArrayLike, *, beta: ArrayLike, C: ArrayLike) -> Any:
    r"""Return the rate of regularised loss minimisation with a β-smooth loss.

    .. math:: \frac{4\beta C}{\lambda m}, \qquad\text{for }\lambda\ge\frac{2\beta}m

    ``C``: at least 0, bounds the loss of w = 0, or is the mean training error.  Raises ValueError
    outside, in particular if lam is below 2 beta/m.

    >>> smooth_rate(100, 0.1, beta=1, C=0.5)
    0.2

    Implements: thm-rlm-smooth.
    Source: chapter 09, smooth losses.
    """
    m, lam = _above(m, "m", 1, closed=True), _above(lam, "lam")
    beta, C = _above(beta, "beta"), _above(C, "C", closed=True)
    if not (lam * m >= 2 * beta * (1 - 1e-12)).all():
        raise ValueError(f"lam must be at least 2 beta/m; got {lam!s:.60} for m = {m!s:.60}")
    return _plain(4 * beta * C / (lam * m))


def uniform_bound(m: ArrayLike, kappa: ArrayLike, delta: ArrayLike, *, a: ArrayLike = 1.0) -> Any:
    r"""Return the bound on risk minus training error for uniformly stable learners.

    .. math:: \kappa + (2m\kappa+a)\sqrt{\frac{\log(1/\delta)}{2m}}

    It holds with probability at least 1 - δ.  ``kappa``: at least 0, the uniform stability;
    ``a``: above 0, the losses lie in [0, a]; ``delta``: in (0, 1).  Raises ValueError outside.

    >>> round(uniform_bound(200, 0.0, 0.05), 4)  # Hoeffding for one fixed predictor
    0.0865

    Implements: thm-uniform-stability.
    Source: chapter 09, uniform stability; O. Bousquet and A. Elisseeff, 2002.
    """
    m, kappa = _above(m, "m", 1, closed=True), _above(kappa, "kappa", closed=True)
    delta, a = _above(delta, "delta"), _above(a, "a")
    if not (delta < 1).all():
        raise ValueError(f"delta must lie in (0, 1); got {delta!s:.60}")
    return _plain(kappa + (2 * m * kappa + a) * np.sqrt(np.log(1 / delta) / (2 * m)))
