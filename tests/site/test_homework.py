"""The website tells nothing of the homework: no solution, no hidden test, no master."""

from homework_samples import ALL_MASTERS

from homework.kit.proving.leaks import leaks
from homework.kit.writing.master import read_master

pytest_plugins = ["site_fixtures"]


def test_the_website_tells_nothing(site):
    assert leaks(site, [read_master(param.values[0]) for param in ALL_MASTERS]) == []
