// The reader's edits, kept in this browser by the key of their cell, a hash of the book's code. So
// they outlive a reload and a new edition; what belongs to a cell that the book has changed since,
// if only in the test of a task, is not lost: page.js shows it at the foot.
import { read, write } from "./stored.js";

const place = `run-here:${location.pathname.split("/").pop().replace(".html", "")}`;

export function recall(cells) {
  const edits = read(place);
  for (const cell of cells) cell.code = edits[cell.key] ?? cell.code;
}

export function keep(cell) {
  const edits = read(place);
  if (cell.edited) edits[cell.key] = cell.code;
  else delete edits[cell.key];
  return write(place, edits) || !cell.edited;
}

// Edits of cells that are not on the page any more.
export const orphans = (cells) => Object.entries(read(place)).filter(([key]) => !cells.some((cell) => cell.key === key));

export function drop(keys) {
  const edits = read(place);
  for (const key of keys) delete edits[key];
  write(place, edits);
}
