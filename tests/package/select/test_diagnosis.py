"""The four errors and the checklist: crafted tasks, one for each step."""

import numpy as np
import pytest

from lecture_code.select.curves import ErrorReport, LearningCurve, checklist


def curve(*validation):
    n = len(validation)
    return LearningCurve(np.arange(1, n + 1) * 10, np.zeros(n), np.array(validation))


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
        ((0.0, 0.2), {"curve": curve(0.5, 0.4, 0.3, 0.2)}, 4, "estimation"),
        ((0.0, 0.5), {"curve": curve(0.5, 0.5, 0.5, 0.5)}, 5, "approximation"),
        ((0.0, 0.5), {"curve": curve(0.51, 0.51, 0.5, 0.5), "slack": 0.02}, 5, "approximation"),
    ],
)
def test_each_step(errors, options, step, verdict):
    advice = checklist(*errors, 0.1, **options)
    assert (advice.step, advice.verdict) == (step, verdict)
    assert advice.remedy


@pytest.mark.parametrize(
    ("arguments", "options", "name"),
    [
        ((-0.1, 0.2, 0.1), {}, "training"),
        ((0.1, float("nan"), 0.1), {}, "validation"),
        ((0.1, 0.2, -1), {}, "goal"),
        ((0.1, 0.2, 0.1), {"choice": (5, 5)}, "choice"),
        ((0.1, 0.2, 0.1), {"slack": -1.0}, "slack"),
    ],
)
def test_bad_input_is_named(arguments, options, name):
    with pytest.raises(ValueError, match=f"^{name} must"):
        checklist(*arguments, **options)


def test_a_report_of_nonsense():
    with pytest.raises(ValueError, match="^risk must"):
        ErrorReport(0.1, -0.1, 0.0, 0.0)
