"""Figures say, in words and in print, what is true in light, in the dark and on paper."""

import ast
import json
import re

import book_source as book
import pytest

from bookext.html.frames import apart
from lecture_code.explore import READOUTS, static
from lecture_code.explore.labels import label

PAGES = sorted(book.BOOK.glob("*.md"))
TONES = re.compile(
    r"\b(?:dark(?:er|est)?|light(?:er|est)?(?! points)|black|white|pale|grey|gray|yellow|blue|red"
    r"|orange|green|purple|vermilion)\b"
)
CODE = {  # what a readout must not hold: how it is written in print
    r"\d[eE][+-]?\d": "1.6 × 10⁻⁸",
    r"(?<![\w)\]])-[\d.]": "−1",
    r"−0(?:\.0+)?(?![.\d])": "0",
    r"<=|>=|!=": "≤",
    r"\^": "x²",
    r"\b(?:alpha|beta|gamma|delta|eps|epsilon|eta|theta|kappa|lam|lambda|mu|nu|rho|sigma)\b": "σ",
    r"(?<![\w.,/−⁻])1 (?!times\b|implies\b|gives\b)[a-z]+[^s\W]s\b(?! =)": "one thing, no s",
    r"(?<![\w.,])[1-9]\d{4,}(?![\w.])": "12,345",
    r"\b(?:True|False|nan|inf|None)\b": "words",
}


def figures():
    pages = [*PAGES, book.ROOT / "tools/new_chapter.md"]
    return [cell for page in pages for cell in book.cells(page) if cell.figure.get("caption")]


def explorations():
    """Every call of explore in the pages, with its cell and its keywords."""
    for page in PAGES:
        for cell in book.cells(page):
            if re.search(r"^explore\(", cell.source, flags=re.M):
                call = ast.parse(cell.source).body[-1].value
                yield cell, {key.arg: key.value for key in call.keywords}


def readouts(page):
    for cell in book.record(page)["cells"]:
        for output in cell.get("outputs", []):
            yield from output.get("data", {}).get(READOUTS, [])


def test_captions_name_no_tone_that_the_dark_turns_round():
    odd = [f"{c.where}: {word}" for c in figures() for word in TONES.findall(c.figure["caption"])]
    assert len(figures()) > 200
    assert not odd, "say filled, thick, dashed, + or −: on dark pages figures are inverted"


@pytest.mark.parametrize("page", book.pages(), ids=lambda page: page.stem)
def test_readouts_are_in_print(page):
    found = list(readouts(page))
    odd = [
        (line, print_) for line in found for code, print_ in CODE.items() if re.search(code, line)
    ]
    odd += [(line, "no tone") for line in found if TONES.search(line)]
    assert not odd


def test_there_are_readouts():
    assert sum(len(list(readouts(page))) for page in book.pages()) > 1000


def test_sliders_have_words_or_the_letters_of_the_text():
    own = {"title", "describe", "names", "opens_at", "touch"}
    seen, odd = 0, []
    for cell, given in explorations():
        names = ast.literal_eval(given["names"]) if "names" in given else {}
        formulas = " ".join(tex for _, tex in book.formulas(cell.page.read_text("utf-8")))
        for name in given.keys() - own:
            told = names.get(name, label(name))
            seen += 1
            a_letter = len(told) == 1 and (not told.isascii() or told in formulas)
            if not (a_letter or re.search(r"[a-z]{2}", told)) or re.search(r"\beps\b|_", told):
                odd.append(f"{cell.where}: {told}")
    assert seen > 200
    assert not odd, "give explore names={...}"


def test_the_frames_of_a_figure_stand_apart_and_run_its_own_script():
    whole = static.page(
        "Title", {"n": [1, 2]}, ["<svg>1</svg>", "<svg>2</svg>"], ["2 × 10⁻³", "</b>"]
    )
    html, files = apart(whole)
    ((name, script),) = files.items()
    assert f'<div class="explore" data-ready data-frames="{name}"' in html
    assert "<svg>1</svg>" in html
    assert "script" not in html
    assert '<output data-longest="2\u00a0×\u00a010⁻³" translate="no"' in html
    begin = f'bookFrames("{name}", '
    data, end = json.JSONDecoder().raw_decode(script.removeprefix(begin))
    assert data["readouts"] == ["2\u00a0×\u00a010⁻³", "</b>"]
    assert script[len(begin) + end :].strip() == f");\n{static.SCRIPT.strip()}"
    assert apart(html) == (html, {})
