'''The cells between ``# BEGIN TESTS`` and ``# END TESTS``: one test a cell.

    """ # BEGIN TEST CONFIG
    points: 1
    hidden: true
    failure_message: A hint for students who fail it.
    needs: test_values      # optional: unless that test is passed, this one is not tried
    """ # END TEST CONFIG
    def test_scaled(margin):
        import numpy as np
        assert margin(np.eye(2), np.ones(2), np.ones(2)) > 0

The arguments of a test are names of the student's notebook: functions, or values.
'''

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from homework.kit.writing.markers import MasterError, read_settings

KEYS = {"points", "hidden", "failure_message", "needs"}
FORM = re.compile(
    r'""" # BEGIN TEST CONFIG\n(?P<config>.*?)\n""" # END TEST CONFIG\n+(?P<source>def .*)',
    re.DOTALL,
)


@dataclass(frozen=True)
class Case:
    """One test of one question."""

    name: str
    points: float
    hidden: bool
    hint: str
    arguments: tuple[str, ...]
    source: str
    needs: str = ""  # the test that must be passed before this one

    def function(self) -> Callable[..., None]:
        """Return the test as a function of the objects that its arguments name."""
        space: dict[str, Any] = {}
        exec(compile(self.source, f"<{self.name}>", "exec"), space)
        function: Callable[..., None] = space[self.name]
        return function


def read_case(source: str, where: str) -> Case:
    """Read the test in a cell; raises MasterError unless it has the form shown above."""
    parts = FORM.fullmatch(source.strip())
    if not parts:
        raise MasterError(f"{where}: a test begins with its TEST CONFIG, then def test_...")
    config = read_settings(parts["config"], where)
    if config.keys() - KEYS:
        raise MasterError(f"{where}: a TEST CONFIG can only contain {', '.join(sorted(KEYS))}")
    points, hidden = config.get("points"), config.get("hidden", False)
    if not isinstance(points, int | float) or points <= 0 or not isinstance(hidden, bool):
        raise MasterError(f"{where}: a test needs points above 0, and hidden is true or false")
    try:
        statements = ast.parse(parts["source"]).body
    except SyntaxError as error:
        raise MasterError(f"{where}: a test is not Python: {error}") from error
    test = statements[0]
    if len(statements) != 1 or not isinstance(test, ast.FunctionDef):
        raise MasterError(f"{where}: a cell holds one test, and nothing but its function")
    if not test.name.startswith("test_"):
        raise MasterError(f"{where}: the name of {test.name} must begin with test_")
    names = tuple(argument.arg for argument in test.args.args)
    hint = str(config.get("failure_message", "")).strip()
    needs = str(config.get("needs", ""))
    return Case(test.name, points, hidden, hint, names, parts["source"].strip(), needs)
