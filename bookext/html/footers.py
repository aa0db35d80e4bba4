"""What is known of a statement beside its words, at the end of its box: one quiet line, in order.

Other parts end the box with paragraphs of these classes; here they are put together.
"""

import re

ORDER = ("result-mark", "in-code", "used-by")
LINE = rf'<p class="(?:{"|".join(ORDER)})">.*?</p>\s*'
LINES = re.compile(rf"(?:{LINE})+", re.S)


def gathered(found: re.Match[str]) -> str:
    """Neighbouring lines, in order and in one box.

    >>> LINES.sub(gathered, '<p class="used-by">x</p> <p class="result-mark">y</p>')
    '<div class="under-box"><p class="result-mark">y</p><p class="used-by">x</p></div>'
    """
    lines = [line.strip() for line in re.findall(LINE, found[0], re.S)]
    lines.sort(key=lambda line: next(at for at, name in enumerate(ORDER) if f'"{name}"' in line))
    return f'<div class="under-box">{"".join(lines)}</div>'


def gather(app, pagename, templatename, context, doctree):
    context["body"] = LINES.sub(gathered, context.get("body", ""))
