"""What a marker sees is what was handed in: outputs of cells, pictures and files of any form."""

import base64
import json

import pytest
from homework_samples import submission

from homework.kit.grading.one import mark
from homework.kit.grading.submission import Submission
from homework.kit.running.sandbox import Sandbox

PIXEL = base64.b64encode(
    base64.b64decode(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    )
).decode()
PROOF = "The last word of the proof."
KEPT = '<img src="handed-in/'


@pytest.fixture
def seen(place, tmp_path):
    """Return a function that grades a notebook with one answer and returns what is shown of it."""

    def grade(answer="", outputs=None, question=4, files=None, attachments=None, metadata=None):
        notebook = submission({question: answer})
        (cell,) = (c for c in notebook.cells if c.source == answer)
        if outputs is not None:
            cell |= {"cell_type": "code", "outputs": outputs, "execution_count": 1}
        if attachments:
            cell["attachments"] = attachments
        folder = tmp_path / "ada"
        folder.mkdir(exist_ok=True)
        (folder / "homework.ipynb").write_text(json.dumps(notebook))
        for name, content in (files or {}).items():
            (folder / name).write_bytes(content)
        beside = tuple(folder / name for name in files or ())
        one = Submission("ada", folder / "homework.ipynb", files=beside)
        limits = place.assignment.settings.limits()
        result, pictures = mark(one, place.assignment, Sandbox(limits, trusted=True))
        assert result.graded
        return result, result.shown[f"q{question}"], pictures

    return grade


def display(**data):
    return {"output_type": "display_data", "data": data, "metadata": {}}


def error(name, value):
    return {"output_type": "error", "ename": name, "evalue": value, "traceback": []}


@pytest.mark.parametrize(
    ("output", "shown"),
    [
        ({"output_type": "stream", "name": "stdout", "text": ["0.25\n", "0.5\n"]}, "0.25\n0.5"),
        (error("ValueError", "no"), "ValueError: no"),
        (display(**{"text/plain": "array([1, 2])", "text/html": "<table>"}), "array([1, 2])"),
        (display(**{"text/markdown": "**so** $x$"}), "<strong>so</strong> <span"),
        (display(**{"image/png": PIXEL, "text/plain": "<Figure>"}), KEPT),
        (display(**{"image/png": "bad", "text/plain": "<Figure>"}), "(no picture)"),
        ({"output_type": "stream", "text": "x" * 9000}, "cut here: 4000 more characters"),
        ({"output_type": "stream", "text": "<script>alert(1)</script>"}, "&lt;script&gt;"),
    ],
)  # fmt: skip
def test_what_a_cell_showed_is_shown(output, shown, seen):
    result, html, pictures = seen("plot(ratios)", [output], question=6)
    assert shown in html
    assert "plot(ratios)" in html
    assert (KEPT in html) == bool(pictures)
    again, _, _ = seen("plot(ratios)", [], question=6)
    hashes = [r.mark_belongs_to("q6", manual=True) for r in (result, again)]
    assert hashes[0] == hashes[1]  # a mark belongs to what was written


@pytest.mark.parametrize(
    "written",
    [
        f"![image.png](data:image/png;base64,{PIXEL})",  # Colab
        f'<img src="data:image/png;base64,{PIXEL}" width="300">',
        "![image](attachment:my%20photo.png)",  # VS Code
        "![image](attachment:my photo.png)",
        "![my proof](scan.png)",
        "![my proof](./scan.png)",
        '<img src="scan.png" alt="my proof"/>',
    ],
)
def test_a_picture_is_shown_however_it_is_embedded(written, seen):
    attachments = {"my photo.png": {"image/png": PIXEL}} if "attachment" in written else None
    files = {"scan.png": base64.b64decode(PIXEL)} if "scan" in written else None
    _, html, pictures = seen(f"{written}\n\n{PROOF}", attachments=attachments, files=files)
    assert KEPT in html
    assert PROOF in html
    assert "not handed in" not in html
    assert len(pictures) == 1


def test_nothing_after_a_large_picture_is_cut_off(seen):
    large = base64.b64encode(base64.b64decode(PIXEL) + b"0" * 400_000).decode()
    _, html, _ = seen(f"![image.png](data:image/png;base64,{large})\n\n{PROOF}")
    assert KEPT in html
    assert PROOF in html


def test_what_cannot_be_shown_is_kept_and_has_a_path(seen):
    result, _, pictures = seen(PROOF, files={"proof.heic": b"ftypheic"})
    ((name, kept),) = result.files
    assert (name, kept in pictures) == ("proof.heic", True)
    assert kept.endswith(".bin")
