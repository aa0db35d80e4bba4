"""The page on which homework is marked, in Chromium, and the small server that saves."""

import http.client
import json
import re
import signal
import subprocess
import sys
import threading
import urllib.request
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect
from site_pages import ROOT
from site_walk import AXE

from homework.kit.grading.answer_html import LONGEST, answer_html
from homework.kit.marking.mark_server import LARGEST, MarkServer
from homework.kit.marking.marking_page import copy_katex, marking_page

pytest_plugins = ["site_fixtures"]

PROOF = rf"""Let $u$ have length 1 and $\overline{{{"a + " * 60} b}}$. Then

$$
t\gamma \le \langle u, w_t\rangle \le \|w_t\| \le \sqrt{{t\,(R^2+2\beta)}} + 1 + 2 + 3 + 4 + 5 + 6
$$

\begin{{align}} t &\le (R^2+2\beta)/\gamma^2 \end{{align}}

![my drawing](handed-in/ab.png)
"""
CODE = f"```python\ndef margin(X, y, w):\n    return {' + '.join(['0.25'] * 30)}\n```"
HIT = """<img src="x:" onerror="window.hit = 1"></script><script>window.hit = 1</script>"""
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000d49444154789c6360606060000000050001a5f645400000000049454e44ae426082"
)


def column(label: str, points: float, **more: Any) -> dict[str, Any]:
    about = {"label": label, "look_for": f"What {label} needs.", "typical_gap": "Forgets it."}
    return {"key": f"{label} (of {points:g})", "points": points, "hidden": False, **about, **more}


def answer(markdown: str, **more: Any) -> dict[str, Any]:
    blank = {"hash": f"of {markdown[:3]}", "blank": not markdown, "files": [], "marks": {}}
    return {**blank, "html": answer_html(markdown), "comment": "", "cases": {}, **more}


def sample() -> dict[str, Any]:
    """Three students, a proof with two items and a function with two tests."""
    cases = {
        "test_small (of 1)": {"passed": True, "points": 1, "message": ""},
        "test_large (of 2)": {"passed": False, "points": 2, "message": "it gives 3" + "3" * 90},
    }
    drawing = {"href": "handed-in/ab.png", "kind": "image", "name": "page 1.png"}
    files = [drawing, {"href": "handed-in/s.pdf", "kind": "pdf", "name": "scan.pdf"}]
    return {
        "title": "Homework 6: a cautious perceptron",
        "course": "autumn 2027",
        "name": "06-perceptron",
        "unsafe": False,
        "questions": [
            {
                "name": "q4",
                "title": "Question 4 (3 points): the proof",
                "points": 3,
                "manual": True,
                "model": answer_html("The model: $a=b$."),
                "columns": [column("progress", 1), column("growth", 2)],
            },
            {
                "name": "q1",
                "title": "Question 1 (3 points): the margin",
                "points": 3,
                "manual": False,
                "model": "",
                "columns": [column("test_small", 1), column("test_large", 2, hidden=True)],
            },
        ],
        "students": [
            {
                "id": str(4711 + number),
                "name": name,
                "notes": ["code cell 3 stopped: NameError"],
                "answers": {
                    "q4": answer(PROOF, files=files),
                    "q1": answer(CODE, cases=cases),
                },
            }
            for number, name in enumerate(["Ada Lovelace", "Emmy Noether", "Alan Turing"])
        ],
    }


@dataclass
class Saves:
    """Stands for the tables: notes what arrives, or refuses it."""

    heard: list[dict[str, Any]] = field(default_factory=list)
    error: Exception | None = None

    def __call__(self, marks: dict[str, Any]) -> None:
        if self.error:
            raise self.error
        self.heard.append(marks)


@pytest.fixture
def folder(tmp_path) -> Path:
    """Make a folder as grading leaves it, with files that may be read and files that may not."""
    (tmp_path / "kit" / "handed-in").mkdir(parents=True)
    (tmp_path / "kit" / "handed-in" / "ab.png").write_bytes(PIXEL)
    (tmp_path / "kit" / "handed-in" / "bad.html").write_text("<script>alert(1)</script>")
    for place in (tmp_path, tmp_path / "kit"):
        (place / "secret.png").write_bytes(b"secret")
    (tmp_path / "kit" / "handed-in" / "out.png").symlink_to(tmp_path / "secret.png")
    (tmp_path / "kit" / "handed-in" / "up.d").symlink_to(tmp_path, target_is_directory=True)
    assert copy_katex(tmp_path / "kit")
    return tmp_path / "kit"


@contextmanager
def running(folder: Path, data: dict[str, Any], save: Saves):
    with MarkServer(folder, lambda: marking_page(data), save) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield server
        finally:
            server.shutdown()


@pytest.fixture
def opened(browser, folder):
    """`with opened() as (page, saves):` opens the page; nothing may go wrong on it."""

    @contextmanager
    def open_page(data: dict[str, Any] | None = None, *, width: int = 1280, **how: Any):
        saves, wrong = Saves(), []
        context = browser.new_context(viewport={"width": width, "height": 900}, **how)
        with running(folder, data or sample(), saves) as server, closing(context):
            page = context.new_page()
            page.on("pageerror", lambda error: wrong.append(str(error)))
            page.goto(server.address)
            yield page, saves
            assert not wrong

    return open_page


def mark(page, label: str):
    return page.get_by_role("button", name=label, exact=True)


def arrived(page, saves: Saves, number: int = 1) -> dict[str, Any]:
    """Wait until so many changes have been saved, and return the last."""
    expect(page.get_by_role("status")).to_have_text("saved")
    assert len(saves.heard) == number
    return saves.heard[-1]


# The Markdown of students.


@pytest.mark.parametrize(
    ("markdown", "shown"),
    [
        ("<b onclick=x>", "&lt;b onclick=x&gt;"),
        ("[a](javascript:alert(1))", "<a>a</a>"),
        ("[a](JaVaScript&colon;alert(1))", "<a>a</a>"),
        ("[a][b]\n\n[b]: data:text/html,x", "<a>a</a>"),
        ("<vbscript:x>", "<a>vbscript:x</a>"),
        ("[a](//elsewhere.org)", "<a>a</a>"),
        (
            '[a](https://b.org/"c)',
            '<a href="https://b.org/%22c" target="_blank" rel="noreferrer noopener">a</a>',
        ),
        ('![a](handed-in/ab.png "t")', '<img src="handed-in/ab.png" alt="a">'),
        ('![a"<b>](https://b.org/c.png)', "a&quot;&lt;b&gt; (picture not handed in)"),
        ("![a](data:image/png;base64,AA)", "a (picture not handed in)"),
        ("![a](handed-in/../key.png)", "a (picture not handed in)"),
        ("![a](handed-in/%2e%2e/key.png)", "a (picture not handed in)"),
        ("$a<b$", '<span class="math inline">a&lt;b</span>'),
        ("$$\na<b\n$$", '<div class="math block">\na&lt;b\n</div>'),
        ("so $$a$$ holds", '<div class="math inline">a</div>'),
        ("$$a$$ (help)", '<div class="math inline">a</div> (help)'),  # no id of a student's choice
        (r"\begin{align}<b>\end{align}", '<div class="math amsmath">\n\\begin{align}&lt;b'),
        ("|a|\n|-|\n|<b>|", "<td>&lt;b&gt;</td>"),
        ('```py"><b>\n<i>\n```', 'class="language-py&quot;&gt;&lt;b&gt;">&lt;i&gt;'),
        ("$" + "<" * LONGEST, "<pre>$&lt;"),
    ],
)
def test_markdown_of_students(markdown, shown):
    assert shown in answer_html(markdown)


# The server.


def ask(server: MarkServer, method: str, path: str, body: str | None = None, **headers: str):
    """Ask the server; return the status, the headers and the body."""
    with closing(http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=20)) as line:
        line.request(method, path, body, headers)
        reply = line.getresponse()
        return reply.status, reply.headers, reply.read()


@pytest.fixture
def server(folder):
    with running(folder, sample(), Saves()) as server:
        yield server


def test_page_and_files_are_served(server):
    status, headers, body = ask(server, "GET", f"/{server.key}/")
    assert status == 200
    assert b"Ada Lovelace" in body
    assert headers["Referrer-Policy"] == "no-referrer"
    status, headers, body = ask(server, "GET", f"/{server.key}/handed-in/ab.png")
    assert (status, headers["Content-Type"], body) == (200, "image/png", PIXEL)
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert ask(server, "GET", f"/{server.key}/page/katex.min.js")[0] == 200


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/{key}",
        "/?key={key}",
        "/wrong/",
        "/{key}x/",
        "/wrong/handed-in/ab.png",
        "/{key}/secret.png",
        "/{key}/handed-in",
        "/{key}/handed-in/",
        "/{key}/handed-in/bad.html",
        "/{key}/handed-in/../secret.png",
        "/{key}/handed-in/../../secret.png",
        "/{key}/handed-in/%2e%2e/secret.png",
        "/{key}/handed-in/..%2fsecret.png",
        "/{key}/handed-in/%252e%252e/secret.png",
        "/{key}/handed-in/..%5csecret.png",
        "/{key}/handed-in//../secret.png",
        "/{key}//secret.png",
        "/{key}/handed-in/out.png",
        "/{key}/handed-in/up.d/secret.png",
        "/{key}/handed-in/%00.png",
        "/{key}/handed-in/" + "a" * 300 + ".png",
    ],
)
def test_what_is_not_served(server, path):
    status, _, body = ask(server, "GET", path.format(key=server.key))
    assert status in (403, 404)
    assert b"secret" not in body
    assert json.loads(body)["error"]


def post(server: MarkServer, body: str = "{}", path: str = "save", **changed: str):
    headers = {"X-Key": server.key, "Content-Type": "application/json"}
    changed = {name.replace("_", "-"): value for name, value in changed.items()}
    status, _, reply = ask(server, "POST", f"/{server.key}/{path}", body, **{**headers, **changed})
    return status, json.loads(reply).get("error", "")


def test_saving(server):
    home = f"http://127.0.0.1:{server.server_port}"
    assert post(server, '{"a": 1}') == (200, "")
    assert post(server, '{"a": 2}', Origin=home) == (200, "")
    there = f"localhost:{server.server_port}"
    assert post(server, '{"a": 3}', Host=there, Origin=f"http://{there}") == (200, "")
    assert server.save.heard == [{"a": 1}, {"a": 2}, {"a": 3}]


@pytest.mark.parametrize(
    "changed",
    [
        {"X_Key": "wrong"},
        {"X_Key": "\xe9"},
        {"Host": "evil.org"},
        {"Host": "127.0.0.1"},
        {"Origin": "http://evil.org"},
        {"Origin": "null"},
        {"Content_Type": "text/plain"},
        {"Content_Length": "-1"},
        {"Content_Length": str(LARGEST + 1)},
        {"path": "page"},
        {"body": "[1]"},
        {"body": "{"},
        {"body": "[" * 100_000},
    ],
)
def test_what_is_not_saved(server, changed):
    status, error = post(server, **changed)
    assert 400 <= status < 500
    assert error
    assert not server.save.heard


def test_page_of_another_name_is_not_served(server):
    """A name that an attacker lets point to this machine."""
    assert ask(server, "GET", f"/{server.key}/", Host="evil.org")[0] == 403


def test_errors_of_save_are_told(server, capfd):
    server.save.error = ValueError("progress: '7' is not between 0 and 1")
    assert post(server) == (400, "progress: '7' is not between 0 and 1")
    server.save.error = OSError("no space")
    status, error = post(server)
    assert status == 500
    assert "no space" in error
    assert capfd.readouterr() == ("", "")


def test_one_saves_at_a_time(folder):
    inside, most = 0, 0
    met = threading.Event()

    def save(_: dict[str, Any]) -> None:
        nonlocal inside, most
        inside += 1
        most = max(most, inside)
        met.wait(0.05)
        inside -= 1

    with running(folder, sample(), save) as server:
        threads = [threading.Thread(target=post, args=(server,)) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert most == 1


def test_control_c_ends_it(folder):
    code = (
        "import signal, sys; from pathlib import Path; "
        "from homework.kit.marking.mark_server import serve; "
        "signal.signal(signal.SIGINT, signal.default_int_handler); "  # a job of a shell ignores it
        "serve(Path(sys.argv[1]), lambda: 'the page', print,"
        "ready=lambda address: print(address, flush=True)); print('over')"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, folder],
        cwd=ROOT,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        address = process.stdout.readline().strip()
        assert urlsplit(address).hostname == "127.0.0.1"
        with urllib.request.urlopen(address) as reply:
            assert reply.read() == b"the page"
        process.send_signal(signal.SIGINT)
        try:
            said, wrong = process.communicate(timeout=20)
        finally:
            process.kill()
    assert (said, wrong, process.returncode) == ("over\n", "", 0)


# The page.


def hostile() -> dict[str, Any]:
    """Make an assignment in which every text that somebody wrote tries to run a script."""
    data = sample()
    for student in data["students"]:
        student.update(id=f"{student['id']}{HIT}", name=f"{student['name']}{HIT}", notes=[HIT])
        for given in student["answers"].values():
            given.update(html=answer_html(f"{HIT}\n\n[a](javascript:window.hit=1) ${HIT}$"))
            given["html"] += answer_html(r"$\href{javascript:window.hit=1}{b}$")
            given.update(comment=HIT, files=[{"href": HIT, "kind": "image", "name": HIT}])
            given["files"].append({"href": "javascript:window.hit=1", "kind": "pdf", "name": HIT})
            given["files"].append({"href": "handed-in/x.pdf", "kind": "pdf", "name": HIT})
            for case in given["cases"].values():
                case["message"] = HIT
    for question in data["questions"]:
        for about in question["columns"]:
            about.update(label=HIT, look_for=HIT, typical_gap=HIT)
    return {**data, "title": HIT, "course": HIT}


@pytest.mark.browser
@pytest.mark.parametrize("question", ["q4", "q1"])
def test_nothing_that_students_write_runs(opened, question):
    """Without the policy, too, which is the second lock."""
    with opened(hostile(), bypass_csp=True) as (page, saves):
        page.get_by_role("button", name=question).click()
        saves.error = ValueError(HIT)
        page.get_by_label("Comment").fill(f"more {HIT}")
        expect(page.get_by_text(f"{HIT}Save again")).to_be_visible()
        for link in page.locator("main a").all():
            assert re.match("javascript", link.get_attribute("href") or "") is None
        assert page.locator("img").count() == 0
        assert page.evaluate("window.hit") is None
        assert page.get_by_text(HIT).count() > 5


@pytest.mark.browser
def test_policy(opened):
    with opened() as (page, _):
        page.evaluate(f"document.body.insertAdjacentHTML('beforeend', {json.dumps(HIT)})")
        page.evaluate(
            "document.body.append(Object.assign(document.createElement('script'),"
            "{textContent: 'window.hit = 1'}))"
        )
        page.wait_for_timeout(200)
        assert page.evaluate("window.hit") is None
        for away in ("http://127.0.0.1:9/", "https://example.org/"):
            blocked = "address => fetch(address).then(() => '', error => error.message)"
            with page.expect_event("console", lambda m: "Content Security Policy" in m.text):
                assert page.evaluate(blocked, away)


@pytest.mark.browser
def test_answer_is_shown(opened):
    with opened() as (page, _):
        shown = page.locator("main .answer").first
        expect(shown.locator(".katex-html").first).to_be_visible()
        assert shown.locator(".math > .katex, .math > .katex-display").count() == 4
        assert page.locator(".katex-error").count() == 0
        assert page.evaluate("document.fonts.check('1em KaTeX_Main')")
        assert page.locator("main img").evaluate_all("all => all.map(i => i.naturalWidth)") == [1]
        expect(page.get_by_role("link", name="Open scan.pdf")).to_be_visible()
        expect(page.get_by_text("code cell 3 stopped")).to_be_visible()
        page.get_by_text("Model answer", exact=True).click()
        expect(page.get_by_text("The model:")).to_be_visible()
        page.get_by_role("button", name="q1").click()
        expect(page.get_by_text("def margin")).to_be_visible()
        expect(page.get_by_text("✓ passed")).to_be_visible()
        expect(page.get_by_text("✗ not passed")).to_be_visible()
        expect(page.get_by_text("it gives 3")).to_be_visible()


@pytest.mark.browser
def test_formula_that_katex_cannot_draw(opened):
    data = sample()
    data["questions"][0]["model"] = ""
    text = "$" + "{" * 20_000 + "a" + "}" * 20_000 + "$ and $\\nosuch$ and $b^2$"
    data["students"][0]["answers"]["q4"]["html"] = answer_html(text)
    with opened(data) as (page, _):
        expect(page.get_by_text("{{{{{{{{")).to_be_visible()
        expect(page.locator("#answer .katex-html").last).to_have_text("b2")
        assert page.locator("#answer .katex-html").count() == 2


@pytest.mark.browser
def test_marking_with_the_mouse(opened):
    with opened() as (page, saves):
        expect(page.get_by_text("0 of 3 marked")).to_be_visible()
        mark(page, "1½ for growth").click()
        where = {"question": "q4", "student": "4711", "answer": "of Let"}
        marks = {"growth (of 2)": "1.5"}
        assert arrived(page, saves) == {**where, "marks": marks, "comment": ""}
        expect(mark(page, "1½ for growth")).to_have_attribute("aria-pressed", "true")
        expect(page.get_by_text("1½ of 3 points so far")).to_be_visible()
        other = page.get_by_label("Other points for progress")
        other.fill("0,25")
        other.press("Enter")
        marks["progress (of 1)"] = "0.25"
        assert arrived(page, saves, 2)["marks"] == marks
        expect(page.get_by_text("1 of 3 marked")).to_be_visible()
        page.get_by_label("Comment").fill("Well done")
        expect(page.locator(".said").last).to_have_text("saved")
        assert arrived(page, saves, 3) == {**where, "marks": marks, "comment": "Well done"}
        mark(page, "1½ for growth").click()
        expect(page.get_by_text("0 of 3 marked")).to_be_visible()
        assert arrived(page, saves, 4)["marks"]["growth (of 2)"] == ""


@pytest.mark.browser
def test_marking_with_the_keyboard(opened):
    with opened() as (page, saves):
        page.keyboard.type("21.")
        expect(mark(page, "1½ for growth")).to_have_attribute("aria-pressed", "true")
        page.keyboard.type("a")
        expect(page.get_by_text("1 of 3 marked")).to_be_visible()
        page.keyboard.type("jj")
        expect(page.get_by_role("heading", name="Alan Turing")).to_be_visible()
        page.keyboard.press("ArrowLeft")
        page.keyboard.type("2f")
        page.keyboard.type("c2j")
        page.keyboard.press("Escape")
        expect(page.get_by_role("heading", name="Emmy Noether")).to_be_visible()
        expect(page.locator(".said").last).to_have_text("saved")
        last = {one["student"]: one for one in saves.heard}
        assert last["4711"]["marks"] == {"progress (of 1)": "1", "growth (of 2)": "1.5"}
        assert last["4712"]["marks"] == {"growth (of 2)": "2"}
        assert last["4712"]["comment"] == "2j"
        page.keyboard.type("n")
        expect(page.get_by_role("heading", name="Question 1")).to_be_visible()
        page.keyboard.type("p?")
        expect(page.get_by_role("dialog")).to_be_visible()
        page.get_by_role("button", name="Close").click()
        expect(page.get_by_role("dialog")).to_be_hidden()
        page.keyboard.type("19")
        expect(page.locator(".said.error")).to_have_text("Not saved: between 0 and 1, please.")
        page.keyboard.type("/alan")
        expect(page.locator("#names button:visible")).to_have_count(2)  # and the open one
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="Alan Turing")).to_be_visible()


@pytest.mark.browser
def test_only_what_waits(opened):
    with opened() as (page, _):
        page.keyboard.type("wa")
        expect(page.get_by_text("1 of 3 marked")).to_be_visible()
        page.keyboard.type("jk")
        expect(page.get_by_role("heading", name="Emmy Noether")).to_be_visible()
        expect(page.get_by_role("button", name="Ada Lovelace")).to_be_hidden()


@pytest.mark.browser
def test_a_blank_answer_does_not_wait(opened):
    """It has its zero already, unless the lecturer gives points."""
    data = sample()
    data["students"][1]["answers"]["q4"] = answer("")
    with opened(data) as (page, _):
        expect(page.get_by_text("1 of 3 marked")).to_be_visible()
        page.get_by_role("button", name="Emmy Noether").click()
        expect(page.get_by_text("No answer: zero, unless you give points.")).to_be_visible()


@pytest.mark.browser
def test_correction_needs_its_reason(opened):
    with opened() as (page, saves):
        page.get_by_role("button", name="q1").click()
        page.get_by_text("correct this mark").last.click()
        mark(page, "1 for test_large").click()
        expect(page.locator(".said.error")).to_contain_text("a correction needs its reason")
        assert not saves.heard
        page.get_by_label("Comment").fill("the idea is right")
        told = arrived(page, saves)
        assert told["marks"] == {"test_large (of 2)": "1"}
        assert told["comment"] == "the idea is right"
        expect(page.get_by_text("2 of 3 points")).to_be_visible()


@pytest.mark.browser
def test_marks_of_a_spreadsheet_are_shown(opened):
    data = sample()
    data["students"][0]["answers"]["q4"]["marks"] = {"progress (of 1)": "0,50"}
    with opened(data) as (page, _):
        expect(mark(page, "½ for progress")).to_have_attribute("aria-pressed", "true")


@pytest.mark.browser
def test_error_is_told_and_nothing_typed_is_lost(opened):
    with opened() as (page, saves):
        saves.error = ValueError("the table is open elsewhere")
        page.get_by_label("Comment").fill("Well done")
        expect(page.locator(".said").last).to_contain_text("the table is open elsewhere")
        expect(page.get_by_role("status")).to_have_text("the table is open elsewhere")
        page.keyboard.press("Escape")
        page.keyboard.type("j")
        expect(page.get_by_role("alert")).to_contain_text("Ada Lovelace, q4: the table is open")
        with page.expect_event("dialog") as leaving:
            page.close(run_before_unload=True)
        assert leaving.value.type == "beforeunload"
        leaving.value.dismiss()
        page.get_by_role("alert").get_by_role("button").click()
        expect(page.get_by_label("Comment")).to_have_value("Well done")
        saves.error = None
        page.get_by_role("button", name="Save again").click()
        assert arrived(page, saves)["comment"] == "Well done"
        expect(page.get_by_role("alert")).to_be_empty()
        other = page.get_by_label("Other points for progress")
        other.fill("7")
        other.blur()
        expect(page.locator(".said.error")).to_have_text("Not saved: between 0 and 1, please.")
        expect(other).to_have_value("7")
        assert len(saves.heard) == 1


@pytest.mark.browser
def test_server_that_is_gone(opened, folder):
    with opened() as (page, _):
        page.route("**/save", lambda route: route.abort())
        mark(page, "1 for progress").click()
        expect(page.get_by_role("status")).to_contain_text("Is make mark still running?")
        expect(mark(page, "1 for progress")).to_have_attribute("aria-pressed", "true")


@pytest.mark.browser
def test_as_a_file_it_is_for_reading(browser, folder):
    (folder / "marking.html").write_text(marking_page(sample()), encoding="utf-8")
    sent = []
    with closing(browser.new_context()) as context:
        page = context.new_page()
        page.on("request", lambda request: sent.append(urlsplit(request.url).scheme))
        page.goto((folder / "marking.html").as_uri())
        expect(page.get_by_text("To mark, run: make mark HW=06-perceptron")).to_be_visible()
        expect(mark(page, "1 for progress")).to_be_disabled()
        expect(page.get_by_label("Comment")).to_be_disabled()
        page.keyboard.type("11a")
        expect(page.get_by_text("0 of 3 marked")).to_be_visible()
        expect(page.get_by_text("0 of 3 points so far")).to_be_visible()
        expect(page.locator(".katex-html").first).to_be_visible()
        page.keyboard.type("j")
        expect(page.get_by_role("heading", name="Emmy Noether")).to_be_visible()
    assert set(sent) <= {"file", "data"}


@pytest.mark.browser
@pytest.mark.parametrize("question", ["q4", "q1"])
def test_narrow_screen(opened, question):
    with opened(width=390) as (page, _):
        page.get_by_role("button", name=question).click()
        for fold in page.locator("summary").all():
            fold.click()
        assert page.evaluate("document.documentElement.scrollWidth") == 390


@pytest.mark.browser
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_for_everybody(opened, theme):
    """What axe finds, with marks, corrections and the keys in sight."""
    with opened(color_scheme=theme) as (page, saves):
        page.evaluate(AXE.read_text("utf-8"))
        run = "() => axe.run().then(f => f.violations.map(v => v.id + v.nodes[0].html))"
        mark(page, "1 for progress").click()
        arrived(page, saves)
        page.keyboard.type("2m")
        assert page.evaluate(run) == []
        page.keyboard.press("Escape")
        page.keyboard.type("n2")
        assert page.evaluate(run) == []
        page.keyboard.type("?")
        assert page.evaluate(run) == []
