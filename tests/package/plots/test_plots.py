"""plots: the shapes stand where the formula says; the style gives one look and the same bytes."""

import matplotlib as mpl
import matplotlib.pyplot as plt
import nbclient
import nbformat
import numpy as np
import pytest
from matplotlib.colors import to_rgb

from lecture_code import plots


@pytest.fixture
def ax():
    with mpl.rc_context():
        figure, ax = plots.plane(2)
        yield ax
        plt.close(figure)


@pytest.mark.parametrize(("w", "b"), [((1, 0), -1), ((0, 2), 1), ((1, 1), 0), ((-3, 0.5), 0.7)])
def test_a_line_is_where_the_score_is_zero(ax, w, b):
    before = (ax.get_xlim(), ax.get_ylim())
    plots.draw_line(ax, w, b)
    line = ax.lines[-1]
    ends = np.array([line.get_xy1(), line.get_xy2()])
    np.testing.assert_allclose(ends @ w + b, 0, atol=1e-12)
    assert not np.array_equal(*ends)
    assert (ax.get_xlim(), ax.get_ylim()) == before
    ax.figure.canvas.draw()  # a vertical line too


@pytest.mark.parametrize(
    ("w", "b", "area"),
    [((1, 0), 0, 8), ((1, 0), -1, 4), ((-1, -1), 2, 14), ((1, 1), 0, 8), ((1, 0), 9, 16)],
)
def test_the_shade_covers_the_positive_side(ax, w, b, area):
    plots.shade_halfspace(ax, w, b)
    polygon = ax.patches[-1].get_xy()
    x, y = polygon.T
    assert abs(x[:-1] @ y[1:] - x[1:] @ y[:-1]) / 2 == pytest.approx(area)
    assert (polygon @ w + b >= -1e-12).all()


def test_no_shade_when_the_positive_side_is_out_of_sight(ax):
    plots.shade_halfspace(ax, [1, 0], -5)
    assert not ax.patches


@pytest.mark.parametrize("draw", [plots.draw_line, plots.shade_halfspace])
def test_the_zero_vector_has_no_line(ax, draw):
    with pytest.raises(ValueError, match="w must not be the zero vector"):
        draw(ax, [0, 0])
    with pytest.raises(ValueError, match="w must have shape .2,.; got shape .3,."):
        draw(ax, [1, 0, 0])


def test_signs_differ_by_marker_and_by_colour(ax):
    X = np.array([[1, 1], [0, 1], [-1, 0]])
    plots.scatter_signs(ax, X, [1, -1, -1], legend=True)
    plus, minus = ax.collections
    np.testing.assert_array_equal(plus.get_offsets(), X[:1])
    np.testing.assert_array_equal(minus.get_offsets(), X[1:])
    assert len(plus.get_paths()[0]) > len(minus.get_paths()[0])
    np.testing.assert_allclose(plus.get_edgecolor()[0][:3], to_rgb(plots.BLUE))
    np.testing.assert_allclose(minus.get_edgecolor()[0][:3], to_rgb(plots.VERMILION))
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["+1", "−1"]


def test_signs_take_one_label_only_and_a_style(ax):
    plots.scatter_signs(ax, [[0, 1]], [-1], color=plots.GREY, alpha=0.5)
    assert [len(marks.get_offsets()) for marks in ax.collections] == [0, 1]
    ax.figure.canvas.draw()


@pytest.mark.parametrize(("m", "picture"), [(2000, False), (2001, True)])
def test_many_marks_become_a_picture(ax, m, picture):
    plots.scatter_signs(ax, np.zeros((m, 2)), np.ones(m))
    assert ax.collections[0].get_rasterized() is picture


def test_signs_refuse_what_is_no_sample_of_the_plane(ax):
    with pytest.raises(ValueError, match="X must have shape .m, 2."):
        plots.scatter_signs(ax, [[1, 2, 3]], [1])
    with pytest.raises(ValueError, match="y must hold only the labels"):
        plots.scatter_signs(ax, [[1, 2]], [0])


def test_rings_surround_their_points_and_may_be_none(ax):
    plots.ring(ax, np.empty((0, 2)))
    assert not ax.collections
    plots.ring(ax, [[1, 1], [0, 1]])
    np.testing.assert_array_equal(ax.collections[0].get_offsets(), [[1, 1], [0, 1]])
    assert len(ax.collections[0].get_facecolor()) == 0


def test_an_arrow_goes_from_start_to_end(ax):
    plots.draw_arrow(ax, [0, 0], [1, 0.5], label="$w$")
    arrow, name = ax.texts
    assert arrow.xyann == (0, 0)
    assert arrow.xy == (1, 0.5)
    assert name.get_text() == "$w$"
    ax.figure.canvas.draw()


def test_an_arrow_of_length_zero_is_a_dot(ax):
    plots.draw_arrow(ax, [0, 0], [0, 0])
    assert not ax.texts
    assert ax.lines[-1].get_marker() == "o"


def test_a_circle_has_its_centre_and_radius(ax):
    plots.circle(ax, 1.5, (0, 1), edgecolor="k")
    assert (ax.patches[0].center, ax.patches[0].radius) == ((0, 1), 1.5)
    with pytest.raises(ValueError, match="radius must be a finite number, above 0"):
        plots.circle(ax, 0)


def test_the_plane_has_equal_scales_and_the_given_limits():
    figure, ax = plots.plane((-1, 3, 0, 2))
    assert ax.get_aspect() == 1
    assert (*ax.get_xlim(), *ax.get_ylim()) == (-1, 3, 0, 2)
    plt.close(figure)
    for wrong in ((1, -1, 0, 1), (0, 1)):
        with pytest.raises(ValueError, match="lim must be"):
            plots.plane(wrong)
    with pytest.raises(ValueError, match="lim must be a finite number, above 0"):
        plots.plane(0)


def luminance(colour):
    channels = np.array(to_rgb(colour))
    linear = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
    return linear @ [0.2126, 0.7152, 0.0722]


def test_words_and_signs_stand_out_from_white():
    for colour, least in [(plots.GREY, 4.5), (plots.BLUE, 4.5), (plots.VERMILION, 3)]:
        assert 1.05 / (luminance(colour) + 0.05) >= least


def test_curves_differ_without_colour(monkeypatch):
    with mpl.rc_context():
        plots.use_style()
        cycle = plt.rcParams["axes.prop_cycle"].by_key()
        assert len(set(map(str, cycle["linestyle"]))) == len(set(cycle["color"])) == 6


@pytest.mark.parametrize(("form", "mime"), [("svg", "image/svg+xml"), ("", "image/png")])
def test_figures_of_a_notebook(monkeypatch, form, mime):
    monkeypatch.setenv("LECTURE_CODE_FIGURES", form)
    monkeypatch.delenv("MPLBACKEND", raising=False)  # the notebook's own
    code = (
        "import matplotlib.pyplot as plt\nfrom lecture_code import plots\nplots.use_style()\n"
        "for _ in range(2):\n    figure, ax = plots.plane(2)\n"
        "    plots.draw_line(ax, [1, 2], label='$w$')\n    plt.show()"
    )
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code)])
    nbclient.NotebookClient(book, timeout=60, kernel_name="python3").execute()
    first, second = (output.data[mime] for output in book.cells[0].outputs)
    assert first == second
    if form:
        assert "<dc:date>" not in first
        assert 'fill: #ffffff"' not in first  # nothing white lies under the figure


def test_the_hull_is_shaded(ax):
    inner = np.array([[0.2, 0.2], [0.5, 0.1]])
    plots.shade_hull(ax, [[0, 0], [1, 0], [0, 1], *inner])
    corners = {tuple(corner) for corner in ax.patches[-1].get_xy()}
    assert corners == {(0, 0), (1, 0), (0, 1)}


@pytest.mark.parametrize(("lim", "wide"), [((-1, 3, 0, 2), True), (2, False)])
def test_a_flat_plane_wastes_no_paper(lim, wide):
    figure, _ = plots.plane(lim)
    width, height = figure.get_size_inches()
    assert bool(width > 1.5 * height) is wide
    plt.close(figure)
