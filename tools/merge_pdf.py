"""Merge the printed parts of the book into one PDF: pages, places, links, outline and tags.

Every part is a PDF as Chromium writes it: places are names in the catalogue, the outline is a
chain of entries, and the tree of tags says of each page and each link to which element it belongs
by a number, which is made unique here.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from urllib.parse import unquote

import pikepdf
from join_pages import ELSEWHERE
from paper_page import FORMULA
from pikepdf import Array, Dictionary, Name, ObjectStreamMode, Pdf, String


class Book:
    """A PDF that grows part by part."""

    def __init__(self, pdf: Pdf, headings: Iterable[str]) -> None:
        self.pdf = pdf
        self.headings = {"".join(words.split()): " ".join(words.split()) for words in headings}
        self.places = Dictionary()
        self.parents = Array()  # number, element, number, element, ...
        self.names = Array()  # name of an element, element, ...
        self.outline = pdf.make_indirect(Dictionary(Type=Name.Outlines, Count=0))
        self.tree = pdf.make_indirect(Dictionary(Type=Name.StructTreeRoot))
        self.document = pdf.make_indirect(
            Dictionary(Type=Name.StructElem, S=Name.Document, P=self.tree, K=Array())
        )

    def add(self, part: Pdf, prefix: str) -> None:
        """Add the pages of a part, which is changed; every part has another `prefix`."""
        elements = [e for e in part.objects if is_element(e)]
        named = rename(elements, prefix)
        name_kinds(elements)
        renumber(part, len(self.parents) // 2)
        for page in part.pages:
            lead_inside(page)
            self.pdf.pages.append(page)
        # After the pages, so that what refers to one finds it.
        tree = self.pdf.copy_foreign(part.Root.StructTreeRoot)
        top = tree.K[0] if isinstance(tree.K, Array) else tree.K
        top.S, top.P = Name.Part, self.document
        self.document.K.append(top)
        self.parents.extend(tree.ParentTree.Nums)
        for name, element in named.items():
            self.names.extend([String(name), self.pdf.copy_foreign(element)])
        for name, place in self.pdf.copy_foreign(indirect(part, "/Dests")).items():
            self.places[name] = place
        if "/Outlines" in part.Root:
            self.add_outline(self.pdf.copy_foreign(part.Root.Outlines))

    def add_outline(self, outline: Dictionary) -> None:
        """Append the entries of a part to the outline, closed: a negative count says so."""
        if "/First" not in outline:
            return
        self.mend_titles(outline.First)
        entry = outline.First
        while entry is not None:
            entry.Parent = self.outline
            entry.Count = -abs(int(entry.get("/Count", 0)))
            self.outline.Count += 1
            entry = entry.get("/Next")
        if "/Last" in self.outline:
            self.outline.Last.Next, outline.First.Prev = outline.First, self.outline.Last
        else:
            self.outline.First = outline.First
        self.outline.Last = outline.Last

    def mend_titles(self, entry: Dictionary | None) -> None:
        """Chromium forgets the space between the lines of a heading."""
        while entry is not None:
            title = str(entry.Title)
            entry.Title = String(self.headings.get("".join(title.split()), title))
            self.mend_titles(entry.get("/First"))
            entry = entry.get("/Next")

    def finish(self, title: str, author: str) -> None:
        """Put together what was gathered."""
        root, new = self.pdf.Root, self.pdf.make_indirect
        self.tree.K = Array([self.document])
        self.tree.ParentTree = new(Dictionary(Nums=self.parents))
        self.tree.ParentTreeNextKey = len(self.parents) // 2
        if self.names:
            self.tree.IDTree = new(Dictionary(Names=self.names))
        # structure types of PDF 2.0, for readers that do not know them
        self.tree.RoleMap = Dictionary(Strong=Name.Span, Em=Name.Span)
        root.StructTreeRoot = self.tree
        root.MarkInfo = Dictionary(Marked=True)
        root.Lang = String("en")
        root.Dests = new(self.places)
        root.Outlines = self.outline
        root.PageMode = Name.UseOutlines
        root.ViewerPreferences = Dictionary(DisplayDocTitle=True)
        with self.pdf.open_metadata(set_pikepdf_as_editor=False) as about:
            about["dc:title"], about["dc:creator"] = title, [author]
            about["dc:language"] = ["en"]


def merge(
    parts: Sequence[Path], headings: Iterable[str], title: str, author: str, target: Path
) -> int:
    """Write the book; the number of its pages."""
    with Pdf.new() as pdf:
        book = Book(pdf, headings)
        for number, path in enumerate(parts, start=1):
            book.add(Pdf.open(path), f"{number:03}-")  # not closed, as the pages still read it
        book.finish(title, author)
        target.parent.mkdir(exist_ok=True)
        pdf.save(target, object_stream_mode=ObjectStreamMode.generate)
        return len(pdf.pages)


def is_element(thing: pikepdf.Object) -> bool:
    return isinstance(thing, Dictionary) and thing.get("/Type") == "/StructElem"


def indirect(part: Pdf, name: str) -> pikepdf.Object:
    """An entry of the catalogue, in a form that can be copied."""
    entry = part.Root.get(name, Dictionary())
    return entry if entry.is_indirect else part.make_indirect(entry)


def rename(elements: Sequence[Dictionary], prefix: str) -> dict[str, Dictionary]:
    """Put a prefix before the names of the elements that another one names: the cells of a table
    name their headers. The other names say nothing and go."""
    named = set()
    for element in elements:
        for attribute in element.get("/A", []):
            if "/Headers" in attribute:
                named.update(map(str, attribute.Headers))
                attribute.Headers = Array(String(prefix + str(name)) for name in attribute.Headers)
    kept = {}
    for element in elements:
        if "/ID" in element:
            name = str(element.ID)
            del element.ID
            if name in named:
                element.ID = String(prefix + name)
                kept[prefix + name] = element
    return dict(sorted(kept.items()))


def name_kinds(elements: Sequence[Dictionary]) -> None:
    """Chromium takes formulas for figures, and the frame of a picture with its caption too."""
    for element in elements:
        if element.S == "/Figure":
            said = str(element.get("/Alt", ""))
            if said.startswith(FORMULA):
                element.S, element.Alt = Name.Formula, String(said.removeprefix(FORMULA))
            elif not said:
                element.S = Name.Div


def renumber(part: Pdf, first: int) -> None:
    """Number the pages and links of a part from `first` in the tree of tags."""
    numbers = part.Root.StructTreeRoot.ParentTree.Nums
    new = {int(old): first + at for at, old in enumerate(list(numbers)[::2])}
    for at in range(0, len(numbers), 2):
        numbers[at] = new[int(numbers[at])]
    for page in part.pages:
        for holder in [page.obj, *page.obj.get("/Annots", [])]:
            for key in {"/StructParents", "/StructParent"}.intersection(holder.keys()):
                if int(holder[key]) in new:
                    holder[key] = new[int(holder[key])]
                else:  # nothing on the page is tagged
                    del holder[key]


def lead_inside(page: pikepdf.Page) -> None:
    """Make links to other parts links inside the book."""
    for note in page.obj.get("/Annots", []):
        target = str(note.A.URI) if "/A" in note and "/URI" in note.A else ""
        if target.startswith(ELSEWHERE):
            del note.A
            note.Dest = Name("/" + unquote(target.removeprefix(f"{ELSEWHERE}#")))
