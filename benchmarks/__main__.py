"""python -m benchmarks [--only WORDS] [--record]: measure, write the table, compare.

--only selects the lines in whose name, or the name of whose group, the words stand; --record
writes the ratios of this run into recorded.json instead of comparing.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from benchmarks import (
    counting,
    descents,
    linear,
    logistic,
    neighbours,
    networks,
    recorded,
    regression,
    separators,
    soft,
    table,
)
from benchmarks.case import Case, Line, WrongResult, measure

GROUPS: dict[str, Callable[[], Iterator[Case]]] = {
    module.__name__.partition(".")[2]: module.cases
    for module in (linear, separators, soft, logistic, regression, counting)
    + (descents, networks, neighbours)
}


def chosen(groups: Mapping[str, Callable[[], Iterable[Case]]], words: str) -> Iterator[Case]:
    """Yield the cases in whose name, or the name of whose group, the words stand."""
    for name, cases in groups.items():
        yield from (case for case in cases() if words in name or words in case.name)


def run(
    cases: Iterable[Case],
    was: Mapping[str, float],
    folder: Path,
    *,
    compare: bool = True,
    say: Callable[[str], None] = print,
) -> tuple[list[Line], list[str]]:
    """Measure the cases one by one, saying each line, and write the table.

    Returns the lines, and what was above twice its recorded ratio twice.
    """
    lines, suspects = [], {}
    for case in cases:
        line = measure(case)
        lines.append(line)
        say(table.row(line, was.get(line.name)))
        if recorded.is_slower(line, was):
            suspects[case.name] = case

    def again(name: str) -> Line:
        line = measure(suspects[name])
        say("again: " + table.row(line, was.get(name)))
        return line

    slower = recorded.slower_twice(lines, was, again) if compare else []
    table.write(lines, dict(was), slower, folder)
    return lines, slower


def summary(lines: Sequence[Line], was: Mapping[str, float], *, whole: bool) -> Iterator[str]:
    """Yield what there is to say at the end, besides the table."""
    for word in ("MISSED", "not run"):
        names = [line.name for line in lines if line.verdict.startswith(word)]
        yield f"{word.lower()}: {len(names)} of {len(lines)}" + "".join(f"\n  {n}" for n in names)
    new = [line.name for line in lines if line.ratio is not None and line.name not in was]
    gone = [name for name in was if whole and name not in {line.name for line in lines}]
    if new or gone:
        yield f"no recorded ratio: {new}; recorded, but there is no such line: {gone} (--record)"


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--only", default="", metavar="WORDS")
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args(arguments)
    was, start = recorded.load(), time.perf_counter()
    print(f"{'':50} {'ours ms':>9} {'peer ms':>10} {'ratio':>12} {'target':>7}")
    lines, slower = run(
        chosen(GROUPS, options.only),
        was,
        table.ROOT / "_build",
        compare=not options.record,
        say=lambda text: print(text, flush=True),
    )
    if not lines:
        parser.error(f"no line is called {options.only!r}; the groups are {', '.join(GROUPS)}")
    if options.record:
        recorded.save(lines, whole=not options.only)
    print(*summary(lines, was, whole=not options.only), sep="\n")
    print(f"{time.perf_counter() - start:.0f} s; the table is in _build/bench.md")
    for text in slower:
        print(f"SLOWER THAN TWICE THE RECORDED RATIO, TWICE: {text}")
    return 1 if slower else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except WrongResult as error:
        sys.exit(f"WRONG RESULT: {error}")
