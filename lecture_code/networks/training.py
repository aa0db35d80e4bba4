r"""Training a network: stochastic gradient descent in epochs, from random weights.

An epoch goes through the sample once, in a new random order, B examples a step:

.. math:: v = \nabla_w\Bigl(\frac1B\sum_{i\in\text{batch}}\ell(h_w(x_i),y_i)
              +\frac\lambda2\lVert\bar w\rVert^2\Bigr),\qquad w\leftarrow w-\text{step}(v),

where :math:`\bar w` are the weights that do not leave bias units, and any optimiser of chapter 10
makes the step.

:Source: chapter 13, training.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.core import validate
from lecture_code.core.records import Record
from lecture_code.core.types import Array, Points
from lecture_code.networks.backprop import flatten, sweep, unflatten
from lecture_code.networks.losses import OutputLoss
from lecture_code.networks.network import Activation, Network, Sizes, as_sizes
from lecture_code.optimise.optimisers import Optimiser


def train(
    network: Network,
    X: Points,
    y: ArrayLike,
    loss: OutputLoss,
    *,
    rule: Optimiser,
    epochs: int,
    batch: int,
    rng: np.random.Generator,
    lam: float = 0.0,
    keep: float = 1.0,
) -> Training:
    r"""Return a run of mini-batch descent from the weights of ``network``, which is left as it is.

    The labels are of the kind of the loss.  The last ``batch`` of an epoch may have fewer examples.
    ``lam`` is the weight decay, at least 0, and ``keep`` the probability in (0, 1] with which
    dropout keeps a hidden neuron.  It raises OverflowError if the weights leave the range of
    floats.

    >>> from lecture_code.optimise.optimisers import fixed_step
    >>> from lecture_code.networks.losses import SQUARED
    >>> from lecture_code.networks.network import IDENTITY
    >>> line = Network(([[0.0], [0.0]],), IDENTITY)
    >>> X, y, rng = [[1.0], [-1.0]], [2.0, -2.0], np.random.default_rng(0)
    >>> run = train(line, X, y, SQUARED, rule=fixed_step(0.25), epochs=2, batch=2, rng=rng)
    >>> run.trace.tolist(), run([[4.0]]), run.at(1)([[4.0]])
    ([[0.0, 0.0], [0.0, 1.0], [0.0, 1.5]], array([6.]), array([4.]))

    :Implements: alg-network-sgd, prop-dropout.
    """
    X, lam = validate.points(X, d=network.sizes[0]), validate.number(lam, "lam", at_least=0)
    Y = loss.targets(y, len(X), network.sizes[-1])
    epochs, batch = validate.whole(epochs, "epochs"), validate.whole(batch, "batch")
    rng, keep = validate.generator(rng), validate.number(keep, "keep", above=0, at_most=1)
    w = flatten(network.weights)
    if np.iscomplexobj(w):
        raise ValueError("network must have real weights; got complex ones")
    weights = unflatten(w, network.sizes)  # views: they move with w
    sigmas = network.activation, network.output
    decay = lam * flatten([np.indices(a.shape)[0] > 0 for a in weights])  # 0 for bias units
    hidden = network.sizes[1:-1] if keep < 1 else ()  # the layers that dropout thins out
    memory, trace, t = rule.init(w), [w.copy()], 0
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        for _ in range(epochs):  # 1.
            order = rng.permutation(len(X))  # 1.1
            shuffled, answers = X[order], Y[order]  # one gather an epoch; its batches are views
            for start in range(0, len(X), batch):  # 1.2
                rows, t = slice(start, start + batch), t + 1
                masks = [(rng.random((len(answers[rows]), d)) < keep) / keep for d in hidden]
                *_, gradients = sweep(weights, *sigmas, shuffled[rows], answers[rows], loss, masks)
                v = np.concatenate([g.ravel() for g in gradients])
                if lam:  # else a tenth of the time for nothing
                    v += decay * w
                step, memory = rule.update(v, memory, t)
                w -= step
            trace.append(w.copy())
    if not np.isfinite(w).all():
        raise OverflowError(
            f"the weights must stay within the range of floats; after {epochs} epochs of "
            f"{rule.name} they are not finite: the step size is too large"
        )
    return Training(replace(network, weights=weights), loss, np.array(trace))


@dataclass(frozen=True, slots=True, eq=False)
class Training(Record):
    """A finished run: the trained network, its loss, and the weights after each epoch.

    It is a predictor: of signs for LOGISTIC and HINGE, classes for SOFTMAX, numbers for SQUARED.
    """

    network: Network = field(repr=False)
    loss: OutputLoss
    #: The weights in one vector, the first row those it started from, ``(epochs + 1, edges)``.
    trace: Array = field(repr=False)

    def __call__(self, X: Points) -> Array:
        """Return what the network predicts for each row of ``X``."""
        return self.loss.decide(self.network(validate.points(X)))

    @property
    def epochs(self) -> int:
        """The number of passes through the sample."""
        return len(self.trace) - 1

    def at(self, epoch: int) -> Training:
        """Return the run as it was after so many epochs, 0 for the first weights."""
        epoch = validate.whole(epoch, "epoch", at_least=0, at_most=self.epochs)
        network = replace(self.network, weights=unflatten(self.trace[epoch], self.network.sizes))
        return Training(network, self.loss, self.trace[: epoch + 1])


def initial_network(
    sizes: Sizes, activation: Activation, *, gain: float, rng: np.random.Generator
) -> Network:
    r"""Return a network with centred normal weights whose variance keeps the signal's size.

    .. math:: \operatorname{Var}w_{rj}^{(t)} = \frac g{d^{(t-1)}}\quad(r\ge1),\qquad w_{0j}^{(t)}=0

    The ``gain`` g > 0 is 2 for ReLU (He), and 1 for identity and tanh.

    >>> from lecture_code.networks.network import RELU
    >>> net = initial_network((3, 2), RELU, gain=1.0, rng=np.random.default_rng(0))
    >>> net.weights[0][0], net.sizes
    (array([0., 0.]), (3, 2))

    :Implements: thm-kept-variance, thm-kept-errors.
    """
    d = as_sizes(sizes)
    gain, rng = validate.number(gain, "gain", above=0), validate.generator(rng)
    weights = []
    for below, here in zip(d, d[1:], strict=False):
        w = rng.normal(size=(below + 1, here)) * math.sqrt(gain / below)
        w[0] = 0.0
        weights.append(w)
    return Network(tuple(weights), activation)
