"""One thread for linear algebra, the same hypothesis examples every time, no figures left open."""

import os
import sys
from collections.abc import Iterator

for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"  # before numpy is imported

os.environ.setdefault("MPLBACKEND", "agg")

import pytest  # noqa: E402
from hypothesis import settings  # noqa: E402

settings.register_profile(
    "book", derandomize=True, deadline=None, database=None, max_examples=60, print_blob=False
)
settings.load_profile("book")


def pytest_runtest_teardown() -> None:
    """Close the figures of a test: too many open ones would be a warning in another."""
    if pyplot := sys.modules.get("matplotlib.pyplot"):
        pyplot.close("all")


@pytest.fixture
def style() -> Iterator[None]:
    """Yield the look of the book, for one test."""
    from matplotlib import rc_context

    from lecture_code.plots import use_style

    with rc_context():
        use_style()
        yield


@pytest.fixture(scope="session")
def sandbox() -> None:
    """Skip where the sandbox of the homework's grader does not work; in CI it must."""
    from homework.kit.running.sandbox import why_no_sandbox

    if why := why_no_sandbox():
        (pytest.fail if os.environ.get("CI") else pytest.skip)(why)


@pytest.fixture
def place(tmp_path_factory):
    """Return the assignment on the perceptron as make homework leaves it, a folder for grades."""
    from homework_samples import made_in

    return made_in(tmp_path_factory.mktemp("place"))
