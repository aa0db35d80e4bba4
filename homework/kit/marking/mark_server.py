"""The server of ``make mark``: it shows one page, to this machine only, and saves marks.

Every address contains a key, drawn anew at each start, so that neither another user of the machine
nor a page from elsewhere can read or mark.
"""

from __future__ import annotations

import contextlib
import json
import re
import secrets
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote

LARGEST = 2**20  # bytes of what is saved at once
IMAGES = {f".{kind}": f"image/{kind}" for kind in ("png", "jpeg", "gif", "webp")}
TYPES = {
    "page": {".js": "text/javascript", ".css": "text/css", ".woff2": "font/woff2"},
    "handed-in": {**IMAGES, ".jpg": "image/jpeg", ".pdf": "application/pdf"},
}
FILE = re.compile(r"(page|handed-in)(/\w[\w.-]*)+")
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class MarkServer(ThreadingHTTPServer):
    """Serves the page and the files beside it, and calls ``save``, one call at a time."""

    daemon_threads = True

    def __init__(
        self,
        folder: Path,
        page: Callable[[], str],
        save: Callable[[dict[str, Any]], None],
        port: int = 0,
    ) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.folder, self.page, self.save = folder.resolve(), page, save
        self.key, self.lock = secrets.token_urlsafe(), threading.Lock()
        self.hosts = [f"{name}:{self.server_port}" for name in ("127.0.0.1", "localhost")]
        self.address = f"http://{self.hosts[0]}/{self.key}/"

    def handle_error(self, *_: object) -> None:
        """Print nothing when a browser goes away."""


def serve(
    folder: Path,
    page: Callable[[], str],
    save: Callable[[dict[str, Any]], None],
    port: int = 0,
    ready: Callable[[str], None] = print,
) -> None:
    """Serve the page until Ctrl+C; ``ready`` is called with its address."""
    with MarkServer(folder, page, save, port) as server, contextlib.suppress(KeyboardInterrupt):
        try:
            ready(server.address)
            server.serve_forever()
        finally:
            server.lock.acquire()  # a mark that is being saved is saved, and none after it


class _Refused(Exception):
    """A status and a sentence that says why."""


class _Handler(BaseHTTPRequestHandler):
    server: MarkServer
    timeout = 60

    def log_message(self, *_: object) -> None:
        """Print nothing."""

    def do_GET(self) -> None:
        self._answer(self._found)

    def do_POST(self) -> None:
        self._answer(self._saved)

    def _answer(self, find: Callable[[str], tuple[str, bytes]]) -> None:
        try:
            status, (kind, body) = 200, find(self._place())
        except _Refused as refused:
            status, why = refused.args
            kind, body = "application/json", json.dumps({"error": why}).encode()
        self.send_response(status)
        for name, value in {**HEADERS, "Content-Type": kind, "Content-Length": len(body)}.items():
            self.send_header(name, str(value))
        self.end_headers()
        self.wfile.write(body)

    def _place(self) -> str:
        """Return the part of the address after the key, if the rest is right."""
        host = self.headers["Host"]
        if host not in self.server.hosts or self.headers["Origin"] not in (None, f"http://{host}"):
            raise _Refused(403, "This page answers only at its own address.")
        _, key, *place = self.path.partition("?")[0].split("/", 2)
        if not place or not _same(key, self.server.key):
            raise _Refused(403, "This is not the address that make mark printed.")
        return unquote(place[0])

    def _found(self, place: str) -> tuple[str, bytes]:
        if not place:
            return "text/html; charset=utf-8", self._tried(self.server.page).encode()
        top, path = place.partition("/")[0], self.server.folder / place
        if FILE.fullmatch(place) and path.suffix.lower() in TYPES[top]:
            with contextlib.suppress(OSError):
                if path.resolve(strict=True).is_relative_to(self.server.folder / top):
                    return TYPES[top][path.suffix.lower()], path.read_bytes()
        raise _Refused(404, "There is no such file here.")

    def _saved(self, place: str) -> tuple[str, bytes]:
        size = self.headers["Content-Length"] or ""
        if place != "save" or not _same(self.headers["X-Key"] or "", self.server.key):
            raise _Refused(403, "Only the page itself can save.")
        if self.headers.get_content_type() != "application/json" or not size.isdecimal():
            raise _Refused(415, "Only JSON of a known length can be saved.")
        if int(size) > LARGEST:
            raise _Refused(413, "This is too much to save at once: the limit is 1 MB.")
        try:
            marks = json.loads(self.rfile.read(int(size)))
        except (ValueError, RecursionError):
            marks = None
        if not isinstance(marks, dict):
            raise _Refused(400, "What was sent is not a JSON object.")
        with self.server.lock:
            self._tried(lambda: self.server.save(marks))
        return "application/json", b"{}"

    def _tried(self, action: Callable[[], Any]) -> Any:
        try:
            return action()
        except ValueError as error:
            raise _Refused(400, str(error)) from error
        except Exception as error:
            why = f"Something went wrong on this machine ({type(error).__name__}: {error})."
            raise _Refused(500, why) from error


def _same(one: str, other: str) -> bool:
    return secrets.compare_digest(one.encode(), other.encode())
