"""The data sets: every number as in scikit-learn, the files reproducible, the helpers exact."""

import copy
import dataclasses
import gzip
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_digits, load_iris
from sklearn.preprocessing import StandardScaler

from lecture_code.data.datasets import Dataset, breast_cancer, digits, iris, pair, standardise
from tools.install import make_datasets

ROOT = Path(__file__).parents[3]
DATA = ROOT / "lecture_code" / "data"
PAIRS = [(iris, load_iris), (breast_cancer, load_breast_cancer), (digits, load_digits)]
ids = ["iris", "breast_cancer", "digits"]


@pytest.mark.parametrize(("ours", "theirs"), PAIRS, ids=ids)
def test_every_number_and_name_is_scikit_learns(ours, theirs):
    data, bunch = ours(), theirs()
    assert np.array_equal(data.X, bunch.data)
    assert np.array_equal(data.y, bunch.target)
    assert list(data.features) == list(bunch.feature_names)
    assert list(data.labels) == [str(name) for name in bunch.target_names]


@pytest.mark.parametrize(
    ("load", "shape", "counts"),
    [
        (iris, (150, 4), [50, 50, 50]),
        (breast_cancer, (569, 30), [212, 357]),
        (digits, (1797, 64), [178, 182, 177, 183, 181, 182, 181, 179, 174, 180]),
    ],
    ids=ids,
)
def test_sizes_are_the_published_ones(load, shape, counts):
    data = load()
    assert data.X.shape == shape
    assert np.bincount(data.y.astype(int)).tolist() == counts
    assert (len(data.features), len(data.labels)) == (shape[1], len(counts))


@pytest.mark.parametrize("load", [iris, breast_cancer, digits], ids=ids)
def test_a_data_set_is_loaded_once_frozen_and_names_its_source(load):
    data = load()
    assert load() is data
    with pytest.raises(ValueError, match="read-only"):
        data.X[0, 0] = 1
    with pytest.raises(ValueError, match="read-only"):
        data.y[0] = 1
    with pytest.raises(dataclasses.FrozenInstanceError):
        data.labels = ()
    assert "CC BY 4.0" in data.source
    doi = data.source.split("doi.org/")[1].split(",")[0]
    assert f"[{doi}](https://doi.org/{doi})" in (DATA / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ids)
def test_the_script_reproduces_the_files(name):
    stored = (DATA / f"{name}.csv.gz").read_bytes()
    text = make_datasets.csv(make_datasets.LOADERS[name]())
    assert gzip.decompress(stored).decode() == text
    assert make_datasets.packed(text) == make_datasets.packed(text)
    assert stored[3:8] == bytes(5)  # no file name, no time stamp
    assert make_datasets.packed(text)[3:8] == bytes(5)


def test_loading_needs_neither_scikit_learn_nor_pandas():
    code = (
        "import sys; sys.modules.update(dict.fromkeys(['sklearn', 'pandas', 'matplotlib']));"
        "from lecture_code.data.datasets import breast_cancer, digits, iris;"
        "sys.exit(len(iris().X) + len(breast_cancer().X) + len(digits().X) != 2516)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_all_data_files_are_listed_in_their_readme():
    readme = (DATA / "README.md").read_text(encoding="utf-8")
    files = {path.name for path in DATA.iterdir() if path.suffix not in (".py", ".md", "")}
    assert files == {f"{name}.csv.gz" for name in ids}
    assert all(f"`{name}`" in readme for name in files)


def test_a_pair_takes_names_or_numbers_and_labels_the_second_plus_one():
    X, y = pair(iris(), "setosa", "virginica")
    assert np.array_equal(X, iris().X[np.r_[:50, 100:150]])
    assert y.tolist() == [-1] * 50 + [1] * 50
    again, signs = pair(iris(), 2, 0)
    assert (again == X).all()
    assert (signs == -y).all()
    X, y = pair(digits(), "3", "8")
    assert len(X) == 183 + 174
    assert y.sum() == 174 - 183


@pytest.mark.parametrize("load", [iris, breast_cancer, digits], ids=ids)
def test_standardising_agrees_with_scikit_learn(load):
    X = load().X
    train, test = X[::2], X[1::2]
    scaler = StandardScaler().fit(train)
    assert standardise(train) == pytest.approx(scaler.transform(train), abs=1e-9)
    assert standardise(test, by=train) == pytest.approx(scaler.transform(test), abs=1e-9)


def test_standardised_columns_have_mean_zero_and_variance_one_and_constants_vanish():
    X = standardise(np.c_[breast_cancer().X, np.full(569, 0.1)])
    assert X.mean(axis=0) == pytest.approx(np.zeros(31), abs=1e-12)
    assert X.std(axis=0) == pytest.approx(np.r_[np.ones(30), 0])
    assert (X[:, 30] == 0).all()


def test_the_record_shows_its_classes_only():
    tiny = Dataset(np.eye(1), np.zeros(1), ("x",), ("a", "b"), "nowhere")
    assert repr(tiny) == "Dataset(labels=('a', 'b'))"


@pytest.mark.parametrize(
    "through", [copy.copy, copy.deepcopy, lambda d: pickle.loads(pickle.dumps(d))]
)
def test_a_data_set_survives_a_copy_and_a_process(through):
    again = through(iris())
    assert (repr(again), again.features) == (repr(iris()), iris().features)
    assert (again.X == iris().X).all()
    assert (again.y == iris().y).all()
