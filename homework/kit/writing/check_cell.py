"""The self-check in a student's notebook, copied into its first cell.

It needs nothing but Python and therefore works offline, in JupyterLab, Colab and JupyterLite, and
under any name of the notebook.  It runs in a namespace of its own, so that no name in the notebook,
such as ``sum``, can break it.  It knows the visible tests only.
"""

import ast
import inspect
import os
import pickle
import sys
import traceback
from typing import Any


def careful(function: Any) -> Any:
    """Wrap a function so that it raises an error if it has changed its arguments."""

    def call(*arguments: Any, **keywords: Any) -> Any:
        given = [a for a in arguments if type(a).__name__ != "Generator"]
        before = pickle.dumps(given)
        answer = function(*arguments, **keywords)
        if pickle.dumps(given) != before:
            raise AssertionError("Your function changes its arguments; let it work on copies.")
        return answer

    return call


class Grader:
    """Runs the visible tests of a question on what the notebook defines."""

    def __init__(
        self,
        questions: dict[str, list[tuple[str, str, str]]],
        space: dict[str, object],
        python: tuple[int, int],
        packages: tuple[str, ...] = (),
    ) -> None:
        self.questions = questions  # name -> [(name of the test, hint, source), ...]
        self.space = space
        self.python = python  # with which the homework is graded
        self.packages = packages  # that may be imported then

    def check(self, question: str) -> None:
        """Run the visible tests of one question, such as "q1", and say what to do."""
        if question not in self.questions:
            print(f"There is no {question!r} to check; there are: {', '.join(self.questions)}")
            return
        lines = []
        for name, hint, source in self.questions[question]:
            problem = self._problem(name, source)
            lines.append(f"  {'not yet' if problem else 'passed '}  {name}")
            if problem:
                lines.append(f"           {problem}")
                lines.append(f"           Hint: {hint}")
        bad = sum(line.startswith("  not yet") for line in lines)
        good = len(self.questions[question]) - bad
        print(f"{question}: {good} of {good + bad} visible tests passed")
        print("\n".join(lines))
        for name in sorted(self._refused()):
            print(f"import {name} is refused during grading, and its cell stops there.")
            print(f"  You can import the standard library, {', '.join(self.packages)}.")

    def _refused(self) -> set[str]:
        """Return what the cells that ran here import and will not find when they are graded."""
        cells = self.space.get("In")
        found = set()
        for cell in cells if isinstance(cells, list) else ():
            lines = [line for line in str(cell).split("\n") if not line.lstrip().startswith("%")]
            try:
                tree = ast.parse("\n".join(lines))
            except SyntaxError:
                continue
            for node in ast.walk(tree):
                if isinstance(node, ast.Import):
                    found |= {name.name.partition(".")[0] for name in node.names}
                elif isinstance(node, ast.ImportFrom) and not node.level:
                    found.add(str(node.module).partition(".")[0])
        known = {*sys.stdlib_module_names, *self.packages, "__main__", "pylab", "mpl_toolkits"}
        return {name for name in found - known if not os.path.exists(f"{name}.py")}

    def check_all(self) -> None:
        """Run the visible tests of all questions."""
        for question in self.questions:
            self.check(question)
        if sys.version_info[:2] > self.python:
            ours = self.python
            print(f"This is graded with Python {ours[0]}.{ours[1]}, and yours is newer:")
            print("do not use what was added to the language since then.")

    def _problem(self, name: str, source: str) -> str | None:
        local: dict[str, object] = {}
        exec(compile(source, name, "exec"), local)
        test: Any = local[name]
        values = {}
        for argument in inspect.signature(test).parameters:
            if self.space.get(argument, ...) is ...:
                return f"{argument} is not defined yet: run the cell that defines it."
            value = self.space[argument]
            values[argument] = careful(value) if callable(value) else value
        try:
            test(**values)
        except Exception as error:
            return self._tell(error, name, source)
        return None

    def _tell(self, error: Exception, name: str, source: str) -> str:
        where = traceback.extract_tb(error.__traceback__)
        lines = [step.lineno or 0 for step in where if step.filename == name]
        line = source.split("\n")[lines[-1] - 1].strip() if lines else ""
        if isinstance(error, AssertionError):
            return f"{error}" if str(error) else f"This should hold: {line.removeprefix('assert ')}"
        ours = where[-1].filename == name
        if ours and ("NoneType" in str(error) or "ellipsis" in str(error)):
            return "Your function returns nothing: is it still `...`, or is a return missing?"
        if ours:
            return f"{type(error).__name__}: {error}, in the test's line: {line}"
        return f"Your code stopped with {type(error).__name__}: {error}"
