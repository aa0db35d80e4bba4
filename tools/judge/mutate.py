"""Change lecture_code in one place at a time, and see whether the tests notice.

    .venv-mutation/bin/python tools/judge/mutate.py [--sample 100] [--python .venv/bin/python]

cosmic-ray makes the changes, runs the tests and keeps the score. Added here: it happens in a clone,
on a fixed sample of all changes that are not in an annotation (which is never evaluated), and the
tests of the changed subpackage come first.
Ends with 1 if more than one change in ten goes unnoticed; each of those is printed as a diff.
"""

import argparse
import ast
import random
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from cosmic_ray.work_db import use_db
from cosmic_ray.work_item import WorkerOutcome, WorkResult

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = Path(sys.executable).with_name("cosmic-ray")
MOST_UNNOTICED = 0.1
CONFIG = """\
[cosmic-ray]
module-path = "lecture_code"
timeout = 900.0
excluded-modules = []
test-command = "{python} tools/judge/test_the_changed_package.py"
distributor.name = "local"
"""


def annotations(module: Path) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return where the annotations of a module begin and end: lines from 1, columns from 0."""
    found = []
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        for name in ("annotation", "returns"):
            if isinstance(part := getattr(node, name, None), ast.expr):
                end = part.end_lineno or 0, part.end_col_offset or 0
                found.append(((part.lineno, part.col_offset), end))
    return found


def draw(session: Path, sample: int) -> None:
    """Mark all changes but a sample as skipped; the seed is fixed, so that nobody can choose it."""
    clone = session.parent
    said = {path: annotations(path) for path in clone.glob("lecture_code/**/*.py")}
    with use_db(session) as work:
        items = sorted(work.work_items, key=lambda item: str(item.mutations))
        code = [
            item
            for item in items
            for change in item.mutations[:1]
            if not any(a <= change.start_pos < b for a, b in said[clone / change.module_path])
        ]
        kept = {item.job_id for item in random.Random(20).sample(code, min(sample, len(code)))}
        for item in items:
            if item.job_id not in kept:
                work.set_result(item.job_id, WorkResult(worker_outcome=WorkerOutcome.SKIPPED))


def unnoticed(session: Path) -> tuple[int, list[str]]:
    """Return how many changes were tried, and the diffs of those under which all tests passed."""
    with use_db(session) as work:
        tried = [result for _, result in work.completed_work_items]
        ran = [result for result in tried if result.worker_outcome != WorkerOutcome.SKIPPED]
    return len(ran), [result.diff for result in ran if not result.is_killed]


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sample", type=int, default=100)
    parser.add_argument("--python", type=Path, default=ROOT / ".venv" / "bin" / "python")
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        clone = Path(folder, "clone")
        subprocess.run(["git", "clone", "-q", ROOT, clone], check=True)
        config, session = clone / "cosmic-ray.toml", clone / "session.sqlite"
        config.write_text(CONFIG.format(python=chosen.python.absolute()))
        subprocess.run([PROGRAM, "init", config, session], cwd=clone, check=True)
        draw(session, chosen.sample)
        subprocess.run([PROGRAM, "exec", config, session], cwd=clone, check=True)
        tried, diffs = unnoticed(session)
    print("\n\n".join(filter(None, diffs)))
    print(f"{tried} changes tried, {tried - len(diffs)} noticed")
    return not tried or len(diffs) > MOST_UNNOTICED * tried


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
