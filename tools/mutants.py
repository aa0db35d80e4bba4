"""List the places of lecture_code that a mutation can change, and draw a fixed sample of them.

    .venv-mutation/bin/python tools/mutants.py [--size 300] [--root FOLDER]

It prints a JSON list of mutants. The operators are those of cosmic-ray, which is not needed for
anything else: it has its own environment. Of its operators those are left out whose mutants fail
at once whatever is tested (a sum that becomes a shift, a comparison that becomes `is`).

Of each place one mutation is drawn, and of all places those of the smallest digests; every module
has at least one. The digest of a place is that of its module, function and line, so that a change
in one module leaves the sample of the others (almost) as it was.
"""

import argparse
import ast
import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cache
from itertools import permutations
from pathlib import Path

import parso
from cosmic_ray.ast import ast_nodes
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator

ROOT = Path(__file__).resolve().parent.parent
SIZE = 300
FAMILIES = {
    "ReplaceBinaryOperator": [
        ("Add", "Sub", "Mul", "Div", "FloorDiv", "Mod", "Pow"),
        ("BitOr", "BitAnd", "BitXor"),
        ("RShift", "LShift"),
    ],
    "ReplaceComparisonOperator": [("Eq", "NotEq", "Lt", "LtE", "Gt", "GtE"), ("Is", "IsNot")],
}
OPERATORS = [
    f"{name}_{a}_{b}"
    for name, sets in FAMILIES.items()
    for s in sets
    for a, b in permutations(s, 2)
]
OPERATORS += [
    *("ReplaceUnaryOperator_Delete_" + name for name in ("USub", "Invert", "Not")),
    *("AddNot", "ReplaceTrueWithFalse", "ReplaceFalseWithTrue", "ReplaceAndWithOr"),
    *("ReplaceOrWithAnd", "ReplaceBreakWithContinue", "ReplaceContinueWithBreak"),
    *("ExceptionReplacer", "NumberReplacer", "RemoveDecorator", "ZeroIterationForLoop"),
]  # fmt: skip
Position = tuple[int, int]


@dataclass(frozen=True)
class Place:
    """Where a module can be changed, and by which operators (name, occurrence in the module)."""

    module: str
    function: str
    start: Position
    digest: str
    operators: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Mutant:
    """A module with one change: `was` and `becomes` are the lines that differ, `after` the line
    before them, which tells one `break` from another."""

    module: str
    function: str
    line: int
    operator: str
    after: str
    was: str
    becomes: str
    source: str


def digest(*words: object) -> str:
    return hashlib.sha256("\0".join(map(str, words)).encode()).hexdigest()


def spans_without_behaviour(tree: ast.AST) -> Iterator[tuple[Position, Position]]:
    """Annotations, names of types, what only a type checker reads, and the texts of errors."""
    for node in ast.walk(tree):
        found: list[ast.AST | None] = []
        if isinstance(node, ast.arg):
            found = [node.annotation]
        elif isinstance(node, ast.FunctionDef):
            found = [node.returns]
        elif isinstance(node, ast.AnnAssign):
            alias = ast.unparse(node.annotation).endswith("TypeAlias")
            found = [node if alias else node.annotation]
        elif isinstance(node, ast.Assign | ast.If):
            named = node.test if isinstance(node, ast.If) else node.targets[0]
            silent = ast.unparse(named).endswith(("TYPE_CHECKING", "__slots__"))
            found = [node] if silent else []
        elif isinstance(node, ast.Raise):
            found = [text for text in ast.walk(node) if isinstance(text, ast.JoinedStr)]
        for part in filter(None, found):
            yield (part.lineno, part.col_offset), (part.end_lineno, part.end_col_offset)


def functions(tree: ast.AST) -> Iterator[tuple[int, int, str]]:
    """First line, last line and name of every function and class, the outer ones first."""

    def inside(node: ast.AST, prefix: str) -> Iterator[tuple[int, int, str]]:
        for child in ast.iter_child_nodes(node):
            name = prefix
            if isinstance(child, ast.FunctionDef | ast.ClassDef):
                name = f"{prefix}.{child.name}".lstrip(".")
                first = min([child.lineno, *(each.lineno for each in child.decorator_list)])
                yield first, child.end_lineno or first, name
            yield from inside(child, name)

    return inside(tree, "")


def places(module: str, source: str) -> list[Place]:
    """All places of a module, in its order."""
    tree = ast.parse(source)
    skipped, owners = list(spans_without_behaviour(tree)), list(functions(tree))
    found: dict[tuple[Position, Position], list[tuple[str, int]]] = {}
    nodes = list(ast_nodes(parso.parse(source)))
    for name in OPERATORS:
        operator = get_operator(f"core/{name}")()
        count = 0
        for node in nodes:
            for start, end in operator.mutation_positions(node):
                star = node.type == "operator" and node.parent.type == "parameters"
                if not star and not any(first <= start < last for first, last in skipped):
                    found.setdefault((start, end), []).append((name, count))
                count += 1
    lines, seen = source.splitlines(), Counter[tuple[object, ...]]()
    result = []
    for (start, end), operators in sorted(found.items()):
        names = [name for first, last, name in owners if first <= start[0] <= last]
        text = lines[start[0] - 1]
        words = (
            module,
            names[-1] if names else "",
            text.strip(),
            lines[end[0] - 1][: end[1]].strip(),
        )
        seen[words] += 1
        key = digest(*words, seen[words])
        result.append(Place(module, words[1], start, key, tuple(operators)))
    return result


def changed_lines(before: str, after: str) -> tuple[int, str, str]:
    """The number of the first line that differs, and what stands there before and after."""
    old, new = before.splitlines(), after.splitlines()
    first = next(k for k, (a, b) in enumerate(zip(old, new, strict=False)) if a != b)
    same = 0
    while same < min(len(old), len(new)) - first and old[-1 - same] == new[-1 - same]:
        same += 1
    was, becomes = old[first : len(old) - same], new[first : len(new) - same]
    return first + 1, "\n".join(map(str.strip, was)), "\n".join(map(str.strip, becomes))


def mutant(place: Place, source: str) -> Mutant | None:
    """The mutant drawn at a place; None if none of its mutations is a valid, other program."""
    for name, occurrence in sorted(
        place.operators, key=lambda each: digest(place.digest, *each[:1])
    ):
        try:
            after = mutate_code(source, get_operator(f"core/{name}")(), occurrence)
            if ast.dump(ast.parse(after)) != ast.dump(ast.parse(source)):
                line, *change = changed_lines(source, after)
                before = ["", *source.splitlines()][line - 1].strip()
                return Mutant(place.module, place.function, line, name, before, *change, after)
        except SyntaxError:
            continue
    return None


def draw(sources: dict[str, str], size: int) -> list[Mutant]:
    """The sample: the first place of every module, then the first of all the others."""
    ranked = {
        module: sorted(places(module, source), key=lambda place: place.digest)
        for module, source in sources.items()
    }
    made = cache(lambda place: mutant(place, sources[place.module]))
    chosen: dict[str, Mutant] = {}
    for found in ranked.values():
        first = next((place for place in found if made(place)), None)
        if first:
            chosen[first.digest] = made(first)
    for place in sorted((p for found in ranked.values() for p in found), key=lambda p: p.digest):
        if len(chosen) < size and place.digest not in chosen and made(place):
            chosen[place.digest] = made(place)
    return [chosen[key] for key in sorted(chosen)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", type=int, default=SIZE, help="how many of the sample")
    parser.add_argument("--root", type=Path, default=ROOT, help="the folder of lecture_code")
    args = parser.parse_args()
    files = sorted((args.root / "lecture_code").glob("*.py"))
    sample = draw({file.stem: file.read_text("utf-8") for file in files}, SIZE)
    print(json.dumps([asdict(each) for each in sample[: args.size]], indent=1))


if __name__ == "__main__":
    main()
