"""Make Python start fast in a browser: bytecode instead of sources, no tests, packed tightly.

    node tools/browser/in_pyodide.mjs tools/browser/compile_wheels.py FOLDER NAME ...

FOLDER/NAME, a wheel or the standard library, gets its compiled form in FOLDER/bytecode.  This runs
in Pyodide itself, because bytecode belongs to one version of Python.  A compiled module keeps the
hash of its source, by which tests/site/test_lite.py knows the official one.
"""

import marshal
import sys
import zipfile
from importlib.util import MAGIC_NUMBER, source_hash
from pathlib import Path

LEFT_OUT = (
    "/tests/", "/mpl-data/sample_data/", "/mpl-data/images/", "/mpl-data/plot_directive/",
    "/fonts/afm/", "/fonts/pdfcorefonts/",  # of PDF
    "/DejaVuSerif-", "/DejaVuSansMono-",  # the upright face of each stays
)  # fmt: skip
OF_COMPILERS = (".a", ".h", ".pxd", ".pyi", ".pyx")
DATE = (1980, 1, 1, 0, 0, 0)
LIBRARY = "python_stdlib.zip"  # zipimport unpacks no Zstandard


def bytecode(source: bytes, name: str) -> bytes:
    """Return the content of a .pyc that is never compared with its source (PEP 552)."""
    code = compile(source, name, "exec", dont_inherit=True)
    return MAGIC_NUMBER + b"\1\0\0\0" + source_hash(source) + marshal.dumps(code)


def compiled(name: str, data: bytes, folder: str) -> tuple[str, bytes]:
    """Return the name and the content of a file that is installed into that folder."""
    if name.endswith(".py"):
        try:
            return f"{name}c", bytecode(data, f"{folder}/{name}")
        except SyntaxError:  # a template, or for another Python
            pass
    return name, data


def pack(source: Path, target: Path) -> None:
    """Write the compiled form of a wheel or of the standard library."""
    library = source.name == LIBRARY
    folder = "/lib/python314.zip" if library else "/lib/python3.14/site-packages"
    packing, level = (zipfile.ZIP_DEFLATED, 9) if library else (zipfile.ZIP_ZSTANDARD, 17)
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            left_out = any(part in f"/{name}" for part in LEFT_OUT) or name.endswith(OF_COMPILERS)
            if not name.endswith("/") and not left_out:
                named, data = compiled(name, old.read(name), folder)
                new.writestr(zipfile.ZipInfo(named, DATE), data, packing, level)


folder = Path(sys.argv[1])
(folder / "bytecode").mkdir(exist_ok=True)
for each in sys.argv[2:]:
    pack(folder / each, folder / "bytecode" / each)
