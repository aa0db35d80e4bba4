"""Write down what the book must not lose while its code changes, and compare.

    python tools/pages/dump_book.py > file
    python tools/pages/dump_book.py --against file

As sorted JSON: every recorded verdict, the labels of statements, exercises, sections, figures and
formulas, the addresses of the pages, and what the package says it implements. With --against it
prints what is gone (-) and what is new (+), and ends with 1 if there is anything of either.
"""

import argparse
import ast
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import yaml

from bookext.evidence.record import read_book
from bookext.reference.fields import labels_implemented
from bookext.source import Directive, Display, Label, is_cell, pages, parse, walk

ROOT = Path(__file__).resolve().parents[2]

FIELDS = ("verdict", "measured", "relation", "bound", "basis", "note", "because", "reason")
Dump = dict[str, list[str]]


def functions(tree: ast.AST, inside: str = "") -> Iterator[tuple[str, str]]:
    """Yield every function and class by its name in the module, with its docstring."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield inside + node.name, ast.get_docstring(node) or ""
            yield from functions(node, f"{inside}{node.name}.")


def implemented(package: Path) -> Iterator[str]:
    """Yield each link from a function to a label; modules are not named, because they may move."""
    for module in package.rglob("*.py"):
        for name, said in functions(ast.parse(module.read_text("utf-8"))):
            yield from (f"{label} {name}" for label in labels_implemented(said))


def labels(source: str, page: str) -> Iterator[str]:
    """Yield the labels of a page: of sections, formulas, statements and exercises, and figures."""
    for block in walk(parse(source, page)):
        if is_cell(block):
            figure = (block.options.get("mystnb") or {}).get("figure") or {}
            yield figure.get("name", "")
        elif isinstance(block, (Label, Display, Directive)):
            yield block.label or ""


def dump(root: Path = ROOT) -> Dump:
    """Return everything that must stay, a line each."""
    files = list(pages(yaml.safe_load((root / "_toc.yml").read_text("utf-8"))))
    sources = [path for page in files if (path := root / f"{page}.md").exists()]
    found = {
        "verdicts": (
            " ".join([v.page, v.label, v.kind, json.dumps({f: v.fields.get(f) for f in FIELDS})])
            for v in read_book(root)
        ),
        "labels": (
            f"{path.stem} {label}"
            for path in sources
            for label in labels(path.read_text("utf-8"), path.name)
            if label
        ),
        "pages": (f"{page}.html" for page in files),
        "implements": implemented(root / "lecture_code"),
    }
    return {name: sorted(lines) for name, lines in found.items()}


def differences(before: Dump, now: Dump) -> list[str]:
    """Return what is gone and what is new."""
    said = []
    for name in before | now:
        old, new = Counter(before.get(name, [])), Counter(now.get(name, []))
        said += [f"- {name}: {line}" for line in (old - new).elements()]
        said += [f"+ {name}: {line}" for line in (new - old).elements()]
    return said


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--against", type=Path, help="an earlier dump to compare with")
    earlier = parser.parse_args().against
    if earlier is None:
        print(json.dumps(dump(), indent=1, sort_keys=True))
        return 0
    said = differences(json.loads(earlier.read_text("utf-8")), dump())
    print("\n".join(said) or "nothing is lost, nothing is new")
    return bool(said)


if __name__ == "__main__":
    sys.exit(main())
