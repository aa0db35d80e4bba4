"""Marks, grades and the record of a term: nothing given is lost, nothing not given is counted."""

import csv
import os
import re
import zipfile
from dataclasses import replace

import pytest
from homework_samples import made_in, submission, write

from homework.kit.grade import grade, main
from homework.kit.grading.answers import Answer
from homework.kit.grading.result import CaseResult, QuestionResult, Result
from homework.kit.grading.submission import find_submissions
from homework.kit.mark import save
from homework.kit.marking.marks import MarkError, rows_of, save_mark
from homework.kit.marking.records import add_record, read_records
from homework.kit.paths import CannotGrade, find_place
from homework.kit.results import write_all
from homework.kit.tables import clean, file_name, plain, read_table, write_table
from homework.kit.writing.markers import MasterError
from homework.kit.writing.settings import Course, read_course

LOVELACE = "Ada Lovelace_4711_assignsubmission_file"


def result_of(student, assignment, proof="A proof.", points=0.0, **rest):
    """Return a result in which only the marks of a person are missing."""
    result = Result(student, student, f"{student}.ipynb", code="#code", **rest)
    for question in assignment.questions:
        marks = [(item.item, item.points, None) for item in question.items]
        cases = [
            CaseResult(c.name, c.hidden, c.points, bool(points), "", c.hint) for c in question.cases
        ]
        result.questions[question.name] = QuestionResult(question.points, cases, marks)
        result.answers[question.name] = Answer(proof, not proof)
        result.shown[question.name] = f"<p>{proof}</p>"
    return result


def record(place, *results):
    for result in results:
        add_record(place.folder, result, {})
    return write_all(place)


def fill(place, question, student, mark="1", comment="good"):
    """Give the same mark to each item of an answer, as the marking page does."""
    (graded,) = (q for q in place.assignment.questions if q.name == question)
    rows = rows_of(place.folder / "marks", place.assignment, graded)
    (answer,) = (row["answer"] for row in rows.values() if row["student"] == student)
    marks = {column: mark for column, _ in graded.columns}
    save_mark(place.folder / "marks", place.assignment, graded, student, answer, marks, comment)


def totals(place):
    return {row["student"]: row["total"] for row in read_table(place.folder / "grades.csv")}


# ---- marks belong to answers ----


def test_automatic_zeros_never_become_marks(place):
    """A draft with an empty proof, then a full one: it waits, it is not zero."""
    record(place, result_of("ada", place.assignment, proof="", points=1))
    assert totals(place) == {"ada": "18"}
    assert "0" not in (place.folder / "marks" / "q4.csv").read_text().splitlines()[1].split(",")
    record(place, result_of("ada", place.assignment, points=1))
    assert totals(place) == {"ada": ""}


def test_a_mark_is_asked_again_when_the_answer_changes(place):
    record(place, result_of("ada", place.assignment, points=1))
    for question in ("q4", "q6"):
        fill(place, question, "ada")
    write_all(place)
    assert totals(place) == {"ada": "25"}
    record(place, result_of("ada", place.assignment, proof="no idea", points=1))
    assert totals(place) == {"ada": ""}
    record(place, result_of("ada", place.assignment, points=1))  # the first answer again
    assert totals(place) == {"ada": "25"}


def test_next_year_is_another_year(tmp_path):
    """The Ada of the next course does not inherit the marks of this one's."""
    for course in ("sample", "autumn 2027"):
        place = made_in(tmp_path / course, course=course)
        place = replace(place, folder=find_place(place.folder.name, place.made.parent.parent,
                                                 tmp_path / "grades").folder)  # fmt: skip
        record(place, result_of("ada", place.assignment, points=1))
        assert totals(place) == {"ada": ""}
        fill(place, "q4", "ada")
        fill(place, "q6", "ada")
        write_all(place)
        assert totals(place) == {"ada": "25"}
    assert len(list((tmp_path / "grades").iterdir())) == 2


def test_a_single_automatic_mark_is_corrected_with_a_reason(place):
    record(place, result_of("ada", place.assignment))
    (question,) = (q for q in place.assignment.questions if q.name == "q3")
    given = {question.columns[1][0]: "0.5"}
    with pytest.raises(MarkError, match="needs a reason"):
        save_mark(place.folder / "marks", place.assignment, question, "ada", "#code", given, " ")
    save_mark(
        place.folder / "marks", place.assignment, question, "ada", "#code", given, "a slip of mine"
    )
    (result,) = write_all(place)
    assert result.questions["q3"].score == 0.5
    page = (place.folder / "feedback" / "ada.html").read_text()
    assert "0.5 of 1, by hand" in page
    assert "a slip of mine" in page
    result = result_of("ada", place.assignment)
    result.code = "#other"
    record(place, result)
    assert read_table(place.folder / "grades.csv")[0]["q3"] == "0"


def test_a_comment_on_code_reaches_the_student(place):
    record(place, result_of("ada", place.assignment))
    fill(place, "q1", "ada", mark="", comment="Read about broadcasting.")
    write_all(place)
    assert "Read about broadcasting." in (place.folder / "feedback" / "ada.html").read_text()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"question": "q9"}, "no question 'q9'"),
        ({"student": "eve"}, "answer has changed"),
        ({"answer": "#old"}, "answer has changed"),
        ({"marks": {"none (of 1)": "1"}}, "no column none"),
        ({"marks": {"progress (of 1)": "2"}}, "'2' is not from 0 to 1"),
        ({"marks": {"progress (of 1)": "nan"}}, "'nan' is not from 0 to 1"),
        ({"marks": {"progress (of 1)": "one"}}, "'one' is not from 0 to 1"),
        ({"marks": {"progress (of 1)": 1}}, "something other than marks"),
        ({"marks": []}, "something other than marks"),
    ],
)
def test_the_page_cannot_save_what_is_no_mark(given, message, place):
    (result,) = record(place, result_of("ada", place.assignment))
    answer = result.mark_belongs_to("q4", manual=True)
    right = {"question": "q4", "student": "ada", "answer": answer,
             "marks": {"progress (of 1)": "0,5"}, "comment": ""}  # fmt: skip
    save(place, right)
    before = (place.folder / "marks" / "q4.csv").read_bytes()
    assert b'"0,5"' in before
    with pytest.raises(MarkError, match=message):
        save(place, right | given)
    assert (place.folder / "marks" / "q4.csv").read_bytes() == before


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("student,", "who,", "line 1: the column 'student' is gone"),
        ("comment", "remark", "line 1: the column 'comment' is gone"),
        (",answer", ",hash", "line 1: the column 'answer' is gone"),
        ("progress", "steps", r"line 1: the column 'progress.*\(of 1\)' is gone"),
        ("comment", "Prüfung", "not UTF-8"),
    ],
)
def test_a_table_whose_columns_were_changed_loses_no_mark(old, new, message, place):
    record(place, result_of("ada", place.assignment))
    path = place.folder / "marks" / "q4.csv"
    text = path.read_text(encoding="utf-8-sig")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="latin-1")
    before = path.read_bytes()
    with pytest.raises(MarkError, match=f"q4.csv.*{message}"):
        write_all(place)
    assert path.read_bytes() == before


def test_a_table_that_a_spreadsheet_wrote_is_read(place):
    """Semicolons, decimal commas, a lost zero before a number."""
    record(place, result_of("007", place.assignment, points=1))
    for name in ("q4", "q6"):
        path = place.folder / "marks" / f"{name}.csv"
        rows = read_table(path)
        for row in rows:
            row |= {column: "0,5" for column in row if "(of" in column}
            row |= {"student": "7", "comment": "well done"}
        with path.open("w", newline="", encoding="utf-8-sig") as file:
            writer = csv.DictWriter(file, rows[0], delimiter=";")
            writer.writeheader()
            writer.writerows(rows)
    write_all(place)
    assert totals(place) == {"007": "21.5"}


def test_a_row_of_nobody_is_told(place, capsys, monkeypatch):
    record(place, result_of("Jürgen", place.assignment))
    path = place.folder / "marks" / "q4.csv"
    spoilt = path.read_bytes().replace("ü".encode(), "Ã¼".encode())
    path.write_bytes(spoilt.replace(b",,,,,#", b",1,1,1,1,x,#"))
    monkeypatch.setattr("homework.kit.grade.find_place", lambda name: place)
    assert main(["--homework", "06-perceptron"]) == 0
    assert "q4.csv: there is no submission of 'JÃ¼rgen'" in capsys.readouterr().out


# ---- the class, late and repeated submissions ----


def folder_of(tmp_path, name, **notebooks):
    folder = tmp_path / name
    folder.mkdir()
    for student, notebook in notebooks.items():
        write(notebook, folder / f"{student}.ipynb")
    return folder


def test_late_submissions_join_the_class(place, tmp_path):
    blank, full = submission(solved=False), submission()
    autumn = folder_of(tmp_path, "autumn", ada=blank, zoe=full)
    late = folder_of(tmp_path, "late", ada=full, bob=full)
    grade(find_submissions(autumn), place, trusted=True)
    grade(find_submissions(late), place, trusted=True, late_days=2)
    results = write_all(place)
    assert [(r.id, r.late_days) for r in results] == [("ada", 2), ("bob", 2), ("zoe", 0)]
    assert [row["q1"] for row in read_table(place.folder / "grades.csv")] == ["5", "5", "5"]
    lines = (place.folder / "results.jsonl").read_text().splitlines()
    assert len(lines) == 4  # the first submission of ada is still there


def test_a_later_file_that_cannot_be_graded_takes_nothing_away(place):
    good = result_of("ada", place.assignment, points=1)
    record(place, good, Result("ada", "ada", reason="not a notebook"))
    (result,) = read_records(place.folder)
    assert result.graded
    assert result.notes == ["a later submission could not be graded: not a notebook"]


def test_grading_an_older_folder_again_takes_nobody_s_place(place, tmp_path, capsys):
    """The last work that came in counts, in whatever order the folders are graded again."""
    first = folder_of(tmp_path, "first", ada=submission(solved=False), zoe=submission())
    second = folder_of(tmp_path, "second", ada=submission())
    for folder in (first, second, first):
        grade(find_submissions(folder), place, trusted=True)
    lines = [line for line in capsys.readouterr().out.splitlines() if "replaces the result" in line]
    assert [line.split()[1].rstrip(":") for line in lines] == ["ada"]
    ada, _ = write_all(place)
    assert ada.questions["q1"].score == 5


def test_another_course_is_refused_as_a_whole(place, tmp_path, capsys, monkeypatch):
    """One stray notebook is not graded; a folder of another course, or COURSE, stops at once."""
    monkeypatch.setattr("homework.kit.grade.find_place", lambda name: place)
    old = submission()
    old.metadata["homework"]["course"] = "spring 2020"
    folder = folder_of(tmp_path, "old", ada=old)
    assert main([str(folder), "--without-sandbox"]) == 1
    assert "make homework COURSE='spring 2020'" in capsys.readouterr().out
    write(submission(), folder / "zoe.ipynb")
    monkeypatch.setenv("COURSE", "autumn 2030")
    assert main([str(folder), "--without-sandbox"]) == 1
    assert "make homework COURSE='autumn 2030'" in capsys.readouterr().out
    monkeypatch.delenv("COURSE")
    assert not (place.folder / "results.jsonl").exists()
    assert main([str(folder), "--without-sandbox"]) == 0
    assert main([str(folder), "--without-sandbox", "--late", "-2"]) == 1


def test_changed_settings_are_told(place, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("homework.kit.grade.find_place", lambda name: place)
    record(place, result_of("ada", place.assignment))
    assert main(["--homework", "06-perceptron"]) == 0
    assert "course.yml" not in capsys.readouterr().out
    (tmp_path / "course.yml").write_text("percent_a_day: 10\n")
    monkeypatch.setenv("HOMEWORK_MASTERS", str(tmp_path))
    assert main(["--homework", "06-perceptron"]) == 0
    assert "course.yml has changed. Run make homework again" in capsys.readouterr().out


def test_late_days_cost_what_the_course_says(place):
    settings = Course(free_days=1, percent_a_day=10)
    place = replace(place, assignment=replace(place.assignment, settings=settings))
    late = result_of("ada", place.assignment, proof="", points=1)
    late.late_days = 3
    record(place, late, result_of("zoe", place.assignment, proof="", points=1))
    assert totals(place) == {"ada": "14.4", "zoe": "18"}
    path = place.folder / "students.csv"
    rows = read_table(path)
    rows[0] |= {"late days": "1", "reason": "was ill"}
    rows[1] |= {"extra points": "0,5", "reason": "helped others"}
    write_table(path, list(rows[0]), [list(row.values()) for row in rows])
    write_all(place)
    assert totals(place) == {"ada": "18", "zoe": "18.5"}
    assert read_table(path)[0]["reason"] == "was ill"
    page = (place.folder / "feedback" / "zoe.html").read_text()
    assert "Points added by hand: 0.5 (helped others)" in page
    rows[0]["late days"] = "two"
    write_table(path, list(rows[0]), [list(row.values()) for row in rows])
    with pytest.raises(MarkError, match=r"students.csv, ada, late days: 'two' is not a number"):
        write_all(place)


def test_settings_of_a_course_are_read_strictly(tmp_path):
    path = tmp_path / "course.yml"
    assert read_course(tmp_path) == Course()
    path.write_text("seconds: 4\npercent_a_day: 12.5\npackages: [numpy]\n")
    assert read_course(tmp_path) == Course(seconds=4, percent_a_day=12.5, packages=("numpy",))
    for text in ("second: 4", "seconds: 0", "seconds: 1.5", "memory: lots", "packages: numpy",
                 "free_days: true", "percent_a_day: 101"):  # fmt: skip
        path.write_text(text)
        with pytest.raises(MasterError, match="course.yml"):
            read_course(tmp_path)


def test_canvas_numbers_tell_which_file_is_newest(tmp_path):
    names = ["lovelaceada_4711_99_a", "lovelaceada_LATE_4711_100_b", "turing_12_7_hw"]
    folder = folder_of(tmp_path, "canvas", **{name: submission() for name in names})
    (folder / "lovelaceada_4711_101_scan.pdf").write_bytes(b"%PDF")
    found = {one.id: one for one in find_submissions(folder)}
    assert set(found) == {"4711", "12"}
    ada = found["4711"]
    assert ada.path.stem == "lovelaceada_LATE_4711_100_b"
    assert ada.problem == ""
    assert "of 2 notebooks, the newest counts" in ada.note
    assert [path.name for path in ada.files] == ["lovelaceada_4711_101_scan.pdf"]


def test_one_row_a_student_in_the_gradebook_of_a_course(tmp_path):
    places = [made_in(tmp_path / str(n), f"{n:02}-some") for n in (1, 2)]
    places = [replace(p, folder=tmp_path / "grades" / p.folder.name) for p in places]
    ada, zoe = (result_of(n, places[0].assignment, proof="", points=1) for n in ("ada", "zoe"))
    record(places[0], ada, zoe)
    record(places[1], ada, Result("zoe", "zoe", reason="not a notebook"))
    rows = read_table(tmp_path / "grades" / "gradebook.csv")
    assert rows == [
        {
            "student": "ada",
            "name": "ada",
            "01-some": "18",
            "02-some": "18",
            "sum": "36",
            "percent": "66.67",
        },
        {
            "student": "zoe",
            "name": "zoe",
            "01-some": "18",
            "02-some": "not graded",
            "sum": "18",
            "percent": "",
        },
    ]


def test_tables_and_feedback_in_the_shapes_of_moodle_and_canvas(place):
    canvas = "turingalan_12_99_hw6"
    names = {LOVELACE: "4711", canvas: "12", "zoe": "zoe"}
    results = [result_of(n, place.assignment, proof="", points=1) for n in names]
    for result in results:
        result.id = names[result.student]
    waits = result_of("late", place.assignment)
    record(place, *results, waits, Result("x", "x", reason="a PDF"))
    moodle = read_table(place.folder / "moodle.csv")
    assert [row["Identifier"] for row in moodle] == ["Participant 4711", canvas, "zoe"]
    assert [row["Grade"] for row in moodle] == ["18"] * 3
    possible, *rows = read_table(place.folder / "canvas.csv")
    assert list(possible)[:5] == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"]
    assert possible["Student"] == "Points Possible"
    assert [row["ID"] for row in rows] == ["", "12", ""]
    with zipfile.ZipFile(place.folder / "feedback.zip") as archive:
        there = archive.namelist()
    assert f"{LOVELACE}/feedback-06-perceptron.html" in there
    assert f"{canvas}.html" in there
    # as Moodle's importer reads a name: at its first part with an id and the kind of plugin
    parts = there[there.index(f"{LOVELACE}/feedback-06-perceptron.html")].split("/")
    assert parts[0].split("_", 4)[1:4] == ["4711", "assignsubmission", "file"]
    assert [row["status"] for row in read_table(place.folder / "grades.csv")].count("graded") == 3


def test_tables_are_utf8_for_excel_and_never_formulas(tmp_path):
    evil = ["=1+1", "'=1+1", "x;=1+1", "x;'=1+1", "x,@y", "a\n=b", "+49 30", "Jürgen", "-0.5", "1"]
    path = tmp_path / "t.csv"
    write_table(path, ["name"], [[text] for text in evil])
    assert path.read_bytes().startswith(b"\xef\xbb\xbf")
    assert [row["name"] for row in read_table(path)] == evil  # told apart, and unharmed
    with path.open(encoding="utf-8-sig", newline="") as file:
        cells = [cell for row in csv.reader(file) for cell in row]
    with path.open(encoding="utf-8-sig", newline="") as file:
        cells += [cell for row in csv.reader(file, delimiter=";") for cell in row]
    starts = ("=", "+", "@", "-")
    assert [
        cell for cell in cells if cell.startswith(starts) and not re.fullmatch(r"-?[\d.]+", cell)
    ] == []
    assert len({plain(text) for text in evil}) == len(evil)


# ---- nobody stops the batch ----

LONE = "raise ValueError('\\ud800')\ndef tight_sample(k):\n    raise ValueError('\\ud800')"


def test_no_student_stops_the_batch(place, tmp_path, capsys):
    folder = tmp_path / "class"
    folder.mkdir()
    write(submission({3: LONE}), folder / "lone surrogates.ipynb")
    write(submission(), tmp_path / "good.ipynb")
    good = (tmp_path / "good.ipynb").read_bytes()
    with open(os.fsencode(folder) + b"/M\xfcller.ipynb", "wb") as file:
        file.write(good)
    long = "L" * 240
    (folder / long).mkdir()
    (folder / long / "hw.ipynb").write_bytes(good)
    huge = submission()
    huge.metadata["homework"]["name"] = "n" * 5000
    write(huge, folder / "huge name.ipynb")
    huge.metadata["homework"] = {"name": ["x"] * 10**5, "course": {"a": "b"}}
    write(huge, folder / "huge metadata.ipynb")
    (folder / "x;=1+1\x1b[31m.ipynb").write_bytes(good)
    write(submission(), folder / "zoe.ipynb")
    found = find_submissions(folder)
    assert len(found) == 7
    grade(found, place, trusted=True)
    results = {result.id: result for result in write_all(place)}
    assert {name for name, result in results.items() if not result.graded} == {"huge name"}
    assert totals(place)["zoe"] == ""
    assert len(list((place.folder / "feedback").iterdir())) == 7
    assert read_table(place.folder / "grades.csv")
    said = capsys.readouterr().out
    assert "M?ller" in said
    assert "\x1b" not in said
    said.encode()


def test_results_are_written_as_they_come(place, tmp_path, monkeypatch):
    """A run that is stopped in the middle has lost nothing of what was graded before."""
    folder = folder_of(tmp_path, "class", ada=submission(), bob=submission(), zoe=submission())

    def stop(directory, result, files):
        if result.id == "zoe":
            raise KeyboardInterrupt
        add_record(directory, result, files)

    monkeypatch.setattr("homework.kit.grade.add_record", stop)
    with pytest.raises(KeyboardInterrupt):
        grade(find_submissions(folder), place, trusted=True, workers=1)
    with (place.folder / "results.jsonl").open("a") as file:
        file.write('{"student": "half')
    assert [result.id for result in write_all(place)] == ["ada", "bob"]


def test_names_of_files_are_short_and_one_of_their_own():
    texts = ["ada", "Ada Lovelace", "x" * 300, "x" * 299, "../up", "a/b", "a:b", ".hidden", "é"]
    names = [file_name(text) for text in texts]
    assert len(set(names)) == len(names)
    for name in names:
        assert len(name.encode()) < 200
        assert not name.startswith(".")
        assert "/" not in name
    assert clean("a" * 30_000).endswith(" ...")


def test_without_submissions_it_says_what_to_do(place, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("homework.kit.grade.find_place", lambda name: place)
    (tmp_path / "empty").mkdir()
    for arguments, said in [
        ([], "Say which submissions"),
        ([str(tmp_path / "none")], "There is no folder"),
        ([str(tmp_path / "empty")], "There is nothing in"),
        (["--homework", "06-perceptron"], "Nothing was graded for 06-perceptron yet"),
    ]:
        assert main(arguments) == 1
        assert said in capsys.readouterr().out
    with pytest.raises(CannotGrade, match="there are: 06-perceptron"):
        find_place("07", place.made.parent.parent)


@pytest.mark.parametrize("step", ["open", "write", "fsync", "replace"])
def test_a_write_that_fails_at_any_step_leaves_the_last_good_table(step, place, monkeypatch):
    """A full disk or a killed program: the mark before is there, and no half of the new one."""
    record(place, result_of("ada", place.assignment), result_of("zoe", place.assignment))
    fill(place, "q4", "ada")
    path = place.folder / "marks" / "q4.csv"
    before = path.read_bytes()

    def full(*_, **__):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        if step == "write":
            broken.setattr("homework.kit.tables.clean", full)
        elif step == "open":
            broken.setattr("pathlib.Path.open", full)
        else:
            broken.setattr(os, step, full)
        with pytest.raises(OSError, match="No space left"):
            fill(place, "q4", "zoe", mark="0.5")
    assert path.read_bytes() == before
    assert not [other for other in path.parent.iterdir() if other.name.endswith(".new")]
    fill(place, "q4", "zoe", mark="0.5")
    assert path.read_bytes() != before
