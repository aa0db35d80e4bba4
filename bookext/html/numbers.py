"""A number with a power of ten is one word: no line ends in it."""

import re

POWER = re.compile("(?<=[0-9]) × (?=10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹])")


def unbroken(html: str) -> str:
    r"""HTML, in it the data of sliders, with spaces around × where no line may end.

    >>> unbroken("at 1.53 × 10⁻⁵, 2 × 10 times")
    'at 1.53\xa0×\xa010⁻⁵, 2 × 10 times'
    """
    return POWER.sub("\u00a0×\u00a0", html)


def bind_powers(app, pagename, templatename, context, doctree):
    context["body"] = unbroken(context.get("body", ""))
