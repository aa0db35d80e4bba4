r"""Two ways to the fewest mistakes of a halfspace: edges of cells, and hitting sets.

Write :math:`z_i = y_i x_i`; a mistake of ``w`` is an example with
:math:`\langle w, z_i \rangle \le 0`, and Opt(S) is the smallest number of mistakes.

**Why enumeration is exact.**  The hyperplanes :math:`\{w : \langle w, z_i \rangle = 0\}` cut the
space into cells, and within a cell the mistakes are the same.  If the examples span the space,
every cell has an edge: a vector ``v`` orthogonal to ``d - 1`` independent examples.  Let ``U`` be
all examples with :math:`\langle v, z_i \rangle = 0`.  Close to ``v`` the others keep the sign they
have at ``v``, and :math:`w = v + \varepsilon u` gives those of ``U`` the signs of ``u``.  So the
largest number of correct examples near ``v`` is

.. math:: |\{i : \langle v, z_i \rangle > 0\}| + |U| - \mathrm{Opt}(U).

In general position ``U`` has ``d - 1`` members, all free.  Otherwise Opt(U) is a problem of the
same kind in ``d - 1`` dimensions, because ``U`` lies in a hyperplane.  With rounding, ``U`` holds
all examples whose sign at ``v`` is not certain, and Opt(U) comes from hitting sets: then the
formula is still an upper bound, and the vector found must attain it.

An edge is the generalised cross product of its ``d - 1`` examples, whose entry ``j`` is
:math:`(-1)^j` times the determinant without column ``j``.  The determinants are expanded along
their rows, and so are the sums of absolute products, which bound the rounding error.

**The fewest mistakes of a halfspace, bounded from below by certificates of inseparability.**  Every
inseparable group of examples contains a mistake of every halfspace.  So the mistakes of a halfspace
*hit* every such group, and the smallest set that hits the groups found so far is a lower bound.  If
the examples outside that set are separable, their separator attains the bound; if not, they yield a
new group.  There are finitely many groups, so this stops at the optimum.

No tolerance enters: groups and separators are proved by
:func:`~lecture_code.linear.separability.separating_halfspace`, and the smallest hitting set is an
integer program with coefficients 0 and 1 only.

:Source: chapter 05.  D. S. Johnson and F. P. Preparata, Theoretical Computer Science 6 (1978); M.
    Parker and J. Ryan, Annals of Mathematics and Artificial Intelligence 17 (1996), on minimum
    covers of infeasible subsystems.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations, islice

import numpy as np
from scipy.optimize import milp  # type: ignore[attr-defined]
from scipy.sparse import csr_array

from lecture_code.core.types import Array, Booleans, Integers
from lecture_code.linear.separability import separating_halfspace
from lecture_code.solvers.certificates import EPS, margin_error
from lecture_code.solvers.lp import silence

# Enumeration up to this many inner products; entries of one block of them.
LIMIT, BLOCK = 10**8, 10**6
# Hitting sets tried before the search is given up; branch-and-bound nodes for each of them.
ROUNDS, NODES = 30, 10_000


def fewest_on_edges(Z: Array) -> Array | None:
    """Return a vector with the fewest mistakes on rows that are not 0, or None if it is not found.

    It is not found if there are too many edges, if the examples do not span the space, or if
    rounding leaves an edge undecided.
    """
    m, d = Z.shape
    first = Z[np.arange(m), (Z != 0).argmax(axis=1)]
    planes = np.unique(Z * np.sign(first)[:, None] + 0.0, axis=0)
    if math.comb(len(planes), d - 1) * m > LIMIT:
        return None
    best, w, optima = 0, None, dict[bytes, tuple[Array, int] | None]()
    for chosen in _subsets(len(planes), d - 1, max(1, BLOCK // m)):
        edges, signs, exact = edge_signs(planes[chosen], Z)
        known = signs.any(axis=1)  # v is not 0
        if not (known.all() or exact):
            return None
        edges, signs = np.r_[edges[known], -edges[known]], np.r_[signs[known], -signs[known]]
        upper = (signs >= 0).sum(axis=1)  # correct near v, if all of U were
        for k in np.argsort(-upper, kind="stable").tolist():
            if upper[k] <= best:
                break
            undecided = signs[k] == 0  # U
            key = undecided.tobytes()
            if key not in optima:
                optima[key] = _optimum_on(Z[undecided], edges[k], exact)
            found = optima[key]
            if found is None:
                return None
            u, lost = found
            if upper[k] - lost <= best:
                continue
            candidate = _beside(edges[k], u, Z, undecided)
            best = m - int(mistakes_of(candidate, Z).sum())
            if best < upper[k] - lost:
                return None
            w = candidate
    return w


def _optimum_on(Z: Array, v: Array, exact: bool) -> tuple[Array, int] | None:
    """Return u with the fewest mistakes on the examples of the edge v, and their number."""
    n, d = Z.shape
    if n == 0:
        return np.ones(d), 0
    if n == d - 1:
        return np.asarray(np.linalg.lstsq(Z, np.ones(n))[0], dtype=np.float64), 0
    if exact:
        # Orthogonal to v, the coordinate where v is largest follows from the others.
        j = int(np.abs(v).argmax())
        inside = fewest_on_edges(np.delete(Z, j, axis=1))
        if inside is not None:
            u = np.insert(inside, j, 0.0)
            return u, int(mistakes_of(u, Z).sum())
    u, fewest, lower = fewest_mistakes(Z)
    return (u, fewest) if fewest == lower else None


def _beside(v: Array, u: Array, Z: Array, undecided: Booleans) -> Array:
    """Go far enough from v to leave its hyperplanes, not so far that another sign changes."""
    away = np.abs(Z[~undecided] @ v).min()
    return np.asarray(v + 0.5 * away / np.abs(Z @ u).max() * u)


def _subsets(n: int, size: int, block: int) -> Iterator[Integers]:
    """Yield the subsets of 0, ..., n - 1 of a size, a block of rows at a time."""
    every = combinations(range(n), size)
    while some := list(islice(every, block)):
        yield np.array(some, dtype=np.int64).reshape(len(some), size)


def edge_signs(A: Array, Z: Array) -> tuple[Array, Array, bool]:
    """Return the edges ``v`` of the blocks of ``A``, the signs at ``v``, and if all is exact.

    The sign 0 stands for a product that is zero or, with rounding, cannot be told from zero.
    """
    v, sizes = _cross_products(A)
    totals = sizes @ np.abs(Z).T
    exact = bool((np.rint(A) == A).all() and (np.rint(Z) == Z).all() and totals.max() < 2.0**53)
    scores = v @ Z.T
    # The error of an inner product: N. Higham, Accuracy and Stability of Numerical Algorithms, 3.1.
    error = 0.0 if exact else 4 * Z.shape[1] * EPS * totals
    return v, np.where(np.abs(scores) > error, np.sign(scores), 0.0), exact


def _cross_products(A: Array) -> tuple[Array, Array]:
    """Return the cross product of each block of ``d - 1`` rows, and its sum of absolute terms."""
    N, _, d = A.shape
    minors: dict[tuple[int, ...], tuple[Array, Array]] = {(): (np.ones(N), np.ones(N))}
    for k in range(d - 1):
        larger: dict[tuple[int, ...], tuple[Array, Array]] = {}
        for columns in combinations(range(d), k + 1):
            value, total = np.zeros(N), np.zeros(N)
            for place, j in enumerate(columns):
                minor, size = minors[columns[:place] + columns[place + 1 :]]
                value += (-1) ** (k + place) * A[:, k, j] * minor
                total += np.abs(A[:, k, j]) * size
            larger[columns] = value, total
        minors = larger
    without = [tuple(c for c in range(d) if c != j) for j in range(d)]
    values = np.stack([(-1) ** (j + d - 1) * minors[c][0] for j, c in enumerate(without)], axis=1)
    return values, np.stack([minors[c][1] for c in without], axis=1)


def fewest_mistakes(Z: Array, rounds: int = ROUNDS) -> tuple[Array, int, int]:
    """Return a vector, its number of mistakes, and a lower bound, by hitting sets."""
    m = len(Z)
    best, fewest = Z[0], int(mistakes_of(Z[0], Z).sum())
    groups: list[Integers] = []
    hitting = np.empty(0, dtype=np.int64)
    lower = 0
    for _ in range(rounds):
        rest = np.setdiff1d(np.arange(m), hitting)
        # Disjoint inseparable groups among the examples not hit, until what is left is separable.
        while len(rest):
            answer = separating_halfspace(Z[rest], np.ones(len(rest)))
            if answer.separable:
                count = int(mistakes_of(answer.w, Z).sum())
                if count < fewest:
                    best, fewest = answer.w, count
                break
            groups.append(rest[answer.support])
            rest = np.setdiff1d(rest, groups[-1])
        if fewest <= lower:
            break
        hitting, bound = _smallest_hitting_set(groups, m)
        lower = max(lower, bound)
        if fewest <= lower or bound < len(hitting):
            break
    return best, fewest, min(lower, fewest)


def _smallest_hitting_set(groups: list[Integers], m: int) -> tuple[Integers, int]:
    """Return a small set that hits every group, and a lower bound on the size of each."""
    if not groups:
        return np.empty(0, dtype=np.int64), 0
    sizes = [len(group) for group in groups]
    rows = np.repeat(np.arange(len(groups)), sizes)
    incidence = csr_array(  # type: ignore[no-untyped-call]
        (np.ones(len(rows)), (rows, np.concatenate(groups))), shape=(len(groups), m)
    )
    with silence():
        answer = milp(  # type: ignore[no-untyped-call]
            np.ones(m),
            constraints=(incidence, 1, np.inf),
            integrality=np.ones(m),
            bounds=(0, 1),
            options={"node_limit": NODES},
        )
    if answer.x is None or answer.mip_dual_bound is None:
        raise RuntimeError(f"the smallest hitting set was not found: {answer.message}")
    hitting = np.flatnonzero(answer.x > 0.5)
    if not (incidence[:, hitting].sum(axis=1) >= 1).all():
        raise RuntimeError("the integer program returned a set that does not hit every group")
    return hitting, math.ceil(answer.mip_dual_bound - 1e-6)


def mistakes_of(w: Array, Z: Array) -> Booleans:
    r"""Return for each row whether :math:`\langle w, z_i \rangle > 0` fails to be proved."""
    return np.asarray(~(Z @ w > margin_error(w, Z)))
