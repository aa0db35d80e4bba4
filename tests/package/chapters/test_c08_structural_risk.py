"""Codes by their lengths, and the rule that minimises the bound."""

import copy
import pickle
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lecture_code.chapters.c08_structural_risk import (
    is_prefix_free,
    prefix_code,
    structural_risk_minimiser,
)
from lecture_code.core.hypotheses import Constant


@given(st.lists(st.integers(1, 8), min_size=1, max_size=20))
def test_lengths_with_kraft_have_a_code(lengths):
    if sum(Fraction(1, 2**n) for n in lengths) <= 1:
        words = prefix_code(lengths)
        assert list(map(len, words)) == lengths
        assert is_prefix_free(words)
    else:
        with pytest.raises(ValueError, match="Kraft"):
            prefix_code(lengths)


def test_the_bound_is_minimised_not_the_training_error():
    H = [Constant(0), Constant(1)]
    run = structural_risk_minimiser(H, [0.1, 0.6], [1, 2, 3], [1, 1, 0])
    assert run.index == 0
    assert run.bounds == pytest.approx([2 / 3 + 0.1, 1 / 3 + 0.6])
    assert run([7.0]).tolist() == [0]
    for again in (copy.copy(run), copy.deepcopy(run), pickle.loads(pickle.dumps(run))):
        assert (repr(again), again.bounds.tolist()) == (repr(run), run.bounds.tolist())


def test_the_run_owns_its_arrays():
    radii = np.array([0.1, 0.6])
    run = structural_risk_minimiser([Constant(0), Constant(1)], radii, [1], [1])
    radii[:] = 7
    assert run.radii.tolist() == [0.1, 0.6]
    assert not run.radii.flags.writeable
