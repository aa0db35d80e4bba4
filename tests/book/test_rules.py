"""The house rules of a chapter; each message tells an author what to do."""

from __future__ import annotations

import ast
import re
from statistics import median

import book_source as book
import pytest

from bookext.evidence.record import read_book
from bookext.evidence.results import unchecked, unknown, unproved

CHAPTERS = sorted(book.chapters())
PAGES = book.pages()
CELLS = [cell for page in PAGES for cell in book.cells(page)]
LINES = [(f"{page.name}:{n}", row) for page in PAGES for n, row in book.prose(page)]


def in_chapter(chapter, gather):
    return [item for page in book.chapters()[chapter] for item in gather(page)]


def tell(problems, remedy):
    assert not problems, f"{remedy}:\n  " + "\n  ".join(map(str, problems))


def test_there_are_chapters_with_cells_and_prose():
    assert CHAPTERS
    assert len(CELLS) > len(PAGES) < len(LINES)


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_cells_are_short(chapter):
    found = in_chapter(chapter, book.cells)
    long = [f"{c.where}: {c.length} lines" for c in found if c.length > 20]
    tell(long, "split these cells, no cell has more than 20 lines")
    typical = median(c.length for c in found if "turn" not in c.tags)  # these are folded
    assert typical <= 8, f"the median cell of chapter {chapter} has {typical} lines, at most 8"


def test_code_fits_the_column():
    odd = [
        f"{cell.where}: {row.strip()[:60]}..."
        for cell in CELLS
        for row in cell.source.splitlines()
        if len(row) > 92
    ]
    tell(odd, "wrap these rows, the page shows 92 characters")


def test_every_name_that_a_page_imports_is_used():
    odd = []
    for page in PAGES:
        nodes = [n for cell in book.cells(page) for n in ast.walk(ast.parse(cell.source))]
        used = {node.id for node in nodes if isinstance(node, ast.Name)}
        for node in nodes:
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                names = [alias.asname or alias.name.split(".")[0] for alias in node.names]
                odd += [f"{page.name}: {name}" for name in names if name not in used]
    tell(odd, "take these out of the imports of their pages, no cell uses them")


def test_first_cell_only_sets_up():
    allowed = (ast.Import, ast.ImportFrom)
    odd = []
    for first in (book.cells(page)[0] for page in PAGES):
        for node in ast.parse(first.source).body:
            text = ast.unparse(node)
            if not isinstance(node, allowed) and not re.match(
                r"plots\.use_style\(\)$|rng = np\.random\.default_rng\(\d+\)$", text
            ):
                odd.append(f"{first.where}: {text}")
    tell(odd, "a setup cell has imports, plots.use_style() and one rng, not")


def test_randomness_is_seeded():
    odd = []
    for cell in CELLS:
        odd += [
            f"{cell.where}: {m}"
            for m in re.findall(r"np\.random\.(?!default_rng\(\w)\w+", cell.source)
        ]
        odd += [f"{cell.where}: {m}" for m in re.findall(r"default_rng\(\)", cell.source)]
        odd += [
            f"{cell.where}: import random"
            for _ in re.findall(r"^(?:import|from) random", cell.source, flags=re.M)
        ]
    tell(odd, "draw from the chapter's rng, or from np.random.default_rng(a number)")


def test_no_network_and_no_installation():
    odd = [
        f"{cell.where}: {m[0]}"
        for cell in CELLS
        for m in re.finditer(
            r"^\s*[!%].*|\b(?:requests|urllib|urlopen|fetch_\w+|load_\w+)\b",
            cell.source,
            flags=re.M,
        )
    ]
    tell(odd, "a chapter neither installs nor downloads anything")


def test_figures_have_caption_label_and_alt_text():
    odd = []
    for cell in CELLS:
        draws = "plt.show(" in cell.source or re.search(r"^explore\(", cell.source, flags=re.M)
        if not draws:
            continue
        if not str(cell.figure.get("name", "")).startswith("fig-"):
            odd.append(f"{cell.where}: mystnb figure name (fig-...)")
        if len(str(cell.figure.get("caption", ""))) < 30:
            odd.append(f"{cell.where}: mystnb figure caption")
        if "plt.show(" in cell.source and len(cell.figure.get("alt") or "") < 40:
            odd.append(f"{cell.where}: mystnb image alt that says what is seen")
    tell(odd, "give these figures what they lack")


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_three_explorable_figures(chapter):
    found = [
        c for c in in_chapter(chapter, book.cells) if re.search(r"^explore\(", c.source, flags=re.M)
    ]
    assert len(found) >= 3, f"chapter {chapter} has {len(found)} explorable figures, at least 3"


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_labels_are_given_once(chapter):
    labels = [
        b.label
        for b in in_chapter(chapter, book.blocks)
        if b.name.startswith("prf:") and b.name != "prf:proof"
    ]
    assert all(labels), "every statement needs a :label:"
    twice = sorted({label for label in labels if labels.count(label) > 1})
    tell(twice, "these labels are given twice")


@pytest.mark.parametrize("rule", [unproved, unchecked, unknown])
def test_statements_are_proved_and_checked(rule):
    """The rules of bookext/evidence/results.py, which the build of the site enforces too."""
    known = [book.outlines()] if rule is unproved else [book.outlines(), read_book(book.ROOT)]
    tell([f"{f.page}.md:{f.line}: {f.text}" for f in rule(*known)], "mend these")


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_ten_graded_exercises_with_solutions(chapter):
    found = in_chapter(chapter, book.blocks)
    exercises = [b for b in found if b.name == "exercise"]
    assert len(exercises) >= 10, f"chapter {chapter} has {len(exercises)} exercises, at least 10"
    ungraded = [b.label for b in exercises if not re.match(r"★{1,3} \S", b.title)]
    tell(ungraded, "an exercise begins with ★, ★★ or ★★★ and has a title")
    assert {"★", "★★", "★★★"} <= {b.title.split()[0] for b in exercises}
    solved = {b.title for b in found if b.name in ("solution", "solution-start")}
    tell([b.label for b in exercises if b.label not in solved], "these exercises have no solution")


def test_one_sentence_a_line():
    odd = [
        f"{where}: {row.strip()[:70]}"
        for where, row in LINES
        if re.search(r"[a-z)X][.?!]\s+[A-Z]\w", row) and "e.g." not in row and row[0] != "("
    ]
    tell(odd, "begin a new line with each sentence")


def test_prose_has_no_computed_decimals():
    odd = [
        f"{where}: {m}"
        for where, row in LINES
        for m in re.findall(r"(?<![\w.-])\d+\.\d+(?![\w.-])", row)
    ]
    tell(odd, "a number that a cell computes is glued, never typed")


def test_british_spelling():
    american = (
        r"\b\w*(?:ization|izing|ized|ize[sd]?)\b"
        r"|\b(?:behavior|color|center|neighbor|labeled|labeling|modeling)\w*\b"
    )
    fine = {"size", "sizes", "sized", "prize", "prizes", "seize"}
    odd = [
        f"{where}: {m}"
        for where, row in LINES
        for m in re.findall(american, row, flags=re.I)
        if m.lower() not in fine
    ]
    tell(odd, "write British English: regularisation, minimise, colour")


def test_outputs_are_clean():
    unwanted = (
        r"<[\w.]+ (?:object )?at 0x\w+>|\bnp\.\w+\([^)]*\)|array\(",
        r"(?<![\w.])-?(?=(?:\d*\.?\d*[1-9]){5})\d+\.\d{3,}\b",
        r"-0\.0*\b(?!\d)",
    )
    odd = [
        f"{page.name}: {found}"
        for page in PAGES
        for text in book.text_outputs(page)
        for pattern in unwanted
        for found in re.findall(pattern, text)
    ]
    tell(odd, "print sentences and numbers of at most four significant digits, not")
