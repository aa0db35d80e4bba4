"""Build the notebooks that run in the reader's browser: _build/html/lite.

    python tools/browser/lite.py              light: numpy and its like come from Pyodide's address
    python tools/browser/lite.py --offline    everything comes from the site itself

It is JupyterLite with a Pyodide kernel. The notebooks are the recorded ones without outputs, and
the homework that the site offers (tools/site/homework.py). lecture_code is a package the kernel
knows, so no cell installs anything. Both forms are kept in _build/lite and built again only when
something they are made of has changed.
"""

import hashlib
import json
import shutil
import subprocess
import sys
import time
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import nbformat

from bookext.evidence.record import cell_name
from tools.browser.pyodide_files import (
    CACHE,
    CORE_FILES,
    assemble,
    closure,
    pinned_wheel,
    pinned_wheels,
    pip_download,
)
from tools.files import write
from tools.progress import Line, interrupted
from tools.site.build_site import fingerprint

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT / "_build" / "html"
PROGRAMS = ROOT / ".venv-lite" / "bin"
MADE_OF = [
    "lecture_code", "requirements-lite.txt", "constraints.txt", "package.json", "tools/browser",
]  # fmt: skip
STORAGE = "Learning Theory You Can Run"  # of the reader's edits; run_in_browser.js knows it too
DRIVERS = ["asyncStorage", "localStorageWrapper", "memoryStorageDriver"]  # the first that works
KERNEL = "@jupyterlite/pyodide-kernel-extension"
WIDGETS = "@jupyter-widgets/jupyterlab-manager"
FROM_KERNEL = {  # the wheels that the kernel brings, and what each needs
    "piplite": ["micropip"],
    "pyodide_kernel": ["comm", "ipython", "jedi"],
    "ipykernel": ["pyodide-kernel"],
    "widgetsnbextension-4": [],
}
FROM_INDEX = {
    "comm": [],
    "ipywidgets": ["comm", "ipython", "traitlets", "widgetsnbextension"],
}
LECTURE_CODE = ["numpy", "scipy", "matplotlib"]  # "Run here" loads no more than that
LOADED_AT_ONCE = ["micropip", "piplite", "ipykernel", "comm", "pyodide-kernel", "jedi", "ipython",
                  "ipywidgets", "fonttools", "lecture-code"]  # fmt: skip
LOADED_ON_IMPORT = ["scikit-learn"]
NOT_OURS = "ignore:JsProxy.as_object_map:RuntimeWarning"  # of threadpoolctl, which no cell calls


def own_wheel(folder: Path) -> Path:
    """Build the wheel of lecture_code.

    Its name changes with its content, so that no browser keeps an older one.
    """
    build = f"0{fingerprint(['lecture_code'])[:8]}"
    path = folder / f"lecture_code-0.1.0-{build}-py3-none-any.whl"
    information = {
        "METADATA": "Metadata-Version: 2.1\nName: lecture-code\nVersion: 0.1.0\n",
        "WHEEL": "Wheel-Version: 1.0\nGenerator: lite\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        "RECORD": "",
    }
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for file in sorted((ROOT / "lecture_code").rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                member = zipfile.ZipInfo(str(file.relative_to(ROOT)))  # of a fixed date
                member.compress_type = zipfile.ZIP_DEFLATED
                wheel.writestr(member, file.read_bytes())
        for name, text in information.items():
            wheel.writestr(zipfile.ZipInfo(f"lecture_code-0.1.0.dist-info/{name}"), text)
    return path


def all_wheels(folder: Path) -> dict[Path, list[str]]:
    """Return the wheels that the site always serves, each with what it needs."""
    CACHE.mkdir(exist_ok=True)
    if any(pinned_wheel(name) is None for name in FROM_INDEX):
        pip_download(*(f"{name}=={pinned_wheels()[name][0]}" for name in FROM_INDEX))
    brought = ROOT / ".venv-lite/share/jupyter/labextensions" / KERNEL / "static" / "pypi"
    wheels = {next(brought.glob(f"{name}*.whl")): needs for name, needs in FROM_KERNEL.items()}
    for name, needs in FROM_INDEX.items():
        if (path := pinned_wheel(name)) is None:
            sys.exit(f"the sha256 of {name} is not the one in tools/browser/pyodide-wheels.txt")
        wheels[path] = needs
    return {own_wheel(folder): LECTURE_CODE} | wheels


def settings(folder: Path) -> None:
    """Write what JupyterLite is built of, and how it behaves."""
    extensions = "share/jupyter/labextensions"
    build = {
        "no_sourcemaps": True,
        "no_unused_shared_packages": True,
        "apps": ["notebooks", "tree"],
        "ignore_sys_prefix": ["federated_extensions"],
        "federated_extensions": [
            str(ROOT / ".venv-lite" / extensions / KERNEL),
            str(ROOT / ".venv" / extensions / WIDGETS),
        ],
    }
    options = {"packages": LOADED_AT_ONCE, "env": {"PYTHONWARNINGS": NOT_OURS}}
    kernel = {"loadPyodideOptions": options}
    behaviour = {
        "appName": STORAGE,
        "appUrl": "./tree",
        "contentsAllJsonFile": "all.json",
        "contentsStorageName": STORAGE,
        "enableMemoryStorage": True,  # in a browser that keeps nothing; notebook_notice.js says so
        **{f"{what}StorageDrivers": DRIVERS for what in ("contents", "settings", "workspaces")},
        "exposeAppInBrowser": True,  # so that the tests know when all cells have run
        "litePluginSettings": {f"{KERNEL}:kernel": kernel},
    }
    lite = {"jupyter-lite-schema-version": 0, "jupyter-config-data": behaviour}
    (folder / "jupyter_lite_config.json").write_text(json.dumps({"LiteBuildConfig": build}))
    (folder / "jupyter-lite.json").write_text(json.dumps(lite))
    # every cell stays on the page, so that searching in it and printing it find all of them
    whole = {"@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"}}
    (folder / "overrides.json").write_text(json.dumps(whole))


def build_application(folder: Path, offline: bool) -> None:
    """Build JupyterLite with Pyodide, without notebooks, in folder/site."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    settings(folder)
    roots = [*LOADED_AT_ONCE, *LOADED_ON_IMPORT]
    assemble(folder / "static" / "pyodide", all_wheels(folder), roots, offline)
    with (folder / "log.txt").open("w") as log:
        command = [PROGRAMS / "jupyter-lite", "build", "--output-dir", "site"]
        status = subprocess.run(command, cwd=folder, stdout=log, stderr=log).returncode
    if status:
        sys.exit(f"jupyter lite build ended with status {status}: see {folder / 'log.txt'}")
    icons = (
        folder / "site" / "static" / "favicons"
    )  # which the notebook asks for, while it runs too
    icons.mkdir()
    for name in ["notebook", "busy-1", "busy-2", "busy-3", "file"]:
        shutil.copy(folder / "site/notebooks/favicon.ico", icons / f"favicon-{name}.ico")
    for unused in [*(folder / "site").glob("rspack.config*"), folder / "site" / "doc"]:
        shutil.rmtree(unused) if unused.is_dir() else unused.unlink()


def notebook(record: Path, version: str) -> dict:
    """Return a recorded notebook for the browser: no outputs, and the kernel of JupyterLite."""
    book = nbformat.read(record, as_version=4)
    names: set[str] = set()
    for cell in book.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
            cell.id = cell_name(cell.source, names)  # as on the page: "Run here" finds it there
    book.metadata["kernelspec"] = {
        "name": "python", "display_name": "Python (Pyodide)", "language": "python",
    }  # fmt: skip
    book.metadata["book_version"] = version
    return book


def write_notebooks(site: Path) -> dict[str, str]:
    """Write the notebooks and the list of them that JupyterLite reads; return their versions."""
    versions, listed = {}, []
    shutil.rmtree(site / "files", ignore_errors=True)
    (site / "files").mkdir()
    homework = SITE / "homework"
    records = [*(ROOT / "book").glob("*.ipynb"), *homework.glob("*.ipynb")]
    for record in sorted(records, key=lambda path: path.name):
        version = hashlib.sha256(record.read_bytes()).hexdigest()[:12]
        versions[record.name] = version
        nbformat.write(notebook(record, version), site / "files" / record.name)
        listed.append(entry(record.name, "notebook"))
    (site / "api" / "contents").mkdir(parents=True, exist_ok=True)
    folder = entry("", "directory") | {"content": listed, "format": "json"}
    (site / "api" / "contents" / "all.json").write_text(json.dumps(folder))
    return versions


def entry(name: str, kind: str) -> dict:
    """Describe a file as Jupyter's contents interface does."""
    now = datetime.now(UTC).isoformat()
    return {
        "name": name, "path": name, "type": kind, "format": None, "content": None, "size": None,
        "mimetype": None, "writable": True, "created": now, "last_modified": now,
    }  # fmt: skip


def loaded(site: Path, names: list[str]) -> dict[str, int]:
    """Return what a browser loads for these packages, as seen from the folder, with sizes in bytes.

    The size of what another host has is not known here: it is 0.
    """
    folder = "static/pyodide"
    lock = json.loads((site / folder / "pyodide-lock.json").read_text())["packages"]
    wheels = [lock[name]["file_name"] for name in closure(lock, names)]
    every = [*CORE_FILES, "pyodide-lock.json", *wheels]
    files = [name if "://" in name else f"{folder}/{name}" for name in every]
    return {name: path.stat().st_size if (path := site / name).exists() else 0 for name in files}


def warn(site: Path) -> None:
    """Let the pages of JupyterLite say what has not come: its kernel only shows [*]."""
    wait = (ROOT / "book/assets/live/notebook_wait.js").read_text("utf-8")
    notice = '<script type="module" src="../../_static/live/notebook_notice.js"></script>'
    script = f"<script>{wait}</script>{notice}"
    for page in (site / "notebooks" / "index.html", site / "tree" / "index.html"):
        html = page.read_text("utf-8")
        page.write_text(html.replace("<head>", f"<head>{script}", 1), "utf-8")


def application(site: Path) -> list[str]:
    """Return the files with which JupyterLite and its kernel begin, as seen from the folder."""
    patterns = [
        "config-utils.js", "build/notebooks/bundle.js", "build/jlab_core.*.js",
        f"extensions/{KERNEL}/static/*.js",
    ]  # fmt: skip
    return [str(file.relative_to(site)) for each in patterns for file in sorted(site.glob(each))]


def megabytes(paths: list[Path]) -> float:
    return round(sum(path.stat().st_size for path in paths if path.is_file()) / 1e6, 1)


def main(arguments: list[str]) -> int:
    start = time.monotonic()
    offline = "--offline" in arguments
    folder = ROOT / "_build" / "lite" / ("offline" if offline else "light")
    stamp, now = folder / "built-from", fingerprint(MADE_OF)
    if not stamp.exists() or stamp.read_text() != now:
        stamp.unlink(missing_ok=True)
        with Line("lite") as line:
            line.step("Notebooks for the browser")
            build_application(folder, offline)
        write(stamp, now)
    site = folder / "site"
    here, late = (loaded(site, names) for names in (["lecture-code"], LOADED_ON_IMPORT))
    about = {
        "offline": offline,
        "megabytes": 50,
        "versions": write_notebooks(site),
        "run_here": here,
        "on_import": [file for file in late if file not in here],
        "notebook": [*application(site), *loaded(site, LOADED_AT_ONCE)],
    }
    (site / "about.json").write_text(json.dumps(about))
    shutil.rmtree(SITE / "lite", ignore_errors=True)
    shutil.copytree(site, SITE / "lite")
    warn(SITE / "lite")
    form = "all from the site" if offline else "numpy and other packages from Pyodide's own address"
    print(
        f"The notebooks run in the browser, {form}: {megabytes([*site.rglob('*')])} MB, "
        f"in {time.monotonic() - start:.0f} s"
    )
    return 0


if __name__ == "__main__":
    interrupted(lambda: main(sys.argv[1:]))
