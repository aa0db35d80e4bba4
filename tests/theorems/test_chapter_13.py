"""The statements of chapter 13 about networks and points, as properties that shrink."""

import itertools
import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import numpy as np
from hypothesis import assume, example, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from literal_sweeps import Counted, backward, forward, of
from scipy import integrate, stats
from strategies_08_13 import (
    CLOSE,
    RAYS,
    F,
    counterexample,
    determinant,
    examples,
    failing,
    labelled,
    points,
    rank,
    rationals,
    shares,
    signs,
    solve,
    vectors,
)

from lecture_code.chapters.c13_boolean import (
    boolean_network,
    union_of_polytopes,
)
from lecture_code.core.enumeration import all_signs
from lecture_code.kernels.features import RandomFeatures
from lecture_code.linear.regression import least_squares
from lecture_code.networks.backprop import backpropagate, operations, sweep
from lecture_code.networks.backprop import unflatten as matrices
from lecture_code.networks.graph import GraphNetwork, graph_of, topological_order
from lecture_code.networks.losses import HINGE, LOGISTIC, SOFTMAX, SQUARED, softmax
from lecture_code.networks.network import (
    ACTIVATIONS,
    IDENTITY,
    RELU,
    SIGMOID,
    SIGN,
    TANH,
    Activation,
    Network,
    preactivations,
)
from lecture_code.networks.relu import (
    broken_line,
    interpolating_network,
    relu_interpolant,
    sawtooth,
    shortest_excess,
    sigmoid_staircase,
)
from lecture_code.networks.training import train
from lecture_code.optimise.optimisers import adam, fixed_step, momentum
from lecture_code.theory.halfspaces import halfspaces_on
from lecture_code.theory.networks import (
    network_vc_bound,
    path_norm,
    relu_complexity,
    sandwich_network,
    two_layer_labellings,
)


def relu(a):
    return max(a, 0)


def sign(a):
    return (a > 0) - (a < 0)


def identity(a):
    return a


def literal(weights, x, sigma, last=identity):
    """Return the sums and the values of all layers at x, one edge after another, in any numbers."""
    sums, values = [], [list(x)]
    for t, w in enumerate(weights, start=1):
        rows = w.tolist() if isinstance(w, np.ndarray) else w
        a = [
            constant + sum(row[j] * v for row, v in zip(rows[1:], values[-1], strict=True))
            for j, constant in enumerate(rows[0])
        ]
        sums.append(a)
        values.append([(sigma if t < len(weights) else last)(s) for s in a])
    return sums, values


def value_at(weights, x, sigma=relu):
    return literal(weights, [x], sigma)[1][-1][0]


@st.composite
def whole_weights(draw, shapes, most=2):
    """Draw weight matrices of small integers for one of the shapes."""
    sizes = draw(st.sampled_from(shapes))
    return tuple(
        draw(arrays(np.int64, (a + 1, b), elements=st.integers(-most, most)))
        for a, b in itertools.pairwise(sizes)
    )


SHAPES = [(1, 1), (2, 2, 1), (1, 2, 2), (2, 2, 2, 1), (1, 2, 1, 2, 2)]
DEEP = [shape for shape in SHAPES if len(shape) > 2]


def inputs_of(weights, m=(1, 3)):
    d = len(weights[0]) - 1
    return points(m, (d, d), most=3)


@examples(30)
@given(vectors(2, most=3), st.integers(-3, 3), st.lists(st.integers(-3, 3), min_size=4, max_size=4),
       st.sampled_from([1, -1]), st.sampled_from(sorted(ACTIVATIONS)))  # fmt: skip
def test_prop_xor_neuron(w, b, heights, way, name):
    X = np.array(list(signs(2)))
    sums = (X @ w + b).tolist()
    monotone = dict(zip(sorted(set(sums)), sorted(heights)[::way], strict=False))
    f = (-X[:, 0] * X[:, 1]).tolist()
    assert not all(y * monotone[a] > 0 for y, a in zip(f, sums, strict=True))
    neuron = Network((np.array([[b], *w[:, None]]),), IDENTITY, ACTIVATIONS[name])
    assert not (f * neuron(X)[:, 0] > 0).all()


ARROWS = st.tuples(st.integers(0, 3), st.integers(0, 3))


@examples(50)
@given(st.lists(ARROWS, min_size=1, max_size=6, unique=True), st.data())
def test_prop_topological(edges, data):
    nodes = sorted({node for edge in edges for node in edge})
    orders = [
        order
        for order in itertools.permutations(nodes)
        if all(order.index(u) < order.index(v) for u, v in edges)
    ]
    cyclic = any(
        all(step in edges for step in itertools.pairwise((*walk, walk[0])))
        for k in range(1, len(nodes) + 1)
        for walk in itertools.permutations(nodes, k)
    )
    assert cyclic == (not orders)
    try:
        assert topological_order(edges) in orders
    except ValueError:
        assert cyclic
        return
    w = {edge: data.draw(st.integers(-2, 2)) for edge in edges}
    sources = [u for u in nodes if all(v != u for _, v in edges)]
    x = {u: data.draw(st.integers(-3, 3)) for u in sources}
    o = {v.node: int(v.value) for v in values_of(w, sources, x)}
    for v in nodes:
        if v not in sources:
            into = sum(w[u, t] * o[u] for u, t in edges if t == v)
            assert o[v] == relu(into)
    system = [[int(u == v) - w.get((u, v), 0) for u in nodes] for v in nodes]
    assert determinant(system) == 1  # with the identity: one solution, whatever the weights


@dataclass(frozen=True)
class Answer:
    node: object
    value: float


def values_of(w, sources, x):
    net = GraphNetwork(w, tuple(sources), RELU, RELU)
    found = net.values([[x[u] for u in sources]])
    return [Answer(node, value.item()) for node, value in found.items()]


@examples(25)
@given(whole_weights(SHAPES), st.data())
def test_prop_matrix_forward(weights, data):
    X = data.draw(inputs_of(weights))
    net = Network(weights, RELU, SIGN)
    for i, x in enumerate(X.tolist()):
        sums, values = literal(weights, x, relu, sign)
        assert net(X)[i].tolist() == values[-1]
        assert [a[i].tolist() for a in preactivations(net, X)] == sums
    graph = graph_of(net)
    assert (graph(X) == net(X)).all()
    d = net.sizes
    edges = sum((a + 1) * b for a, b in itertools.pairwise(d))
    assert len(graph.weights) == edges == net.edges
    assert len(graph.order) == len(weights) + sum(d)


def test_misprint_E_002_76():
    """The notes give every layer a bias unit, the last one, too."""

    def printed(weights):
        net = Network(weights, RELU)
        return len(graph_of(net).order) == sum(d + 1 for d in net.sizes)

    counterexample(whole_weights(SHAPES), printed)


def closed_walks_balance(edges, n):
    """Whether every closed walk of at most n edges, directions ignored, is balanced."""
    steps = [(u, v, 1) for u, v in edges] + [(v, u, -1) for u, v in edges]
    walks = {(u, u, 0) for u in range(n)}
    for _ in range(n):
        walks |= {(s, v, p + up) for s, u, p in walks for a, v, up in steps if a == u}
        if any(s == u and p for s, u, p in walks):
            return False
    return True


@examples(50)
@given(st.lists(ARROWS, max_size=4, unique=True), st.data())
def test_prop_layering(more, data):
    tree = [(data.draw(st.integers(0, v - 1)), v) for v in range(1, 4)]
    turned = [edge[:: data.draw(st.sampled_from([1, -1]))] for edge in tree]
    edges = list(dict.fromkeys(turned + more))
    partitions = [
        p
        for p in itertools.product(range(4), repeat=4)
        if min(p) == 0 and all(p[v] == p[u] + 1 for u, v in edges)
    ]
    assert len(partitions) == closed_walks_balance(edges, 4)


@examples(25)
@given(whole_weights(SHAPES), st.data())
def test_prop_identity(weights, data):
    X = data.draw(inputs_of(weights))
    net = Network(weights, IDENTITY)
    d = len(weights[0]) - 1
    c = literal(weights, [0] * d, identity)[1][-1]
    A = np.array([literal(weights, e, identity)[1][-1] for e in np.eye(d, dtype=int)]) - c
    assert (net(X) == X @ A + c).all()
    product = weights[0][1:]
    for w in weights[1:]:
        product = product @ w[1:]
    assert (product == A).all()


def line_at(t, y, x):
    """Return the broken line through (t_j, y_j) at x, exactly, constant outside."""
    if x <= t[0]:
        return y[0]
    for j in range(1, len(t)):
        if x <= t[j]:
            return y[j - 1] + (y[j] - y[j - 1]) * Fraction(x - t[j - 1], t[j] - t[j - 1])
    return y[-1]


def count_pieces(t, y):
    slopes = [Fraction(b - a, q - p) for (p, q), (a, b) in
              zip(itertools.pairwise(t), itertools.pairwise(y), strict=True)]  # fmt: skip
    return 1 + sum(a != b for a, b in itertools.pairwise(slopes))


@st.composite
def broken_lines(draw, most=6):
    """Draw corners and heights, integers."""
    t = sorted(draw(st.lists(st.integers(-6, 6), min_size=2, max_size=most, unique=True)))
    return t, draw(st.lists(st.integers(-4, 4), min_size=len(t), max_size=len(t)))


SINGLE = whole_weights([(1, 1, 1)], most=3)


@examples(20)
@given(whole_weights([(1, n, 1) for n in range(1, 6)], most=4), broken_lines(), SINGLE)
def test_prop_broken_lines(weights, line, one):
    found = broken_line(Network(weights, RELU), -5, 5)  # all corners are between
    assert found.pieces <= weights[0].shape[1] + 1
    for x in [*found.x, *(p + (q - p) / 3 for p, q in itertools.pairwise(found.x))]:
        assert value_at(weights, x) == line_at(found.x, found.y, x)
    for x in (6, 60):  # on the outer pieces nothing turns any more
        for s in (-1, 1):
            ends = [value_at(weights, s * a) for a in (5, x, 2 * x - 5)]
            assert ends[0] + ends[2] == 2 * ends[1]
    t, y = line
    s = [Fraction(b - a, q - p) for (p, q), (a, b) in
         zip(itertools.pairwise(t), itertools.pairwise(y), strict=True)]  # fmt: skip
    corners, slopes = t[1:-1], [s[0], *s[1:]]
    if corners:  # the formula of the proposition, one unit for each piece
        inner = [[corners[0], *[-c for c in corners]], [-1, *[1] * len(corners)]]
        outer = [[y[1]], [-slopes[0]], [slopes[1]],
                 *[[b - a] for a, b in itertools.pairwise(slopes[1:])]]  # fmt: skip
        assert len(inner[0]) == len(slopes)
        for x in range(t[0], t[-1] + 1):
            assert value_at([inner, outer], x) == line_at(t, y, x)
    assert any(value_at(one, x) != abs(x) for x in range(-2, 3))


@examples(15)
@given(broken_lines(8), st.integers(-4, 3), st.lists(rationals(-6, 6), min_size=2, max_size=9))
def test_lem_crossings(line, floor, at):
    t, y = line
    c = floor + Fraction(1, 2)
    zigzag = [floor + j % 2 for j in range(len(t))]  # crosses c between any two: equality
    some = sorted({min(max(x, t[0]), t[-1]) for x in at})
    for values, chosen in itertools.product((y, zigzag), (t, some)):
        above = [line_at(t, values, x) > c for x in chosen if line_at(t, values, x) != c]
        K = sum(a != b for a, b in itertools.pairwise(above))
        assert count_pieces(t, values) >= K
    assert broken_line(relu_interpolant(t, y), t[0], t[-1]).pieces == count_pieces(t, y)
    assert count_pieces(t, zigzag) == len(t) - 1


@st.composite
def lipschitz(draw):
    """Draw a function on [0, 1] with whole slopes between neighbours of a grid, and the grid."""
    slopes = draw(st.lists(st.integers(-2, 2), min_size=1, max_size=6).filter(any))
    M, start = len(slopes), draw(st.integers(-2, 2))
    y = [start + Fraction(sum(slopes[:j]), M) for j in range(M + 1)]
    return [Fraction(j, M) for j in range(M + 1)], y, max(map(abs, slopes))


@examples(20)
@given(lipschitz(), st.integers(1, 6), st.integers(1, 3), st.data())
def test_thm_relu_interpolation(f, N, slope, data):
    t, y, L = f
    grid = [Fraction(j, N) for j in range(N + 1)]
    heights = [line_at(t, y, x) for x in grid]
    knots = sorted({*t, *grid})  # the difference is affine between these
    errors = [abs(line_at(t, y, x) - line_at(grid, heights, x)) for x in knots]
    assert max(errors) <= Fraction(L, 2 * N)
    g = relu_interpolant([float(x) for x in grid], [float(h) for h in heights])
    ours = g([[float(x)] for x in knots])[:, 0]
    assert np.allclose(ours, [float(line_at(grid, heights, x)) for x in knots])
    assert g.sizes == (1, N, 1)
    for j in range(N):
        middle = Fraction(2 * j + 1, 2 * N)
        assert slope * min(abs(middle - x) for x in grid) == Fraction(slope, 2 * N)
    K = N + 2
    zigzag = [(Fraction(j, K), Fraction(slope * (j % 2), K)) for j in range(K + 1)]
    rivals = data.draw(st.lists(whole_weights([(1, N, 1)], most=3), min_size=1, max_size=2))
    kept = sorted(data.draw(st.sets(st.integers(1, K - 1), min_size=N - 1, max_size=N - 1)))
    shown = [zigzag[j] for j in (0, *kept, K)]  # N pieces through some of the corners
    misses = [max(abs(value_at(w, x) - v) for x, v in zigzag) for w in rivals]
    misses.append(max(abs(line_at(*zip(*shown, strict=True), x) - v) for x, v in zigzag))
    assert min(misses) >= Fraction(slope, 2 * K)


@examples(25)
@given(lipschitz(), st.integers(1, 6), st.sampled_from([0.5, 2.0, 5.0]), st.sampled_from([1, 1.5]))
def test_prop_staircase(f, N, A, factor):
    t, y, L = f
    s, eta = factor * 2 * N * A, math.exp(-A) / (1 + math.exp(-A))
    heights = [float(line_at(t, y, Fraction(j, N))) for j in range(N + 1)]
    g = sigmoid_staircase(heights, steepness=s)
    bound = L * (1 / (2 * N) + A / s + eta)
    for x in (Fraction(i, 24) for i in range(25)):
        steps = [
            (b - a) / (1 + math.exp(-s * (float(x) - (2 * j + 1) / (2 * N))))
            for j, (a, b) in enumerate(itertools.pairwise(heights))
        ]
        assert math.isclose(g([[float(x)]]).item(), heights[0] + sum(steps), abs_tol=CLOSE)
        assert abs(float(line_at(t, y, x)) - heights[0] - sum(steps)) <= bound + CLOSE


@examples(20)
@given(points((2, 2), (1, 3), most=3), st.sampled_from([1, -1]), st.data())
def test_prop_output_gradients(pair, y, data):
    v, z = pair.astype(float)
    h = data.draw(vectors(len(v)))
    slope = SQUARED.gradient([v], [z])[0]
    assert ((v + h - z) ** 2).sum() - ((v - z) ** 2).sum() == slope @ h + h @ h

    def stepped(loss, outputs, label):
        moved = outputs + 1e-30j * np.eye(len(outputs))
        return [loss(m[None], label).item().imag / 1e-30 for m in moved]

    one = v[:1]
    logistic = LOGISTIC.gradient([one], [y]).item()
    assert math.isclose(logistic, -y / (1 + math.exp(y * one[0])))
    assert np.allclose([logistic], stepped(LOGISTIC, one, [y]))
    if y * one[0] != 1:
        assert HINGE.gradient([one], [y]).item() == (-y if y * one[0] < 1 else 0)
        assert np.allclose(HINGE.gradient([one], [y]).item(), stepped(HINGE, one, [y]))
    k = data.draw(st.integers(0, len(v) - 1))
    p = np.array([math.exp(a) for a in v]) / sum(math.exp(a) for a in v)
    found = SOFTMAX.gradient([v], [k])[0]
    assert np.allclose(softmax(v[None])[0], p)
    assert np.allclose(found, p - (np.arange(len(v)) == k))
    assert np.allclose(found, stepped(SOFTMAX, v, [k]))
    assert abs(found.sum()) < CLOSE
    two = [[v[0], z[0]]]
    assert np.allclose(SOFTMAX(two, [(y + 1) // 2]), LOGISTIC([[z[0] - v[0]]], [y]))


@dataclass(frozen=True)
class Dual:
    """A number and its derivative by one weight, which sums and products carry along."""

    value: Fraction
    slope: Fraction

    def __add__(self, other):
        other = other if isinstance(other, Dual) else Dual(other, 0)
        return Dual(self.value + other.value, self.slope + other.slope)

    def __mul__(self, other):
        other = other if isinstance(other, Dual) else Dual(other, 0)
        return Dual(self.value * other.value,
                    self.slope * other.value + self.value * other.slope)  # fmt: skip

    __radd__, __rmul__ = __add__, __mul__


def dual_relu(a):
    if not isinstance(a, Dual):
        return relu(a)
    return a if a.value > 0 else Dual(0, 0)


def outputs_by(weights, x, t, r, j):
    """Return the outputs with their derivatives by the weight (r, j) of layer t, counted from 0."""
    moved = [w.tolist() for w in weights]
    moved[t][r][j] = Dual(moved[t][r][j], 1)
    return [a if isinstance(a, Dual) else Dual(a, 0) for a in literal(moved, x, dual_relu)[1][-1]]


def smooth_at(weights, x):
    """Whether no sum of a hidden layer is at the kink."""
    return all(a for layer in literal(weights, x, relu)[0][:-1] for a in layer)


@examples(25)
@given(whole_weights(SHAPES), st.data())
def test_thm_backpropagation(weights, data):
    X = data.draw(inputs_of(weights, (1, 2)))
    assume(all(smooth_at(weights, x) for x in X.tolist()))
    Y = data.draw(points((len(X), len(X)), (weights[-1].shape[1],) * 2))
    network = Network(weights, RELU)
    found = backpropagate(network, X, Y, SQUARED)
    assert (found.deltas[-1] == 2 * (network(X) - Y)).all()  # a row for each example
    for t, w in enumerate(weights):
        for r, j in np.ndindex(w.shape):
            slope = sum(
                2 * (o.value - y) * o.slope
                for x, truth in zip(X.tolist(), Y.tolist(), strict=True)
                for o, y in zip(outputs_by(weights, x, t, r, j), truth, strict=True)
            )
            assert found.gradients[t][r, j] == Fraction(slope, len(X))


@examples(18)
@given(whole_weights(DEEP), st.data())
def test_prop_paths(weights, data):
    x = data.draw(inputs_of(weights, (1, 1)))[0].tolist()
    assume(smooth_at(weights, x))
    sums, values = literal(weights, x, relu)
    T = len(weights)
    t, k = data.draw(st.integers(1, T - 1)), data.draw(st.integers(0, len(sums[-1]) - 1))
    target = np.array([values[-1]]) - (np.arange(len(sums[-1])) == k) / 2  # the loss has slope e_k
    delta = backpropagate(Network(weights, RELU), [x], target, SQUARED).deltas[t - 1][0]
    for j in range(len(sums[t - 1])):
        paths = list(itertools.product([j], *[range(len(a)) for a in sums[t:-1]], [k]))
        assert len(paths) == math.prod(len(a) for a in sums[t:-1])
        total = sum(
            math.prod(
                (sums[s - 1][p] > 0) * int(weights[s][p + 1, q])
                for s, (p, q) in enumerate(itertools.pairwise(path), start=t)
            )
            for path in paths
        )
        assert outputs_by(weights, x, t - 1, 0, j)[k].slope == total == delta[j]


@examples(40)
@given(st.lists(st.integers(-4, 4), min_size=2, max_size=8), st.integers(1, 4), st.integers(1, 6))
def test_prop_complex_step(c, r, share):
    h = Fraction(r, share)  # at most r
    power, imaginary = (1, 0), Fraction(0)
    for k, coefficient in enumerate(c):
        imaginary += coefficient * power[1] * h**k
        power = -power[1], power[0]  # times i
    C = sum(abs(a) * r ** (k - 3) for k, a in enumerate(c) if k >= 3)
    assert abs(imaginary / h - c[1]) <= C * h**2
    z = 1j * float(h)
    assert math.isclose(np.polyval(c[::-1], z).imag, imaginary, abs_tol=1e-7)


@examples(25)
@given(st.lists(st.integers(1, 4), min_size=2, max_size=4))
def test_thm_backprop_cost(d):
    there, back = operations(d)
    edges, n = sum(a * b for a, b in itertools.pairwise(d)), sum(d[1:])
    assert (there, back) == (2 * edges + n, 3 * edges - 2 * d[0] * d[1] + n + d[-1])
    w = [[[Counted(1)] * b for _ in range(a + 1)] for a, b in itertools.pairwise(d)]
    w = [[list(row) for row in matrix] for matrix in w]
    Counted.done = 0
    values, sums = forward(w, [Counted(1)] * d[0], of(relu))
    assert Counted.done == there
    backward(w, values, sums, of(relu), [Counted(1)] * d[-1])
    assert Counted.done == there + back
    wide = operations((1, 1, 1000 * d[0]))
    for forth, in_all in ((there, there + back), (wide[0], sum(wide))):
        assert 3 * in_all < 8 * forth
    assert Fraction(sum(wide), wide[0]) > Fraction(8, 3) - Fraction(1, 100)


@cache
def gate(rows, strict):
    """All labellings of the rows by one threshold neuron without a constant of its own."""
    found = halfspaces_on(np.array(rows), strict=strict)
    return {tuple(row) for row in (2 * found - 1).tolist()}


def functions_of(X, graph, strict=False):
    """All labellings of the points by a graph: for each neuron the nodes before it.

    Node 0 is the constant, then come the inputs, then the neurons; the last one is the output.
    """
    columns = [(1,) * len(X), *zip(*X, strict=True)]
    states = {()}
    for before in graph:
        states = {
            (*state, out)
            for state in states
            for out in gate(
                tuple(zip(*([*columns, *state][i] for i in before), strict=True)), strict
            )
        }
    return {state[-1] for state in states}


@st.composite
def graphs(draw, d, hidden):
    return [
        sorted(draw(st.sets(st.integers(0, d + h), min_size=1)))
        for h in range(draw(st.integers(0, hidden)) + 1)
    ]


def growth(sizes, m):
    return math.prod(
        sum(math.comb(m, i) for i in range(a + 2)) ** b for a, b in itertools.pairwise(sizes)
    )


@examples(25)
@given(points((1, 4), (1, 2)), st.data())
def test_thm_network_growth(X, data):
    graph, m = data.draw(graphs(X.shape[1], 2)), len(X)
    E = sum(map(len, graph))
    product = math.prod(sum(math.comb(m, i) for i in range(len(k) + 1)) for k in graph)
    assert len(functions_of(X.tolist(), graph)) <= product
    assert math.log(product) <= E * math.log(math.e * m) + CLOSE
    d, n = X.shape[1], data.draw(st.integers(1, 2))
    one = sum(math.comb(m, i) for i in range(d + 2))
    most = one**n * sum(math.comb(m, i) for i in range(n + 2))
    assert len(two_layer_labellings(X, n)) <= most
    n, m = data.draw(st.integers(1, 8)), data.draw(st.sampled_from([300, 1000]))
    bound = growth((2, n, 1), m)
    circle = 2 * sum(math.comb(m, 2 * i) for i in range(n + 1))
    assert circle <= bound < 2**m  # so many points that the bound speaks


@examples(40)
@given(st.lists(st.integers(1, 4), min_size=1, max_size=3))
def test_cor_network_vc(hidden):
    d = [*hidden, 1] if len(hidden) > 1 else [*hidden, 1, 1]
    E = sum((a + 1) * b for a, b in itertools.pairwise(d))
    m = math.ceil(2 * E * math.log2(2 * math.e * E))
    assert m - 1 < network_vc_bound(E) <= m
    assert growth(d, m) < 2**m  # so no m points are shattered


MAPS = [((1, 0), (0, 1)), ((1, 2), (0, 1)), ((1, 0), (1, 1)), ((2, 1), (-1, 1))]


@examples(18)
@given(st.lists(st.integers(-4, 4), min_size=3, max_size=7, unique=True), st.sampled_from(MAPS),
       st.integers(1, 2))  # fmt: skip
def test_prop_network_circle(t, A, n):
    t, m = sorted(t), len(t)
    X = np.array([[a, a * a] for a in t]) @ np.array(A)  # corners, in the order of the polygon
    found = {tuple(row) for row in two_layer_labellings(X, n).tolist()}
    few_turns = {
        y
        for y in itertools.product((0, 1), repeat=m)
        if sum(y[i] != y[i - 1] for i in range(m)) <= 2 * n
    }
    assert found == few_turns
    assert len(found) == 2 * sum(math.comb(m, 2 * i) for i in range(n + 1))
    assert (len(found) == 2**m) == (m <= 2 * n + 1)


@examples(18)
@given(st.sampled_from([(1, 2), (1, 4), (1, 6), (2, 2), (2, 4), (3, 2)]), st.data())
def test_thm_network_lower(shape, data):
    d, n = shape
    X = data.draw(points((d * n, d * n), (d, d), most=4, distinct=True))
    flat = any(
        determinant([[1, *X[i].tolist()] for i in chosen]) == 0
        for chosen in itertools.combinations(range(d * n), d + 1)
    )
    assume(not flat)
    labels = st.tuples(*[st.sampled_from([-1, 1])] * (d * n))
    every = itertools.product((-1, 1), repeat=d * n) if d * n <= 4 else [data.draw(labels)]
    for y in every:
        net = sandwich_network(X, y)
        assert net.sizes[1] <= n  # neurons that are not listened to make it n
        # its weights are whole numbers, which floats add and multiply exactly
        assert [literal(net.weights, x, sign, sign)[1][-1][0] for x in X.tolist()] == list(y)
    E = n * (d + 2) + 1
    assert d * n >= Fraction(E, 4)
    assert Network((np.ones((d + 1, n)), np.ones((n + 1, 1))), SIGN).edges == E


def wiggling(a):
    return 0.5 + np.arctan(a) / np.pi + a * np.sin(a) / (10 * (1 + a**2) ** 1.5)


WIGGLE = Activation("wiggle", wiggling, np.zeros_like)


@examples(40)
@given(st.lists(st.integers(0, 1), min_size=1, max_size=6), st.floats(-30, 30), st.floats(0.01, 2))
def test_thm_wiggle(y, a, step):
    assert 0 < wiggling(a) < wiggling(a + step) < 1
    assert 0 < wiggling(-1e6) < 1e-6
    theta = math.pi * (1 + sum(2**i * (1 - bit) for i, bit in enumerate(y, start=1)))
    net = Network(([[0, 0], [theta, -theta]], [[-1], [1], [1]]), WIGGLE, SIGN)
    x = np.array([[2.0**-i] for i in range(1, len(y) + 1)])
    assert net(x)[:, 0].tolist() == [2 * bit - 1 for bit in y]
    assert net.edges == 7


@cache
def neurons_on_cube(d):
    """All labellings of {0, 1}^d by one threshold neuron, the points in lexicographic order."""
    return halfspaces_on(list(itertools.product((0, 1), repeat=d)), bias=True)


@st.composite
def families(draw):
    d = draw(st.integers(1, 3))
    return d, draw(st.lists(st.sets(st.integers(0, d - 1), min_size=1), max_size=4))


TRIANGLE = 3, [{0, 1}, {1, 2}, {0, 2}]  # the least family of pairs that cannot be split


@examples(40)
@given(families() | st.just(TRIANGLE))
def test_prop_set_splitting(world):
    d, family = world
    split = any(
        all(len({colours[i] for i in C}) == 2 for C in family)
        for colours in itertools.product((0, 1), repeat=d)
    )
    sets = [set(), *family, *({i} for i in range(d))]  # each point by the place of its ones
    at = [sum(2 ** (d - 1 - i) for i in C) for C in sets]
    y = np.array([1] * (1 + len(family)) + [0] * d)
    neurons = np.unique(neurons_on_cube(d)[:, at], axis=0)
    assert any(((g & h) == y).all() for g in neurons for h in neurons) == split


NARROW = [(1, 2, 1), (1, 1, 2, 1), (1, 2, 2, 1), (1, 3, 2, 1), (1, 2, 2, 2, 1)]


@examples(18)
@given(whole_weights(NARROW))
def test_prop_pieces_depth(weights):
    net = Network(weights, RELU)
    found = broken_line(net, -3, 3)
    assert found.pieces <= math.prod(n + 1 for n in net.sizes[1:-1])
    assert found.pieces == count_pieces(found.x, found.y)
    for x in [*found.x, *(Fraction(i, 7) for i in range(-21, 22))]:
        assert value_at(weights, x) == line_at(found.x, found.y, x)


@st.composite
def shallow(draw, k):
    """Draw a network of some hidden layers of n units with less than 2^k pieces."""
    shapes = [
        (1, *[n] * hidden, 1) for hidden in (1, 2, 3) for n in (1, 2, 3) if (n + 1) ** hidden < 2**k
    ]
    return draw(whole_weights(shapes))


@examples(12)
@given(st.integers(2, 5), st.data())
def test_thm_depth(k, data):
    net = sawtooth(k)
    grid = [Fraction(j, 2**k) for j in range(2**k + 1)]
    exact = [w.astype(int) if (w == np.rint(w)).all() else F(w) for w in net.weights]
    assert [value_at(exact, x) for x in grid] == [j % 2 for j in range(2**k + 1)]
    assert net.edges == 6 * k + 1
    assert net.sizes == (1, *[2] * k, 1)
    x = data.draw(st.sampled_from(grid[:-1])) + data.draw(rationals(0, 1)) / 2**k
    folded = x
    for _ in range(k):
        folded = 2 * min(folded, 1 - folded)
    assert value_at(exact, x) == folded == line_at(grid, [j % 2 for j in range(2**k + 1)], x)
    p = data.draw(st.integers(1, 2**k - 1))
    inner = data.draw(st.sets(st.integers(1, 2**k - 1), min_size=p - 1, max_size=p - 1))
    t = [Fraction(j, 2**k) for j in (0, *sorted(inner), 2**k)]
    half = Fraction(1, 2)  # the constant 1/2 misses by no more than 1/2
    heights = st.just(half) | rationals(0, 1)
    y = data.draw(st.lists(heights, min_size=p + 1, max_size=p + 1))
    assert max(abs(line_at(t, y, x) - j % 2) for j, x in enumerate(grid)) >= Fraction(1, 2)
    rivals = [data.draw(shallow(k)), sawtooth(k - 1).weights, ([[0], [1]], [[half], [0]])]
    for w in rivals:
        n, hidden = len(w[0][0]), len(w) - 1
        miss = max(abs(value_at([F(a).tolist() for a in w], x) - j % 2)
                   for j, x in enumerate(grid))  # fmt: skip
        assert miss >= Fraction(1, 2) or (n + 1) ** hidden >= 2**k


@st.composite
def roofs(draw, least=1):
    """Draw slopes and heights of a maximum of planes on the cube, and a point of it."""
    d = draw(st.integers(1, 2))
    V = draw(points((1, 3), (d, d), most=2))
    b = draw(vectors(len(V)))
    if draw(st.booleans()):  # |2 u_1 - 1|: for d = n = 1 there is equality in the middle
        V, b = np.array([2, -2])[:, None] * np.eye(d, dtype=int)[0], np.array([-1, 1])
    return V, b, [draw(rationals(0, 1)) for _ in range(d)], draw(st.integers(least, 5))


# |2 x - 1| at its kink, and sixty flat pieces far below it.
KINK = np.array([[2], [-2], *[[0]] * 60]), np.array([-1, 1, *[-9] * 60]), [Fraction(1, 2)], 3


@examples(25)
@given(roofs())
@example(KINK)
def test_lem_bernstein(world):
    V, b, u, n = world

    def height(x):
        return max(sum(a * z for a, z in zip(v, x, strict=True)) + c
                   for v, c in zip(V.tolist(), b.tolist(), strict=True))  # fmt: skip

    mean = sum(
        height([Fraction(i, n) for i in k])
        * math.prod(math.comb(n, i) * a**i * (1 - a) ** (n - i) for i, a in zip(k, u, strict=True))
        for k in itertools.product(range(n + 1), repeat=len(u))
    )
    L2 = int((V**2).sum(axis=1).max())  # the square of the Lipschitz constant
    assert (mean - height(u)) ** 2 <= Fraction(L2 * len(u), 4 * n)


def ridge_sum(f, n, d):
    """Return exponents k and coefficients: the Bernstein polynomial, multiplied out in e^x."""
    k = np.array(list(itertools.product(range(n + 1), repeat=d)))
    z = np.polynomial.Polynomial([0, 1])
    powers = [math.comb(n, j) * (z - 1) ** j * (math.e - z) ** (n - j) for j in range(n + 1)]
    basis = np.array([power.coef for power in powers]) / (math.e - 1) ** n  # [j, exponent]
    weights = np.array([[math.prod(basis[j, e] for j, e in zip(row, out, strict=True))
                         for row in k] for out in k])  # fmt: skip
    return k, weights @ f(np.log1p((math.e - 1) * k / n))


def ridge_network(k, c, N):
    """Return the network with a broken line of N pieces for each exponential."""
    nets = [relu_interpolant(t, np.exp(t)).weights
            for t in (np.linspace(0, e.sum(), N + 1) for e in k[1:])]  # fmt: skip
    inner = [np.vstack([a[:1], np.outer(e, a[1:])])
             for e, (a, _) in zip(k[1:], nets, strict=True)]  # fmt: skip
    outer = [a * second for a, (_, second) in zip(c[1:], nets, strict=True)]
    constant = c[0] + sum(second[0, 0] for second in outer)
    return Network((np.hstack(inner), np.vstack([[[constant]], *(s[1:] for s in outer)])), RELU)


@examples(18)
@given(roofs())
@example(KINK)
def test_thm_universal(world):
    V, b, x, n = world
    d, n = len(x), min(n, 3)
    X = np.array([[float(a) for a in x]])

    def f(X):
        return (X @ V.T + b).max(axis=1)

    L = math.sqrt((V**2).sum(axis=1).max())
    k, c = ridge_sum(f, n, d)
    bound = (math.e - 1) * L / 2 * math.sqrt(d / n)
    waves = sum(a * math.exp(float(e @ X[0])) for e, a in zip(k, c, strict=True))
    assert abs(f(X).item() - waves) <= bound + 1e-7
    N = 40  # the broken lines of all exponentials add their errors
    lines = sum(abs(a) * (e.sum() / N) ** 2 / 8 * math.exp(e.sum())
                for e, a in zip(k, c, strict=True))  # fmt: skip
    assert abs(ridge_network(k, c, N)(X).item() - waves) <= lines + 1e-7


def bits(n):
    return list(itertools.product((-1, 1), repeat=n))


@examples(40)
@given(st.integers(1, 4), st.data())
def test_thm_boolean(n, data):
    f = data.draw(st.lists(st.sampled_from([-1, 1]), min_size=2**n, max_size=2**n))
    net = boolean_network(f)
    weights = [w.astype(int) for w in net.weights]
    for x, y in zip(bits(n), f, strict=True):
        sums, values = literal(weights, x, sign, sign)
        assert values[-1] == [y]
        assert all(a for layer in sums for a in layer)
    hidden = max(1, min(f.count(1), f.count(-1)))
    assert net.sizes == (n, hidden, 1)
    assert hidden <= 2 ** (n - 1)
    assert net(all_signs(n))[:, 0].tolist() == f


@examples(25)
@given(st.integers(1, 5), st.data())
def test_prop_symmetric(n, data):
    g = data.draw(st.lists(st.sampled_from([-1, 1]), min_size=n + 1, max_size=n + 1))
    changes = [j for j in range(1, n + 1) if g[j] != g[j - 1]] or [1]
    inner = np.array([[n - 2 * j + 1] + [1] * n for j in changes]).T
    outer = np.array([g[0] + g[-1], *[g[j] - g[j - 1] for j in changes]])[:, None] / 2
    net = Network((inner, outer), SIGN, SIGN)
    assert net.sizes[1] <= n
    X = all_signs(n)
    assert net(X)[:, 0].tolist() == [g[int((x > 0).sum())] for x in X]
    assert all((a != 0).all() for a in preactivations(net, X))


@examples(10)
@given(st.integers(1, 3), st.data())
def test_lem_graph_count(n, data):
    graph = data.draw(graphs(n, 2 if n < 3 else 1))
    E = sum(map(len, graph))
    found = functions_of(bits(n), graph, strict=True)
    assert len(found) <= 2 ** (n * E)


COUNTED = [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (3, 1)]
LITTLE = st.sampled_from(COUNTED)


@examples(15)
@given(LITTLE, st.data(), st.integers(1, 12), st.integers(1, 25))
def test_thm_many_neurons(shape, data, n, N):
    d = min(shape[0], 2)
    graph = data.draw(graphs(d, 1))
    if len(functions_of(bits(d), graph, strict=True)) == 2**2**d:
        assert sum(map(len, graph)) >= Fraction(2**d, d)
    # an edge of weight 0 is none, so this graph computes what all graphs of N neurons compute
    everything = [list(range(1 + shape[0] + h)) for h in range(shape[1])]
    all_graphs = [everything[: h + 1] for h in range(shape[1])]
    found = set().union(*(functions_of(bits(shape[0]), g, strict=True) for g in all_graphs))
    assert len(found) <= 2 ** (shape[0] * shape[1] * (shape[1] + shape[0]))
    most, functions = 2 ** (n * N * (N + n)), 2**2**n
    if N * (N + n) < Fraction(2**n, n):
        assert most < functions
    if N * (N + n) <= Fraction(2**n, n) - 1:
        assert most * 2**n <= functions


@examples(25)
@given(points((1, 4), (1, 2)), st.data())
def test_prop_polytopes(W, data):
    assume(W.any(axis=1).all())
    k, d = W.shape
    b = data.draw(vectors(k))
    X = data.draw(points((1, 5), (d, d), most=4))
    X = X[(X @ W.T + b != 0).all(axis=1)]
    assume(len(X))
    sides = [
        [sum(map(int.__mul__, w, x)) + c > 0 for w, c in zip(W.tolist(), b.tolist(), strict=True)]
        for x in X.tolist()
    ]
    parts = data.draw(st.lists(st.sets(st.integers(0, k - 1), min_size=1), min_size=1, max_size=3))
    some = union_of_polytopes([(W[sorted(P)], b[sorted(P)]) for P in parts])
    shared = np.zeros((1 + k, len(parts)), dtype=int)  # each halfspace once, as in the statement
    for j, P in enumerate(parts):
        shared[[0, *[1 + i for i in P]], j] = [1 - len(P), *[1] * len(P)]
    last = np.array([[len(parts) - 1], *[[1]] * len(parts)])
    lean = Network((np.vstack([b, W.T]), shared, last), SIGN, SIGN)
    assert lean.sizes == (d, k, len(parts), 1)
    first = np.vstack([b, W.T])
    outer = [np.array([[bias], *[[1]] * k]) for bias in (1 - k, k - 1)]  # all, and one at least
    nets = *(Network((first, o), SIGN, SIGN) for o in outer), some, lean
    truths = [[all(s) for s in sides], [any(s) for s in sides]]
    truths += [[any(all(s[i] for i in P) for P in parts) for s in sides]] * 2
    for net, truth in zip(nets, truths, strict=True):
        assert net(X)[:, 0].tolist() == [1 if yes else -1 for yes in truth]
        assert all((a != 0).all() for a in preactivations(net, X))


@examples(20)
@given(points((1, 4), (2, 2)), st.data())
def test_lem_jump(W, data):
    assume(W.any(axis=1).all())
    b = data.draw(vectors(len(W)))
    W, b = np.vstack([W, -2 * W[:1]]), np.append(b, -2 * b[0])  # two of them are the same line
    c = data.draw(vectors(len(W)))
    i = data.draw(st.integers(0, len(W) - 1))
    u, along = W[i], np.array([-W[i, 1], W[i, 0]])
    foot = F(-b[i] * u) / int(u @ u)  # on the line L of the i-th neuron

    def own(k):  # whether the k-th line is L
        return not (F(W[k]) @ along) and F(W[k]) @ foot + int(b[k]) == 0

    def score(x):
        return sum(int(a) * sign(F(w) @ x + int(s)) for a, w, s in zip(c, W, b, strict=True))

    jumps = set()
    for t in (Fraction(j, 5) for j in range(-6, 7)):
        z = foot + t * along
        others = [abs(F(W[k]) @ z + int(b[k])) for k in range(len(W)) if not own(k)]
        if not all(others):
            continue
        eps = min([Fraction(1), *others]) / 100  # nearer than every other line
        jumps.add(score(z + eps * u) - score(z - eps * u))
    assert jumps == {2 * sum(int(c[k]) * sign(int(W[k] @ u)) for k in range(len(W)) if own(k))}


NEAR = [x for x in itertools.product(range(-6, 7), repeat=2) if all(x)]


@examples(10)
@given(st.integers(1, 4), st.data())
def test_thm_quadrants(k, data):
    weights = data.draw(whole_weights([(2, k, 1)], most=3))
    assume(weights[0][1:].any(axis=0).all())
    X = F(NEAR) / 1000  # in every sector between two lines through 0, and near it
    off = [all(literal(weights, x, sign)[0][0]) for x in X.tolist()]
    net = [literal(weights, x, sign, sign)[1][-1][0] for x in X.tolist()]
    right = [y == sign(a * b) for y, (a, b) in zip(net, NEAR, strict=True)]
    assert not all(r for r, o in zip(right, off, strict=True) if o)
    deep = ([[0, 0], [1, 0], [0, 1]], [[-1, -1], [1, -1], [1, -1]], [[1], [1], [1]])
    x = [data.draw(rationals(-3, 3).filter(bool)) for _ in range(2)]
    assert literal(deep, x, sign, sign)[1][-1] == [sign(x[0] * x[1])]
    assert Network(deep, SIGN, SIGN)([[float(a) for a in x]]).item() == sign(x[0] * x[1])


@examples(25)
@given(points((1, 5), (1, 3), distinct=True), st.data())
def test_prop_memorise(X, data):
    y, (m, d) = data.draw(vectors(len(X))), X.shape
    a = [7**i for i in range(d)]  # distinct projections of coordinates within -2..2
    z = sorted((sum(p * q for p, q in zip(a, x, strict=True)), v)
               for x, v in zip(X.tolist(), y.tolist(), strict=True))  # fmt: skip
    u, rows = [], []
    for i, (t, v) in enumerate(z):  # bend before each point so that it is met
        before = z[i - 1][0] if i else t - 1
        here = sum(s * relu(t - knot) for s, knot in zip(u, rows, strict=True))
        u.append(Fraction(v - here, t - before))
        rows.append(before)
    exact = ([[-knot for knot in rows], *[[p] * m for p in a]], [[0], *[[s] for s in u]])
    assert [literal(exact, x, relu)[1][-1][0] for x in X.tolist()] == y.tolist()
    net = interpolating_network(X, y, rng=np.random.default_rng(0))
    assert net.sizes == (d, m, 1)
    assert np.allclose(net(X)[:, 0], y, atol=1e-7)


def unit_networks(scale):
    """Networks of path norm B: one neuron in each of twelve directions, and pairs of them."""
    pairs = [(v, u) for v in RAYS for u in (scale, -scale)]
    single = [Network(([[0], *v[:, None]], [[0], [u]]), RELU) for v, u in pairs]
    double = [
        Network(([[0, 0], *np.column_stack([v, w])], [[0], [u / 2], [s / 2]]), RELU)
        for (v, u), (w, s) in zip(pairs, pairs[5:], strict=False)
    ]
    return single + double


@examples(25)
@given(points((1, 5), (2, 2)), st.sampled_from([0.5, 1.0, 3.0]), st.booleans())
def test_thm_path_norm(X, B, flat):
    X = X * [1, 0] if flat else X
    assume(X.any(axis=1).all())
    m, root = len(X), math.sqrt(int((X**2).sum()))
    found = B * relu_complexity(X)
    assert B * root / (2 * math.sqrt(2) * m) - CLOSE <= found <= 2 * B * root / m + CLOSE
    R = math.sqrt(int((X**2).sum(axis=1).max()))
    assert found <= 2 * B * R / math.sqrt(m) + CLOSE
    nets = unit_networks(B)
    assert np.allclose([path_norm(net) for net in nets], B)
    values = np.array([net(X)[:, 0] for net in nets])
    some = np.mean([(values @ np.array(s)).max() for s in signs(m)]) / m
    assert some <= found + CLOSE
    if flat:  # on a line two directions are all there are
        x = X[:, 0].tolist()
        best = [max(abs(sum(a * relu(w * b) for a, b in zip(s, x, strict=True))) for w in (1, -1))
                for s in signs(m)]  # fmt: skip
        assert math.isclose(found, B * sum(best) / len(best) / m)


@examples(12)
@given(labelled((2, 2), (2, 2)), shares(2), st.sampled_from([(100, 0.3), (400, 0.3), (400, 0.05)]),
       st.sampled_from([1.0, 0.5]))  # fmt: skip
def test_cor_path_margin(sample, D, size, share):
    (X, y), (m, delta), B = sample, size, 3.0
    R = math.sqrt(int((X**2).sum(axis=1).max()))
    assume(R > 0)
    gamma = share * B * R
    margins = np.array([y * net(X)[:, 0] for net in unit_networks(B)])
    true = (margins <= 0) @ np.array([float(p) for p in D])
    losses = np.clip(1 - margins / gamma, 0, 1)
    room = 4 * B * R / (gamma * math.sqrt(m)) + math.sqrt(math.log(1 / delta) / (2 * m))
    assert failing(D, m, lambda counts: bool((true > losses @ counts / m + room).any())) <= delta


@cache
def inverse_chi(q):
    """Return the mean of the inverse of a chi-squared variable, by quadrature."""
    return integrate.quad(lambda t: stats.chi2(q).pdf(t) / t, 0, np.inf)[0]


@examples(12)
@given(points((1, 5), (1, 3)), st.floats(1e-6, 1))
def test_lem_inverse_gram(A, t):
    """Exactly: the inverse's diagonal holds 1/|r|^2, r what is left of a column; |r|^2 is chi^2."""
    n, k = A.shape
    assume(k <= n)
    G = A.T @ A
    if determinant(G.tolist()):
        for j in range(k):
            rest = np.delete(A, j, axis=1)
            best = solve(rest.T @ rest, rest.T @ A[:, j])
            r = F(A[:, j]) - (F(rest) @ best if k > 1 else 0)
            assert solve(G, np.eye(k, dtype=int)[j])[j] == 1 / (r @ r)
    if k <= n - 2:
        assert math.isclose(k * inverse_chi(n - k + 1), k / (n - k - 1), rel_tol=1e-6)
        wishart = stats.invwishart(n, np.eye(k)).mean()
        assert math.isclose(np.trace(np.atleast_2d(wishart)), k / (n - k - 1))
    else:  # a density that stays above 0.24 near 0, so that the mean of 1/t is infinite
        assert stats.chi2(n - k + 1).pdf(t) >= 0.24


@examples(12)
@given(points((1, 4), (1, 6)), st.data())
def test_thm_double_descent(X, data):
    """Exactly for each X and noise of signs; then the means over X by scipy's distributions."""
    m, p = X.shape
    w = data.draw(vectors(p))
    assume(rank(X) == min(m, p))
    G = X.T @ X if p <= m else X @ X.T
    trace = sum(solve(G, e)[i] for i, e in enumerate(np.eye(len(G), dtype=int)))
    total, lost = Fraction(0), Fraction(0)
    for noise in signs(m):
        y = F(X) @ w + F(noise)
        shortest = solve(G, F(X).T @ y) if p <= m else F(X).T @ solve(G, y)
        total += ((shortest - w) ** 2).sum()
    if p > m:
        kept = F(X).T @ solve(G, F(X) @ w)
        lost = ((kept - w) ** 2).sum()
    assert total / 2**m == lost + trace
    assert np.allclose(least_squares(X, y.astype(float)).w, shortest.astype(float), atol=1e-7)
    signal = max(int(w @ w), 1)
    for m, p in itertools.product(range(1, 7), repeat=2):
        found = shortest_excess(m, p, signal=signal, noise=0.5)
        if abs(m - p) <= 1:
            assert math.isinf(found)
            continue
        n, k = max(m, p), min(m, p)
        missed = 1 - stats.beta(m / 2, (p - m) / 2).mean() if p > m else 0
        formula = missed * signal + 0.5 * k * inverse_chi(n - k + 1)
        assert math.isclose(found, formula, rel_tol=1e-6)


@examples(25)
@given(points((1, 4), (1, 2), distinct=True), st.integers(1, 6), st.integers(0, 99))
def test_prop_threshold(X, p, seed):
    rng, (m, d) = np.random.default_rng(seed), X.shape
    v, b = rng.normal(size=(p, d)) * 2, rng.uniform(0, 2 * np.pi, p)
    A = np.cos(X @ v.T + b)
    assert np.linalg.matrix_rank(A) == min(m, p)
    left = [np.linalg.norm(A @ least_squares_of(A, y) - y) for y in signs(m)]
    assert max(left) < 1e-6 if p >= m else max(left) > 1e-6
    waves = RandomFeatures(v)(X)  # cosines and sines of the same frequencies
    assert np.linalg.matrix_rank(waves) >= min(m, p)


def least_squares_of(A, y):
    return np.linalg.lstsq(A, np.array(y, dtype=float), rcond=None)[0]


RULES = [fixed_step(0.05), momentum(0.05), adam(0.05)]


@examples(18)
@given(whole_weights([(2, 2, 1), (1, 2, 2, 1), (2, 2, 2, 1)]), st.sampled_from(RULES),
       st.sampled_from([RELU, TANH, SIGMOID]), st.data())  # fmt: skip
def test_thm_twins(weights, rule, sigma, data):
    t = data.draw(st.integers(0, len(weights) - 2))
    w = [a.astype(float) / 2 for a in weights]
    w[t] = np.column_stack([w[t], w[t][:, 0]])  # a copy of the first neuron, at the end
    w[t + 1] = np.vstack([w[t + 1], w[t + 1][1]])
    X = data.draw(inputs_of(weights, (2, 4))) / 2
    y, rng = data.draw(vectors(len(X))), np.random.default_rng(0)
    keys = {"rule": rule, "epochs": 3, "batch": 2, "rng": rng}
    run = train(Network(tuple(w), sigma), X, y, SQUARED, **keys)
    for row in run.trace:
        now = matrices(row, run.network.sizes)
        assert np.allclose(now[t][:, 0], now[t][:, -1], atol=1e-6)
        assert np.allclose(now[t + 1][1], now[t + 1][-1], atol=1e-6)
    flat = train(Network(tuple(0 * a for a in w), sigma), X, y, SQUARED, **keys)
    one = [a[:, :1].copy() for a in flat.network.weights]
    for a, whole in zip(one[1:], flat.network.weights[1:], strict=True):
        a.resize((2, 1), refcheck=False)
        a[:] = [whole[0, :1], [whole[1:, 0].sum()]]
    assert np.allclose(Network(tuple(one), sigma)(X), flat.network(X), atol=1e-6)
    if sigma is not SIGMOID:
        last = flat.network.weights[-1].shape[0]
        moved = np.flatnonzero(flat.trace.any(axis=0))
        assert set(moved) <= {flat.network.edges - last}
        assert np.ptp(flat.network(X)) == 0


EVEN = [(-5, Fraction(1, 2)), (5, Fraction(1, 2))]
MIXED = [(a, Fraction(1, 4)) for a in (-7, -1, 1, 7)]  # of the same variance, 25


RANDOM = st.sampled_from([(2, 1, 1), (1, 2, 2), (2, 2, 1), (1, 2, 1, 1), (1, 1, 2, 1)])


def over_all_draws(sizes, data):
    """Mean squared lengths of the values and of the error at the input, over all weights.

    And whether a sum was 0 that must not be, the point, the errors at the output, the last draw.
    """
    pairs = list(itertools.pairwise(sizes))
    ends = list(itertools.accumulate((a * b for a, b in pairs), initial=0))
    mixed = data.draw(st.sets(st.integers(0, ends[-1] - 1), max_size=2))
    level = st.just(np.ones(sizes[0], dtype=int))  # sums of two weights of it may be 0
    x = data.draw(level | vectors(sizes[0]).filter(lambda x: bool(x.any())))
    u = data.draw(vectors(sizes[-1]).filter(lambda u: bool(u.any())))
    T, stuck = len(pairs), False
    lengths, gradient = [Fraction(0)] * T, Fraction(0)
    for drawn in itertools.product(*(MIXED if i in mixed else EVEN for i in range(ends[-1]))):
        chance = math.prod(q for _, q in drawn)
        flat = [a for a, _ in drawn]
        w = [np.array(flat[s:e]).reshape(a, b)
             for (a, b), s, e in zip(pairs, ends, ends[1:], strict=False)]  # fmt: skip
        full = [np.vstack([0 * a[:1], a]) for a in w]
        sums, values = literal(full, x.tolist(), relu)
        for t in range(T):
            lengths[t] += chance * sum(v * v for v in values[t])
            stuck |= t < T - 1 and any(values[t]) and not all(sums[t])
        delta = u
        for a, s in zip(w[:0:-1], sums[-2::-1], strict=True):
            delta = (np.array(s) > 0) * (a @ delta)
        gradient += chance * int(((w[0] @ delta) ** 2).sum())
    return lengths, gradient, stuck, x, u, full, delta


@examples(8)
@given(RANDOM, st.data())
def test_thm_kept_variance(sizes, data):
    lengths, *_ = over_all_draws(sizes, data)
    T = len(sizes) - 1
    assert all(lengths[t] == Fraction(sizes[t] * 25, 2) * lengths[t - 1] for t in range(1, T))


@examples(8)
@given(RANDOM, st.data())
def test_thm_kept_errors(sizes, data):
    _, gradient, stuck, x, u, full, delta = over_all_draws(sizes, data)
    T = len(sizes) - 1
    formula = Fraction(25**T * math.prod(sizes[:-1]), 2 ** (T - 1)) * int(u @ u)
    assert gradient <= formula if stuck else gradient == formula
    net = Network(tuple(full), RELU)  # the last draw, once by the package
    sweep_back = backpropagate(net, [x], net([x]) - u / 2, SQUARED)
    assert (sweep_back.deltas[0][0] == delta).all()


@examples(12)
@given(vectors(3), vectors(2, most=3), rationals(0, 1).filter(bool), st.data())
def test_prop_dropout(v, y, p, data):
    w = data.draw(points((4, 4), (2, 2)))
    a = w[0] + v @ w[1:]
    mean, square, loss = F([0, 0]), F([0, 0]), Fraction(0)
    net = Network((np.vstack([0 * v, np.eye(3)]), w), IDENTITY)
    for xi in itertools.product((0, 1), repeat=3):
        chance = math.prod(p if bit else 1 - p for bit in xi)
        sums = w[0] + F(xi) / p * v @ w[1:]
        mean, square = mean + chance * sums, square + chance * sums**2
        loss += chance * ((sums - y) ** 2).sum()
        masks = [np.array([xi]) / float(p)]
        point, answer = np.array([v], dtype=float), np.array([y])
        kinds = net.activation, net.output
        ours, *_ = sweep(net.weights, *kinds, point, answer, SQUARED, masks)
        assert np.allclose(ours[0], sums.astype(float))
    assert (mean == a).all()
    extra = (1 - p) / p * ((w[1:] * v[:, None]) ** 2).sum(axis=0)
    assert (square - mean**2 == extra).all()
    assert loss == int(((a - y) ** 2).sum()) + extra.sum()
    start, rng = (np.vstack([0 * v, np.eye(3)]), w.astype(float)), np.random.default_rng(5)
    keys = {"epochs": 1, "batch": 1, "rng": np.random.default_rng(5), "keep": float(p)}
    run = train(Network(start, IDENTITY), [v], [y], SQUARED, rule=fixed_step(0.5), **keys)
    rng.permutation(1)  # and then the masks are drawn
    values = (rng.random(3) < float(p)) / float(p) * v
    blame = w[0] + values @ w[1:] - y
    assert np.allclose(run.network.weights[1], w - np.outer([1, *values], blame))


@examples(25)
@given(whole_weights([(2, 3, 1), (1, 3, 2, 2), (2, 2, 3, 1)]), st.data())
def test_prop_permuted(weights, data):
    X = data.draw(inputs_of(weights))
    t = data.draw(st.integers(0, len(weights) - 2))
    order = data.draw(st.permutations(range(weights[t].shape[1])))
    w = list(weights)
    w[t] = w[t][:, order]
    w[t + 1] = w[t + 1][[0, *[1 + j for j in order]]]
    for x in X.tolist():
        assert literal(w, x, relu)[1][-1] == literal(weights, x, relu)[1][-1]
    assert (Network(tuple(w), RELU)(X) == Network(weights, RELU)(X)).all()
    widths = [a.shape[1] for a in weights[:-1]]
    ways = itertools.product(*(itertools.permutations(range(n)) for n in widths))
    assert sum(1 for _ in ways) == math.prod(map(math.factorial, widths))


@examples(25)
@given(rationals(-3, 3), rationals(-3, 3), st.integers(1, 9), st.sampled_from([1, 2, 5]))
def test_prop_saddle(u, v, small, share):
    def f(u, v):
        return (u * v - 1) ** 2

    def gradient(u, v):
        return 2 * (u * v - 1) * v, 2 * (u * v - 1) * u

    assert (not any(gradient(u, v))) == (u == v == 0 or u * v == 1)
    h = Fraction(1, small**2)
    change = f(u + h, v) - f(u, v) - h * gradient(u, v)[0]
    assert change == h**2 * v**2  # so it is the gradient; in u the function is a parabola
    assert f(u, v) >= 0
    assert (f(u, v) == 0) == (u * v == 1)
    assert f(h, h) < f(0, 0) < f(h, -h)
    assert f(h, h) + f(-h, -h) < 2 * f(0, 0)
    assert f(h, -h) > 1  # and (0, 0) is no maximum along this line, no minimum along the other
    assert f(2, Fraction(1, 2)) + f(Fraction(1, 2), 2) < 2 * f(Fraction(5, 4), Fraction(5, 4))
    eta = Fraction(1, 2 * share) / (u**2 + 1)
    w, rate = float(u), float(eta)
    for t in range(60):
        step = gradient(w, -w)
        assert math.isclose(step[0], -step[1])
        assert abs(w) <= abs(u) * (1 - 2 * rate) ** t + CLOSE
        w -= rate * step[0]
    first = u - eta * gradient(u, -u)[0]
    assert abs(first) <= abs(u) * (1 - 2 * eta)
    assert first * u >= 0


@examples(12)
@given(points((1, 3), (2, 2)), points((1, 4), (2, 2)), st.data())
def test_thm_barron(waves, X, data):
    """Equal masses on a few frequencies; the thresholds t run over a grid."""
    long = np.linalg.norm(waves, axis=1)
    waves, long = waves[long > 0], long[long > 0]
    assume(len(waves))
    phase = np.array(data.draw(st.lists(st.integers(0, 6), min_size=3, max_size=3)))[: len(waves)]
    C, r = long.mean(), np.linalg.norm(X, axis=1).max() + 1
    f = (np.cos(X @ waves.T + phase) - np.cos(phase)).mean(axis=1)
    t = r * ((np.arange(20_000) + 0.5) / 10_000 - 1)
    z = X @ (waves / long[:, None]).T
    G = np.array(
        [
            -2 * r * C * np.sin(a * t + b) * (1.0 * ((t > 0) & (t < s)) - ((s < t) & (t <= 0)))
            for x in z
            for a, b, s in zip(long, phase, x, strict=True)
        ]
    ).reshape(len(X), len(waves), -1)
    chance = long / long.sum()
    assert np.allclose(G.mean(axis=2) @ chance, f, atol=1e-2 * r * C)
    assert ((G**2).mean(axis=2) @ chance <= 2 * r**2 * C**2 * (1 + 1e-3)).all()
    errors = ((G.reshape(len(X), -1) - f[:, None]) ** 2).mean(axis=0)  # n = 1, mu uniform
    assert errors.min() <= 2 * r**2 * C**2


@examples(20)
@given(points((1, 3), (1, 2)), st.integers(1, 4), rationals(1, 3), st.integers(0, 999))
def test_prop_benign(X, size, c, seed):
    """At finite p: the shortest solution, the sample fitted, and the last inequality."""
    c, rng = float(c), np.random.default_rng(seed)
    m, d, p = *X.shape, 50 * size
    y, Z = rng.normal(size=m), rng.normal(size=(m, p))
    A = np.c_[X, (c / p) ** 0.5 * Z]
    G = X @ X.T + c / p * Z @ Z.T
    u = np.linalg.lstsq(A, y, rcond=None)[0]
    assert np.allclose(u[:d], X.T @ np.linalg.solve(G, y))
    assert np.allclose(A @ u, y)
    assert c / p * (u[d:] @ u[d:]) <= c / p * (y @ np.linalg.solve(G, y)) + CLOSE
    ridge = np.linalg.solve(X.T @ X + c * np.eye(d), X.T @ y)
    assert np.allclose(X.T @ np.linalg.solve(X @ X.T + c * np.eye(m), y), ridge)


@examples(25)
@given(points((2, 2), (2, 2)), st.integers(1, 60), rationals(0, 1))
def test_prop_tangent_kernel(X, k, eps):
    """The expectation over a circle of directions, the tail by the binomial distribution."""
    assume((X != 0).any(axis=1).all())
    a, b = X / np.linalg.norm(X, axis=1)[:, None]
    angle = math.acos(max(-1.0, min(1.0, float(a @ b))))
    turn = 2 * math.pi * (np.arange(20_000) + 0.5) / 20_000
    V = np.c_[np.cos(turn), np.sin(turn)]
    share = ((V @ a > 0) & (V @ b > 0)).mean()
    chance = (math.pi - angle) / (2 * math.pi)
    assert math.isclose(share, chance, abs_tol=1e-3)
    counts = np.arange(k + 1)
    off = abs(counts / k - chance) * abs(a @ b) >= float(eps) + CLOSE
    assert stats.binom.pmf(counts[off], k, chance).sum() <= 2 * math.exp(-2 * k * eps**2) + CLOSE
