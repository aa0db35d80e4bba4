"""Every public function with one bad argument: a clear error or a sound answer, never a crash.

The valid calls are those overheard in the doctests; one argument at a time is exchanged for a bad
value, such as a slip of the hand or a damaged file would give.  What is left out stands in the
tables below with its reason, and functions that say "nothing is validated" are left out, too: the
algorithms call them in their loops, with arrays of their own making.
"""

import copy
import dataclasses
import doctest
import functools
import inspect
import re
import signal
import traceback
import warnings
from contextlib import contextmanager
from dataclasses import dataclass
from fnmatch import fnmatch
from numbers import Integral, Real
from types import FunctionType

import numpy as np
import pytest
from package_names import MODULES, PUBLIC

from lecture_code.core.validate import as_numbers

#: Why something is not tried, and what: module.function.argument, perhaps .kind of bad value.
LEFT_OUT = {
    "runs in the loop of training, on complex numbers, too": "networks.network.Activation.*",
    "runs in the loop of the descent": "optimise.problems.*().w",
    "a limit that the package sets": """
        core.validate.*.least core.validate.*.most core.validate.*.d
        core.validate.as_sample.labels""",
    "welcome, for the complex step": """
        core.validate.as_real_or_complex.value.complex networks.backprop.*.X.complex
        networks.backprop.unflatten.w.complex
        networks.network.*.X.complex networks.losses.*.v.complex""",
    "all numbers are welcome: a claim about NaN never holds": """
        checks.compare.as_float.* checks.compare.compare.*""",
    "means to the caller's own direction what that makes of it": "optimise.descent.sgd.draws",
    "inside explore, which has looked at what it was given": """
        explore.* figures.static.* figures.on_demand.* figures.words.*""",
    "words for a claim that check has made": "checks.report.* checks.words.*",
    "one is not enough, and it says so": "linear.logistic.logistic_regression.max_updates.one",
    "a colour of matplotlib, which refuses others by name": "plots.*.color",
    "an axis or Axes of matplotlib; see mypy": "plots.*.ax plots.log_axis.axis",
    "matplotlib itself draws no numbers of 1e308": "plots.*.huge",
    "there for the sake of descend only": "optimise.problems.Quadratic.gradient.t",
    "the message names eta, which is 1/(lam t), 0 here": "optimise.descent.sgd_strong.lam.huge",
}
ROWS = " ".join(LEFT_OUT.values()).split()

#: The errors that are the very purpose of a function, by the beginning of their names.
PURPOSE = {
    "checks.verdicts.check": "Bound", "checks.verdicts.refute": "NotRefuted",
    "checks.verdicts.Claim.holds": "Bound", "checks.verdicts.Claim.breaks": "NotRefuted",
}  # fmt: skip

#: Functions whose doctests show only what they refuse, or only what others make of them.
UNHEARD = """
core.validate.numbers_above core.validate.numbers_from core.validate.below_one
core.validate.one_of core.validate.as_function core.validate.as_list core.validate.as_real
core.validate.of_kind core.validate.as_generator core.validate.as_labels core.validate.as_vector
core.validate.in_unit_interval core.validate.positive core.validate.positive_integer
checks.report.report core.classes.as_class select.selection.as_learners
"""

NAMES = [module.__name__.removeprefix("lecture_code.") for module in MODULES]
NAN, INF = float("nan"), float("inf")
SECONDS = 30  # far beyond what any of these calls needs, on a busy machine, too


# --- Valid calls, overheard in the doctests


@dataclass(frozen=True)
class Call:
    """A call that went well: ``target(**arguments)``; for a method the object is bound."""

    target: object
    signature: inspect.Signature
    arguments: dict

    @property
    def single(self):
        """The arguments, defaults included, but not those collected by ``*`` or ``**``.

        A default of None does not show what an argument may be.
        """
        given = self.signature.parameters.items()
        shown = {k: p.default for k, p in given if p.default not in (None, p.empty)}
        several = {k for k, p in given if p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD)}
        return {k: v for k, v in (shown | self.arguments).items() if k not in several}

    def replayed(self, **changes):
        """Return the result of the call with copies of its arguments, some of them exchanged."""
        bound = self.signature.bind_partial()
        bound.arguments.update({name: fresh(v) for name, v in self.arguments.items()} | changes)
        return self.target(*bound.args, **bound.kwargs)


def fresh(value):
    """Return a copy, so that a generator or an array starts every call in the same state."""
    copied = isinstance(value, (list, tuple, dict, np.ndarray, np.random.Generator))
    return copy.deepcopy(value) if copied else value


class Listener:
    """Stands before functions while doctests run, deaf to the calls of the package itself."""

    def __init__(self):
        self.calls, self.inside = {}, False

    def keep(self, name, target, args, kwargs):
        """Keep the call if it gives an argument that no call kept so far has given."""
        signature = inspect.signature(target)
        given = signature.bind(*args, **kwargs).arguments
        known = self.calls.setdefault(name, [])
        if set(given) - {key for call in known for key in call.arguments} or not known:
            known.append(Call(target, signature, {key: fresh(v) for key, v in given.items()}))

    def before(self, name, function, method=False):
        """Return the function with the listener before it, and before a function it returns."""

        @functools.wraps(function)
        def heard(*args, **kwargs):
            if self.inside:
                return function(*args, **kwargs)
            asked = fresh(args[method:]), fresh(kwargs)
            self.inside = True
            try:
                result = function(*args, **kwargs)
            finally:
                self.inside = False
            self.keep(name, functools.partial(function, args[0]) if method else function, *asked)
            return self.before(f"{name}()", result) if isinstance(result, FunctionType) else result

        return heard


def methods(cls):
    """Yield the public methods of a class, ``__call__`` included, that take an argument."""
    for name, item in vars(cls).items():
        public = name == "__call__" or not name.startswith("_")
        if public and inspect.isfunction(item) and len(inspect.signature(item).parameters) > 1:
            yield name, item


@functools.cache
def overheard(module):
    """Return the valid calls that the doctests of a module make, by the name of the function.

    A class that validates what it is made of (a plain record does not) is heard where it is called.
    """
    ear, classes, module = Listener(), {}, MODULES[NAMES.index(module)]
    with pytest.MonkeyPatch.context() as patch, warnings.catch_warnings():
        warnings.simplefilter("error")
        for name, value in list(vars(module).items()):
            if name.startswith("_") or getattr(value, "__module__", "") != module.__name__:
                continue
            if inspect.isfunction(value):
                patch.setattr(module, name, ear.before(name, value))
            elif inspect.isclass(value) and not issubclass(value, Exception):
                for key, item in list(methods(value)):
                    patch.setattr(value, key, ear.before(f"{name}.{key}", item, method=True))
                if "__post_init__" in vars(value) or not dataclasses.is_dataclass(value):
                    classes[name] = ear.before(name, value)
        flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
        runner = doctest.DocTestRunner(optionflags=flags, verbose=False)
        for test in doctest.DocTestFinder().find(module):
            test.globs.update({k: v for k, v in classes.items() if f"{k}(" in test.docstring})
            runner.run(test, out=lambda text: None, clear_globs=False)
    return ear.calls


# --- Bad values in the place of a good one

REFUSED = {"nan", "ragged", "strings", "nones", "complex", "text"}
REFUSED |= {"no generator", "old generator", "no function"}
EXTREME = {"huge", "tiny"}  # finite, but their squares are not
LAST = {"nan": NAN, "inf": INF, "minus inf": -INF}  # in the last place of an array
LAST |= {"label 7": 7.0, "zero": 0.0, "negative": -1.0, "huge": 1e308}
NUMBERS = {"nan": NAN, "text": "two", "complex": 1j, "inf": INF, "minus inf": -INF}
NUMBERS |= {"fraction": 2.5, "huge": 1e308, "tiny": 1e-100, "bool": True}


def as_array(value):
    """Return an array-like of real numbers as an array of floats, anything else as None."""
    if not isinstance(value, (list, tuple, np.ndarray)):
        return None
    try:
        array = np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError):
        return None
    return array if array.size and array.ndim else None


def bad_arrays(array):
    """Return what may stand for an array."""
    spoilt = {k: np.append(array.flat[:-1], v).reshape(array.shape) for k, v in LAST.items()}
    return spoilt | {
        "ragged": [[1.0, 2.0], [3.0]],
        "strings": np.full(array.shape, "a", dtype=object),
        "nones": np.full(array.shape, None),
        "complex": array + 1j,
        "empty": array[:0],
        "one too many": np.concatenate([array, array[-1:]]),
        "one too few": array[:-1],
        "a column too many": np.concatenate([array, array[..., -1:]], axis=-1),
        "extra axis": array[..., None],
        "0-d": np.float64(1.0),
        "bool": array > 0,
    }


def bad_values(good, annotation):
    """Return by name the bad values for a good one; a flag has none.

    Those REFUSED must be refused; the others may be good where they stand.
    """
    if isinstance(good, (bool, np.bool_)):
        return {}
    bad = {"none": None}
    if isinstance(good, Real):
        whole = isinstance(good, Integral)
        ours = {"zero": 0, "negative": -1, "one": 1} if whole else {"zero": 0.0, "negative": -1.5}
        many = {} if "ArrayLike" in annotation else {"array": np.array([1.0, 2.0])}
        return bad | NUMBERS | {"one": 1.0} | ours | many
    if isinstance(good, np.random.Generator):
        return bad | {"no generator": 7, "old generator": np.random.RandomState(7)}
    if isinstance(good, str):
        return bad | {"unknown": "no such", "integer": 3}
    if (array := as_array(good)) is not None:
        return bad | bad_arrays(array)
    bad["no function" if callable(good) else "number"] = 3.5
    return bad | ({"empty": [], "of none": [None]} if isinstance(good, (list, tuple)) else {})


# --- What a call with a bad argument may do


class Endless(BaseException):
    """A call that does not come back."""


@contextmanager
def alarm(seconds):
    """Interrupt what takes too long."""

    def stop(*_):
        raise Endless

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def parts(value):
    """Return what a result holds: the fields of a record, the items of a collection."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return [getattr(value, field.name, None) for field in dataclasses.fields(value)]
    if isinstance(value, np.ndarray) and value.dtype == object:
        return list(value.flat)
    values = value.values() if isinstance(value, dict) else value
    return list(values) if isinstance(value, (list, tuple, dict)) else []


def holds_nan(value, depth=4):
    """Say whether NaN stands somewhere in a result."""
    if isinstance(value, (float, complex, np.number)):
        return bool(value != value)
    if isinstance(value, np.ndarray) and value.dtype.kind in "fc":
        return bool(np.isnan(value).any())
    return depth > 0 and any(holds_nan(part, depth - 1) for part in parts(value))


def unclear(error, names, extreme):
    """Return what is unclear in an error, nothing of a clear one: it names an argument.

    Data of 1e308 are finite, but their squares are not: that a number left the floats, or that a
    solver gave up, is clear enough there.
    """
    frame = traceback.extract_tb(error.__traceback__)[-1]
    ours = "lecture_code" in frame.filename and (frame.line or "").startswith("raise ")
    beyond = isinstance(error, (RuntimeWarning, OverflowError))
    if extreme and (beyond or (ours and isinstance(error, RuntimeError))):
        return ""
    if not ours or not isinstance(error, ValueError):
        return f"{type(error).__name__} out of the depths: {error}"
    if not any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", str(error)) for name in names):
        return f"the message names none of {', '.join(names)}: {error}"
    return ""


def fault(call, names, refused=False, extreme=False):
    """Return what is wrong with the way a call ends; empty if nothing is."""
    try:
        with alarm(SECONDS), warnings.catch_warnings():
            warnings.simplefilter("error")
            result = call()
    except Endless:
        return f"it did not come back within {SECONDS} seconds"
    except Exception as error:
        return unclear(error, names, extreme)
    if refused:
        return f"accepted, with the result {result!r:.80}"
    return f"NaN in the result {result!r:.80}" if holds_nan(result) else ""


# --- The tests


def left_out(place):
    """Say whether module.function.argument, or that with .kind, is left out."""
    inner = getattr(PUBLIC.get(".".join(place.split(".")[:3])), "__doc__", None) or ""
    return "nothing is validated" in inner or any(fnmatch(place, row) for row in ROWS)


def known_names(call):
    """Return the words by which a message may name an argument."""
    given = call.signature.parameters
    own = [given["name"].default, call.arguments.get("name")] if "name" in given else []
    sample = ["sample", "examples"] if {"X", "y"} <= set(given) else []
    return [*given, *sample, *(name for name in own if isinstance(name, str))]


def tried(module):
    """Yield each argument of each call of a module that is tried: place, call, name, value."""
    for function, made in overheard(module).items():
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
    for what, bad in bad_values(value, annotation).items():
        if not left_out(f"{place}.{what}"):
            again = functools.partial(call.replayed, **(calm | {name: bad}))
            said = fault(again, known_names(call), what in REFUSED, what in EXTREME)
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
    """Return the same numbers in Fortran's order, strides, read-only, a list, in few bits."""
    wide = np.full((*array.shape[:-1], 2 * array.shape[-1]), 7, dtype=array.dtype)
    wide[..., ::2] = array
    kept = array.copy()
    kept.setflags(write=False)
    forms = {"fortran": np.asfortranarray(array), "strides": wide[..., ::2], "read only": kept}
    forms["list"] = array.tolist()
    if array.dtype.kind == "f" and (array == np.rint(array)).all() and abs(array).max() < 2**24:
        forms |= {"integers": array.astype(int), "few bits": array.astype(np.float32)}
    return forms


@pytest.mark.parametrize("module", NAMES)
def test_the_layout_in_memory_does_not_matter_and_nothing_is_written(module):
    for place, call, name, value in tried(module):
        if isinstance(value, np.ndarray) and as_array(value) is not None:
            expected = call.replayed()
            for kind, same in layouts(value).items():
                assert alike(expected, call.replayed(**{name: same})), f"{place}, {kind}"
                assert np.array_equal(same, value), f"{place}, {kind}: the input was changed"


def test_every_function_is_heard():
    unheard = []
    for name in (name for name in PUBLIC if inspect.isfunction(PUBLIC[name])):
        module, _, function = name.rpartition(".")
        if inspect.signature(PUBLIC[name]).parameters and function not in overheard(module):
            unheard.append(name)
    assert sorted(set(unheard) - set(UNHEARD.split())) == []


def test_the_tables_hold_nothing_stale():
    places = [
        f"{module}.{function}.{name}{kind}"
        for module in NAMES
        for function, made in overheard(module).items()
        for call in made
        for name in call.single
        for kind in ("", ".complex", ".huge", ".nan", ".one")
    ]
    assert [row for row in ROWS if not any(fnmatch(place, row) for place in places)] == []
    assert all(name in PUBLIC for name in UNHEARD.split())


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
    monkeypatch.setitem(globals(), "SECONDS", 1)
    assert said in fault(call, ["y"])


def test_what_is_sound_has_no_fault():
    assert fault(lambda: as_numbers(["a"], "X"), ["X"]) == ""
    assert fault(lambda: np.ones(2), ["X"]) == ""
    assert "accepted" in fault(lambda: 1.0, ["X"], refused=True)
