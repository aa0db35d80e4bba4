"""Print how long the first course is: words and minutes of each core page and what is folded there.

python tools/measure/course.py [page ...]
"""

import sys
from pathlib import Path

import yaml

from bookext.course import marks as course
from bookext.source import pages

ROOT = Path(__file__).resolve().parents[2]


def main(names: list[str]) -> None:
    total = 0
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8"))
    for page in pages(toc):
        file = ROOT / f"{page}.md"
        source = file.read_text("utf-8")
        if course.front_matter(source).get("course") != "core" or (
            names and file.stem not in names
        ):
            continue
        read = course.path(source, file.name)
        total += course.words(read)
        print(f"{file.stem}: {course.words(read)} words, {course.minutes(read)} minutes")
        for part, blocks in course.further_sections(source, file.name):
            print(
                f"    {part.line}: {part.title}: {course.words(blocks)} words, "
                f"{course.minutes(blocks)} minutes"
            )
    print(f"{total} words")


if __name__ == "__main__":
    main(sys.argv[1:])
