"""What holds of every module of the package; who may import whom, import-linter keeps."""

import ast
import subprocess
import sys
from pathlib import Path

import lecture_code

PACKAGE = Path(lecture_code.__file__).parent
ROOT = PACKAGE.parent
SOURCES = {path.relative_to(PACKAGE).as_posix(): path for path in PACKAGE.rglob("*.py")}
TREES = {name: ast.parse(path.read_text("utf-8")) for name, path in SOURCES.items()}
DRAWING = ("explore/", "plots/")
NUMERICAL = {"numpy", "scipy"}
FOR_FIGURES = NUMERICAL | {
    "IPython", "PIL", "cycler", "ipywidgets", "matplotlib", "matplotlib_inline",
}  # fmt: skip


def libraries(tree):
    """Return the packages that a module imports, inside functions too, but for Python's own."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module)
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module"):
            names.add(node.args[0].value)
    return {name.split(".")[0] for name in names} - {"lecture_code", *sys.stdlib_module_names}


def test_only_figures_need_more_than_numpy_and_scipy():
    foreign = {
        name: libraries(tree) - (FOR_FIGURES if name.startswith(DRAWING) else NUMERICAL)
        for name, tree in TREES.items()
    }
    assert {name: found for name, found in foreign.items() if found} == {}


def test_the_package_runs_without_the_libraries_of_the_figures():
    modules = [
        "lecture_code." + name.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
        for name in TREES
        if not name.startswith(DRAWING) and name != "__init__.py"
    ]
    assert len(modules) > 50
    banned = ["IPython", "ipywidgets", "matplotlib", "pandas", "sklearn"]
    code = f"import sys; sys.modules.update(dict.fromkeys({banned}))\n"
    code += "\n".join(f"import {name}" for name in modules)
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert run.returncode == 0, run.stderr


def test_a_package_is_no_module():
    packages = {name: tree for name, tree in TREES.items() if name.endswith("__init__.py")}
    for exported in ("checks", "explore", "plots"):  # what pages import
        packages.pop(f"{exported}/__init__.py")
    assert len(packages) > 10
    assert {name for name, tree in packages.items() if len(tree.body) != 1} == set()
    assert all(ast.get_docstring(tree) for tree in packages.values())


def test_nothing_is_printed_and_nothing_random_is_global():
    odd = {"print", "sys.stdout.write", "sys.stderr.write"}
    for name, tree in TREES.items():
        calls = [ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)]
        assert not odd & set(calls), name
        drawn = [c for c in calls if c.startswith(("np.random.", "numpy.random.", "random."))]
        assert drawn == [], name


def test_modules_stay_short_enough_to_read():
    """Docstrings included."""
    lengths = {name: len(path.read_text("utf-8").splitlines()) for name, path in SOURCES.items()}
    assert {name: length for name, length in lengths.items() if length > 300} == {}


def test_packages_stay_small_enough_to_hold():
    packages = {name.rpartition("/")[0] for name in SOURCES}
    sizes = {name: len(list((PACKAGE / name).glob("*.py"))) - 1 for name in packages if name}
    assert {name: size for name, size in sizes.items() if size > 15} == {}


def test_tests_are_named_after_what_they_test():
    """A file of a package's tests after a module of the package, or after the package itself."""
    folder = ROOT / "tests/package"
    known = {str(path.relative_to(PACKAGE).with_suffix("")) for path in PACKAGE.rglob("*.py")}
    packages = {path.name for path in folder.iterdir() if path.is_dir()}
    files = [path.relative_to(folder) for path in folder.rglob("*/test_*.py")]
    tested = {path: str(path.with_name(path.stem.removeprefix("test_"))) for path in files}
    odd = [f for f, name in tested.items() if name not in known and f.parts[0] not in f.stem]
    assert len(files) > 60
    assert odd == []
    assert packages - {"__pycache__"} <= {path.name for path in PACKAGE.iterdir()}
