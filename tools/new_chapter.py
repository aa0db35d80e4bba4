"""Begin a page: write it from tools/new_chapter.md, into the contents and the tests of theorems.

    python tools/new_chapter.py 14-bandits              a new chapter, the one after the last
    python tools/new_chapter.py 06-perceptron-margins   another page of chapter 06

The page is whole: it can be recorded, tested and built at once, and then changed bit by bit.
"""

import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TEMPLATE = Path(__file__).with_suffix(".md")
IMPORTS = '''\
"""Chapter {number}: its theorems on small samples in exact arithmetic."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st
'''
TEST = """

@given(st.lists(st.integers(0, 9), min_size=1, max_size=6), st.integers(1, 9))
def test_thm_{name}(values, a):
    tail = Fraction(sum(z >= a for z in values), len(values))
    assert tail <= Fraction(sum(values), len(values)) / a
"""
NEXT = """\
Written: {written}.
Now change the page bit by bit; its theorem has a test, the last one in {test}.
Run these commands as often as you like:

    make page NAME={name}    # run it, write its notebook, test what depends on it
    make serve    # build the site and look at it"""


def place(name: str, contents: Sequence[str]) -> tuple[int, list[str], str]:
    """Return the line of _toc.yml before which the page belongs, the lines to add, and its title.

    Another page comes before the exercises of its chapter.
    Raises ValueError, and says which name would do, if a new page cannot be called so.

    >>> place("02-much-more", ["      - file: book/01-less", "  - caption: Reference"])
    (1, ['      - file: book/02-much-more'], 'Much more')
    """
    if not re.fullmatch(r"\d\d(-[a-z0-9]+)+", name):
        raise ValueError(f"{name!r} is not a valid name of a page; 14-bandits is one")
    heads = [re.match(r" {6}- file: book/(\d\d-[\w-]+)", row) for row in contents]
    chapters = {head[1]: line for line, head in enumerate(heads) if head}
    chapter = next((stem for stem in chapters if stem[:2] == name[:2]), "")
    *_, last = chapters
    if not chapter and int(name[:2]) != int(last[:2]) + 1:
        raise ValueError(f"there is no chapter {name[:2]}; the next is {int(last[:2]) + 1:02d}-...")
    if chapter and not name.startswith(f"{chapter}-"):
        better = f"{chapter}-{name[3:]}" if name != chapter else f"{chapter}-..."
        raise ValueError(f"a further page of chapter {name[:2]} is named {better}")
    if any(re.search(rf"file: book/{name}\b(?!-)", row) for row in contents):
        raise ValueError(f"{name} is already in _toc.yml")
    begin = chapters[chapter or last]
    end = begin + 1
    while end < len(contents) and contents[end].startswith(" " * 7):
        if re.search(r"-exercises\b", contents[end]):
            break
        end += 1
    title = name[len(chapter or "14") + 1 :].replace("-", " ").capitalize()
    head = ["        sections:"] if chapter and end == begin + 1 else []
    return end, [*head, f"{' ' * (10 if chapter else 6)}- file: book/{name}"], title


def free_label(candidates: Sequence[str], texts: Mapping[Path, str]) -> str:
    """Return the first candidate that no label of a theorem, figure, formula or exercise has.

    >>> free_label(["luck", "games-luck"], {Path("book/01-luck.md"): ":label: ex-luck"})
    'games-luck'
    """
    for label in candidates:
        label_of = re.compile(rf"\b(thm|fig|eq|ex)-{label}\b(?!-)")
        taken = [path.name for path, text in texts.items() if label_of.search(text)]
        if not taken:
            return label
    raise ValueError(f"book/{taken[0]} has the labels ...-{label}; take another name")


def main(arguments: Sequence[str], root: Path = ROOT) -> str:
    """Write all that the page needs, and return what to do next."""
    name, toc = " ".join(arguments), root / "_toc.yml"
    contents = toc.read_text("utf-8").split("\n")
    at, rows, title = place(name, contents)
    number, page = name[:2], root / f"book/{name}.md"
    texts = {path: path.read_text("utf-8") for path in sorted((root / "book").glob("*.md"))}
    label = free_label([title.lower().replace(" ", "-"), name[3:]], texts)
    if page in texts:
        raise ValueError(f"book/{page.name} already exists; take another name")
    test = root / f"tests/theorems/test_chapter_{number}.py"
    before = test.read_text("utf-8") if test.exists() else IMPORTS.format(number=number)
    words = root / f"book/data/words/{number}.txt"
    files = {
        page: TEMPLATE.read_text("utf-8").replace("TITLE", title).replace("LABEL", label),
        toc: "\n".join([*contents[:at], *rows, *contents[at:]]),
        test: before + TEST.format(name=label.replace("-", "_")),
        words: words.read_text("utf-8") if words.exists() else "",
    }
    written = []
    for path, text in files.items():
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")
            written.append(str(path.relative_to(root)))
    return NEXT.format(written=", ".join(written), name=name, test=test.relative_to(root))


if __name__ == "__main__":
    try:
        print(main(sys.argv[1:]))
    except ValueError as error:
        sys.exit(f"{error}\nNothing was written.")
