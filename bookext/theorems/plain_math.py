"""Write TeX as plain characters, for titles in drawings, where no formula can stand.

What has no character of its own is left as it is typed, less braces and backslashes.
"""

import re

from docutils import nodes
from docutils.utils.math import tex2unichar

CHARACTERS = {
    **tex2unichar.mathord, **tex2unichar.mathop, **tex2unichar.mathbin, **tex2unichar.mathrel,
    **tex2unichar.mathopen, **tex2unichar.mathclose, **tex2unichar.mathalpha,
    "le": "≤", "ge": "≥", "ne": "≠", "to": "→", "dots": "…", "varepsilon": "ε",
    "lVert": "‖", "rVert": "‖", "lvert": "|", "rvert": "|", "langle": "⟨", "rangle": "⟩",
}  # fmt: skip
STYLES = "mathcal|mathbb|mathbf|mathrm|mathsf|mathit|operatorname|text|textbf|left|right|bigl|bigr"
ACCENTS = {"hat": "\u0302", "bar": "\u0304", "tilde": "\u0303"}
#: Braces that are shown, until those that only group are gone.
BRACES = str.maketrans("\x01\x02", "{}")
PART = r"\{([^{}]*)\}"
RAISED = dict(zip("0123456789+-=()nidkmt*", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱᵈᵏᵐᵗ*", strict=True))
LOWERED = dict(zip("0123456789+-=()nijkmt", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₙᵢⱼₖₘₜ", strict=True))


def shifted(found: re.Match[str]) -> str:
    """Return a power or an index in small letters if there are such, else as typed."""
    letters = RAISED if found[1] == "^" else LOWERED
    text = found[2] or found[3]
    if all(letter in letters for letter in text):
        return "".join(letters[letter] for letter in text)
    return f"{found[1]}{text}"


def accented(found: re.Match[str]) -> str:
    letter = CHARACTERS.get(found[2].removeprefix("\\"), found[2])
    return letter + ACCENTS[found[1]]


def divided(found: re.Match[str]) -> str:
    return "/".join(in_brackets(part) for part in found.groups() if part is not None)


def in_brackets(part: str) -> str:
    return part if re.fullmatch(r"\w*|\\[a-zA-Z]+", part) else f"({part})"


def plain_formula(tex: str) -> str:
    r"""Return a formula in plain characters.

    >>> plain_formula(r"(4^d-1)/3"), plain_formula(r"\ell_1"), plain_formula(r"1/\varepsilon^{2}")
    ('(4ᵈ-1)/3', 'ℓ₁', '1/ε²')
    >>> plain_formula(r"\max_i\sqrt{2m}\in\{\tfrac12,\frac{a+b}m\}")
    'maxᵢ√2m∈{1/2,(a+b)/m}'
    >>> plain_formula(r"\hat R_S"), plain_formula(r"\bar{\mathcal F}"), plain_formula(r"\hat\theta")
    ('R̂_S', 'F̄', 'θ̂')
    >>> plain_formula(r"\frac{1-\mu}{\sqrt{1-\nu}}\eta")
    '(1-μ)/(√(1-ν))η'
    """
    text = re.sub(rf"\\(?:{STYLES})(?![a-zA-Z])|\\[,;!: ]|~", "", tex)
    text = re.sub(r"\\(?:wide)?(hat|bar|tilde) *\{? *(\\[a-zA-Z]+|\w)\}?", accented, text)
    text = text.replace(r"\{", "\x01").replace(r"\}", "\x02")
    text = re.sub(rf"\\sqrt *{PART}", lambda root: f"√{in_brackets(root[1])}", text)
    text = re.sub(rf"\\[dt]?frac *(?:{PART}|(\w)) *(?:{PART}|(\w))", divided, text)
    text = text.replace(r"\sqrt ", "√").replace(r"\sqrt", "√")
    text = re.sub(r"\\([a-zA-Z]+) ?", lambda name: CHARACTERS.get(name[1], f"{name[1]} "), text)
    text = re.sub(r" (?=[\^_])", "", text)
    text = re.sub(r"([\^_])(?:\{([^{}]*)\}|(.))", shifted, text)
    return re.sub(r"[{}\\]", "", text).strip().translate(BRACES)


def plain(title: list[nodes.Node]) -> str:
    """Return the text of a title."""
    return "".join(
        plain_formula(node.astext()) if isinstance(node, nodes.math) else node.astext()
        for node in title
    ).strip()
