"""Change lecture_code in one place at a time, and see whether a test or a chapter notices.

    python tools/mutate.py               the sample of 300 (tools/mutants.py draws it)
    python tools/mutate.py --sample 40   the first of them only
    python tools/mutate.py --write       also write score and survivors into book/data/mutation.yml

Each mutant meets the examples and the tests of its module; if it survives these, the pages that
import the module, which must say what their record says (tools/mutant_trial.py).

A survivor needs a verdict and a reason in tests/survivors.yml: `equivalent` (it computes the
same) or `harmless` (what it changes matters to nobody). The score is the share of the killed among
those that are not equivalent. The run fails if a survivor has no reason, or if the score is below
95 %. What was found is kept in _build, and found again while nothing it depends on has changed.
"""

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import yaml
from mutant_trial import COMMON, Mutant, Project, try_out

ROOT = Path(__file__).resolve().parent.parent
LISTER = ROOT / ".venv-mutation/bin/python"
GOAL = 95.0  # per cent
WARM = ["numpy", "scipy.optimize", "scipy.special", "scipy.linalg", "scipy.stats", "hypothesis"]
WARM += ["hypothesis.extra.numpy", "sklearn.linear_model", "sklearn.svm", "matplotlib.pyplot"]
THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
VERDICTS = ("equivalent", "harmless")
KEY = ("module", "function", "after", "was", "becomes")
RESULT, REASONS = Path("book/data/mutation.yml"), Path("tests/survivors.yml")
HEAD = "# What `make mutation` found; written by it. The reasons come from tests/survivors.yml.\n"


def draw(root: Path, size: int) -> list[Mutant]:
    """The first mutants of the sample, from the environment that has cosmic-ray."""
    if not LISTER.exists():
        sys.exit("cosmic-ray is not installed: make .venv-mutation/.installed")
    command = [LISTER, ROOT / "tools/mutants.py", "--size", str(size), "--root", root]
    return list(json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout))


def warm_up() -> None:
    """Import once what every fork needs; nothing of lecture_code."""
    os.environ |= {"MPLBACKEND": "agg", **dict.fromkeys(THREADS, "1")}
    for name in WARM:
        import_module(name)


def fingerprints(project: Project, sample: Sequence[Mutant]) -> Iterator[str]:
    """For each mutant a digest of all that its fate depends on."""
    package = hashlib.sha256(sys.version.encode())
    for text in project.texts("lecture_code/*.py").values():
        package.update(text.encode() + b"\0")
    tests, pages = project.texts("tests/*.py"), project.pages()
    for mutant in sample:
        digest, module = package.copy(), mutant["module"]
        asked = [*project.tests_of(module), COMMON, "tests/conftest.py"]
        for text in (
            *(tests.get(name, "") for name in asked),
            *(pages[name] for name in project.pages_of(module)),
            mutant["source"],
        ):
            digest.update(text.encode() + b"\0")
        yield digest.hexdigest()


def tell(count: int, total: int, mutant: Mutant, killer: str, seconds: float) -> None:
    change = " ".join(f"{mutant['was']} -> {mutant['becomes']}".split())
    verdict = f"killed by {killer}" if killer else "SURVIVES"
    where = f"{mutant['module']}.py:{mutant['line']}"
    print(f"{count} of {total}: {where}: {change}: {verdict}, {seconds:.0f} s", flush=True)


def killers(project: Project, sample: Sequence[Mutant], workers: int) -> list[str]:
    """What killed each mutant of the sample; it is kept as soon as it is known."""
    memory = project.root / "_build/mutation.json"
    memory.parent.mkdir(exist_ok=True)
    known: dict[str, str] = json.loads(memory.read_text()) if memory.exists() else {}
    keys = list(fingerprints(project, sample))
    new = [(key, mutant) for key, mutant in zip(keys, sample, strict=True) if key not in known]
    if len(new) < len(sample):
        print(f"{len(sample) - len(new)} of {len(sample)} are known from the last run", flush=True)
    with (
        tempfile.TemporaryDirectory() as scratch,
        ProcessPoolExecutor(workers, mp_context=get_context("fork")) as pool,
    ):
        tries = {
            pool.submit(try_out, project.root, scratch, mutant): (key, mutant)
            for key, mutant in new
        }
        for count, done in enumerate(as_completed(tries), start=1):
            (key, mutant), (killer, seconds) = tries[done], done.result()
            known[key] = killer
            memory.write_text(json.dumps(known))
            tell(count, len(new), mutant, killer, seconds)
    return [known[key] for key in keys]


def report(sample: Sequence[Mutant], killed: Sequence[str], reasons: Path) -> dict[str, Any]:
    """The counts, and the survivors with the verdicts and reasons that are given."""
    given = {tuple(each[key] for key in KEY): each for each in yaml.safe_load(reasons.read_text())}
    survivors = []
    for mutant in (m for m, killer in zip(sample, killed, strict=True) if not killer):
        said = given.get(tuple(mutant[key] for key in KEY), {})
        words = {key: said.get(key, "") for key in ("verdict", "reason")}
        survivors.append({**{key: mutant[key] for key in KEY}, **words})
    kinds = Counter(k if k in ("tests", "time", "") else "chapters" for k in killed)
    return {
        "mutants": len(sample),
        "modules": len({mutant["module"] for mutant in sample}),
        "killed": {kind: kinds[kind] for kind in ("tests", "chapters", "time")},
        "survivors": sorted(survivors, key=lambda each: [each[key] for key in KEY]),
    }


def score(found: Mapping[str, Any]) -> float:
    """The share of the killed among the mutants that are not equivalent, in per cent."""
    equivalent = sum(each["verdict"] == "equivalent" for each in found["survivors"])
    return 100 * sum(found["killed"].values()) / max(1, found["mutants"] - equivalent)


def faults(found: Mapping[str, Any]) -> Iterator[str]:
    """Why the run fails."""
    for each in found["survivors"]:
        if each["verdict"] not in VERDICTS or not each["reason"]:
            yield (
                f"{each['module']}.py, {each['function']}: {each['was']} -> {each['becomes']} "
                "survives: write a test, or a verdict and a reason into tests/survivors.yml"
            )
    if score(found) < GOAL:
        yield f"the score is {score(found):.1f} %, below {GOAL:g} %"


def main(arguments: Sequence[str]) -> int:
    """Try the sample out; 1 if something survives without a reason, or too much does."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sample", type=int, default=300, help="how many mutants")
    parser.add_argument("--write", action="store_true", help="write book/data/mutation.yml")
    parser.add_argument("--root", type=Path, default=ROOT, help="another project of this form")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args(arguments)
    start, root = time.monotonic(), args.root.resolve()
    sample = draw(root, args.sample)
    warm_up()
    found = report(sample, killers(Project(root), sample, args.workers), root / REASONS)
    if args.write:
        text = yaml.safe_dump(found, sort_keys=False, allow_unicode=True, width=98)
        (root / RESULT).write_text(HEAD + text, "utf-8")
    wrong = list(faults(found))
    for line in wrong:
        print(line)
    dead = sum(found["killed"].values())
    print(
        f"{dead} of {len(sample)} mutants of {found['modules']} modules are killed; the score is "
        f"{score(found):.1f} % of those that change what is computed; "
        f"{(time.monotonic() - start) / 60:.0f} min"
    )
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
