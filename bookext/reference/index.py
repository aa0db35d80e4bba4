"""Make the index of terms and people from what the pages say anyway.

* What a definition emphasises is a term, and leads to the definition.
* book/data/index.yml names, chapter by chapter, other emphasised words that are terms, and
  statements that belong under a term of their own.
* A person is entered where a work is cited, and, if listed there, where the name is written
  (or the words given there instead, if the name is a word as well).
* The role {index}`term` enters what it shows, for all that remains.

A line of index.yml that finds nothing fails the build.

The directive `{index-of} terms` (or people) writes the list.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from unicodedata import normalize

import pybtex.database
from docutils import nodes
from sphinx import addnodes
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from bookext.domain import read_of, to_write_again
from bookext.labels import anchor_of, link, names, reading_order, with_commas, words_for
from bookext.nodes.tags import element, slide_node
from bookext.notes.data import read
from bookext.source import chapter_of

logger = logging.getLogger(__name__)
NOT_PROSE = (nodes.literal, nodes.literal_block, nodes.math, nodes.math_block, nodes.raw)


class Entry(NamedTuple):
    """A term or person, perhaps under another one, its target, and what is around the target."""

    list: str  # "terms" or "people"
    words: tuple[str, ...]
    target: str
    anchor: str


def settings_file(app) -> Path:
    return Path(app.srcdir, "book", "data", "index.yml")


def settings(app) -> dict[str, Any]:
    """Return what index.yml says, if there is one."""
    file = settings_file(app)
    return read(file.parent, file.name) if file.exists() else {}


def named_by(entry: str | dict[str, str]) -> Iterator[tuple[str, str]]:
    """Yield a listed person with what names them: the surname, unless words are given.

    >>> list(named_by("Hart, Peter E.")), list(named_by({"Cover, Thomas M.": "Cover and"}))
    ([('Hart, Peter E.', 'Hart')], [('Cover, Thomas M.', 'Cover and')])
    """
    if isinstance(entry, dict):
        yield from entry.items()
    else:
        yield entry, entry.partition(",")[0]


def name_of(person: pybtex.database.Person) -> str:
    family, given = (
        " ".join(str(part) for part in parts)
        for parts in (
            (*person.rich_prelast_names, *person.rich_last_names),
            (*person.rich_first_names, *person.rich_middle_names),
        )
    )
    return f"{family}, {given}"


def under(term: str) -> list[tuple[str, ...]]:
    """Return the entries of a term; one of two words stands under its second as well.

    >>> under("functional margin"), under("margin; functional")
    ([('functional margin',), ('margin', 'functional')], [('margin', 'functional')])
    """
    if ";" in term:
        return [tuple(part.strip() for part in term.split(";"))]
    words = term.split()
    return [(term,), *([(words[1], words[0])] if len(words) == 2 else [])]


def target_at(app, node: nodes.Node) -> str:
    """Return where a link to a node leads: its statement, else its paragraph or its section."""
    anchor = anchor_of(node)
    owner = next((box for box in ancestors(node) if anchor in box.get("ids", [])), None)
    block = next((box for box in ancestors(node) if isinstance(box, nodes.paragraph)), None)
    if block is None or not isinstance(owner, nodes.section):
        return anchor
    if not block["ids"]:
        block["ids"].append(f"at-{app.env.new_serialno('index') + 1}")
    return block["ids"][0]


def terms(app, doctree) -> Iterator[tuple[str, nodes.Node]]:
    """Yield every term of a page with the node that says it."""
    chapter = f"{chapter_of(app.env.docname):02}"
    own = settings(app).get(chapter) or {}
    used = read_of(app.env, "in index.yml").setdefault(app.env.docname, [])
    emphasised, labels = own.get("emphasised") or {}, own.get("statements") or {}
    for node in doctree.findall(nodes.emphasis):
        said = " ".join(node.astext().split())
        defines = any("definition" in box.get("classes", []) for box in ancestors(node))
        if said in emphasised or defines:
            used.append(said)
            yield from ((term, node) for term in listed(emphasised.get(said, said)))
    for box in doctree.findall(lambda node: isinstance(node, nodes.Element) and "label" in node):
        if box["label"] in labels and box["label"] in box["ids"]:
            used.append(box["label"])
            yield from ((term, box[0]) for term in listed(labels[box["label"]]))
    for node in doctree.findall(addnodes.index):
        yield from ((value, node) for _, value, *_ in node["entries"])


def listed(value: str | list[str]) -> list[str]:
    return value if isinstance(value, list) else [value]


def ancestors(node: nodes.Node) -> Iterator[nodes.Element]:
    while (node := node.parent) is not None:
        yield node


def people(app, doctree) -> Iterator[tuple[str, nodes.Node]]:
    """Yield every person of a page, with the node that names or cites them."""
    works = app.env.get_domain("cite").bibdata.data.entries
    known = settings(app).get("people") or []
    surnames = {words: name for entry in known for name, words in named_by(entry)}
    for node in doctree.findall(addnodes.pending_xref):
        if node.get("refdomain") == "cite":
            for key in map(str.strip, node["reftarget"].split(",")):
                authors = works[key].persons.get("author", []) if key in works else []
                yield from ((name_of(person), node) for person in authors)
    if not surnames:
        return
    name = re.compile(rf"\b({'|'.join(map(re.escape, surnames))})\b")
    for node in doctree.findall(nodes.Text):
        if not any(isinstance(parent, NOT_PROSE) for parent in ancestors(node)):
            yield from ((surnames[found[0]], node) for found in name.finditer(node.astext()))


def collect(app, doctree):
    if chapter_of(app.env.docname) is None:
        return
    found = [("terms", words, node) for term, node in terms(app, doctree) for words in under(term)]
    found += [("people", (name,), node) for name, node in people(app, doctree)]
    entries: dict[tuple, Entry] = {}
    for which, words, node in found:
        if any(isinstance(box, slide_node) for box in ancestors(node)):  # and not on the page
            continue
        place = which, words, anchor_of(node)
        if place not in entries:  # one for each statement or section
            entries[place] = Entry(which, words, target_at(app, node), place[2])
    read_of(app.env, "index")[app.env.docname] = list(entries.values())


def check(app, env):
    used = {name for names in read_of(env, "in index.yml").values() for name in names}
    chapters = {chapter_of(page) for page in env.found_docs}
    for chapter, own in settings(app).items():
        if not chapter.isdigit() or int(chapter) not in chapters:
            continue
        for part, what in (("emphasised", "emphasises"), ("statements", "states")):
            for name in set(own.get(part) or {}) - used:
                logger.warning(
                    "book/data/index.yml: chapter %s %s no %r: correct or remove the line",
                    chapter, what, name,
                )  # fmt: skip


class List(nodes.General, nodes.Element):
    """The place of a list, which is known when all pages are read."""


class IndexOf(SphinxDirective):
    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        read_of(self.env, "shows the index")[self.env.docname] = True
        return [List(list=self.arguments[0])]


def all_entries(env) -> Iterator[tuple[str, Entry]]:
    for page in reading_order(env, env.config.root_doc):
        yield from ((page, entry) for entry in read_of(env, "index").get(page, []))


def named_entries(env) -> list[tuple[str, Entry, str]]:
    """Return all entries in order, each with its page and the words of the link to it."""
    named = names(env)
    return [
        (page, entry, words_for(env, named, page, entry.anchor)[0])
        for page, entry in all_entries(env)
    ]


def changed_pages(app, env):
    """Return the pages with a list, if the entries are not those of the last build."""
    entries = named_entries(env)
    return to_write_again(env, "index", dict.fromkeys(read_of(env, "shows the index"), entries))


def changed_chapters(app, env, added, changed, removed):
    """Return the pages to read again, because index.yml says something else of their chapter."""
    own = settings(app)
    chapters = ((page, chapter_of(page)) for page in env.found_docs)
    said = {page: (own.get(f"{c:02}"), own.get("people")) for page, c in chapters if c is not None}
    return to_write_again(env, "index.yml", said)


def sort_key(words: str) -> str:
    """Return what words are sorted by: their letters, without accents.

    >>> sort_key("Möbius inversion"), sort_key("McDiarmid's inequality")
    ('mobius inversion', 'mcdiarmids inequality')
    """
    return re.sub(r"[^a-z0-9 ]", "", normalize("NFKD", words.casefold()))


def write(app, doctree, docname):
    for place in list(doctree.findall(List)):
        tree: dict[str, dict[str, Any]] = {}
        for page, entry, words in named_entries(app.env):
            if entry.list == place["list"]:
                at = tree.setdefault(entry.words[0], {"links": {}, "below": {}})
                if entry.words[1:]:
                    at = at["below"].setdefault(entry.words[1], {"links": {}})
                at["links"].setdefault(words, link(app, docname, page, entry.target, words))
        made = entry_list(tree)
        made["classes"].append("index-of")
        place.replace_self([letters(made, place["list"]), made])


def entry_list(tree: dict[str, dict[str, Any]]) -> nodes.bullet_list:
    made = nodes.bullet_list()
    for words in sorted(tree, key=sort_key):
        links = tree[words]["links"].values()
        item = nodes.list_item(
            "", nodes.paragraph("", "", *with_commas([nodes.Text(words), *links]))
        )
        if tree[words].get("below"):
            item += entry_list(tree[words]["below"])
        made += item
    return made


def letters(entries: nodes.bullet_list, which: str) -> nodes.Element:
    """Return links to the first entry of each letter, which gets a name."""
    links: dict[str, nodes.reference] = {}
    for item in entries.children:
        letter = sort_key(item.astext())[:1].upper()
        if letter.isalpha() and letter not in links:
            item["ids"].append(f"{which}-{letter.lower()}")
            uri = f"#{which}-{letter.lower()}"
            links[letter] = nodes.reference("", letter, internal=True, refuri=uri)
    return element("nav", "letters", *links.values(), aria_label=f"Letters of the {which}")


def setup(app):
    app.setup_extension("bookext.nodes.tags")
    app.connect("env-get-outdated", changed_chapters)
    app.connect("doctree-read", collect)
    app.connect("env-check-consistency", check)
    app.add_directive("index-of", IndexOf)
    app.add_node(List)
    app.connect("env-get-updated", changed_pages, priority=900)
    app.connect("doctree-resolved", write)
