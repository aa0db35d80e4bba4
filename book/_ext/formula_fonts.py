"""A page appears when the fonts of its formulas are there, so that its lines do not wrap anew.

A formula set in another font is wider or narrower, and a line that holds it may break elsewhere
when its font arrives: on a page full of formulas the text jumps. So the head of a page names the
fonts that its formulas use: the browser fetches them beside the style sheet, and the article is
shown when they have come, or after a second without them (_templates/layout.html).
"""

import re

WHERE = "_static/third-party/katex/fonts"
USES = {
    "Main-Regular": ("1em KaTeX_Main", "katex"),
    "Main-Bold": ("bold 1em KaTeX_Main", "mathbf"),
    "Main-Italic": ("italic 1em KaTeX_Main", "mathit"),
    "Math-Italic": ("italic 1em KaTeX_Math", "mathnormal"),
    "Math-BoldItalic": ("italic bold 1em KaTeX_Math", "boldsymbol"),
    "AMS-Regular": ("1em KaTeX_AMS", "amsrm|mathbb"),
    "Caligraphic-Regular": ("1em KaTeX_Caligraphic", "mathcal"),
    "SansSerif-Regular": ("1em KaTeX_SansSerif", "mathsf|textsf"),
    "Size1-Regular": ("1em KaTeX_Size1", "small-op|size1|delim-size1"),
    "Size2-Regular": ("1em KaTeX_Size2", "large-op|size2"),
    "Size3-Regular": ("1em KaTeX_Size3", "size3"),
    "Size4-Regular": ("1em KaTeX_Size4", "size4|delim-size4"),
}  # file -> how a style sheet calls the font, the classes by which katex.css asks for it


def used_fonts(html: str) -> list[str]:
    """The fonts of the formulas in a page, by the classes of its elements."""
    lists = set(re.findall(r'class="([^"]*)"', html))
    # katex writes "sizing reset-size6 size3" and "delimsizing size3": only the second is a font
    names = {name for text in lists if "reset-size" not in text for name in text.split()}
    return [font for font, (_, classes) in USES.items() if names & set(classes.split("|"))]


def name_fonts(app, pagename, templatename, context, doctree):
    """Tell the template which fonts the page uses."""
    used = used_fonts(context.get("body", ""))
    context["formula_fonts"] = [(USES[font][0], f"{WHERE}/KaTeX_{font}.woff2") for font in used]


def setup(app):
    app.connect("html-page-context", name_fonts, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
