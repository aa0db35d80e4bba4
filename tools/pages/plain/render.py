"""Render blocks as plain Markdown.

Statements, exercises and admonitions become block quotes, what is folded becomes <details>.
Jupyter takes formulas out of the text before it reads the Markdown, with the > of a block quote
if they run over several lines; so inside a directive every formula stands on one line.
"""

import html
import re

from bookext.course.marks import FURTHER
from bookext.source import Block, Code, Directive, Display, Label, MarkupError, Text

from .inline import Page, inline
from .numbering import STATEMENTS

ADMONITIONS = ("note", "tip", "important")
OPTIONS = {
    **{f"prf:{kind}": {"label", "class"} for kind in STATEMENTS},
    "prf:proof": {"class"},
    "admonition": {"class", "name"},
    **{kind: {"class", "name"} for kind in ADMONITIONS},
    "dropdown": {"class", "name", "open"},
    "exercise": {"label", "class"},
    "hint": {"class", "name"},
    "solution": {"label", "class"},
    "solution-start": {"label", "class"},
    "solution-end": set(),
    "course": set(),
    "slide": {"of", "here"},
}
CLASSES = re.compile(r"\{\.[\w. -]+\}")
OF = re.compile(r"\*Of (.*)\.\*")  # names the statement, on a line of its own
STARTS_A_BLOCK = re.compile(r"\s*([-*+] |\d+[.)] |\$\$|```|~~~|#|>|\||<)")


def render(blocks: list[Block], page: Page, *, flat: bool = False) -> str:
    """Return the blocks as Markdown; `flat` inside a directive."""
    return "\n".join(tidy(lines(blocks, page, flat)))


def lines(blocks: list[Block], page: Page, flat: bool) -> list[str]:
    out: list[str] = []
    for block in blocks:
        match block:
            case Text():
                text = "\n".join(without_classes(block.lines))
                out += inline(text, page, block.line).split("\n")
            case Code():
                out += block.lines
            case Display():
                out += ["", *indented(formula(block, page, flat), block.indent), ""]
            case Directive():
                out += ["", *indented(directive(block, page), block.indent), ""]
            case Label():
                pass
    return out


def without_classes(rows: list[str]) -> list[str]:
    """Return lines without classes: a heading says itself that it is optional.

    >>> without_classes(["{.further}", "## How tight is it?", "{.doors}", "* One"])
    ['## How tight is it? (optional)', '* One']
    """
    above = ["", *rows]
    return [
        f"{row} (optional)" if before == FURTHER else row
        for before, row in zip(above, rows, strict=False)
        if not CLASSES.fullmatch(row)
    ]


def tidy(out: list[str]) -> list[str]:
    """Remove empty lines at both ends, and all but one in a row (outside of code)."""
    kept: list[str] = []
    fence = ""
    for text in out:
        mark = re.match(r"[ >]*(`{3,}|~{3,})", text)
        if mark and not fence:
            fence = mark[1]
        elif mark and mark[1].startswith(fence):
            fence = ""
        if fence or text.strip() or (kept and kept[-1].strip()):
            kept.append(text if text.strip() else "")
    while kept and not kept[-1]:
        kept.pop()
    return kept


def indented(out: list[str], indent: str) -> list[str]:
    return [indent + text if text else "" for text in out]


def quoted(out: list[str]) -> list[str]:
    return [f"> {text}" if text else ">" for text in out]


def formula(block: Display, page: Page, flat: bool) -> list[str]:
    tex = block.tex
    if re.search(r"(?<!\\)%", tex):
        raise MarkupError(f"{page.file}:{block.line}: a formula cannot contain a % comment")
    if block.label:
        tex += rf" \tag{{{page.book.numbers[block.label].number}}}"
    rows = [row.strip() for row in tex.split("\n") if row.strip()]
    if flat or len(rows) == 1:
        return [f"$$ {' '.join(rows)} $$"]
    return ["$$", *rows, "$$"]


def directive(block: Directive, page: Page) -> list[str]:
    """Return the Markdown of a directive; unknown ones are errors, so that nothing is lost."""
    where = f"{page.file}:{block.line}"
    if block.name not in OPTIONS:
        allowed = ", ".join(f"{{{name}}}" for name in (*OPTIONS, "math"))
        raise MarkupError(f"{where}: unknown directive {{{block.name}}}; this book uses {allowed}")
    unknown = set(block.options) - OPTIONS[block.name]
    if unknown:
        raise MarkupError(
            f"{where}: {{{block.name}}} has no option {', '.join(sorted(unknown))}; "
            f"it takes {', '.join(sorted(OPTIONS[block.name])) or 'none'}"
        )
    if block.name == "course":
        return ["*The website shows them here.*"]
    if block.name == "slide":
        return []
    body = tidy(lines(block.body, page, flat=True))
    title = inline(block.title, page, block.line)
    kind = block.name.removeprefix("prf:")
    if kind in STATEMENTS or kind == "exercise":
        number = page.book.numbers[block.options["label"]].number
        named = f" ({title})" if title else ""
        return quoted(headed(f"**{kind.capitalize()} {number}{named}.**", body))
    if kind == "admonition":
        if not title:
            raise MarkupError(f"{where}: an admonition needs a title (or use {{note}})")
        return quoted(headed(f"**{title}{'' if title[-1] in '.?!' else '.'}**", body))
    if kind == "dropdown":
        return details(title or "More", body)
    if kind in ("solution", "solution-start"):
        target = page.book.numbers.get(block.title)
        if target is None or target.kind != "exercise":
            raise MarkupError(f"{where}: {block.title!r} is not an exercise of this book")
        name = f"Solution to Exercise {target.number}"
        return details(name, body) if kind == "solution" else [f"**{name}**", "", *body]
    if title:
        raise MarkupError(f"{where}: {{{block.name}}} takes no title; begin on the next line")
    if kind == "proof":
        return proof(body, where)
    if kind == "hint":
        return details("Hint", body)
    if kind in ADMONITIONS:
        return quoted(headed(f"**{kind.capitalize()}.**", body))
    return body  # solution-end


def headed(head: str, body: list[str]) -> list[str]:
    """Write a bold head, and the body on the same line if it begins with a sentence."""
    if not body or STARTS_A_BLOCK.match(body[0]):
        return [head, "", *body]
    return [f"{head} {body[0]}", *body[1:]]


def proof(body: list[str], where: str) -> list[str]:
    if not body or STARTS_A_BLOCK.match(body[0]):
        raise MarkupError(f"{where}: begin a proof with a sentence (the site writes Proof before)")
    end = body[-1]
    ends_a_block = end.endswith(("$$", "```", "~~~", "|", "</details>")) or end.startswith(">")
    closed = [*body, "", "∎"] if ends_a_block else [*body[:-1], f"{end} ∎"]
    if named := OF.fullmatch(closed[0]):
        return headed(f"**Proof of {named[1]}.**", closed[1:])
    return headed("**Proof.**", closed)


def details(summary: str, body: list[str]) -> list[str]:
    """Fold a body, with empty lines around so that Markdown and math are read inside."""
    words = re.sub(r"`([^`]+)`", lambda m: f"<code>{html.escape(m[1])}</code>", summary)
    return ["<details>", f"<summary>{words}</summary>", "", *body, "", "</details>"]
