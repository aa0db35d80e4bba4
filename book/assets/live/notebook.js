// The cells of a page as its notebook has them, whole and in order, with the names that the page gives them.
import { lite } from "./reach.js";

export async function cellsOf(page) {
  const answer = await fetch(new URL(`files/${page}.ipynb`, lite));
  if (!answer.ok) throw new Error(`${answer.status}`);
  const { cells } = await answer.json();
  let above = 0, exercise = "this exercise";  // above: of the book's cells; one of the reader's own does not count
  return cells.flatMap((cell) => {
    const source = [cell.source].flat().join("");
    if (cell.cell_type !== "code") {
      exercise = source.match(/(?<=\*\*)Exercise [\d.]*\d/g)?.pop() ?? exercise;
      return [];
    }
    const own = Boolean(cell.metadata.tags?.includes("turn"));
    const found = { key: cell.id, source, own, above, name: own ? `Your cell under ${exercise}` : `Cell ${above + 1}` };
    above += !own;
    return [found];
  });
}
