r"""Linear programs, with a proof of every answer.

.. math:: \max_{w \in \mathbb R^d} \langle u, w \rangle \quad\text{subject to}\quad Aw \ge v.

Three things can happen, and each has a proof that is easy to verify:

* an optimum ``w``, with weights :math:`\lambda \ge 0`, :math:`A^\top \lambda = -u` and
  :math:`\langle u, w \rangle = -\langle \lambda, v \rangle`: no feasible vector has more;
* no feasible vector: :math:`\lambda \ge 0`, :math:`A^\top \lambda = 0`,
  :math:`\langle \lambda, v \rangle > 0`;
* no bound: a feasible vector and a ray ``r`` with :math:`Ar \ge 0`,
  :math:`\langle u, r \rangle > 0`.

The programs are solved by HiGHS; what it says is verified to a relative 1e-8.  On some integer
programs HiGHS prints a line of its own, below Python and against its options; :func:`silence` keeps
it out of the output of a notebook.

:Source: chapter 05, linear programming.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import linprog  # type: ignore[attr-defined]

from lecture_code.core import validate
from lecture_code.core.records import Record, owned
from lecture_code.core.scale import power_of_two
from lecture_code.core.types import Array, Reals, Vector

TOLERANCE = 1e-8
OPTIONS = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}


@dataclass(frozen=True, slots=True, eq=False)
class Optimum(Record):
    r"""An optimal vector ``w``, its ``value``, and its ``multipliers`` (n,), the proof."""

    w: Array
    value: float
    multipliers: Array = field(repr=False)


class Infeasible(ValueError):
    r"""No vector satisfies the inequalities; ``multipliers`` (n,) are the proof, of sum 1."""

    def __init__(self, multipliers: Array) -> None:
        super().__init__(multipliers)
        self.multipliers = owned(multipliers)

    def __str__(self) -> str:
        return (
            f"A and v must leave a feasible vector; {np.count_nonzero(self.multipliers)} of the "
            "inequalities already contradict each other (see .multipliers)"
        )


class Unbounded(ValueError):
    r"""The objective, called ``name``, has no bound; along ``ray`` (d,) it grows for ever."""

    def __init__(self, ray: Array, name: str = "u") -> None:
        super().__init__(ray, name)
        self.ray, self.name = owned(ray), name

    def __str__(self) -> str:
        return f"{self.name} must be bounded on the feasible vectors; it grows along .ray for ever"


def maximise(u: Vector, A: ArrayLike, v: Reals) -> Optimum:
    r"""Return a vector that maximises :math:`\langle u, w \rangle` subject to :math:`Aw \ge v`.

    ``A`` is ``(n, d)``, one inequality a row.  Raises Infeasible or Unbounded, ValueErrors that
    hold their proofs, and RuntimeError if no answer verifies.

    >>> best = maximise([1, 2], [[-1, 0], [0, -1], [-1, -1]], [-3, -2, -4])
    >>> best.w, best.value, best.multipliers
    (array([2., 2.]), 6.0, array([0., 1., 1.]))

    :Implements: def-linear-programme, prop-duality.
    """
    A = validate.points(A, "A")
    u, v = validate.vector(u, A.shape[1], name="u"), validate.vector(v, len(A), name="v")
    size = power_of_two(np.abs(A).max(axis=1))  # rows of size 1: the tolerances are absolute
    A, v = A / size[:, None], v / size
    cost, height = (power_of_two(np.abs(e).max()).item() for e in (u, v))  # of u and v, too
    u, v = u / cost, v / height
    answer = _solve(-u, A_ub=-A, b_ub=-v, bounds=(None, None))
    if answer.status == 0:
        w, weights = answer.x, np.maximum(-answer.ineqlin.marginals, 0.0)
        value, bound = float(u @ w), float(-weights @ v)
        room = TOLERANCE * (1 + np.abs(A) @ np.abs(w) + np.abs(v))
        sound = (
            (A @ w >= v - room).all()
            and np.abs(weights @ A + u).max() <= TOLERANCE * (1 + np.abs(u).max())
            and abs(value - bound) <= TOLERANCE * (1 + np.abs(weights) @ np.abs(v) + abs(value))
        )
        if sound:
            return Optimum((w + 0.0) * height, value * cost * height, weights * cost / size)
        raise RuntimeError(
            f"the optimum could not be verified: value {value:.6g}, bound {bound:.6g}"
        )
    weights = _no_solution(A, v)
    if weights is not None:
        weights = weights / size
        raise Infeasible(weights / weights.sum())
    ray = _ray(u, A)
    if ray is not None and _solve(0 * u, A_ub=-A, b_ub=-v, bounds=(None, None)).status == 0:
        raise Unbounded(ray)
    raise RuntimeError(f"the linear program was not solved: {answer.message}")


def _no_solution(A: Array, v: Array) -> Array | None:
    """Return weights from 0 to 1 with A^T weights = 0 and the largest <weights, v>, if above 0."""
    answer = _solve(-v, A_eq=A.T, b_eq=np.zeros(A.shape[1]), bounds=(0, 1))
    if answer.x is None:
        return None
    weights = np.maximum(answer.x, 0.0)
    gain = float(weights @ v)
    proved = gain > TOLERANCE * np.abs(v).max() and np.abs(weights @ A).max() <= 1e-10
    return weights if proved else None


def _ray(u: Array, A: Array) -> Array | None:
    """Return a direction that no inequality forbids and along which the objective grows."""
    answer = _solve(-u, A_ub=-A, b_ub=np.zeros(len(A)), bounds=(-1, 1))
    if answer.x is None:
        return None
    ray: Array = answer.x
    grows = float(u @ ray) > TOLERANCE * np.abs(u).max()
    return ray if grows and (A @ ray).min() >= -1e-9 else None


def minimise(
    c: Array, A: Any, b: Array, low: Array, high: Array, *, equal: bool = False
) -> tuple[Array, Array]:
    r"""Return an x with the least :math:`\langle c, x \rangle`, and the multipliers that prove it.

    The constraints are :math:`Ax\le b`, or :math:`Ax=b` if ``equal``, and ``low`` <= x <= ``high``,
    which may be infinite.  With the multipliers :math:`\mu`, at most 0 unless ``equal``, and
    :math:`r = c - A^\top\mu` no feasible x has less than :math:`\langle\mu, b\rangle +
    \sum_j\min(r_j\,low_j,\ r_j\,high_j)`; RuntimeError if the two do not meet to a relative 1e-8.
    """
    x, mu = solve(c, A, b, low, high, equal=equal)
    excess = A @ x - b
    room = TOLERANCE * (1 + abs(A) @ np.abs(x) + np.abs(b))
    r = c - A.T @ mu
    end = np.where(r > 0, low, high)
    free = np.isinf(end)
    bound = float(mu @ b + r[~free] @ end[~free])
    sound = (
        ((np.abs(excess) if equal else excess) <= room).all()
        and (np.maximum(low - x, x - high) <= TOLERANCE * (1 + np.abs(x))).all()
        and (equal or mu.max() <= TOLERANCE)
        and np.abs(r[free]).max(initial=0) <= TOLERANCE * (1 + np.abs(c).max())
        and c @ x - bound <= TOLERANCE * (1 + np.abs(c) @ np.abs(x) + np.abs(mu) @ np.abs(b))
    )
    if not sound:
        raise RuntimeError(
            f"the minimum could not be verified: value {c @ x:.6g}, bound {bound:.6g}"
        )
    return x, mu


def solve(
    c: Array, A: Any, b: Array, low: Array, high: Array, *, equal: bool = False
) -> tuple[Array, Array]:
    """Return what HiGHS finds for the program of :func:`minimise`, unverified: x, multipliers."""
    rows = {"A_eq": A, "b_eq": b} if equal else {"A_ub": A, "b_ub": b}
    answer = _solve(c, bounds=np.c_[low, high], **rows)
    if answer.x is None:
        raise RuntimeError(f"the linear program was not solved: {answer.message}")
    found = answer.eqlin if equal else answer.ineqlin
    return answer.x, np.asarray(found.marginals)


def _solve(c: Array, **program: Any) -> Any:
    return linprog(  # type: ignore[no-untyped-call]
        c, method="highs", options=OPTIONS, **program
    )


@contextlib.contextmanager
def silence() -> Iterator[None]:
    """Send file descriptor 1 to the null device while the block runs, and restore it afterwards.

    >>> with silence():
    ...     written = os.write(1, b"nobody reads this")
    >>> written
    17
    """
    # The C buffer is flushed before each change, so that every line goes where it belongs.
    try:
        saved = os.dup(1)
    except OSError:
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    _flush()
    os.dup2(nowhere, 1)
    try:
        yield
    finally:
        _flush()
        os.dup2(saved, 1)
        os.close(saved)
        os.close(nowhere)


def _flush() -> None:
    with contextlib.suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).fflush(None)
