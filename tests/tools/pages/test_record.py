"""The converter from our markup to plain notebook Markdown, and the recorder, on small texts."""

import re
from pathlib import Path

import nbformat
import pytest
import yaml

from bookext.source import MarkupError, cells, chapter_of, pages, parse
from tools.pages import record
from tools.pages.plain.inline import Book, Page, inline, read_citations
from tools.pages.plain.notebook import build, read_book
from tools.pages.plain.numbering import Target, numbers
from tools.pages.plain.render import render

ROOT = Path(__file__).resolve().parents[3]

NUMBERS = {
    "/book/06-lines": Target("page", "", "book/06-lines", "Lines"),
    "/book/notation": Target("page", "", "book/notation", "Notation"),
    "thm-x": Target("theorem", "6.3", "book/06-lines"),
    "alg-x": Target("algorithm", "6.4", "book/06-lines"),
    "ex-x": Target("exercise", "6.2", "book/06-lines", "★ Count"),
    "fig-x": Target("figure", "6.5", "book/06-lines"),
    "eq-x": Target("equation", "6.1", "book/06-lines"),
    "sec-x": Target("section", "", "book/06-lines", "Turn $w$ a little"),
    "sec-none": Target("section", "", "book/06-lines"),
}
CITATIONS = {"novikoff1962": ("Novikoff", "1962"), "rosenblatt1958": ("Rosenblatt", "1958")}
GLUED = {"ratio": "0.123456", "count": "85", "word": "'yes'"}
PAGE = Page("book/06-lines", Book(NUMBERS, CITATIONS), GLUED)
ONLINE = Page("book/06-lines", Book(NUMBERS, CITATIONS, "https://book.example/x/"), GLUED)


def plain(source: str, page: Page = PAGE) -> str:
    return render(parse(source, page.file), page)


# --- directives

CONVERTED = {
    "theorem": (
        "```{prf:theorem} Novikoff\n:label: thm-x\n\nLet $R$ be.\nThen\n$$a\\le b .$$\n```",
        "> **Theorem 6.3 (Novikoff).** Let $R$ be.\n> Then\n>\n> $$ a\\le b . $$",
    ),
    "theorem without a title": (
        ":::{prf:theorem}\n:label: thm-x\nTrue.\n:::",
        "> **Theorem 6.3.** True.",
    ),
    "theorem with a citation as title": (
        ":::{prf:theorem} {cite:t}`novikoff1962` for $R$\n:label: thm-x\nTrue.\n:::",
        "> **Theorem 6.3 (Novikoff (1962) for $R$).** True.",
    ),
    "options in yaml": (
        "```{prf:theorem}\n---\nlabel: thm-x\n---\nTrue.\n```",
        "> **Theorem 6.3.** True.",
    ),
    "algorithm with a list": (
        "```{prf:algorithm} Turn\n:label: alg-x\n\n1. $w_0=0$.\n2. Loop:\n   1. turn\n\n"
        "      $$w=w+x$$\n```",
        "> **Algorithm 6.4 (Turn).**\n>\n> 1. $w_0=0$.\n> 2. Loop:\n>    1. turn\n>\n"
        ">       $$ w=w+x $$",
    ),
    "proof": (
        "```{prf:proof}\nBy {eq}`eq-x` and {prf:ref}`thm-x`.\n```",
        "**Proof.** By (6.1) and Theorem 6.3. ∎",
    ),
    "proof that names its statement": (
        "```{prf:proof}\n*Of {prf:ref}`thm-x`.*\nClear.\n```",
        "**Proof of Theorem 6.3.** Clear. ∎",
    ),
    "proof that ends with a formula": (
        "```{prf:proof}\nClear:\n\n$$\na\n= b\n$$\n```",
        "**Proof.** Clear:\n\n$$ a = b $$\n\n∎",
    ),
    "dropdown inside of a proof": (
        "::::{prf:proof}\nFirst.\n:::{dropdown} The `long` part\nThen $x$.\n:::\nLast.\n::::",
        "**Proof.** First.\n\n<details>\n<summary>The <code>long</code> part</summary>\n\n"
        "Then $x$.\n\n</details>\n\nLast. ∎",
    ),
    "correction": (
        "```{admonition} Correction: which sign?\n:class: correction\n"
        "* They print $+$ (E-001-03).\n```",
        "> **Correction: which sign?**\n>\n> * They print $+$ (E-001-03).",
    ),
    "admonition": ("```{admonition} In words\nIt turns.\n```", "> **In words.** It turns."),
    "note": ("```{note}\nIt turns.\n```", "> **Note.** It turns."),
    "tip": ("```{tip}\nIt turns.\n```", "> **Tip.** It turns."),
    "important": ("```{important}\nIt turns.\n```", "> **Important.** It turns."),
    "exercise": (
        "```{exercise} ★ Count\n:label: ex-x\n\nCount $n$.\n```",
        "> **Exercise 6.2 (★ Count).** Count $n$.",
    ),
    "hint": (
        "```{hint}\n:class: dropdown\nTry $n=1$.\n```",
        "<details>\n<summary>Hint</summary>\n\nTry $n=1$.\n\n</details>",
    ),
    "solution": (
        "````{solution} ex-x\n:class: dropdown\nIt is\n\n```python\nx = '$y {ref}`z`'\n```\n````",
        "<details>\n<summary>Solution to Exercise 6.2</summary>\n\nIt is\n\n"
        "```python\nx = '$y {ref}`z`'\n```\n\n</details>",
    ),
    "math directive": ("```{math}\n:label: eq-x\na\n\n= b\n```", "$$\na\n= b \\tag{6.1}\n$$"),
    "labelled formula": ("$$\na = b\n$$ (eq-x)", "$$ a = b \\tag{6.1} $$"),
    "labelled formula on one line": ("$$ a = b $$ (eq-x)", "$$ a = b \\tag{6.1} $$"),
    "formula between lines": ("so\n$$a\\\\\nb$$\nand", "so\n\n$$\na\\\\\nb\n$$\n\nand"),
    "formula in a list": (
        "1. one\n   $$a$$\n   more\n2. two",
        "1. one\n\n   $$ a $$\n\n   more\n2. two",
    ),
    "directive in a list": (
        "1. one\n\n   ````{note}\n   It turns.\n   ```python\n   x = 1\n   ```\n   ````\n2. two",
        "1. one\n\n   > **Note.** It turns.\n   > ```python\n   > x = 1\n   > ```\n\n2. two",
    ),
    "section label": ("(sec-x)=\n## Turn\n\nText.", "## Turn\n\nText."),
    "comment": ("One.\n% not said\n\nTwo.", "One.\n\nTwo."),
    "table": (
        "| $a$ | b |\n|---|---|\n| {eq}`eq-x` | `x` |",
        "| $a$ | b |\n|---|---|\n| (6.1) | `x` |",
    ),
    "code": ("```python\n:::{x}\n\n\n$$ {eq}`y`\n```", "```python\n:::{x}\n\n\n$$ {eq}`y`\n```"),
    "quote": ("> A word of {cite:t}`novikoff1962`.", "> A word of Novikoff (1962)."),
}


@pytest.mark.parametrize("name", CONVERTED)
def test_markup_becomes_plain_markdown(name):
    source, expected = CONVERTED[name]
    assert plain(source) == expected


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        (
            "text\n\n```{figure} x.png\n```",
            r"06-lines.md:3: unknown directive {figure}.*{dropdown}",
        ),
        ("```{code-cell}\n1\n```", "unknown directive {code-cell}"),
        ("```{note} It turns.\n```", "takes no title"),
        ("```{admonition}\nIt turns.\n```", "needs a title"),
        ("```{prf:proof}\n$$a$$\n```", "begin a proof with a sentence"),
        ("```{hint}\n:open:\nx\n```", "has no option open; it takes class, name"),
        ("```{solution} thm-x\nx\n```", "'thm-x' is not an exercise"),
        (":::{note}\n:::{tip}\nx\n:::\n:::", "a ::: fence without a directive|not closed"),
        ("```{note}\nx", "is not closed"),
        ("```{note} for `x`\n```", "needs a ::: fence"),
        ("$$\na\n\nb\n$$", "06-lines.md:1: the formula is not closed"),
        ("$$\na % b\n$$", "cannot contain a % comment"),
    ],
)
def test_unknown_or_broken_directives_are_errors(source, complaint):
    with pytest.raises(MarkupError, match=complaint):
        plain(source)


# --- roles


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("{prf:ref}`thm-x`", "Theorem 6.3"),
        ("{prf:cf}`thm-x`", "Theorem 6.3"),
        ("{prf:ref}`this <thm-x>`", "this"),
        ("{numref}`fig-x`", "Figure 6.5"),
        ("{eq}`eq-x`", "(6.1)"),
        ("{ref}`ex-x`", "Exercise 6.2"),
        ("{ref}`sec-x`", "Turn $w$ a little"),
        ("{ref}`the\nturn <sec-x>`", "the turn"),
        ("{doc}`notation`", "Notation"),
        ("{doc}`/book/notation`", "Notation"),
        ("{doc}`the letters <notation>`", "the letters"),
        ("{cite:p}`novikoff1962`", "(Novikoff, 1962)"),
        ("{cite:p}`novikoff1962, rosenblatt1958`", "(Novikoff, 1962; Rosenblatt, 1958)"),
        ("{cite:t}`novikoff1962`", "Novikoff (1962)"),
        ("{glue:text}`count`", "85"),
        ("a {index}`subgradient` is", "a subgradient is"),
        ("its {index}`shortest one <separator; shortest>`", "its shortest one"),
        ("{glue:text}`ratio:.3f`", "0.123"),
        ("{glue:text}`count:d`", "85"),
        ("{glue:text}`word`", "yes"),
        ("`{ref}` and ``a `{eq}`eq-x`` stay", "`{ref}` and ``a `{eq}`eq-x`` stay"),
        (r"$\operatorname{sign}`$ costs \$5", r"$\operatorname{sign}`$ costs \$5"),
        ("$a +\n   b$ on one line", "$a + b$ on one line"),
        (r"$a\$b$ {eq}`eq-x`", r"$a\$b$ (6.1)"),
        ("[out](https://example.org)", "[out](https://example.org)"),
        ("`` `a` `` and a\\\nnew line", "`` `a` `` and a\\\nnew line"),
    ],
)
def test_roles_become_words(source, expected):
    assert inline(source, PAGE, 1) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("{prf:ref}`thm-x`", "[Theorem 6.3](https://book.example/x/book/06-lines.html#thm-x)"),
        ("{eq}`eq-x`", "[(6.1)](https://book.example/x/book/06-lines.html#equation-eq-x)"),
        ("{doc}`notation`", "[Notation](https://book.example/x/book/notation.html)"),
    ],
)
def test_references_are_links_once_the_site_has_an_address(source, expected):
    assert inline(source, ONLINE, 1) == expected


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("one\n\ntwo {abbr}`x`", "06-lines.md:7: unknown role {abbr}; this book uses {prf:ref}"),
        ("{prf:ref}`thm-y`", "{prf:ref} to 'thm-y', which no page"),
        ("{numref}`thm-x`", "'thm-x' is a theorem; refer to it by {prf:ref}"),
        ("{ref}`fig-x`", "'fig-x' is a figure; refer to it by {numref}"),
        ("{ref}`sec-none`", "no heading follows this label"),
        ("{eq}`that <eq-x>`", "takes a label only"),
        ("{doc}`nowhere`", "{doc} to '/book/nowhere'"),
        ("{cite:p}`nobody`", "'nobody' is not in book/references.bib"),
        ("{index}`pair: a; b`", "06-lines.md:5: write {index}`words of the text <term; under it>`"),
        ("{glue:text}`nothing`", "no cell of this page glues 'nothing'"),
        ("{glue:text}`word:.3f`", "is glued as 'yes'"),
        ("so $$a$$ is", r"\$\$ inside a line"),
        ("it costs\nonly $5", "06-lines.md:6: a single dollar sign"),
        ("a note[^1]", "footnotes are not used"),
        ("[there](06-lines.md#x)", "a link to '06-lines.md#x'"),
    ],
)
def test_unknown_or_broken_roles_are_errors(source, complaint):
    with pytest.raises(MarkupError, match=complaint):
        inline(source, PAGE, 5)


def test_citations_name_up_to_two_authors(tmp_path):
    entry = "@book{%s, author={%s}, title={T}, publisher={P}, year={1999}}\n"
    people = {"a": "Yoav Freund", "b": "Yoav Freund and Robert E. Schapire"}
    people |= {"c": "A. Ox and B. Cow and C. Hen", "d": "John von Neumann", "e": r"Paul Erd{\H o}s"}
    bib = tmp_path / "x.bib"
    bib.write_text("".join(entry % item for item in people.items()))
    names = {key: who for key, (who, _) in read_citations(bib).items()}
    assert names == {
        "a": "Freund",
        "b": "Freund and Schapire",
        "c": "Ox et al.",
        "d": "von Neumann",
        "e": "Erdős",
    }


# --- numbers

HEAD = "---\nkernelspec:\n  name: python3\n  display_name: Python 3\n  language: python\n---\n\n"
FIRST = (
    HEAD
    + """# Lines

```{prf:definition} A line
:label: def-line
With

$$ a = b $$ (eq-line)
```

```{code-cell} ipython3
---
mystnb:
  figure:
    name: fig-line
    caption: |
      A line, see {prf:ref}`thm-turn`.
  image:
    alt: It rises.
tags: [hide-input]
---
import matplotlib.pyplot as plt

plt.plot([0, 1])
plt.show()
```

(sec-turn)=
## Turn

::::{prf:theorem}
:label: thm-turn
:::{prf:lemma}
:label: lem-inside
True.
:::
::::
"""
)
SECOND = (
    HEAD
    + """# More lines

By {prf:ref}`thm-turn` and {eq}`eq-more` the sum is {glue:text}`total:.1f`.

```{prf:corollary}
:label: cor-more
True.

$$ c $$ (eq-more)
```

```{code-cell} ipython3
:tags: [remove-cell]
from myst_nb import glue

glue("total", 0.25 + 0.5)
```

```{exercise} ★ Count
:label: ex-count
Count.
```

```{solution-start} ex-count
:class: dropdown
```

In words.

```{code-cell} ipython3
:tags: [solution]
print(sorted({"b", "a"}), end=" ")
print(6)
```

```{solution-end}
```
"""
)
TOC = {
    "root": "book/intro",
    "parts": [
        {"chapters": [{"file": "book/06-lines", "sections": [{"file": "book/06-lines-more"}]}]},
        {"chapters": [{"file": "book/07-planes"}, {"file": "book/notation"}]},
    ],
}
SOURCES = {
    "book/intro": "# Intro\n\n```{tableofcontents}\n```\n",
    "book/06-lines": FIRST,
    "book/06-lines-more": SECOND,
    "book/07-planes": HEAD + "# Planes\n\n```{prf:remark}\n:label: rem-x\nTrue.\n```\n",
    "book/notation": "# Notation\n\n(sec-letters)=\n## Letters\n",
}


def test_pages_come_in_the_order_of_the_table_of_contents():
    assert list(pages(TOC)) == list(SOURCES)
    assert [chapter_of(page) for page in SOURCES] == [None, 6, 6, 7, None]


def test_counters_run_over_the_pages_of_a_chapter():
    found = {label: target[:3] for label, target in numbers(TOC, SOURCES).items()}
    lines, more = "book/06-lines", "book/06-lines-more"
    assert {key: value for key, value in found.items() if not key.startswith("/")} == {
        "def-line": ("definition", "6.1", lines),
        "eq-line": ("equation", "6.1", lines),
        "fig-line": ("figure", "6.1", lines),
        "sec-turn": ("section", "", lines),
        "thm-turn": ("theorem", "6.2", lines),
        "lem-inside": ("lemma", "6.3", lines),
        "cor-more": ("corollary", "6.4", more),
        "eq-more": ("equation", "6.2", more),
        "ex-count": ("exercise", "6.1", more),
        "rem-x": ("remark", "7.1", "book/07-planes"),
        "sec-letters": ("section", "", "book/notation"),
    }


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (("thm-turn", "def-line"), r"def-line is already the label of book/06-lines.md:10"),
        ((":label: def-line\n", ""), "06-lines.md:10: definition without a label"),
        (("    name: fig-line\n", ""), "06-lines.md:17: figure without a label"),
    ],
)
def test_labels_are_there_once(change, complaint):
    sources = {**SOURCES, "book/06-lines": FIRST.replace(*change)}
    with pytest.raises(MarkupError, match=complaint):
        numbers(TOC, sources)


def test_a_page_that_is_not_written_is_named():
    with pytest.raises(MarkupError, match="names book/07-planes, but there is no file"):
        numbers(TOC, {k: v for k, v in SOURCES.items() if k != "book/07-planes"})


# --- notebooks


@pytest.fixture
def book(tmp_path):
    """Return a small book on disk."""
    (tmp_path / "book").mkdir()
    for page, text in SOURCES.items():
        (tmp_path / f"{page}.md").write_text(text, "utf-8")
    (tmp_path / "_toc.yml").write_text(yaml.safe_dump(TOC, sort_keys=False))
    (tmp_path / "_config.yml").write_text("title: A small book\n")
    return tmp_path


def shape(notebook):
    return [(c.cell_type, c.source.split("\n")[0], dict(c.metadata)) for c in notebook.cells]


def test_a_page_becomes_a_notebook(book):
    known, sources = read_book(book)
    first = build("book/06-lines", sources["book/06-lines"], known, [[]], [1])
    figure = {
        "tags": ["hide-input"],
        "jupyter": {"source_hidden": True},
        "figure": "fig-line",
    }
    assert shape(first) == [
        ("markdown", "*Generated from 06-lines.md by `make record`; edit that file instead.*", {}),
        ("markdown", "# Lines", {}),
        ("code", "import matplotlib.pyplot as plt", figure),
        ("markdown", "**Figure 6.1.** A line, see Theorem 6.2.", {}),
        ("markdown", "## Turn", {}),
    ]
    assert [cell.id for cell in first.cells] == [f"06-lines-{i:03d}" for i in range(5)]


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (("```{solution-end}\n```", ""), "the solution of ex-count has no solution-end"),
        (("tags: [solution]", "tags: []"), "has the tag solution exactly if"),
        (("remove-cell", "solution"), "has the tag solution exactly if"),
        (("In words.", "```{solution-start} ex-count\n```"), "does not pair up"),
    ],
)
def test_gates_of_solutions_pair_up(book, change, complaint):
    known, sources = read_book(book)
    text = sources["book/06-lines-more"].replace(*change)
    assert text != SECOND
    record_of_glue = {"scrapbook": {"name": "total", "mime_prefix": ""}}
    value = {"output_type": "display_data", "data": {"text/plain": "1"}}
    value["metadata"] = record_of_glue
    with pytest.raises(MarkupError, match=complaint):
        build("book/06-lines-more", text, known, [[value], []], [1, 2])


def test_recording_twice_gives_the_same_bytes(book, monkeypatch, capsys):
    monkeypatch.setenv("MPLBACKEND", "agg")
    monkeypatch.setenv("LECTURE_CODE_FIGURES", "svg")
    assert record.main([], book) == 0
    paths = sorted((book / "book").glob("*.ipynb"), key=lambda path: path.stem)
    assert [path.stem for path in paths] == ["06-lines", "06-lines-more", "07-planes"]
    before = [path.read_bytes() for path in paths]
    assert record.main(["--check", "06"], book) == 0
    assert record.main(["06-lines-more.md"], book) == 0
    assert [path.read_bytes() for path in paths] == before
    said = capsys.readouterr().out
    assert "slowest: line" in said
    assert "book/07-planes.md: no code; written" in said
    lines, more, _ = (nbformat.read(path, as_version=4) for path in paths)
    assert "By Theorem 6.2 and (6.2) the sum is 0.8." in more.cells[1].source
    assert more.cells[-2].source == (
        "> **Exercise 6.1 (★ Count).** Count.\n\n**Solution to Exercise 6.1**\n\n"
        "<details>\n<summary>In words</summary>\n\nIn words.\n\n</details>"
    )
    gated = next(cell for cell in more.cells if cell.metadata.get("tags") == ["solution"])
    assert gated.outputs == [{"name": "stdout", "output_type": "stream", "text": "['a', 'b'] 6\n"}]
    assert gated.metadata.jupyter == {"source_hidden": True, "outputs_hidden": True}
    drawn = next(cell for cell in lines.cells if cell.cell_type == "code")
    assert [set(output.data) for output in drawn.outputs] == [{"image/png", "text/plain"}]


def test_only_changed_code_runs_again(book, capsys):
    page = book / "book/07-planes.md"
    page.write_text(page.read_text() + "\n```{code-cell} ipython3\nprint(7)\n```\n")
    assert record.main(["07"], book) == 0
    page.write_text(page.read_text().replace("True.", "Yes."))
    assert record.main(["07", "--changed"], book) == 0
    assert "code unchanged, not run; written" in capsys.readouterr().out
    text = (book / "book/07-planes.ipynb").read_text()
    assert "Yes." in text
    (book / "book/07-planes.ipynb").write_text(text.replace("7\\n", "8\\n"))  # a forged output
    assert record.main(["07", "--changed"], book) == 0
    assert "slowest: line" in capsys.readouterr().out
    assert (book / "book/07-planes.ipynb").read_text() == text


def test_pages_on_which_a_number_moves_follow(book, capsys):
    lines, planes = book / "book/06-lines.md", book / "book/07-planes.md"
    planes.write_text(planes.read_text() + "\nBy {prf:ref}`thm-turn`.\n")
    assert record.main(["07"], book) == 0
    assert "By Theorem 6.2." in planes.with_suffix(".ipynb").read_text()
    new = "```{prf:remark}\n:label: rem-new\nNew.\n```\n\n(sec-turn)="
    lines.write_text(lines.read_text().replace("(sec-turn)=", new))
    assert record.main(["06-lines"], book) == 0
    assert "Pages on which a number has changed" in capsys.readouterr().out
    assert "By Theorem 6.3." in planes.with_suffix(".ipynb").read_text()
    assert not (book / "book/06-lines-more.ipynb").exists()  # never recorded: left alone
    planes.write_text(planes.read_text().replace("By", "From"))  # a word is not a number
    known, sources = read_book(book)
    page, path = "book/07-planes", planes.with_suffix(".ipynb")
    assert not record.moved(page, sources[page], known, path, gone=())


@pytest.mark.parametrize(
    ("code", "complaint"),
    [
        ("x = 1\nx / 0", "ZeroDivisionError: division by zero"),
        ("import warnings\n\nwarnings.warn('careful')", "warns: .*careful"),
        ("print(hex(2**40))", "prints an address, 0x10000000000"),
        ("import os\n\nos._exit(3)", "ended the kernel"),
    ],
)
def test_a_cell_that_cannot_be_recorded_is_named(book, capsys, code, complaint):
    page = book / "book/07-planes.md"
    page.write_text(page.read_text() + f"\n```{{code-cell}} ipython3\n{code}\n```\n")
    assert record.main(["07"], book) == 1
    said = capsys.readouterr().out
    assert re.search(complaint, said, re.S)
    assert not (book / "book/07-planes.ipynb").exists()


def test_a_wrong_chapter_is_named(book):
    with pytest.raises(record.RecordError, match="no page of _toc.yml begins with '08'"):
        record.main(["08"], book)


def test_lines_of_cells_are_those_of_the_file():
    lines = FIRST.splitlines()
    found = cells(FIRST, "06-lines.md")
    assert found
    assert all(lines[cell.line - 1].startswith("```{code-cell}") for cell in found)
