"""Where something stands: the statement, exercise or section around it, and what a link says."""

from collections.abc import Iterator

from check_names import statements
from docutils import nodes


def reading_order(env, page: str) -> Iterator[str]:
    yield page
    for below in env.toctree_includes.get(page, []):
        yield from reading_order(env, below)


def anchor_of(inside: nodes.Node) -> str:
    """The label of the statement or exercise around a node, or the name of the section."""
    node = inside.parent
    while node is not None:
        ids = node.get("ids", [])
        inner = {"proof-content", "exercise-content"}.intersection(ids)
        if ids and not inner and (node.get("label") in ids or isinstance(node, nodes.section)):
            return node.get("label", ids[0])
        node = node.parent
    return ""


def words_for(env, page: str, anchor: str) -> tuple[str, str]:
    """What a link to a place says, and its fragment."""
    for label, _, kind, number in statements(env):
        if label == anchor:
            return f"{kind.capitalize()} {'.'.join(map(str, number))}", f"#{anchor}"
    numbers = env.toc_secnumbers.get(page, {})
    fragment = f"#{anchor}" if f"#{anchor}" in numbers else ""
    number = numbers.get(fragment, ())
    kind = "Chapter" if len(number) == 1 else "Section"
    return f"{kind} {'.'.join(map(str, number))}", fragment
