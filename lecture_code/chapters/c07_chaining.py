r"""Finer and finer nets: packings of a class on a sample, and the bound that chaining gives.

The distance of two rows of labels is the share of the points on which they differ.  A row is
reached from one fixed row by a chain of steps, each to a finer net; there are few long steps, and
the many steps are short.

:Source: chapter 07, without the logarithm; R. M. Dudley, 1978.
"""

from __future__ import annotations

import math
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lecture_code.core import validate
from lecture_code.core.enumeration import few
from lecture_code.core.types import BITS, Array, Integers

#: Labels 0 and 1, ``(k, m)``: a row for each hypothesis.
Table: TypeAlias = ArrayLike


def separated(table: Table, eps: float) -> Integers:
    r"""Return rows with pairwise distances of at least ε > 0, to which none can be added.

    .. math:: \frac1m\#\{i: a_i\ne b_i\} \ge \varepsilon \quad\text{for } a\ne b \text{ in the set}

    Greedy: the different rows are taken in order, each that is far from all taken before.  So no
    row can be added, and every row is closer than ε to one in the set.

    >>> len(separated([[0, 0, 0, 0], [1, 0, 0, 0], [1, 1, 0, 0], [1, 1, 1, 1]], 0.5))
    3

    :Implements: lem-packing.
    """
    rows = _rows(table)
    eps = min(validate.number(eps, "eps", above=0), 2.0)  # no two rows are farther apart than 1
    least = math.ceil(eps * rows.shape[1] * (1 - 1e-12))
    taken, far = [], np.ones(len(rows), dtype=bool)
    while far.any():
        i = int(np.argmax(far))
        taken.append(i)
        far &= (rows != rows[i]).sum(axis=1) >= max(least, 1)
    return rows[taken].astype(np.int64)


def chain_steps(table: Table, base: int = 64) -> Array:
    r"""Return what each of the J steps of the chain costs at most, on a given table.

    .. math:: \sqrt{\frac{\varepsilon_{j-1}}m}\,\sqrt{2\log\lvert A_j\rvert}, \qquad
              \varepsilon_j = base^{-j}, \quad j = 1, \dots, J

    :math:`A_j` is the set that ``separated`` finds at :math:`\varepsilon_j`, and J the first j with
    :math:`\varepsilon_j\le1/m`, so that :math:`A_J` is the whole table.  The sum bounds the
    Rademacher complexity of the table.  The base is at least 2.

    >>> chain_steps([[0, 0], [1, 1]], 4).round(4)
    array([0.8326])

    :Implements: thm-chaining.
    """
    rows, base = _rows(table), validate.whole(base, "base", at_least=2)
    costs: list[float] = []
    m, eps = rows.shape[1], 1.0
    while not costs or eps > 1 / m:
        net = separated(rows, eps / base)
        costs.append(math.sqrt(eps / m) * math.sqrt(2 * math.log(len(net))))
        eps /= base
    return np.array(costs)


def _rows(table: Table) -> NDArray[np.int8]:
    """Return the different rows of a table, in order."""
    rows = validate.array(table, "table", "(k, m)")
    validate.labels(rows.ravel(), allowed=BITS, name="table")
    different: NDArray[np.int8] = np.unique(rows.astype(np.int8), axis=0)
    few(len(different) ** 2, "table", "pairs of rows", each=1 / 16)
    return different
