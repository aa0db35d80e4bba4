"""Every public function with one bad argument: a clear error or a sound answer, never a crash.

The valid calls are those of the doctests; one argument at a time is exchanged for a bad value.
What is left out stands in the tables below, each with its reason.
"""

import inspect
import warnings
from fnmatch import fnmatch
from functools import partial

import fuzz_verdict
import numpy as np
import pytest
from fuzz_calls import calls
from fuzz_mutations import EXTREME, as_array, mutations
from fuzz_verdict import fault, parts
from package_names import MODULES, PUBLIC

from lecture_code.core.validate import as_numbers

#: Functions that the algorithms call in their loops, with arrays of their own making; their
#: docstrings say that nothing is validated.
INNER = {
    "networks.backprop": ("sweep",),
    "networks.network": ("with_constant",),
    "linear.exact_disagreement": (
        *("cross_products", "edge_signs", "fewest_on_edges"),
        *("fewest_mistakes", "mistakes_of"),
    ),
    "solvers.certificates": (
        *("conditioned", "margin_error", "orthonormal_basis", "power_of_two"),
        *("proves_inseparable", "separates"),
    ),
    "solvers.rational": ("integers_along", "kernel_vector", "pivots"),
    "solvers.lp": ("minimise", "solve"),
    "solvers.gram": ("weighted_gram",),
    "solvers.smo": ("SignedWeights", "SquaredDistances", "best_pair"),
    "solvers.interior_point": ("soft_margin",),
    "core.losses": ("incurred",),
    "linear.perceptron": ("iterates", "next_mistake", "unit_rows", "violated"),
    "linear.regression": ("rotate",),
    "solvers.widest_street": ("widest_street",),
}

#: What is not tried, and why: module.function.argument, and perhaps .kind of bad value.
LEFT_OUT = {
    "networks.network.Activation.*": "runs in the loop of training, on complex numbers, too",
    "core.validate.*.least": "a limit that the package sets",
    "core.validate.*.most": "a limit that the package sets",
    "core.validate.*.below": "a limit that the package sets",
    "core.validate.*.ndim": "a limit that the package sets",
    "core.validate.*.d": "a limit that the package sets",
    "core.validate.as_real_or_complex.value.complex": "welcome, for the complex step",
    "networks.backprop.*.X.complex": "welcome, for the complex step",
    "networks.backprop.unflatten.w.complex": "welcome, for the complex step",
    "checks.compare.as_float.*": "all numbers are welcome: a claim about NaN never holds",
    "checks.compare.compare.*": "all numbers are welcome: a claim about NaN never holds",
    "optimise.descent.sgd.draws": "means to the caller's own direction what that makes of it",
    "figures.static.*": "inside explore, which has looked at what it was given",
    "figures.on_demand.*": "inside explore, which has looked at what it was given",
    "linear.logistic.logistic_regression.max_updates.one": "one is not enough, and it says so",
    "networks.network.*.X.complex": "welcome, for the complex step",
    "core.validate.as_sample.labels": "the labels that the package allows",
    "networks.losses.*.v.complex": "welcome, for the complex step",
    "plots.*.color": "a colour of matplotlib, which refuses others by name",
    "plots.*.ax": "an Axes of matplotlib; see mypy",
    "plots.*.huge": "matplotlib itself draws no numbers of 1e308",
    "optimise.problems.Quadratic.gradient.t": "there for the sake of descend only",
    "explore.*": "inside explore, which has looked at what it was given",
    "optimise.online.sgd_strong.lam.huge": "the message names eta, which is 1 / (lam t) and 0 here",
    "optimise.descent.*().w": "runs in the loop of the descent",
    "checks.report.*": "words for a claim that check has made",
    "checks.words.*": "words for a comparison that check has made",
    "figures.words.*": "inside explore, which has looked at what it was given",
    "plots.log_axis.axis": "an axis of matplotlib; see mypy",
}

#: The errors that are the very purpose of a function, by the beginning of their names.
PURPOSE = {
    "checks.verdicts.check": "Bound", "checks.verdicts.refute": "NotRefuted",
    "checks.claims.Claim.holds": "Bound", "checks.claims.Claim.breaks": "NotRefuted",
}  # fmt: skip

#: Functions whose doctests show only what they refuse, or only what others make of them.
UNHEARD = """
core.validate.numbers_above core.validate.numbers_from
core.validate.below_one core.validate.one_of
core.validate.as_function core.validate.as_list core.validate.as_real core.validate.of_kind
checks.report.report core.classes.as_class core.validate.as_generator
core.validate.as_labels core.validate.as_vector core.validate.in_unit_interval
core.validate.positive core.validate.positive_integer
"""

NAMES = [module.__name__.removeprefix("lecture_code.") for module in MODULES]
RECORDED = {}


def recorded(name):
    """Return the calls that the doctests of a module make, recorded once."""
    if name not in RECORDED:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            RECORDED[name] = calls(MODULES[NAMES.index(name)])
    return RECORDED[name]


def left_out(place):
    """Say whether a table leaves module.function.argument, or that with .kind, out."""
    inner = any(place.startswith(f"{m}.{name}.") for m, names in INNER.items() for name in names)
    return inner or any(fnmatch(place, row) for row in LEFT_OUT)


def known_names(call):
    """Return the words by which a message may name an argument."""
    given = call.signature.parameters
    own = [given["name"].default, call.arguments.get("name")] if "name" in given else []
    sample = ["sample", "examples"] if {"X", "y"} <= set(given) else []
    return [*given, *sample, *(name for name in own if isinstance(name, str))]


def tried(module):
    """Yield each argument of each call of a module that is tried: place, call, name, value."""
    for function, made in recorded(module).items():
        done = set()
        for call in made:
            for name, value in call.single.items():
                place = f"{module}.{function}.{name}"
                if name not in done and not left_out(place):
                    done.add(name)
                    yield place, call, name, value


def verdicts(place, call, name, value):
    """Yield the faults of a call whose argument ``name`` is exchanged for bad values."""
    purpose = PURPOSE.get(place.rpartition(".")[0], "never")
    calm = {"max_updates": 1000} if "max_updates" in call.signature.parameters else {}
    annotation = str(call.signature.parameters[name].annotation)
    for what, bad, refused in mutations(value, annotation):
        if not left_out(f"{place}.{what}"):
            again = partial(call.replayed, **(calm | {name: bad}))
            said = fault(again, known_names(call), refused, what in EXTREME)
            if said and not said.startswith(purpose):
                yield f"{place}, {what}: {said}"


@pytest.mark.parametrize("module", NAMES)
def test_a_bad_argument_is_refused_by_name(module):
    assert [said for trial in tried(module) for said in verdicts(*trial)] == []


def alike(first, second):
    """Say whether two results are the same up to rounding, as far as they are numbers."""
    if isinstance(first, np.ndarray) and first.dtype.kind in "fiub":
        return np.allclose(first, second, rtol=1e-9, atol=1e-12, equal_nan=True)
    if parts(first):
        return all(map(alike, parts(first), parts(second)))
    return not isinstance(first, (int, float)) or first == pytest.approx(second, nan_ok=True)


def layouts(array):
    """Return the same numbers in the memory of the machine: Fortran's order, strides, read-only."""
    wide = np.full((*array.shape[:-1], 2 * array.shape[-1]), 7, dtype=array.dtype)
    wide[..., ::2] = array
    kept = array.copy()
    kept.setflags(write=False)
    return {"fortran": np.asfortranarray(array), "strides": wide[..., ::2], "read only": kept}


@pytest.mark.parametrize("module", NAMES)
def test_the_layout_in_memory_does_not_matter_and_nothing_is_written(module):
    for place, call, name, value in tried(module):
        if not isinstance(value, np.ndarray) or as_array(value) is None:
            continue
        expected = call.replayed()
        for kind, same in layouts(value).items():
            assert alike(expected, call.replayed(**{name: same})), f"{place}, {kind}"
            assert np.array_equal(same, value), f"{place}, {kind}: the input was changed"


def test_every_function_is_heard():
    unheard = []
    for name in (name for name in PUBLIC if inspect.isfunction(PUBLIC[name])):
        module, _, function = name.rpartition(".")
        if inspect.signature(PUBLIC[name]).parameters and function not in recorded(module):
            unheard.append(name)
    assert sorted(set(unheard) - set(UNHEARD.split())) == []


def test_the_tables_hold_nothing_stale():
    places = [
        f"{module}.{function}.{name}"
        for module in NAMES
        for function, made in recorded(module).items()
        for call in made
        for name in call.single
    ]
    kinds = ("", ".complex", ".huge", ".nan", ".one")
    assert [
        row for row in LEFT_OUT if not any(fnmatch(f"{p}{k}", row) for p in places for k in kinds)
    ] == []
    assert all(name in PUBLIC for name in UNHEARD.split())
    for module, functions in INNER.items():
        for function in functions:
            assert "nothing is validated" in PUBLIC[f"{module}.{function}"].__doc__


def endless():
    while True:
        pass


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: [][0], "IndexError"),
        (lambda: np.ones(2) @ np.ones(3), "ValueError"),
        (lambda: np.float64(1) / 0, "RuntimeWarning"),
        (lambda: as_numbers(["a"], "X"), "names none of y"),
        (lambda: {"w": [np.array([1.0, np.nan])]}, "NaN"),
        (endless, "did not come back"),
    ],
)
def test_planted_faults_are_found(call, said, monkeypatch):
    monkeypatch.setattr(fuzz_verdict, "SECONDS", 1)
    assert said in fuzz_verdict.fault(call, ["y"])


def test_what_is_sound_has_no_fault():
    assert fuzz_verdict.fault(lambda: as_numbers(["a"], "X"), ["X"]) == ""
    assert fuzz_verdict.fault(lambda: np.ones(2), ["X"]) == ""
    assert "accepted" in fuzz_verdict.fault(lambda: 1.0, ["X"], refused=True)
