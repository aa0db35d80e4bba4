"""explore: one figure in three forms; its frames; its errors."""

import json
import re
import subprocess
import sys

import matplotlib.pyplot as plt
import nbclient
import nbformat
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.figure import Figure

from lecture_code.explore import READOUTS, Exploration, explore, on_demand
from lecture_code.explore.layout import Layout
from lecture_code.explore.static import _share
from lecture_code.explore.svg import distinct_ids, small_picture, svg

MODES = ["site", "page", "live", "record"]


@pytest.fixture
def mode(monkeypatch):
    def choose(name):
        monkeypatch.setenv("LECTURE_CODE_EXPLORE", name)

    return choose


@pytest.fixture(autouse=True)
def _no_figure_is_left_open():
    plt.close("all")
    yield
    assert plt.get_fignums() == []


def draw(n, rule="first"):
    plt.plot(range(n), range(n), label=rule)
    plt.gca().set(xlim=(0, 10), ylim=(0, 10), title=f"n = {n}, {rule}")


def data(shown: Exploration) -> dict:
    found = re.search(r'<script type="application/json">(.*?)</script>', html(shown), re.S)
    return json.loads(found[1])


def html(shown: Exploration) -> str:
    return shown._repr_mimebundle_()["text/html"]


# --- record ---------------------------------------------------------------------------------


def test_the_record_has_one_line_a_setting(mode):
    mode("record")
    shown = explore(draw, title="Lines", n=[2, 5], rule=["first", "last"])
    assert repr(shown).splitlines() == [
        "Lines",
        "n = 2, rule = first",
        "n = 2, rule = last",
        "n = 5, rule = first",
        "n = 5, rule = last",
    ]
    assert shown._repr_mimebundle_() == {"text/plain": repr(shown), READOUTS: list(shown.lines)}


def test_the_record_draws_the_first_the_last_and_the_opening_setting_only(mode):
    mode("record")
    drawn = []
    explore(lambda n: drawn.append(n) or draw(n), title="Lines", n=range(2, 9))
    assert drawn == [2, 8]
    drawn.clear()
    explore(lambda n: drawn.append(n) or draw(n), title="Lines", n=range(9), opens_at={"n": 5})
    assert drawn == [0, 8, 5]


def test_a_long_record_is_thinned_and_keeps_both_ends(mode):
    mode("record")
    shown = explore(draw, title="Lines", n=range(200))
    lines = repr(shown).splitlines()
    assert len(lines) == 1 + 10 + 1
    assert (lines[1], lines[-2], lines[-1]) == ("n = 0", "n = 199", "(10 of 60 settings)")
    assert len(set(lines)) == len(lines)
    compared = shown._repr_mimebundle_()[READOUTS]
    assert (compared[0], compared[-1], len(set(compared))) == ("n = 0", "n = 199", 60)
    assert set(lines[1:-1]) <= set(compared)


def test_default_readouts_are_short_and_greek(mode):
    mode("record")
    shown = explore(
        lambda eps, max_updates: draw(3), title="T", eps=np.array([0.1 + 0.2, 1 / 3]),
        max_updates=[10_000, 20_000],
    )  # fmt: skip
    assert shown.lines[0] == "ε = 0.3, max updates = 10,000"
    assert shown.lines[-1] == "ε = 0.3333, max updates = 20,000"


def test_numpy_values_arrive_as_python_numbers(mode):
    mode("record")
    kinds = set()
    explore(lambda n: kinds.add(type(n)) or draw(n), title="Lines", n=np.arange(2, 4))
    assert kinds == {int}


# --- site -----------------------------------------------------------------------------------


def test_the_site_stores_every_frame_in_the_order_of_the_sliders(mode):
    mode("site")
    shown = explore(
        draw, title="Lines", describe=lambda n, rule: f"{rule} {n}", n=[2, 5, 9], rule=["a", "b"]
    )
    stored = data(shown)
    assert stored["values"] == [["2", "5", "9"], ["a", "b"]]
    assert stored["readouts"] == ["a 2", "b 2", "a 5", "b 5", "a 9", "b 9"]
    frames = ["".join(stored["pieces"][i] for i in recipe) for recipe in stored["frames"]]
    assert len(set(frames)) == 6
    assert all(frame.startswith("<svg") and frame.endswith("</svg>") for frame in frames)
    assert frames[0].replace("'", '"') in html(shown)
    assert repr(shown).splitlines() == ["Lines", *stored["readouts"]]


def test_a_number_is_a_slider_and_a_string_a_menu(mode):
    mode("site")
    page = html(explore(draw, title="Lines", n=[2, 5], rule=["a", "b"]))
    assert page.count('type="range"') == page.count("<select") == 1


def test_the_page_shares_what_frames_share(mode):
    mode("site")
    page = html(explore(draw, title="Lines", n=range(2, 10)))
    figure = plt.figure()
    draw(5)
    one = svg(figure)
    plt.close(figure)
    assert len(page) < 3 * len(one)


def test_text_is_escaped(mode):
    mode("site")
    page = html(
        explore(
            lambda n: draw(n), title="a < b & </script>", describe=lambda n: f"</script> {n}",
            n=[1, 2],
        )
    )  # fmt: skip
    assert page.count("</script>") == 2
    assert "a &lt; b &amp; &lt;/script&gt;" in page


# --- page -----------------------------------------------------------------------------------


def test_a_page_asks_for_each_frame(mode):
    mode("page")
    drawn = []
    shown = explore(
        lambda n, rule: drawn.append((n, rule)) or draw(n, rule), title="a < b", n=[2, 5],
        rule=["first", "last"], opens_at={"n": 5},
    )  # fmt: skip
    assert drawn == [(5, "first")]
    page = html(shown)
    number = int(re.search(r'data-asks="(\d+)"', page)[1])
    assert number in on_demand.numbers()
    assert page.count('type="range"') == page.count("<select") == 1
    assert 'aria-label="a &lt; b"' in page
    picture, readout = on_demand.frame(number, [0, 1])
    assert drawn[1:] == [(2, "last")]
    assert (picture[:4], readout) == ("<svg", "n = 2, rule = last")
    assert re.findall(r'id="(asks\d+-)', picture) == [f"asks{number}-"] * picture.count('id="')
    on_demand.forget([number])
    assert number not in on_demand.numbers()


def test_ids_differ_between_figures(mode):
    mode("site")
    one, two = (set(re.findall(r"\bid=['\"](.*?)['\"]", html(explore(draw, title=t, n=[2, 3]))))
                for t in ("one", "two"))  # fmt: skip
    assert one
    assert not one & two


def test_every_reference_of_a_frame_has_its_target_in_the_frame(mode):
    mode("site")
    stored = data(explore(draw, title="Lines", n=[2, 5, 9]))
    for recipe in stored["frames"]:
        frame = "".join(stored["pieces"][i] for i in recipe)
        wanted = set(re.findall(r"(?:href='#|url\(#)([\w-]+)", frame))
        assert wanted
        assert wanted <= set(re.findall(r"\bid='([\w-]+)'", frame))


def test_the_bytes_depend_on_the_drawing_only(mode):
    program = (
        "import matplotlib; matplotlib.use('agg'); import matplotlib.pyplot as plt\n"
        "from lecture_code.explore import explore\n"
        "def draw(n): plt.scatter(range(n), range(n)); plt.title('$w_t$')\n"
        "print(explore(draw, title='T', n=[2, 3])._repr_mimebundle_()['text/html'])"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True,
            env={"PYTHONHASHSEED": seed, "LECTURE_CODE_EXPLORE": "site", "HOME": "/nowhere",
                 "MPLCONFIGDIR": plt.matplotlib.get_configdir(), "OPENBLAS_NUM_THREADS": "1"},
        ).stdout
        for seed in ("1", "2")
    ]  # fmt: skip
    assert runs[0] == runs[1] != ""


def test_it_opens_where_it_should_and_says_its_names(mode):
    mode("site")
    shown = explore(
        draw, title="T", n=[2, 5, 9], rule=["a", "b"], names={"n": "points"},
        opens_at={"n": 5, "rule": "b"},
    )  # fmt: skip
    assert 'value="1"' in html(shown)
    assert '<label translate="no">points <input type="range"' in html(shown)
    assert "<option selected>b</option>" in html(shown)
    assert ">points = 5, rule = b</output>" in html(shown)
    frame = data(shown)["frames"][3]
    assert "".join(data(shown)["pieces"][i] for i in frame).replace("'", '"') in html(shown)
    mode("live")
    n, rule = controls(
        explore(draw, title="T", n=[2, 5, 9], rule=["a", "b"], names={"n": "points"},
                opens_at={"n": 5, "rule": "b"})
    )  # fmt: skip
    assert (n.value, n.description, rule.value) == (5, "points", "b")


def test_strange_names_and_openings_are_refused(mode):
    mode("record")
    with pytest.raises(ValueError, match="names must name choices, n; got m"):
        explore(draw, title="T", n=[2, 5], names={"m": "points"})
    for wrong in ({"m": 2}, {"n": 3}):
        with pytest.raises(ValueError, match="opens_at must name values of the choices; got"):
            explore(draw, title="T", n=[2, 5], opens_at=wrong)


def test_a_slider_of_few_values_shows_their_places(mode):
    mode("site")
    few, many = (html(explore(draw, title="T", n=range(k))) for k in (16, 17))
    (ticks,) = re.findall(r'<datalist id="([\w-]+)">', few)
    assert f'list="{ticks}"' in few
    assert few.count('<option value="') == 16
    assert "datalist" not in many


def test_readouts_are_in_print(mode):
    mode("record")
    shown = explore(draw, title="T", describe=lambda n: f"n = {-n}: {1e-8 / n:.2g} <= 1", n=[2, 5])
    assert shown.lines == ("n = −2: 5 × 10⁻⁹ ≤ 1", "n = −5: 2 × 10⁻⁹ ≤ 1")


def test_the_small_picture_is_small_and_the_same_each_time():
    def once():
        figure, ax = plt.subplots()
        ax.plot(np.sin(np.arange(9)))
        made = small_picture(figure)
        plt.close(figure)
        return made

    assert once() == once()
    assert 1000 < len(once()) < 20_000


@pytest.mark.parametrize(
    ("add", "plate"),
    [
        (lambda ax: ax.imshow([[0, 1]]), True),
        (lambda ax: ax.pcolormesh([[0, 1], [1, 0]]), True),
        (lambda ax: ax.contourf([[0, 1], [1, 3]]), True),
        (lambda ax: ax.contourf([[0, 1], [1, 3]], levels=[1, 9], colors=["b"]), False),
        (lambda ax: ax.contour([[0, 1], [1, 3]]), False),
        (lambda ax: ax.plot([0, 1]), False),
    ],
)
def test_what_shows_numbers_by_colour_gets_a_plate(add, plate):
    figure, ax = plt.subplots()
    add(ax)
    text = svg(figure)
    plt.close(figure)
    assert text.startswith('<svg class="plate"') is plate


# --- live -----------------------------------------------------------------------------------


def controls(shown: Exploration):
    return shown.widget.children[1:-1]


def frame(shown: Exploration) -> str:
    return shown.widget.children[-1].value


def test_live_draws_only_the_present_frame_and_goes_between_the_listed_values(mode):
    mode("live")
    drawn = []
    shown = explore(lambda n: drawn.append(n) or draw(n), title="Lines", n=[2, 6, 10])
    assert drawn == [2]
    controls(shown)[0].value = 7
    assert drawn == [2, 7]
    assert "n = 7" in frame(shown)
    assert "<svg" in frame(shown)


def test_live_steps_of_real_numbers_are_finer_and_free_of_noise(mode):
    mode("live")
    seen = []
    shown = explore(lambda eps: seen.append(eps) or draw(2), title="T", eps=[0.1, 0.2, 0.3])
    slider = controls(shown)[0]
    assert slider.step == pytest.approx(0.01)
    slider.value = 0.1 + 0.2
    assert seen[-1] == 0.3


@pytest.mark.parametrize("values", [[1e-12, 1e-4, 1.0], [1 / 3, 1 / 7], [0.0, 0.1, 0.2, 0.1 * 3]])
def test_live_a_listed_value_is_given_as_it_was_listed(mode, values):
    mode("live")
    seen = []
    shown = explore(lambda c: seen.append(c) or draw(3), title="T", c=values)
    slider = controls(shown)[0]
    for value in (values[-1] * (1 + 1e-15), values[0]):
        slider.value = value if type(slider).__name__ == "FloatSlider" else values[-1]
    assert seen[0] == values[0]
    assert set(seen) <= set(values)


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        (range(1, 9), "IntSlider"),
        ([0.5, 1, 1.5], "FloatSlider"),
        ([1, 10, 100], "SelectionSlider"),
        ([3, 2, 1], "SelectionSlider"),
        ([False, True], "SelectionSlider"),
        (["a", "b"], "Dropdown"),
    ],
)
def test_the_live_control_fits_the_choice(mode, values, kind):
    mode("live")
    shown = explore(lambda choice: draw(3), title="T", choice=values)
    assert type(controls(shown)[0]).__name__ == kind


def test_live_opens_on_the_first_value(mode):
    mode("live")
    for values in (range(3, 9), [5, 2, 1], ["b", "a"], [-1.0, 0.0, 1.0]):
        seen = []
        explore(lambda c, seen=seen: seen.append(c) or draw(3), title="T", c=values)
        assert seen == [values[0]]


def test_a_later_error_is_shown_in_the_place_of_the_frame(mode):
    mode("live")

    def draw_or_fail(n):
        if n == 4:
            raise KeyError("no such n")
        draw(n)

    shown = explore(draw_or_fail, title="T", n=[2, 4, 6])
    controls(shown)[0].value = 4
    assert "draw failed at n = 4: KeyError" in frame(shown)
    controls(shown)[0].value = 5
    assert "<svg" in frame(shown)


# --- which form -----------------------------------------------------------------------------


def test_without_a_kernel_the_default_is_the_record(monkeypatch):
    monkeypatch.delenv("LECTURE_CODE_EXPLORE", raising=False)
    assert set(explore(draw, title="T", n=[2, 3])._repr_mimebundle_()) == {"text/plain", READOUTS}


def test_a_wrong_form_is_named(mode):
    mode("movie")
    with pytest.raises(ValueError, match="LECTURE_CODE_EXPLORE must be one of site, page, live"):
        explore(draw, title="T", n=[2, 3])


@pytest.mark.parametrize(
    ("form", "mime"),
    [
        (None, "application/vnd.jupyter.widget-view+json"),
        ("record", READOUTS),
        ("site", "text/html"),
    ],
)
def test_in_a_notebook(monkeypatch, form, mime):
    monkeypatch.delenv("MPLBACKEND", raising=False)  # the notebook's own
    lines = ["import matplotlib.pyplot as plt, os, warnings", "from lecture_code import plots"]
    lines += ["from lecture_code.explore import explore", "plots.use_style()"]
    lines.append("os.environ.pop('LECTURE_CODE_EXPLORE', None)")
    if form:
        lines.append(f"os.environ['LECTURE_CODE_EXPLORE'] = {form!r}")
    lines.append("explore(lambda n: plt.plot(range(n)), title='T', n=[2, 3])")
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("\n".join(lines))])
    nbclient.NotebookClient(book, timeout=60, kernel_name="python3").execute()
    *pictures, output = book.cells[0].outputs  # no other figure besides
    assert [set(p.data) for p in pictures] == (form == "record") * [{"image/png", "text/plain"}]
    assert set(output.data) == {"text/plain", mime}
    assert output.data["text/plain"].splitlines()[0] == "T"


# --- what goes wrong ------------------------------------------------------------------------


@pytest.mark.parametrize("name", MODES)
def test_an_error_of_draw_names_the_setting(mode, name):
    mode(name)
    with pytest.raises(RuntimeError, match=r"draw failed at n = 0, eps|draw failed at n = 0, ε"):
        explore(lambda n, eps: 1 / n, title="T", n=[0, 1], eps=[0.1, 0.2])


def test_the_record_sees_a_draw_that_fails_at_the_last_setting(mode):
    mode("record")
    with pytest.raises(RuntimeError, match="draw failed at n = 3: ZeroDivisionError"):
        explore(lambda n: draw(1 // (3 - n)), title="T", n=[1, 2, 3])


@pytest.mark.parametrize("name", MODES)
def test_drawing_nothing_is_an_error(mode, name):
    mode(name)
    with pytest.raises(RuntimeError, match="draw failed at n = 1.*nothing was drawn"):
        explore(lambda n: None, title="T", n=[1, 2])


@pytest.mark.parametrize("told", ["", "two\nlines", 3, None])
def test_describe_must_tell_one_line(mode, told):
    mode("record")
    with pytest.raises(RuntimeError, match="describe failed at n = 1: ValueError: it must return"):
        explore(draw, title="T", describe=lambda n: told, n=[1, 2])


@pytest.mark.parametrize(
    "values", [[1], [], 3, "abc", [1, 1], [1, "a"], [1, np.nan], [None, 1], [[1], [2]], [0, False]]
)
def test_a_bad_choice_is_named(mode, values):
    mode("record")
    with pytest.raises(ValueError, match="n must be a sequence of at least two different"):
        explore(draw, title="T", n=values)


def test_too_many_frames_are_refused(mode):
    mode("record")
    with pytest.raises(ValueError, match=r"at most 400 settings.*got 21 x 20 = 420"):
        explore(draw, title="T", n=range(21), rule=[str(k) for k in range(20)])
    with pytest.raises(ValueError, match="at least one choice"):
        explore(draw, title="T")


def test_a_figure_made_outside_stays_open(mode):
    mode("site")
    mine = plt.figure()
    explore(draw, title="T", n=[2, 3])
    assert plt.get_fignums() == [mine.number]
    assert not mine.axes
    plt.close(mine)


def test_a_returned_figure_is_shown(mode):
    mode("site")

    def unregistered(n):
        figure = Figure(figsize=(n, 1))
        figure.subplots()
        return figure

    assert "viewBox='0 0 144 72'" in data(explore(unregistered, title="T", n=[2, 3]))["pieces"][0]


# --- frames ---------------------------------------------------------------------------------

frames_of_lines = st.lists(
    st.lists(st.sampled_from(["a", "b", "c", "d", "</g>"]), min_size=1).map(
        lambda lines: "".join(f"{line}\n" for line in lines)
    ),
    min_size=1,
    max_size=6,
)


@given(frames_of_lines)
def test_pieces_put_together_are_the_frames(frames):
    pieces, recipes = _share(frames)
    assert ["".join(pieces[i] for i in recipe) for recipe in recipes] == frames
    assert len(set(pieces)) == len(pieces)


def test_ids_are_renamed_with_all_their_uses():
    frames = ['<clipPath id="p1"/><g clip-path="url(#p1)"/>', '<path id="p2"/><use href="#p2"/>']
    renamed = distinct_ids(frames, "k-")
    assert renamed[0] == '<clipPath id="k-0"/><g clip-path="url(#k-0)"/>'
    assert renamed[1] == '<path id="k-1"/><use href="#k-1"/>'


def test_the_svg_carries_no_style_sheet_and_no_metadata():
    figure, ax = plt.subplots()
    ax.plot([0, 1], [0, 1])
    text = svg(figure)
    plt.close(figure)
    for unwanted in ("<style", "metadata", "<!--", "xmlns", "Matplotlib"):
        assert unwanted not in text
    assert 'stroke-linejoin="round"' in text


def test_coordinates_are_rounded_and_scales_are_not():
    figure, ax = plt.subplots()
    ax.plot([0, 1], [0, 1 / 3])
    ax.set_title("$x^{2}$")  # letters carry small scales
    text = svg(figure)
    plt.close(figure)
    for path in re.findall(r'\bd="([^"]*)"', text):
        assert not re.search(r"\.\d{3}", path)
    assert "scale(0.015625)" in text


@pytest.mark.parametrize("form", ["site", "page"])
def test_a_figure_in_hand_says_its_module_and_what_it_begins_with(mode, form):
    mode(form)
    shown = explore(
        lambda n: plt.plot(range(n)), title="A", n=[2, 3], touch={"street": {"y": np.array([1])}}
    ).shown["text/html"]
    assert shown.count(' data-touch="street" data-start="{&quot;y&quot;: [1]}"') == 1
    assert "data-touch" not in explore(plt.plot, title="A", args=[2, 3]).shown["text/html"]


# --- layout ---------------------------------------------------------------------------------


def _word_in(place):
    def draw(figure):
        figure.subplots().annotate("a word", (place, 0.5), xycoords="axes fraction")

    return draw


def _limits(top):
    def draw(figure):
        figure.subplots().set_ylim(0, top)

    return draw


def _two_with_a_bar(width):
    def draw(figure):
        left, right = figure.subplots(1, 2, width_ratios=(width, 1))
        figure.colorbar(right.imshow([[0, 1]], vmax=width), ax=right)
        left.set(aspect="equal", xlabel="x", title="left")

    return draw


def _title(title):
    def draw(figure):
        figure.suptitle(title)
        figure.subplots().set_title(title)

    return draw


def _in_space(angle):
    def draw(figure):
        figure.add_subplot(projection="3d", azim=angle)

    return draw


@pytest.mark.parametrize(
    "frames",
    [
        [_word_in(place) for place in (0.1, 0.5, 0.99, 1.02, 1.3, -0.2, 0.5)],
        [_limits(top) for top in (1, 1, 1000, 1e-9, 1)],
        [_two_with_a_bar(width) for width in (1, 2, 1)],
        [_in_space(angle) for angle in (0, 40, 80)],
        [_title("above" + "\nthat" * more) for more in (0, 1, 2, 0)],
    ],
    ids=["words inside", "ticks", "several axes", "space", "title"],
)
def test_a_frame_after_others_is_drawn_as_if_alone(frames):
    def drawn(draw, layout=None):
        figure = Figure(layout="constrained")
        draw(figure)
        return svg(figure, layout=layout)

    layout = Layout()
    assert [drawn(draw, layout) for draw in frames] == [drawn(draw) for draw in frames]


def test_the_places_of_the_axes_are_found_once_for_the_same_words(monkeypatch):
    asked = []
    layout = Layout()
    for place in (0.1, 0.5, 0.9, 0.2):
        figure = Figure(layout="constrained")
        _word_in(place * 0.5)(figure)
        engine = figure.get_layout_engine()
        monkeypatch.setattr(
            engine,
            "execute",
            lambda figure, execute=engine.execute: asked.append(0) or execute(figure),
        )
        svg(figure, layout=layout)
    assert len(asked) == 1
