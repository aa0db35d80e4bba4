"""Firefox, told what to do in WebDriver BiDi, because Playwright cannot drive Debian's."""

import json
import os
import re
import shutil
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from subprocess import Popen

from websocket import WebSocket, create_connection

FIREFOX = next(filter(None, map(shutil.which, ["firefox-esr", "firefox"])), None)
KEYS = {"Enter": "\ue007", "Shift": "\ue008", "Control": "\ue009", "Right": "\ue014"}
PLACE = """((selector, text) => {
  const found = [...document.querySelectorAll(selector)]
    .find((each) => each.checkVisibility() && each.textContent.includes(text));
  found?.scrollIntoView({ block: "center", behavior: "instant" });
  return found?.getBoundingClientRect();
})(...%s)"""


class Firefox:
    """One tab, and the errors that its scripts did not catch."""

    def __init__(self, socket: WebSocket) -> None:
        self.socket, self.asked, self.errors = socket, 0, []
        self.ask("session.new", capabilities={})
        self.ask("session.subscribe", events=["log.entryAdded"])
        self.tab = self.ask("browsingContext.getTree")["contexts"][0]["context"]

    def ask(self, method: str, **given) -> dict:
        """Return what Firefox answers to a command."""
        self.asked += 1
        self.socket.send(json.dumps({"id": self.asked, "method": method, "params": given}))
        while (said := json.loads(self.socket.recv())).get("id") != self.asked:
            entry = said["params"]
            if entry["type"] == "javascript" and entry["level"] == "error":
                self.errors.append(entry["text"])
        if said["type"] == "error":
            raise RuntimeError(f"{method}: {said['message']}")
        return said["result"]

    def goto(self, address: str) -> None:
        self.ask("browsingContext.navigate", context=self.tab, url=address, wait="complete")

    def evaluate(self, script: str):
        """Return what an expression of JavaScript is, as JSON."""
        whole, target = f"JSON.stringify({script}) ?? 'null'", {"context": self.tab}
        found = self.ask("script.evaluate", expression=whole, target=target, awaitPromise=False)
        if found["type"] == "exception":
            raise RuntimeError(f"{script}: {found['exceptionDetails']['text']}")
        return json.loads(found["result"]["value"])

    def wait_for_function(self, script: str, timeout: float = 30_000):
        """Return the same, as soon as it is true."""
        end = time.monotonic() + timeout / 1000
        while (found := self.evaluate(f"({script}) || undefined")) is None:
            if time.monotonic() > end:
                raise TimeoutError(f"not within {timeout} ms: {script}")
            time.sleep(0.2)
        return found

    def wait_for_timeout(self, timeout: float) -> None:
        time.sleep(timeout / 1000)

    def act(self, kind: str, *actions: dict) -> None:
        whole = {"type": kind, "id": kind, "actions": actions}
        self.ask("input.performActions", context=self.tab, actions=[whole])

    def drag(self, selector: str, *ways: tuple[int, int], text: str = "") -> None:
        """Press the mouse on what says this, move it so far right and down, and let go."""
        seen = selector.removesuffix(":visible")  # Playwright's; here it is always meant
        box, place = None, PLACE % json.dumps([seen, text])
        while box != (box := self.wait_for_function(place)):  # until it stands still
            time.sleep(0.2)
        x, y = round(box["x"] + box["width"] / 2), round(box["y"] + box["height"] / 2)
        there, *on = [{"type": "pointerMove", "x": x + a, "y": y + b} for a, b in [(0, 0), *ways]]
        down, up = [{"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp")]
        self.act("pointer", there, down, *on, up)

    def click(self, selector: str, text: str = "") -> None:
        self.drag(selector, text=text)

    def type(self, text: str) -> None:
        for letter in text:
            self.press(letter)

    def press(self, *keys: str) -> None:
        """Press keys, each while those before it are held."""
        values = [KEYS.get(key, key) for key in keys]
        downs = [{"type": "keyDown", "value": value} for value in values]
        self.act("key", *downs, *({**each, "type": "keyUp"} for each in reversed(downs)))


@contextmanager
def firefox(profile: Path) -> Iterator[Firefox]:
    """Yield a new Firefox without a window, which lives in this folder."""
    command = [FIREFOX, "--headless", "--remote-debugging-port=0", "--profile", str(profile)]
    home = os.environ | {"HOME": str(profile)}  # it asks that root has a home of its own
    said = profile / "said.txt"
    with said.open("w") as log, Popen(command, stdout=log, stderr=log, env=home) as process:
        try:
            end = time.monotonic() + 120
            while not (found := re.search(r"listening on (ws:\S+)\n", said.read_text())):
                if process.poll() is not None or time.monotonic() > end:
                    raise RuntimeError(f"Firefox does not begin: {said.read_text()}")
                time.sleep(0.2)
            with closing(create_connection(f"{found[1]}/session", 300, suppress_origin=True)) as ws:
                yield Firefox(ws)
        finally:
            process.terminate()
