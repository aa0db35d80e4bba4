"""Convert what stands inside a line: references, citations, glued numbers, math.

Escapes, code, math and roles are read by the rules of the site's parser; everything else stays as
it is written.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from posixpath import dirname, join, normpath

import pybtex.database
from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.myst_role import myst_role_plugin
from myst_nb.core.variables import format_plain_text

from bookext.source import MarkupError

from .numbering import STATEMENTS, Target

REFUSED = {
    r"\$": "a single dollar sign; write \\$ if it does not belong to a formula",
    r"\[\^": "footnotes are not used (a notebook cannot show them)",
    r"\]\((?!https?://|mailto:)(?P<to>[^)]*)": (
        "a link to {to!r}; inside the book use {{ref}}, {{numref}}, {{prf:ref}} or {{doc}}"
    ),
}
TITLED = re.compile(r"^(?P<text>.*\S)\s*<(?P<label>[^<>]+)>$", re.S)
STEP = re.compile(r"\{step\}`[^`\n]*`[ ]?")  # a mark that only the site shows
KINDS_OF_ROLE = {
    "prf:ref": STATEMENTS,
    "prf:cf": STATEMENTS,
    "prf:borrow": STATEMENTS,
    "numref": ["figure", "exercise"],
    "eq": ["equation"],
    "ref": ["section", "exercise"],
}
ROLES = [*KINDS_OF_ROLE, "doc", "cite:p", "cite:t", "glue:text", "index"]


@dataclass(frozen=True)
class Book:
    """What a page needs to know of the others: numbers and citations ("Novikoff", "1962").

    Without ``site``, the address of the site, references are not links; without ``package``, from
    which pip installs the package, no cell installs it.
    """

    numbers: Mapping[str, Target]
    citations: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    site: str = ""
    package: str = ""


@dataclass(frozen=True)
class Page:
    """The page that is converted, with the values its cells have glued (as text)."""

    name: str
    book: Book
    glued: Mapping[str, str] = field(default_factory=dict)

    @property
    def file(self) -> str:
        return f"{self.name}.md"


def read_citations(path: Path) -> dict[str, tuple[str, str]]:
    """Read authors and year of every entry of a BibTeX file, as a short reference has them."""
    entries = pybtex.database.parse_file(path).entries if path.exists() else {}
    return {key: (authors(e), e.fields.get("year", "n.d.")) for key, e in entries.items()}


def authors(entry: pybtex.database.Entry) -> str:
    people = entry.persons.get("author") or entry.persons.get("editor") or []
    names = [
        " ".join(str(part) for part in (*person.rich_prelast_names, *person.rich_last_names))
        for person in people
    ]
    if not names:
        return entry.fields.get("title", entry.key)
    if len(names) > 2:
        return f"{names[0]} et al."
    return " and ".join(names)


@cache
def reader() -> MarkdownIt:
    md = MarkdownIt("zero").enable(["escape", "backticks"]).disable("text_join")
    return md.use(myst_role_plugin).use(dollarmath_plugin, double_inline=True)


def inline(text: str, page: Page, line: int) -> str:
    """Resolve the roles in a text; code and math stay, and a formula stands on one line."""
    text = STEP.sub("", text)
    pieces = list[str]()
    for paragraph in re.split(r"(\n[ \t]*\n)", text):
        (found,) = reader().parseInline(paragraph)
        begins = line
        for token in found.children or []:
            pieces.append(convert(token, page, begins))
            begins += token.content.count("\n")
        line += paragraph.count("\n")
    return "".join(pieces)


def convert(token: Token, page: Page, line: int) -> str:
    """Return what a notebook says for a token that begins on about that line."""
    where, content = f"{page.file}:{line}", token.content
    match token.type:
        case "myst_role":
            return resolve(token.meta["name"], " ".join(content.split()), page, where)
        case "math_inline":
            return "$" + re.sub(r"\s*\n\s*", " ", content) + "$"
        case "math_inline_double":
            raise MarkupError(f"{where}: $$ inside a line; display math begins on its own line")
        case "code_inline":
            pad = " " if "`" in (content[0], content[-1]) else ""
            return f"{token.markup}{pad}{content}{pad}{token.markup}"
        case "text_special":
            return token.markup
        case "hardbreak":
            return "\\\n"
    for pattern, why in REFUSED.items():
        if found := re.search(pattern, content):
            line += content.count("\n", 0, found.start())
            raise MarkupError(f"{page.file}:{line}: {why.format(**found.groupdict())}")
    return content


def resolve(role: str, content: str, page: Page, where: str) -> str:
    """Return what a role says in plain words."""
    if role in ("cite:p", "cite:t"):
        return cite(role, content, page.book.citations, where)
    if role == "glue:text":
        return glue(content, page.glued, where)
    if role == "index":
        return indexed(content, where)
    if role not in ROLES:
        allowed = ", ".join(f"{{{name}}}" for name in ROLES)
        raise MarkupError(f"{where}: unknown role {{{role}}}; this book uses {allowed}")
    titled = TITLED.match(content)
    words, label = (titled["text"], titled["label"]) if titled else ("", content)
    if role == "doc":
        label = normpath(join("/", dirname(page.name), label))
    target = page.book.numbers.get(label)
    if target is None:
        raise MarkupError(f"{where}: {{{role}}} to {label!r}, which no page of _toc.yml has")
    kinds = KINDS_OF_ROLE.get(role, ["page"])
    if target.kind not in kinds:
        right = next((name for name, of in KINDS_OF_ROLE.items() if target.kind in of), "doc")
        raise MarkupError(f"{where}: {label!r} is a {target.kind}; refer to it by {{{right}}}")
    if words and role in ("eq", "numref"):
        raise MarkupError(f"{where}: {{{role}}} takes a label only")
    words = words or reference(target, page, where)
    return link(words, label, target, page.book.site)


def reference(target: Target, page: Page, where: str) -> str:
    """Return what a reference without words of its own says: "Theorem 6.3", "(6.1)", a title."""
    if target.kind == "equation":
        return f"({target.number})"
    if target.number:
        return f"{target.kind.capitalize()} {target.number}"
    if not target.title:
        raise MarkupError(f"{where}: no heading follows this label: write `words <label>`")
    return inline(target.title, page, 1)


def link(words: str, label: str, target: Target, site: str) -> str:
    if not site:
        return words
    anchor = {"page": "", "equation": f"#equation-{label}"}.get(target.kind, f"#{label}")
    return f"[{words}]({site.rstrip('/')}/{target.page}.html{anchor})"


def cite(role: str, keys: str, citations: Mapping[str, tuple[str, str]], where: str) -> str:
    found = []
    for key in (key.strip() for key in keys.split(",")):
        if key not in citations:
            raise MarkupError(f"{where}: {key!r} is not in book/references.bib")
        found.append(citations[key])
    if role == "cite:t":
        return ", ".join(f"{who} ({year})" for who, year in found)
    return "(" + "; ".join(f"{who}, {year}" for who, year in found) + ")"


def indexed(content: str, where: str) -> str:
    """Return the words that stand in the text, without those for the index."""
    titled = TITLED.match(content)
    if not titled and re.search(r"[;:!]", content):
        raise MarkupError(f"{where}: write {{index}}`words of the text <term; under it>`")
    return titled["text"] if titled else content


def glue(content: str, glued: Mapping[str, str], where: str) -> str:
    name, colon, form = content.rpartition(":")
    if not colon:
        name, form = content, "s"
    if name not in glued:
        raise MarkupError(f"{where}: no cell of this page glues {name!r}")
    try:
        return str(format_plain_text(glued[name], form))
    except ValueError as error:
        raise MarkupError(f"{where}: {name!r} is glued as {glued[name]}: {error}") from error
