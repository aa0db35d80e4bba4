"""Numbers keep their digits over the range that is accepted, and beyond it there is a refusal.

The right values are sums of exact fractions, or series that do not cancel.
"""

from fractions import Fraction
from math import comb, isclose, log, log1p

import pytest

from lecture_code.chapters.c08_pac_bayes import kl_upper, pac_bayes_rate, relative_entropy
from lecture_code.checks.estimates import frequency
from lecture_code.core.binomial import binomial, least_heads, most_heads
from lecture_code.optimise.descent import strong_bound
from lecture_code.theory.bounds import compression_bound, margin_bound, uniform_margin_bound
from lecture_code.theory.concentration import bernstein, binomial_above, chebyshev, hoeffding, kl
from lecture_code.theory.sample_complexity import (
    consistent_formula,
    consistent_radius,
    log_free_formula,
    uniform_accuracy,
    uniform_convergence,
    uniform_formula,
    vc_radius,
)
from lecture_code.theory.stability import lipschitz_rate, smooth_rate


def exact_kl(q, p, terms=60):
    """Return kl(q | p) for rational numbers near each other, by a series."""
    q, p = Fraction(q), Fraction(p)
    s, t = (q - p) / p, (p - q) / (1 - p)
    return float(
        sum((p * (-s) ** k + (1 - p) * (-t) ** k) / (k * (k - 1)) for k in range(2, terms))
    )


@pytest.mark.parametrize("p", [1e-300, 2e-14, 1e-3, 0.3, 0.5, 1 - 1e-3, 1 - 2.0**-40])
@pytest.mark.parametrize("share", [1e-12, 1e-6, 1e-2, 0.099, 0.2, -1e-9, -0.3])
def test_kl_near_the_diagonal(p, share):
    q = p + share * min(p, 1 - p)
    assert kl(q, p) == pytest.approx(exact_kl(q, p), rel=1e-12)


def test_kl_far_from_it():
    assert kl(2e-14, 1e-14) == pytest.approx(1e-14 * (2 * log(2) - 1), rel=1e-13)
    assert kl(0.5, 5e-324) == pytest.approx(0.5 * (log(0.5) - log(5e-324)) + 0.5 * log(0.5))
    assert kl(1e-3, 0.9) == pytest.approx(1e-3 * log(1e-3 / 0.9) + 0.999 * log(9.99))


def test_relative_entropies_and_their_inverse_are_right_for_tiny_numbers():
    assert relative_entropy([0.5 + 1e-9, 0.5 - 1e-9], [0.5, 0.5]) == pytest.approx(2e-18, rel=1e-6)
    assert kl_upper(0.0, 1e-20) == pytest.approx(1e-20, rel=1e-9)
    p = kl_upper(1e-20, 1e-25)
    assert kl(1e-20, p) == pytest.approx(1e-25, rel=1e-6)


def test_binomials_of_many_flips():
    n, p = 1541096362225563, 1.0477878413173978e-18
    assert binomial(n, p).pmf(1) == pytest.approx(n * p * (1 - n * p), rel=1e-5)
    half = 10**10 // 2
    exact = 1 / (3.141592653589793 * half) ** 0.5 * (1 - 1 / (8 * half))  # Stirling
    assert binomial(10**10, 0.5).pmf(half) == pytest.approx(exact, rel=1e-10)
    assert binomial_above(10**12, 0.5, 1e-6) == pytest.approx(0.0227501, rel=1e-5)  # Gauss, z = 2
    for k in (0, 3, 40):
        truth = sum(Fraction(comb(100, j), 2**100) for j in range(k + 1))
        assert binomial(100, 0.5).cdf(k) == pytest.approx(float(truth), rel=1e-12)
    with pytest.raises(ValueError, match="^n must be finite, at least 0 and at most"):
        binomial(10**17, 0.5)


@pytest.mark.parametrize("n", [10, 10**6, 10**9, 10**12, 10**15])
def test_a_tie_is_less_than_a_flip(n):
    k = n // 3
    assert most_heads(k / n, n) == least_heads(k / n, n) == k
    assert least_heads((k + 0.5) / n, n) == k + 1
    assert most_heads((k + 0.5) / n, n) == k


@pytest.mark.parametrize("error", [1e-3, 1e-6, 1e-100, 1e-200, 1e-280])
@pytest.mark.parametrize(("k", "n"), [(3, 10**4), (1, 10), (500, 1000), (9999, 10**4)])
def test_limits_of_clopper_and_pearson_solve_their_equations(k, n, error):
    found = frequency(k, n, error=error)
    assert found.low < k / n < found.high
    if k == 1:
        assert -n * log1p(-found.low) == pytest.approx(-log1p(-error), rel=1e-9)
    if k == 3:  # 1e-100: C(n, 3) p^3 but for a factor 1 - n p
        assert isclose(float(binomial(n, found.low).sf(k - 1)), error, rel_tol=1e-4)
    if found.high < 0.999:  # nearer to 1 there is no float
        assert isclose(float(binomial(n, found.high).cdf(k)), error, rel_tol=1e-4)


@pytest.mark.parametrize(
    ("bound", "right"),
    [
        (lambda: hoeffding(10, 1e200), 0.0),
        (lambda: hoeffding(10, 1e-200), 1.0),
        (lambda: chebyshev(100, 1e200, 1e300), 1e-102),
        (lambda: bernstein(10, 1e200, 1.0), 0.0),
        (lambda: bernstein(1, 1e-170, 0.0, reach=1e-170), 0.22313016014842982),  # e^-3/2
        (lambda: lipschitz_rate(10, 1e-200, rho=1e-200), 1e-201),
        (lambda: smooth_rate(10, 1e200, beta=1e150, C=1e200), 4e149),
        (lambda: strong_bound(1e200, 1e200, 1), 2e200),
        (lambda: compression_bound(10**15, 1, 0.05), 3.7534508668464e-14),
        (lambda: uniform_formula(1, 1e-100, 0.5), 7.456995136692619e203),
        (lambda: uniform_convergence(10, 1e200, 0.05, width=1e-200), 1),
        (lambda: margin_bound(100, 1e-320, R=1, gamma=1), 0.2 + (log(1e-320) / -200) ** 0.5),
    ],
)
@pytest.mark.filterwarnings("error")
def test_bounds_are_right_for_tiny_and_huge_numbers(bound, right):
    assert bound() == pytest.approx(right, rel=1e-9, abs=0)


BEYOND = [
    lambda: chebyshev(100, 1e-200, 1.0),
    lambda: uniform_formula(3, 1e-200, 0.05),
    lambda: consistent_formula(10**400, 0.1, 0.05),
    lambda: log_free_formula(10**308, 0.1, 0.05),
    lambda: vc_radius(3, 10**400, 0.05),
    lambda: consistent_radius(3, 10**400, 0.05),
    lambda: uniform_accuracy(10, 10**400, 0.05),
    lambda: margin_bound(10**400, 0.05, R=1, gamma=1),
    lambda: margin_bound(10, 0.05, R=1e300, gamma=1e-300),
    lambda: uniform_margin_bound(10, 0.05, R=1e300, gamma=1e-300),
    lambda: compression_bound(10**400, 1, 0.05),
    lambda: pac_bayes_rate(3, 10**400, 0.05),
    lambda: lipschitz_rate(10, 1e-200, rho=1e200),
    lambda: strong_bound(1e200, 1e-200, 1),
    lambda: frequency(3, 10**18),
    lambda: frequency(3, 10, error=1e-300),
]


@pytest.mark.parametrize("beyond", BEYOND)
@pytest.mark.filterwarnings("error")
def test_beyond_the_range_is_refused(beyond):
    with pytest.raises(ValueError, match=r"must (be|hold)"):
        beyond()
