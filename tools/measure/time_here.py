"""Measure "Run here": seconds from the press to Python and to the first output, and megabytes.

    python tools/measure/time_here.py [PAGE ...]    medians of five; of two pages if none is named

Megabytes are counted as the files are, and as a host sends them that compresses programs and texts
(GitHub's does).  The site must have all its wheels (make book OFFLINE=1), there must be Chromium,
and the machine must do nothing else.  Cold is a browser that was never here, warm the same one,
opened again.
"""

import functools
import gzip
import shutil
import sys
import tempfile
import threading
from http.server import ThreadingHTTPServer
from statistics import median

from playwright.sync_api import BrowserType, sync_playwright

from tools.site.serve import SITE, Handler

TIMES = 5
PROGRAM = shutil.which("chromium") or shutil.which("chromium-browser")
RUN = """() => { const cell = runsHere.book.find((each) => each.output) || runsHere.book.at(-1);
  runsHere.upTo(cell); return cell.key; }"""
SECONDS = """(key) => ["run-here", "run-here-ready", `run-here-ran ${key}`]
  .map((name) => performance.getEntriesByName(name)[0].startTime / 1000)"""
COMPRESSED = (".html", ".js", ".mjs", ".json", ".py", ".wasm")  # wheels are already
sent: list[tuple[int, int]] = []  # bytes of each answer, and compressed


class Counting(Handler):
    """A server like a host: its connections stay open, and browsers keep what it sends."""

    protocol_version = "HTTP/1.1"

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "max-age=600")
        super().end_headers()

    def copyfile(self, source, output) -> None:
        data = source.read()
        small = gzip.compress(data, 6) if self.path.endswith(COMPRESSED) else data
        sent.append((output.write(data), len(small)))


def visit(chromium: BrowserType, profile: str, address: str) -> tuple[float, ...]:
    options = {"executable_path": PROGRAM, "args": ["--no-sandbox", "--disable-gpu"]}
    with chromium.launch_persistent_context(profile, **options) as context:
        page = context.new_page()
        page.goto(address, wait_until="networkidle")
        sent.clear()
        page.click(".btn-run-here")
        page.wait_for_function("window.runsHere?.cells[0].runs")
        key = page.evaluate(RUN)
        page.wait_for_function("runsHere.ready && runsHere.idle", timeout=300_000)
        pressed, ready, ran = page.evaluate(SECONDS, key)
        sizes = map(sum, zip(*sent, strict=True)) if sent else (0, 0)
        return ready - pressed, ran - pressed, *(size / 1e6 for size in sizes)


server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Counting, directory=SITE))
threading.Thread(target=server.serve_forever, daemon=True).start()
with sync_playwright() as play:
    for name in sys.argv[1:] or ["06-perceptron", "01-learning-model"]:
        address, found = f"http://127.0.0.1:{server.server_port}/book/{name}.html", []
        for _ in range(TIMES):
            with tempfile.TemporaryDirectory() as profile:
                found.append([visit(play.chromium, profile, address) for _ in ("cold", "warm")])
        for kind, each in zip(("cold", "warm"), zip(*found, strict=True), strict=True):
            ready, ran, stored, small = map(median, zip(*each, strict=True))
            sizes = f"{stored:.1f} MB, compressed {small:.1f} MB"
            print(f"{name}, {kind}: ready {ready:.1f} s, output {ran:.1f} s, {sizes}")
server.shutdown()
