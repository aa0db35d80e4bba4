"""The numbers of a page: those with a power of ten are one word, and only chapters have one.

Sphinx numbers the pages of a chapter as its sections, and statements after the chapter: the latter
is wanted, but a page 5.7 beside a Definition 5.7 is not.
"""

import re

OF_SECTION = re.compile(r'<span class="section-number">[^<]*</span>')
IN_CONTENTS = re.compile(r"(?<=>)\d+(?:\.\d+)+ ")
OF_CHAPTER = re.compile(r'<span class="section-number">\d+ ?</span>')
POWER = re.compile("(?<=[0-9]) × (?=10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹])")


def unbroken(html: str) -> str:
    r"""HTML, in it the data of sliders, with spaces around × where no line may end.

    >>> unbroken("at 1.53 × 10⁻⁵, 2 × 10 times")
    'at 1.53\xa0×\xa010⁻⁵, 2 × 10 times'
    """
    return POWER.sub("\u00a0×\u00a0", html)


def bind_powers(app, pagename, templatename, context, doctree):
    context["body"] = unbroken(context.get("body", ""))


def only_chapters(html: str) -> str:
    """HTML in which only chapters have a number.

    >>> only_chapters('<h1><span class="section-number">6 </span>The perceptron')
    '<h1><span class="section-number">6 </span>The perceptron'
    >>> only_chapters('<h1><span class="section-number">6.3 </span>The proof')
    '<h1>The proof'
    """
    return OF_SECTION.sub(lambda found: found[0] if OF_CHAPTER.match(found[0]) else "", html)


def number_chapters(app, pagename, templatename, context, doctree):
    context["body"] = only_chapters(context.get("body", ""))
    context["toc"] = IN_CONTENTS.sub("", context.get("toc", ""))
