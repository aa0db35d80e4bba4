r"""Three small data sets that come with the package, and what the chapters do with them first.

All three belong to the UCI Machine Learning Repository, licence CC BY 4.0; ``source`` says whom to
thank, ``lecture_code/data/README.md`` tells the whole story.  A classification problem with more
than two classes becomes a sample with labels in {-1, +1} by picking two classes.

:Source: chapters 04 to 13.
"""

from __future__ import annotations

import gzip
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

import numpy as np

from lecture_code.core import validate
from lecture_code.core.records import Record
from lecture_code.core.scale import power_of_two
from lecture_code.core.types import Array, Points


@dataclass(frozen=True, slots=True, eq=False)
class Dataset(Record):
    """A labelled sample of the real world: points, classes, their names and where it comes from.

    All users share one copy, whose arrays cannot be changed.

    >>> iris()
    Dataset(labels=('setosa', 'versicolor', 'virginica'))

    :Source: the data sets' page in SOURCES.md.
    """

    X: Array = field(repr=False)
    #: The number of each example's class, from 0.
    y: Array = field(repr=False)
    #: The names of the columns, with units.
    features: tuple[str, ...] = field(repr=False)
    #: The names of the classes.
    labels: tuple[str, ...]
    #: Authors, title, DOI, licence.
    source: str = field(repr=False)


@cache
def iris() -> Dataset:
    """Return Fisher's 150 irises: four lengths in centimetres, 50 flowers of each of three species.

    Setosa is linearly separable from the other two; versicolor and virginica are not separable
    from each other.

    >>> iris().X.shape, iris().features[0]
    ((150, 4), 'sepal length (cm)')

    :Source: R. A. Fisher, The use of multiple measurements in taxonomic problems, 1936.
    """
    return _load(
        "iris",
        ("setosa", "versicolor", "virginica"),
        "R. A. Fisher (1936), Iris. UCI Machine Learning Repository, "
        "https://doi.org/10.24432/C56C76, CC BY 4.0",
        unit=" (cm)",
    )


@cache
def breast_cancer() -> Dataset:
    """Return the 569 tumours of the Wisconsin study, diagnostic version: 30 numbers for each.

    Ten measures of the cell nuclei in an image, each as mean, standard error and worst value, in
    the units of the image; 212 malignant, 357 benign.

    >>> breast_cancer().X.shape, breast_cancer().labels
    ((569, 30), ('malignant', 'benign'))

    :Source: W. N. Street, W. H. Wolberg and O. L. Mangasarian, Nuclear feature extraction for
        breast tumor diagnosis, 1993.
    """
    return _load(
        "breast_cancer",
        ("malignant", "benign"),
        "W. Wolberg, O. Mangasarian, N. Street and W. Street (1993), Breast Cancer Wisconsin "
        "(Diagnostic). UCI Machine Learning Repository, https://doi.org/10.24432/C5DW2B, CC BY 4.0",
    )


@cache
def digits() -> Dataset:
    """Return 1797 handwritten digits: images of 8 x 8 pixels, each a whole number from 0 to 16.

    >>> digits().X.shape, digits().X[0].reshape(8, 8)[0].astype(int).tolist()
    ((1797, 64), [0, 0, 5, 13, 9, 1, 0, 0])

    :Source: E. Alpaydin and C. Kaynak, Cascading classifiers, 1998.
    """
    return _load(
        "digits",
        tuple("0123456789"),
        "E. Alpaydin and C. Kaynak (1998), Optical Recognition of Handwritten Digits (test set). "
        "UCI Machine Learning Repository, https://doi.org/10.24432/C50P49, CC BY 4.0",
    )


def pair(data: Dataset, a: int | str, b: int | str) -> tuple[Array, Array]:
    r"""Return the examples of two classes, labelled -1 for the first and +1 for the second.

    Classes are given by name or number; the examples keep the order of the data set.

    >>> X, y = pair(iris(), "setosa", "versicolor")
    >>> X.shape, y[[0, -1]]
    ((100, 4), array([-1.,  1.]))

    :Source: chapter 06, real data.
    """
    if not isinstance(data, Dataset):
        raise TypeError(f"data must be a Dataset; got {data!r:.80}")
    first, second = _class(data, a, "a"), _class(data, b, "b")
    if first == second:
        raise ValueError(f"b must be another class than a; got {a!r} and {b!r}")
    kept = np.isin(data.y, (first, second))
    return data.X[kept], np.where(data.y[kept] == second, 1.0, -1.0)


def standardise(X: Points, *, by: Points | None = None) -> Array:
    r"""Return the points with each column shifted to mean 0 and scaled to variance 1.

    .. math:: \tilde x_{ij} = \frac{x_{ij} - \mu_j}{\sigma_j}, \qquad
              \mu_j = \frac1m\sum_i x_{ij}, \quad \sigma_j^2 = \frac1m\sum_i (x_{ij} - \mu_j)^2

    The means and variances are those of the points ``by`` if they are given: test points are
    standardised by the *training* points.  A constant column is only shifted.

    >>> standardise([[1, 5], [3, 5]])
    array([[-1.,  0.],
           [ 1.,  0.]])

    :Source: chapter 06, badly scaled inputs.
    """
    X = validate.points(X)
    model = X if by is None else validate.points(by, "by", X.shape[1])
    width = power_of_two(np.abs(model).max(axis=0))  # no square overflows or vanishes
    X, model = X / width, model / width
    constant = (model == model[0]).all(axis=0)
    centre = np.where(constant, model[0], model.mean(axis=0))
    scale = np.where(constant, 1 / width, model.std(axis=0))
    standard: Array = (X - centre) / scale
    return standard


def _load(name: str, labels: tuple[str, ...], source: str, unit: str = "") -> Dataset:
    packed = files("lecture_code").joinpath("data", f"{name}.csv.gz").read_bytes()
    header, *lines = gzip.decompress(packed).decode().splitlines()
    table = np.array([line.split(",") for line in lines], dtype=np.float64)
    features = tuple(column + unit for column in header.split(",")[:-1])
    return Dataset(table[:, :-1], table[:, -1], features, labels, source)


def _class(data: Dataset, which: int | str, name: str) -> int:
    """Return the number of a class that is given by its name or number."""
    if isinstance(which, str) and which in data.labels:
        return data.labels.index(which)
    numbered = isinstance(which, (int, np.integer)) and not isinstance(which, bool)
    if numbered and 0 <= int(which) < len(data.labels):
        return int(which)
    raise ValueError(f"{name} must be one of {data.labels} or its number from 0; got {which!r}")
