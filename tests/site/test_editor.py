"""The editor of the cells in Chromium, and the page that lists what a reader wrote in it."""

import json

import nbformat
import pytest
from playwright.sync_api import Page, expect
from site_runs import LIMIT, cell, idle, press, write

pytest_plugins = ["site_fixtures"]
pytestmark = pytest.mark.browser

PAGE = "book/06-perceptron"
LIST = "my-cells"
POPUP = ".cm-tooltip-autocomplete"


def code_of(page: Page, number: int) -> str:
    return page.evaluate(f"runsHere.book[{number - 1}].code")


def test_the_keys_do_what_an_editor_does(reader):
    with reader() as page:
        press(page)
        write(page, 2, "")
        page.keyboard.type("for x in range(3):")
        page.keyboard.press("Enter")
        page.keyboard.type('print("a", [x')
        assert code_of(page, 2) == 'for x in range(3):\n    print("a", [x])'
        page.keyboard.type("])")
        page.wait_for_timeout(600)  # what comes within half a second is undone together
        page.keyboard.press("Control+/")
        assert code_of(page, 2) == 'for x in range(3):\n    # print("a", [x])'
        page.keyboard.press("Control+z")
        page.keyboard.press("Shift+Tab")
        assert code_of(page, 2) == 'for x in range(3):\nprint("a", [x])'
        page.keyboard.press("Tab")
        page.keyboard.press("Control+Enter")
        expect(cell(page, 2).locator(".here-stdout")).to_contain_text("a [2]", timeout=LIMIT)
        page.keyboard.press("Escape")
        page.wait_for_timeout(2500)  # there is no hurry
        page.keyboard.press("Tab")
        expect(cell(page, 2).locator(".cm-content")).not_to_be_focused()
        assert code_of(page, 2) == 'for x in range(3):\n    print("a", [x])'


def test_what_can_follow_is_shown_with_its_sentence(reader):
    with reader() as page:
        press(page)
        idle(page)
        popup = page.locator(POPUP)
        write(page, 1, "")
        page.keyboard.type("run = batch_perc")
        sentence = "Run the batch perceptron: while some example is violated"
        expect(popup).to_contain_text(sentence, timeout=LIMIT)
        page.wait_for_timeout(150)  # names that just appeared take no key yet
        page.keyboard.press("Tab")
        imported = "from lecture_code.linear.perceptron import batch_perceptron\n"
        assert code_of(page, 1) == f"{imported}run = batch_perceptron"
        page.keyboard.insert_text("([[1.0]], [1])")
        page.keyboard.press("Control+Enter")
        idle(page)
        page.keyboard.press("Enter")
        page.keyboard.type("run.upda")
        expect(popup).to_contain_text("updates")
        page.keyboard.press("Enter")  # a new line, as long as nothing is chosen
        assert code_of(page, 1).endswith("run.upda\n")


# Of the first cell that defines something: tokens that both ways of colouring know as one.
COLOURS = r"""(within) => {
  const cell = runsHere.book.find((each) => each.pre && /def .*return/s.test(each.code)), found = {};
  if (within !== "pre") cell.edit();
  for (const each of cell.node.querySelectorAll(`.cell_input ${within} span`)) {
    const text = each.textContent.trim();
    if (/^(def|return|for|in|if|else|\d+|#.*|".*"|[a-z]{2,})$/.test(text)) found[text] = getComputedStyle(each).color;
  }
  return found;
}"""  # noqa: E501


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_code_has_the_colours_of_the_page(reader, theme):
    with reader(color_scheme=theme) as page:
        press(page)
        printed = page.evaluate(COLOURS, "pre")
        page.wait_for_function("runsHere.book[0].editor.open().then(() => true)")  # it has come
        edited = page.evaluate(COLOURS, ".cm-content")
        both = printed.keys() & edited.keys()
        assert {text: edited[text] for text in both} == {text: printed[text] for text in both}
        assert len({edited[text] for text in both}) >= 4


def test_a_phone_does_not_zoom_in(reader):
    options = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    with reader(**options) as page:
        press(page)
        page.evaluate("runsHere.book[1].edit()")
        content = page.locator(".cm-content")
        assert content.evaluate("e => getComputedStyle(e).fontSize") == "16px"
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_cells_run_when_the_editor_does_not_come(reader):
    with reader() as page:
        page.route("**/codemirror.js", lambda route: route.abort())
        press(page)
        page.evaluate("runsHere.book[0].edit()")
        expect(page.locator(".here-foot [role=status]")).to_contain_text("The editor did not load")
        page.evaluate("runsHere.upTo(runsHere.book[0])")
        idle(page)
        assert page.evaluate("runsHere.book[0].state") == "yours"


def test_my_cells_lists_what_was_changed_and_gives_it_as_a_notebook(reader, address, tmp_path):
    with reader(LIST) as page:
        expect(page.locator("#my-cells-none")).to_be_visible()
        page.goto(f"{address}{PAGE}.html")
        press(page)
        write(page, 3, "mine = 6 * 7")
        keys = page.evaluate("runsHere.book.map((each) => each.key)")
        gone = json.dumps({"cell-gone": "old = 1"})
        page.evaluate(f"localStorage.setItem('run-here:01-learning-model', {json.dumps(gone)})")

        page.get_by_role("link", name="My cells").click()
        listed = page.locator(".my-cell pre")
        expect(listed).to_have_text(["old = 1", "mine = 6 * 7"])
        expect(page.locator("#my-cells h2 a").last).to_have_attribute(
            "href", f"{address}{PAGE}.html"
        )
        link = page.get_by_role("link", name="Cell 3")
        expect(link).to_have_attribute("href", f"{address}{PAGE}.html#{keys[2]}")

        with page.expect_download() as download:
            page.get_by_role("button", name="Download as a notebook").click()
        download.value.save_as(tmp_path / "my-cells.ipynb")
        book = nbformat.read(tmp_path / "my-cells.ipynb", as_version=4)
        nbformat.validate(book)
        code = [each.source for each in book.cells if each.cell_type == "code"]
        assert code[0] == "old = 1"
        assert code[3:] == ["mine = 6 * 7"]  # under the two of the book above it
        assert "import numpy as np" in "".join(code[1:3])

        page.get_by_role("button", name="Restore Cell 3").click()
        page.get_by_role("button", name="Undo").click()
        page.get_by_role("button", name="Restore Cell 3").click()
        page.get_by_role("button", name="Throw away").click()
        page.reload()
        expect(page.locator("#my-cells-none")).to_be_visible()


def test_what_is_restored_in_one_tab_leaves_the_edits_of_another(reader):
    with reader() as page:
        press(page)
        other = page.context.new_page()
        other.goto(page.url)
        press(other)
        write(page, 2, "one = 1")
        write(other, 3, "three = 3")
        other.get_by_role("button", name="Restore all").click()
        kept = page.evaluate("localStorage.getItem('run-here:06-perceptron')")
        assert list(json.loads(kept).values()) == ["one = 1"]
        write(other, 2, "two = 2")
        status = page.locator(".here-foot [role=status]")
        expect(status).to_contain_text("Cell 2 is also edited in another tab")
        other.close()
        write(page, 2, "one = 1 + 0")
        page.reload()
        press(page)
        assert code_of(page, 2) == "one = 1 + 0"


def test_undoing_gives_back_what_was_restored_and_what_was_written_since(reader):
    with reader() as page:
        press(page)
        write(page, 2, "first = 1")
        page.get_by_role("button", name="Restore Cell 2").click()
        write(page, 2, "second = 2")
        page.wait_for_timeout(600)  # what comes within half a second is undone together
        page.get_by_role("button", name="Undo restoring").press("Enter")
        expect(page.locator(".here-foot")).to_be_focused()
        assert code_of(page, 2) == "first = 1"
        cell(page, 2).locator(".cm-content").press("Control+z")
        assert code_of(page, 2) == "second = 2"


def test_edits_of_a_changed_cell_can_be_had_again(reader):
    with reader() as page:
        kept = json.dumps({"cell-gone": "old = 1"})
        page.evaluate(f"localStorage.setItem('run-here:06-perceptron', {json.dumps(kept)})")
        press(page)
        page.locator(".here-orphans summary").click()
        page.get_by_role("button", name="Discard them").press("Enter")
        undo = page.get_by_role("button", name="Undo discarding")
        expect(undo).to_be_focused()
        undo.click()
        expect(page.locator(".here-orphans pre")).to_have_text("old = 1")
        again = page.evaluate("localStorage.getItem('run-here:06-perceptron')")
        assert json.loads(again) == json.loads(kept)


def test_my_cells_lists_them_when_there_is_no_room_left(reader, address):
    with reader() as page:
        press(page)
        write(page, 3, "mine = 6 * 7")
        page.evaluate("""() => { try {
          for (let size = 2 ** 22, k = 256; size >= 1; size = Math.floor(size / 2))
            for (; ; k++) try { localStorage.setItem(String.fromCharCode(k), "x".repeat(size - 1)); } catch { break; }
        } catch { /* full */ } }""")  # noqa: E501
        page.goto(f"{address}{LIST}.html")
        assert not page.evaluate("localStorage instanceof Storage")  # it is full
        expect(page.locator(".my-cell pre")).to_have_text("mine = 6 * 7")


def test_a_cell_of_an_exercise_is_listed_by_its_exercise(reader, address):
    with reader() as page:
        press(page)
        own = page.evaluate("runsHere.cells.filter((each) => each.own).map((each) => each.name)")
        assert own[0] == "Your cell under Exercise 6.1"
        assert len(set(own)) == len(own)


def test_a_deep_error_shows_where_it_begins_and_ends(reader):
    with reader() as page:
        press(page)
        idle(page)
        write(page, 1, "def r():\n    return r()\n\nr()")
        page.keyboard.press("Control+Enter")
        error = cell(page, 1).locator(".here-error")
        expect(error).to_contain_text("RecursionError", timeout=LIMIT)
        expect(error.locator(":scope > p > a")).to_have_count(8)
        expect(error).to_contain_text(" more …")
        write(page, 1, "await f()")
        page.keyboard.press("Control+Enter")
        expect(error).to_contain_text("line 1: await f()", timeout=LIMIT)
