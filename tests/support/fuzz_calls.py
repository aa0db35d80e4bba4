"""Valid calls of every public function and method of a module, overheard in its doctests."""

import copy
import dataclasses
import doctest
import functools
import inspect
from contextlib import contextmanager
from dataclasses import dataclass
from types import FunctionType

import numpy as np

FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
ONE_EACH = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


@dataclass(frozen=True)
class Call:
    """A call that went well: ``target(**arguments)``; for a method the object is bound."""

    target: object
    signature: inspect.Signature
    arguments: dict

    @property
    def single(self):
        """The arguments, defaults included, but not those collected by ``*`` or ``**``."""
        given = self.signature.parameters
        defaults = {name: p.default for name, p in given.items() if known(p.default)}
        every = defaults | self.arguments
        return {name: value for name, value in every.items() if given[name].kind not in ONE_EACH}

    def replayed(self, **changes):
        """Return the result of the call with copies of its arguments, some of them exchanged."""
        bound = self.signature.bind_partial()
        bound.arguments.update({name: fresh(v) for name, v in self.arguments.items()} | changes)
        return self.target(*bound.args, **bound.kwargs)


def known(default):
    """Say whether a default shows what an argument may be: None and a missing one do not."""
    return default is not None and default is not inspect.Parameter.empty


def fresh(value):
    """Return a copy, so that a generator or an array starts every call in the same state."""
    if isinstance(value, (list, tuple, dict, np.ndarray, np.random.Generator)):
        return copy.deepcopy(value)
    return value


class Listener:
    """Stands before functions while doctests run, deaf to the calls of the package itself."""

    def __init__(self):
        self.calls = {}
        self.inside = False

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


def validates(cls):
    """Say whether a class looks at what it is made of: a plain record does not."""
    return "__post_init__" in vars(cls) or not dataclasses.is_dataclass(cls)


def methods(cls):
    """Return the public methods of a class, ``__call__`` included, that take an argument."""
    return {
        name: item
        for name, item in vars(cls).items()
        if inspect.isfunction(item)
        and (name == "__call__" or not name.startswith("_"))
        and len(inspect.signature(item).parameters) > 1
    }


@contextmanager
def exchanged(new):
    """Set attributes, given as (owner, name): value, and set them back afterwards."""
    old = {(owner, name): getattr(owner, name) for owner, name in new}
    for (owner, name), value in new.items():
        setattr(owner, name, value)
    try:
        yield
    finally:
        for (owner, name), value in old.items():
            setattr(owner, name, value)


def calls(module):
    """Return the valid calls that the doctests of a module make, by the name of the function."""
    ear, new, classes = Listener(), {}, {}
    for name, value in list(vars(module).items()):
        if name.startswith("_") or getattr(value, "__module__", "") != module.__name__:
            continue
        if inspect.isfunction(value):
            new[module, name] = ear.before(name, value)
        elif inspect.isclass(value) and not issubclass(value, Exception):
            for key, item in methods(value).items():
                new[value, key] = ear.before(f"{name}.{key}", item, method=True)
            if validates(value):
                classes[name] = ear.before(name, value)
    with exchanged(new):
        runner = doctest.DocTestRunner(optionflags=FLAGS, verbose=False)
        for test in doctest.DocTestFinder().find(module):
            used = {name: heard for name, heard in classes.items() if f"{name}(" in test.docstring}
            test.globs.update(used)
            runner.run(test, out=lambda text: None, clear_globs=False)
    return ear.calls
