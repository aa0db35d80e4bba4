"""Logistic regression, on labels of which a tenth is turned: the minimum is attained."""

from collections.abc import Iterator
from functools import partial

import numpy as np
from sklearn.linear_model import LogisticRegression

from benchmarks.case import SIZES, Case, sample
from lecture_code.linear.logistic import logistic_regression


def cases() -> Iterator[Case]:
    for solver, tol, near, target in [
        ("newton-cholesky", 1e-8, 1e-5, 1.0),
        ("lbfgs", 1e-4, 1e-2, None),
    ]:
        for size in SIZES:
            X, y = sample(size, 0.1)
            peer = LogisticRegression(
                C=np.inf, solver=solver, fit_intercept=False, tol=tol, max_iter=1000
            )
            yield Case(
                f"logistic regression {size}, {solver}",
                ("linear.logistic.logistic_regression",),
                partial(logistic_regression, X, y),
                lambda ours, theirs, near=near: np.allclose(
                    ours.w, theirs.coef_[0], rtol=near, atol=near
                ),
                partial(peer.fit, X, y),
                f"sklearn {solver}",
                target,
                loops=(X, lambda run: run.updates) if size == "L" and target else None,
                note="no target: it stops with three or four right digits"
                * (solver == "lbfgs" and size == "L"),
            )
