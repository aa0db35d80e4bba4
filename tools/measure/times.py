"""Measure how long the pages run, and write it down for the page of lecturers.

    python tools/measure/times.py             every page, as the site runs it: all frames are drawn
    python tools/measure/times.py 06 07-vc    only these (the beginning of a file name is enough)
    python tools/measure/times.py --browser   take over what the tests in the browser measured

The times of the cells, and of the start of Python before them, are seconds in which a processor
worked for the page, so that other work on the machine does not matter. Those in the browser are
from the press of the button to the last cell, as a reader waits (tests/site/test_run_here.py).
All go to book/data/times.yml, which holds the day and the machine too.
"""

import argparse
import json
import os
import platform
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import yaml
from jupyter_client.manager import AsyncKernelManager

from bookext import FORM
from bookext.evidence.record import RecordError
from bookext.source import Directive
from bookext.source import cells as read_cells
from tools.pages.plain.notebook import read_book
from tools.pages.record import chosen
from tools.pages.run_cells import execute, of_the_processor
from tools.site.build_site import IPYTHON

ROOT = Path(__file__).resolve().parents[2]
HEAD = "# tools/measure/times.py: seconds of a page's start, of its cells, and in the browser.\n"


def measured(cells: Sequence[Directive], file: Path) -> dict[str, Any]:
    """The seconds that the start and each cell of a page take."""
    readings: list[float] = []

    def clock(manager: AsyncKernelManager) -> float:
        readings.append(of_the_processor(manager))
        return readings[-1]

    _, times = execute(
        cells, file, {**FORM, "IPYTHONDIR": str(IPYTHON), "PYTHONHASHSEED": "0"}, clock
    )
    return {"start": round(readings[0], 1), "cells": [round(seconds, 1) for seconds, _ in times]}


def in_the_browser(folder: Path) -> dict[str, float]:
    """What the tests of the pages in the browser left, page by page."""
    return {
        f"book/{path.stem}": json.loads(path.read_text("utf-8"))["seconds"]
        for path in sorted(folder.glob("*.json"))
    }


def machine() -> str:
    """What the times were taken on, in words that name no particular one."""
    return f"{platform.machine()}, {os.cpu_count()} processors, Python {platform.python_version()}"


def write(path: Path, times: Mapping[str, Any], order: Sequence[str]) -> None:
    """The file, in the order of the book, a line a page."""
    today = datetime.now(UTC).date().isoformat()
    lines = [f"measured: {today}", f"machine: {machine()}", "pages:"]
    for page in order:
        if page in times:
            fields = yaml.safe_dump(times[page], default_flow_style=True, width=10**6).strip()
            lines.append(f"  {page}: {fields}")
    path.write_text(HEAD + "\n".join(lines) + "\n", "utf-8")


def main(arguments: Sequence[str], root: Path = ROOT) -> int:
    """Measure and write; 1 if a page failed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("page", nargs="*", help="beginning of a file name, such as 06")
    parser.add_argument("--browser", action="store_true", help="only what the browser measured")
    args = parser.parse_args(arguments)
    path = root / "book/data/times.yml"
    times = yaml.safe_load(path.read_text("utf-8"))["pages"] if path.exists() else {}
    sources = read_book(root)[1]
    failed = []
    pages = [] if args.browser else chosen(args.page, list(sources))
    with ProcessPoolExecutor(os.cpu_count()) as workers:
        running = {
            workers.submit(measured, read_cells(sources[page], page), root / f"{page}.md"): page
            for page in pages
        }
        for count, done in enumerate(as_completed(running), start=1):
            page = running[done]
            if isinstance(done.exception(), RecordError):
                failed.append(page)
                print(f"{done.exception()}\n", flush=True)
                continue
            found = done.result()
            times[page] = times.get(page, {}) | found
            took = (
                f"start {found['start']} s, {len(found['cells'])} cells {sum(found['cells']):.1f} s"
            )
            print(f"{count} of {len(pages)}: {page}, {took}", flush=True)
            write(path, times, list(sources))
    for page, seconds in in_the_browser(root / "_build/browser-times").items():
        if page in times:
            times[page]["browser"] = round(seconds)
    write(path, times, list(sources))
    print(
        f"{sum(sum(each['cells']) for each in times.values()):.0f} s in cells, all pages together"
    )
    return int(bool(failed))


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except RecordError as error:
        sys.exit(f"{error}")
