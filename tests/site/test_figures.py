"""The explorable figures of the site as they open, and what their sliders do."""

import html
import json
import re
from math import prod
from statistics import median

import pytest
from site_pages import SITE

FIGURE = re.compile(
    r'data-frames="(\w+)".*?class="?explore-title"?>(.*?)</p>.*?<output[^>]*>(.*?)</output>', re.S
)
FRAMES = re.compile(r'bookFrames\("(\w+)", (.*)\);\n')


@pytest.fixture(scope="module")
def figures():
    """Return the title of each figure, what it holds, and the number of the frame it opens with."""
    found = []
    files = [path.read_text("utf-8") for path in (SITE / "_static" / "figures").iterdir()]
    packed = dict(FRAMES.match(text).groups() for text in files)
    for page in sorted(SITE.rglob("*.html")):
        for name, title, readout in FIGURE.findall(page.read_text(encoding="utf-8")):
            data = json.loads(packed[name])
            opening = data["readouts"].index(html.unescape(readout).strip())
            found.append((f"{page.stem}: {title}", data, opening))
    assert len(found) > 200
    return found


def test_the_first_step_of_every_slider_changes_the_picture(figures):
    still = []
    for title, data, opening in figures:
        sizes = [len(choice) for choice in data["values"]]
        for i, size in enumerate(sizes):
            stride = prod(sizes[i + 1 :])
            first = opening - opening // stride % size * stride
            if data["frames"][first] == data["frames"][first + stride]:
                still.append(f"{title}, slider {i + 1}")
    assert still == []


def test_no_figure_opens_on_next_to_nothing(figures):
    """Of what is not in all frames the opening one has at least a quarter of the usual amount."""
    empty = []
    for title, data, opening in figures:
        everywhere = set.intersection(*map(set, data["frames"]))
        own = [
            sum(len(data["pieces"][piece]) for piece in frame if piece not in everywhere)
            for frame in data["frames"]
        ]
        if own[opening] < median(own) / 4:
            empty.append(f"{title}: {own[opening]} of {median(own):.0f}")
    assert empty == [], "give explore opens_at={...}"


def test_every_file_of_frames_belongs_to_a_figure():
    texts = [path.read_text("utf-8") for path in sorted(SITE.rglob("*.html"))]
    named = set(re.findall(r'data-frames="(\w+)"', "".join(texts)))
    assert {path.stem for path in (SITE / "_static" / "figures").iterdir()} == named
