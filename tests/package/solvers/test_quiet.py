"""A solver's own lines are lost, and only those."""

import subprocess
import sys

IMPORTS = "import os; from lecture_code.solvers.lp import silence\n"


def written(code: str, start: str = "exec ") -> tuple[str, str]:
    """What a process of its own writes to its standard output and standard error."""
    command = ["sh", "-c", f'{start}"$0" -P -c "$1"', sys.executable, IMPORTS + code]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return done.stdout, done.stderr


def test_only_what_is_written_inside_is_lost():
    code = """os.write(1, b'before ')
with silence(): os.write(1, b'inside')
os.write(1, b'after')"""
    assert written(code) == ("before after", "")


def test_the_buffer_of_c_is_lost_inside_and_kept_outside():
    code = """import ctypes
put = ctypes.CDLL(None).printf
put(b'kept ')
with silence(): put(b'lost')
put(b'too')"""
    assert sorted(written(code)[0].split()) == ["kept", "too"]


def test_an_error_inside_gives_the_output_back():
    code = """try:
    with silence(): raise KeyError
except KeyError: os.write(1, b'after'); os.write(2, b'error')"""
    assert written(code) == ("after", "error")


def test_without_an_output_nothing_is_turned_away():
    code = "with silence(): os.write(2, b'runs')"
    assert written(code, start="exec 1>&-; exec ") == ("", "runs")
