"""A check names its statement by label; on the page the label becomes "Theorem 6.9", with a link.

The recorded notebooks keep the label, which nbval compares.
"""

import re

from docutils import nodes

NAMED = re.compile(
    r"^([a-z]+(?:-[a-z0-9]+)+)(?= (?:holds|broken as|cannot be checked))", flags=re.M
)


def statements(env):
    """Yield each label with the page, the kind and the number of its statement."""
    for label, entry in getattr(env, "proof_list", {}).items():
        numbers = env.toc_fignumbers.get(entry["docname"], {}).get(entry["countertype"], {})
        yield label, entry["docname"], entry["realtype"], numbers.get(label, ())
    for label, entry in getattr(env, "sphinx_exercise_registry", {}).items():
        numbers = env.toc_fignumbers.get(entry["docname"], {}).get("exercise", {})
        yield label, entry["docname"], "exercise", numbers.get(label, ())


def link_names(app, doctree, docname):
    blocks = [
        block for block in doctree.findall(nodes.literal_block) if NAMED.search(block.astext())
    ]
    if not blocks or app.builder.format != "html":
        return
    known = {label: (page, kind, number) for label, page, kind, number in statements(app.env)}
    for block in blocks:
        text, end, parts = block.astext(), 0, []
        for found in NAMED.finditer(text):
            if found[1] not in known:
                continue
            page, kind, number = known[found[1]]
            words = f"{kind.capitalize()} {'.'.join(map(str, number))}"
            uri = f"{app.builder.get_relative_uri(docname, page)}#{found[1]}"
            parts += [nodes.Text(text[end : found.start()])]
            parts += [nodes.reference("", words, internal=True, refuri=uri)]
            end = found.end()
        block.children = []
        block.rawsource = ""  # so that Sphinx writes the links and does not highlight
        block += [*parts, nodes.Text(text[end:])]


def setup(app):
    app.connect("doctree-resolved", link_names)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
