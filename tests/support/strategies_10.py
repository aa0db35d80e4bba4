"""Functions whose values, subgradients and walks are fractions, for the theorems of chapter 10."""

import itertools
import math
from fractions import Fraction

import numpy as np
from hypothesis import strategies as st
from strategies_08_13 import F, points, vectors

SQUARES = st.sampled_from([(1, 1), (4, 2), (9, 3)])  # a number of steps and its root
ETAS = st.sampled_from([Fraction(1), Fraction(1, 2), Fraction(1, 5), Fraction(3)])
LAMS = st.sampled_from([Fraction(1), Fraction(2), Fraction(1, 2), Fraction(1, 8)])
SHARES = st.fractions(0, 1, max_denominator=4)
PICKS = st.lists(st.integers(0, 5), min_size=9, max_size=9)
TRIPLES = [(1, 0, 1), (0, 1, 1), (-1, 0, 1), (3, 4, 5), (-4, 3, 5), (5, -12, 13), (-15, -8, 17)]
UNITS = [F([Fraction(a, c), Fraction(b, c)]) for a, b, c in TRIPLES]  # rational unit vectors


class Roof:
    """The maximum of affine functions ``w -> <a_i, w> + b_i``, in fractions."""

    def __init__(self, A, b):
        self.A, self.b = F(A), F(b)
        self.d = self.A.shape[1]
        self.square = (self.A * self.A).sum(axis=1).max()  # of the Lipschitz constant

    def __call__(self, w):
        return (self.A @ w + self.b).max()

    def active(self, w):
        return self.A[self.A @ w + self.b == self(w)]

    def subgradient(self, w, pick=0):
        slopes = self.active(w)
        return slopes[pick % len(slopes)]

    def lowest(self, B):
        """The least value on [-B, B], for d = 1: at an end or where two pieces cross."""
        pieces = list(zip(self.A[:, 0], self.b, strict=True))
        kinks = [(q - b) / (a - p) for (a, b), (p, q) in itertools.combinations(pieces, 2) if a - p]
        return min(self(F([w])) for w in [-B, B, *(k for k in kinks if abs(k) <= B)])


@st.composite
def roofs(draw, d=(1, 2), pieces=(1, 3)):
    A = draw(points(pieces, d))
    return Roof(A, draw(vectors(len(A))))


def walk(f, picks, T, eta, start=None):
    """The literal loop: all vectors, and the subgradients taken."""
    w = F([0] * f.d) if start is None else start
    trace, V = [w], []
    for t in range(T):
        V.append(f.subgradient(trace[-1], picks[t]))
        trace.append(trace[-1] - eta * V[-1])
    return np.array(trace), np.array(V)


def sequences(law, T):
    """All sequences of T draws from a finite law, with their probabilities."""
    for drawn in itertools.product(range(len(law)), repeat=T):
        yield drawn, math.prod((law[j] for j in drawn), start=Fraction(1))


class Bend:
    """``lam/2 |w - u|^2 + sum c_i huber(<a_i, w> - b_i)``: smooth, and convex if no c_i < 0."""

    def __init__(self, A, b, c, lam=0, u=None):
        self.A, self.b, self.c, self.lam = F(A), F(b), F(c), Fraction(lam)
        self.u = F([0] * self.A.shape[1]) if u is None else F(u)
        self.beta = self.lam + (abs(self.c) * (self.A * self.A).sum(axis=1)).sum()

    def __call__(self, w):
        s = self.A @ w - self.b
        parts = F([t * t / 2 if abs(t) <= 1 else abs(t) - Fraction(1, 2) for t in s])
        return self.lam / 2 * ((w - self.u) @ (w - self.u)) + self.c @ parts

    def gradient(self, w):
        clipped = F([max(Fraction(-1), min(Fraction(1), t)) for t in self.A @ w - self.b])
        return self.lam * (w - self.u) + (self.c * clipped) @ self.A


@st.composite
def bends(draw, least=1, lams=None, centred=False):
    """A smooth function, and if it is centred the minimiser u, where it is 0."""
    A = draw(points((1, 3), (1, 2)).filter(lambda A: A.any(axis=1).all()))
    u = draw(vectors(A.shape[1]))
    b = A @ u if centred else draw(vectors(len(A)))
    c = [draw(st.integers(least, 2)) for _ in A]
    return Bend(A, b, c, 0 if lams is None else draw(lams), u)


def gd(f, w, T, eta):
    trace = [w]
    for _ in range(T):
        trace.append(trace[-1] - eta * f.gradient(trace[-1]))
    return trace
