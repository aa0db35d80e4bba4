"""Sort the cells of a page by what they are for, and put the evidence where it belongs.

What teaches stays open: a cell that prints, and one with the tag `teach`.  Imports, preparations
and the code of figures and tests are folded.  The evidence of a statement is drawn in its box
(panel.py).  The cells that tested it

* go there, too, if they stand right behind it, its proof or its figure, and are about it only;
* keep a line in their place if a sentence announces them, unless the boxes of the page tell all;
* go into the correction of the notes behind which they stand, if all they do is break;
* keep an open line if all they do is break, which is the lesson, or if a cell has the tag `open`.

The reader's own cell, with the tag `turn`, is folded into the exercise before it.
"""

from collections.abc import Iterator

from docutils import nodes
from sphinx.transforms import SphinxTransform

from bookext.evidence.cells import matched, only_imports, sets_up, without_test
from bookext.evidence.mime_plugin import findings_node
from bookext.evidence.panel import Finding, fold, panel
from bookext.evidence.record import cell_name
from bookext.evidence.results import HYPOTHESES, hypotheses
from bookext.labels import name_of, statements
from bookext.nodes.tags import element, tag

TEACH, OPEN, TURN = "tag_teach", "tag_open", "tag_turn"
SEEN = "What you should see"
SILENT = (nodes.comment, nodes.target, nodes.system_message)
PROSE = (nodes.paragraph, nodes.bullet_list, nodes.enumerated_list, nodes.math_block)
QUIET = ("preparation", "test")


class Cell:
    """A code cell, what it found, and the label of the statement before it."""

    def __init__(self, node: nodes.container, name: str, nearest: str) -> None:
        self.node, self.name, self.nearest = node, name, nearest
        self.code = node[0].astext()
        self.rows: list[Finding] = []
        self.findings = list(node.findall(findings_node))
        self.fields = [fields for found in self.findings for fields in found["fields"]]
        self.kind = self.sort()
        node["ids"].append(name)
        node.insert(0, link_to(name))

    def sort(self) -> str:
        if TURN in self.node["classes"]:
            return "turn"
        outputs = self.node[1].children if len(self.node) > 1 else []
        if self.node.attributes.pop("hide_mode", "") == "input" and outputs:
            return "figure"  # without an output it prepares one
        if TEACH in self.node["classes"] or len(outputs) > len(self.findings):
            return "teaching"
        if self.findings:
            return "test"
        return "imports" if only_imports(self.code) else "preparation"


def link_to(name: str) -> nodes.Element:
    what = {"href": f"#{name}", "title": "Link to this cell"}
    return element("a", "headerlink", "#", **what)


def is_code(node: nodes.Node) -> bool:
    return (
        isinstance(node, nodes.container)
        and node.get("nb_element") == "cell_code"
        and bool(node.children)
        and node[0].get("nb_element") == "cell_code_source"
    )


def boxes_and_cells(document: nodes.document) -> tuple[dict[str, nodes.Element], list[Cell]]:
    """Return the boxes of statements by label, and the cells, both in order."""
    boxes: dict[str, nodes.Element] = {}
    cells: list[Cell] = []
    taken: set[str] = set()
    for node in list(document.findall(nodes.Element)):
        if "realtype" in node and "countertype" in node:
            boxes[node["label"]] = node
        elif is_code(node):
            name = cell_name(node[0].astext(), taken)
            cells.append(Cell(node, name, next(reversed(boxes), "")))
    return boxes, cells


def read_rows(cells: list[Cell]) -> None:
    """Give each cell its rows, with the claims of its code."""
    for cell in cells:
        made = [(fields["kind"], fields["theorem"]) for fields in cell.fields]
        for fields, claim in zip(cell.fields, matched(cell.code, made), strict=True):
            cell.rows.append(Finding(fields, claim, cell.name))


def beside(node: nodes.Node, step: int) -> nodes.Node | None:
    """Return the next (1) or the previous (-1) sibling that a reader sees."""
    siblings = node.parent.children
    at = siblings.index(node) + step
    while 0 <= at < len(siblings) and isinstance(siblings[at], SILENT):
        at += step
    return siblings[at] if 0 <= at < len(siblings) else None


def runs(cells: list[Cell]) -> Iterator[list[Cell]]:
    """Yield the cells in order; those that test come together with those that lead to them."""
    for neighbours in chains(cells):
        tests = [at for at, cell in enumerate(neighbours, start=1) if cell.kind == "test"]
        end = max(tests, default=0)
        yield from filter(None, (neighbours[:end], neighbours[end:]))


def chains(cells: list[Cell]) -> Iterator[list[Cell]]:
    """Yield quiet cells between which nothing stands together, every other cell by itself."""
    chain: list[Cell] = []
    for cell in cells:
        if chain and not (cell.kind in QUIET and beside(chain[-1].node, 1) is cell.node):
            yield chain
            chain = []
        chain.append(cell)
        if cell.kind not in QUIET:
            yield chain
            chain = []
    if chain:
        yield chain


class PlaceCells(SphinxTransform):
    """Fold the cells of a page and draw its evidence."""

    default_priority = 500  # after the solutions have taken in their cells

    def apply(self, **kwargs):
        boxes, cells = boxes_and_cells(self.document)
        read_rows(cells)
        self.tests: dict[str, list[nodes.Node]] = {label: [] for label in boxes}
        self.figures = {id(cell.node): cell for cell in cells if cell.kind == "figure"}
        for run in list(runs(cells)):
            self.place(run)
        rows = [row for cell in cells for row in cell.rows]
        for label, box in boxes.items():
            mine = [row for row in rows if row.label == label]
            if mine:
                code = self.tests[label]
                folded = [fold("code", "Code", code)] if code else []
                box += panel(mine, folded, about=label, lead=self.lead(label))

    def lead(self, label: str) -> str:
        """Return the refutation that drops the first hypothesis of a statement."""
        self.env.note_dependency(HYPOTHESES)
        dropped = hypotheses(self.env.srcdir).get(label, ())
        return next((each.broken for each in dropped if each.broken and not each.of), "")

    def place(self, run: list[Cell]) -> None:
        kinds, last = {cell.kind for cell in run}, run[-1].node
        if "test" in kinds:
            self.place_tests(run)
        elif "turn" in kinds:
            exercise = beside(last, -1)
            exercise += fold("turn", "Try it in Python", take(run))
        elif "teaching" in kinds:
            self.split(run[0])
        elif "figure" in kinds:
            fold_figure(run[0].node)
            take_answer(run[0].node)
        elif "imports" in kinds:
            before, (where, at) = beside(run[0].node, -1), place_of(run)
            if isinstance(before, tag) and "imports" in before["classes"]:
                before += take(run)
            else:
                where.insert(at, fold("imports away", "Imports and settings", take(run)))
        elif id(figure := beside(last, 1)) in self.figures:
            figure["prepared"] = take(run)
        else:
            names = [name for cell in run for name in sets_up(cell.code)]
            said = ", ".join(dict.fromkeys(names)) or "the next lines"
            where, at = place_of(run)
            where.insert(at, fold("setup away", f"Sets up {said}", take(run)))

    def place_tests(self, run: list[Cell]) -> None:
        rows = [row for cell in run for row in cell.rows]
        nearest, node = run[0].nearest, run[0].node
        broken = all(row.sign == "refute" for row in rows)
        free, before = isinstance(node.parent, (nodes.section, nodes.document)), beside(node, -1)
        if broken and before is not None and "correction" in before["classes"]:
            before += self.panel_here(rows, take(run))
            return
        announced = isinstance(before, PROSE)
        if free and not broken and not announced and {row.label for row in rows} == {nearest}:
            self.tests[nearest] += take(run)
            return
        where, at = place_of(run)
        opened = broken or any(OPEN in cell.node["classes"] for cell in run)
        where.insert(at, self.panel_here(rows, take(run), opened))

    def panel_here(self, rows: list[Finding], code: list[nodes.Node], opened: bool = False) -> tag:
        """Return the panel where the code stands, without what the boxes of this page show."""
        told = bool(code) and not opened and all(row.label in self.tests for row in rows)
        folded = code if told or not code else [fold("code", "Code", code)]
        return panel(rows, folded, opened=opened, told=told)

    def split(self, cell: Cell) -> None:
        """Take the closing test off a cell that teaches."""
        if not cell.findings:
            return
        for found in cell.findings:
            output = found.parent
            while output.parent.get("nb_element") != "cell_code_output":
                output = output.parent
            output.parent.remove(output)
        code, test = without_test(cell.code)
        where, at = place_of([cell])
        tested = cell.node[1].deepcopy()
        if code and test:
            write(cell.node[1], code)
            write(tested, test)
        where.insert(at + 1, self.panel_here(cell.rows, [tested] if test else []))


def place_of(run: list[Cell]) -> tuple[nodes.Element, int]:
    node = run[0].node
    return node.parent, node.parent.index(node)


def take(run: list[Cell]) -> list[nodes.Node]:
    """Take the nodes of the cells out of the page, without their findings."""
    for cell in run:
        cell.node.parent.remove(cell.node)
        if cell.kind == "test":
            del cell.node[2:]
    return [cell.node for cell in run]


def write(source: nodes.Element, code: str) -> None:
    """Let a block of source show other code."""
    (block,) = source.findall(nodes.literal_block)
    block.rawsource = code
    block.children = []
    block += nodes.Text(code)


def fold_figure(cell: nodes.container) -> None:
    """Put the code of a figure, and what prepares it, behind a sign in its corner."""
    code = [*cell.attributes.pop("prepared", []), cell[1]]
    cell.remove(cell[1])
    sign = element("span", "", "</>", aria_hidden="true")
    name = element("span", "visually-hidden", "Code of this figure")
    line = element("summary", "", sign, name, title="Code of this figure")
    cell += element("details", "quiet code of-figure", line, *code)


def take_answer(cell: nodes.container) -> None:
    """Move what a reader should see in a figure from behind it into its caption, which asks."""
    answer, figures = beside(cell, 1), list(cell.findall(nodes.figure))
    if len(figures) != 1 or not is_answer(answer):
        return
    answer.parent.remove(answer)
    inside = fold("seen", SEEN, answer.children[1:])
    inside["classes"] = ["seen"]
    figures[0] += nodes.legend("", inside)


def is_answer(node: nodes.Node | None) -> bool:
    """Return whether a node is the dropdown that answers the question of a figure."""
    return (
        isinstance(node, nodes.container)
        and node.get("design_component") == "dropdown"
        and node[0].astext() == SEEN
    )


def write_names(app, doctree, docname):
    """Write "Theorem 6.8" where a panel names a statement."""
    places = [node for node in doctree.findall(nodes.Element) if "statement" in node]
    if not places or app.builder.format != "html":
        return
    known = {label: (page, kind, number) for label, page, kind, number in statements(app.env)}
    for node in places:
        label = node["statement"]
        if label in known:
            page, kind, number = known[label]
            uri = app.builder.get_relative_uri(docname, page)
            if node["name"] == "a":
                node["attributes"]["href"] = f"{'' if page == docname else uri}#{label}"
            node += nodes.Text(name_of(kind, number))


def setup(app):
    app.setup_extension("bookext.nodes.tags")
    app.add_transform(PlaceCells)
    app.connect("doctree-resolved", write_names)
