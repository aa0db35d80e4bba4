"""A term: three sheets, twelve students with groups, late and repeated work, two markers."""

import json
import shutil
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from homework_samples import made_in, submission, write

from homework.kit.grade import grade, main
from homework.kit.grading.submission import find_submissions, settled, unpacked
from homework.kit.mark import Session
from homework.kit.marking import records
from homework.kit.marking.gradebook import percentage
from homework.kit.marking.marks import MarkError, answer_of, join_marks, save_mark
from homework.kit.marking.records import read_records
from homework.kit.marking.roster import Person, Roster, read_roster
from homework.kit.results import write_all
from homework.kit.tables import read_table, write_table
from homework.kit.writing.settings import Course

ROSTER = [
    ("001", "Ada Lovelace", "", "A"), ("002", "Alan Turing", "", "A"),
    ("003", "Émilie du Châtelet", "", "A"), ("004", "Kurt Gödel", "", "A"),
    ("005", "Emmy Noether", "blue", "A"), ("006", "David Hilbert", "blue", "A"),
    ("007", "Sofja Kowalewski", "green", "B"), ("008", "Karl Weierstraß", "green", "B"),
    ("009", "Srinivasa Ramanujan", "", "B"), ("010", "G. H. Hardy", "", "B"),
    ("011", "Maryam Mirzakhani", "", "B"), ("012", "Paul Erdős", "", "B"),
]  # fmt: skip
HEAD = ["id", "name", "group", "section"]


def write_roster(place, rows=ROSTER):
    place.folder.parent.mkdir(parents=True, exist_ok=True)
    write_table(place.folder.parent / "roster.csv", HEAD, rows)
    return read_roster(place.folder.parent)


def hand_in(place, folder, roster, late=None, **notebooks):
    folder.mkdir(exist_ok=True)
    for student, notebook in notebooks.items():
        write(notebook, folder / f"{student}.ipynb")
    grade(roster.known(find_submissions(folder)), place, trusted=True, late_days=late)
    return write_all(place)


def mark_all(place, results, markers=("A", "B")):
    """Give full marks to whoever waits for them."""
    for result in results:
        for question in place.assignment.questions:
            if question.manual and result.graded and not result.nothing(question.name):
                marks = {column: f"{points:g}" for column, points in question.columns}
                save_mark(place.folder / "marks", place.assignment, question, result.id,
                          answer_of(result, question), marks, "right")  # fmt: skip


def choose(place, student, submission):
    path = place.folder / "students.csv"
    rows = {row["student"]: row for row in read_table(path)}
    rows[student]["submission"] = submission
    write_table(path, list(rows[student]), [list(row.values()) for row in rows.values()])
    write_all(place)


def table(place, name="grades.csv"):
    return {row["student"]: row for row in read_table(place.folder / name)}


def test_a_term(tmp_path, capsys, monkeypatch):
    settings = Course(percent_a_day=10, without_worst=1, weights={"03-some": 2})
    first, second, third = (made_in(tmp_path / str(n), f"{n:02}-some") for n in (1, 2, 3))
    places = [
        replace(p, folder=tmp_path / "grades" / p.folder.name,
                assignment=replace(p.assignment, settings=settings))
        for p in (first, second, third)
    ]  # fmt: skip
    first, second, third = places
    roster = write_roster(first)
    full, blank = submission(), submission(solved=False)

    # sheet 1: all but one hand in, under the names that people give to files; groups do so once
    names = {"lovelace ada": full, "002": blank, "Emilie du Chatelet": full, "4": full,
             "Émilie_du_Châtelet": full, "blue": full, "007": full,
             "9": full, "G.H. Hardy": blank, "mirzakhani_maryam": full}  # fmt: skip
    people = hand_in(first, tmp_path / "one", roster, **names)
    told = capsys.readouterr().out
    assert "not in roster.csv: 'Emilie du Chatelet'" in told  # no guess: her accents are missing
    grades = table(first)
    assert grades["012"]["status"] == "nothing was handed in"
    assert [grades[n]["q1"] for n in ("005", "006", "007", "008")] == ["5"] * 4
    assert grades["003"]["name"] == "Émilie du Châtelet"
    choose(first, "Emilie du Chatelet", "none")  # it was a second copy: taken back

    # two markers, each with a section, on a machine of their own
    assert len(people) == 13
    there = replace(first, folder=tmp_path / "elsewhere" / "01-some")
    shutil.copytree(first.folder, there.folder)
    shutil.copy(first.folder.parent / "roster.csv", there.folder.parent)
    for place, section in ((first, "A"), (there, "B")):
        session = Session(place, "", section, anonymous=section == "B")
        data = session.page().split('id="data">')[1].split("</script>")[0]
        for student in json.loads(data)["students"]:
            assert ("Ramanujan" in student["name"]) <= (section == "A")
            for name, answer in student["answers"].items():
                question = next(q for q in place.assignment.questions if q.name == name)
                if question.manual and not answer["blank"]:
                    session.save({
                        "question": name, "student": student["id"], "answer": answer["hash"],
                        "marks": {c: f"{p:g}" for c, p in question.columns}, "comment": "right",
                    })  # fmt: skip
    lines = list(join_marks(first.folder / "marks", there.folder / "marks", first.assignment))
    assert lines == ["q4: marks taken over: 3", "q6: marks taken over: 3"]
    write_all(first)
    grades = table(first)
    assert {n: grades[n]["total"] for n in ("001", "002", "006", "008", "012")} == {
        "001": "27", "002": "0", "006": "27", "008": "27", "012": "",
    }  # fmt: skip

    # sheet 2: two days late, and graded again without saying so
    hand_in(second, tmp_path / "two", roster, late=2, **{"001": full})
    people = hand_in(second, tmp_path / "two", roster, **{"001": full})
    mark_all(second, [one for one in people if one.id == "001"])
    write_all(second)
    ada = table(second)["001"]
    assert (ada["total"], ada["late days"], ada["for lateness"]) == ("21.6", "2", "-5.4")

    # sheet 3: handed in twice; the last counts, then the first is chosen, then none
    hand_in(third, tmp_path / "three", roster, **{"001": full, "002": full})
    monkeypatch.setattr(records, "now", lambda: "2027-05-12T12:00:00+00:00")
    people = hand_in(third, tmp_path / "four", roster, **{"001": blank})
    mark_all(third, [one for one in people if one.id == "002"])
    write_all(third)
    assert table(third)["001"]["total"] == "0"
    times = [row for row in read_table(third.folder / "submissions.csv") if row["student"] == "001"]
    assert [row["points so far"] for row in times] == ["18", "0"]
    choose(third, "001", times[0]["time"])
    assert table(third)["001"]["status"] == "waiting for marks"
    choose(third, "001", "none")
    assert table(third)["001"]["status"] == "nothing was handed in"
    by_best = replace(third.assignment, settings=replace(settings, counts="best"))
    choose(replace(third, assignment=by_best), "001", "")
    assert table(third)["001"]["q1"] == "5"
    write_all(third)

    # the term: ada has 27 of 27, 80 % of 27, and twice 0; turing 0, nothing, and 27 twice
    book = {row["student"]: row for row in read_table(first.folder.parent / "gradebook.csv")}
    assert len(book) == 12
    assert book["001"]["percent"] == f"{100 * (1 + 0.8) / 2:.2f}"
    assert book["002"]["percent"] == f"{100 * 2 / 3:.2f}"
    assert book["012"]["percent"] == "0.00"
    items = read_table(first.folder / "items.csv")
    assert {"student", "question", "item", "points", "of"} <= items[0].keys()
    assert ("001", "progress", "1") in {(r["student"], r["item"], r["points"]) for r in items}


def test_what_changed_since_the_last_export(place, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("homework.kit.grade.find_place", lambda name: place)
    folder = tmp_path / "in"
    folder.mkdir()
    write(submission(solved=False), folder / "ada.ipynb")
    write(submission(solved=False), folder / "zoe.ipynb")
    assert main([str(folder), "--without-sandbox", "--exported"]) == 0
    assert "since the last export" not in capsys.readouterr().out
    (rows,) = [read_table(place.folder / "students.csv")]
    rows[0]["extra points"] = "2"
    write_table(place.folder / "students.csv", list(rows[0]), [list(r.values()) for r in rows])
    assert main(["--homework", "06-perceptron"]) == 0
    assert "Changed since the last export: 1" in capsys.readouterr().out
    since = [{"student": "ada", "before": "0", "now": "2"}]
    assert read_table(place.folder / "since-export.csv") == since
    choose(place, "zoe", "none")  # and a grade that is taken back
    assert main(["--homework", "06-perceptron"]) == 0
    since.append({"student": "zoe", "before": "0", "now": ""})
    assert read_table(place.folder / "since-export.csv") == since


def test_two_who_differ_by_a_sign_are_told_and_never_merged(place, tmp_path, capsys):
    roster = Roster()
    hand_in(place, tmp_path / "in", roster, **{"07": submission(), "7": submission(solved=False)})
    assert "'07' and '7' may be one student" in capsys.readouterr().out
    results = read_records(place.folder)
    mark_all(place, results)
    write_all(place)
    assert {n: row["total"] for n, row in table(place).items()} == {"07": "27", "7": "0"}


@pytest.mark.parametrize(
    ("label", "found"),
    [
        ("001", "001"), ("1", "001"), ("Ada Lovelace_4711_assignsubmission_file", "001"),
        ("lovelaceada_LATE_4711_100_b", "001"), ("Lovelace, Ada", "001"), ("ADA LOVELACE", "001"),
        ("Ada", "Ada"), ("blue", "blue"), ("E\u0301milie du Cha\u0302telet", "003"), ("13", "13"),
        ("Weierstrass Karl", "008"),
    ],
)  # fmt: skip
def test_the_roster_knows_a_student_or_says_that_it_does_not(label, found):
    assert Roster(tuple(Person(*row) for row in ROSTER)).find(label) == found


def test_signs_alone_name_nobody():
    assert Roster((Person("000", "Ada Lovelace"),)).find("---") == "---"


def test_two_of_one_name_are_not_guessed():
    roster = Roster((Person("1", "Ada Lovelace"), Person("2", "Lovelace Ada")))
    assert roster.find("ada lovelace") == "ada lovelace"


def test_two_submissions_of_one_student_are_a_problem_of_both(tmp_path):
    for name in ("001", "Ada Lovelace", "2"):
        write(submission(), tmp_path / f"{name}.ipynb")
    roster = Roster(tuple(Person(*row) for row in ROSTER))
    problems = {one.student: bool(one.problem) for one in roster.known(find_submissions(tmp_path))}
    assert problems == {"001": True, "Ada Lovelace": True, "2": False}


def test_a_roster_that_is_wrong_is_told(place):
    with pytest.raises(MarkError, match="roster.csv, line 3"):
        write_roster(place, [ROSTER[0], ROSTER[0]])


def test_copies_and_the_untouched_hand_out_are_no_obstacle(place, tmp_path):
    """JupyterLab's copy, a second download, the hand-out beside it; files of systems."""
    ada = tmp_path / "in" / "ada"
    ada.mkdir(parents=True)
    for name in ("homework.ipynb", "homework-Copy1.ipynb"):
        write(submission(), ada / name)
    write(submission(solved=False), ada / "homework (1).ipynb")
    for name in ("desktop.ini", "Thumbs.db", "~$notes.docx", ".DS_Store"):
        (ada / name).write_text("x")
        (ada.parent / name).write_text("x")
    (one,) = find_submissions(ada.parent)
    assert one.problem
    assert one.files == ()
    given = [[cell.source.strip() for cell in place.assignment.given]]
    assert settled(one, given).problem == ""
    other = submission({1: "def cautious_perceptron(X, y, beta): ..."})
    write(other, ada / "homework-Copy2.ipynb")
    (one,) = find_submissions(ada.parent)
    assert settled(one, given).problem == "4 different notebooks instead of one"


@pytest.mark.parametrize("within", ["", "Homework 6-4711/"])
def test_a_zip_of_a_platform_is_read_as_it_is(within, tmp_path):
    text = json.dumps(submission())
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as archive:
        for student in ("Ada Lovelace_4711_assignsubmission_file", "Zoe_12_assignsubmission_file"):
            archive.writestr(f"{within}{student}/homework.ipynb", text)
        archive.writestr("__MACOSX/._homework.ipynb", "x")
    with unpacked(tmp_path / "x.zip") as folder:
        found = find_submissions(folder)
        assert sorted((one.id, one.problem) for one in found) == [("12", ""), ("4711", "")]


def test_a_zip_writes_nothing_outside_of_its_folder(tmp_path):
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as archive:
        for name in ("../outside.ipynb", "../../outside.ipynb", "/tmp/outside.ipynb"):
            archive.writestr(name, "x")
    with unpacked(tmp_path / "x.zip") as folder:
        assert list(folder.rglob("outside.ipynb"))
        outside = [folder.parent, folder.parent.parent, Path("/tmp")]
        assert not [place for place in outside if (place / "outside.ipynb").exists()]


# ---- what a lecturer does to tables, and what platforms do to names ----


def edit(path, student, **entries):
    rows = {row["student"]: row for row in read_table(path)}
    rows[student] |= {key.replace("_", " "): value for key, value in entries.items()}
    head = list(next(iter(rows.values())))
    write_table(path, head, [[row[column] for column in head] for row in rows.values()])


def test_a_platform_s_number_that_is_somebody_else_s_id(place, tmp_path, capsys):
    roster = write_roster(place, [("200", "Müller, Jörg", "", ""), ("4711", "Gil Hart", "", "")])
    assert roster.find("Gil Hart_200_assignsubmission_file") == "4711"
    label = "Eve Other_200_assignsubmission_file"
    assert roster.find(label) == label
    assert roster.find("Jörg Müller_200_assignsubmission_file") == "200"


def test_entries_follow_a_student_to_another_id(place, tmp_path, capsys):
    """A spreadsheet takes the zeros, a roster gives ids; what belongs to nobody is told."""
    people = hand_in(place, tmp_path / "in", Roster(), **{"007": submission(), "bob": submission()})
    mark_all(place, people)
    path = place.folder / "students.csv"
    rows = read_table(path)
    rows[0] |= {"student": "7", "extra points": "2"}
    rows[1] |= {"extra points": "1"}
    rows.append(dict.fromkeys(rows[0], "") | {"student": "nobody", "extra points": "3"})
    write_table(path, list(rows[0]), [list(row.values()) for row in rows])
    write_all(place)
    assert {n: row["total"] for n, row in table(place).items()} == {"007": "29", "bob": "28"}
    assert "students.csv: the row of 'nobody' matches no student" in capsys.readouterr().out
    write_roster(place, [("555", "Bob", "", ""), ("007", "", "", "")])
    write_all(place)
    assert {n: row["total"] for n, row in table(place).items()} == {"007": "29", "555": "28"}


@pytest.mark.parametrize("name", ["late days", "student", "reason"])
def test_a_column_of_students_that_was_renamed_is_told(name, place, tmp_path):
    hand_in(place, tmp_path / "in", Roster(), ada=submission())
    path = place.folder / "students.csv"
    path.write_text(path.read_text().replace(name, name.capitalize()))
    with pytest.raises(MarkError, match=f"students.csv, line 1: the column '{name}' is gone"):
        write_all(place)


def test_a_group_never_loses_its_points(place, tmp_path, capsys):
    """One member hands in again, alone: the others have the newest work of the group."""
    roster = write_roster(place, [("a", "", "G1", "A"), ("b", "", "G1", "B"), ("c", "", "", "")])
    hand_in(place, tmp_path / "one", roster, G1=submission())
    mark_all(place, read_records(place.folder))
    write_all(place)
    assert "nobody handed in" not in capsys.readouterr().out
    assert {n: row["total"] for n, row in table(place).items()} == {"a": "27", "b": "27", "c": ""}
    hand_in(place, tmp_path / "two", roster, a=submission())
    mark_all(place, read_records(place.folder))
    write_all(place)
    assert table(place)["b"]["total"] == "27"
    choose(place, "b", "none")
    assert table(place)["b"]["status"] == "nothing was handed in"
    for section in ("A", "B"):
        assert Session(place, "", section, anonymous=False).page()
    with pytest.raises(MarkError, match="no submission has the time 'yesterday'"):
        choose(place, "b", "yesterday")


def test_a_choice_follows_the_work_when_it_is_graded_again(place, tmp_path, monkeypatch):
    times = iter(["2027-01-01", "2027-01-02", "2027-01-03"])
    monkeypatch.setattr(records, "now", lambda: next(times))
    roster = Roster()
    hand_in(place, tmp_path / "one", roster, ada=submission())
    hand_in(place, tmp_path / "two", roster, ada=submission(solved=False))
    choose(place, "ada", "2027-01-01")
    (ada,) = hand_in(place, tmp_path / "one", roster)
    assert ada.graded_at == "2027-01-03"
    assert ada.so_far == 18


def test_lateness_stays_when_a_roster_comes(place, tmp_path):
    hand_in(place, tmp_path / "in", Roster(), late=4, **{"Jörg_Müller": submission()})
    roster = write_roster(place, [("200", "Müller, Jörg", "", "")])
    (one,) = hand_in(place, tmp_path / "in", roster)
    assert (one.id, one.late_days) == ("200", 4)


def test_a_record_that_is_spoilt_is_told(place, tmp_path, capsys):
    hand_in(place, tmp_path / "in", Roster(), ada=submission(), bob=submission())
    path = place.folder / "results.jsonl"
    first, second = path.read_bytes().splitlines()
    path.write_bytes(first[:200] + b"\xff\n" + second + b"\n")
    write_all(place)
    assert "results.jsonl, line 1 cannot be read" in capsys.readouterr().out


@pytest.mark.parametrize("value", ["nan", "inf", "two"])
def test_points_are_numbers(value, place, tmp_path):
    hand_in(place, tmp_path / "in", Roster(), ada=submission())
    edit(place.folder / "students.csv", "ada", extra_points=value)
    with pytest.raises(MarkError, match=f"extra points: '{value}' is not a number"):
        write_all(place)


def test_changes_are_told_even_after_a_run_that_failed(place, tmp_path, monkeypatch):
    hand_in(place, tmp_path / "in", Roster(), ada=submission())
    edit(place.folder / "students.csv", "ada", extra_points="-1")
    mark_all(place, read_records(place.folder))
    with monkeypatch.context() as full:
        full.setattr("homework.kit.results.pack_feedback", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            write_all(place)
    told = []
    write_all(place, told.append)
    assert any(line.startswith("ada: q4") for line in told)


def test_a_roster_in_another_encoding_is_told(place):
    place.folder.parent.mkdir(parents=True, exist_ok=True)
    (place.folder.parent / "roster.csv").write_bytes("id,name\n1,Jörg\n".encode("latin-1"))
    with pytest.raises(MarkError, match="roster.csv: not UTF-8"):
        read_roster(place.folder.parent)


def test_an_assignment_of_no_weight_is_not_the_worst_one():
    points = {"01": "10", "02": "5", "03": "nothing was handed in"}
    settings = Course(without_worst=1, weights={"03": 0})
    assert percentage(points, {"01": 10.0, "02": 10.0, "03": 10.0}, settings) == 100
