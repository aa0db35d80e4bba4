"""The changes that bites.py makes to a formula: a term dropped, a constant halved or doubled, an
exponent or a logarithm changed, a maximum replaced by one side.

Only the arithmetic of a formula is touched.  The arguments of other functions name the world (which
m, which sample), and stay.
"""

import ast
import re
from collections.abc import Callable, Iterator

ONE_SIDE = {"max", "min", "maximum", "minimum"}
LOGARITHMS = {"log", "log1p", "log2", "log10"}
FUNCTIONS = {*ONE_SIDE, *LOGARITHMS, "abs", "ceil", "exp", "expm1", "floor", "isqrt", "sqrt", "sum"}
WRAPPING = {
    *("all", "any", "array", "asarray", "cumsum", "copy", "c_", "float", "fromiter", "int", "list"),
    *("mean", "outer", "ravel", "reshape", "round", "r_", "sorted", "tuple"),
}  # what only holds formulas
TINY = 1e-6  # a formula with a number as small as this is a tolerance
ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.Pow)
LISTS = (ast.List, ast.Tuple, ast.ListComp)
Slot = tuple[Callable[[], ast.expr], Callable[[ast.expr], None]]  # reads and writes one place


def slot(holder: ast.AST, field: str, at: int | None = None) -> Slot:
    """A place in a tree that holds an expression."""
    if at is None:
        return lambda: getattr(holder, field), lambda new: setattr(holder, field, new)
    listed = getattr(holder, field)
    return lambda: listed[at], lambda new: listed.__setitem__(at, new)


def called(node: ast.AST) -> str:
    """The last name of what is called, if it is called by a name."""
    function = node.func if isinstance(node, ast.Call) else None
    return getattr(function, "attr", getattr(function, "id", ""))


def is_constant(node: ast.AST) -> bool:
    """Whether it is a number written out: 2, 3 / 16, Fraction(1, 7)."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, (int, float)) and not isinstance(node.value, bool)
    if isinstance(node, ast.BinOp):
        return is_constant(node.left) and is_constant(node.right)
    if isinstance(node, ast.UnaryOp):
        return is_constant(node.operand)
    return called(node) == "Fraction" and all(map(is_constant, node.args))  # type: ignore[attr-defined]


def is_tolerance(node: ast.expr) -> bool:
    """Whether a formula says how much rounding is allowed: 1e-8 * s[0]."""
    numbers = (part.value for part in ast.walk(node) if isinstance(part, ast.Constant))
    return any(isinstance(value, float) and 0 < value <= TINY for value in numbers)


FIELDS: dict[type, tuple[str, ...]] = {
    ast.BinOp: ("left", "right"),
    ast.UnaryOp: ("operand",),
    ast.IfExp: ("body", "orelse"),
    **dict.fromkeys((ast.Subscript, ast.Starred, ast.DictComp), ("value",)),
    **dict.fromkeys((ast.ListComp, ast.GeneratorExp), ("elt",)),
}


def parts(node: ast.expr) -> Iterator[Slot]:
    """The places one step further inside of a formula; a helper of the package (_name) is part of
    it, unless it looks at an argument and names it."""
    if is_constant(node):
        return
    yield from (slot(node, field) for field in FIELDS.get(type(node), ()))
    if isinstance(node, (ast.List, ast.Tuple)):
        yield from (slot(node, "elts", k) for k in range(len(node.elts)))
    elif isinstance(node, ast.Call):
        texts = any(isinstance(getattr(part, "value", 0), str) for part in node.args)
        helper = called(node).startswith("_") and not texts
        if helper or called(node) in FUNCTIONS | WRAPPING:
            digits = called(node) == "round"  # these are no content: round(x, 6), x.round(6)
            kept = [k for k, a in enumerate(node.args) if not (digits and is_constant(a))]
            yield from (slot(node, "args", k) for k in kept)
            yield from (slot(key, "value") for key in node.keywords if helper)
            if isinstance(node.func, ast.Attribute) and not isinstance(node.func.value, ast.Name):
                yield slot(node.func, "value")


def unwrapped(at: Slot) -> Iterator[Slot]:
    """The formulas in a list, an array, a comprehension."""
    node = at[0]()
    wraps = called(node) in WRAPPING or called(node).startswith("_")
    if wraps or isinstance(
        node, (*LISTS, ast.GeneratorExp, ast.DictComp, ast.Subscript, ast.Starred)
    ):
        for place in parts(node):
            yield from unwrapped(place)
    else:
        yield at


def scaled(node: ast.expr, up: bool) -> ast.expr:
    """Twice a constant, or half of it."""
    if (
        isinstance(node, ast.Constant)
        and isinstance(node.value, int)
        and (up or node.value % 2 == 0)
    ):
        return ast.Constant(node.value * 2 if up else node.value // 2)
    return ast.BinOp(node, ast.Mult() if up else ast.Div(), ast.Constant(2))


def variants(node: ast.expr) -> Iterator[ast.expr]:
    """What may stand for a formula instead, changed at its top."""
    if is_constant(node):
        if ast.unparse(node) not in ("0", "0.0", "Fraction(0)"):
            yield from (scaled(node, up) for up in (False, True))
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ARITHMETIC):
        if isinstance(node.left, LISTS) or isinstance(node.right, LISTS):
            return
        yield node.left  # the last term, factor, divisor or the exponent is dropped
        if isinstance(node.op, (ast.Add, ast.Mult)):
            yield node.right
        elif isinstance(node.op, ast.Div) and not is_constant(node.left):
            yield ast.BinOp(ast.Constant(1), ast.Div(), node.right)
        elif isinstance(node.op, ast.Pow) and not is_constant(node.right):
            yield from (
                ast.BinOp(node.left, node.op, scaled(node.right, up)) for up in (False, True)
            )
    elif called(node) == "sqrt":
        yield node.args[0]  # type: ignore[attr-defined]
    elif called(node) in LOGARITHMS:
        yield ast.Constant(1)
    elif called(node) in ONE_SIDE and len(node.args) > 1:  # type: ignore[attr-defined]
        yield from node.args  # type: ignore[attr-defined]


def changes(at: Slot) -> Iterator[tuple[Slot, ast.expr]]:
    """All places of a formula with what may stand there instead, from the outside in.

    >>> tree = ast.parse("2 * sqrt(a)", mode="eval")
    >>> [ast.unparse(new) for _, new in changes(slot(tree, "body"))]
    ['2', 'sqrt(a)', '1', '4', 'a']
    """
    yield from ((at, new) for new in variants(at[0]()))
    for place in parts(at[0]()):
        yield from changes(place)


def written(root: Slot) -> Iterator[tuple[Slot, ast.expr, str]]:
    """The changes of a formula, and how it reads before and after; each once."""
    known = {before := plain(root[0]())}
    for place, new in changes(root):
        old = place[0]()
        place[1](new)
        after = plain(root[0]())
        place[1](old)
        if after not in known:
            known.add(after)
            yield place, new, f"{before} → {after}"


def twice(at: Slot) -> Iterator[tuple[Slot, ast.expr, str]]:
    """A bound that has only a name, doubled and halved, in all its entries if it is a list."""
    if not is_constant(old := at[0]()) and not isinstance(old, ast.Constant):
        array = ast.parse("__import__('numpy').asarray", mode="eval").body
        for up in (True, False):
            new = scaled(ast.Call(array, [old], []), up)
            yield at, new, f"{ast.unparse(old)} → {ast.unparse(scaled(old, up))}"


def plain(node: ast.expr) -> str:
    """A formula as text, without factors and exponents 1 and without the checks of arguments.

    >>> tree = ast.parse("(R * positive(B, 'B')) ** 1 + 1 * c", mode="eval")
    >>> plain(tree.body)
    'R * B + c'
    """
    text = re.sub(r"\w+\((\w+), '\1'[^()]*\)", r"\1", ast.unparse(node))
    text = re.sub(r"(?<![*/.\w])( ?)1 \* | (\*\*|[*/]) 1\b(?!\.| [*/])", r"\1", text)
    return ast.unparse(ast.parse(text, mode="eval"))


def shape(words: str) -> str:
    """A change without the names of its world: they are numbered.

    >>> shape("(R * run.B) ** 2 → R ** 2")
    '(v0 * v1) ** 2 → v0 ** 2'
    """
    called_with = re.compile(r"([^\W\d][\w.]*)\([^()]*\)")  # a world, unless it is a formula
    for _ in range(words.count("(")):
        words = called_with.sub(
            lambda f: f[1] if f[1].split(".")[-1] not in FUNCTIONS else f[0], words
        )
    words = re.sub(r"(?<=\w)\[[^\[\]]*\]", "", words)  # which entries
    known: dict[str, str] = {}

    def number(found: re.Match[str]) -> str:
        inside = found[0].split(".")[-1] in FUNCTIONS
        return found[0] if inside else known.setdefault(found[0], f"v{len(known)}")

    return re.sub(r"[^\W\d][\w.]*", number, words)


def content(at: Slot) -> Iterator[Slot]:
    """Where the bound stands in the left side of a claim whose right side is a constant: behind the
    line of a fraction, behind the minus of a difference, on the right of a comparison."""
    node = at[0]()
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Div, ast.Sub)):
        yield slot(node, "right")
    elif isinstance(node, ast.Compare):
        yield from (slot(node, "comparators", k) for k in range(len(node.comparators)))
    elif not isinstance(node, ast.BinOp):
        for place in parts(node):
            yield from content(place)
