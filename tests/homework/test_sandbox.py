"""The sandbox: what students' code cannot do, and that grading stops if there is a hole."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pytest
from homework_samples import made_in, perceptron, submission, write

import homework.kit.running.sandbox as module
from homework.kit.grade import grade, main
from homework.kit.grading.batch import grade_all
from homework.kit.grading.one import mark
from homework.kit.grading.result import UNSAFE
from homework.kit.grading.submission import Submission, find_submissions, identity
from homework.kit.marking.feedback import feedback_page
from homework.kit.paths import CannotGrade, find_place, which_homework
from homework.kit.results import write_all
from homework.kit.running.inside.values import DataError, decode
from homework.kit.running.refused_calls import filter_bytes
from homework.kit.running.sandbox import Limits, Sandbox, why_no_sandbox
from homework.kit.running.sandbox_selftest import selftest
from homework.kit.running.student import Student

USUAL, SMALL = module._options, str(module.TEMPORARY)


def allow_all():
    """Return a filter that refuses one harmless call only."""
    import pyseccomp

    rules = pyseccomp.SyscallFilter(pyseccomp.ALLOW)
    rules.add_rule(pyseccomp.ERRNO(1), "acct")
    with tempfile.TemporaryFile() as file:
        rules.export_bpf(file)
        file.seek(0)
        return file.read()


def graded(notebook, folder, sandbox=None):
    """Grade a notebook; return the result and the page that its student gets."""
    path = write(notebook, folder / "eve.ipynb")
    assignment = perceptron()[1]
    result, _ = mark(Submission("eve", path), assignment, sandbox or Sandbox())
    return result, feedback_page(result, assignment)


def test_the_sandbox_holds(sandbox):
    assert selftest(Sandbox(), [Path(__file__)]) == []


HOLES = {
    "calls": ("filter_bytes", allow_all, ["the call unshare is permitted", "io_uring_setup",
              "the call keyctl", "the call ptrace", "processes can be started"]),
    "a folder": ("_options", lambda hidden: [*USUAL(hidden), "--tmpfs", "/var"],
                 ["/var can be written"]),
    "disk": ("_options", lambda hidden: [{SMALL: "99999999"}.get(a, a) for a in USUAL(hidden)],
             ["files have no limit"]),
    "processes": ("_options", lambda hidden: [a for a in USUAL(hidden) if a != "--unshare-pid"],
                  ["it sees other processes"]),
}  # fmt: skip
if os.geteuid() == 0:
    HOLES["root"] = (
        "_user",
        list,
        ["it is root, or root under another name", "it has rights (CapEff)"],
    )


@pytest.mark.parametrize("hole", HOLES)
def test_a_hole_is_found(hole, sandbox, monkeypatch):
    name, spoilt, found = HOLES[hole]
    monkeypatch.setattr(module, name, spoilt)
    holes = "\n".join(selftest(Sandbox(), []))
    for sentence in found:
        assert sentence in holes


def test_a_hole_stops_the_grading(sandbox, place, tmp_path, monkeypatch):
    write(submission(), tmp_path / "ada.ipynb")
    monkeypatch.setattr(module, "filter_bytes", allow_all)
    with pytest.raises(CannotGrade, match="the sandbox has a hole.\n.*is permitted"):
        grade(find_submissions(tmp_path), place)
    assert not (place.folder / "results.jsonl").exists()


@pytest.mark.parametrize("name", ["submissions", "a clone"])
def test_what_lies_below_pythons_folder_is_hidden(name, sandbox):
    """A clone below /usr, or in a folder of Python's: masters, submissions, other students."""
    with tempfile.TemporaryDirectory(dir=sys.prefix) as folder:
        secret = Path(folder, name, "ada.ipynb")
        secret.parent.mkdir()
        secret.write_text("secret")
        Path(folder).chmod(0o755)
        assert selftest(Sandbox(), [secret]) == [f"it sees {secret}"]
        assert selftest(Sandbox(hidden=(Path(folder),)), [secret]) == []


INSIDE_OF_A_LINK = """
import subprocess, sys
from homework.kit.running.sandbox import Sandbox, _start_sandboxed
program = _start_sandboxed(Sandbox(), [sys.executable, "-s", "-c", "import json"], subprocess.PIPE)
print(program.communicate()[1].decode(), end="")
"""


def same_python(program):
    """Return whether there is a Python of our version, which can use our packages."""
    asked = "import sys; print(sys.version_info[:2])"
    said = shutil.which(program) and subprocess.run(
        [program, "-c", asked], capture_output=True, text=True, check=False
    )
    return bool(said) and said.stdout.strip() == str(sys.version_info[:2])


@pytest.mark.parametrize("program", [os.path.realpath(sys.executable), "/bin/python3"])
def test_python_is_found_through_a_link(program, sandbox, tmp_path):
    """As where uv installed it: ~/.local/bin/python3 leads to a folder elsewhere; or to /bin, which
    is a link itself.
    """
    if not same_python(program):
        pytest.skip(f"{program} is not there, or is another Python")
    link = tmp_path / "bin" / "python3"
    link.parent.mkdir()
    link.symlink_to(program)
    subprocess.run([link, "-m", "venv", "--without-pip", tmp_path / "env"], check=True)
    ran = subprocess.run(
        [tmp_path / "env" / "bin" / "python", "-c", INSIDE_OF_A_LINK],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout == ""


def test_python_below_a_hidden_folder_is_still_there(sandbox):
    """The clone hides itself, and its environment lies in it."""
    hidden = (Path(sys.prefix).parent, Path(sys.base_prefix, "share"))
    student = Student(Sandbox(hidden=hidden))
    student.run("import numpy\nx = int(numpy.ones(3).sum())")
    assert student.object("x") == 3
    student.close()


WORDS = {
    "No such file or directory: 'bwrap'": (None, "apt-get install bubblewrap"),
    "setting up uid map: Permission denied": ("setting up uid map: Permission denied", "apparmor"),
    "Creating new namespace failed": (
        "Creating new namespace failed: Operation not permitted", "docker: --privileged"),
}  # fmt: skip


@pytest.mark.parametrize("words", WORDS)
def test_its_own_words_are_shown_with_what_to_do(words, place, tmp_path, monkeypatch):
    said, todo = WORDS[words]
    programs = tmp_path / "programs"
    programs.mkdir()
    if said:
        (programs / "bwrap").write_text(f"#!/bin/sh\necho 'bwrap: {said}' >&2\nexit 1\n")
        (programs / "bwrap").chmod(0o755)
    write(submission(), tmp_path / "ada.ipynb")
    monkeypatch.setenv("PATH", f"{programs}" if not said else f"{programs}:/bin")
    with pytest.raises(CannotGrade) as error:
        grade(find_submissions(tmp_path), place)
    assert words in str(error.value)
    assert todo in str(error.value)
    assert "UNSAFE=1" in str(error.value)


def test_without_libseccomp_it_refuses(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyseccomp", None)
    assert "apt-get install libseccomp2" in why_no_sandbox()


def test_systemd_bounds_the_group_where_it_can(tmp_path, monkeypatch):
    log = tmp_path / "log"
    run = tmp_path / "systemd-run"
    run.write_text(
        f'#!/bin/sh\necho "$*" >> {log}\nwhile [ "${{1#--}}" != "$1" ]; do shift; done\nexec "$@"\n'
    )
    run.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    limits = Limits(memory=3 * 2**30, threads=77)  # others than any test before
    assert module.has_group(limits)
    said = log.read_text()
    assert "--scope" in said
    assert "MemoryMax=3221225472" in said
    assert "TasksMax=77" in said
    process = module._start_sandboxed(Sandbox(limits), ["/usr/bin/true"])
    process.communicate()
    command = process.args
    assert command[0] == "systemd-run"
    assert command.index("bwrap") > command.index("--property=TasksMax=77")


def test_unsafe_marks_every_grade(place, tmp_path, monkeypatch):
    write(submission(), tmp_path / "ada.ipynb")
    write(submission(solved=False), tmp_path / "Zoe_12_assignsubmission_file.ipynb")
    monkeypatch.setattr("homework.kit.grade.why_no_sandbox", lambda sandbox: "No.")
    with pytest.raises(CannotGrade, match="No. Without it nothing is graded"):
        grade(find_submissions(tmp_path), place)
    grade(find_submissions(tmp_path), place, trusted=True)
    write_all(place)
    assert (place.folder / "grades.csv").read_text().count(UNSAFE) == 2
    assert UNSAFE in (place.folder / "moodle.csv").read_text()
    assert UNSAFE in (place.folder / "canvas.csv").read_text().splitlines()[0]
    assert UNSAFE in (place.folder / "feedback" / "ada.html").read_text()
    assert '"unsafe": true' in (place.folder / "marking.html").read_text()


EVIL = "../../submissions/Eve/.ipynb_checkpoints"


@pytest.fixture
def eves_own(tmp_path):
    """Eve brings an assignment of her own, whose test would write a file outside."""
    trap = tmp_path / "trap"
    made_in(tmp_path, "06-perceptron")
    eve = tmp_path / "submissions" / "Eve"
    notebook = submission(solved=False)
    notebook.metadata["homework"]["name"] = EVIL
    own = eve / ".ipynb_checkpoints" / "autograder"
    own.mkdir(parents=True)
    made = tmp_path / "made" / "06-perceptron" / "autograder"
    text = (made / "assignment.json").read_text()
    text = text.replace("import numpy as np\\n", f"open({str(trap)!r}, 'w')\\n")
    (own / "assignment.json").write_text(text)
    shutil.copy(made / "solution.ipynb", own)
    write(notebook, eve / "hw.ipynb")
    return tmp_path, trap


def test_a_name_is_looked_up_and_never_a_path(eves_own, monkeypatch, capsys):
    folder, trap = eves_own
    submissions = find_submissions(folder / "submissions")
    assert which_homework(submissions, folder / "made") == ""
    for name in (EVIL, "../made/06-perceptron", ".", "", str(folder / "made" / "06-perceptron")):
        with pytest.raises(CannotGrade, match="there are: 06-perceptron"):
            find_place(name, folder / "made")
    monkeypatch.setattr("homework.kit.grade.find_place.__defaults__", (folder / "made", folder))
    monkeypatch.setattr("homework.kit.grade.which_homework.__defaults__", (folder / "made",))
    assert main([str(folder / "submissions"), "--without-sandbox"]) == 1
    assert "Which assignment is it?" in capsys.readouterr().out
    for number in range(2):  # two honest ones: theirs is graded, and Eve's is not
        write(submission(), folder / "submissions" / f"honest {number}.ipynb")
    assert main([str(folder / "submissions"), "--without-sandbox"]) == 0
    assert "not graded: Eve: it is of the homework" in capsys.readouterr().out
    assert not trap.exists()


def test_one_name_cannot_force_a_question_on_the_class(eves_own):
    folder, _ = eves_own
    for number in range(2):
        write(submission(), folder / "submissions" / f"honest {number}.ipynb")
    found = find_submissions(folder / "submissions")
    assert which_homework(found, folder / "made") == "06-perceptron"


def test_a_file_name_is_no_identity(tmp_path):
    """Eve chooses how her file is called; what the platform puts before it counts."""
    names = {
        "evil_LATE_4712_120_x_4711_assignsubmission_y": "4712",
        "Eve_4712_assignsubmission_file_x_4711_assignsubmission_y": "4712",
        "evil_4712_120_lovelace_4711_99_b": "4712",
        "Ada Lovelace_4711_assignsubmission_file_": "4711",
        "lovelaceada_LATE_4711_100_b": "4711",
    }
    assert {name: identity(name)[0] for name in names} == names


def test_links_stop_nobody(sandbox, place, tmp_path):
    folder = tmp_path / "class"
    (folder / "eve").mkdir(parents=True)
    write(submission(), folder / "zoe.ipynb")
    links = {"a.ipynb": "b.ipynb", "b.ipynb": "a.ipynb", "c.ipynb": "/usr/bin/env",
             "eve/h.ipynb": "h.ipynb", "dir": "/usr"}  # fmt: skip
    for link, target in links.items():
        (folder / link).symlink_to(target)
    grade(find_submissions(folder), place)
    results = {result.id: result for result in write_all(place)}
    assert [name for name, result in results.items() if result.graded] == ["zoe"]
    assert {results[name].reason for name in "abc"} == {"a link, not a file"}


SLOW = {
    "fences": "```python\n" * 40_000,
    "a table": "|a" * 800 + "\n" + "|-" * 800 + "\n" + "|\n" * 2000,
    "references": "[a]: b\n" * 7000,
    "brackets": "[" * 49_000,
    "a very long text": "x " * 3 * 10**6,
}


@pytest.mark.parametrize("form", SLOW)
def test_a_text_made_to_be_slow_is_shown_and_stops_nothing(form, place, tmp_path):
    write(submission({4: SLOW[form]}), tmp_path / "eve.ipynb")
    start = time.monotonic()
    (result,) = grade(find_submissions(tmp_path), place, trusted=True)
    write_all(place)
    assert time.monotonic() - start < 30  # it was minutes; the machine may be busy
    assert result.shown["q4"]
    assert (place.folder / "marking.html").stat().st_size < 3_000_000


def test_a_run_stopped_in_a_line_costs_no_other_student(place, tmp_path):
    write(submission(), tmp_path / "bob.ipynb")
    place.folder.mkdir(parents=True)
    (place.folder / "results.jsonl").write_text('{"student": "half')
    grade(find_submissions(tmp_path), place, trusted=True)
    assert [result.id for result in write_all(place)] == ["bob"]


SIGNS = """
import fcntl, os
got = []
file = os.open("/usr/bin/env", os.O_RDONLY)
for sign in (lambda: fcntl.flock(file, fcntl.LOCK_SH),
             lambda: fcntl.lockf(file, fcntl.LOCK_SH),
             lambda: fcntl.fcntl(file, 1024, fcntl.F_RDLCK)):
    try:
        sign()
        got.append("a lock")
    except OSError:
        pass
"""


def test_no_lock_is_a_sign_to_another_student(sandbox):
    student = Student(Sandbox())
    student.run(SIGNS)
    assert student.object("got") == []
    student.close()


def test_grades_below_usr_are_hidden_too(sandbox, tmp_path):
    """The folder of all grades, not that of this homework alone."""
    with tempfile.TemporaryDirectory(dir=sys.prefix) as folder:
        Path(folder).chmod(0o755)
        place = made_in(Path(folder))
        gradebook = Path(folder, "grades", "sample", "gradebook.csv")
        gradebook.parent.mkdir(parents=True)
        gradebook.write_text("ada,18")
        spy = f"raise ValueError(open({str(gradebook)!r}).read())"
        write(submission({3: spy}), tmp_path / "eve.ipynb")
        (result,) = grade(find_submissions(tmp_path), place)
        assert "FileNotFoundError" in result.notes[0]


FORGED = """
import sys
ours = sys._getframe(1).f_globals  # of the program that runs the cells
true = ours["encode"]
def forged(value, depth=0):
    said = true(value, depth)
    if isinstance(said, dict) and "rng" in said:
        said["rng"]["state"] = {"state": 0, "inc": 0}
    return said
ours["encode"] = forged
def draw(rng):
    return 1
"""


def test_a_generator_cannot_be_replaced(sandbox):
    student = Student(Sandbox())
    student.run(FORGED)
    rng = np.random.default_rng(3)
    student.object("draw")(rng)
    assert rng.bit_generator.state["state"]["inc"] != 0
    student.close()


def test_large_sets_are_no_data():
    """Whole numbers with one hash make a set as slow as its square."""
    with pytest.raises(DataError, match="more than 10000"):
        decode({"set": [n * (2**61 - 1) for n in range(20_000)]})


CHANNELS = """
import os, sys, ctypes
libc = ctypes.CDLL(None, use_errno=True)
def said(number, *arguments):
    ctypes.set_errno(0)
    return libc.syscall(number, *arguments), ctypes.get_errno()
key = said({add_key}, b"user", b"ada", b"answer", 6, -3)
found = said({keyctl}, 10, -3, b"user", b"ada", 0)
queue = said({msgget}, 77, 0o1666)
left = sorted(os.listdir("/tmp"))
open("/tmp/for-zoe", "w").write("answer")
"""


def test_nothing_is_left_for_the_next_student(sandbox):
    """No keyring, no queue of messages, no file: each process begins with nothing."""
    from homework.kit.running.refused_calls import call_numbers

    shown = [Path(sys.prefix).parts[2]] if Path(sys.prefix).is_relative_to("/tmp") else []
    for _ in range(2):
        student = Student(Sandbox())
        student.run(CHANNELS.format(**call_numbers()))
        assert [student.object(name)[0] for name in ("key", "found", "queue")] == [-1, -1, -1]
        assert student.object("left") == shown  # the way to Python, if that lies in /tmp
        student.close()


def test_no_hidden_argument_comes_out_with_a_visible_message(sandbox, tmp_path):
    """Question 1 remembers what it is called with, question 2 tells it in its visible test."""
    spy = "calls = []\ndef cautious_perceptron(X, *rest):\n    calls.append(X[0, 0])\n    1 / 0"
    tell = "def price_bound(*rest):\n    raise ValueError(f'calls {len(calls)}: {calls}')"
    result, page = graded(submission({1: spy, 2: tell}), tmp_path)
    assert page.count("calls 1: ") == 1
    hidden = [case for case in result.questions["q2"].cases if case.hidden]
    assert any("calls 5: " in case.message for case in hidden), hidden
    assert "calls 5" not in page


def test_what_is_said_after_hidden_tests_is_not_told(sandbox, tmp_path):
    """A cell says something else each time; hidden tests make it run again."""
    ends = (
        "import os\ndef tight_sample(k):\n    os._exit(0) if k > 5 else None\n"
        "    return 2 * np.eye(k), np.ones(k), np.ones(k)\nraise ValueError(os.times().elapsed)"
    )
    result, page = graded(submission({3: ends}), tmp_path)
    assert [case.passed for case in result.questions["q3"].cases] == [True, False, False]
    assert len(result.notes) == 1
    assert "Your code ended its process, or took too long." in page


CHANCE = """
import os, random, secrets, uuid
import numpy as np
drawn = [
    float(np.random.RandomState().rand()), random.Random().random(), secrets.randbits(30),
    float(np.random.Generator(np.random.PCG64()).random()), float(np.random.rand()),
    random.random(), os.urandom(4).hex(), str(uuid.uuid4()),
    float(np.random.default_rng().random()), float(np.random.default_rng().random()),
]
"""


def test_chance_without_a_seed_is_the_same_chance_each_time(sandbox):
    drawn = []
    for _ in range(2):
        student = Student(Sandbox())
        student.run(CHANCE)
        drawn.append(student.object("drawn"))
        student.close()
    assert drawn[0] == drawn[1]
    assert drawn[0][-1] != drawn[0][-2]


def test_memory_outside_of_the_process_is_bounded_too(sandbox):
    """Files in memory, shared memory and a tmpfs in a namespace of one's own held gigabytes."""
    student = Student(Sandbox())
    student.run(
        "import os\ngot = True\ntry:\n    os.memfd_create('x')\nexcept OSError:\n    got = False"
    )
    assert student.object("got") is False
    student.close()


def test_the_filter_is_made_anew_and_the_same():
    assert filter_bytes() == filter_bytes()
    assert len(filter_bytes()) % 8 == 0


def test_grading_is_bounded_by_the_settings_of_the_course(sandbox, place, tmp_path):
    """What the student's notebook promises is what grading uses."""
    text = json.loads((place.made / "assignment.json").read_text())
    text["settings"] |= {"seconds": 1, "packages": ["numpy"]}
    (place.made / "assignment.json").write_text(json.dumps(text))
    again = find_place("06-perceptron", place.made.parent.parent, tmp_path)
    assert again.assignment.settings.limits().seconds == 1
    notebook = submission({3: "import scipy"})
    path = write(notebook, tmp_path / "ada.ipynb")
    sandbox = Sandbox(again.assignment.settings.limits())
    (result,) = grade_all([Submission("ada", path)], again.assignment, sandbox)
    assert "the standard library, numpy" in "".join(result.notes)
