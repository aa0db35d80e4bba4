r"""The pairs of sequential minimal optimisation, and what rounding requires of its steps.

A step moves weight between two examples i and j; all that it needs to know of the feature space is
:math:`\kappa_{ij}=\lVert\psi(x_i)-\psi(x_j)\rVert^2`.

:Source: chapter 12, SVM with kernels; R.-E. Fan, P.-H. Chen and C.-J. Lin, 2005.
"""

from __future__ import annotations

import numpy as np

from lecture_code.core.types import Array

FLOOR = 1e-12  # no squared distance counts as less, in units of the largest square
NOISE = 1e-9  # a square is called negative from here on, in the same units
EQUAL = 1e-15  # slopes that differ by less are equal but for rounding: the labels are -1 and +1
MISSED = 1e-14  # a weight that misses an end by less, in units of what was added, is there


class SquaredDistances:
    r"""The squared distances :math:`\kappa_{ij}=G_{ii}+G_{jj}-2G_{ij}` in the feature space."""

    def __init__(self, G: Array) -> None:
        self.G, self.half = G, G.diagonal() / 2
        self.largest = 2 * float(self.half.max())
        self.floor = max(FLOOR * self.largest, 1e-290)

    def __call__(self, i: int, j: int) -> float:
        r"""Return :math:`\kappa_{ij}`; raise ValueError if it is negative, and not by rounding."""
        square = 2 * float(self.half[i] + self.half[j] - self.G[i, j])
        if square < -NOISE * self.largest:
            raise ValueError(
                "G must be positive semidefinite; "
                f"got {square:.3g} as the squared distance of {i} and {j}"
            )
        return max(square, self.floor)

    def halves(self, i: int) -> Array:
        r"""Return :math:`\kappa_{i1}/2,\dots,\kappa_{im}/2`, to compare them."""
        found: Array = self.half[i] + self.half
        found -= self.G[i]
        np.maximum(found, self.floor / 2, out=found)
        return found


class SignedWeights:
    r"""The signed weights :math:`c_k=\alpha_ky_k`, each in its interval, at first all 0."""

    def __init__(self, y: Array) -> None:
        m = len(y)
        self.ends = [(0.0, 1 / m) if label > 0 else (-1 / m, 0.0) for label in y]
        self.values = [0.0] * m
        # 0 for the k of Up, else -inf; 0 for the k of Down, else inf
        self.up, self.down = np.where(y > 0, 0.0, -np.inf), np.where(y > 0, np.inf, 0.0)

    def room(self, i: int, j: int) -> float:
        """Return how much can be added to weight i and taken from weight j."""
        return min(self.ends[i][1] - self.values[i], self.values[j] - self.ends[j][0])

    def move(self, t: float, i: int, j: int) -> None:
        """Add t to weight i, and take it from weight j; near an end means at this end."""
        for k, new in ((i, self.values[i] + t), (j, self.values[j] - t)):
            (low, high), old = self.ends[k], self.values[k]
            near = MISSED * max(abs(old), abs(new))  # it may be tiny beside its interval
            new = high if new > high - near else low if new < low + near else new
            self.up[k] = 0.0 if new < high else -np.inf
            self.down[k] = 0.0 if new > low else np.inf
            self.values[k] = new


def best_pair(
    u: Array, c: SignedWeights, kappa: SquaredDistances, tol: float
) -> tuple[int, int] | None:
    r"""Return the i of Up with the largest :math:`u_i`, and its best partner j of Down.

    .. math:: j=\arg\max_{j\in\text{Down},\ u_j<u_i}(u_i-u_j)^2/\kappa_{ij}

    None if no :math:`u_i-u_j` is larger than ``tol``.
    """
    up, down, least = u + c.up, u + c.down, max(tol, EQUAL)
    i = int(up.argmax())
    gap = np.maximum(up[i] - down, 0.0)
    j = int((gap * gap / kappa.halves(i)).argmax())
    # Only the second says that nothing is left; the first, which costs nothing, is seldom true.
    return None if gap[j] <= least and gap.max() <= least else (i, j)
