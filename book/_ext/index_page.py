"""The pages that show the index: the directive `{index-of} terms` (or people) writes the list."""

import re
from collections.abc import Iterator
from typing import Any

from book_index import Entry
from docutils import nodes
from sphinx.util.docutils import SphinxDirective
from whereabouts import reading_order, words_for


class List(nodes.General, nodes.Element):
    """The place of a list, which is known when all pages are read."""


class IndexOf(SphinxDirective):
    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        return [List(list=self.arguments[0])]


def all_entries(env) -> Iterator[tuple[str, Entry]]:
    for page in reading_order(env, env.config.root_doc):
        yield from ((page, entry) for entry in env.metadata[page].get("index", []))


def changed_pages(app, env):
    """The pages with a list, if the entries are not those of the last build."""
    now = list(all_entries(env))
    before, env.index_before = getattr(env, "index_before", None), now
    return [page for page, about in env.metadata.items() if about.get("lists")] * (now != before)


def note_lists(app, doctree):
    app.env.metadata[app.env.docname]["lists"] = bool(list(doctree.findall(List)))


def sort_key(words: str) -> str:
    return re.sub(r"[^a-z0-9 ]", "", words.casefold())


def write(app, doctree, docname):
    for place in list(doctree.findall(List)):
        tree: dict[str, dict[str, Any]] = {}
        for page, entry in all_entries(app.env):
            if entry.list == place["list"]:
                at = tree.setdefault(entry.words[0], {"links": {}, "below": {}})
                if entry.words[1:]:
                    at = at["below"].setdefault(entry.words[1], {"links": {}})
                words, _ = words_for(app.env, page, entry.anchor)
                uri = f"{app.builder.get_relative_uri(docname, page)}#{entry.target}"
                at["links"].setdefault(words, uri)
        made = entry_list(tree)
        made["classes"].append("index-of")
        place.replace_self(made)


def entry_list(tree: dict[str, dict[str, Any]]) -> nodes.bullet_list:
    made = nodes.bullet_list()
    for words in sorted(tree, key=sort_key):
        line = nodes.paragraph("", words)
        for text, uri in tree[words]["links"].items():
            line += [nodes.Text(", "), nodes.reference("", text, internal=True, refuri=uri)]
        item = nodes.list_item("", line)
        if tree[words].get("below"):
            item += entry_list(tree[words]["below"])
        made += item
    return made


def setup(app):
    app.add_directive("index-of", IndexOf)
    app.add_node(List)
    app.connect("doctree-read", note_lists)
    app.connect("env-get-updated", changed_pages, priority=900)
    app.connect("doctree-resolved", write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
