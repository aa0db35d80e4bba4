"""Ridge regression, leave-one-out, polynomials."""

from collections.abc import Iterator
from functools import partial

import numpy as np
from numpy.polynomial import Legendre
from sklearn.linear_model import Ridge, RidgeCV

from benchmarks.case import SIZES, Case, sample
from lecture_code.linear.polynomials import fit_polynomials
from lecture_code.linear.regression import leave_one_out_path, ridge_path

LAMS = np.geomspace(1e-3, 1e3, 50)


def ridges() -> Iterator[Case]:
    for lams, target in [(np.ones(1), 1.0), (LAMS, 0.15)]:
        for size in SIZES:
            X, y = sample(size, 0.1)

            def one_by_one(
                X: np.ndarray = X, y: np.ndarray = y, lams: np.ndarray = lams
            ) -> np.ndarray:
                return np.array([Ridge(alpha=a, fit_intercept=False).fit(X, y).coef_ for a in lams])

            alone = len(lams) == 1
            yield Case(
                f"ridge {size}" if alone else f"ridge path of 50 lambdas {size}",
                ("linear.regression.ridge_path",),
                partial(ridge_path, X, y, lams),
                lambda ours, theirs: np.allclose(ours, theirs, rtol=1e-8, atol=1e-10),
                one_by_one,
                "sklearn Ridge" if alone else "sklearn Ridge, 50 times",
                target,
                note="ours is by QR: the peer's X'X squares the condition number"
                * (alone and size != "S"),
            )


def leave_one_outs() -> Iterator[Case]:
    for lams, target in [(np.ones(1), 1.0), (LAMS, 0.3)]:
        for size in SIZES:
            X, y = sample(size, 0.1)
            peer = RidgeCV(alphas=lams, fit_intercept=False, store_cv_results=True)
            yield Case(
                f"leave-one-out {size}, {len(lams)} lambda" + "s" * (len(lams) > 1),
                ("linear.regression.leave_one_out_path",),
                partial(leave_one_out_path, X, y, lams),
                lambda ours, theirs: np.allclose(
                    ours, theirs.cv_results_.mean(axis=0), rtol=1e-8, atol=0
                ),
                partial(peer.fit, X, y),
                "sklearn RidgeCV",
                target,
                slow=size == "L" and len(lams) > 1,
                note="ours is by the SVD of X: the peer's X'X squares the condition number"
                * (size == "L" and len(lams) == 1),
            )


def polynomials() -> Iterator[Case]:
    """Bias and variance of polynomials of degree 5: one fit for each of 2000 samples of 30."""
    rng = np.random.default_rng(0)
    x = rng.uniform(-1, 1, (2000, 30))
    y = np.sin(3 * x) + 0.3 * rng.standard_normal(x.shape)
    scale = np.sqrt(2 * np.arange(6) + 1)

    def one_by_one() -> np.ndarray:
        return np.array(
            [Legendre.fit(a, b, 5, domain=[-1, 1]).coef for a, b in zip(x, y, strict=True)]
        )

    yield Case(
        "2000 polynomials of degree 5",
        ("linear.polynomials.fit_polynomials",),
        partial(fit_polynomials, x, y, 5),
        lambda ours, theirs: np.allclose(ours * scale, theirs, rtol=1e-8, atol=1e-10),
        one_by_one,
        "a loop over Legendre.fit",
        0.15,
    )


def cases() -> Iterator[Case]:
    yield from ridges()
    yield from leave_one_outs()
    yield from polynomials()
