"""What the tests of the theorem map read off its page."""

from bs4 import BeautifulSoup


def table_of(path):
    """Return what the table of a map says: name, names of the used, names of the users."""
    rows = BeautifulSoup(path.read_text("utf-8"), "html.parser").select("tr[id]")
    return {
        row.td.a.get_text(): tuple(
            [a.get_text() for a in cell.select("a")] for cell in row.select("td")[1:]
        )
        for row in rows
    }


BADLY_PLACED = """() => {
  for (const fold of document.querySelectorAll("details")) fold.open = true;
  const found = [];
  for (const map of document.querySelectorAll("svg.theorem-map:not(.key)")) {
    const boxes = [];
    for (const link of map.querySelectorAll("a")) {
      const box = link.querySelector("path").getBoundingClientRect();
      const text = link.querySelector("text").getBoundingClientRect();
      if (text.left < box.left || text.right > box.right
          || text.top < box.top || text.bottom > box.bottom)
        found.push("wider than its box: " + link.textContent);
      for (const [other, words] of boxes)
        if (box.left < other.right && other.left < box.right
            && box.top < other.bottom && other.top < box.bottom)
          found.push("overlap: " + link.textContent + " / " + words);
      boxes.push([box, link.textContent]);
    }
  }
  return found;
}"""
