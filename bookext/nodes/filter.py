"""The directive `{filter}`: a field over a long list that hides what does not have its words.

```{filter} symbols      the rows of all tables of the page
```{filter} entries      the errata
```{filter} items        the items of the concordance
```{filter} statements   the rows of the theorem map, whose chapters open

book/assets/filter.js makes it work; without a script there is no field, and everything is listed.
"""

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

from bookext.templates import TEMPLATES

ROWS = {
    "symbols": ".bd-article tbody > tr",
    "entries": ".erratum, .misprints > li",
    "items": ".concordance > li",
    "statements": ".theorem-table tbody > tr",
}
SINGULAR = {"entries": "entry"}  # of the others it is without their last letter
FOLDED = "statements"


class Filter(SphinxDirective):
    """The directive, with the name of what is listed."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        things = directives.choice(self.arguments[0], list(ROWS))
        html = TEMPLATES.get_template("filter.html").render(
            things=things,
            thing=SINGULAR.get(things, things[:-1]),
            rows=ROWS[things],
            folded=things == FOLDED,
        )
        return [nodes.raw("", html, format="html")]


def setup(app):
    app.add_directive("filter", Filter)
