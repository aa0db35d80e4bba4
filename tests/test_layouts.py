"""Frames that share a layout look as if each had been laid out by itself."""

import matplotlib.pyplot as plt
import pytest
from matplotlib.layout_engine import ConstrainedLayoutEngine

from lecture_code import plots
from lecture_code.axis_drawings import looks
from lecture_code.frames import Earlier, svg
from lecture_code.layouts import surroundings

pytestmark = pytest.mark.usefixtures("style")


@pytest.fixture
def laid_out(monkeypatch):
    """The figures that were laid out, one entry a time."""
    done = []
    execute = ConstrainedLayoutEngine.execute

    def noted(self, figure):
        done.append(figure)
        execute(self, figure)

    monkeypatch.setattr(ConstrainedLayoutEngine, "execute", noted)
    return done


def curve(n):
    _, ax = plt.subplots()
    ax.plot([0, 1, 2], [0, n, 1], label="a curve")
    ax.set(xlabel="m", ylabel=r"$L_{\mathcal{D}}(h)$", ylim=(0, 9), title="One curve")
    ax.legend()


def growing(n):
    _, ax = plt.subplots()
    ax.plot([0, 1, 2], [0, 10**n, 1])


def titles(n):
    _, axes = plt.subplots(1, 2, figsize=(6, 3))
    axes[0].set_title("tall" if n % 2 else "$\\sum_{i=1}^m$")
    axes[1].set(xticks=[0, 1], xticklabels=["none", "all" * n])


def fixed(n):
    _, ax = plt.subplots()
    ax.set(xticks=[0, 1, 10**n], yticks=[0.5])


def arrows(n):
    _, ax = plots.plane(3)
    plots.draw_arrow(ax, (0, 0), (1, n), label="$w_n$")


def letters(n):
    figure, axes = plt.subplots(1, n + 1)
    figure.supxlabel("below all")
    axes[0].text(0.5, 1.3, "above", transform=axes[0].transAxes)


def unclipped(n):
    _, ax = plt.subplots()
    ax.plot([0, 1], [0, 1 + n / 10], clip_on=False)
    ax.set(xlim=(0, 1), ylim=(0, 1))


FIGURES = [curve, growing, titles, fixed, arrows, letters, unclipped]


@pytest.mark.parametrize("draw", FIGURES, ids=lambda draw: draw.__name__)
def test_the_bytes_are_those_of_a_layout_of_its_own(draw):
    earlier = Earlier()
    for n in (1, 2, 3, 4, 2):
        draw(n)
        alone = svg(plt.gcf())
        draw(n)
        assert svg(plt.gcf(), earlier=earlier) == alone


def test_the_same_surroundings_are_laid_out_once(laid_out):
    earlier = Earlier()
    for n in range(1, 8):
        curve(n)
        svg(plt.gcf(), earlier=earlier)
    assert len(laid_out) == 1
    growing(3)
    svg(plt.gcf(), earlier=earlier)
    assert len(laid_out) == 2


@pytest.mark.parametrize("draw", [letters, unclipped], ids=lambda draw: draw.__name__)
def test_what_reaches_beyond_the_axes_is_laid_out_each_time(draw, laid_out):
    for _ in range(3):
        draw(2)
        assert surroundings(plt.gcf(), looks(plt.gcf())) is None
        svg(plt.gcf(), earlier=Earlier())
    assert len(laid_out) == 3
