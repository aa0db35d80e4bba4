"""What stands beside a reference, also from boxes that hold other boxes, figures and tables."""

import json

from bs4 import BeautifulSoup
from small_site import build

PAGE = """\
# Odd boxes

:::::{prf:theorem} Outer
:label: thm-outer
It holds, as $x$.
::::{prf:remark} Inner
:label: rem-inner
So.
::::
:::::

:::{prf:remark}
:label: rem-figure
```{figure} plot.svg
:name: fig-inner
:alt: A line.
A line.
```
:::

:::{prf:remark} Quiet
:label: rem-quiet
:nonumber:
```{table} Two numbers
:name: tab-inner
| a | b |
|---|---|
| 1 | 2 |
```
:::

```{hint}
:class: dropdown
Count.
```
"""
PLOT = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><path d="M0 0"/></svg>'


OWN = ["bookext.nodes.boxes", "bookext.html.folds", "bookext.html.pipeline"]


def test_boxes_in_boxes_figures_and_tables_have_their_numbers(tmp_path):
    files = {"book/01-odd.md": PAGE, "book/plot.svg": PLOT}
    assert build(tmp_path, files, OWN) == (0, "")
    out = tmp_path / "out"
    script = (out / "_static/previews/book/01-odd.js").read_text("utf-8")
    page, shown = json.loads(f"[{script[len('bookPreview(') : script.rindex(')')]}]")
    words = {
        label: " ".join(BeautifulSoup(html, "html.parser").get_text(" ").split())
        for label, html in shown.items()
    }
    assert page == "book/01-odd"
    assert words["thm-outer"].startswith("Optional Theorem 1.1 (Outer) It holds, as")
    assert words["thm-outer"].endswith("Remark 1.2 (Inner) So.")
    assert words["rem-figure"].endswith("Fig. 1.1 A line.")
    assert words["rem-quiet"].startswith("Optional Remark (Quiet) Table 1.1 Two numbers")
    assert not any(" id=" in html or "<a " in html for html in shown.values())
    assert '#"' not in (out / "searchindex.js").read_text("utf-8")
