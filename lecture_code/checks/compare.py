"""Compare ``measured relation bound``, entry by entry.

Exact numbers (int, Fraction) are compared exactly, estimates by their limits, and floats with an
allowance for rounding.  The rules are stated in ``checks.check``.

:Source: the book's page on how its checks work.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lecture_code.checks.estimates import Estimate

Number: TypeAlias = bool | int | float | Fraction
Side: TypeAlias = Number | Estimate | ArrayLike | list[Fraction] | list[Estimate]

RELATIONS = ("<=", ">=", "==", "<", ">")
NOISE = 1e-12  # a float this small is taken for the rounding error of a zero
RELATIVE = 1e-9  # rounding allowed between two floats, relative to the larger one


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """A claim and its verdict in each of its n entries; n = 1 and shape () for two numbers."""

    relation: str
    shape: tuple[int, ...]
    # All arrays are (n,), one entry for each of the claim.
    measured: NDArray[Any]
    bound: NDArray[Any]
    #: bound - measured, its negative for >= and >, minus the distance for ==.
    slack: NDArray[Any]
    #: What was allowed for rounding.
    allowance: NDArray[Any]
    #: Whether an entry surely holds; it is undecided if it is not surely violated either.
    holds: NDArray[np.bool_]
    violated: NDArray[np.bool_]
    #: Where the slack is no larger than the allowance for rounding, which is above 0.
    close: NDArray[np.bool_]
    #: Where the slack is NaN.
    undefined: NDArray[np.bool_]
    #: exact, rounded or simulated.
    basis: str
    #: Bounds the probability of a wrong verdict.
    error: float
    #: What the caller allowed.
    within: Number | None

    @property
    def noise(self) -> float:
        """Return the size up to which a float is written as 0: what was allowed, if little."""
        fine = self.basis == "rounded" and self.within is not None and self.within <= 1e-4
        return max(NOISE, as_float(self.within)) if fine and self.within is not None else NOISE

    def tightest(self) -> int:
        """Return the first entry whose slack is the smallest, up to rounding.

        Slacks printed as 0 may order differently on another processor, so among them the entry
        with the largest number is taken.
        """
        i = int(np.argmin(self.slack))
        if self.basis != "rounded" or abs(self.slack[i]) > self.noise:
            return int(np.argmax(self.slack <= self.slack[i] + self.allowance[i]))
        sizes = np.where(self.slack <= self.noise, abs(self.bound), -1.0)
        return int(np.argmax(sizes >= sizes.max() * (1 - RELATIVE)))


def compare(measured: Side, relation: str, bound: Side, within: Number | None) -> Comparison:
    """Return the claim with its verdicts.

    >>> compare([1, 2, 3], "<=", 2, None).holds
    array([ True,  True, False])
    """
    if relation not in RELATIONS:
        raise ValueError(f"relation must be one of {', '.join(RELATIONS)}; got {relation!r}")
    sides = _entries(measured, "measured"), _entries(bound, "bound")
    basis, error = _basis(sides, relation, within)
    if within is not None:
        within = Fraction(within) if basis == "exact" else float(within)
    try:
        shape = np.broadcast_shapes(sides[0].shape, sides[1].shape)
    except ValueError as problem:
        raise ValueError(
            "measured and bound must have shapes that fit each other; "
            f"got {sides[0].shape} and {sides[1].shape}"
        ) from problem
    m, b = (np.broadcast_to(side, shape).ravel() for side in sides)
    (m_low, m_mid, m_high), (b_low, b_mid, b_high) = (
        (np.broadcast_to(limit, shape).ravel() for limit in _limits(side, basis)) for side in sides
    )
    allowance: NDArray[Any] = np.zeros(m.shape, dtype=object if basis == "exact" else np.float64)
    if basis == "rounded" and within is None:
        size = np.maximum(abs(m_mid), abs(b_mid))
        allowance = np.where(np.isfinite(size), np.maximum(NOISE, RELATIVE * size), 0.0)

    with np.errstate(invalid="ignore"):  # inf - inf is NaN, neither holding nor violated
        slack = m_mid - b_mid if relation in (">=", ">") else b_mid - m_mid
        over, under = m_high - b_low, m_low - b_high  # the range of measured - bound
        if relation in ("<=", "<"):
            least, most = -over, -under
        elif relation in (">=", ">"):
            least, most = under, over
        else:
            slack = -abs(slack)
            least, most = np.minimum(-over, under), np.minimum(-under, over)
        holds, violated = _verdicts(relation, (least, most), allowance, within)
        close = np.asarray((abs(slack) <= allowance) & (allowance > 0), dtype=np.bool_)
    return Comparison(
        relation=relation,
        shape=shape,
        measured=m,
        bound=b,
        slack=slack,
        allowance=allowance,
        holds=np.asarray(holds, dtype=np.bool_),
        violated=np.asarray(violated, dtype=np.bool_),
        close=close,
        undefined=np.asarray(slack != slack, dtype=np.bool_),  # NaN is not even equal to itself
        basis=basis,
        error=error,
        within=within,
    )


def _verdicts(
    relation: str, slacks: tuple[Any, Any], allowance: NDArray[Any], within: Any
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return what surely holds and what is surely violated, of slacks between these two."""
    least, most = slacks
    if relation not in ("<", ">"):
        t = allowance if within is None else within
        return least >= -t, most < -t
    if within is not None:
        return least > -within, most <= -within
    return least > allowance, (most < -allowance) | ((most <= 0) & (allowance == 0))


def as_float(x: Number) -> float:
    """Return the nearest float, infinite if the number is too large for one.

    >>> as_float(-(10**400))
    -inf
    """
    try:
        return float(x)
    except OverflowError:
        return math.inf if x > 0 else -math.inf


def _entries(side: Side, name: str) -> NDArray[Any]:
    """Return a side as an array of float64, or of int, Fraction, float and Estimate objects."""
    if np.ma.is_masked(side):
        raise ValueError(f"{name} must hold no masked entry; got {side!r:.60}")
    if isinstance(side, np.ndarray) and side.dtype.kind == "f":
        array = side.astype(np.float64)
    else:
        try:
            array = np.asarray(side, dtype=object)
        except ValueError as problem:
            raise ValueError(f"{name} must be a number or a full array: {problem}") from problem
        flat = [e.item() if isinstance(e, np.generic) else e for e in array.flat]
        for entry in flat:
            if not isinstance(entry, (int, float, Fraction, Estimate)):
                raise ValueError(
                    f"{name} must hold real numbers or Estimates; got {entry!r:.60} "
                    f"of type {type(entry).__name__}"
                )
        array = np.fromiter(flat, dtype=object, count=len(flat)).reshape(array.shape)
    if array.size == 0:
        raise ValueError(f"{name} must not be empty: without entries every claim would hold")
    return array


def _basis(
    sides: tuple[NDArray[Any], ...], relation: str, within: Number | None
) -> tuple[str, float]:
    """Return what the verdict rests on, and the probability that it is wrong."""
    objects = [entry for side in sides if side.dtype == object for entry in side.flat]
    estimates = {id(entry): entry for entry in objects if isinstance(entry, Estimate)}
    number = isinstance(within, (int, float, Fraction))
    if within is not None and not (number and 0 <= within < math.inf):
        raise ValueError(f"within must be a finite number, at least 0; got {within!r}")
    if estimates:
        if relation == "==" and within is None:
            raise ValueError("within must be given for the equality of an Estimate; got None")
        error = math.fsum(estimate.error for estimate in estimates.values())
        return "simulated", 2 * error if relation == "==" else error
    exact = all(side.dtype == object for side in sides)
    exact = exact and not any(isinstance(entry, float) for entry in objects)
    return "exact" if exact else "rounded", 0.0


def _limits(side: NDArray[Any], basis: str) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Return the entries' lower limits, values and upper limits."""
    if basis == "exact" or side.dtype != object:
        return side, side, side
    rows = [
        (e.low, e.value, e.high) if isinstance(e, Estimate) else (as_float(e),) * 3
        for e in side.flat
    ]
    low, value, high = np.array(rows, dtype=np.float64).T
    return low.reshape(side.shape), value.reshape(side.shape), high.reshape(side.shape)
