// The reader's edits, kept in this browser by their page and the key of their cell, a hash of the
// book's code. So they outlive a reload and a new edition; what belongs to a cell that the book has
// changed since, if only in the test of a task, is not lost: page.js shows it at the foot, and
// my_cells.js with all the others.
import { read, write } from "./stored.js";

const PLACE = "run-here:";

export const editsOf = (page) => read(PLACE + page);
export const holdsEdits = (place) => place === null || place.startsWith(PLACE);  // null: all was thrown away

// The pages with edits: of those known, and of those that are gone where the storage lists them (one without room does not).
export function pagesWithEdits(known) {
  let kept = [];
  try {
    kept = Object.keys(localStorage).filter((place) => place.startsWith(PLACE)).map((place) => place.slice(PLACE.length));
  } catch { /* nothing is kept */ }
  return [...new Set([...known, ...kept])].filter((page) => Object.keys(editsOf(page)).length);
}

export function recall(page, cells) {
  const edits = editsOf(page);
  for (const cell of cells) cell.code = edits[cell.key] ?? cell.code;
}

export function keep(page, { key, code, edited = true }) {
  const edits = editsOf(page);
  if (edited) edits[key] = code;
  else delete edits[key];
  return write(PLACE + page, edits) || !edited;
}

// Cells whose edit here is not the one that is kept.
export function differing(page, cells) {
  const edits = editsOf(page);
  return cells.filter(({ key, edited, code }) => edited && edits[key] !== undefined && edits[key] !== code);
}

// Edits of cells that are not on the page any more.
export const orphans = (page, cells) => Object.entries(editsOf(page)).filter(([key]) => !cells.some((cell) => cell.key === key));

export function drop(page, keys) {
  const edits = editsOf(page);
  for (const key of keys) delete edits[key];
  write(PLACE + page, edits);
}
