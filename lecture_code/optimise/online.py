r"""Online gradient descent: a loss is shown after each answer, and an adversary may choose it.

**Theorem (Zinkevich 2003, with a fixed step).**  With :math:`w_0 = 0`, subgradients of length at
most :math:`\rho` and :math:`\eta = B/(\rho\sqrt T)` the regret against the ball of radius B is at
most :math:`B\rho\sqrt T`, for every sequence of convex losses; an adversary in the plane attains
it, and an adversary in space forces it on every player.

:Source: chapter 10.  M. Zinkevich, ICML (2003).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.core import validate
from lecture_code.core.records import lent
from lecture_code.core.scale import length, lengths
from lecture_code.core.types import Array, Points


def linear_regret(W: Points, V: Points, B: float) -> float:
    r"""Return the regret of answers ``W`` to losses :math:`w \mapsto \langle v_t, w \rangle`.

    .. math:: \sum_t \langle v_t, w_{t-1} \rangle - \min_{\lVert u \rVert \le B}
              \sum_t \langle v_t, u \rangle
              = \sum_t \langle v_t, w_{t-1} \rangle + B \Bigl\lVert \sum_t v_t \Bigr\rVert .

    >>> linear_regret([[0.0, 0.0], [-1.0, 0.0]], [[1.0, 0.0], [0.0, 1.0]], B=1.0)
    1.414...

    :Implements: def-regret.
    """
    W, V = validate.points(W, "W"), validate.points(V, "V")
    if W.shape != V.shape:
        raise ValueError(f"W and V must have one shape; got {W.shape} and {V.shape}")
    return float((W * V).sum() + validate.number(B, "B", above=0) * length(V.sum(axis=0)))


def orthogonal_adversary(
    player: Callable[[Array], ArrayLike], *, d: int, T: int, rho: float
) -> tuple[Array, Array]:
    r"""Play T rounds of linear losses orthogonal to the answer and to the sum of the losses.

    .. math:: \langle v_t, w_{t-1} \rangle = 0, \qquad
              \Bigl\langle v_t, \sum_{s<t} v_s \Bigr\rangle = 0, \qquad \lVert v_t \rVert = \rho.

    ``player`` maps the losses so far, ``(t - 1, d)``, to the answer ``(d,)``.  The answers and the
    losses of all rounds are returned, ``(T, d)`` each.  In d >= 3 dimensions such a vector always
    exists; in the plane only if the answer and the sum are parallel, else ValueError is raised.  Of
    the two signs the adversary takes the one that agrees with its loss before.

    >>> W, V = orthogonal_adversary(lambda V: np.zeros(3), d=3, T=9, rho=1.0)
    >>> round(linear_regret(W, V, B=1.0), 9)
    3.0

    :Implements: prop-ogd-sharp.
    """
    d, T, rho = validate.whole(d, "d"), validate.whole(T, "T"), validate.number(rho, "rho", above=0)
    W, V = np.zeros((T, d)), np.zeros((T, d))
    for t in range(T):
        W[t] = validate.vector(player(lent(V[:t])), d, "player")
        normals = np.stack([W[t], V[:t].sum(axis=0)])
        sizes = lengths(normals)[:, None]
        normals = np.divide(normals, sizes, out=np.zeros_like(normals), where=sizes > 0)
        singular, rows = np.linalg.svd(normals)[1:]
        if d <= int((singular > 1e-9).sum()):
            raise ValueError(f"d must leave room for a vector orthogonal to both; got {d}")
        turn = rows[-1] @ V[t - 1] / rho if t else 0.0  # of the two signs the one that goes on
        lead = turn if abs(turn) > 1e-9 else rows[-1][np.abs(rows[-1]).argmax()]
        V[t] = rho * rows[-1] * (-1.0 if lead < 0 else 1.0)
    return W, V
