"""Compare what tools/browser/compile_wheels.py wrote with what it was made of; print what differs.

node tools/browser/in_pyodide.mjs tests/support/compiled_check.py ROOT OLD=NEW ...
"""

import importlib.util
import sys
import zipfile
from pathlib import Path

FOREVER = (1).to_bytes(4, "little")  # by the hash of the source, which nobody compares


def same(name: str, old: zipfile.ZipFile, new: zipfile.ZipFile) -> bool:
    """Whether a file is the old one, or the bytecode of one with that content."""
    data = new.read(name)
    if name in old.namelist():
        return data == old.read(name)
    digest = importlib.util.source_hash(old.read(name.removesuffix("c")))
    return data[:16] == importlib.util.MAGIC_NUMBER + FOREVER + digest


root = Path(sys.argv[1])
for pair in sys.argv[2:]:
    before, after = (root / name for name in pair.split("="))
    with zipfile.ZipFile(before) as old, zipfile.ZipFile(after) as new:
        for name in new.namelist():
            if not same(name, old, new):
                print(f"{after.name}: {name}")
