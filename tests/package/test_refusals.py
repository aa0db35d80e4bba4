"""What is refused, and by which words: calls of the package, and what their errors say.

Bad values that mean the same everywhere (NaN, texts, complex numbers) are tried on the learners in
test_nonsense.py; here are those of which each function has its own.
"""

import math
import re
from fractions import Fraction
from functools import partial

import numpy as np
import pytest
from package_names import MODULES as LISTED

#: Under its module each call with words of its error; what is indented further goes on.
REFUSED = r"""
chapters.c05_big_m
    big_m([[0.5]], [1])  # X must hold whole numbers; got 0\.5
    big_m([[1.0]], [1], box=0)  # box must be
    big_m([[1.0]], [0])  # y must hold only
chapters.c05_fourier_motzkin
    fourier_motzkin([1.0], [1.0])  # A must have shape
    fourier_motzkin([[1.0]], [1.0, 2.0])  # v must have shape \(1,\)
    fourier_motzkin([[np.inf]], [1.0])  # A must be finite
chapters.c05_vertex_cover
    graph_sample(2, [(0, 2)])  # pairs of two vertices
    graph_sample(2, [(1, 1)])  # pairs of two
    graph_sample(2, [(0, 1), (1, 0)])  # each pair once
    graph_sample(0, [])  # n must be
chapters.c07_chaining
    separated([0, 1], 0.5)  # table must have shape
    separated([[0, 2]], 0.5)  # table must hold only the labels \(0, 1\); got 2
    separated([[0, 1]], 0)  # eps must be a finite number, above 0
    chain_steps([[0, 1]], 1)  # base must be
chapters.c08_pac_bayes
    relative_entropy([1], [0.5, 0.5])  # ^Q must
    relative_entropy([0.7, 0.7], [0.5, 0.5])  # ^Q must
    gibbs([0.5, 0.5], [0, 1], -1)  # ^beta must
    gibbs([0.5, 0.5], [0, 1, 2], 1)  # ^risks must
    pac_bayes_rate(-1, 10, 0.1)  # ^divergence must
    pac_bayes_rate(1, 7, 0.1)  # ^m must
    pac_bayes_rate(1, 10, 0.0)  # ^delta must
    kl_upper(1.5, 1)  # ^q must
    kl_upper(0.5, -1)  # ^c must
chapters.c08_structural_risk
    kraft_sum([])  # ^words must
    kraft_sum(['012'])  # ^words must
    is_prefix_free([1])  # ^words must
    prefix_code([0])  # ^lengths must
    structural_risk_minimiser([Constant(0)], [-1.0], [1], [0])  # ^radii must
    structural_risk_minimiser([Constant(0)], [1.0, 2.0], [1], [0])  # ^radii must
chapters.c13_boolean
    boolean_network([1, -1, 1])  # values must have shape \(4,\)
    boolean_network(np.ones(2**21))  # sign vectors to enumerate
    union_of_polytopes([])  # polytopes
checks.estimates
    mean([], (0, 1))  # samples
    mean([[0.5]], (0, 1))  # samples
    mean([0.5, math.nan], (0, 1))  # samples
    mean([0.5, 1.1], (0, 1))  # samples
    mean([-0.1, 0.5], (0, 1))  # samples
    mean([0.5], (1, 0))  # support
    mean([0.5], (0.5, 0.5))  # support
    mean([0.5], (0, math.inf))  # support
    mean([0.5], (math.nan, 1))  # support
    mean([0.5], 1)  # support
    mean(['a'], (0, 1))  # samples
checks.verdicts
    check('t', [], '<=', 1, note='w')  # must not be empty
    refute('t', [], '<=', 1, note='w', because='b')  # must not be empty
    check('t', 1, '<=', [], note='w')  # must not be empty
    refute('t', 1, '<=', [], note='w', because='b')  # must not be empty
    check('t', np.zeros((0, 3)), '<=', 1, note='w')  # must not be empty
    refute('t', np.zeros((0, 3)), '<=', 1, note='w', because='b')  # must not be empty
    check('t', 1, '<=', np.zeros((0, 3)), note='w')  # must not be empty
    refute('t', 1, '<=', np.zeros((0, 3)), note='w', because='b')  # must not be empty
    check('t', np.array([], dtype=int), '<=', 1, note='w')  # must not be empty
    refute('t', np.array([], dtype=int), '<=', 1, note='w', because='b')  # must not be empty
    check('t', 1, '<=', np.array([], dtype=int), note='w')  # must not be empty
    refute('t', 1, '<=', np.array([], dtype=int), note='w', because='b')  # must not be empty
    check('t', '1', '<=', 1, note='w')  # measured
    refute('t', 1, '<=', '1', note='w', because='b')  # bound
    check('t', None, '<=', 1, note='w')  # measured
    refute('t', 1, '<=', None, note='w', because='b')  # bound
    check('t', 1j, '<=', 1, note='w')  # measured
    refute('t', 1, '<=', 1j, note='w', because='b')  # bound
    check('t', [1, '2'], '<=', 1, note='w')  # measured
    refute('t', 1, '<=', [1, '2'], note='w', because='b')  # bound
    check('t', [[1], [1, 2]], '<=', 1, note='w')  # measured
    refute('t', 1, '<=', [[1], [1, 2]], note='w', because='b')  # bound
    check('t', {1: 2}, '<=', 1, note='w')  # measured
    refute('t', 1, '<=', {1: 2}, note='w', because='b')  # bound
    check('t', (x for x in 'a'), '<=', 1, note='w')  # measured
    refute('t', 1, '<=', (x for x in 'a'), note='w', because='b')  # bound
    cannot_check('thm-hard', reason='')  # reason must be a text
    cannot_check('', reason='no run can show it')  # theorem must be a text
    cannot_check('thm-hard', reason='  ')  # reason must be a text
    cannot_check('  ', reason='no run can show it')  # theorem must be a text
    cannot_check('thm-hard', reason=None)  # reason must be a text
    cannot_check(None, reason='no run can show it')  # theorem must be a text
core.classes
    thresholds([1, 1])  # points must be distinct; got 1 twice
    all_functions(range(17))  # ^points must leave at most 65536 functions .* got 131072
    all_functions([1, 1])  # points must be distinct; got 1 repeated
    as_class([])  # H must be a list of predictors
    answers([lambda X: X[:1]], [1, 2])  # ^h\(X\) must have shape \(2,\); got shape \(1,\)
    errors([Constant(1)], [1, 2], [1])  # one label per point
core.closure
    Disc(-1)  # r must be a finite number, at least 0; got -1
    Disc(float('nan'))  # r must be a finite number
    smallest_rectangle([[0, 0]], [2])  # only the labels
    smallest_disc([[0, np.inf]], [1])  # X must be finite
core.enumeration
    all_signs(21)  # ^m must leave
    probability_some_consistent(np.zeros((1, 2)), [0.5, 0.6], 1)  # ^p must sum to 1
    probability_some_consistent(np.zeros((1, 2)), [1.5, -0.5], 1)  # ^p must hold no negative
    probability_some_consistent(np.zeros((1, 0)), [], 1)  # ^p must not be empty
    probability_some_consistent(np.zeros((1, 2)), [np.nan, 1.0], 1)  # ^p must be finite
    probability_some_consistent(np.zeros((1, 21)), np.full(21, 1 / 21), 1)
        # ^p must leave at most 1048576 subsets
    probability_some_consistent(np.zeros((1, 2)), [0.5, 0.5], -1)
        # ^m must be an integer, at least 0; got -1
    probability_some_consistent(np.zeros((1, 2)), [0.5, 0.5], 2.0)  # ^m must be an integer
    probability_some_consistent([True, False], [0.5, 0.5], 3)
        # ^errors must have shape \(k, 2\); got shape \(2,\)
    probability_some_consistent([[True]], [0.5, 0.5], 3)
        # ^errors must have shape \(k, 2\); got shape \(1, 1\)
    probability_some_consistent([[0.5, 1]], [0.5, 0.5], 3)  # ^errors must hold booleans
    probability_some_consistent([[np.nan, 1]], [0.5, 0.5], 3)  # ^errors must be finite
    probability_some_consistent([['a', 'b']], [0.5, 0.5], 3)  # ^errors must be an array of real
    probability_some_consistent([[True, False], [True]], [0.5, 0.5], 3)
        # ^errors must be an array of real numbers
    count_vectors(0, 1)  # n must be an integer
    count_vectors(20, 20)  # ^m must leave at most .* count vectors
    count_probabilities([[1e300, 0]], [0.5, 0.5])  # ^counts must be finite, at least 0 and at most
    count_probabilities([[1.5, 0]], [0.5, 0.5])  # counts must hold whole numbers
    count_probabilities([[1, 0], [1, 1]], [0.5, 0.5])  # with the same sum
    all_sequences(10, 7)  # ^m must
core.hypotheses
    Table([1, 1], [0, 1])  # points must be distinct
    Table([1], [0])([[1, 2]])  # X must hold points like
    memorise([1], [2])  # only the labels
    memorise([1], [1], default=2)  # default must hold only the labels
    Threshold(np.nan)  # ^a must be a finite number; got nan
    Threshold(np.inf)  # ^a must be a finite number; got inf
    Threshold('x')  # ^a must be a finite number; got 'x'
    Threshold([1, 2])  # ^a must be a finite number
    Threshold(np.complex128(1 + 2j))  # ^a must be a finite number; got
    Interval(np.nan, 1)  # ^a must be a finite number
    Interval(0, None)  # ^b must be a finite number
    Interval(1, 0)  # ^b must be at least a = 1.0; got 0.0
    Rectangle([0, np.nan], [1, 1])  # ^low must be finite
    Rectangle([0, 0], [1, np.inf])  # ^high must be finite
    Rectangle([0, 0], [1])  # ^high must have shape \(2,\); got shape \(1,\)
    Rectangle([0, 2], [1, 1])  # ^high\[1\] must be at least low\[1\] = 2; got 1
    Rectangle([], [])  # ^low must not be empty
    Halfspace([np.nan])  # ^w must be finite
    Halfspace([])  # ^w must not be empty
    Halfspace([[1.0]])  # ^w must have shape
    Halfspace([1.0], b=np.inf)  # ^b must be a finite number
    Constant(np.nan)  # ^label must be a finite number
    FiniteDistribution([0, 1], [0, 1], [0.5, 0.5]).risk(Constant(0), lambda s, y: -absolute(s, y))
        # ^loss must give no negative number
core.distributions
    FiniteDistribution([[np.nan]], [1], [1])  # ^X must be finite
    FiniteDistribution(np.empty((0, 1)), [], [])  # ^X must not be empty
    FiniteDistribution([[1], [2]], [1], [0.5, 0.5])
        # ^y must have one label per point, 2 in all; got 1
    FiniteDistribution([[1], [2]], [1, np.inf], [0.5, 0.5])  # ^y must be finite
    FiniteDistribution([[1], [2]], [1, 0], [1.0])
        # ^p must have one entry per atom, 2 in all; got 1
    FiniteDistribution([[1], [2]], [1, 0], [0.5, 0.6])  # ^p must sum to 1
    FiniteDistribution([[1], [2]], [1, 0], [1.5, -0.5])  # ^p must hold no negative number
    FiniteDistribution([[1], [2]], [1, 0], [np.nan, 1])  # ^p must be finite
    FiniteDistribution([0, 1], [0, 1], [0.5, 0.5]).sequences(0)
        # ^m must be an integer, at least 1; got 0
    FiniteDistribution([0, 1], [0, 1], [0.5, 0.5]).sample(0, rng=rng)
        # ^m must be an integer, at least 1; got 0
    FiniteDistribution([0, 1], [0, 1], [0.5, 0.5]).sample(1, rng=0)
        # ^rng must be a numpy Generator
    FiniteDistribution([0, 1], [0, 1], [0.5, 0.5]).sequences(24)
        # ^m must leave at most 2097152 samples
    FiniteDistribution([0, 1], [0, 1], [0.5, 0.5]).expectation(lambda X, y: np.nan, 2)
        # ^f must give finite numbers; got nan
    FiniteDistribution([0, 1], [0, 1], [0.5, 0.5]).expectation(lambda X, y: 'one', 2)
        # ^f must give real numbers
    FiniteDistribution([0, 1], [0, 1], [0.5, 0.5]).risk(lambda X: [1.0])
        # ^h must give one prediction per point
    uniform_on([1, 2], [1])  # ^y must have one label per point
    uniform_ball(0, 2, rng=rng)  # ^m must be an integer
    uniform_ball(2, 1.5, rng=rng)  # ^d must be an integer
    uniform_ball(2, 2, rng=None)  # ^rng must be a numpy Generator
core.losses
    hinge([np.nan], [1])  # ^scores must be finite
    hinge([], [])  # ^y must not be empty
    hinge([[1.0, 2.0]], [1, 1, -1])  # ^y must broadcast against scores of shape
    hinge([1.0, 2.0], [1])  # ^y must have one label per point
    hinge([[1.0], [2.0]], [1, -1])  # ^y must .* one label for each score
    hinge([1.0, 2.0], [[1], [-1]])  # ^y must broadcast against scores of shape
    hinge([1.0], [0])  # ^y must hold only the labels \(-1, 1\); got 0
    logistic([np.nan], [1])  # ^scores must be finite
    logistic([], [])  # ^y must not be empty
    logistic([[1.0, 2.0]], [1, 1, -1])  # ^y must broadcast against scores of shape
    logistic([1.0, 2.0], [1])  # ^y must have one label per point
    logistic([[1.0], [2.0]], [1, -1])  # ^y must .* one label for each score
    logistic([1.0, 2.0], [[1], [-1]])  # ^y must broadcast against scores of shape
    logistic([1.0], [0])  # ^y must hold only the labels \(-1, 1\); got 0
    weighted_zero_one(0, 1)  # ^false_accept must be a finite number, above 0
    weighted_zero_one(1, np.inf)  # ^false_reject must be a finite number, above 0
    weighted_zero_one(1, 2)([1, 1], [0, -1])  # ^y must hold labels in {0, 1} or in {-1, .1}
    weighted_zero_one(1, 2)([1], [2])  # ^y must hold only the labels
core.neighbours
    neighbours([[1, 2]], [[1]], 1)  # Q must have 2 columns
    neighbours([1, 2], [1], 3)  # ^k must be an integer, at least 1 and at most 2; got 3
    nearest_neighbour([1], [1], k=2)  # ^k must be an integer, at least 1 and at most 1
    nearest_neighbour([1], [1], k=0)  # k must be an integer
    neighbour_mean([1, 2], [1])  # one label per point
    nearest_neighbour([], [])  # must not be empty
core.risk
    erm([], [1], [1])  # H must be a list of predictors
    erm([Constant(1)], [1, 2], [1])  # one label per point
data.datasets
    pair(iris(), 'tulip', 0)  # ^a must be one of .*setosa.* got 'tulip'
    pair(iris(), 0, 3)  # ^b must be one of .* got 3
    pair(iris(), -1, 0)  # ^a must be one of
    pair(iris(), 1.0, 0)  # ^a must be one of
    pair(iris(), True, 0)  # ^a must be one of
    pair(iris(), 'setosa', 0)  # ^b must be another class than a
    standardise([[np.nan]])  # ^X must be finite
    standardise([1.0, 2.0])  # ^X must have shape
    standardise([[1.0]], by=[[1.0, 2.0]])  # ^by must have shape \(m, 1\); got shape \(1, 2\)
    standardise([[1.0]], by=np.empty((0, 1)))  # ^by must not be empty
data.synthetic
    exponential_family(0)  # ^d must be an integer, at least 1; got 0
    exponential_family(2.5)  # ^d must be an integer
    stretched_pair(0)  # ^K must be a finite number, above 0
    stretched_pair(np.nan)  # ^K must be a finite number, above 0
    orthonormal(-1)  # ^m must be an integer
    separable(0, 2, rng=rng)  # ^m must be an integer
    separable(2, 0, rng=rng)  # ^d must be an integer
    separable(2, 2, margin=1, rng=rng)  # ^margin must be a finite number, above 0 and below 1
    separable(2, 2, margin=np.nan, rng=rng)  # ^margin must be a finite number
    separable(2, 2, rng=3)  # ^rng must be a numpy Generator
    noisy(0, 2, rng=rng)  # ^m must be an integer
    noisy(2, 0, rng=rng)  # ^d must be an integer
    noisy(2, 2, flip=0.6, rng=rng)  # ^flip must be a finite number, at least 0 and at most 0.5
    noisy(2, 2, flip=np.nan, rng=rng)  # ^flip must be a finite number, at least 0 and at most 0.5
    noisy(2, 2, flip='a', rng=rng)  # ^flip must be a finite number, at least 0 and at most 0.5
    noisy(2, 2, rng=None)  # ^rng must be a numpy Generator
    integer_sample(0, 1, 1, rng=rng)  # ^m must be an integer
    integer_sample(1, 0, 1, rng=rng)  # ^d must be an integer
    integer_sample(1, 1, 0, rng=rng)  # ^K must be an integer
    integer_sample(1, 1, 1, rng=0)  # ^rng must be a numpy Generator
    integer_separable(1, 1, 0.5, rng=rng)  # ^K must be an integer
    integer_separable(0, 1, 1, rng=rng)  # ^m must be an integer
    integer_separable(1, 0, 1, rng=rng)  # ^d must be an integer
    integer_separable(1, 1, 1, rng=0)  # ^rng must be a numpy Generator
kernels.features
    gaussian_features([[1.0]], sigma=0.0, N=2)  # sigma
    exponents(0, 1)  # must
    exponents(1, 0)  # must
    exponents(100, 10)  # must
    monomials([[1.0]], 0)  # k must
kernels.kernel
    multiplied()  # kernels
    normalised(Linear())([[1.0]], [[0.0]])  # row of Z
    Polynomial(0)  # degree
    Polynomial(1.5)  # degree
    Gaussian(1e-200)([[1e200]], [[0.0]])  # X in units of sigma must be finite; got inf
    Gaussian(0.0)  # sigma
    Gaussian(-1.0)  # sigma
    Gaussian(np.inf)  # sigma
    Gaussian(np.nan)  # sigma
    Linear()([[1, 2]], [[1]])  # Z must have shape \(m, 2\)
    Polynomial(3)([[1, 2]], [[1]])  # Z must have shape \(m, 2\)
    Gaussian(0.5)([[1, 2]], [[1]])  # Z must have shape \(m, 2\)
    Linear()([[np.nan]], [[1]])  # X must be finite
    Polynomial(3)([[np.nan]], [[1]])  # X must be finite
    Gaussian(0.5)([[np.nan]], [[1]])  # X must be finite
    gram(lambda X, Z: X @ (2 * Z).T + X, [[1.0], [2.0]])  # symmetric; got
    gram(lambda X, Z: X, [[1.0], [2.0]])  # shape
    KernelPredictor([1.0], [[1.0], [2.0]], Linear())  # alpha must have shape \(2,\)
    embedded(lambda X: X, batch_perceptron)([[1.0]], [0])  # labels
kernels.learners
    kernel_perceptron([[1.0]], [1], K=Linear(), max_updates=-1)  # max_updates
    kernel_perceptron([[1.0]], [0], K=Linear())  # labels
    kernel_ridge([[0.0], [9.0]], [1.0, 2.0], K=lambda X, Z: -((X - Z.T) ** 2), lam=0.1)
        # K must be a kernel
    kernel_ridge_path([[0.0], [9.0]], [1.0, 2.0], [0.1], K=lambda X, Z: -((X - Z.T) ** 2))
        # eigenvalue
    kernel_ridge([[0.0]], [1.0], K=Linear(), lam=0.0)  # lam must
    kernel_ridge_path([[0.0]], [1.0], [1.0, -1.0], K=Linear())  # lams must be finite, above 0
kernels.positive
    eliminate([[1, 10 ** 17 + 1], [10 ** 17, 1]])  # symmetric
    eliminate([[1, 2], [3, 4]])  # G
    eliminate([[1, 2]])  # G
    eliminate([[np.nan]])  # G
    finite_features([[1, 2], [3, 4]])  # G
    finite_features([[1, 2]])  # G
    finite_features([[np.nan]])  # G
    finite_features([[0.0, 1], [1, 0]])  # G must be positive semidefinite
    quadratic_form([[1]], [1, 2])  # c must
    quadratic_form([[1]], np.ma.masked_array([1], mask=[1]))  # ^c must hold no masked entry
kernels.svm
    smo([[0.0, 2.0], [2.0, 0.0]], [1, -1], lam=0.1)  # G must be positive semidefinite
    smo([[1.0, 2.0], [2.0, 1.0]], [1, -1], lam=0.1)  # G must be positive semidefinite
    smo([[-1.0, 0.0], [0.0, -1.0]], [1, -1], lam=0.1)  # G must be positive semidefinite
    smo([[1.0, 2.0, 0.0], [2.0, 1.0, 0.0], [0.0, 0.0, 1.0]], [1, -1, 1], lam=0.1)
        # G must be positive semidefinite
linear.disagreement
    minimum_disagreement([], [])  # X must
    disagreements([1.0], [], [])  # X must
    minimum_disagreement([[np.nan]], [1])  # X must be finite
    disagreements([1.0], [[np.nan]], [1])  # X must be finite
    minimum_disagreement([[1.0]], [0])  # y must hold only
    disagreements([1.0], [[1.0]], [0])  # y must hold only
    minimum_disagreement([[1.0]], [1, 1])  # y must have one label
    disagreements([1.0], [[1.0]], [1, 1])  # y must have one label
    disagreements([1.0, 1.0], [[1.0]], [1])  # w must have shape \(1,\)
    minimum_disagreement([[1.0]], [1], rounds=0)  # rounds must be an integer
    minimum_disagreement([[1.0]], [1], rounds=1.5)  # rounds must be an integer
    minimum_disagreement([[1.0]], [1], rounds=None)  # rounds must be an integer
    greedy_deletion([[1.0]], [0])  # y must hold only
linear.logistic
    logistic_regression([[1.0]], [0])  # y must hold only
    logistic_regression([[np.inf]], [1])  # X must be finite
    logistic_regression([[1.0], [1.0]], [1, -1], tol=0)  # tol
    logistic_regression([[1.0], [1.0]], [1, -1], max_updates=0)  # max_updates
linear.margins
    minimum_norm_separator([], [])  # X must
    functional_margin([1.0], [], [])  # X must
    geometric_margin([1.0], [], [])  # X must
    minimum_norm_separator([[np.inf]], [1])  # X must be finite
    functional_margin([1.0], [[np.inf]], [1])  # X must be finite
    geometric_margin([1.0], [[np.inf]], [1])  # X must be finite
    minimum_norm_separator([[1.0]], [2])  # y must hold only
    functional_margin([1.0], [[1.0]], [2])  # y must hold only
    geometric_margin([1.0], [[1.0]], [2])  # y must hold only
    minimum_norm_separator([[1.0]], [1, 1])  # y must have one label
    functional_margin([1.0], [[1.0]], [1, 1])  # y must have one label
    geometric_margin([1.0], [[1.0]], [1, 1])  # y must have one label
    functional_margin([1.0, 2.0], [[1.0]], [1])  # w must have shape \(1,\)
    geometric_margin([0.0], [[1.0]], [1])  # w must not be the zero vector
    radius([1.0, 2.0])  # X must have shape
    minimum_norm_separator([[1.0]], [1])([1.0])  # X must have shape
linear.online
    online_perceptron([], [])  # X must
    online_perceptron([[np.inf]], [1])  # X must be finite
    online_perceptron([[1.0]], [0])  # y must hold only
    online_perceptron([[1.0]], [1, -1])  # y must have one label
    averaged_perceptron([], [])  # X must
    averaged_perceptron([[np.inf]], [1])  # X must be finite
    averaged_perceptron([[1.0]], [0])  # y must hold only
    averaged_perceptron([[1.0]], [1, -1])  # y must have one label
linear.perceptron
    batch_perceptron([], [])  # ^X must
    batch_perceptron([1, 2], [1, 1])  # ^X must
    batch_perceptron([[np.nan, 0], [1, 1]], [1, 1])  # ^X must
    batch_perceptron([[np.inf, 0], [1, 1]], [1, 1])  # ^X must
    batch_perceptron(([[1.0, 0.0], [0.0, 1.0]], [1, -1])[0], [1])  # ^y must
    batch_perceptron(([[1.0, 0.0], [0.0, 1.0]], [1, -1])[0], [0, 1])  # ^y must
    batch_perceptron(([[1.0, 0.0], [0.0, 1.0]], [1, -1])[0], [[1, 1]])  # ^y must
    cyclic_perceptron([], [])  # ^X must
    cyclic_perceptron([1, 2], [1, 1])  # ^X must
    cyclic_perceptron([[np.nan, 0], [1, 1]], [1, 1])  # ^X must
    cyclic_perceptron([[np.inf, 0], [1, 1]], [1, 1])  # ^X must
    cyclic_perceptron(([[1.0, 0.0], [0.0, 1.0]], [1, -1])[0], [1])  # ^y must
    cyclic_perceptron(([[1.0, 0.0], [0.0, 1.0]], [1, -1])[0], [0, 1])  # ^y must
    cyclic_perceptron(([[1.0, 0.0], [0.0, 1.0]], [1, -1])[0], [[1, 1]])  # ^y must
    mistake_bound([], [])  # ^X must
    mistake_bound([1, 2], [1, 1])  # ^X must
    mistake_bound([[np.nan, 0], [1, 1]], [1, 1])  # ^X must
    mistake_bound([[np.inf, 0], [1, 1]], [1, 1])  # ^X must
    mistake_bound(([[1.0, 0.0], [0.0, 1.0]], [1, -1])[0], [1])  # ^y must
    mistake_bound(([[1.0, 0.0], [0.0, 1.0]], [1, -1])[0], [0, 1])  # ^y must
    mistake_bound(([[1.0, 0.0], [0.0, 1.0]], [1, -1])[0], [[1, 1]])  # ^y must
    batch_perceptron([[1.0, 0.0], [0.0, 1.0]], [1, -1], choose='last')  # choose must be
    batch_perceptron([[1.0, 0.0], [0.0, 1.0]], [1, -1], choose='random')  # rng must be
    batch_perceptron([[1.0, 0.0], [0.0, 1.0]], [1, -1], max_updates=-1)  # max_updates must be
    batch_perceptron([[1.0, 0.0], [0.0, 1.0]], [1, -1], max_updates=2.5)  # max_updates must be
    cyclic_perceptron([[1.0, 0.0], [0.0, 1.0]], [1, -1], max_updates=None)  # max_updates must be
    cyclic_perceptron([[1.0, 0.0], [0.0, 1.0]], [1, -1], order=[0, 0])
        # order must be a permutation
    cyclic_perceptron([[1.0, 0.0], [0.0, 1.0]], [1, -1], order=[1, 2])
        # order must be a permutation
    cyclic_perceptron([[1.0, 0.0], [0.0, 1.0]], [1, -1], order=[0])  # order must be a permutation
    cyclic_perceptron([[1, 0], [0, 1]], [1, 1], order=np.ma.masked_array([0, 1], mask=[0, 1]))
        # order must be a permutation
    cyclic_perceptron([[1.0, 0.0], [0.0, 1.0]], [1, -1], order=['a', 'b'])
        # order must be a permutation
    cyclic_perceptron([[1, 0], [0, 0]], [1, 1], normalise=True)
        # X must hold no zero vector .* index 1
    mistake_bound([[1.0, 0.0], [0.0, 1.0]], [1, -1], w=[1, 0])  # w must separate
    mistake_bound([[1.0, 0.0], [0.0, 1.0]], [1, -1], w=[0, 0])  # w must separate
    mistake_bound([[1.0, 0.0], [0.0, 1.0]], [1, -1], w=[1])  # w must have shape \(2,\)
    cyclic_perceptron([[1.0, 0.0], [0.0, 1.0]], [1, -1])([1, 2])  # X must have shape
    pocket([], [], T=3, rng=rng)  # X must
    pocket([[np.nan]], [1], T=3, rng=rng)  # X must be finite
    pocket([[1.0]], [2], T=3, rng=rng)  # y must hold only
    pocket([[1.0]], [1, 1], T=3, rng=rng)  # y must have one label
    pocket([[1.0]], [1], T=-1, rng=rng)  # T must be
    pocket([[1.0]], [1], T=1.5, rng=rng)  # T must be
    pocket([[1.0]], [1], T=3, rng=7)  # rng must be
    pocket([[1.0]], [1], T=3, rng=None)  # rng must be
linear.polynomials
    basis([2.0], 1)  # x must lie in \[-1, 1\]
    basis([[0.0, 1.0]], 1)  # points of the line
    fit_polynomial([0, 0, 1], [0, 0, 1], degree=2)  # 3 different points
    fit_polynomials([[0, 1]], [[0, 1]], 2)  # m must be at least
    fit_polynomials([[0, 0]], [[0, 1]], 1)  # different points in each row
    fit_polynomials([0, 1], [0, 1], 1)  # x and y must be \(T, m\)
    best_polynomial(np.sin, 200)  # degree must be below
    regression_risk(np.sign, np.sin, 0.0)  # must be smooth
    regression_risk(np.sin, np.sin, -1.0)  # sigma must be
    PolynomialFit([np.nan])  # c must be finite
linear.regression
    leave_one_out([[1, 1], [2, 2], [3, 3]], np.zeros(len([[1, 1], [2, 2], [3, 3]])), lam=0.0)
        # X must have independent
    leave_one_out([[1, 2]], np.zeros(len([[1, 2]])), lam=0.0)  # X must have independent
    leave_one_out([[1, 0], [1, 0], [0, 1]], np.zeros(len([[1, 0], [1, 0], [0, 1]])), lam=0.0)
        # example 2
    leave_one_out([[1], [2]], np.zeros(len([[1], [2]])), lam=-1.0)  # lam must
    leave_one_out([[1], [2]], np.zeros(len([[1], [2]])), lam=float('nan'))  # lam must
    normal_equations([[1, 1], [1, 1], [2, 2]], [1, 2, 3])  # independent columns
    qr_least_squares([[1, 1], [1, 1], [2, 2]], [1, 2, 3])  # independent columns
    qr_least_squares([[1.0, 2.0]], [1.0])  # independent columns
    normal_equations([[1.0]], [1, 2])  # y must have
    normal_equations([[np.nan]], [1])  # X must be finite
    normal_equations([], [])  # X must
    qr_least_squares([[1.0]], [1, 2])  # y must have
    qr_least_squares([[np.nan]], [1])  # X must be finite
    qr_least_squares([], [])  # X must
    least_squares([[1.0]], [1, 2])  # y must have
    least_squares([[np.nan]], [1])  # X must be finite
    least_squares([], [])  # X must
    ridge_path([[1.0]], [1.0], [0.0])  # lams
    ridge_path([[1.0]], [1.0], [1.0, -1.0])  # lams
    ridge_path([[1.0]], [1.0], [np.nan])  # lams
linear.regularised
    rlm([[1.0]], [1.0], lam=0.0)  # ^lam must
    rlm([[1.0]], [1.0], lam=np.inf)  # ^lam must
    rlm([[1.0]], [0.0], lam=1.0)  # ^y must
    rlm([[np.nan]], [1.0], lam=1.0)  # ^X must
    rlm([[1.0]], [1.0, 1.0], lam=1.0)  # ^X must
    rlm([1.0], [1.0], lam=1.0)  # ^X must
    rlm([[1.0]], [1.0], lam=1.0, loss='hinge')  # ^loss must
    ridge_system([[1.0]], [1.0], lam=-1)  # ^lam must
    hinge_line([1, np.nan], [1, 1], [[1, 1]], lam=1.0)  # ^a must
    hinge_line([1, 1], [1], [[1, 1]], lam=1.0)  # ^b must
    hinge_line([1, 1], [1, 1], [[1, -1]], lam=1.0)  # ^counts must
    hinge_line([1, 1], [1, 1], [[0, 0]], lam=1.0)  # ^counts must
    hinge_line([1, 1], [1, 1], [[1]], lam=1.0)  # ^counts must
    hinge_line([1, 1], [1, 1], [[1, 1]], lam=0.0)  # ^lam must
linear.separability
    separating_halfspace([[1.0]], [1])([1.0])  # X must have shape
linear.surrogates
    SURROGATES['hinge'].conditional(-0.1, 0.0)  # eta
    SURROGATES['hinge'].psi(2 * -0.1 + 1 if -0.1 > 0 else -0.1 - 1)  # theta
    SURROGATES['hinge'].conditional(1.1, 0.0)  # eta
    SURROGATES['hinge'].psi(2 * 1.1 + 1 if 1.1 > 0 else 1.1 - 1)  # theta
    SURROGATES['hinge'].conditional(np.nan, 0.0)  # eta
    SURROGATES['hinge'].psi(2 * np.nan + 1 if np.nan > 0 else np.nan - 1)  # theta
    least_hinge([[1.0]], [0])  # y must hold only
networks.graph
    GraphNetwork({(1, 2): 1.0, (2, 1): 1.0}, (1,), SIGN)  # got 1 -> 2 -> 1
    topological_order([('a', 'a')])  # 'a' -> 'a'
    GraphNetwork({('x', 'y'): 1.0}, ('y',), IDENTITY)  # inputs
    GraphNetwork({('x', 'y'): 1.0}, ('z',), IDENTITY)  # inputs
    GraphNetwork({('x', 'y'): 1.0}, ('x',), IDENTITY)([[1.0, 2.0]])  # X must have shape \(m, 1\)
    GraphNetwork({('x', 'y'): 1.0}, ('x', 'x'), IDENTITY)  # different
    GraphNetwork({('x', 'y'): np.nan}, ('x',), IDENTITY)  # weights must be finite
    GraphNetwork({}, (), IDENTITY)  # weights must not be empty
networks.losses
    LOGISTIC([[1.0]], [0])  # y must hold
    HINGE([[1.0, 2.0]], [1])  # v must have one column
    SOFTMAX([[1.0, 2.0]], [2])  # y must hold
    SQUARED([[1.0, 2.0]], [[1.0]])  # y must have shape
    SQUARED([1.0, 2.0], [1.0])  # v must have shape
    softmax([[0.0, np.nan]])  # v must be finite; got nan at index \(0, 1\)
    SOFTMAX([[0.0, np.nan]], [0])  # v must be finite; got nan at index \(0, 1\)
    softmax([[0.0, 1j * np.inf]])  # v must be finite
    SOFTMAX([[0.0, 1j * np.inf]], [0])  # v must be finite
    softmax([0.0, 1.0])  # v must have shape \(m, d\)
    SOFTMAX([0.0, 1.0], [0])  # v must have shape \(m, d\)
networks.network
    Network((), IDENTITY)  # at least one matrix
    Network(([[1.0]],), IDENTITY)  # at least 2 rows
    Network(([[0.0], [1.0]], [[1.0], [2], [3]]), IDENTITY)  # weights\[1\] must have 2 rows
    Network(([[np.nan], [1.0]],), IDENTITY)  # finite
    Network(([1.0, 2.0],), IDENTITY)  # shape
    Network((np.array([1j, 2]),), IDENTITY)  # shape
    Network(([[0.0], [1.0]],), IDENTITY)([[1.0, 2.0]])  # X must have shape
    random_network((3,), IDENTITY, rng=rng)  # sizes
networks.relu
    interpolating_network([[1.0], [1.0]], [1, -1], rng=rng)  # distinct points
    interpolating_network([[1.0], [1.0 + 1e-15]], [1, -1], rng=rng)  # projections
    shortest_excess(0, 1, signal=1, noise=1)  # m must
    shortest_excess(1, 0, signal=1, noise=1)  # p must
    shortest_excess(1, 1, signal=0, noise=1)  # signal
    shortest_excess(1, 1, signal=1, noise=0)  # noise
    relu_interpolant([0, 1, 1], [0, 0, 0])  # t must
    relu_interpolant([0, 1], [0])  # values
    sigmoid_staircase([1.0], steepness=1.0)  # values
    sigmoid_staircase([1.0, 2.0], steepness=0.0)  # steepness
    sawtooth(0)  # k must
    broken_line(sawtooth(1), 1, 1)  # low
    broken_line(sawtooth(1), 0.0, float('inf'))  # finite
    broken_line(sawtooth(13))  # at most
    broken_line(Network(([[0.0], [1.0]], [[0.0], [1.0]]), SIGMOID))  # ReLU network
networks.training
    train(Network(([[0.0], [1j]],), IDENTITY), [[1.0]], [1.0], SQUARED, rule=adam(), epochs=1,
        batch=1, rng=rng)
        # real weights
optimise.descent
    contraction(0.9, 1)  # kappa
    sgd_strong(lambda w, i: 3.0, [0], [0.0, 0.0], lam=1.0)  # of shape \(2,\)
optimise.online
    linear_regret(np.zeros((2, 2)), np.zeros((3, 2)), 1.0)  # one shape
    linear_regret(np.zeros((2, 2)), np.zeros((2, 2)), 0.0)  # B must
optimise.optimisers
    descend(adam(), lambda w, t: w, [1.0, np.nan], T=3)  # start
    descend(adam(), lambda w, t: w, [1.0, 1.0], T=0)  # T must
    descend(adam(), lambda w, t: w[:1], [1.0, 1.0], T=1)  # gradient
    descend(adam(), lambda w, t: w, [1.0, 1.0], T=1, box=(2, 3))  # box
    fixed_step(0)  # eta
    momentum(mu=1)  # mu
    momentum(mu=-0.1)  # mu
    adagrad(eps=-1)  # eps
    rmsprop(nu=1.5)  # nu
    adadelta(eps=0)  # eps
    adam(nu='x')  # nu
    adam(eta=math.nan)  # eta
    adam(mu=0.5, nu=0, eps=0)  # eps
optimise.problems
    quadratic([[1.0, 2.0]])  # A must be square
    quadratic([[1.0, 2.0], [0.0, 1.0]])  # symmetric
    quadratic([[1.0, 2.0], [2.0, 1.0]])  # positive definite
    quadratic([[1.0]], [1.0, 2.0])  # minimiser
    bowl(0.5)  # kappa
    hinge_direction([[1.0]], [2])  # labels
    rate(1, 1, mu=1)  # mu
    best_step(2, 1)  # beta must be a finite number, at least 2
    minimise_max_affine(MaxAffine([[1.0]], [0.0]))  # bounded below
    MaxAffine([[1.0]], [0.0, 1.0])  # b must have shape \(1,\)
optimise.schedules
    constant(-1)  # eta
    plateau(1, factor=1)  # factor
    plateau(1, patience=0)  # patience
    plateau(1, least=-1)  # least
model_selection.checklist
    checklist(-0.1, 0.2, 0.1)  # ^training must
    checklist(0.1, float('nan'), 0.1)  # ^validation must
    checklist(0.1, 0.2, -1)  # ^goal must
    checklist(0.1, 0.2, 0.1, choice=(5, 5))  # ^choice must
    checklist(0.1, 0.2, 0.1, choice=(1, 2, 3))  # ^choice must
    checklist(0.1, 0.2, 0.1, choice=3)  # ^choice must
    checklist(0.1, 0.2, 0.1, slack=-1.0)  # ^slack must
    ErrorReport(0.1, -0.1, 0.0, 0.0)  # ^risk must
model_selection.cross_validation
    cross_validate(lambda X, y: Constant(0), [1, 2], [0, 1], [np.array([0, 1])])  # at least two
    cross_validate(lambda X, y: Constant(0), [1, 2], [0, 1], [np.array([0]), np.array([0])])
        # each index
    cross_validate(lambda X, y: Constant(0), [1, 2], [0, 1], [np.array([0]), np.array([2])])
        # each index
    cross_validate(lambda X, y: Constant(0), [1, 2], [0, 1], [np.array([0, 1]), np.array([],
        dtype=int)])
        # none of them empty
    cross_validate(lambda X, y: Constant(0), [1, 2], [0, 1], [np.array([0.0]), np.array([1.0])])
        # arrays of indices
    folds(1, 2)  # must be
    folds(5, 1)  # must be
    folds(5, 6)  # must be
    kfold_select({}, [1, 2], [0, 1], folds(2, 2))  # learners
model_selection.curves
    learning_curve(lambda X, y: Constant(0), [1, 2, 3], [0, 0, 0], [], ([1], [0]))  # sizes
    learning_curve(lambda X, y: Constant(0), [1, 2, 3], [0, 0, 0], [0], ([1], [0]))  # sizes
    learning_curve(lambda X, y: Constant(0), [1, 2, 3], [0, 0, 0], [2, 1], ([1], [0]))  # sizes
    learning_curve(lambda X, y: Constant(0), [1, 2, 3], [0, 0, 0], [1, 1], ([1], [0]))  # sizes
    learning_curve(lambda X, y: Constant(0), [1, 2, 3], [0, 0, 0], [4], ([1], [0]))  # sizes
    learning_curve(lambda X, y: 1 / 0, [1, 2, 3], [0, 0, 0], [1], ([1, 2], [0]))
        # ^y of validation must have one label
    cells_curve(0, 0.1, [1])  # ^d must
    cells_curve(1, 1.1, [1])  # ^eta must
    cells_curve(1, 0.1, [])  # ^sizes must
    cells_curve(1, 0.1, [3000])  # ^sizes must
model_selection.grid_search
    refine_grid(lambda u: 0.0, [(1, 0)])  # ^box must
    refine_grid(lambda u: 0.0, [(0, np.inf)])  # ^box must
    refine_grid(lambda u: 0.0, [0, 1])  # ^box must
    refine_grid(lambda u: 0.0, [(0, 1)], points=3)  # ^points must
    refine_grid(lambda u: 0.0, [(0, 1)], rounds=0)  # ^rounds must
    refine_grid(lambda u: np.nan, [(0, 1)])  # ^error must
model_selection.holdout
    coverage(1.2, 5, 0.1)  # ^p must
    coverage(0.2, 0, 0.1)  # ^n must
    coverage(0.2, 5, -0.1)  # ^eps must
    expected_least(5, 0)  # ^r must
    expected_least(5, 2, 1.5)  # ^p must
    memoriser_errors(0, 2)  # ^n must
    memoriser_errors(2, 0)  # ^cells must
    vote_error(4, 3)  # ^n must
    vote_error(3, 4)  # ^k must
    edge(2)  # ^n must
    Envelope([1, 2], [0])  # ^y must
model_selection.selection
    split(3, 2, 2, rng=rng)  # together at most 3
    split(3, rng=rng)  # at least one number
    split(3, 0, rng=rng)  # sizes must be an integer
    split(3, 1, rng=0)  # numpy Generator
    select({}, ([1], [0]), ([1], [0]), lambda: ([1], [0]))  # at least one learner
    select({0: lambda X, y: Constant(0)}, ([1], [0, 1]), ([1], [0]), lambda: ([1], [0]))
        # one label
solvers.lp
    maximise([1.0], [[1.0, 2.0]], [1.0])  # u must have shape \(2,\)
    maximise([1.0], [[1.0]], [1.0, 1.0])  # v must have shape \(1,\)
    maximise([1.0], [1.0], [1.0])  # A must have shape
    maximise([np.nan], [[1.0]], [1.0])  # u must be finite
solvers.rational
    fractions_of([['a']])  # X must be an array of real numbers
svm.duality
    QuadraticProgram([[1, 2], [0, 1]], [0, 0], [[1, 1]], [0])  # P must be symmetric
    QuadraticProgram([[-1]], [0], [[1]], [0])  # P must be positive semidefinite
    QuadraticProgram([[1]], [0], [[1, 1]], [0])  # A must have shape \(m, 1\)
    QuadraticProgram([[1]], [0], [[1]], [0]).dual([1, 2])  # alpha must have shape \(1,\)
svm.hard
    hard_svm([[1.0], [2.0]], [1, 1])  # y must contain both labels
    hard_svm([[1.0], [1.0]], [1, -1])  # separable by a hyperplane
    hard_svm([[1.0], [2.0]], [1, -1], bias=False)  # through the origin
    hard_svm([[1.0], [2.0]], [1, 0])  # y must hold only
svm.soft
    soft_svm([[1.0]], [1], lam=0.0)  # lam
    soft_svm([[1.0]], [1], lam=-1.0)  # lam
    soft_svm([[1.0]], [1], lam=np.nan)  # lam
    soft_svm([[1.0]], [0], lam=1.0)  # y
    soft_svm([[np.nan]], [1], lam=1.0)  # X
theory.bounds
    margin_bound(10, 0.1, R=0, gamma=1)  # R
    margin_bound(10, 0.1, R=1, gamma=0)  # gamma
    margin_bound(10, 0.1, R=math.nan, gamma=1)  # R
    margin_bound(10, 1.0, R=1, gamma=1)  # delta
    uniform_margin_bound(10, 0.1, R=1, gamma=1.1)  # gamma
    ramp([1.0], -1)  # gamma
    compression_bound(5, 5, 0.1)  # ^k must
    compression_bound(0, 0, 0.1)  # ^m must
    compression_bound(5, -1, 0.1)  # ^k must
    compression_bound(5, 1, 0.0)  # ^delta must
theory.concentration
    hoeffding(0, 0.1)  # m must be finite, at least 1
    hoeffding(2.5, 0.1)  # m must hold whole numbers
    hoeffding(3, 0)  # eps must be finite, above 0
    hoeffding(3, [0.1, math.nan])  # eps must be finite
    hoeffding(3, 0.1, width=-1)  # width must be finite, above 0
    hoeffding(3, 'x')  # eps must be an array of real numbers
    hoeffding(3, [])  # eps must not be empty
    kl(1.5, 0.5)  # q must be finite, at least 0 and at most 1; got 1.5
    chebyshev(3, 0.1, -1)  # variance must be finite, at least 0
    bernstein(3, 0.1, 0.1, reach=0)  # reach must be finite, above 0
    binomial_above(3, 2, 0.1)  # p must be finite
theory.error_decomposition
    erm_errors([Constant(0)], uniform_on([0, 1], [0, 1]), 1, ties='all')  # ties must be
    erm_errors([Constant(0)], uniform_on([0, 1], [0, 1]), 0)  # m must be
    smoother_errors([[1.0]], [1], [1], -1, [1])  # sigma must be
    smoother_errors([[1.0]], [1, 2], [1], 1, [1])  # f_design must have shape \(1,\)
    smoother_errors([[1.0]], [1], [1], 1, [0.5])  # weights must sum
theory.halfspaces
    cover_count(0, 1)  # m must be
    cover_count(1, 1.5)  # d must be
    separable_labellings([1.0])  # X must have shape
    in_general_position(np.ones((100, 10)))  # subsets of 10 points to enumerate; got 17310309456440
    halfspaces_on([1, 2])  # shape \(m, d\)
    halfspaces_on(np.ones((63, 2)))  # X must hold at most 62 points; got 63
    halfspaces_on(np.ones((62, 6)))  # at most 131072 edges
    halfspaces_on(rng.integers(0, 2, (60, 4)))  # at most 8192 edges
    cover_count(0, 2)  # m must be an integer, at least 1
    radon_partition([[0, 0], [1, 0], [0, 1]])  # X must hold d \+ 2 = 4 points; got 3
theory.hard_distributions
    coin_error(3, 1.5)  # alpha must be finite, at least 0 and at most 1
    coin_error([0.5], 0.5)  # n must hold whole numbers
    coin_error(-1, 0.5)  # n must be finite, at least 0
    coin_excess(1, 0, 0.5)  # m must be
    unseen_distribution(3, 2, mass=0)  # mass must be a finite number, above 0 and at most 1
    draws_until(3, 4, 0.1)  # unseen must be an integer, at least 1 and at most 3
    unseen_distribution(3, -1)  # m must be
    draws_until(3, 1, 1.0)  # delta must be a finite number, above 0 and below 1
theory.labellings
    sine_parameter([])  # y must hold at least one label
    sine_parameter([0, 2])  # each 0 or 1; got
    sine_labels(-1, 3)  # N must be an integer, at least 0
    sine_labels(1, 0)  # n must be an integer, at least 1
    thresholds_on([])  # x must not be empty
    thresholds_on([np.nan])  # x must be finite
    thresholds_on(range(63))  # x must hold at most 62 points; got 63
    rectangles_on(np.zeros((63, 2)))  # X must hold at most 62 points; got 63
    interval_unions_on([1], 0)  # k must be an integer, at least 1
    interval_unions_on(range(60), 5)  # ^k must leave at most .* labellings
    combine([[0, 1]], 2, 'both')  # how must be 'union' or 'intersection'
theory.lower_bounds
    agnostic_confidence(0.8, 0.1)  # eps must be a finite number, at least 1e-100 and at most 0\.7
    realizable_confidence(0.1, 0)  # delta must be a finite number, above 0 and below 1
theory.margin_shattering
    shattering_margin([[1.0]], bias=True)  # at least 2
    simplex(1)  # k
theory.networks
    path_norm(random_network((2, 1), RELU, rng=rng))  # network
    path_norm(random_network((2, 3, 2), RELU, rng=rng))  # network
    path_norm(random_network((2, 3, 1), SIGMOID, rng=rng))  # network
    path_norm(random_network((2, 3, 1), RELU, RELU, rng=rng))  # network
    path_norm(random_network((2, 3, 1), IDENTITY, rng=rng))  # network
    relu_complexity([[1.0, 2.0, 3.0]])  # X
    relu_complexity([[0.0, 0.0]])  # X
    relu_complexity(np.ones((15, 2)))  # X
    network_vc_bound(0)  # edges
    two_layer_labellings([[0.0]], 5)  # n must
    two_layer_labellings(rng.normal(size=(12, 2)), 4)  # at most
    sandwich_network([[0.5]], [1])  # integers
    sandwich_network(rng.integers(-1000, 1001, (16, 8)), [1, -1] * 8)  # smaller integers
    sandwich_network([[0, 0], [1, 1], [2, 2], [3, 3]], [1, -1, 1, -1])  # general position
theory.no_free_lunch
    play(memorise, range(13), 6)  # runs of the learner
    play(memorise, [1, 1], 1)  # distinct
    play(lambda X, y: lambda Q: 2 + 0 * Q, [1, 2], 1)  # only the labels
    failure_value(2, 1, 0)  # level must be a finite number, above 0 and at most 1
    average_bound(0, 1)  # n must be an integer
    unseen_probabilities(2, -1)  # m must be an integer
    Extension([[0.0], [0.1]], [0, 1], 2)  # c-Lipschitz
    Extension([[0.0]], [2], 2)  # values must be finite, at least 0 and at most 1; got 2.0
theory.pac
    bad_hypotheses([Constant(1)], FiniteDistribution([0], [1], [1]), -1)  # eps must be
    realizable_failure([Constant(0)], FiniteDistribution([0], [1], [1]), 0.1, 1)
        # H must hold a hypothesis of risk 0
    sup_deviations(thresholds([1, 2]), uniform_on([1, 2], [0, 1]), [[1]])  # counts must have shape
    sup_deviations(thresholds([1, 2]), uniform_on([1, 2], [0, 1]), [[1, -1]])
        # counts must be finite, at least 0
    sup_deviations(thresholds([1, 2]), uniform_on([1, 2], [0, 1]), [[1, 0], [1, 1]])  # the same sum
    sup_deviations([], uniform_on([1, 2], [0, 1]), [[1, 0]])  # H must be a list
    failure_probability([Constant(0)], uniform_on([1, 2], [0, 1]), -1, 1)  # eps must be
    failure_probability([Constant(0)], uniform_on([1, 2], [0, 1]), 0.1, 0)  # m must be an integer
theory.rademacher
    ball_complexity([[1.0, 0.0]])  # square
    ball_complexity([[1.0, 2.0], [0.0, 1.0]])  # symmetric
    ball_complexity([[0.0, 1.0], [1.0, 0.0]])  # positive semidefinite
    ball_complexity([[math.nan]])  # G
    ball_complexity(np.eye(21))  # m
    ball_complexity(np.eye(2), B=0)  # B
    rademacher(np.zeros((2, 30)))  # ^values must leave
    rademacher([1, 2])  # values must have shape
    rademacher([[math.nan]])  # values must be finite
    prefix_rademacher(0)  # m must be an integer
theory.sample_complexity
    realizable(0, 0.1, 0.1)  # size must be an integer, at least 1; got 0
    realizable(2, 1.0, 0.1)  # eps must be a finite number, above 0 and below 1
    realizable(2, 0.1, 0.0)  # delta must be a finite number, above 0 and below 1
    uniform_convergence(2, 0.0, 0.1)  # eps must be a finite number, above 0
    uniform_convergence(2, 0.1, 0.1, width=0)  # width must be a finite number
    agnostic(2, -1, 0.1)  # eps must be a finite number, above 0
    vc_radius(5, 4, 0.1)  # m must be an integer, at least 5
    consistent_radius(5, 10, 1.0)  # delta must be a finite number, above 0 and below 1
    uniform_size(1, 1.5, 0.1)  # eps must be a finite number, above 0 and below 1
    log_free_formula(0, 0.1, 0.1)  # d must be
theory.stability
    replaced(2, 2, 2)  # ^i must
    uniform_stability([[0, 1]], 1)  # ^table must
    completions([1.0], 0)  # ^m must
    lipschitz_rate(0, 1)  # ^m must
    lipschitz_rate(1, 0)  # ^lam must
    lipschitz_rate(1, 1, rho=0)  # ^rho must
    lipschitz_rate('many', 1)  # ^m must
    oracle_lambda(1, rho=1, B=0)  # ^B must
    smooth_rate(10, 0.1, beta=1, C=1)  # ^lam must
    smooth_rate(10, 1, beta=0, C=1)  # ^beta must
    smooth_rate(10, 1, beta=1, C=-1)  # ^C must
theory.vc
    as_table([[0, 2]])  # table must hold only the labels \(0, 1\); got 2
    as_table([0, 1])  # table must have shape \(k, n\)
    as_table(np.zeros((1, 63)))  # at most 62 columns; got 63
    decode([4], 2)  # from 0 to 2
    decode([], 2)  # codes must not be empty
    shattered_sets([[0]], -1)  # size must be an integer, at least 0
    growth([[0, 1]], 3)  # m must be at most 2, the number of points; got 3
    growth(np.eye(40), 20)  # at most 2097152 sets of 20 points
    sauer(-1, 2)  # m must be an integer, at least 0
    restriction([Halfspace([1.0])], [[-1.0]])  # labels \(0, 1\)
"""
MODULES = {module.__name__: module for module in LISTED}
NAMES = {name: value for module in LISTED for name, value in vars(module).items()}
NAMES |= {"np": np, "math": math, "Fraction": Fraction, "partial": partial}
NAMES["rng"] = np.random.default_rng(0)


def cases():
    """Yield the names of a module, a call and the words of its error."""
    for block in re.split(r"\n(?=\w)", re.sub(r"\n {8}", " ", REFUSED.strip())):
        module, *lines = block.split("\n")
        for line in lines:
            code, words = re.split(r" +# ", line.strip(), maxsplit=1)
            yield pytest.param(vars(MODULES[f"lecture_code.{module}"]), code, words, id=code)


@pytest.mark.parametrize(("names", "code", "words"), list(cases()))
def test_bad_input_is_named(names, code, words):
    with pytest.raises(ValueError, match=words):
        eval(code, NAMES | names)
