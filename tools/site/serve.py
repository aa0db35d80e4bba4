"""Serve the built site on this machine.

    python tools/site/serve.py [port]

The types of files are given here, because Python asks the machine for them, and a browser runs
neither a module nor WebAssembly of another type.
"""

import functools
import http.server
import sys
from pathlib import Path

SITE = Path(__file__).resolve().parents[2] / "_build" / "html"


class Handler(http.server.SimpleHTTPRequestHandler):
    extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | {
        ".css": "text/css",
        ".html": "text/html",
        ".js": "text/javascript",
        ".json": "application/json",
        ".mjs": "text/javascript",
        ".svg": "image/svg+xml",
        ".wasm": "application/wasm",
    }

    def log_message(self, *args: object) -> None:
        """Keep the requests out of the terminal."""


def main(arguments: list[str]) -> None:
    port = int(arguments[0]) if arguments else 8000
    handler = functools.partial(Handler, directory=SITE)
    try:
        server = http.server.ThreadingHTTPServer(("127.0.0.1", port), handler)
    except OSError as error:
        sys.exit(
            f"Port {port} cannot be used ({error.strerror}); use another one: make serve PORT=8001"
        )
    with server:
        print(f"http://127.0.0.1:{server.server_port}/ (stop with Ctrl+C)", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()


if __name__ == "__main__":
    main(sys.argv[1:])
