"""The recorded ratios, and the rule by which a run fails: twice as much, twice in a row."""

import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from benchmarks.case import Line

FILE = Path(__file__).with_name("recorded.json")
FACTOR = 2.0


def load(file: Path = FILE) -> dict[str, float]:
    """Return the recorded ratio of each line by its name."""
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


def save(lines: Iterable[Line], file: Path = FILE, *, whole: bool) -> None:
    """Record the ratios of a run; a run that is not the whole one leaves the others as they are."""
    kept = {} if whole else load(file)
    kept |= {line.name: float(f"{line.ratio:.3g}") for line in lines if line.ratio is not None}
    file.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def is_slower(line: Line, recorded: Mapping[str, float]) -> bool:
    """Say whether a ratio is above twice the recorded one."""
    was = recorded.get(line.name)
    return was is not None and line.ratio is not None and line.ratio > FACTOR * was


def slower_twice(
    lines: Iterable[Line], recorded: Mapping[str, float], again: Callable[[str], Line]
) -> list[str]:
    """Return what is above twice its recorded ratio in this run and in a second measurement."""
    said = []
    for line in lines:
        if is_slower(line, recorded):
            second = again(line.name)
            if is_slower(second, recorded):
                was = recorded[line.name]
                said.append(f"{line.name} {line.ratio:.3g}, again {second.ratio:.3g}, was {was:g}")
    return said
