"""Write the data sets in lecture_code/data from the copies that scikit-learn carries.

Run once, ``python tools/install/make_datasets.py``; the same versions give the same bytes (gzip
without a time stamp or a file name).  Each file is a header line, then one example a line: the
features, in the fewest digits that read back exactly, and last the number of the class.
"""

from __future__ import annotations

import gzip
from pathlib import Path

from sklearn.datasets import load_breast_cancer, load_digits, load_iris

DATA = Path(__file__).parents[2] / "lecture_code" / "data"
LOADERS = {"iris": load_iris, "breast_cancer": load_breast_cancer, "digits": load_digits}


def csv(bunch: object) -> str:
    """Return a scikit-learn data set as comma-separated lines."""
    names = [name.removesuffix(" (cm)") for name in bunch.feature_names]
    rows = zip(bunch.data.tolist(), bunch.target.tolist(), strict=True)
    lines = [",".join([*(_short(value) for value in x), str(label)]) for x, label in rows]
    return "\n".join([",".join([*names, "class"]), *lines]) + "\n"


def _short(value: float) -> str:
    return repr(int(value)) if value == int(value) else repr(value)


def packed(text: str) -> bytes:
    """Return the text as a gzip file with nothing in it but the text."""
    return gzip.compress(text.encode(), compresslevel=9, mtime=0)


def main() -> None:
    """Write a file for each data set."""
    for name, load in LOADERS.items():
        (DATA / f"{name}.csv.gz").write_bytes(packed(csv(load())))


if __name__ == "__main__":
    main()
