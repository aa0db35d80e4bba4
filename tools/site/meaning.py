"""Find what selectors can mean in pages and scripts, and which letters these show.

It is kept by the content of each page, so that only what has changed is read again.
"""

import hashlib
import json
import re
from collections.abc import Callable
from pathlib import Path

from tools.site.faces import characters

TAG = re.compile(r"<[a-zA-Z][^<>]*")
ATTRIBUTE = re.compile(r"""\s([a-zA-Z][\w-]*)(?:=\\?["']([^"'\\]*))?""")
WORD = re.compile(r"[\w-]+")
FRAMES = re.compile(r'data-frames="(\w+)"')
#: The attributes whose values a selector names.
SELECTED = ("class", "id", "type", "role", "rel", "name", "style", "data-", "aria-")


def digest(*parts: bytes) -> str:
    total = hashlib.blake2b(digest_size=12)
    for part in parts:
        total.update(b"%d\0" % len(part))
        total.update(part)
    return total.hexdigest()


def of_page(text: str) -> set[str]:
    r"""Return the tags, the attributes and their values in a page, or in HTML within a script.

    >>> sorted(of_page('<p class="a b" title="c d">and</p> "<i class=\\"e\\">"'))
    ['a', 'b', 'class', 'e', 'i', 'p', 'title']
    """
    found: set[str] = set()
    for tag in set(TAG.findall(text)):
        found.update(WORD.findall(tag)[:1])
        for name, value in ATTRIBUTE.findall(tag):
            found.add(name)
            if name.startswith(SELECTED):
                found.update(WORD.findall(value))
    return found


def of_script(text: str) -> set[str]:
    """Return every word."""
    return set(WORD.findall(text))


def of_data(text: str) -> set[str]:
    """Return nothing: it is only shown."""
    return set()


class Memory:
    """What each page can mean and show, and the frames that it names.

    It is kept in `file` for style sheets that name no other words than `named`.
    """

    def __init__(self, file: Path, named: set[str]) -> None:
        self.file, self.named = file, named
        self.sheets = digest("\n".join(sorted(named)).encode(), Path(__file__).read_bytes())
        known = json.loads(file.read_text("utf-8")) if file.exists() else {}
        self.known = known["texts"] if known.get("sheets") == self.sheets else {}
        self.used: dict[str, list[str]] = {}

    def read(self, data: bytes, meaning: Callable[[str], set[str]]) -> None:
        sign = digest(data)
        if sign not in self.known:
            text = data.decode("utf-8")
            named, shown = meaning(text) & self.named, characters(text)
            frames = " ".join(sorted(set(FRAMES.findall(text))))
            self.known[sign] = [" ".join(sorted(named)), "".join(sorted(shown)), frames]
        self.used[sign] = self.known[sign]

    def sums(self) -> tuple[str, str]:
        """Return the words and the characters of all that was read."""
        words = {word for each, _, _ in self.used.values() for word in each.split()}
        shown = {letter for _, each, _ in self.used.values() for letter in each}
        return " ".join(sorted(words)), "".join(sorted(shown))

    def frames(self) -> set[str]:
        return {name for _, _, each in self.used.values() for name in each.split()}

    def as_json(self) -> bytes:
        return json.dumps({"sheets": self.sheets, "texts": self.used}).encode()
