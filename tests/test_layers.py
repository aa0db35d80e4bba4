"""Who may know whom in the package, read off the source: the house stays a house.

``arguments``, ``notation`` <- the world <- ``risk`` <- learning rules.  The evidence modules know
numpy and scipy only.  The face (figures, sliders) may import anything, and nobody imports it.
"""

import ast
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "lecture_code"

LAYERS = [
    {"arguments", "notation"},
    {
        "activations",
        "count_vectors",
        "datasets",
        "distributions",
        "families",
        "finite_classes",
        "hypotheses",
        "losses",
        "seen_sets",
        "tables",
    },
    {"risk"},
    {
        "bayes",
        "big_m",
        "cell_edges",
        "certificates",
        "chaining",
        "coin_game",
        "concentration",
        "cover",
        "elimination",
        "erm",
        "error_decomposition",
        "greedy_deletion",
        "exact_linear",
        "first_order_limits",
        "halfspace_restrictions",
        "compression",
        "convexity",
        "cross_validation",
        "descent",
        "diagnosis",
        "duality",
        "grid_search",
        "halfspaces",
        "hard_svm",
        "hitting_set",
        "gaussian_expansion",
        "kernel_rules",
        "kernels",
        "monomials",
        "positive_kernels",
        "random_features",
        "kernel_perceptron",
        "kernel_ridge",
        "kernel_sgd",
        "kernel_svm",
        "smo",
        "holdout",
        "learning_curves",
        "least_distance",
        "linear_programme",
        "lp_erm",
        "lower_bounds",
        "logistic",
        "logistic_minimum",
        "leave_one_out",
        "kernel_complexity",
        "margin_bounds",
        "margin_shattering",
        "margins",
        "max_affine",
        "minimum_disagreement",
        "nearest_neighbour",
        "no_free_lunch",
        "occupancy",
        "interpolation",
        "network_graph",
        "network_norms",
        "neural_network",
        "relu_networks",
        "ridge_exponentials",
        "network_capacity",
        "sign_networks",
        "online",
        "online_descent",
        "optimisers",
        "paths",
        "quadratics",
        "schedules",
        "step_sizes",
        "pac",
        "pac_bayes",
        "perceptron",
        "perceptron_run",
        "pocket",
        "polynomials",
        "quiet",
        "rademacher",
        "radon",
        "restrictions",
        "sample_complexity",
        "sine_class",
        "soft_svm",
        "svm_sgd",
        "regression",
        "regularised",
        "regularised_line",
        "ridge",
        "surrogates",
        "stability",
        "stability_bounds",
        "strong_descent",
        "structural_risk",
        "subgradients",
        "tightest",
        "uniform_convergence",
        "validation",
        "vertex_cover",
        "widest_street",
        "vc_dimension",
        "spacings",
        "vc_bounds",
        "output_losses",
        "backpropagation",
        "network_training",
    },
]
EVIDENCE = {"checks", "claims", "estimates", "evidence", "wording"}
FACE = {"explore", "frames", "panel", "plots", "sliders"}

CORE_LIBRARIES = {"numpy", "scipy"}
FACE_LIBRARIES = CORE_LIBRARIES | {
    "IPython",
    "cycler",
    "ipywidgets",
    "matplotlib",
    "matplotlib_inline",
}

TREES = {
    path.stem: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(PACKAGE.glob("*.py"))
}
MODULES = [name for name in TREES if name != "__init__"]


def imported(tree):
    """Return the dotted names of all imports in a module, also those inside functions."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            if node.module == "lecture_code":
                names |= {f"lecture_code.{alias.name}" for alias in node.names}
            else:
                names.add("." * node.level + (node.module or ""))
        elif isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else node.func
            called = called.id if isinstance(called, ast.Name) else called
            if called in ("import_module", "__import__"):
                names.add(node.args[0].value)
    return names


def libraries(name):
    """Return the packages outside the standard library that a module imports."""
    roots = {dotted.split(".")[0] for dotted in imported(TREES[name])}
    return roots - {"lecture_code", *sys.stdlib_module_names}


def known(name):
    """Return the modules of the package that a module imports."""
    inside = {dotted for dotted in imported(TREES[name]) if dotted.startswith("lecture_code")}
    return {(dotted.split(".") + ["__init__"])[1] for dotted in inside}


def test_every_module_has_its_place_and_only_one():
    places = [*LAYERS, EVIDENCE, FACE]
    assert sum(map(len, places)) == len(set().union(*places))
    assert set(MODULES) <= set().union(*places), "give the new module a layer in this file"


@pytest.mark.parametrize("name", [name for name in MODULES if name not in EVIDENCE | FACE])
def test_a_module_knows_its_own_layer_and_those_below(name):
    height = next(i for i, layer in enumerate(LAYERS) if name in layer)
    assert known(name) <= set().union(*LAYERS[: height + 1])
    assert libraries(name) <= CORE_LIBRARIES


@pytest.mark.parametrize("name", sorted(EVIDENCE & set(MODULES)))
def test_evidence_knows_nothing_of_what_it_judges(name):
    assert known(name) <= EVIDENCE
    assert libraries(name) <= CORE_LIBRARIES


@pytest.mark.parametrize("name", sorted(FACE & set(MODULES)))
def test_the_face_may_know_all_but_uses_no_learning_library(name):
    assert libraries(name) <= FACE_LIBRARIES


def test_nobody_goes_round_in_circles():
    order = list(TopologicalSorter({name: known(name) for name in MODULES}).static_order())
    assert set(MODULES) <= set(order)


def test_the_package_itself_is_empty_but_for_its_docstring():
    tree = TREES["__init__"]
    assert ast.get_docstring(tree)
    assert len(tree.body) == 1


@pytest.mark.parametrize("name", MODULES)
def test_nothing_is_printed_and_nothing_random_is_global(name):
    calls = [ast.unparse(node.func) for node in ast.walk(TREES[name]) if isinstance(node, ast.Call)]
    assert not {"print", "sys.stdout.write", "sys.stderr.write"} & set(calls)
    drawn = [call for call in calls if call.startswith(("np.random.", "numpy.random.", "random."))]
    assert drawn == []


def test_the_package_runs_without_the_libraries_of_the_face():
    names = [name for name in MODULES if name not in FACE]
    banned = ["IPython", "ipywidgets", "matplotlib", "pandas", "sklearn"]
    code = (
        f"import sys; sys.modules.update(dict.fromkeys({banned}))\n"
        + "\n".join(f"import lecture_code.{name}" for name in names)
        + f"\nassert not [face for face in {sorted(FACE)} if 'lecture_code.' + face in sys.modules]"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


def test_the_extensions_of_the_book_know_nothing_of_the_package():
    extensions = sorted((ROOT / "book" / "_ext").rglob("*.py"))
    users = [
        path.name
        for path in extensions
        if any("lecture_code" in name for name in imported(ast.parse(path.read_text("utf-8"))))
    ]
    assert users == []


def test_modules_stay_short_enough_to_read():
    lengths = {
        name: len((PACKAGE / f"{name}.py").read_text("utf-8").splitlines()) for name in TREES
    }
    assert {name: length for name, length in lengths.items() if length > 250} == {}
