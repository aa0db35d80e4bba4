"""Twenty epochs of plain SGD on 1400 digits, batches of 32; both then know nearly all of the
others, from different random starts."""

import warnings
from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.neural_network import MLPClassifier

from benchmarks.case import Case
from lecture_code.data.datasets import digits
from lecture_code.networks.losses import SOFTMAX
from lecture_code.networks.network import RELU
from lecture_code.networks.training import initial_network, train
from lecture_code.optimise.optimisers import sgd


def cases() -> Iterator[Case]:
    X, y = digits().X / 16, digits().y
    order = np.random.default_rng(0).permutation(len(X))
    old, new = order[:1400], order[1400:]

    def ours(*hidden: int) -> Any:
        rng = np.random.default_rng(1)
        start = initial_network((64, *hidden, 10), RELU, gain=2.0, rng=rng)
        return train(start, X[old], y[old], SOFTMAX, rule=sgd(0.1), epochs=20, batch=32, rng=rng)

    def theirs(*hidden: int) -> Any:
        peer = MLPClassifier(hidden, solver="sgd", momentum=0, learning_rate_init=0.1, alpha=0,
                             batch_size=32, max_iter=20, tol=0, n_iter_no_change=100)  # fmt: skip
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            return peer.fit(X[old], y[old])

    for hidden, target in [((32,), 0.3), ((100,), 0.3), ((256, 128), 0.7)]:
        yield Case(
            f"network of {'-'.join(map(str, hidden))} hidden units, 20 epochs",
            ("networks.training.train", "networks.backprop.sweep"),
            partial(ours, *hidden),
            lambda a, b: min((a(X[new]) == y[new]).mean(), b.score(X[new], y[new])) > 0.93,
            partial(theirs, *hidden),
            "sklearn MLPClassifier",
            target,
        )
