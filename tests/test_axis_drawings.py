"""An axis filled with an earlier drawing looks as if drawn; one that differs is drawn."""

import re
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.axis import XAxis, YAxis
from matplotlib.patheffects import withStroke
from matplotlib.ticker import FixedLocator, FuncFormatter, NullFormatter
from myst_nb.core.read import is_myst_markdown_notebook, myst_nb_reader_plugin

from lecture_code import explore
from lecture_code.frames import Earlier, svg

BOOK = Path(__file__).parent.parent / "book"

pytestmark = pytest.mark.usefixtures("style")


@pytest.fixture
def drawn(monkeypatch):
    """The axes that were drawn, one entry a time."""
    done = []
    for kind in (XAxis, YAxis):
        draw = kind.draw

        def noted(self, renderer, draw=draw):
            done.append(self)
            draw(self, renderer)

        monkeypatch.setattr(kind, "draw", noted)
    return done


def plain():
    _, ax = plt.subplots()
    ax.plot([0, 1, 2], [0, 3, 1])
    ax.set(xlabel="m", ylabel=r"$L_{\mathcal{D}}(h)$", xlim=(0, 2), ylim=(0, 9))
    return ax


def with_a_row_of_two():
    plt.close()
    _, (left, right) = plt.subplots(1, 2, figsize=(6, 3))
    left.set(xlim=(0, 2), ylim=(0, 9))
    right.set(xlim=(0, 2), ylim=(0, 9))


#: What may be other in a frame than in the one before; each changes the picture of an axis.
CHANGES = {
    "limits": lambda ax: ax.set_xlim(0, 3),
    "limits with the same ticks": lambda ax: ax.set(xlim=(-0.01, 2), xticks=[0, 1, 2]),
    "turned round": lambda ax: ax.invert_yaxis(),
    "places of ticks": lambda ax: ax.set_xticks([0, 0.3, 2]),
    "words of ticks": lambda ax: ax.set_xticks([0, 1, 2], ["none", "one", "two"]),
    "turned words": lambda ax: ax.set_xticks([0, 1, 2], ["0", "1", "2"], rotation=40),
    "colour of one number": lambda ax: ax.get_xticklabels()[1].set_color("red"),
    "weight of one number": lambda ax: ax.get_xticklabels()[1].set_fontweight("bold"),
    "one number is hidden": lambda ax: ax.get_yticklabels()[0].set_visible(False),
    "one tick is thick": lambda ax: ax.get_xticklines()[0].set_markeredgewidth(5),
    "colour of all": lambda ax: ax.tick_params("both", color="red"),
    "colour of the numbers": lambda ax: ax.tick_params("x", labelcolor="red"),
    "size of the numbers": lambda ax: ax.tick_params("y", labelsize=6),
    "length": lambda ax: ax.tick_params("x", length=12),
    "inwards": lambda ax: ax.tick_params("x", direction="in"),
    "above": lambda ax: ax.xaxis.tick_top(),
    "on the right": lambda ax: ax.yaxis.set_label_position("right"),
    "grid": lambda ax: ax.grid(axis="y"),
    "dashed grid": lambda ax: ax.grid(axis="x", linestyle="--", color="green"),
    "small ticks": lambda ax: ax.xaxis.set_minor_locator(FixedLocator([0.1, 0.4])),
    "words of small ticks": lambda ax: ax.set_xticks([0.3], ["third"], minor=True),
    "formatter": lambda ax: ax.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"<{x:g}>")),
    "no numbers": lambda ax: ax.xaxis.set_major_formatter(NullFormatter()),
    "a factor at the end": lambda ax: ax.set_ylim(0, 9e7),
    "logarithm": lambda ax: ax.set(xscale="log", xlim=(0.1, 2)),
    "bent scale": lambda ax: ax.set_yscale("symlog", linthresh=0.5),
    "bent scale, elsewhere": lambda ax: ax.set_yscale("symlog", linthresh=2),
    "name": lambda ax: ax.set_xlabel("n"),
    "colour of the name": lambda ax: ax.xaxis.label.set_color("red"),
    "place of the name": lambda ax: ax.set_xlabel("m", loc="left"),
    "height of the name": lambda ax: ax.xaxis.set_label_coords(0.5, 0.3),
    "name nearer": lambda ax: ax.xaxis.set_tick_params(pad=20),
    "name in a box": lambda ax: ax.xaxis.label.set_bbox({"facecolor": "yellow"}),
    "name in another box": lambda ax: ax.xaxis.label.set_bbox({"facecolor": "orange"}),
    "name with a rim": lambda ax: ax.xaxis.label.set_path_effects([withStroke(linewidth=3)]),
    "axis through the middle": lambda ax: ax.spines["bottom"].set_position(("data", 4)),
    "axis at zero": lambda ax: (ax.spines["bottom"].set_position("zero"), ax.set_ylim(-9, 9)),
    "axis at zero, lower": lambda ax: (
        ax.spines["bottom"].set_position("zero"),
        ax.set_ylim(-3, 9),
    ),
    "axis further out": lambda ax: ax.spines["left"].set_position(("outward", 10)),
    "no axes": lambda ax: ax.set_axis_off(),
    "no x axis": lambda ax: ax.xaxis.set_visible(False),
    "numbers in front": lambda ax: ax.set_axisbelow(False),
    "equal scales": lambda ax: ax.set_aspect("equal"),
    "equal scales, wider limits": lambda ax: ax.set_aspect("equal", adjustable="datalim"),
    "another place": lambda ax: with_a_row_of_two(),
    "title above ticks": lambda ax: (ax.xaxis.tick_top(), ax.set_title("a title")),
    "a second axis": lambda ax: ax.twinx().set(ylim=(0, 5), ylabel="other"),
    "a scale of its own": lambda ax: ax.secondary_xaxis("top", functions=(np.sinh, np.arcsinh)),
    "a bar of colours": lambda ax: plt.colorbar(ax.scatter([0, 1], [1, 2], c=[0, 7])),
    "a picture of many points": lambda ax: ax.pcolormesh(np.eye(3), rasterized=True),
    "a figure inside": lambda ax: ax.inset_axes((0.5, 0.5, 0.3, 0.3)).set_xlim(0, 7),
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_changes_an_axis_is_seen(change):
    earlier = Earlier()
    for changed in (False, True, False, True, False):
        pictures = []
        for known in (None, earlier):
            ax = plain()
            if changed:
                CHANGES[change](ax)
            pictures.append(svg(plt.gcf(), earlier=known))
            plt.close("all")
        assert pictures[0] == pictures[1]


def test_no_change_is_taken_for_another():
    earlier = Earlier()
    for change in [*CHANGES.values()] * 2:
        pictures = []
        for known in (None, earlier):
            change(plain())
            pictures.append(svg(plt.gcf(), earlier=known))
            plt.close("all")
        assert pictures[0] == pictures[1]


def test_each_change_is_one():
    pictures = []
    for change in [lambda ax: None, *CHANGES.values()]:
        change(plain())
        pictures.append(svg(plt.gcf()))
        plt.close("all")
    assert len(set(pictures)) == len(CHANGES) + 1


def test_axes_that_are_alike_are_drawn_once(drawn):
    earlier = Earlier()
    for n in range(5):
        plain().plot([0, 1], [0, n])
        svg(plt.gcf(), earlier=earlier)
    assert len(drawn) == 2
    plain().tick_params("x", color="red")
    svg(plt.gcf(), earlier=earlier)
    assert [type(axis) for axis in drawn[2:]] == [XAxis]


def test_a_filled_axis_brings_its_letters_and_marks():
    earlier = Earlier()
    for _ in range(2):
        plain()
        picture = svg(plt.gcf(), earlier=earlier)
    named = re.findall(r'\bid="([^"]+)"', picture)
    referred = set(re.findall(r'(?:href="#|url\(#)([\w-]+)', picture))
    assert len(named) == len(set(named))
    assert referred == set(named)
    assert len(referred) > 10


def pages():
    found = sorted(path for path in BOOK.glob("*.md") if "explore(" in path.read_text("utf-8"))
    return [path for path in found if is_myst_markdown_notebook(path.read_text("utf-8"))]


@pytest.mark.slow
@pytest.mark.parametrize("path", pages(), ids=lambda path: path.stem)
@pytest.mark.filterwarnings("default")  # a page may show a warning on purpose
def test_every_frame_of_the_book_is_what_it_would_be_alone(path, monkeypatch):
    monkeypatch.setenv("LECTURE_CODE_EXPLORE", "site")
    monkeypatch.chdir(BOOK)
    picture, frames = explore._View.picture, []

    def twice(self, setting, background="none"):
        shared = picture(self, setting, background)
        alone = picture(explore._View(self.draw, self.describe), setting, background)
        assert shared == alone, setting
        frames.append(setting)
        return shared

    monkeypatch.setattr(explore._View, "picture", twice)
    names = {"__name__": "__main__"}
    for cell in myst_nb_reader_plugin(str(path)).cells:
        if cell.cell_type == "code":
            exec(compile(cell.source, path.name, "exec"), names)
            plt.close("all")
    assert frames
