"""The shortest separator and the hard SVM."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
from scipy.optimize import nnls
from scipy.sparse import csc_matrix, diags_array
from sklearn.svm import SVC

from benchmarks.case import Case, optional, sample
from lecture_code.linear.margins import minimum_norm_separator
from lecture_code.svm.hard import hard_svm


def least_distance_by_nnls(X: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Return the shortest separator through Lawson and Hanson's least-distance program."""
    m, d = X.shape
    u, _ = nnls(np.vstack([(y[:, None] * X).T, np.ones(m)]), np.r_[np.zeros(d), 1.0])
    return ((u * y) @ X) / (1 - u.sum())


def by_clarabel(clarabel: Any, X: np.ndarray, y: np.ndarray, bias: bool) -> np.ndarray:
    """Return w of the shortest (w, b) with margins 1, by an interior point method."""
    m, d = X.shape
    Z = y[:, None] * (np.c_[X, np.ones(m)] if bias else X)
    n = Z.shape[1]
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    P = csc_matrix(diags_array(np.r_[np.ones(d), np.zeros(n - d)]))
    cones = [clarabel.NonnegativeConeT(m)]
    solver = clarabel.DefaultSolver(P, np.zeros(n), csc_matrix(-Z), -np.ones(m), cones, settings)
    return np.array(solver.solve().x)[:d]


def proved(
    X: np.ndarray, y: np.ndarray, near: float, w_of: Callable[[Any], Any]
) -> Callable[..., bool]:
    """Return the comparison: our margins and duality gap, and the distance to the peer's w."""

    def agree(ours: Any, theirs: Any) -> bool:
        margins, dual = y * (X @ ours.w + getattr(ours, "b", 0.0)), ours.alpha.sum()
        optimal = margins.min() > 1 - 1e-9 and abs(dual - ours.w @ ours.w) < 1e-10 * dual
        if theirs is None:
            return bool(optimal)
        w = w_of(theirs)
        return bool(optimal and np.linalg.norm(w - ours.w) < near * np.linalg.norm(w))

    return agree


def shortest_separators() -> Iterator[Case]:
    for size, target in [("S", 12.0), ("M", 0.8), ("L", 0.5)]:
        X, y = sample(size)
        yield Case(
            f"shortest separator {size}",
            ("linear.margins.minimum_norm_separator",),
            partial(minimum_norm_separator, X, y),
            proved(X, y, 1e-6, lambda w: w),
            None if size == "L" else partial(least_distance_by_nnls, X, y),
            "" if size == "L" else "scipy nnls",
            target,
        )


def widest_streets() -> Iterator[Case]:
    small = "it costs the calls of numpy, not arithmetic; the peer is compiled"
    notes = {
        ("S", False): small,
        ("S", True): small,
        ("M", False): "ours takes as long as with a bias, the peer less",
    }
    clarabel = optional("clarabel")
    for size, bias, target in [("S", False, 0.6), ("M", False, 0.1)] + [
        (size, True, target) for size, target in [("S", 0.6), ("M", 0.1), ("L", 0.02)]
    ]:
        X, y = sample(size)
        yield Case(
            f"hard SVM {'with a bias' if bias else 'without bias'} {size}, clarabel",
            ("svm.hard.hard_svm",),
            partial(hard_svm, X, y, bias=bias),
            proved(X, y, 1e-6, lambda w: w),
            partial(by_clarabel, clarabel, X, y, bias),
            "clarabel",
            target,
            missing="" if clarabel else "clarabel",
            slow=size == "L",
            note=notes.get((size, bias), ""),
        )
    for size, target in [("S", 0.5), ("M", 0.2), ("L", 0.5)]:
        X, y = sample(size)
        yield Case(
            f"hard SVM with a bias {size}",
            ("svm.hard.hard_svm", "solvers.widest_street.widest_street"),
            partial(hard_svm, X, y),
            proved(X, y, 1e-2, lambda peer: peer.coef_[0]),
            None if size == "L" else partial(SVC(C=1e10, kernel="linear").fit, X, y),
            "" if size == "L" else "sklearn SVC(C=1e10)",
            target,
            note="the peer's margin has a few right digits only; at L it needs half a minute"
            * (size == "M"),
        )


def cases() -> Iterator[Case]:
    yield from shortest_separators()
    yield from widest_streets()
