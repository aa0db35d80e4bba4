"""Random Fourier features: exact identities, and the law of the frequencies."""

import numpy as np
import pytest
from scipy.stats import kstest

from lecture_code.kernels.features import RandomFeatures, features_needed, random_features


def test_the_kernel_is_the_mean_of_cosines():
    rng = np.random.default_rng(0)
    X, Z = rng.normal(size=(4, 3)), rng.normal(size=(5, 3))
    features = random_features(3, 7, sigma=0.5, rng=rng)
    cosines = np.cos((X[:, None] - Z) @ features.omega.T).mean(axis=-1)
    assert np.allclose(features.kernel(X, Z), cosines)
    assert np.allclose((features(X) ** 2).sum(axis=1), 1)


def test_no_more_features_than_the_union_bound_asks_for():
    assert features_needed(2, eps=0.5, delta=0.5) == int(np.ceil(8 * np.log(4)))


def test_bad_input():
    rng = np.random.default_rng(3)
    for wrong in ({"d": 0}, {"D": 0}, {"sigma": -1.0}, {"rng": 3}):
        given = {"d": 1, "D": 2, "sigma": 1.0, "rng": rng} | wrong
        with pytest.raises(ValueError, match=next(iter(wrong))):
            random_features(given.pop("d"), given.pop("D"), **given)
    with pytest.raises(ValueError, match="m must"):
        features_needed(1, eps=0.1, delta=0.1)
    with pytest.raises(ValueError, match="eps"):
        features_needed(2, eps=1.0, delta=0.1)
    with pytest.raises(ValueError, match="omega"):
        RandomFeatures([1.0])


def test_the_frequencies_are_normal():
    omega = random_features(2, 500, sigma=4.0, rng=np.random.default_rng(3)).omega
    assert kstest(omega.ravel(), "norm", args=(0, 0.25)).pvalue > 1e-6
    assert kstest(omega.ravel(), "norm", args=(0, 4.0)).pvalue < 1e-6  # as if multiplied by sigma
    assert kstest(omega.ravel(), "norm", args=(0, 0.5)).pvalue < 1e-6  # as if sigma were a variance
