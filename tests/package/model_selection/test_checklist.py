"""The checklist step by step, and the sums of the errors."""

import numpy as np
import pytest

from lecture_code.model_selection.checklist import ErrorReport, checklist
from lecture_code.model_selection.curves import LearningCurve


def curve(*validation, sizes=(10, 20, 30, 40)):
    n = len(validation)
    return LearningCurve(np.array(sizes[:n]), np.zeros(n), np.array(validation))


def test_both_sums_give_the_risk():
    report = ErrorReport(0.125, 0.5, 0.25, 0.375)
    assert report.approximation + report.estimation == report.risk
    assert report.luck + report.gap + report.training == report.risk


@pytest.mark.parametrize(
    ("errors", "options", "step", "verdict"),
    [
        ((0.0, 0.08), {}, 0, "fine"),
        ((0.0, 0.2), {"choice": (0, 5)}, 1, "tuning"),
        ((0.0, 0.2), {"choice": (4, 5)}, 1, "tuning"),
        ((0.3, 0.3), {"choice": (2, 5)}, 2, "underfitting"),
        ((0.3, 0.3), {"choice": (0, 1)}, 2, "underfitting"),
        ((0.0, 0.2), {}, 3, "no curve"),
        ((0.0, 0.2), {"curve": curve(0.2)}, 3, "no curve"),
        ((0.0, 0.2), {"curve": curve(0.5, 0.4, 0.3, 0.2)}, 4, "estimation"),
        ((0.0, 0.2), {"curve": curve(0.5, 0.4, 0.2, sizes=(10, 100, 1000))}, 4, "estimation"),
        ((0.0, 0.5), {"curve": curve(0.5, 0.5, 0.5, 0.5)}, 5, "approximation"),
        ((0.0, 0.5), {"curve": curve(0.51, 0.51, 0.5, 0.5), "slack": 0.02}, 5, "approximation"),
        ((0.0, 0.2), {"curve": curve(0.5, 0.2, 0.2, sizes=(10, 100, 1000))}, 5, "approximation"),
    ],
)
def test_each_step(errors, options, step, verdict):
    advice = checklist(*errors, 0.1, **options)
    assert (advice.step, advice.verdict) == (step, verdict)
    assert advice.remedy
