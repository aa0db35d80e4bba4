"""Split a formula into tokens, so that symbols are found as symbols and not as letters.

What only shapes a formula (sizes, spaces, words) is left out; a letter and its accent or font, as
in \\mathbb R or \\hat\\gamma, are one token; braces around a single token go.
"""

import re

PIECE = re.compile(r"\\[A-Za-z]+|\\.|[A-Za-z]|\d+|\S", re.S)
DRESS = {
    *("\\mathbb", "\\mathcal", "\\mathbf", "\\mathsf", "\\mathrm", "\\mathfrak", "\\operatorname"),
    *("\\hat", "\\widehat", "\\tilde", "\\widetilde", "\\bar", "\\vec", "\\dot"),
}
WORDS = {"\\text", "\\textbf", "\\textit", "\\mbox", "\\label", "\\tag", "\\begin", "\\end"}
SHAPE = {
    *("\\left", "\\right", "\\middle", "\\limits", "\\displaystyle", "\\textstyle", "\\nolimits"),
    *(f"\\{size}{side}" for size in ("big", "Big", "bigg", "Bigg") for side in ("l", "r", "m", "")),
    *("\\quad", "\\qquad", "\\,", "\\;", "\\:", "\\!", "\\ ", "\\\\", "&", "~", "\\hfill"),
    "\\allowbreak",
}


def group(pieces: list[str], start: int) -> int:
    """Return where the argument that begins at ``start`` ends: a group in braces, or one piece."""
    if start >= len(pieces) or pieces[start] != "{":
        return start + 1
    depth = 0
    for at in range(start, len(pieces)):
        depth += {"{": 1, "}": -1}.get(pieces[at], 0)
        if depth == 0:
            return at + 1
    return len(pieces)


def parse(pieces: list[str]) -> list[str]:
    found: list[str] = []
    at = 0
    while at < len(pieces):
        piece, end = pieces[at], at + 1
        if piece in WORDS:
            end = group(pieces, at + 1)
        elif piece in DRESS:
            end = group(pieces, at + 1)
            inner = parse([p for p in pieces[at + 1 : end] if p not in "{}"])
            found.append(f"{piece}{{{''.join(inner)}}}")
        elif piece == "{":
            end = group(pieces, at)
            inner = parse(pieces[at + 1 : end - 1])
            found += inner if len(inner) == 1 else ["{", *inner, "}"]
        elif piece not in SHAPE:
            found.append(piece)
        at = end
    return found


def tokens(tex: str) -> tuple[str, ...]:
    r"""Return the tokens of a formula.

    >>> tokens(r"\mathbb R^d")
    ('\\mathbb{R}', '^', 'd')
    >>> tokens(r"w_{t} = w_{t-1}")
    ('w', '_', 't', '=', 'w', '_', '{', 't', '-', '1', '}')
    """
    return tuple(parse(PIECE.findall(tex)))


def contains(formula: tuple[str, ...], symbol: tuple[str, ...]) -> bool:
    r"""Return whether the symbol stands in the formula, token by token.

    >>> contains(tokens(r"\mathbb R^d"), tokens("d")), contains(tokens(r"\mathbb R"), tokens("R"))
    (True, False)
    >>> contains(tokens("w_{t-1}"), tokens("w_t")), contains(tokens("w_{t}+1"), tokens("w_t"))
    (False, True)
    """
    if symbol and symbol[0] not in formula:  # as nearly always
        return False
    size = len(symbol)
    return any(formula[at : at + size] == symbol for at in range(len(formula) - size + 1))
