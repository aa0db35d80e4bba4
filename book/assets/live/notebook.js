// The cells of a page as its notebook has them, whole and in order, with the names that the page gives them.
import { lite } from "./reach.js";

export async function cellsOf(page) {
  const answer = await fetch(new URL(`files/${page}.ipynb`, lite));
  if (!answer.ok) throw new Error(`${answer.status}`);
  const { cells } = await answer.json();
  let above = 0;  // of the book's cells; one of the reader's own does not count
  return cells.filter((cell) => cell.cell_type === "code").map((cell) => {
    const own = Boolean(cell.metadata.tags?.includes("turn"));
    const found = { key: cell.id, source: [cell.source].flat().join(""), own, above, name: own ? "Your cell" : `Cell ${above + 1}` };
    above += !own;
    return found;
  });
}
