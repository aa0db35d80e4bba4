r"""Symmetric and positive semidefinite matrices: the others are turned away.

They hold the inner products of points, the values of a kernel, or the second derivatives of a
quadratic function, and were computed as a rule; what rounding does to them is forgiven.

:Source: chapters 09, 10 and 12.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import issymmetric

from lecture_code.core.types import Array
from lecture_code.core.validate import as_numbers, positive

ROUNDING = 1e-9  # what two entries, or an eigenvalue and 0, may differ by, relative to their size


def as_symmetric(G: ArrayLike, name: str = "G") -> Array:
    r"""Return a symmetric matrix as an ``(m, m)`` float array, exactly symmetric.

    Entries that differ from their mirror images by rounding are replaced by the means of both:
    at most 1e-9 of the larger one, or of :math:`\sqrt{\lvert G_{ii}G_{jj}\rvert}`.

    Parameters
    ----------
    G : array (m, m)
    name : str
        The argument's name, for the message.

    Returns
    -------
    array (m, m)

    Examples
    --------
    >>> G = as_symmetric([[1, 2], [2 + 1e-10, 1]])
    >>> bool(G[0, 1] == G[1, 0])
    True
    >>> as_symmetric([[1, 2], [3, 1]])
    Traceback (most recent call last):
    ValueError: G must be symmetric; got 2 at index (0, 1) and 3 at index (1, 0)
    """
    matrix = as_numbers(G, name, 2, "(m, m)")
    if len(matrix) != matrix.shape[1]:
        raise ValueError(f"{name} must be square; got shape {matrix.shape}")
    if issymmetric(matrix):
        return matrix
    halves = matrix / 2  # the sum or the difference of two entries might overflow
    apart, sizes = np.abs(halves - halves.T), np.abs(halves)
    roots = np.sqrt(sizes.diagonal())
    odd = apart > ROUNDING * np.maximum(np.maximum(sizes, sizes.T), np.outer(roots, roots))
    if odd.any():
        i, j = divmod(int(odd.argmax()), len(matrix))
        raise ValueError(
            f"{name} must be symmetric; got {matrix[i, j]:g} at index ({i}, {j}) "
            f"and {matrix[j, i]:g} at index ({j}, {i})"
        )
    return halves + halves.T


def as_semidefinite(G: ArrayLike, name: str = "G", *, tol: float = ROUNDING) -> Array:
    """Return a symmetric, positive semidefinite matrix as an ``(m, m)`` float array.

    Its least eigenvalue may be negative by rounding.

    Parameters
    ----------
    G : array (m, m)
    name : str
        The argument's name, for the message.
    tol : float
        By how much, relative to the largest.

    Returns
    -------
    array (m, m)

    Examples
    --------
    >>> as_semidefinite([[1, 1], [1, 1]])
    array([[1., 1.],
           [1., 1.]])
    >>> as_semidefinite([[1, 2], [2, 1]])
    Traceback (most recent call last):
    ValueError: G must be positive semidefinite; got the eigenvalue -1
    """
    matrix = as_symmetric(G, name)
    values = np.linalg.eigvalsh(matrix)
    if (least := values[0]) < -positive(tol, "tol") * np.abs(values).max():
        raise ValueError(f"{name} must be positive semidefinite; got the eigenvalue {least:.3g}")
    return matrix
