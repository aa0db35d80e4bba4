"""python -m benchmarks [--only WORDS]: measure the lines whose name has the words, and report.

The table is on the terminal and in _build/bench.md. A wrong answer ends the run. A missed target
is reported; a ratio above three times its target, in two measurements, makes the run fail.
"""

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from benchmarks.cases import all_cases
from benchmarks.timer import Case, Line, WrongResult, measure

FILE = Path(__file__).resolve().parent.parent / "_build" / "bench.md"
HEAD = ("what", "ours ms", "peer ms", "ratio", "target", "verdict", "peer")
WIDTHS = (34, 8, 8, 6, 6, 7, 1)
ABOUT = """# Speed against the peers

Medians of processor time, one thread, in turns. Ratio: ours over the peer's.
"""


def row(cells: Sequence[str]) -> str:
    """A row of a Markdown table that is readable on the terminal too."""
    padded = [f"{cell:<{width}}" for cell, width in zip(cells, WIDTHS, strict=True)]
    return "| " + " | ".join(padded) + " |"


def cells(line: Line) -> list[str]:
    numbers = (1e3 * line.ours, 1e3 * line.theirs, line.ratio, line.case.target)
    return [line.case.name, *(f"{x:.3g}" for x in numbers), line.verdict, line.case.against]


def run(cases: Iterable[Case], file: Path = FILE) -> list[str]:
    """Measure the cases and write the table; the verdicts."""
    rows, verdicts = [row(HEAD), row(["---"] * len(HEAD))], []
    print(rows[0])
    for case in cases:
        line = measure(case)
        line = measure(case) if line.verdict == "FAR" else line
        verdicts.append(line.verdict)
        rows.append(row(cells(line)))
        print(rows[-1], flush=True)
    file.parent.mkdir(exist_ok=True)
    file.write_text("\n".join([ABOUT, *rows]) + "\n", encoding="utf-8")
    return verdicts


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--only", default="", metavar="WORDS")
    words = parser.parse_args(arguments).only
    verdicts = run(case for case in all_cases() if words in case.name)
    print(*(f"{word}: {verdicts.count(word)}" for word in ("met", "MISSED", "FAR")), sep=", ")
    return 1 if "FAR" in verdicts else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except WrongResult as error:
        sys.exit(f"WRONG RESULT: {error}")
