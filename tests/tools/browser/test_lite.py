"""The in-browser notebooks: wheels, their checksums, and the names that both sides use."""

import hashlib
import json
import re
import zipfile
from pathlib import Path

import pytest

from tools.browser import lite, pyodide_files

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def packages(tmp_path, monkeypatch) -> dict[str, dict]:
    """Two stock packages, an empty cache, and no way to any file."""
    monkeypatch.setattr(pyodide_files, "CACHE", tmp_path)
    for fetch in ("fetch_official", "fetch_bundle", "pip_download"):
        monkeypatch.setattr(pyodide_files, fetch, lambda *_: None)
    right = hashlib.sha256(b"right").hexdigest()
    return {
        name: {"file_name": f"{name}-1.0-cp314.whl", "sha256": right, "depends": needs}
        for name, needs in {"big": ["small"], "small": []}.items()
    }


def test_closure_holds_what_is_needed(packages):
    assert pyodide_files.closure(packages, ["big"]) == ["big", "small"]
    assert pyodide_files.closure(packages, ["small"]) == ["small"]


def test_a_wheel_with_another_checksum_is_refused(packages, tmp_path):
    path = tmp_path / packages["big"]["file_name"]
    path.write_bytes(b"right")
    pyodide_files.fetch(packages, ["big"])
    path.write_bytes(b"wrong")
    with pytest.raises(SystemExit, match="No file has the sha256 .* for big"):
        pyodide_files.fetch(packages, ["big"])


def test_a_bundle_gives_only_files_with_the_right_checksum(tmp_path, monkeypatch):
    monkeypatch.setattr(pyodide_files, "CACHE", tmp_path)
    monkeypatch.setattr(pyodide_files, "pip_download", lambda *_: None)
    bundle = tmp_path / "open_webui-0-py3-none-any.whl"
    with zipfile.ZipFile(bundle, "w") as archive:
        archive.writestr("deep/good.whl", b"right")
        archive.writestr("deep/bad.whl", b"wrong")
    digest = hashlib.sha256(b"right").hexdigest()
    wanted = [{"file_name": f"{name}.whl", "sha256": digest} for name in ("good", "bad")]
    pyodide_files.fetch_bundle(wanted)
    assert [path.name for path in tmp_path.iterdir()] == ["good.whl"]


def test_what_pyodide_repacks_is_pinned_in_the_version_of_its_lock():
    stock = pyodide_files.official_lock()["packages"]
    pins = pyodide_files.pinned_wheels()
    assert set(lite.FROM_INDEX) <= pins.keys()
    for name in pins.keys() - lite.FROM_INDEX.keys():
        assert pins[name][0] == stock[name]["version"], f"tools/browser/pyodide-wheels.txt: {name}"


def test_the_wheel_of_lecture_code_is_the_same_each_time_and_complete(tmp_path):
    paths = [lite.own_wheel(tmp_path) for _ in range(2)]
    assert paths[0].name == paths[1].name
    with zipfile.ZipFile(paths[0]) as wheel:
        names = set(wheel.namelist())
    for file in (ROOT / "lecture_code").rglob("*"):
        if file.is_file() and "__pycache__" not in file.parts:
            assert str(file.relative_to(ROOT)) in names
    entry = pyodide_files.entry_of(paths[0], ["numpy"])
    assert entry["name"] == "lecture-code"
    assert entry["imports"] == ["lecture_code"]


def test_the_page_knows_where_edits_are_kept():
    script = (ROOT / "book" / "assets" / "run_in_browser.js").read_text()
    assert re.search(r'const STORAGE = "(.*)";', script)[1] == lite.STORAGE


def test_notebooks_come_without_outputs_and_with_the_kernel_of_the_browser(tmp_path):
    versions = lite.write_notebooks(tmp_path)
    listed = json.loads((tmp_path / "api/contents/all.json").read_text())["content"]
    assert [entry["name"] for entry in listed] == sorted(versions)
    for name, version in versions.items():
        book = json.loads((tmp_path / "files" / name).read_text())
        assert book["metadata"]["kernelspec"]["name"] == "python"
        assert book["metadata"]["book_version"] == version
        assert not any(cell.get("outputs") for cell in book["cells"])


def test_the_cells_of_a_notebook_have_the_names_that_they_have_on_the_page():
    book = lite.notebook(ROOT / "book" / "06-perceptron.ipynb", "1")
    names = [cell.id for cell in book.cells if cell.cell_type == "code"]
    assert len(set(names)) == len(names) > 10
    assert all(re.fullmatch(r"cell-[0-9a-f]{6}(-again)*", name) for name in names)


def test_what_a_browser_loads_is_told_with_its_size(tmp_path):
    folder = tmp_path / "static" / "pyodide"
    folder.mkdir(parents=True)
    packages = {
        "ours": {"file_name": "ours.whl", "depends": ["stock"]},
        "stock": {"file_name": "https://elsewhere.org/stock.whl", "depends": []},
        "unused": {"file_name": "unused.whl", "depends": []},
    }
    (folder / "pyodide-lock.json").write_text(json.dumps({"packages": packages}))
    (folder / "ours.whl").write_bytes(b"123")
    sizes = lite.loaded(tmp_path, ["ours"])
    assert sizes["static/pyodide/ours.whl"] == 3
    assert sizes["https://elsewhere.org/stock.whl"] == 0
    assert len(sizes) == len(pyodide_files.CORE_FILES) + 1 + 2
