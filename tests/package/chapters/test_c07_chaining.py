"""Packings and chains: by hand, maximal, below both bounds, above the true complexity."""

import itertools

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from lecture_code.chapters.c07_chaining import chain_steps, separated
from lecture_code.core.classes import answers, intervals, thresholds
from lecture_code.theory.rademacher import rademacher

tables = st.lists(st.lists(st.integers(0, 1), min_size=7, max_size=7), min_size=1, max_size=30)


def distances(a, b):
    return (a[:, None] != b[None]).mean(axis=2)


@given(tables, st.floats(0.05, 1))
def test_separated_and_maximal(table, eps):
    table = np.array(table)
    net = separated(table, eps)
    apart = distances(net, net) + 2 * np.eye(len(net))
    assert apart.min() >= eps - 1e-9
    assert distances(table, net).min(axis=1).max() < eps


def largest_packing(table, eps):
    """Try all subsets."""
    apart = distances(table, table) >= eps - 1e-9
    return max(
        size for size in range(1, len(table) + 1)
        for some in itertools.combinations(range(len(table)), size)
        if all(apart[i, j] for i, j in itertools.combinations(some, 2))
    )  # fmt: skip


def test_thresholds_by_brute_force():
    for n in (3, 6, 9):
        x = np.arange(n)
        rows = answers(thresholds(x), x)
        for k in range(1, n + 1):
            best = largest_packing(rows, k / n)
            assert len(separated(rows, k / n)) == best == n // k + 1
            assert best <= min(np.e * 2 * (2 * np.e * n / k), 27 * (n / k) ** 2)


@given(tables, st.integers(2, 70))
def test_the_chain_bounds_the_complexity(table, base):
    assert float(rademacher(np.array(table))) <= chain_steps(table, base).sum() + 1e-12


def test_by_hand():
    x = np.arange(4)
    rows = answers(intervals(x), x)
    assert len(separated(rows, 1 / 4)) == 11
    one_step = np.sqrt(2 * np.log(11) / 4)
    np.testing.assert_allclose(chain_steps(rows, 4), [one_step])
    np.testing.assert_allclose(chain_steps([[0, 1]], 4), [0.0])
