"""The prose: spelling, British forms, doubled words, labels that lead nowhere; file and line."""

import re
from collections import Counter

import book_source as book
import prose

from bookext.source import parse

PAGES = sorted(book.BOOK.glob("*.md"))
OTHERS = [book.ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SOURCES.md")]
NEEDED_ELSEWHERE = ("eq", "sec")  # labels that exist only to be referred to


def tell(problems, remedy):
    assert not problems, f"{remedy}:\n  " + "\n  ".join(map(str, problems))


def page_of(folder, text):
    page = folder / "notes.md"
    page.write_text(text)
    return page


def test_every_word_is_known():
    own = [word for words in prose.own_words().values() for word in words]
    odd = [word for page in PAGES for word in prose.unknown(page, own)]
    remedy = "correct these words, or add them to the chapter's file in book/data/words"
    tell([word.where for word in odd], remedy)


def test_own_words_are_sorted_and_used():
    used = {word.text.lower() for page in PAGES for word in prose.words(page)}
    for name, own in prose.own_words().items():
        file = f"book/data/words/{name}.txt"
        assert own == sorted(set(own)), f"{file}: sort it, one word a line"
        tell(sorted(set(own) - used), f"{file}: no page uses these words")
        tell(sorted(prose.shipped() & set(own)), f"{file}: codespell knows these")


def test_british_words():
    american, pages = prose.american(), [*PAGES, *OTHERS]
    odd = [w.where for page in pages for w in prose.words(page) if w.text.lower() in american]
    tell(odd, "write these words as Britain does")


def test_no_word_is_doubled():
    odd = [
        f"{page.name}:{line}: {words}"
        for page in [*PAGES, *OTHERS]
        for line, words in prose.doubled(prose.lines(page))
    ]
    tell(odd, "remove one of the two")


REFUSED = {
    r"\b[Cc]hapters? (?:[\dX, –-]|and)*\b0\d": "chapter 7",
    r"\b(?:linear|quadratic|integer) programmes?\b": "program",
    r"\b[Bb]ack-propagat": "backpropagation",
    r"\binseparable\b": "not separable",
    r"\bshall\b": "will, has to",
    r"\bin the mean\b": "on average, in expectation",
    r", too[.;:,)]": "also, or turn the sentence round",
    r"(?:^|[.:;] )Whoever\b": "students who, anyone who",
    r"\bexactly if\b": "if and only if",
    r"\bfor ever\b": "forever",
    r"\b(?:learners?|predictors? (?:it|that \w+)) answers? (?:the|a|every)\b": "returns",
    r"\bone (?:example|value|point|label) a \w+": "one example per row",
    r"\bas we like\b": "as we want",
    r"\bis told on\b": "the page says",
    r"\blabels? (?:is|are|was|were) turned\b|\bturned labels?\b": "flipped",
}


def refused(page) -> list[str]:
    """Return the phrases of a page that its voice does not use, with what it says instead."""
    return [
        f"{page.name}:{line}: {found[0]!r}: {instead}"
        for line, row in [*prose.lines(page), *prose.tables(page), *prose.strings(page)]
        for phrase, instead in REFUSED.items()
        for found in re.finditer(phrase, row)
    ]


def test_the_voice_is_kept():
    tell([odd for page in PAGES for odd in refused(page)], "say it otherwise")


def orphans(texts: dict[str, str], others: str = "") -> list[str]:
    """Return the labels of formulas and sections that only the place mentions which they name."""
    said = Counter(re.findall(r"[\w-]+", " ".join([*texts.values(), others])))
    return [
        f"{name}:{line}: {label}"
        for name, text in texts.items()
        for line, label in book.labels(parse(text, name))
        if label.split("-")[0] in NEEDED_ELSEWHERE and said[label] < 2
    ]


def test_no_label_waits_for_a_reference():
    folders = [book.ROOT / "lecture_code", book.BOOK / "data"]
    files = [path for folder in folders for path in [*folder.rglob("*.py"), *folder.glob("*.yml")]]
    others = " ".join(path.read_text("utf-8") for path in files)
    odd = orphans({page.name: page.read_text("utf-8") for page in PAGES}, others)
    tell(odd, "refer to these formulas and sections, or remove the labels")


def test_a_wrong_word_is_found(tmp_path):
    text = "# A hedding\n\nThe perzeptron `stps` at $xyzzy$.\nIt is Rosenblatt's colour.\n"
    odd = prose.unknown(page_of(tmp_path, text), ["rosenblatt"])
    assert [word.where for word in odd] == ["notes.md:1: hedding", "notes.md:3: perzeptron"]


def test_an_american_word_is_found(tmp_path):
    page = page_of(tmp_path, "The neighbor of the colour gray.\n\nIts center is regularised.\n")
    odd = [word.where for word in prose.words(page) if word.text.lower() in prose.american()]
    assert odd == ["notes.md:1: neighbor", "notes.md:1: gray", "notes.md:3: center"]


def test_a_doubled_word_is_found(tmp_path):
    text = "So the the vector turns, and\nand stops. Of 400 of them, that is it. It is.\n\nIs it?\n"
    found = prose.doubled(prose.lines(page_of(tmp_path, text)))
    assert found == [(1, "the the"), (2, "and and")]


def test_a_label_without_a_reference_is_found():
    text = "$$ a $$ (eq-a)\n\n$$ b $$ (eq-b)\n\n(sec-c)=\n## C\n\nBy {eq}`eq-a` and eq-bb.\n"
    assert orphans({"x.md": text}) == ["x.md:3: eq-b", "x.md:5: sec-c"]
    assert orphans({"x.md": text}, ":Implements: sec-c.") == ["x.md:3: eq-b"]


def test_a_phrase_that_is_refused_is_found(tmp_path):
    text = "In chapter 07 it learns, too.\n\nToo late: chapter 7 shall wait.\n"
    text += "\n| $x$ | chapters 5, 06 |\n"
    text += "\n```{code-cell}\nprint(1)\nprint('too, forever, for ever')\n```\n"
    found = [odd.split(": ")[:2] for odd in refused(page_of(tmp_path, text))]
    assert found == [
        ["notes.md:1", "'chapter 07'"],
        ["notes.md:1", "', too.'"],
        ["notes.md:3", "'shall'"],
        ["notes.md:5", "'chapters 5, 06'"],
        ["notes.md:9", "'for ever'"],
    ]
