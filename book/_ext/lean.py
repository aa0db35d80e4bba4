"""One style sheet and one script a page, with no more in them than the pages use.

The theme and the extensions bring fourteen style sheets, eleven scripts and a library of two
thousand icons, and the reader waits for all of them. Here

* the style sheets become one, without the rules for classes that occur nowhere in the book;
* the scripts become one, and it runs when the page has been read;
* the dozen icons in use become shapes in the style sheet;
* the index of the search comes only with the page that searches.
"""

import hashlib
import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import tinycss2

SHEET, SCRIPT = "all.css", "all.js"
THEME_SHEETS = ["styles/theme.css", "styles/pydata-sphinx-theme.css"]
THEME_SCRIPTS = ["scripts/bootstrap.js", "scripts/pydata-sphinx-theme.js"]
NOT_NEEDED = {
    "togglebutton.js", "togglebutton.css",  # folds.py folds without a script
    "design-tabs.js",  # the book has no tabs
}  # fmt: skip
PAGE_OPTIONS = """
DOCUMENTATION_OPTIONS.pagename = document.currentScript.dataset.page;
DOCUMENTATION_OPTIONS.search_as_you_type = false;
"""
ICON = re.compile(r"\.fa[srb]?(?![a-z])[^ >+~]*$")
ICONS = """
.fas, .fa-solid {
  display: inline-block; width: 1em; height: 1em; vertical-align: -.125em;
  background: currentColor; mask: var(--icon) center / contain no-repeat;
  forced-color-adjust: none;
}
.fa-lg { font-size: 1.25em; }
"""


def local(files) -> list[str]:
    """The names of style sheets or scripts that are files of the site, in order."""
    names = [str(file.filename) for file in files if getattr(file, "filename", None)]
    inside = [name.removeprefix("_static/") for name in names if "//" not in name]
    return [name for name in inside if name not in NOT_NEEDED]


def note_files(app, pagename, templatename, context, doctree):
    """Remember what the theme would have the page load, and tell the template what it loads."""
    sheets, scripts = local(context["css_files"]), local(context["script_files"])
    for known, new in ((app.lean_sheets, sheets), (app.lean_scripts, scripts)):
        known += [name for name in new if name not in known]
    bodies = [file.attributes.get("body") for file in context["script_files"]]
    options = ("DOCUMENTATION_OPTIONS", "let toggle", "var toggle")
    context["lean_inline"] = [b for b in bodies if b and not b.startswith(options)]
    marks = [str(file) for file in [*context["css_files"], *context["script_files"]]]
    context["lean_version"] = hashlib.sha256("".join(marks).encode()).hexdigest()[:8]


def used_names(pages: Iterator[Path], script: str) -> set[str]:
    """Every class and id of the pages, and every word of the scripts, which may set some."""
    names = set(re.findall(r"[\w-]+", script))
    for page in pages:
        text = page.read_text()
        for found in re.findall(r'\b(?:class|id)="([^"]*)"', text):
            names.update(found.split())
        for inline in re.findall(r"<script>(.*?)</script>", text, flags=re.S):
            names.update(re.findall(r"[\w-]+", inline))
    return names


def useful(selector: str, names: set[str]) -> bool:
    """Whether all classes and ids a selector asks for occur; what is in brackets is not asked."""
    before = None
    while before != selector:
        before, selector = selector, re.sub(r"\([^()]*\)|\[[^\]]*\]", "", selector)
    if ICON.match(selector.strip()):
        return False
    plain = selector.replace("\\", "")
    return all(name in names for name in re.findall(r"[.#](-?[A-Za-z_][\w-]*)", plain))


def alternatives(prelude) -> list[str]:
    """The selectors of a rule, which commas separate."""
    parts = [[]]
    for token in prelude:
        if token.type == "literal" and token.value == ",":
            parts.append([])
        else:
            parts[-1].append(token)
    return [tinycss2.serialize(part).strip() for part in parts]


def pruned(rules, names: set[str]) -> str:
    """The rules that can match something."""
    kept = []
    for rule in rules:
        content = tinycss2.serialize(rule.content or []).strip()
        if rule.type == "qualified-rule":
            selectors = [s for s in alternatives(rule.prelude) if useful(s, names)]
            if selectors:
                kept.append(f"{','.join(selectors)}{{{content}}}")
        elif rule.type == "at-rule":
            prelude = tinycss2.serialize(rule.prelude).strip()
            head = f"@{rule.at_keyword} {prelude}"
            if rule.at_keyword in ("media", "supports"):
                inner = tinycss2.parse_rule_list(rule.content, True, True)
                if content := pruned(inner, names):
                    kept.append(f"{head}{{{content}}}")
            elif rule.at_keyword == "import":
                continue  # with_imports has put it before this sheet
            elif "Font Awesome" not in content and "FontAwesome" not in content:
                kept.append(f"{head}{{{content}}}" if rule.content is not None else f"{head};")
    return "\n".join(kept)


def moved(css: str, folder: str) -> str:
    """The style sheet with its addresses seen from _static instead of from its own folder."""

    def relative(found: re.Match[str]) -> str:
        return f"url({posixpath.normpath(posixpath.join(folder, found[1]))})"

    return re.sub(r"url\([\"']?(?!data:|#|[a-z]+:)([^)\"']+)[\"']?\)", relative, css)


def with_imports(static: Path, names: list[str]) -> Iterator[str]:
    """The style sheets, each after those it imports."""
    for name in names:
        for wanted in re.findall(r"@import (?:url\()?[\"']([^\"']+)", (static / name).read_text()):
            yield posixpath.normpath(posixpath.join(posixpath.dirname(name), wanted))
        yield name


def icons(library: str, names: set[str]) -> str:
    """The icons in use as masks, from the theme's library of all."""
    wanted = {name.removeprefix("fa-") for name in names if name.startswith("fa-")}
    shapes = re.findall(
        r'"?([a-z][a-z-]*)"?:\[(\d+),(\d+),\[[^\]]*\],"[0-9a-f]+","([^"]+)"\]', library
    )
    found = {}
    for name, width, height, path in shapes:
        if name in wanted:
            picture = (
                f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}'>"
                f"<path d='{path}'/></svg>"
            )
            data = quote(picture, safe=" /='")
            found[name] = f'.fa-{name}{{--icon:url("data:image/svg+xml,{data}")}}'
    return "\n".join([ICONS, *(found[name] for name in sorted(found))])


def write(app, exception):
    if exception or app.builder.format != "html" or not app.lean_sheets:
        return
    static = Path(app.outdir, "_static")
    order = [*app.lean_scripts]
    at = next((i for i, name in enumerate(order) if name == "book.js"), len(order))
    order[at:at] = THEME_SCRIPTS
    texts = []
    for name in order:
        text = (static / name).read_text().rstrip()
        texts.append(re.sub(r"^//# sourceMappingURL.*$", "", text, flags=re.M))
        if name == "documentation_options.js":
            texts.append(PAGE_OPTIONS)
    script = "\n;\n".join(texts)
    (static / SCRIPT).write_text(script)

    pages = [app.builder.get_outfilename(name) for name in app.env.found_docs]
    others = [Path(app.outdir, f"{name}.html") for name in ("search", "index")]
    others += Path(app.outdir, "_modules").rglob("*.html")  # the source of the package
    names = used_names((Path(page) for page in [*pages, *others] if Path(page).exists()), script)
    sheets = []
    for name in with_imports(static, [*THEME_SHEETS, *app.lean_sheets]):
        rules = tinycss2.parse_stylesheet((static / name).read_text(), True, True)
        sheets.append(moved(pruned(rules, names), posixpath.dirname(name)))
    sheets.append(icons((static / "scripts/fontawesome.js").read_text(), names))
    (static / SHEET).write_text("\n".join(sheets))


def setup(app):
    app.lean_sheets, app.lean_scripts = [], []
    app.connect("html-page-context", note_files, priority=950)  # when all have added theirs
    app.connect("build-finished", write, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
