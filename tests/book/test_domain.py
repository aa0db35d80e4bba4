"""What Sphinx keeps of the pages: let go of, and compared."""

import pickle
from types import SimpleNamespace

import pytest
from small_book import PAGES, build, write_book

from bookext.domain import KINDS, Book, read_of, to_write_again


def environment(folder):
    """Return what Sphinx keeps for the next build."""
    return pickle.loads((folder / "_build/doctrees/environment.pickle").read_bytes())


@pytest.fixture
def folder(tmp_path):
    status, said = build(write_book(tmp_path))
    assert status == 0, said
    return tmp_path


def test_nothing_is_kept_of_a_page_that_is_gone(folder):
    env = environment(folder)
    assert {"06-one", "06-one-more"} <= read_of(env, "outline").keys()
    assert read_of(env, "code")["06-one-more"] == ["check(3)"]
    assert list(read_of(env, "shows the results")) == ["results"]
    for name in ("06-one-more.md", "06-one-more.ipynb", "results.md"):
        (folder / name).unlink()
    (folder / "intro.md").write_text(PAGES["intro.md"].replace("06-one-more\nresults\n", ""))
    status, said = build(folder)
    assert status == 0, said
    env = environment(folder)
    assert "06-one" in read_of(env, "outline")
    for kind in KINDS:
        assert not {"06-one-more", "results"}.intersection(read_of(env, kind)), kind


def test_a_page_is_written_again_when_other_things_are_said_of_it():
    env = SimpleNamespace(domaindata={}, found_docs={"a", "b", "c"})
    book = Book(env)
    env.domains = {"book": book}
    assert to_write_again(env, "uses", {"a": [1], "b": [2], "gone": [3]}) == ["a", "b"]
    assert to_write_again(env, "uses", {"a": [1], "b": [2]}) == ["a", "b"]  # nothing is written yet
    book.before, book.said = book.said, {}
    assert to_write_again(env, "uses", {"a": [1], "b": [2]}) == []
    assert to_write_again(env, "index", {"a": [1]}) == ["a"]
    assert to_write_again(env, "uses", {"a": [4], "c": []}) == ["a", "b", "c"]
