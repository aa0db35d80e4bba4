"""The table of a run: the lines on the terminal, `_build/bench.md` and `_build/bench.json`."""

import ast
import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path

from benchmarks.case import Line

ROOT = Path(__file__).resolve().parent.parent
HEAD = ("what", "ours ms", "peer ms", "ratio", "target", "recorded", "", "one loop", "peer")


def number(value: float | None, digits: int = 2) -> str:
    if value is None:
        return "-"
    return f"{value:.{digits}f}" if value >= 10**-digits else f"{value:.1g}"


def cells(line: Line, recorded: float | None) -> tuple[str, ...]:
    """Return the words of one row: a target in seconds where there is no peer."""
    ms = [None if t is None else 1e3 * t for t in (line.ours, line.theirs)]
    target = number(line.target) + (" s" if line.target is not None and not line.against else "")
    loop = f"{line.passes:.1f} X @ w" if line.against and line.passes else ""
    ratio = number(line.ratio) + ("" if line.against or line.ratio is None else " X @ w")
    numbers = (number(ms[0]), number(ms[1]), ratio, target, number(recorded))
    return (line.name, *numbers, line.verdict, loop, line.against or "(seconds alone)")


def row(line: Line, recorded: float | None) -> str:
    """Return one row for the terminal."""
    name, ours, theirs, ratio, target, _, verdict, loop, peer = cells(line, recorded)
    tail = f"  one loop = {loop}" if loop else ""
    return f"{name:50} {ours:>9} {theirs:>10} {ratio:>12} {target:>7}  {verdict:9} {peer}{tail}"


def algorithms(package: Path = ROOT / "lecture_code") -> list[str]:
    """Return the public functions whose docstring implements an algorithm box, "module.name"."""
    return [
        f"{'.'.join(path.relative_to(package).with_suffix('').parts)}.{node.name}"
        for path in sorted(package.rglob("*.py"))
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
        if re.search(r"Implements:[^.]*\balg-", ast.get_docstring(node) or "")
    ]


def without_row(lines: Iterable[Line], known: Iterable[str]) -> list[str]:
    """Return the known functions that no line measures."""
    measured = {name for line in lines for name in line.of}
    return sorted(set(known) - measured)


def write(
    lines: Sequence[Line],
    recorded: dict[str, float],
    slower: Sequence[str],
    folder: Path,
    known: Sequence[str] | None = None,
) -> None:
    """Write bench.md and bench.json into the folder; ``slower``: what fails the run."""
    folder.mkdir(parents=True, exist_ok=True)
    table = [HEAD, ("---",) * len(HEAD)]
    table += [cells(line, recorded.get(line.name)) for line in lines]
    alone = without_row(lines, algorithms() if known is None else known)
    text = [
        "# Speed against the peers",
        "Medians of processor time, one thread, in turns. Ratio: ours over the peer's; without a"
        " peer, ours over one product `X @ w` with 200,000 × 50 numbers, and the target bounds our"
        " seconds. One loop: a pass through the sample, in products with that sample.",
        "\n".join("| " + " | ".join(words) + " |" for words in table),
        "\n".join(f"- {line.name}: {line.note}" for line in lines if line.note),
        "No peer: " + (", ".join(alone) or "none") + ".",
        "Above twice the recorded ratio, twice: " + ("; ".join(slower) or "none") + ".",
    ]
    (folder / "bench.md").write_text("\n\n".join(filter(None, text)) + "\n", encoding="utf-8")
    data = [
        asdict(line)
        | {"ratio": line.ratio, "recorded": recorded.get(line.name), "verdict": line.verdict}
        for line in lines
    ]
    (folder / "bench.json").write_text(
        json.dumps({"lines": data, "no peer": alone, "slower": list(slower)}, indent=1) + "\n",
        encoding="utf-8",
    )
