"""What the programs that build the site say of how far they are."""

import re

from tools.progress import Line

TO_RUN = re.compile(r"(\d+) pages to execute")
RAN = re.compile(r"\[REPORT/\S+\] (Executing|Execution Successful): .*?([^/]+)\.md$")
TO_READ = re.compile(r".*\b(\d+) added, (\d+) changed, (\d+) removed")
SPHINX = re.compile(r"(reading sources|writing output)\.\.\. \[\s*(\d+)%\] (\S+)")


class Follower:
    """Shows on a line what `execute_pages` and Sphinx say."""

    def __init__(self, line: Line) -> None:
        self.line = line

    def __call__(self, said: str) -> bool:
        """Return whether something said is only about how far it is."""
        if found := TO_RUN.match(said):
            self.line.step("Pages executed", int(found[1]))
        elif found := RAN.match(said):
            if found[1] != "Executing":
                self.line.advance(found[2])
        elif found := TO_READ.match(said):
            self.line.step("Pages read", int(found[1]) + int(found[2]))
        elif found := SPHINX.match(said):
            self.sphinx(*found.groups())
        else:
            return False
        return True

    def sphinx(self, step: str, percent: str, page: str) -> None:
        """Show a step of Sphinx: what is read is counted, of what is written it says a share."""
        if step == "reading sources":
            self.line.advance(page)
            return
        if self.line.what != "Pages written":
            self.line.step("Pages written", 1)
        self.line.reach(int(percent) / 100, page)
