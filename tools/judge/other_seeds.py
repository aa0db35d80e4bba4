"""Run the simulated checks of the book again under other seeds.

    python tools/judge/other_seeds.py [--seeds 20] [08 ...]    all pages that simulate, or these

In the source of a page each ``default_rng(7)`` becomes ``default_rng([7, k])``, and its checks come
from collecting.py, which notes failures; then its statements run one after the other.

Judged is every claim one of whose sides is an Estimate, an interval that states its own error: it
speaks of a distribution and not of the data at hand, so it must not depend on the seed. All else
that fails is told only: a count on drawn data, a refutation that one drawn sample gives. A page
that does not come to as many simulated claims as its record has counts as failed too.
"""

import argparse
import ast
import os
import re
import sys
import warnings
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from bookext.evidence.record import read_page
from bookext.source import cells as read_cells
from tools.judge import collecting
from tools.pages.plain.notebook import read_book
from tools.pages.record import chosen

ROOT = Path(__file__).resolve().parents[2]

SEED = re.compile(r"\bdefault_rng\(([^()]+)\)")
IMPORT = re.compile(r"^from lecture_code\.(?:checks|explore) import", re.M)


def changed(code: str, k: int) -> str:
    """Return the code with other seeds and checks that note what fails.

    >>> changed("from lecture_code.checks import check\\nrng = np.random.default_rng(7)", 2)
    'from tools.judge.collecting import check\\nrng = np.random.default_rng([7, 2])'
    """
    seeded = SEED.sub(rf"default_rng([\1, {k}])", code)
    return IMPORT.sub(f"from {collecting.__name__} import", seeded)


def run_page(cells: Sequence[str], k: int, folder: Path) -> tuple[int, list[str], list[str]]:
    """Return how many simulated claims were made, which of them failed, and what else did."""
    import matplotlib.pyplot as plt

    os.chdir(folder)
    plt.switch_backend("agg")
    collecting.noted.clear()
    names: dict[str, object] = {"__name__": "__main__"}
    told = []
    for statement in (node for cell in cells for node in ast.parse(changed(cell, k)).body):
        try:
            with warnings.catch_warnings(action="ignore"):
                exec(compile(ast.Module([statement], []), "page", "exec"), names)
        except Exception as error:
            told.append(f"{type(error).__name__}: {error}")
    plt.close("all")
    failed = [note.failed for note in collecting.noted if note.simulated and note.failed]
    told += [note.failed for note in collecting.noted if note.failed and not note.simulated]
    return sum(note.simulated for note in collecting.noted), failed, told


def main(arguments: Sequence[str], root: Path = ROOT) -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("page", nargs="*", help="beginning of a file name, such as 08")
    parser.add_argument("--seeds", type=int, default=20)
    args = parser.parse_args(arguments)
    bad, sources = 0, read_book(root)[1]
    with ProcessPoolExecutor(os.cpu_count(), max_tasks_per_child=40) as workers:
        for page in chosen(args.page, list(sources)):
            found = read_page(root / f"{page}.ipynb", page)
            expected = sum(each.fields.get("basis") == "simulated" for each in found)
            if not expected:
                continue
            cells = [cell.text for cell in read_cells(sources[page], f"{page}.md")]
            folder = (root / page).parent
            runs = [workers.submit(run_page, cells, k, folder) for k in range(1, args.seeds + 1)]
            for k, (made, failed, told) in enumerate((run.result() for run in runs), start=1):
                short = [f"{made} of {expected} simulated claims made"] if made != expected else []
                for said, lines in (("FAILED", failed + short), ("told", told)):
                    for line in lines:
                        print(f"{page}, seed {k}: {said}: {line}")
                bad += len(failed + short)
            print(f"{page}: {expected} simulated claims under {args.seeds} seeds", flush=True)
    print(f"{bad} failures")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
