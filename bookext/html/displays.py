r"""Let a displayed formula end its lines where a telephone is too narrow for it.

Lines end where another formula begins behind a \quad; if a formula is still too long, before its
relations; and then where KaTeX allows it.  A writer can add \allowbreak.  On a wider screen none of
this is seen (book/assets/book.css).
"""

import re

TOKEN = re.compile(r"\\[a-zA-Z]+|\\.|\S")
OPENS = {"{", "(", "[", r"\{", r"\lvert", r"\lVert", r"\langle", r"\lfloor", r"\lceil", r"\left"}
CLOSES = {"}", ")", "]", r"\}", r"\rvert", r"\rVert", r"\rangle", r"\rfloor", r"\rceil", r"\right"}
RELATIONS = {"=", "<", ">", r"\le", r"\ge", r"\ne", r"\approx", r"\to", r"\subseteq"}
SHORT = 5  # tokens: before a relation, they do not stand on a line alone
GAPS = {r"\quad", r"\qquad"}
MAY_END, MAY_NOT = r"\allowbreak ", r"\nobreak "  # two of the former: another formula begins

# What KaTeX makes of it, and the elements around a part of a formula and around all its parts.
SIGN = '<span class="mspace allowbreak"></span>'
ENDS = re.compile(f"({SIGN})+(<span[^>]*></span>)*</span>")
AROUND = "</span>" * 3  # what ends behind all of them
PART, WHOLE = '<span class="part">', '<span class="whole">'


def in_parts(latex: str) -> str:
    r"""Return the LaTeX of a displayed formula in which a line may end.

    >>> in_parts(r"f(a=b)\le c,\quad d=e")
    'f(a=b)\\allowbreak \\le\\nobreak  c,\\quad\\allowbreak \\allowbreak  d=e'
    >>> in_parts(r"\begin{aligned}a&=b\end{aligned}")
    '\\begin{aligned}a&=b\\end{aligned}'
    """
    if r"\begin" in latex:
        return latex
    depth, before = 0, []

    def mark(found: re.Match[str]) -> str:
        nonlocal depth
        token = found[0]
        depth += (token in OPENS) - (token in CLOSES)
        if depth == 0 and token in RELATIONS and len(before) > SHORT and before[-1] != r"\dots":
            return MAY_END + token + MAY_NOT
        if token not in "{}":
            before.append(token)
        if depth == 0 and token in GAPS:
            before.clear()
            words = latex[found.end() :].lstrip().startswith(r"\text")
            return token + (MAY_END if words else MAY_END * 2)
        return token

    return TOKEN.sub(mark, latex)


def unmarked(html: str) -> str:
    """Return HTML that shows the LaTeX of the source."""
    return html.replace(MAY_END, "").replace(MAY_NOT, "")


def parted(drawn: str) -> str:
    """Return what KaTeX has drawn, each part of it in an element.

    >>> html = parted(f'<span class="base">a{SIGN}</span><span class="base">b</span>{AROUND}')
    >>> html.count(PART), html.count("<span"), html.count("</span>") - 3
    (2, 6, 6)
    """

    def end(found: re.Match[str]) -> str:
        another = found[0].count(SIGN) > 1
        return f"{found[0]}</span>{f'</span>{WHOLE}' if another else ''}{PART}"

    bases = ENDS.sub(end, drawn.removesuffix(AROUND))
    return f"{WHOLE}{PART}{bases}</span></span>{AROUND}"
