"""Run the simulated checks of the book again under other seeds.

    python tools/other_seeds.py                   every page with a simulated check, 20 seeds
    python tools/other_seeds.py 08 --seeds 5      only these pages (see record.py), 5 seeds
    python tools/other_seeds.py --every-page      also pages that simulate nothing, to read

Seed s of a page becomes (s, k) for k = 1, 2, ...: the same for equal s, so that two runs which
share a seed still do. Of the page run the statements with a simulated check and those that they
need (page_parts.py), and no explorable figure: these draw, and check nothing.

What is judged: the verdict of every check and refutation one of whose sides is an Estimate, that
is, an interval which states its own error. It speaks of a law and not of the data at hand, so it
must not depend on the seed. All else that fails is told and not judged: a count on drawn data, the
refutation that one drawn sample gives, the score of scikit-learn. There the cell goes on as if
nothing were wrong. A page that does not come to as many simulated verdicts as its record has
counts as failed too.
"""

import argparse
import contextlib
import io
import multiprocessing
import os
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from page_parts import Part, needed, split
from plain.notebook import read_book
from plain.numbering import read_cells
from record import chosen
from run_cells import RecordError

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "book/_ext"))
import evidence_record  # noqa: E402

SEEDS = 20
SETTINGS = {
    "LECTURE_CODE_EXPLORE": "record",
    "MPLBACKEND": "Agg",
    "OPENBLAS_NUM_THREADS": "1",
    "PYTHONHASHSEED": "0",
}


@dataclass
class Run:
    """What became of one page under one seed: how many simulated verdicts, and what failed."""

    simulated: int = 0
    judged: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)


def other_generator(default_rng: Callable[..., Any], k: int) -> Callable[..., Any]:
    """``default_rng`` with seed (s, k) in the place of a number s."""

    def changed(seed: Any = None) -> Any:
        return default_rng([int(seed), k] if hasattr(seed, "__index__") else seed)

    return changed


def watched(claim: Callable[..., Any], run: Run) -> Callable[..., Any]:
    """``check`` or ``refute`` which notes a failure instead of raising it."""
    from lecture_code.checks.compare import compare
    from lecture_code.checks.report import Finding

    def noting(
        theorem: str, measured: Any, relation: str, bound: Any, *, within: Any = None, **words: str
    ) -> Any:
        simulated = compare(measured, relation, bound, within).basis == "simulated"
        run.simulated += simulated
        try:
            return claim(theorem, measured, relation, bound, within=within, **words)
        except AssertionError as error:
            (run.judged if simulated else run.told).append(f"{claim.__name__}: {error}")
            return Finding(theorem, measured, relation, bound, 0, str(error), {})

    return noting


@contextlib.contextmanager
def under_seed(k: int, run: Run) -> Iterator[None]:
    """Other generators, watched checks and no explorable figures, until the block ends."""
    import matplotlib.pyplot as plt
    import numpy as np

    from lecture_code import checks, explore

    kept = np.random.default_rng, checks.check, checks.refute, explore.explore
    np.random.default_rng = other_generator(np.random.default_rng, k)
    checks.check, checks.refute = (watched(claim, run) for claim in kept[1:3])
    explore.explore = lambda *_, **__: None
    try:
        with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
            warnings.simplefilter("ignore")
            yield
    finally:
        np.random.default_rng, checks.check, checks.refute, explore.explore = kept
        plt.close("all")


def run_page(parts: Sequence[Part], k: int) -> Run:
    """Run these statements of a page, one after the other, whatever becomes of each."""
    run, names = Run(), {"__name__": "__main__"}
    with under_seed(k, run):
        for part in parts:
            try:
                exec(compile(part.code, "page", "exec"), names)
            except Exception as error:
                run.told.append(f"line {part.line}: {type(error).__name__}: {error}")
    return run


def run_seeds(parts: Sequence[Part], seeds: int, folder: Path) -> tuple[list[Run], float]:
    """The runs of a page under its seeds 1, ..., and the seconds of the processor they took."""
    os.chdir(folder)
    begun = time.process_time()
    return [run_page(parts, k) for k in range(1, seeds + 1)], time.process_time() - begun


def faults(runs: Sequence[Run], expected: int) -> Iterator[str]:
    """What is judged and failed, seed by seed."""
    for k, run in enumerate(runs, start=1):
        yield from (f"seed {k}: {line}" for line in run.judged)
        if run.simulated != expected:
            yield f"seed {k}: {run.simulated} simulated verdicts, {expected} in the record"


def summed(runs: Sequence[Run]) -> Iterator[str]:
    """What is told: each thing that failed, and under how many seeds."""
    seen: dict[str, list[str]] = {}
    for run in runs:
        for line in run.told:
            seen.setdefault(line.split(": ")[0] + line.split(" · ")[-1], []).append(line)
    for lines in seen.values():
        yield f"{len(lines)} of {len(runs)} seeds, for example {lines[0]}"


def simulated(root: Path, page: str) -> list[int]:
    """How many simulated verdicts each code cell of a page has in its record."""
    path = root / f"{page}.ipynb"
    cells = evidence_record.read_notebook(path)
    place = {cell["id"]: number for number, cell in enumerate(cells)}
    counts = [0] * len(cells)
    for each in evidence_record.read_page(path, page):
        counts[place[each.cell]] += each.fields.get("basis") == "simulated"
    return counts


def parts_of(source: str, page: str, counts: Sequence[int], whole: bool) -> list[Part]:
    """What to run of a page: all, or what its simulated checks need."""
    cells = [cell for cell in read_cells(source, f"{page}.md") if cell.kind == "code"]
    parts = [
        part
        for cell, count in zip(cells, counts, strict=True)
        for part in split(cell.source, cell.line, judged=count > 0)
    ]
    return parts if whole else needed(parts)


def main(arguments: Sequence[str], root: Path = ROOT) -> int:
    """Run all pages, tell what fails; 1 if anything that is judged does."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("page", nargs="*", help="beginning of a file name, such as 08")
    parser.add_argument("--seeds", type=int, default=SEEDS, help="how many")
    parser.add_argument("--every-page", action="store_true", help="also where nothing is judged")
    args = parser.parse_args(arguments)
    begun = time.monotonic()
    sources = read_book(root)[1]
    counts = {page: simulated(root, page) for page in chosen(args.page, list(sources))}
    expected = {page: sum(found) for page, found in counts.items()}
    pages = [page for page, count in expected.items() if count or args.every_page]
    os.environ |= SETTINGS
    found: list[str] = []
    workers = ProcessPoolExecutor(os.cpu_count(), multiprocessing.get_context("spawn"))
    with workers:
        running = {}
        for page in pages:
            parts = parts_of(sources[page], page, counts[page], args.every_page)
            folder = (root / page).parent
            running[workers.submit(run_seeds, parts, args.seeds, folder)] = page
        for count, done in enumerate(as_completed(running), start=1):
            page, (runs, took) = running[done], done.result()
            new = list(faults(runs, expected[page]))
            found += [f"{page}.md: {line}" for line in new]
            verdicts = sum(run.simulated for run in runs)
            print(
                f"{count} of {len(pages)}: {page}, {verdicts} simulated verdicts under "
                f"{args.seeds} seeds, {len(new)} failed, {took:.0f} s",
                *(f"  told, not judged: {line}" for line in summed(runs)),
                sep="\n",
                flush=True,
            )
    print(
        f"\n{len(pages)} pages, {sum(expected[page] for page in pages)} simulated verdicts, "
        f"{args.seeds} seeds: {len(found)} failed, in {time.monotonic() - begun:.0f} s"
    )
    print("\n".join(f"failed: {line}" for line in found))
    return bool(found)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except RecordError as error:
        sys.exit(f"{error}")
