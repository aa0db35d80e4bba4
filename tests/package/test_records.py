"""What every record of the package promises: it cannot be changed, it is equal only to itself, and
its representation leaves out what is as long as the sample, the run or the network."""

import inspect
from dataclasses import fields, is_dataclass

from package_names import PUBLIC

VALUES = {"Residuals"}  # four numbers: equal if they are
BULKY = {
    *("A", "X", "asked", "chosen", "deltas", "directions", "errors", "escaping"),
    *("etas", "features", "gradients", "grids", "held_out", "leverage", "order"),
    *("residuals", "scores", "slack", "table", "told", "trace", "updated", "y"),
}
SHORT = {
    "Comparison.slack",
    "Finding.slack",
    "Check.slack",
    "Refutation.slack",
    "QuadraticProgram.A",
}
RECORDS = [value for value in PUBLIC.values() if inspect.isclass(value) and is_dataclass(value)]


def shown(record: type) -> set[str]:
    """Return the fields that the representation of a record names, as ``Record.field``."""
    if not hasattr(record.__repr__, "__wrapped__"):
        return set()  # it has one of its own, not that of dataclasses
    return {f"{record.__name__}.{field.name}" for field in fields(record) if field.repr}


def test_a_record_is_frozen_small_and_equal_to_itself_alone():
    for record in RECORDS:
        settings = record.__dataclass_params__
        assert settings.frozen, record
        assert "__slots__" in vars(record), record
        assert settings.eq is (record.__name__ in VALUES), record


def test_a_record_does_not_show_what_is_long():
    long = {f"{record.__name__}.{name}" for record in RECORDS for name in BULKY}
    assert sorted({name for record in RECORDS for name in shown(record)} & long - SHORT) == []


def test_a_record_does_not_show_functions_by_their_addresses():
    for record in RECORDS:
        functions = {f.name for f in fields(record) if str(f.type).startswith("Callable")}
        assert not shown(record) & {f"{record.__name__}.{name}" for name in functions}


def test_the_records_are_found():
    assert {"PerceptronRun", "Halfspace", "Estimate", "Network"} <= {r.__name__ for r in RECORDS}
