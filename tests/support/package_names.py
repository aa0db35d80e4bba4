"""The modules of the package and their public names, read off the package itself."""

import inspect
import pkgutil
from importlib import import_module

import lecture_code

MODULES = [
    import_module(info.name)
    for info in pkgutil.walk_packages(lecture_code.__path__, prefix="lecture_code.")
]


def public(module):
    """Return the public functions and classes that a module defines, by name."""
    return {
        f"{module.__name__.removeprefix('lecture_code.')}.{name}": value
        for name, value in vars(module).items()
        if not name.startswith("_")
        and (inspect.isclass(value) or inspect.isroutine(inspect.unwrap(value)))
        and value.__module__ == module.__name__
    }


def methods(cls):
    """Return the public methods and properties that a class defines, by name."""
    return {
        name: value
        for name, value in vars(cls).items()
        if not name.startswith("_") and (inspect.isroutine(value) or isinstance(value, property))
    }


PUBLIC = {name: value for module in MODULES for name, value in public(module).items()}
METHODS = {
    f"{name}.{method}": value
    for name, cls in PUBLIC.items()
    if inspect.isclass(cls)
    for method, value in methods(cls).items()
}
