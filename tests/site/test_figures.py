"""The explorable figures of the site as they open, and what their sliders do."""

import html
import json
import re
from math import prod
from statistics import median

import pytest
from site_pages import SITE

FIGURE = re.compile(
    r'class="?explore-title"?>(.*?)</p>.*?<output[^>]*>(.*?)</output>.*?'
    r'<script type="?application/json"?>(.*?)</script>',
    re.S,
)


@pytest.fixture(scope="module")
def figures():
    """Return the title of each figure, what it holds, and the number of the frame it opens with."""
    found = []
    for page in sorted(SITE.rglob("*.html")):
        for title, readout, packed in FIGURE.findall(page.read_text(encoding="utf-8")):
            data = json.loads(packed)
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
