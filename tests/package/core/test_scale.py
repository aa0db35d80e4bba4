"""Powers of two as units: nothing is rounded, nothing overflows or vanishes."""

import numpy as np

from lecture_code.core.scale import power_of_two


def test_powers_of_two():
    values = np.array([0.0, 1e-300, 0.3, 1.0, 7.0, 1e300])
    mantissa, _ = np.frexp(power_of_two(values))
    assert (mantissa == 0.5).all()
    ratio = values[1:] / power_of_two(values)[1:]
    assert ((ratio >= 0.5) & (ratio < 1)).all()
