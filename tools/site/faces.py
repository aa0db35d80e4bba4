"""Cut the faces of the site to the letters that it uses."""

import hashlib
import html
import re
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import TypedDict

import fontTools
from fontTools.subset import Options, Subsetter, load_font, save_font
from fontTools.ttLib import TTFont

from tools.files import beside

ENTITY = re.compile(r"&#?\w+;|\\u[0-9a-fA-F]{4}")
ALWAYS = frozenset(map(chr, range(0x20, 0x7F)))


class Cut(TypedDict):
    """A smaller face.

    `file`: where it is, `whole`: the face it was made of, `letters`: what it has and `others`: what
    only the whole face has, as in CSS; empty where nobody types in that face.
    """

    file: str
    whole: str
    letters: str
    others: str


def characters(text: str) -> set[str]:
    r"""Return the characters that a page or a script may show.

    >>> sorted(characters("x&le;\\u03b1") - ALWAYS)
    ['α', '≤']
    """
    found = set(text)
    for each in set(ENTITY.findall(text)):
        found |= set(html.unescape(each) if each[0] == "&" else chr(int(each[2:], 16)))
    return {each for each in found if each >= " " and not "\ud800" <= each <= "\udfff"}


def ranges(points: Collection[int]) -> str:
    """Return code points as a unicode-range of CSS.

    >>> ranges({65, 66, 67, 945})
    'U+41-43,U+3B1'
    """
    found: list[list[int]] = []
    for point in sorted(points):
        if found and found[-1][1] == point - 1:
            found[-1][1] = point
        else:
            found.append([point, point])
    return ",".join(f"U+{a:X}" if a == b else f"U+{a:X}-{b:X}" for a, b in found)


def cut(face: Path, used: Iterable[str], folder: Path, typed: bool) -> Cut:
    """Cut a face to the letters used, unless the folder has it, cut so, from an earlier build."""
    whole = face.read_bytes()
    with TTFont(face) as font:
        known = set(font.getBestCmap())
    letters = known & set(map(ord, used)) or known
    made_of = f"{fontTools.version} {sorted(letters)}".encode()
    target = folder / hashlib.sha256(whole + made_of).hexdigest()[:16] / face.name
    if not target.exists():
        options = Options(flavor="woff2", layout_features=["*"], hinting=True, notdef_outline=True)
        subsetter = Subsetter(options)
        subsetter.populate(unicodes=letters)
        target.parent.mkdir(parents=True, exist_ok=True)
        with load_font(str(face), options) as font, beside(target) as new:
            subsetter.subset(font)
            save_font(font, str(new), options)
    others = ranges(known - letters) if typed else ""
    return Cut(file=str(target), whole=str(face), letters=ranges(letters), others=others)
