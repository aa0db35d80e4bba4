"""The exact solver on the line: by hand, against a grid and a second method, ties, bad input."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize_scalar

from lecture_code.core.enumeration import count_vectors
from lecture_code.linear.regularised import hinge_line, hinge_losses

numbers = st.sampled_from([-2.0, -1.0, -0.5, 0.0, 0.25, 1.0, 3.0])


def objective(w, a, b, c, lam):
    return lam * w * w + c @ np.maximum(0, b - a * w) / c.sum()


def test_by_hand():
    # lam w^2 + max(0, 1 - w): slope 2 lam w - 1 below 1, so w = 1/(2 lam) or the kink
    assert hinge_line([1], [1], [[3]], lam=1)[0] == 0.5
    assert hinge_line([1], [1], [[3]], lam=0.1)[0] == 1.0
    # constant loss only
    assert hinge_line([0], [1], [[2]], lam=1)[0] == 0.0
    # negative heights: max(0, -1 - w) starts at w = -1
    assert hinge_line([1], [-1], [[2]], lam=1)[0] == 0.0


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.tuples(numbers, numbers, st.integers(0, 3)), min_size=1, max_size=6),
    st.sampled_from([0.01, 0.3, 2.0]),
)
def test_no_point_is_better(atoms, lam):
    a, b, c = (np.array(part, dtype=float) for part in zip(*atoms, strict=True))
    c[0] += 1
    w = hinge_line(a, b, c[None], lam=lam)[0]
    here = objective(w, a, b, c, lam)
    other = minimize_scalar(objective, args=(a, b, c, lam), bracket=(-1, 1), tol=1e-12)
    assert here <= other.fun + 1e-9
    for step in (1e-6, -1e-6, 0.1, -0.1):
        assert here <= objective(w + step, a, b, c, lam)


def test_all_counts_at_once():
    counts = count_vectors(3, 5)
    a, b = np.array([1.0, -1.0, 0.5]), np.ones(3)
    together = hinge_line(a, b, counts, lam=0.1)
    assert together == pytest.approx([hinge_line(a, b, c[None], lam=0.1)[0] for c in counts])


def test_losses():
    assert hinge_losses(0.5, [1, 2], [1, 1]).tolist() == [0.5, 0.0]


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        (([1, np.nan], [1, 1], [[1, 1]], 1.0), "a"),
        (([1, 1], [1], [[1, 1]], 1.0), "b"),
        (([1, 1], [1, 1], [[1, -1]], 1.0), "counts"),
        (([1, 1], [1, 1], [[0, 0]], 1.0), "counts"),
        (([1, 1], [1, 1], [[1]], 1.0), "counts"),
        (([1, 1], [1, 1], [[1, 1]], 0.0), "lam"),
    ],
)
def test_bad_input_is_named(arguments, name):
    a, b, counts, lam = arguments
    with pytest.raises(ValueError, match=f"^{name} must"):
        hinge_line(a, b, counts, lam=lam)
