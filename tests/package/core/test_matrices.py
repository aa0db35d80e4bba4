"""The validators of matrices: what rounding may do to them, what each refusal says."""

import numpy as np
import pytest

from lecture_code.core.matrices import as_semidefinite, as_symmetric


@pytest.mark.parametrize("size", [1.0, 1e-300, 2.0**1020])
def test_a_matrix_is_symmetric_up_to_rounding(size):
    G = size * np.array([[1, 2, 0], [2, 5, 3], [0, 3, 9]])
    assert as_symmetric(G) is G
    near, off = G.copy(), G.copy()
    near[0, 1], off[2, 1] = size * (2 + 1e-10), size * 3.001
    assert (even := as_symmetric(near))[0, 1] == even[1, 0]
    assert abs(even / size - G / size).max() < 1e-10
    with pytest.raises(ValueError, match=r"Q must be symmetric; got .* at index \(1, 2\) and "):
        as_symmetric(off, "Q")
    for bad in (G[:2], [1, 2], np.ones((0, 0))):
        with pytest.raises(ValueError, match="^G must "):
            as_symmetric(bad)


def test_a_large_entry_excuses_no_small_ones():
    G = np.diag([1e12, 1.0, 1.0])
    G[1, 2] = 0.9
    with pytest.raises(ValueError, match=r"^G must be symmetric; got 0.9 at index \(1, 2\)"):
        as_symmetric(G)
    G = np.diag([1.0, -5e-10])
    assert as_semidefinite(G) is G
    with pytest.raises(ValueError, match="^G must be positive semidefinite"):
        as_semidefinite(G, tol=1e-10)


def test_eigenvalues_are_at_least_zero_up_to_rounding():
    for low in (0, -1e-11):
        G = 1e3 * np.diag([1.0, low, 4.0])
        assert as_semidefinite(G) is G
    with pytest.raises(ValueError, match="^Q must be positive semidefinite; got the eigenvalue -0"):
        as_semidefinite(1e3 * np.diag([1.0, -1e-6, 4.0]), "Q")
    with pytest.raises(ValueError, match="^G must be symmetric"):
        as_semidefinite([[1, 2], [0, 1]])
