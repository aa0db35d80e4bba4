"""Write names and numbers in figures as the page prints them, never as code writes them.

Names of choices become Greek letters or words, numbers get a real minus, powers of ten and commas.
"""

from __future__ import annotations

import re
from typing import Any

GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "eps": "ε", "eta": "η",
    "theta": "θ", "kappa": "κ", "lam": "λ", "mu": "μ", "nu": "ν", "phi": "φ", "rho": "ρ",
    "sigma": "σ",
}  # fmt: skip
RAISED = str.maketrans("-−0123456789", "⁻⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
RELATIONS = {"<=": "≤", ">=": "≥", "!=": "≠", "+/-": "±"}


def label(name: str) -> str:
    """Return the name of a choice as the reader sees it: ``lam`` is λ, ``max_updates`` two words.

    >>> label("eps"), label("max_updates")
    ('ε', 'max updates')
    """
    return GREEK.get(name, name.replace("_", " "))


def _number(value: float, digits: int = 3) -> str:
    """Return a number with at most so many significant digits, an integer with all of them."""
    if isinstance(value, int):
        return readable(f"{value:,}")
    return readable(f"{value + 0.0:.{digits}g}")


def text(value: Any) -> str:
    """Return a value of a choice as the reader sees it, with at most four significant digits.

    >>> text(0.1 + 0.2), text(10_000), text(-0.5), text("first")
    ('0.3', '10,000', '−0.5', 'first')
    """
    if isinstance(value, (bool, str)):
        return str(value)
    return _number(value, 4)


def readable(line: str) -> str:
    """Return a line with its numbers and relations in print, and all else as it is.

    >>> readable("w = (-1, 2.5): risk 1.6e-08 <= 1e+06, not -0.00; 4095 of 12345")
    'w = (−1, 2.5): risk 1.6 × 10⁻⁸ ≤ 10⁶, not 0.00; 4095 of 12,345'
    >>> readable("the 0-1 loss, x^2, from -inf")
    'the 0-1 loss, x², from −∞'
    """
    line = re.sub(r"(?<![\w.])(\d+(?:\.\d+)?)e([+-]?\d+)\b", _power, line)
    line = re.sub(r"(?<![\w.)\]])-(?=\.?\d|inf\b)", "−", line)
    line = re.sub(r"−(0(?:\.0+)?)(?![.\d])", r"\1", line)
    line = re.sub(r"(?<![\w.,])[1-9]\d{4,}(?![\w]|\.\d)", lambda n: f"{int(n[0]):,}", line)
    line = re.sub(r"\^([-−]?\d+)", lambda power: power[1].translate(RAISED), line)
    line = re.sub(r"\binf\b", "∞", line)
    for spelt, printed in RELATIONS.items():
        line = line.replace(spelt, printed)
    return line


def _power(found: re.Match[str]) -> str:
    ten = "10" + str(int(found[2])).translate(RAISED)
    return ten if found[1] == "1" else f"{found[1]} × {ten}"
