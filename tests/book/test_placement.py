"""Where the cells of a page go: what teaches stays, what tests is drawn, the rest is folded."""

from types import SimpleNamespace

import pytest
from docutils import nodes
from docutils.frontend import get_default_settings
from docutils.utils import new_document
from small_book import check, excuse, refute
from sphinx_proof.nodes import theorem_node

from bookext.evidence.mime_plugin import findings_node
from bookext.evidence.placement import PlaceCells
from bookext.nodes.tags import tag

TEST = 'check("thm-first", 1, "<=", 2, note="a world")'


def cell(code, *findings, prints="", tags=(), figure=False, hidden=False):
    """Return a code cell as MyST-NB makes it."""
    made = nodes.container(nb_element="cell_code", classes=["cell", *(f"tag_{t}" for t in tags)])
    source = nodes.container(nb_element="cell_code_source", classes=["cell_input"])
    made += source
    source += nodes.literal_block(code, code)
    outputs = nodes.container(nb_element="cell_code_output", classes=["cell_output"])
    if prints:
        outputs += nodes.literal_block(prints, prints)
    if findings:
        bundle = nodes.container(nb_element="mime_bundle")
        bundle += findings_node(fields=list(findings))
        outputs += bundle
    if figure or hidden:
        made["hide_mode"] = "input"
    if figure:
        outputs += nodes.figure()
    if outputs.children:
        made += outputs
    return made


def theorem(label="thm-first"):
    return theorem_node(label=label, realtype="theorem", countertype="theorem", classes=["proof"])


def sort(*parts, book="nowhere"):
    """Return the section of a page with these parts, sorted."""
    document = new_document("page", get_default_settings())
    document.settings.env = SimpleNamespace(srcdir=book, note_dependency=lambda name: None)
    section = nodes.section()
    document += section
    section += list(parts)
    PlaceCells(document).apply()
    return section


def folds(node, name):
    return [each for each in node.findall(tag) if name in each["classes"]]


def words(node):
    return " ".join(node.astext().split())


def test_a_test_right_behind_its_statement_goes_into_its_panel():
    section = sort(theorem(), cell("n = 3"), cell(TEST, check("thm-first"), refute("thm-first")))
    (box,) = section
    (panel,) = folds(box, "evidence")
    assert words(panel[0]) == "Holds in every case tested ✓ fails when it was spoilt ✗"
    (code,) = folds(panel, "code")
    assert [block.astext() for block in code.findall(nodes.literal_block)] == ["n = 3", TEST]
    assert len(folds(panel, "check")) == len(folds(panel, "refute")) == 1


def test_a_strip_groups_its_rows_by_world_and_typesets_what_is_claimed():
    code = (
        'report(claim("thm-first", "a world").holds(x, "==", y, says=r"x=y")'
        '.holds(a, "<=", b), check("thm-first", 1, "<=", 2, note="elsewhere"))'
    )
    found = [check("thm-first", says="x=y"), check("thm-first"), check("thm-first", note="there")]
    (box,) = sort(theorem(), cell(code, found[0], found[2]), cell(TEST, found[1], found[1]))
    (panel,) = folds(box, "evidence")
    assert [words(row) for row in folds(panel, "world")] == ["a world", "there"]
    assert len(folds(panel, "check")) == 4
    assert [node.astext() for node in panel.findall(nodes.math)] == ["x=y"]


def test_a_row_says_what_is_claimed_at_any_length_where_no_words_do():
    long = " + ".join(["first_term"] * 9)
    code = f'report(check("thm-first", {long}, "<=", 2, note="a world{{}}"))'
    for words_after, shown in [("", 1), (": in words", 0)]:
        found = check("thm-first", note=f"a world{words_after}")
        (row,) = folds(sort(theorem(), cell(code.format(words_after), found)), "check")
        assert len(list(row.findall(nodes.literal))) == shown


def test_a_table_says_what_its_signs_mean():
    line, _ = folds(sort(theorem(), cell(TEST, refute("thm-first"))), "ev-read")
    why = "a hypothesis was dropped or a constant changed on purpose"
    assert words(line) == f"✗ {why}; a case where the statement then fails. How to read a row"


def test_the_line_shows_the_refutation_that_drops_a_hypothesis(tmp_path):
    data = tmp_path / "book/data/hypotheses.yml"
    data.parent.mkdir(parents=True)
    data.write_text(
        "thm-first:\n- says: S is finite\n  broken: S is endless; then no bound holds\n"
    )
    halved = refute("thm-first", because="the bound is halved")
    dropped = refute("thm-first", because="S is endless; then no bound holds")
    code = 'claim("thm-first", "a world").holds(1, "<=", 2).breaks(3, "<=", 2).breaks(3, "<=", 2)'
    simulated = check("thm-first", basis="simulated")
    section = sort(theorem(), cell(code, simulated, halved, dropped), book=tmp_path)
    (panel,) = folds(section, "evidence")
    expected = "Holds in simulation ≈ fails when S is endless ✗ and after one other change"
    assert words(panel[0]) == expected


def test_what_is_broken_again_and_again_is_told_by_its_number():
    found = [refute("thm-first"), refute("thm-first")]
    code = 'claim("thm-first", "a world").breaks(3, "<=", 2).breaks(3, "<=", 2)'
    section = sort(theorem(), nodes.paragraph("", "We break it."), cell(code, *found))
    (here,) = folds(section, "here")
    assert words(here[0]).endswith("Changed in 2 ways, fails each time ✗")


def test_code_agrees_with_a_definition_without_a_line_on_the_page():
    for label, word in [("def-first", "agrees"), ("thm-first", "holds")]:
        section = sort(theorem(label), cell(TEST, check(label)))
        (row,) = folds(section, "check")
        assert word in words(row[0])
        assert len(folds(section, "away")) == (label == "def-first")


@pytest.mark.parametrize(
    "between", [[nodes.paragraph("", "We try it.")], [theorem("thm-second")]], ids=["words", "box"]
)
def test_a_test_that_is_announced_or_of_another_statement_keeps_its_place(between):
    section = sort(theorem(), *between, cell(TEST, check("thm-first")))
    here = section[-1]
    assert "here" in here["classes"]
    assert "open" not in here["attributes"]
    assert [node["statement"] for node in here.findall(tag) if "statement" in node]
    assert "away" in here["classes"]
    assert folds(section[0], "check")  # its statement tells it,
    assert not folds(here, "check")  # and where the code stands it is not told again
    assert [block.astext() for block in here.findall(nodes.literal_block)] == [TEST]


def test_what_no_box_of_the_page_tells_is_told_where_the_code_stands():
    (here,) = sort(cell(TEST, check("thm-elsewhere")))
    assert len(folds(here, "check")) == 1


def test_what_only_breaks_and_what_has_the_tag_stands_open():
    for found, tags in [(refute("thm-first"), ()), (check("thm-first"), ("open",))]:
        section = sort(theorem(), nodes.paragraph("", "x"), cell(TEST, found, tags=tags))
        assert section[-1]["attributes"] == {"open": ""}


def test_a_misprint_is_found_false_in_its_correction():
    slip = nodes.admonition("", classes=["correction"])
    section = sort(theorem(), slip, cell(TEST, refute("thm-first")), nodes.paragraph("", "x"))
    assert section[1] is slip
    assert len(section) == 3
    (here,) = folds(slip, "here")
    assert "open" not in here["attributes"]
    assert [block.astext() for block in here.findall(nodes.literal_block)] == [TEST]


def test_what_teaches_stays_open():
    printed = cell("print(3)", prints="3")
    tagged = cell("x = 3", tags=["teach"])
    section = sort(printed, tagged)
    assert list(section) == [printed, tagged]


def test_a_closing_test_is_taken_off_what_teaches():
    cells = cell(f"print(3)\n{TEST}", check("thm-first"), prints="3")
    section = sort(theorem(), cells)
    shown, panel = section[1], section[2]
    assert next(shown.findall(nodes.literal_block)).astext() == "print(3)"
    assert not list(shown.findall(findings_node))
    assert next(panel.findall(nodes.literal_block)).astext() == TEST


def test_all_imports_are_in_one_fold():
    (imports,) = sort(cell("import numpy as np"), cell("from math import pi"))
    assert len(list(imports.findall(nodes.literal_block))) == 2


def test_preparations_fold_under_what_they_set_up_or_with_their_figure():
    section = sort(cell("import numpy as np"), cell("X, y = 1, 2"), nodes.paragraph("", "x"),
                   cell("def f():\n    return 1"), cell("draw()", figure=True))  # fmt: skip
    imports, setup, _, figure = section
    assert words(imports[0]) == "Imports and settings"
    assert words(setup[0]) == "Sets up X, y"
    (drawn,) = folds(figure, "code")
    code = [block.astext() for block in drawn.findall(nodes.literal_block)]
    assert code == ["def f():\n    return 1", "draw()"]
    assert "hide_mode" not in figure


def test_a_figure_is_drawn_once_also_if_what_prepares_it_is_hidden_in_the_notebook():
    section = sort(cell("side = 3", hidden=True), cell("draw(side)", figure=True))
    (figure,) = section
    (drawn,) = folds(section, "code")
    code = [block.astext() for block in drawn.findall(nodes.literal_block)]
    assert code == ["side = 3", "draw(side)"]
    assert not [node for node in figure.findall(nodes.container) if "hide_mode" in node]


def test_every_cell_keeps_its_name_and_an_excuse_its_reason():
    section = sort(theorem(), cell(TEST, excuse("thm-first")), cell("x = 3"), cell("x = 3"))
    names = [node["ids"] for node in section.findall(nodes.container) if node["ids"]]
    assert len({name for ids in names for name in ids}) == 3
    assert "no run can tell" in words(section)
