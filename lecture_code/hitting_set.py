r"""The fewest mistakes of a halfspace, bounded from below by certificates of inseparability.

Every inseparable group of examples contains a mistake of every halfspace.  So the mistakes of
a halfspace *hit* every such group, and the smallest set that hits the groups found so far is
a lower bound.  If the examples outside that set are separable, their separator attains the bound;
if not, they yield a new group.  There are finitely many groups, so this stops at the optimum.

No tolerance enters: groups and separators are proved by
:func:`~lecture_code.halfspaces.separating_halfspace`, and the smallest hitting set is an integer
program with coefficients 0 and 1 only.

Source: chapter 05.  M. Parker and J. Ryan, Annals of Mathematics and Artificial Intelligence 17
(1996), on minimum covers of infeasible subsystems.
"""

from __future__ import annotations

import math

import numpy as np
from scipy.optimize import milp  # type: ignore[attr-defined]
from scipy.sparse import csr_array

from lecture_code.certificates import margin_error
from lecture_code.halfspaces import separating_halfspace
from lecture_code.notation import Array, Booleans, Integers
from lecture_code.quiet import silence

# Branch-and-bound nodes allowed for one smallest hitting set.
NODES = 10_000
# Hitting sets tried before the search is given up.
ROUNDS = 30


def fewest_mistakes(Z: Array, rounds: int = ROUNDS) -> tuple[Array, int, int]:
    r"""Return ``(w, mistakes, lower)``: a vector, its number of mistakes, and a lower bound.

    ``Z`` is ``(m, d)`` with rows :math:`z_i = y_i x_i`; a mistake is
    :math:`\langle w, z_i \rangle \le 0`.  After ``rounds`` hitting sets the search ends, and then
    ``lower`` may be below ``mistakes``.
    An inner function: nothing is validated.

    >>> fewest_mistakes(np.array([[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0]]), 10)[1:]
    (1, 1)

    Source: the module's text.
    """
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


def mistakes_of(w: Array, Z: Array) -> Booleans:
    r"""Return for each row whether :math:`\langle w, z_i \rangle > 0` fails to be proved.

    An inner function: nothing is validated.

    >>> mistakes_of(np.array([1.0, 0.0]), np.eye(2))
    array([False,  True])
    """
    return np.asarray(~(Z @ w > margin_error(Z, w)))


def _smallest_hitting_set(groups: list[Integers], m: int) -> tuple[Integers, int]:
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
